//! Path conditions of two states as that of one: what they have in common, and a choice between the
//! rest.

use crate::state::State;
use sheaf_term::{Pool, Term};
use std::collections::HashSet;

/// The path condition of two states together.
pub struct Split {
    /// Holds on every path of the first state and on none of the second.
    pub first: Term,
    /// The conjuncts of the joint path condition.
    pub common: Vec<Term>,
    /// The joint path condition as one guard, where guards are kept.
    pub guard: Term,
}

/// Splits the path conditions of two states; `None` if nothing tells them apart, or only
/// uninitialised memory.
pub fn split(pool: &mut Pool, a: &State, b: &State) -> Option<Split> {
    let (x, y) = (&a.constraints, &b.constraints);
    let prefix = x.iter().zip(y).take_while(|(x, y)| x == y).count();
    let (of_a, of_b): (HashSet<Term>, HashSet<Term>) = (
        x[prefix..].iter().copied().collect(),
        y[prefix..].iter().copied().collect(),
    );
    let mut common = x[..prefix].to_vec();
    common.extend(x[prefix..].iter().filter(|term| of_b.contains(term)));
    let mut only_a: Vec<Term> = rest(&x[prefix..], &of_b);
    let mut only_b: Vec<Term> = rest(&y[prefix..], &of_a);
    let opposite = (0..only_a.len()).find(|at| of_b.contains(&pool.not(only_a[*at])));
    let (first, either) = match opposite {
        Some(at) => {
            // A condition and its negation tell the states apart: all other differences depend on
            // it.
            let first = only_a.remove(at);
            let negated = pool.not(first);
            only_b.retain(|term| *term != negated);
            let (then, otherwise) = (conjunction(pool, &only_a), conjunction(pool, &only_b));
            let (then, otherwise) = (
                pool.guard_and(first, then),
                pool.guard_and(negated, otherwise),
            );
            (first, pool.guard_or(then, otherwise))
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
    // What depends on uninitialised memory was reported at the branch; merged, all values that
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
    crate::decide::push_conjuncts(pool, &mut common, either);
    Some(Split {
        first,
        common,
        guard,
    })
}

/// Those not in a set, in order.
fn rest(terms: &[Term], without: &HashSet<Term>) -> Vec<Term> {
    let rest = terms.iter().filter(|term| !without.contains(term));
    rest.copied().collect()
}

fn conjunction(pool: &mut Pool, terms: &[Term]) -> Term {
    terms
        .iter()
        .fold(Term::TRUE, |all, term| pool.guard_and(all, *term))
}
