//! The waiting states, whole or packed.

use super::packed::{Base, Packed};
use crate::merge::ExecutionPoints;
use crate::path::PathCondition;
use crate::program::Program;
use crate::state::{Decision, InputRecord, State, Taken, Trail};
use crate::{StateId, Waiting};
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_term::CachedModel;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The maximum size of a packed state in bytes: a larger one has diverged from its base, and gets a
/// new one. A base takes about ten times as much, shared by its packed states.
const FAR: usize = 1024;

sheaf_tuning::constants! {
    /// The number of states, of those that are to be packed, that stay whole for a while: many of
    /// them get the next turns.
    RECENT: usize = 64, 1 => 1024, "states";
}

/// The base of a state that runs and of those that it leaves waiting. They are packed in the order
/// in which they were left, so that each extends the path of a base that was made of an earlier one.
#[derive(Clone, Default)]
pub struct Family(Rc<RefCell<Option<Base>>>);

impl Family {
    fn of(base: Option<Base>) -> Family {
        Family(Rc::new(RefCell::new(base)))
    }

    fn base(&self) -> Option<Base> {
        self.0.borrow().clone()
    }
}

/// A whole state that is to be packed.
struct Unpacked {
    family: Family,
    /// Whether it goes on with its family: it is not one that was left.
    leads: bool,
    /// Its number in the order of packing.
    turn: u64,
}

/// The waiting states, by id.
pub struct States<'p> {
    program: &'p Program,
    slots: FxHashMap<StateId, Slot>,
    /// The number of states kept whole before others are packed.
    whole: usize,
    /// States to be packed, the oldest first. Some have moved since, and are there again.
    recent: VecDeque<(StateId, u64)>,
    /// The number of states that were among them.
    turns: u64,
    points: ExecutionPoints,
    /// The states that came, went or moved since this was last asked, if somebody asks.
    changed: Option<FxHashSet<StateId>>,
}

enum Slot {
    Whole(Box<State>, Option<Unpacked>),
    Packed(Box<Packed>),
}

