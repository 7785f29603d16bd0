//! Builders of floating-point operations on bit patterns, with the semantics of `sheaf_float`.

use sheaf_float::{self as float, FloatKind, Integral};

use super::NONE;
use crate::node::Term;
use crate::op::Op;
use crate::op::float::Formats;
use crate::pool::Pool;

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {
        impl Pool {$(
            $(#[$doc])*
            pub fn $name(&mut self, kind: FloatKind, a: Term, b: Term) -> Term {
                self.make(Op::$op, [a, b, NONE], Formats::of(kind).pack())
            }
        )*}
    };
}

binary! {
    /// Sum, rounded to nearest even.
    fadd = FAdd;
    /// Difference, rounded to nearest even.
    fsub = FSub;
    /// Product, rounded to nearest even.
    fmul = FMul;
    /// Quotient, rounded to nearest even.
    fdiv = FDiv;
    /// C's `fmod`: the rest of a quotient rounded towards zero, exact.
    frem = FRem;
    /// Whether both are numbers, and equal.
    feq = FEq;
    /// Whether both are numbers, and the first is less.
    flt = FLt;
    /// Whether both are numbers, and the first is not greater.
    fle = FLe;
}

/// The range of numbers whose integer part fits an integer type: from `low` (inclusive if
/// `with_low`) to `high` (exclusive).
pub(crate) struct Fitting {
    pub(crate) low: u128,
    pub(crate) with_low: bool,
    pub(crate) high: u128,
}

impl Fitting {
    /// For integers of `width` bits (1 to 128).
    pub(crate) fn of(kind: FloatKind, width: u32, signed: bool) -> Fitting {
        // The least integer; for 128 bits -2^127, because the next number below is at least 2^64
        // away.
        let least = if signed { -1i128 << (width - 1) } else { 0 };
        let exactly = |value: i128| {
            let bits = float::from_int(kind, value as u128, 128, true);
            let exact = float::to_int(kind, bits, 128, true) == Some(value as u128);
            exact.then_some(bits)
        };
        let (low, with_low) = match (least.checked_sub(1).and_then(exactly), exactly(least)) {
            (Some(below), _) => (below, false),
            (None, Some(low)) => (low, true),
            (None, None) => (float::infinity(kind, true), false),
        };
        let half = float::from_int(kind, 1 << (width - 1), 128, false);
        let high = if signed {
            half
        } else {
            float::add(kind, half, half)
        };
        Fitting {
            low,
            with_low,
            high,
        }
    }
}

impl Pool {
    /// `a * b + c`, rounded once.
    pub fn ffma(&mut self, kind: FloatKind, a: Term, b: Term, c: Term) -> Term {
        self.make(Op::FFma, [a, b, c], Formats::of(kind).pack())
    }

    /// The remainder of IEEE 754, as [`sheaf_float::remainder`] computes it.
    pub fn fremainder(&mut self, kind: FloatKind, a: Term, b: Term) -> Term {
        let modulo = self.frem(kind, a, b);
        let invalid = self.unordered(kind, modulo, modulo);
        let divisor = self.fabs(kind, b);
        let twice = self.fadd(kind, divisor, divisor);
        let rest = self.frem(kind, a, twice);
        let rest = self.fabs(kind, rest);
        let (less, double) = (self.fsub(kind, rest, divisor), self.fadd(kind, rest, rest));
        let (least, double_less) = (self.fsub(kind, less, divisor), self.fadd(kind, less, less));
        let is_least = self.fle(kind, divisor, double_less);
        let least = self.ite(is_least, least, less);
        let is_less = self.flt(kind, divisor, double);
        let rest = self.ite(is_less, least, rest);
        let zero = self.bits(kind.width(), 0);
        let sign = self.copysign(kind, zero, a);
        let rest = self.bit_xor(rest, sign);
        self.ite(invalid, modulo, rest)
    }

    /// Square root.
    pub fn fsqrt(&mut self, kind: FloatKind, a: Term) -> Term {
        self.make(Op::FSqrt, [a, NONE, NONE], Formats::of(kind).pack())
    }

    /// The number rounded to an integer.
    pub fn fround(&mut self, kind: FloatKind, a: Term, integral: Integral) -> Term {
        let formats = Formats {
            integral,
            ..Formats::of(kind)
        };
        self.make(Op::FRound, [a, NONE, NONE], formats.pack())
    }

    /// The number in another format.
    pub fn float_to_float(&mut self, from: FloatKind, to: FloatKind, a: Term) -> Term {
        let formats = Formats {
            target: to,
            ..Formats::of(from)
        };
        self.make(Op::FToF, [a, NONE, NONE], formats.pack())
    }

    /// The number nearest to an integer of at most 128 bits.
    pub fn int_to_float(&mut self, kind: FloatKind, a: Term, signed: bool) -> Term {
        let op = if signed { Op::SToF } else { Op::UToF };
        self.make(op, [a, NONE, NONE], Formats::of(kind).pack())
    }

