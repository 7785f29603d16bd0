//! The path condition, and the origin of each part of it.
//!
//! It is a persistent list. The solver finds the conditions that are new since its last query by
//! the ids of entries.

use crate::state::State;
use sheaf_term::{Pool, Term};

pub use sheaf_ir::ProgramPoint;

/// The path condition of a state: satisfiable, and shared between the states of a fork.
pub type PathCondition = sheaf_solver::PathCondition<Origin>;

/// Why a condition holds on a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// The path took one of several ways.
    Edge,
    /// An obligation held.
    Obligation,
    /// An assumption of the program, or a constraint on its inputs.
    Assumption,
    /// A symbolic value was made concrete, or one of its values was excluded.
    Value,
    /// Paths merged, and one of their conditions holds.
    Merge,
}

/// Where a condition of a path came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Origin {
    /// The program point of the path when it was added.
    pub point: ProgramPoint,
    /// Why.
    pub cause: Cause,
}

/// Adds a condition to the path condition of a state, as its conjuncts.
pub fn constrain(pool: &mut Pool, state: &mut State, condition: Term, cause: Cause) {
    if pool.has_diagrams() {
        state.guard = pool.guard_and(state.guard, condition);
    }
    let point = state.point();
    let level = state.decisions.len() as u32;
    let origin = Origin { point, cause };
    state.constraints.add(pool, condition, origin, level);
}

/// Appends the conjuncts of a condition that are not there yet.
pub fn push_conjuncts(pool: &Pool, conjuncts: &mut Vec<Term>, condition: Term) {
    let mut pending = vec![condition];
    while let Some(condition) = pending.pop() {
        if pool.op(condition) == sheaf_term::Op::And && !pool.is_atom(condition) {
            pending.extend(pool.args(condition).iter().rev());
        } else if condition != Term::TRUE && !conjuncts.contains(&condition) {
            conjuncts.push(condition);
        }
    }
}
