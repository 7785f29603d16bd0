//! The state of one path.
//!
//! Cloning a state is a fork: frames and objects are shared until one side writes to them. States
//! do not refer to each other.

mod trail;

use crate::memory::{Heap, Size};
use crate::path::{PathCondition, ProgramPoint};
use crate::program::Program;
use crate::registers::Registers;
use crate::value::{ObjectId, SymText, Value};
use rustc_hash::{FxHashMap, FxHasher};
use serde::{Deserialize, Serialize};
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Element, FuncId, LocId, Local, Type};
use sheaf_term::CachedModel;
use sheaf_term::{Model, Pool, Symbol, Term};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
pub use trail::Trail;

/// The id of a state in an exploration; ids are not reused.
pub type StateId = usize;

/// A frame of the call stack.
#[derive(Clone)]
pub struct Frame {
    /// The function.
    pub func: FuncId,
    /// The current block.
    pub block: BlockId,
    /// The next instruction of the block; the number of instructions denotes the terminator.
    pub inst: usize,
    /// The values of its locals.
    pub regs: Registers,
    /// The caller's local for the result.
    pub result: Option<Local>,
    /// Objects that die when it returns.
    pub stack_objects: Vec<ObjectId>,
    /// How many of these, the first ones, take room on the stack until it returns, also where
    /// their lives have ended. `None` for functions of the library, whose objects take none.
    pub lasting: Option<usize>,
    /// At most the bytes of these and of its callers' objects, if there are any of its own.
    pub stack_room: u64,
    /// Arguments beyond the parameters.
    pub varargs: Rc<[Value]>,
    /// Whether a jump may return to an earlier point in it, so that dead locals may be read again.
    pub resumable: bool,
    /// Whether its call catches exceptions: see [`sheaf_ir::Call::catches`].
    pub catches: bool,
}

/// A decision at a point with several alternatives. The decisions of a path, in order, lead back to
/// its state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The decision.
    pub taken: Taken,
    /// The program point.
    pub point: ProgramPoint,
    /// A digest of the state before: see [`State::digest`].
    pub digest: u32,
}

/// The result of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Taken {
    /// The alternative with this number, in the order in which the stepper lists them.
    Alternative(u32),
    /// A value that had to become concrete.
    Value(Number),
    /// A value that had to become concrete: neither this one nor those excluded before.
    OtherThan(Number),
    /// The bounds of a value by the path condition: the least and the greatest.
    Between(u64, u64),
    /// Loop iterations were skipped, by the alternative with this number.
    Skip(u32),
    /// Not the alternative with this number, which another state takes: the path is where it was,
    /// and which of the others are feasible is not known yet.
    Except(u32),
    /// Nothing, because another state goes on from here: up to the next decision, this one makes the
    /// checks that the other one has put off.
    Checks,
}

/// A 128-bit number in two words. A `u128`, and thus each decision, would be aligned to 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Number([u64; 2]);

impl From<u128> for Number {
    fn from(number: u128) -> Self {
        Number([number as u64, (number >> 64) as u64])
    }
}

impl From<Number> for u128 {
    fn from(Number([low, high]): Number) -> Self {
        u128::from(low) | u128::from(high) << 64
    }
}

/// The bounds of a term on a path: a bit-vector, or a condition, where 0 is false and 1 is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// What is bounded.
    pub term: Term,
    /// The least number, unsigned.
    pub least: u64,
    /// The greatest.
    pub most: u64,
}

/// Lengths of strings, terms, with the numbers that they are on a path. Decisions made them known,
/// so a path that is executed again from its decisions has the same ones.
#[derive(Clone, Default)]
pub struct Lengths(Rc<FxHashMap<Term, usize>>);

impl Lengths {
    /// What a length is, if it is known.
    pub fn get(&self, length: Term) -> Option<usize> {
        self.0.get(&length).copied()
    }

    /// Adds a length.
    pub fn insert(&mut self, length: Term, units: usize) {
        Rc::make_mut(&mut self.0).insert(length, units);
    }

    /// The lengths that are the same on two paths.
    pub fn common(&self, other: &Lengths) -> Lengths {
        if self.is_same(other) {
            return self.clone();
        }
        let both = self.0.iter();
        let both = both.filter(|(length, units)| other.get(**length) == Some(**units));
        Lengths(Rc::new(
            both.map(|(length, units)| (*length, *units)).collect(),
        ))
    }

