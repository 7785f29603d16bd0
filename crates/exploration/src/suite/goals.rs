//! Coverage goals: what the exploration executed and no test covers yet.
//!
//! The tests of all paths that end cover everything that was executed, as long as there is a state
//! for each path and all of them end. But a merged state stands for many paths, and when time runs
//! out most paths have not ended. So whenever a state executes something new, its path condition at
//! that moment is kept: every input that satisfies it executes the same.

use crate::inputs::Asked;
use crate::outcome::Inputs;
use crate::path::PathCondition;
use crate::state::State;
use sheaf_term::{CachedModel, Pool};
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Maximum number of queries about one goal. A goal that this many states do not reach is left
    /// to [`Goals::pop`].
    TRIES: u32 = 4, 1 => 64, "queries";
}

/// A state at the moment when it had executed something new.
pub struct Goal {
    /// Its path condition.
    pub constraints: PathCondition,
    /// A model of it.
    pub model: Rc<CachedModel>,
    asked: Asked,
    tries: u32,
}

impl Goal {
    /// The inputs of its model, as far as it had read them.
    pub fn inputs(&self, pool: &Pool) -> Inputs {
        self.asked.under(pool, &self.model)
    }

    fn is_met_by(&self, pool: &Pool, model: &CachedModel) -> bool {
        let mut entries = self.constraints.newest_first();
        entries.all(|entry| model.eval_bool(pool, entry.condition))
    }
}

/// The goals without a test, oldest first.
#[derive(Default)]
pub struct Goals {
    open: Vec<Goal>,
}

impl Goals {
    /// Adds what a state has just executed for the first time.
    pub fn note(&mut self, state: &State) {
        self.open.push(Goal {
            constraints: state.constraints.clone(),
            model: state.model.clone(),
            asked: Asked::by(state),
            tries: 0,
        });
    }

    /// Drops the goals that a test with this model meets; returns whether there were any.
    pub fn tested(&mut self, pool: &Pool, model: &CachedModel) -> bool {
        let before = self.open.len();
        self.open.retain(|goal| !goal.is_met_by(pool, model));
        self.open.len() < before
    }

    /// The newest goal before this position that is worth another query, and its position.
    pub fn attempt(&mut self, before: usize) -> Option<(usize, &Goal)> {
        let end = before.min(self.open.len());
        let position = self.open[..end]
            .iter()
            .rposition(|goal| goal.tries < TRIES.get())?;
        let goal = &mut self.open[position];
        goal.tries += 1;
        Some((position, goal))
    }

    /// Removes the newest goal: its model is likely to meet older ones.
    pub fn pop(&mut self) -> Option<Goal> {
        self.open.pop()
    }
}
