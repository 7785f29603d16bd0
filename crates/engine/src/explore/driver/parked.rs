//! States that had to give up their memory: followed again from the start when there is room.
//!
//! Executing a program is deterministic once its decisions are known, so a list of decisions is all
//! that a path is. Following one asks the solver once, at the end, for a model. Each decision says
//! where it was made and in what state: a path that comes somewhere else is an error of ours, which
//! is noticed.
//!
//! A state that stands for several paths is kept as its path condition: a new state that starts
//! under it has the same paths to explore, and no other. A condition speaks of inputs by their
//! number, so this takes paths that have asked for the same inputs, and until they have asked for
//! them again they do not merge: where paths with different numbers of inputs become one, the
//! numbers that follow are other ones.

use super::Driver;
use crate::decide::{Core, Feasible};
use crate::events::{self, Decider, Happening, Hidden};
use crate::explore::{Explorer, Moment, StateId};
use crate::machine::{Action, Flow, Settings};
use crate::outcome::{Reason, ReasonKind};
use crate::path::{Cause, PathCondition, constrain};
use crate::program::Program;
use crate::state::{Bounds, Decision, State, Taken, Trail};
use crate::value::Value;
use sheaf_ir::{FailureKind, LocId};
use sheaf_solver::{Answer, Query};
use sheaf_term::{CachedModel, Pool, Term};
use std::rc::Rc;

/// What was dropped for lack of memory.
pub enum Parked {
    /// One path, as the decisions that lead back to it.
    Path(Trail<Decision>),
    /// Several, or one on which rounds of a loop were skipped, as their path condition.
    Paths {
        /// The path condition, as [`State::constraints`] and [`State::guard`] have it.
        constraints: PathCondition,
        /// See above.
        guard: Term,
        /// A model of it.
        model: Rc<CachedModel>,
        /// How many inputs they have asked for.
        inputs: usize,
    },
}

impl Parked {
    /// What leads back to a state; `None` if it stands for paths that have asked for different
    /// inputs.
    fn new(state: State) -> Option<Parked> {
        // Following decisions executes all rounds of loops.
        let is_led = !state.has_skipped() && state.inputs_ahead == 0;
        if is_led && state.decisions.single_path().is_some() {
            return Some(Parked::Path(state.decisions));
        }
        state.inputs.single_path()?;
        Some(Parked::Paths {
            constraints: state.constraints,
            guard: state.guard,
            model: state.model,
            inputs: state.inputs.len().max(state.inputs_ahead),
        })
    }
}

/// Why states do not come back, for the user.
const UNLIKE: &str = "merged paths with different inputs cannot be parked";
const NO_MODEL: &str = "a parked path could not be followed again in the time and memory left";
const ASTRAY: &str = "an error of Sheaf's: a parked path came somewhere else";

/// Why a parked path did not come back.
enum Lost {
    /// The path condition has no model any more that is found in time.
    NoModel,
    /// It came somewhere else.
    Astray,
}

