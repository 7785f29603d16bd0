//! Clauses, divided among processes.
//!
//! Each process has a graph and clauses of its own, and explores its own states. A clause holds on
//! all paths of the program, so it serves the other processes, too ([`super::lessons`]). Only those
//! that say that nothing *new* fails depend on what the process knows: clauses are told while it
//! knows no failure and has left nothing out. Otherwise the failure would be lost if the process
//! died before it reported it, because the others would not come to it any more.
//!
//! A path that moves to another process, or waits for another session, is executed again there, and
//! followed in its graph. Clauses are learned anew by a session: a state that they excluded led to
//! nothing new, and what was known then is recorded. Only limits that a session may raise would take
//! some of it back, so what is explored under them is not recorded.

use super::path::{Astray, Path};
use super::{Cdse, Stepped};
use crate::driver::Retraced;
use crate::journal::Segment;
use crate::outcome::Reasons;
use crate::state::{Decision, State, Trail};
use crate::{Driver, Lessons, Part, Shares, Standing};
use std::io;

impl Cdse<'_> {
    /// The path in the graph of a state that was executed again; `None` if it is not known, or if it
    /// left the graph.
    pub(super) fn retrace(&mut self, driver: &mut Driver, state: &State) -> Option<Path> {
        let steps = std::mem::take(&mut driver.account.retraced);
        let has_all = steps.iter().filter(|it| it.decision.is_some()).count();
        if state.decisions.has_merged() || has_all != state.decisions.len() {
            return None;
        }
        let mut path = self.walker.start(&self.facts, &mut self.graph, self.entry);
        for step in &steps {
            self.follow_again(&mut path, step).ok()?;
        }
        self.leads_to(state, &path).ok()?;
        Some(path)
    }

    fn follow_again(&mut self, path: &mut Path, step: &Retraced) -> Result<(), Astray> {
        let stepped = Stepped {
            steps: &step.steps,
            conditions: step.conditions,
            decided_at: step.decision.map(|decision| decision.point.inst),
            inst: step.inst,
        };
        let (mut left, _) = self.walk(path, &stepped)?;
        match step.decision {
            None => self.pass_to(step.inst, path, step.conditions.1, &mut left),
            Some(decision) => self.take(path, &decision, step.conditions.1, &mut left),
        }
    }
}

impl Shares for Cdse<'_> {
    fn is_recordable(&self) -> bool {
        self.is_recordable
    }

    fn keep_part(&mut self, driver: &mut Driver, part: Option<Part>, _tries_others: bool) {
        driver.keep_part(part);
        let mut position = 0;
        self.waiting.retain(|pending| {
            let is_kept = part.is_some_and(|part| part.has(position));
            position += 1;
            if !is_kept {
                driver.send_off(pending.state.id);
            }
            is_kept
        });
        self.learner.begin_sharing();
    }

    fn standing(&self, driver: &Driver) -> Standing {
        driver.standing(self.waiting.len())
    }

    fn give_away(&mut self, driver: &mut Driver, most: usize) -> Vec<Trail<Decision>> {
        let free = self.waiting.iter().filter(|pending| !pending.has_plan());
        let states = free.map(|pending| &pending.state);
        let lengths = states.map(|state| (state.decisions.len(), state.id));
        let path = |id| {
            let mut states = self.waiting.iter().map(|pending| &pending.state);
            let state = states.find(|state| state.id == id);
            state.map(|state| state.decisions.clone())
        };
        let (given, gone) = driver.paths_to_give(most, lengths.collect(), path);
        self.waiting
            .retain(|pending| !gone.contains(&pending.state.id));
        gone.into_iter().for_each(|id| driver.send_off(id));
        given
    }

    fn take_over(&mut self, driver: &mut Driver, paths: Vec<Trail<Decision>>) {
        driver.park_paths(paths);
    }

    fn lessons(&mut self, driver: &Driver) -> Option<Lessons> {
        let is_over = self.waiting.is_empty();
        let clauses = self.learner.lessons(is_over)?;
        let lessons = driver.is_safe_so_far().then(|| self.graph.tell(&clauses))?;
        serde_json::to_string(&lessons).ok().map(Lessons)
    }

    fn learn(&mut self, _driver: &mut Driver, lessons: &Lessons) {
        let Ok(lessons) = serde_json::from_str(&lessons.0) else {
            return;
        };
        for clause in self.graph.understand(&self.facts, &lessons) {
            self.learner.adopt(&mut self.graph, clause);
        }
    }

    fn record(&mut self, segment: &mut Segment) -> io::Result<usize> {
        if segment.is_new() {
            self.recorded.clear();
        }
        let mut before = std::mem::take(&mut self.recorded);
        for state in self.waiting.iter().map(|pending| &pending.state) {
            let decisions = state.decisions.len();
            if before.remove(&state.id) != Some(decisions) {
                segment.set(state.id, Some(&state.decisions))?;
            }
            self.recorded.insert(state.id, decisions);
        }
        for gone in before.into_keys() {
            segment.set(gone, None)?;
        }
        Ok(self.waiting.len())
    }

    fn resume(&mut self, driver: &mut Driver, first: State) {
        self.begin(driver, &first);
    }

    fn against_safety(&mut self, driver: &mut Driver) -> (Reasons, u64) {
        driver.account.against_safety()
    }
}
