//! Forward transfer: the range of an operation's result from the ranges of its operands.
//!
//! Every function is sound: whatever values the operands take within their ranges, the result of the SMT-LIB
//! operation lies in the returned range. Where nothing useful is known the full range is returned.

use super::range::{Range, ones, signed_max, signed_min, to_unsigned};

/// The wrapped result of `lo..=hi`, where the mathematical interval may leave the width on either side; `size` is
/// `hi - lo`, or `None` if it does not fit in 128 bits.
fn wrapped(width: u32, lo: u128, hi: u128, size: Option<u128>) -> Range {
    match size {
        Some(size) if size < ones(width) => {
            Range::circular(width, lo & ones(width), hi & ones(width))
        }
        _ => Range::full(width),
    }
}

/// Both results hold the value, so their meet does too; an empty meet cannot happen for non-empty operands.
fn both(width: u32, a: Range, b: Range) -> Range {
    a.meet(width, &b).unwrap_or(a)
}

fn signed_size(range: &Range) -> u128 {
    range.shi.wrapping_sub(range.slo) as u128
}

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

/// Least and greatest of an operation over the four combinations of signed bounds; `None` if one overflows.
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
            // The most negative value divided by -1 leaves the width: `corners` then exceeds the bounds.
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
    if width > super::range::MAX_WIDTH {
        return Range::full(super::range::MAX_WIDTH);
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

/// Whether two values are equal, where the ranges decide it
pub fn equal(width: u32, a: &Range, b: &Range) -> Option<bool> {
    if a.disjoint(width, b) {
        return Some(false);
    }
    (a.as_constant()? == b.as_constant()?).then_some(true)
}

/// Whether `a < b` unsigned, where the ranges decide it
pub fn ult(a: &Range, b: &Range) -> Option<bool> {
    if a.uhi < b.ulo {
        Some(true)
    } else if a.ulo >= b.uhi {
        Some(false)
    } else {
        None
    }
}

/// Whether `a < b` signed, where the ranges decide it
pub fn slt(a: &Range, b: &Range) -> Option<bool> {
    if a.shi < b.slo {
        Some(true)
    } else if a.slo >= b.shi {
        Some(false)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::range::to_signed;
    use super::*;
    use rand::{Rng, SeedableRng, rngs::SmallRng};

    /// A random non-empty range of a width and a random value in it.
    fn sample(random: &mut SmallRng, width: u32) -> (Range, u128) {
        let value = random.random::<u128>() & ones(width) >> random.random_range(0..width);
        let value = if random.random() {
            value
        } else {
            to_unsigned(width, -(value as i128))
        };
        let signed = to_signed(width, value);
        let mut range = Range::full(width);
        let slack = |random: &mut SmallRng| random.random::<u128>() >> random.random_range(1..128);
        range.ulo = value.saturating_sub(slack(random));
        range.uhi = value.saturating_add(slack(random)).min(ones(width));
        range.slo = signed
            .saturating_sub(slack(random) as i128)
            .max(signed_min(width));
        range.shi = signed
            .saturating_add(slack(random) as i128)
            .min(signed_max(width));
        (range.tightened(width).expect("holds the value"), value)
    }

    fn holds(width: u32, range: &Range, value: u128) -> bool {
        let signed = to_signed(width, value);
        range.ulo <= value && value <= range.uhi && range.slo <= signed && signed <= range.shi
    }

    /// The operations on values that fit a width of at most 64, by their SMT-LIB meaning.
    fn apply(operation: usize, width: u32, x: u128, y: u128) -> u128 {
        let (s, t) = (to_signed(width, x), to_signed(width, y));
        let result = match operation {
            0 => x + y,
            1 => x.wrapping_sub(y),
            2 => x.wrapping_mul(y),
            3 => x.checked_div(y).unwrap_or(ones(width)),
            4 => x.checked_rem(y).unwrap_or(x),
            5 => s.checked_div(t).unwrap_or(if s < 0 { 1 } else { -1 }) as u128,
            6 => s.checked_rem(t).unwrap_or(s) as u128,
            7 => {
                if y < width as u128 {
                    x << y
                } else {
                    0
                }
            }
            8 => {
                if y < width as u128 {
                    x >> y
                } else {
                    0
                }
            }
            9 => (s >> y.min(width as u128 - 1)) as u128,
            10 => x & y,
            11 => x | y,
            12 => x ^ y,
            13 => x.wrapping_neg(),
            _ => !x,
        };
        result & ones(width)
    }

    #[test]
    fn binary_operations_are_sound() {
        let operations: [fn(u32, &Range, &Range) -> Range; 15] = [
            add,
            sub,
            mul,
            udiv,
            urem,
            sdiv,
            srem,
            shl,
            lshr,
            ashr,
            bit_and,
            bit_or,
            bit_xor,
            |width, a, _| neg(width, a),
            |width, a, _| complement(width, a),
        ];
        let mut random = SmallRng::seed_from_u64(1);
        for round in 0..400_000 {
            let width = [1, 2, 3, 4, 8, 16, 32, 64][random.random_range(0..8)];
            let ((a, x), (mut b, mut y)) = (sample(&mut random, width), sample(&mut random, width));
            if random.random_bool(0.3) {
                // Small second operands make shifts and divisions interesting.
                y = random.random_range(0..=width as u128) & ones(width);
                b = Range::constant(width, y);
            }
            let operation = round % operations.len();
            let result = operations[operation](width, &a, &b);
            let value = apply(operation, width, x, y);
            assert!(
                holds(width, &result, value),
                "{operation} {width} {a:?} {x} {b:?} {y} {result:?} {value}"
            );
        }
    }

    #[test]
    fn widest_products_are_sound() {
        let mut random = SmallRng::seed_from_u64(2);
        for _ in 0..20_000 {
            let ((a, x), (b, y)) = (sample(&mut random, 64), sample(&mut random, 64));
            let wide = mul(128, &sext(128, &a), &sext(128, &b));
            let value = to_signed(64, x) * to_signed(64, y);
            assert!(wide.slo <= value && value <= wide.shi);
            let wide = mul(128, &zext(128, &a), &zext(128, &b));
            assert!(wide.ulo <= x * y && x * y <= wide.uhi);
            let ((a, x), (b, y)) = (sample(&mut random, 128), sample(&mut random, 128));
            assert!(holds(128, &add(128, &a, &b), x.wrapping_add(y)));
            assert!(holds(128, &sub(128, &a, &b), x.wrapping_sub(y)));
            assert!(holds(128, &mul(128, &a, &b), x.wrapping_mul(y)));
        }
    }

    #[test]
    fn structure_is_sound() {
        let mut random = SmallRng::seed_from_u64(3);
        for _ in 0..100_000 {
            let width = [2, 3, 8, 16, 32, 64][random.random_range(0..6)];
            let ((a, x), (b, y)) = (sample(&mut random, width), sample(&mut random, width));
            assert!(holds(
                2 * width,
                &concat(2 * width, width, &a, &b),
                x << width | y
            ));
            assert!(holds(width + 9, &zext(width + 9, &a), x));
            assert!(holds(
                width + 9,
                &sext(width + 9, &a),
                to_unsigned(width + 9, to_signed(width, x))
            ));
            let high = random.random_range(0..width);
            let low = random.random_range(0..=high);
            let part = x >> low & ones(high - low + 1);
            assert!(
                holds(high - low + 1, &extract(high, low, &a), part),
                "{high} {low} {a:?} {x}"
            );
            let equal = equal(width, &a, &b);
            assert!(equal.is_none_or(|answer| answer == (x == y)));
            assert!(ult(&a, &b).is_none_or(|answer| answer == (x < y)));
            assert!(
                slt(&a, &b)
                    .is_none_or(|answer| answer == (to_signed(width, x) < to_signed(width, y)))
            );
        }
    }

    #[test]
    fn overflow_checks_are_precise() {
        // (sext x to 64) + (sext y to 64) of 32-bit values never leaves 33 bits.
        let x = sext(64, &Range::full(32));
        let sum = add(64, &x, &x);
        assert_eq!((sum.slo, sum.shi), (-(1 << 32), (1 << 32) - 2));
        let digit = sub(
            32,
            &Range::unsigned(32, 48, 57).unwrap(),
            &Range::constant(32, 48),
        );
        assert_eq!((digit.ulo, digit.uhi, digit.slo, digit.shi), (0, 9, 0, 9));
    }
}
