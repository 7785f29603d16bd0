//! Rules for unsigned and signed comparison.
//!
//! Only "less than" exists; "less or equal" is its negation with the arguments swapped. Constants
//! are on the right (`k < x` is `!(x < k + 1)`), and a test of the sign is `x <s 0`, so that equal
//! conditions are equal terms.

use super::{Call, Rule, leaves, rules};
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;
use crate::vector::BitVector;

pub(super) static ULT: &[Rule] = rules![
    less_same,
    ult_ranges,
    ult_const_left,
    ult_least,
    ult_greatest,
    ult_sign,
    ult_narrow_unsigned,
    less_narrow_signed,
    ult_choice,
    ult_choice_branch,
    ult_complements,
    ult_concat_const,
    ult_concat_shared,
    ult_sum,
    ult_shared,
];
pub(super) static SLT: &[Rule] = rules![
    less_same,
    slt_ranges,
    slt_same_signs,
    slt_const_left,
    slt_least,
    slt_greatest,
    slt_narrow_signed,
    slt_choice,
    slt_choice_branch,
    slt_complements,
    slt_concat_const,
    slt_concat_shared,
    slt_sum,
];

/// `x < x => false`
fn less_same(_: &mut Pool, call: Call) -> Option<Term> {
    (call.a == call.b).then_some(Term::FALSE)
}

/// `x <u y` is decided where the ranges do not overlap
fn ult_ranges(p: &mut Pool, call: Call) -> Option<Term> {
    if p.width(call.a) > 128 {
        return None;
    }
    let ((a, b), (c, d)) = (p.range(call.a), p.range(call.b));
    if b < c {
        Some(Term::TRUE)
    } else {
        (a >= d).then_some(Term::FALSE)
    }
}

/// `-1 <u x => false`, `k <u x => !(x <u k + 1)`
fn ult_const_left(p: &mut Pool, call: Call) -> Option<Term> {
    if !p.is_const(call.a) {
        return None;
    }
    if p.is_ones(call.a) {
        return Some(Term::FALSE);
    }
    let next = successor(p, call.a);
    let less = p.ult(call.b, next);
    Some(p.not(less))
}

/// `k + 1`
fn successor(p: &mut Pool, k: Term) -> Term {
    let one = p.bits(p.width(k), 1);
    p.add(k, one)
}

/// `x <u 0 => false`, `x <u 1 => x == 0`
fn ult_least(p: &mut Pool, call: Call) -> Option<Term> {
    if p.is_zero(call.b) {
        return Some(Term::FALSE);
    }
    if !p.is_one(call.b) {
        return None;
    }
    let zero = p.zero(p.width(call.a));
    Some(p.eq(call.a, zero))
}

/// `x <u -1 => !(x == -1)`
fn ult_greatest(p: &mut Pool, call: Call) -> Option<Term> {
    if p.is_ones(call.b) {
        Some(p.ne(call.a, call.b))
    } else {
        None
    }
}

/// `x <u 2^(w-1) => !(x <s 0)`
fn ult_sign(p: &mut Pool, call: Call) -> Option<Term> {
    let width = p.width(call.a);
    if p.power_of_two(call.b) != Some(width - 1) {
        return None;
    }
    let zero = p.zero(width);
    let negative = p.slt(call.a, zero);
    Some(p.not(negative))
}

/// `zext(x) <u zext(y) => x <u y`, extended to the wider of the two; and so for a constant that
/// fits
fn ult_narrow_unsigned(p: &mut Pool, call: Call) -> Option<Term> {
    narrow(
        p,
        Op::Ult,
        call,
        p.unsigned_bits(call.a).max(p.unsigned_bits(call.b)),
    )
}

/// `sext(x) <u sext(y) => x <u y`, extended to the wider of the two; and so for a constant that
/// fits
fn less_narrow_signed(p: &mut Pool, call: Call) -> Option<Term> {
    narrow(
        p,
        Op::Ult,
        call,
        p.signed_bits(call.a).max(p.signed_bits(call.b)),
    )
}

/// The comparison of the low `bits` bits, if they are fewer than all.
pub(super) fn narrow(p: &mut Pool, op: Op, call: Call, bits: u32) -> Option<Term> {
    if bits >= p.width(call.a) || bits == 0 {
        return None;
    }
    let a = p.extract(call.a, bits - 1, 0);
    let b = p.extract(call.b, bits - 1, 0);
    Some(p.make(op, [a, b, Term(0)], 0))
}

/// `(c ? k1 : k2) <u k3 => c ? k1 <u k3 : k2 <u k3`
fn ult_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Ult, call)
}

