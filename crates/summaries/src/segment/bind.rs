//! The values of a segment's symbols in a state.

use super::{Cell, PathSummary, Shape, Slot};
use crate::memory::{Content, Scalars};
use crate::state::State;
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_term::{Pool, Sort, SymbolKind, Term, TermMap};
use std::borrow::Cow::{self, Borrowed, Owned};

impl PathSummary {
    /// The substitution of the symbols for a state at the start of the segment; `None` if the path
    /// does not apply to the state, because it differs in [`PathSummary::kept`], in its objects, or
    /// in the sorts of its scalars. Non-scalars become indeterminate: a term with such a symbol
    /// after the substitution is meaningless.
    pub fn bind(&self, pool: &mut Pool, state: &State) -> Option<TermMap> {
        agrees(state, &self.objects, &self.kept)?;
        let symbols = self.symbols.iter().copied();
        terms_of(pool, state, symbols)
    }
}

/// Checks that a state has these objects and holds these values; `None` if not.
pub fn agrees(state: &State, objects: &[Shape], kept: &[(Slot, Value)]) -> Option<()> {
    for shape in objects {
        if Shape::of(&state.heap, shape.object).as_ref() != Some(shape) {
            return None;
        }
    }
    for (slot, value) in kept {
        if *held(state, *slot, value)? != *value {
            return None;
        }
    }
    Some(())
}

/// The terms of slots' symbols in a state; `None` if a slot has no scalar, or one of another sort.
pub fn terms_of(
    pool: &mut Pool,
    state: &State,
    symbols: impl Iterator<Item = (Term, Slot)>,
) -> Option<TermMap> {
    let mut map = TermMap::default();
    for (symbol, slot) in symbols {
        let term = scalar(pool, state, slot)?;
        if pool.sort(term) != pool.sort(symbol) {
            return None;
        }
        map.insert(symbol, term);
    }
    Some(map)
}

/// The current value of a slot that held `expected` when the segment was made.
fn held<'s>(state: &'s State, slot: Slot, expected: &Value) -> Option<Cow<'s, Value>> {
    match slot {
        Slot::Register(local) => state.top().regs.get(local.index()).map(Borrowed),
        Slot::Memory(cell) => held_in_memory(state, cell, expected),
    }
}

/// The current value of a part of memory that held this when the segment was made.
pub fn held_in_memory<'s>(
    state: &'s State,
    cell: Cell,
    expected: &Value,
) -> Option<Cow<'s, Value>> {
    let object = state.heap.find(cell.object)?;
    let at = cell.offset as usize;
    match &object.content {
        Content::Bytes(bytes) if matches!(expected, Value::Uninitialized) => bytes
            .has_uninitialized(at, 1)
            .then_some(Owned(Value::Uninitialized)),
        Content::Bytes(bytes) => bytes.value_at(at, cell.parts as usize).map(Borrowed),
        Content::Cells(cells) => cells.get(at).map(Borrowed),
        Content::Record(fields) => fields.get(at).map(|(_, value)| Borrowed(value)),
        Content::Table(_) | Content::External => None,
    }
}

/// The scalar in a slot.
fn scalar(pool: &mut Pool, state: &State, slot: Slot) -> Option<Term> {
    match slot {
        Slot::Register(local) => state.top().regs.get(local.index())?.fold(pool),
        Slot::Memory(cell) => scalar_in_memory(pool, state, cell),
    }
}

/// The scalar in a part of memory.
pub fn scalar_in_memory(pool: &mut Pool, state: &State, cell: Cell) -> Option<Term> {
    match &state.heap.find(cell.object)?.content {
        Content::Bytes(_) => word(pool, state, cell),
        Content::Cells(cells) => cells.get(cell.offset as usize)?.fold(pool),
        Content::Record(fields) => fields.get(cell.offset as usize)?.1.fold(pool),
        Content::Table(_) | Content::External => None,
    }
}

/// A word of memory. Bytes past the end of the object, and non-scalars, are indeterminate.
fn word(pool: &mut Pool, state: &State, cell: Cell) -> Option<Term> {
    let object = state.heap.find(cell.object)?;
    let Content::Bytes(bytes) = &object.content else {
        return None;
    };
    let layout = state.heap.layout();
    let scalars = &mut Scalars { pool, layout };
    let (start, end) = (cell.offset as usize, (cell.offset + cell.parts) as usize);
    let inside = end.min(bytes.len());
    let bytes = bytes.with_inputs(scalars, start..inside.max(start));
    let mut word: Option<Term> = None;
    for at in start..end {
        let byte = match at < inside && bytes.is_scalar(scalars.pool, at) {
            true => bytes.read(scalars, at, 1).fold(scalars.pool)?,
            false => {
                let (sort, kind) = (Sort::Bits(8), SymbolKind::Indeterminate);
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
