//! Rounds of a loop that are not executed one by one. What they leave is known (`loops`) and is put
//! into the state where it stands, at the head of the loop, from which execution goes on: failures,
//! exits and further rounds are those of any path.

use super::Driver;
use super::Step;
use super::ways::Way;
use crate::decide::Feasible;
use crate::endless::{calls, user_location};
use crate::events::Decider;
use crate::machine::{Action, Choice, Skipped};
use crate::path::{Cause, constrain};
use crate::state::State;
use sheaf_term::{CachedModel, Term};
use std::rc::Rc;

/// A way to go on at the head of a loop.
pub struct Skip {
    /// When. The conditions of all ways are disjoint; what they leave over never ends.
    pub condition: Term,
    /// What it is.
    pub what: What,
}

/// What becomes of a path at the head of a loop.
pub enum What {
    /// It goes on with what rounds leave. Whether their number is a new symbol.
    Rounds(Rc<Skipped>, bool),
    /// It stays in the loop forever, and nothing fails there.
    Endless,
    /// It goes on as always.
    Ordinary,
}

impl Driver<'_> {
    /// Lets a path that stands at the head of a loop go on in these ways. `None` if all of it goes
    /// on as always, or the solver does not soon know which ways are possible.
    pub fn skip(&mut self, state: &mut State, skips: Vec<Skip>) -> Option<Step> {
        self.ask(|driver| driver.skip_soon(state, skips))
    }

    fn skip_soon(&mut self, state: &mut State, skips: Vec<Skip>) -> Option<Step> {
        let alternatives = skips.len();
        let (mut ways, mut endless) = (Vec::new(), Vec::new());
        let (mut rounds, mut is_open) = (0, false);
        for (number, skip) in skips.into_iter().enumerate() {
            let model = match self.feasible(state, skip.condition) {
                Feasible::Yes(model) => model,
                Feasible::No(_) => continue,
                Feasible::Unknown(_) => return None,
            };
            let skipped = match skip.what {
                What::Endless => {
                    endless.push((number as u32, skip.condition, model));
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
            ways.push(Way::new(number as u32, choice, model));
        }
        if rounds == 0 && endless.is_empty() {
            return None;
        }
        self.stats.paths.summarized += rounds;
        let implied = ways.len() == 1 && endless.is_empty() && !is_open;
        while let Some(part) = endless.pop() {
            let is_last = endless.is_empty() && ways.is_empty();
            self.end_in_loop(state, part, is_last);
            if is_last {
                return Some(Step::Ended);
            }
        }
        Some(self.go_on_in(state, ways, alternatives, implied))
    }

    /// Ends a part of a path that stays in a loop forever; `is_last` if it is all that is left.
    fn end_in_loop(
        &mut self,
        state: &mut State,
        (number, condition, model): (u32, Term, Rc<CachedModel>),
        is_last: bool,
    ) {
        let mut part = match is_last {
            true => state.clone(),
            false => self.fork_beside(state, number, condition),
        };
        constrain(&mut self.pool, &mut part, condition, Cause::Edge);
        part.model = model;
        self.stats.summaries.endless += 1;
        let place = user_location(self.program, calls(&part.frames));
        let place = place.unwrap_or((None, part.top().func));
        self.end_endless(&part, place);
        if is_last {
            *state = part;
        }
    }
}
