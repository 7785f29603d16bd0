//! Labels by weakest preconditions: what must hold where a stretch begins, so that nothing fails in
//! it and the labels of the states that it leads to hold there.
//!
//! Of a branch with a condition `g` and a label `c` behind it, `!g or c` is needed. Where the path
//! that is labelled implies `c` by itself, that is taken instead: it is shorter, and more often an
//! invariant of a loop. Inputs of the stretch may have any value: a condition that speaks of them is
//! replaced by facts of the state that imply it, the core of a query (McMillan, "Lazy Annotation for
//! Program Testing and Verification", CAV 2010, takes interpolants).

use super::general::{General, Slot};
use super::label::{Kind, Label, room};
use super::retrace::{Actual, Stretch, in_memory};
use crate::explore::Driver;
use crate::segment::Shape;
use crate::state::State;
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashSet;
use sheaf_term::{Pool, Symbol, SymbolKind, Term, TermMap};
use std::rc::Rc;

/// Conditions of a label; a longer one is replaced by facts.
const MAX_CONDITIONS: usize = 48;

/// Facts of a state that are considered.
const MAX_FACTS: usize = 64;

/// How conditions behind a branch are taken back over it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// Without the branch's condition, where the path allows that.
    Strong,
    /// With it.
    Exact,
}

/// The label of a state where a stretch begins, from the labels of the states that it leads to;
/// `None` if there is none.
pub fn precondition(
    driver: &mut Driver,
    began: &State,
    general: &General,
    stretch: &Stretch,
    behind: &[Rc<Label>],
    strength: Strength,
) -> Option<Label> {
    let mut work = Work {
        began,
        general,
        actual: Actual::new(began),
        strength,
        conditions: Vec::new(),
        known: FxHashSet::default(),
    };
    for needed in &stretch.needed {
        let assumed = &stretch.assumed[..needed.after];
        work.add(driver, assumed, Term::TRUE, needed.condition)?;
    }
    work.take_back(driver, stretch, behind)?;
    let conditions = work.finish(driver)?;
    let mut label = Label {
        conditions,
        ..Label::anything(began)
    };
    require_places(driver, &mut label, began, general, stretch, behind)?;
    let kinds = label.shapes.iter();
    let kinds = kinds.filter_map(|shape| Some((shape.object, Kind::of(began, shape.object)?)));
    label.kinds = kinds.collect();
    label.symbols = symbols(&mut driver.pool, general, &label.conditions)?;
    Some(label)
}

/// Adds what a label requires besides its conditions: pointers and objects.
fn require_places(
    driver: &mut Driver,
    label: &mut Label,
    began: &State,
    general: &General,
    stretch: &Stretch,
    behind: &[Rc<Label>],
) -> Option<()> {
    let start = general.start();
    let kept = start.kept_by(&stretch.accessed);
    label.shapes = start.objects_of(&stretch.accessed, &kept);
    label.kept = general.kept.clone();
    let (before, count) = (start.state(), start.state().heap.len());
    // Whatever is done with an object is done by way of a pointer to it.
    for (_, value) in &general.kept {
        for object in objects(value) {
            label.shapes.extend(Shape::of(&before.heap, object));
        }
    }
    label.kept.extend(in_memory(kept));
    label.scalars = general.scalars.clone();
    // What is no scalar here, but must be one behind, is written on the way.
    let behind_them = behind.iter().flat_map(|label| &label.scalars);
    let cells = behind_them.filter_map(|(slot, _)| match slot {
        Slot::Memory(cell) => Some(*cell),
        Slot::Register { .. } => None,
    });
    let cells: Vec<_> = stretch.accessed.iter().copied().chain(cells).collect();
    label
        .scalars
        .extend(General::scalars_in(&mut driver.pool, began, &cells)?);
    let mut needs_room = false;
    for behind in behind {
        needs_room |= behind.room.is_some() || behind.mentions_from(count);
        for (slot, value) in &behind.kept {
            let held = matches!(slot, Slot::Memory(_)).then(|| slot.held(before, value));
            if held.flatten().is_some_and(|held| *held == *value) {
                label.kept.push((*slot, value.clone()));
            }
        }
        let here = |shape: &Shape| Shape::of(&before.heap, shape.object);
        label.shapes.extend(behind.shapes.iter().filter_map(here));
    }
    // What conditions speak of must be there.
    for condition in &label.conditions {
        for symbol in driver.pool.symbols(*condition).iter() {
            if let Some(Slot::Memory(cell)) = general.slot_of(&mut driver.pool, *symbol) {
                label.shapes.extend(Shape::of(&before.heap, cell.object));
            }
        }
    }
    label.shapes.sort_by_key(|shape| shape.object);
    label.shapes.dedup_by_key(|shape| shape.object);
    let mut seen = FxHashSet::default();
    label.kept.retain(|(slot, _)| seen.insert(*slot));
    label.room = needs_room.then(|| room(before));
    Some(())
}

/// The objects that a value leads to.
fn objects(value: &Value) -> Vec<ObjectId> {
    match value {
        Value::Ptr { object, .. } | Value::SymPtr { object, .. } => vec![*object],
        Value::Tuple(members) => members.iter().flat_map(objects).collect(),
        Value::Union(union) => union
            .members
            .iter()
            .flat_map(|(_, it)| objects(it))
            .collect(),
        _ => Vec::new(),
    }
}

/// The symbols of conditions with what they stand for; `None` if one stands for nothing.
fn symbols(pool: &mut Pool, general: &General, conditions: &[Term]) -> Option<Vec<(Term, Slot)>> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    for condition in conditions {
        for symbol in pool.symbols(*condition).iter() {
            if seen.insert(*symbol) {
                let slot = general.slot_of(pool, *symbol)?;
                found.push((pool.symbol_term(*symbol), slot));
            }
        }
    }
    Some(found)
}

