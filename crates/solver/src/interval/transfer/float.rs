//! Floating-point operations on ranges of bit patterns.
//!
//! The patterns of positive floats ascend with their numbers, those of negative ones descend. So a
//! range whose magnitudes are known for each sign ([`Magnitudes`]) is an [`Interval`] of numbers.
//! The operations round to nearest, so they are monotone where no result is NaN, and the bounds of
//! the results are results of the bounds.

use std::cmp::Ordering;

use sheaf_float::{self as float, FloatKind};
use sheaf_term::{Op, Pool, Term};

use crate::interval::range::{MAX_WIDTH, Range, ones, signed_min, to_unsigned};

/// The values of a range without their highest bit: the least and the greatest of those where it is
/// clear, and of those where it is set, if there are any.
#[derive(Copy, Clone, Debug)]
pub struct Magnitudes {
    /// The highest bit is clear.
    pub clear: Option<(u128, u128)>,
    /// The highest bit is set.
    pub set: Option<(u128, u128)>,
}

impl Magnitudes {
    /// Those of a range; of one without values, none.
    pub fn new(width: u32, range: &Range) -> Magnitudes {
        let Some(range) = range.tightened(width) else {
            return Magnitudes {
                clear: None,
                set: None,
            };
        };
        let most = ones(width) >> 1;
        let clear = (range.shi >= 0).then_some((range.ulo, range.shi as u128));
        let set = (range.slo < 0).then(|| (to_unsigned(width, range.slo) & most, range.uhi & most));
        Magnitudes { clear, set }
    }

    /// The same for both signs.
    pub fn both(low: u128, high: u128) -> Magnitudes {
        Magnitudes {
            clear: Some((low, high)),
            set: Some((low, high)),
        }
    }

    /// The least and the greatest of all; `None` if there are none.
    pub fn all(self) -> Option<(u128, u128)> {
        match (self.clear, self.set) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (one, other) => one.or(other),
        }
    }

    /// The range of values with these magnitudes; `None` if there are none.
    pub fn range(self, width: u32) -> Option<Range> {
        let sign = (ones(width) >> 1) + 1;
        let signed = |magnitude: u128| signed_min(width) + magnitude as i128;
        let (least, most) = match (self.clear, self.set) {
            (Some(clear), Some(set)) => {
                return Range {
                    ulo: clear.0,
                    uhi: sign | set.1,
                    slo: signed(set.0),
                    shi: clear.1 as i128,
                }
                .tightened(width);
            }
            (Some(clear), None) => clear,
            (None, Some(set)) => (sign | set.0, sign | set.1),
            (None, None) => return None,
        };
        Range::unsigned(width, least, most)
    }
}

/// `a ^ b` where one of them is the highest bit alone, which negates a float; `None` if neither is.
pub fn sign_flipped(width: u32, a: &Range, b: &Range) -> Option<Range> {
    let sign = (ones(width) >> 1) + 1;
    let other = match (a.as_constant(), b.as_constant()) {
        (Some(constant), _) if constant == sign => b,
        (_, Some(constant)) if constant == sign => a,
        _ => return None,
    };
    let Magnitudes { clear, set } = Magnitudes::new(width, other);
    let swapped = Magnitudes {
        clear: set,
        set: clear,
    };
    swapped.range(width)
}

/// An interval of numbers of a format, infinities included: the patterns of its ends. Negative zero
/// lies below zero.
#[derive(Copy, Clone, Debug)]
pub struct Interval {
    kind: FloatKind,
    low: u128,
    high: u128,
}

/// The order of two numbers, with negative zero below zero.
fn order(kind: FloatKind, a: u128, b: u128) -> Ordering {
    match (float::is_negative(kind, a), float::is_negative(kind, b)) {
        (false, false) => a.cmp(&b),
        (true, true) => b.cmp(&a),
        (a, b) => b.cmp(&a),
    }
}

impl Interval {
    /// The interval of a range of patterns; `None` if one may be NaN, or if the format has several
    /// patterns for one number.
    pub fn new(kind: FloatKind, range: &Range) -> Option<Interval> {
        let Magnitudes { clear, set } = Magnitudes::new(kind.width(), range);
        let negative = set.map(|(low, high)| (float::neg(kind, high), float::neg(kind, low)));
        let (low, high) = match (negative, clear) {
            (Some((low, _)), Some((_, high))) => (low, high),
            (one, other) => one.or(other)?,
        };
        Interval::of(kind, &[low, high])
    }

    /// The numbers that are at least this one.
    fn from(kind: FloatKind, low: u128) -> Option<Interval> {
        Interval::of(kind, &[low, float::infinity(kind, false)])
    }

