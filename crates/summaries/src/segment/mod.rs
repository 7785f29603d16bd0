//! Segments: the effect of a piece of a program, executed in isolation from any program point.
//!
//! A piece is a block, a path of blocks, or the body of a loop. It is executed by the stepper on a
//! state whose scalars are symbols: one for each live register, and one for each word of memory
//! when it is first read. Each path through the piece becomes a [`PathSummary`]: its path
//! condition, the final values of registers and memory as terms over the symbols, and its
//! obligations.
//!
//! # Validity
//!
//! A segment describes all states that agree with its initial state in everything but scalars:
//! objects of the same sizes, the same pointers at the same places, and room on the stack for its
//! calls. [`PathSummary::kept`] lists the non-scalars that a path depends on, so that
//! [`PathSummary::bind`] can check a state and compute the substitution of the symbols. Without a
//! state, only registers of scalar type and the scalars of globals are known; pointers cannot be
//! symbols, and the stack is assumed to have room for calls.
//!
//! The same register or word has the same symbol in all segments of a pool, so their conditions can
//! be compared and composed by substitution.
//!
//! # Limitations
//!
//! [`PathSummary::inexact`] lists what cannot be expressed, with its location: calls without a
//! body, memory at computed addresses, allocations and deallocations, choices between pointers,
//! uninitialized memory, limits. If the path cannot continue there, it
//! [stops](Ends::Stops). The guard of an inexact path is the condition for reaching that point; its
//! updates are meaningless. The feasibility of guards is not checked by a solver: only guards that
//! are false as terms, or that contradict a part of the path condition literally, are dropped.
//! Inputs that a path reads are in [`PathSummary::inputs`]; they are new each time.

mod bind;
mod effect;
mod idle;
mod names;
mod run;
mod shape;
mod start;

use crate::alone::MAX_TERMS;
use crate::coverage::{Mark, Recorder};
use crate::machine::Settings;
use crate::outcome::Reason;
use crate::path::{PathCondition, ProgramPoint};
use crate::program::Program;
pub use crate::slot::{Cell, Member, Slot};
use crate::state::{InputRecord, State};
use crate::value::{ObjectId, Value};
pub use bind::{StackNeed, agrees, has_members, terms_of};
use idle::Idle;
pub use names::{name_of, readable};
use rustc_hash::{FxHashMap, FxHashSet};
pub use shape::Shape;
use sheaf_ir::analysis::{Cfg, Dominators, Liveness, LoopForest, LoopId};
use sheaf_ir::{BlockId, FailureKind, FuncId, LocId, Local};
use sheaf_term::{Pool, Symbol, Term};
use std::rc::Rc;

/// A target of a block's terminator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// With the terminator.
    pub block: BlockId,
    /// The index of the target.
    pub target: u32,
}

/// A piece of a function, relative to its start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// To the end of the block, by each of its edges.
    Block,
    /// To the next call of one of the user's functions, or the end of the block, by each of its
    /// edges.
    Straight,
    /// Along these edges; paths that leave them are not part of it.
    Path(Vec<Edge>),
    /// From a point in a loop to its header, to the header of an inner loop, or out of the loop, by
    /// all paths.
    Loop(LoopId),
}

/// The start of a piece.
#[derive(Clone, Copy)]
pub enum Entry<'s> {
    /// A point without further information.
    Point(ProgramPoint),
    /// The current point of a state.
    State(&'s State),
}

/// Limits of a segment.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of instructions of one path.
    pub instructions: u64,
    /// Maximum number of paths.
    pub paths: usize,
    /// Maximum nesting of calls.
    pub calls: usize,
    /// Maximum number of terms that an access at a symbolic offset may create.
    pub terms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            instructions: 10_000,
            paths: 256,
            calls: 16,
            terms: MAX_TERMS.get(),
        }
    }
}

/// Executes pieces of one program.
pub struct Segments<'p> {
    program: &'p Program,
    settings: Settings,
    limits: Limits,
    recorder: Recorder,
    functions: FxHashMap<FuncId, Rc<Structure>>,
    /// Objects that hold at all times what they hold first: nothing in them becomes a symbol.
    constant: FxHashSet<ObjectId>,
}

/// Cached analyses of a function.
struct Structure {
    liveness: Liveness,
    loops: LoopForest,
    idle: Idle,
}

/// A state in which scalars are symbols, as the start of segments.
#[derive(Clone)]
pub struct Start {
    state: State,
    point: ProgramPoint,
    /// The slots of the symbols of registers, cells and fields; symbols of memory words encode
    /// theirs.
    slots: FxHashMap<Symbol, Slot>,
    /// Live registers that are not symbols, with their values.
    kept: Vec<(Slot, Value)>,
    /// Whether it was made from a state, so that all objects are known.
    from_state: bool,
}

/// An executed piece.
#[derive(Clone)]
pub struct Segment {
    /// Before its first instruction.
    pub start: ProgramPoint,
    /// The paths through it.
    pub paths: Vec<PathSummary>,
}

