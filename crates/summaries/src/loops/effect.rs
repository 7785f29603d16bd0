//! The effect of a segment on each variable: a condition and values, as terms over the initial
//! values.

use super::arithmetic::{normal, normal_condition};
use super::linear::{Changing, linear};
use crate::coverage::Mark;
use crate::path::Cause;
use crate::segment::{
    Cell, Edge, Member, PathSummary, Shape, Slot, StackNeed, agrees, has_members, terms_of,
};
use crate::state::State;
use crate::value::Value;
use sheaf_term::{Pool, Sort, Term, TermMap};
use std::collections::BTreeMap;

/// A part of the condition of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The condition.
    pub term: Term,
    /// Whether it says that a check of the program does not fail.
    pub is_check: bool,
}

/// The effect of a segment.
#[derive(Clone, Default)]
pub struct Effect {
    /// The conditions under which it is taken and no check in it fails.
    pub guard: Vec<Condition>,
    /// The final values of live registers and of changed memory: scalar terms, and values that are
    /// the same whenever it is taken.
    pub updates: BTreeMap<Slot, Value>,
    /// The symbols of the initial scalars.
    pub symbols: BTreeMap<Slot, Term>,
    /// Other values that it depends on, as [`PathSummary::kept`].
    pub kept: Vec<(Slot, Value)>,
    /// The objects that it depends on.
    pub objects: Vec<Shape>,
    /// What it reads in tables, which it does not change.
    pub members: Vec<Member>,
    /// What it needs of the stack.
    pub stack: StackNeed,
    /// Its edges in its function.
    pub edges: Vec<Edge>,
    /// The executed instructions, for coverage.
    pub marks: Vec<Mark>,
}

/// The reason why the effect of a segment is unknown.
pub type Obstacle = String;

impl Effect {
    /// The effect of a path of a segment.
    ///
    /// # Errors
    /// When the effect cannot be expressed.
    pub fn of(pool: &mut Pool, path: &PathSummary) -> Result<Effect, Obstacle> {
        if let Some(inexact) = path.inexact.first() {
            return Err(inexact.reason.detail.clone());
        }
        if let Some(input) = path.inputs.first() {
            return Err(format!("the input `{}` in each iteration", input.name));
        }
        let mut effect = Effect {
            kept: path.kept.clone(),
            objects: path.objects.clone(),
            members: path.members.clone(),
            stack: path.stack,
            edges: path.edges.clone(),
            marks: path.marks.clone(),
            ..Effect::default()
        };
        let mut entries: Vec<_> = path.guard.newest_first().collect();
        entries.reverse();
        effect.guard = entries
            .iter()
            .map(|entry| Condition {
                term: entry.condition,
                is_check: entry.origin.cause == Cause::Obligation,
            })
            .collect();
        for (symbol, slot) in &path.symbols {
            effect.symbols.insert(*slot, *symbol);
        }
        for (slot, value) in &path.updates {
            let value = match value.fold(pool) {
                Some(term) => Value::from_term(pool, term),
                None => value.clone(),
            };
            if matches!(
                value,
                Value::SymPtr { .. } | Value::SymStr(_) | Value::Tuple(_) | Value::Union(_)
            ) {
                return Err("a computed pointer".to_string());
            }
            effect.updates.insert(*slot, value);
        }
        effect.check_parts()?;
        Ok(effect)
    }

    /// Leaves out what variables are computed to if that is not linear, where nothing depends on
    /// them: they may keep what they held.
    pub fn leave_out(&mut self, pool: &mut Pool, mut is_idle: impl FnMut(Slot) -> bool) {
        let changed = self
            .updates
            .keys()
            .filter_map(|slot| self.symbols.get(slot));
        let changing: Changing = changed.filter_map(|it| pool.as_symbol(*it)).collect();
        self.updates.retain(|slot, value| {
            !is_idle(*slot)
                || value
                    .fold(pool)
                    .is_none_or(|term| linear(pool, &changing, term).is_some())
        });
    }

    /// Checks that memory is read and written in the same pieces.
    fn check_parts(&self) -> Result<(), Obstacle> {
        let cell = |slot: &Slot| match slot {
            Slot::Memory(cell) => Some(*cell),
            Slot::Register { .. } => None,
        };
        let kept = self.kept.iter().map(|(slot, _)| slot);
        let all = self.symbols.keys().chain(self.updates.keys()).chain(kept);
        let mut cells: Vec<Cell> = all.filter_map(cell).collect();
        cells.sort_unstable();
        cells.dedup();
        let overlap = |pair: &[Cell]| {
            pair[0].object == pair[1].object && pair[0].offset + pair[0].parts > pair[1].offset
        };
        match cells.windows(2).any(overlap) {
            true => Err("memory that is accessed in pieces of different sizes".to_string()),
            false => Ok(()),
        }
    }

