//! Segments: the effect of a piece of a program, executed on its own from any program point.
//!
//! A piece is a block, a path of blocks, or the body of a loop. It runs by the same stepper as
//! everything else, on a state whose scalars are symbols: one for each register that is live, and
//! one for each word of memory once it is read. Each path through the piece becomes a [`Way`]: the
//! condition under which it is taken, what it leaves in registers and memory as terms over the
//! symbols, and the obligations that it meets.
//!
//! # What a segment says
//! It is about all states that agree with the one it starts from in everything but scalars: the
//! same calls, objects of the same sizes, and the same pointers at the same places. Which of those
//! a way has looked at is listed in [`Way::kept`], so that [`Way::bind`] finds out whether a state
//! agrees and which of its terms the symbols stand for. Without a state, registers of scalar type
//! and the scalars of globals are all that is known; pointers cannot be symbols, and the stack is
//! taken to have room for calls.
//!
//! The same register or word has the same symbol in all segments of a pool, so that their
//! conditions can be compared and composed by substitution.
//!
//! # What it does not say
//! What cannot be expressed is listed in [`Way::inexact`], by name and place: a call without a
//! body, memory at computed addresses, objects that are made or end, a choice between pointers,
//! uninitialized memory, a limit. Where the path cannot go on it
//! [stops](Ends::Stops). The guard of an inexact way is a condition for reaching what is listed; of
//! its updates nothing must be concluded. Nobody is asked whether a guard can be true: only guards
//! that are false as terms, or that contradict a part of the path condition literally, are dropped.
//! Inputs that a way asks for are in [`Way::inputs`]; they are new each time.

mod bind;
mod effect;
mod names;
mod run;
mod start;

use crate::coverage::{Mark, Recorder};
use crate::machine::Settings;
use crate::memory::{Heap, Life, Size, Storage};
use crate::outcome::Reason;
use crate::path::{PathCondition, ProgramPoint};
use crate::program::Program;
use crate::state::{InputRecord, State};
use crate::value::{ObjectId, Value};
pub(crate) use bind::{agrees, held_in_memory, scalar_in_memory, terms_of};
pub use names::readable;
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::{Cfg, Dominators, Liveness, LoopForest, LoopId};
use sheaf_ir::{BlockId, FailureKind, FuncId, LocId, Local};
use sheaf_term::{Pool, Symbol, Term};
use std::rc::Rc;

/// Some parts of an object: bytes, cells or fields.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The object.
    pub object: ObjectId,
    /// The first part.
    pub offset: u64,
    /// How many.
    pub parts: u64,
}

/// Something that holds a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Slot {
    /// A local of the function that the piece is in.
    Register(Local),
    /// A part of memory.
    Memory(Cell),
}

/// A target of a block's terminator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// The block.
    pub block: BlockId,
    /// The number of the target.
    pub target: u32,
}

/// A piece of a function, from where it starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// To the end of the block, by each of its edges.
    Block,
    /// Along these edges; ways that leave them are not part of it.
    Path(Vec<Edge>),
    /// From a point in a loop to its header, to the header of a loop within it, or out of the loop,
    /// by all paths.
    Loop(LoopId),
}

/// Where a piece starts.
#[derive(Clone, Copy)]
pub enum Entry<'s> {
    /// At a point of which nothing else is known.
    Point(ProgramPoint),
    /// Where a state stands.
    State(&'s State),
}

/// How far a segment goes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Instructions on one way.
    pub instructions: u64,
    /// Ways.
    pub ways: usize,
    /// Calls within calls.
    pub calls: usize,
    /// Terms that an access at a symbolic offset may make.
    pub terms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            instructions: 10_000,
            ways: 256,
            calls: 16,
            terms: 1 << 12,
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
}

/// What is known of a function.
struct Structure {
    liveness: Liveness,
    loops: LoopForest,
}

/// A state in which scalars are symbols, ready for pieces that start there.
#[derive(Clone)]
pub struct Start {
    state: State,
    point: ProgramPoint,
    /// What the symbols of registers, cells and fields stand for; those of words of memory know.
    slots: FxHashMap<Symbol, Slot>,
    /// Live registers that are no symbols, with what they hold.
    kept: Vec<(Slot, Value)>,
    /// Whether it was made from a state, so that all objects are known.
    from_state: bool,
}

/// A piece, executed.
#[derive(Clone)]
pub struct Segment {
    /// Where it starts.
    pub start: ProgramPoint,
    /// The paths through it.
    pub ways: Vec<Way>,
}

