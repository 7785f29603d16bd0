//! Two states that stand at the same point as one state (thesis 4.3 and 5.4.3; Kuznetsov et al.
//! 2012; Sen et al., MultiSE).
//!
//! The states are different paths, so some condition holds on the one and not on the other. Every
//! value of the result is the first state's value where that condition holds, and the second's
//! where it does not: an if-then-else term where the sort allows, a guarded union otherwise. With
//! decision diagrams switched on concrete values stay apart, each under its guard: then values are
//! summaries. Locals that are not read any more are dropped rather than joined.

mod condition;
mod differences;
mod execution_point;
mod policy;
mod state_part;

pub use execution_point::{ControlPoint, ExecutionPoint, ExecutionPoints};
pub use policy::Policy;
pub use state_part::{SeparatingParts, signature};

use crate::memory::{Heap, Renaming, Width};
use crate::outcome::Refusal;
use crate::path::PathCondition;
use crate::program::Program;
use crate::registers::Registers;
use crate::state::{Frame, InputContent, InputRecord, State, Trail};
use crate::value::{ObjectId, Value, indeterminate};
use condition::Split;
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::index::Idx;
use sheaf_ir::{Local, Type};
use sheaf_term::{CachedModel, Pool, Symbol, Term};
use smallvec::SmallVec;
use std::rc::Rc;

/// How much joined values share.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sharing {
    /// Values of registers that differed and were joined.
    pub values: u64,
    /// Sum over them of the natural logarithm of the paths that the state stands for, at most, by
    /// the members of the value.
    pub log_paths: f64,
}

/// The state that stands for both.
///
/// # Errors
/// Why they stay two.
pub fn join(
    program: &Program,
    points: &mut ExecutionPoints,
    pool: &mut Pool,
    sharing: &mut Sharing,
    a: &State,
    b: &State,
) -> Result<State, Refusal> {
    let fit = |(a, b): (&Rc<Frame>, &Rc<Frame>)| a.varargs.len() == b.varargs.len();
    if a.frames.len() != b.frames.len() || !a.frames.iter().zip(&b.frames).all(fit) {
        return Err(Refusal::Shape);
    }
    let on_the_way_back = |state: &State| state.inputs.len() < state.inputs_ahead;
    // With an answer for the next instruction alone, which another state has not asked for.
    let within_instruction = |state: &State| !state.bounds.is_empty();
    if [a, b]
        .iter()
        .any(|state| on_the_way_back(state) || within_instruction(state))
    {
        return Err(Refusal::Shape);
    }
    let split = condition::split(pool, a, b).ok_or(Refusal::Value)?;
    let symbols_before = pool.symbol_count();
    let apart = of_different_frames(a, b);
    let (heap, renaming) = Heap::ite(pool, split.first, &a.heap, &b.heap, &apart);
    let paths = a.paths + b.paths;
    let mut joiner = Joiner {
        pool,
        sharing,
        width: a.heap.layout().width(),
        first: split.first,
        renaming,
        paths,
    };
    let mut frames = Vec::with_capacity(a.frames.len());
    for (x, y) in a.frames.iter().zip(&b.frames) {
        if Rc::ptr_eq(x, y) && !joiner.renames(y) {
            frames.push(x.clone());
            continue;
        }
        let live = points.live(program, if y.resumable { y } else { x });
        frames.push(Rc::new(joiner.frame(program, x, y, &live)));
    }
    let mut indeterminate = Trail::ite(split.first, &a.indeterminate, &b.indeterminate, |a, b| {
        a == b
    });
    for id in symbols_before..pool.symbol_count() {
        let symbol = Symbol::from_index(id);
        if pool.symbol_info(symbol).kind.is_indeterminate() {
            indeterminate.push(symbol);
        }
    }
    let Split {
        first,
        common,
        guard,
    } = split;
    debug_assert!(
        [a, b].iter().all(|it| holds(pool, &common, &it.model)),
        "a merged path leaves out one that it stands for"
    );
    Ok(State {
        id: a.id,
        frames,
        heap,
        constraints: common,
        guard,
        paths,
        model: a.model.clone(),
        inputs: Trail::ite(first, &a.inputs, &b.inputs, same_input),
        inputs_ahead: a.inputs_ahead.max(b.inputs_ahead),
        indeterminate,
        bounds: SmallVec::new(),
        lengths: a.lengths.common(&b.lengths),
        decisions: Trail::ite(first, &a.decisions, &b.decisions, |a, b| a == b),
        instructions: a.instructions.max(b.instructions),
        interrupted: a.interrupted.max(b.interrupted),
        alone_since: a.instructions.max(b.instructions),
        last_new_coverage: a.last_new_coverage.max(b.last_new_coverage),
    })
}

/// For an assertion: whether a model satisfies the last conditions of a path.
fn holds(pool: &Pool, path: &PathCondition, model: &CachedModel) -> bool {
    let mut conditions = path.newest_first().take(64);
    conditions.all(|entry| model.eval_bool(pool, entry.condition))
}

