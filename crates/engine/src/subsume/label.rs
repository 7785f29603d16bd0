//! Labels: conditions under which no failure is reachable from a program point.

use super::general::is_scalar;
use super::matching::Matching;
use crate::segment::{Shape, Slot, agrees, terms_of};
use crate::state::State;
use crate::step::StackUse;
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashSet;
use sheaf_term::{Pool, Sort, Symbol, Term, TermMap};
use std::borrow::Cow;
use std::rc::Rc;

/// What the calls of a state must have in common with those of a label, besides the values of
/// locals.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    pub(super) stack_objects: Vec<ObjectId>,
    pub(super) varargs: Rc<[Value]>,
    /// As [`Frame::lasting`](crate::state::Frame::lasting).
    lasting: Option<usize>,
}

/// Where the next objects will be allocated: the number of objects, and the next address of each
/// region.
pub type Room = (usize, [u64; 4]);

/// A condition on the states at a program point with one call stack. From the states that satisfy
/// it, no failure is reachable, nor anything else that makes a verdict other than safe.
#[derive(Clone, Debug)]
pub struct Label {
    /// The conjuncts, over the symbols of slots.
    pub conditions: Vec<Term>,
    /// The symbols in the conditions, with their slots.
    pub symbols: Vec<(Term, Slot)>,
    /// Slots that must hold scalars of these sorts. Bytes have no sort.
    pub scalars: Vec<(Slot, Option<Sort>)>,
    /// Slots that must hold these non-scalar values.
    pub kept: Vec<(Slot, Value)>,
    /// Objects that must exist with these shapes.
    pub shapes: Vec<Shape>,
    /// Where the next objects must be allocated, if the proof depends on it.
    pub room: Option<Room>,
    /// The calls that a state must have.
    pub calls: Rc<[Call]>,
    /// What takes room on the stack: a state may use no more.
    pub stack: Rc<StackUse>,
    /// Whether assumptions may end all paths from a state that satisfies the label.
    pub may_be_vacuous: bool,
}

/// The calls of a state, as labels compare them.
fn calls(state: &State) -> Rc<[Call]> {
    let frames = state.frames.iter();
    let calls = frames.map(|frame| Call {
        stack_objects: frame.stack_objects.clone(),
        varargs: frame.varargs.clone(),
        lasting: frame.lasting,
    });
    calls.collect()
}

/// What takes room on the stack of a state with these objects of its calls.
fn stack_use(calls: &[Call], state: &State) -> StackUse {
    let calls = calls.iter();
    let counted = calls.filter_map(|call| Some((call.stack_objects.as_slice(), call.lasting?)));
    StackUse::of(&state.heap, counted)
}

/// Where the next objects of a state will be allocated.
pub fn room(state: &State) -> Room {
    (state.heap.len(), state.heap.layout().next_addresses())
}

impl Label {
    /// A label without conditions, for states with the same calls.
    pub fn anything(state: &State) -> Label {
        let calls = calls(state);
        Label {
            conditions: Vec::new(),
            symbols: Vec::new(),
            scalars: Vec::new(),
            kept: Vec::new(),
            shapes: Vec::new(),
            room: None,
            stack: Rc::new(stack_use(&calls, state)),
            calls,
            may_be_vacuous: false,
        }
    }

