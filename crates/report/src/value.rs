//! Values of inputs as text that reads back to the same value: a type and a value, as in test cases
//! and JSON.
//!
//! | type | value |
//! |---|---|
//! | `bool` | `true` or `false` |
//! | `i8`, `i32`, ... | decimal, signed |
//! | `int` | decimal, of any size |
//! | `string` | a string literal of JSON, its units beyond printable ASCII escaped |
//! | `f16`, `f32`, `f64`, `f80`, `f128` | decimal, exact when read back; NaN and infinities as bit patterns, `0x...` |
//! | `i8[5]`, `i32[3]`, `f64[2]`, ... | the bytes in memory order as hexadecimal digits; the type tells how to group them |

use crate::literal;
use num_bigint::BigInt;
use sheaf_engine::outcome::InputValue;
use sheaf_float::{Format, Notation, scan, to_text};
use sheaf_ir::{Element, FloatKind};
use std::fmt::Write;

/// The name of a value's type.
pub fn type_name(value: &InputValue) -> String {
    match value {
        InputValue::Bytes { bytes, element } => {
            let element = fitting(bytes, *element);
            let count = bytes.len() / element.bytes() as usize;
            match element {
                Element::Integer(size) => format!("i{}[{count}]", 8 * size),
                Element::Float(kind) => format!("{}[{count}]", kind.word()),
            }
        }
        InputValue::Bool(_) => "bool".to_string(),
        InputValue::Bits { width, .. } => format!("i{width}"),
        InputValue::Int(_) => "int".to_string(),
        InputValue::Float(kind, _) => kind.word().to_string(),
        InputValue::Text(_) => "string".to_string(),
    }
}

/// The value as text, see the table above.
pub fn encode(value: &InputValue) -> String {
    match value {
        InputValue::Bytes { bytes, .. } => hex(bytes),
        InputValue::Bool(value) => value.to_string(),
        InputValue::Bits { width, value } => signed(*value, *width).to_string(),
        InputValue::Int(value) => value.to_string(),
        InputValue::Float(kind, bits) => encode_float(*kind, *bits),
        InputValue::Text(text) => literal::encode(text.units()),
    }
}

/// The value of a type and a text, or what is wrong with them.
pub fn decode(ty: &str, text: &str) -> Result<InputValue, String> {
    let malformed = || format!("`{text}` is not a value of type `{ty}`");
    match ty {
        "bool" => Ok(InputValue::Bool(text.parse().map_err(|_| malformed())?)),
        "string" => {
            let units = literal::decode(text).ok_or_else(malformed)?;
            Ok(InputValue::Text(units.into()))
        }
        "int" => Ok(InputValue::Int(
            text.parse::<BigInt>().map_err(|_| malformed())?,
        )),
        _ => {
            if let Some(kind) = FloatKind::from_word(ty) {
                let bits = decode_float(kind, text).ok_or_else(malformed)?;
                return Ok(InputValue::Float(kind, bits));
            }
            if let Some((element, count)) = ty.strip_suffix(']').and_then(|ty| ty.split_once('[')) {
                return decode_bytes(element, count, text).ok_or_else(malformed);
            }
            let unknown = || format!("`{ty}` is not a type of inputs");
            let width = integer_width(ty).ok_or_else(unknown)?;
            let value = decode_bits(width, text).ok_or_else(malformed)?;
            Ok(InputValue::Bits { width, value })
        }
    }
}

/// The signed reading of a value of this width in bits (1 to 128).
pub fn signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width.clamp(1, 128);
    ((value << unused) as i128) >> unused
}

/// Converts an array of one element, which is how C programs make a scalar symbolic through its
/// address, to a scalar; any other value is returned unchanged.
pub fn as_scalar(value: &InputValue) -> InputValue {
    match value {
        InputValue::Bytes { bytes, element } if bytes.len() == element.bytes() as usize => {
            elements(value).remove(0)
        }
        other => other.clone(),
    }
}

/// A value as a list of scalars: a scalar is its own list, bytes are split into elements.
pub fn elements(value: &InputValue) -> Vec<InputValue> {
    let InputValue::Bytes { bytes, element } = value else {
        return vec![value.clone()];
    };
    let element = fitting(bytes, *element);
    let scalar = |bytes: &[u8]| {
        let mut all = [0; 16];
        all[..bytes.len()].copy_from_slice(bytes);
        let value = u128::from_le_bytes(all);
        match element {
            Element::Integer(size) => InputValue::Bits {
                width: 8 * size,
                value,
            },
            Element::Float(kind) => {
                let padding = 128 - kind.width();
                InputValue::Float(kind, value << padding >> padding)
            }
        }
    };
    bytes
        .chunks_exact(element.bytes() as usize)
        .map(scalar)
        .collect()
}

