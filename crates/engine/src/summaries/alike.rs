//! Whether two states at one loop head are of one form: they differ in scalars only, and in which
//! objects of cells or fields stand where.
//!
//! Programs cannot observe which one an object of cells or fields is (see `subsume::matching`), so
//! pairs of such objects are found along pointers, and those that no pointer leads to are left
//! out. All other objects stand for themselves. Dead ones that no pointer leads to are left out, so
//! later objects may get other numbers and addresses. Where what a program does depends on these,
//! the path from the earlier state has that reason (see `step::settle`).

use crate::memory::{Bytes, Content, Heap, Life, Object, Scalars, Size};
use crate::state::{Frame, State};
use crate::subsume::general::Live;
use crate::subsume::matching::Pairs;
use crate::value::{ObjectId, Value};
use sheaf_ir::Local;
use sheaf_ir::index::Idx;
use sheaf_term::{Pool, Term, cancel};

/// What two states that are otherwise the same may differ in.
#[derive(Default)]
pub struct Differences {
    /// Scalars, and contents of objects as arrays.
    pub values: Vec<Difference>,
    /// Objects of bytes whose content differs in more, such as in what is initialized.
    pub contents: Vec<ObjectId>,
}

/// What two states are compared by.
#[derive(Clone, Copy)]
pub struct Like {
    /// The number of objects that each path begins with.
    pub initial: usize,
    /// Whether two constants may differ.
    pub constants: Constants,
    /// Whether contents may differ. If nothing was written to an object, the earlier state stands
    /// for each later one, whatever the content there: reading it fails or, where that does not
    /// count, gives any value.
    pub contents: bool,
}

/// A value in which two states may differ.
pub struct Difference {
    /// What the earlier state holds.
    pub earlier: Term,
    /// What the later one holds.
    pub later: Term,
    /// Where the later one holds it; `None` if it is a part of another value.
    pub place: Option<Place>,
}

/// A place in a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A local of the call with this number, the outermost first.
    Local(usize, Local),
    /// A cell or field of an object, by its position.
    Part(ObjectId, usize),
    /// Bytes of an object: the offset of the first, and their number.
    Bytes(ObjectId, usize, usize),
    /// All bytes of an object, as an array.
    Content(ObjectId),
}

/// Compares an earlier state with a later one. Both are at the same loop head.
pub struct Comparison<'c> {
    pool: &'c mut Pool,
    earlier: &'c State,
    later: &'c State,
    like: Like,
    found: Differences,
    pairs: Pairs,
    /// Pairs of objects of cells or fields whose content is not compared yet.
    pending: Vec<(ObjectId, ObjectId)>,
    /// Locals of blocks that began or ended when other numbers of objects existed.
    renewed: Vec<ObjectId>,
}

/// What comparing changed bytes counts for, besides their number.
const STEPS_PER_CHANGE: u32 = 64;

/// Whether two constants may differ.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Constants {
    /// They are the same.
    Same,
    /// They may differ.
    Any,
}

/// What two states may differ in, if nothing else differs.
pub fn differences(
    pool: &mut Pool,
    live: &mut Live,
    like: Like,
    earlier: &State,
    later: &State,
) -> Option<Differences> {
    if !is_plain(earlier) || !is_plain(later) || !earlier.lengths.is_same(&later.lengths) {
        return None;
    }
    let mut comparison = Comparison {
        pool,
        earlier,
        later,
        like,
        found: Differences::default(),
        pairs: Pairs::default(),
        pending: Vec::new(),
        renewed: Vec::new(),
    };
    comparison.frames(live)?;
    comparison.fixed_objects()?;
    comparison.follow()?;
    comparison.apart()?;
    Some(comparison.found)
}

/// Whether a state stands for one path, and what follows depends on its frames and objects only.
fn is_plain(state: &State) -> bool {
    state.guard == Term::TRUE
        && state.bounds.is_empty()
        && state.inputs_ahead == 0
        && !state.decisions.has_merged()
        && !state.frames.iter().any(|frame| frame.resumable)
}

