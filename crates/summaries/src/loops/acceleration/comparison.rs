//! Conditions as comparisons of numbers, and whether these are read as signed or as unsigned.

use crate::loops::effect::Condition;
use crate::loops::recurrence::Solution;
use sheaf_term::{Op, Pool, Sort, Symbol, Term};
use std::collections::BTreeSet;

/// A comparison of numbers.
pub(super) struct Comparison {
    pub(super) lower: Term,
    pub(super) upper: Term,
    /// Whether it is `lower < upper`; otherwise `lower <= upper`.
    pub(super) is_strict: bool,
    pub(super) is_signed: bool,
}

/// A condition as a comparison. This includes that a number is not the minimum or maximum of its
/// type.
pub(super) fn comparison(pool: &mut Pool, term: Term) -> Option<Comparison> {
    let (inner, is_strict) = match pool.op(term) {
        Op::Not => (pool.args(term)[0], false),
        _ => (term, true),
    };
    let args = pool.args(inner).to_vec();
    let is_signed = pool.op(inner) == Op::Slt;
    match pool.op(inner) {
        Op::Slt | Op::Ult | Op::IntLt => {
            let (lower, upper) = match is_strict {
                true => (args[0], args[1]),
                false => (args[1], args[0]),
            };
            Some(Comparison {
                lower,
                upper,
                is_strict,
                is_signed,
            })
        }
        Op::Eq if !is_strict => {
            for (a, b) in [(args[0], args[1]), (args[1], args[0])] {
                if !matches!(pool.sort(a), Sort::Bits(_)) {
                    return None;
                }
                for is_signed in [true, false] {
                    for (lower, upper) in [(a, b), (b, a)] {
                        let less = match is_signed {
                            true => pool.slt(lower, upper),
                            false => pool.ult(lower, upper),
                        };
                        if less == term {
                            return Some(Comparison {
                                lower,
                                upper,
                                is_strict: true,
                                is_signed,
                            });
                        }
                    }
                }
            }
            None
        }
        _ => None,
    }
}

/// The two orders of a disequality of numbers, for a disequality that is not invariant.
pub(super) fn disequality(
    pool: &mut Pool,
    solution: &Solution,
    guard: &[Condition],
) -> Option<[Vec<Condition>; 2]> {
    let at = guard.iter().position(|part| {
        let term = part.term;
        let is_equality = |pool: &Pool, term: Term| {
            pool.op(term) == Op::Eq && {
                let sort = pool.sort(pool.args(term)[0]);
                sort == Sort::Int || matches!(sort, Sort::Bits(width) if width > 1)
            }
        };
        pool.op(term) == Op::Not
            && is_equality(pool, pool.args(term)[0])
            && !solution.is_invariant(pool, term)
            && comparison(pool, term).is_none()
    })?;
    let equality = pool.args(guard[at].term)[0];
    let (a, b) = (pool.args(equality)[0], pool.args(equality)[1]);
    let readings = readings(pool, guard);
    let is_signed = |term: Term| {
        let symbols = pool.symbols(term);
        symbols.iter().any(|it| readings.contains(&(*it, true)))
    };
    let orders = match pool.sort(a) {
        Sort::Int => [pool.int_lt(a, b), pool.int_lt(b, a)],
        _ if is_signed(a) || is_signed(b) => [pool.slt(a, b), pool.slt(b, a)],
        _ => [pool.ult(a, b), pool.ult(b, a)],
    };
    Some(orders.map(|order| {
        let mut guard = guard.to_vec();
        guard[at].term = order;
        guard
    }))
}

/// The symbols that the conditions treat as signed numbers (`true`), and those that they treat as
/// unsigned.
pub(super) fn readings(pool: &mut Pool, guard: &[Condition]) -> BTreeSet<(Symbol, bool)> {
    let mut found = BTreeSet::new();
    for part in guard {
        if let Some(order) = comparison(pool, part.term)
            && pool.op(part.term) == Op::Not
            && pool.op(pool.args(part.term)[0]) == Op::Eq
        {
            for side in [order.lower, order.upper] {
                let symbols = pool.symbols(side);
                found.extend(symbols.iter().map(|symbol| (*symbol, order.is_signed)));
            }
        }
    }
    let mut pending: Vec<Term> = guard.iter().map(|part| part.term).collect();
    let mut seen = BTreeSet::new();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        let is_signed = match pool.op(term) {
            Op::Slt | Op::Sext | Op::Sdiv | Op::Srem | Op::Ashr => Some(true),
            Op::Ult | Op::Zext | Op::Udiv | Op::Urem | Op::Lshr => Some(false),
            _ => None,
        };
        // Only the operand of the extension is read, not the extended value.
        if let Some(is_signed) = is_signed {
            let direct = pool
                .args(term)
                .iter()
                .filter(|arg| !matches!(pool.op(**arg), Op::Sext | Op::Zext));
            for arg in direct {
                let extends = reads_extended(pool, *arg);
                let symbols = pool.symbols(*arg).to_vec();
                if !extends {
                    found.extend(symbols.into_iter().map(|symbol| (symbol, is_signed)));
                }
            }
        }
        pending.extend(pool.args(term));
    }
    found
}

/// Whether a sum or product has extended operands.
fn reads_extended(pool: &Pool, term: Term) -> bool {
    matches!(pool.op(term), Op::Add | Op::Sub | Op::Mul | Op::Neg)
        && pool
            .args(term)
            .iter()
            .any(|arg| matches!(pool.op(*arg), Op::Sext | Op::Zext) || reads_extended(pool, *arg))
}
