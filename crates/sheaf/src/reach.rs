//! `sheaf reach`: finds an input that leads to a target, or proves that there is none.
//!
//! The target becomes a check that always fails ([`Goal::mark`]), and only its failure counts. A
//! path ends at any other failure: the behaviour after it is undefined.

use crate::args::{CheckArgs, Explain, ReachArgs};
use crate::error::{UserError, status};
use crate::reporter::{Reporter, Setup, output};
use sheaf_engine::Moment;
use sheaf_engine::coverage::Recorder;
use sheaf_engine::options::Search;
use sheaf_engine::{Finding, Observer, Outcome, Pool, Stats, Verdict};
use sheaf_ir::{FailureKind, Goal};
use sheaf_report::lcov;
use std::fmt;
use std::str::FromStr;

/// The prefix of a kind of failure, which no function name has: `any-assertion`.
const ANY: &str = "any-";

/// The target of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A line, a function or a label.
    Goal(Goal),
    /// A failure of this kind, anywhere.
    Kind(FailureKind),
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        let Some(name) = text.strip_prefix(ANY) else {
            return text.parse().map(Target::Goal);
        };
        let kind = FailureKind::from_name(name).filter(|kind| *kind != FailureKind::Target);
        match kind {
            Some(kind) => Ok(Target::Kind(kind)),
            None => Err(format!("`{name}` is not a kind of failure")),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Target::Goal(goal) => write!(out, "{goal}"),
            Target::Kind(kind) => write!(out, "{ANY}{}", kind.name()),
        }
    }
}

/// Searches for a path to the target and returns the exit status.
///
/// # Errors
/// When the program cannot be loaded, has no such target, or a file cannot be written.
pub fn reach(args: &ReachArgs) -> Result<u8, UserError> {
    let target = &with_start(args)?;
    let check = seeking(args, target);
    if check.suppressions.is_some() || check.baseline.is_some() {
        let option = match check.suppressions {
            Some(_) => "--suppressions",
            None => "--baseline",
        };
        return Err(UserError::new(
            option,
            "a target is no failure; see `sheaf check`",
        ));
    }
    if check.explains(Explain::Properties) {
        let message = "only the target is looked for; see `sheaf check`";
        return Err(UserError::new("--explain properties", message));
    }
    let mut setup = Setup::new(&check)?;
    if args.no_chains && setup.options.plan.paths().search == Search::Chains {
        let message = "`--search chains` explores by chains alone";
        return Err(UserError::new("--no-chains", message));
    }
    setup.options.goal = Some(match target {
        Target::Goal(_) => FailureKind::Target,
        Target::Kind(kind) => *kind,
    });
    setup.options.budget.failures = Some(1);
    setup.options.navigates = !args.no_chains;
    // Assumptions that exclude all inputs also exclude the target.
    setup.options.allow_vacuous = true;
    let mut observer = Reacher(Reporter::new(&setup, &check, output(check.out.as_deref())?));
    let mut outcome = setup.explore(&mut observer)?;
    if outcome.verdict == Verdict::Bug {
        // The other reasons no longer matter.
        outcome.reasons.clear();
    }
    let mut reporter = observer.0;
    let tracefile = lcov::tracefile(setup.program.module(), &outcome.coverage);
    reporter.write(|folder| folder.write("coverage.info", &tracefile));
    let report = reporter.report(&outcome).with_target(&outcome);
    let (word, claim) = answer(target, &outcome);
    reporter.say(word, claim);
    reporter.conclude(&check, report, "", &outcome);
    reporter.written()?;
    Ok(match outcome.verdict {
        Verdict::Bug => status::DONE,
        Verdict::Safe => status::BUG,
        Verdict::Incomplete => status::INCOMPLETE,
    })
}

/// The target with the place before it.
fn with_start(args: &ReachArgs) -> Result<Target, UserError> {
    match (&args.target, &args.from) {
        (target, None) => Ok(target.clone()),
        (Target::Goal(goal), from) => Ok(Target::Goal(Goal {
            from: from.clone(),
            ..goal.clone()
        })),
        (Target::Kind(_), Some(_)) => {
            let message = "it needs a target that is a place, not a kind of failure";
            Err(UserError::new("--from", message))
        }
    }
}

/// The options of the exploration.
fn seeking(args: &ReachArgs, target: &Target) -> CheckArgs {
    let mut check = args.check.clone();
    match target {
        Target::Goal(goal) => check.failures.goal = Some(goal.clone()),
        Target::Kind(kind) => check.failures.enable.push(kind.name().to_string()),
    }
    check
}

/// The answer and its explanation.
fn answer(target: &Target, outcome: &Outcome) -> (&'static str, String) {
    match outcome.verdict {
        Verdict::Bug => ("reached", format!("an input leads to {target}")),
        Verdict::Safe => {
            let proved = outcome.stats.chains.as_ref().filter(|it| it.proved);
            let why = match proved.map(|chains| chains.roots) {
                None => "",
                Some(0) => ": no path does",
                Some(_) => ": no numbers of iterations do, as shown without executing anything",
            };
            ("unreachable", format!("no input leads to {target}{why}"))
        }
        Verdict::Incomplete => (
            "unknown",
            format!("{target} was not reached, and not everything was explored"),
        ),
    }
}

/// Reports the path when it is found.
struct Reacher<'a>(Reporter<'a>);

impl Observer for Reacher<'_> {
    fn finding(&mut self, finding: &Finding) {
        self.0.finding(finding);
    }

    fn wants_moments(&self) -> bool {
        self.0.wants_moments()
    }

    fn wants_lines(&self) -> bool {
        self.0.wants_lines()
    }

    fn moment(&mut self, pool: &Pool, moment: &Moment) {
        self.0.moment(pool, moment);
    }

    fn progress(&mut self, stats: &Stats, findings: usize, executed: &Recorder) {
        self.0.progress(stats, findings, executed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_a_line_a_function_or_a_kind() {
        let shown = |text: &str| text.parse().map(|it: Target| format!("{it:?}"));
        assert_eq!(shown("any-assertion").unwrap(), "Kind(Assertion)");
        // A function may have the name of a kind of failure.
        let place = "Goal(Goal { place: Function(\"target\"), from: None })";
        assert_eq!(shown("target").unwrap(), place);
        for wrong in ["any-", "any-target", "any-thing", "a.c:", ""] {
            assert!(shown(wrong).is_err(), "{wrong}");
        }
    }
}
