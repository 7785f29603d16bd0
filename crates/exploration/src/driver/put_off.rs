//! What the path of known inputs leaves for later: the driver follows it without waiting for a
//! backend of the solver.
//!
//! The other sides of a branch wait in a state of their own ([`Taken::Except`]). So do checks that
//! may fail for other inputs, if the links of the solver's chain without backends cannot exclude it:
//! the followed path goes on where they do not fail, and a copy of the state before them
//! ([`Taken::Checks`]) makes them again when it has a turn, with all that the solver can do, up to
//! the next decision. There it ends, because the other state goes on. One copy serves for all checks
//! between two decisions. It waits as every other path does, and so it is parked, recorded and given
//! away as its decisions, and nothing is safe as long as it waits.

use super::Driver;
use crate::StateId;
use crate::decide::{Feasible, feasible};
use crate::events::{self, Decider, Goes};
use crate::machine::Event;
use crate::outcome::Inputs;
use crate::state::{State, Taken};
use sheaf_term::{Pool, Term};
use std::rc::Rc;

/// The inputs that a state follows, and its checks that wait.
#[derive(Default)]
pub(crate) struct Following {
    /// The inputs that the state follows that has its turn: further inputs that it reads get their
    /// values, its model decides, and other alternatives are put off.
    pub inputs: Option<Rc<Inputs>>,
    /// Whether the step has put off a check.
    has_put_off: bool,
    /// The state, and the number of its decisions, where a copy was last made.
    last: Option<(StateId, usize)>,
    /// A copy of the state of the last step that waits to make them, and that the explorer does not
    /// have yet.
    pub new: Option<State>,
}

impl Driver<'_> {
    /// Whether a state follows known inputs, so that what they do not need can be put off: not where
    /// each fork is told or counted.
    pub(super) fn may_put_off(&self, state: &State) -> bool {
        let budget = &self.options.budget;
        self.following.inputs.is_some()
            && !state.only_checks()
            && !self.audience.wants_moments()
            && self.account.trace.is_none()
            && self.account.notes.is_none()
            && budget.depth.is_none()
            && budget.forks.is_none()
    }

    /// A copy of a state that is about to be executed, if checks up to its next decision could be
    /// put off and none has been.
    pub(super) fn before_checks(&self, state: &State) -> Option<State> {
        let place = Some((state.id, state.decisions.len()));
        (self.may_put_off(state) && self.following.last != place).then(|| state.clone())
    }

    /// Whether a check of a followed path fails, if that is found without a backend; `None` if it is
    /// put off.
    pub(super) fn fails_for_sure(&mut self, state: &State, fails: Term) -> Option<Feasible> {
        self.solver.be_brief(true);
        let answer = feasible(&mut self.pool, &mut self.solver, state, fails);
        let answer = self.anywhere(state, fails, answer);
        self.solver.be_brief(false);
        match answer {
            // Where uninitialized memory decides, the path is not restricted.
            Feasible::Unknown(_) if self.pool.has_indeterminate(fails) => {
                Some(self.feasible(state, fails))
            }
            Feasible::Unknown(_) => {
                self.following.has_put_off = true;
                None
            }
            answer => Some(answer),
        }
    }

    /// Keeps the copy of a state from before the checks of a step, if one of them was put off.
    pub(super) fn put_checks_aside(&mut self, before: Option<State>) {
        let has_put_off = std::mem::take(&mut self.following.has_put_off);
        let Some(mut copy) = before.filter(|_| has_put_off) else {
            return;
        };
        self.following.last = Some((copy.id, copy.decisions.len()));
        copy.id = self.new_id();
        copy.decide(Taken::Checks, 0);
        match self.watch.is_short_of_memory() {
            true => self.park(copy),
            false => self.following.new = Some(copy),
        }
    }

    /// Processes the events of a step.
    pub(super) fn meet(&mut self, state: &mut State, events: Vec<Event>) -> Goes {
        for event in events {
            self.account.note_event(&self.pool, &event);
            let event = match state.only_checks() {
                true => of_checks(&mut self.pool, event),
                false => Some(event),
            };
            if let Some(event) = event {
                events::handle(self, state, event)?;
            }
        }
        Goes::Continue(())
    }
}

/// What of an event is left for a state that makes checks again. The other state has done the
/// rest.
fn of_checks(pool: &mut Pool, event: Event) -> Option<Event> {
    match event {
        Event::Obligation { .. } | Event::Assume { .. } => Some(event),
        Event::Beyond { met, reason } => Some(Event::Assume {
            condition: pool.not(met),
            loc: reason.loc,
        }),
        Event::LeftOut(_) | Event::Settled { .. } | Event::Defined { .. } => None,
    }
}
