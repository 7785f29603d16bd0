//! Walks that take the same side of a branch each time.
//!
//! A searcher that chooses at each fork anew rarely gets through a loop that forks for each element
//! of the input, and almost never through one in a certain way: a list of a hundred elements that
//! are all empty is one of 2^100 paths. So a part of the turns goes to walks. Each draws a priority
//! for every program point, and follows one path to its end: at a fork, the side goes on whose
//! point has the highest priority. In a loop, that is the same side in each iteration. Groce,
//! Zhang, Eide, Chen, Regehr, "Swarm Testing" (ISSTA 2012) leave features out of whole tests for
//! the same reason.

use super::{Distances, Searcher, StateId};
use crate::state::State;
use rand::Rng;
use rand::rngs::SmallRng;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

sheaf_tuning::constants! {
    /// One in so many turns belongs to a walk.
    PARTS: u32 = 4, 1 => 64, "one in so many turns";
    /// The most turns of a walk.
    LONGEST: u32 = 4096, 1 => 1 << 16, "turns";
}

/// Walks, in turns with another searcher that says where they begin.
pub struct Walks {
    other: Box<dyn Searcher>,
    rng: SmallRng,
    turn: u32,
    walk: Option<Walk>,
}

/// One path.
struct Walk {
    state: StateId,
    /// What priorities are computed from.
    seed: u64,
    /// The highest priority at the last fork.
    highest: u64,
    /// The sides of the last fork that were not seen yet.
    unseen: Vec<StateId>,
    /// Turns that it still has.
    left: u32,
}

impl Walks {
    /// With another searcher, and no states.
    pub fn new(other: Box<dyn Searcher>, rng: SmallRng) -> Self {
        Walks {
            other,
            rng,
            turn: 0,
            walk: None,
        }
    }
}

impl Walk {
    /// The priority of the point where a state is.
    fn priority(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        let top = state.top();
        (self.seed, top.func, top.block, top.inst).hash(&mut hasher);
        hasher.finish()
    }
}

impl Searcher for Walks {
    fn start(&mut self, id: StateId) {
        self.other.start(id);
    }

    fn fork(&mut self, parent: StateId, children: &[StateId]) {
        self.other.fork(parent, children);
        if let Some(walk) = &mut self.walk
            && walk.state == parent
        {
            walk.highest = 0;
            walk.unseen = [parent]
                .into_iter()
                .chain(children.iter().copied())
                .collect();
        }
    }

    fn end(&mut self, id: StateId) {
        self.other.end(id);
        if self.walk.as_ref().is_some_and(|walk| walk.state == id) {
            self.walk = None;
        }
    }

    fn moved(&mut self, id: StateId, state: &State, distances: &Distances) {
        self.other.moved(id, state, distances);
        let Some(walk) = &mut self.walk else {
            return;
        };
        if let Some(place) = walk.unseen.iter().position(|it| *it == id) {
            walk.unseen.swap_remove(place);
            let priority = walk.priority(state);
            if priority > walk.highest {
                (walk.highest, walk.state) = (priority, id);
            }
        }
    }

    fn measure(&mut self, distances: &Distances) {
        self.other.measure(distances);
    }

    fn next(&mut self) -> Option<StateId> {
        self.turn = self.turn.wrapping_add(1);
        if !self.turn.is_multiple_of(PARTS.get()) {
            return self.other.next();
        }
        if let Some(walk) = &mut self.walk
            && walk.left > 0
        {
            walk.left -= 1;
            return Some(walk.state);
        }
        let state = self.other.next()?;
        self.walk = Some(Walk {
            state,
            seed: self.rng.random(),
            highest: 0,
            unseen: Vec::new(),
            left: LONGEST.get(),
        });
        Some(state)
    }

    fn wants_distances(&self) -> bool {
        self.other.wants_distances()
    }
}
