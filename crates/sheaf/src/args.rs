//! The options, each once, with its default.

mod doctor;
pub mod environment;
mod explain;
mod explore;
mod flags;
mod report;
mod resume;
mod sections;
pub mod shapes;
mod show;
mod task;
mod values;
mod watch;

pub use doctor::DoctorArgs;
pub use explain::{Explain, Explained, ExplainedParser};
pub use explore::ExploreArgs;
pub use flags::{CompilerFlags, spelled_out};
pub use report::ReportArgs;
pub use resume::ResumeArgs;
pub use sections::{NOTE, command, rank};
pub use show::{CostArgs, EstimateName, ShowArgs, ViewArgs};
pub use task::{Because, ConcludeArgs, TaskArgs};
pub use watch::CheckCommand;

use crate::property::Specification;
use crate::reach::Target;
use crate::units;
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use sheaf_engine::options::Links;
use sheaf_ir::{FailureKind, Goal, Place};
use sheaf_llvm::{Elements, Pointers};
use sheaf_report::case::Settings;
use std::path::PathBuf;
use std::time::Duration;

const EXIT_STATUSES: &str = "\
Exit status:
  0  safe, or done
  1  a failure was found
  2  wrong usage or bad input
  3  incomplete: nothing found, and not everything explored
  4  an error of Sheaf's own";

const REACH_STATUSES: &str = "\
Exit status:
  0  reached
  1  unreachable: no input leads there
  2  wrong usage or bad input
  3  unknown: not reached, and not everything explored
  4  an error of Sheaf's own";

const DOCTOR_STATUSES: &str = "\
Exit status:
  0  `sheaf check` of C has all that it needs
  1  something that it needs is missing
  2  wrong usage
  4  an error of Sheaf's own";

/// Finds inputs that make a program fail, or proves that there are none.
#[derive(Parser, Debug)]
#[command(name = "sheaf", version, after_help = EXIT_STATUSES, max_term_width = 110)]
#[command(arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Find failures, or prove that there are none
    #[command(after_help = EXIT_STATUSES)]
    Check(CheckCommand),
    /// Go on with a `check --out DIR` that was killed, interrupted, or reached a limit
    #[command(after_help = EXIT_STATUSES)]
    Resume(ResumeArgs),
    /// Write a small test suite and report its coverage
    #[command(after_help = EXIT_STATUSES)]
    Test(CheckArgs),
    /// Copy the smallest part of a corpus that covers as much as all of it
    #[command(after_help = EXIT_STATUSES)]
    Merge(MergeArgs),
    /// Write a page about the last run of an output folder, for browsers
    Report(ReportArgs),
    /// Find an input that leads to a line, a function or a kind of failure, or prove that there is
    /// none
    #[command(after_help = REACH_STATUSES)]
    Reach(ReachArgs),
    /// Run test cases again, concretely
    #[command(after_help = EXIT_STATUSES)]
    Replay(ReplayArgs),
    /// Execute a program concretely
    Run(RunArgs),
    /// Print Sheaf's view of a program, or draw an execution tree that `check --tree` wrote
    Show(ShowArgs),
    /// Write random microc programs
    Generate(GenerateArgs),
    /// Compile like clang, for existing builds: the output runs natively and can be checked
    #[command(disable_help_flag = true, disable_version_flag = true)]
    Cc(CcArgs),
    /// Say which programs that Sheaf starts are there, and how to install those that are missing
    #[command(after_help = DOCTOR_STATUSES)]
    Doctor(DoctorArgs),
    /// Explore a part of a program, for programs that distribute the work, such as `sheaf-ray`
    Task(TaskArgs),
    /// Conclude an exploration from the answers of all its tasks
    #[command(after_help = EXIT_STATUSES)]
    Conclude(ConcludeArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Print a manual page
    Man(ManArgs),
}

