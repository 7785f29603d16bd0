//! Values of inputs as text that reads back to the same value: a type and a value, as test cases and JSON hold them.
//!
//! | type | value |
//! |---|---|
//! | `bool` | `true` or `false` |
//! | `i8`, `i32`, ... | decimal, signed |
//! | `int` | decimal, of any size |
//! | `f32`, `f64` | decimal, exact when read back; a NaN as its bit pattern |
//! | `f16`, `f80`, `f128` | the bit pattern, `0x...` |
//! | `i8[5]`, `i32[3]`, ... | the bytes in memory order as hexadecimal digits; the type tells how to group them |

use num_bigint::BigInt;
use sheaf_engine::outcome::InputValue;
use sheaf_ir::FloatKind;
use std::fmt::Write;

/// The name of a value's type.
pub fn type_name(value: &InputValue) -> String {
    match value {
        InputValue::Bytes {
            bytes,
            element_bytes,
        } => {
            let element_bytes = (*element_bytes).max(1) as usize;
            if bytes.len().is_multiple_of(element_bytes) {
                format!("i{}[{}]", 8 * element_bytes, bytes.len() / element_bytes)
            } else {
                format!("i8[{}]", bytes.len())
            }
        }
        InputValue::Bool(_) => "bool".to_string(),
        InputValue::Bits { width, .. } => format!("i{width}"),
        InputValue::Int(_) => "int".to_string(),
        InputValue::Float(kind, _) => float_name(*kind).to_string(),
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
    }
}

/// The value of a type and a text, or what is wrong with them.
pub fn decode(ty: &str, text: &str) -> Result<InputValue, String> {
    let malformed = || format!("`{text}` is not a value of type `{ty}`");
    match ty {
        "bool" => Ok(InputValue::Bool(text.parse().map_err(|_| malformed())?)),
        "int" => Ok(InputValue::Int(
            text.parse::<BigInt>().map_err(|_| malformed())?,
        )),
        _ => {
            if let Some(kind) = float_named(ty) {
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

/// An array of one element is how C programs make a scalar symbolic through its address; this is the scalar, and any other
/// value is itself.
pub fn as_scalar(value: &InputValue) -> InputValue {
    match value {
        InputValue::Bytes {
            bytes,
            element_bytes,
        } if bytes.len() == *element_bytes as usize && (1..=16).contains(&bytes.len()) => {
            let mut all = [0; 16];
            all[..bytes.len()].copy_from_slice(bytes);
            InputValue::Bits {
                width: 8 * *element_bytes,
                value: u128::from_le_bytes(all),
            }
        }
        other => other.clone(),
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
    let width = integer_width(element)?;
    let element_bytes = width / 8;
    let count: usize = count.parse().ok()?;
    if !matches!(width, 8 | 16 | 32 | 64 | 128) || !text.len().is_multiple_of(2) {
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
    let expected = count.checked_mul(element_bytes as usize)?;
    (bytes.len() == expected).then_some(InputValue::Bytes {
        bytes,
        element_bytes,
    })
}

fn integer_width(ty: &str) -> Option<u32> {
    let width: u32 = ty.strip_prefix('i')?.parse().ok()?;
    (1..=128).contains(&width).then_some(width)
}

fn decode_bits(width: u32, text: &str) -> Option<u128> {
    let mask = u128::MAX >> (128 - width);
    if let Ok(value) = text.parse::<i128>() {
        let cut = value as u128 & mask;
        // Both readings of a bit pattern are welcome: -1 and 255 are the same i8.
        return (signed(cut, width) == value || (value >= 0 && cut == value as u128))
            .then_some(cut);
    }
    text.parse::<u128>().ok().filter(|value| value & !mask == 0)
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F16 => "f16",
        FloatKind::F32 => "f32",
        FloatKind::F64 => "f64",
        FloatKind::F80 => "f80",
        FloatKind::F128 => "f128",
    }
}

fn float_named(name: &str) -> Option<FloatKind> {
    use FloatKind::{F16, F32, F64, F80, F128};
    [F16, F32, F64, F80, F128]
        .into_iter()
        .find(|kind| float_name(*kind) == name)
}

fn encode_float(kind: FloatKind, bits: u128) -> String {
    match kind {
        FloatKind::F32 if !f32::from_bits(bits as u32).is_nan() => {
            format!("{:?}", f32::from_bits(bits as u32))
        }
        FloatKind::F64 if !f64::from_bits(bits as u64).is_nan() => {
            format!("{:?}", f64::from_bits(bits as u64))
        }
        _ => format!("{bits:#x}"),
    }
}

fn decode_float(kind: FloatKind, text: &str) -> Option<u128> {
    if let Some(digits) = text.strip_prefix("0x") {
        let bits = u128::from_str_radix(digits, 16).ok()?;
        return (kind.width() == 128 || bits >> kind.width() == 0).then_some(bits);
    }
    match kind {
        FloatKind::F32 => text.parse::<f32>().ok().map(|value| value.to_bits().into()),
        FloatKind::F64 => text.parse::<f64>().ok().map(|value| value.to_bits().into()),
        _ => None,
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
        round_trip(
            InputValue::Float(FloatKind::F80, 0x3fff << 64),
            "f80",
            "0x3fff0000000000000000",
        );
        round_trip(
            InputValue::Bytes {
                bytes: vec![1, 0, 0xff, 0xff],
                element_bytes: 2,
            },
            "i16[2]",
            "0100ffff",
        );
        round_trip(
            InputValue::Bytes {
                bytes: Vec::new(),
                element_bytes: 1,
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
            ("f16", "1.0"),
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
            element_bytes: 4,
        };
        assert_eq!(
            as_scalar(&array),
            InputValue::Bits {
                width: 32,
                value: 0x8000_0000
            }
        );
        let row = InputValue::Bytes {
            bytes: vec![0; 8],
            element_bytes: 4,
        };
        assert_eq!(as_scalar(&row), row);
    }
}
