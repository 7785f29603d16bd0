//! Checks in a second way what a technique concludes about a state, for tests and for users who
//! want to see it: `--validate`.

use super::Driver;
use crate::concrete::{self, solver_options};
use crate::decide::{Feasible, feasible};
use crate::inputs::{self, PrefixSupply};
use crate::outcome::{End, Reason, ReasonKind};
use crate::state::State;
use sheaf_solver::{Solver, second_opinion};
use sheaf_term::Term;
use std::time::Duration;

/// Time for a question to the second solver. One that is not answered refutes nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// Runs from a state, each with other inputs behind those of its path, and their limits.
const RUNS: u64 = 3;
const RUN_INSTRUCTIONS: u64 = 1 << 14;
const RUN_TIME: Duration = Duration::from_millis(100);

impl Driver<'_> {
    /// Checks that conditions hold in a state, by a new solver and by another
    /// backend; and that concrete runs of its path fail nowhere behind it. What is refuted
    /// is a reason.
    pub fn validate_harmless(&mut self, state: &State, conditions: Vec<Term>) {
        let refuted = match self.hold_again(state, conditions) {
            Ok(()) => self.failing_run(state),
            Err(why) => Some(why),
        };
        match refuted {
            None => self.stats.validated += 1,
            Some(detail) => {
                self.reasons.insert(Reason {
                    kind: ReasonKind::Refuted,
                    detail,
                    loc: state.loc(self.program),
                });
            }
        }
    }

    fn hold_again(&mut self, state: &State, conditions: Vec<Term>) -> Result<(), String> {
        let options = sheaf_solver::Options {
            timeout: PATIENCE,
            log: None,
            end: self.watch.last_query(),
            ..solver_options(self.options)
        };
        let Ok(mut solver) = Solver::new(options.clone()) else {
            return Ok(());
        };
        let all = self.pool.and_all(conditions);
        let fails = self.pool.not(all);
        let refuted = match feasible(&mut self.pool, &mut solver, state, fails) {
            Feasible::Yes(_) => true,
            Feasible::Unknown(_) => false,
            Feasible::No(_) => {
                let mut query = state.constraints.terms();
                query.push(fails);
                let pool = &mut self.pool;
                let query: Vec<Term> = query.iter().map(|it| pool.with_chosen(*it)).collect();
                second_opinion(pool, &options, &query) == Some(true)
            }
        };
        match refuted {
            true => Err("a dropped state does not satisfy its label".to_string()),
            false => Ok(()),
        }
    }

    /// A failure behind a state of which none was known there, in words.
    fn failing_run(&self, state: &State) -> Option<String> {
        let mut options = self.options.clone();
        (options.budget.time, options.budget.since) = (RUN_TIME, None);
        options.budget.instructions = Some(RUN_INSTRUCTIONS);
        let inputs = inputs::from_model(&self.pool, state, &state.model);
        let indeterminate = inputs.indeterminate.clone();
        (0..RUNS).find_map(|seed| {
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
