//! The waiting states, whole or packed.

use super::packed::{Base, Packed};
use crate::explore::{StateId, Waiting};
use crate::merge::ExecutionPoints;
use crate::program::Program;
use crate::state::State;
use rustc_hash::FxHashMap;
use sheaf_term::CachedModel;
use std::rc::Rc;

/// Bytes of a packed state that are too many: it has gone far from its base, and gets a new one. A
/// base costs about ten times as much, for all that are packed by it.
const FAR: usize = 1024;

/// The waiting states, by number.
pub struct States<'p> {
    program: &'p Program,
    slots: FxHashMap<StateId, Slot>,
    /// How many are kept whole before others are packed.
    whole: usize,
    points: ExecutionPoints,
}

enum Slot {
    Whole(Box<State>),
    Packed(Box<Packed>),
}

impl<'p> States<'p> {
    /// None yet. When so many wait, others are packed.
    pub fn new(program: &'p Program, whole: usize) -> Self {
        States {
            program,
            slots: FxHashMap::default(),
            whole,
            points: ExecutionPoints::default(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Their numbers.
    pub fn ids(&self) -> impl Iterator<Item = StateId> {
        self.slots.keys().copied()
    }

    /// A state, if it is kept whole.
    pub fn get(&self, id: StateId) -> Option<&State> {
        match self.slots.get(&id)? {
            Slot::Whole(state) => Some(state),
            Slot::Packed(_) => None,
        }
    }

    /// A copy of a state.
    pub fn look_at(&self, id: StateId) -> Option<State> {
        Some(match self.slots.get(&id)? {
            Slot::Whole(state) => (**state).clone(),
            Slot::Packed(packed) => packed.whole(id, self.program),
        })
    }

    /// What is known of each.
    pub fn waiting(&self) -> impl Iterator<Item = Waiting> {
        self.slots.iter().map(|(id, slot)| match slot {
            Slot::Whole(state) => Waiting::of(state, self.program),
            Slot::Packed(packed) => packed.waiting(*id, self.program),
        })
    }

    /// Takes a state away. If it was packed, also the base for those that it makes.
    pub fn take(&mut self, id: StateId) -> Option<(State, Option<Base>)> {
        Some(match self.slots.remove(&id)? {
            Slot::Whole(state) => (*state, None),
            Slot::Packed(packed) => {
                let base = packed.base().clone();
                (packed.whole(id, self.program), Some(base))
            }
        })
    }

    /// Drops a state.
    pub fn remove(&mut self, id: StateId) {
        self.slots.remove(&id);
    }

    /// Keeps a state whole.
    pub fn insert(&mut self, state: State) {
        self.slots.insert(state.id, Slot::Whole(Box::new(state)));
    }

    /// Keeps relatives: a state, and those that it made when it last decided. `base` is what the
    /// first was packed by, if it was.
    pub fn keep(&mut self, state: State, children: Vec<State>, mut base: Option<Base>) {
        for state in [state].into_iter().chain(children) {
            if self.len() < self.whole {
                self.insert(state);
                continue;
            }
            let packed = base.as_ref().map(|base| self.pack(&state, base));
            let packed = packed.filter(|packed| packed.bytes() <= FAR);
            let packed = packed.unwrap_or_else(|| {
                let new = base.insert(new_base(&state));
                self.pack(&state, new)
            });
            self.slots.insert(state.id, Slot::Packed(Box::new(packed)));
        }
    }

    fn pack(&mut self, state: &State, base: &Base) -> Packed {
        Packed::new(state, base, self.program, &mut self.points)
    }
}

/// A base that is like a state.
fn new_base(state: &State) -> Base {
    let model = CachedModel::new(state.model.model().clone());
    Rc::new(State {
        model: Rc::new(model),
        ..state.clone()
    })
}
