//! Test cases, generated from the moments of an exploration: inputs of paths that ended and, for
//! suites, of everything else that was executed.
//!
//! The exploration does not depend on whether test cases are generated. A state that ends has a
//! model, which is a test case at no further cost. Further paths of a merged state are found with a
//! separate solver.

mod goals;

use super::{Moment, Observer, WantedTests};
use crate::concrete::solver_options;
use crate::inputs;
use crate::options::Options;
use crate::outcome::{End, Inputs, TestCase};
use crate::path::PathCondition;
use crate::state::State;
use goals::Goals;
use sheaf_solver::{Answer, Query, Solver, Stats};
use sheaf_term::{CachedModel, Pool, Term};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

sheaf_tuning::constants! {
    /// Time limit of a query for an additional, optional test.
    QUERY_TIME: Duration = 1000, 100 => 10_000, "ms";
}

/// Generates the test cases that an observer wants.
pub(super) struct Suite<'a> {
    options: &'a Options,
    /// The deadline of queries.
    end: Option<Instant>,
    /// Created for the first query.
    solver: Option<Solver>,
    /// What was executed and is in no test yet, for suites.
    goals: Option<Goals>,
}

impl<'a> Suite<'a> {
    /// The generator of the wanted tests, if any; queries end at this deadline.
    pub(super) fn new(
        wanted: WantedTests,
        options: &'a Options,
        end: Option<Instant>,
    ) -> Option<Self> {
        (wanted != WantedTests::None).then(|| Suite {
            options,
            end,
            solver: None,
            goals: (wanted == WantedTests::Suite).then(Goals::default),
        })
    }

    /// Statistics of the queries for tests, if there were any.
    pub(super) fn queries(&self) -> Option<&Stats> {
        self.solver.as_ref().map(Solver::stats)
    }

    /// Recovers from cancelled work, which may have included queries for tests.
    ///
    /// # Errors
    /// When a backend cannot be started.
    pub(super) fn recover(&mut self) -> Result<(), String> {
        self.solver.as_mut().map_or(Ok(()), Solver::restart)
    }

    /// Processes a moment, and reports the resulting test cases.
    pub(super) fn moment(&mut self, pool: &mut Pool, observer: &mut dyn Observer, moment: &Moment) {
        match moment {
            Moment::Covered(state) => {
                if let Some(goals) = &mut self.goals {
                    goals.note(state);
                }
            }
            Moment::Ended {
                state,
                end,
                condition,
                model: Some(model),
                ..
            } if **end != End::Dropped => {
                let mut maker = Maker {
                    suite: self,
                    pool,
                    observer,
                };
                maker.offer(state, model, end);
                let is_whole = *condition == Term::TRUE && !matches!(end, End::Failed(_));
                if is_whole && state.paths > 1.0 {
                    maker.offer_further_paths(state, end);
                    maker.offer_goals(state, end);
                }
            }
            _ => {}
        }
    }

    /// Reports the test case of a run that has covered something new, on inputs of this model if
    /// there is one.
    pub(super) fn completed(
        &mut self,
        pool: &Pool,
        observer: &mut dyn Observer,
        model: Option<&CachedModel>,
        inputs: &Inputs,
        end: &End,
    ) {
        if let Some(goals) = &mut self.goals {
            if let Some(model) = model {
                goals.tested(pool, model);
            }
            let (inputs, end) = (inputs.clone(), end.clone());
            observer.test(&TestCase {
                inputs,
                end,
                adds: true,
            });
        }
    }

    /// Reports inputs for the goals without a test case, as long as they are wanted.
    pub(super) fn offer_prefixes(&mut self, pool: &Pool, observer: &mut dyn Observer) {
        let Some(goals) = &mut self.goals else {
            return;
        };
        while let Some(goal) = goals.pop() {
            if !observer.prefix(goal.inputs(pool)) {
                return;
            }
            goals.tested(pool, &goal.model);
        }
    }
}

/// The context of generating tests.
struct Maker<'m, 'a> {
    suite: &'m mut Suite<'a>,
    pool: &'m mut Pool,
    observer: &'m mut dyn Observer,
}

impl Maker<'_, '_> {
    /// Reports the test case of a path that ended.
    fn offer(&mut self, state: &State, model: &CachedModel, end: &End) {
        let pool = &*self.pool;
        let adds = |goals: &mut Goals| goals.tested(pool, model);
        let adds = self.suite.goals.as_mut().is_none_or(adds);
        let inputs = match self.observer.wants_inputs(adds) {
            true => inputs::from_model(pool, state, model),
            false => Inputs::default(),
        };
        let end = end.clone();
        self.observer.test(&TestCase { inputs, end, adds });
    }

    /// Reports test cases of a merged state, each of another path: known paths are excluded by
    /// their conditions.
    fn offer_further_paths(&mut self, state: &State, end: &End) {
        let mut model = state.model.clone();
        let mut others = Vec::new();
        for _ in 1..self.suite.options.tests_per_state {
            let path = self.path_of(state, &model);
            others.push(self.pool.not(path));
            match self.ask(&state.constraints, &others, &state.model) {
                Some(further) => model = further,
                None => return,
            }
            self.offer(state, &model, end);
        }
    }

    /// The conditions of the path of a model, among the paths that were merged in a state.
    fn path_of(&mut self, state: &State, model: &CachedModel) -> Term {
        let mut conditions = Vec::new();
        state.decisions.path(|condition| {
            let holds = model.eval_bool(self.pool, condition);
            conditions.push((condition, holds));
            holds
        });
        let pool = &mut *self.pool;
        conditions
            .into_iter()
            .fold(Term::TRUE, |all, (condition, holds)| {
                let other = pool.not(condition);
                pool.and(all, if holds { condition } else { other })
            })
    }

    /// Reports test cases of a merged state that meet goals.
    fn offer_goals(&mut self, state: &State, end: &End) {
        let mut position = usize::MAX;
        while let Some(goals) = &mut self.suite.goals
            && let Some((next, goal)) = goals.attempt(position)
        {
            position = next;
            let (constraints, model) = (goal.constraints.clone(), goal.model.clone());
            // The goal is the path of the query, because its model is known; if the model satisfies
            // the state, no solving is needed.
            if let Some(model) = self.ask(&constraints, &state.constraints.terms(), &model) {
                self.offer(state, &model, end);
            }
        }
    }

    /// A model of both, if one is found in time. `hint` is a model of the first.
    fn ask(
        &mut self,
        path: &PathCondition,
        goal: &[Term],
        hint: &Rc<CachedModel>,
    ) -> Option<Rc<CachedModel>> {
        if self.suite.is_over() {
            return None;
        }
        let query = Query {
            path,
            goal,
            hint: Some(hint),
        };
        match self.suite.solver()?.check(self.pool, &query) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat { .. } | Answer::Unknown(_) => None,
        }
    }
}

impl Suite<'_> {
    fn is_over(&self) -> bool {
        let interrupted = self.options.interrupt.load(Ordering::Relaxed);
        interrupted || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// The solver; `None` if it cannot be started: then there are fewer tests.
    fn solver(&mut self) -> Option<&mut Solver> {
        if self.solver.is_none() {
            let common = solver_options(self.options);
            let options = sheaf_solver::Options {
                timeout: common.timeout.min(QUERY_TIME.get()),
                end: self.end,
                log: None,
                ..common
            };
            self.solver = Some(Solver::new(options).ok()?);
        }
        self.solver.as_mut()
    }
}