    /// The integer part as an integer of `width` bits (1 to 128); 0 where it does not fit
    /// ([`Pool::float_fits`]).
    pub fn float_to_int(&mut self, kind: FloatKind, a: Term, width: u32, signed: bool) -> Term {
        let op = if signed { Op::FToS } else { Op::FToU };
        let formats = Formats {
            width,
            ..Formats::of(kind)
        };
        self.make(op, [a, NONE, NONE], formats.pack())
    }

    /// Whether it is a number whose integer part fits an integer of `width` bits (1 to 128).
    pub fn float_fits(&mut self, kind: FloatKind, a: Term, width: u32, signed: bool) -> Term {
        let fitting = Fitting::of(kind, width, signed);
        let low = self.bits(kind.width(), fitting.low);
        let high = self.bits(kind.width(), fitting.high);
        let above = match fitting.with_low {
            true => self.fle(kind, low, a),
            false => self.flt(kind, low, a),
        };
        let below = self.flt(kind, a, high);
        self.and(above, below)
    }

    /// Whether it is not a number.
    pub fn is_nan(&mut self, kind: FloatKind, a: Term) -> Term {
        let number = self.feq(kind, a, a);
        self.not(number)
    }

    /// Whether either is not a number.
    pub fn unordered(&mut self, kind: FloatKind, a: Term, b: Term) -> Term {
        let (a, b) = (self.is_nan(kind, a), self.is_nan(kind, b));
        self.or(a, b)
    }

    /// The opposite sign, on NaN too.
    pub fn fneg(&mut self, kind: FloatKind, a: Term) -> Term {
        let sign = self.bits(kind.width(), 1 << (kind.width() - 1));
        self.bit_xor(a, sign)
    }

    /// The sign cleared, on NaN too.
    pub fn fabs(&mut self, kind: FloatKind, a: Term) -> Term {
        let magnitude = self.bits(kind.width(), !(1 << (kind.width() - 1)));
        self.bit_and(a, magnitude)
    }

    /// The first number with the sign of the second.
    pub fn copysign(&mut self, kind: FloatKind, magnitude: Term, sign: Term) -> Term {
        let mask = self.bits(kind.width(), 1 << (kind.width() - 1));
        let (magnitude, sign) = (self.fabs(kind, magnitude), self.bit_and(sign, mask));
        self.bit_or(magnitude, sign)
    }

    /// The smaller number, as `sheaf_float::min`.
    pub fn fmin(&mut self, kind: FloatKind, a: Term, b: Term) -> Term {
        let less = self.flt(kind, a, b);
        self.extreme(kind, less, a, b, true)
    }

    /// The larger number, as `sheaf_float::max`.
    pub fn fmax(&mut self, kind: FloatKind, a: Term, b: Term) -> Term {
        let greater = self.flt(kind, b, a);
        self.extreme(kind, greater, a, b, false)
    }

    /// `a` if it is `better`, or equal with the better sign, or alone a number.
    fn extreme(&mut self, kind: FloatKind, better: Term, a: Term, b: Term, least: bool) -> Term {
        let zero = self.bits(kind.width(), 0);
        let (negative_a, negative_b) = (self.slt(a, zero), self.slt(b, zero));
        let (low, high) = match least {
            true => (negative_a, negative_b),
            false => (negative_b, negative_a),
        };
        let not_high = self.not(high);
        let signs = self.and(low, not_high);
        let equal = self.feq(kind, a, b);
        let by_sign = self.and(equal, signs);
        let first = self.or(better, by_sign);
        let chosen = self.ite(first, a, b);
        // The conversion makes NaN quiet.
        let (nan_a, nan_b) = (self.is_nan(kind, a), self.is_nan(kind, b));
        let quiet = self.float_to_float(kind, kind, a);
        let lone = self.ite(nan_a, quiet, a);
        self.ite(nan_b, lone, chosen)
    }

    // Questions

    /// The format of the arguments of a floating-point operator; for a conversion from integers, of
    /// its result.
    pub fn float_kind(&self, term: Term) -> Option<FloatKind> {
        let node = self.node(term);
        (node.op >= Op::FAdd).then(|| Formats::unpack(node.payload).kind)
    }

    /// The format of the result of a floating-point operator that has one.
    pub fn float_target(&self, term: Term) -> Option<FloatKind> {
        let node = self.node(term);
        match node.op {
            Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem => self.float_kind(term),
            Op::FFma | Op::FSqrt | Op::FRound | Op::SToF | Op::UToF => self.float_kind(term),
            Op::FToF => Some(Formats::unpack(node.payload).target),
            _ => None,
        }
    }

    /// How an [`Op::FRound`] rounds.
    pub fn integral(&self, term: Term) -> Option<Integral> {
        let node = self.node(term);
        (node.op == Op::FRound).then(|| Formats::unpack(node.payload).integral)
    }
}
