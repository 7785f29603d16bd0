//! Numbers as text and back (ECMA-262, Number::toString and StringToNumber).

/// A number as the shortest decimal that reads back to it.
pub fn to_text(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_string();
    }
    if value == 0.0 {
        return "0".to_string();
    }
    let sign = if value < 0.0 { "-" } else { "" };
    if value.is_infinite() {
        return format!("{sign}Infinity");
    }
    let shortest = format!("{:e}", value.abs());
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let digits: String = mantissa.chars().filter(|it| *it != '.').collect();
    let count = digits.len() as i32;
    // The position of the decimal point.
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let zeros = |count: i32| "0".repeat(count.max(0) as usize);
    let body = match point {
        _ if count <= point && point <= 21 => format!("{digits}{}", zeros(point - count)),
        1..=21 => format!(
            "{}.{}",
            &digits[..point as usize],
            &digits[point as usize..]
        ),
        -5..=0 => format!("0.{}{digits}", zeros(-point)),
        _ => {
            let exponent = point - 1;
            let plus = if exponent < 0 { '-' } else { '+' };
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{first}{dot}{rest}e{plus}{}", exponent.abs())
        }
    };
    format!("{sign}{body}")
}

/// The number in a text; NaN if there is none.
pub fn from_text(text: &str) -> f64 {
    let is_space = |it: char| it.is_whitespace() && it != '\u{85}' || it == '\u{feff}';
    let text = text.trim_matches(is_space);
    if text.is_empty() {
        return 0.0;
    }
    let radix = |digits: &str, radix: u32| match digits.is_empty() {
        true => f64::NAN,
        false => from_digits(digits, radix),
    };
    match text.get(..2) {
        Some("0x" | "0X") => return radix(&text[2..], 16),
        Some("0o" | "0O") => return radix(&text[2..], 8),
        Some("0b" | "0B") => return radix(&text[2..], 2),
        _ => {}
    }
    match text {
        "Infinity" | "+Infinity" => return f64::INFINITY,
        "-Infinity" => return f64::NEG_INFINITY,
        _ => {}
    }
    // Rust accepts words that JavaScript does not.
    let plain = |it: char| it.is_ascii_digit() || matches!(it, '+' | '-' | '.' | 'e' | 'E');
    match text.chars().all(plain) {
        true => text.parse().unwrap_or(f64::NAN),
        false => f64::NAN,
    }
}

/// The number of digits in radix 2, 8 or 16. Bits below the 120 highest ones only affect rounding.
fn from_digits(digits: &str, radix: u32) -> f64 {
    let bits = radix.ilog2();
    let (mut high, mut shift, mut rest) = (0u128, 0, 0);
    for digit in digits.chars() {
        let Some(digit) = digit.to_digit(radix) else {
            return f64::NAN;
        };
        match high >> 120 {
            0 => high = high << bits | u128::from(digit),
            _ => {
                shift += bits as i32;
                rest |= digit;
            }
        }
    }
    (high | u128::from(rest != 0)) as f64 * 2f64.powi(shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_says() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e21, "1e+21"),
            (123456789012345680000.0, "123456789012345680000"),
            (1.5e-7, "1.5e-7"),
            (0.000001, "0.000001"),
            (f64::MAX, "1.7976931348623157e+308"),
            (5e-324, "5e-324"),
        ];
        for (number, expected) in cases {
            assert_eq!(to_text(number), expected);
        }
    }

    #[test]
    fn texts_are_read_as_the_standard_says() {
        let cases = [
            ("", 0.0),
            (" 12\n", 12.0),
            ("0x1F", 31.0),
            ("-.5e1", -5.0),
            ("Infinity", f64::INFINITY),
            ("1.", 1.0),
        ];
        for (text, expected) in cases {
            assert_eq!(from_text(text), expected, "{text:?}");
        }
        for text in [
            "inf", "nan", "1 2", "0x", "-0x1", "1e", "infinity", "e5", "+", ".",
        ] {
            assert!(from_text(text).is_nan(), "{text:?}");
        }
    }
}
