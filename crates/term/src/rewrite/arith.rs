//! Rules for sums, differences and products of bit-vectors.
//!
//! Constants move to the outside (`(x + 1) + y => (x + y) + 1`), so that chains of constants fold.

use super::{Call, Rule, leaves, rules};
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

pub(super) static ADD: &[Rule] = rules![
    add_zero,
    add_const_chain,
    add_difference_const,
    add_lift_const,
    add_negative,
    add_back,
    add_complement,
    add_multiples,
    add_without_carry,
    add_choice,
    add_choice_chain,
];
pub(super) static SUB: &[Rule] = rules![
    sub_same,
    sub_const,
    zero_minus,
    sub_negative,
    sum_minus_part,
    part_minus_sum,
    difference_minus_part,
    part_minus_difference,
    sub_lift_const,
    const_minus,
    sub_multiples,
    sub_choice,
];
pub(super) static NEG: &[Rule] = rules![
    neg_neg,
    neg_difference,
    neg_sum_const,
    neg_complement,
    neg_product_const,
    neg_choice
];
pub(super) static MUL: &[Rule] = rules![
    mul_zero,
    mul_one,
    mul_minus_one,
    mul_const_chain,
    mul_lift_const,
    mul_sum_const,
    mul_negative,
    mul_choice
];

/// `x + 0 => x`
fn add_zero(p: &mut Pool, call: Call) -> Option<Term> {
    p.is_zero(call.b).then_some(call.a)
}

/// `(x + k1) + k2 => x + (k1 + k2)`
fn add_const_chain(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = p
        .with_const(call.a, Op::Add)
        .filter(|_| p.is_const(call.b))?;
    let sum = p.add(k, call.b);
    Some(p.add(x, sum))
}

/// `(k1 - x) + k2 => (k1 + k2) - x`
fn add_difference_const(p: &mut Pool, call: Call) -> Option<Term> {
    let (k, x) = p
        .binary(call.a, Op::Sub)
        .filter(|pair| p.is_const(pair.0) && p.is_const(call.b))?;
    let sum = p.add(k, call.b);
    Some(p.sub(sum, x))
}

/// `(x + k) + y => (x + y) + k`
fn add_lift_const(p: &mut Pool, call: Call) -> Option<Term> {
    call.orders().into_iter().find_map(|(sum, y)| {
        let (x, k) = p.with_const(sum, Op::Add).filter(|_| !p.is_const(y))?;
        let sum = p.add(x, y);
        Some(p.add(sum, k))
    })
}

/// `x + -y => x - y`
fn add_negative(p: &mut Pool, call: Call) -> Option<Term> {
    call.orders().into_iter().find_map(|(x, negative)| {
        let y = p.unary(negative, Op::Neg).filter(|_| !p.is_const(x))?;
        Some(p.sub(x, y))
    })
}

/// `(x - y) + y => x`
fn add_back(p: &mut Pool, call: Call) -> Option<Term> {
    let back = |(difference, y)| {
        p.binary(difference, Op::Sub)
            .filter(|pair| pair.1 == y)
            .map(|pair| pair.0)
    };
    call.orders().into_iter().find_map(back)
}

/// `x + ~x => -1`
fn add_complement(p: &mut Pool, call: Call) -> Option<Term> {
    if p.inverted(call.a, call.b) {
        Some(p.ones(p.width(call.a)))
    } else {
        None
    }
}

/// `x * k1 + x * k2 => x * (k1 + k2)`, and so for `x` alone as `x * 1`
fn add_multiples(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k, l) = multiples(p, call)?;
    let factor = p.add(k, l);
    Some(p.mul(x, factor))
}

/// The common base of two products with constants, and the constants.
fn multiples(p: &mut Pool, call: Call) -> Option<(Term, Term, Term)> {
    let (left, right) = (p.with_const(call.a, Op::Mul), p.with_const(call.b, Op::Mul));
    let base = left.map_or(call.a, |pair| pair.0);
    if base != right.map_or(call.b, |pair| pair.0) || p.is_const(base) {
        return None;
    }
    let one = p.bits(p.width(base), 1);
    Some((
        base,
        left.map_or(one, |pair| pair.1),
        right.map_or(one, |pair| pair.1),
    ))
}

