//! What an exploration reports: verdict, reasons, findings, test inputs, statistics ([`stats`]).

mod index;
mod reasons;
mod stats;

pub use index::{IndexMember, IndexRow, IndexStats, IndexTable};
pub use reasons::Reasons;
pub use stats::*;

use crate::evidence::Evidence;
use crate::value::Text;
use num_bigint::BigInt;
use serde::{Deserialize, Serialize};
use sheaf_ir::{BlockId, Element, FailureKind, FloatKind, FuncId, LocId};
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
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
    /// The requested number of failures was found.
    FailureLimit,
    /// The user stopped the search.
    Interrupted,
    /// A function without a body or a model was called.
    UnmodelledCall,
    /// An operation is not supported on symbolic operands, or not at all.
    UnmodelledOperation,
    /// The solver gave no answer within its time limit.
    SolverUnknown,
    /// A symbolic value had more values than are enumerated.
    Concretization,
    /// A loop never ends.
    Hang,
    /// The behaviour depends on choices of the platform, such as the addresses of objects; one
    /// choice was explored.
    AddressDependent,
    /// A failure was found that concrete execution did not confirm.
    NotReplayed,
    /// A path ends at a failure of a kind that does not count; the behaviour after it is undefined.
    UncountedFailure,
    /// No path reaches an end: nothing was checked.
    Vacuous,
    /// A path leaves the explored shapes of inputs.
    ShapeLimit,
    /// A path leaves the values that are indexed.
    OutsideIndex,
    /// A worker process died, and died again when the same paths were explored again.
    WorkerDied,
    /// A second check contradicts what a technique concluded: an error of Sheaf's own.
    Refuted,
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
            ReasonKind::OutsideIndex => "outside-index",
            ReasonKind::WorkerDied => "worker-died",
            ReasonKind::Refuted => "refuted",
        }
    }

    /// Whether another technique may do without what was left out for such a reason.
    pub fn may_depend_on_technique(self) -> bool {
        matches!(
            self,
            ReasonKind::SolverUnknown
                | ReasonKind::Concretization
                | ReasonKind::MemoryLimit
                | ReasonKind::Hang
        )
    }
}

/// A reason for an incomplete exploration; equal ones are reported once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// What kind of thing was left out.
    pub kind: ReasonKind,
    /// The detail for the user: the function's name, the limit.
    pub detail: String,
    /// The location, if there is a single one.
    pub loc: Option<LocId>,
}

impl Reason {
    /// Whether a reason stays when the exploration that gave it is dropped: unless each other one
    /// comes to a reason of its own where it has one. A failure that did not replay, for example,
    /// is not looked at twice. A technique that proves that nothing can fail in an endless loop
    /// does not have to know that the loop is endless.
    pub fn outlasts(&self) -> bool {
        !matches!(
            self.kind,
            ReasonKind::SolverUnknown
                | ReasonKind::Concretization
                | ReasonKind::UnmodelledOperation
                | ReasonKind::UnmodelledCall
                | ReasonKind::MemoryLimit
                | ReasonKind::ShapeLimit
                | ReasonKind::WorkerDied
                | ReasonKind::Hang
        )
    }
}

/// A named input of one run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Input {
    /// The name that the program gave it.
    pub name: String,
    /// What the run reads.
    pub value: InputValue,
}

/// The value of an input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum InputValue {
    /// Content of a byte object, displayed as an array of little-endian elements.
    Bytes {
        /// From the lowest address on.
        bytes: Vec<u8>,
        /// The element type.
        element: Element,
    },
    /// A boolean.
    Bool(bool),
    /// A machine integer of 1 to 128 bits.
    Bits {
        /// Width in bits.
        width: u32,
        /// The value, unsigned.
        value: u128,
    },
    /// An integer.
    #[serde(with = "decimal")]
    Int(BigInt),
    /// A float by its bit pattern.
    Float(FloatKind, u128),
    /// A string.
    Text(Text),
}

/// The inputs of one run, in the order in which the program reads them.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Inputs {
    /// Each with its name, in this order.
    pub inputs: Vec<Input>,
    /// Values of uninitialized memory that the run depends on, in the order of the reads.
    pub indeterminate: Vec<Indeterminate>,
    /// The initial content of locals and heap objects, where uninitialized memory is an input.
    pub uninitialized: Vec<Uninitialized>,
}