/// `(c ? k1 : x) <u k2 => c ? k1 <u k2 : x <u k2`
fn ult_choice_branch(p: &mut Pool, call: Call) -> Option<Term> {
    choice_branch(p, Op::Ult, call)
}

/// `op(c ? k1 : x, k2) => c ? op(k1, k2) : op(x, k2)`, and so for a constant in the other branch
fn choice_branch(p: &mut Pool, op: Op, call: Call) -> Option<Term> {
    let (condition, x, y) = p.choice(call.a).filter(|_| p.is_const(call.b))?;
    if !p.is_const(x) && !p.is_const(y) {
        return None;
    }
    let then = p.make(op, [x, call.b, Term(0)], 0);
    let other = p.make(op, [y, call.b, Term(0)], 0);
    Some(p.ite(condition, then, other))
}

/// `~x <u ~y => y <u x`, `~x <u k => ~k <u x`
fn ult_complements(p: &mut Pool, call: Call) -> Option<Term> {
    complements(p, Op::Ult, call)
}

/// `op(~x, ~y) => op(y, x)`, `op(~x, k) => op(~k, x)`
fn complements(p: &mut Pool, op: Op, call: Call) -> Option<Term> {
    let x = p.unary(call.a, Op::Complement)?;
    let y = match p.unary(call.b, Op::Complement) {
        Some(y) => y,
        None if p.is_const(call.b) => p.complement(call.b),
        None => return None,
    };
    Some(p.make(op, [y, x, Term(0)], 0))
}

/// `x ++ y <u k ++ 0 => x <u k`, `x ++ 0 <u k ++ l => !(k <u x)`
fn ult_concat_const(p: &mut Pool, call: Call) -> Option<Term> {
    concat_const(p, Op::Ult, call)
}

/// The comparison of a concatenation with a constant, where the high part decides.
fn concat_const(p: &mut Pool, op: Op, call: Call) -> Option<Term> {
    let (x, y) = p
        .binary(call.a, Op::Concat)
        .filter(|_| p.is_const(call.b))?;
    let (width, border) = (p.width(call.a), p.width(y));
    let zeros = p.trailing_zeros(call.b) >= border;
    if !zeros && !p.is_zero(y) {
        return None;
    }
    let k = p.extract(call.b, width - 1, border);
    if zeros {
        return Some(p.make(op, [x, k, Term(0)], 0));
    }
    let greater = p.make(op, [k, x, Term(0)], 0);
    Some(p.not(greater))
}

/// `x ++ y <u x ++ z => y <u z`, `x ++ z <u y ++ z => x <u y`
fn ult_concat_shared(p: &mut Pool, call: Call) -> Option<Term> {
    concat_shared(p, Op::Ult, call)
}

/// The comparison of the parts in which two concatenations differ.
fn concat_shared(p: &mut Pool, op: Op, call: Call) -> Option<Term> {
    let (x, y) = p.binary(call.a, Op::Concat)?;
    let (other_x, other_y) = p.binary(call.b, Op::Concat)?;
    if x == other_x {
        return Some(p.ult(y, other_y));
    }
    (y == other_y).then(|| p.make(op, [x, other_x, Term(0)], 0))
}

/// `x + k1 <u k2 => x <u k2 - k1` where no sum wraps
fn ult_sum(p: &mut Pool, call: Call) -> Option<Term> {
    let width = p.width(call.a);
    let (x, k) = p.with_const(call.a, Op::Add)?;
    let (k, limit) = (p.as_bits(k)?, p.as_bits(call.b)?);
    let greatest = BitVector::new(width, 0).complement().to_u128()?;
    if limit < k || p.range(x).1 > greatest - k {
        return None;
    }
    let limit = p.bits(width, limit - k);
    Some(p.ult(x, limit))
}

/// `x + y <u x + z => y <u z` where no sum wraps
fn ult_shared(p: &mut Pool, call: Call) -> Option<Term> {
    let width = p.width(call.a);
    let [left, right] = [call.a, call.b].map(|term| p.binary(term, Op::Add));
    if width > 64 || left.is_none() && right.is_none() {
        return None;
    }
    let zero = p.zero(width);
    let orders = |whole: Term, sum: Option<(Term, Term)>| match sum {
        Some((x, y)) => [(x, y), (y, x), (whole, zero)],
        None => [(whole, zero); 3],
    };
    let pairs = orders(call.a, left).into_iter().flat_map(|(x, y)| {
        let others = orders(call.b, right).into_iter();
        others.filter_map(move |(other, z)| (x == other).then_some((x, y, z)))
    });
    let greatest = u128::from(u64::MAX >> (64 - width));
    let mut fitting = pairs.filter(|(x, y, z)| {
        let most = p.range(*y).1.max(p.range(*z).1);
        p.range(*x).1 + most <= greatest
    });
    let (_, y, z) = fitting.next()?;
    Some(p.ult(y, z))
}

