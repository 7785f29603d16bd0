//! Speculation: where a path comes back to the head of a loop, a state that knows less is followed
//! instead, one without the path condition. If the label that it gets holds in the path's state,
//! that need not go on.
//!
//! Which conditions a path has met before it came to the loop is most often of no matter in it. The
//! label of a state that has met them speaks of them all the same, as far as other ways are
//! excluded by them; each of their combinations would get labels of its own. From the state that
//! knows less all these ways are followed.
//!
//! No input may lead to that state. Nothing that happens to it is told to anybody: a way that fails
//! is left, and the label excludes it, as it excludes all else that was not followed.

use super::Subsumption;
use super::execute::{after, execute};
use super::tree::{End, Key, NodeId};
use crate::concrete::{ends_program, is_harmless};
use crate::explore::Driver;
use crate::machine::{Choice, Event, Flow};
use crate::outcome;
use crate::path::{Cause, PathCondition, constrain};
use crate::state::{State, Taken};
use sheaf_term::{CachedModel, Model, Term};
use std::rc::Rc;

/// What suppositions may cost, in instructions, for the whole program, and for each instruction
/// that paths execute.
const ALLOWANCE: (u64, u64) = (3 << 17, 4);

/// States of one place that are followed without their path conditions.
const MAX_GENERAL: usize = 256;

impl Subsumption<'_> {
    /// A state that knows less than one that has come back to the head of a loop, if following it
    /// may be of use.
    pub(super) fn generalized(
        &mut self,
        driver: &mut Driver,
        node: NodeId,
        place: &Key,
        state: &State,
    ) -> Option<State> {
        let is_general = self.nodes.get(node).speculative;
        if !self.may_suppose
            || !self.is_at_loop_head(state)
            || !is_general && self.nodes.get(node).round == 0
            || !self.can_afford(driver)
        {
            return None;
        }
        let known = self.general.entry(place.clone()).or_default();
        let mut alike = known.iter();
        let live = &mut self.retracer.live;
        if known.len() >= MAX_GENERAL
            || alike.any(|known| live.are_alike(&driver.pool, known, state))
        {
            return None;
        }
        let general = State {
            id: driver.new_id(),
            constraints: PathCondition::default(),
            guard: Term::TRUE,
            model: Rc::new(CachedModel::new(Model::default())),
            ..state.clone()
        };
        known.push(Rc::new(general.clone()));
        Some(general)
    }

    /// Whether more may be supposed. Where proofs fail, most of the time is for paths.
    pub(super) fn can_afford(&self, driver: &Driver) -> bool {
        let (once, each) = ALLOWANCE;
        self.spent + driver.side_questions.cost() < once + each * driver.stats.instructions
    }

    /// Follows all states that know less, newest first.
    pub(super) fn speculate(&mut self, driver: &mut Driver) {
        while let Some(state) = self.speculative.pop() {
            let id = state.id;
            let may_follow = self.can_afford(driver) && !driver.is_turn_over(0);
            if !may_follow || self.follow(driver, state).is_none() {
                self.leave(driver, id);
            }
        }
    }

    /// Follows a state to its next fork or its end; `None` if it is not known what becomes of it.
    fn follow(&mut self, driver: &mut Driver, mut state: State) -> Option<()> {
        loop {
            if self.is_at_join_point(&state) && self.stop(driver, &state) {
                return Some(());
            }
            if driver.is_turn_over(0) {
                return None;
            }
            self.spent += 1;
            let recorder = &mut self.retracer.recorder;
            let (flow, events) = execute(driver, recorder, &mut state, &mut Vec::new());
            for event in events {
                match handle(driver, &mut state, event) {
                    Met::GoesOn => {}
                    Met::Ended { .. } => {
                        self.over(driver, &state);
                        return Some(());
                    }
                    Met::Unknown => return None,
                }
            }
            match flow {
                Flow::Next => {}
                Flow::End(outcome::End::Exit(_) | outcome::End::Dropped) => {
                    self.over(driver, &state);
                    return Some(());
                }
                Flow::End(_) | Flow::Concretize(..) | Flow::Bound(_) => return None,
                Flow::Choose(choices) => {
                    let mut successors = self.successors(driver, &state, choices).into_iter();
                    state = successors.next()?;
                    let others: Vec<State> = successors.collect();
                    if !others.is_empty() {
                        self.fork(&state, &others);
                        self.speculative.extend(others);
                        self.speculative.push(state);
                        return Some(());
                    }
                }
            }
        }
    }

    /// The states after the choices that are possible, in their order; the first one is the state
    /// itself.
    pub(super) fn successors(
        &mut self,
        driver: &mut Driver,
        state: &State,
        choices: Vec<Choice>,
    ) -> Vec<State> {
        let alternatives = choices.len();
        let mut successors: Vec<State> = Vec::new();
        for (number, choice) in choices.into_iter().enumerate() {
            let Some(model) = driver.possible(state, choice.guard) else {
                continue;
            };
            let mut successor = state.clone();
            successor.id = driver.new_id();
            successor.decide(Taken::Alternative(number as u32), alternatives);
            constrain(&mut driver.pool, &mut successor, choice.guard, Cause::Edge);
            successor.model = model;
            let recorder = &mut self.retracer.recorder;
            successors.push(after(driver, recorder, &successor, &choice.action));
        }
        if let Some(first) = successors.first_mut() {
            first.id = state.id;
        }
        successors
    }

    /// A path that speculation has followed is over.
    fn over(&mut self, driver: &mut Driver, state: &State) {
        if let Some(node) = self.at.remove(&state.id) {
            self.nodes.get_mut(node).end = Some(End::Over(Rc::new(state.clone())));
            self.finish(driver, node);
        }
    }
}

/// What an event means for a path.
pub(super) enum Met {
    /// It goes on.
    GoesOn,
    /// It ends without a failure: the program ends itself, or an assumption is certainly false.
    Ended {
        /// Whether it was an assumption.
        is_dropped: bool,
    },
    /// It certainly fails, or that is not known.
    Unknown,
}

/// Takes in an event.
pub(super) fn handle(driver: &mut Driver, state: &mut State, event: Event) -> Met {
    let (condition, cause, impossible) = match event {
        Event::Obligation { kind, .. } if is_harmless(kind) && !driver.settings.counts(kind) => {
            return Met::GoesOn;
        }
        Event::Obligation { kind, fails, .. } => {
            let is_end = ends_program(kind) && !driver.settings.counts(kind);
            let impossible = match is_end {
                true => Met::Ended { is_dropped: false },
                false => Met::Unknown,
            };
            (driver.pool.not(fails), Cause::Obligation, impossible)
        }
        Event::Beyond { met, .. } => (driver.pool.not(met), Cause::Obligation, Met::Unknown),
        Event::Assume { condition, .. } => (
            condition,
            Cause::Assumption,
            Met::Ended { is_dropped: true },
        ),
        Event::Defined { .. } | Event::Settled { .. } | Event::LeftOut(_) => return Met::Unknown,
    };
    if driver.pool.has_indeterminate(condition) {
        return Met::Unknown;
    }
    let Some(model) = driver.possible(state, condition) else {
        return impossible;
    };
    state.model = model;
    constrain(&mut driver.pool, state, condition, cause);
    Met::GoesOn
}
