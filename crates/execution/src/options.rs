//! The options and limits of an exploration.

use crate::index::{Operator, OptionParser, TextFunction};
use crate::outcome::{Failure, Inputs};
use sheaf_ir::FailureKind;
pub use sheaf_solver::Links;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How many techniques explore a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// The one that the other options select.
    Plain,
    /// That one first, then all techniques in turns, until one has explored everything. Where
    /// observers look at states or paths, of which there must be one set, or the work is limited
    /// otherwise than by time and memory, as `Plain`.
    Auto,
}

impl Strategy {
    /// All strategies by name.
    pub const ALL: &'static [(&'static str, Strategy)] =
        &[("auto", Strategy::Auto), ("plain", Strategy::Plain)];
}

/// The order in which the worklist executes states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Search {
    /// The newest.
    Dfs,
    /// The oldest.
    Bfs,
    /// A random one, with equal probability.
    Random,
    /// The leaf at the end of a random walk from the root of the execution tree.
    Tree,
    /// A program point, weighted by its distance to uncovered code, and a state there.
    Coverage,
    /// `Tree` and `Coverage`, alternating; in batches while nothing new is executed.
    Klee,
    /// The one with the fewest decisions since its path has taken an edge more often than others,
    /// and `Klee`, alternating.
    Hits,
}

impl Search {
    /// All searchers by name.
    pub const ALL: &'static [(&'static str, Search)] = &[
        ("dfs", Search::Dfs),
        ("bfs", Search::Bfs),
        ("random", Search::Random),
        ("tree", Search::Tree),
        ("coverage", Search::Coverage),
        ("klee", Search::Klee),
        ("hits", Search::Hits),
    ];
}

/// The explorer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Explore {
    /// A worklist of paths that fork; a searcher chooses the next one.
    Worklist,
    /// Value summaries: paths at one program point are one state, with guarded values (Sen et al.,
    /// MultiSE).
    Multise,
    /// Paths, ordered and pruned by clauses that were learned from other paths (do Val,
    /// Conflict-driven symbolic execution).
    Cdse,
}

impl Explore {
    /// All explorers by name.
    pub const ALL: &'static [(&'static str, Explore)] = &[
        ("worklist", Explore::Worklist),
        ("multise", Explore::Multise),
        ("cdse", Explore::Cdse),
    ];
}

/// Which path conflict-driven exploration executes after another one (do Val 2014, section 4.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Guide {
    /// The one that a model of the formula has, whatever was executed before.
    Never,
    /// The one that has most in common with the last one.
    Always,
    /// As [`Guide::Always`] if the last clause has at most so many percent of the branches of its
    /// path, else as [`Guide::Never`].
    Quality(u32),
}

impl Guide {
    /// Reads `never`, `always` or `quality:10`.
    ///
    /// # Errors
    /// When it is none of them.
    pub fn parse(text: &str) -> Result<Guide, String> {
        let percent = |text: &str| text.parse().ok().filter(|percent| *percent <= 100);
        match text {
            "never" => Ok(Guide::Never),
            "always" => Ok(Guide::Always),
            _ => text
                .strip_prefix("quality:")
                .and_then(percent)
                .map(Guide::Quality)
                .ok_or_else(|| "expected `never`, `always` or `quality:PERCENT`".to_string()),
        }
    }
}

/// When the worklist merges two states at the same program point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MergePolicy {
    /// Never.
    None,
    /// Wherever it is possible.
    Aggressive,
    /// If few later queries depend on the values that differ, estimated by a data-flow analysis.
    Lattice,
    /// If few later queries depend on the values that differ, estimated by unrolling each loop
    /// `kappa` times.
    Recursive,
    /// As `Recursive`, but the searcher chooses the next state, and only states that will soon
    /// reach another are preferred.
    Dynamic,
}

impl MergePolicy {
    /// All policies by name.
    pub const ALL: &'static [(&'static str, MergePolicy)] = &[
        ("none", MergePolicy::None),
        ("aggressive", MergePolicy::Aggressive),
        ("lattice", MergePolicy::Lattice),
        ("recursive", MergePolicy::Recursive),
        ("dynamic", MergePolicy::Dynamic),
    ];
}

