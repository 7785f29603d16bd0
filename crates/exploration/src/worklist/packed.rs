//! Packed states: a waiting state as its differences from a similar state that is kept whole.
//!
//! Explorations of whole programs have hundreds of thousands of waiting states. Kept whole, each
//! has frames (some hundred locals in each frame that changed since the fork), a model, and tables
//! of objects. Most of that is equal in related states. So related states share one *base*, and a
//! packed state has only the live locals that differ, the objects that were written or allocated
//! since, and the values of the model that differ. Path conditions, decisions and inputs are lists
//! that share their prefixes anyway.
//!
//! Re-executing decisions from a kept ancestor would need even less memory. But searchers return to
//! states of any age in two of three turns, and executing the part in between costs as much as a
//! turn; unpacking takes a few microseconds.

use crate::endless::user_location;
use crate::memory::HeapChanges;
use crate::merge::ExecutionPoints;
use crate::path::PathCondition;
use crate::program::Program;
use crate::registers::Registers;
use crate::state::{Bounds, Decision, Frame, InputRecord, Lengths, State, Trail};
use crate::value::{ObjectId, Value};
use crate::{StateId, Waiting};
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, FuncId, Local};
use sheaf_term::{CachedModel, ModelChanges, Symbol};
use smallvec::SmallVec;
use std::rc::Rc;

/// The whole state that packed ones refer to.
pub type Base = Rc<State>;

/// A packed state of one path.
pub struct Packed {
    base: Base,
    constraints: PathCondition,
    decisions: Trail<Decision>,
    model: PackedModel,
    instructions: u64,
    interrupted: u64,
    alone_since: u64,
    last_new_coverage: u64,
    /// The number of frames, from the outermost, shared with the base.
    shared_calls: u32,
    /// The other frames.
    calls: Box<[Call]>,
    /// The locals in which these differ from the frames of the base, frame by frame.
    locals: Box<[(Local, Value)]>,
    heap: Option<HeapChanges>,
    /// Rarely needed parts.
    rest: Option<Box<Rest>>,
}

enum PackedModel {
    Changes(ModelChanges),
    Whole(Rc<CachedModel>),
}

/// A frame that differs from that of the base.
struct Call {
    block: BlockId,
    inst: u32,
    /// The number of locals that differ.
    locals: u32,
    /// The rest of the frame, unless it equals the base's.
    made: Option<Box<Made>>,
}

/// The parts of a frame that rarely change.
struct Made {
    func: FuncId,
    result: Option<Local>,
    stack_objects: Vec<ObjectId>,
    lasting: Option<usize>,
    stack_room: u64,
    varargs: Rc<[Value]>,
    resumable: bool,
    catches: bool,
}

struct Rest {
    inputs: Trail<InputRecord>,
    indeterminate: Trail<Symbol>,
    bounds: SmallVec<[Bounds; 1]>,
    lengths: Lengths,
}

/// The frame of the base for a packed one: the frame of the same function at the same depth.
fn call_of_base(base: &State, depth: usize, func: FuncId) -> Option<&Frame> {
    let frame = base.frames.get(depth)?;
    (frame.func == func).then_some(frame)
}

impl Packed {
    /// Packs a state of one path. The state extends the path of the base, except for the base's
    /// last decision.
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
            && state.bounds == base.bounds
            && state.lengths.is_same(&base.lengths);
        Packed {
            base: base.clone(),
            model,
            instructions: state.instructions,
            interrupted: state.interrupted,
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
                    lengths: state.lengths.clone(),
                })
            }),
            constraints: state.constraints.clone(),
            decisions: state.decisions.clone(),
        }
    }

    /// Its decisions, unless it restarted from a path condition.
    pub fn decisions(&self) -> Option<&Trail<Decision>> {
        (self.base.inputs_ahead == 0).then_some(&self.decisions)
    }

    /// Its path condition and its inputs.
    pub fn condition(&self) -> (&PathCondition, &Trail<InputRecord>) {
        let inputs = self
            .rest
            .as_ref()
            .map_or(&self.base.inputs, |rest| &rest.inputs);
        (&self.constraints, inputs)
    }

    pub fn base(&self) -> &Base {
        &self.base
    }

    /// Unpacks the state, with its old id.
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
            interrupted: self.interrupted,
            alone_since: self.alone_since,
            last_new_coverage: self.last_new_coverage,
            inputs: base.inputs.clone(),
            indeterminate: base.indeterminate.clone(),
            bounds: base.bounds.clone(),
            lengths: base.lengths.clone(),
            guard: base.guard,
            paths: base.paths,
            inputs_ahead: base.inputs_ahead,
        };
        if let Some(rest) = &self.rest {
            state.inputs = rest.inputs.clone();
            state.indeterminate = rest.indeterminate.clone();
            state.bounds = rest.bounds.clone();
            state.lengths = rest.lengths.clone();
        }
        state
    }

    /// Approximate size in bytes, without shared parts.
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

    /// Its properties.
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
        && frame.lasting == other.lasting
        && frame.stack_room == other.stack_room
        && Rc::ptr_eq(&frame.varargs, &other.varargs)
        && frame.resumable == other.resumable
        && frame.catches == other.catches
}

impl Made {
    fn new(frame: &Frame) -> Made {
        Made {
            func: frame.func,
            result: frame.result,
            stack_objects: frame.stack_objects.clone(),
            lasting: frame.lasting,
            stack_room: frame.stack_room,
            varargs: frame.varargs.clone(),
            resumable: frame.resumable,
            catches: frame.catches,
        }
    }
}

impl Call {
    /// The frame at a depth, with the locals that differ.
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
            None => Registers::new(program.module().funcs[made.func].locals.len()),
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
            lasting: made.lasting,
            stack_room: made.stack_room,
            varargs: made.varargs.clone(),
            resumable: made.resumable,
            catches: made.catches,
        }
    }
}
