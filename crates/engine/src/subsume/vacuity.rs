//! Checks that a proof is not vacuous. If no path was executed to its end, because labels dropped
//! all of them, the program's assumptions must still admit some input.
//!
//! If no assumption can end a path that a label rests on, every input of such a state runs forever
//! or reaches an end. Otherwise the dropped states are followed for a bounded time under their path
//! conditions, until one reaches an end.

use super::Subsumption;
use super::label::Label;
use super::speculate::Followed;
use crate::Driver;
use crate::state::State;
use std::collections::VecDeque;

sheaf_tuning::constants! {
    /// Maximum number of dropped states that are kept to be followed.
    MAX_KEPT: usize = 8, 1 => 128, "states";
    /// Maximum number of instructions that are executed to find an end.
    MAX_INSTRUCTIONS: u64 = 1 << 18, 1 => 1 << 20, "instructions";
    /// Maximum cost of solver queries to find an end, in instructions.
    MAX_COST: u64 = 1 << 19, 1 => 1 << 21, "instructions";
}

impl Subsumption<'_> {
    /// Records that a state was dropped because it satisfies a label.
    pub(super) fn note_evidence(&mut self, driver: &Driver, state: &State, label: Option<&Label>) {
        if label.is_some_and(|label| !label.may_be_vacuous) {
            self.stats.not_vacuous += 1;
        } else if self.dropped.len() < MAX_KEPT.get() && driver.stats.paths.completed == 0 {
            self.dropped.push(state.clone());
        }
    }

    /// Called when everything was explored. If nothing else shows that the program's assumptions
    /// admit an input, searches for one.
    pub fn look_for_end(&mut self, driver: &mut Driver) {
        let mut waiting = VecDeque::from(std::mem::take(&mut self.dropped));
        if self.stats.not_vacuous > 0 || driver.stats.paths.completed > 0 {
            return;
        }
        let cost = driver.side_questions.cost();
        let mut left = MAX_INSTRUCTIONS.get();
        let mut takes_newest = true;
        while let Some(state) = match takes_newest {
            true => waiting.pop_back(),
            false => waiting.pop_front(),
        } {
            takes_newest = !takes_newest;
            if self.follow_to_end(driver, state, &mut waiting, &mut left) {
                self.stats.not_vacuous += 1;
                return;
            }
            let spent = driver.side_questions.cost() - cost;
            if left == 0 || spent > MAX_COST.get() || driver.is_turn_over(0) {
                return;
            }
        }
    }

    /// Follows a state to its next fork or its end. Returns whether it reaches the end of the
    /// program.
    fn follow_to_end(
        &mut self,
        driver: &mut Driver,
        mut state: State,
        waiting: &mut VecDeque<State>,
        left: &mut u64,
    ) -> bool {
        let followed = self.follow_to_fork(driver, &mut state, |_, _, _| {
            *left = left.checked_sub(1)?;
            Some(false)
        });
        match followed {
            Some(Followed::Ended { is_dropped }) => return !is_dropped,
            Some(Followed::Forked(states)) => waiting.extend(states),
            Some(Followed::Stopped) | None => {}
        }
        false
    }
}
