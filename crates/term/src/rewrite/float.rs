//! Rules for floating-point operators that hold for every pattern, including signs of zeros and
//! NaN.
//!
//! C converts integers and narrow floats before it computes with them; exact conversions are undone
//! here, because a comparison of integers costs a solver almost nothing.

use sheaf_float::{self as float, FloatKind, Integral};

use super::{Call, Rule, rules};
use crate::node::Term;
use crate::op::Op;
use crate::op::float::Formats;
use crate::pool::Pool;

pub(super) static EQ: &[Rule] = rules![equal_integers, equal_widened, equal_pattern];
pub(super) static LT: &[Rule] = rules![less_same, less_integers, less_widened];
pub(super) static LE: &[Rule] = rules![not_greater_same, not_greater_integers, not_greater_widened];
pub(super) static ROUND: &[Rule] = rules![round_integer];
pub(super) static TO_FLOAT: &[Rule] = rules![convert_integer, convert_back, convert_result];
pub(super) static TO_SIGNED: &[Rule] = rules![signed_and_back];
pub(super) static TO_UNSIGNED: &[Rule] = rules![unsigned_and_back];

fn kind(call: Call) -> FloatKind {
    Formats::unpack(call.payload).kind
}

/// `x < x => false`
fn less_same(_: &mut Pool, call: Call) -> Option<Term> {
    (call.a == call.b).then_some(Term::FALSE)
}

/// `x <= x => x == x`
fn not_greater_same(p: &mut Pool, call: Call) -> Option<Term> {
    (call.a == call.b).then(|| p.feq(kind(call), call.a, call.a))
}

/// The integer that is converted to a float without loss, and whether it is signed. Every format
/// represents all integers with at most as many bits as its significand.
fn exact_integer(p: &Pool, term: Term) -> Option<(Term, bool)> {
    let node = p.node(term);
    let signed = node.op == Op::SToF;
    let exact = || {
        let kind = Formats::unpack(node.payload).kind;
        p.width(node.args[0]) <= kind.precision() + u32::from(signed)
    };
    (matches!(node.op, Op::SToF | Op::UToF) && exact()).then(|| (node.args[0], signed))
}

/// `(float)a == (float)b => a == b`
fn equal_integers(p: &mut Pool, call: Call) -> Option<Term> {
    if let Some(bits) = p.as_bits(call.b)
        && exact_integer(p, call.a).is_some()
        && float::is_finite(kind(call), bits)
        && !float::eq(
            kind(call),
            bits,
            float::to_integral(kind(call), bits, Integral::Floor),
        )
    {
        return Some(Term::FALSE);
    }
    let (a, b) = integers(p, call, Integral::Floor, Integral::Floor)?;
    Some(p.eq(a, b))
}

/// `(float)a == k => a == k`, `(float)a == (float)b => a == b` for patterns: that of an integer is
/// unique.
pub(super) fn equal_integer_patterns(p: &mut Pool, call: Call) -> Option<Term> {
    exact_integer(p, call.a)?;
    let kind = Formats::unpack(p.node(call.a).payload).kind;
    let is_integer = match p.as_bits(call.b) {
        Some(bits) => {
            let integer = float::to_int(kind, bits, 128, true);
            integer.is_some_and(|integer| float::from_int(kind, integer, 128, true) == bits)
        }
        None => {
            exact_integer(p, call.b)?;
            if Formats::unpack(p.node(call.b).payload).kind != kind {
                return None;
            }
            true
        }
    };
    Some(match is_integer {
        true => p.feq(kind, call.a, call.b),
        false => Term::FALSE,
    })
}

/// `(float)a < (float)b => a < b`
fn less_integers(p: &mut Pool, call: Call) -> Option<Term> {
    let (a, b) = integers(p, call, Integral::Floor, Integral::Ceil)?;
    Some(p.slt(a, b))
}

/// `(float)a <= (float)b => a <= b`
fn not_greater_integers(p: &mut Pool, call: Call) -> Option<Term> {
    let (a, b) = integers(p, call, Integral::Ceil, Integral::Floor)?;
    Some(p.sle(a, b))
}

/// Two signed integers of one width that compare like two floats: those that were converted to the
/// floats; a constant float is rounded so that the comparison is preserved.
fn integers(p: &mut Pool, call: Call, left: Integral, right: Integral) -> Option<(Term, Term)> {
    let width = |p: &Pool, term| exact_integer(p, term).map(|(integer, _)| p.width(integer));
    // Two more bits than the integer: for the sign, and so that larger constants stay larger.
    let width = 2 + width(p, call.a).into_iter().chain(width(p, call.b)).max()?;
    let mut side = |term, how| match (exact_integer(p, term), p.as_bits(term)) {
        (Some((integer, true)), _) => Some(p.sext(integer, width)),
        (Some((integer, false)), _) => Some(p.zext(integer, width)),
        (None, Some(bits)) => {
            near_integer(kind(call), bits, how, width).map(|n| p.bits(width, n as u128))
        }
        (None, None) => None,
    };
    Some((side(call.a, left)?, side(call.b, right)?))
}

/// A constant rounded to an integer of `width` signed bits, or the last one where it is greater.
fn near_integer(kind: FloatKind, bits: u128, how: Integral, width: u32) -> Option<i128> {
    if float::is_nan(kind, bits) {
        return None;
    }
    let most = (1i128 << (width - 1)) - 1;
    let integral = float::to_integral(kind, bits, how);
    match float::to_int(kind, integral, 128, true) {
        Some(value) => Some((value as i128).clamp(-most - 1, most)),
        None if float::is_negative(kind, bits) => Some(-most - 1),
        None => Some(most),
    }
}

