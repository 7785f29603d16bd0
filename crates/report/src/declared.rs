//! Values of inputs as the source declares them: `4294967295 (unsigned int)`, `{x: 3, colour: 2
//! BLUE} (struct point)`.

use crate::display::{c_string, character, text_or_row};
use crate::value;
use sheaf_engine::outcome::InputValue;
use sheaf_ir::{Declared, DeclaredMember, Element, FloatKind, Form};

/// Structures with at most this many members are shown with their zeros.
const SHOWN_ZEROS: usize = 8;

/// A value and its type, if the value fits the declared type or an array of it.
pub fn shown(declared: &Declared, value: &InputValue) -> Option<(String, String)> {
    let bytes = bytes(value)?;
    let is_row = matches!(value, InputValue::Bytes { .. })
        && !matches!(
            declared.form,
            Form::Array(_) | Form::Structure(_) | Form::Other
        );
    if bytes.len() as u64 == declared.bytes && !is_row {
        return Some((of(declared, &bytes), declared.name.to_string()));
    }
    let step = usize::try_from(declared.bytes).ok().filter(|it| *it > 0)?;
    if !bytes.len().is_multiple_of(step) {
        return None;
    }
    let count = format!("[{}]", bytes.len() / step);
    let name = match declared.name.split_once('[') {
        Some((element, counts)) => format!("{element}{count}[{counts}"),
        None => format!("{}{count}", declared.name),
    };
    Some((row(declared, &bytes), name))
}

/// The bytes of a value in memory; `None` for a value that C does not have.
fn bytes(value: &InputValue) -> Option<Vec<u8>> {
    match value {
        InputValue::Bytes { bytes, .. } => Some(bytes.clone()),
        InputValue::Bool(truth) => Some(vec![u8::from(*truth)]),
        InputValue::Bits { width, value } if width.is_multiple_of(8) => {
            Some(value.to_le_bytes()[..*width as usize / 8].to_vec())
        }
        InputValue::Float(kind, bits) => {
            let size = Element::Float(*kind).bytes() as usize;
            Some(bits.to_le_bytes()[..size].to_vec())
        }
        InputValue::Bits { .. } | InputValue::Int(_) | InputValue::Text(_) => None,
    }
}

/// A value of a type, from all of its bytes.
fn of(declared: &Declared, bytes: &[u8]) -> String {
    match &declared.form {
        Form::Structure(members) => structure(members, bytes),
        Form::Array(element) => row(element, bytes),
        Form::Float(kind) => float(*kind, bytes),
        Form::Other => text_or_row(bytes, bytes.iter().map(u8::to_string)),
        _ if bytes.len() > 16 => text_or_row(bytes, bytes.iter().map(u8::to_string)),
        form => scalar(form, unsigned(bytes), 8 * bytes.len() as u32),
    }
}

/// A number with this many bits.
fn scalar(form: &Form, value: u128, width: u32) -> String {
    match form {
        Form::Boolean if value < 2 => (value == 1).to_string(),
        Form::Pointer if value == 0 => "null".to_string(),
        Form::Pointer => format!("{value:#x}"),
        Form::Enumeration(names) => {
            let signed = value::signed(value, width);
            let is_signed = names.iter().any(|(_, value)| *value < 0);
            let value = if is_signed { signed } else { value as i128 };
            let name = names.iter().find(|(_, known)| *known == value);
            name.map_or(value.to_string(), |(name, _)| format!("{value} {name}"))
        }
        Form::Signed => with_character(value, width, value::signed(value, width).to_string()),
        _ => with_character(value, width, value.to_string()),
    }
}

fn with_character(value: u128, width: u32, number: String) -> String {
    let shown = character(value as u8).filter(|_| width == 8);
    shown.map_or(number.clone(), |shown| format!("{number} {shown}"))
}

fn float(kind: FloatKind, bytes: &[u8]) -> String {
    let element = Element::Float(kind);
    let bytes = bytes.to_vec();
    match &value::elements(&InputValue::Bytes { bytes, element })[..] {
        [only] => value::encode(only),
        _ => String::new(),
    }
}

fn row(element: &Declared, bytes: &[u8]) -> String {
    let step = (element.bytes as usize).max(1);
    let is_number = matches!(element.form, Form::Signed | Form::Unsigned);
    // Numbers in an array are shown without the characters that they may be.
    let shown = |part: &[u8]| match element.form {
        Form::Signed if step <= 16 => {
            value::signed(unsigned(part), 8 * part.len() as u32).to_string()
        }
        Form::Unsigned if step <= 16 => unsigned(part).to_string(),
        _ => of(element, part),
    };
    let elements = bytes.chunks_exact(step).map(shown);
    // Bytes of UTF-8 say more than negative numbers.
    let is_characters = &*element.name == "char" && bytes.iter().any(|byte| !byte.is_ascii());
    match is_number && step == 1 {
        true if is_characters => c_string(bytes),
        true => text_or_row(bytes, elements),
        false => crate::display::row(&elements.collect::<Vec<_>>(), |at| {
            bytes[at * step..(at + 1) * step]
                .iter()
                .all(|byte| *byte == 0)
        }),
    }
}

fn structure(members: &[DeclaredMember], bytes: &[u8]) -> String {
    let many = members.len() > SHOWN_ZEROS;
    let (mut shown, mut zeros) = (Vec::new(), false);
    for member in members {
        let Some((text, is_zero)) = self::member(member, bytes) else {
            continue;
        };
        if many && is_zero {
            zeros = true;
            continue;
        }
        shown.push(match &*member.name {
            "" => text,
            name => format!("{name}: {text}"),
        });
    }
    if zeros {
        shown.push("others 0".to_string());
    }
    format!("{{{}}}", shown.join(", "))
}

