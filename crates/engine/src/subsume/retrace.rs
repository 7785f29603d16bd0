//! Retracing: a stretch of a path is executed again with a symbol in place of each scalar, to find
//! out which conditions its course depends on.
//!
//! The generalized state follows the path. Where the path had one feasible choice, the condition of
//! that choice becomes part of the label. A check becomes the condition that it passes. Addresses
//! and sizes that were concrete on the path are substituted, under the condition that they have
//! these values.

use super::aside::{Aside, Asides};
use super::execute::{after, execute};
use super::stretch::{Actual, Course, Ended, Stretch, Successor};
use super::tree::key;
use crate::Driver;
use crate::alone::{Demand, Otherwise, demand};
use crate::coverage::Recorder;
use crate::joins::Joins;
use crate::machine::{Action, Event, Flow};
use crate::outcome::End;
use crate::segment::Start;
use crate::state::{Decision, State, Taken};
use sheaf_ir::FailureKind;
use sheaf_term::Term;

sheaf_tuning::constants! {
    /// Maximum number of instructions of a stretch that is retraced.
    MAX_INSTRUCTIONS: u64 = 1 << 16, 1 => 1 << 20, "instructions";
    /// Maximum number of other branches at a decision that are examined.
    MAX_ASIDES: usize = 4, 1 => 64, "branches";
}

/// Retraces the stretch that began at a generalized state; `None` if that is not possible, so that
/// there is no label.
pub fn retrace(
    driver: &mut Driver,
    joins: &Joins,
    recorder: &mut Recorder,
    general: &Start,
    began: &State,
    ended: &Ended,
) -> Option<Stretch> {
    let last = match ended {
        Ended::Joined(state) | Ended::Over(state) => *state,
        Ended::Forked(children) => children.first()?,
    };
    let instructions = last.instructions.checked_sub(began.instructions)?;
    if instructions > MAX_INSTRUCTIONS.get() {
        return None;
    }
    let forked = usize::from(matches!(ended, Ended::Forked(_)));
    let count = last
        .decisions
        .len()
        .checked_sub(began.decisions.len() + forked)?;
    let newest = last.decisions.newest_first().skip(forked).take(count);
    let mut decisions: Vec<Decision> = newest.copied().collect();
    if decisions.len() != count {
        return None;
    }
    decisions.reverse();
    let mut run = Run {
        general,
        actual: Actual::new(began),
        state: general.state().clone(),
        ended,
        instructions,
        decisions: decisions.into_iter(),
        asides: Asides::new(joins, recorder),
        stretch: Stretch {
            course: Vec::new(),
            successors: Vec::new(),
            accessed: Vec::new(),
            is_dropped: false,
        },
    };
    run.go(driver)?;
    Some(run.stretch)
}

/// Whether the retraced path continues.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Goes {
    On,
    Over,
}

/// A stretch that is being retraced.
pub(super) struct Run<'s> {
    pub(super) general: &'s Start,
    pub(super) actual: Actual<'s>,
    pub(super) state: State,
    pub(super) ended: &'s Ended<'s>,
    instructions: u64,
    decisions: std::vec::IntoIter<Decision>,
    asides: Asides<'s>,
    pub(super) stretch: Stretch,
}

