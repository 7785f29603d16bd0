//! The values of a segment's symbols in a state.

use super::{Member, PathSummary, Shape, Slot};
use crate::state::State;
use crate::step::MAX_STACK;
use crate::value::Value;
use sheaf_term::{Pool, Term, TermMap};

impl PathSummary {
    /// The substitution of the symbols for a state at the start of the segment; `None` if the path
    /// does not apply to the state, because it differs in [`PathSummary::kept`], in its objects, or
    /// in the sorts of its scalars. Non-scalars become indeterminate: a term with such a symbol
    /// after the substitution is meaningless.
    pub fn bind(&self, pool: &mut Pool, state: &State) -> Option<TermMap> {
        agrees(state, &self.objects, &self.kept)?;
        has_members(pool, state, &self.members)?;
        self.stack.fits(state)?;
        let symbols = self.symbols.iter().copied();
        terms_of(pool, state, symbols)
    }
}

/// The room that a path needs on the stack, besides what its start uses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StackNeed {
    /// Calls inside of each other.
    pub calls: usize,
    /// At most the bytes of local objects.
    pub bytes: u64,
    /// The calls that the stack has room for.
    pub limit: usize,
}

impl StackNeed {
    /// Checks that a state has the room; `None` if not.
    pub fn fits(&self, state: &State) -> Option<()> {
        let calls = self.calls == 0 || state.frames.len() + self.calls <= self.limit;
        let has_room = || state.stack_room().saturating_add(self.bytes) <= MAX_STACK;
        (calls && (self.bytes == 0 || has_room())).then_some(())
    }

    /// What a path with both needs, one after the other.
    pub fn join(&mut self, other: &StackNeed) {
        self.calls = self.calls.max(other.calls);
        self.bytes = self.bytes.max(other.bytes);
        self.limit = self.limit.max(other.limit);
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
        if *slot.held(state, value)? != *value {
            return None;
        }
    }
    Some(())
}

/// Checks that tables of a state hold these members; `None` if not.
pub fn has_members(pool: &mut Pool, state: &State, members: &[Member]) -> Option<()> {
    let mut members = members.iter();
    members.all(|it| it.is_in(pool, state)).then_some(())
}

/// The terms of slots' symbols in a state; `None` if a slot has no scalar, or one of another sort.
pub fn terms_of(
    pool: &mut Pool,
    state: &State,
    symbols: impl Iterator<Item = (Term, Slot)>,
) -> Option<TermMap> {
    let mut map = TermMap::default();
    for (symbol, slot) in symbols {
        let term = slot.scalar(pool, state)?;
        if pool.sort(term) != pool.sort(symbol) {
            return None;
        }
        map.insert(symbol, term);
    }
    Some(map)
}