impl Driver<'_> {
    /// Parks states until the process is within its memory again; the program itself may be what
    /// does not fit.
    pub(super) fn save_memory(&mut self, explorer: &mut dyn Explorer) {
        if !self.watch.out_of_memory() {
            return;
        }
        let waiting = explorer.waiting_count();
        if waiting > 1 {
            explorer.give_up(self, waiting.div_ceil(2));
        } else {
            let reason = self.watch.want_of_memory();
            explorer.give_up(self, waiting);
            self.stats.paths.set_aside += self.parked.len() as u64;
            for (id, _) in std::mem::take(&mut self.parked) {
                let reason = &reason;
                self.tell(&Moment::Lost { id, reason });
            }
            self.reasons.insert(reason);
        }
    }

    /// Keeps only what leads back to a state.
    pub fn park(&mut self, state: State) {
        self.rounds.remove(&state.id);
        self.tell(&Moment::Parked(&state));
        let id = state.id;
        match Parked::new(state) {
            Some(parked) => self.parked.push((id, parked)),
            None => self.forget(id, UNLIKE),
        }
    }

    /// Counts a path that does not come back.
    fn forget(&mut self, id: StateId, detail: &str) {
        let reason = Reason {
            kind: ReasonKind::MemoryLimit,
            detail: detail.to_string(),
            loc: None,
        };
        let lost = &reason;
        self.tell(&Moment::Lost { id, reason: lost });
        self.reasons.insert(reason);
        self.stats.paths.set_aside += 1;
    }

    /// Brings back what was parked last. Whether there was something.
    pub(super) fn resume_parked(&mut self, explorer: &mut dyn Explorer) -> bool {
        let Some((was, parked)) = self.parked.pop() else {
            return false;
        };
        match self.resume(&parked) {
            Ok(state) => {
                let resumed = Moment::Resumed { state: &state, was };
                self.tell(&resumed);
                explorer.add(self, state);
            }
            Err(Lost::NoModel) => self.forget(was, NO_MODEL),
            Err(Lost::Astray) => {
                debug_assert!(false, "a parked path came somewhere else");
                self.forget(was, ASTRAY);
            }
        }
        true
    }

    /// What parking a state and bringing it back gives, without doing so. A path comes back at its
    /// last decision.
    ///
    /// # Errors
    /// Why it would not come back.
    pub fn come_back(&mut self, state: &State) -> Result<State, &'static str> {
        let parked = Parked::new(state.clone()).ok_or(UNLIKE)?;
        self.resume(&parked).map_err(|lost| match lost {
            Lost::NoModel => NO_MODEL,
            Lost::Astray => ASTRAY,
        })
    }

    fn resume(&mut self, parked: &Parked) -> Result<State, Lost> {
        match parked {
            Parked::Path(decisions) => self.follow(&decisions.single_path().unwrap_or_default()),
            Parked::Paths {
                constraints,
                guard,
                model,
                inputs,
            } => Ok(State {
                constraints: constraints.clone(),
                guard: *guard,
                model: model.clone(),
                inputs_ahead: *inputs,
                ..self.start()
            }),
        }
    }

    /// The state that decisions lead to.
    fn follow(&mut self, decisions: &[&Decision]) -> Result<State, Lost> {
        let mut state = self.start();
        let mut left = decisions.iter();
        while left.len() > 0 {
            let ran = self.run(&mut state, None);
            let mut follower = Follower(self);
            for event in ran.events {
                if events::meet(&mut follower, &mut state, event).is_break() {
                    return Err(Lost::Astray);
                }
            }
            let alternatives = match &ran.flow {
                Flow::Next => continue,
                Flow::Choose(choices) => choices.len(),
                Flow::Concretize(..) | Flow::Bound(_) => 0,
                // For example want of memory.
                Flow::End(_) => return Err(Lost::NoModel),
            };
            let decision = left.next().ok_or(Lost::Astray)?;
            let place = (state.point(), state.digest(alternatives));
            if place != (decision.point, decision.digest) {
                return Err(Lost::Astray);
            }
            self.follow_one(&mut state, ran.flow, decision.taken)
                .ok_or(Lost::Astray)?;
        }
        let query = Query {
            path: &[],
            goal: &state.constraints.terms(),
            hint: None,
        };
        match self.solver.check(&mut self.pool, &query) {
            Answer::Sat(model) => state.model = model,
            Answer::Unsat { .. } | Answer::Unknown(_) => return Err(Lost::NoModel),
        }
        Ok(state)
    }

    /// Decides as it was decided before; `None` if that is not possible.
    fn follow_one(&mut self, state: &mut State, flow: Flow, taken: Taken) -> Option<()> {
        let (alternatives, condition, cause, action) = match (flow, taken) {
            (Flow::Choose(mut choices), Taken::Alternative(number)) => {
                let alternatives = choices.len();
                if number as usize >= alternatives {
                    return None;
                }
                let choice = choices.swap_remove(number as usize);
                (alternatives, choice.guard, Cause::Edge, Some(choice.action))
            }
            (Flow::Concretize(local, term), Taken::Value(value)) => {
                let constant = self.pool.bits(self.pool.width(term), value.into());
                let same = self.pool.eq(term, constant);
                let value = Value::from_term(&self.pool, constant);
                (0, same, Cause::Value, Some(Action::Bind(local, value)))
            }
            (Flow::Concretize(_, term), Taken::OtherThan(value)) => {
                let constant = self.pool.bits(self.pool.width(term), value.into());
                (0, self.pool.ne(term, constant), Cause::Value, None)
            }
            (Flow::Bound(term), Taken::Between(least, most)) => {
                let bounds = Bounds { term, least, most };
                (0, Term::TRUE, Cause::Value, Some(Action::Bound(bounds)))
            }
            _ => return None,
        };
        state.decide(taken, alternatives);
        constrain(&mut self.pool, state, condition, cause);
        if let Some(action) = action {
            self.apply(state, &action);
        }
        Some(())
    }
}

/// Decides the events of a path that went on after each of them.
struct Follower<'d, 'a>(&'d mut Driver<'a>);

impl Decider for Follower<'_, '_> {
    fn context(&mut self) -> (&Program, &mut Pool, &Settings) {
        self.0.context()
    }

    fn feasible(&mut self, state: &State, _condition: Term) -> Feasible {
        Feasible::Yes(state.model.clone())
    }

    fn depends(&mut self, _state: &State, _on: Hidden, _term: Term, _guard: Term) -> Feasible {
        Feasible::No(Core::Nothing)
    }

    fn counts_uninitialized(&self, _loc: Option<LocId>) -> bool {
        false
    }

    fn is_known(&self, _kind: FailureKind, _loc: Option<LocId>) -> bool {
        true
    }

    fn is_reason_known(&mut self, _reason: &Reason) -> bool {
        true
    }

    fn happened(&mut self, state: &mut State, what: Happening) {
        if let Happening::Restricted {
            condition, cause, ..
        } = what
        {
            constrain(&mut self.0.pool, state, condition, cause);
        }
    }
}
