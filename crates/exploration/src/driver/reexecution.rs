//! Executing a path again, by its decisions.
//!
//! Execution is deterministic once its decisions are known, so a list of decisions represents a
//! path. Re-executing it asks the solver once, at the end, for a model. Each decision records its
//! program point and a digest of the state: a path that diverges is an internal error that is
//! detected. The path has the same conditions as before, except for those of checks that cannot
//! fail: see [`crate::path::knows`].
//!
//! Paths that follow each other begin alike, and each part of the tree of executions should be
//! executed once. So a path leaves copies of its state where the next ones leave it ([`Trunk`]), and
//! these begin there. The copies have the model that was found at the end of the path, which is one
//! of each part of it, so that the query of the next path is about what it adds.

use super::Driver;
use super::alternatives::constant_like;
use crate::decide::{Core, Feasible};
use crate::events::{self, Decider, Happening, Hidden};
use crate::machine::{Action, Flow, Settings};
use crate::outcome::Reason;
use crate::path::{Cause, PathCondition, constrain};
use crate::program::Program;
use crate::state::{Bounds, Decision, State, Taken};
use crate::value::Value;
use sheaf_ir::{FailureKind, LocId};
use sheaf_solver::{Answer, Query};
use sheaf_term::{CachedModel, Pool, Term};
use std::rc::Rc;

/// For the user.
pub(super) const NO_MODEL: &str =
    "a parked path could not be re-executed within the time and memory left";

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

/// States on the path that was executed again last, where the next ones leave it.
#[derive(Default)]
pub(super) struct Trunk {
    path: Vec<Decision>,
    /// States, each after so many decisions; in ascending order.
    states: Vec<(usize, State)>,
}

impl Trunk {
    /// The last state that is on this path, too, and the number of its decisions.
    fn common(&mut self, path: &[&Decision]) -> Option<&(usize, State)> {
        let common = self.path.iter().zip(path);
        let common = common.take_while(|(ours, theirs)| ours == *theirs).count();
        self.states.retain(|(decisions, _)| *decisions <= common);
        self.states.last()
    }

    /// Adds states on a path that begins at [`Trunk::common`], of all of which this is a model. Only
    /// a path that was followed to its end may be added: the states are those of the path that the
    /// next one is compared with.
    fn grow(&mut self, path: &[&Decision], states: Vec<(usize, State)>, model: &Rc<CachedModel>) {
        let model = || model.clone();
        let states = states.into_iter();
        let with_model = states.map(|(at, state)| {
            (
                at,
                State {
                    model: model(),
                    ..state
                },
            )
        });
        self.states.extend(with_model);
        self.path = path.iter().map(|it| **it).collect();
    }
}

/// Why a path was lost.
pub(super) enum Lost {
    /// No model of the path condition is found in time.
    NoModel,
    /// The path diverged.
    Astray,
}

/// Follows a path: decides the events after each of which it continued.
pub(super) struct Follower<'d, 'a> {
    driver: &'d mut Driver<'a>,
    /// The part of the path condition of which the state has a model.
    solved: PathCondition,
    /// Whether all questions were answered that had to be asked again.
    has_answers: bool,
}

impl<'d, 'a> Follower<'d, 'a> {
    pub fn new(driver: &'d mut Driver<'a>) -> Self {
        Follower {
            driver,
            solved: PathCondition::default(),
            has_answers: true,
        }
    }

    /// The state that decisions lead to, from a state of the trunk if it has one on their way. The
    /// trunk gets states where the next paths leave this one, after so many decisions each, in
    /// descending order. If the explorer wants steps, all of them are executed, and recorded in
    /// [`Account::retraced`](super::account::Account).
    ///
    /// # Errors
    /// When the path is lost.
    pub fn follow(
        mut self,
        decisions: &[&Decision],
        trunk: &mut Trunk,
        mut leave: Vec<usize>,
    ) -> Result<State, Lost> {
        let (begin, mut state) = match trunk.common(decisions) {
            Some((begin, state)) => {
                self.solved = state.constraints.clone();
                let id = self.driver.new_id();
                (
                    *begin,
                    State {
                        id,
                        ..state.clone()
                    },
                )
            }
            None => (0, self.driver.start()),
        };
        leave.retain(|it| *it > begin);
        self.driver.account.retraced.clear();
        let mut left_behind = Vec::new();
        let mut left = decisions[begin..].iter();
        while let Some(decision) = left.as_slice().first() {
            let done = decisions.len() - left.len();
            if leave.last() == Some(&done) {
                leave.pop();
                left_behind.push((done, state.clone()));
            }
            // The checks may begin later, between two decisions. Those before were made.
            if decision.taken == Taken::Checks {
                state.decide(Taken::Checks, 0);
                break;
            }
            self.driver.account.forget_notes();
            let before = state.constraints.len();
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
                Flow::Next => {
                    self.driver.account.retrace(&state, before, None);
                    continue;
                }
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
            state.decide(decision.taken, alternatives);
            if !matches!(decision.taken, Taken::Except(_)) {
                self.repeat(&mut state, ran.flow, decision.taken, is_implied)?;
            }
            let account = &mut self.driver.account;
            account.retrace(&state, before, Some(**decision));
        }
        state.model = self.model_of(&state)?;
        trunk.grow(decisions, left_behind, &state.model);
        Ok(state)
    }

    /// Makes a recorded decision. Its condition may be implied by the path.
    fn repeat(
        &mut self,
        state: &mut State,
        flow: Flow,
        taken: Taken,
        is_implied: bool,
    ) -> Result<(), Lost> {
        let repeated = repeat(&mut self.driver.pool, flow, taken);
        let (condition, cause, action) = repeated.ok_or(Lost::Astray)?;
        if !is_implied {
            constrain(&mut self.driver.pool, state, condition, cause);
        }
        if let Some(action) = action {
            self.driver.apply(state, &action);
        }
        Ok(())
    }

    /// A model of a path that was feasible before.
    fn model_of(&mut self, state: &State) -> Result<Rc<CachedModel>, Lost> {
        let new = state.constraints.len() - self.solved.len();
        let new = state.constraints.newest_first().take(new);
        let mut new: Vec<Term> = new.map(|entry| entry.condition).collect();
        new.reverse();
        let pool = &mut self.driver.pool;
        if new.iter().all(|it| state.model.eval_bool(pool, *it)) {
            return Ok(state.model.clone());
        }
        let query = Query {
            path: &self.solved,
            goal: &new,
            hint: Some(&state.model),
        };
        match self.driver.solver.check(pool, &query) {
            Answer::Sat(model) => Ok(model),
            Answer::Unsat { .. } => Err(Lost::Astray),
            Answer::Unknown(_) => Err(Lost::NoModel),
        }
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
        match self.model_of(state) {
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
