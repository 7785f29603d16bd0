//! What an exploration may do and how far it may go.

use sheaf_ir::FailureKind;
pub use sheaf_solver::Links;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Which state the worklist goes on with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Search {
    /// The newest.
    Dfs,
    /// The oldest.
    Bfs,
    /// Any, with equal probability.
    Random,
    /// The leaf that a random walk from the root of the execution tree ends in.
    Tree,
    /// A place, weighted by its closeness to code not yet covered, and any state there.
    Coverage,
    /// `Tree` and `Coverage` in turn.
    Klee,
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
    ];
}

/// Who owns the states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Explore {
    /// A worklist of paths, which fork, and which a searcher picks from.
    Worklist,
    /// Value summaries: paths that stand at one place are one state, whose values are guarded (Sen
    /// et al., MultiSE).
    Multise,
    /// Paths, in the order and as far as clauses that were learned from other paths allow (do Val,
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

/// When the worklist makes one state of two that stand at the same place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MergePolicy {
    /// Never.
    None,
    /// Wherever it is possible.
    Aggressive,
    /// Where the query count of the values that differ is small, estimated by a data-flow analysis.
    Lattice,
    /// Where the query count of the values that differ is small, estimated by unrolling each loop
    /// `kappa` times.
    Recursive,
    /// As `Recursive`, but the searcher decides which state goes on, and only states that will soon
    /// meet another are preferred.
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

/// How states merge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Merging {
    /// When.
    pub policy: MergePolicy,
    /// Estimated number of later queries about values that differ, up to which two states merge.
    pub limit_cost: u32,
    /// Iterations of each loop that the estimate counts.
    pub kappa: u32,
    /// Members of a value summary; beyond, scalars become one if-then-else term.
    pub summary_size: usize,
}

impl Default for Merging {
    fn default() -> Self {
        Merging {
            policy: MergePolicy::None,
            limit_cost: 2,
            kappa: 10,
            summary_size: 1024,
        }
    }
}

/// Limits. Reaching one gives a reason, never silence: those of time, memory and instructions end
/// the exploration, those of depth and forks leave out what lies beyond them.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Wall-clock time of the whole exploration.
    pub time: Duration,
    /// When that time began, if it is not when the exploration does: loading a program counts, too.
    pub since: Option<Instant>,
    /// Resident memory of the process, in bytes.
    pub memory_bytes: u64,
    /// IR instructions in all.
    pub instructions: Option<u64>,
    /// Decisions on one path.
    pub depth: Option<u64>,
    /// Forks in all. Beyond, each path goes on in one way, and the others are set aside.
    pub forks: Option<u64>,
    /// Failures in all.
    pub failures: Option<u64>,
    /// Calls on one stack; more is a `stack-overflow`.
    pub stack_frames: usize,
    /// Values that a symbolic value which must be concrete is tried with.
    pub concretizations: u32,
    /// Time of one solver query.
    pub solver_time: Duration,
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
        }
    }
}

/// What memory on the heap is a leak when the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeakRule {
    /// What no global leads to.
    Lost,
    /// What neither a global leads to nor a local of a call that is under way. Which locals there
    /// are is not known exactly where the program ends within calls of its own: then what no global
    /// leads to is a reason.
    Untracked,
    /// Whatever was not freed.
    Unfreed,
}

impl Budget {
    /// When the time runs out that began now, or before; `None` if it never does.
    pub fn end(&self, now: Instant) -> Option<Instant> {
        self.since.unwrap_or(now).checked_add(self.time)
    }
}

/// How to explore.
#[derive(Clone, Debug)]
pub struct Options {
    /// The explorer.
    pub explore: Explore,
    /// The searcher.
    pub search: Search,
    /// How states merge.
    pub merging: Merging,
    /// Whether states that a label shows to be harmless are dropped.
    pub subsume: bool,
    /// Whether rounds of loops are skipped of which it is known what they leave.
    pub summarize_loops: bool,
    /// Whether the labels are told at the end.
    pub tell_labels: bool,
    /// The limits.
    pub budget: Budget,
    /// Test cases of a state that ends and stands for several paths, each of another path.
    pub tests_per_state: u32,
    /// The kinds of failure that count, see [`default_failures`].
    pub failures: Vec<FailureKind>,
    /// The only kind of failure that is looked for. A path that fails in another way ends there,
    /// and is neither a finding nor left out.
    pub goal: Option<FailureKind>,
    /// What counts as a leak, if leaks count.
    pub leaks: LeakRule,
    /// Whether a path that certainly never ends has been explored, where `hang` does not
    /// count: nothing else can happen on it. Otherwise it is a reason.
    pub endless_is_explored: bool,
    /// Whether every allocation on the heap may also give null.
    pub malloc_may_fail: bool,
    /// Whether locals and heap memory that were never written are inputs. Then `uninitialized` must
    /// not be among the kinds that count.
    pub uninitialized_inputs: bool,
    /// Whether a program of which no path reaches an end is safe.
    pub allow_vacuous: bool,
    /// Seed of all random choices.
    pub seed: u64,
    /// Where to write each query that reaches a solver.
    pub solver_log: Option<PathBuf>,
    /// Whether each answer of the solver is checked by another one.
    pub validate_solver: bool,
    /// Whether every state is checked before each of its steps: see `explore/driver/invariants.rs`.
    pub check_invariants: bool,
    /// The links of the solver chain that are in use, for measuring.
    pub solver_links: Links,
    /// Whether to measure the time of each of these links.
    pub time_solver_links: bool,
    /// Waiting states whole before others are packed, where states do not merge. Fewer take less
    /// memory, more less time.
    pub whole_states: usize,
    /// Set from outside to end the exploration with what it has.
    pub interrupt: Arc<AtomicBool>,
    /// Whether the process ends soon after the exploration: then what that holds at its end is not
    /// given back piece by piece.
    pub ends_process: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            explore: Explore::Worklist,
            search: Search::Klee,
            merging: Merging::default(),
            subsume: false,
            summarize_loops: false,
            tell_labels: false,
            budget: Budget::default(),
            tests_per_state: 1,
            failures: default_failures(),
            goal: None,
            leaks: LeakRule::Lost,
            endless_is_explored: false,
            malloc_may_fail: false,
            uninitialized_inputs: false,
            allow_vacuous: false,
            seed: 0,
            solver_log: None,
            validate_solver: false,
            check_invariants: false,
            solver_links: Links::ALL,
            time_solver_links: false,
            whole_states: 1 << 10,
            interrupt: Arc::default(),
            ends_process: false,
        }
    }
}

/// All kinds but those that correct programs have on purpose.
pub fn default_failures() -> Vec<FailureKind> {
    FailureKind::ALL
        .iter()
        .copied()
        .filter(|kind| !kind.is_optional())
        .collect()
}
