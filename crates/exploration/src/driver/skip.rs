//! Skipping loop iterations: their known effect (see `loops`) is applied to a state at the head of
//! the loop, and execution continues from there. Failures, exits and further iterations are those
//! of any path.

use super::Driver;
use super::Step;
use super::alternatives::Alternative;
use crate::decide::Feasible;
use crate::endless::{calls, user_location};
use crate::events::Decider;
use crate::machine::{Action, Choice, Skipped};
use crate::moment::{Alternative as Told, Moment};
use crate::path::{Cause, constrain};
use crate::state::{State, Taken};
use sheaf_term::{CachedModel, Term};
use std::rc::Rc;

/// An alternative at the head of a loop.
pub struct Skip {
    /// Its condition. The conditions are disjoint; a path that satisfies none of them never ends.
    pub condition: Term,
    /// Its effect.
    pub what: What,
}

/// The continuation of a path at the head of a loop.
pub enum What {
    /// It continues after skipped iterations. The flag says whether their number is a new symbol.
    Rounds(Rc<Skipped>, bool),
    /// It stays in the loop forever, and nothing fails there. The flag says whether that is all
    /// there is to know about it.
    Endless(bool),
    /// It executes the loop as usual.
    Ordinary,
}

impl Driver<'_> {
    /// Forks a path at the head of a loop into these alternatives. `None` if all of it executes the
    /// loop as usual, or the solver does not decide quickly which alternatives are feasible.
    pub fn skip(&mut self, state: &mut State, skips: Vec<Skip>) -> Option<Step> {
        self.ask(|driver| driver.skip_soon(state, skips))
    }

    fn skip_soon(&mut self, state: &mut State, skips: Vec<Skip>) -> Option<Step> {
        let alternatives = skips.len();
        let (mut feasible, mut endless) = (Vec::new(), Vec::new());
        let (mut rounds, mut is_open) = (0, false);
        for (number, skip) in skips.into_iter().enumerate() {
            let model = match self.feasible(state, skip.condition) {
                Feasible::Yes(model) => model,
                Feasible::No(_) => continue,
                Feasible::Unknown(_) => return None,
            };
            let skipped = match skip.what {
                What::Endless(is_explored) => {
                    endless.push((number as u32, skip.condition, model, is_explored));
                    continue;
                }
                What::Ordinary => Rc::default(),
                What::Rounds(skipped, has_symbol) => {
                    rounds += 1;
                    is_open |= has_symbol;
                    skipped
                }
            };
            let choice = Choice {
                guard: skip.condition,
                action: Action::Skip(skipped),
            };
            feasible.push(Alternative::new(number as u32, choice, model));
        }
        if rounds == 0 && endless.is_empty() {
            return None;
        }
        self.stats.paths.summarized += rounds;
        let implied = feasible.len() == 1 && endless.is_empty() && !is_open;
        while let Some(part) = endless.pop() {
            let is_last = endless.is_empty() && feasible.is_empty();
            self.end_in_loop(state, part, is_last);
            if is_last {
                return Some(Step::Ended);
            }
        }
        Some(self.go_on_in(state, feasible, alternatives, implied))
    }

    /// Ends the part of a path that stays in a loop forever; `is_last` if it is all that is left.
    fn end_in_loop(
        &mut self,
        state: &mut State,
        (number, condition, model, is_explored): (u32, Term, Rc<CachedModel>, bool),
        is_last: bool,
    ) {
        let mut part = match is_last {
            true => state.clone(),
            false => {
                let part = self.fork(state);
                let alternative = Told {
                    taken: Taken::Skip(number),
                    target: None,
                };
                self.tell(&Moment::forked(state, &part, alternative, condition));
                part
            }
        };
        constrain(&mut self.pool, &mut part, condition, Cause::Edge);
        part.model = model;
        self.stats.summaries.endless += 1;
        let place = user_location(self.program, calls(&part.frames));
        let place = place.unwrap_or((None, part.top().func));
        self.end_endless(&part, place, is_explored);
        if is_last {
            *state = part;
        }
    }
}
