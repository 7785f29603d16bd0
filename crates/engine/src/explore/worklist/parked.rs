//! Paths that had to give up their memory: kept as their decisions, and run again from the start when there is room.
//!
//! Executing a program is deterministic once its decisions are known, so a list of decisions is all that a path is. Replaying one asks the solver
//! once, at the end, for a model.

use super::Worklist;
use crate::decide::constrain;
use crate::machine::{Action, Event, Flow};
use crate::outcome::{Reason, ReasonKind};
use crate::state::{Decision, State};
use crate::value::Value;
use sheaf_ir::Local;
use sheaf_solver::{Answer, Query};
use sheaf_term::Term;

impl Worklist<'_> {
    /// Parks states until the process is within its memory again; the program itself may be what does not fit.
    pub(super) fn save_memory(&mut self) {
        if !self.watch.out_of_memory() {
            return;
        }
        let mut ids: Vec<_> = self.states.keys().copied().collect();
        ids.sort_unstable();
        if ids.len() <= 1 {
            let detail = format!("{} bytes", self.options.budget.memory_bytes);
            self.reasons.insert(Reason {
                kind: ReasonKind::MemoryLimit,
                detail,
                loc: None,
            });
            self.stats.paths.set_aside += (ids.len() + self.parked.len()) as u64;
            self.parked.clear();
        }
        // The older half goes: the newer states share more with what runs now.
        for id in ids.iter().take(ids.len().div_ceil(2)) {
            self.searcher.end(*id);
            if let Some(meeting) = &mut self.meeting {
                meeting.leave(*id);
            }
            if let Some(state) = self.states.remove(id)
                && ids.len() > 1
            {
                self.parked.push(state.decisions);
            }
        }
    }

    /// Brings one parked path back. Whether there was one.
    pub(super) fn resume_parked(&mut self) -> bool {
        let Some(decisions) = self.parked.pop() else {
            return false;
        };
        let decisions = decisions.single_path();
        let decisions: Option<Vec<Decision>> =
            decisions.map(|path| path.into_iter().copied().collect());
        match decisions.and_then(|decisions| self.follow(&decisions)) {
            Some(state) => {
                let id = self.admit(state);
                self.searcher.start(id);
                self.settle(id, None);
            }
            None => {
                let detail = "a parked path could not be followed again".to_string();
                self.reasons.insert(Reason {
                    kind: ReasonKind::MemoryLimit,
                    detail,
                    loc: None,
                });
                self.stats.paths.set_aside += 1;
            }
        }
        true
    }

    /// The state that decisions lead to.
    fn follow(&mut self, decisions: &[Decision]) -> Option<State> {
        let mut state = State::new(self.program, &mut self.pool);
        let mut left = decisions.iter();
        while left.len() > 0 {
            let (flow, events) = self.run(&mut state, 0).met;
            for event in events {
                if let Some(condition) = self.continues_where(event) {
                    constrain(&mut self.pool, &mut state, condition);
                }
            }
            match flow {
                Flow::Next => {}
                Flow::End(_) => return None,
                Flow::Choose(choices) => {
                    let Some(Decision::Alternative(number)) = left.next() else {
                        return None;
                    };
                    let choice = choices.get(*number as usize)?.clone();
                    self.follow_to(
                        &mut state,
                        choice.guard,
                        Decision::Alternative(*number),
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
            goal: &state.constraints,
            hint: None,
        };
        match self.solver.check(&mut self.pool, &query) {
            Answer::Sat(model) => state.model = model,
            Answer::Unsat { .. } | Answer::Unknown(_) => return None,
        }
        Some(state)
    }

    fn follow_to(&mut self, state: &mut State, guard: Term, decision: Decision, action: &Action) {
        constrain(&mut self.pool, state, guard);
        state.decisions.push(decision);
        self.apply(state, action);
    }

    fn follow_value(
        &mut self,
        state: &mut State,
        local: Local,
        term: Term,
        decision: &Decision,
    ) -> Option<()> {
        match decision {
            Decision::Value(value) => {
                let constant = self.pool.bits(self.pool.width(term), *value);
                let same = self.pool.eq(term, constant);
                let value = Value::from_term(&self.pool, constant);
                self.follow_to(state, same, *decision, &Action::Bind(local, value));
            }
            Decision::OtherThan(value) => {
                let constant = self.pool.bits(self.pool.width(term), *value);
                let other = self.pool.ne(term, constant);
                constrain(&mut self.pool, state, other);
                state.decisions.push(*decision);
            }
            Decision::Alternative(_) => return None,
        }
        Some(())
    }

    /// The condition under which a path goes on after an event.
    fn continues_where(&mut self, event: Event) -> Option<Term> {
        match event {
            Event::Assume(condition) => Some(condition),
            Event::Obligation { kind, .. }
                if crate::concrete::is_harmless(kind) && !self.settings.counts(kind) =>
            {
                None
            }
            Event::Obligation { fails, .. } => Some(self.pool.not(fails)),
            Event::Defined { .. } | Event::LeftOut(_) => None,
        }
    }
}
