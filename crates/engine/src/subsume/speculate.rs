//! Speculation: where a path comes back to a loop head, the same state without its path condition
//! is followed instead. If the path's state satisfies the resulting label, the path is not explored
//! further.
//!
//! Most conditions that a path has passed before a loop do not matter within it. Yet a label of a
//! state with these conditions mentions them if they exclude other branches, so each combination of
//! them would get labels of its own. All these branches are feasible from the state without path
//! condition.
//!
//! That state may be unreachable, so nothing on its paths is reported. A failing path is abandoned,
//! and the label excludes it, as it excludes everything that was not followed.

use super::Subsumption;
use super::execute::{execute, successors};
use super::tree::{self, Key, NodeId};
use crate::Driver;
use crate::alone::{Demand, Otherwise, demand};
use crate::decide::Feasible;
use crate::machine::{Choice, Event, Flow};
use crate::outcome::End;
use crate::path::{Cause, PathCondition, constrain};
use crate::state::{Lengths, State};
use crate::worklist::Hooks;
use sheaf_term::{CachedModel, Model, Term, cancel};
use std::rc::Rc;

/// What hypotheses may cost: once for the program, and for each instruction that paths execute.
struct Allowance {
    once: u64,
    per_instruction: u64,
}

impl Allowance {
    fn covers(&self, cost: u64, driver: &Driver) -> bool {
        cost < self.once + self.per_instruction * driver.stats.instructions
    }
}

/// The instructions of speculation, and what labels and questions cost in instructions.
const INSTRUCTIONS: Allowance = Allowance {
    once: 3 << 17,
    per_instruction: 4,
};

/// The work on terms, in steps of [`cancel::counted`]. The first number is about 0.8 seconds,
/// enough for the machines of SV-COMP's `ssh-simplified` that are safe; the second is about what an
/// instruction on symbolic values takes.
const STEPS: Allowance = Allowance {
    once: 1 << 23,
    per_instruction: 16,
};

sheaf_tuning::constants! {
    /// Instructions between two looks at the allowances.
    PAID_AT_ONCE: u64 = 256, 1 => 4096, "instructions";
    /// Maximum number of states at one program point that are followed without path condition.
    MAX_GENERAL: usize = 256, 1 => 4096, "states";
}

impl Subsumption<'_> {
    /// The state without path condition to follow in place of one that has come back to a loop
    /// head, if that may help.
    pub(super) fn generalized(
        &mut self,
        driver: &mut Driver,
        node: NodeId,
        place: &Key,
        state: &State,
    ) -> Option<State> {
        let is_general = self.nodes.get(node).speculative;
        if !self.allows_hypotheses
            || !self.is_at_loop_head(state)
            || !is_general && self.nodes.get(node).round == 0
            || !self.can_afford(driver)
        {
            return None;
        }
        let known = self.general.entry(place.clone()).or_default();
        let mut alike = known.iter();
        let live = &mut self.retracer.live;
        if known.len() >= MAX_GENERAL.get()
            || alike.any(|known| live.are_alike(&driver.pool, known, state))
        {
            return None;
        }
        let general = State {
            id: driver.new_id(),
            constraints: PathCondition::default(),
            lengths: Lengths::default(),
            guard: Term::TRUE,
            model: Rc::new(CachedModel::new(Model::default())),
            ..state.clone()
        };
        known.push(Rc::new(general.clone()));
        Some(general)
    }

    /// Whether more work on hypotheses is allowed. Where proofs fail, most of the time is left to
    /// the exploration of paths.
    pub(super) fn can_afford(&self, driver: &Driver) -> bool {
        let steps = self.worked + cancel::counted().saturating_sub(self.since);
        let instructions = self.spent + driver.side_questions.cost();
        INSTRUCTIONS.covers(instructions, driver) && STEPS.covers(steps, driver)
    }

    /// Follows all states of speculation, newest first.
    pub(super) fn speculate(&mut self, driver: &mut Driver) {
        while let Some(state) = self.speculative.pop() {
            let id = state.id;
            let may_follow = self.can_afford(driver) && !driver.is_turn_over(0);
            if !may_follow || self.follow(driver, state).is_none() {
                self.leave(driver, id);
            }
        }
    }

    /// Follows a state to its next fork or its end; `None` if it is not known how its paths end.
    fn follow(&mut self, driver: &mut Driver, mut state: State) -> Option<()> {
        let followed = self.follow_to_fork(driver, &mut state, |this, driver, state| {
            if this.is_at_join_point(state) && this.stop(driver, state) {
                return Some(true);
            }
            // A path may read inputs forever without a fork.
            let is_paid = !this.spent.is_multiple_of(PAID_AT_ONCE.get()) || this.can_afford(driver);
            this.spent += 1;
            (is_paid && !driver.is_turn_over(0)).then_some(false)
        })?;
        match followed {
            Followed::Stopped => {}
            Followed::Ended { .. } => self.over(driver, &state),
            Followed::Forked(successors) => {
                let mut successors = successors.into_iter();
                let state = successors.next()?;
                let others: Vec<State> = successors.collect();
                self.fork(&state, &others);
                self.speculative.extend(others);
                self.speculative.push(state);
            }
        }
        Some(())
    }

    /// The states after the feasible choices, in order. The first one keeps the number of `state`.
    pub(super) fn successors(
        &mut self,
        driver: &mut Driver,
        state: &State,
        choices: Vec<Choice>,
    ) -> Vec<State> {
        let recorder = &mut self.retracer.recorder;
        // The label excludes what is not known.
        let (mut successors, _) = successors(driver, recorder, state, choices);
        if let Some(first) = successors.first_mut() {
            first.id = state.id;
        }
        successors
    }

    /// Records the end of a path that speculation has followed.
    fn over(&mut self, driver: &mut Driver, state: &State) {
        if let Some(node) = self.at.remove(&state.id) {
            self.nodes.get_mut(node).end = Some(tree::End::Over(Rc::new(state.clone())));
            self.finish(driver, node);
        }
    }
}