/// The program and where it starts.
#[derive(Args, Clone, Debug)]
pub struct ProgramArgs {
    /// C (.c), LLVM bitcode (.bc, .ll), JavaScript (.js, .mjs, .cjs), microc (.uc) or Sheaf's
    /// textual representation (.ir); C and bitcode files are linked
    #[arg(required_unless_present = "build", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Compile the C files, or all if none is given, with the commands of this compilation database
    #[arg(long, value_name = "compile_commands.json")]
    pub build: Option<PathBuf>,
    /// Start at this function, with its parameters as inputs; `FILE:NAME` if there are several
    /// [default: main]
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub entry: Option<String>,
    /// The types of the parameters of a JavaScript entry: `string`, `string:12` (its maximum
    /// length), `integer`, `number`, `boolean`, `value` (any primitive value), `undefined`, `null`,
    /// or several with `|` between them [default: those of its JSDoc comment]
    #[arg(long, value_name = "TYPE,...", requires = "entry")]
    pub types: Option<String>,
    /// The maximum length of string inputs of JavaScript that name none, in 16-bit units
    #[arg(long, value_name = "UNITS", default_value_t = sheaf_js::STRING_SIZE, value_parser = clap::value_parser!(u32).range(0..=4096))]
    pub string_size: u32,
    /// A pointer parameter of the entry points to an array of 1 to N numbers; `=N` is exactly N
    #[arg(long, value_name = "N", default_value_t = Pointers::default().elements, value_parser = units::elements)]
    pub pointer_elements: Elements,
    /// Maximum number of pointers from a parameter of the entry to an object
    #[arg(long, value_name = "N", default_value_t = Pointers::default().depth, value_parser = clap::value_parser!(u32).range(0..=8))]
    pub pointer_depth: u32,
    /// The maximum size of the data of `LLVMFuzzerTestOneInput`, at which a program without `main`
    /// starts, of the file `@@`, and of standard input where macros of AFL++ are used [default: 8;
    /// `check` goes on with more data for the first while there is time]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1 << 20))]
    pub size: Option<u64>,
    /// Restrictions of these pointers.
    #[command(flatten)]
    pub shapes: shapes::ShapeArgs,
    /// What the program sees of a system.
    #[command(flatten)]
    pub environment: environment::EnvironmentArgs,
    /// How C is compiled.
    #[command(flatten)]
    pub flags: CompilerFlags,
}

/// What counts as a failure.
#[derive(Args, Clone, Default, Debug)]
pub struct FailureArgs {
    /// Count this kind as a failure; all count by default but `leak`, `hang`,
    /// `shift-overflow`, `alignment`, `unsigned-overflow`, `implicit-conversion`,
    /// `undefined-property` and `nan`
    #[arg(long, value_name = "KIND", value_parser = kinds(), value_delimiter = ',')]
    pub enable: Vec<String>,
    /// Do not count this kind as a failure
    #[arg(long, value_name = "KIND", value_parser = kinds(), value_delimiter = ',', hide_possible_values = true)]
    pub disable: Vec<String>,
    /// Check a property of SV-COMP or Test-Comp, such as `unreach-call`, by its name or its `.prp`
    /// file
    #[arg(long, value_name = "PROPERTY", value_parser = Specification::parse)]
    pub property: Option<Specification>,
    /// Reaching this label, such as `ERROR`, is an `unreachable-call`; several with commas
    #[arg(long, value_name = "NAME")]
    pub target_label: Option<String>,
    /// The target of `sheaf reach`.
    #[arg(skip)]
    pub goal: Option<Goal>,
    /// What uninitialized locals and heap memory are
    #[arg(long, value_name = "WHAT", value_enum)]
    pub uninitialized_as: Option<UninitializedAs>,
    /// Let each allocation also fail and return null
    #[arg(long)]
    pub malloc_may_fail: bool,
}

/// The meaning of uninitialized memory.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum UninitializedAs {
    /// A failure if a branch, an address or an output depends on it
    Failure,
    /// Its content may be anything
    Input,
}

/// The maximum number of steps that are printed, unless one is named.
const STEPS: &str = "1000";