/// Values that are indexed: see [`crate::index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IndexKind {
    /// `float`.
    Floats,
    /// `double`.
    Doubles,
    /// `long double`.
    LongDoubles,
    /// Null-terminated strings.
    Strings,
}

impl IndexKind {
    /// All kinds by name.
    pub const ALL: &'static [(&'static str, IndexKind)] = &[
        ("floats", IndexKind::Floats),
        ("doubles", IndexKind::Doubles),
        ("long-doubles", IndexKind::LongDoubles),
        ("strings", IndexKind::Strings),
    ];
}

/// What becomes of values outside of the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outside {
    /// They are treated as without an index.
    General,
    /// Their path ends, with the reason [`crate::ReasonKind::OutsideIndex`].
    Drop,
}

impl Outside {
    /// All by name.
    pub const ALL: &'static [(&'static str, Outside)] =
        &[("general", Outside::General), ("drop", Outside::Drop)];
}

/// What is indexed, and how.
#[derive(Clone, Debug)]
pub struct Indexing {
    /// The kinds of values.
    pub kinds: Vec<IndexKind>,
    /// What becomes of other values.
    pub outside: Outside,
    /// Numbers to start with, besides those of the program.
    pub seeds: Vec<f64>,
    /// Strings to start with, besides those of the program.
    pub texts: Vec<String>,
    /// Rounds of growth.
    pub rounds: u32,
    /// Maximum number of members.
    pub size: usize,
    /// What is known of library functions on numbers.
    pub operators: &'static [Operator],
    /// What is known of library functions on strings.
    pub text_functions: &'static [TextFunction],
    /// What is known of library functions that find options.
    pub option_parsers: &'static [OptionParser],
}

impl Default for Indexing {
    fn default() -> Self {
        Indexing {
            kinds: Vec::new(),
            outside: Outside::General,
            seeds: Vec::new(),
            texts: Vec::new(),
            rounds: 3,
            size: 256,
            operators: &[],
            text_functions: &[],
            option_parsers: &[],
        }
    }
}

/// How states merge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Merging {
    /// The policy.
    pub policy: MergePolicy,
    /// Estimated number of later queries about values that differ, up to which two states merge.
    pub limit_cost: u32,
    /// Iterations of each loop that the estimate counts.
    pub kappa: u32,
    /// Maximum number of members of a value summary; larger ones become if-then-else terms if they
    /// are scalars.
    pub summary_size: usize,
    /// Work that value summaries may take before it is estimated what plain exploration would take,
    /// in steps of about 100 ns. With 0 plain exploration begins after one estimate, for tests;
    /// with `None` never.
    pub summary_trial: Option<u64>,
}

impl Default for Merging {
    fn default() -> Self {
        Merging {
            policy: MergePolicy::None,
            limit_cost: 2,
            kappa: 10,
            summary_size: 1024,
            summary_trial: Some(1 << 19),
        }
    }
}

/// Limits. Reaching one always gives a reason: those of time, memory and instructions end the
/// exploration, those of depth and forks leave out what lies beyond them.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Wall-clock time of the whole exploration.
    pub time: Duration,
    /// The start of that time, if it is before the exploration: loading a program counts, too.
    pub since: Option<Instant>,
    /// Resident memory of the process, in bytes.
    pub memory_bytes: u64,
    /// Total number of IR instructions.
    pub instructions: Option<u64>,
    /// Decisions on one path.
    pub depth: Option<u64>,
    /// Total number of forks. Beyond, each path continues with one alternative, and the others are
    /// set aside.
    pub forks: Option<u64>,
    /// Total number of failures.
    pub failures: Option<u64>,
    /// Maximum number of frames on the stack; more is a `stack-overflow`.
    pub stack_frames: usize,
    /// Maximum number of values that are tried for a symbolic value that must be concrete.
    pub concretizations: u32,
    /// Time limit of one solver query.
    pub solver_time: Duration,
    /// Halve the time limit of queries at a program point with each one that had no answer there.
    /// Then a point where the solver is lost, such as a table that a hash of the input indexes,
    /// does not take the time of the others. For test suites, which need no proof.
    pub impatient: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            time: Duration::from_secs(60),
            since: None,
            memory_bytes: 4 << 30,
            instructions: None,
            depth: None,
            forks: None,
            failures: None,
            stack_frames: 10_000,
            concretizations: 64,
            solver_time: Duration::from_secs(10),
            impatient: false,
        }
    }
}

