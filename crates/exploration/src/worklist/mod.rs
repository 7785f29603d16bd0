//! The worklist: runs one state at a time and lets a scheduler choose the next. States at the same
//! point may be merged (`merging`).

mod bucket;
mod completions;
mod divided;
mod expensive;
mod explored;
mod follow;
mod hooks;
mod lookback;
mod merging;
mod packed;
mod rate;
mod sample;
mod scheduler;
mod seeds;
mod states;
mod summarized;

use super::{Driver, Explorer, Fork, StateId, Step, Waiting};
use crate::Shares;
use crate::chains::Guide;
use crate::machine::Pause;
use crate::options::Options;
use crate::outcome::Stats;
use crate::program::Program;
use crate::state::State;
use completions::Completions;
pub use explored::Explored;
pub use hooks::{Arrival, Hooks};
use merging::{MergeScheduler, Origin};
use scheduler::Scheduler;
use sheaf_term::Pool;
use states::{Family, States};

sheaf_tuning::constants! {
    /// The work after which another state has its turn, in steps of [`Driver::whole_work`]: about
    /// 10 ms.
    LONGEST_TURN: u64 = 100_000, 1 => 400_000, "steps";
}

/// The waiting states and their scheduler.
pub struct Worklist<'p> {
    states: States<'p>,
    /// The state that is running.
    current: Option<StateId>,
    scheduler: Scheduler<'p>,
    /// In the order in which they look at a state.
    techniques: Vec<Box<dyn Hooks + 'p>>,
    /// Concrete completions of paths, if the order is free.
    completions: Option<Completions>,
}

impl<'p> Worklist<'p> {
    /// An empty worklist for a program.
    pub fn new(program: &'p Program, options: &Options) -> Self {
        let scheduler = Scheduler::new(program, options);
        // States that may merge are compared all the time.
        let whole = match scheduler.merging {
            None => options.whole_states,
            Some(_) => usize::MAX,
        };
        Worklist {
            states: States::new(program, whole),
            current: None,
            scheduler,
            techniques: Vec::new(),
            completions: Completions::wanted(options),
        }
    }

    /// The same with a technique that looks at states after those that it has.
    pub fn with(mut self, program: &'p Program, technique: impl Hooks + 'p) -> Self {
        if technique.follows_paths() {
            self.states = States::new(program, usize::MAX);
        }
        self.techniques.push(Box::new(technique));
        self
    }

    /// Leads states to a target; without a guide, to none.
    pub fn lead(&mut self, guide: Option<Guide>) {
        self.scheduler.searcher.lead(guide);
    }

    /// Whether a state follows the guide.
    pub fn is_led(&self) -> bool {
        self.scheduler.searcher.is_led()
    }

    /// An empty worklist that does not merge states: one of those that meet goes on for all.
    pub fn sampling(program: &'p Program, options: &Options) -> Self {
        let mut worklist = Worklist::new(program, options);
        worklist.scheduler.merging = Some(MergeScheduler::sampling(program, options.seed));
        worklist.completions = None;
        // They are looked at all the time.
        worklist.states = States::new(program, usize::MAX);
        worklist
    }

    /// How many states the one stands for that had the last turn, where states are sampled.
    pub fn weight(&self) -> f64 {
        let sample = self.scheduler.merging.as_ref();
        sample.map_or(1.0, MergeScheduler::weight_of_turn)
    }