/// The summary of a path through a piece.
#[derive(Clone)]
pub struct PathSummary {
    /// Its condition, including that obligations and assumptions hold.
    pub guard: PathCondition,
    /// Its edges in the piece's function.
    pub edges: Vec<Edge>,
    /// The executed instructions of all functions, for coverage.
    pub marks: Vec<Mark>,
    /// The final values of live registers and of changed memory. A value may be a pointer. Without
    /// a state, unknown and unchanged registers are left out.
    pub updates: Vec<(Slot, Value)>,
    /// The symbols in all of this, with their slots.
    pub symbols: Vec<(Term, Slot)>,
    /// The non-symbols that it depends on: pointers and other values in live registers and in
    /// memory that it has read. `Uninitialized` stands for uninitialized parts.
    pub kept: Vec<(Slot, Value)>,
    /// The objects that it depends on.
    pub objects: Vec<Shape>,
    /// What it has read in tables, which it does not change.
    pub members: Vec<Member>,
    /// What it needs of the stack.
    pub stack: StackNeed,
    /// What must not fail on the path.
    pub obligations: Vec<Obligation>,
    /// Its assumptions; part of the guard.
    pub assumptions: Vec<Assumption>,
    /// The inputs that it reads.
    pub inputs: Vec<InputRecord>,
    /// How the path leaves the piece.
    pub ends: Ends,
    /// The parts that are not expressed.
    pub inexact: Vec<Inexact>,
}

/// A condition that must not hold.
#[derive(Clone)]
pub struct Obligation {
    /// The kind of failure.
    pub kind: FailureKind,
    /// The path up to there. From there on the guard of the path says that this does not fail.
    pub guard: PathCondition,
    /// The condition of the failure, if the path gets there.
    pub fails: Term,
    /// The message for the user.
    pub message: Rc<str>,
    /// The location to report.
    pub loc: Option<LocId>,
    /// The program point.
    pub point: ProgramPoint,
}

/// An assumption of the program.
#[derive(Clone, Copy, Debug)]
pub struct Assumption {
    /// What is assumed to hold.
    pub condition: Term,
    /// The program point.
    pub point: ProgramPoint,
}

/// The end of a path.
#[derive(Clone, PartialEq, Debug)]
pub enum Ends {
    /// At the start of a block, with its parameters set.
    At(ProgramPoint),
    /// Before a call of one of the user's functions. Only a [straight piece](Piece::Straight) does.
    Calls(ProgramPoint),
    /// Before the function returns, with this result.
    Returns(Option<Value>),
    /// The program ends, with this status if it is known.
    Exits(Option<i64>),
    /// The last obligation certainly fails.
    Fails,
    /// An assumption is false, or the program drops the path.
    Dropped,
    /// Before an instruction that could not be expressed.
    Stops(ProgramPoint),
}

/// A part that is not expressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inexact {
    /// Why it is not expressed.
    pub reason: Reason,
    /// The program point.
    pub point: ProgramPoint,
}

impl Segment {
    /// Whether everything is expressed.
    pub fn is_exact(&self) -> bool {
        self.paths.iter().all(PathSummary::is_exact)
    }
}

impl PathSummary {
    /// Whether everything is expressed.
    pub fn is_exact(&self) -> bool {
        self.inexact.is_empty()
    }

    /// The final value of a slot, if it is live or has changed.
    pub fn update(&self, slot: Slot) -> Option<&Value> {
        let mut updates = self.updates.iter();
        updates.find_map(|(it, value)| (*it == slot).then_some(value))
    }
}

impl<'p> Segments<'p> {
    /// Segments of a program with these settings.
    pub fn new(program: &'p Program, settings: Settings, limits: Limits) -> Self {
        Segments {
            program,
            settings,
            limits,
            recorder: Recorder::new(program.module()),
            functions: FxHashMap::default(),
            constant: FxHashSet::default(),
        }
    }

    /// What was executed.
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// The loops of a function.
    pub fn loops(&mut self, func: FuncId) -> &LoopForest {
        &self.structure_entry(func).loops
    }

    /// Whether nothing depends on what a local of a function holds.
    pub fn is_idle(&mut self, func: FuncId, local: Local) -> bool {
        self.structure_entry(func).idle.contains(local)
    }

    /// Executes a piece from a start. [`Segments::start`] and [`Segments::run`] in one.
    ///
    /// # Errors
    /// When the piece does not begin there.
    pub fn execute(
        &mut self,
        pool: &mut Pool,
        from: Entry<'_>,
        piece: &Piece,
    ) -> Result<Segment, String> {
        let start = self.start(pool, from);
        self.run(pool, &start, piece)
    }

    /// Takes it that these objects hold at all times what they hold first.
    pub fn keep(&mut self, objects: impl Iterator<Item = ObjectId>) {
        self.constant = objects.collect();
    }

    fn structure_entry(&mut self, func: FuncId) -> &Rc<Structure> {
        let program = self.program;
        self.functions.entry(func).or_insert_with(|| {
            let body = &program.module().funcs[func];
            let cfg = Cfg::new(body);
            Rc::new(Structure {
                liveness: Liveness::new(body, &cfg),
                loops: LoopForest::new(&cfg, &Dominators::new(&cfg)),
                idle: Idle::new(body),
            })
        })
    }

    fn structure(&mut self, func: FuncId) -> Rc<Structure> {
        self.structure_entry(func).clone()
    }
}