/// Which heap memory is a leak when the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeakRule {
    /// Memory that is not reachable from a global.
    Lost,
    /// Memory that is reachable neither from a global nor from a local of an active call. If the
    /// program ends within calls, the locals are not known exactly: then memory that is not
    /// reachable from a global is a reason.
    Untracked,
    /// All memory that was not freed.
    Unfreed,
}

impl Budget {
    /// The deadline if the time starts now, or at `since`; `None` if there is none.
    pub fn end(&self, now: Instant) -> Option<Instant> {
        self.since.unwrap_or(now).checked_add(self.time)
    }
}

/// Known inputs, near which an exploration begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seed {
    /// All inputs that a run reads, in order.
    pub inputs: Inputs,
    /// The failure of the run, if it fails.
    pub failure: Option<Failure>,
    /// The number of instructions that it executes.
    pub instructions: u64,
}

/// The options of an exploration.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many techniques explore the program.
    pub strategy: Strategy,
    /// The work of plain exploration before [`Strategy::Auto`] gives turns to others, in steps of
    /// about 100 ns.
    pub plain_alone: u64,
    /// The explorer.
    pub explore: Explore,
    /// The searcher.
    pub search: Search,
    /// How states merge.
    pub merging: Merging,
    /// Whether states that a label shows to be harmless are dropped.
    pub subsume: bool,
    /// Whether loop iterations with known effects are skipped.
    pub summarize_loops: bool,
    /// Which values are indexed.
    pub indexing: Indexing,
    /// Which path conflict-driven exploration executes next.
    pub guide: Guide,
    /// Number of instructions that are executed without learning before conflict-driven exploration
    /// starts; 0 is none.
    pub plain_first: u64,
    /// Whether labels and clauses are reported at the end.
    pub tell_labels: bool,
    /// The limits.
    pub budget: Budget,
    /// Number of test cases of a finished merged state, each of another path.
    pub tests_per_state: u32,
    /// The kinds of failure that count, see [`default_failures`].
    pub failures: Vec<FailureKind>,
    /// The only kind of failure to search for. A path that fails in another way ends there, and is
    /// neither a finding nor left out.
    pub goal: Option<FailureKind>,
    /// Whether to look at chains first: see [`crate::chains`]. Only with a goal.
    pub navigates: bool,
    /// The rule for leaks, if leaks count.
    pub leaks: LeakRule,
    /// Whether a path that certainly never ends counts as explored, if `hang` does not count:
    /// nothing else can happen on it. Otherwise it is a reason.
    pub endless_is_explored: bool,
    /// Whether all code is to be executed that can be, also where nothing can fail.
    pub all_code: bool,
    /// Whether every heap allocation may also return null.
    pub malloc_may_fail: bool,
    /// Whether uninitialized locals and heap memory are inputs. Then `uninitialized` must not be
    /// among the kinds that count.
    pub uninitialized_inputs: bool,
    /// Whether a program runs for its own sake, without inputs that stand for its surroundings:
    /// where its language says so, chance is a generator, and a full stack an exception.
    pub standalone: bool,
    /// Whether a run prints what the program cannot observe: its output is wanted.
    pub prints: bool,
    /// Whether concrete instructions take the fast path. It does what the slow one does.
    pub fast: bool,
    /// Whether a program on which no path reaches an end is safe.
    pub allow_vacuous: bool,
    /// Seed of all random choices.
    pub seed: u64,
    /// Inputs near which plain exploration begins. Their failures are reported first, whatever the
    /// explorer.
    pub seeds: Arc<[Seed]>,
    /// File for each query that reaches a solver.
    pub solver_log: Option<PathBuf>,
    /// Whether each answer of the solver is checked by another solver.
    pub validate_solver: bool,
    /// Whether a second check shows that no failure is reachable from the states that labels drop.
    pub validate: bool,
    /// Whether every state is checked before each of its steps, see `explore/driver/invariants.rs`.
    pub check_invariants: bool,
    /// The links of the solver chain to use, for measuring.
    pub solver_links: Links,
    /// Whether to measure the time of each link.
    pub time_solver_links: bool,
    /// Number of waiting states that are kept whole before others are packed, if states do not
    /// merge. A lower number takes less memory, a higher one less time.
    pub whole_states: usize,
    /// The number of processes that explore together, if it takes longer than `workers_after`: see
    /// `explore/workers`. With more than one, no other thread of the process may hold a lock when
    /// the exploration forks.
    pub workers: usize,
    /// Whether costs are noted by line; the exploration takes longer. Workers note none.
    pub profile: bool,
    /// How long one process explores alone.
    pub workers_after: Duration,
    /// The work after which unfinished paths are completed concretely, in steps of about 100 ns:
    /// see `explore/driver/completions.rs`.
    pub completions_after: u64,
    /// Time between two checkpoints in a journal, at least: see `explore/journal`.
    pub checkpoints_after: Duration,
    /// Whether the inputs of findings are made smaller: see `concrete/minimize.rs`.
    pub minimize: bool,
    /// Set from outside to end the exploration early.
    pub interrupt: Arc<AtomicBool>,
    /// Whether the process ends soon after the exploration: then memory is not freed piece by
    /// piece.
    pub ends_process: bool,
}

