//! Generalized states, in which every live scalar is a symbol. Labels are computed on them.

use super::matching::Pairs;
use super::names;
use crate::loops::guess::choices;
use crate::memory::Content;
use crate::program::Program;
use crate::segment::{Cell, Shape, Slot, Start};
use crate::state::State;
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::{Cfg, Liveness};
use sheaf_ir::index::Idx;
use sheaf_ir::{FuncId, Local};
use sheaf_term::{Pool, Sort};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Live locals and their names, by function. Both are computed on demand.
pub struct Live<'p> {
    program: &'p Program,
    functions: FxHashMap<FuncId, Rc<Liveness>>,
    names: FxHashMap<FuncId, Rc<[String]>>,
}

impl<'p> Live<'p> {
    /// An empty cache for a program.
    pub fn new(program: &'p Program) -> Self {
        Live {
            program,
            functions: FxHashMap::default(),
            names: FxHashMap::default(),
        }
    }

    /// Whether two states at one program point look alike: each live local has the same constant in
    /// both or is symbolic in both, and if it is a choice between constants, the constants are the
    /// same. Pointers are the same if one of the objects may stand for the other.
    pub fn are_alike(&mut self, pool: &Pool, a: &State, b: &State) -> bool {
        self.differing(pool, a, b).is_empty()
    }

    /// The live locals in which two states at one program point differ, in the sense of
    /// [`Live::are_alike`].
    pub fn differing(&mut self, pool: &Pool, a: &State, b: &State) -> Vec<Slot> {
        let mut differing = Vec::new();
        let mut pairs = Pairs::default();
        for depth in 0..a.frames.len() {
            for local in self.locals(a, depth) {
                let [x, y] = [a, b].map(|it| &it.frames[depth].regs[local.index()]);
                let alike = match (x, y) {
                    (Value::Term(x), Value::Term(y)) => choices(pool, *x) == choices(pool, *y),
                    (x, y) if x.is_symbolic() && y.is_symbolic() || x == y => true,
                    (x, y) => match (anonymous(a, x), anonymous(b, y)) {
                        (Some(x), Some(y)) => pairs.add(x, y),
                        _ => false,
                    },
                };
                if !alike {
                    let depth = from_innermost(a, depth);
                    differing.push(Slot::Register { depth, local });
                }
            }
        }
        differing
    }

    /// The names of a function's locals.
    fn names(&mut self, func: FuncId) -> Rc<[String]> {
        let module = self.program.module();
        let names = self.names.entry(func);
        names
            .or_insert_with(|| names::of_locals(module, func).into())
            .clone()
    }

    /// The locals of a call that are read later. For a caller, the awaited result of the call is
    /// not one of them.
    pub fn locals(&mut self, state: &State, depth: usize) -> Vec<Local> {
        let frame = &state.frames[depth];
        let body = &self.program.module().funcs[frame.func];
        let liveness = self
            .functions
            .entry(frame.func)
            .or_insert_with(|| Rc::new(Liveness::new(body, &Cfg::new(body))));
        let awaited = state.frames.get(depth + 1).and_then(|callee| callee.result);
        let mut live = liveness.live_before(body, frame.block, frame.inst);
        live.retain(|local| Some(*local) != awaited);
        live
    }
}

/// The object that a pointer leads to, if another one may stand for it.
fn anonymous(state: &State, value: &Value) -> Option<ObjectId> {
    let Value::Ptr { object, .. } = *value else {
        return None;
    };
    let shape = Shape::of(&state.heap, object)?;
    shape.is_anonymous().then_some(object)
}

sheaf_tuning::constants! {
    /// Maximum number of bytes that a label may depend on.
    MAX_BYTES: u64 = 1 << 12, 1 => 1 << 16, "bytes";
}

