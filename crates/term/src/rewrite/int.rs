//! Rules for mathematical integers.

use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed, Zero};

use super::{Call, Rule, rules};
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

pub(super) static ADD: &[Rule] = rules![add_zero, add_const_chain, add_lift_const, add_multiples];
pub(super) static MUL: &[Rule] = rules![
    mul_zero,
    mul_one,
    mul_const_chain,
    mul_lift_const,
    mul_sum_const,
];
pub(super) static DIV: &[Rule] = rules![div_const];
pub(super) static REM: &[Rule] = rules![rem_const];
pub(super) static LT: &[Rule] = rules![
    lt_same,
    lt_const_left,
    lt_sum_const,
    lt_sums,
    lt_bits_const,
    lt_bits
];
pub(super) static FROM_BITS: &[Rule] = rules![from_zext];
pub(super) static TO_BITS: &[Rule] = rules![to_bits_of_bits];

/// True if the term is an integer constant of which the test holds.
fn holds(p: &Pool, term: Term, test: fn(&BigInt) -> bool) -> bool {
    p.as_int(term).is_some_and(test)
}

/// `x + 0 => x`
fn add_zero(p: &mut Pool, call: Call) -> Option<Term> {
    holds(p, call.b, BigInt::is_zero).then_some(call.a)
}

/// `(x + k1) + k2 => x + (k1 + k2)`
fn add_const_chain(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = p
        .with_const(call.a, Op::IntAdd)
        .filter(|_| p.is_const(call.b))?;
    let sum = p.int_add(k, call.b);
    Some(p.int_add(x, sum))
}

/// `(x + k) + y => (x + y) + k`
fn add_lift_const(p: &mut Pool, call: Call) -> Option<Term> {
    call.orders().into_iter().find_map(|(sum, y)| {
        let (x, k) = p.with_const(sum, Op::IntAdd).filter(|_| !p.is_const(y))?;
        let sum = p.int_add(x, y);
        Some(p.int_add(sum, k))
    })
}

/// `x * k1 + x * k2 => x * (k1 + k2)`, and so for `x` alone as `x * 1`
fn add_multiples(p: &mut Pool, call: Call) -> Option<Term> {
    let (left, right) = (
        p.with_const(call.a, Op::IntMul),
        p.with_const(call.b, Op::IntMul),
    );
    let base = left.map_or(call.a, |pair| pair.0);
    if base != right.map_or(call.b, |pair| pair.0) || p.is_const(base) {
        return None;
    }
    let one = p.int(BigInt::one());
    let factor = p.int_add(
        left.map_or(one, |pair| pair.1),
        right.map_or(one, |pair| pair.1),
    );
    Some(p.int_mul(base, factor))
}

/// `x * 0 => 0`
fn mul_zero(p: &mut Pool, call: Call) -> Option<Term> {
    holds(p, call.b, BigInt::is_zero).then_some(call.b)
}

/// `x * 1 => x`
fn mul_one(p: &mut Pool, call: Call) -> Option<Term> {
    holds(p, call.b, BigInt::is_one).then_some(call.a)
}

/// `(x * k1) * k2 => x * (k1 * k2)`
fn mul_const_chain(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = p
        .with_const(call.a, Op::IntMul)
        .filter(|_| p.is_const(call.b))?;
    let product = p.int_mul(k, call.b);
    Some(p.int_mul(x, product))
}

/// `(x * k) * y => (x * y) * k`
fn mul_lift_const(p: &mut Pool, call: Call) -> Option<Term> {
    call.orders().into_iter().find_map(|(product, y)| {
        let (x, k) = p
            .with_const(product, Op::IntMul)
            .filter(|_| !p.is_const(y))?;
        let product = p.int_mul(x, y);
        Some(p.int_mul(product, k))
    })
}

/// `(x + k1) * k2 => x * k2 + k1 * k2`
fn mul_sum_const(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = p
        .with_const(call.a, Op::IntAdd)
        .filter(|_| p.is_const(call.b))?;
    let product = p.int_mul(x, call.b);
    let constant = p.int_mul(k, call.b);
    Some(p.int_add(product, constant))
}

/// `x / 0 => 0`, `x / 1 => x`, `x / -1 => x * -1`
fn div_const(p: &mut Pool, call: Call) -> Option<Term> {
    let divisor = p.as_int(call.b)?;
    if divisor.is_zero() {
        return Some(call.b);
    }
    if !divisor.abs().is_one() {
        return None;
    }
    Some(p.int_mul(call.a, call.b))
}

/// `x % 0 => x`, `x % 1 => 0`, `x % -1 => 0`
fn rem_const(p: &mut Pool, call: Call) -> Option<Term> {
    let divisor = p.as_int(call.b)?;
    if divisor.is_zero() {
        return Some(call.a);
    }
    if divisor.abs().is_one() {
        Some(p.int(BigInt::zero()))
    } else {
        None
    }
}

/// `x < x => false`
fn lt_same(_: &mut Pool, call: Call) -> Option<Term> {
    (call.a == call.b).then_some(Term::FALSE)
}

/// `k < x => !(x < k + 1)`
fn lt_const_left(p: &mut Pool, call: Call) -> Option<Term> {
    let next = p.as_int(call.a)? + 1;
    let next = p.int(next);
    let less = p.int_lt(call.b, next);
    Some(p.not(less))
}

/// `x + k1 < k2 => x < k2 - k1`
fn lt_sum_const(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = p.with_const(call.a, Op::IntAdd)?;
    let difference = p.as_int(call.b)? - p.as_int(k)?;
    let difference = p.int(difference);
    Some(p.int_lt(x, difference))
}

/// `x < y + k => x + -k < y`
fn lt_sums(p: &mut Pool, call: Call) -> Option<Term> {
    let (y, k) = p.with_const(call.b, Op::IntAdd)?;
    let difference = p.int_sub(call.a, k);
    Some(p.int_lt(difference, y))
}

/// `int(x) < k => x <u k`, or decided where `k` is not a value of `x`
fn lt_bits_const(p: &mut Pool, call: Call) -> Option<Term> {
    let x = p.unary(call.a, Op::BitsToInt)?;
    let k = p.as_int(call.b)?;
    let width = p.width(x);
    if k.sign() != Sign::Plus {
        return Some(Term::FALSE);
    }
    if k.bits() > width.into() {
        return Some(Term::TRUE);
    }
    let k = k.magnitude().clone();
    let k = p.bits_big(width, &k);
    Some(p.ult(x, k))
}

/// `int(x) < int(y) => x <u y`, extended to the wider of the two
fn lt_bits(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, y) = (
        p.unary(call.a, Op::BitsToInt)?,
        p.unary(call.b, Op::BitsToInt)?,
    );
    let wide = p.width(x).max(p.width(y));
    let (x, y) = (p.zext(x, wide), p.zext(y, wide));
    Some(p.ult(x, y))
}

/// `int(zext(x)) => int(x)`
fn from_zext(p: &mut Pool, call: Call) -> Option<Term> {
    let x = p.unary(call.a, Op::Zext)?;
    Some(p.bits_to_int(x))
}

/// `bits(int(x)) => x`, extended with zeros or cut
fn to_bits_of_bits(p: &mut Pool, call: Call) -> Option<Term> {
    let x = p.unary(call.a, Op::BitsToInt)?;
    let width = call.payload as u32;
    Some(if p.width(x) < width {
        p.zext(x, width)
    } else {
        p.extract(x, width - 1, 0)
    })
}
