//! Numbers as text and back (ECMA-262, Number::toString, StringToNumber, and 21.1.3.2 to 21.1.3.5).

use super::text;
use sheaf_execution::{Effect, Machine, Value};
use sheaf_term::Sort;

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
    let shortest = shortest(value.abs());
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

/// The number of digits that the exact decimal of any double has, at most.
const EXACT_DIGITS: usize = 767;

/// The shortest decimal that reads back to a positive number, as `1.5e-7`. Of two that are equally
/// near, the one with an even last digit, where the standard library takes the greater one.
fn shortest(value: f64) -> String {
    let greater = format!("{value:e}");
    let lesser = even_of_tie(value, &greater).filter(|lesser| lesser.parse() == Ok(value));
    lesser.unwrap_or(greater)
}

/// The decimal below one with an odd last digit, if a number is in the middle of both: then it has
/// one digit more, a 5, and no others.
fn even_of_tie(value: f64, greater: &str) -> Option<String> {
    let (mantissa, _) = greater.split_once('e')?;
    if mantissa.ends_with(['0', '2', '4', '6', '8']) {
        return None;
    }
    let count = mantissa.bytes().filter(u8::is_ascii_digit).count();
    let longer = format!("{value:.count$e}");
    let (mantissa, exponent) = longer.split_once('e')?;
    let lesser = mantissa.strip_suffix('5')?;
    let exact = format!("{value:.EXACT_DIGITS$e}");
    let is_tie = exact.split_once('e')?.0.trim_end_matches('0') == mantissa;
    is_tie.then(|| format!("{lesser}e{exponent}"))
}

/// A finite number in a radix other than ten: as many digits as tell it apart from its neighbours.
pub fn radix_text(machine: &mut Machine, args: &[Value]) -> Effect {
    match (&args[0], args[1].as_u64()) {
        (Value::Bits { width: 64, bits }, Some(radix)) => {
            let number = f64::from_bits(*bits);
            Effect::Return(Some(text(&in_radix(number, radix as u32))))
        }
        (Value::Bits { .. }, None) => Effect::NeedConcrete(1),
        (Value::Union(_), _) => Effect::NeedConcrete(0),
        _ => {
            let kind = machine.kind_of(&args[0]);
            Effect::Unmodelled(format!("a symbolic {kind:?} in another radix"))
        }
    }
}

/// The digits that node gives a finite number: those of an integer beyond 2^53 that do not tell it
/// apart are zeros.
fn in_radix(number: f64, radix: u32) -> String {
    let base = f64::from(radix);
    let digit = |value: f64| char::from_digit(value as u32, radix).unwrap_or('0');
    let size = number.abs();
    let (mut whole, mut fraction) = (size.floor(), size.fract());
    let mut error = (0.5 * (size.next_up() - size)).max(f64::from_bits(1));
    let mut digits: Vec<u32> = Vec::new();
    while fraction >= error {
        fraction *= base;
        error *= base;
        let next = fraction.floor();
        digits.push(next as u32);
        fraction -= next;
        let rounds_up = fraction > 0.5 || fraction == 0.5 && next as u32 % 2 == 1;
        if rounds_up && fraction + error > 1.0 {
            // The last digit that can grow does; those behind it become zeros.
            while digits.pop_if(|it| *it + 1 == radix).is_some() {}
            match digits.last_mut() {
                Some(last) => *last += 1,
                None => whole += 1.0,
            }
            break;
        }
    }
    let mut text = Vec::new();
    while whole / base >= 2f64.powi(53) {
        whole /= base;
        text.push('0');
    }
    loop {
        let rest = whole % base;
        text.push(digit(rest));
        whole = (whole - rest) / base;
        if whole <= 0.0 {
            break;
        }
    }
    if number < 0.0 {
        text.push('-');
    }
    text.reverse();
    if !digits.is_empty() {
        text.push('.');
        text.extend(digits.iter().map(|it| digit(f64::from(*it))));
    }
    text.into_iter().collect()
}

/// Whether a number is a machine integer, which may be symbolic.
pub fn is_machine_integer(machine: &mut Machine, args: &[Value]) -> Effect {
    let whole = args[0].map(machine.pool, &mut |pool, value| {
        Value::Bool(match value {
            Value::Bits { width: 32, .. } => true,
            Value::Term(term) => pool.sort(*term) == Sort::Bits(32),
            _ => false,
        })
    });
    Effect::Return(Some(whole))
}