    /// Runs a state until it forks, ends or its turn is over.
    fn advance(&mut self, driver: &mut Driver, mut state: State, family: &Family) {
        let before = self.scheduler.leave(state.id);
        let depth = self.scheduler.pause_depth(before.as_ref());
        let (start, work) = (state.instructions, driver.whole_work());
        self.techniques.iter_mut().for_each(|it| it.begin_turn());
        loop {
            let arrival = self.arrive(driver, &mut state);
            let has_skipped = matches!(arrival, Arrival::Skipped(_));
            let executed = state.instructions - state.interrupted;
            let step = match arrival {
                Arrival::Continues => driver.step(&mut state, self.pause(depth)),
                Arrival::Dropped => return self.scheduler.end(state.id),
                Arrival::Skipped(step) => step,
            };
            self.keep_put_off(driver, &state, family);
            if has_skipped {
                let techniques = self.techniques.iter_mut();
                techniques.for_each(|it| it.skipped(driver, &state, &step));
            }
            match step {
                Step::Ended => {
                    let techniques = self.techniques.iter_mut();
                    techniques.for_each(|it| it.end(driver, &state));
                    return self.scheduler.complete(state.id);
                }
                Step::Paused
                    if depth == 0
                        && self.look_at_states()
                        && !driver.is_turn_over(state.instructions - start) => {}
                Step::Paused => return self.keep(driver, state, None, family, before.as_ref()),
                Step::Forked(fork) => {
                    if !has_skipped {
                        let techniques = self.techniques.iter_mut();
                        techniques.for_each(|it| it.fork(&state, &fork.children));
                    }
                    return self.keep(driver, state, Some(fork), family, before.as_ref());
                }
                // Where a value was bound for the instruction that it has reached before, merging
                // would only join what was split.
                Step::Alone
                    if depth > 0
                        && self.scheduler.is_at_join(driver.program.module(), &state)
                        && state.instructions - state.interrupted > executed
                        || driver.whole_work().saturating_sub(work) > LONGEST_TURN.get()
                        || driver.is_turn_over(state.instructions - start) =>
                {
                    return self.keep(driver, state, None, family, before.as_ref());
                }
                Step::Alone => {}
            }
        }
    }

    /// What the first technique that does anything with a state makes of it.
    fn arrive(&mut self, driver: &mut Driver, state: &mut State) -> Arrival {
        for technique in &mut self.techniques {
            match technique.arrive(driver, state) {
                Arrival::Continues => {}
                arrival => return arrival,
            }
        }
        Arrival::Continues
    }

    /// Whether a technique looks at states within their turns.
    fn look_at_states(&self) -> bool {
        self.techniques.iter().any(|it| it.pause().is_some())
    }

    /// Stores the state that makes the checks which the running one has put off.
    fn keep_put_off(&mut self, driver: &mut Driver, running: &State, family: &Family) {
        let Some(state) = driver.following.new.take() else {
            return;
        };
        debug_assert!(
            !self.look_at_states() && self.scheduler.merging.is_none(),
            "a path that ends with its checks teaches nothing about what follows"
        );
        let id = state.id;
        self.scheduler.put_off(running.id, id);
        for technique in &mut self.techniques {
            technique.fork(running, std::slice::from_ref(&state));
        }
        self.scheduler.moved(driver, &state);
        self.states.keep_aside(state, family);
        self.settle(driver, id, false, None);
    }

    /// Where states pause, if they are compared with other states from this depth on.
    fn pause(&self, depth: usize) -> Option<Pause<'_>> {
        let pause = |follows: bool| {
            let mut techniques = self.techniques.iter();
            let technique = techniques.find(|it| it.follows_paths() == follows);
            technique.and_then(|it| it.pause())
        };
        pause(true)
            .or_else(|| self.scheduler.pause(depth))
            .or_else(|| pause(false))
    }

    /// Takes back all states that techniques hold.
    fn let_go(&mut self, driver: &mut Driver) {
        self.techniques.iter_mut().for_each(|it| it.let_go());
        self.take_released(driver);
    }

    /// Takes back states that a technique held.
    fn take_released(&mut self, driver: &mut Driver) {
        let released = self.techniques.iter_mut().flat_map(|it| it.released());
        for state in released.collect::<Vec<_>>() {
            let id = state.id;
            self.scheduler.start(&state);
            self.states.insert(state);
            self.settle(driver, id, true, None);
        }
    }

    /// Stores a state after its turn, with its children.
    fn keep(
        &mut self,
        driver: &mut Driver,
        state: State,
        fork: Option<Fork>,
        family: &Family,
        before: Option<&Origin>,
    ) {
        // States that were just split by a value would only merge again.
        let may_merge = fork.as_ref().is_none_or(|fork| !fork.same_point);
        let children = fork.map_or(Vec::new(), |fork| fork.children);
        let ids: Vec<StateId> = [state.id]
            .into_iter()
            .chain(children.iter().map(|child| child.id))
            .collect();
        if ids.len() > 1 {
            self.scheduler.fork(ids[0], &ids[1..]);
        }
        if let Some(sample) = self.scheduler.sample() {
            ids.iter().for_each(|id| sample.weigh(*id));
        }
        self.scheduler.look_at_coverage(driver);
        for state in [&state].into_iter().chain(&children) {
            self.scheduler.moved(driver, state);
        }
        if let Some(completions) = &mut self.completions {
            let states = || [&state].into_iter().chain(&children);
            completions.complete(driver, states());
            completions.follow.moved(driver, states());
        }
        self.states.keep(state, children, family);
        for id in ids {
            self.settle(driver, id, may_merge, before);
        }
    }
}

