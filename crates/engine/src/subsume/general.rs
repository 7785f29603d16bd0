//! Generalized states, in which every live scalar is a symbol. Labels are computed on them.

use super::matching::Pairs;
use super::names;
use crate::memory::Content;
use crate::program::Program;
use crate::segment::{Cell, Shape, Start, held_in_memory, scalar_in_memory};
use crate::state::State;
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::{Cfg, Liveness};
use sheaf_ir::index::Idx;
use sheaf_ir::{FuncId, Local};
use sheaf_term::{Op, Pool, Sort, Symbol, Term};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Marks the positions of symbols that stand for registers, so that they differ from inputs. The
/// lower bits hold the depth of the call, the function and the local.
const REGISTER: usize = 1 << 63;
/// Numbers of calls on the stack, functions and locals that fit into a position.
const DEPTHS: usize = 1 << 14;
const FUNCS: usize = 1 << 20;
const LOCALS: usize = 1 << 28;

/// A register or a part of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Slot {
    /// A local of a call; the outermost call has depth 0.
    Register {
        /// The depth of the call.
        depth: u32,
        /// The local of that call.
        local: Local,
    },
    /// A part of memory.
    Memory(Cell),
}

impl Slot {
    /// The scalar in this slot of a state.
    pub fn scalar(self, pool: &mut Pool, state: &State) -> Option<Term> {
        match self {
            Slot::Register { depth, local } => {
                let frame = state.frames.get(depth as usize)?;
                frame.regs.get(local.index())?.fold(pool)
            }
            Slot::Memory(cell) => scalar_in_memory(pool, state, cell),
        }
    }

    /// Whether this slot of a state holds a scalar of this sort, fully initialized. Bytes have no
    /// sort.
    pub fn is_scalar(self, pool: &mut Pool, state: &State, sort: Option<Sort>) -> bool {
        if let Slot::Memory(cell) = self
            && let Some(object) = state.heap.find(cell.object)
            && let Content::Bytes(bytes) = &object.content
        {
            let mut range = cell.offset..cell.offset + cell.parts;
            return range.all(|offset| {
                let byte = Slot::Memory(Cell {
                    offset,
                    parts: 1,
                    ..cell
                });
                let at = offset as usize;
                at < bytes.len() && byte.is_written(pool, state, None)
            });
        }
        self.is_written(pool, state, sort)
    }

    /// Whether this slot holds a scalar that depends on uninitialized memory, such as a copy of it,
    /// or a partly initialized word.
    fn is_symbol_for_uninitialized(self, pool: &mut Pool, state: &State) -> bool {
        if let Slot::Memory(cell) = self
            && let Some(object) = state.heap.find(cell.object)
            && let Content::Bytes(bytes) = &object.content
        {
            let at = cell.offset as usize;
            return at < bytes.len()
                && bytes.is_scalar(pool, at)
                && !self.is_written(pool, state, None);
        }
        let term = self.scalar(pool, state);
        term.is_some_and(|term| pool.has_indeterminate(term))
    }

    fn is_written(self, pool: &mut Pool, state: &State, sort: Option<Sort>) -> bool {
        let term = self.scalar(pool, state);
        term.is_some_and(|term| {
            sort.is_none_or(|it| pool.sort(term) == it) && !pool.has_indeterminate(term)
        })
    }

