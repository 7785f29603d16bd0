//! Chooses the next state, and how far it runs: by the searcher, or in the order of merging.

use super::expensive::Expensive;
use super::merging::{MergeScheduler, Origin};
use super::sample::Sample;
use super::seeds::Seeds;
use crate::machine::Pause;
use crate::options::Options;
use crate::outcome::{Inputs, Stats};
use crate::program::Program;
use crate::search::{self, Distances, Searcher};
use crate::state::State;
use crate::{Driver, StateId};
use sheaf_ir::{Block, FailureKind, Module, Op};
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Turns between two updates of the distances to uncovered code, at least.
    DISTANCE_TURNS: usize = 64, 1 => 1024, "turns";
    /// Large programs are updated less often: the time of an update grows with the segments of code
    /// that distances are known for, and no more than so many are to be paid for in a turn.
    SEGMENTS_PER_TURN: usize = 256, 1 => 4096, "segments";
}

/// Chooses the next state. Knows all waiting states by id.
pub struct Scheduler<'p> {
    pub searcher: Box<dyn Searcher>,
    /// Points of states, if they may merge.
    pub merging: Option<MergeScheduler<'p>>,
    /// Distances of states to seeds, if states are executed one by one.
    seeds: Option<Seeds>,
    /// States that are held back, if the order is free.
    expensive: Option<Expensive>,
    /// Distances to uncovered code, or to the target.
    distances: Distances,
    /// Whether they are distances to the target, which do not change.
    has_goal: bool,
    /// Turns since the distances were computed.
    turns: usize,
}

impl<'p> Scheduler<'p> {
    /// The scheduler for these options, without states.
    pub fn new(program: &'p Program, options: &Options) -> Self {
        let module = program.module();
        let searcher = search::wanted(options, module);
        let mut distances = Distances::new(module, program.calls());
        let goal = options.goal == Some(FailureKind::Target);
        if searcher.wants_distances() {
            distances.update(|func, block| match goal {
                true => is_goal(&module.funcs[func].blocks[block]),
                false => module.funcs[func].user,
            });
        }
        let merging = MergeScheduler::wanted(options, program);
        let is_ordered = merging.is_none() && !options.plan.paths().subsumes;
        let seeds = Seeds::new(&options.seeds).filter(|_| is_ordered);
        Scheduler {
            searcher,
            merging,
            seeds,
            expensive: is_ordered.then(Expensive::default),
            distances,
            has_goal: goal,
            turns: 0,
        }
    }

    /// A state without a parent waits.
    pub fn start(&mut self, state: &State) {
        self.searcher.start(state.id);
        if let Some(seeds) = &mut self.seeds {
            seeds.start(state);
        }
    }

    /// A state has forked; it and its children wait.
    pub fn fork(&mut self, parent: StateId, children: &[StateId]) {
        self.searcher.fork(parent, children);
        if let Some(expensive) = &mut self.expensive {
            expensive.fork(children);
        }
        if let Some(seeds) = &mut self.seeds {
            seeds.fork(parent, children);
        }
    }

    /// A new state waits to make checks that the state of the turn has put off.
    pub fn put_off(&mut self, running: StateId, checks: StateId) {
        self.searcher.fork(running, &[checks]);
        if let Some(expensive) = &mut self.expensive {
            expensive.fork(&[checks]);
        }
        if let Some(seeds) = &mut self.seeds {
            seeds.put_off(running, checks);
        }
    }

    /// A path was executed to its end.
    pub fn complete(&mut self, id: StateId) {
        if let Some(seeds) = &mut self.seeds {
            seeds.complete(id);
        }
        self.end(id);
    }

    /// A state that has the turn that was chosen last is to be executed. Returns the inputs that it
    /// follows, if any.
    pub fn prepare(&mut self, driver: &mut Driver, state: &mut State) -> Option<Rc<Inputs>> {
        self.seeds.as_mut()?.prepare(driver, state)
    }

    /// A state does not wait any more.
    pub fn end(&mut self, id: StateId) {
        self.searcher.end(id);
        if let Some(expensive) = &mut self.expensive {
            expensive.end(id);
        }
        if let Some(seeds) = &mut self.seeds {
            seeds.end(id);
        }
        self.leave(id);
    }

