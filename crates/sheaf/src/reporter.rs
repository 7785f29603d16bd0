//! The common part of all commands that explore: setup, and reporting of findings, progress and
//! results.

mod conclude;
mod walks;

use crate::args::{CheckArgs, Explain, FailureArgs};
use crate::error::{UserError, describe_io};
use crate::flat::flatten;
use crate::foreign;
use crate::interrupt;
use crate::load::{Request, load, unloaded};
use crate::options::exploration;
use crate::print;
use crate::progress::Progress;
use crate::property::Specification;
use crate::raw;
use crate::seeds;
use clap::ValueEnum;
use sheaf_engine::coverage::Recorder;
use sheaf_engine::{End, Finding, Inputs, Observer, Options, Outcome, Pool, Program, Stats};
use sheaf_engine::{Moment, TECHNIQUES, Technique, Tree};
use sheaf_ir::{Goal, Module};
use sheaf_report::baseline::{Baseline, fingerprint};
use sheaf_report::case::{Case, Expected, PointersRef, ProgramRef, Settings};
use sheaf_report::folder::RunFolder;
use sheaf_report::merging::Wanted;
use sheaf_report::page::Commands;
use sheaf_report::source::Sources;
use sheaf_report::steps::{Step, Steps};
use sheaf_report::suppressions::{Rules, Suppressed, Suppressions};
use sheaf_report::text::{self, Style};
use sheaf_report::{code, coverage, json};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The maximum number of nodes kept of an execution tree.
const TREE_NODES: usize = 100_000;

/// A loaded program and how to explore it.
pub struct Setup {
    /// The request that was loaded.
    pub request: Request,
    /// What counts as a failure.
    pub failures: FailureArgs,
    /// What is explored.
    pub program: Program,
    /// How it is explored.
    pub options: Options,
    /// Findings that are known.
    pub baseline: Option<Baseline>,
    /// Rules about findings that do not count.
    pub rules: Rules,
    /// Whether the program could be loaded in time; otherwise it is one that ends at its start.
    pub is_loaded: bool,
    /// Whether to print more text than the verdict.
    pub talks: bool,
}

impl Setup {
    /// Loads the program, to be explored by a process per core unless options say otherwise.
    ///
    /// # Errors
    /// When options cannot be combined, the program cannot be loaded, or a file that options name
    /// cannot be written.
    pub fn new(args: &CheckArgs) -> Result<Setup, UserError> {
        let mut setup = Setup::alone(args, None)?;
        if args.profile.is_none() && args.steps.is_none() {
            setup.options.workers = args.explore.workers();
        }
        Ok(setup)
    }

    /// The same for one process unless options say otherwise, with a file that keeps what
    /// compilers make of the program.
    ///
    /// # Errors
    /// As [`Setup::new`].
    pub fn alone(args: &CheckArgs, kept: Option<&Path>) -> Result<Setup, UserError> {
        let mut options = exploration(args)?;
        options.budget.since = Some(Instant::now());
        options.ends_process = true;
        options.profile = args.profile.is_some();
        needs_one_process(args)?;
        for explain in &args.explain {
            needs_technique(explain.what, &options)?;
        }
        let baseline = args.baseline.as_deref().map(known).transpose()?;
        let rules = args.suppressions.as_deref().map(rules).transpose()?;
        let usual_size = match args.program.size {
            None => seeds::longest(&args.explore.seed_input),
            Some(_) => None,
        };
        let request = Request::with_usual_size(&args.program, usual_size)
            .looking_for(&args.failures, &options)
            .within(&options.budget);
        foreign::check(args, &request)?;
        let mut request = Request {
            keeps_variables: args.steps.is_some(),
            kept: kept.map(Path::to_path_buf),
            ..request
        };
        let mut warnings = Vec::new();
        let mut is_loaded = true;
        let program = match load(&mut request, &mut warnings) {
            Err(error) if error.late => {
                is_loaded = false;
                // The exploration ends at once, because no time is left.
                warnings.push(format!("sheaf: note: {error}"));
                unloaded()?
            }
            program => program?,
        };
        foreign::check_techniques(&options, &request, &program)?;
        if is_loaded {
            knows_variables(args, program.module())?;
        }
        interrupt::watch(options.interrupt.clone());
        let paths = &args.explore.seed_input;
        let seeds = seeds::load(paths, &request, &program, &options, &mut warnings)?;
        options.seeds = seeds.into();
        let talks = !args.json && !args.quiet;
        if talks {
            crate::warnings::shown(warnings, args.verbose)
                .iter()
                .for_each(|warning| eprintln!("{}", warning.trim_end()));
        }
        let files = [
            &args.solver_log,
            &args.sarif,
            &args.witness,
            &args.tree,
            &args.profile,
            &args.report,
            &args.index_rows,
        ];
        for path in files.into_iter().flatten() {
            std::fs::File::create(path).map_err(|error| unwritable(path, &error))?;
        }
        Ok(Setup {
            request,
            failures: args.failures.clone(),
            program,
            options,
            baseline,
            rules: rules.unwrap_or_default(),
            is_loaded,
            talks,
        })
    }

