//! What an exploration reports: verdict, reasons, findings, test inputs, statistics.

use num_bigint::BigInt;
use sheaf_ir::{BlockId, Element, FailureKind, FloatKind, FuncId, LocId};
pub use sheaf_solver::LinkStats;
use std::time::Duration;

/// The answer to "does the program fail on some input?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every path was executed or excluded by an argument that holds for all inputs, and none
    /// fails.
    Safe,
    /// A failure was found and its inputs fail again in concrete execution.
    Bug,
    /// Neither; the reasons say why.
    Incomplete,
}

impl Verdict {
    /// The name in the JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Bug => "bug",
            Verdict::Incomplete => "incomplete",
        }
    }
}

/// Why something was not explored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReasonKind {
    /// The time budget ran out.
    TimeLimit,
    /// The memory budget ran out.
    MemoryLimit,
    /// The instruction budget ran out.
    InstructionLimit,
    /// A path had more decisions than allowed.
    DepthLimit,
    /// More forks than allowed.
    ForkLimit,
    /// As many failures were found as were asked for.
    FailureLimit,
    /// The user stopped the search.
    Interrupted,
    /// A function without a body or a model was called.
    UnmodelledCall,
    /// An operation is not supported on symbolic operands, or not at all.
    UnmodelledOperation,
    /// The solver gave no answer in its time.
    SolverUnknown,
    /// A symbolic value had more values than are tried one by one.
    Concretization,
    /// A loop never ends.
    Hang,
    /// What the program does depends on what the platform chooses, such as the addresses of
    /// objects; one choice was explored.
    AddressDependent,
    /// A failure was found that concrete execution did not confirm.
    NotReplayed,
    /// A path ends at a failure of a kind that does not count; what comes after it is undefined.
    UncountedFailure,
    /// No path reaches an end: nothing was checked.
    Vacuous,
    /// A path goes beyond the shapes that inputs are made in.
    ShapeLimit,
}

impl ReasonKind {
    /// The name in the JSON output.
    pub fn name(self) -> &'static str {
        match self {
            ReasonKind::TimeLimit => "time-limit",
            ReasonKind::MemoryLimit => "memory-limit",
            ReasonKind::InstructionLimit => "instruction-limit",
            ReasonKind::DepthLimit => "depth-limit",
            ReasonKind::ForkLimit => "fork-limit",
            ReasonKind::FailureLimit => "failure-limit",
            ReasonKind::Interrupted => "interrupted",
            ReasonKind::UnmodelledCall => "unmodelled-call",
            ReasonKind::UnmodelledOperation => "unmodelled-operation",
            ReasonKind::SolverUnknown => "solver-unknown",
            ReasonKind::Concretization => "concretization",
            ReasonKind::Hang => "hang",
            ReasonKind::AddressDependent => "address-dependent",
            ReasonKind::NotReplayed => "not-replayed",
            ReasonKind::UncountedFailure => "uncounted-failure",
            ReasonKind::Vacuous => "vacuous",
            ReasonKind::ShapeLimit => "shape-limit",
        }
    }
}

/// One reason for an incomplete exploration; equal ones are reported once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reason {
    /// The kind.
    pub kind: ReasonKind,
    /// What exactly, for the user: the function's name, the limit.
    pub detail: String,
    /// Where, if at one place.
    pub loc: Option<LocId>,
}

/// A named input of one run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// The name that the program gave it.
    pub name: String,
    /// Its value.
    pub value: InputValue,
}

/// The value of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputValue {
    /// Content of a byte object, shown as a row of little-endian elements.
    Bytes {
        /// The bytes.
        bytes: Vec<u8>,
        /// What the elements are.
        element: Element,
    },
    /// A truth value.
    Bool(bool),
    /// A machine integer of 1 to 128 bits.
    Bits {
        /// Width in bits.
        width: u32,
        /// The value, unsigned.
        value: u128,
    },
    /// An integer.
    Int(BigInt),
    /// A float by its bit pattern.
    Float(FloatKind, u128),
}

/// The inputs of one run, in the order in which the program asks for them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Inputs {
    /// The inputs.
    pub inputs: Vec<Input>,
    /// Values of uninitialized memory that the run depends on, in the order in which it is read.
    /// Empty unless `uninitialized` is not counted as a failure.
    pub indeterminate: Vec<u128>,
    /// What locals and heap objects hold that were never written, where that is an input.
    pub uninitialized: Vec<Uninitialized>,
}

/// What an object holds that was never written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uninitialized {
    /// How many such objects the run has made before.
    pub number: u64,
    /// Name and content; bytes behind those that are there are zero.
    pub input: Input,
}

impl Inputs {
    /// All of them for people: those that the program asks for, and those that it finds in memory.
    pub fn shown(&self) -> Vec<Input> {
        let found = self.uninitialized.iter().map(|it| Input {
            name: format!("{} (uninitialized)", it.input.name),
            value: it.input.value.clone(),
        });
        self.inputs.iter().cloned().chain(found).collect()
    }
}