    /// Whether two are the same, at no cost: copies are.
    pub fn is_same(&self, other: &Lengths) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// An input that the path has read.
#[derive(Clone, Debug)]
pub struct InputRecord {
    /// Its name in the program.
    pub name: Rc<str>,
    /// Its symbols.
    pub content: InputContent,
}

/// The symbols of an input.
#[derive(Clone, Debug)]
pub enum InputContent {
    /// One scalar of this type.
    Scalar(Type, Term),
    /// A byte object: one term for each element.
    Object {
        /// What the elements are.
        element: Element,
        /// From the lowest address on.
        elements: Rc<[Term]>,
        /// The number of bytes, if it is symbolic.
        bytes: Option<Term>,
    },
    /// A string.
    Text(Rc<SymText>),
    /// The initial content of an object. Its words are the symbols of
    /// [`crate::memory::uninitialized_word`] for this origin.
    Uninitialized {
        /// The number of inputs before it.
        origin: usize,
        /// The element type.
        element: Element,
        /// Its size.
        bytes: Size,
    },
}

/// The state of one path.
#[derive(Clone)]
pub struct State {
    /// Its id in the exploration.
    pub id: StateId,
    /// The call stack, outermost first; never empty while the path runs.
    pub frames: Vec<Rc<Frame>>,
    /// The objects.
    pub heap: Heap,
    /// The path condition: `Bool` terms, with their origins.
    pub constraints: PathCondition,
    /// The path condition as one guard; kept only with decision diagrams, else true.
    pub guard: Term,
    /// Maximum number of program paths that this state stands for: see
    /// [`crate::outcome::MergeStats::represented`].
    pub paths: f64,
    /// A model of the path condition.
    pub model: Rc<CachedModel>,
    /// The inputs that the path has read.
    pub inputs: Trail<InputRecord>,
    /// Number of inputs already constrained when a parked state restarts.
    pub inputs_ahead: usize,
    /// The indeterminate symbols that the path has created.
    pub indeterminate: Trail<Symbol>,
    /// The decisions that lead here.
    pub decisions: Trail<Decision>,
    /// Bounds for the next instruction.
    pub bounds: SmallVec<[Bounds; 1]>,
    /// Lengths of strings by which the path was split.
    pub lengths: Lengths,
    /// Instructions executed on this path.
    pub instructions: u64,
    /// How many of them were begun only: something had to be decided, and they are executed again.
    pub interrupted: u64,
    /// Value of `instructions` when the path last forked or merged.
    pub alone_since: u64,
    /// Value of `instructions` when the path last executed something new.
    pub last_new_coverage: u64,
}

impl State {
    /// The state at the start of a program.
    pub fn new(program: &Program, pool: &mut Pool) -> State {
        let mut state = State {
            id: 0,
            frames: Vec::new(),
            heap: program.initial_heap(pool),
            constraints: PathCondition::default(),
            guard: Term::TRUE,
            paths: 1.0,
            model: Rc::new(CachedModel::new(Model::default())),
            inputs: Trail::default(),
            inputs_ahead: 0,
            indeterminate: Trail::default(),
            decisions: Trail::default(),
            bounds: SmallVec::new(),
            lengths: Lengths::default(),
            instructions: 0,
            interrupted: 0,
            alone_since: 0,
            last_new_coverage: 0,
        };
        state.frames.push(Rc::new(Frame::new(
            program,
            program.entry(),
            Vec::new(),
            None,
        )));
        state
    }

    /// Its program point; the program's start when it has ended.
    pub fn point(&self) -> ProgramPoint {
        let start = ProgramPoint {
            func: FuncId::new(0),
            block: BlockId::new(0),
            inst: 0,
        };
        self.frames.last().map_or(start, |frame| frame.point())
    }

    /// At most the bytes of all local objects.
    pub fn stack_room(&self) -> u64 {
        let frames = self.frames.iter().rev();
        let mut with_objects = frames.filter(|frame| !frame.stack_objects.is_empty());
        with_objects.next().map_or(0, |frame| frame.stack_room)
    }

    /// The innermost frame.
    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a running path has a frame")
    }

    /// The innermost frame, for writing.
    #[inline]
    pub fn top_mut(&mut self) -> &mut Frame {
        Rc::make_mut(self.frames.last_mut().expect("a running path has a frame"))
    }

    /// Records a decision before its consequences. `alternatives` is the number of alternatives.
    pub fn decide(&mut self, taken: Taken, alternatives: usize) {
        let decision = self.decision(taken, alternatives);
        match taken {
            Taken::Skip(_) => self.decisions.push_marked(decision),
            _ => self.decisions.push(decision),
        }
    }