    /// The label with the objects of a state that stand for its own; `None` if there are none.
    pub fn moved(&self, state: &State) -> Option<Cow<'_, Label>> {
        let matching = Matching::find(self, state)?;
        if matching.is_identity() {
            return Some(Cow::Borrowed(self));
        }
        let symbols = self.symbols.iter();
        let scalars = self.scalars.iter();
        let kept = self.kept.iter();
        let shapes = self.shapes.iter();
        Some(Cow::Owned(Label {
            conditions: self.conditions.clone(),
            symbols: symbols
                .map(|(term, it)| (*term, matching.slot(*it)))
                .collect(),
            scalars: scalars
                .map(|(it, sort)| (matching.slot(*it), *sort))
                .collect(),
            kept: kept
                .map(|(it, value)| (matching.slot(*it), matching.value(value)))
                .collect(),
            shapes: shapes
                .map(|it| it.moved(&state.heap, matching.object(it.object)))
                .collect(),
            room: self.room,
            calls: self.calls.clone(),
            stack: self.stack.clone(),
            may_be_vacuous: self.may_be_vacuous,
        }))
    }

    /// The term of each symbol in a state at the label's program point; `None` if the state does
    /// not fit the label.
    fn bind(&self, pool: &mut Pool, state: &State) -> Option<TermMap> {
        let alike = |(call, frame): (&Call, &Rc<crate::state::Frame>)| {
            // A jump back into the call may read locals that are not live here.
            let is_plain = !frame.resumable && call.varargs == frame.varargs;
            is_plain && call.stack_objects == frame.stack_objects && call.lasting == frame.lasting
        };
        if self.calls.len() != state.frames.len()
            || !self.calls.iter().zip(&state.frames).all(alike)
            || self.room.is_some_and(|expected| expected != room(state))
            || state.stack_room() > self.stack.known
                && !stack_use(&self.calls, state).is_within(&self.stack)
        {
            return None;
        }
        agrees(state, &self.shapes, &self.kept)?;
        let mut scalars = self.scalars.iter();
        if !scalars.all(|(slot, sort)| is_scalar(*slot, pool, state, *sort)) {
            return None;
        }
        terms_of(pool, state, self.symbols.iter().copied())
    }

    /// The conditions over the terms of a state; `None` if the state does not fit the label. The
    /// label has the objects of the state.
    pub fn conditions_in(&self, pool: &mut Pool, state: &State) -> Option<Vec<Term>> {
        self.conditions_if(pool, state, |_, _| true)
    }

    /// The same; `None` also if a condition is not `plausible`, which spares the others.
    pub fn conditions_if(
        &self,
        pool: &mut Pool,
        state: &State,
        plausible: impl Fn(&Pool, Term) -> bool,
    ) -> Option<Vec<Term>> {
        let mut map = self.bind(pool, state)?;
        let mut conditions = Vec::with_capacity(self.conditions.len());
        for condition in &self.conditions {
            let condition = pool.replace(*condition, &mut map);
            let is_unknown = pool.has_indeterminate(condition) || pool.has_chosen(condition);
            if is_unknown || !plausible(pool, condition) {
                return None;
            }
            conditions.push(condition);
        }
        Some(conditions)
    }

    /// The symbols in the conditions, with their slots.
    pub fn slots(&self, pool: &Pool) -> impl Iterator<Item = (Symbol, Slot)> {
        let symbols = self.symbols.iter();
        symbols.filter_map(|(term, slot)| Some((pool.as_symbol(*term)?, *slot)))
    }

    /// Whether a condition mentions a slot.
    pub fn mentions(&self, slot: Slot) -> bool {
        self.symbols.iter().any(|(_, known)| *known == slot)
    }

    /// Whether only the same objects may stand for those of the label.
    pub fn is_fixed(&self) -> bool {
        !self.shapes.iter().any(Shape::is_anonymous)
    }

    /// Whether the label mentions an object with this number or a higher one for which no other
    /// may stand.
    pub fn is_fixed_from(&self, first: usize) -> bool {
        let anonymous = self.shapes.iter().filter(|shape| shape.is_anonymous());
        let anonymous: FxHashSet<ObjectId> = anonymous.map(|shape| shape.object).collect();
        let is_new = |object: ObjectId| object.0 as usize >= first && !anonymous.contains(&object);
        let in_memory = |slot: &Slot| matches!(slot, Slot::Memory(cell) if is_new(cell.object));
        let leads_to_new = |value: &Value| match value {
            Value::Ptr { object, .. } | Value::SymPtr { object, .. } => is_new(*object),
            Value::Tuple(_) | Value::Union(_) => true,
            _ => false,
        };
        let in_calls = |call: &Call| {
            let mut objects = call.varargs.iter().flat_map(Value::objects);
            call.stack_objects
                .iter()
                .any(|object| object.0 as usize >= first)
                || objects.any(|object| object.0 as usize >= first)
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

    /// Whether both labels have the same conditions and requirements.
    pub fn is_same(&self, other: &Label) -> bool {
        self.conditions == other.conditions
            && self.scalars == other.scalars
            && self.kept == other.kept
            && self.shapes == other.shapes
            && self.room == other.room
            && self.calls == other.calls
            && self.stack == other.stack
            && self.may_be_vacuous == other.may_be_vacuous
    }

    /// The conjunction of two labels of one program point.
    pub fn and(&self, other: &Label) -> Label {
        debug_assert!(
            self.calls.len() == other.calls.len(),
            "labels of two program points"
        );
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
        if other.stack != both.stack {
            both.stack = Rc::new(both.stack.common(&other.stack));
        }
        both.may_be_vacuous |= other.may_be_vacuous;
        both
    }
}
