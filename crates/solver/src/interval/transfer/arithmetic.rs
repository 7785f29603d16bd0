//! Sums, products, quotients and remainders.

use super::{both, signed_size, wrapped};
use crate::interval::range::{Range, ones, signed_max, signed_min, to_unsigned};

/// `a + b`
pub fn add(width: u32, a: &Range, b: &Range) -> Range {
    let unsigned = wrapped(
        width,
        a.ulo.wrapping_add(b.ulo),
        a.uhi.wrapping_add(b.uhi),
        (a.uhi - a.ulo).checked_add(b.uhi - b.ulo),
    );
    let signed = wrapped(
        width,
        (a.slo as u128).wrapping_add(b.slo as u128),
        (a.shi as u128).wrapping_add(b.shi as u128),
        signed_size(a).checked_add(signed_size(b)),
    );
    both(width, unsigned, signed)
}

/// `a - b`
pub fn sub(width: u32, a: &Range, b: &Range) -> Range {
    let unsigned = wrapped(
        width,
        a.ulo.wrapping_sub(b.uhi),
        a.uhi.wrapping_sub(b.ulo),
        (a.uhi - a.ulo).checked_add(b.uhi - b.ulo),
    );
    let signed = wrapped(
        width,
        (a.slo as u128).wrapping_sub(b.shi as u128),
        (a.shi as u128).wrapping_sub(b.slo as u128),
        signed_size(a).checked_add(signed_size(b)),
    );
    both(width, unsigned, signed)
}

/// `-a`
pub fn neg(width: u32, a: &Range) -> Range {
    sub(width, &Range::constant(width, 0), a)
}

/// `~a`, which is `-1 - a`
pub fn complement(width: u32, a: &Range) -> Range {
    sub(width, &Range::constant(width, ones(width)), a)
}

/// `a * b`
pub fn mul(width: u32, a: &Range, b: &Range) -> Range {
    let unsigned = match a.uhi.checked_mul(b.uhi) {
        Some(hi) if hi <= ones(width) => Range::unsigned(width, a.ulo * b.ulo, hi),
        _ => None,
    };
    let corners = corners(a, b, i128::checked_mul)
        .filter(|&(lo, hi)| lo >= signed_min(width) && hi <= signed_max(width))
        .and_then(|(lo, hi)| Range::signed(width, lo, hi));
    let full = Range::full(width);
    both(width, unsigned.unwrap_or(full), corners.unwrap_or(full))
}

/// Least and greatest of an operation over the four combinations of signed bounds; `None` if one
/// overflows.
fn corners(
    a: &Range,
    b: &Range,
    operation: fn(i128, i128) -> Option<i128>,
) -> Option<(i128, i128)> {
    let mut result: Option<(i128, i128)> = None;
    for x in [a.slo, a.shi] {
        for y in [b.slo, b.shi] {
            let value = operation(x, y)?;
            result = Some(result.map_or((value, value), |(lo, hi)| (lo.min(value), hi.max(value))));
        }
    }
    result
}

/// `a / b` unsigned; all ones if `b` is zero
pub fn udiv(width: u32, a: &Range, b: &Range) -> Range {
    let lo = a.ulo.checked_div(b.uhi).unwrap_or(ones(width));
    let hi = a.uhi.checked_div(b.ulo).unwrap_or(ones(width));
    Range::unsigned(width, lo, hi).unwrap_or(Range::full(width))
}

/// `a % b` unsigned; `a` if `b` is zero
pub fn urem(width: u32, a: &Range, b: &Range) -> Range {
    if a.uhi < b.ulo || b.uhi == 0 {
        return *a;
    }
    let hi = if b.ulo == 0 {
        a.uhi
    } else {
        a.uhi.min(b.uhi - 1)
    };
    Range::unsigned(width, 0, hi).unwrap_or(Range::full(width))
}

/// `a / b` signed, truncating; 1 or -1 against the sign of `a` if `b` is zero
pub fn sdiv(width: u32, a: &Range, b: &Range) -> Range {
    let mut result: Option<Range> = None;
    let mut include = |part: Option<Range>| {
        let part = part.unwrap_or(Range::full(width));
        result = Some(result.map_or(part, |known: Range| known.join(&part)));
    };
    for (lo, hi) in [(b.slo, b.shi.min(-1)), (b.slo.max(1), b.shi)] {
        if lo <= hi {
            let divisor = Range {
                slo: lo,
                shi: hi,
                ..*b
            };
            // The most negative value divided by -1 leaves the width: `corners` then exceeds the
            // bounds.
            let part =
                corners(a, &divisor, i128::checked_div).filter(|&(_, hi)| hi <= signed_max(width));
            include(part.and_then(|(lo, hi)| Range::signed(width, lo, hi)));
        }
    }
    if b.slo <= 0 && b.shi >= 0 {
        if a.slo < 0 {
            include(Some(Range::constant(width, to_unsigned(width, 1))));
        }
        if a.shi >= 0 {
            include(Some(Range::constant(width, ones(width))));
        }
    }
    result.unwrap_or(Range::full(width))
}

/// `a % b` signed, with the sign of `a`; `a` if `b` is zero
pub fn srem(width: u32, a: &Range, b: &Range) -> Range {
    let magnitude = b.slo.unsigned_abs().max(b.shi.unsigned_abs());
    let may_be_zero = b.slo <= 0 && b.shi >= 0;
    // |result| <= |a| always, and < |b| unless b is zero.
    let limit = if may_be_zero {
        u128::MAX
    } else {
        magnitude - 1
    };
    let lo = if a.slo < 0 {
        -(limit.min(a.slo.unsigned_abs()).min(i128::MAX as u128) as i128)
    } else {
        0
    };
    let hi = if a.shi > 0 {
        limit.min(a.shi as u128) as i128
    } else {
        0
    };
    if lo == -i128::MAX {
        return Range::full(width);
    }
    let result = Range::signed(width, lo, hi).unwrap_or(Range::full(width));
    let least = if b.slo > 0 {
        b.slo as u128
    } else {
        b.shi.unsigned_abs()
    };
    let unchanged = !may_be_zero && a.slo.unsigned_abs().max(a.shi.unsigned_abs()) < least;
    if unchanged {
        both(width, result, *a)
    } else {
        result
    }
}