    /// The same program with data of a fuzz target that is larger than what this one takes, up to a
    /// size; `None` if no time is left to load it.
    ///
    /// # Errors
    /// When it cannot be loaded.
    pub fn larger(
        &self,
        args: &CheckArgs,
        size: u64,
        kept: Option<&Path>,
    ) -> Result<Option<Setup>, UserError> {
        let mut request = Request {
            size: Some(size),
            size_above: self.request.size,
            keeps_variables: args.steps.is_some(),
            kept: kept.map(Path::to_path_buf),
            ..Request::from(&args.program)
                .looking_for(&args.failures, &self.options)
                .within(&self.options.budget)
        };
        let program = match load(&mut request, &mut Vec::new()) {
            Err(error) if error.late => return Ok(None),
            program => program?,
        };
        Ok(Some(Setup {
            request,
            program,
            failures: self.failures.clone(),
            options: self.options.clone(),
            baseline: self.baseline.clone(),
            rules: self.rules.clone(),
            ..*self
        }))
    }

    /// Explores the program; an interrupt ends the exploration early.
    ///
    /// # Errors
    /// When the solver cannot be set up.
    pub fn explore(&self, observer: &mut dyn Observer) -> Result<Outcome, UserError> {
        sheaf_engine::check(&self.program, &self.options, observer)
            .map_err(|message| UserError::new("solver", message))
    }

    /// A test case of this program under these options, without inputs.
    fn empty_case(&self) -> Case {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let request = &self.request;
        Case {
            program: ProgramRef {
                files: request.files.iter().map(|file| text(file)).collect(),
                directory: std::env::current_dir()
                    .map(|path| text(&path))
                    .unwrap_or_default(),
                folder: None,
                entry: request.entry.clone(),
                types: request.types.clone(),
                string_size: request.is_js().then_some(request.string_size),
                pointers: request.entry.is_some().then_some(PointersRef {
                    elements: request.pointers.elements.most,
                    exactly: request.pointers.elements.exactly,
                    depth: request.pointers.depth,
                }),
                shapes: request.shapes.words(),
                flags: request.flags.clone(),
                environment: request.environment.words(),
                build: request.build.as_deref().map(text),
            },
            settings: Some(Settings {
                failures: self.options.failures.clone(),
                malloc_may_fail: self.options.malloc_may_fail,
                uninitialized_inputs: self.options.uninitialized_inputs,
                property: self.failures.property.as_ref().map(Specification::name),
                target_label: self.failures.label().map(str::to_string),
                target: self.failures.goal.as_ref().map(Goal::to_string),
            }),
            inputs: Inputs::default(),
            by_name: false,
            expected: None,
        }
    }
}

/// The folder of a new run below an output folder, if there is one.
///
/// # Errors
/// When it cannot be created.
pub fn output(out: Option<&Path>) -> Result<Option<RunFolder>, UserError> {
    let create = |out: &Path| RunFolder::create(out).map_err(|error| unwritable(out, &error));
    out.map(create).transpose()
}

/// The findings of an earlier run.
fn known(path: &Path) -> Result<Baseline, UserError> {
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| UserError::new(path.display(), describe_io(&error)))?;
    Baseline::parse(&text).map_err(|error| UserError::new(path.display(), error))
}

