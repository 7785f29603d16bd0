//! The state of one path.
//!
//! Cloning a state is a fork: frames and objects are shared until one side writes to them. Nothing
//! in a state refers to another state.

use crate::explore::StateId;
use crate::memory::{Heap, Size};
use crate::path::{PathCondition, ProgramPoint};
use crate::program::Program;
use crate::value::{ObjectId, Value};
use rustc_hash::FxHasher;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Element, FuncId, LocId, Local, Type};
use sheaf_term::CachedModel;
use sheaf_term::{Model, Pool, Symbol, Term};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// One call on the stack.
#[derive(Clone)]
pub struct Frame {
    /// The function.
    pub func: FuncId,
    /// The block that it is in.
    pub block: BlockId,
    /// The next instruction of the block; as many as there are means the terminator.
    pub inst: usize,
    /// The values of its locals.
    pub regs: Vec<Value>,
    /// Where the caller wants the result.
    pub result: Option<Local>,
    /// Objects that die when it returns.
    pub stack_objects: Vec<ObjectId>,
    /// Arguments beyond the parameters.
    pub varargs: Rc<[Value]>,
    /// Whether a jump may come back to an earlier place in it, so that locals which the way on does
    /// not read are read again.
    pub resumable: bool,
    /// Whether its call catches what is thrown: see [`sheaf_ir::Call::catches`].
    pub catches: bool,
}

/// A decision at a point where a path could go on in several ways. The decisions of a path, in
/// order, lead back to its state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// What was decided.
    pub taken: Taken,
    /// Where.
    pub point: ProgramPoint,
    /// A digest of the state before: see [`State::digest`].
    pub digest: u32,
}

/// What was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// The alternative with this number, in the order in which the stepper lists them.
    Alternative(u32),
    /// A value that had to become concrete: this one.
    Value(Number),
    /// A value that had to become concrete: not this one, and none of those excluded before.
    OtherThan(Number),
    /// A value lies between these, as far as the path condition said: the least and the most.
    Between(u64, u64),
    /// What many rounds of a loop leave was put in, in the way of this number.
    Skip(u32),
}

/// A number of 128 bits in two words. A `u128` would be aligned to 16 bytes, and each decision with
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// Between which numbers a term, a bit-vector, lies on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The term.
    pub term: Term,
    /// The least number, unsigned.
    pub least: u64,
    /// The greatest.
    pub most: u64,
}

/// A list that shares its tail: decisions or inputs, newest first. Where paths have merged it has
/// one tail for each.
pub struct Trail<T>(Option<Rc<Link<T>>>);

enum Link<T> {
    /// One more item.
    Item { item: T, before: Trail<T>, len: u32 },
    /// The items of one path where the condition holds, and those of another where it does not.
    Fork {
        condition: Term,
        then: Trail<T>,
        otherwise: Trail<T>,
    },
}

impl<T> Clone for Trail<T> {
    fn clone(&self) -> Self {
        Trail(self.0.clone())
    }
}

impl<T> Default for Trail<T> {
    fn default() -> Self {
        Trail(None)
    }
}

impl<T> Trail<T> {
    /// Appends an item.
    pub fn push(&mut self, item: T) {
        let len = self.len() + 1;
        self.0 = Some(Rc::new(Link::Item {
            item,
            before: Trail(self.0.take()),
            len: len as u32,
        }));
    }

