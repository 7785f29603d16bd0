//! Forks: a path that can go on in several ways becomes several paths.

use super::{Fate, Worklist};
use crate::decide::{Feasible, feasible};
use crate::explore::search::StateId;
use crate::machine::{Action, Choice, Machine};
use crate::outcome::{Reason, ReasonKind};
use crate::path::{Cause, constrain};
use crate::state::{Decision, State};
use crate::value::Value;
use sheaf_ir::Local;
use sheaf_term::CachedModel;
use sheaf_term::Term;
use std::rc::Rc;

/// A way to go on that inputs can take.
struct Way {
    number: u32,
    choice: Choice,
    model: Rc<CachedModel>,
}

impl Worklist<'_> {
    /// Lets a path go on in each way that is feasible.
    pub(super) fn choose(&mut self, id: StateId, state: &mut State, choices: Vec<Choice>) -> Fate {
        let mut ways = Vec::with_capacity(choices.len());
        let mut complete = true;
        for (number, choice) in choices.into_iter().enumerate() {
            match feasible(&mut self.pool, &mut self.solver, state, choice.guard) {
                Feasible::Yes(model) => ways.push(Way {
                    number: number as u32,
                    choice,
                    model,
                }),
                Feasible::No => {}
                Feasible::Unknown(why) => {
                    complete = false;
                    self.stats.paths.set_aside += 1;
                    self.unknown(why, state.loc(self.program));
                }
            }
        }
        if complete && ways.is_empty() {
            // The guards cover the path, so some way is feasible; if not, a path must not vanish
            // unnoticed.
            let detail = "no way to go on was found feasible".to_string();
            self.leave_out(state, ReasonKind::UnmodelledOperation, detail);
            return Fate::Ended;
        }
        // A single feasible way follows from the path condition, so it adds nothing to it.
        let implied = complete && ways.len() == 1;
        let binds = ways
            .iter()
            .any(|way| matches!(way.choice.action, Action::Bind(..)));
        let kept = self.within_limits(state, ways);
        let mut kept = kept.into_iter();
        let Some(first) = kept.next() else {
            return Fate::Ended;
        };
        let mut children = Vec::new();
        for way in kept {
            let mut child = state.clone();
            self.take(&mut child, way, false);
            self.stats.forks += 1;
            match self.watch.is_short_of_memory() {
                true => self.park(child),
                false => children.push(self.admit_newborn(child)),
            }
        }
        self.take(state, first, implied);
        if children.is_empty() {
            return Fate::Alone;
        }
        self.missed.note_fork(self.program, state, children.len());
        self.stats.merging.bound |= state.paths > 1.0;
        self.searcher.fork(id, &children);
        self.split = binds;
        Fate::Forked
    }

    /// Drops ways that the limits of depth and forks do not allow; they count as set aside.
    fn within_limits(&mut self, state: &State, mut ways: Vec<Way>) -> Vec<Way> {
        let budget = &self.options.budget;
        let loc = state.loc(self.program);
        let too_deep = budget
            .depth
            .filter(|limit| ways.len() > 1 && state.decisions.len() as u64 >= *limit);
        let limit = match (
            too_deep,
            budget.forks.filter(|limit| self.stats.forks >= *limit),
        ) {
            (Some(limit), _) => Some((ReasonKind::DepthLimit, format!("{limit} decisions"), 0)),
            (None, Some(limit)) if ways.len() > 1 => {
                Some((ReasonKind::ForkLimit, format!("{limit} forks"), 1))
            }
            _ => None,
        };
        if let Some((kind, detail, keep)) = limit {
            self.reasons.insert(Reason { kind, detail, loc });
            self.stats.paths.set_aside += (ways.len() - keep) as u64;
            self.missed
                .note_waiting(self.program, state, ways.len() - keep);
            ways.truncate(keep);
        }
        ways
    }

    fn take(&mut self, state: &mut State, way: Way, implied: bool) {
        if !implied {
            constrain(&mut self.pool, state, way.choice.guard, Cause::Edge);
            state.alone_since = state.instructions;
        }
        state.model = way.model;
        state.decisions.push(Decision::Alternative(way.number));
        self.apply(state, &way.choice.action);
        self.note_goal(state);
    }

    /// Counts a path that is not followed, and why.
    fn leave_out(&mut self, state: &State, kind: ReasonKind, detail: String) {
        let loc = state.loc(self.program);
        self.reasons.insert(Reason { kind, detail, loc });
        self.stats.paths.set_aside += 1;
    }

    pub(super) fn apply(&mut self, state: &mut State, action: &Action) {
        Machine::new(
            self.program,
            &mut self.pool,
            state,
            &self.settings,
            &mut self.recorder,
        )
        .apply(action);
    }

    /// Lets a path go on with one value of a term that must be concrete, and another one with the
    /// rest.
    pub(super) fn concretize(
        &mut self,
        id: StateId,
        state: &mut State,
        local: Local,
        term: Term,
    ) -> Fate {
        let value = state.model.eval(&self.pool, term);
        // Decisions hold machine words: an unbounded integer cannot be made concrete here.
        let constant = self.pool.constant(&value);
        let Some(constant) = constant.filter(|constant| self.pool.as_bits(*constant).is_some())
        else {
            let detail = "a value that must be concrete is no machine word".to_string();
            self.leave_out(state, ReasonKind::Concretization, detail);
            return Fate::Ended;
        };
        let same = self.pool.eq(term, constant);
        let other = self.pool.not(same);
        let mut fate = Fate::Alone;
        match feasible(&mut self.pool, &mut self.solver, state, other) {
            Feasible::No => {}
            Feasible::Unknown(why) => {
                self.stats.paths.set_aside += 1;
                self.unknown(why, state.loc(self.program));
            }
            Feasible::Yes(model) => {
                if self.values_tried(state) + 1 < self.options.budget.concretizations {
                    let mut rest = state.clone();
                    constrain(&mut self.pool, &mut rest, other, Cause::Value);
                    rest.model = model;
                    let excluded = Value::from_term(&self.pool, constant)
                        .as_u128()
                        .unwrap_or(0);
                    rest.decisions.push(Decision::OtherThan(excluded));
                    self.stats.forks += 1;
                    self.stats.merging.bound |= state.paths > 1.0;
                    let rest = self.admit_newborn(rest);
                    self.searcher.fork(id, &[rest]);
                    self.split = true;
                    fate = Fate::Forked;
                } else {
                    let detail =
                        format!("more than {} values", self.options.budget.concretizations);
                    self.leave_out(state, ReasonKind::Concretization, detail);
                }
            }
        }
        constrain(&mut self.pool, state, same, Cause::Value);
        let value = Value::from_term(&self.pool, constant);
        state
            .decisions
            .push(Decision::Value(value.as_u128().unwrap_or(0)));
        self.apply(state, &Action::Bind(local, value));
        fate
    }

    /// How many values of the current term were tried before.
    fn values_tried(&self, state: &State) -> u32 {
        state
            .decisions
            .newest_first()
            .take_while(|decision| matches!(decision, Decision::OtherThan(_)))
            .count() as u32
    }
}
