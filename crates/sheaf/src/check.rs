//! `sheaf check`: load, explore, report.

use crate::args::{CheckArgs, Explain};
use crate::error::{UserError, describe_io, status};
use crate::interrupt;
use crate::load::{Request, load};
use crate::options::exploration;
use crate::print;
use crate::progress::Progress;
use sheaf_engine::coverage::Recorder;
use sheaf_engine::options::{Explore, MergePolicy};
use sheaf_engine::{
    End, Finding, Inputs, Observer, Options, Outcome, Program, Stats, TestCase, Verdict,
};
use sheaf_report::case::{Case, Expected, ProgramRef, Settings};
use sheaf_report::folder::RunFolder;
use sheaf_report::source::Sources;
use sheaf_report::text::{self, Style};
use sheaf_report::{coverage, json, lcov, merging};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// Checks a program and gives the exit status.
///
/// # Errors
/// When the program cannot be loaded or a file cannot be written.
pub fn check(args: &CheckArgs) -> Result<u8, UserError> {
    let options = exploration(args)?;
    if args.explain == Some(Explain::Merge) && !merges(&options) {
        let message = "nothing merges; see `--merge` and `--explore multise`";
        return Err(UserError::new("--explain merge", message));
    }
    let request = Request::from(&args.program);
    let mut warnings = Vec::new();
    let program = load(&request, &mut warnings)?;
    let talks = !args.json && !args.quiet;
    if talks {
        warnings
            .iter()
            .for_each(|warning| eprintln!("{}", warning.trim_end()));
    }
    if let Some(path) = &args.solver_log {
        std::fs::File::create(path).map_err(|error| unwritable(path, &error))?;
    }
    let folder = args.out.as_deref().map(RunFolder::create).transpose();
    let folder =
        folder.map_err(|error| unwritable(args.out.as_deref().unwrap_or(Path::new("")), &error))?;
    interrupt::watch(options.interrupt.clone());

    let mut reporter = Reporter {
        program: &program,
        sources: Sources::default(),
        style: Style {
            colour: io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        },
        progress: Progress::new(talks),
        talks,
        folder,
        write_error: None,
        case: empty_case(&request, &options),
    };
    let outcome = sheaf_engine::check(&program, &options, &mut reporter)
        .map_err(|message| UserError::new("solver", message))?;
    reporter.progress.clear();
    reporter.finish(args, &request, &options, &outcome);
    if let Some((path, error)) = &reporter.write_error {
        return Err(unwritable(path, error));
    }
    Ok(match outcome.verdict {
        Verdict::Safe => status::DONE,
        Verdict::Bug => status::BUG,
        Verdict::Incomplete => status::INCOMPLETE,
    })
}

fn unwritable(path: &Path, error: &io::Error) -> UserError {
    UserError::new(
        path.display(),
        format!("cannot be written: {}", describe_io(error)),
    )
}

fn merges(options: &Options) -> bool {
    options.explore == Explore::Multise || options.merging.policy != MergePolicy::None
}

/// The limit that estimates of costs are held against, where any are made.
fn estimate_limit(options: &Options) -> Option<u32> {
    match options.merging.policy {
        MergePolicy::None | MergePolicy::Aggressive => None,
        MergePolicy::Lattice | MergePolicy::Recursive | MergePolicy::Dynamic => {
            Some(options.merging.limit_cost)
        }
    }
}

/// A test case of this program under these options, without inputs.
fn empty_case(request: &Request, options: &Options) -> Case {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    Case {
        program: ProgramRef {
            files: request.files.iter().map(|file| text(file)).collect(),
            directory: std::env::current_dir()
                .map(|path| text(&path))
                .unwrap_or_default(),
            entry: request.entry.clone(),
            flags: request.flags.clone(),
        },
        settings: Some(Settings {
            failures: options.failures.clone(),
            malloc_may_fail: options.malloc_may_fail,
        }),
        inputs: Inputs::default(),
        expected: None,
    }
}

/// Prints and writes what the exploration reports, as it comes.
struct Reporter<'a> {
    program: &'a Program,
    sources: Sources,
    style: Style,
    progress: Progress,
    talks: bool,
    folder: Option<RunFolder>,
    /// The first failure to write to the folder.
    write_error: Option<(PathBuf, io::Error)>,
    /// All that test cases have in common.
    case: Case,
}

impl Reporter<'_> {
    fn case(&self, inputs: &Inputs, end: &End) -> Case {
        let expected = Some(Expected::of(self.program.module(), end));
        Case {
            inputs: inputs.clone(),
            expected,
            ..self.case.clone()
        }
    }

    /// Writes to the folder, if there is one and all went well so far.
    fn write<T>(&mut self, write: impl FnOnce(&mut RunFolder) -> io::Result<T>) -> Option<T> {
        let folder = self
            .folder
            .as_mut()
            .filter(|_| self.write_error.is_none())?;
        let outcome = write(folder);
        let path = folder.path().to_path_buf();
        outcome
            .map_err(|error| self.write_error = Some((path, error)))
            .ok()
    }

    fn finish(
        &mut self,
        args: &CheckArgs,
        request: &Request,
        options: &Options,
        outcome: &Outcome,
    ) {
        let module = self.program.module();
        let mut report = json::report(&request.name(), module, outcome);
        if args.explain == Some(Explain::Merge) {
            report = report.explain_merge(module, outcome);
        }
        self.write(|folder| {
            folder.write("run.json", &(json::to_string(&report, false) + "\n"))?;
            folder.write("coverage.info", &lcov::tracefile(module, &outcome.coverage))
        });
        if args.json {
            print(&(json::to_string(&report, true) + "\n"));
        } else {
            print(&text::verdict(module, self.style, outcome));
        }
        if args.explain == Some(Explain::Merge) && !args.json {
            print(&format!(
                "\n{}",
                merging::table(module, outcome, estimate_limit(options))
            ));
        }
    }
}

impl Observer for Reporter<'_> {
    fn finding(&mut self, finding: &Finding) {
        let case = self.case(&finding.inputs, &End::Failed(finding.failure.clone()));
        let path = self.write(|folder| folder.add_finding(&case));
        if self.talks {
            self.progress.clear();
            let mut text = text::finding(
                self.program.module(),
                &mut self.sources,
                self.style,
                finding,
            );
            if let Some(path) = path {
                text.push_str(&format!("  again: sheaf replay {}\n", path.display()));
            }
            print(&(text + "\n"));
        }
    }

    fn test(&mut self, test: &TestCase) {
        if self.folder.is_some() {
            let case = self.case(&test.inputs, &test.end);
            self.write(|folder| folder.add_path(&case));
        }
    }

    fn progress(&mut self, stats: &Stats, findings: usize, executed: &Recorder) {
        let module = self.program.module();
        let lines = || coverage::summary(module, &executed.coverage(module)).lines;
        self.progress.update(stats, findings, lines);
    }
}