    /// The value in this slot of `state`, in the form that can be compared with `expected`.
    pub fn held<'s>(self, state: &'s State, expected: &Value) -> Option<Cow<'s, Value>> {
        match self {
            Slot::Register { depth, local } => {
                let frame = state.frames.get(depth as usize)?;
                frame.regs.get(local.index()).map(Cow::Borrowed)
            }
            Slot::Memory(cell) => held_in_memory(state, cell, expected),
        }
    }
}

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
                    let depth = depth as u32;
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
    fn locals(&mut self, state: &State, depth: usize) -> Vec<Local> {
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

/// The constants that a term may be, sorted. Empty if it may be something else, or if there are too
/// many.
fn choices(pool: &Pool, term: Term) -> Vec<Term> {
    let (mut constants, mut pending) = (BTreeSet::new(), vec![term]);
    while let Some(term) = pending.pop() {
        if pool.as_constant(term).is_some() {
            constants.insert(term);
        } else if pool.op(term) == Op::Ite && constants.len() + pending.len() < MAX_CHOICES {
            pending.extend(&pool.args(term)[1..]);
        } else {
            return Vec::new();
        }
    }
    constants.into_iter().collect()
}

/// A generalized state: all scalars that may be read later are symbols.
pub struct General {
    /// The generalized state.
    pub state: State,
    /// The same state with only its memory generalized.
    start: Start,
    registers: FxHashMap<Symbol, Slot>,
    /// Live registers that hold non-scalar values.
    pub kept: Vec<(Slot, Value)>,
    /// Live registers that hold scalars, with the sorts of these.
    pub scalars: Vec<(Slot, Option<Sort>)>,
}

/// Maximum number of constants in a choice that is compared.
const MAX_CHOICES: usize = 16;

/// Maximum number of bytes that a label may depend on.
const MAX_BYTES: u64 = 1 << 12;

impl General {
    /// Generalizes a state; `None` if a call can be resumed from elsewhere, if there are too many
    /// calls, or if a local depends on uninitialized memory.
    pub fn new(pool: &mut Pool, live: &mut Live, state: &State) -> Option<General> {
        let resumable = state.frames.iter().any(|frame| frame.resumable);
        if resumable || state.frames.len() >= DEPTHS || state.inputs_ahead > 0 {
            return None;
        }
        let start = Start::of_memory(pool, state);
        let mut general = General {
            state: start.state().clone(),
            start,
            registers: FxHashMap::default(),
            kept: Vec::new(),
            scalars: Vec::new(),
        };
        for depth in 0..state.frames.len() {
            general.free_registers(pool, live, depth)?;
        }
        Some(general)
    }

    /// Replaces the live scalars of a call by symbols.
    fn free_registers(&mut self, pool: &mut Pool, live: &mut Live, depth: usize) -> Option<()> {
        let names = live.names(self.state.frames[depth].func);
        let prefix = names::prefix(live.program.module(), &self.state, depth);
        for local in live.locals(&self.state, depth) {
            let frame = &self.state.frames[depth];
            let func = frame.func;
            if func.index() >= FUNCS || local.index() >= LOCALS {
                return None;
            }
            let old = frame.regs[local.index()].clone();
            let slot = Slot::Register {
                depth: depth as u32,
                local,
            };
            let Some(term) = old.fold(pool) else {
                self.kept.push((slot, old));
                continue;
            };
            if pool.has_indeterminate(term) {
                return None;
            }
            let name = format!("{prefix}{}", names[local.index()]);
            let position = REGISTER | depth << 48 | func.index() << 28 | local.index();
            self.scalars.push((slot, Some(pool.sort(term))));
            let symbol = pool.input(&name, pool.sort(term), position);
            self.registers.insert(pool.as_symbol(symbol)?, slot);
            Rc::make_mut(&mut self.state.frames[depth]).regs[local.index()] = Value::Term(symbol);
        }
        Some(())
    }

    /// For each live register that held a constant: the equation, the symbol of the register, and
    /// its slot.
    pub fn constants(&self, pool: &mut Pool) -> Vec<(Term, Term, Slot)> {
        let mut registers: Vec<(Symbol, Slot)> = self
            .registers
            .iter()
            .map(|(symbol, slot)| (*symbol, *slot))
            .collect();
        registers.sort_unstable();
        let mut found = Vec::new();
        for (symbol, slot) in registers {
            let actual = slot.scalar(pool, self.start.state());
            if let Some(actual) = actual.filter(|actual| pool.as_constant(*actual).is_some()) {
                let symbol = pool.symbol_term(symbol);
                found.push((pool.eq(symbol, actual), symbol, slot));
            }
        }
        found
    }

    /// The slot of a symbol that generalization introduced.
    pub fn slot_of(&self, pool: &mut Pool, symbol: Symbol) -> Option<Slot> {
        if let Some(slot) = self.registers.get(&symbol) {
            return Some(*slot);
        }
        match self.start.slot_of(pool, symbol)? {
            crate::segment::Slot::Memory(cell) => Some(Slot::Memory(cell)),
            crate::segment::Slot::Register(_) => None,
        }
    }

    /// The state with generalized memory.
    pub fn start(&self) -> &Start {
        &self.start
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
            if total > MAX_BYTES {
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
            if !slot.is_scalar(pool, state, None) {
                // It depends on uninitialized memory, but was replaced by a symbol all the same.
                match slot.is_symbol_for_uninitialized(pool, state) {
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
}
