//! Rules for bitwise operators.

use super::parts;
use super::{Call, Rule, leaves, rules};
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

pub(super) static COMPLEMENT: &[Rule] = rules![
    complement_twice,
    complement_negative,
    complement_xor_const,
    complement_choice
];
pub(super) static AND: &[Rule] = rules![
    and_zero,
    and_ones,
    and_same,
    and_inverted,
    and_const_chain,
    and_part,
    and_aligned,
    and_mask,
    and_by_parts,
    and_choice,
];
pub(super) static OR: &[Rule] = rules![
    or_zero,
    or_ones,
    or_same,
    or_inverted,
    or_const_chain,
    or_part,
    or_mask,
    or_by_parts,
    or_choice
];
pub(super) static XOR: &[Rule] = rules![
    xor_zero,
    xor_ones,
    xor_same,
    xor_inverted,
    xor_const_chain,
    xor_part,
    xor_complement,
    xor_by_parts,
    xor_choice
];

sheaf_tuning::constants! {
    /// The deepest sum in which an aligned addend is looked for.
    MOST_ADDENDS: u32 = 3, 1 => 48, "levels";
}

/// `~~x => x`
fn complement_twice(p: &mut Pool, call: Call) -> Option<Term> {
    p.unary(call.a, Op::Complement)
}

/// `~(-x) => x + -1`
fn complement_negative(p: &mut Pool, call: Call) -> Option<Term> {
    let x = p.unary(call.a, Op::Neg)?;
    let minus_one = p.ones(p.width(x));
    Some(p.add(x, minus_one))
}

/// `~(x ^ k) => x ^ ~k`
fn complement_xor_const(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = p.with_const(call.a, Op::BitXor)?;
    let inverted = p.complement(k);
    Some(p.bit_xor(x, inverted))
}

/// `~(c ? k1 : k2) => c ? ~k1 : ~k2`
fn complement_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Complement, call)
}

/// `x & 0 => 0`
fn and_zero(p: &mut Pool, call: Call) -> Option<Term> {
    p.is_zero(call.b).then_some(call.b)
}

/// `x & -1 => x`
fn and_ones(p: &mut Pool, call: Call) -> Option<Term> {
    p.is_ones(call.b).then_some(call.a)
}

/// `x & x => x`
fn and_same(_: &mut Pool, call: Call) -> Option<Term> {
    (call.a == call.b).then_some(call.a)
}

/// `x & ~x => 0`
fn and_inverted(p: &mut Pool, call: Call) -> Option<Term> {
    if p.inverted(call.a, call.b) {
        Some(p.zero(p.width(call.a)))
    } else {
        None
    }
}

/// `(x & k1) & k2 => x & (k1 & k2)`
fn and_const_chain(p: &mut Pool, call: Call) -> Option<Term> {
    const_chain(p, Op::BitAnd, call)
}

/// `op(op(x, k1), k2) => op(x, op(k1, k2))`
fn const_chain(p: &mut Pool, op: Op, call: Call) -> Option<Term> {
    let (x, k) = p.with_const(call.a, op).filter(|_| p.is_const(call.b))?;
    let constant = p.make(op, [k, call.b, Term(0)], 0);
    Some(p.make(op, [x, constant, Term(0)], 0))
}

/// `x & (x & y) => x & y`, `x & (x | y) => x`
fn and_part(p: &mut Pool, call: Call) -> Option<Term> {
    lattice_part(p, Op::BitAnd, Op::BitOr, call)
}

/// The whole `op(x, y)` for `x` beside it, and `x` for `dual(x, y)` beside it.
fn lattice_part(p: &Pool, op: Op, dual: Op, call: Call) -> Option<Term> {
    call.orders().into_iter().find_map(|(x, whole)| {
        let node = p.node(whole);
        let occurs = (node.op == op || node.op == dual) && node.args[..2].contains(&x);
        occurs.then_some(if node.op == op { whole } else { x })
    })
}

/// `(x + y) & k => x + (y & k)` if `k` is ones above zeros, and `x` has as many zeros: alignment
/// of an address moves the offset in its object, wherever that lies.
fn and_aligned(p: &mut Pool, call: Call) -> Option<Term> {
    let (mask, width) = (p.as_bits(call.b)?, p.width(call.b));
    let zeros = mask.trailing_zeros();
    let is_mask = width <= 64
        && zeros > 0
        && mask == (u128::MAX << zeros) & u128::from(u64::MAX >> (64 - width));
    if !is_mask {
        return None;
    }
    let (start, offset) = aligned_part(p, call.a, zeros, MOST_ADDENDS.get())?;
    let offset = p.bit_and(offset, call.b);
    Some(p.add(start, offset))
}