/// `(x ++ 0) + zext(y) => (x ++ 0) | zext(y)` where no bit meets another; also for an extension of
/// `x ++ 0`
fn add_without_carry(p: &mut Pool, call: Call) -> Option<Term> {
    let meets_none = |(high, low): (Term, Term)| {
        matches!(p.op(high), Op::Concat | Op::Zext)
            && p.op(low) == Op::Zext
            && p.trailing_zeros(high) >= p.unsigned_bits(low)
    };
    if call.orders().into_iter().any(meets_none) {
        Some(p.bit_or(call.a, call.b))
    } else {
        None
    }
}

/// `(x + (c ? k1 : k2)) + k3 => x + (c ? k1 + k3 : k2 + k3)`
fn add_choice_chain(p: &mut Pool, call: Call) -> Option<Term> {
    call.orders().into_iter().find_map(|(sum, l)| {
        let (x, k) = p.binary(sum, Op::Add).filter(|_| p.has_leaves(l))?;
        let (x, k) = if p.has_leaves(k) { (x, k) } else { (k, x) };
        let call = Call { a: k, b: l, ..call };
        let total = leaves::lift(p, Op::Add, call)?;
        Some(p.add(x, total))
    })
}

/// `(c ? k1 : k2) + k3 => c ? k1 + k3 : k2 + k3`
fn add_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Add, call)
}

/// `x - x => 0`
fn sub_same(p: &mut Pool, call: Call) -> Option<Term> {
    if call.a == call.b {
        Some(p.zero(p.width(call.a)))
    } else {
        None
    }
}

/// `x - k => x + -k`
fn sub_const(p: &mut Pool, call: Call) -> Option<Term> {
    if !p.is_const(call.b) {
        return None;
    }
    let negative = p.neg(call.b);
    Some(p.add(call.a, negative))
}

/// `0 - x => -x`
fn zero_minus(p: &mut Pool, call: Call) -> Option<Term> {
    if p.is_zero(call.a) {
        Some(p.neg(call.b))
    } else {
        None
    }
}

/// `x - -y => x + y`
fn sub_negative(p: &mut Pool, call: Call) -> Option<Term> {
    let y = p.unary(call.b, Op::Neg)?;
    Some(p.add(call.a, y))
}

/// `(x + y) - x => y`
fn sum_minus_part(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, y) = p.binary(call.a, Op::Add)?;
    if x == call.b {
        Some(y)
    } else {
        (y == call.b).then_some(x)
    }
}

/// `x - (x + y) => -y`
fn part_minus_sum(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, y) = p.binary(call.b, Op::Add)?;
    let rest = if x == call.a {
        Some(y)
    } else {
        (y == call.a).then_some(x)
    }?;
    Some(p.neg(rest))
}

/// `(x - y) - x => -y`
fn difference_minus_part(p: &mut Pool, call: Call) -> Option<Term> {
    let (_, y) = p.binary(call.a, Op::Sub).filter(|pair| pair.0 == call.b)?;
    Some(p.neg(y))
}

/// `x - (x - y) => y`
fn part_minus_difference(p: &mut Pool, call: Call) -> Option<Term> {
    p.binary(call.b, Op::Sub)
        .filter(|pair| pair.0 == call.a)
        .map(|pair| pair.1)
}

/// `(x + k) - y => (x - y) + k`, `x - (y + k) => (x - y) + -k`
fn sub_lift_const(p: &mut Pool, call: Call) -> Option<Term> {
    if let Some((x, k)) = p.with_const(call.a, Op::Add) {
        let difference = p.sub(x, call.b);
        return Some(p.add(difference, k));
    }
    let (y, k) = p.with_const(call.b, Op::Add)?;
    let difference = p.sub(call.a, y);
    Some(p.sub(difference, k))
}

