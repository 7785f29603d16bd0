//! Solver questions of techniques that are not part of a path: what a state implies, and why
//! conditions contradict each other.

use super::Driver;
use crate::decide::{Feasible, feasible, feasible_elsewhere};
use crate::loops::{Knowledge, Loops, Oracle};
use crate::segment::Entry;
use crate::state::State;
use rustc_hash::FxHashMap;
use sheaf_ir::{BlockId, FuncId};
use sheaf_solver::{Answer, Query, Solver};
use sheaf_term::{CachedModel, Pool, Term, cancel};
use std::rc::Rc;
use std::time::Duration;

sheaf_tuning::constants! {
    /// Time limit of one question: an answer saves work, and no verdict depends on it.
    PATIENCE: Duration = 100, 10 => 1000, "ms";
    /// How often the time limit of a query is halved at most.
    MOST_HALVINGS: u32 = 10, 1 => 24, "times";
}

/// The steps of work of a question that correspond to an instruction.
const STEPS_PER_INSTRUCTION: u64 = 40;

/// Statistics of the questions.
#[derive(Default)]
pub struct SideQuestions {
    /// The number of queries of paths without an answer at a program point.
    unanswered: FxHashMap<(FuncId, BlockId, usize), u32>,
    /// Questions that went to a backend.
    sent: u64,
    /// Steps of work, as [`cancel::counted`].
    steps: u64,
}

impl SideQuestions {
    /// Their approximate cost in instructions.
    pub fn cost(&self) -> u64 {
        (self.sent << 9) + self.steps / STEPS_PER_INSTRUCTION
    }
}

impl Driver<'_> {
    /// Whether a condition certainly holds in a state; false if the solver does not know.
    pub fn is_implied(&mut self, state: &State, condition: Term) -> bool {
        let fails = self.pool.not(condition);
        self.ask_feasible(state, fails).is_no()
    }

    /// A model of a state and a condition, if the solver finds one.
    pub fn possible(&mut self, state: &State, condition: Term) -> Option<Rc<CachedModel>> {
        self.ask_feasible(state, condition).model()
    }

    /// Whether a condition can be true in a state: a model for our choice of the platform's values,
    /// or "no" for all choices.
    pub fn ask_feasible(&mut self, state: &State, condition: Term) -> Feasible {
        self.ask(|driver| {
            let (pool, solver) = (&mut driver.pool, &mut driver.solver);
            let answer = feasible(pool, solver, state, condition);
            if !answer.is_no() {
                return answer;
            }
            match feasible_elsewhere(pool, solver, state, condition) {
                None | Some(Feasible::No(_)) => answer,
                Some(Feasible::Yes(_)) => {
                    Feasible::Unknown("it is possible for another layout".into())
                }
                Some(unknown) => unknown,
            }
        })
    }

    /// A subset of the conditions that is contradictory, whatever the platform chooses; `None` if
    /// there is none or the solver does not know.
    pub fn contradiction(&mut self, conditions: &[Term]) -> Option<Vec<Term>> {
        let query = Query {
            path: &[],
            goal: conditions,
            hint: None,
        };
        match self.ask(|driver| driver.solver.check_for_any_choice(&mut driver.pool, &query)) {
            Answer::Unsat { core } => Some(core),
            Answer::Sat(_) | Answer::Unknown(_) => None,
        }
    }

    /// The effect of the loop at whose head a state is.
    pub fn know_loop(&mut self, loops: &mut Loops, state: &State) -> Option<Knowledge> {
        self.ask(|driver| {
            let mut oracle = Oracle::new(&mut driver.solver);
            loops.know(&mut driver.pool, &mut oracle, Entry::State(state))
        })
    }

    /// Asks about a path, in less time where questions had no answer before, if that is wanted.
    pub(super) fn in_time(
        &mut self,
        state: &State,
        question: impl FnOnce(&mut Pool, &mut Solver) -> Feasible,
    ) -> Feasible {
        let place = match self.options.budget.impatient {
            true => state.frames.last().map(|it| (it.func, it.block, it.inst)),
            false => None,
        };
        let Some(place) = place else {
            return question(&mut self.pool, &mut self.solver);
        };
        let unanswered = self
            .side_questions
            .unanswered
            .get(&place)
            .copied()
            .unwrap_or(0);
        let most = self.options.budget.solver_time / (1 << unanswered.min(MOST_HALVINGS.get()));
        let answer = self.with_query_time(most, |driver| {
            question(&mut driver.pool, &mut driver.solver)
        });
        if matches!(answer, Feasible::Unknown(_)) {
            self.side_questions.unanswered.insert(place, unanswered + 1);
        }
        answer
    }

    /// Asks the solver with a short time limit.
    pub(super) fn ask<T>(&mut self, question: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.solver.stats().sent, cancel::counted());
        let answer = self.with_query_time(PATIENCE.get(), question);
        self.side_questions.sent += self.solver.stats().sent - before.0;
        self.side_questions.steps += cancel::counted() - before.1;
        answer
    }

    /// Does something in which a query takes at most so long, if there is no shorter limit.
    pub fn with_query_time<T>(&mut self, most: Duration, part: impl FnOnce(&mut Self) -> T) -> T {
        let limit = self.solver.timeout();
        self.solver.set_timeout(limit.min(most));
        let result = part(self);
        self.solver.set_timeout(limit);
        result
    }
}
