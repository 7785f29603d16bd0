//! Operators on choices between constants, of any depth: `op(c ? 1 : 2, 3) => c ? op(1, 3) : op(2,
//! 3)`.
//!
//! Merging states creates such choices: a counter is `c ? 2 : (d ? 1 : 0)` under the conditions of
//! its increments. Operators are applied to the constants, so that a comparison becomes a
//! combination of the conditions, which a solver decides without arithmetic. A choice is a graph
//! with shared parts, and each pair of parts is processed once, as in multi-terminal decision
//! diagrams (Fujita, McGeer and Yang, "Multi-Terminal Binary Decision Diagrams", 1997).

use rustc_hash::FxHashMap;

use super::Call;
use crate::node::{Term, flag};
use crate::op::Op;
use crate::pool::Pool;

sheaf_tuning::constants! {
    /// Maximum number of pairs of parts that one operation processes.
    MOST_STEPS: usize = 4096, 1 => 1 << 16, "pairs";
    /// Approximate maximum number of constants in a choice, counted by marks.
    MOST_LEAVES: u32 = 56, 1 => 896, "constants";
    /// Maximum number of cached results.
    MOST_RESULTS: usize = 1 << 18, 1 => 1 << 20, "results";
}

/// Caches for choices between constants.
#[derive(Default)]
pub(crate) struct Leaves {
    /// A mark of 64 bits for each constant, with one bit set.
    marks: FxHashMap<Term, u64>,
    /// Results of operators on two choices; `None` if there would be too many constants or steps.
    results: FxHashMap<Key, Option<Term>>,
}

/// Two arguments; the second is any constant for an operator of one.
type Pair = (Term, Term);
/// Operator, payload and arguments.
type Key = (Op, u64, Term, Term);

/// Applies a unary or binary operator on choices between constants to the constants, if there are
/// few.
pub(super) fn lift(p: &mut Pool, op: Op, call: Call) -> Option<Term> {
    if !p.has_leaves(call.a) || !p.has_leaves(call.b) {
        return None;
    }
    let key = (op, call.payload, call.a, call.b);
    if let Some(&known) = p.leaves.results.get(&key) {
        return known;
    }
    if p.leaves.results.len() > MOST_RESULTS.get() {
        p.leaves = Leaves::default();
    }
    let result = if promises_few(p, call.a, call.b) {
        apply(p, key)
            .filter(|&result| !p.has_leaves(result) || leaves(p, result) <= MOST_LEAVES.get())
    } else {
        None
    };
    p.leaves.results.insert(key, result);
    result
}

impl Pool {
    /// True for a constant and for a choice between constants.
    #[inline]
    pub(super) fn has_leaves(&self, term: Term) -> bool {
        self.node(term).flags & flag::CONSTANT_LEAVES != 0
    }
}

/// Whether combining two choices gives few constants: one is between at most two constants, or both
/// have the same first condition. Other combinations, such as comparing elements at two indices,
/// would be larger formulas that are not easier.
fn promises_few(p: &mut Pool, a: Term, b: Term) -> bool {
    let (in_a, in_b) = (leaves(p, a), leaves(p, b));
    let condition = |term: Term| p.choice(term).map(|choice| choice.0);
    in_a.max(in_b) <= MOST_LEAVES.get() && (in_a.min(in_b) <= 2 || condition(a) == condition(b))
}

/// The approximate number of constants in a choice, counted by marks.
fn leaves(p: &mut Pool, term: Term) -> u32 {
    let mut stack = vec![term];
    while let Some(&top) = stack.last() {
        let known = |term: Term| p.leaves.marks.get(&term).copied();
        let marks = match p.choice(top) {
            None => 1 << (top.0.wrapping_mul(0x9e37_79b9) >> 26),
            Some((_, then, other)) => match (known(then), known(other)) {
                (Some(then), Some(other)) => then | other,
                _ => {
                    stack.extend(
                        [then, other]
                            .into_iter()
                            .filter(|&part| known(part).is_none()),
                    );
                    continue;
                }
            },
        };
        p.leaves.marks.insert(top, marks);
        stack.pop();
    }
    p.leaves.marks[&term].count_ones()
}

/// The operator on each combination of constants that the conditions select together.
fn apply(p: &mut Pool, key: Key) -> Option<Term> {
    let (op, payload, a, b) = key;
    let mut stack = vec![(a, b)];
    for _ in 0..MOST_STEPS.get() {
        let Some(&(a, b)) = stack.last() else {
            return p.leaves.results[&key];
        };
        let known = |(a, b): Pair| p.leaves.results.get(&(op, payload, a, b)).copied();
        let result = match split(p, a, b) {
            _ if known((a, b)).is_some() => known((a, b)).flatten()?,
            None => p.make(op, [a, b, Term(0)], payload),
            Some((condition, then, other)) => match (known(then), known(other)) {
                (Some(then), Some(other)) => p.ite(condition, then?, other?),
                _ => {
                    stack.extend([then, other]);
                    continue;
                }
            },
        };
        p.leaves.results.insert((op, payload, a, b), Some(result));
        stack.pop();
    }
    None
}

/// The first condition of two choices, which is the newer one, and the pairs of their branches.
fn split(p: &Pool, a: Term, b: Term) -> Option<(Term, Pair, Pair)> {
    match (p.choice(a), p.choice(b)) {
        (Some((c, then_a, other_a)), Some((d, then_b, other_b))) if c == d => {
            Some((c, (then_a, then_b), (other_a, other_b)))
        }
        (Some((c, then, other)), second) if second.is_none_or(|choice| choice.0 < c) => {
            Some((c, (then, b), (other, b)))
        }
        (_, Some((d, then, other))) => Some((d, (a, then), (a, other))),
        _ => None,
    }
}