/// `x <s y` is decided where the ranges do not overlap
fn slt_ranges(p: &mut Pool, call: Call) -> Option<Term> {
    if p.width(call.a) > 128 {
        return None;
    }
    let ((a, b), (c, d)) = (p.signed_range(call.a), p.signed_range(call.b));
    if b < c {
        Some(Term::TRUE)
    } else {
        (a >= d).then_some(Term::FALSE)
    }
}

/// `x <s y => x <u y` where neither can be negative
fn slt_same_signs(p: &mut Pool, call: Call) -> Option<Term> {
    let positive =
        |term| p.op(term) == Op::Zext || p.width(term) <= 128 && p.signed_range(term).0 >= 0;
    if positive(call.a) && positive(call.b) {
        Some(p.ult(call.a, call.b))
    } else {
        None
    }
}

/// The least and the greatest value as two's complement.
fn extremes(width: u32) -> (BitVector, BitVector) {
    let one = BitVector::new(width, 1);
    let least = one.shl(&BitVector::new(width, (width - 1).into()));
    let greatest = least.complement();
    (least, greatest)
}

/// `max <s x => false`, `k <s x => !(x <s k + 1)`
fn slt_const_left(p: &mut Pool, call: Call) -> Option<Term> {
    let k = p.is_const(call.a).then(|| p.as_vector(call.a))??;
    if k == extremes(k.width()).1 {
        return Some(Term::FALSE);
    }
    let next = successor(p, call.a);
    let less = p.slt(call.b, next);
    Some(p.not(less))
}

/// `x <s min => false`, `x <s min + 1 => x == min`
fn slt_least(p: &mut Pool, call: Call) -> Option<Term> {
    let k = p.is_const(call.b).then(|| p.as_vector(call.b))??;
    let (least, _) = extremes(k.width());
    if k == least {
        return Some(Term::FALSE);
    }
    if k != least.add(&BitVector::new(k.width(), 1)) {
        return None;
    }
    let least = p.vector(least);
    Some(p.eq(call.a, least))
}

/// `x <s max => !(x == max)`
fn slt_greatest(p: &mut Pool, call: Call) -> Option<Term> {
    let k = p.is_const(call.b).then(|| p.as_vector(call.b))??;
    if k == extremes(k.width()).1 {
        Some(p.ne(call.a, call.b))
    } else {
        None
    }
}

/// `sext(x) <s sext(y) => x <s y`, extended to the wider of the two; and so for `zext` and a
/// constant that fits
fn slt_narrow_signed(p: &mut Pool, call: Call) -> Option<Term> {
    narrow(
        p,
        Op::Slt,
        call,
        p.signed_bits(call.a).max(p.signed_bits(call.b)),
    )
}

/// `(c ? k1 : k2) <s k3 => c ? k1 <s k3 : k2 <s k3`
fn slt_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Slt, call)
}

/// `(c ? k1 : x) <s k2 => c ? k1 <s k2 : x <s k2`
fn slt_choice_branch(p: &mut Pool, call: Call) -> Option<Term> {
    choice_branch(p, Op::Slt, call)
}

/// `~x <s ~y => y <s x`, `~x <s k => ~k <s x`
fn slt_complements(p: &mut Pool, call: Call) -> Option<Term> {
    complements(p, Op::Slt, call)
}

/// `x ++ y <s k ++ 0 => x <s k`, `x ++ 0 <s k ++ l => !(k <s x)`
fn slt_concat_const(p: &mut Pool, call: Call) -> Option<Term> {
    concat_const(p, Op::Slt, call)
}

/// `x ++ y <s x ++ z => y <u z`, `x ++ z <s y ++ z => x <s y`
fn slt_concat_shared(p: &mut Pool, call: Call) -> Option<Term> {
    concat_shared(p, Op::Slt, call)
}

/// `x + k1 <s k2 => x <s k2 - k1` where neither the sum nor the difference wraps
fn slt_sum(p: &mut Pool, call: Call) -> Option<Term> {
    let width = p.width(call.a);
    let (x, k) = p.with_const(call.a, Op::Add)?;
    if width > 64 {
        return None;
    }
    if !p.is_const(call.b) {
        return None;
    }
    let (k, limit) = (p.signed_range(k).0, p.signed_range(call.b).0);
    let (least, greatest) = p.signed_range(x);
    let bounds = -(1i128 << (width - 1))..1i128 << (width - 1);
    if [least + k, greatest + k, limit - k]
        .iter()
        .any(|value| !bounds.contains(value))
    {
        return None;
    }
    let limit = p.bits(width, (limit - k) as u128);
    Some(p.slt(x, limit))
}
