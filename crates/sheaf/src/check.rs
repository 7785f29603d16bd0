//! `sheaf check`: load, explore, report.

use crate::args::CheckArgs;
use crate::error::{UserError, status};
use crate::reporter::{Reporter, Setup};
use sheaf_engine::coverage::Recorder;
use sheaf_engine::{Finding, Observer, Stats, TestCase, Verdict};
use sheaf_report::{json, lcov};

/// Checks a program and gives the exit status.
///
/// # Errors
/// When the program cannot be loaded or a file cannot be written.
pub fn check(args: &CheckArgs) -> Result<u8, UserError> {
    let setup = Setup::new(args)?;
    let mut checker = Checker(Reporter::new(&setup, args.out.as_deref())?);
    let outcome = setup.explore(&mut checker)?;
    let Checker(mut reporter) = checker;
    let module = setup.program.module();
    let tracefile = lcov::tracefile(module, &outcome.coverage);
    reporter.write(|folder| folder.write("coverage.info", &tracefile));
    let report = json::report(&setup.request.name(), module, &outcome);
    reporter.conclude(args, report, "", &outcome);
    reporter.written()?;
    Ok(match outcome.verdict {
        Verdict::Safe => status::DONE,
        Verdict::Bug => status::BUG,
        Verdict::Incomplete => status::INCOMPLETE,
    })
}

/// Writes each path as it comes.
struct Checker<'a>(Reporter<'a>);

impl Observer for Checker<'_> {
    fn finding(&mut self, finding: &Finding) {
        self.0.finding(finding);
    }

    fn test(&mut self, test: &TestCase) {
        if self.0.folder().is_some() {
            let case = self.0.case(&test.inputs, &test.end);
            self.0.write(|folder| folder.add_path(&case));
        }
    }

    fn progress(&mut self, stats: &Stats, findings: usize, executed: &Recorder) {
        self.0.progress(stats, findings, executed);
    }
}
