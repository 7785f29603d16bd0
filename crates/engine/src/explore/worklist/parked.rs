//! Paths that had to give up their memory: run again from the start when there is room.
//!
//! Executing a program is deterministic once its decisions are known, so a list of decisions is all
//! that a path is. Replaying one asks the solver once, at the end, for a model.
//!
//! A state that stands for several paths is kept as its path condition: a new state that starts
//! under it has the same paths to explore, and no other. A condition speaks of inputs by their
//! number, so this takes paths that have asked for the same inputs, and until they have asked for
//! them again they do not merge: where paths with different numbers of inputs become one, the
//! numbers that follow are other ones.

use super::Worklist;
use crate::machine::{Action, Event, Flow};
use crate::outcome::{Reason, ReasonKind};
use crate::path::{Cause, PathCondition, constrain};
use crate::state::{Decision, State, Trail};
use crate::value::Value;
use sheaf_ir::Local;
use sheaf_solver::{Answer, Query};
use sheaf_term::{CachedModel, Term};
use std::rc::Rc;

/// What was dropped for want of memory.
pub enum Parked {
    /// One path, as the decisions that lead back to it.
    Path(Trail<Decision>),
    /// Several, as their path condition.
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
        if state.inputs_ahead == 0 && state.decisions.single_path().is_some() {
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

impl Worklist<'_> {
    /// Parks states until the process is within its memory again; the program itself may be what
    /// does not fit.
    pub(super) fn save_memory(&mut self) {
        if !self.watch.out_of_memory() {
            return;
        }
        let mut ids: Vec<_> = self.states.keys().copied().collect();
        ids.sort_unstable();
        if ids.len() <= 1 {
            self.reasons.insert(self.watch.want_of_memory());
            self.stats.paths.set_aside += (ids.len() + self.parked.len()) as u64;
            self.parked.clear();
        }
        // The older half goes: the newer states share more with what runs now.
        for id in ids.iter().take(ids.len().div_ceil(2)) {
            self.searcher.end(*id);
            if let Some(meeting) = &mut self.meeting {
                meeting.leave(*id);
            }
            if let Some(state) = self.states.remove(id).filter(|_| ids.len() > 1) {
                self.park(state);
            }
        }
    }

    /// Keeps only what leads back to a state.
    pub(super) fn park(&mut self, state: State) {
        match Parked::new(state) {
            Some(parked) => self.parked.push(parked),
            None => self.forget("merged paths with different inputs cannot be parked"),
        }
    }

    /// Counts a path that does not come back.
    fn forget(&mut self, detail: &str) {
        self.reasons.insert(Reason {
            kind: ReasonKind::MemoryLimit,
            detail: detail.to_string(),
            loc: None,
        });
        self.stats.paths.set_aside += 1;
    }

    /// Brings back what was parked last. Whether there was something.
    pub(super) fn resume_parked(&mut self) -> bool {
        let state = match self.parked.pop() {
            None => return false,
            Some(Parked::Path(decisions)) => {
                let path = decisions.single_path();
                path.and_then(|path| self.follow(path.into_iter().copied()))
            }
            Some(Parked::Paths {
                constraints,
                guard,
                model,
                inputs,
            }) => Some(State {
                constraints,
                guard,
                model,
                inputs_ahead: inputs,
                ..State::new(self.program, &mut self.pool)
            }),
        };
        match state {
            Some(state) => {
                let id = self.admit(state);
                self.searcher.start(id);
                self.settle(id, None);
            }
            None => self.forget("a parked path could not be followed again"),
        }
        true
    }

    /// The state that decisions lead to.
    fn follow(&mut self, decisions: impl ExactSizeIterator<Item = Decision>) -> Option<State> {
        let mut state = State::new(self.program, &mut self.pool);
        let mut left = decisions;
        while left.len() > 0 {
            let (flow, events) = self.run(&mut state, 0).met;
            for event in events {
                if let Some(condition) = self.continues_where(event) {
                    constrain(&mut self.pool, &mut state, condition, Cause::Assumption);
                }
            }
            match flow {
                Flow::Next => {}
                Flow::End(_) => return None,
                Flow::Choose(choices) => {
                    let Some(Decision::Alternative(number)) = left.next() else {
                        return None;
                    };
                    let choice = choices.get(number as usize)?.clone();
                    self.follow_to(
                        &mut state,
                        choice.guard,
                        Decision::Alternative(number),
                        &choice.action,
                    );
                }
                Flow::Concretize(local, term) => {
                    self.follow_value(&mut state, local, term, left.next()?)?
                }
            }
        }
        let query = Query {
            path: &[],
            goal: &state.constraints.terms(),
            hint: None,
        };
        match self.solver.check(&mut self.pool, &query) {
            Answer::Sat(model) => state.model = model,
            Answer::Unsat { .. } | Answer::Unknown(_) => return None,
        }
        Some(state)
    }

    fn follow_to(&mut self, state: &mut State, guard: Term, decision: Decision, action: &Action) {
        constrain(&mut self.pool, state, guard, Cause::Edge);
        state.decisions.push(decision);
        self.apply(state, action);
    }

    fn follow_value(
        &mut self,
        state: &mut State,
        local: Local,
        term: Term,
        decision: Decision,
    ) -> Option<()> {
        match decision {
            Decision::Value(value) => {
                let constant = self.pool.bits(self.pool.width(term), value);
                let same = self.pool.eq(term, constant);
                let value = Value::from_term(&self.pool, constant);
                self.follow_to(state, same, decision, &Action::Bind(local, value));
            }
            Decision::OtherThan(value) => {
                let constant = self.pool.bits(self.pool.width(term), value);
                let other = self.pool.ne(term, constant);
                constrain(&mut self.pool, state, other, Cause::Value);
                state.decisions.push(decision);
            }
            Decision::Alternative(_) => return None,
        }
        Some(())
    }

    /// The condition under which a path goes on after an event.
    fn continues_where(&mut self, event: Event) -> Option<Term> {
        match event {
            Event::Assume { condition, .. } => Some(condition),
            Event::Obligation { kind, .. }
                if crate::concrete::is_harmless(kind) && !self.settings.counts(kind) =>
            {
                None
            }
            Event::Obligation { fails: met, .. } | Event::Beyond { met, .. } => {
                Some(self.pool.not(met))
            }
            Event::Defined { .. } | Event::Settled { .. } | Event::LeftOut(_) => None,
        }
    }
}