impl Comparison<'_> {
    fn frames(&mut self, live: &mut Live) -> Option<()> {
        let (earlier, later) = (self.earlier, self.later);
        if earlier.frames.len() != later.frames.len() {
            return None;
        }
        for depth in (0..earlier.frames.len()).rev() {
            let (a, b) = (&earlier.frames[depth], &later.frames[depth]);
            is_same_call(a, b).then_some(())?;
            for local in live.locals(later, depth) {
                let (a, b) = (&a.regs[local.index()], &b.regs[local.index()]);
                self.values(Some(Place::Local(depth, local)), a, b)?;
            }
            for (a, b) in a.varargs.iter().zip(b.varargs.iter()) {
                self.values(None, a, b)?;
            }
            for object in &b.stack_objects {
                self.objects(*object, *object)?;
            }
        }
        Some(())
    }

    /// Two values in the same place.
    fn values(&mut self, place: Option<Place>, a: &Value, b: &Value) -> Option<()> {
        cancel::steps(1);
        match (a.fold(self.pool), b.fold(self.pool)) {
            (Some(a), Some(b)) => return self.scalars(place, a, b),
            (None, None) => {}
            _ => return None,
        }
        match (a, b) {
            (
                Value::Ptr { object, offset },
                Value::Ptr {
                    object: other,
                    offset: there,
                },
            ) if offset == there => self.objects(*object, *other),
            (
                Value::SymPtr { object, offset },
                Value::SymPtr {
                    object: other,
                    offset: there,
                },
            ) => {
                self.scalars(None, *offset, *there)?;
                self.objects(*object, *other)
            }
            (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => {
                let mut members = a.iter().zip(b.iter());
                members.try_for_each(|(a, b)| self.values(None, a, b))
            }
            (
                Value::Uninitialized | Value::Func(_) | Value::Unit(_) | Value::Str(_),
                Value::Uninitialized | Value::Func(_) | Value::Unit(_) | Value::Str(_),
            ) => (a == b).then_some(()),
            _ => None,
        }
    }

    fn scalars(&mut self, place: Option<Place>, a: Term, b: Term) -> Option<()> {
        if self.pool.sort(a) != self.pool.sort(b) {
            return None;
        }
        let is_known = |term| self.pool.as_constant(term).is_some();
        if is_known(a) && is_known(b) && (a == b || self.like.constants == Constants::Same) {
            return (a == b).then_some(());
        }
        if [a, b].iter().any(|term| self.pool.has_indeterminate(*term)) {
            return None;
        }
        self.found.values.push(Difference {
            earlier: a,
            later: b,
            place,
        });
        Some(())
    }

    /// Two objects that pointers in the same place lead to.
    fn objects(&mut self, a: ObjectId, b: ObjectId) -> Option<()> {
        if a == ObjectId::NONE || b == ObjectId::NONE {
            return (a == b).then_some(());
        }
        let is_anonymous = |state: &State, id: ObjectId| {
            let object = state.heap.find(id);
            object.is_some_and(|it| is_of_cells(it) && it.life == Life::Alive)
                && id.0 as usize >= self.like.initial
        };
        let anonymous = is_anonymous(self.earlier, a);
        if anonymous != is_anonymous(self.later, b) || !anonymous && a != b {
            return None;
        }
        let is_left_out = |state: &State, id: ObjectId| {
            let object = state.heap.find(id);
            object.is_none_or(|it| is_of_cells(it) && id.0 as usize >= self.like.initial)
        };
        if !anonymous && (is_left_out(self.earlier, a) || is_left_out(self.later, b)) {
            return None;
        }
        let is_known = self.pairs.has(a, b);
        if !self.pairs.add(a, b) {
            return None;
        }
        match anonymous {
            true if !is_known => self.pending.push((a, b)),
            true => {}
            false if !is_known && is_dead(self.later.heap.find(a)) => {
                let object = self.later.heap.find(a)?;
                self.extent(object)?;
                self.same_fixed(a)?;
            }
            // Those that may be alive are compared whether or not a pointer leads to them.
            false => {}
        }
        Some(())
    }

    /// Compares the objects that stand for themselves.
    fn fixed_objects(&mut self) -> Option<()> {
        let (earlier, later) = (&self.earlier.heap, &self.later.heap);
        let mut is_changed = vec![false; earlier.len().max(later.len())];
        for ((id, a), (_, b)) in earlier.objects().zip(later.objects()) {
            is_changed[id.0 as usize] = !std::ptr::eq(a, b);
        }
        is_changed[earlier.len().min(later.len())..].fill(true);
        cancel::steps(is_changed.len() as u32);
        for (number, is_changed) in is_changed.iter().enumerate().skip(1) {
            if *is_changed {
                self.fixed_object(ObjectId(number as u32))?;
            }
        }
        for (number, is_changed) in is_changed.iter().enumerate().skip(1) {
            let id = ObjectId(number as u32);
            let Some(object) = later.find(id) else {
                continue;
            };
            let is_fixed = number < self.like.initial || !is_of_cells(object);
            if is_fixed && !is_changed && object.life.may_be_alive() {
                self.extent(object)?;
                self.contents(id, object, object)?;
            }
        }
        Some(())
    }

    /// An object that both states have: inputs decide its size, and whether it is alive, where
    /// these are not known.
    fn extent(&mut self, object: &Object) -> Option<()> {
        if let Size::Symbolic { bytes, .. } = object.size {
            self.scalars(None, bytes, bytes)?;
        }
        match &object.life {
            Life::By(lives) => {
                let mut guards = lives.iter().map(|(guard, _)| *guard);
                guards.try_for_each(|guard| self.scalars(None, guard, guard))
            }
            _ => Some(()),
        }
    }

    /// Compares an object that stands for itself, or that no pointer may lead to.
    fn fixed_object(&mut self, id: ObjectId) -> Option<()> {
        let (a, b) = (self.earlier.heap.find(id), self.later.heap.find(id));
        let is_left_out = |object: Option<&Object>| {
            let is_free = |it: &Object| id.0 as usize >= self.like.initial && is_of_cells(it);
            object.is_none_or(is_free) || is_dead(object)
        };
        if is_left_out(a) && is_left_out(b) {
            return Some(());
        }
        self.same_fixed(id)?;
        self.extent(b?)?;
        self.contents(id, a?, b?)
    }

    /// Checks that an object is the same in both states, up to its content.
    fn same_fixed(&mut self, id: ObjectId) -> Option<()> {
        let (earlier, later) = (&self.earlier.heap, &self.later.heap);
        let (a, b) = (earlier.find(id)?, later.find(id)?);
        let place = |heap: &Heap| (heap.layout().base(id), heap.layout().zeros(id));
        if place(earlier) != place(later) || !is_same_object(a, b) {
            return None;
        }
        if !is_of_cells(a) && (a.begun, a.ended) != (b.begun, b.ended) {
            self.renewed.push(id);
        }
        Some(())
    }

    /// Checks that the same objects may have the addresses of locals that began or ended when other
    /// numbers of objects existed. Of those that come later, only the end of such a local decides.
    fn apart(&self) -> Option<()> {
        let (earlier, later) = (&self.earlier.heap, &self.later.heap);
        for local in &self.renewed {
            let has_ended = |heap: &Heap| heap.get(*local).ended != u32::MAX;
            if has_ended(earlier) != has_ended(later) {
                return None;
            }
            cancel::steps(earlier.len() as u32);
            for ((id, _), (_, object)) in earlier.objects().zip(later.objects()) {
                let is_met = !is_dead(Some(object)) || self.pairs.has(id, id);
                if is_met && earlier.are_apart(*local, id) != later.are_apart(*local, id) {
                    return None;
                }
            }
        }
        Some(())
    }

    fn follow(&mut self) -> Option<()> {
        while let Some((a, id)) = self.pending.pop() {
            let (a, b) = (self.earlier.heap.find(a)?, self.later.heap.find(id)?);
            is_same_object(a, b).then_some(())?;
            self.contents(id, a, b)?;
        }
        Some(())
    }

    /// The contents of two objects, the later one with this id.
    fn contents(&mut self, id: ObjectId, a: &Object, b: &Object) -> Option<()> {
        match (&a.content, &b.content) {
            (Content::Bytes(a), Content::Bytes(b)) => self.bytes(id, a, b),
            (Content::Cells(a), Content::Cells(b)) if a.len() == b.len() => {
                let mut cells = a.iter().zip(b).enumerate();
                cells.try_for_each(|(at, (a, b))| self.values(Some(Place::Part(id, at)), a, b))
            }
            (Content::Record(a), Content::Record(b)) if a.len() == b.len() => {
                let mut fields = a.iter().zip(b).enumerate();
                fields.try_for_each(|(at, ((name, a), (other, b)))| {
                    (name == other).then_some(())?;
                    self.values(Some(Place::Part(id, at)), a, b)
                })
            }
            (Content::External, Content::External) => Some(()),
            _ => None,
        }
    }

    fn bytes(&mut self, id: ObjectId, a: &Bytes, b: &Bytes) -> Option<()> {
        if [a, b].iter().any(|it| it.is_input()) {
            return None;
        }
        if self.like.contents && a.is_unwritten() {
            return Some(());
        }
        let before = self.found.values.len();
        if let Some(()) = self.known_bytes(id, a, b) {
            return Some(());
        }
        self.found.values.truncate(before);
        let scalars = &mut Scalars::new(self.pool, self.later.heap.layout());
        if let (Some(earlier), Some(later)) = (a.to_array(scalars), b.to_array(scalars)) {
            return self.scalars(Some(Place::Content(id)), earlier, later);
        }
        self.like.contents.then(|| self.found.contents.push(id))
    }

    /// Bytes that differ in values at known offsets.
    fn known_bytes(&mut self, id: ObjectId, a: &Bytes, b: &Bytes) -> Option<()> {
        if a.is_array() || b.is_array() {
            return None;
        }
        if a == b {
            return self.same(b.values().collect());
        }
        cancel::steps(STEPS_PER_CHANGE + b.kept() as u32);
        let layout = self.later.heap.layout();
        let changes = b.changes_since(&mut Scalars::new(self.pool, layout), a)?;
        let mut same: Vec<&Value> = b.values().collect();
        for (range, value) in changes {
            let now = value?;
            if a.has_uninitialized(range.start, range.len()) {
                return None;
            }
            let scalars = &mut Scalars::new(self.pool, layout);
            let before = a.read(scalars, range.start, range.len());
            let place = Place::Bytes(id, range.start, range.len());
            self.values(Some(place), &before, &now)?;
            if let Some(whole) = b.value_at(range.start, range.len())
                && let Some(at) = same.iter().position(|it| *it == whole)
            {
                same.swap_remove(at);
            }
        }
        self.same(same)
    }

    /// Symbols in what is the same stand for themselves.
    fn same(&mut self, values: Vec<&Value>) -> Option<()> {
        let mut values = values.into_iter();
        values.try_for_each(|value| self.values(None, value, value))
    }
}

fn is_of_cells(object: &Object) -> bool {
    matches!(object.content, Content::Cells(_) | Content::Record(_))
}

/// Whether there is no object, or no more.
fn is_dead(object: Option<&Object>) -> bool {
    object.is_none_or(|it| !is_of_cells(it) && !it.life.may_be_alive())
}

/// Whether two calls differ in locals only.
fn is_same_call(a: &Frame, b: &Frame) -> bool {
    (a.func, a.block, a.inst) == (b.func, b.block, b.inst)
        && a.result == b.result
        && a.catches == b.catches
        && a.varargs.len() == b.varargs.len()
        && a.stack_objects == b.stack_objects
        && a.lasting == b.lasting
        && a.stack_room == b.stack_room
}

/// Whether two objects differ in their content only.
fn is_same_object(a: &Object, b: &Object) -> bool {
    (a.size.known().is_some() || !is_of_cells(a))
        && (a.size, a.storage, a.element) == (b.size, b.storage, b.element)
        && a.life == b.life
        && (is_of_cells(a) || a.loc == b.loc)
        && a.unexplored == b.unexplored
}