/// `sheaf check` and `sheaf test`.
#[derive(Args, Clone, Debug)]
pub struct CheckArgs {
    /// What is checked or run.
    #[command(flatten)]
    pub program: ProgramArgs,
    /// What counts.
    #[command(flatten)]
    pub failures: FailureArgs,
    /// Count a program as safe if no path reaches an end, because assumptions exclude all
    #[arg(long)]
    pub allow_vacuous: bool,
    /// Write failures as test cases, the outcome and coverage to a new folder below DIR [default:
    /// none; for `test`, sheaf-out]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Also write a test case for each completed path (`check` with `--out`)
    #[arg(long, requires = "out")]
    pub keep_paths: bool,
    /// Write the findings as SARIF 2.1.0 to FILE
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write a witness of SV-COMP (format 2.0) to FILE; with --property
    #[arg(long, value_name = "FILE", requires = "property")]
    pub witness: Option<PathBuf>,
    /// Write a proof of `safe` to DIR, which `sheaf-check-proof` checks
    #[arg(long, value_name = "DIR")]
    pub certificate: Option<PathBuf>,
    /// Write the execution tree to FILE, as JSON; `sheaf show FILE` draws it
    #[arg(long, value_name = "FILE")]
    pub tree: Option<PathBuf>,
    /// Write a page about the run to FILE, as one HTML file for browsers
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Failures that FILE has, SARIF or JSON of an earlier run, do not count for the exit status
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Failures that a rule of FILE is about do not count for the exit status; a rule is a line
    /// KIND [FILE-PATTERN [FUNCTION-PATTERN]]
    #[arg(long, value_name = "FILE")]
    pub suppressions: Option<PathBuf>,
    /// Report failures with the inputs with which they were found, not with smaller ones (`test`
    /// never looks for those)
    #[arg(long)]
    pub no_minimize: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
    /// Write what lines cost to FILE, for callgrind_annotate and KCachegrind, and print those that
    /// take longest; explores with one process, and more slowly
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    /// Also print warnings of compilers
    #[arg(long, short, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Print the verdict only
    #[arg(long)]
    pub quiet: bool,
    /// Print details of the exploration at its end
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = ExplainedParser,
        value_delimiter = ',',
        conflicts_with = "quiet"
    )]
    pub explain: Vec<Explained>,
    /// Write the rows of the tables of `--index` to FILE, as CSV
    #[arg(long, value_name = "FILE", requires = "index")]
    pub index_rows: Option<PathBuf>,
    /// Print each step of the exploration: at each line of the program's own functions the state,
    /// its variables and its condition, and where it forks; at most N lines [default: 1000]. By
    /// default, paths are explored one by one, depth first
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = STEPS, conflicts_with = "quiet")]
    pub steps: Option<u64>,
    /// Write each query that reaches a solver to FILE, as SMT-LIB
    #[arg(long, value_name = "FILE")]
    pub solver_log: Option<PathBuf>,
    /// Check each answer of the solver with another solver; slow
    #[arg(long)]
    pub validate_solver: bool,
    /// Check with another solver and by concrete runs that no failure is reachable from the states
    /// that `--subsume` and `--explore cdse` drop, and execute paths that would refute learned
    /// clauses; slow
    #[arg(long)]
    pub validate: bool,
    /// Links of the solver chain to use, for measuring: `all`, `-propagate,-sums`
    #[arg(
        long,
        value_name = "LIST",
        default_value_t = Links::ALL,
        hide = true,
        allow_hyphen_values = true
    )]
    pub solver_links: Links,
    /// Number of waiting states that are kept whole before others are packed, for measuring and
    /// tests
    #[arg(long, value_name = "N", default_value_t = 1 << 10, hide = true)]
    pub whole_states: usize,
    /// Execute everything without the fast path, for tests
    #[arg(long, hide = true)]
    pub slow: bool,
    /// How to explore.
    #[command(flatten)]
    pub explore: ExploreArgs,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
}

impl CheckArgs {
    /// Whether `--explain` asks for this.
    pub fn explains(&self, what: Explain) -> bool {
        self.explain.iter().any(|it| it.what == what)
    }
}

/// `sheaf reach`.
#[derive(Args, Clone, Debug)]
pub struct ReachArgs {
    /// What to reach: FILE:LINE, the name of a function, label:NAME in C, or any failure of a kind,
    /// such as `any-assertion`
    #[arg(long, value_name = "TARGET")]
    pub target: Target,
    /// What must have been reached before: FILE:LINE, or the name of a function
    #[arg(long, value_name = "PLACE")]
    pub from: Option<Place>,
    /// No turns of loop navigation, which looks for a proof and a plan by counting iterations
    #[arg(long)]
    pub no_chains: bool,
    /// How to search for it.
    #[command(flatten)]
    pub check: CheckArgs,
}

/// Limits of an exploration.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Total time: `500ms`, `60s`, `5m`, `1h`
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::duration)]
    pub time: Duration,
    /// Memory of the process: `512MiB`, `4GiB`
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = units::bytes)]
    pub memory: u64,
    /// Time limit of one solver query
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration)]
    pub solver_time: Duration,
    /// Stop after this number of failures [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub stop_after: Option<u64>,
    /// Total number of instructions [default: no limit]
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// Number of decisions on one path [default: no limit]
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u64>,
    /// Total number of forks [default: no limit]
    #[arg(long, value_name = "N")]
    pub max_forks: Option<u64>,
}