/// `k1 - (k2 - x) => x + (k1 - k2)`
fn const_minus(p: &mut Pool, call: Call) -> Option<Term> {
    let (k, x) = p
        .binary(call.b, Op::Sub)
        .filter(|pair| p.is_const(pair.0) && p.is_const(call.a))?;
    let difference = p.sub(call.a, k);
    Some(p.add(x, difference))
}

/// `x * k1 - x * k2 => x * (k1 - k2)`, and so for `x` alone as `x * 1`
fn sub_multiples(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k, l) = multiples(p, call)?;
    let factor = p.sub(k, l);
    Some(p.mul(x, factor))
}

/// `k1 - (c ? k2 : k3) => c ? k1 - k2 : k1 - k3`
fn sub_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Sub, call)
}

/// `-(-x) => x`
fn neg_neg(p: &mut Pool, call: Call) -> Option<Term> {
    p.unary(call.a, Op::Neg)
}

/// `-(x - y) => y - x`
fn neg_difference(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, y) = p.binary(call.a, Op::Sub)?;
    Some(p.sub(y, x))
}

/// `-(x + k) => -k - x`
fn neg_sum_const(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = p.with_const(call.a, Op::Add)?;
    let negative = p.neg(k);
    Some(p.sub(negative, x))
}

/// `-(~x) => x + 1`
fn neg_complement(p: &mut Pool, call: Call) -> Option<Term> {
    let x = p.unary(call.a, Op::Complement)?;
    let one = p.bits(p.width(x), 1);
    Some(p.add(x, one))
}

/// `-(x * k) => x * -k`
fn neg_product_const(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = p.with_const(call.a, Op::Mul)?;
    let negative = p.neg(k);
    Some(p.mul(x, negative))
}

/// `-(c ? k1 : k2) => c ? -k1 : -k2`
fn neg_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Neg, call)
}

/// `x * 0 => 0`
fn mul_zero(p: &mut Pool, call: Call) -> Option<Term> {
    p.is_zero(call.b).then_some(call.b)
}

/// `x * 1 => x`
fn mul_one(p: &mut Pool, call: Call) -> Option<Term> {
    p.is_one(call.b).then_some(call.a)
}

/// `x * -1 => -x`
fn mul_minus_one(p: &mut Pool, call: Call) -> Option<Term> {
    if p.is_ones(call.b) {
        Some(p.neg(call.a))
    } else {
        None
    }
}

/// `(x * k1) * k2 => x * (k1 * k2)`
fn mul_const_chain(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = p
        .with_const(call.a, Op::Mul)
        .filter(|_| p.is_const(call.b))?;
    let product = p.mul(k, call.b);
    Some(p.mul(x, product))
}

/// `(x * k) * y => (x * y) * k`
fn mul_lift_const(p: &mut Pool, call: Call) -> Option<Term> {
    call.orders().into_iter().find_map(|(product, y)| {
        let (x, k) = p.with_const(product, Op::Mul).filter(|_| !p.is_const(y))?;
        let product = p.mul(x, y);
        Some(p.mul(product, k))
    })
}

/// `(x + k1) * k2 => x * k2 + k1 * k2`
fn mul_sum_const(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = p
        .with_const(call.a, Op::Add)
        .filter(|_| p.is_const(call.b))?;
    let product = p.mul(x, call.b);
    let constant = p.mul(k, call.b);
    Some(p.add(product, constant))
}

/// `-x * k => x * -k`
fn mul_negative(p: &mut Pool, call: Call) -> Option<Term> {
    let x = p.unary(call.a, Op::Neg).filter(|_| p.is_const(call.b))?;
    let negative = p.neg(call.b);
    Some(p.mul(x, negative))
}

/// `(c ? k1 : k2) * k3 => c ? k1 * k3 : k2 * k3`
fn mul_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Mul, call)
}
