//! A short plain exploration before conflict-driven exploration starts. Learning takes preparation
//! that many programs do not need: few paths, or a failure on most of them.

use crate::made::worklist;
use crate::options::{Explore, Options};
use crate::outcome::{Outcome, Reason, ReasonKind, Stats, Verdict};
use crate::program::Program;
use crate::{Observer, check_with};
use std::time::Duration;

/// Instructions for each fork that is allowed: a fork takes as long as many instructions.
const INSTRUCTIONS_PER_FORK: u64 = 16;
/// The longest time that it may take, if queries to the solver are slow.
const MAX_TIME: Duration = Duration::from_secs(3);

/// What a short plain exploration comes to.
pub enum First {
    /// All that was asked for.
    Done(Outcome),
    /// Less. Only its effort counts.
    Stopped(Stats),
}

impl First {
    /// Explores without learning for as many instructions as the options say. Nothing is explored
    /// where observers look at tests or states, of which there must be one set, where other limits
    /// count, and where all code is to be executed.
    ///
    /// # Errors
    /// As [`crate::check`].
    pub fn explore(
        program: &Program,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> Result<First, String> {
        let budget = &options.budget;
        if options.plain_first == 0
            || observer.is_watching()
            || observer.journal().is_some_and(|it| it.is_resumed())
            || budget.limits_work()
            || options.all_code
            || options.solver_log.is_some()
        {
            return Ok(First::Stopped(Stats::default()));
        }
        let mut plain = Options {
            explore: Explore::Worklist,
            ..options.clone()
        };
        plain.budget.instructions = Some(options.plain_first);
        plain.budget.forks = Some(options.plain_first / INSTRUCTIONS_PER_FORK);
        plain.budget.time = budget.time.min(MAX_TIME);
        let mut worklist = worklist(program, &plain);
        let outcome = check_with(&mut worklist, program, &plain, &mut ())?;
        if !is_done(&outcome) {
            return Ok(First::Stopped(outcome.stats));
        }
        outcome.findings.iter().for_each(|it| observer.finding(it));
        Ok(First::Done(outcome))
    }
}

/// Whether everything was explored, or as many failures were found as were asked for.
fn is_done(outcome: &Outcome) -> bool {
    let is_enough = |reason: &Reason| reason.kind == ReasonKind::FailureLimit;
    match outcome.verdict {
        Verdict::Safe => true,
        Verdict::Bug => {
            outcome.reasons.is_empty() && outcome.stats.paths.set_aside == 0
                || outcome.reasons.iter().any(is_enough)
        }
        Verdict::Incomplete => false,
    }
}
