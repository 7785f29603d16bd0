//! Locations that hold values.

use crate::memory::{Content, Scalars};
use crate::state::State;
use crate::value::{ObjectId, Value};
use sheaf_ir::Local;
use sheaf_ir::index::Idx;
use sheaf_term::{Pool, Sort, SymbolKind, Term};
use std::borrow::Cow::{self, Borrowed, Owned};

/// A part of an object: bytes, cells or fields.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Where the part lies.
    pub object: ObjectId,
    /// The position of the first one.
    pub offset: u64,
    /// Their number.
    pub parts: u64,
}

/// A location that holds a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Slot {
    /// A local of a call.
    Register {
        /// Its depth on the stack, from the innermost call, which has 0.
        depth: u32,
        /// The local of that call.
        local: Local,
    },
    /// A part of memory.
    Memory(Cell),
}

/// What a table holds under a key, without its prototypes; [`Value::EMPTY`] for nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// Its table, which may have others under the same key in its prototypes.
    pub table: ObjectId,
    /// Any value but a tuple.
    pub key: Value,
    /// A union if paths differ in it.
    pub value: Value,
}

impl Member {
    /// Whether the table of a state holds this value.
    pub fn is_in(&self, pool: &mut Pool, state: &State) -> bool {
        let object = state.heap.find(self.table);
        match object.map(|object| &object.content) {
            Some(Content::Table(table)) => table.get(pool, &self.key) == self.value,
            _ => false,
        }
    }
}

impl Slot {
    /// A local of the innermost call.
    pub fn local(local: Local) -> Slot {
        Slot::Register { depth: 0, local }
    }

    /// The scalar in this slot of a state.
    pub fn scalar(self, pool: &mut Pool, state: &State) -> Option<Term> {
        let cell = match self {
            Slot::Register { depth, local } => return register(state, depth, local)?.fold(pool),
            Slot::Memory(cell) => cell,
        };
        match &state.heap.find(cell.object)?.content {
            Content::Bytes(_) => word(pool, state, cell),
            Content::Cells(cells) => cells.get(cell.offset as usize)?.fold(pool),
            Content::Record(fields) => fields.get(cell.offset as usize)?.1.fold(pool),
            Content::Table(_) | Content::External => None,
        }
    }

    /// The value in this slot of a state, in the form that can be compared with `expected`.
    pub fn held<'s>(self, state: &'s State, expected: &Value) -> Option<Cow<'s, Value>> {
        let cell = match self {
            Slot::Register { depth, local } => return register(state, depth, local).map(Borrowed),
            Slot::Memory(cell) => cell,
        };
        let at = cell.offset as usize;
        match &state.heap.find(cell.object)?.content {
            Content::Bytes(bytes) if matches!(expected, Value::Uninitialized) => bytes
                .has_uninitialized(at, 1)
                .then_some(Owned(Value::Uninitialized)),
            Content::Bytes(bytes) => bytes.value_at(at, cell.parts as usize).map(Borrowed),
            Content::Cells(cells) => cells.get(at).map(Borrowed),
            Content::Record(fields) => fields.get(at).map(|(_, value)| Borrowed(value)),
            Content::Table(_) | Content::External => None,
        }
    }
}

/// The local of the call at this depth.
fn register(state: &State, depth: u32, local: Local) -> Option<&Value> {
    let frame = state.frames.iter().rev().nth(depth as usize)?;
    frame.regs.get(local.index())
}

/// A word of memory. Bytes past the end of the object, and non-scalars, are indeterminate.
fn word(pool: &mut Pool, state: &State, cell: Cell) -> Option<Term> {
    let object = state.heap.find(cell.object)?;
    let Content::Bytes(bytes) = &object.content else {
        return None;
    };
    let layout = state.heap.layout();
    let scalars = &mut Scalars::new(pool, layout);
    let (start, end) = (cell.offset as usize, (cell.offset + cell.parts) as usize);
    let inside = end.min(bytes.len());
    let bytes = bytes.with_inputs(scalars, start..inside.max(start));
    let mut word: Option<Term> = None;
    for at in start..end {
        let byte = match at < inside && bytes.is_scalar(scalars.pool, at) {
            true => bytes.read(scalars, at, 1).fold(scalars.pool)?,
            false => {
                let (sort, kind) = (Sort::Bits(8), SymbolKind::Indeterminate(None));
                scalars.pool.symbol("unknown", sort, kind)
            }
        };
        word = Some(match word {
            Some(low) => scalars.pool.concat(byte, low),
            None => byte,
        });
    }
    word
}