impl<'p> States<'p> {
    /// No states. Beyond `whole` states, others are packed.
    pub fn new(program: &'p Program, whole: usize) -> Self {
        States {
            program,
            slots: FxHashMap::default(),
            whole,
            recent: VecDeque::new(),
            turns: 0,
            points: ExecutionPoints::default(),
            changed: None,
        }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Their ids.
    pub fn ids(&self) -> impl Iterator<Item = StateId> {
        self.slots.keys().copied()
    }

    /// Their ids, in order.
    pub fn sorted_ids(&self) -> Vec<StateId> {
        let mut ids: Vec<StateId> = self.ids().collect();
        ids.sort_unstable();
        ids
    }

    /// Whether a state waits.
    pub fn has(&self, id: StateId) -> bool {
        self.slots.contains_key(&id)
    }

    /// All states, in order. From now on, changes are noted.
    pub fn begin_changes(&mut self) -> Vec<StateId> {
        self.changed = Some(FxHashSet::default());
        self.sorted_ids()
    }

    /// The states that came, went or moved since changes were last asked for.
    pub fn take_changes(&mut self) -> Vec<StateId> {
        let changed = self.changed.iter_mut().flat_map(FxHashSet::drain);
        changed.collect()
    }

    fn note(&mut self, id: StateId) {
        if let Some(changed) = &mut self.changed {
            changed.insert(id);
        }
    }

    /// A state, if it is kept whole.
    pub fn get(&self, id: StateId) -> Option<&State> {
        match self.slots.get(&id)? {
            Slot::Whole(state, _) => Some(state),
            Slot::Packed(_) => None,
        }
    }

    /// A copy of a state.
    pub fn look_at(&self, id: StateId) -> Option<State> {
        Some(match self.slots.get(&id)? {
            Slot::Whole(state, _) => (**state).clone(),
            Slot::Packed(packed) => packed.whole(id, self.program),
        })
    }

    /// The path condition and the inputs of one.
    pub fn condition(&self, id: StateId) -> Option<(&PathCondition, &Trail<InputRecord>)> {
        Some(match self.slots.get(&id)? {
            Slot::Whole(state, _) => (&state.constraints, &state.inputs),
            Slot::Packed(packed) => packed.condition(),
        })
    }

    /// The decisions of each, except for those that do not lead to it.
    pub fn paths(&self) -> impl Iterator<Item = (StateId, &Trail<Decision>)> {
        let path = |(id, slot): (&StateId, _)| Some((*id, decisions(slot)?));
        self.slots.iter().filter_map(path)
    }

    /// The decisions of one, if they lead to it.
    pub fn path(&self, id: StateId) -> Option<&Trail<Decision>> {
        decisions(self.slots.get(&id)?)
    }

    /// Whether only checks are left of one.
    pub fn checks(&self, id: StateId) -> bool {
        let last = self.path(id).and_then(|path| path.newest_first().next());
        last.is_some_and(|last| last.taken == Taken::Checks)
    }

    /// The properties of each.
    pub fn waiting(&self) -> impl Iterator<Item = Waiting> {
        self.slots.iter().map(|(id, slot)| match slot {
            Slot::Whole(state, _) => Waiting::of(state, self.program),
            Slot::Packed(packed) => packed.waiting(*id, self.program),
        })
    }

    /// Removes a state. Also returns the family in which it goes on.
    pub fn take(&mut self, id: StateId) -> Option<(State, Family)> {
        self.note(id);
        Some(match self.slots.remove(&id)? {
            Slot::Whole(state, unpacked) => {
                let family = match unpacked {
                    Some(it) if it.leads => it.family,
                    Some(it) => Family::of(it.family.base()),
                    None => Family::default(),
                };
                (*state, family)
            }
            Slot::Packed(packed) => {
                let family = Family::of(Some(packed.base().clone()));
                (packed.whole(id, self.program), family)
            }
        })
    }

    /// Drops a state.
    pub fn remove(&mut self, id: StateId) {
        self.note(id);
        self.slots.remove(&id);
    }

    /// Keeps a state whole, in place of what has its id.
    pub fn insert(&mut self, state: State) {
        self.note(state.id);
        self.slots
            .insert(state.id, Slot::Whole(Box::new(state), None));
    }

    /// Stores a state that goes on with its family, and its new children.
    pub fn keep(&mut self, state: State, children: Vec<State>, family: &Family) {
        if self.len() >= self.whole && family.base().is_none() {
            family.0.replace(Some(new_base(&state)));
        }
        self.keep_one(state, family, true);
        for child in children {
            self.keep_one(child, family, false);
        }
        while self.recent.len() > RECENT.get().min(self.whole)
            && let Some((id, turn)) = self.recent.pop_front()
        {
            self.pack_one(id, turn);
        }
    }

    /// Stores a state that one of a family has left waiting.
    pub fn keep_aside(&mut self, state: State, family: &Family) {
        self.keep_one(state, family, false);
    }

    fn keep_one(&mut self, state: State, family: &Family, leads: bool) {
        if self.len() < self.whole {
            return self.insert(state);
        }
        let id = state.id;
        self.note(id);
        self.turns += 1;
        self.recent.push_back((id, self.turns));
        let unpacked = Unpacked {
            family: family.clone(),
            leads,
            turn: self.turns,
        };
        let slot = Slot::Whole(Box::new(state), Some(unpacked));
        self.slots.insert(id, slot);
    }

    /// Packs a state, unless it has moved.
    fn pack_one(&mut self, id: StateId, turn: u64) {
        let Some(Slot::Whole(state, Some(unpacked))) = self.slots.get(&id) else {
            return;
        };
        if unpacked.turn != turn {
            return;
        }
        let family = &unpacked.family;
        let points = &mut self.points;
        let mut pack = |base: &Base| Packed::new(state, base, self.program, points);
        let packed = family.base().as_ref().map(&mut pack);
        let packed = packed.filter(|packed| packed.bytes() <= FAR);
        let packed = packed.unwrap_or_else(|| {
            let base = new_base(state);
            family.0.replace(Some(base.clone()));
            pack(&base)
        });
        self.slots.insert(id, Slot::Packed(Box::new(packed)));
    }
}

/// The decisions that lead to a state, unless it restarted from a path condition.
fn decisions(slot: &Slot) -> Option<&Trail<Decision>> {
    match slot {
        Slot::Whole(state, _) => (state.inputs_ahead == 0).then_some(&state.decisions),
        Slot::Packed(packed) => packed.decisions(),
    }
}

/// A base that is a copy of a state.
fn new_base(state: &State) -> Base {
    let model = CachedModel::new(state.model.model().clone());
    Rc::new(State {
        model: Rc::new(model),
        ..state.clone()
    })
}