/// Whether all bits of a value are zero.
pub fn is_zero(value: &InputValue) -> bool {
    match value {
        InputValue::Bytes { bytes, .. } => bytes.iter().all(|byte| *byte == 0),
        InputValue::Bits { value, .. } | InputValue::Float(_, value) => *value == 0,
        InputValue::Bool(value) => !value,
        InputValue::Int(_) | InputValue::Text(_) => false,
    }
}

/// The element type of bytes: bytes, if their number is not a multiple of the element size.
fn fitting(bytes: &[u8], element: Element) -> Element {
    let size = element.bytes() as usize;
    match (1..=16).contains(&size) && bytes.len().is_multiple_of(size) {
        true => element,
        false => Element::BYTE,
    }
}

/// Two hexadecimal digits for each byte.
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}

fn decode_bytes(element: &str, count: &str, text: &str) -> Option<InputValue> {
    let element = match (FloatKind::from_word(element), integer_width(element)) {
        (Some(kind), _) => Element::Float(kind),
        (None, Some(width @ (8 | 16 | 32 | 64 | 128))) => Element::Integer(width / 8),
        _ => return None,
    };
    let count: usize = count.parse().ok()?;
    if !text.len().is_multiple_of(2) {
        return None;
    }
    let digits = text.as_bytes().chunks_exact(2);
    let bytes = digits
        .map(|pair| {
            std::str::from_utf8(pair)
                .ok()
                .and_then(|pair| u8::from_str_radix(pair, 16).ok())
        })
        .collect::<Option<Vec<u8>>>()?;
    let expected = count.checked_mul(element.bytes() as usize)?;
    (bytes.len() == expected).then_some(InputValue::Bytes { bytes, element })
}

fn integer_width(ty: &str) -> Option<u32> {
    let width: u32 = ty.strip_prefix('i')?.parse().ok()?;
    (1..=128).contains(&width).then_some(width)
}

fn decode_bits(width: u32, text: &str) -> Option<u128> {
    let mask = u128::MAX >> (128 - width);
    if let Ok(value) = text.parse::<i128>() {
        let cut = value as u128 & mask;
        // Both readings of a bit pattern are accepted: -1 and 255 are the same i8.
        return (signed(cut, width) == value || (value >= 0 && cut == value as u128))
            .then_some(cut);
    }
    text.parse::<u128>().ok().filter(|value| value & !mask == 0)
}

fn encode_float(kind: FloatKind, bits: u128) -> String {
    let text = match kind {
        FloatKind::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        FloatKind::F64 => format!("{:?}", f64::from_bits(bits as u64)),
        _ => shortest(kind, bits),
    };
    match scan(kind, text.as_bytes()).bits == bits {
        true if !text.contains("NaN") => text,
        _ => format!("{bits:#x}"),
    }
}

/// The shortest decimal text that reads back to the number, if it is finite.
fn shortest(kind: FloatKind, bits: u128) -> String {
    // Enough digits to distinguish the numbers of the largest format.
    const MOST_DIGITS: usize = 36;
    let with_digits = |digits| {
        let format = Format {
            notation: Notation::General,
            precision: Some(digits),
            alternate: false,
            uppercase: false,
        };
        let text = to_text(kind, bits, &format).to_string();
        let is_whole = |text: &str| text.bytes().all(|it| it.is_ascii_digit() || it == b'-');
        let point = if is_whole(&text) { ".0" } else { "" };
        text + point
    };
    let mut texts = (1..=MOST_DIGITS).map(with_digits);
    let reads_back = |text: &String| scan(kind, text.as_bytes()).bits == bits;
    texts.find(reads_back).unwrap_or_default()
}

