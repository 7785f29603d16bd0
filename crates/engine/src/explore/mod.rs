//! Explorers: who goes where. [`check`] starts the one that the options ask for.

mod budget;
mod findings;
mod missed;
mod search;
mod worklist;

use crate::coverage::Recorder;
use crate::options::Options;
use crate::outcome::{Finding, Inputs, Outcome, Reason, Stats, TestCase, Verdict};
use crate::program::Program;

/// Is told what happens while it happens.
pub trait Observer {
    /// A failure was found and replayed.
    fn finding(&mut self, _finding: &Finding) {}
    /// A path was completed.
    fn test(&mut self, _test: &TestCase) {}
    /// Whether it wants to know which tests together execute all that was executed, and inputs that
    /// lead to what none of them does.
    fn wants_coverage(&self) -> bool {
        false
    }
    /// Inputs of a path that executed something new and has not ended: a run of them may ask for
    /// more. Comes when the exploration is over, for those who want coverage.
    fn prefix(&mut self, _inputs: Inputs) {}
    /// Some time has passed; so much was found and executed so far.
    fn progress(&mut self, _stats: &Stats, _findings: usize, _executed: &Recorder) {}
}

/// An observer that looks at nothing.
impl Observer for () {}

/// Explores a program on all inputs, as far as the options allow.
///
/// # Errors
/// When the solver cannot be set up, for example because its log cannot be written.
pub fn check(
    program: &Program,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, String> {
    worklist::Worklist::new(program, options, observer)?.explore()
}

/// The one place where what was seen becomes a verdict: a failure that replays is a bug; without
/// one, the program is safe only if nothing at all was left out.
fn verdict(findings: &[Finding], reasons: &[Reason], set_aside: u64) -> Verdict {
    if findings.iter().any(|finding| finding.replayed) {
        Verdict::Bug
    } else if reasons.is_empty() && set_aside == 0 {
        Verdict::Safe
    } else {
        Verdict::Incomplete
    }
}
