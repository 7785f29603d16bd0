//! Rules for negation, conjunction and disjunction.

use super::{Call, Rule, rules};
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

pub(super) static NOT: &[Rule] = rules![not_not];
pub(super) static AND: &[Rule] = rules![
    and_const,
    and_same,
    and_opposite,
    and_and_part,
    and_and_opposite,
    and_or_part,
    and_or_opposite,
    and_not_and,
    and_either,
];
pub(super) static OR: &[Rule] = rules![
    or_const,
    or_same,
    or_opposite,
    or_or_part,
    or_or_opposite,
    or_and_part,
    or_and_opposite,
    or_not_or,
    or_either,
    or_not_not,
];

/// `!!x => x`
fn not_not(p: &mut Pool, call: Call) -> Option<Term> {
    p.unary(call.a, Op::Not)
}

/// `x && false => false`, `x && true => x`
fn and_const(p: &mut Pool, call: Call) -> Option<Term> {
    p.as_bool(call.b)
        .map(|value| if value { call.a } else { Term::FALSE })
}

/// `x && x => x`
fn and_same(_: &mut Pool, call: Call) -> Option<Term> {
    (call.a == call.b).then_some(call.a)
}

/// `x && !x => false`
fn and_opposite(p: &mut Pool, call: Call) -> Option<Term> {
    p.opposite(call.a, call.b).then_some(Term::FALSE)
}

/// `x && (x && y) => x && y`
fn and_and_part(p: &mut Pool, call: Call) -> Option<Term> {
    part(p, Op::And, call).map(|(_, whole)| whole)
}

/// `x && (!x && y) => false`
fn and_and_opposite(p: &mut Pool, call: Call) -> Option<Term> {
    opposite_part(p, Op::And, call).map(|_| Term::FALSE)
}

/// `x && (x || y) => x`
fn and_or_part(p: &mut Pool, call: Call) -> Option<Term> {
    part(p, Op::Or, call).map(|(x, _)| x)
}

/// `x && (!x || y) => x && y`
fn and_or_opposite(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, rest) = opposite_part(p, Op::Or, call)?;
    Some(p.and(x, rest))
}

/// `x && !(x && y) => x && !y`
fn and_not_and(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, rest) = negated_part(p, Op::And, call)?;
    let rest = p.not(rest);
    Some(p.and(x, rest))
}

/// `(x || y) && (!x || y) => y`
fn and_either(p: &mut Pool, call: Call) -> Option<Term> {
    common_part(p, Op::Or, call.a, call.b)
}

/// `x || true => true`, `x || false => x`
fn or_const(p: &mut Pool, call: Call) -> Option<Term> {
    p.as_bool(call.b)
        .map(|value| if value { Term::TRUE } else { call.a })
}

/// `x || x => x`
fn or_same(_: &mut Pool, call: Call) -> Option<Term> {
    (call.a == call.b).then_some(call.a)
}

/// `x || !x => true`
fn or_opposite(p: &mut Pool, call: Call) -> Option<Term> {
    p.opposite(call.a, call.b).then_some(Term::TRUE)
}

/// `x || (x || y) => x || y`
fn or_or_part(p: &mut Pool, call: Call) -> Option<Term> {
    part(p, Op::Or, call).map(|(_, whole)| whole)
}

/// `x || (!x || y) => true`
fn or_or_opposite(p: &mut Pool, call: Call) -> Option<Term> {
    opposite_part(p, Op::Or, call).map(|_| Term::TRUE)
}

/// `x || (x && y) => x`
fn or_and_part(p: &mut Pool, call: Call) -> Option<Term> {
    part(p, Op::And, call).map(|(x, _)| x)
}

/// `x || (!x && y) => x || y`
fn or_and_opposite(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, rest) = opposite_part(p, Op::And, call)?;
    Some(p.or(x, rest))
}

/// `x || !(x || y) => x || !y`
fn or_not_or(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, rest) = negated_part(p, Op::Or, call)?;
    let rest = p.not(rest);
    Some(p.or(x, rest))
}

/// `(x && y) || (!x && y) => y`
fn or_either(p: &mut Pool, call: Call) -> Option<Term> {
    common_part(p, Op::And, call.a, call.b)
}

/// `!x || !y => !(x && y)`, so that it is seen as the opposite of `x && y`.
///
/// The paths that leave a loop in its first, second, third iteration have conditions such as `!x`,
/// `x && !y`, `x && y && !z`. This makes their disjunction `!(x && y && z)`.
fn or_not_not(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, y) = (p.unary(call.a, Op::Not)?, p.unary(call.b, Op::Not)?);
    let both = p.and(x, y);
    Some(p.not(both))
}

/// `y`, if the arguments are `op` of `x` and `y`, and of the negation of `x` and `y`.
fn common_part(p: &Pool, op: Op, a: Term, b: Term) -> Option<Term> {
    let ((k, l), (m, n)) = (p.binary(a, op)?, p.binary(b, op)?);
    let orders = [(k, l, m, n), (k, l, n, m), (l, k, m, n), (l, k, n, m)];
    let is_common = |&(x, y, other, same): &(_, _, _, _)| y == same && p.opposite(x, other);
    orders.into_iter().find(is_common).map(|(_, y, ..)| y)
}

/// The argument `x` and the other argument, if that is `op` with `x` as an argument.
fn part(p: &Pool, op: Op, call: Call) -> Option<(Term, Term)> {
    call.orders()
        .into_iter()
        .find(|&(x, whole)| p.binary(whole, op).is_some_and(|(l, r)| l == x || r == x))
}

/// The argument `x` and the rest of the other argument, if that is `op` with the negation of `x` as
/// an argument.
fn opposite_part(p: &Pool, op: Op, call: Call) -> Option<(Term, Term)> {
    call.orders().into_iter().find_map(|(x, whole)| {
        let (l, r) = p.binary(whole, op)?;
        match (p.opposite(x, l), p.opposite(x, r)) {
            (true, _) => Some((x, r)),
            (_, true) => Some((x, l)),
            _ => None,
        }
    })
}

/// The argument `x` and the rest of the other argument, if that is the negation of `op` with `x` as
/// an argument.
fn negated_part(p: &Pool, op: Op, call: Call) -> Option<(Term, Term)> {
    call.orders().into_iter().find_map(|(x, negation)| {
        let (l, r) = p.binary(p.unary(negation, Op::Not)?, op)?;
        match (l == x, r == x) {
            (true, _) => Some((x, r)),
            (_, true) => Some((x, l)),
            _ => None,
        }
    })
}
