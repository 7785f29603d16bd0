//! Parked states: states whose memory was released, to be executed again when there is memory. Paths
//! of other processes and of earlier sessions are parked, too.
//!
//! A path is executed again by its decisions ([`super::reexecution`]).
//!
//! A merged state is kept as its path condition: a new initial state under this condition has the
//! same paths to explore, and no others. A condition refers to inputs by number, so this requires
//! paths that have read the same inputs; until these inputs are read again, the states do not
//! merge: merging paths with different numbers of inputs would change the numbers of later inputs.

use super::Driver;
use super::parking::Parked;
use super::reexecution::{Follower, Lost, NO_MODEL, Trunk};
use crate::outcome::{Reason, ReasonKind};
use crate::state::State;
use crate::{Explorer, Moment, StateId};

/// Reasons why states do not come back, for the user.
const UNLIKE: &str = "merged paths with different inputs cannot be parked";
const ASTRAY: &str = "internal error: a parked path diverged";

impl Driver<'_> {
    /// Parks states until the process is within its memory limit; the program itself may be too
    /// large.
    pub(super) fn save_memory(&mut self, explorer: &mut dyn Explorer) {
        if !self.watch.out_of_memory() {
            return;
        }
        self.account.parked.trunk = Trunk::default();
        // What is parked stays so until there is nothing else to do.
        self.sessions.takes_back = false;
        let waiting = explorer.waiting_count();
        if waiting > 1 {
            explorer.give_up(self, waiting.div_ceil(2));
        } else {
            let reason = self.watch.want_of_memory();
            explorer.give_up(self, waiting);
            // A session with more memory explores all that is dropped now.
            self.save(explorer);
            self.sessions.spoil();
            let parked = std::mem::take(&mut self.account.parked);
            for id in parked.ids() {
                let reason = &reason;
                self.tell(&Moment::Lost { id, reason });
            }
            self.account.leave_out(reason, parked.len() as u64);
        }
    }

    /// Parks a state.
    pub fn park(&mut self, state: State) {
        self.endless.forget(state.id);
        self.tell(&Moment::Parked(&state));
        let id = state.id;
        match Parked::new(state) {
            Some(parked) => self.account.parked.push(id, parked),
            None => self.forget(id, UNLIKE),
        }
    }

    /// Counts a path that is lost.
    fn forget(&mut self, id: StateId, detail: &str) {
        let reason = Reason {
            kind: ReasonKind::MemoryLimit,
            detail: detail.to_string(),
            loc: None,
        };
        let lost = &reason;
        self.tell(&Moment::Lost { id, reason: lost });
        self.account.leave_out(reason, 1);
    }

    /// Resumes the state that was parked last. Returns whether there was one.
    pub fn resume_parked(&mut self, explorer: &mut dyn Explorer) -> bool {
        let Some((was, parked, leave)) = self.account.parked.pop() else {
            return false;
        };
        let mut trunk = std::mem::take(&mut self.account.parked.trunk);
        let resumed = self.resume(&parked, &mut trunk, leave);
        self.account.parked.trunk = trunk;
        match resumed {
            Ok(state) => {
                let resumed = Moment::Resumed { state: &state, was };
                self.tell(&resumed);
                explorer.add(self, state);
            }
            // The exploration ends, and the path still waits.
            Err(Lost::NoModel) if self.watch.over(&self.stats).is_some() => {
                self.account.parked.push(was, parked);
            }
            Err(Lost::NoModel) => self.forget(was, NO_MODEL),
            Err(Lost::Astray) => {
                debug_assert!(false, "a parked path diverged");
                self.forget(was, ASTRAY);
            }
        }
        true
    }

    /// The result of parking and resuming a state, without doing so; `None` without the time or the
    /// memory for it. A path is resumed at its last decision.
    ///
    /// # Errors
    /// The reason why it would be lost otherwise.
    pub fn come_back(&mut self, state: &State) -> Result<Option<State>, &'static str> {
        let parked = Parked::new(state.clone()).ok_or(UNLIKE)?;
        match self.resume(&parked, &mut Trunk::default(), Vec::new()) {
            Ok(state) => Ok(Some(state)),
            Err(Lost::NoModel) => Ok(None),
            Err(Lost::Astray) => Err(ASTRAY),
        }
    }

    fn resume(
        &mut self,
        parked: &Parked,
        trunk: &mut Trunk,
        leave: Vec<usize>,
    ) -> Result<State, Lost> {
        match parked {
            Parked::Path(decisions) => {
                let decisions = decisions.single_path().unwrap_or_default();
                // Steps are recorded from the start.
                if self.account.trace.is_some() {
                    return Follower::new(self).follow(&decisions, &mut Trunk::default(), vec![]);
                }
                Follower::new(self).follow(&decisions, trunk, leave)
            }
            Parked::Paths {
                constraints,
                guard,
                model,
                inputs,
            } => Ok(State {
                constraints: constraints.clone(),
                guard: *guard,
                model: model.clone(),
                inputs_ahead: *inputs,
                ..self.start()
            }),
        }
    }
}