    /// A decision that can be made here.
    pub fn decision(&self, taken: Taken, alternatives: usize) -> Decision {
        Decision {
            taken,
            point: self.point(),
            digest: self.digest(alternatives),
        }
    }

    /// The alternative that it does not take in the decision that is next, if it has been put off.
    pub fn excepted(&self) -> Option<u32> {
        match self.decisions.newest_first().next()?.taken {
            Taken::Except(number) => Some(number),
            _ => None,
        }
    }

    /// Whether only checks are left of it, up to the next decision.
    pub fn only_checks(&self) -> bool {
        let last = self.decisions.newest_first().next();
        last.is_some_and(|last| last.taken == Taken::Checks)
    }

    /// The number of alternatives, for decisions, where the path implies the only feasible one. It
    /// gets no condition, and re-execution, which asks no solver, must not add one: later operations
    /// may depend on it.
    pub fn alternatives_if_implied(alternatives: usize) -> usize {
        !alternatives
    }

    /// Whether loop iterations were skipped on the path since the last merge.
    pub fn has_skipped(&self) -> bool {
        self.decisions.is_marked()
    }

    /// A digest of the path so far, equal for paths with the same decisions, so that a re-executed
    /// path that diverges is detected.
    pub fn digest(&self, alternatives: usize) -> u32 {
        let mut hasher = FxHasher::default();
        self.instructions.hash(&mut hasher);
        let counts = [
            self.heap.len(),
            self.inputs.len(),
            self.indeterminate.len(),
            self.frames.len(),
            alternatives,
        ];
        counts.hash(&mut hasher);
        let hash = hasher.finish();
        (hash ^ (hash >> 32)) as u32
    }

    /// The difference between two states that should be equal, as a word: calls, objects with their
    /// addresses, inputs or decisions. Symbols of uninitialized memory that merging makes are new
    /// each time, so paths with such symbols are not compared by values.
    pub fn difference(&self, other: &State) -> Option<&'static str> {
        let symbols_differ = !self.indeterminate.is_empty();
        let same_frames = self.frames.len() == other.frames.len()
            && self.frames.iter().zip(&other.frames).all(|(a, b)| {
                (a.func, a.block, a.inst) == (b.func, b.block, b.inst)
                    && (symbols_differ || a.regs == b.regs && a.varargs == b.varargs)
                    && (&a.stack_objects, a.lasting) == (&b.stack_objects, b.lasting)
            });
        let ids = |state: &State| -> Vec<(ObjectId, u64)> {
            let base = |id| state.heap.layout().base(id);
            state.heap.objects().map(|(id, _)| (id, base(id))).collect()
        };
        match () {
            _ if !same_frames => Some("other calls"),
            _ if ids(self) != ids(other) => Some("other addresses"),
            _ if !symbols_differ && !self.heap.is_same(&other.heap) => Some("other objects"),
            _ if self.inputs.len() != other.inputs.len() => Some("other inputs"),
            _ if self.decisions.single_path() != other.decisions.single_path() => {
                Some("other decisions")
            }
            _ if self.instructions != other.instructions => Some("other instructions"),
            _ => None,
        }
    }

    /// The location of the next instruction.
    pub fn loc(&self, program: &Program) -> Option<LocId> {
        self.frames.last().and_then(|frame| frame.loc(program))
    }
}

impl Frame {
    /// Its program point.
    pub fn point(&self) -> ProgramPoint {
        ProgramPoint {
            func: self.func,
            block: self.block,
            inst: self.inst as u32,
        }
    }

    /// A frame at the start of its function; arguments beyond the parameters become the variable
    /// ones.
    pub fn new(
        program: &Program,
        func: FuncId,
        mut args: Vec<Value>,
        result: Option<Local>,
    ) -> Frame {
        let body = &program.module().funcs[func];
        let varargs = args.split_off(body.params.len().min(args.len())).into();
        let mut regs = Registers::new(body.locals.len());
        for (param, value) in body.params.iter().zip(args) {
            regs[param.index()] = value;
        }
        Frame {
            func,
            block: BlockId(0),
            inst: 0,
            regs,
            result,
            stack_objects: Vec::new(),
            lasting: program.lasting_objects(func),
            stack_room: 0,
            varargs,
            resumable: false,
            catches: false,
        }
    }

    /// The location of the next instruction.
    pub fn loc(&self, program: &Program) -> Option<LocId> {
        let block = &program.module().funcs[self.func].blocks[self.block];
        match block.insts.get(self.inst) {
            Some(inst) => inst.loc,
            None => block.loc,
        }
    }
}