    /// The numbers that are at most this one.
    fn up_to(kind: FloatKind, high: u128) -> Option<Interval> {
        Interval::of(kind, &[float::infinity(kind, true), high])
    }

    /// The same with both zeros, if it has one at an end: they are equal in comparisons.
    fn with_zeros(self) -> Interval {
        let zero = |bits| float::is_zero(self.kind, bits);
        Interval {
            low: if zero(self.low) {
                float::neg(self.kind, 0)
            } else {
                self.low
            },
            high: if zero(self.high) { 0 } else { self.high },
            ..self
        }
    }

    /// Between the least and the greatest of some numbers; `None` if one is NaN.
    fn of(kind: FloatKind, ends: &[u128]) -> Option<Interval> {
        if kind == FloatKind::F80 || ends.iter().any(|end| float::is_nan(kind, *end)) {
            return None;
        }
        let compare = |a: &&u128, b: &&u128| order(kind, **a, **b);
        let (low, high) = (ends.iter().min_by(compare)?, ends.iter().max_by(compare)?);
        Some(Interval {
            kind,
            low: *low,
            high: *high,
        })
    }

    /// The patterns of its numbers.
    pub fn range(self) -> Option<Range> {
        let magnitude = |bits| float::abs(self.kind, bits);
        let negative = |bits| float::is_negative(self.kind, bits);
        let (low, high) = (magnitude(self.low), magnitude(self.high));
        let magnitudes = match (negative(self.low), negative(self.high)) {
            (true, true) => Magnitudes {
                clear: None,
                set: Some((high, low)),
            },
            (true, false) => Magnitudes {
                clear: Some((0, high)),
                set: Some((0, low)),
            },
            (false, _) => Magnitudes {
                clear: Some((low, high)),
                set: None,
            },
        };
        magnitudes.range(self.kind.width())
    }

    fn has_zero(self) -> bool {
        let zero = |bits| float::is_zero(self.kind, bits);
        let differ =
            float::is_negative(self.kind, self.low) != float::is_negative(self.kind, self.high);
        differ || zero(self.low) || zero(self.high)
    }

    fn has_infinity(self) -> bool {
        let infinite = |bits| float::is_infinite(self.kind, bits);
        infinite(self.low) || infinite(self.high)
    }

    /// The greatest magnitude of its numbers.
    fn magnitude(self) -> u128 {
        let magnitude = |bits| float::abs(self.kind, bits);
        magnitude(self.low).max(magnitude(self.high))
    }

    /// An operation that is monotone in both operands, rising or falling.
    fn combine(self, other: Interval, operation: impl Fn(u128, u128) -> u128) -> Option<Interval> {
        let ends = [
            operation(self.low, other.low),
            operation(self.low, other.high),
            operation(self.high, other.low),
            operation(self.high, other.high),
        ];
        Interval::of(self.kind, &ends)
    }

    /// A monotone operation with results in a format.
    fn map(self, kind: FloatKind, operation: impl Fn(u128) -> u128) -> Option<Interval> {
        Interval::of(kind, &[operation(self.low), operation(self.high)])
    }
}