/// The start of all states like this one: the live scalars of all calls and those of memory are
/// symbols. `None` if a call can be resumed from elsewhere, if there are too many calls, or if a
/// local depends on uninitialized memory.
pub fn generalized(pool: &mut Pool, live: &mut Live, state: &State) -> Option<Start> {
    let resumable = state.frames.iter().any(|frame| frame.resumable);
    if resumable || !Start::distinguishes(state.frames.len()) || state.inputs_ahead > 0 {
        return None;
    }
    let mut start = Start::of_memory(pool, state);
    for (number, frame) in state.frames.iter().enumerate() {
        let names = live.names(frame.func);
        let prefix = names::prefix(live.program.module(), state, number);
        let call = (from_innermost(state, number), number);
        for local in live.locals(state, number) {
            let old = frame.regs[local.index()].fold(pool);
            if old.is_some_and(|term| pool.has_indeterminate(term)) {
                return None;
            }
            let sort = old.map(|term| pool.sort(term));
            let name = format!("{prefix}{}", names[local.index()]);
            start.free_register(pool, call, local, sort, &name);
        }
    }
    Some(start)
}

/// The depth of a call as in [`Slot`], of which there is this number of outer ones.
fn from_innermost(state: &State, outer: usize) -> u32 {
    (state.frames.len() - 1 - outer) as u32
}

/// Whether a slot of a state holds a scalar of this sort, fully initialized. Bytes have no sort.
pub fn is_scalar(slot: Slot, pool: &mut Pool, state: &State, sort: Option<Sort>) -> bool {
    if let Slot::Memory(cell) = slot
        && let Some(object) = state.heap.find(cell.object)
        && let Content::Bytes(bytes) = &object.content
    {
        let mut range = cell.offset..cell.offset + cell.parts;
        return range.all(|offset| {
            let parts = 1;
            let byte = Cell {
                offset,
                parts,
                ..cell
            };
            (offset as usize) < bytes.len() && is_written(Slot::Memory(byte), pool, state, None)
        });
    }
    is_written(slot, pool, state, sort)
}

/// Whether a slot holds a scalar that depends on uninitialized memory, such as a copy of it, or a
/// partly initialized word.
fn is_symbol_for_uninitialized(slot: Slot, pool: &mut Pool, state: &State) -> bool {
    if let Slot::Memory(cell) = slot
        && let Some(object) = state.heap.find(cell.object)
        && let Content::Bytes(bytes) = &object.content
    {
        let at = cell.offset as usize;
        let is_scalar = at < bytes.len() && bytes.is_scalar(pool, at);
        return is_scalar && !is_written(slot, pool, state, None);
    }
    let term = slot.scalar(pool, state);
    term.is_some_and(|term| pool.has_indeterminate(term))
}

fn is_written(slot: Slot, pool: &mut Pool, state: &State, sort: Option<Sort>) -> bool {
    let term = slot.scalar(pool, state);
    term.is_some_and(|term| {
        sort.is_none_or(|it| pool.sort(term) == it) && !pool.has_indeterminate(term)
    })
}

/// The slots in these parts of memory that hold scalars, with their sorts; `None` if there are
/// too many, or if one depends on uninitialized memory.
pub fn scalars_in(
    pool: &mut Pool,
    state: &State,
    cells: &[Cell],
) -> Option<Vec<(Slot, Option<Sort>)>> {
    let parts: BTreeSet<(ObjectId, u64)> = {
        let total: u64 = cells.iter().map(|cell| cell.parts).sum();
        if total > MAX_BYTES.get() {
            return None;
        }
        let each = |cell: &Cell| {
            let object = cell.object;
            (cell.offset..cell.offset + cell.parts).map(move |at| (object, at))
        };
        cells.iter().flat_map(each).collect()
    };
    let mut scalars: Vec<(Slot, Option<Sort>)> = Vec::new();
    for (object, offset) in parts {
        let cell = Cell {
            object,
            offset,
            parts: 1,
        };
        let slot = Slot::Memory(cell);
        if !is_scalar(slot, pool, state, None) {
            // It depends on uninitialized memory, but was replaced by a symbol all the same.
            match is_symbol_for_uninitialized(slot, pool, state) {
                true => return None,
                false => continue,
            }
        }
        let is_bytes = matches!(state.heap.get(object).content, Content::Bytes(_));
        match scalars.last_mut() {
            Some((Slot::Memory(last), None))
                if is_bytes && last.object == object && last.offset + last.parts == offset =>
            {
                last.parts += 1;
            }
            _ if is_bytes => scalars.push((slot, None)),
            _ => {
                let sort = slot.scalar(pool, state).map(|term| pool.sort(term));
                scalars.push((slot, sort));
            }
        }
    }
    Some(scalars)
}
