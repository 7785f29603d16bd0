//! Parked states: states whose memory was released, to be re-executed from the start when there is
//! memory.
//!
//! Execution is deterministic once its decisions are known, so a list of decisions represents a
//! path. Re-executing it asks the solver once, at the end, for a model. Each decision records its
//! program point and a digest of the state: a path that diverges is an internal error that is
//! detected. The path has the same conditions as before, except for those of checks that cannot
//! fail: see [`crate::path::knows`].
//!
//! A merged state is kept as its path condition: a new initial state under this condition has the
//! same paths to explore, and no others. A condition refers to inputs by number, so this requires
//! paths that have read the same inputs; until these inputs are read again, the states do not
//! merge: merging paths with different numbers of inputs would change the numbers of later inputs.

use super::Driver;
use super::alternatives::constant_like;
use crate::decide::{Core, Feasible};
use crate::events::{self, Decider, Happening, Hidden};
use crate::machine::{Action, Flow, Settings};
use crate::outcome::{Reason, ReasonKind};
use crate::path::{Cause, PathCondition, constrain};
use crate::program::Program;
use crate::state::{Bounds, Decision, State, Taken, Trail};
use crate::value::Value;
use crate::{Explorer, Moment, StateId};
use sheaf_ir::{FailureKind, LocId};
use sheaf_solver::{Answer, Query};
use sheaf_term::{CachedModel, Pool, Term};
use std::rc::Rc;

/// What was dropped for lack of memory.
pub enum Parked {
    /// One path, as its decisions.
    Path(Trail<Decision>),
    /// Several paths, or one on which loop iterations were skipped, as their path condition.
    Paths {
        /// The path condition, as [`State::constraints`] and [`State::guard`] have it.
        constraints: PathCondition,
        /// See above.
        guard: Term,
        /// A model of it.
        model: Rc<CachedModel>,
        /// The number of inputs that they have read.
        inputs: usize,
    },
}

impl Parked {
    /// The representation of a state; `None` if it stands for paths that have read different
    /// inputs.
    fn new(state: State) -> Option<Parked> {
        // Re-executing decisions executes all loop iterations.
        let is_led = !state.has_skipped() && state.inputs_ahead == 0;
        if is_led && !state.decisions.has_merged() {
            return Some(Parked::Path(state.decisions));
        }
        (!state.inputs.has_merged()).then(|| Parked::Paths {
            constraints: state.constraints,
            guard: state.guard,
            inputs: state.inputs.len().max(state.inputs_ahead),
            model: state.model,
        })
    }
}

/// Reasons why states do not come back, for the user.
const UNLIKE: &str = "merged paths with different inputs cannot be parked";
const NO_MODEL: &str = "a parked path could not be re-executed within the time and memory left";
const ASTRAY: &str = "internal error: a parked path diverged";

/// The reason why a parked path was lost.
enum Lost {
    /// No model of the path condition is found in time.
    NoModel,
    /// The path diverged.
    Astray,
}

