//! A state that waits, as what differs from a relative that is kept whole.
//!
//! Explorations of whole programs have hundreds of thousands of waiting states. Kept whole, each
//! has calls of its own (some hundred locals in each call that it has touched since it forked), a
//! model, and tables of objects. Most of that is what a relative has, too. So relatives share one
//! *base*, and a packed state has only the locals that are still read and differ, the objects that
//! were written or made since, and the values of the model that differ. Path conditions, decisions
//! and inputs are lists that share their beginnings anyway.
//!
//! Following the decisions from a state kept on the way would need even less memory. But the
//! searchers go back to a state of any age in two of three turns, and executing what lies between
//! costs as much as a turn; what is packed comes back in a few microseconds.

use crate::endless::user_location;
use crate::explore::{StateId, Waiting};
use crate::memory::HeapChanges;
use crate::merge::ExecutionPoints;
use crate::path::PathCondition;
use crate::program::Program;
use crate::state::{Bounds, Decision, Frame, InputRecord, State, Trail};
use crate::value::{ObjectId, Value};
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, FuncId, Local};
use sheaf_term::{CachedModel, ModelChanges, Symbol};
use smallvec::SmallVec;
use std::rc::Rc;

/// A state that is kept whole for those that are packed.
pub type Base = Rc<State>;

/// A state of one path, packed.
pub struct Packed {
    base: Base,
    constraints: PathCondition,
    decisions: Trail<Decision>,
    model: PackedModel,
    instructions: u64,
    alone_since: u64,
    last_new_coverage: u64,
    /// How many calls, from the outermost, are those of the base.
    shared_calls: u32,
    /// The others.
    calls: Box<[Call]>,
    /// The locals in which these differ from the calls of the base, one call after the other.
    locals: Box<[(Local, Value)]>,
    heap: Option<HeapChanges>,
    /// What is hardly ever different.
    rest: Option<Box<Rest>>,
}

enum PackedModel {
    Changes(ModelChanges),
    Whole(Rc<CachedModel>),
}

/// A call that differs from that of the base.
struct Call {
    block: BlockId,
    inst: u32,
    /// How many locals differ.
    locals: u32,
    /// The rest of it, unless that is as in the base.
    made: Option<Box<Made>>,
}

/// What does not change during a call, or seldom.
struct Made {
    func: FuncId,
    result: Option<Local>,
    stack_objects: Vec<ObjectId>,
    varargs: Rc<[Value]>,
    resumable: bool,
    catches: bool,
}

struct Rest {
    inputs: Trail<InputRecord>,
    indeterminate: Trail<Symbol>,
    bounds: SmallVec<[Bounds; 1]>,
}

/// The call of the base that a packed one is made of: one of the same function at the same depth.
fn call_of_base(base: &State, depth: usize, func: FuncId) -> Option<&Frame> {
    let frame = base.frames.get(depth)?;
    (frame.func == func).then_some(frame)
}

impl Packed {
    /// Packs a state that stands for one path. All that the base has done, the state has done, too,
    /// but for its last decision.
    pub fn new(
        state: &State,
        base: &Base,
        program: &Program,
        points: &mut ExecutionPoints,
    ) -> Packed {
        let pairs = state.frames.iter().zip(&base.frames);
        let shared = pairs.take_while(|(a, b)| Rc::ptr_eq(a, b)).count();
        let mut locals = Vec::new();
        let mut calls = Vec::with_capacity(state.frames.len() - shared);
        for (depth, frame) in state.frames.iter().enumerate().skip(shared) {
            let before = call_of_base(base, depth, frame.func);
            let start = locals.len();
            for local in points.live(program, frame).iter() {
                let value = &frame.regs[local.index()];
                let old =
                    before.map_or(&Value::Uninitialized, |before| &before.regs[local.index()]);
                if value != old {
                    locals.push((*local, value.clone()));
                }
            }
            let same = before.is_some_and(|before| is_same_call(frame, before));
            calls.push(Call {
                block: frame.block,
                inst: frame.inst as u32,
                locals: (locals.len() - start) as u32,
                made: (!same).then(|| Box::new(Made::new(frame))),
            });
        }
        let model = match state.model.model().changes_from(base.model.model()) {
            Some(changes) => PackedModel::Changes(changes),
            None => {
                state.model.forget();
                PackedModel::Whole(state.model.clone())
            }
        };
        let same_rest = state.inputs.len() == base.inputs.len()
            && state.indeterminate.len() == base.indeterminate.len()
            && state.bounds == base.bounds;
        Packed {
            base: base.clone(),
            model,
            instructions: state.instructions,
            alone_since: state.alone_since,
            last_new_coverage: state.last_new_coverage,
            shared_calls: shared as u32,
            calls: calls.into(),
            locals: locals.into(),
            heap: state.heap.changes_from(&base.heap),
            rest: (!same_rest).then(|| {
                Box::new(Rest {
                    inputs: state.inputs.clone(),
                    indeterminate: state.indeterminate.clone(),
                    bounds: state.bounds.clone(),
                })
            }),
            constraints: state.constraints.clone(),
            decisions: state.decisions.clone(),
        }
    }