    /// The number of items on the longest of its paths.
    pub fn len(&self) -> usize {
        match self.0.as_deref() {
            None => 0,
            Some(Link::Item { len, .. }) => *len as usize,
            Some(Link::Fork {
                then, otherwise, ..
            }) => then.len().max(otherwise.len()),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The items since paths last merged, newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = &T> {
        let mut at = self.0.as_deref();
        std::iter::from_fn(move || match at {
            Some(Link::Item { item, before, .. }) => {
                at = before.0.as_deref();
                Some(item)
            }
            _ => None,
        })
    }

    /// The items of the path on which the conditions are as `holds` says, oldest first.
    pub fn path(&self, mut holds: impl FnMut(Term) -> bool) -> Vec<&T> {
        let mut items = Vec::with_capacity(self.len());
        let mut at = self.0.as_deref();
        while let Some(link) = at {
            let next = match link {
                Link::Item { item, before, .. } => {
                    items.push(item);
                    before
                }
                Link::Fork {
                    condition, then, ..
                } if holds(*condition) => then,
                Link::Fork { otherwise, .. } => otherwise,
            };
            at = next.0.as_deref();
        }
        items.reverse();
        items
    }

    /// The items, oldest first, unless paths have merged.
    pub fn single_path(&self) -> Option<Vec<&T>> {
        let mut merged = false;
        let items = self.path(|_| {
            merged = true;
            true
        });
        (!merged).then_some(items)
    }

    /// The trail that is `then` where the condition holds and `otherwise` where it does not. `same`
    /// compares items.
    pub fn ite(
        condition: Term,
        then: &Self,
        otherwise: &Self,
        same: impl Fn(&T, &T) -> bool,
    ) -> Self {
        if then.equals(otherwise, same) {
            return then.clone();
        }
        Trail(Some(Rc::new(Link::Fork {
            condition,
            then: then.clone(),
            otherwise: otherwise.clone(),
        })))
    }

    /// Whether two trails have equal items up to where they share the rest.
    fn equals(&self, other: &Self, same: impl Fn(&T, &T) -> bool) -> bool {
        let (mut ours, mut theirs) = (self, other);
        loop {
            match (&ours.0, &theirs.0) {
                (None, None) => return true,
                (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return true,
                (Some(a), Some(b)) => match (&**a, &**b) {
                    (
                        Link::Item {
                            item: a, before: c, ..
                        },
                        Link::Item {
                            item: b, before: d, ..
                        },
                    ) if same(a, b) => (ours, theirs) = (c, d),
                    _ => return false,
                },
                _ => return false,
            }
        }
    }
}

impl<T> Drop for Trail<T> {
    /// Frees a long list without recursion.
    fn drop(&mut self) {
        let mut links: Vec<Rc<Link<T>>> = self.0.take().into_iter().collect();
        while let Some(link) = links.pop() {
            match Rc::into_inner(link) {
                Some(Link::Item { mut before, .. }) => links.extend(before.0.take()),
                Some(Link::Fork {
                    mut then,
                    mut otherwise,
                    ..
                }) => links.extend(then.0.take().into_iter().chain(otherwise.0.take())),
                None => {}
            }
        }
    }
}

/// An input that the path has asked for.
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
    /// A byte object: one term of all its bits for each element.
    Object {
        /// What the elements are.
        element: Element,
        /// The elements.
        elements: Rc<[Term]>,
        /// How many bytes of them there are, where that is symbolic.
        bytes: Option<Term>,
    },
    /// What an object holds before it is written. Its words are the symbols of
    /// [`crate::memory::uninitialized_word`] for this origin.
    Uninitialized {
        /// The number of inputs before it.
        origin: usize,
        /// What its elements are.
        element: Element,
        /// Its size.
        bytes: Size,
    },
}

/// The state of one path.
#[derive(Clone)]
pub struct State {
    /// Its number in the exploration.
    pub id: StateId,
    /// The call stack, outermost first; never empty while the path runs.
    pub frames: Vec<Rc<Frame>>,
    /// The objects.
    pub heap: Heap,
    /// The path condition: `Bool` terms, with what each came from.
    pub constraints: PathCondition,
    /// The path condition as one guard; kept only with decision diagrams, else true.
    pub guard: Term,
    /// Program paths that this state stands for, at most: see
    /// [`crate::outcome::MergeStats::represented`].
    pub paths: f64,
    /// A model of the path condition.
    pub model: Rc<CachedModel>,
    /// The inputs that the path has asked for.
    pub inputs: Trail<InputRecord>,
    /// How many inputs the path condition is about, where it was there before they were asked for.
    pub inputs_ahead: usize,
    /// The indeterminate symbols that the path has made.
    pub indeterminate: Trail<Symbol>,
    /// The decisions that lead here.
    pub decisions: Trail<Decision>,
    /// Bounds that the next instruction has asked for.
    pub bounds: SmallVec<[Bounds; 1]>,
    /// Instructions executed on this path.
    pub instructions: u64,
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
            instructions: 0,
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

    /// The program point that it stands at; the first of all when it has ended.
    pub fn point(&self) -> ProgramPoint {
        let start = ProgramPoint {
            func: FuncId::new(0),
            block: BlockId::new(0),
            inst: 0,
        };
        self.frames.last().map_or(start, |frame| frame.point())
    }

    /// The innermost call.
    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a running path has a frame")
    }

    /// The innermost call, for writing.
    #[inline]
    pub fn top_mut(&mut self) -> &mut Frame {
        Rc::make_mut(self.frames.last_mut().expect("a running path has a frame"))
    }

    /// Notes what was decided before anything follows from it. `alternatives` is how many ways to
    /// go on there were.
    pub fn decide(&mut self, taken: Taken, alternatives: usize) {
        self.decisions.push(Decision {
            taken,
            point: self.point(),
            digest: self.digest(alternatives),
        });
    }

    /// Whether rounds of loops were skipped on the path since paths last merged.
    pub fn has_skipped(&self) -> bool {
        let mut decisions = self.decisions.newest_first();
        decisions.any(|decision| matches!(decision.taken, Taken::Skip(_)))
    }

    /// A digest of what the path did so far: paths that were led by the same decisions have the
    /// same, so that a path that is followed again and comes somewhere else is noticed.
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

    /// What differs in two states that should be the same, in a word: calls, objects with their
    /// addresses, inputs or decisions. What uninitialized memory holds has symbols that are made
    /// anew each time; where a path has such, its values are not compared.
    pub fn difference(&self, other: &State) -> Option<&'static str> {
        let symbols_differ = !self.indeterminate.is_empty();
        let same_frames = self.frames.len() == other.frames.len()
            && self.frames.iter().zip(&other.frames).all(|(a, b)| {
                (a.func, a.block, a.inst) == (b.func, b.block, b.inst)
                    && (symbols_differ || a.regs == b.regs && a.varargs == b.varargs)
                    && a.stack_objects == b.stack_objects
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

    /// The place of the next instruction.
    pub fn loc(&self, program: &Program) -> Option<LocId> {
        self.frames.last().and_then(|frame| frame.loc(program))
    }
}

impl Frame {
    /// The program point that it stands at.
    pub fn point(&self) -> ProgramPoint {
        ProgramPoint {
            func: self.func,
            block: self.block,
            inst: self.inst as u32,
        }
    }

    /// A call that is about to start; arguments beyond the parameters become the variable ones.
    pub fn new(
        program: &Program,
        func: FuncId,
        mut args: Vec<Value>,
        result: Option<Local>,
    ) -> Frame {
        let body = &program.module().funcs[func];
        let varargs = args.split_off(body.params.len().min(args.len())).into();
        let mut regs = vec![Value::Uninitialized; body.locals.len()];
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
            varargs,
            resumable: false,
            catches: false,
        }
    }

    /// The place of the next instruction.
    pub fn loc(&self, program: &Program) -> Option<LocId> {
        let block = &program.module().funcs[self.func].blocks[self.block];
        match block.insts.get(self.inst) {
            Some(inst) => inst.loc,
            None => block.loc,
        }
    }
}
