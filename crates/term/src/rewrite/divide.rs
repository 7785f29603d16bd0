//! Rules for quotients and remainders of bit-vectors.

use super::{Call, Rule, leaves, rules};
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

pub(super) static UDIV: &[Rule] = rules![udiv_one, udiv_power, udiv_less, udiv_narrow, udiv_choice];
pub(super) static UREM: &[Rule] = rules![urem_one, urem_power, urem_less, urem_narrow, urem_choice];
pub(super) static SDIV: &[Rule] = rules![sdiv_one, sdiv_minus_one, sdiv_unsigned, sdiv_choice];
pub(super) static SREM: &[Rule] = rules![srem_unit, srem_unsigned, srem_choice];

/// `x /u 1 => x`
fn udiv_one(p: &mut Pool, call: Call) -> Option<Term> {
    p.is_one(call.b).then_some(call.a)
}

/// `x /u 2^k => x >>u k`
fn udiv_power(p: &mut Pool, call: Call) -> Option<Term> {
    let exponent = p.power_of_two(call.b)?;
    let distance = p.bits(p.width(call.a), exponent.into());
    Some(p.lshr(call.a, distance))
}

/// `x /u y => 0` where all `x` are below all `y`
fn udiv_less(p: &mut Pool, call: Call) -> Option<Term> {
    let width = p.width(call.a);
    if width > 128 || p.range(call.a).1 >= p.range(call.b).0 {
        return None;
    }
    Some(p.zero(width))
}

/// `zext(x) /u k => zext(x /u k)` for `k` that fits and is not zero
fn udiv_narrow(p: &mut Pool, call: Call) -> Option<Term> {
    narrow(p, Op::Udiv, call)
}

/// `op(zext(x), k) => zext(op(x, k))` for `k` that fits and is not zero
fn narrow(p: &mut Pool, op: Op, call: Call) -> Option<Term> {
    let x = p
        .unary(call.a, Op::Zext)
        .filter(|_| p.is_const(call.b) && !p.is_zero(call.b))?;
    let inner = p.width(x);
    if p.unsigned_bits(call.b) > inner {
        return None;
    }
    let divisor = p.extract(call.b, inner - 1, 0);
    let result = p.make(op, [x, divisor, Term(0)], 0);
    Some(p.zext(result, p.width(call.a)))
}

/// `(c ? k1 : k2) /u k3 => c ? k1 /u k3 : k2 /u k3`, and so for the divisor
fn udiv_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Udiv, call)
}

/// `x %u 1 => 0`
fn urem_one(p: &mut Pool, call: Call) -> Option<Term> {
    if p.is_one(call.b) {
        Some(p.zero(p.width(call.a)))
    } else {
        None
    }
}

/// `x %u 2^k => zext(x[k-1:0])`
fn urem_power(p: &mut Pool, call: Call) -> Option<Term> {
    let exponent = p.power_of_two(call.b).filter(|&exponent| exponent > 0)?;
    let low = p.extract(call.a, exponent - 1, 0);
    Some(p.zext(low, p.width(call.a)))
}

/// `x %u y => x` where all `x` are below all `y`
fn urem_less(p: &mut Pool, call: Call) -> Option<Term> {
    (p.width(call.a) <= 128 && p.range(call.a).1 < p.range(call.b).0).then_some(call.a)
}

/// `zext(x) %u k => zext(x %u k)` for `k` that fits and is not zero
fn urem_narrow(p: &mut Pool, call: Call) -> Option<Term> {
    narrow(p, Op::Urem, call)
}

/// `(c ? k1 : k2) %u k3 => c ? k1 %u k3 : k2 %u k3`, and so for the divisor
fn urem_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Urem, call)
}

/// `x /s 1 => x`
fn sdiv_one(p: &mut Pool, call: Call) -> Option<Term> {
    (p.is_one(call.b) && p.width(call.b) > 1).then_some(call.a)
}

/// `x /s -1 => -x`
fn sdiv_minus_one(p: &mut Pool, call: Call) -> Option<Term> {
    if p.is_ones(call.b) {
        Some(p.neg(call.a))
    } else {
        None
    }
}

/// True if neither argument can be negative.
fn both_positive(p: &Pool, call: Call) -> bool {
    p.width(call.a) <= 128 && p.signed_range(call.a).0 >= 0 && p.signed_range(call.b).0 >= 0
}

/// `x /s y => x /u y` where neither can be negative
fn sdiv_unsigned(p: &mut Pool, call: Call) -> Option<Term> {
    if both_positive(p, call) {
        Some(p.udiv(call.a, call.b))
    } else {
        None
    }
}

/// `(c ? k1 : k2) /s k3 => c ? k1 /s k3 : k2 /s k3`, and so for the divisor
fn sdiv_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Sdiv, call)
}

/// `x %s 1 => 0`, `x %s -1 => 0`
fn srem_unit(p: &mut Pool, call: Call) -> Option<Term> {
    if p.is_one(call.b) || p.is_ones(call.b) {
        Some(p.zero(p.width(call.a)))
    } else {
        None
    }
}

/// `x %s y => x %u y` where neither can be negative
fn srem_unsigned(p: &mut Pool, call: Call) -> Option<Term> {
    if both_positive(p, call) {
        Some(p.urem(call.a, call.b))
    } else {
        None
    }
}

/// `(c ? k1 : k2) %s k3 => c ? k1 %s k3 : k2 %s k3`, and so for the divisor
fn srem_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Srem, call)
}
