//! Inputs as text: `x = 4294967295 (unsigned int)`, `name = "ab\0" (char[3])`; where the source
//! does not declare them, `x = -1 (i32)`, `row = {1, 2, and 6 zeros} (i32[8])`.

use crate::declared;
use crate::value;
use sheaf_engine::outcome::{Input, InputValue};
use sheaf_ir::{Element, Form, Module};
use std::ops::Range;

/// The maximum number of array elements shown, with runs of equal elements counted once; the test
/// case has all.
const SHOWN_ELEMENTS: usize = 64;
/// The minimum length of an array of bytes for a dump.
const DUMPED_BYTES: usize = 16;
/// Bytes in a line of a dump.
const DUMP_LINE: usize = 16;
/// Lines shown at each end of a long dump.
const DUMPED_ENDS: usize = 8;
/// The minimum number of zeros at the end of an array that are folded.
const FOLDED_ZEROS: usize = 4;
/// The minimum number of equal elements within an array that are folded.
const FOLDED_RUN: usize = 16;

/// An input as `name = value (type)`.
pub fn input(module: &Module, input: &Input) -> String {
    let (value, ty) = typed(module, &input.name, &value::as_scalar(&input.value));
    format!("{} = {value} ({ty})", name(&input.name))
}

/// An array of bytes that is no text, as `name = (type)` and lines of 16 bytes, each with its offset
/// and the printable characters. Equal lines are shown once, and the middle of many is left out.
pub fn dump(module: &Module, input: &Input) -> Option<Vec<String>> {
    let InputValue::Bytes { bytes, element } = &input.value else {
        return None;
    };
    if *element != Element::BYTE || bytes.len() < DUMPED_BYTES || is_text(bytes) {
        return None;
    }
    // What has parts of its own is shown by these.
    let has_parts = module
        .declared(&input.name)
        .is_some_and(|it| match &it.form {
            Form::Array(part) => part.bytes != 1,
            Form::Other => false,
            _ => true,
        });
    if has_parts {
        return None;
    }
    let (_, ty) = typed(module, &input.name, &input.value);
    let mut lines = vec![format!("{} = ({ty})", name(&input.name))];
    let mut before = None;
    let mut shown: Vec<(usize, Option<&[u8]>)> = Vec::new();
    for (number, line) in bytes.chunks(DUMP_LINE).enumerate() {
        let repeats = before == Some(line);
        before = Some(line);
        match shown.last() {
            Some((_, None)) if repeats => {}
            _ => shown.push((number, (!repeats).then_some(line))),
        }
    }
    let hidden = DUMPED_ENDS..shown.len().saturating_sub(DUMPED_ENDS);
    for (position, (number, line)) in shown.iter().enumerate() {
        match line {
            _ if position == hidden.start && !hidden.is_empty() => {
                lines.push(format!("  ... {} more lines ...", hidden.len()));
            }
            _ if hidden.contains(&position) => {}
            Some(line) => lines.push(dump_line(number * DUMP_LINE, line)),
            None => lines.push("  *".to_string()),
        }
    }
    Some(lines)
}

fn dump_line(offset: usize, bytes: &[u8]) -> String {
    let mut hex = String::new();
    for (position, byte) in bytes.iter().enumerate() {
        let gap = if position == DUMP_LINE / 2 { "  " } else { " " };
        hex.push_str(&format!("{gap}{byte:02x}"));
    }
    let text: String = bytes
        .iter()
        .map(|byte| match byte {
            b' '..=b'~' => *byte as char,
            _ => '.',
        })
        .collect();
    format!(
        "  {offset:04x} {hex:<width$}  |{text}|",
        width = 3 * DUMP_LINE + 1
    )
}

/// An input as `name = value (type)`, with the type in which it is stored.
pub fn stored(input: &Input) -> String {
    let shown = value::as_scalar(&input.value);
    let (value, ty) = (value(&shown), value::type_name(&shown));
    format!("{} = {value} ({ty})", name(&input.name))
}

/// The value of an input, and its type: as the source declares it, if that is known.
pub fn typed(module: &Module, name: &str, value: &InputValue) -> (String, String) {
    let declared = module.declared(name);
    let shown = declared.and_then(|declared| declared::shown(declared, value));
    shown.unwrap_or_else(|| (self::value(value), value::type_name(value)))
}

/// The name of a function as people know it: those of JavaScript have a number behind a `#`, which
/// distinguishes functions of one name.
pub fn function(name: &str) -> &str {
    match name.split_once('#') {
        Some(("", _)) => "an anonymous function",
        Some((name, _)) => name,
        None => name,
    }
}

/// A name without control characters, which a terminal would interpret.
pub fn name(text: &str) -> String {
    let shown = text.chars().map(|c| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    });
    shown.collect()
}

/// The value alone, with the type in which it is stored.
fn value(value: &InputValue) -> String {
    match value {
        InputValue::Bytes { bytes, element } => {
            let elements = value::elements(value);
            let texts = elements.iter().map(value::encode);
            match *element == Element::BYTE {
                true => text_or_row(bytes, texts),
                false => row(&texts.collect::<Vec<_>>(), |at| {
                    value::is_zero(&elements[at])
                }),
            }
        }
        InputValue::Bits {
            width: 8,
            value: byte,
        } => match character(*byte as u8) {
            Some(shown) => format!("{byte} {shown}"),
            None => value::encode(value),
        },
        other => value::encode(other),
    }
}

/// A printable character as in C.
pub(crate) fn character(byte: u8) -> Option<String> {
    matches!(byte, b' '..=b'~').then(|| format!("'{}'", escape(byte)))
}