/// A number with a given number of digits: how it is written (`fixed`, `exponential` or
/// `precision`), a finite number, and the number of digits that counts there, -1 for as many as
/// needed.
pub fn decimal_text(machine: &mut Machine, args: &[Value]) -> Effect {
    let value = match &args[1] {
        Value::Bits { width: 64, bits } => f64::from_bits(*bits),
        Value::Bits { bits, .. } => f64::from(*bits as u32 as i32),
        Value::Term(term) if machine.pool.sort(*term) == Sort::Bits(64) => {
            return Effect::Unmodelled("the digits of a symbolic fraction".to_string());
        }
        _ => return Effect::NeedConcrete(1),
    };
    let Value::Bits { bits, .. } = args[2] else {
        return Effect::NeedConcrete(2);
    };
    let count = usize::try_from(bits as u32 as i32).ok();
    let kind = &args[0];
    let body = match count {
        Some(count) if *kind == text("fixed") => fixed(value.abs(), count),
        Some(count) if *kind == text("precision") => precision(value.abs(), count.max(1)),
        Some(count) => exponential(value.abs(), count),
        None => {
            let shortest = shortest(value.abs());
            match shortest.split_once("e-") {
                Some(_) => shortest,
                None => shortest.replace('e', "e+"),
            }
        }
    };
    let sign = if value < 0.0 { "-" } else { "" };
    Effect::Return(Some(text(&format!("{sign}{body}"))))
}

/// Enough digits after the point for the exact value of any double.
const EXACT: usize = 1075;

/// The digits of a number that is not negative, exactly, and how many of them are before the point.
fn exact_digits(value: f64) -> (Vec<u8>, usize) {
    let exact = format!("{value:.EXACT$}");
    let (whole, fraction) = exact.split_once('.').unwrap_or((&exact, ""));
    let digits = whole.bytes().chain(fraction.bytes());
    (digits.map(|digit| digit - b'0').collect(), whole.len())
}

/// Keeps so many digits; half is rounded up. Whether there is one more digit in front then.
fn round_digits(digits: &mut Vec<u8>, keep: usize) -> bool {
    let up = digits.get(keep).is_some_and(|next| *next >= 5);
    digits.resize(keep, 0);
    if !up {
        return false;
    }
    for digit in digits.iter_mut().rev() {
        *digit = (*digit + 1) % 10;
        if *digit != 0 {
            return false;
        }
    }
    digits.insert(0, 1);
    true
}

fn shown(digits: &[u8]) -> String {
    digits
        .iter()
        .map(|digit| char::from(b'0' + digit))
        .collect()
}

/// Puts a point after so many digits, if any follow.
fn with_point(digits: &[u8], point: usize) -> String {
    match point < digits.len() {
        true => format!("{}.{}", shown(&digits[..point]), shown(&digits[point..])),
        false => shown(digits),
    }
}

fn fixed(value: f64, count: usize) -> String {
    let (mut digits, mut point) = exact_digits(value);
    point += usize::from(round_digits(&mut digits, point + count));
    with_point(&digits, point)
}

/// So many digits of a number, without zeros in front, and the exponent of the first one.
fn significant(value: f64, count: usize) -> (Vec<u8>, i32) {
    let (digits, point) = exact_digits(value);
    let first = digits.iter().position(|digit| *digit != 0);
    let Some(first) = first else {
        return (vec![0; count], 0);
    };
    let mut digits = digits[first..].to_vec();
    let carried = round_digits(&mut digits, count);
    digits.truncate(count);
    let exponent = point as i32 - 1 - first as i32 + i32::from(carried);
    (digits, exponent)
}

fn with_exponent(digits: &[u8], exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{}", with_point(digits, 1), exponent.abs())
}

fn exponential(value: f64, fraction: usize) -> String {
    let (digits, exponent) = significant(value, fraction + 1);
    with_exponent(&digits, exponent)
}

fn precision(value: f64, count: usize) -> String {
    let (digits, exponent) = significant(value, count);
    match usize::try_from(exponent) {
        Ok(exponent) if exponent < count => with_point(&digits, exponent + 1),
        Err(_) if exponent >= -6 => {
            let zeros = "0".repeat((-exponent - 1) as usize);
            format!("0.{zeros}{}", shown(&digits))
        }
        _ => with_exponent(&digits, exponent),
    }
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
    fn numbers_have_the_digits_asked_for() {
        assert_eq!(fixed(2.5, 0), "3");
        assert_eq!(fixed(0.5, 0), "1");
        assert_eq!(fixed(1.005, 2), "1.00");
        assert_eq!(fixed(9.995, 1), "10.0");
        assert_eq!(fixed(1e-10, 2), "0.00");
        assert_eq!(exponential(123456.0, 2), "1.23e+5");
        assert_eq!(exponential(0.0, 2), "0.00e+0");
        assert_eq!(exponential(99.99, 1), "1.0e+2");
        assert_eq!(precision(123.456, 4), "123.5");
        assert_eq!(precision(0.000001, 2), "0.0000010");
        assert_eq!(precision(1e21, 3), "1.00e+21");
        assert_eq!(precision(99.99, 2), "1.0e+2");
        assert_eq!(precision(0.0, 1), "0");
        assert_eq!(fixed(5e-324, 3), "0.000");
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
