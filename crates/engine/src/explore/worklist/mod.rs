//! The worklist: runs one state at a time and lets a scheduler pick the next. States that stand at
//! one place may become one (`merging`).

mod bucket;
mod lookback;
mod merging;
mod scheduler;

use super::{Driver, Explorer, Fork, StateId, Step};
use crate::options::Options;
use crate::outcome::Stats;
use crate::program::Program;
use crate::state::State;
use merging::Origin;
use rustc_hash::FxHashMap;
use scheduler::Scheduler;

/// The states that wait, and who goes next.
pub struct Worklist<'p> {
    /// By number.
    states: FxHashMap<StateId, State>,
    /// The state whose turn it is.
    current: Option<StateId>,
    scheduler: Scheduler<'p>,
}

impl<'p> Worklist<'p> {
    /// An empty worklist for a program.
    pub fn new(program: &'p Program, options: &Options) -> Self {
        Worklist {
            states: FxHashMap::default(),
            current: None,
            scheduler: Scheduler::new(program, options),
        }
    }

    /// Runs a state until it forks, ends or has had its turn.
    fn advance(&mut self, driver: &mut Driver, mut state: State) {
        let before = self.scheduler.leave(state.id);
        let depth = self.scheduler.pause_depth(before.as_ref());
        let start = state.instructions;
        loop {
            let pause = self.scheduler.pause(depth);
            let step = driver.step(&mut state, pause);
            match step {
                Step::Ended => return self.scheduler.end(state.id),
                Step::Paused => return self.keep(driver, state, None, before.as_ref()),
                Step::Forked(fork) => {
                    return self.keep(driver, state, Some(fork), before.as_ref());
                }
                Step::Alone
                    if depth > 0 && self.scheduler.stands_at_join(&state)
                        || driver.is_turn_over(state.instructions - start) =>
                {
                    return self.keep(driver, state, None, before.as_ref());
                }
                Step::Alone => {}
            }
        }
    }

    /// Puts a state back that has had its turn, with those that it made.
    fn keep(
        &mut self,
        driver: &mut Driver,
        state: State,
        fork: Option<Fork>,
        before: Option<&Origin>,
    ) {
        // States that a value has just split would only be one again.
        let may_merge = fork.as_ref().is_none_or(|fork| !fork.same_point);
        let children = fork.map_or(Vec::new(), |fork| fork.children);
        let ids: Vec<StateId> = [state.id]
            .into_iter()
            .chain(children.iter().map(|child| child.id))
            .collect();
        if ids.len() > 1 {
            self.scheduler.fork(ids[0], &ids[1..]);
        }
        self.scheduler.look_at_coverage(driver, &self.states);
        for state in [state].into_iter().chain(children) {
            self.scheduler.moved(&state);
            self.states.insert(state.id, state);
        }
        for id in ids {
            self.settle(driver, id, may_merge, before);
        }
    }
}

impl Explorer for Worklist<'_> {
    fn add(&mut self, driver: &mut Driver, state: State) {
        let id = state.id;
        self.scheduler.start(id);
        self.states.insert(id, state);
        self.settle(driver, id, true, None);
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        self.current = self.scheduler.next();
        let Some(id) = self.current else {
            return false;
        };
        match self.states.remove(&id) {
            Some(state) => self.advance(driver, state),
            None => self.scheduler.end(id),
        }
        true
    }

    fn waiting(&self) -> Box<dyn Iterator<Item = &State> + '_> {
        Box::new(self.states.values())
    }

    /// The older go first: the newer states share more with what runs now.
    fn give_up(&mut self, count: usize) -> Vec<State> {
        let mut ids: Vec<_> = self.states.keys().copied().collect();
        ids.sort_unstable();
        ids.truncate(count);
        ids.iter().for_each(|id| self.scheduler.end(*id));
        ids.iter().filter_map(|id| self.states.remove(id)).collect()
    }

    fn abandon_turn(&mut self) {
        if let Some(id) = self.current.take() {
            self.scheduler.end(id);
            self.states.remove(&id);
        }
    }

    fn report(&mut self, stats: &mut Stats) {
        self.scheduler.report(&mut stats.merging);
    }
}