    /// The weights of states, if they are sampled.
    pub fn sample(&mut self) -> Option<&mut Sample> {
        self.merging.as_mut()?.sample.as_mut()
    }

    /// A state no longer waits to be merged. Returns its position.
    pub fn leave(&mut self, id: StateId) -> Option<Origin> {
        self.merging.as_mut().and_then(|merging| merging.leave(id))
    }

    /// The next state.
    pub fn next(&mut self) -> Option<StateId> {
        if let Some(merging) = &mut self.merging {
            return merging.next(self.searcher.as_mut());
        }
        let (seeds, searcher) = (&mut self.seeds, &mut self.searcher);
        let mut next = || {
            let near = seeds.as_mut().and_then(Seeds::next);
            near.or_else(|| searcher.next())
        };
        match &mut self.expensive {
            Some(expensive) => expensive.next(next),
            None => next(),
        }
    }

    /// A state that was not chosen here has the next turn.
    pub fn begin(&mut self, id: StateId) {
        if let Some(expensive) = &mut self.expensive {
            expensive.begin(id);
        }
        if let Some(seeds) = &mut self.seeds {
            seeds.pass();
        }
    }

    /// The turn of the state that was chosen last has taken this much work, in steps, and has
    /// covered so many places first.
    pub fn charge(&mut self, work: u64, found: u64) {
        if let Some(expensive) = &mut self.expensive {
            expensive.turn(work, found);
        }
        if let Some(seeds) = &mut self.seeds {
            seeds.turn(work);
        }
    }

    /// The depth of calls in which a state from this point has to pause; 0 if in none.
    pub fn pause_depth(&self, origin: Option<&Origin>) -> usize {
        match (&self.merging, origin) {
            (Some(merging), Some(origin)) => merging.pause_depth(origin),
            _ => 0,
        }
    }

    /// The pause points in calls up to a depth.
    pub fn pause(&self, depth: usize) -> Option<Pause<'_>> {
        let merging = self.merging.as_ref().filter(|_| depth > 0);
        merging.map(|merging| merging.pause(depth))
    }

    /// Whether a state has just entered a block with several predecessors.
    pub fn is_at_join(&self, module: &Module, state: &State) -> bool {
        let merging = self.merging.as_ref();
        merging.is_some_and(|merging| merging.is_at_join(module, state))
    }

    /// A state has had its turn: updates the distances to uncovered code occasionally.
    pub fn look_at_coverage(&mut self, driver: &mut Driver) {
        if self.has_goal || !self.searcher.wants_distances() {
            return;
        }
        self.turns += 1;
        let recorder = &mut driver.recorder;
        let due = DISTANCE_TURNS
            .get()
            .max(self.distances.len() / SEGMENTS_PER_TURN.get());
        if recorder.news && self.turns >= due {
            recorder.news = false;
            self.turns = 0;
            let module = driver.program.module();
            self.distances
                .update(|func, block| module.funcs[func].user && !recorder.is_reached(func, block));
            self.searcher.measure(&self.distances);
        }
    }

    /// A state is at a new point.
    pub fn moved(&mut self, driver: &mut Driver, state: &State) {
        self.searcher.moved(state.id, state, &self.distances);
        if let Some(seeds) = &mut self.seeds {
            seeds.moved(driver, state);
        }
    }

    /// Adds the statistics of merging and of seeds.
    pub fn report(&mut self, stats: &mut Stats) {
        if let Some(merging) = self.merging.take() {
            merging.report(&mut stats.merging);
        }
        if let Some(seeds) = &self.seeds {
            stats.seeds.followed = stats.seeds.followed.max(seeds.completed());
        }
    }
}

/// Whether a block contains a mark of the target.
fn is_goal(block: &Block) -> bool {
    let is_mark = |op: &Op| {
        matches!(
            op,
            Op::Check {
                kind: FailureKind::Target,
                ..
            }
        )
    };
    block.insts.iter().any(|inst| is_mark(&inst.op))
}
