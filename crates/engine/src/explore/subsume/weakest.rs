//! Labels by weakest preconditions: what must hold where a stretch begins, so that nothing fails in
//! it and the labels of the states that it leads to hold there.
//!
//! Of a branch with a condition `g` and a label `c` behind it, `!g or c` is needed. Where the path
//! that is labelled implies `c` by itself, that is taken instead: it is shorter, and more often an
//! invariant of a loop. Inputs of the stretch may have any value: a condition that speaks of them is
//! replaced by facts of the state that imply it, the core of a query (McMillan, "Lazy Annotation for
//! Program Testing and Verification", CAV 2010, takes interpolants).

use super::aside::{Aside, Ends, Piece, Step};
use super::general::{General, Slot};
use super::label::{Kind, Label, room};
use super::retrace::{Actual, Course, Way, in_memory};
use super::tree::{NodeId, Traced};
use crate::explore::Driver;
use crate::segment::{Cell, Shape};
use crate::state::State;
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashSet;
use sheaf_term::{Op, Pool, Symbol, SymbolKind, Term, TermMap};
use std::rc::Rc;

/// Conditions of a label; a longer one is replaced by facts.
const MAX_CONDITIONS: usize = 48;

/// Conditions that a label may have more so that a way need not be excluded.
const MAX_ASIDE: usize = 8;

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

/// A label that an argument may rest on.
pub struct KnownLabel {
    /// The node that it is of, where it rests on suppositions.
    pub of: Option<NodeId>,
    /// The label.
    pub label: Rc<Label>,
}

/// The labels that are known of the place where a state stands.
pub type Known<'k> = &'k dyn Fn(&State) -> Vec<KnownLabel>;

/// The label of a state where a stretch begins, from the labels of the states that it leads to, and
/// those that are known elsewhere, and which of these were used; `None` if there is none.
pub fn precondition(
    driver: &mut Driver,
    began: &State,
    traced: &Traced,
    behind: &[Option<Rc<Label>>],
    known: Known,
    strength: Strength,
) -> Option<(Label, Vec<KnownLabel>)> {
    let Traced {
        general, stretch, ..
    } = traced;
    let mut work = Work {
        began,
        traced,
        known,
        actual: Actual::new(began),
        strength,
        used: Vec::new(),
        accessed: stretch.accessed.clone(),
        may_be_vacuous: stretch.is_dropped,
    };
    let mut conditions = work.behind_ways(driver, behind)?;
    for course in stretch.course.iter().rev() {
        match course {
            Course::Need(condition) => conditions.add(&driver.pool, *condition)?,
            Course::Assume(condition) => {
                work.note_assumption(&mut driver.pool, *condition);
                conditions = work.under(driver, *condition, conditions)?;
            }
            Course::End(ends) => {
                let goes_on = driver.pool.not(*ends);
                conditions = work.under(driver, goes_on, conditions)?;
            }
            Course::Choice(guard, asides) => {
                conditions = work.beside(driver, *guard, asides, conditions)?;
            }
        }
    }
    let conditions = work.finish(driver, conditions)?;
    let mut label = Label {
        conditions,
        may_be_vacuous: work.may_be_vacuous,
        ..Label::anything(began)
    };
    let used = work.used.iter().map(|known| &known.label);
    let behind: Vec<&Label> = behind
        .iter()
        .flatten()
        .chain(used)
        .map(Rc::as_ref)
        .collect();
    require_places(driver, &mut label, began, general, &work.accessed, &behind)?;
    let kinds = label.shapes.iter();
    let kinds = kinds.filter_map(|shape| Some((shape.object, Kind::of(began, shape.object)?)));
    label.kinds = kinds.collect();
    label.symbols = symbols(&mut driver.pool, general, &label.conditions)?;
    Some((label, work.used))
}