/// The value of a read of uninitialized memory. A path that stands for several reads more of it than
/// each of them does, so a run finds values by their places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Indeterminate {
    /// The number of objects that were created before the one that is read, and the offset in it.
    /// `None` for a value that was read from no memory; if all are, a run reads them in order.
    pub place: Option<(u32, u64)>,
    /// Its size in bytes.
    pub bytes: u32,
    /// The bits.
    pub value: u128,
}

/// The initial content of an object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Uninitialized {
    /// The number of such objects that the run has allocated before.
    pub number: u64,
    /// Name and content; missing bytes are zero.
    pub input: Input,
}

impl InputValue {
    /// About its size in bytes.
    fn bytes(&self) -> usize {
        match self {
            InputValue::Bytes { bytes, .. } => bytes.len(),
            InputValue::Text(text) => 2 * text.units().len(),
            InputValue::Int(value) => value.bits() as usize / 8,
            InputValue::Bool(_) | InputValue::Bits { .. } | InputValue::Float(..) => 16,
        }
    }
}

impl Inputs {
    /// The same, but a run gets the values of uninitialized memory in the order of its reads; `None`
    /// if there are none with a place. A merged path has the objects of all paths that it stands
    /// for, so a run may count its objects otherwise.
    pub fn in_order(&self) -> Option<Inputs> {
        let mut inputs = self.clone();
        let mut has_places = false;
        for read in &mut inputs.indeterminate {
            has_places |= read.place.take().is_some();
        }
        has_places.then_some(inputs)
    }

    /// About their size in bytes.
    pub fn bytes(&self) -> usize {
        let all = self.uninitialized.iter().map(|it| &it.input);
        let all = self.inputs.iter().chain(all);
        let bytes = all.map(|it| size_of::<Input>() + it.name.len() + it.value.bytes());
        bytes.sum::<usize>() + size_of_val(&*self.indeterminate)
    }

    /// All inputs for display: those that the program reads, and those in uninitialized memory.
    pub fn shown(&self) -> Vec<Input> {
        let found = self.uninitialized.iter().map(|it| Input {
            name: format!("{} (uninitialized)", it.input.name),
            value: it.input.value.clone(),
        });
        self.inputs.iter().cloned().chain(found).collect()
    }
}

/// How a path ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum End {
    /// The program ended by itself with this exit status (`None`: the status is symbolic).
    Exit(Option<i64>),
    /// It failed.
    Failed(Failure),
    /// An assumption does not hold, or the program dropped the path.
    Dropped,
    /// Something was not modelled.
    Unmodelled(Reason),
    /// A limit was reached.
    Limit(Reason),
    /// The program read more inputs than there are.
    OutOfInputs(String),
}

impl End {
    /// Killed by `SIGABRT`, with the status that a shell reports.
    pub const ABORTED: End = End::Exit(Some(134));
}

/// The beginning of the message of an uncaught exception.
pub const UNCAUGHT: &str = "uncaught exception";

/// A failure at a location.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// What fails.
    pub kind: FailureKind,
    /// The location.
    pub loc: Option<LocId>,
    /// The function of the location.
    pub function: String,
    /// The message for the user.
    pub message: String,
}

impl Failure {
    /// The class and the message of the exception, if this is an uncaught one.
    pub fn thrown(&self) -> Option<&str> {
        let uncaught = self.kind == FailureKind::UncaughtException;
        let text = self.message.strip_prefix(UNCAUGHT)?;
        uncaught.then(|| text.strip_prefix(": ").unwrap_or(text))
    }

    /// The reason if this kind of failure does not count and the path ends.
    pub fn uncounted(&self) -> Reason {
        Reason {
            kind: ReasonKind::UncountedFailure,
            detail: format!("{}: {}", self.kind.name(), self.message),
            loc: self.loc,
        }
    }
}

/// A decision of a run: a terminator with several targets, and the target taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// The function.
    pub func: FuncId,
    /// The block of the terminator.
    pub block: BlockId,
    /// The index of the target.
    pub target: u32,
}

/// A decision by inputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decided {
    /// The decision.
    pub turn: Turn,
    /// The variables that its condition is computed from, and their values then, as text. Empty if
    /// they are not known or not kept.
    pub values: Vec<(String, String)>,
}

/// A failure with inputs that cause it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What fails, and where.
    pub failure: Failure,
    /// Inputs that cause it.
    pub inputs: Inputs,
    /// The decisions of the replay, see [`crate::concrete::Run::trace`].
    pub trace: Vec<Turn>,
    /// The decisions that depend on inputs, in the user's functions, in order; `None` if that is
    /// not known.
    pub decisive: Option<Vec<Decided>>,
    /// What the replay found out about the failure.
    pub evidence: Evidence,
    /// The inputs with which it was found, if these are smaller ones.
    pub original: Option<Inputs>,
    /// Whether the replay of the inputs failed in the same way at the same location.
    pub replayed: bool,
    /// Time from the start of the exploration until it was found.
    pub after: Duration,
}

