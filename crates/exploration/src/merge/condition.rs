//! Path conditions of two states as that of one: what they have in common, and a choice between the
//! rest.

use crate::path::{Cause, Origin, PathCondition};
use crate::state::State;
use sheaf_solver::{Comparison, Entry};
use sheaf_term::{Pool, Term};
use std::collections::HashSet;
use std::rc::Rc;

/// The path condition of two states together.
pub struct Split {
    /// Holds on every path of the first state and on none of the second.
    pub first: Term,
    /// The conjuncts of the joint path condition.
    pub common: PathCondition,
    /// The joint path condition as one guard, where guards are kept.
    pub guard: Term,
}

/// Splits the path conditions of two states; `None` if nothing tells them apart, or only
/// uninitialized memory.
pub fn split(pool: &mut Pool, a: &State, b: &State) -> Option<Split> {
    let Comparison {
        mut common,
        first: x,
        second: y,
    } = a.constraints.compare(&b.constraints);
    let terms = |entries: &[Rc<Entry<Origin>>]| -> HashSet<Term> {
        entries.iter().map(|entry| entry.condition).collect()
    };
    let (of_a, of_b) = (terms(&x), terms(&y));
    for entry in x.iter().filter(|entry| of_b.contains(&entry.condition)) {
        common.push(pool, entry.condition, entry.origin, entry.level);
    }
    let mut only_a: Vec<Term> = rest(&x, &of_b);
    let mut only_b: Vec<Term> = rest(&y, &of_a);
    let opposite = (0..only_a.len()).find(|at| of_b.contains(&pool.not(only_a[*at])));
    let (first, either) = match opposite {
        Some(at) => {
            // A condition and its negation tell the states apart: all other differences depend on
            // it.
            let first = only_a.remove(at);
            let negated = pool.not(first);
            only_b.retain(|term| *term != negated);
            let (then, otherwise) = (conjunction(pool, &only_a), conjunction(pool, &only_b));
            (first, pool.guard_ite(first, then, otherwise))
        }
        None => {
            let fewer = only_a.len() <= only_b.len();
            let (then, otherwise) = (conjunction(pool, &only_a), conjunction(pool, &only_b));
            let either = pool.guard_or(then, otherwise);
            let first = if fewer {
                then
            } else {
                pool.guard_not(otherwise)
            };
            (pool.guard_under(first, either), either)
        }
    };
    let apart = a.model.eval_bool(pool, first) && !b.model.eval_bool(pool, first);
    // What depends on uninitialized memory was reported at the branch; merged, all values that
    // differ would depend on it.
    if !apart || pool.has_indeterminate(first) {
        return None;
    }
    let guard = pool.guard_or(a.guard, b.guard);
    let guard = if pool.has_diagrams() {
        guard
    } else {
        Term::TRUE
    };
    let origin = Origin {
        point: a.point(),
        cause: Cause::Merge,
    };
    common.add(pool, either, origin, a.decisions.len() as u32);
    Some(Split {
        first,
        common,
        guard,
    })
}

/// The conditions that are not in a set, in order.
fn rest(entries: &[Rc<Entry<Origin>>], without: &HashSet<Term>) -> Vec<Term> {
    let terms = entries.iter().map(|entry| entry.condition);
    terms.filter(|term| !without.contains(term)).collect()
}

fn conjunction(pool: &mut Pool, terms: &[Term]) -> Term {
    terms
        .iter()
        .fold(Term::TRUE, |all, term| pool.guard_and(all, *term))
}