    /// The substitution of the symbols for a state at the start of the segment; `None` if the
    /// effect does not apply to the state, as for [`PathSummary::bind`], or if the segment reads
    /// uninitialized memory: whether what it does depends on that is seen where it is executed.
    pub fn bind(&self, pool: &mut Pool, state: &State) -> Option<TermMap> {
        agrees(state, &self.objects, &self.kept)?;
        has_members(pool, state, &self.members)?;
        self.stack.fits(state)?;
        let symbols = self.symbols.iter();
        let terms = terms_of(pool, state, symbols.map(|(slot, symbol)| (*symbol, *slot)))?;
        let is_defined = terms.values().all(|term| !pool.has_indeterminate(*term));
        is_defined.then_some(terms)
    }

    /// Whether each variable that is read holds a value of the same kind afterwards.
    pub fn keeps_kinds(&self, pool: &mut Pool) -> bool {
        let kept = self.kept.iter().map(|(slot, _)| (*slot, None));
        let scalars = self
            .symbols
            .iter()
            .map(|(slot, term)| (*slot, Some(pool.sort(*term))));
        let read: Vec<(Slot, Option<Sort>)> = kept.chain(scalars).collect();
        read.into_iter().all(|(slot, sort)| {
            let now = self.updates.get(&slot);
            now.is_none_or(|now| now.fold(pool).map(|term| pool.sort(term)) == sort)
        })
    }

    /// The scalar in a slot afterwards, if the segment changes it.
    pub fn after(&self, pool: &mut Pool, slot: Slot) -> Option<Term> {
        self.updates.get(&slot)?.fold(pool)
    }

    /// The substitution of the slots' symbols after the segment.
    pub fn substitution(&self, pool: &mut Pool, symbols: &BTreeMap<Slot, Term>) -> TermMap {
        let mut map = TermMap::default();
        for (slot, symbol) in symbols {
            if let Some(term) = self.after(pool, *slot) {
                map.insert(*symbol, term);
            }
        }
        map
    }

    /// The segment followed by another one; `None` if that is infeasible.
    ///
    /// # Errors
    /// When the other one depends on a non-scalar that changes.
    pub fn then(&self, pool: &mut Pool, next: &Effect) -> Result<Option<Effect>, Obstacle> {
        let map = self.substitution(pool, &next.symbols);
        for (slot, symbol) in &next.symbols {
            let is_same = match map.get(symbol) {
                Some(term) => pool.sort(*symbol) == pool.sort(*term),
                None => !self.updates.contains_key(slot),
            };
            if !is_same {
                return Err("a variable that changes its type".to_string());
            }
        }
        let mut both = self.clone();
        for condition in &next.guard {
            let term = pool.substitute(condition.term, &map);
            if !both.require(pool, term, condition.is_check) {
                return Ok(None);
            }
        }
        for (slot, symbol) in &next.symbols {
            if !self.updates.contains_key(slot) {
                both.symbols.insert(*slot, *symbol);
            }
        }
        for (slot, value) in &next.kept {
            match self.updates.get(slot) {
                Some(now) if now == value => {}
                Some(_) => return Err("a pointer that changes".to_string()),
                None if both.kept.iter().any(|(known, _)| known == slot) => {}
                None => both.kept.push((*slot, value.clone())),
            }
        }
        for shape in &next.objects {
            if !both.objects.contains(shape) {
                both.objects.push(shape.clone());
            }
        }
        for member in &next.members {
            if !both.members.contains(member) {
                both.members.push(member.clone());
            }
        }
        both.stack.join(&next.stack);
        // Registers without an update by the second are not live after it.
        both.updates
            .retain(|slot, _| matches!(slot, Slot::Memory(_)));
        for (slot, value) in &next.updates {
            let value = match value.fold(pool) {
                Some(term) => {
                    let term = pool.substitute(term, &map);
                    let term = normal(pool, term);
                    Value::from_term(pool, term)
                }
                None => value.clone(),
            };
            both.updates.insert(*slot, value);
        }
        both.edges.extend(&next.edges);
        both.marks.extend(&next.marks);
        both.marks.dedup();
        both.check_parts()?;
        Ok(Some(both))
    }

    /// Adds a condition; returns whether it may still be true.
    pub fn require(&mut self, pool: &mut Pool, term: Term, is_check: bool) -> bool {
        let mut conjuncts = Vec::new();
        crate::path::push_conjuncts(pool, &mut conjuncts, term);
        for term in conjuncts {
            let term = normal_condition(pool, term);
            if term == Term::TRUE {
                continue;
            }
            let negated = pool.not(term);
            if term == Term::FALSE || self.guard.iter().any(|it| it.term == negated) {
                return false;
            }
            if !self.guard.iter().any(|it| it.term == term) {
                self.guard.push(Condition { term, is_check });
            }
        }
        true
    }

    /// The conditions as a list of terms.
    pub fn conditions(&self) -> Vec<Term> {
        self.guard.iter().map(|condition| condition.term).collect()
    }
}
