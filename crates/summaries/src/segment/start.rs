//! States in which scalars are symbols.

use super::{Cell, Ends, Entry, PathSummary, Segments, Slot, Start, name_of};
use crate::memory::{Content, Heap, Object, Scalars, Unexplored};
use crate::path::{PathCondition, ProgramPoint};
use crate::state::{Frame, Lengths, State, Trail};
use crate::value::{ObjectId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::index::Idx;
use sheaf_ir::{Element, FuncId, Local, Type};
use sheaf_term::{CachedModel, Model, Pool, Sort, Symbol, Term};
use std::rc::Rc;

/// Marks positions of symbols that are not inputs; the rest of the position distinguishes them:
/// for registers, the call, the function and the local.
const REGISTER: usize = 1 << 63;
const CELL: usize = 3 << 62;

/// Bits of a call, and of a function and a local, in the position of a register.
const CALL_BITS: u32 = 14;
const PLACE_BITS: u32 = 24;

/// The number of bytes of a memory symbol if the element type does not determine it.
const WORD_BYTES: u32 = 8;

impl Segments<'_> {
    /// Prepares the execution of pieces from this point or state.
    pub fn start(&mut self, pool: &mut Pool, from: Entry<'_>) -> Start {
        let (state, from_state) = match from {
            Entry::State(state) => (state.clone(), true),
            Entry::Point(point) => (self.standing_at(pool, point), false),
        };
        let mut start = Start::of(state, from_state);
        self.free_registers(pool, &mut start);
        start.free_memory(pool, &self.constant);
        start
    }

    /// Prepares the execution of pieces that start at the end of a path from another start, in the
    /// same function; non-scalars are as the path leaves them. `None` if the path is not expressed,
    /// or a pointer in memory has changed.
    pub fn start_after(
        &mut self,
        pool: &mut Pool,
        start: &Start,
        path: &PathSummary,
    ) -> Option<Start> {
        let Ends::At(point) = path.ends else {
            return None;
        };
        let mut state = start.state.clone();
        let frame = state.top_mut();
        frame.block = point.block;
        frame.inst = point.inst as usize;
        for (slot, value) in &path.updates {
            match slot {
                Slot::Register { local, .. } => frame.regs[local.index()] = value.clone(),
                Slot::Memory(_) if value.fold(pool).is_some() => {}
                Slot::Memory(_) => return None,
            }
        }
        let mut next = Start::of(state, start.from_state);
        next.slots.clone_from(&start.slots);
        self.free_registers(pool, &mut next);
        path.is_exact().then_some(next)
    }

    /// A state at a program point, without further information.
    fn standing_at(&self, pool: &mut Pool, point: ProgramPoint) -> State {
        let mut state = State::new(self.program, pool);
        let mut frame = Frame::new(self.program, point.func, Vec::new(), None);
        frame.block = point.block;
        frame.inst = point.inst as usize;
        state.frames = vec![Rc::new(frame)];
        state
    }

    /// Replaces the scalars of live registers by symbols.
    fn free_registers(&mut self, pool: &mut Pool, start: &mut Start) {
        let ProgramPoint { func, block, inst } = start.point;
        let program = self.program;
        let body = &program.module().funcs[func];
        let structure = self.structure(func);
        let live = structure.liveness.live_before(body, block, inst as usize);
        for local in live {
            let sort = match start.from_state {
                true => {
                    let old = start.state.top().regs[local.index()].clone();
                    old.fold(pool).map(|term| pool.sort(term))
                }
                false => scalar_sort(&body.locals[local].ty),
            };
            start.free_register(pool, (0, 0), local, sort, &name_of(body, local));
        }
    }

    /// The symbol that stands for a local of scalar type in all segments.
    pub fn register_symbol(&self, pool: &mut Pool, func: FuncId, local: Local) -> Option<Term> {
        let body = &self.program.module().funcs[func];
        let sort = scalar_sort(&body.locals[local].ty)?;
        let name = name_of(body, local);
        Some(pool.input(&name, sort, position(0, func, local)))
    }
}

/// The position of the symbol of a register.
fn position(call: usize, func: FuncId, local: Local) -> usize {
    let (func, local) = (func.index(), local.index());
    debug_assert!(call >> CALL_BITS == 0 && (func | local) >> PLACE_BITS == 0);
    REGISTER | call << (2 * PLACE_BITS) | func << PLACE_BITS | local
}

/// The sort of a scalar type.
fn scalar_sort(ty: &Type) -> Option<Sort> {
    match ty {
        Type::Bool => Some(Sort::Bool),
        Type::Bits(width) => Some(Sort::Bits(*width)),
        Type::Float(kind) => Some(Sort::Bits(kind.width())),
        Type::Int => Some(Sort::Int),
        Type::Ptr | Type::Str | Type::Tuple(_) | Type::Any => None,
    }
}

impl Start {
    /// A state without its path and with its scalars.
    fn of(state: State, from_state: bool) -> Start {
        Start {
            point: state.point(),
            state: State {
                constraints: PathCondition::default(),
                guard: Term::TRUE,
                paths: 1.0,
                model: Rc::new(CachedModel::new(Model::default())),
                decisions: Trail::default(),
                bounds: Default::default(),
                lengths: Lengths::default(),
                instructions: 0,
                ..state
            },
            slots: FxHashMap::default(),
            kept: Vec::new(),
            from_state,
        }
    }

    /// A state in which the scalars of memory are symbols, and registers are unchanged.
    pub fn of_memory(pool: &mut Pool, state: &State) -> Start {
        let mut start = Start::of(state.clone(), true);
        start.free_memory(pool, &FxHashSet::default());
        start
    }

    /// Whether calls on so deep a stack have symbols of their own.
    pub fn distinguishes(calls: usize) -> bool {
        calls < 1 << CALL_BITS
    }

