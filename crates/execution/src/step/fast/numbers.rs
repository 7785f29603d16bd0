//! Conversions of known numbers: 32-bit integers and doubles.

use crate::value::Value;

/// The word that a value is, if it has this width.
#[inline(always)]
pub fn word_of(value: &Value, width: u32) -> Option<u64> {
    match value {
        Value::Bits { width: w, bits } if *w == width => Some(*bits),
        _ => None,
    }
}

/// The pattern of a number as a double.
#[inline(always)]
pub fn double(value: &Value) -> Option<u64> {
    match value {
        Value::Bits { width: 32, bits } => Some(f64::from(*bits as u32 as i32).to_bits()),
        Value::Bits { width: 64, bits } => Some(*bits),
        _ => None,
    }
}

/// Width and pattern of a number: of an integer if it is one. Not for NaN.
#[inline(always)]
pub fn number(width: u32, bits: u64) -> Option<(u32, u64)> {
    if width != 64 {
        return (width == 32).then_some((width, bits));
    }
    let double = f64::from_bits(bits);
    let integer = double as i32;
    if f64::from(integer).to_bits() == bits {
        return Some((32, u64::from(integer as u32)));
    }
    (!double.is_nan()).then_some((64, bits))
}
