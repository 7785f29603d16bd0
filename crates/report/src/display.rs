//! Inputs as people read them: `x = -2147483648 (i32)`, `name = "ab\0" (i8[3])`, `row = {1, 2, and 6 zeros} (i32[8])`.

use crate::value;
use sheaf_engine::outcome::{Input, InputValue};
use sheaf_ir::Element;
use std::fmt::Write;

/// Elements shown of an array; the test case has them all.
const SHOWN_ELEMENTS: usize = 64;
/// Zeros at the end of an array that are worth folding.
const FOLDED_ZEROS: usize = 4;

/// An input as `name = value (type)`.
pub fn input(input: &Input) -> String {
    let shown = value::as_scalar(&input.value);
    format!(
        "{} = {} ({})",
        name(&input.name),
        self::value(&shown),
        value::type_name(&shown)
    )
}

/// A name without what a terminal would take for a command.
pub fn name(text: &str) -> String {
    let shown = text.chars().map(|c| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    });
    shown.collect()
}

/// The value alone.
pub fn value(value: &InputValue) -> String {
    match value {
        InputValue::Bytes {
            bytes,
            element: Element::BYTE,
        } if is_text(bytes) => c_string(bytes),
        InputValue::Bytes { .. } => row(&value::elements(value)),
        InputValue::Bits { width: 8, value } => match *value as u8 {
            byte @ b' '..=b'~' => format!("{byte} '{}'", escape(byte)),
            _ => value::encode(&InputValue::Bits {
                width: 8,
                value: *value,
            }),
        },
        other => value::encode(other),
    }
}

/// Whether most of the bytes that are not zero are printable.
fn is_text(bytes: &[u8]) -> bool {
    let other = bytes.iter().filter(|byte| **byte != 0).count();
    let printable = bytes
        .iter()
        .filter(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
        .count();
    printable > 0 && 2 * printable >= other
}

/// A C string literal, or several where a digit would become part of an escape before it.
fn c_string(bytes: &[u8]) -> String {
    let (shown, zeros) = fold_zeros(bytes, |byte| *byte == 0);
    let cut = shown.len().min(SHOWN_ELEMENTS);
    let mut text = String::from("\"");
    let mut after_hex = false;
    for byte in &shown[..cut] {
        if after_hex && byte.is_ascii_hexdigit() {
            text.push_str("\" \"");
        }
        let escaped = escape(*byte);
        after_hex = escaped.starts_with("\\x");
        text.push_str(&escaped);
    }
    text.push('"');
    add_rest(&mut text, shown.len() - cut, zeros, " ");
    text
}

fn escape(byte: u8) -> String {
    match byte {
        b'"' | b'\\' | b'\'' => format!("\\{}", byte as char),
        b' '..=b'~' => (byte as char).to_string(),
        b'\n' => "\\n".to_string(),
        b'\t' => "\\t".to_string(),
        _ => format!("\\x{byte:02x}"),
    }
}

fn row(elements: &[InputValue]) -> String {
    let (shown, zeros) = fold_zeros(elements, value::is_zero);
    let cut = shown.len().min(SHOWN_ELEMENTS);
    let row: Vec<String> = shown[..cut].iter().map(value::encode).collect();
    let mut text = format!("{{{}", row.join(", "));
    let separator = if row.is_empty() { "" } else { ", " };
    add_rest(&mut text, shown.len() - cut, zeros, separator);
    text.push('}');
    text
}

/// The row without the zeros at its end, and how many these are; all of it if they are few.
fn fold_zeros<T>(row: &[T], is_zero: impl Fn(&T) -> bool) -> (&[T], usize) {
    let zeros = row.iter().rev().take_while(|it| is_zero(it)).count();
    if zeros >= FOLDED_ZEROS {
        (&row[..row.len() - zeros], zeros)
    } else {
        (row, 0)
    }
}

fn add_rest(text: &mut String, more: usize, zeros: usize, separator: &str) {
    // Writing to a string cannot fail.
    if more > 0 {
        let _ = write!(text, "{separator}... {more} more");
    }
    if zeros > 0 {
        let and = if separator.is_empty() { "" } else { "and " };
        let _ = write!(text, "{separator}{and}{zeros} zeros");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_ir::FloatKind;

    fn shown(bytes: &[u8], size: u32) -> String {
        input(&Input {
            name: "x".into(),
            value: InputValue::Bytes {
                bytes: bytes.to_vec(),
                element: Element::Integer(size),
            },
        })
    }

    #[test]
    fn scalars() {
        let bits = |width, value| {
            input(&Input {
                name: "x".into(),
                value: InputValue::Bits { width, value },
            })
        };
        assert_eq!(bits(32, 0x8000_0000), "x = -2147483648 (i32)");
        assert_eq!(bits(8, 65), "x = 65 'A' (i8)");
        assert_eq!(bits(8, 255), "x = -1 (i8)");
        assert_eq!(shown(&[1, 0, 0, 0x80], 4), "x = -2147483647 (i32)");
    }

    #[test]
    fn names_hold_no_control_characters() {
        assert_eq!(name("p->x é"), "p->x é");
        assert_eq!(name("a\n\u{1b}[31m"), "a\\n\\u{1b}[31m");
    }

    #[test]
    fn text() {
        assert_eq!(shown(b"ab\0", 1), r#"x = "ab\x00" (i8[3])"#);
        assert_eq!(shown(b"a\xff0\"", 1), r#"x = "a\xff" "0\"" (i8[4])"#);
        assert_eq!(shown(b"ab\0\0\0\0\0", 1), r#"x = "ab" and 5 zeros (i8[7])"#);
        let long = [b'a'; 100];
        assert!(
            shown(&long, 1).contains("\" ... 36 more (i8[100])"),
            "{}",
            shown(&long, 1)
        );
    }

    #[test]
    fn rows() {
        assert_eq!(shown(&[1, 2], 1), "x = {1, 2} (i8[2])");
        assert_eq!(shown(&[1, 0, 0xff, 0xff], 2), "x = {1, -1} (i16[2])");
        assert_eq!(shown(&[1, 0, 0, 0, 0], 1), "x = {1, and 4 zeros} (i8[5])");
        assert_eq!(shown(&[0; 8], 1), "x = {8 zeros} (i8[8])");
        assert_eq!(shown(&[1, 2, 3], 2), "x = {1, 2, 3} (i8[3])");
        assert_eq!(shown(&[], 1), "x = {} (i8[0])");
    }

    #[test]
    fn floats() {
        let shown = |values: &[f64]| {
            let bytes = values
                .iter()
                .flat_map(|value| value.to_le_bytes())
                .collect();
            input(&Input {
                name: "x".into(),
                value: InputValue::Bytes {
                    bytes,
                    element: Element::Float(FloatKind::F64),
                },
            })
        };
        assert_eq!(shown(&[-0.5]), "x = -0.5 (f64)");
        assert_eq!(
            shown(&[1e300, f64::INFINITY, 0.0, -0.0]),
            "x = {1e300, inf, 0.0, -0.0} (f64[4])"
        );
        assert_eq!(
            shown(&[0.1, 0.0, 0.0, 0.0, 0.0]),
            "x = {0.1, and 4 zeros} (f64[5])"
        );
        assert_eq!(shown(&[f64::NAN]), "x = 0x7ff8000000000000 (f64)");
    }
}
