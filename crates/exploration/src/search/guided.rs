//! Search for a target by a plan of how often each branch is to be taken ([`crate::chains`]).
//!
//! Depth first: of the states that a fork makes, the one comes first whose branch has most of its
//! planned times left, relative to the plan, so that the branches of a loop alternate evenly. A
//! path that has taken a branch more often than planned needs another plan; if there is none, it
//! waits until no other state does. Nothing is dropped.

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
    /// How much of its last branch the plan leaves, in thousandths.
    left: u64,
}

/// The searcher.
pub struct Guided {
    guide: Guide,
    rng: SmallRng,
    states: FxHashMap<StateId, Progress>,
    /// States that follow a plan, the next one last.
    viable: Vec<StateId>,
    /// States without one.
    others: Vec<StateId>,
    /// States of the last fork, whose order is not known yet.
    forked: Vec<StateId>,
    dead_ends: u32,
}

impl Guided {
    /// No state yet.
    pub fn new(guide: Guide, rng: SmallRng) -> Self {
        Guided {
            guide,
            rng,
            states: FxHashMap::default(),
            viable: Vec::new(),
            others: Vec::new(),
            forked: Vec::new(),
            dead_ends: 0,
        }
    }

    fn forget(&mut self, id: StateId) {
        for list in [&mut self.viable, &mut self.others, &mut self.forked] {
            if let Some(at) = list.iter().rposition(|it| *it == id) {
                list.remove(at);
            }
        }
    }

    /// Sorts the states of the last fork into the lists.
    fn settle(&mut self) {
        let mut forked = std::mem::take(&mut self.forked);
        forked.sort_by_key(|id| self.states[id].left);
        let (mut viable, mut others) = forked
            .into_iter()
            .partition::<Vec<_>, _>(|id| self.states[id].plan.is_some());
        // Where one side of a fork follows the plan, the other side is no dead end.
        self.dead_ends += u32::from(viable.is_empty() && !others.is_empty());
        self.viable.append(&mut viable);
        self.others.append(&mut others);
    }
}

impl Searcher for Guided {
    fn start(&mut self, id: StateId) {
        let plan = self.guide.first();
        let progress = Progress {
            plan,
            ..Progress::default()
        };
        self.states.insert(id, progress);
        self.forked.push(id);
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
    }

    fn end(&mut self, id: StateId) {
        self.settle();
        self.forget(id);
        self.states.remove(&id);
        self.dead_ends += 1;
    }

    fn moved(&mut self, id: StateId, state: &State, _distances: &Distances) {
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
                let left = (planned + 1).saturating_sub(*count);
                progress.left = left.saturating_mul(1000) / planned.max(1);
            }
        }
        if exceeds && progress.plan.is_some() {
            progress.plan = self.guide.plan(&progress.taken);
        }
    }

    fn next(&mut self) -> Option<StateId> {
        self.settle();
        if self.dead_ends > DEAD_ENDS.get() && self.viable.len() > 1 {
            self.dead_ends = 0;
            let at = self.rng.random_range(0..self.viable.len());
            let id = self.viable.remove(at);
            self.viable.push(id);
        }
        self.viable.last().or(self.others.last()).copied()
    }

    fn wants_distances(&self) -> bool {
        true
    }
}
