//! Checks in a second way what a technique concludes about a state, for tests and for users who
//! want to see it: `--validate`.

use super::Driver;
use crate::concrete::{self, solver_options};
use crate::decide::{Feasible, feasible};
use crate::inputs::{self, PrefixSupply};
use crate::outcome::{End, Reason, ReasonKind};
use crate::state::State;
use sheaf_solver::{Solver, second_opinion};
use sheaf_term::{CachedModel, Term};
use std::rc::Rc;
use std::time::Duration;

sheaf_tuning::constants! {
    /// Time for a question to the second solver. One that is not answered refutes nothing.
    PATIENCE: Duration = 1000, 100 => 10_000, "ms";
    /// Runs from a state, each with other inputs behind those of its path.
    RUNS: u64 = 3, 1 => 48, "runs";
    /// Instructions of such a run.
    RUN_INSTRUCTIONS: u64 = 1 << 14, 1 => 1 << 18, "instructions";
    /// Time of such a run.
    RUN_TIME: Duration = 100, 10 => 1000, "ms";
}

/// A solver that has not answered anything before, and another backend behind it.
pub struct SecondSolver {
    solver: Solver,
    options: sheaf_solver::Options,
}

impl SecondSolver {
    /// A new one; `None` if it cannot be set up.
    pub fn new(driver: &Driver) -> Option<Self> {
        let options = sheaf_solver::Options {
            timeout: PATIENCE.get(),
            log: None,
            end: driver.watch.last_query(),
            ..solver_options(driver.options)
        };
        let solver = Solver::new(options.clone()).ok()?;
        Some(SecondSolver { solver, options })
    }

    /// A model of a state and a condition, or that there is none; `None` if that is not known.
    pub fn possible(
        &mut self,
        driver: &mut Driver,
        state: &State,
        condition: Term,
    ) -> Option<Option<Rc<CachedModel>>> {
        match feasible(&mut driver.pool, &mut self.solver, state, condition) {
            Feasible::Yes(model) => Some(Some(model)),
            Feasible::No(_) => Some(None),
            Feasible::Unknown(_) => None,
        }
    }

    /// Whether a condition may hold in a state, as the other backend says; `None` if it does not.
    fn other(&self, driver: &mut Driver, state: &State, condition: Term) -> Option<bool> {
        let pool = &mut driver.pool;
        let mut query = state.constraints.terms();
        query.push(condition);
        let query: Vec<Term> = query.iter().map(|it| pool.with_chosen(*it)).collect();
        second_opinion(pool, &self.options, &query)
    }

    /// Whether one of both solvers says that a condition may hold in a state.
    fn may_hold(&mut self, driver: &mut Driver, state: &State, condition: Term) -> bool {
        match self.possible(driver, state, condition) {
            Some(Some(_)) => true,
            None => false,
            Some(None) => self.other(driver, state, condition) == Some(true),
        }
    }

    /// Whether a condition may hold in a state, if both solvers say the same.
    pub fn agree(&mut self, driver: &mut Driver, state: &State, condition: Term) -> Option<bool> {
        let possible = self.possible(driver, state, condition)?.is_some();
        let other = self.other(driver, state, condition)?;
        (possible == other).then_some(possible)
    }
}

impl Driver<'_> {
    /// Checks that conditions hold in a state, by a new solver and by another
    /// backend; and that concrete runs of its path fail nowhere behind it. What is refuted
    /// is a reason.
    pub fn validate_harmless(&mut self, state: &State, conditions: Vec<Term>) {
        let all = self.pool.and_all(conditions);
        let fails = self.pool.not(all);
        let solver = SecondSolver::new(self);
        match solver.is_some_and(|mut it| it.may_hold(self, state, fails)) {
            true => self.refute(state, "a dropped state does not satisfy its label"),
            false => self.validate_dropped(state),
        }
    }

    /// Checks that concrete runs of a dropped state's path fail nowhere behind it.
    pub fn validate_dropped(&mut self, state: &State) {
        match self.failing_run(state) {
            None => self.stats.validated += 1,
            Some(detail) => self.refute(state, &detail),
        }
    }

    /// A second check contradicts what was concluded about a state.
    pub fn refute(&mut self, state: &State, detail: &str) {
        self.account.reasons.insert(Reason {
            kind: ReasonKind::Refuted,
            detail: detail.to_string(),
            loc: state.loc(self.program),
        });
    }

    /// A failure behind a state of which none was known there, in words.
    fn failing_run(&self, state: &State) -> Option<String> {
        let mut options = self.options.clone();
        (options.budget.time, options.budget.since) = (RUN_TIME.get(), None);
        options.budget.instructions = Some(RUN_INSTRUCTIONS.get());
        let inputs = inputs::from_model(&self.pool, state, &state.model);
        let indeterminate = inputs.indeterminate.clone();
        (0..RUNS.get()).find_map(|seed| {
            let mut supply = PrefixSupply::with_seed(inputs.clone(), seed);
            match concrete::run(self.program, &mut supply, &indeterminate, &options).end {
                End::Failed(failure) if !self.findings.has(failure.kind, failure.loc) => {
                    Some(format!(
                        "{} behind a dropped state: {}",
                        failure.kind.name(),
                        failure.message
                    ))
                }
                _ => None,
            }
        })
    }
}