impl Options {
    /// Whether states are executed one by one, in the default order.
    pub fn is_plain(&self) -> bool {
        !self.has_technique() && self.search == Options::default().search
    }

    /// Whether a technique is selected: states are not just executed one by one.
    pub fn has_technique(&self) -> bool {
        self.explore != Explore::Worklist
            || self.merging.policy != MergePolicy::None
            || self.subsume
            || self.summarize_loops
            || !self.indexing.kinds.is_empty()
    }
}

impl Budget {
    /// Whether the work is limited otherwise than by time and memory.
    pub fn limits_work(&self) -> bool {
        let limits = [self.instructions, self.forks, self.depth];
        limits.iter().any(Option::is_some)
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            strategy: Strategy::Plain,
            plain_alone: 1 << 19,
            explore: Explore::Worklist,
            search: Search::Klee,
            merging: Merging::default(),
            subsume: false,
            summarize_loops: false,
            indexing: Indexing::default(),
            guide: Guide::Always,
            plain_first: 1 << 16,
            tell_labels: false,
            budget: Budget::default(),
            tests_per_state: 1,
            failures: default_failures(),
            goal: None,
            navigates: false,
            leaks: LeakRule::Lost,
            endless_is_explored: false,
            all_code: false,
            malloc_may_fail: false,
            uninitialized_inputs: false,
            standalone: false,
            prints: false,
            fast: true,
            allow_vacuous: false,
            seed: 0,
            seeds: Arc::default(),
            solver_log: None,
            validate_solver: false,
            minimize: false,
            validate: false,
            check_invariants: false,
            solver_links: Links::ALL,
            time_solver_links: false,
            whole_states: 1 << 10,
            workers: 1,
            profile: false,
            workers_after: Duration::from_millis(150),
            completions_after: 1 << 19,
            checkpoints_after: Duration::from_millis(200),
            interrupt: Arc::default(),
            ends_process: false,
        }
    }
}

/// All kinds except those that correct programs have on purpose.
pub fn default_failures() -> Vec<FailureKind> {
    FailureKind::ALL
        .iter()
        .copied()
        .filter(|kind| !kind.is_optional())
        .collect()
}
