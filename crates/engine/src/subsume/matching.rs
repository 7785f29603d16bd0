//! Which objects of a state stand for those of a label.
//!
//! Programs cannot observe which one an object of cells or fields is: its address is no number, it
//! never ends, and pointers to it are only compared for equality. Two states that differ only in
//! that have the same executions, and a label that holds in one holds in the other. So each
//! assignment of different objects to different objects is sound if the state meets the label's
//! requirements on them. One is found along the pointers, beginning with those in registers; an
//! object that none leads to has no counterpart, and cannot be used.
//!
//! All other objects stand for themselves. The address of an object of bytes is a number, and
//! whether arithmetic on it fails may depend on the number.

use super::label::Label;
use crate::segment::{Cell, Slot};
use crate::state::State;
use crate::value::{ObjectId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Pairs of objects, each object in one pair at most.
#[derive(Default)]
pub struct Pairs {
    to: FxHashMap<ObjectId, ObjectId>,
    taken: FxHashSet<ObjectId>,
}

impl Pairs {
    /// Whether a pair was added.
    pub fn has(&self, object: ObjectId, other: ObjectId) -> bool {
        self.to.get(&object) == Some(&other)
    }

    /// Adds a pair. Returns whether it does not contradict the others.
    pub fn add(&mut self, object: ObjectId, other: ObjectId) -> bool {
        match self.to.get(&object) {
            Some(known) => *known == other,
            None => {
                self.to.insert(object, other);
                self.taken.insert(other)
            }
        }
    }
}

/// The objects of a state that stand for those of a label.
pub struct Matching {
    /// Those of the label for which others may stand.
    anonymous: FxHashSet<ObjectId>,
    pairs: Pairs,
}

impl Matching {
    /// Finds objects of a state that may stand for those of a label; `None` if there are none.
    pub fn find(label: &Label, state: &State) -> Option<Matching> {
        let anonymous = label.shapes.iter().filter(|shape| shape.is_anonymous());
        let mut matching = Matching {
            anonymous: anonymous.map(|shape| shape.object).collect(),
            pairs: Pairs::default(),
        };
        if matching.anonymous.is_empty() {
            return Some(matching);
        }
        let fixed = label.shapes.iter().filter(|shape| !shape.is_anonymous());
        let fixed: Vec<ObjectId> = fixed.map(|shape| shape.object).collect();
        let in_calls = label.calls.iter().flat_map(|call| {
            let objects = call.varargs.iter().flat_map(Value::objects);
            objects.chain(call.stack_objects.iter().copied())
        });
        for object in in_calls.chain(fixed) {
            matching.pair(object, object)?;
        }
        matching.follow(label, state)?;
        let all_reached = {
            let mut anonymous = matching.anonymous.iter();
            anonymous.all(|object| matching.pairs.to.contains_key(object))
        };
        all_reached.then_some(matching)
    }

    /// Follows the pointers of a label, from registers through memory.
    fn follow(&mut self, label: &Label, state: &State) -> Option<()> {
        let mut pending: Vec<&(Slot, Value)> = label.kept.iter().collect();
        loop {
            let before = pending.len();
            let mut unknown = Vec::new();
            for kept in pending {
                let (slot, value) = kept;
                match slot {
                    Slot::Memory(cell) if !self.pairs.to.contains_key(&cell.object) => {
                        unknown.push(kept)
                    }
                    _ => {
                        let held = self.slot(*slot).held(state, value)?;
                        self.pair_values(value, &held)?;
                    }
                }
            }
            if unknown.len() == before {
                return Some(());
            }
            pending = unknown;
        }
    }

    fn pair_values(&mut self, value: &Value, held: &Value) -> Option<()> {
        match (value, held) {
            (
                Value::Ptr { object, offset },
                Value::Ptr {
                    object: other,
                    offset: there,
                },
            ) if offset == there => self.pair(*object, *other),
            _ if value == held => {
                let mut objects = value.objects().into_iter();
                objects.try_for_each(|object| self.pair(object, object))
            }
            _ => None,
        }
    }

    /// Lets an object stand for one of the label, if that does not contradict the others.
    fn pair(&mut self, object: ObjectId, other: ObjectId) -> Option<()> {
        let may_stand = object == other || self.anonymous.contains(&object);
        (may_stand && self.pairs.add(object, other)).then_some(())
    }

    /// Whether each object stands for itself.
    pub fn is_identity(&self) -> bool {
        self.pairs.to.iter().all(|(object, other)| object == other)
    }

    /// The object that stands for one of the label.
    pub fn object(&self, object: ObjectId) -> ObjectId {
        self.pairs.to.get(&object).copied().unwrap_or(object)
    }

    /// The slot that stands for one of the label.
    pub fn slot(&self, slot: Slot) -> Slot {
        match slot {
            Slot::Memory(cell) => Slot::Memory(Cell {
                object: self.object(cell.object),
                ..cell
            }),
            Slot::Register { .. } => slot,
        }
    }

    /// The value that stands for one of the label.
    pub fn value(&self, value: &Value) -> Value {
        match value {
            Value::Ptr { object, offset } => Value::Ptr {
                object: self.object(*object),
                offset: *offset,
            },
            other => other.clone(),
        }
    }
}