/// Adds what a label requires besides its conditions: pointers and objects.
fn require_places(
    driver: &mut Driver,
    label: &mut Label,
    began: &State,
    general: &General,
    accessed: &[Cell],
    behind: &[&Label],
) -> Option<()> {
    let start = general.start();
    let kept = start.kept_by(accessed);
    label.shapes = start.objects_of(accessed, &kept);
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
    let cells: Vec<_> = accessed.iter().copied().chain(cells).collect();
    label
        .scalars
        .extend(General::scalars_in(&mut driver.pool, began, &cells)?);
    let mut needs_room = false;
    for behind in behind {
        label.may_be_vacuous |= behind.may_be_vacuous;
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

/// Conditions all of which must hold; none is there twice.
#[derive(Default)]
struct Conditions {
    terms: Vec<Term>,
    seen: FxHashSet<Term>,
}

impl Conditions {
    /// Adds the parts of a condition; `None` if that is false.
    fn add(&mut self, pool: &Pool, condition: Term) -> Option<()> {
        for part in conjuncts(pool, condition) {
            if part == Term::FALSE {
                return None;
            }
            if part != Term::TRUE && self.seen.insert(part) {
                self.terms.push(part);
            }
        }
        Some(())
    }

    fn contains(&self, condition: Term) -> bool {
        condition == Term::TRUE || self.seen.contains(&condition)
    }
}

struct Work<'s> {
    began: &'s State,
    traced: &'s Traced,
    known: Known<'s>,
    actual: Actual<'s>,
    strength: Strength,
    /// The labels that the argument uses besides those behind.
    used: Vec<KnownLabel>,
    /// The memory that it depends on.
    accessed: Vec<Cell>,
    /// As in [`Label`], as far as the stretch and other ways go.
    may_be_vacuous: bool,
}

impl Work<'_> {
    /// Takes in an assumption on the way. About inputs of the stretch alone some are true.
    fn note_assumption(&mut self, pool: &mut Pool, condition: Term) {
        let symbols = pool.symbols(condition);
        let mut symbols = symbols.iter();
        let general = &self.traced.general;
        self.may_be_vacuous |= symbols.any(|symbol| general.slot_of(pool, *symbol).is_some());
    }

    /// What conditions are where they are needed only under a guard.
    fn under(
        &mut self,
        driver: &mut Driver,
        guard: Term,
        conditions: Conditions,
    ) -> Option<Conditions> {
        let mut all = Conditions::default();
        for condition in conditions.terms {
            let needed = self.guarded(driver, guard, condition)?;
            all.add(&driver.pool, needed)?;
        }
        Some(all)
    }

    /// What a condition is that is needed only under a guard.
    fn guarded(&mut self, driver: &mut Driver, guard: Term, condition: Term) -> Option<Term> {
        let alone = guard == Term::TRUE
            || self.strength == Strength::Strong && self.is_implied(driver, condition)?;
        if alone {
            return Some(condition);
        }
        let outside = driver.pool.not(guard);
        Some(driver.pool.or(outside, condition))
    }

    /// Whether the state implies a condition.
    fn is_implied(&mut self, driver: &mut Driver, condition: Term) -> Option<bool> {
        if let Some(known) = self.traced.implied.borrow().get(&condition) {
            return Some(*known);
        }
        let general = &self.traced.general;
        let actual = self.actual.term(&mut driver.pool, general, condition)?;
        let implied = driver.is_implied(self.began, actual);
        self.traced.implied.borrow_mut().insert(condition, implied);
        Some(implied)
    }

    /// What the labels behind the ways of the stretch require.
    fn behind_ways(
        &mut self,
        driver: &mut Driver,
        behind: &[Option<Rc<Label>>],
    ) -> Option<Conditions> {
        let mut labels = behind.iter();
        let mut ways: Vec<(Term, Vec<Term>)> = Vec::new();
        let mut all = Conditions::default();
        for way in &self.traced.stretch.ways {
            if let Way::Taken(guard, state) = way {
                let label = labels.next()?.as_ref();
                let conditions = label.and_then(|it| it.conditions_in(&mut driver.pool, state));
                let Some(conditions) = conditions else {
                    // Nothing is known of this way, so it must not be taken.
                    let outside = driver.pool.not(*guard);
                    all.add(&driver.pool, outside)?;
                    continue;
                };
                let parts = conditions.into_iter();
                let parts = parts.flat_map(|it| conjuncts(&driver.pool, it)).collect();
                ways.push((*guard, parts));
            }
        }
        if ways.is_empty() && !behind.is_empty() {
            return None;
        }
        for (guard, conditions) in &ways {
            for condition in conditions {
                let everywhere = ways.iter().all(|(_, other)| other.contains(condition));
                let guard = if everywhere { Term::TRUE } else { *guard };
                let needed = self.guarded(driver, guard, *condition)?;
                all.add(&driver.pool, needed)?;
            }
        }
        for way in &self.traced.stretch.ways {
            if let Way::Excluded(aside) = way {
                let beside = self.aside(driver, aside, &all);
                self.exclude(driver, aside, beside, &mut all)?;
            }
        }
        Some(all)
    }

    /// Adds what a way needs that the path did not take: that it is harmless, or not taken.
    fn exclude(
        &mut self,
        driver: &mut Driver,
        aside: &Aside,
        harmless: Option<Vec<Term>>,
        all: &mut Conditions,
    ) -> Option<()> {
        let outside = driver.pool.not(aside.guard);
        match harmless {
            None => all.add(&driver.pool, outside),
            Some(conditions) => conditions.into_iter().try_for_each(|condition| {
                if all.contains(condition) {
                    return Some(());
                }
                let needed = self.guarded(driver, aside.guard, condition)?;
                all.add(&driver.pool, needed)
            }),
        }
    }

    /// What is needed before a decision in which the path had no choice, from what is needed behind
    /// it: that it goes the same way, or that other ways are harmless, too.
    fn beside(
        &mut self,
        driver: &mut Driver,
        guard: Term,
        asides: &[Aside],
        conditions: Conditions,
    ) -> Option<Conditions> {
        let mut others = Vec::new();
        for aside in asides {
            others.push(self.aside(driver, aside, &conditions));
        }
        let mut all = Conditions::default();
        if others.iter().all(Option::is_none) {
            all = conditions;
            all.add(&driver.pool, guard)?;
            return Some(all);
        }
        for condition in conditions.terms {
            let everywhere = others.iter().flatten().all(|it| it.contains(&condition));
            let guard = if everywhere { Term::TRUE } else { guard };
            let needed = self.guarded(driver, guard, condition)?;
            all.add(&driver.pool, needed)?;
        }
        for (aside, harmless) in asides.iter().zip(others) {
            self.exclude(driver, aside, harmless, &mut all)?;
        }
        Some(all)
    }

    /// What must hold so that a way is harmless that the path did not take; `None` if that is not
    /// known, or says much besides what is needed anyhow.
    fn aside(
        &mut self,
        driver: &mut Driver,
        aside: &Aside,
        needed: &Conditions,
    ) -> Option<Vec<Term>> {
        if !aside.is_of_use() || !self.is_local(&mut driver.pool, aside.guard) {
            return None;
        }
        let used = self.used.len();
        let found = self.harmless(driver, &aside.piece, needed);
        let found = found.filter(|it| {
            let new = it.iter().filter(|condition| !needed.contains(**condition));
            new.count() <= MAX_ASIDE
        });
        let places = General::scalars_in(&mut driver.pool, self.began, &aside.accessed);
        if found.is_none() || places.is_none() {
            self.used.truncate(used);
            return None;
        }
        self.accessed.extend(&aside.accessed);
        found
    }

    /// What must hold so that a piece is harmless.
    fn harmless(
        &mut self,
        driver: &mut Driver,
        piece: &Piece,
        needed: &Conditions,
    ) -> Option<Vec<Term>> {
        let mut all = match &piece.ends {
            Ends::Over => Vec::new(),
            Ends::Dropped => {
                self.may_be_vacuous = true;
                Vec::new()
            }
            Ends::At(state) => self.known_label(driver, state, needed)?,
            Ends::Forks(pieces) => self.harmless_ways(driver, pieces, needed)?,
            Ends::Unknown => return None,
        };
        for step in piece.course.iter().rev() {
            match *step {
                Step::Need(condition) => {
                    if condition == Term::FALSE || !self.is_local(&mut driver.pool, condition) {
                        return None;
                    }
                    all.extend(conjuncts(&driver.pool, condition));
                }
                Step::Assume(condition) => {
                    self.note_assumption(&mut driver.pool, condition);
                    all = self.within(driver, condition, all);
                }
                Step::End(ends) => {
                    let goes_on = driver.pool.not(ends);
                    all = self.within(driver, goes_on, all);
                }
            }
        }
        all.retain(|condition| *condition != Term::TRUE);
        Some(all)
    }

    /// Conditions under a guard, without it if it speaks of inputs.
    fn within(&mut self, driver: &mut Driver, guard: Term, conditions: Vec<Term>) -> Vec<Term> {
        if !self.is_local(&mut driver.pool, guard) {
            return conditions;
        }
        let outside = driver.pool.not(guard);
        let conditions = conditions.into_iter();
        conditions.map(|it| driver.pool.or(outside, it)).collect()
    }

    fn harmless_ways(
        &mut self,
        driver: &mut Driver,
        pieces: &[(Term, Piece)],
        needed: &Conditions,
    ) -> Option<Vec<Term>> {
        let mut ways = Vec::new();
        for (guard, piece) in pieces {
            ways.push((*guard, self.harmless(driver, piece, needed)));
        }
        if ways.iter().all(|(_, way)| way.is_none()) {
            return None;
        }
        let mut all = Vec::new();
        for (guard, way) in &ways {
            let Some(conditions) = way else {
                if !self.is_local(&mut driver.pool, *guard) {
                    return None;
                }
                all.push(driver.pool.not(*guard));
                continue;
            };
            for condition in conditions {
                let mut others = ways.iter().filter_map(|(_, way)| way.as_ref());
                let guard = match others.all(|it| it.contains(condition)) {
                    true => Term::TRUE,
                    false => *guard,
                };
                for needed in self.within(driver, guard, vec![*condition]) {
                    if !all.contains(&needed) {
                        all.push(needed);
                    }
                }
            }
        }
        Some(all)
    }

    /// The conditions of the label of a place that says the least besides what is needed.
    fn known_label(
        &mut self,
        driver: &mut Driver,
        state: &State,
        needed: &Conditions,
    ) -> Option<Vec<Term>> {
        let mut best: Option<(usize, Vec<Term>, KnownLabel)> = None;
        for known in (self.known)(state) {
            let Some(conditions) = known.label.conditions_in(&mut driver.pool, state) else {
                continue;
            };
            let parts = conditions.into_iter();
            let parts = parts.flat_map(|it| conjuncts(&driver.pool, it));
            let parts: Vec<Term> = parts.filter(|it| *it != Term::TRUE).collect();
            let new = parts.iter().filter(|it| !needed.contains(**it)).count();
            if best.as_ref().is_some_and(|(least, ..)| *least <= new)
                || parts.contains(&Term::FALSE)
                || !parts.iter().all(|it| self.is_local(&mut driver.pool, *it))
            {
                continue;
            }
            best = Some((new, parts, known));
            if new == 0 {
                break;
            }
        }
        let (_, parts, known) = best?;
        self.used.push(known);
        Some(parts)
    }

    /// The conditions, none of which speaks of inputs of the stretch, and not too many.
    fn finish(&mut self, driver: &mut Driver, conditions: Conditions) -> Option<Vec<Term>> {
        let conditions = simplified(&mut driver.pool, conditions.terms)?;
        let too_many = conditions.len() > MAX_CONDITIONS;
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        for condition in conditions.into_iter().rev() {
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
        symbols.all(|symbol| self.traced.general.slot_of(pool, *symbol).is_some())
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
            if self.traced.general.slot_of(pool, *symbol).is_none() {
                continue;
            }
            let slot = pool.symbol_term(*symbol);
            let actual = self.actual.term(pool, &self.traced.general, slot)?;
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

/// The same conditions, with numbers put in place of what they say is a number; `None` if they
/// contradict each other.
fn simplified(pool: &mut Pool, conditions: Vec<Term>) -> Option<Vec<Term>> {
    let mut numbers = TermMap::default();
    let mut equations = FxHashSet::default();
    for condition in &conditions {
        if let Some((symbol, number)) = equation(pool, *condition)
            && !numbers.contains_key(&symbol)
        {
            numbers.insert(symbol, number);
            equations.insert(*condition);
        }
    }
    let mut all = Conditions::default();
    for condition in conditions {
        let condition = match equations.contains(&condition) {
            true => condition,
            false => pool.substitute(condition, &numbers),
        };
        all.add(pool, condition)?;
    }
    Some(all.terms)
}

/// A condition that says that a symbol is a number.
fn equation(pool: &Pool, condition: Term) -> Option<(Term, Term)> {
    if pool.op(condition) != Op::Eq {
        return None;
    }
    let (a, b) = (pool.args(condition)[0], pool.args(condition)[1]);
    [(a, b), (b, a)].into_iter().find(|(symbol, number)| {
        pool.as_symbol(*symbol).is_some() && pool.as_constant(*number).is_some()
    })
}

/// The parts of a conjunction.
pub fn conjuncts(pool: &Pool, condition: Term) -> Vec<Term> {
    let mut parts = Vec::new();
    crate::path::push_conjuncts(pool, &mut parts, condition);
    parts
}