/// Bytes as a string literal if they are mostly text, else as an array of these numbers.
pub(crate) fn text_or_row(bytes: &[u8], numbers: impl Iterator<Item = String>) -> String {
    match is_text(bytes) {
        true => c_string(bytes),
        false => row(&numbers.collect::<Vec<_>>(), |at| bytes[at] == 0),
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

/// A part of an array.
enum Part {
    /// These elements, one by one.
    Each(Range<usize>),
    /// Equal ones.
    Run(Range<usize>),
}

/// The parts of an array that are shown, and the number of elements after them. Long runs of equal
/// elements are folded, so that the relevant elements are shown wherever they are.
fn parts<T: PartialEq>(row: &[T], is_zero: impl Fn(usize) -> bool) -> (Vec<Part>, usize) {
    let (mut parts, mut at, mut shown) = (Vec::new(), 0, 0);
    while at < row.len() {
        let run = row[at..].iter().take_while(|it| **it == row[at]).count();
        let at_end = at + run == row.len() && is_zero(at);
        if run >= FOLDED_RUN || (at_end && run >= FOLDED_ZEROS) {
            parts.push(Part::Run(at..at + run));
            at += run;
            continue;
        }
        if shown == SHOWN_ELEMENTS {
            break;
        }
        match parts.last_mut() {
            Some(Part::Each(range)) => range.end += 1,
            _ => parts.push(Part::Each(at..at + 1)),
        }
        (at, shown) = (at + 1, shown + 1);
    }
    (parts, row.len() - at)
}

/// One or several C string literals: split where bytes are left out, and where a digit would become
/// part of the preceding escape.
pub(crate) fn c_string(bytes: &[u8]) -> String {
    let (parts, more) = parts(bytes, |at| bytes[at] == 0);
    let mut shown: Vec<String> = Vec::new();
    for part in &parts {
        shown.push(match part {
            Part::Each(range) => literal(&bytes[range.clone()]) + &place(range.start),
            Part::Run(range) if bytes[range.start] == 0 => format!("{} zeros", range.len()),
            Part::Run(range) => {
                let byte = escape(bytes[range.start]);
                format!("{} times '{byte}'", range.len())
            }
        });
    }
    if let [Part::Each(_), Part::Run(_)] = parts[..]
        && more == 0
    {
        return shown.join(" and ");
    }
    let rest = (more > 0).then(|| format!("... {more} more"));
    shown.into_iter().chain(rest).collect::<Vec<_>>().join(", ")
}

/// The index of a part that is not the first one.
fn place(start: usize) -> String {
    match start {
        0 => String::new(),
        start => format!(" at {start}"),
    }
}

fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    let mut after_hex = false;
    for byte in bytes {
        if after_hex && byte.is_ascii_hexdigit() {
            text.push_str("\" \"");
        }
        let escaped = escape(*byte);
        after_hex = escaped.starts_with("\\x");
        text.push_str(&escaped);
    }
    text.push('"');
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

/// Elements in braces; after omitted elements, with their index.
pub(crate) fn row(elements: &[String], is_zero: impl Fn(usize) -> bool) -> String {
    let (parts, more) = parts(elements, &is_zero);
    let mut shown: Vec<String> = Vec::new();
    for (position, part) in parts.iter().enumerate() {
        match part {
            Part::Each(range) => {
                let first = &elements[range.start];
                shown.push(match range.start {
                    0 => first.clone(),
                    start => format!("[{start}] = {first}"),
                });
                shown.extend_from_slice(&elements[range.start + 1..range.end]);
            }
            Part::Run(range) if is_zero(range.start) => {
                let is_end = position > 0 && position + 1 == parts.len() && more == 0;
                let and = if is_end { "and " } else { "" };
                shown.push(format!("{and}{} zeros", range.len()));
            }
            Part::Run(range) => {
                let (count, element) = (range.len(), &elements[range.start]);
                shown.push(format!("{count} times {element}"));
            }
        }
    }
    if more > 0 {
        shown.push(format!("... {more} more"));
    }
    format!("{{{}}}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_ir::FloatKind;

    fn shown(bytes: &[u8], size: u32) -> String {
        stored(&Input {
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
            stored(&Input {
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
        let long: Vec<u8> = (0..100).map(|at| b'a' + at % 7).collect();
        let text = shown(&long, 1);
        assert!(text.ends_with("\", ... 36 more (i8[100])"), "{text}");
        assert_eq!(shown(&[b'a'; 100], 1), "x = 100 times 'a' (i8[100])");
        let mut far = vec![0; 4096];
        far[0] = b'<';
        far[4000..4003].copy_from_slice(b"abc");
        let expected = r#"x = "<", 3999 zeros, "abc" at 4000, 93 zeros (i8[4096])"#;
        assert_eq!(shown(&far, 1), expected);
    }

    #[test]
    fn rows() {
        assert_eq!(shown(&[1, 2], 1), "x = {1, 2} (i8[2])");
        assert_eq!(shown(&[1, 0, 0xff, 0xff], 2), "x = {1, -1} (i16[2])");
        assert_eq!(shown(&[1, 0, 0, 0, 0], 1), "x = {1, and 4 zeros} (i8[5])");
        assert_eq!(shown(&[0; 8], 1), "x = {8 zeros} (i8[8])");
        let mut far = vec![0; 80];
        far[40..44].fill(1);
        let expected = "x = {20 zeros, [20] = 257, 257, and 18 zeros} (i16[40])";
        assert_eq!(shown(&far, 2), expected);
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
            stored(&Input {
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