fn decode_float(kind: FloatKind, text: &str) -> Option<u128> {
    if let Some(digits) = text.strip_prefix("0x") {
        let bits = u128::from_str_radix(digits, 16).ok()?;
        return (kind.width() == 128 || bits >> kind.width() == 0).then_some(bits);
    }
    match kind {
        FloatKind::F32 => text.parse::<f32>().ok().map(|value| value.to_bits().into()),
        FloatKind::F64 => text.parse::<f64>().ok().map(|value| value.to_bits().into()),
        _ => {
            let scanned = scan(kind, text.as_bytes());
            (scanned.length == text.len() && scanned.length > 0).then_some(scanned.bits)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(value: InputValue, ty: &str, text: &str) {
        assert_eq!(type_name(&value), ty);
        assert_eq!(encode(&value), text);
        assert_eq!(decode(ty, text), Ok(value));
    }

    #[test]
    fn values_survive_the_round_trip() {
        round_trip(InputValue::Bool(true), "bool", "true");
        round_trip(
            InputValue::Bits {
                width: 32,
                value: 0x8000_0000,
            },
            "i32",
            "-2147483648",
        );
        round_trip(InputValue::Bits { width: 1, value: 1 }, "i1", "-1");
        round_trip(
            InputValue::Bits {
                width: 128,
                value: u128::MAX,
            },
            "i128",
            "-1",
        );
        round_trip(InputValue::Int(BigInt::from(-5)), "int", "-5");
        round_trip(
            InputValue::Float(FloatKind::F64, 0.1f64.to_bits().into()),
            "f64",
            "0.1",
        );
        round_trip(
            InputValue::Float(FloatKind::F32, 0x7fc0_0001),
            "f32",
            "0x7fc00001",
        );
        // Without its highest bit it is not a number.
        round_trip(
            InputValue::Float(FloatKind::F80, 0x3fff << 64),
            "f80",
            "0x3fff0000000000000000",
        );
        for (kind, bits, text) in [
            (FloatKind::F80, 0x3fff_8000_0000_0000_0000, "1.0"),
            (FloatKind::F80, 0xbffb_cccc_cccc_cccc_cccd, "-0.1"),
            (FloatKind::F80, 0x7fff_8000_0000_0000_0000, "inf"),
            (FloatKind::F16, 0x0001, "6e-08"),
            (FloatKind::F128, 1 << 127, "-0.0"),
        ] {
            round_trip(InputValue::Float(kind, bits), kind.word(), text);
        }
        round_trip(
            InputValue::Bytes {
                bytes: vec![0, 0, 0xc0, 0x3f, 0, 0, 0x80, 0xff],
                element: Element::Float(FloatKind::F32),
            },
            "f32[2]",
            "0000c03f000080ff",
        );
        round_trip(
            InputValue::Bytes {
                bytes: vec![1, 0, 0xff, 0xff],
                element: Element::Integer(2),
            },
            "i16[2]",
            "0100ffff",
        );
        round_trip(
            InputValue::Bytes {
                bytes: Vec::new(),
                element: Element::BYTE,
            },
            "i8[0]",
            "",
        );
    }

    #[test]
    fn infinities_and_zeros_keep_their_sign() {
        for value in [f64::INFINITY, f64::NEG_INFINITY, -0.0] {
            let input = InputValue::Float(FloatKind::F64, value.to_bits().into());
            assert_eq!(decode("f64", &encode(&input)), Ok(input));
        }
    }

    #[test]
    fn unsigned_readings_are_accepted() {
        assert_eq!(
            decode("i8", "255"),
            Ok(InputValue::Bits {
                width: 8,
                value: 255
            })
        );
        assert_eq!(decode("i8", "-1"), decode("i8", "255"));
    }

    #[test]
    fn malformed_values_are_refused() {
        let cases = [
            ("i8", "256"),
            ("i8", "-129"),
            ("i8", "x"),
            ("i0", "0"),
            ("i129", "0"),
            ("u8", "1"),
            ("bool", "1"),
            ("i8[2]", "00"),
            ("i8[1]", "0"),
            ("i8[1]", "zz"),
            ("i7[1]", "00"),
            ("i8[", "00"),
            ("f16", "1.x"),
            ("f80", ""),
            ("f80[1]", "00"),
            ("f24[1]", "000000"),
            ("f32", "0x100000000"),
            ("i64[2305843009213693952]", ""),
            ("i8[1]", "é"),
            ("", ""),
        ];
        for (ty, text) in cases {
            assert!(decode(ty, text).is_err(), "{ty} {text}");
        }
    }

    #[test]
    fn an_array_of_one_element_is_a_scalar() {
        let array = InputValue::Bytes {
            bytes: vec![0, 0, 0, 0x80],
            element: Element::Integer(4),
        };
        assert_eq!(
            as_scalar(&array),
            InputValue::Bits {
                width: 32,
                value: 0x8000_0000
            }
        );
        let mut bytes = vec![0, 0, 0, 0, 0, 0, 0, 0xa0, 0, 0x40];
        bytes.extend([7; 6]);
        let element = Element::Float(FloatKind::F80);
        assert_eq!(
            encode(&as_scalar(&InputValue::Bytes { bytes, element })),
            "2.5"
        );
        let row = InputValue::Bytes {
            bytes: vec![0; 8],
            element: Element::Integer(4),
        };
        assert_eq!(as_scalar(&row), row);
    }
}
