//! Operators on choices between constants, of any depth: `op(c ? 1 : 2, 3) => c ? op(1, 3) : op(2,
//! 3)`.
//!
//! Merging states makes such choices: a counter is `c ? 2 : (d ? 1 : 0)` under the conditions of
//! its increments. Operators are applied to the constants, so that a comparison becomes a
//! combination of the conditions, which a solver decides without arithmetic. A choice is a graph in
//! which parts are shared, and each pair of parts is looked at once, as in decision diagrams with
//! many leaves (Fujita, McGeer and Yang, "Multi-Terminal Binary Decision Diagrams", 1997).

use rustc_hash::FxHashMap;

use super::Call;
use crate::node::{Term, flag};
use crate::op::Op;
use crate::pool::Pool;

/// Looks at pairs of parts that one operation may take.
const MOST_STEPS: usize = 4096;
/// Constants that a choice may be between, nearly: as marks tell them apart.
const MOST_LEAVES: u32 = 56;
/// Results that are remembered.
const MOST_RESULTS: usize = 1 << 18;

/// What is known of choices between constants.
#[derive(Default)]
pub(crate) struct Leaves {
    /// For each constant of a choice one of 64 bits.
    marks: FxHashMap<Term, u64>,
    /// Results of operators on two choices; none where there would be too many constants or steps.
    results: FxHashMap<Key, Option<Term>>,
}

/// Two arguments; the second is any constant for an operator of one.
type Pair = (Term, Term);
/// Operator, payload and arguments.
type Key = (Op, u64, Term, Term);

/// Applies a unary or binary operator on choices between constants to the constants, if they stay
/// few.
pub(super) fn lift(p: &mut Pool, op: Op, call: Call) -> Option<Term> {
    if !p.has_leaves(call.a) || !p.has_leaves(call.b) {
        return None;
    }
    let key = (op, call.payload, call.a, call.b);
    if let Some(&known) = p.leaves.results.get(&key) {
        return known;
    }
    if p.leaves.results.len() > MOST_RESULTS {
        p.leaves = Leaves::default();
    }
    let result = if promises_few(p, call.a, call.b) {
        apply(p, key).filter(|&result| !p.has_leaves(result) || leaves(p, result) <= MOST_LEAVES)
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

/// True if few constants can come of combining two choices: one is between two constants at most,
/// or both have the same first condition. Anything else, such as comparing elements at two indices,
/// would be a larger formula that is no easier.
fn promises_few(p: &mut Pool, a: Term, b: Term) -> bool {
    let (in_a, in_b) = (leaves(p, a), leaves(p, b));
    let condition = |term: Term| p.choice(term).map(|choice| choice.0);
    in_a.max(in_b) <= MOST_LEAVES && (in_a.min(in_b) <= 2 || condition(a) == condition(b))
}

/// The number of constants in a choice, as far as marks tell them apart.
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
    for _ in 0..MOST_STEPS {
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

/// The first condition of two choices, which is the newer one, and the pairs that it selects.
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