/// The range of the result of a floating-point operator, other than a comparison; `None` if nothing
/// is known.
pub fn float_operation(pool: &Pool, term: Term, args: &[Range]) -> Option<Range> {
    let (kind, op) = (pool.float_kind(term)?, pool.op(term));
    if let Op::SToF | Op::UToF = op {
        let width = pool.width(pool.args(term)[0]);
        if width > MAX_WIDTH {
            return None;
        }
        let (low, high) = match op {
            Op::SToF => (
                to_unsigned(width, args[0].slo),
                to_unsigned(width, args[0].shi),
            ),
            _ => (args[0].ulo, args[0].uhi),
        };
        let number = |bits| float::from_int(kind, bits, width, op == Op::SToF);
        return Interval::of(kind, &[number(low), number(high)])?.range();
    }
    let a = Interval::new(kind, &args[0])?;
    let b = || Interval::new(kind, args.get(1)?);
    let result = match op {
        Op::FAdd => {
            let b = b().filter(|b| !(a.has_infinity() && b.has_infinity()))?;
            a.combine(b, |a, b| float::add(kind, a, b))
        }
        Op::FSub => {
            let b = b().filter(|b| !(a.has_infinity() && b.has_infinity()))?;
            a.combine(b, |a, b| float::sub(kind, a, b))
        }
        Op::FMul if pool.args(term)[0] == pool.args(term)[1] => {
            let (low, high) = Magnitudes::new(kind.width(), &args[0]).all()?;
            let square = |a| float::mul(kind, a, a);
            Interval::of(kind, &[square(low), square(high)])
        }
        Op::FMul => {
            let invalid =
                |b: &Interval| a.has_zero() && b.has_infinity() || a.has_infinity() && b.has_zero();
            let b = b().filter(|b| !invalid(b))?;
            a.combine(b, |a, b| float::mul(kind, a, b))
        }
        Op::FDiv => {
            let invalid = |b: &Interval| b.has_zero() || a.has_infinity() && b.has_infinity();
            let b = b().filter(|b| !invalid(b))?;
            a.combine(b, |a, b| float::div(kind, a, b))
        }
        Op::FRem => {
            let b = b().filter(|b| !(b.has_zero() || a.has_infinity()))?;
            let most = a.magnitude().min(b.magnitude() - 1);
            let low = float::is_negative(kind, a.low).then(|| float::neg(kind, most));
            let high = (!float::is_negative(kind, a.high)).then_some(most);
            let zero = float::neg(kind, 0);
            Interval::of(kind, &[low.unwrap_or(0), high.unwrap_or(zero)])
        }
        Op::FSqrt => a.map(kind, |a| float::sqrt(kind, a)),
        Op::FRound => {
            let integral = pool.integral(term)?;
            a.map(kind, |a| float::to_integral(kind, a, integral))
        }
        Op::FToF => {
            let target = pool.float_target(term)?;
            a.map(target, |a| float::to_float(kind, target, a))
        }
        Op::FToS | Op::FToU => {
            let (width, signed) = (pool.width(term), op == Op::FToS);
            let integer = |bits| float::to_int(kind, bits, width, signed);
            let (low, high) = (integer(a.low)?, integer(a.high)?);
            return Some(Range::circular(width, low, high));
        }
        _ => None,
    };
    result?.range()
}

/// The result of a comparison of floats, where the ranges decide it.
pub fn float_comparison(pool: &Pool, term: Term, args: [Range; 2]) -> Option<bool> {
    let kind = pool.float_kind(term)?;
    let [a, b] = args.map(|range| Interval::new(kind, &range));
    let (a, b) = (a?, b?);
    let (less, at_most) = (float::lt, float::le);
    match pool.op(term) {
        Op::FLt if less(kind, a.high, b.low) => Some(true),
        Op::FLt if at_most(kind, b.high, a.low) => Some(false),
        Op::FLe if at_most(kind, a.high, b.low) => Some(true),
        Op::FLe if less(kind, b.high, a.low) => Some(false),
        Op::FEq if less(kind, a.high, b.low) || less(kind, b.high, a.low) => Some(false),
        Op::FEq if at_most(kind, a.high, b.low) && at_most(kind, b.high, a.low) => Some(true),
        _ => None,
    }
}

/// What the result of a comparison of floats implies for its left and its right operand, where the
/// other one's range is known. `None` if it implies nothing.
pub fn compared(pool: &Pool, term: Term, args: [Range; 2], holds: bool) -> [Option<Range>; 2] {
    let Some(kind) = pool.float_kind(term) else {
        return [None; 2];
    };
    let [a, b] = args.map(|range| Interval::new(kind, &range).map(Interval::with_zeros));
    let within = |interval: Option<Interval>| interval.and_then(Interval::range);
    match (pool.op(term), holds) {
        (Op::FEq, true) => [within(b), within(a)],
        (Op::FLt | Op::FLe, true) => [
            within(b.and_then(|b| Interval::up_to(kind, b.high))),
            within(a.and_then(|a| Interval::from(kind, a.low))),
        ],
        // The right one is not greater, or one of them is NaN.
        (Op::FLt | Op::FLe, false) => [
            b.and_then(|b| from_or_nan(kind, b.low)),
            a.and_then(|a| up_to_or_nan(kind, a.high)),
        ],
        _ => [None; 2],
    }
}

/// The numbers from a positive one on, and what is no number. `None` if that is no range.
fn from_or_nan(kind: FloatKind, low: u128) -> Option<Range> {
    let most = ones(kind.width()) >> 1;
    let nan = float::infinity(kind, false) + 1;
    let magnitudes = Magnitudes {
        clear: Some((low, most)),
        set: Some((nan, most)),
    };
    (!float::is_negative(kind, low)).then(|| magnitudes.range(kind.width()))?
}

/// The numbers up to a negative one, and what is no number. `None` if that is no range.
fn up_to_or_nan(kind: FloatKind, high: u128) -> Option<Range> {
    let most = ones(kind.width()) >> 1;
    let nan = float::infinity(kind, false) + 1;
    let magnitudes = Magnitudes {
        clear: Some((nan, most)),
        set: Some((float::abs(kind, high), most)),
    };
    float::is_negative(kind, high).then(|| magnitudes.range(kind.width()))?
}
