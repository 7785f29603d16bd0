//! Checks clauses in a second way, for `--validate`: by executing the program again.
//!
//! A clause says that no path with all of its edges reaches its head. Once nothing is left to
//! explore, all paths that can still take these edges are executed, with a solver that has no state
//! from before. A path that takes all of them and then reaches the head refutes the clause, if
//! another solver agrees that it is feasible. If all such paths were executed, the clause is
//! confirmed. The check uses neither unsatisfiable cores nor dependences between values, so it
//! finds errors in both.

use super::learn::{Clause, Head};
use super::path::Path;
use super::{Cdse, EdgeId};
use crate::Driver;
use crate::alone::{Demand, Otherwise, demand};
use crate::coverage::Recorder;
use crate::driver::SecondSolver;
use crate::machine::{Action, Choice, Event, Flow, Machine, TraceStep};
use crate::path::{Cause, constrain};
use crate::state::{State, Taken};
use sheaf_term::Term;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Maximum number of instructions that are executed for one clause.
    MAX_INSTRUCTIONS: u64 = 1 << 11, 1 => 1 << 15, "instructions";
    /// Maximum number of instructions that are executed for all clauses.
    MAX_ALL_INSTRUCTIONS: u64 = 1 << 14, 1 => 1 << 18, "instructions";
    /// Number of instructions that cost as much as one solver query.
    QUESTION: u64 = 16, 1 => 256, "instructions";
}

/// A path that may refute a clause.
#[derive(Clone)]
struct Trial {
    state: State,
    path: Path,
    /// Number of edges of the clause that it has taken.
    taken: usize,
}

/// The effect of a step on a trial.
enum Met {
    GoesOn,
    /// It has ended, or is not a path that the clause is about.
    Over,
    /// It reaches the head under this condition.
    Head(Term),
    /// It is not known how it continues.
    Unknown,
}

/// The result of the trials of a clause.
enum Tried {
    /// No path reaches the head.
    Proved,
    /// No executed path does, but not all paths were executed.
    Stopped,
    /// This path does.
    Refuted(Box<State>),
}

impl Cdse<'_> {
    /// Checks the clauses, shortest first, within the budget.
    pub(super) fn validate_clauses(&mut self, driver: &mut Driver) {
        let (Some(first), Some(mut solver)) = (self.first.take(), SecondSolver::new(driver)) else {
            return;
        };
        let mut recorder = Recorder::new(self.facts.program.module());
        let mut clauses: Vec<Clause> = self.learner.clauses().cloned().collect();
        clauses.sort_by_cached_key(|clause| (clause.edges.len(), format!("{clause:?}")));
        let mut left = MAX_ALL_INSTRUCTIONS.get();
        for clause in clauses {
            let effort = left.min(MAX_INSTRUCTIONS.get());
            let mut spent = 0;
            let start = first.clone();
            let mut trials = Trials {
                clause: &clause,
                effort,
                spent: &mut spent,
                recorder: &mut recorder,
                solver: &mut solver,
            };
            match trials.run(self, driver, start) {
                Tried::Proved => driver.stats.validated += 1,
                Tried::Stopped => {}
                Tried::Refuted(state) => driver.refute(&state, "a path refutes a learned clause"),
            }
            left = left.saturating_sub(spent);
            if left == 0 || driver.is_turn_over(0) {
                return;
            }
        }
    }
}

struct Trials<'t> {
    clause: &'t Clause,
    effort: u64,
    spent: &'t mut u64,
    recorder: &'t mut Recorder,
    solver: &'t mut SecondSolver,
}

