//! `sheaf check`: load, explore, report.

use crate::args::CheckArgs;
use crate::error::{UserError, status};
use crate::reporter::{Reporter, Setup};
use sheaf_engine::coverage::Recorder;
use sheaf_engine::explore::Moment;
use sheaf_engine::{End, Finding, Observer, Pool, Stats, TestCase, Verdict, WantedTests};
use sheaf_report::lcov;

/// Checks a program and gives the exit status.
///
/// # Errors
/// When the program cannot be loaded or a file cannot be written.
pub fn check(args: &CheckArgs) -> Result<u8, UserError> {
    let setup = Setup::new(args)?;
    let mut checker = Checker {
        reporter: Reporter::new(&setup, args, args.out.as_deref())?,
        keeps_paths: args.keep_paths,
    };
    let outcome = setup.explore(&mut checker)?;
    let mut reporter = checker.reporter;
    let module = setup.program.module();
    let tracefile = lcov::tracefile(module, &outcome.coverage);
    reporter.write(|folder| folder.write("coverage.info", &tracefile));
    let report = reporter.report(&outcome);
    reporter.conclude(args, report, "", &outcome);
    reporter.written()?;
    let ran = outcome.stats.paths.completed > 0;
    if setup.talks && ran && outcome.verdict == Verdict::Safe && !outcome.has_inputs {
        eprintln!("sheaf: note: {NO_INPUTS}");
    }
    Ok(match outcome.verdict {
        Verdict::Safe => status::DONE,
        Verdict::Bug => status::BUG,
        Verdict::Incomplete => status::INCOMPLETE,
    })
}

/// The meaning of `safe` for a program that is the same on every run.
const NO_INPUTS: &str = "the program reads no inputs, so this verdict is about its only run; \
                         `sheaf check --help` lists ways to give it some";

/// Writes failures as they are found, and paths if requested.
struct Checker<'a> {
    reporter: Reporter<'a>,
    /// Whether to write a test case of each path.
    keeps_paths: bool,
}

impl Observer for Checker<'_> {
    fn finding(&mut self, finding: &Finding) {
        self.reporter.finding(finding);
    }

    fn wanted_tests(&self) -> WantedTests {
        match self.keeps_paths {
            true => WantedTests::Ends,
            false => WantedTests::None,
        }
    }

    fn test(&mut self, test: &TestCase) {
        let case = self.reporter.case(&test.inputs, &test.end);
        let path = self.reporter.write(|folder| folder.add_path(&case));
        let name = path.as_ref().and_then(|path| path.file_stem()?.to_str());
        if let Some(name) = name {
            let fails = matches!(test.end, End::Failed(_));
            self.reporter.add_to_corpus(name, &case, fails);
        }
    }

    fn wants_moments(&self) -> bool {
        self.reporter.wants_moments()
    }

    fn moment(&mut self, pool: &Pool, moment: &Moment) {
        self.reporter.moment(pool, moment);
    }

    fn progress(&mut self, stats: &Stats, findings: usize, executed: &Recorder) {
        self.reporter.progress(stats, findings, executed);
    }
}
