//! Labels: conditions under which no failure can be reached from a program point.

use super::general::Slot;
use crate::segment::Shape;
use crate::state::State;
use crate::value::{ObjectId, Value};
use sheaf_term::{Pool, Sort, Term, TermMap};
use std::rc::Rc;

/// What calls must agree in besides the values of their locals.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    stack_objects: Vec<ObjectId>,
    varargs: Rc<[Value]>,
}

/// Where the next objects come to lie: how many objects there are, and the next address of each
/// region.
pub type Room = (usize, [u64; 4]);

/// A condition on the states at a program point, for one stack of calls: from those that satisfy it
/// no failure can be reached, and nothing that would be a reason against safety.
#[derive(Clone, Debug)]
pub struct Label {
    /// The condition, a conjunction over the symbols of slots.
    pub conditions: Vec<Term>,
    /// The symbols in it, and what they stand for.
    pub symbols: Vec<(Term, Slot)>,
    /// Slots that must hold scalars, of these sorts; bytes have none.
    pub scalars: Vec<(Slot, Option<Sort>)>,
    /// What slots must hold that are no scalars.
    pub kept: Vec<(Slot, Value)>,
    /// Objects that must be there.
    pub shapes: Vec<Shape>,
    /// Where objects that are made later come to lie, if the argument has some.
    pub room: Option<Room>,
    /// What calls must agree in.
    pub calls: Rc<[Call]>,
    /// Whether assumptions may end all paths from such a state.
    pub may_be_vacuous: bool,
}

/// What calls of a state must agree in.
fn calls(state: &State) -> Rc<[Call]> {
    let frames = state.frames.iter();
    let calls = frames.map(|frame| Call {
        stack_objects: frame.stack_objects.clone(),
        varargs: frame.varargs.clone(),
    });
    calls.collect()
}

/// Where the next objects of a state come to lie.
pub fn room(state: &State) -> Room {
    (state.heap.len(), state.heap.layout().next_addresses())
}

impl Label {
    /// A label that says nothing, for the calls of a state.
    pub fn anything(state: &State) -> Label {
        Label {
            conditions: Vec::new(),
            symbols: Vec::new(),
            scalars: Vec::new(),
            kept: Vec::new(),
            shapes: Vec::new(),
            room: None,
            calls: calls(state),
            may_be_vacuous: false,
        }
    }

    /// For each symbol the term that it stands for in a state at the label's point; `None` if the
    /// label says nothing about that state.
    pub fn bind(&self, pool: &mut Pool, state: &State) -> Option<TermMap> {
        let alike = |(call, frame): (&Call, &Rc<crate::state::Frame>)| {
            // A jump back would read locals that are live nowhere else.
            let is_plain = !frame.resumable && call.varargs == frame.varargs;
            is_plain && call.stack_objects == frame.stack_objects
        };
        if self.calls.len() != state.frames.len()
            || !self.calls.iter().zip(&state.frames).all(alike)
            || self.room.is_some_and(|expected| expected != room(state))
        {
            return None;
        }
        for (slot, value) in &self.kept {
            if *slot.held(state, value)? != *value {
                return None;
            }
        }
        for shape in &self.shapes {
            if Shape::of(&state.heap, shape.object).as_ref() != Some(shape) {
                return None;
            }
        }
        let mut scalars = self.scalars.iter();
        if !scalars.all(|(slot, sort)| slot.is_scalar(pool, state, *sort)) {
            return None;
        }
        let mut map = TermMap::default();
        for (symbol, slot) in &self.symbols {
            let term = slot.scalar(pool, state)?;
            if pool.sort(term) != pool.sort(*symbol) {
                return None;
            }
            map.insert(*symbol, term);
        }
        Some(map)
    }

    /// The conditions in terms of a state; `None` if the label says nothing about that.
    pub fn conditions_in(&self, pool: &mut Pool, state: &State) -> Option<Vec<Term>> {
        let mut map = self.bind(pool, state)?;
        let mut conditions = Vec::with_capacity(self.conditions.len());
        for condition in &self.conditions {
            let condition = pool.replace(*condition, &mut map);
            if pool.has_indeterminate(condition) || pool.has_chosen(condition) {
                return None;
            }
            conditions.push(condition);
        }
        Some(conditions)
    }

    /// Whether a condition speaks of what a slot holds.
    pub fn mentions(&self, slot: Slot) -> bool {
        self.symbols.iter().any(|(_, known)| *known == slot)
    }

    /// Whether the label speaks of objects from this number on.
    pub fn mentions_from(&self, first: usize) -> bool {
        let is_new = |object: ObjectId| object.0 as usize >= first;
        let in_memory = |slot: &Slot| matches!(slot, Slot::Memory(cell) if is_new(cell.object));
        let leads_to_new = |value: &Value| match value {
            Value::Ptr { object, .. } | Value::SymPtr { object, .. } => is_new(*object),
            Value::Tuple(_) | Value::Union(_) => true,
            _ => false,
        };
        let in_calls = |call: &Call| {
            call.stack_objects.iter().any(|object| is_new(*object))
                || call.varargs.iter().any(leads_to_new)
        };
        self.symbols.iter().any(|(_, slot)| in_memory(slot))
            || self.scalars.iter().any(|(slot, _)| in_memory(slot))
            || self.shapes.iter().any(|shape| is_new(shape.object))
            || self.calls.iter().any(in_calls)
            || self
                .kept
                .iter()
                .any(|(slot, value)| in_memory(slot) || leads_to_new(value))
    }

    /// Whether both say the same for the same reasons.
    pub fn is_same(&self, other: &Label) -> bool {
        self.conditions == other.conditions
            && self.scalars == other.scalars
            && self.kept == other.kept
            && self.shapes == other.shapes
            && self.room == other.room
            && self.calls == other.calls
            && self.may_be_vacuous == other.may_be_vacuous
    }

    /// What says both this and another label of the same place.
    pub fn and(&self, other: &Label) -> Label {
        let mut both = self.clone();
        for condition in &other.conditions {
            if !both.conditions.contains(condition) {
                both.conditions.push(*condition);
            }
        }
        for (symbol, slot) in &other.symbols {
            if !both.symbols.iter().any(|(known, _)| known == symbol) {
                both.symbols.push((*symbol, *slot));
            }
        }
        for scalar in &other.scalars {
            if !both.scalars.contains(scalar) {
                both.scalars.push(*scalar);
            }
        }
        for (slot, value) in &other.kept {
            if !both.kept.iter().any(|(known, _)| known == slot) {
                both.kept.push((*slot, value.clone()));
            }
        }
        for shape in &other.shapes {
            if !both.shapes.iter().any(|it| it.object == shape.object) {
                both.shapes.push(shape.clone());
            }
        }
        both.room = both.room.or(other.room);
        both.may_be_vacuous |= other.may_be_vacuous;
        both
    }
}