/// The addend of a sum that has this many zeros, and the sum of the others.
fn aligned_part(p: &mut Pool, sum: Term, zeros: u32, depth: u32) -> Option<(Term, Term)> {
    let (a, b) = p.binary(sum, Op::Add)?;
    let depth = depth.checked_sub(1)?;
    for (x, y) in [(a, b), (b, a)] {
        if !p.is_const(x) && p.trailing_zeros(x) >= zeros {
            return Some((x, y));
        }
    }
    [(a, b), (b, a)].into_iter().find_map(|(x, y)| {
        let (start, rest) = aligned_part(p, x, zeros, depth)?;
        Some((start, p.add(rest, y)))
    })
}

/// `x & 0b0110 => 0 ++ x[2:1] ++ 0`
fn and_mask(p: &mut Pool, call: Call) -> Option<Term> {
    parts::mask(p, Op::BitAnd, call)
}

/// Conjunction of each part where an argument is made of parts; see `parts::by_parts`
fn and_by_parts(p: &mut Pool, call: Call) -> Option<Term> {
    parts::by_parts(p, Op::BitAnd, call)
}

/// `(c ? k1 : k2) & k3 => c ? k1 & k3 : k2 & k3`
fn and_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::BitAnd, call)
}

/// `x | 0 => x`
fn or_zero(p: &mut Pool, call: Call) -> Option<Term> {
    p.is_zero(call.b).then_some(call.a)
}

/// `x | -1 => -1`
fn or_ones(p: &mut Pool, call: Call) -> Option<Term> {
    p.is_ones(call.b).then_some(call.b)
}

/// `x | x => x`
fn or_same(_: &mut Pool, call: Call) -> Option<Term> {
    (call.a == call.b).then_some(call.a)
}

/// `x | ~x => -1`
fn or_inverted(p: &mut Pool, call: Call) -> Option<Term> {
    if p.inverted(call.a, call.b) {
        Some(p.ones(p.width(call.a)))
    } else {
        None
    }
}

/// `(x | k1) | k2 => x | (k1 | k2)`
fn or_const_chain(p: &mut Pool, call: Call) -> Option<Term> {
    const_chain(p, Op::BitOr, call)
}

/// `x | (x | y) => x | y`, `x | (x & y) => x`
fn or_part(p: &mut Pool, call: Call) -> Option<Term> {
    lattice_part(p, Op::BitOr, Op::BitAnd, call)
}

/// `x | 0b0110 => x[3:3] ++ 0b11 ++ x[0:0]`
fn or_mask(p: &mut Pool, call: Call) -> Option<Term> {
    parts::mask(p, Op::BitOr, call)
}

/// Disjunction of each part where an argument is made of parts; see `parts::by_parts`
fn or_by_parts(p: &mut Pool, call: Call) -> Option<Term> {
    parts::by_parts(p, Op::BitOr, call)
}

/// `(c ? k1 : k2) | k3 => c ? k1 | k3 : k2 | k3`
fn or_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::BitOr, call)
}

/// `x ^ 0 => x`
fn xor_zero(p: &mut Pool, call: Call) -> Option<Term> {
    p.is_zero(call.b).then_some(call.a)
}

/// `x ^ -1 => ~x`
fn xor_ones(p: &mut Pool, call: Call) -> Option<Term> {
    if p.is_ones(call.b) {
        Some(p.complement(call.a))
    } else {
        None
    }
}

/// `x ^ x => 0`
fn xor_same(p: &mut Pool, call: Call) -> Option<Term> {
    if call.a == call.b {
        Some(p.zero(p.width(call.a)))
    } else {
        None
    }
}

/// `x ^ ~x => -1`
fn xor_inverted(p: &mut Pool, call: Call) -> Option<Term> {
    if p.inverted(call.a, call.b) {
        Some(p.ones(p.width(call.a)))
    } else {
        None
    }
}

/// `(x ^ k1) ^ k2 => x ^ (k1 ^ k2)`
fn xor_const_chain(p: &mut Pool, call: Call) -> Option<Term> {
    const_chain(p, Op::BitXor, call)
}

/// `x ^ (x ^ y) => y`
fn xor_part(p: &mut Pool, call: Call) -> Option<Term> {
    call.orders().into_iter().find_map(|(x, whole)| {
        let (l, r) = p.binary(whole, Op::BitXor)?;
        if l == x {
            Some(r)
        } else {
            (r == x).then_some(l)
        }
    })
}

/// `~x ^ y => ~(x ^ y)`
fn xor_complement(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, y) = call
        .orders()
        .into_iter()
        .find_map(|(inverted, y)| Some((p.unary(inverted, Op::Complement)?, y)))?;
    let xor = p.bit_xor(x, y);
    Some(p.complement(xor))
}

/// Exclusive or of each part where an argument is made of parts; see `parts::by_parts`
fn xor_by_parts(p: &mut Pool, call: Call) -> Option<Term> {
    parts::by_parts(p, Op::BitXor, call)
}

/// `(c ? k1 : k2) ^ k3 => c ? k1 ^ k3 : k2 ^ k3`
fn xor_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::BitXor, call)
}