/// Ids of local variables that belong to one frame in one state and to another frame in the other.
/// They are two objects: each ends with its own frame.
fn of_different_frames(a: &State, b: &State) -> FxHashSet<ObjectId> {
    let frames = || {
        let pairs = a.frames.iter().zip(&b.frames).enumerate();
        pairs.filter(|(_, (x, y))| !Rc::ptr_eq(x, y))
    };
    let mut owners: FxHashMap<ObjectId, usize> = FxHashMap::default();
    for (number, (frame, _)) in frames() {
        owners.extend(frame.stack_objects.iter().map(|object| (*object, number)));
    }
    let mut apart = FxHashSet::default();
    for (number, (_, frame)) in frames() {
        let objects = frame.stack_objects.iter().copied();
        apart.extend(objects.filter(|it| owners.get(it).is_some_and(|owner| *owner != number)));
    }
    apart
}

fn same_input(a: &InputRecord, b: &InputRecord) -> bool {
    a.name == b.name
        && match (&a.content, &b.content) {
            (InputContent::Scalar(x, a), InputContent::Scalar(y, b)) => (x, a) == (y, b),
            (InputContent::Text(a), InputContent::Text(b)) => a == b,
            (
                InputContent::Object {
                    element: x,
                    elements: a,
                    bytes: m,
                },
                InputContent::Object {
                    element: y,
                    elements: b,
                    bytes: n,
                },
            ) => (x, a, m) == (y, b, n),
            (
                InputContent::Uninitialized {
                    origin: a,
                    element: x,
                    bytes: m,
                },
                InputContent::Uninitialized {
                    origin: b,
                    element: y,
                    bytes: n,
                },
            ) => (a, x, m) == (b, y, n),
            _ => false,
        }
}

/// Joins frames.
struct Joiner<'a> {
    pool: &'a mut Pool,
    sharing: &'a mut Sharing,
    width: Width,
    /// Where this holds, values are those of the first state.
    first: Term,
    /// The numbers that the second state's objects have now.
    renaming: Renaming,
    paths: f64,
}

impl Joiner<'_> {
    /// Whether a frame holds the id of an object that has another one in the result.
    fn renames(&self, frame: &Frame) -> bool {
        let mut values = frame.regs.iter().chain(frame.varargs.iter());
        values.any(|value| self.renaming.changes(value))
            || self.renaming.objects(&frame.stack_objects) != frame.stack_objects
    }

    fn frame(&mut self, program: &Program, a: &Frame, b: &Frame, live: &[Local]) -> Frame {
        let locals = &program.module().funcs[a.func].locals;
        let mut regs = Registers::new(a.regs.len());
        for local in live {
            let at = local.index();
            let other = self.renaming.value(&b.regs[at]);
            regs[at] = self.value(&a.regs[at], &other, &locals[*local].ty);
        }
        let varargs = a.varargs.iter().zip(b.varargs.iter());
        let varargs = varargs
            .map(|(a, b)| {
                let b = self.renaming.value(b);
                self.value(a, &b, &Type::Any)
            })
            .collect();
        let (stack_objects, lasting) = self.stack_objects(a, b);
        Frame {
            regs,
            varargs,
            stack_objects,
            lasting,
            stack_room: a.stack_room.max(b.stack_room),
            resumable: a.resumable || b.resumable,
            ..a.clone()
        }
    }

    /// The objects of both calls, and how many of them last as long as the call.
    fn stack_objects(&self, a: &Frame, b: &Frame) -> (Vec<ObjectId>, Option<usize>) {
        let others = self.renaming.objects(&b.stack_objects);
        let is_new = |object: &ObjectId| !a.stack_objects.contains(object);
        let first = |frame: &Frame, objects: &[ObjectId]| {
            frame.lasting.map_or(0, |it| it.min(objects.len()))
        };
        let (own, rest) = a.stack_objects.split_at(first(a, &a.stack_objects));
        let (lasting, other_rest) = others.split_at(first(b, &others));
        let mut objects = own.to_vec();
        objects.extend(lasting.iter().filter(|it| is_new(it)));
        let count = objects.len();
        objects.extend(rest);
        objects.extend(other_rest.iter().filter(|it| is_new(it)));
        (objects, a.lasting.map(|expected| expected.max(count)))
    }

    fn value(&mut self, a: &Value, b: &Value, ty: &Type) -> Value {
        if a == b {
            return a.clone();
        }
        let (a, b) = (self.defined(a, ty), self.defined(b, ty));
        let joined = Value::ite(self.pool, self.first, &a, &b);
        self.sharing.values += 1;
        self.sharing.log_paths += (self.paths / joined.members().count() as f64).ln();
        joined
    }

    /// A value that was never set, of a type with terms, as what reading it would give.
    fn defined(&mut self, value: &Value, ty: &Type) -> Value {
        match value {
            Value::Uninitialized => indeterminate(self.pool, self.width, ty),
            value => value.clone(),
        }
    }
}