/// A path through a piece.
#[derive(Clone)]
pub struct Way {
    /// When it is taken: obligations hold, assumptions too.
    pub guard: PathCondition,
    /// The edges of the piece's function that it takes.
    pub edges: Vec<Edge>,
    /// What is executed on it, in all functions.
    pub marks: Vec<Mark>,
    /// What it leaves: each register that is live where it ends, and memory that has changed. A
    /// value may be a pointer. Without a state, registers of which nothing is known and that are
    /// not changed are left out.
    pub updates: Vec<(Slot, Value)>,
    /// The symbols in all of this, and what they stand for.
    pub symbols: Vec<(Term, Slot)>,
    /// What it depends on that is no symbol: pointers and other values in live registers and in
    /// memory that it has looked at. `Uninitialized` is what was never written.
    pub kept: Vec<(Slot, Value)>,
    /// The objects that it depends on.
    pub objects: Vec<Shape>,
    /// What must not happen on it.
    pub obligations: Vec<Obligation>,
    /// What it assumes; part of the guard.
    pub assumptions: Vec<Assumption>,
    /// The inputs that it asks for.
    pub inputs: Vec<InputRecord>,
    /// Where it ends.
    pub ends: Ends,
    /// What is not expressed.
    pub inexact: Vec<Inexact>,
}

/// What a way may depend on of an object besides what it holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// The object.
    pub object: ObjectId,
    /// Its address.
    pub base: u64,
    /// Its size.
    pub size: Size,
    /// What made it.
    pub storage: Storage,
    /// Whether it may be used.
    pub life: Life,
}

/// What must not happen.
#[derive(Clone)]
pub struct Obligation {
    /// What it is if it fails.
    pub kind: FailureKind,
    /// The way up to there. From there on its guard says that this does not fail.
    pub guard: PathCondition,
    /// When it fails, if the way comes so far.
    pub fails: Term,
    /// Text for the user.
    pub message: Rc<str>,
    /// Where it is blamed on.
    pub loc: Option<LocId>,
    /// Where it is met.
    pub point: ProgramPoint,
}

/// What a program assumes.
#[derive(Clone, Copy, Debug)]
pub struct Assumption {
    /// The condition.
    pub condition: Term,
    /// Where.
    pub point: ProgramPoint,
}

/// Where a way ends.
#[derive(Clone, PartialEq, Debug)]
pub enum Ends {
    /// At the start of a block, its parameters set.
    At(ProgramPoint),
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

/// Something that is not expressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inexact {
    /// What.
    pub reason: Reason,
    /// Where it was met; of what is seen at the end, that.
    pub point: ProgramPoint,
}

impl Shape {
    pub(crate) fn of(heap: &Heap, id: ObjectId) -> Option<Shape> {
        let object = heap.find(id).filter(|_| id != ObjectId::NONE)?;
        Some(Shape {
            object: id,
            base: heap.layout().base(id),
            size: object.size,
            storage: object.storage,
            life: object.life.clone(),
        })
    }
}

impl Segment {
    /// Whether everything is expressed.
    pub fn is_exact(&self) -> bool {
        self.ways.iter().all(Way::is_exact)
    }
}

impl Way {
    /// Whether everything is expressed.
    pub fn is_exact(&self) -> bool {
        self.inexact.is_empty()
    }

    /// What it leaves in a slot, if that is live or has changed.
    pub fn update(&self, slot: Slot) -> Option<&Value> {
        let mut updates = self.updates.iter();
        updates.find_map(|(it, value)| (*it == slot).then_some(value))
    }
}

impl<'p> Segments<'p> {
    /// Pieces of a program under these settings.
    pub fn new(program: &'p Program, settings: Settings, limits: Limits) -> Self {
        Segments {
            program,
            settings,
            limits,
            recorder: Recorder::new(program.module()),
            functions: FxHashMap::default(),
        }
    }

    /// The loops of a function.
    pub fn loops(&mut self, func: FuncId) -> &LoopForest {
        &self.structure_entry(func).loops
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

    fn structure_entry(&mut self, func: FuncId) -> &Rc<Structure> {
        let program = self.program;
        self.functions.entry(func).or_insert_with(|| {
            let body = &program.module().funcs[func];
            let cfg = Cfg::new(body);
            Rc::new(Structure {
                liveness: Liveness::new(body, &cfg),
                loops: LoopForest::new(&cfg, &Dominators::new(&cfg)),
            })
        })
    }

    fn structure(&mut self, func: FuncId) -> Rc<Structure> {
        self.structure_entry(func).clone()
    }
}