/// A completed path as a test case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TestCase {
    /// Inputs of the path; none if they are not wanted.
    pub inputs: Inputs,
    /// How it ends.
    pub end: End,
    /// Whether it executes something that no earlier test does. Known only for suites; otherwise
    /// true.
    pub adds: bool,
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
    /// Adds the coverage of another run of the same program, also with other assumptions.
    pub fn join(&mut self, other: &Coverage) {
        join(&mut self.executed, &other.executed);
        join(&mut self.taken, &other.taken);
    }
}

/// The union of both marks; an empty side has none. The code around the user's functions may differ
/// by what is assumed of inputs.
fn join(marks: &mut Vec<Vec<Vec<bool>>>, other: &[Vec<Vec<bool>>]) {
    if marks.is_empty() {
        *marks = other.to_vec();
    }
    let funcs = marks.iter_mut().zip(other);
    let blocks = funcs.flat_map(|(blocks, others)| blocks.iter_mut().zip(others));
    for (mark, other) in blocks.flat_map(|(marks, others)| marks.iter_mut().zip(others)) {
        *mark |= other;
    }
}

/// A location with the number of its unexplored or forked states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MissedPlace {
    /// The function, one of the user's.
    pub func: FuncId,
    /// The source location.
    pub loc: Option<LocId>,
    /// The number of states.
    pub count: u64,
}

/// An endless loop of a path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndlessLoop {
    /// The function, one of the user's: the loop may be in a library function that it calls.
    pub func: FuncId,
    /// The source location.
    pub loc: Option<LocId>,
    /// Whether it is certain, because a state repeats; otherwise it is suspected, because the path
    /// took most of the instructions.
    pub certain: bool,
    /// Inputs that lead to it.
    pub inputs: Inputs,
}

/// Unexplored parts.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Missed {
    /// Locations of unexplored states, most frequent first.
    pub waiting: Vec<MissedPlace>,
    /// The heads of the loops that forked, most frequent first.
    pub loops: Vec<MissedPlace>,
    /// Endless loops, without duplicates, in the order of discovery.
    pub endless: Vec<EndlessLoop>,
}

impl Missed {
    /// Adds what another process has left unexplored.
    pub fn add(&mut self, other: Missed) {
        add_places(&mut self.waiting, other.waiting);
        add_places(&mut self.loops, other.loops);
        for endless in other.endless {
            let same = |it: &EndlessLoop| (it.loc, it.func) == (endless.loc, endless.func);
            if !self.endless.iter().any(same) {
                self.endless.push(endless);
            }
        }
    }
}

fn add_places(places: &mut Vec<MissedPlace>, others: Vec<MissedPlace>) {
    for other in others {
        let same = |it: &&mut MissedPlace| (it.func, it.loc) == (other.func, other.loc);
        match places.iter_mut().find(same) {
            Some(known) => known.count += other.count,
            None => places.push(other),
        }
    }
    MissedPlace::sort(places);
}

impl MissedPlace {
    /// Sorts places, most frequent first.
    pub fn sort(places: &mut [MissedPlace]) {
        places.sort_by_key(|place| (std::cmp::Reverse(place.count), place.func, place.loc));
    }
}

/// The result of an exploration.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// What is known after all of it.
    pub verdict: Verdict,
    /// The reasons against a better verdict, sorted, without duplicates.
    pub reasons: Reasons,
    /// What would be reasons, but the failure did happen again with the inputs of another path.
    pub retried: Vec<Reason>,
    /// Whether everything was explored and no path reaches an end.
    pub vacuous: bool,
    /// Whether a completed path has read an input.
    pub has_inputs: bool,
    /// Failures, one per location and kind, in the order of discovery.
    pub findings: Vec<Finding>,
    /// Statistics.
    pub stats: Stats,
    /// Coverage.
    pub coverage: Coverage,
    /// Unexplored parts.
    pub missed: Missed,
}

/// Integers as decimal text.
mod decimal {
    use num_bigint::BigInt;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(number: &BigInt, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(number)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BigInt, D::Error> {
        String::deserialize(from)?
            .parse()
            .map_err(de::Error::custom)
    }
}
