//! Rules for concatenation and extension.
//!
//! Leading zeros are an extension (`0 ++ x => zext(x)`), and concatenations nest to the right.

use super::{Call, Rule, leaves, rules};
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

pub(super) static CONCAT: &[Rule] = rules![
    concat_zero_high,
    concat_extended_high,
    concat_neighbours,
    concat_nested,
    concat_neighbours_nested,
    concat_constants_nested,
    concat_const_extended,
    concat_complements,
    concat_same_condition,
    concat_choice,
];
pub(super) static ZEXT: &[Rule] = rules![zext_zext, zext_choice];
pub(super) static SEXT: &[Rule] = rules![sext_sext, sext_positive, sext_choice];

/// `0 ++ x => zext(x)`
fn concat_zero_high(p: &mut Pool, call: Call) -> Option<Term> {
    if p.is_zero(call.a) {
        Some(p.zext(call.b, p.width(call.a) + p.width(call.b)))
    } else {
        None
    }
}

/// `zext(x) ++ y => zext(x ++ y)`
fn concat_extended_high(p: &mut Pool, call: Call) -> Option<Term> {
    let x = p.unary(call.a, Op::Zext)?;
    let concat = p.concat(x, call.b);
    Some(p.zext(concat, p.width(call.a) + p.width(call.b)))
}

/// The combined bits of `high` and `low`, if they are adjacent parts of one term.
///
/// An extraction may have been simplified, so `low` is compared with the result of the builder.
fn neighbours(p: &mut Pool, high: Term, low: Term) -> Option<Term> {
    let (x, top, middle) = p.extraction(high)?;
    let bottom = middle.checked_sub(p.width(low))?;
    let same = match p.extraction(low) {
        Some(taken) => taken == (x, middle - 1, bottom),
        None => p.op(low) != Op::Symbol && p.extract(x, middle - 1, bottom) == low,
    };
    if same {
        Some(p.extract(x, top, bottom))
    } else {
        None
    }
}

/// `x[h:m+1] ++ x[m:l] => x[h:l]`
fn concat_neighbours(p: &mut Pool, call: Call) -> Option<Term> {
    neighbours(p, call.a, call.b)
}

/// `(x ++ y) ++ z => x ++ (y ++ z)`
fn concat_nested(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, y) = p.binary(call.a, Op::Concat)?;
    let low = p.concat(y, call.b);
    Some(p.concat(x, low))
}

/// `x[h:m+1] ++ (x[m:l] ++ y) => x[h:l] ++ y`
fn concat_neighbours_nested(p: &mut Pool, call: Call) -> Option<Term> {
    let (middle, low) = p.binary(call.b, Op::Concat)?;
    let high = neighbours(p, call.a, middle)?;
    Some(p.concat(high, low))
}

/// `k1 ++ (k2 ++ x) => (k1 ++ k2) ++ x`
fn concat_constants_nested(p: &mut Pool, call: Call) -> Option<Term> {
    let (k, x) = p
        .binary(call.b, Op::Concat)
        .filter(|pair| p.is_const(pair.0) && p.is_const(call.a))?;
    let high = p.concat(call.a, k);
    Some(p.concat(high, x))
}

/// `k ++ zext(x) => (k ++ 0) ++ x`
fn concat_const_extended(p: &mut Pool, call: Call) -> Option<Term> {
    let x = p.unary(call.b, Op::Zext).filter(|_| p.is_const(call.a))?;
    let zero = p.zero(p.width(call.b) - p.width(x));
    let high = p.concat(call.a, zero);
    Some(p.concat(high, x))
}

/// `~x ++ ~y => ~(x ++ y)`
fn concat_complements(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, y) = (
        p.unary(call.a, Op::Complement)?,
        p.unary(call.b, Op::Complement)?,
    );
    let concat = p.concat(x, y);
    Some(p.complement(concat))
}

/// `(c ? x : y) ++ (c ? z : w) => c ? x ++ z : y ++ w`
fn concat_same_condition(p: &mut Pool, call: Call) -> Option<Term> {
    let (condition, x, y) = p.choice(call.a)?;
    let (_, z, w) = p.choice(call.b).filter(|other| other.0 == condition)?;
    let then = p.concat(x, z);
    let other = p.concat(y, w);
    Some(p.ite(condition, then, other))
}

/// `(c ? k1 : k2) ++ k3 => c ? k1 ++ k3 : k2 ++ k3`, and so for the low part
fn concat_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Concat, call)
}

/// `zext(zext(x)) => zext(x)`
fn zext_zext(p: &mut Pool, call: Call) -> Option<Term> {
    let x = p.unary(call.a, Op::Zext)?;
    Some(p.zext(x, call.payload as u32))
}

/// `zext(c ? k1 : k2) => c ? zext(k1) : zext(k2)`
fn zext_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Zext, call)
}

/// `sext(sext(x)) => sext(x)`
fn sext_sext(p: &mut Pool, call: Call) -> Option<Term> {
    let x = p.unary(call.a, Op::Sext)?;
    Some(p.sext(x, call.payload as u32))
}

/// `sext(x) => zext(x)` where `x` cannot be negative
fn sext_positive(p: &mut Pool, call: Call) -> Option<Term> {
    let extended = p.op(call.a) == Op::Zext;
    let positive = extended || p.width(call.a) <= 128 && p.signed_range(call.a).0 >= 0;
    if positive {
        Some(p.zext(call.a, call.payload as u32))
    } else {
        None
    }
}

/// `sext(c ? k1 : k2) => c ? sext(k1) : sext(k2)`
fn sext_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Sext, call)
}