impl Driver<'_> {
    /// Parks states until the process is within its memory limit; the program itself may be too
    /// large.
    pub(super) fn save_memory(&mut self, explorer: &mut dyn Explorer) {
        if !self.watch.out_of_memory() {
            return;
        }
        // What is parked stays so until there is nothing else to do.
        self.sessions.takes_back = false;
        let waiting = explorer.waiting_count();
        if waiting > 1 {
            explorer.give_up(self, waiting.div_ceil(2));
        } else {
            let reason = self.watch.want_of_memory();
            explorer.give_up(self, waiting);
            // A session with more memory explores all that is dropped now.
            self.save(explorer);
            self.sessions.spoil();
            let parked = std::mem::take(&mut self.account.parked);
            for (id, _) in &parked {
                let (id, reason) = (*id, &reason);
                self.tell(&Moment::Lost { id, reason });
            }
            self.account.leave_out(reason, parked.len() as u64);
        }
    }

    /// Parks a state.
    pub fn park(&mut self, state: State) {
        self.endless.forget(state.id);
        self.tell(&Moment::Parked(&state));
        let id = state.id;
        match Parked::new(state) {
            Some(parked) => self.account.parked.push((id, parked)),
            None => self.forget(id, UNLIKE),
        }
    }

    /// Counts a path that is lost.
    fn forget(&mut self, id: StateId, detail: &str) {
        let reason = Reason {
            kind: ReasonKind::MemoryLimit,
            detail: detail.to_string(),
            loc: None,
        };
        let lost = &reason;
        self.tell(&Moment::Lost { id, reason: lost });
        self.account.leave_out(reason, 1);
    }

    /// Resumes the state that was parked last. Returns whether there was one.
    pub fn resume_parked(&mut self, explorer: &mut dyn Explorer) -> bool {
        let Some((was, parked)) = self.account.parked.pop() else {
            return false;
        };
        match self.resume(&parked) {
            Ok(state) => {
                let resumed = Moment::Resumed { state: &state, was };
                self.tell(&resumed);
                explorer.add(self, state);
            }
            // The exploration ends, and the path still waits.
            Err(Lost::NoModel) if self.watch.over(&self.stats).is_some() => {
                self.account.parked.push((was, parked));
            }
            Err(Lost::NoModel) => self.forget(was, NO_MODEL),
            Err(Lost::Astray) => {
                debug_assert!(false, "a parked path diverged");
                self.forget(was, ASTRAY);
            }
        }
        true
    }

    /// The result of parking and resuming a state, without doing so; `None` without the time or the
    /// memory for it. A path is resumed at its last decision.
    ///
    /// # Errors
    /// The reason why it would be lost otherwise.
    pub fn come_back(&mut self, state: &State) -> Result<Option<State>, &'static str> {
        let parked = Parked::new(state.clone()).ok_or(UNLIKE)?;
        match self.resume(&parked) {
            Ok(state) => Ok(Some(state)),
            Err(Lost::NoModel) => Ok(None),
            Err(Lost::Astray) => Err(ASTRAY),
        }
    }

    fn resume(&mut self, parked: &Parked) -> Result<State, Lost> {
        match parked {
            Parked::Path(decisions) => {
                let follower = Follower {
                    driver: self,
                    has_answers: true,
                };
                follower.follow(&decisions.single_path().unwrap_or_default())
            }
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

    /// A model of a path that was feasible before.
    fn model_of(&mut self, state: &State) -> Result<Rc<CachedModel>, Lost> {
        let query = Query {
            path: &[],
            goal: &state.constraints.terms(),
            hint: None,
        };
        match self.solver.check(&mut self.pool, &query) {
            Answer::Sat(model) => Ok(model),
            Answer::Unsat { .. } => Err(Lost::Astray),
            Answer::Unknown(_) => Err(Lost::NoModel),
        }
    }
}

/// The condition of a recorded decision, its cause, and what is to be done; `None` if it is not
/// one that can be made here.
fn repeat(pool: &mut Pool, flow: Flow, taken: Taken) -> Option<(Term, Cause, Option<Action>)> {
    Some(match (flow, taken) {
        (Flow::Choose(mut choices), Taken::Alternative(number)) => {
            if number as usize >= choices.len() {
                return None;
            }
            let choice = choices.swap_remove(number as usize);
            (choice.guard, Cause::Edge, Some(choice.action))
        }
        (Flow::Concretize(local, term), Taken::Value(value)) => {
            let constant = constant_like(pool, term, value.into());
            let same = pool.eq(term, constant);
            let value = Value::from_term(pool, constant);
            (same, Cause::Value, Some(Action::Bind(local, value)))
        }
        (Flow::Concretize(_, term), Taken::OtherThan(value)) => {
            let constant = constant_like(pool, term, value.into());
            (pool.ne(term, constant), Cause::Value, None)
        }
        (Flow::Bound(term), Taken::Between(least, most)) => {
            let bounds = Bounds { term, least, most };
            (Term::TRUE, Cause::Value, Some(Action::Bound(bounds)))
        }
        _ => return None,
    })
}

/// Follows a path: decides the events after each of which it continued.
struct Follower<'d, 'a> {
    driver: &'d mut Driver<'a>,
    /// Whether all questions were answered that had to be asked again.
    has_answers: bool,
}

impl Follower<'_, '_> {
    /// The state that decisions lead to.
    fn follow(mut self, decisions: &[&Decision]) -> Result<State, Lost> {
        let mut state = self.driver.start();
        let mut left = decisions.iter();
        while let Some(decision) = left.as_slice().first() {
            // The checks may begin later, between two decisions. Those before were made.
            if decision.taken == Taken::Checks {
                state.decide(Taken::Checks, 0);
                break;
            }
            let ran = self.driver.run(&mut state, None);
            for event in ran.events {
                if events::handle(&mut self, &mut state, event).is_break() {
                    return Err(Lost::Astray);
                }
            }
            if !self.has_answers {
                return Err(Lost::NoModel);
            }
            let alternatives = match &ran.flow {
                Flow::Next => continue,
                Flow::Choose(choices) => choices.len(),
                Flow::Concretize(..) | Flow::Bound(_) => 0,
                // For example lack of memory.
                Flow::End(_) => return Err(Lost::NoModel),
            };
            let decision = left.next().ok_or(Lost::Astray)?;
            let is_recorded = |alternatives| {
                (state.point(), state.digest(alternatives)) == (decision.point, decision.digest)
            };
            let implied = State::alternatives_if_implied(alternatives);
            let is_implied = is_recorded(implied);
            if !is_implied && !is_recorded(alternatives) {
                return Err(Lost::Astray);
            }
            let alternatives = if is_implied { implied } else { alternatives };
            if let Taken::Except(_) = decision.taken {
                state.decide(decision.taken, alternatives);
                continue;
            }
            let repeated = repeat(&mut self.driver.pool, ran.flow, decision.taken);
            let (condition, cause, action) = repeated.ok_or(Lost::Astray)?;
            state.decide(decision.taken, alternatives);
            if !is_implied {
                constrain(&mut self.driver.pool, &mut state, condition, cause);
            }
            if let Some(action) = action {
                self.driver.apply(&mut state, &action);
            }
        }
        state.model = self.driver.model_of(&state)?;
        Ok(state)
    }
}

impl Decider for Follower<'_, '_> {
    fn context(&mut self) -> (&Program, &mut Pool, &Settings) {
        self.driver.context()
    }

    fn feasible(&mut self, state: &State, _condition: Term) -> Feasible {
        Feasible::Yes(state.model.clone())
    }

    /// A path is not restricted by a check that depends on uninitialized memory. This is not known
    /// from its decisions, so it is asked again. The state has no model of its path yet.
    fn depends(&mut self, state: &State, on: Hidden, term: Term, guard: Term) -> Feasible {
        if on == Hidden::Choice {
            return Feasible::No(Core::Nothing);
        }
        match self.driver.model_of(state) {
            Ok(model) => {
                let state = State {
                    model,
                    ..state.clone()
                };
                self.driver.depends(&state, on, term, guard)
            }
            Err(_) => Feasible::Unknown(NO_MODEL.to_string()),
        }
    }

    fn counts_uninitialized(&self, loc: Option<LocId>) -> bool {
        self.driver.counts_uninitialized(loc)
    }

    fn is_known(&self, _kind: FailureKind, _loc: Option<LocId>) -> bool {
        true
    }

    fn is_reason_known(&mut self, _reason: &Reason) -> bool {
        true
    }

    fn happened(&mut self, state: &mut State, what: Happening) {
        match what {
            Happening::Restricted {
                condition, cause, ..
            } => constrain(&mut self.driver.pool, state, condition, cause),
            Happening::Unknown { .. } => self.has_answers = false,
            _ => {}
        }
    }
}