impl Trials<'_> {
    fn run(&mut self, cdse: &mut Cdse, driver: &mut Driver, start: State) -> Tried {
        let path = cdse.walker.start(&cdse.facts, &mut cdse.graph, cdse.entry);
        let mut waiting = vec![Trial {
            state: start,
            path,
            taken: 0,
        }];
        let mut has_all = true;
        while let Some(mut trial) = waiting.pop() {
            loop {
                *self.spent += 1;
                if *self.spent > self.effort {
                    return Tried::Stopped;
                }
                match self.step(cdse, driver, &mut trial, &mut waiting) {
                    Met::GoesOn => continue,
                    Met::Over => {}
                    Met::Unknown => has_all = false,
                    Met::Head(condition) => match self.agrees(driver, &trial.state, condition) {
                        Some(true) => return Tried::Refuted(Box::new(trial.state)),
                        Some(false) => {}
                        None => has_all = false,
                    },
                }
                break;
            }
        }
        match has_all {
            true => Tried::Proved,
            false => Tried::Stopped,
        }
    }

    /// Whether a path is feasible under a condition, if both solvers agree.
    fn agrees(&mut self, driver: &mut Driver, state: &State, condition: Term) -> Option<bool> {
        *self.spent += QUESTION.get();
        self.solver.agree(driver, state, condition)
    }

    fn step(
        &mut self,
        cdse: &mut Cdse,
        driver: &mut Driver,
        trial: &mut Trial,
        waiting: &mut Vec<Trial>,
    ) -> Met {
        let (flow, events, steps) = self.execute(driver, &mut trial.state, None);
        let met = self.follow(cdse, trial, &steps, &events, driver);
        if !matches!(met, Met::GoesOn) {
            return met;
        }
        for event in events {
            match self.handle(driver, &mut trial.state, event) {
                Met::GoesOn => {}
                met => return met,
            }
        }
        match flow {
            Flow::Next => Met::GoesOn,
            Flow::End(_) => Met::Over,
            Flow::Concretize(..) | Flow::Bound(_) => Met::Unknown,
            Flow::Choose(choices) => self.fork(cdse, driver, trial, choices, waiting),
        }
    }

    fn fork(
        &mut self,
        cdse: &mut Cdse,
        driver: &mut Driver,
        trial: &mut Trial,
        choices: Vec<Choice>,
        waiting: &mut Vec<Trial>,
    ) -> Met {
        let top = trial.state.top();
        if top.inst != cdse.facts.func(top.func).blocks[top.block].insts.len() {
            return Met::Unknown;
        }
        let alternatives = choices.len();
        for (number, choice) in (0..).zip(choices) {
            *self.spent += QUESTION.get();
            let possible = self.solver.possible(driver, &trial.state, choice.guard);
            let model = match possible {
                Some(Some(model)) => model,
                Some(None) => continue,
                None => return Met::Unknown,
            };
            let mut next = trial.clone();
            next.state.decide(Taken::Alternative(number), alternatives);
            constrain(&mut driver.pool, &mut next.state, choice.guard, Cause::Edge);
            next.state.model = model;
            let conditions = next.state.constraints.len();
            let (facts, graph, path) = (&cdse.facts, &mut cdse.graph, &mut next.path);
            let mut left = Vec::new();
            let walker = &mut cdse.walker;
            let taken = walker.take(facts, graph, path, number, conditions, &mut left);
            if taken.is_err() {
                return Met::Unknown;
            }
            self.execute(driver, &mut next.state, Some(&choice.action));
            match self.enter(cdse, &mut next) {
                Met::GoesOn => waiting.push(next),
                Met::Head(condition) => {
                    *trial = next;
                    return Met::Head(condition);
                }
                _ => {}
            }
        }
        Met::Over
    }

    fn execute(
        &mut self,
        driver: &mut Driver,
        state: &mut State,
        action: Option<&Action>,
    ) -> (Flow, Vec<Event>, Vec<TraceStep>) {
        let (program, settings) = (driver.program, &driver.settings);
        let pool = &mut driver.pool;
        let mut machine = Machine::new(program, pool, state, settings, self.recorder);
        if let Some(action) = action {
            machine.apply(action);
            return (Flow::Next, Vec::new(), Vec::new());
        }
        machine.trace = Some(Vec::new());
        let flow = machine.step();
        let events = std::mem::take(&mut machine.events);
        (flow, events, machine.trace.take().unwrap_or_default())
    }

    /// Follows a path through the graph. A failure in the head ends the trial.
    fn follow(
        &mut self,
        cdse: &mut Cdse,
        trial: &mut Trial,
        steps: &[TraceStep],
        events: &[Event],
        driver: &mut Driver,
    ) -> Met {
        let conditions = trial.state.constraints.len();
        for step in steps {
            let (facts, graph) = (&cdse.facts, &mut cdse.graph);
            let around = (conditions, conditions);
            let before = trial.path.last.clone();
            let step = std::slice::from_ref(step);
            let followed = cdse
                .walker
                .follow(facts, graph, &mut trial.path, step, around);
            let Ok((left, met)) = followed else {
                return Met::Unknown;
            };
            if met.is_some()
                && self.clause.head == Head::Target(trial.path.last.node)
                && let Some(fails) = self.failure(driver, trial, events)
            {
                return Met::Head(fails);
            }
            // One step leaves several nodes if it passes sections.
            let visits = left.iter().map(|left| left.visit.clone());
            let entered: Vec<EdgeId> = visits
                .chain([trial.path.last.clone()])
                .filter(|visit| !Rc::ptr_eq(visit, &before))
                .filter_map(|visit| visit.entered.edge())
                .collect();
            for edge in entered {
                match self.take(cdse, trial, edge) {
                    Met::GoesOn => {}
                    met => return met,
                }
            }
        }
        Met::GoesOn
    }

    /// The condition of a new failure in the head, if the trial has taken all edges.
    fn failure(&self, driver: &mut Driver, trial: &Trial, events: &[Event]) -> Option<Term> {
        if trial.taken < self.clause.edges.len() {
            return None;
        }
        events.iter().find_map(|event| match event {
            Event::Obligation {
                kind, fails, loc, ..
            } if driver.settings.counts(*kind)
                && !driver.findings.has(*kind, *loc)
                && !driver.pool.has_indeterminate(*fails) =>
            {
                Some(*fails)
            }
            _ => None,
        })
    }

    fn enter(&mut self, cdse: &Cdse, trial: &mut Trial) -> Met {
        match trial.path.last.entered.edge() {
            Some(edge) => self.take(cdse, trial, edge),
            None => Met::GoesOn,
        }
    }

    fn take(&mut self, cdse: &Cdse, trial: &mut Trial, edge: EdgeId) -> Met {
        let from = cdse.graph.edge(edge).from;
        let is_other = |known: &EdgeId| *known != edge && cdse.graph.edge(*known).from == from;
        match self.clause.head {
            Head::Edge(head) if head == edge => {
                return match trial.taken == self.clause.edges.len() {
                    true => Met::Head(Term::TRUE),
                    false => Met::Over,
                };
            }
            Head::Edge(head) if is_other(&head) => return Met::Over,
            Head::Target(node) if node == from => return Met::Over,
            _ => {}
        }
        if self.clause.edges.contains(&edge) {
            trial.taken += 1;
        } else if self.clause.edges.iter().any(is_other) {
            return Met::Over;
        }
        Met::GoesOn
    }

    /// Handles an event: constrains the state to executions in which nothing fails.
    fn handle(&mut self, driver: &mut Driver, state: &mut State, event: Event) -> Met {
        let (fails, cause) = match demand(&mut driver.pool, &driver.settings, &event) {
            Demand::Nothing => return Met::GoesOn,
            Demand::Unknown | Demand::Unless(_, Otherwise::Stops) => return Met::Unknown,
            Demand::Unless(fails, Otherwise::Dropped) => (fails, Cause::Assumption),
            Demand::Unless(fails, _) => (fails, Cause::Obligation),
        };
        if fails == Term::FALSE {
            return Met::GoesOn;
        }
        let condition = driver.pool.not(fails);
        *self.spent += QUESTION.get();
        match self.solver.possible(driver, state, condition) {
            Some(Some(model)) => {
                state.model = model;
                constrain(&mut driver.pool, state, condition, cause);
                Met::GoesOn
            }
            Some(None) => Met::Over,
            None => Met::Unknown,
        }
    }
}
