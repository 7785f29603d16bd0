//! Labels as weakest preconditions: the conditions at the start of a stretch under which no check
//! in it fails and its successors satisfy their labels.
//!
//! A branch with the condition `g` and a label `c` after it requires `!g or c`. If the labelled
//! path implies `c` by itself, `c` is taken instead: it is shorter, and more often a loop
//! invariant. Inputs of the stretch may have any value: a condition that mentions them is replaced
//! by facts of the state that imply it, an unsatisfiable core (McMillan, "Lazy Annotation for
//! Program Testing and Verification", CAV 2010, uses interpolants).

use super::aside::Aside;
use super::conditions::{Conditions, conjuncts};
use super::label::Label;
use super::places::{require_places, symbols};
use super::stretch::{Actual, Course, Successor};
use super::tree::{NodeId, Traced};
use crate::Driver;
use crate::segment::Cell;
use crate::state::State;
use sheaf_term::{Pool, Term};
use std::borrow::Cow;
use std::rc::Rc;

/// How conditions are propagated backwards over a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// Without the branch's condition, if the path implies them without it.
    Strong,
    /// Under the branch's condition.
    Exact,
}

/// A label that another label may rest on.
pub struct KnownLabel {
    /// Its node, if it rests on hypotheses.
    pub of: Option<NodeId>,
    pub label: Rc<Label>,
}

/// Finds the labels that are known at the program point of a state.
pub type Known<'k> = &'k dyn Fn(&State) -> Vec<KnownLabel>;

/// Computes the label of the state where a stretch begins from the labels of its successors and
/// labels known elsewhere. Also returns which of the latter were used. `None` if there is no label.
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
        behind: Vec::new(),
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
    let (accessed, behind) = (&work.accessed, &work.behind);
    require_places(driver, &mut label, began, general, accessed, behind)?;
    label.symbols = symbols(&mut driver.pool, general, &label.conditions)?;
    Some((label, work.used))
}

pub(super) struct Work<'s> {
    pub(super) began: &'s State,
    pub(super) traced: &'s Traced,
    pub(super) known: Known<'s>,
    pub(super) actual: Actual<'s>,
    strength: Strength,
    /// The labels that were used besides those of the successors.
    pub(super) used: Vec<KnownLabel>,
    /// The labels that must hold after the stretch and the branches beside it, with the objects
    /// that they have there.
    pub(super) behind: Vec<Label>,
    /// The memory that the label depends on.
    pub(super) accessed: Vec<Cell>,
    /// As in [`Label`], for the stretch and the branches beside it.
    pub(super) may_be_vacuous: bool,
}

impl Work<'_> {
    /// Records an assumption on the way. One that mentions only inputs of the stretch can be
    /// satisfied.
    pub(super) fn note_assumption(&mut self, pool: &mut Pool, condition: Term) {
        let symbols = pool.symbols(condition);
        let mut symbols = symbols.iter();
        let general = &self.traced.general;
        self.may_be_vacuous |= symbols.any(|symbol| general.slot_of(pool, *symbol).is_some());
    }

    /// Makes conditions required only under a guard.
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

    pub(super) fn guarded(
        &mut self,
        driver: &mut Driver,
        guard: Term,
        condition: Term,
    ) -> Option<Term> {
        let alone = guard == Term::TRUE
            || self.strength == Strength::Strong && self.is_implied(driver, condition)?;
        if alone {
            return Some(condition);
        }
        let outside = driver.pool.not(guard);
        Some(driver.pool.or(outside, condition))
    }

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

    fn behind_ways(
        &mut self,
        driver: &mut Driver,
        behind: &[Option<Rc<Label>>],
    ) -> Option<Conditions> {
        let mut labels = behind.iter();
        let mut successors: Vec<(Term, Vec<Term>)> = Vec::new();
        let mut all = Conditions::default();
        for successor in &self.traced.stretch.successors {
            if let Successor::Taken(guard, state) = successor {
                let label = labels.next()?.as_ref().and_then(|it| it.moved(state));
                let conditions = label
                    .as_ref()
                    .and_then(|it| it.conditions_in(&mut driver.pool, state));
                let Some(conditions) = conditions else {
                    // Nothing is known about this successor, so it must not be taken.
                    let outside = driver.pool.not(*guard);
                    all.add(&driver.pool, outside)?;
                    continue;
                };
                self.behind.extend(label.map(Cow::into_owned));
                let parts = conditions.into_iter();
                let parts = parts.flat_map(|it| conjuncts(&driver.pool, it)).collect();
                successors.push((*guard, parts));
            }
        }
        if successors.is_empty() && !behind.is_empty() {
            return None;
        }
        for (guard, conditions) in &successors {
            for condition in conditions {
                let everywhere = successors
                    .iter()
                    .all(|(_, other)| other.contains(condition));
                let guard = if everywhere { Term::TRUE } else { *guard };
                let needed = self.guarded(driver, guard, *condition)?;
                all.add(&driver.pool, needed)?;
            }
        }
        for successor in &self.traced.stretch.successors {
            if let Successor::Excluded(aside) = successor {
                let beside = self.aside(driver, aside, &all);
                self.exclude(driver, aside, beside, &mut all)?;
            }
        }
        Some(all)
    }

    /// Adds the requirement that a branch beside the path is harmless, or not taken.
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

    /// The conditions before a decision without a feasible alternative, from those after it: the
    /// same branch is taken, or the other branches are harmless, too.
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
}
