//! The worklist: runs one state at a time and lets a scheduler pick the next. States that stand at
//! one place may become one (`merging`).

mod bucket;
mod lookback;
mod merging;
mod packed;
mod scheduler;
mod states;

use super::{Driver, Explorer, Fork, StateId, Step, Waiting};
use crate::options::Options;
use crate::outcome::Stats;
use crate::program::Program;
use crate::state::State;
use merging::Origin;
use packed::Base;
use scheduler::Scheduler;
use states::States;

/// The states that wait, and who goes next.
pub struct Worklist<'p> {
    states: States<'p>,
    /// The state whose turn it is.
    current: Option<StateId>,
    scheduler: Scheduler<'p>,
}

impl<'p> Worklist<'p> {
    /// An empty worklist for a program.
    pub fn new(program: &'p Program, options: &Options) -> Self {
        let scheduler = Scheduler::new(program, options);
        // States that may merge are looked at all the time.
        let whole = match scheduler.merging {
            Some(_) => usize::MAX,
            None => options.whole_states,
        };
        Worklist {
            states: States::new(program, whole),
            current: None,
            scheduler,
        }
    }

    /// Runs a state until it forks, ends or has had its turn.
    fn advance(&mut self, driver: &mut Driver, mut state: State, base: Option<Base>) {
        let before = self.scheduler.leave(state.id);
        let depth = self.scheduler.pause_depth(before.as_ref());
        let start = state.instructions;
        loop {
            let pause = self.scheduler.pause(depth);
            let step = driver.step(&mut state, pause);
            match step {
                Step::Ended => return self.scheduler.end(state.id),
                Step::Paused => return self.keep(driver, state, None, base, before.as_ref()),
                Step::Forked(fork) => {
                    return self.keep(driver, state, Some(fork), base, before.as_ref());
                }
                Step::Alone
                    if depth > 0 && self.scheduler.stands_at_join(&state)
                        || driver.is_turn_over(state.instructions - start) =>
                {
                    return self.keep(driver, state, None, base, before.as_ref());
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
        base: Option<Base>,
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
        self.scheduler.look_at_coverage(driver);
        for state in [&state].into_iter().chain(&children) {
            self.scheduler.moved(state);
        }
        self.states.keep(state, children, base);
        for id in ids {
            self.settle(driver, id, may_merge, before);
        }
    }
}

impl Explorer for Worklist<'_> {
    fn add(&mut self, driver: &mut Driver, state: State) {
        let id = state.id;
        self.scheduler.start(id);
        self.states.insert(state);
        self.settle(driver, id, true, None);
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        self.current = self.scheduler.next();
        let Some(id) = self.current else {
            return false;
        };
        match self.states.take(id) {
            Some((state, base)) => self.advance(driver, state, base),
            None => self.scheduler.end(id),
        }
        true
    }

    fn waiting_count(&self) -> usize {
        self.states.len()
    }

    fn waiting<'s>(&'s self, _program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
        Box::new(self.states.waiting())
    }

    fn look_at(&self, _program: &Program, id: StateId) -> Option<State> {
        self.states.look_at(id)
    }

    /// The older go first: the newer states share more with what runs now.
    fn give_up(&mut self, driver: &mut Driver, count: usize) {
        let mut ids: Vec<StateId> = self.states.ids().collect();
        ids.sort_unstable();
        for id in ids.into_iter().take(count) {
            self.scheduler.end(id);
            if let Some((state, _)) = self.states.take(id) {
                driver.park(state);
            }
        }
    }

    fn abandon_turn(&mut self) {
        if let Some(id) = self.current.take() {
            self.scheduler.end(id);
            self.states.remove(id);
        }
    }

    fn report(&mut self, stats: &mut Stats) {
        self.scheduler.report(&mut stats.merging);
    }
}
