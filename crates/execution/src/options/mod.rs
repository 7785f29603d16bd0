//! The options and limits of an exploration.

mod indexing;
mod operator;
mod plan;

use crate::outcome::{Failure, Inputs};
pub use indexing::{IndexKind, Indexing, Library, Outside};
pub use operator::{Known, Operator, OptionParser, TextFunction, TextParameter};
pub use plan::{Explore, Guide, MergePolicy, Merging, Paths, Plan, Search, Single, ValueSummaries};
use sheaf_ir::FailureKind;
pub use sheaf_solver::Links;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

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
    /// What explores the program.
    pub plan: Plan,
    /// What is known of library functions.
    pub library: Library,
    /// Whether labels and clauses are reported at the end.
    pub tells_details: bool,
    /// Whether value summaries are noted at each merge, which takes time.
    pub tells_summaries: bool,
    /// The limits.
    pub budget: Budget,
    /// The bound of loops, if they have one: see [`sheaf_ir::bound_loops`].
    pub unroll: Option<u32>,
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
    /// What is indexed; without kinds, if nothing is.
    pub fn indexing(&self) -> Indexing {
        let indexing = self.plan.single().indexing.clone();
        indexing.unwrap_or_else(|| Indexing::of(self.library))
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
            plan: Plan::default(),
            library: Library::default(),
            tells_details: false,
            tells_summaries: false,
            budget: Budget::default(),
            tests_per_state: 1,
            failures: default_failures(),
            goal: None,
            navigates: false,
            unroll: None,
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