impl Explorer for Worklist<'_> {
    fn add(&mut self, driver: &mut Driver, state: State) {
        let id = state.id;
        self.techniques.iter_mut().for_each(|it| it.begin(&state));
        self.scheduler.start(&state);
        self.states.insert(state);
        self.settle(driver, id, true, None);
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        self.take_released(driver);
        let parked = driver.account.parked.len();
        if driver.sessions.takes_back(self.states.len(), parked) {
            return driver.resume_parked(self);
        }
        let followed = self.completions.as_mut();
        let followed = followed.and_then(|it| it.follow.next(driver, &self.states));
        self.current = match followed {
            Some(id) => {
                self.scheduler.begin(id);
                Some(id)
            }
            None => self.scheduler.next(),
        };
        if self.current.is_none() && self.techniques.iter().any(|it| it.held_count() > 0) {
            // Nothing is left that could decide the hypotheses.
            self.let_go(driver);
            return true;
        }
        let Some(id) = self.current else {
            self.techniques
                .iter_mut()
                .for_each(|it| it.conclude(driver));
            return false;
        };
        if let Some(sample) = self.scheduler.sample() {
            sample.begin_turn(id);
        }
        let (work, marks) = (driver.whole_work(), driver.recorder.marks);
        let unanswered = |driver: &Driver| {
            let solver = driver.solver.stats();
            (solver.unknown, solver.seconds)
        };
        let before = unanswered(driver);
        match self.states.take(id) {
            Some((mut state, family)) => {
                // Skipped iterations are decided for all paths of a state.
                let follows = self.scheduler.prepare(driver, &mut state);
                driver.following.inputs = follows.filter(|_| !self.look_at_states());
                self.advance(driver, state, &family);
                driver.following.inputs = None;
            }
            None => self.scheduler.end(id),
        }
        let work = driver.whole_work().saturating_sub(work);
        let found = driver.recorder.marks - marks;
        let work = match &mut self.completions {
            Some(completions) => {
                completions.waited(before, unanswered(driver));
                completions.turn(work, found)
            }
            None => work,
        };
        self.scheduler.charge(work, found);
        true
    }

    fn explored(&self) -> f64 {
        let part = self.techniques.iter().find_map(|it| it.explored());
        part.unwrap_or(0.0)
    }

    fn waiting_count(&self) -> usize {
        let held = self.techniques.iter().map(|it| it.held_count());
        self.states.len() + held.sum::<usize>()
    }

    fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
        let held = self.techniques.iter().flat_map(|it| it.held());
        let held = held.map(|state| Waiting::of(state, program));
        Box::new(self.states.waiting().chain(held))
    }

    fn look_at(&self, _program: &Program, id: StateId) -> Option<State> {
        let mut held = self.techniques.iter().flat_map(|it| it.held());
        let held = || held.find(|it| it.id == id).cloned();
        self.states.look_at(id).or_else(held)
    }

    /// Older states first: newer ones share more with the running states.
    fn give_up(&mut self, driver: &mut Driver, count: usize) {
        for id in self.states.sorted_ids().into_iter().take(count) {
            self.scheduler.end(id);
            self.techniques
                .iter_mut()
                .for_each(|it| it.lose(driver, id));
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

    fn report(&mut self, pool: &Pool, stats: &mut Stats) {
        self.techniques.iter().for_each(|it| it.report(pool, stats));
        self.scheduler.report(stats);
    }

    fn shares(&mut self) -> Option<&mut dyn Shares> {
        Some(self)
    }
}
