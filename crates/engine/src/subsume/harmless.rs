//! Conditions under which the branches that a path did not take are harmless.

use super::aside::{Aside, Ends, Piece, Step};
use super::conditions::{Conditions, conjuncts};
use super::general::scalars_in;
use super::label::Label;
use super::weakest::{KnownLabel, Work};
use crate::Driver;
use crate::state::State;
use sheaf_term::Term;
use std::borrow::Cow;

sheaf_tuning::constants! {
    /// Maximum number of conditions that a label may gain so that a branch need not be excluded.
    MAX_ASIDE: usize = 8, 1 => 128, "conditions";
}

impl Work<'_> {
    /// The conditions under which a branch that the path did not take is harmless; `None` if they
    /// are not known, or add too much to `needed`.
    pub(super) fn aside(
        &mut self,
        driver: &mut Driver,
        aside: &Aside,
        needed: &Conditions,
    ) -> Option<Vec<Term>> {
        if !aside.is_of_use() || !self.is_local(&mut driver.pool, aside.guard) {
            return None;
        }
        let (used, behind) = (self.used.len(), self.behind.len());
        let found = self.harmless(driver, &aside.piece, needed);
        let found = found.filter(|it| {
            let new = it.iter().filter(|condition| !needed.contains(**condition));
            new.count() <= MAX_ASIDE.get()
        });
        let places = scalars_in(&mut driver.pool, self.began, &aside.accessed);
        if found.is_none() || places.is_none() {
            self.used.truncate(used);
            self.behind.truncate(behind);
            return None;
        }
        self.accessed.extend(&aside.accessed);
        found
    }

    /// The conditions under which a piece of a branch is harmless.
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

    /// Makes conditions required only under a guard. A guard that mentions inputs of the stretch is
    /// left out.
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
        let mut sides = Vec::new();
        for (guard, piece) in pieces {
            sides.push((*guard, self.harmless(driver, piece, needed)));
        }
        if sides.iter().all(|(_, side)| side.is_none()) {
            return None;
        }
        let mut all = Vec::new();
        for (guard, side) in &sides {
            let Some(conditions) = side else {
                if !self.is_local(&mut driver.pool, *guard) {
                    return None;
                }
                all.push(driver.pool.not(*guard));
                continue;
            };
            for condition in conditions {
                let mut others = sides.iter().filter_map(|(_, side)| side.as_ref());
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

    /// The conditions of that label at a program point that adds the least to `needed`.
    fn known_label(
        &mut self,
        driver: &mut Driver,
        state: &State,
        needed: &Conditions,
    ) -> Option<Vec<Term>> {
        let mut best: Option<(usize, Vec<Term>, KnownLabel, Label)> = None;
        for known in (self.known)(state) {
            let Some(moved) = known.label.moved(state).map(Cow::into_owned) else {
                continue;
            };
            let Some(conditions) = moved.conditions_in(&mut driver.pool, state) else {
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
            best = Some((new, parts, known, moved));
            if new == 0 {
                break;
            }
        }
        let (_, parts, known, moved) = best?;
        self.used.push(known);
        self.behind.push(moved);
        Some(parts)
    }
}
