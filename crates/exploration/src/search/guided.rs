//! Search by a plan of how often each branch is to be taken ([`crate::chains`]).
//!
//! Depth first: of the states that a fork makes, the one comes first whose branch has most of its
//! planned times left, relative to the plan, so that the branches of a loop alternate evenly. A
//! path that has taken a branch more often than planned needs another plan. While no state follows
//! a plan, another searcher chooses. Nothing is dropped.

use super::{Distances, Searcher, StateId};
use crate::chains::{Branch, Guide, Plan};
use crate::state::{State, Taken};
use rand::Rng;
use rand::rngs::SmallRng;
use rustc_hash::FxHashMap;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// After this many dead ends, some other state continues: the first decisions of a path may
    /// have been the wrong ones.
    DEAD_ENDS: u32 = 24, 1 => 384, "dead ends";
    /// The number of waiting states for which a new guide is asked for a plan.
    CANDIDATES: usize = 16, 1 => 256, "states";
}

/// What is known of a waiting state.
#[derive(Clone, Default)]
struct Progress {
    /// The number of its decisions so far.
    decisions: usize,
    /// How often it has taken each branch.
    taken: Rc<FxHashMap<Branch, u64>>,
    /// The plan that it follows; none if there is none.
    plan: Option<Rc<Plan>>,
    /// What the plan leaves of its last branch ([`left`]).
    left: u64,
}

/// How much a plan leaves of a branch that was taken `count` times, this time included, in
/// thousandths of its planned times. Nothing if it was taken more often. What is planned once comes
/// behind what is planned more often: it may be the end of a loop.
fn left(planned: u64, count: u64) -> u64 {
    match planned {
        _ if count > planned => 0,
        1 => 1,
        _ => ((planned + 1 - count).saturating_mul(1000) / planned).max(2),
    }
}

/// The searcher.
pub struct Guided {
    guide: Option<Guide>,
    /// Chooses while no state follows a plan.
    others: Box<dyn Searcher>,
    rng: SmallRng,
    states: FxHashMap<StateId, Progress>,
    /// States that follow a plan, the next one last.
    viable: Vec<StateId>,
    /// States of the last fork, whose order is not known yet.
    forked: Vec<StateId>,
    dead_ends: u32,
}

impl Guided {
    /// No state, and no guide.
    pub fn new(others: Box<dyn Searcher>, rng: SmallRng) -> Self {
        Guided {
            guide: None,
            others,
            rng,
            states: FxHashMap::default(),
            viable: Vec::new(),
            forked: Vec::new(),
            dead_ends: 0,
        }
    }

    fn forget(&mut self, id: StateId) {
        for list in [&mut self.viable, &mut self.forked] {
            if let Some(at) = list.iter().rposition(|it| *it == id) {
                list.remove(at);
            }
        }
    }

    /// Adds the states of the last fork that follow a plan.
    fn settle(&mut self) {
        let mut forked = std::mem::take(&mut self.forked);
        let all = forked.len();
        forked.retain(|id| self.states[id].plan.is_some());
        forked.sort_by_key(|id| self.states[id].left);
        // Where one side of a fork follows the plan, the other side is no dead end.
        self.dead_ends += u32::from(forked.is_empty() && all > 0);
        self.viable.append(&mut forked);
    }

    /// A plan for a path that has taken branches so often.
    fn plan(&mut self, taken: &FxHashMap<Branch, u64>) -> Option<Rc<Plan>> {
        match taken.is_empty() {
            true => self.guide.as_ref()?.first(),
            false => self.guide.as_mut()?.plan(taken),
        }
    }
}

impl Searcher for Guided {
    fn start(&mut self, id: StateId) {
        let plan = self.plan(&FxHashMap::default());
        let progress = Progress {
            plan,
            ..Progress::default()
        };
        self.states.insert(id, progress);
        self.forked.push(id);
        self.others.start(id);
    }

    fn fork(&mut self, parent: StateId, children: &[StateId]) {
        self.settle();
        self.forget(parent);
        let progress = self.states.get(&parent).cloned().unwrap_or_default();
        self.forked.push(parent);
        for child in children {
            self.states.insert(*child, progress.clone());
            self.forked.push(*child);
        }
        self.others.fork(parent, children);
    }

    fn end(&mut self, id: StateId) {
        self.settle();
        self.forget(id);
        self.states.remove(&id);
        self.dead_ends += 1;
        self.others.end(id);
    }

    fn moved(&mut self, id: StateId, state: &State, distances: &Distances) {
        self.others.moved(id, state, distances);
        let Some(progress) = self.states.get_mut(&id) else {
            return;
        };
        let decisions = state.decisions.len();
        let new = decisions.saturating_sub(progress.decisions);
        progress.decisions = decisions;
        let taken = Rc::make_mut(&mut progress.taken);
        let mut exceeds = false;
        for (at, decision) in state.decisions.newest_first().take(new).enumerate() {
            let Taken::Alternative(number) = decision.taken else {
                continue;
            };
            let branch = (decision.point.func, decision.point.block, number);
            let count = taken.entry(branch).or_default();
            *count += 1;
            let planned = progress.plan.as_ref().and_then(|plan| plan.get(&branch));
            let planned = planned.copied().unwrap_or(0);
            exceeds |= *count > planned;
            if at == 0 {
                progress.left = left(planned, *count);
            }
        }
        if exceeds && progress.plan.is_some() {
            let taken = progress.taken.clone();
            let plan = self.plan(&taken);
            let progress = self.states.entry(id).or_default();
            progress.plan = plan;
        }
    }

    fn measure(&mut self, distances: &Distances) {
        self.others.measure(distances);
    }

    fn next(&mut self) -> Option<StateId> {
        self.settle();
        if self.dead_ends > DEAD_ENDS.get() && self.viable.len() > 1 {
            self.dead_ends = 0;
            let at = self.rng.random_range(0..self.viable.len());
            let id = self.viable.remove(at);
            self.viable.push(id);
        }
        let led = self.viable.last().copied();
        led.or_else(|| self.others.next())
    }

    /// Plans are made for a few states, spread over the order in which they were made.
    fn lead(&mut self, guide: Option<Guide>) {
        self.guide = guide;
        self.viable.clear();
        self.forked.clear();
        self.dead_ends = 0;
        self.states.values_mut().for_each(|it| it.plan = None);
        if self.guide.is_none() {
            return;
        }
        let mut ids: Vec<StateId> = self.states.keys().copied().collect();
        ids.sort_unstable();
        let step = ids.len().div_ceil(CANDIDATES.get()).max(1);
        for id in ids.into_iter().step_by(step) {
            let taken = self.states[&id].taken.clone();
            let plan = self.plan(&taken);
            if plan.is_some() {
                self.states.entry(id).or_default().plan = plan;
                self.viable.push(id);
            }
        }
    }

    fn is_led(&self) -> bool {
        let mut forked = self.forked.iter();
        let is_led = |id| self.states.get(id).is_some_and(|it| it.plan.is_some());
        !self.viable.is_empty() || forked.any(is_led)
    }

    fn wants_distances(&self) -> bool {
        true
    }
}
