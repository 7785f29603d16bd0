//! Which state goes next, and how far: the searcher's choice, unless states are to meet.

use super::merging::{MergeScheduler, Origin};
use crate::explore::search::{self, Distances, Searcher};
use crate::explore::{Driver, StateId};
use crate::machine::Pause;
use crate::options::Options;
use crate::outcome::MergeStats;
use crate::program::Program;
use crate::state::State;
use sheaf_ir::analysis::CallGraph;
use sheaf_ir::{Block, FailureKind, Op};

/// Turns between two updates of the distances to uncovered code.
const DISTANCE_TURNS: u64 = 64;

/// Picks the state that goes on next. Knows all waiting states, by their numbers.
pub struct Scheduler<'p> {
    searcher: Box<dyn Searcher>,
    /// Where states stand, if they may merge.
    pub merging: Option<MergeScheduler<'p>>,
    /// To uncovered code, or to the target.
    distances: Distances,
    /// Whether they are those to the target, which stay the same.
    has_goal: bool,
    turns: u64,
}

impl<'p> Scheduler<'p> {
    /// A scheduler as the options want it, without states.
    pub fn new(program: &'p Program, options: &Options) -> Self {
        let module = program.module();
        let searcher = search::wanted(options, module);
        let mut distances = Distances::new(module, &CallGraph::new(module));
        let goal = options.goal == Some(FailureKind::Target);
        if searcher.wants_places() {
            distances.update(|func, block| match goal {
                true => is_goal(&module.funcs[func].blocks[block]),
                false => module.funcs[func].user,
            });
        }
        Scheduler {
            searcher,
            merging: MergeScheduler::wanted(options, program),
            distances,
            has_goal: goal,
            turns: 0,
        }
    }

    /// A state waits that no other one made.
    pub fn start(&mut self, id: StateId) {
        self.searcher.start(id);
    }

    /// A state has forked; it goes on, and so do its children.
    pub fn fork(&mut self, parent: StateId, children: &[StateId]) {
        self.searcher.fork(parent, children);
    }

    /// A state is no more.
    pub fn end(&mut self, id: StateId) {
        self.searcher.end(id);
        self.leave(id);
    }

    /// A state does not wait for others any more. Where it stood.
    pub fn leave(&mut self, id: StateId) -> Option<Origin> {
        self.merging.as_mut().and_then(|merging| merging.leave(id))
    }

    /// The state that goes on next.
    pub fn next(&mut self) -> Option<StateId> {
        match &mut self.merging {
            Some(merging) => merging.next(self.searcher.as_mut()),
            None => self.searcher.next(),
        }
    }

    /// The depth of calls in which a state that stood at a point has to pause; 0 if in none.
    pub fn pause_depth(&self, origin: Option<&Origin>) -> usize {
        match (&self.merging, origin) {
            (Some(merging), Some(origin)) => merging.pause_depth(origin),
            _ => 0,
        }
    }

    /// Where a state is to pause in calls up to a depth.
    pub fn pause(&self, depth: usize) -> Option<Pause<'_>> {
        let merging = self.merging.as_ref().filter(|_| depth > 0);
        merging.map(|merging| merging.pause(depth))
    }

    /// Whether a state has just entered a block that several others lead to.
    pub fn stands_at_join(&self, state: &State) -> bool {
        let merging = self.merging.as_ref();
        merging.is_some_and(|merging| merging.stands_at_join(state))
    }

    /// A state has had its turn: once in a while the searcher is told how far uncovered code is.
    pub fn look_at_coverage(&mut self, driver: &mut Driver) {
        if self.has_goal || !self.searcher.wants_places() {
            return;
        }
        self.turns += 1;
        let recorder = &mut driver.recorder;
        if recorder.news && self.turns.is_multiple_of(DISTANCE_TURNS) {
            recorder.news = false;
            let module = driver.program.module();
            self.distances
                .update(|func, block| module.funcs[func].user && !recorder.is_reached(func, block));
            self.searcher.measure(&self.distances);
        }
    }

    /// A state stands at another point than before.
    pub fn moved(&mut self, state: &State) {
        self.searcher.moved(state.id, state, &self.distances);
    }

    /// Adds what merging did to the statistics.
    pub fn report(&mut self, stats: &mut MergeStats) {
        if let Some(merging) = self.merging.take() {
            merging.report(stats);
        }
    }
}

/// Whether a block holds a mark of what is to be reached.
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
