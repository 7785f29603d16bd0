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

impl Cause {
    /// Whether a path has its conditions of this cause each time when it is executed. The condition
    /// of a check is left out where the check cannot fail. Re-execution, which asks no solver, does
    /// not know that and adds it, so nothing that is executed may depend on whether it is there.
    fn is_lasting(self) -> bool {
        self != Cause::Obligation
    }
}

/// Adds a condition to the path condition of a state, as its conjuncts.
pub fn constrain(pool: &mut Pool, state: &mut State, condition: Term, cause: Cause) {
    if pool.has_diagrams() {
        state.guard = pool.guard_and(state.guard, condition);
    }
    let point = state.point();
    let level = state.decisions.len() as u32;
    let origin = Origin { point, cause };
    let is_there = match cause.is_lasting() {
        true => knows,
        false => PathCondition::contains,
    };
    let constraints = &mut state.constraints;
    constraints.add_unless(is_there, pool, condition, origin, level);
}

/// Whether a condition is one of [`lasting`].
pub fn knows(path: &PathCondition, condition: Term) -> bool {
    path.contains(condition) && lasting(path).any(|known| known == condition)
}

/// The conditions of a path, newest first, that it has each time when it is executed: those on
/// which operations may depend.
pub fn lasting(path: &PathCondition) -> impl Iterator<Item = Term> {
    let entries = path.newest_first();
    entries
        .filter(|entry| entry.origin.cause.is_lasting())
        .map(|entry| entry.condition)
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