    /// Replaces a local by a symbol of this sort; one without a sort is kept. The call is given by
    /// its depth, as in [`Slot`], and by a number that tells its symbols from those of others.
    pub fn free_register(
        &mut self,
        pool: &mut Pool,
        (depth, call): (u32, usize),
        local: Local,
        sort: Option<Sort>,
        name: &str,
    ) {
        let outer = self.state.frames.len() - 1 - depth as usize;
        let slot = Slot::Register { depth, local };
        let frame = Rc::make_mut(&mut self.state.frames[outer]);
        let func = frame.func;
        let held = &mut frame.regs[local.index()];
        let Some(sort) = sort else {
            // Without a state, a path that reads it is not expressed.
            if self.from_state {
                self.kept.push((slot, held.clone()));
            }
            return;
        };
        let symbol = pool.input(name, sort, position(call, func, local));
        *held = Value::Term(symbol);
        self.note(pool, symbol, slot);
    }

    /// The symbols of registers with their slots, ascending.
    pub fn registers(&self) -> Vec<(Symbol, Slot)> {
        let slots = self.slots.iter().map(|(symbol, slot)| (*symbol, *slot));
        let registers = slots.filter(|(_, slot)| matches!(slot, Slot::Register { .. }));
        let mut registers: Vec<(Symbol, Slot)> = registers.collect();
        registers.sort_unstable();
        registers
    }

    /// Live registers that are not symbols, with their values.
    pub fn kept(&self) -> &[(Slot, Value)] {
        &self.kept
    }

    /// The initial state of pieces.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Its program point.
    pub fn point(&self) -> ProgramPoint {
        self.point
    }

    /// The symbol of a live register, if it has one.
    pub fn symbol(&self, local: Local) -> Option<Term> {
        match self.state.top().regs[local.index()] {
            Value::Term(term) => Some(term),
            _ => None,
        }
    }

    fn note(&mut self, pool: &Pool, symbol: Term, slot: Slot) {
        if let Some(symbol) = pool.as_symbol(symbol) {
            self.slots.insert(symbol, slot);
        }
    }

    /// Replaces the scalars of all objects that may change by symbols.
    fn free_memory(&mut self, pool: &mut Pool, constant: &FxHashSet<ObjectId>) {
        let heap = self.state.heap.clone();
        for (id, object) in heap.objects() {
            let is_constant = object.storage.is_read_only() || constant.contains(&id);
            if is_constant || !object.life.may_be_alive() {
                continue;
            }
            let content = match &object.content {
                Content::Bytes(_) => {
                    self.free_bytes(pool, &heap, id, object);
                    continue;
                }
                Content::Cells(cells) => {
                    let cells = cells.iter().enumerate();
                    let cells = cells.map(|(at, value)| self.free_cell(pool, id, at, value));
                    Content::Cells(cells.collect())
                }
                Content::Record(fields) => {
                    let fields = fields.iter().enumerate();
                    let fields = fields
                        .map(|(at, (name, value))| (*name, self.free_cell(pool, id, at, value)));
                    Content::Record(fields.collect())
                }
                // Tables stay unchanged: pieces that write to one are given up.
                Content::Table(_) | Content::External => continue,
            };
            self.state.heap.get_mut(id).content = content;
        }
    }

    /// A cell or field with a symbol instead of a scalar.
    fn free_cell(&mut self, pool: &mut Pool, object: ObjectId, at: usize, old: &Value) -> Value {
        let Some(term) = old.fold(pool) else {
            return old.clone();
        };
        let (name, sort) = (format!("cell:{}+{at}", object.0), pool.sort(term));
        let symbol = pool.input(&name, sort, CELL);
        let cell = Cell {
            object,
            offset: at as u64,
            parts: 1,
        };
        self.note(pool, symbol, Slot::Memory(cell));
        Value::Term(symbol)
    }

    /// Replaces the scalars of a byte object by symbols. If that is not possible, a path that
    /// accesses them is not expressed.
    fn free_bytes(&mut self, pool: &mut Pool, heap: &Heap, id: ObjectId, object: &Object) {
        let Content::Bytes(bytes) = &object.content else {
            return;
        };
        let layout = heap.layout();
        let word = match object.element {
            Element::Integer(word @ (2 | 4 | 8)) => word,
            _ => WORD_BYTES,
        };
        let mut scalars = Scalars::new(pool, layout);
        let fresh = bytes.with_fresh_scalars(&mut scalars, id, word);
        let all = 0..object.size.room() as usize;
        let target = self.state.heap.get_mut(id);
        let Some(fresh) = fresh else {
            let what = "memory whose values are not at known offsets";
            target.unexplored.push(unexplored(all, what));
            return;
        };
        if !self.from_state {
            let pointers = fresh.kept_in(all.clone());
            let hidden = pointers.unwrap_or_else(|| vec![(all, None)]).into_iter();
            let hidden = hidden.map(|(range, _)| unexplored(range, "a pointer in memory"));
            target.unexplored.extend(hidden);
        }
        target.content = Content::Bytes(fresh);
    }

    /// The slot of a symbol, if it was created for a segment.
    pub fn slot_of(&self, pool: &mut Pool, symbol: Symbol) -> Option<Slot> {
        if let Some(slot) = self.slots.get(&symbol) {
            return Some(*slot);
        }
        let (object, offset, bytes) = crate::memory::memory_part(pool, symbol)?;
        Some(Slot::Memory(Cell {
            object,
            offset: offset as u64,
            parts: bytes as u64,
        }))
    }
}

fn unexplored(range: std::ops::Range<usize>, what: &str) -> Unexplored {
    Unexplored {
        start: range.start as u64,
        end: range.end as u64,
        what: what.into(),
    }
}
