//! Conversions between formats and to and from integers.

use super::{Class, FloatKind, class, default_nan, infinity, is_negative, layout, round};

/// Converts a number to another format. A NaN keeps its sign and the upper bits of its payload, and
/// becomes quiet.
pub fn to_float(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    let negative = is_negative(from, bits);
    match class(from, bits) {
        Class::Infinite => infinity(to, negative),
        Class::Finite {
            significand,
            exponent,
        } => round(to, negative, significand, exponent, false).bits,
        Class::Nan => {
            let (old, new) = (layout(from), layout(to));
            if bits & old.infinity() != old.infinity() {
                return default_nan(to);
            }
            let content = bits & old.fraction_mask();
            let content = match new.precision >= old.precision {
                true => content << (new.precision - old.precision),
                false => content >> (old.precision - new.precision),
            };
            infinity(to, negative) | new.quiet_bit() | content
        }
    }
}

/// C's `scalbn`: the number times `2^power`, rounded once.
pub fn scale(kind: FloatKind, bits: u128, power: i32) -> u128 {
    match class(kind, bits) {
        Class::Finite {
            significand,
            exponent,
        } => {
            let exponent = exponent.saturating_add(power);
            round(kind, is_negative(kind, bits), significand, exponent, false).bits
        }
        Class::Infinite => bits,
        Class::Nan => to_float(kind, kind, bits),
    }
}

/// The number nearest to an integer of `width` bits (1 to 128), to even if two are.
pub fn from_int(kind: FloatKind, value: u128, width: u32, signed: bool) -> u128 {
    let spare = 128 - width.clamp(1, 128);
    let value = if signed {
        ((value << spare) as i128 >> spare) as u128
    } else {
        value << spare >> spare
    };
    let negative = signed && (value as i128) < 0;
    let magnitude = if negative {
        value.wrapping_neg()
    } else {
        value
    };
    match kind {
        FloatKind::F32 if signed => u128::from((value as i128 as f32).to_bits()),
        FloatKind::F64 if signed => u128::from((value as i128 as f64).to_bits()),
        _ => round(kind, negative, magnitude, 0, false).bits,
    }
}

/// The integer part of a number as an integer of `width` bits (1 to 128); `None` if it does not
/// fit, and for infinities and NaN.
pub fn to_int(kind: FloatKind, bits: u128, width: u32, signed: bool) -> Option<u128> {
    let Class::Finite {
        significand,
        exponent,
    } = class(kind, bits)
    else {
        return None;
    };
    let magnitude = match exponent {
        _ if significand == 0 => 0,
        0.. => {
            let shift = exponent as u32;
            (shift <= significand.leading_zeros()).then(|| significand << shift)?
        }
        _ => significand
            .checked_shr(exponent.unsigned_abs())
            .unwrap_or(0),
    };
    let width = width.clamp(1, 128);
    let mask = u128::MAX >> (128 - width);
    let negative = is_negative(kind, bits);
    let limit = match (signed, negative) {
        (true, true) => 1 << (width - 1),
        (true, false) => mask >> 1,
        (false, true) => 0,
        (false, false) => mask,
    };
    (magnitude <= limit).then(|| {
        if negative {
            magnitude.wrapping_neg() & mask
        } else {
            magnitude
        }
    })
}