/// `sheaf replay`.
#[derive(Args, Clone, Debug)]
pub struct ReplayArgs {
    /// Test cases, as `sheaf check --out` (.json) or KLEE (.ktest) writes them; or violation
    /// witnesses of SV-COMP (.yml), with --program
    #[arg(required = true, value_name = "CASE")]
    pub cases: Vec<PathBuf>,
    /// Run this program instead of the one that the case names; may be given several times
    #[arg(long, value_name = "FILE")]
    pub program: Vec<PathBuf>,
    /// Start at this function [default: as the case says]
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub entry: Option<String>,
    /// As for `check`, if the case does not record it: `.ktest` does not
    #[arg(long, value_name = "N", value_parser = units::elements)]
    pub pointer_elements: Option<Elements>,
    /// Likewise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=8))]
    pub pointer_depth: Option<u32>,
    /// Likewise.
    #[command(flatten)]
    pub shapes: shapes::ShapeArgs,
    /// What counts.
    #[command(flatten)]
    pub failures: FailureArgs,
    /// Print what the program prints
    #[arg(long)]
    pub output: bool,
    /// Print all that is known of a failure: calls, access, inputs, and all decisions
    #[arg(long, conflicts_with = "native")]
    pub explain: bool,
    /// Compile the program (C) with sanitizers, or start node (JavaScript), and run it natively
    #[arg(long)]
    pub native: bool,
    /// Time limit of one native run: `500ms`, `60s`
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration)]
    pub time: Duration,
    /// How C is compiled [default: as the case says].
    #[command(flatten)]
    pub flags: CompilerFlags,
}

/// `sheaf merge`.
#[derive(Args, Clone, Debug)]
pub struct MergeArgs {
    /// What is checked or run.
    #[command(flatten)]
    pub program: ProgramArgs,
    /// What counts.
    #[command(flatten)]
    pub failures: FailureArgs,
    /// The files, or folders of them: bytes as of a fuzzer, test cases of Sheaf's, or `.ktest`; may
    /// be given several times
    #[arg(long, value_name = "PATH", required = true)]
    pub seed_input: Vec<PathBuf>,
    /// The folder to copy files to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Time limit of all runs together
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::duration)]
    pub time: std::time::Duration,
}

/// `sheaf run`.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    /// What is checked or run.
    #[command(flatten)]
    pub program: ProgramArgs,
    /// What counts.
    #[command(flatten)]
    pub failures: FailureArgs,
    /// The inputs in order: numbers, or strings for arrays of bytes
    #[arg(
        long,
        value_name = "VALUES",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "input_file"
    )]
    pub input: Option<Vec<String>>,
    /// Read the inputs from a file, one per line [default: standard input, if the program reads
    /// any]
    #[arg(long, value_name = "FILE")]
    pub input_file: Option<PathBuf>,
    /// Print each line of the program's own functions that the run begins, with its variables; at
    /// most N [default: 1000]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = STEPS)]
    pub steps: Option<u64>,
    /// Print the steps, the output and the end as one JSON object
    #[arg(long, requires = "steps")]
    pub json: bool,
    /// Print how long the run took, to standard error
    #[arg(long)]
    pub time: bool,
    /// Print the numbers that a microc program outputs as characters
    #[arg(long)]
    pub ascii: bool,
}

/// `sheaf generate`.
#[derive(Args, Clone, Debug)]
pub struct GenerateArgs {
    /// Probability that a statement that may be a block is a counting loop
    #[arg(long, value_name = "P", default_value_t = 0.15)]
    pub for_loop_probability: f64,
    /// Probability that it is a loop with a random condition
    #[arg(long, value_name = "P", default_value_t = 0.1)]
    pub while_loop_probability: f64,
    /// Maximum nesting of blocks
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub max_depth: u32,
    /// Maximum number of statements of the body
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub max_top_statements: u32,
    /// Maximum number of statements of a nested block
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub max_block_statements: u32,
    /// Insert a statement that fails whenever it is reached
    #[arg(long)]
    pub error_guaranteed: bool,
    /// Whether there are divisions
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    pub divisions: bool,
    /// Seed; the same seed and parameters give the same program
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Write the eighteen sets of fifty programs below DIR instead of one program to standard
    /// output
    #[arg(long, value_name = "DIR")]
    pub sets: Option<PathBuf>,
}