/// How far a state was followed.
pub(super) enum Followed {
    /// To a point where following may stop.
    Stopped,
    /// To a fork into these states.
    Forked(Vec<State>),
    /// To its end, which is no failure: the program exits, or an assumption is certainly false.
    Ended {
        /// Whether an assumption ended it.
        is_dropped: bool,
    },
}

impl Subsumption<'_> {
    /// Follows a state to its next fork or its end, unless `stops` says so before an instruction;
    /// `None` if it certainly fails, or if it is not known how its paths end.
    pub(super) fn follow_to_fork(
        &mut self,
        driver: &mut Driver,
        state: &mut State,
        mut stops: impl FnMut(&mut Self, &mut Driver, &State) -> Option<bool>,
    ) -> Option<Followed> {
        loop {
            if stops(self, driver, state)? {
                return Some(Followed::Stopped);
            }
            let recorder = &mut self.retracer.recorder;
            let (flow, events) = execute(driver, recorder, state, &mut Vec::new());
            for event in events {
                if let Some(is_dropped) = handle(driver, state, event)? {
                    return Some(Followed::Ended { is_dropped });
                }
            }
            match flow {
                Flow::Next => {}
                Flow::End(End::Exit(_)) => return Some(Followed::Ended { is_dropped: false }),
                Flow::End(End::Dropped) => return Some(Followed::Ended { is_dropped: true }),
                Flow::End(_) | Flow::Concretize(..) | Flow::Bound(_) => return None,
                Flow::Choose(choices) => {
                    let mut successors = self.successors(driver, state, choices);
                    match successors.len() {
                        0 => return None,
                        1 => *state = successors.swap_remove(0),
                        _ => return Some(Followed::Forked(successors)),
                    }
                }
            }
        }
    }
}

/// Handles an event: constrains the state to executions that continue. `Some` if none does, with
/// whether an assumption ends all; `None` if the path certainly fails, or it is not known.
fn handle(driver: &mut Driver, state: &mut State, event: Event) -> Option<Option<bool>> {
    let (fails, otherwise) = match demand(&mut driver.pool, &driver.settings, &event) {
        Demand::Nothing => return Some(None),
        Demand::Unknown => return None,
        Demand::Unless(fails, otherwise) => (fails, otherwise),
    };
    let condition = driver.pool.not(fails);
    let model = match (driver.ask_feasible(state, condition), otherwise) {
        (Feasible::Yes(model), _) => model,
        (Feasible::No(_), Otherwise::Exits) => return Some(Some(false)),
        (Feasible::No(_), Otherwise::Dropped) => return Some(Some(true)),
        _ => return None,
    };
    let cause = match otherwise {
        Otherwise::Dropped => Cause::Assumption,
        _ => Cause::Obligation,
    };
    state.model = model;
    constrain(&mut driver.pool, state, condition, cause);
    Some(None)
}