/// How a path ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The program ended by itself with this exit status (`None`: the status is symbolic).
    Exit(Option<i64>),
    /// It failed.
    Failed(Failure),
    /// An assumption does not hold, or the program asked to drop the path.
    Dropped,
    /// Something was not modelled.
    Unmodelled(Reason),
    /// A limit was reached.
    Limit(Reason),
    /// There were fewer inputs than the program asks for.
    OutOfInputs(String),
}

impl End {
    /// Killed by `SIGABRT`, with the status that a shell shows.
    pub const ABORTED: End = End::Exit(Some(134));
}

/// A failure at a place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Failure {
    /// What went wrong.
    pub kind: FailureKind,
    /// Where.
    pub loc: Option<LocId>,
    /// The function that it happened in.
    pub function: String,
    /// Text for the user.
    pub message: String,
}

impl Failure {
    /// The reason that remains where this kind of failure does not count and the path ends.
    pub fn uncounted(&self) -> Reason {
        Reason {
            kind: ReasonKind::UncountedFailure,
            detail: format!("{}: {}", self.kind.name(), self.message),
            loc: self.loc,
        }
    }
}

/// A decision of a run: a terminator with several targets, and the one that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// The function.
    pub func: FuncId,
    /// The block whose terminator it is.
    pub block: BlockId,
    /// Which of the terminator's targets.
    pub target: u32,
}

/// A failure with inputs that cause it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The failure.
    pub failure: Failure,
    /// Inputs that cause it.
    pub inputs: Inputs,
    /// The decisions on the way, as concrete execution met them, see
    /// [`crate::concrete::Run::trace`].
    pub trace: Vec<Turn>,
    /// Whether concrete execution of the inputs failed in the same way at the same place.
    pub replayed: bool,
    /// How long the exploration ran until it was found.
    pub after: Duration,
}

/// A completed path as a test case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestCase {
    /// Inputs that follow the path; none if nobody wants them.
    pub inputs: Inputs,
    /// How it ends.
    pub end: End,
    /// Whether it executes what no test before it does. Known only where a suite is wanted; else
    /// all do.
    pub adds: bool,
}

/// What conflict-driven exploration has learned.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LearningStats {
    /// Clauses.
    pub clauses: u64,
    /// Edges of the control-flow graph in all of them.
    pub edges: u64,
    /// Nodes of the control-flow graph, calls inlined and loops unrolled.
    pub nodes: u64,
    /// How often the SAT solver was asked whether a state has anywhere to go.
    pub questions: u64,
}

/// Counts of paths by what became of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PathStats {
    /// Ran to an end or to a failure.
    pub completed: u64,
    /// Given up on because no input follows them.
    pub infeasible: u64,
    /// Dropped because an earlier proof covers them.
    pub subsumed: u64,
    /// Joined into another.
    pub merged: u64,
    /// Went on behind rounds of a loop that were not executed one by one.
    pub summarized: u64,
    /// Not explored because a limit was reached.
    pub set_aside: u64,
}

/// Why two states at one place did not merge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Refusal {
    /// Later queries about the values that differ would cost too much.
    Cost,
    /// Their call stacks hold different numbers of variable arguments, or one was parked and has
    /// not asked for all of its inputs again.
    Shape,
    /// A value that no guarded union can hold differs.
    Value,
}

impl Refusal {
    /// The name in the JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Refusal::Cost => "cost",
            Refusal::Shape => "shape",
            Refusal::Value => "value",
        }
    }
}

/// A place where two states met.
#[derive(Clone, PartialEq, Debug)]
pub struct MergePoint {
    /// The function.
    pub func: FuncId,
    /// The place in the source.
    pub loc: Option<LocId>,
    /// How often two states became one.
    pub merged: u64,
    /// How often a state that came stayed apart from others that waited, and why: once for each
    /// reason, however many waited.
    pub refused: Vec<(Refusal, u64)>,
    /// The largest estimate of later queries about values that differed; 0 where nothing was
    /// estimated.
    pub cost: f64,
    /// Names of variables that differed, as far as known, each once.
    pub differing: Vec<String>,
}

/// What merging did.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct MergeStats {
    /// Paths of the program that the completed ones stand for: the multiplicity of Kuznetsov et al.
    /// (PLDI 2012). States that merge stand for the sum, and a state that forks hands on all that
    /// it stands for to each side.
    pub represented: f64,
    /// Whether that is only an upper bound: a state that stands for several paths forked.
    pub bound: bool,
    /// How often a state stayed apart from others at its place, by reason; see
    /// [`MergePoint::refused`].
    pub refused: Vec<(Refusal, u64)>,
    /// Places where states met.
    pub points: Vec<MergePoint>,
    /// Values that were joined from different ones.
    pub summaries: u64,
    /// Members of these values, in all.
    pub members: u64,
    /// Members of the largest.
    pub largest_summary: u64,
    /// Summaries that became an if-then-else term because they had too many members.
    pub overflowed: u64,
    /// Paths for each member of a joined value, counted likewise: the geometric mean.
    pub sharing: f64,
    /// Nodes of decision diagrams that guards took.
    pub guard_nodes: u64,
}