/// Rules about findings that do not count.
fn rules(path: &Path) -> Result<Rules, UserError> {
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| UserError::new(path.display(), describe_io(&error)))?;
    let parsed = Rules::parse(&path.to_string_lossy(), &text);
    parsed.map_err(|(place, error)| UserError::new(place, error))
}

/// A file or folder that cannot be written.
pub fn unwritable(path: &Path, error: &io::Error) -> UserError {
    UserError::new(
        path.display(),
        format!("cannot be written: {}", describe_io(error)),
    )
}

/// Prints findings and progress, and writes to the output folder.
pub struct Reporter<'a> {
    setup: &'a Setup,
    sources: Sources,
    suppressions: Suppressions,
    style: Style,
    progress: Progress,
    folder: Option<RunFolder>,
    /// The first failure to write to the folder.
    write_error: Option<(PathBuf, io::Error)>,
    /// The common part of all test cases.
    case: Case,
    /// The execution tree and its file, if requested.
    tree: Option<(Tree, PathBuf)>,
    /// Commands that repeat each finding, if there are test cases.
    commands: Vec<Commands>,
    /// The steps, if they are wanted, and those that JSON has.
    steps: Option<(Steps<'a>, Vec<Step>)>,
    /// Whether all decisions on the path to a failure are printed.
    tells_path: bool,
    /// Another form of the verdict: the word, and its explanation.
    answer: Option<(&'static str, String)>,
}

impl<'a> Reporter<'a> {
    /// A reporter that writes to a folder, if given.
    pub fn new(setup: &'a Setup, args: &CheckArgs, folder: Option<RunFolder>) -> Self {
        let mut case = setup.empty_case();
        case.program.folder = folder.as_ref().and_then(|it| below_here(it.path()));
        let mut sources = Sources::default();
        if args.keeps_all() {
            // What is shown is what is checked, whatever happens to the files meanwhile.
            code::names(setup.program.module()).for_each(|name| sources.keep(name));
        }
        Reporter {
            setup,
            sources,
            suppressions: Suppressions::new(setup.rules.clone()),
            style: Style {
                colour: io::stdout().is_terminal() && may_colour(),
            },
            progress: Progress::new(setup.talks),
            folder,
            write_error: None,
            case,
            tree: args
                .tree
                .as_ref()
                .map(|path| (Tree::new(TREE_NODES), path.clone())),
            commands: Vec::new(),
            steps: args
                .steps
                .map(|most| (Steps::new(&setup.program, most), Vec::new())),
            tells_path: args.explains(Explain::Path),
            answer: None,
        }
    }

    /// The folder, which another reporter goes on to write to.
    ///
    /// # Errors
    /// When a file could not be written.
    pub fn into_folder(self) -> Result<Option<RunFolder>, UserError> {
        self.written()?;
        Ok(self.folder)
    }

    /// The test case of these inputs and this end.
    pub fn case(&self, inputs: &Inputs, end: &End) -> Case {
        let expected = Some(Expected::of(self.setup.program.module(), end));
        Case {
            inputs: inputs.clone(),
            expected,
            ..self.case.clone()
        }
    }

    /// The path of the folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_ref().map(RunFolder::path)
    }

    /// Writes to the folder, if there is one and no write has failed so far.
    pub fn write<T>(&mut self, write: impl FnOnce(&mut RunFolder) -> io::Result<T>) -> Option<T> {
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

    /// Writes the inputs of a test case as one sequence of bytes, for fuzzers: those that make the
    /// program fail apart, because fuzzers start with inputs that do not.
    pub fn add_to_corpus(&mut self, name: &str, case: &Case, fails: bool) {
        let request = &self.setup.request;
        if !request.is_c() || case.inputs.inputs.is_empty() {
            return;
        }
        let folder = if fails { "crashes" } else { "corpus" };
        let bytes = flatten(request, &case.inputs);
        self.write(|run| run.write(&format!("{folder}/{name}"), &bytes));
    }

    /// Writes a finding to the folder and prints it.
    pub fn finding(&mut self, finding: &Finding) {
        let case = self.case(&finding.inputs, &End::Failed(finding.failure.clone()));
        let path = self.write(|folder| folder.add_finding(&case));
        let name = path.as_ref().and_then(|path| path.file_stem()?.to_str());
        if let Some(name) = name {
            self.add_to_corpus(name, &case, true);
        }
        let line = name.and_then(|name| {
            let request = &self.setup.request;
            self.write(|folder| raw::write(folder, name, request, &case))
        });
        let line = line.flatten();
        let commands = path.as_ref().map(|path| Commands::of(path, line.clone()));
        self.commands.extend(commands);
        if self.setup.talks {
            self.progress.clear();
            let module = self.setup.program.module();
            let mut text = text::finding(
                module,
                &mut self.sources,
                self.style,
                finding,
                self.tells_path,
            );
            let suppressed = self.suppressions.of(module, &mut self.sources, finding);
            if let Some(suppressed) = suppressed {
                text.push_str(&format!("  suppressed: {}\n", suppressed.text()));
            } else if self.is_known(finding) {
                text.push_str("  known: in the baseline\n");
            }
            if let Some(path) = path {
                text.push_str(&format!("  again: sheaf replay {}\n", path.display()));
            }
            if let Some(line) = line {
                text.push_str(&format!("  natively: {line}\n"));
            }
            print(&(text + "\n"));
        }
    }

    /// Why findings do not count, for those that do not, in their order.
    fn suppressed(&mut self, outcome: &Outcome) -> Vec<Option<Suppressed>> {
        let module = self.setup.program.module();
        let mut of = |finding| self.suppressions.of(module, &mut self.sources, finding);
        outcome.findings.iter().map(&mut of).collect()
    }

    /// The verdict as text, with the numbers of findings that do not count.
    pub fn verdict(&mut self, style: Style, outcome: &Outcome) -> String {
        let suppressed = self.suppressed(outcome);
        let others = outcome.findings.iter().zip(&suppressed);
        let others = others.filter(|(_, suppressed)| suppressed.is_none());
        let known = others.filter(|(finding, _)| self.is_known(finding)).count();
        let suppressed = suppressed.iter().flatten().count();
        let module = self.setup.program.module();
        text::verdict(module, style, outcome, suppressed, known)
    }

    /// Whether a finding counts for the exit status.
    pub fn counts(&mut self, finding: &Finding) -> bool {
        let module = self.setup.program.module();
        let suppressed = self.suppressions.of(module, &mut self.sources, finding);
        suppressed.is_none() && !self.is_known(finding)
    }

    /// Whether a finding is in the baseline.
    fn is_known(&mut self, finding: &Finding) -> bool {
        let Some(baseline) = &self.setup.baseline else {
            return false;
        };
        let module = self.setup.program.module();
        baseline.has(&fingerprint(module, &mut self.sources, finding))
    }

    /// Warns the user, whatever the output is.
    pub fn warn(&mut self, message: &str) {
        self.progress.clear();
        eprintln!("sheaf: warning: {message}");
    }

    /// Replaces the verdict by another word and explanation.
    pub fn say(&mut self, word: &'static str, claim: String) {
        self.answer = Some((word, claim));
    }

    /// The outcome as JSON.
    pub fn report(&mut self, outcome: &Outcome) -> json::Report {
        let module = self.setup.program.module();
        let name = self.setup.request.name();
        let report = json::report(&name, module, &mut self.sources, outcome);
        let suppressed = self.suppressed(outcome);
        let report = report.with_suppressions(&suppressed, self.suppressions.unused());
        match &self.setup.baseline {
            Some(baseline) => report.with_baseline(baseline),
            None => report,
        }
    }

    /// Shows the progress of the exploration.
    pub fn progress(&mut self, stats: &Stats, findings: usize, executed: &Recorder) {
        let module = self.setup.program.module();
        let lines = || coverage::summary(module, &executed.coverage(module)).lines;
        self.progress.update(stats, findings, lines);
    }

    /// Whether it needs all events of the exploration.
    pub fn wants_moments(&self) -> bool {
        self.tree.is_some() || self.steps.is_some()
    }

    /// Whether it needs every line that a path begins.
    pub fn wants_lines(&self) -> bool {
        self.steps.is_some()
    }

    /// Records an event in the execution tree, and shows it if it is a step.
    pub fn moment(&mut self, pool: &Pool, moment: &Moment) {
        if let Some((tree, _)) = &mut self.tree {
            tree.note(pool, moment);
        }
        let Some((steps, kept)) = &mut self.steps else {
            return;
        };
        if let Some(step) = steps.moment(pool, moment) {
            if self.setup.talks {
                self.progress.clear();
                print(&steps.text(&step));
            } else {
                kept.push(step);
            }
        }
    }

    /// The first failure to write to the folder, if there was one.
    ///
    /// # Errors
    /// That failure.
    pub fn written(&self) -> Result<(), UserError> {
        match &self.write_error {
            Some((path, error)) => Err(unwritable(path, error)),
            None => Ok(()),
        }
    }
}

/// Refuses several processes with options that need a single one.
fn needs_one_process(args: &CheckArgs) -> Result<(), UserError> {
    let limits = &args.limits;
    let wanted = [
        ("--profile", args.profile.is_some(), "costs are noted"),
        ("--tree", args.tree.is_some(), "the tree is drawn"),
        ("--steps", args.steps.is_some(), "steps are shown"),
        (
            "--solver-log",
            args.solver_log.is_some(),
            "queries are logged",
        ),
        (
            "--max-instructions",
            limits.max_instructions.is_some(),
            "work is counted",
        ),
        ("--max-depth", limits.max_depth.is_some(), "work is counted"),
        ("--max-forks", limits.max_forks.is_some(), "work is counted"),
    ];
    match wanted.iter().find(|(_, is_given, _)| *is_given) {
        Some((option, _, what)) if args.explore.asks_for_workers() => {
            let message = format!("{what} in one process; leave out `-j`");
            Err(UserError::new(*option, message))
        }
        _ => Ok(()),
    }
}

/// The value summaries that are explained.
fn summaries(args: &CheckArgs) -> impl Iterator<Item = &Wanted> {
    let explained = args.explain.iter();
    let explained = explained.filter(|it| it.what == Explain::Summaries);
    explained.map(|it| &it.summaries)
}

/// Refuses summaries of a variable that the program does not have.
fn knows_variables(args: &CheckArgs, module: &Module) -> Result<(), UserError> {
    let unknown = summaries(args).find(|it| !it.is_known(module));
    match unknown.and_then(|it| it.variable.as_ref()) {
        Some(name) => Err(UserError::new(
            "--explain summaries",
            format!("no variable of the program's functions is called `{name}`"),
        )),
        None => Ok(()),
    }
}

/// Refuses an explanation of techniques of which none is selected.
fn needs_technique(explain: Explain, options: &Options) -> Result<(), UserError> {
    let Some(name) = explain.to_possible_value() else {
        return Ok(());
    };
    let explained = |it: &&Technique| it.explains.contains(&name.get_name());
    let explained: Vec<&Technique> = TECHNIQUES.iter().filter(explained).collect();
    let selects = |it: &&&Technique| (it.is_in)(options.plan.single());
    let is_told = match options.plan.has_turns() {
        // Merge points are told of one exploration.
        true => !matches!(explain, Explain::Merge | Explain::Summaries),
        false => explained.is_empty() || explained.iter().any(|it| selects(&it)),
    };
    if is_told && (explain != Explain::Strategy || options.plan.has_turns()) {
        return Ok(());
    }
    let wanted: Vec<&str> = explained.iter().map(|it| it.option).collect();
    let message = match wanted.is_empty() {
        true => "techniques take no turns; see `--strategy auto`".to_string(),
        false => format!(
            "there is nothing to explain without `{}`",
            wanted.join("` or `")
        ),
    };
    let option = format!("--explain {}", name.get_name());
    Err(UserError::new(option, message))
}

/// A folder relative to the current directory, if it is below it.
fn below_here(folder: &Path) -> Option<String> {
    let here = std::env::current_dir().ok()?.canonicalize().ok()?;
    let folder = folder.canonicalize().ok()?;
    let below = folder.strip_prefix(here).ok()?;
    Some(below.to_string_lossy().into_owned())
}

/// Whether the user allows colours, see <https://no-color.org>.
fn may_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
