//! Rules for choice (`ite`) at any sort.

use super::{Call, Rule, rules};
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::PackedSort;

pub(super) static ITE: &[Rule] = rules![
    condition_const,
    same_branches,
    negated_condition,
    bool_const_then,
    bool_const_else,
    bool_condition_branch,
    then_same_condition,
    else_same_condition,
    else_shares_then,
    then_shares_else,
    equal_branches,
    bool_opposite_branches,
    extended_branches,
    concat_shared_part,
    common_summand,
];

/// `true ? x : y => x`, `false ? x : y => y`
fn condition_const(p: &mut Pool, call: Call) -> Option<Term> {
    p.as_bool(call.a)
        .map(|value| if value { call.b } else { call.c })
}

/// `c ? x : x => x`
fn same_branches(_: &mut Pool, call: Call) -> Option<Term> {
    (call.b == call.c).then_some(call.b)
}

/// `!c ? x : y => c ? y : x`
fn negated_condition(p: &mut Pool, call: Call) -> Option<Term> {
    let condition = p.unary(call.a, Op::Not)?;
    Some(p.ite(condition, call.c, call.b))
}

/// `c ? true : x => c || x`, `c ? false : x => !c && x`
fn bool_const_then(p: &mut Pool, call: Call) -> Option<Term> {
    if p.as_bool(call.b)? {
        return Some(p.or(call.a, call.c));
    }
    let not = p.not(call.a);
    Some(p.and(not, call.c))
}

/// `c ? x : true => !c || x`, `c ? x : false => c && x`
fn bool_const_else(p: &mut Pool, call: Call) -> Option<Term> {
    if !p.as_bool(call.c)? {
        return Some(p.and(call.a, call.b));
    }
    let not = p.not(call.a);
    Some(p.or(not, call.b))
}

/// `c ? c : x => c || x`, `c ? x : c => c && x`, `c ? !c : x => !c && x`, `c ? x : !c => !c || x`
fn bool_condition_branch(p: &mut Pool, call: Call) -> Option<Term> {
    if call.b == call.a {
        return Some(p.or(call.a, call.c));
    }
    if call.c == call.a {
        return Some(p.and(call.a, call.b));
    }
    if p.opposite(call.b, call.a) {
        return Some(p.and(call.b, call.c));
    }
    if p.opposite(call.c, call.a) {
        return Some(p.or(call.c, call.b));
    }
    None
}

/// `c ? (c ? x : y) : z => c ? x : z`
fn then_same_condition(p: &mut Pool, call: Call) -> Option<Term> {
    let (_, x, _) = p.choice(call.b).filter(|inner| inner.0 == call.a)?;
    Some(p.ite(call.a, x, call.c))
}

/// `c ? x : (c ? y : z) => c ? x : z`
fn else_same_condition(p: &mut Pool, call: Call) -> Option<Term> {
    let (_, _, z) = p.choice(call.c).filter(|inner| inner.0 == call.a)?;
    Some(p.ite(call.a, call.b, z))
}

/// `c ? x : (d ? x : y) => c || d ? x : y`, `c ? x : (d ? y : x) => c || !d ? x : y`
fn else_shares_then(p: &mut Pool, call: Call) -> Option<Term> {
    let (d, then, other) = p.choice(call.c)?;
    if then == call.b {
        let either = p.or(call.a, d);
        return Some(p.ite(either, call.b, other));
    }
    if other == call.b {
        let not = p.not(d);
        let either = p.or(call.a, not);
        return Some(p.ite(either, call.b, then));
    }
    None
}

/// `c ? (d ? x : y) : y => c && d ? x : y`, `c ? (d ? y : x) : y => c && !d ? x : y`
fn then_shares_else(p: &mut Pool, call: Call) -> Option<Term> {
    let (d, then, other) = p.choice(call.b)?;
    if other == call.c {
        let both = p.and(call.a, d);
        return Some(p.ite(both, then, call.c));
    }
    if then == call.c {
        let not = p.not(d);
        let both = p.and(call.a, not);
        return Some(p.ite(both, other, call.c));
    }
    None
}

/// `x == y ? x : y => y`
fn equal_branches(p: &mut Pool, call: Call) -> Option<Term> {
    let sides = p.binary(call.a, Op::Eq)?;
    (sides == (call.b, call.c) || sides == (call.c, call.b)).then_some(call.c)
}

/// `c ? x : !x => c == x`, `c ? !x : x => !(c == x)`
fn bool_opposite_branches(p: &mut Pool, call: Call) -> Option<Term> {
    if p.node(call.b).sort != PackedSort::BOOL || !p.opposite(call.b, call.c) {
        return None;
    }
    Some(p.eq(call.a, call.b))
}

/// `c ? zext(x) : zext(y) => zext(c ? x : y)`, and so for `sext`, for equal widths
fn extended_branches(p: &mut Pool, call: Call) -> Option<Term> {
    let (then, other) = (*p.node(call.b), *p.node(call.c));
    let extensions = then.op == other.op && matches!(then.op, Op::Zext | Op::Sext);
    if !extensions || p.width(then.args[0]) != p.width(other.args[0]) {
        return None;
    }
    let choice = p.ite(call.a, then.args[0], other.args[0]);
    Some(p.make(then.op, [choice, Term(0), Term(0)], then.payload))
}

/// `c ? x ++ z : y ++ z => (c ? x : y) ++ z`, and so for a shared high part
fn concat_shared_part(p: &mut Pool, call: Call) -> Option<Term> {
    let (high, low) = p.binary(call.b, Op::Concat)?;
    let (other_high, other_low) = p.binary(call.c, Op::Concat)?;
    if low == other_low {
        let choice = p.ite(call.a, high, other_high);
        return Some(p.concat(choice, low));
    }
    if high == other_high {
        let choice = p.ite(call.a, low, other_low);
        return Some(p.concat(high, choice));
    }
    None
}

/// `c ? x + k1 : x + k2 => x + (c ? k1 : k2)` for constants or choices between constants, of which
/// one may be 0
fn common_summand(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = summand(p, call.b);
    let (y, l) = summand(p, call.c);
    if x != y || k.is_none() && l.is_none() {
        return None;
    }
    let zero = p.zero(p.width(x));
    let choice = p.ite(call.a, k.unwrap_or(zero), l.unwrap_or(zero));
    Some(p.add(x, choice))
}

/// The part of a sum that is not a choice between constants, and the rest.
fn summand(p: &Pool, term: Term) -> (Term, Option<Term>) {
    match p.binary(term, Op::Add) {
        Some((x, k)) if p.has_leaves(k) => (x, Some(k)),
        Some((k, x)) if p.has_leaves(k) => (x, Some(k)),
        _ => (term, None),
    }
}
