//! `sheaf check`: load, explore, report.

use crate::args::CheckArgs;
use crate::error::{UserError, status};
use crate::print;
use crate::reporter::{Reporter, Setup, output, unwritable};
use crate::resume;
use crate::sizes;
use sheaf_engine::coverage::Recorder;
use sheaf_engine::{End, Finding, Observer, Outcome, Pool, Stats, TestCase, Verdict, WantedTests};
use sheaf_engine::{Journal, Moment};
use sheaf_report::folder::RunFolder;
use sheaf_report::lcov;
use sheaf_report::text::Style;
use std::ffi::OsString;

/// Checks a program and gives the exit status. `words` are those of the command line.
///
/// # Errors
/// When the program cannot be loaded or a file cannot be written.
pub fn check(args: &CheckArgs, words: &[OsString]) -> Result<u8, UserError> {
    let setup = Setup::new(args)?;
    let folder = output(args.out.as_deref())?;
    let recorded = folder.as_ref().filter(|_| setup.is_loaded);
    let journal = recorded.map(|folder| resume::journal(folder.path(), &setup, words));
    let journal = journal.transpose()?;
    explore(args, setup, folder, &[], journal)
}

/// An exploration that is over and not reported yet.
pub struct Explored<'a> {
    /// Who has reported what was found.
    pub reporter: Reporter<'a>,
    /// The record of the exploration.
    pub journal: Option<Journal>,
    /// What the exploration found.
    pub outcome: Outcome,
}

/// Explores a program, or goes on with that, also with larger data, and gives the exit status.
/// `known` is shown first: failures of an earlier session.
///
/// # Errors
/// When a file cannot be written.
pub fn explore(
    args: &CheckArgs,
    setup: Setup,
    folder: Option<RunFolder>,
    known: &[Finding],
    journal: Option<Journal>,
) -> Result<u8, UserError> {
    let mut reporter = Reporter::new(&setup, args, folder);
    for finding in known {
        reporter.finding(finding);
    }
    let Explored {
        reporter,
        journal,
        outcome,
    } = explored(args, &setup, reporter, journal)?;
    let may_grow = sizes::next(args, &setup).is_some();
    if outcome.verdict == Verdict::Safe && may_grow {
        let folder = reporter.into_folder()?;
        return sizes::grow(args, setup, folder, (outcome, journal));
    }
    let status = conclude(args, &setup, reporter, journal, &outcome)?;
    if may_grow && setup.talks && outcome.verdict == Verdict::Incomplete {
        print(&sizes::not_begun(&setup));
    }
    Ok(status)
}

/// Explores a program, and reports what is found at once.
///
/// # Errors
/// When the solver cannot be set up.
pub fn explored<'a>(
    args: &CheckArgs,
    setup: &Setup,
    reporter: Reporter<'a>,
    journal: Option<Journal>,
) -> Result<Explored<'a>, UserError> {
    let mut checker = Checker {
        reporter,
        keeps_paths: args.keep_paths,
        journal,
        has_warned: false,
    };
    let outcome = setup.explore(&mut checker)?;
    let Checker {
        reporter, journal, ..
    } = checker;
    Ok(Explored {
        reporter,
        journal,
        outcome,
    })
}

/// Reports the outcome of an exploration, and gives the exit status.
///
/// # Errors
/// When a file cannot be written.
pub fn conclude(
    args: &CheckArgs,
    setup: &Setup,
    mut reporter: Reporter,
    journal: Option<Journal>,
    outcome: &Outcome,
) -> Result<u8, UserError> {
    let module = setup.program.module();
    let tracefile = lcov::tracefile(module, &outcome.coverage);
    reporter.write(|folder| folder.write("coverage.info", &tracefile));
    let report = reporter.report(outcome);
    reporter.conclude(args, report, "", outcome);
    reporter.written()?;
    let none_counts = !outcome.findings.iter().any(|it| reporter.counts(it));
    let is_complete = outcome.reasons.is_empty() && outcome.stats.paths.set_aside == 0;
    let status = match outcome.verdict {
        Verdict::Bug if none_counts && is_complete => status::DONE,
        Verdict::Bug if none_counts => status::INCOMPLETE,
        Verdict::Safe => status::DONE,
        Verdict::Bug => status::BUG,
        Verdict::Incomplete => status::INCOMPLETE,
    };
    if let Some(mut journal) = journal {
        let text = reporter.verdict(Style { colour: false }, outcome);
        resume::conclude(&mut journal, status, text);
        if let Some((path, error)) = journal.error() {
            return Err(unwritable(&path, error));
        }
    }
    let ran = outcome.stats.paths.completed > 0;
    if setup.talks && ran && outcome.verdict == Verdict::Safe && !outcome.has_inputs {
        eprintln!("sheaf: note: {NO_INPUTS}");
    }
    Ok(status)
}

/// The meaning of `safe` for a program that is the same on every run.
const NO_INPUTS: &str = "the program reads no inputs, so this verdict is about its only run; \
                         `sheaf check --help` lists options that give it some";

/// Writes failures as they are found, and paths if requested.
struct Checker<'a> {
    reporter: Reporter<'a>,
    /// Whether to write a test case of each path.
    keeps_paths: bool,
    /// Records the exploration, to be resumed.
    journal: Option<Journal>,
    /// Whether the user knows that nothing more is recorded.
    has_warned: bool,
}

impl Checker<'_> {
    /// Tells the user as soon as nothing more can be recorded.
    fn warn(&mut self) {
        let error = self.journal.as_ref().and_then(Journal::error);
        if let Some((path, error)) = error.filter(|_| !self.has_warned) {
            self.has_warned = true;
            self.reporter.warn(&format!(
                "{}; the exploration goes on, but `sheaf resume` begins where it was before",
                unwritable(&path, error)
            ));
        }
    }
}

impl Observer for Checker<'_> {
    fn finding(&mut self, finding: &Finding) {
        if let Some(journal) = &mut self.journal {
            journal.finding(finding);
        }
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

    fn wants_lines(&self) -> bool {
        self.reporter.wants_lines()
    }

    fn moment(&mut self, pool: &Pool, moment: &Moment) {
        self.reporter.moment(pool, moment);
    }

    fn progress(&mut self, stats: &Stats, findings: usize, executed: &Recorder) {
        self.warn();
        self.reporter.progress(stats, findings, executed);
    }

    fn journal(&mut self) -> Option<&mut Journal> {
        self.journal.as_mut()
    }
}