    /// What it was packed by.
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// The state, under the number that it had.
    pub fn whole(&self, id: StateId, program: &Program) -> State {
        let base = &self.base;
        let shared = self.shared_calls as usize;
        let mut frames = Vec::with_capacity(shared + self.calls.len() + 1);
        frames.extend_from_slice(&base.frames[..shared]);
        let mut locals = &*self.locals;
        for call in &self.calls {
            let (own, others) = locals.split_at(call.locals as usize);
            frames.push(Rc::new(call.frame(base, frames.len(), own, program)));
            locals = others;
        }
        let model = match &self.model {
            PackedModel::Changes(changes) => {
                Rc::new(CachedModel::new(base.model.model().changed(changes)))
            }
            PackedModel::Whole(model) => model.clone(),
        };
        let heap = match &self.heap {
            Some(changes) => base.heap.changed(changes),
            None => base.heap.clone(),
        };
        let mut state = State {
            id,
            frames,
            heap,
            constraints: self.constraints.clone(),
            model,
            decisions: self.decisions.clone(),
            instructions: self.instructions,
            alone_since: self.alone_since,
            last_new_coverage: self.last_new_coverage,
            inputs: base.inputs.clone(),
            indeterminate: base.indeterminate.clone(),
            bounds: base.bounds.clone(),
            guard: base.guard,
            paths: base.paths,
            inputs_ahead: base.inputs_ahead,
        };
        if let Some(rest) = &self.rest {
            state.inputs = rest.inputs.clone();
            state.indeterminate = rest.indeterminate.clone();
            state.bounds = rest.bounds.clone();
        }
        state
    }

    /// About how many bytes it takes of its own, without what others may share.
    pub fn bytes(&self) -> usize {
        let calls = self.calls.iter().map(|call| match &call.made {
            Some(_) => size_of::<Call>() + size_of::<Made>(),
            None => size_of::<Call>(),
        });
        let model = match &self.model {
            PackedModel::Changes(changes) => changes.bytes(),
            PackedModel::Whole(model) => 16 * model.model().len(),
        };
        size_of::<Packed>()
            + calls.sum::<usize>()
            + size_of_val(&*self.locals)
            + self.heap.as_ref().map_or(0, HeapChanges::bytes)
            + model
    }

    /// What is known of the state as it is.
    pub fn waiting(&self, id: StateId, program: &Program) -> Waiting {
        let shared = self.base.frames[..self.shared_calls as usize].iter();
        let shared = shared.map(|frame| (frame.func, frame.block, frame.inst));
        let own = self.calls.iter().enumerate().map(|(position, call)| {
            let func = match &call.made {
                Some(made) => made.func,
                None => self.base.frames[self.shared_calls as usize + position].func,
            };
            (func, call.block, call.inst as usize)
        });
        let calls: SmallVec<[_; 8]> = shared.chain(own).collect();
        Waiting {
            id,
            instructions: self.instructions,
            alone_since: self.alone_since,
            location: user_location(program, calls.into_iter()),
        }
    }
}

fn is_same_call(frame: &Frame, other: &Frame) -> bool {
    frame.result == other.result
        && frame.stack_objects == other.stack_objects
        && Rc::ptr_eq(&frame.varargs, &other.varargs)
        && frame.resumable == other.resumable
}

impl Made {
    fn new(frame: &Frame) -> Made {
        Made {
            func: frame.func,
            result: frame.result,
            stack_objects: frame.stack_objects.clone(),
            varargs: frame.varargs.clone(),
            resumable: frame.resumable,
            catches: frame.catches,
        }
    }
}

impl Call {
    /// The call at a depth, with the locals that differ.
    fn frame(
        &self,
        base: &State,
        depth: usize,
        changes: &[(Local, Value)],
        program: &Program,
    ) -> Frame {
        let made = match &self.made {
            Some(made) => made,
            None => &Box::new(Made::new(&base.frames[depth])),
        };
        let mut regs = match call_of_base(base, depth, made.func) {
            Some(before) => before.regs.clone(),
            None => vec![Value::Uninitialized; program.module().funcs[made.func].locals.len()],
        };
        for (local, value) in changes {
            regs[local.index()] = value.clone();
        }
        Frame {
            func: made.func,
            block: self.block,
            inst: self.inst as usize,
            regs,
            result: made.result,
            stack_objects: made.stack_objects.clone(),
            varargs: made.varargs.clone(),
            resumable: made.resumable,
            catches: made.catches,
        }
    }
}
