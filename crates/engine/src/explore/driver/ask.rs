//! Questions of techniques that are no part of a path: what a state implies, and why conditions
//! contradict each other.

use super::Driver;
use crate::decide::feasible;
use crate::loops::{Knowledge, Loops, Oracle};
use crate::segment::Entry;
use crate::state::State;
use sheaf_solver::{Answer, Query};
use sheaf_term::Term;
use std::time::Duration;

/// Time for one question: an answer saves work, and no verdict depends on it.
const PATIENCE: Duration = Duration::from_millis(200);

impl Driver<'_> {
    /// Whether a condition holds in a state for certain; false also where the solver does not know.
    pub fn is_implied(&mut self, state: &State, condition: Term) -> bool {
        let fails = self.pool.not(condition);
        self.ask(|driver| feasible(&mut driver.pool, &mut driver.solver, state, fails).is_no())
    }

    /// Those of some conditions that already contradict each other; `None` where they do not, or
    /// the solver does not know.
    pub fn contradiction(&mut self, conditions: &[Term]) -> Option<Vec<Term>> {
        let query = Query {
            path: &[],
            goal: conditions,
            hint: None,
        };
        self.ask(
            |driver| match driver.solver.check(&mut driver.pool, &query) {
                Answer::Unsat { core } => Some(core),
                Answer::Sat(_) | Answer::Unknown(_) => None,
            },
        )
    }

    /// Whether a condition may hold in a state: it does not only where that is certain.
    pub fn may_be(&mut self, state: &State, condition: Term) -> bool {
        !self.ask(|driver| feasible(&mut driver.pool, &mut driver.solver, state, condition).is_no())
    }

    /// What a loop does whose head a state stands at.
    pub fn know_loop(&mut self, loops: &mut Loops, state: &State) -> Option<Knowledge> {
        self.ask(|driver| {
            let mut oracle = Oracle::new(&mut driver.solver);
            loops.know(&mut driver.pool, &mut oracle, Entry::State(state))
        })
    }

    /// Asks the solver something that is not worth much time.
    pub(super) fn ask<T>(&mut self, question: impl FnOnce(&mut Self) -> T) -> T {
        let limit = self.options.budget.solver_time;
        self.solver.set_timeout(limit.min(PATIENCE));
        let answer = question(self);
        self.solver.set_timeout(limit);
        answer
    }
}