/// What path subsumption did. The states that it dropped are counted in [`PathStats::subsumed`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SubsumptionStats {
    /// Labels that were made.
    pub made: u64,
    /// Labels that were there at the end.
    pub labels: u64,
    /// States that were dropped because of a label that was supposed first, where a loop begins
    /// again.
    pub supposed: u64,
    /// Paths that speculation followed to an end.
    pub ended: u64,
    /// Suppositions that were dropped, because no label was found that stays true in the loop.
    pub dropped: u64,
    /// The labels, if [`crate::Options::tell_labels`] says so.
    pub places: Vec<LabelledPlace>,
}

/// What loop summaries did. How often states skipped rounds is counted in
/// [`PathStats::summarized`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SummaryStats {
    /// Loops that states came to and of which rounds can be skipped.
    pub loops: u64,
    /// Loops that states came to and that are executed as always.
    pub irregular: u64,
    /// Paths that ended because they stay in a loop forever.
    pub endless: u64,
    /// The loops.
    pub places: Vec<LoopSummary>,
}

/// A loop that states came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopSummary {
    /// The function.
    pub func: FuncId,
    /// Where it is.
    pub loc: Option<LocId>,
    /// Its type, see [`crate::loops::Class`].
    pub class: u64,
    /// Why its rounds are executed one by one, if they are.
    pub reason: Option<String>,
    /// How often states skipped rounds of it.
    pub skipped: u64,
}

/// A place with labels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelledPlace {
    /// The function.
    pub func: FuncId,
    /// Where it is.
    pub loc: Option<LocId>,
    /// The conditions of each label.
    pub labels: Vec<Vec<String>>,
}

/// Statistics of an exploration.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Stats {
    /// Paths.
    pub paths: PathStats,
    /// IR instructions executed.
    pub instructions: u64,
    /// Forks.
    pub forks: u64,
    /// Failures that were confirmed.
    pub failures: u64,
    /// Questions to the solver chain.
    pub queries_asked: u64,
    /// Questions that reached a backend.
    pub queries_sent: u64,
    /// What each link of the solver chain did with them.
    pub solver_links: Vec<LinkStats>,
    /// What merging did.
    pub merging: MergeStats,
    /// What path subsumption did.
    pub subsumption: SubsumptionStats,
    /// What loop summaries did.
    pub summaries: SummaryStats,
    /// What was learned from paths; all 0 where nothing learns.
    pub learning: LearningStats,
    /// Wall-clock seconds in all.
    pub seconds: f64,
    /// Of these, seconds in the solver chain.
    pub solver_seconds: f64,
    /// Largest resident memory of the process, in bytes.
    pub peak_memory_bytes: u64,
    /// Waiting states to be explored.
    pub waiting: u64,
}

/// What was executed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Coverage {
    /// For each function, block and instruction (the terminator last), whether it was executed.
    pub executed: Vec<Vec<Vec<bool>>>,
    /// For each function and block, whether each of its terminator's targets was taken.
    pub taken: Vec<Vec<Vec<bool>>>,
}

impl Coverage {
    /// Adds what another run of the same program executed.
    pub fn join(&mut self, other: &Coverage) {
        join(&mut self.executed, &other.executed);
        join(&mut self.taken, &other.taken);
    }
}

/// Marks what either has; an empty one has nothing.
fn join(marks: &mut Vec<Vec<Vec<bool>>>, other: &[Vec<Vec<bool>>]) {
    if marks.is_empty() {
        *marks = other.to_vec();
    }
    let marks = marks.iter_mut().flatten().flatten();
    for (mark, other) in marks.zip(other.iter().flatten().flatten()) {
        *mark |= other;
    }
}

/// A place that states were given up at, or that made them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissedPlace {
    /// The function, one of the user's.
    pub func: FuncId,
    /// The place in the source.
    pub loc: Option<LocId>,
    /// How many states.
    pub count: u64,
}

/// A loop that one path goes through forever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndlessLoop {
    /// The function, one of the user's: the loop may be in a library function that it called.
    pub func: FuncId,
    /// The place in the source.
    pub loc: Option<LocId>,
    /// Whether that is known, as a state repeats itself; else it is suspected, as the path took
    /// most of the instructions.
    pub certain: bool,
    /// Inputs that lead to it.
    pub inputs: Inputs,
}

/// What an exploration did not get to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Missed {
    /// Where states waited that were given up, most first.
    pub waiting: Vec<MissedPlace>,
    /// The heads of the loops whose forks made states, most first.
    pub loops: Vec<MissedPlace>,
    /// Loops without end, each place once, in the order in which they were found.
    pub endless: Vec<EndlessLoop>,
}

/// The result of an exploration.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is not better, sorted, each once.
    pub reasons: Vec<Reason>,
    /// Whether everything was explored and no path reaches an end.
    pub vacuous: bool,
    /// Whether a completed path has asked for an input.
    pub has_inputs: bool,
    /// Failures, each place and kind once, in the order in which they were found.
    pub findings: Vec<Finding>,
    /// Statistics.
    pub stats: Stats,
    /// Coverage.
    pub coverage: Coverage,
    /// What was not got to.
    pub missed: Missed,
}