/// `sheaf cc`.
#[derive(Args, Clone, Debug)]
pub struct CcArgs {
    /// Arguments of clang
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGUMENT"
    )]
    pub words: Vec<std::ffi::OsString>,
}

/// `sheaf completions`.
#[derive(Args, Clone, Debug)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `sheaf man`.
#[derive(Args, Clone, Debug)]
pub struct ManArgs {
    /// The command [default: all of them]
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
    /// Write the pages of all commands into DIR instead
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out: Option<PathBuf>,
    /// Print the options of all commands, the techniques and the kinds of failures as Markdown
    #[arg(long, conflicts_with_all = ["command", "out"])]
    pub markdown: bool,
}

/// Forms of output.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Format {
    /// For humans
    Text,
    /// For programs
    Json,
    /// For Graphviz
    Dot,
}

fn kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(FailureKind::ALL.iter().map(|kind| kind.name()))
}

impl CheckArgs {
    /// Whether all that is known is written to a folder or a page, whatever is to be explained.
    pub fn keeps_all(&self) -> bool {
        self.out.is_some() || self.report.is_some()
    }
}

impl FailureArgs {
    /// The label that must not be reached.
    pub fn label(&self) -> Option<&str> {
        let of_property = self.property.as_ref().and_then(|it| it.label.as_deref());
        self.target_label.as_deref().or(of_property)
    }

    /// The same, with the recorded settings of a test case as defaults.
    ///
    /// # Errors
    /// When the case names an unknown property; the message is one line.
    pub fn or_recorded(&self, settings: &Settings) -> Result<FailureArgs, String> {
        let mut args = self.clone();
        if let Some(property) = &settings.property {
            args.property.get_or_insert(Specification::parse(property)?);
        }
        args.target_label = args.target_label.or(settings.target_label.clone());
        if let Some(target) = &settings.target {
            args.goal.get_or_insert(target.parse()?);
        }
        Ok(args)
    }

    /// Applies `--enable` and `--disable` to the kinds that count by default.
    pub fn apply(&self, counted: &[FailureKind]) -> Vec<FailureKind> {
        let named =
            |names: &[String], kind: FailureKind| names.iter().any(|name| name == kind.name());
        let counts = |kind: &FailureKind| {
            (counted.contains(kind) || named(&self.enable, *kind)) && !named(&self.disable, *kind)
        };
        FailureKind::ALL.iter().copied().filter(counts).collect()
    }
}

/// Parses a group of options alone.
///
/// # Errors
/// When the words are malformed; the message is one line.
fn from_words<T: Args>(words: &[String]) -> Result<T, String> {
    let command = T::augment_args(clap::Command::new("sheaf").no_binary_name(true));
    let matches = command.try_get_matches_from(words);
    matches
        .and_then(|matches| T::from_arg_matches(&matches))
        .map_err(|error| crate::usage_line(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_table_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn kinds_are_enabled_and_disabled() {
        let cli = Cli::parse_from([
            "sheaf",
            "check",
            "--enable",
            "leak",
            "--disable",
            "shift,abort",
            "a.c",
            "--",
            "-DN=1",
        ]);
        let Command::Check(args) = cli.command else {
            panic!("{cli:?}")
        };
        let args = args.check;
        let kinds = args
            .failures
            .apply(&[FailureKind::Abort, FailureKind::Assertion]);
        assert_eq!(kinds, [FailureKind::Assertion, FailureKind::Leak]);
        assert_eq!(args.program.flags.0, ["-DN=1"]);
        assert_eq!(args.limits.time, Duration::from_secs(60));
    }

    #[test]
    fn wrong_usage_is_refused() {
        for line in [
            "sheaf check",
            "sheaf check a.c --time 0",
            "sheaf check a.c --search best",
            "sheaf check a.c --explain merge --quiet",
            "sheaf show a.c --ir --depth 2",
            "sheaf check a.c --enable bug",
            "sheaf show a.c --ir --cfg",
            "sheaf show a.c --ir --kappa 2",
            "sheaf show a.c --query-costs --kappa 0",
            "sheaf run a.c --input 1 --input-file f",
            "sheaf walk",
        ] {
            assert!(Cli::try_parse_from(line.split(' ')).is_err(), "{line}");
        }
    }
}
