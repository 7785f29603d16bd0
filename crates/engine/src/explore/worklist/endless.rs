//! Paths that go on for ever: they end where that is certain; of others, the one that took most of
//! the instructions is named at the end.

use super::Worklist;
use crate::concrete;
use crate::endless::{self, Head, Rounds};
use crate::explore::search::StateId;
use crate::inputs;
use crate::merge::Joins;
use crate::outcome::{End, Failure, Reason, ReasonKind};
use crate::state::State;
use sheaf_ir::FailureKind;
use std::time::{Duration, Instant};

/// A path that took at least one in so many of all instructions without a fork is suspected to go
/// on for ever.
const SUSPECTED_PART: u64 = 2;

/// Paths that are run on their inputs when a limit ends the search, and the time for each and for
/// all of them.
const TRIALS: usize = 64;
const TRIAL_TIME: Duration = Duration::from_millis(50);
const TRIALS_TIME: Duration = Duration::from_millis(150);

/// Whether a path that has gone on alone is to pause at the heads of loops.
pub(super) fn is_watched(state: &State) -> bool {
    endless::watched(state.instructions - state.alone_since).is_some()
}

/// Instructions until a path is watched the next time.
pub(super) fn until_watched(state: &State) -> u64 {
    endless::until_watched(state.instructions - state.alone_since)
}

impl Worklist<'_> {
    /// Looks at a path that has paused; whether it goes on for ever, and was ended.
    pub(super) fn goes_on_for_ever(&mut self, id: StateId, state: &State) -> bool {
        let alone = state.instructions - state.alone_since;
        let Some(time) = endless::watched(alone) else {
            return false;
        };
        let rounds = self.rounds.entry(id).or_insert_with(|| Rounds::new(time));
        if rounds.time() != time {
            *rounds = Rounds::new(time);
        }
        let module = self.program.module();
        let heads = self.heads.get_or_init(|| Joins::loop_heads(module));
        match rounds.meet(state, heads) {
            Some(head) => {
                self.end_endless(state, head);
                true
            }
            None => false,
        }
    }

    /// Ends a path that goes on for ever: a failure where that counts, else a reason, unless
    /// the user does not care.
    fn end_endless(&mut self, state: &State, head: Head) {
        let (loc, func) = head.place(self.program, state);
        let (kind, detail) = (ReasonKind::Hang, endless::MESSAGE.to_string());
        if !self.settings.counts(FailureKind::Hang) {
            let reason = Reason { kind, detail, loc };
            let inputs = self.offer(state, &state.model, End::Limit(reason.clone()));
            if self.options.endless_is_explored {
                self.complete(state);
            } else {
                self.reasons.insert(reason);
            }
            self.missed.note_endless((loc, func), true, inputs);
        } else if !self.findings.has(FailureKind::Hang, loc) {
            let failure = Failure {
                kind: FailureKind::Hang,
                loc,
                function: self.program.module().funcs[func].name.to_string(),
                message: detail,
            };
            self.finish(state, End::Failed(failure));
        }
    }

    /// Runs the longest of the paths that wait on their inputs: numbers may repeat where symbolic
    /// values do not.
    fn try_waiting(&mut self) {
        let mut longest: Vec<(u64, StateId)> = self
            .states
            .iter()
            .map(|(id, state)| (state.instructions, *id))
            .collect();
        longest.sort_unstable_by(|a, b| b.cmp(a));
        let mut options = self.options.clone();
        (options.budget.time, options.budget.since) = (TRIAL_TIME, None);
        options.failures.push(FailureKind::Hang);
        let start = Instant::now();
        for (_, id) in longest.into_iter().take(TRIALS) {
            if start.elapsed() >= TRIALS_TIME {
                break;
            }
            let Some(state) = self.states.remove(&id) else {
                continue;
            };
            let inputs = inputs::from_model(&self.pool, &state, &state.model);
            if let End::Failed(failure) = concrete::replay(self.program, &inputs, &options).end
                && failure.kind == FailureKind::Hang
                && let Some(func) = self.program.module().func_named(&failure.function)
            {
                let place = (failure.loc, func);
                let is_news = self.missed.note_endless(place, true, inputs);
                if is_news && self.settings.counts(FailureKind::Hang) {
                    self.report(&state, &state.model, failure);
                }
            }
            self.states.insert(id, state);
        }
    }

    /// Notes where states wait that are given up, and the loop of one that took most of the time.
    pub(super) fn note_missed(&mut self) {
        for state in self.states.values() {
            self.missed.note_waiting(self.program, state, 1);
        }
        self.try_waiting();
        let alone = |state: &State| state.instructions - state.alone_since;
        let slowest = self
            .states
            .iter()
            .max_by_key(|(id, state)| (alone(state), **id));
        let Some((id, state)) = slowest else {
            return;
        };
        let outermost = self.rounds.get(id).and_then(Rounds::outermost);
        if let Some(head) = outermost
            && alone(state) >= self.stats.instructions / SUSPECTED_PART
        {
            let inputs = inputs::from_model(&self.pool, state, &state.model);
            let place = head.place(self.program, state);
            self.missed.note_endless(place, false, inputs);
        }
    }
}
