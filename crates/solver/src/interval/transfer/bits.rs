//! Shifts, logic on bits, and parts of words.

use super::{both, wrapped};
use crate::interval::range::{MAX_WIDTH, Range, ones, signed_max, signed_min};

/// `a << b`
pub fn shl(width: u32, a: &Range, b: &Range) -> Range {
    if b.ulo >= width as u128 {
        return Range::constant(width, 0);
    }
    let full = Range::full(width);
    if b.uhi >= width as u128 {
        return full;
    }
    let (least, most) = (b.ulo as u32, b.uhi as u32);
    let unsigned = match shifted(a.uhi, most) {
        Some(hi) if hi <= ones(width) => Range::unsigned(width, a.ulo << least, hi),
        _ => None,
    };
    // Negative values grow downwards with the amount, others upwards.
    let lo = signed_shifted(a.slo, if a.slo < 0 { most } else { least });
    let hi = signed_shifted(a.shi, if a.shi < 0 { least } else { most });
    let signed = match (lo, hi) {
        (Some(lo), Some(hi)) if lo >= signed_min(width) && hi <= signed_max(width) => {
            Range::signed(width, lo, hi)
        }
        _ => None,
    };
    both(width, unsigned.unwrap_or(full), signed.unwrap_or(full))
}

/// `value << amount` if no bit is lost.
fn shifted(value: u128, amount: u32) -> Option<u128> {
    (amount <= value.leading_zeros().min(127)).then(|| value << amount)
}

/// `value << amount` if it is `value * 2^amount`.
fn signed_shifted(value: i128, amount: u32) -> Option<i128> {
    (amount < 127)
        .then(|| value.checked_mul(1 << amount))
        .flatten()
}

/// `a >> b` filling with zeros
pub fn lshr(width: u32, a: &Range, b: &Range) -> Range {
    let by = |value: u128, amount: u128| {
        if amount >= width as u128 {
            0
        } else {
            value >> amount
        }
    };
    Range::unsigned(width, by(a.ulo, b.uhi), by(a.uhi, b.ulo)).unwrap_or(Range::full(width))
}

/// `a >> b` filling with the sign
pub fn ashr(width: u32, a: &Range, b: &Range) -> Range {
    let by = |value: i128, amount: u128| value >> amount.min(width as u128 - 1);
    let lo = by(a.slo, if a.slo < 0 { b.ulo } else { b.uhi });
    let hi = by(a.shi, if a.shi < 0 { b.uhi } else { b.ulo });
    Range::signed(width, lo, hi).unwrap_or(Range::full(width))
}

/// The least number of the form `2^n - 1` that is at least `value`.
fn filled(value: u128) -> u128 {
    if value == 0 {
        0
    } else {
        u128::MAX >> value.leading_zeros()
    }
}

/// `a & b`
pub fn bit_and(width: u32, a: &Range, b: &Range) -> Range {
    Range::unsigned(width, 0, a.uhi.min(b.uhi)).unwrap_or(Range::full(width))
}

/// `a | b`
pub fn bit_or(width: u32, a: &Range, b: &Range) -> Range {
    Range::unsigned(width, a.ulo.max(b.ulo), filled(a.uhi | b.uhi)).unwrap_or(Range::full(width))
}

/// `a ^ b`
pub fn bit_xor(width: u32, a: &Range, b: &Range) -> Range {
    Range::unsigned(width, 0, filled(a.uhi | b.uhi)).unwrap_or(Range::full(width))
}

/// The bits of `high` above those of `low`, which is `low_width` wide
pub fn concat(width: u32, low_width: u32, high: &Range, low: &Range) -> Range {
    if width > MAX_WIDTH {
        return Range::full(MAX_WIDTH);
    }
    let unsigned = Range::unsigned(
        width,
        high.ulo << low_width | low.ulo,
        high.uhi << low_width | low.uhi,
    );
    let signed = Range::signed(
        width,
        high.slo << low_width | low.ulo as i128,
        high.shi << low_width | low.uhi as i128,
    );
    let full = Range::full(width);
    both(width, unsigned.unwrap_or(full), signed.unwrap_or(full))
}

/// Bits `high` down to `low` of a term of any width up to 128
pub fn extract(high: u32, low: u32, a: &Range) -> Range {
    let width = high - low + 1;
    let (from, to) = (a.ulo >> low, a.uhi >> low);
    let unsigned = wrapped(width, from, to, Some(to - from));
    let (from, to) = (a.slo >> low, a.shi >> low);
    let signed = wrapped(
        width,
        from as u128,
        to as u128,
        Some(to.wrapping_sub(from) as u128),
    );
    both(width, unsigned, signed)
}

/// Zero extension to `width`
pub fn zext(width: u32, a: &Range) -> Range {
    Range::unsigned(width, a.ulo, a.uhi).unwrap_or(Range::full(width))
}

/// Sign extension to `width`
pub fn sext(width: u32, a: &Range) -> Range {
    Range::signed(width, a.slo, a.shi).unwrap_or(Range::full(width))
}
