//! Test cases: inputs of paths that ended and, for those who want coverage, of whatever else was
//! executed.

use super::Driver;
use super::goals::Goals;
use crate::inputs;
use crate::outcome::{End, Inputs, TestCase};
use crate::path::PathCondition;
use crate::state::State;
use sheaf_solver::{Answer, Query};
use sheaf_term::{CachedModel, Term};
use std::rc::Rc;
use std::time::Duration;

/// Time of a query for one more test, which nothing depends on.
const QUERY_TIME: Duration = Duration::from_secs(1);

impl Driver<'_> {
    /// Hands on the test case of a path that ended so.
    pub(super) fn offer(&mut self, state: &State, model: &CachedModel, end: End) {
        let pool = &self.pool;
        let adds = |goals: &mut Goals| goals.tested(pool, model);
        let adds = self.goals.as_mut().is_none_or(adds);
        let inputs = match self.observer.wants_inputs(adds) {
            true => inputs::from_model(pool, state, model),
            false => Inputs::default(),
        };
        self.observer.test(&TestCase {
            inputs,
            asked: inputs::has_asked(state),
            end,
            adds,
        });
    }

    /// Hands on test cases of a state that ended so: of as many of its paths as are asked for, and
    /// of those that meet further goals.
    pub(super) fn offer_paths(&mut self, state: &State, end: &End) {
        self.offer(state, &state.model, end.clone());
        if state.paths > 1.0 {
            let time = self.options.budget.solver_time;
            self.solver.set_timeout(time.min(QUERY_TIME));
            self.offer_further_paths(state, end);
            self.offer_goals(state, end);
            self.solver.set_timeout(time);
        }
    }

    /// Test cases of a merged state, each of another path: a model whose path is known is excluded
    /// by the conditions that lead to that path.
    fn offer_further_paths(&mut self, state: &State, end: &End) {
        let mut model = state.model.clone();
        let mut others = Vec::new();
        for _ in 1..self.options.tests_per_state {
            let path = self.path_of(state, &model);
            others.push(self.pool.not(path));
            match self.ask_further(&state.constraints, &others, &state.model) {
                Some(further) => model = further,
                None => return,
            }
            self.offer(state, &model, end.clone());
        }
    }

    /// The conditions under which inputs lead along the same path as a model, of the paths that
    /// have merged in a state.
    fn path_of(&mut self, state: &State, model: &CachedModel) -> Term {
        let mut conditions = Vec::new();
        state.decisions.path(|condition| {
            let holds = model.eval_bool(&self.pool, condition);
            conditions.push((condition, holds));
            holds
        });
        let pool = &mut self.pool;
        conditions
            .into_iter()
            .fold(Term::TRUE, |all, (condition, holds)| {
                let other = pool.not(condition);
                pool.and(all, if holds { condition } else { other })
            })
    }

    /// Test cases of a merged state that meet goals.
    fn offer_goals(&mut self, state: &State, end: &End) {
        let mut position = usize::MAX;
        while let Some(goals) = &mut self.goals
            && let Some((next, goal)) = goals.attempt(position)
        {
            position = next;
            let (constraints, model) = (goal.constraints.clone(), goal.model.clone());
            // The goal is the path of the query, because its model is at hand; where that suits the
            // state, nothing needs to be solved.
            if let Some(model) = self.ask_further(&constraints, &state.constraints.terms(), &model)
            {
                self.offer(state, &model, end.clone());
            }
        }
    }

    /// A model of both, if one is found in time. `hint` is a model of the first.
    fn ask_further(
        &mut self,
        path: &PathCondition,
        goal: &[Term],
        hint: &Rc<CachedModel>,
    ) -> Option<Rc<CachedModel>> {
        if self.watch.over(&self.stats).is_some() {
            return None;
        }
        let query = Query {
            path,
            goal,
            hint: Some(hint),
        };
        match self.solver.check(&mut self.pool, &query) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat { .. } | Answer::Unknown(_) => None,
        }
    }

    /// Notes whether a state has just executed something new.
    pub(super) fn note_goal(&mut self, state: &State) {
        if let Some(goals) = &mut self.goals {
            goals.note(self.recorder.marks, state);
        }
    }

    /// Hands on inputs that lead to the goals which no test case meets.
    pub(super) fn offer_prefixes(&mut self) {
        while let Some(goal) = self.goals.as_mut().and_then(Goals::pop) {
            self.observer.prefix(goal.inputs(&self.pool));
            if let Some(goals) = &mut self.goals {
                goals.tested(&self.pool, &goal.model);
            }
        }
    }
}