impl Run<'_> {
    fn go(&mut self, driver: &mut Driver) -> Option<()> {
        if self.instructions == 0 {
            return None;
        }
        while self.step(driver)? == Goes::On {
            if self.state.instructions >= self.instructions {
                return self.arrive();
            }
        }
        Some(())
    }

    /// Checks that a stretch without a fork has come to the start of the next one.
    fn arrive(&mut self) -> Option<()> {
        let Ended::Joined(next) = self.ended else {
            return None;
        };
        if self.state.instructions != self.instructions || key(&self.state) != key(next) {
            return None;
        }
        let successor = Successor::Taken(Term::TRUE, Box::new(self.state.clone()));
        self.stretch.successors.push(successor);
        Some(())
    }

    fn step(&mut self, driver: &mut Driver) -> Option<Goes> {
        self.put_in_addresses(driver)?;
        let recorder = &mut *self.asides.recorder;
        let (flow, events) = execute(
            driver,
            recorder,
            &mut self.state,
            &mut self.stretch.accessed,
        );
        let is_last = self.state.instructions >= self.instructions;
        let is_over = is_last && matches!(self.ended, Ended::Over(_));
        for event in events {
            if self.handle(driver, event, is_over && matches!(flow, Flow::Next))? == Goes::Over {
                return Some(Goes::Over);
            }
        }
        match flow {
            Flow::Next => Some(Goes::On),
            Flow::End(End::Exit(_)) if is_over => {
                // Whether memory leaks depends on all pointers in the state.
                let leaks = driver.settings.counts(FailureKind::Leak);
                (!leaks).then_some(Goes::Over)
            }
            Flow::End(End::Dropped) if is_over => {
                self.stretch.is_dropped = true;
                Some(Goes::Over)
            }
            Flow::End(_) => None,
            Flow::Choose(choices) => self.choose(driver, choices, is_last),
            Flow::Concretize(local, term) => self.concretize(driver, local, term, is_last),
            Flow::Bound(term) => self.bound(driver, term),
        }
    }

    pub(super) fn need(&mut self, condition: Term) {
        if condition != Term::TRUE {
            self.stretch.course.push(Course::Need(condition));
        }
    }

    /// Handles an event. `may_end` says that the path ended at this instruction, possibly because
    /// of this event.
    fn handle(&mut self, driver: &mut Driver, event: Event, may_end: bool) -> Option<Goes> {
        let (fails, otherwise) = match demand(&mut driver.pool, &driver.settings, &event) {
            Demand::Nothing => return Some(Goes::On),
            Demand::Unknown => return None,
            Demand::Unless(fails, otherwise) => (fails, otherwise),
        };
        let may_be_over = matches!(otherwise, Otherwise::Exits | Otherwise::Dropped);
        if may_end && may_be_over && self.is_certain_at_end(driver, fails)? {
            self.need(fails);
            self.stretch.is_dropped |= otherwise == Otherwise::Dropped;
            return Some(Goes::Over);
        }
        let holds = driver.pool.not(fails);
        match otherwise {
            Otherwise::Exits => self.stretch.course.push(Course::End(fails)),
            Otherwise::Dropped => self.stretch.course.push(Course::Assume(holds)),
            Otherwise::Fails | Otherwise::Stops if fails == Term::TRUE => return None,
            Otherwise::Fails | Otherwise::Stops => self.need(holds),
        }
        Some(Goes::On)
    }

    fn is_certain_at_end(&mut self, driver: &mut Driver, condition: Term) -> Option<bool> {
        let Ended::Over(last) = self.ended else {
            return Some(false);
        };
        let actual = self
            .actual
            .term(&mut driver.pool, self.general, condition)?;
        Some(driver.is_implied(last, actual))
    }

    /// Takes the choice that the path took, or ends where the path forked.
    fn choose(
        &mut self,
        driver: &mut Driver,
        mut choices: Vec<crate::machine::Choice>,
        is_last: bool,
    ) -> Option<Goes> {
        let mut forced = None;
        for (number, choice) in choices.iter().enumerate() {
            if driver.pool.has_indeterminate(choice.guard) {
                return None;
            }
            let pool = &mut driver.pool;
            if self.actual.term(pool, self.general, choice.guard)? == Term::TRUE {
                forced = Some(number);
            }
        }
        if forced.is_none()
            && is_last
            && let Ended::Forked(children) = self.ended
        {
            let mut taken = Vec::new();
            for child in children {
                match child.decisions.newest_first().next()?.taken {
                    Taken::Alternative(number) => taken.push(number as usize),
                    _ => return None,
                }
            }
            let mut found = 0;
            for (number, choice) in choices.into_iter().enumerate() {
                let successor = if taken.contains(&number) {
                    found += 1;
                    Successor::Taken(choice.guard, Box::new(self.after(driver, &choice.action)))
                } else {
                    Successor::Excluded(self.asides.follow(driver, &self.state, &choice))
                };
                self.stretch.successors.push(successor);
            }
            return (found == taken.len() && taken.is_sorted()).then_some(Goes::Over);
        }
        let number = match forced {
            Some(number) => number,
            None => match self.decided()? {
                Taken::Alternative(number) => number as usize,
                _ => return None,
            },
        };
        if number >= choices.len() {
            return None;
        }
        let choice = choices.swap_remove(number);
        let is_free = forced.is_none() && choices.len() <= MAX_ASIDES.get();
        let asides = choices
            .iter()
            .filter(|it| is_free && it.guard != Term::FALSE);
        let asides = asides.map(|it| self.asides.follow(driver, &self.state, it));
        let asides: Vec<Aside> = asides.collect();
        match asides.iter().any(Aside::is_of_use) {
            true => self
                .stretch
                .course
                .push(Course::Choice(choice.guard, asides)),
            false => self.need(choice.guard),
        }
        self.state = self.after(driver, &choice.action);
        Some(Goes::On)
    }

    /// The next decision of the path, if it was made at this program point.
    pub(super) fn decided(&mut self) -> Option<Taken> {
        let decision = self.decisions.next()?;
        (decision.point == self.state.point()).then_some(decision.taken)
    }

    pub(super) fn after(&mut self, driver: &mut Driver, action: &Action) -> State {
        after(driver, self.asides.recorder, &self.state, action)
    }
}