struct Work<'s> {
    began: &'s State,
    general: &'s General,
    actual: Actual<'s>,
    strength: Strength,
    conditions: Vec<Term>,
    known: FxHashSet<Term>,
}

impl Work<'_> {
    /// Adds a condition that is needed under assumptions and a guard.
    fn add(
        &mut self,
        driver: &mut Driver,
        assumed: &[Term],
        guard: Term,
        condition: Term,
    ) -> Option<()> {
        if condition == Term::TRUE || self.known.contains(&condition) {
            return Some(());
        }
        let under = driver
            .pool
            .and_all(assumed.iter().copied().chain([guard]).collect::<Vec<_>>());
        let alone = under == Term::TRUE
            || self.strength == Strength::Strong && self.is_implied(driver, condition)?;
        let condition = match alone {
            true => condition,
            false => {
                let outside = driver.pool.not(under);
                driver.pool.or(outside, condition)
            }
        };
        for part in conjuncts(&driver.pool, condition) {
            if part == Term::FALSE {
                return None;
            }
            if part != Term::TRUE && self.known.insert(part) {
                self.conditions.push(part);
            }
        }
        Some(())
    }

    /// Whether the state implies a condition.
    fn is_implied(&mut self, driver: &mut Driver, condition: Term) -> Option<bool> {
        let actual = self
            .actual
            .term(&mut driver.pool, self.general, condition)?;
        Some(driver.is_implied(self.began, actual))
    }

    /// Adds the conditions behind the ways of a stretch.
    fn take_back(
        &mut self,
        driver: &mut Driver,
        stretch: &Stretch,
        behind: &[Rc<Label>],
    ) -> Option<()> {
        let mut labels = behind.iter();
        let mut ways: Vec<(Term, Vec<Term>)> = Vec::new();
        for way in &stretch.ways {
            let Some(state) = &way.state else {
                let excluded = driver.pool.not(way.guard);
                self.add(driver, &stretch.assumed, Term::TRUE, excluded)?;
                continue;
            };
            let conditions = labels.next()?.conditions_in(&mut driver.pool, state)?;
            let parts = conditions.into_iter();
            let parts = parts.flat_map(|it| conjuncts(&driver.pool, it)).collect();
            ways.push((way.guard, parts));
        }
        for (guard, conditions) in &ways {
            for condition in conditions {
                let everywhere = ways.iter().all(|(_, other)| other.contains(condition));
                let guard = if everywhere { Term::TRUE } else { *guard };
                self.add(driver, &stretch.assumed, guard, *condition)?;
            }
        }
        Some(())
    }

    /// The conditions, none of which speaks of inputs of the stretch, and not too many.
    fn finish(&mut self, driver: &mut Driver) -> Option<Vec<Term>> {
        let conditions = std::mem::take(&mut self.conditions);
        let too_many = conditions.len() > MAX_CONDITIONS;
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        for condition in conditions {
            let is_local = self.is_local(&mut driver.pool, condition);
            match is_local && !too_many {
                true => good.push(condition),
                false => bad.push(condition),
            }
        }
        if !bad.is_empty() {
            let implied = driver.pool.and_all(bad);
            for fact in self.facts_implying(driver, implied)? {
                if !good.contains(&fact) {
                    good.push(fact);
                }
            }
        }
        Some(good)
    }

    /// Whether a condition speaks of slots only.
    fn is_local(&self, pool: &mut Pool, condition: Term) -> bool {
        let symbols = pool.symbols(condition);
        let mut symbols = symbols.iter();
        symbols.all(|symbol| self.general.slot_of(pool, *symbol).is_some())
    }

    /// Facts of the state that imply a condition, whatever the inputs of the stretch are.
    fn facts_implying(&mut self, driver: &mut Driver, condition: Term) -> Option<Vec<Term>> {
        let facts = self.facts(driver, condition)?;
        let mut goal = facts.clone();
        goal.push(driver.pool.not(condition));
        let core = driver.contradiction(&goal)?;
        Some(facts.into_iter().filter(|it| core.contains(it)).collect())
    }

    /// What the state says of the slots of a condition, over their symbols.
    fn facts(&mut self, driver: &mut Driver, condition: Term) -> Option<Vec<Term>> {
        let pool = &mut driver.pool;
        let (mut facts, mut general) = (Vec::new(), TermMap::default());
        let mut inputs: FxHashSet<Symbol> = FxHashSet::default();
        for symbol in pool.symbols(condition).iter() {
            if pool.symbol_info(*symbol).kind != SymbolKind::Input {
                return None;
            }
            if self.general.slot_of(pool, *symbol).is_none() {
                continue;
            }
            let slot = pool.symbol_term(*symbol);
            let actual = self.actual.term(pool, self.general, slot)?;
            if pool.as_constant(actual).is_some() {
                facts.push(pool.eq(slot, actual));
            } else {
                inputs.extend(pool.symbols(actual).iter().copied());
                general.entry(actual).or_insert(slot);
            }
        }
        for entry in self.began.constraints.newest_first() {
            if facts.len() >= MAX_FACTS {
                break;
            }
            let symbols = pool.symbols(entry.condition);
            if symbols.iter().any(|symbol| inputs.contains(symbol)) {
                let fact = pool.substitute(entry.condition, &general);
                if self.is_local(pool, fact) {
                    facts.push(fact);
                }
            }
        }
        Some(facts)
    }
}

/// The parts of a conjunction.
pub fn conjuncts(pool: &Pool, condition: Term) -> Vec<Term> {
    let mut parts = Vec::new();
    crate::path::push_conjuncts(pool, &mut parts, condition);
    parts
}