/// A member of a structure with these bytes, and whether it is zero.
fn member(member: &DeclaredMember, bytes: &[u8]) -> Option<(String, bool)> {
    let start = usize::try_from(member.offset_bits / 8).ok()?;
    let first = (member.offset_bits % 8) as u32;
    let end_bits = member.offset_bits.checked_add(member.bits)?;
    let part = bytes.get(start..usize::try_from(end_bits.div_ceil(8)).ok()?)?;
    let is_whole = first == 0 && member.bits == 8 * member.ty.bytes;
    if is_whole || part.len() > 16 || member.bits == 0 {
        return Some((of(&member.ty, part), part.iter().all(|byte| *byte == 0)));
    }
    let width = member.bits as u32;
    let value = unsigned(part) >> first & (u128::MAX >> (128 - width));
    Some((scalar(&member.ty.form, value, width), value == 0))
}

fn unsigned(bytes: &[u8]) -> u128 {
    let mut all = [0; 16];
    let count = bytes.len().min(16);
    all[..count].copy_from_slice(&bytes[..count]);
    u128::from_le_bytes(all)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn number(name: &str, bytes: u64, form: Form) -> Declared {
        Declared {
            name: name.into(),
            bytes,
            form,
        }
    }

    fn row_of(bytes: &[u8], element: u32) -> InputValue {
        InputValue::Bytes {
            bytes: bytes.to_vec(),
            element: Element::Integer(element),
        }
    }

    fn text(declared: &Declared, value: &InputValue) -> String {
        let (value, ty) = shown(declared, value).unwrap();
        format!("{value} ({ty})")
    }

    #[test]
    fn scalars() {
        let bits = |width, value| InputValue::Bits { width, value };
        let unsigned = number("size_t", 4, Form::Unsigned);
        assert_eq!(
            text(&unsigned, &bits(32, 0xffff_ffff)),
            "4294967295 (size_t)"
        );
        let signed = number("int", 4, Form::Signed);
        assert_eq!(text(&signed, &bits(32, 0xffff_ffff)), "-1 (int)");
        let byte = number("unsigned char", 1, Form::Unsigned);
        assert_eq!(text(&byte, &bits(8, 65)), "65 'A' (unsigned char)");
        let names = [("RED".into(), 0), ("BLUE".into(), 2)];
        let colour = number("enum colour", 4, Form::Enumeration(names.into()));
        assert_eq!(text(&colour, &bits(32, 2)), "2 BLUE (enum colour)");
        assert_eq!(text(&colour, &bits(32, 3)), "3 (enum colour)");
        let truth = number("_Bool", 1, Form::Boolean);
        assert_eq!(text(&truth, &InputValue::Bool(true)), "true (_Bool)");
        let pointer = number("char *", 8, Form::Pointer);
        assert_eq!(text(&pointer, &bits(64, 0)), "null (char *)");
        // What does not fit is not of the type.
        assert_eq!(shown(&signed, &bits(8, 1)), None);
        assert_eq!(shown(&signed, &bits(1, 1)), None);
    }

    #[test]
    fn rows() {
        let short = number("unsigned short", 2, Form::Unsigned);
        assert_eq!(
            text(&short, &row_of(&[255, 255], 2)),
            "{65535} (unsigned short[1])"
        );
        let text_of_two = number(
            "char[2]",
            2,
            Form::Array(Box::new(number("char", 1, Form::Signed))),
        );
        assert_eq!(
            text(&text_of_two, &row_of(&[0xc3, 0xa4], 1)),
            r#""\xc3\xa4" (char[2])"#
        );
        let three = number(
            "short[3]",
            6,
            Form::Array(Box::new(number("short", 2, Form::Signed))),
        );
        let six = row_of(&[1, 0, 2, 0, 255, 255], 2);
        assert_eq!(text(&three, &six), "{1, 2, -1} (short[3])");
        let twelve = row_of(&[1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0], 2);
        assert_eq!(
            text(&three, &twelve),
            "{{1, 2, 3}, {4, 5, 6}} (short[2][3])"
        );
        let byte = number("unsigned char", 1, Form::Unsigned);
        assert_eq!(
            text(&byte, &row_of(&[200, 1], 1)),
            "{200, 1} (unsigned char[2])"
        );
        assert_eq!(text(&byte, &row_of(b"ab", 1)), "\"ab\" (unsigned char[2])");
    }

    #[test]
    fn structures() {
        let member = |name: &str, offset_bits, bits, ty| DeclaredMember {
            name: name.into(),
            offset_bits,
            bits,
            ty,
        };
        let int = || number("int", 4, Form::Signed);
        let members = [
            member("x", 0, 32, int()),
            member("low", 32, 3, number("unsigned int", 4, Form::Unsigned)),
            member("high", 35, 5, int()),
            member("next", 64, 64, number("struct s *", 8, Form::Pointer)),
        ];
        let ty = number("struct s", 16, Form::Structure(members.into()));
        let mut bytes = [0; 16];
        bytes[0] = 7;
        bytes[4] = 0b1111_1110;
        let expected = "{x: 7, low: 6, high: -1, next: null} (struct s)";
        assert_eq!(text(&ty, &row_of(&bytes, 1)), expected);
        let many = (0..9).map(|at| {
            member(
                &format!("m{at}"),
                8 * at,
                8,
                number("char", 1, Form::Signed),
            )
        });
        let ty = number("struct many", 9, Form::Structure(many.collect()));
        assert_eq!(
            text(&ty, &row_of(&[0, 0, 3, 0, 0, 0, 0, 0, 0], 1)),
            "{m2: 3, others 0} (struct many)"
        );
    }
}