/// The operand of a widening conversion, which never changes the value, and its format.
fn widened(p: &Pool, term: Term) -> Option<(Term, FloatKind)> {
    let node = p.node(term);
    if node.op != Op::FToF {
        return None;
    }
    let Formats { kind, target, .. } = Formats::unpack(node.payload);
    (kind.width() < target.width() && kind != FloatKind::F80).then(|| (node.args[0], kind))
}

/// `(double)x == (double)y => x == y`
fn equal_widened(p: &mut Pool, call: Call) -> Option<Term> {
    let (a, b, narrow, exact) = narrowed(p, call)?;
    Some(if exact {
        p.feq(narrow, a, b)
    } else {
        Term::FALSE
    })
}

/// An input float equals a number other than zero exactly if their patterns are equal: numbers have
/// a single pattern, except for zero and in the x87 format.
fn equal_pattern(p: &mut Pool, call: Call) -> Option<Term> {
    let (kind, bits) = (kind(call), p.as_bits(call.b)?);
    let one_pattern =
        kind != FloatKind::F80 && !float::is_nan(kind, bits) && !float::is_zero(kind, bits);
    (one_pattern && !p.has_float(call.a)).then(|| p.eq(call.a, call.b))
}

/// `(double)x < (double)y => x < y`
fn less_widened(p: &mut Pool, call: Call) -> Option<Term> {
    let (a, b, narrow, exact) = narrowed(p, call)?;
    Some(if exact {
        p.flt(narrow, a, b)
    } else {
        p.fle(narrow, a, b)
    })
}

/// `(double)x <= (double)y => x <= y`
fn not_greater_widened(p: &mut Pool, call: Call) -> Option<Term> {
    let (a, b, narrow, _) = narrowed(p, call)?;
    Some(p.fle(narrow, a, b))
}

/// Both sides of a comparison in the narrower format of their operands. A constant that the format
/// cannot represent is replaced by its neighbour towards the other side; then the last member is
/// false.
fn narrowed(p: &mut Pool, call: Call) -> Option<(Term, Term, FloatKind, bool)> {
    match (widened(p, call.a), widened(p, call.b)) {
        (Some((a, narrow)), Some((b, other))) => (narrow == other).then_some((a, b, narrow, true)),
        (Some((a, narrow)), None) => {
            let (bits, exact) = neighbour(kind(call), narrow, p.as_bits(call.b)?, false)?;
            Some((a, p.bits(narrow.width(), bits), narrow, exact))
        }
        (None, Some((b, narrow))) => {
            let (bits, exact) = neighbour(kind(call), narrow, p.as_bits(call.a)?, true)?;
            Some((p.bits(narrow.width(), bits), b, narrow, exact))
        }
        (None, None) => None,
    }
}

/// The number itself in a narrower format, and true; or the next one `above` or below it.
fn neighbour(wide: FloatKind, narrow: FloatKind, bits: u128, above: bool) -> Option<(u128, bool)> {
    if float::is_nan(wide, bits) {
        return None;
    }
    let nearest = float::to_float(wide, narrow, bits);
    let back = float::to_float(narrow, wide, nearest);
    if float::eq(wide, back, bits) {
        return Some((nearest, true));
    }
    if float::lt(wide, bits, back) == above {
        return Some((nearest, false));
    }
    // Patterns of one sign are ordered like their magnitudes; beyond zero is the least magnitude of
    // the other sign.
    let away = float::is_negative(narrow, nearest) != above;
    let next = match float::is_zero(narrow, nearest) {
        true => float::copysign(narrow, 1, if above { 0 } else { float::neg(narrow, 0) }),
        false if away => nearest + 1,
        false => nearest - 1,
    };
    Some((next, false))
}

/// An integer converted to a float without loss is already rounded.
fn round_integer(p: &mut Pool, call: Call) -> Option<Term> {
    exact_integer(p, call.a).map(|_| call.a)
}

/// `(double)(float)i => (double)i` for an integer that a float holds.
fn convert_integer(p: &mut Pool, call: Call) -> Option<Term> {
    let (integer, signed) = exact_integer(p, call.a)?;
    let target = Formats::unpack(call.payload).target;
    let wider = target.precision() >= kind(call).precision();
    wider.then(|| p.int_to_float(target, integer, signed))
}

/// `(float)(double)x`: only a signalling NaN is changed.
fn convert_back(p: &mut Pool, call: Call) -> Option<Term> {
    let target = Formats::unpack(call.payload).target;
    let (a, narrow) = widened(p, call.a)?;
    (narrow == target).then(|| p.float_to_float(narrow, narrow, a))
}

/// A conversion to the same format changes no result of an operation.
fn convert_result(p: &mut Pool, call: Call) -> Option<Term> {
    let same = Formats::unpack(call.payload).target == kind(call);
    // Rounding to an integer returns an integral operand unchanged.
    let result = p.float_target(call.a).is_some() && p.op(call.a) != Op::FRound;
    (same && result).then_some(call.a)
}

/// `(int)(float)i => i` where both conversions are exact
fn signed_and_back(p: &mut Pool, call: Call) -> Option<Term> {
    let width = Formats::unpack(call.payload).width;
    match exact_integer(p, call.a)? {
        (integer, true) if p.width(integer) <= width => Some(p.sext(integer, width)),
        (integer, false) if p.width(integer) < width => Some(p.zext(integer, width)),
        _ => None,
    }
}

/// `(unsigned)(float)i => i` where both conversions are exact
fn unsigned_and_back(p: &mut Pool, call: Call) -> Option<Term> {
    let width = Formats::unpack(call.payload).width;
    match exact_integer(p, call.a)? {
        (integer, false) if p.width(integer) <= width => Some(p.zext(integer, width)),
        _ => None,
    }
}
