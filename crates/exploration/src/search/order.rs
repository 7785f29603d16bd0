//! Depth-first, breadth-first and random search.

use super::{Distances, Searcher, StateId};
use crate::state::State;
use rand::Rng;
use rand::rngs::SmallRng;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, HashMap};

/// Waiting states in the order in which they came. Any of them may leave it at any time, for
/// example when memory is short, so that all operations take logarithmic time.
#[derive(Default)]
struct Queue {
    waiting: BTreeMap<u64, StateId>,
    /// The number of each state.
    numbers: FxHashMap<StateId, u64>,
    next_number: u64,
}

impl Queue {
    fn push(&mut self, id: StateId) {
        self.waiting.insert(self.next_number, id);
        self.numbers.insert(id, self.next_number);
        self.next_number += 1;
    }

    fn remove(&mut self, id: StateId) {
        if let Some(number) = self.numbers.remove(&id) {
            self.waiting.remove(&number);
        }
    }

    fn oldest(&self) -> Option<StateId> {
        self.waiting.first_key_value().map(|(_, id)| *id)
    }

    fn newest(&self) -> Option<StateId> {
        self.waiting.last_key_value().map(|(_, id)| *id)
    }
}

/// Depth first: the newest state.
#[derive(Default)]
pub struct Newest {
    waiting: Queue,
}

impl Searcher for Newest {
    fn start(&mut self, id: StateId) {
        self.waiting.push(id);
    }
    fn fork(&mut self, _parent: StateId, children: &[StateId]) {
        for child in children {
            self.waiting.push(*child);
        }
    }
    fn end(&mut self, id: StateId) {
        self.waiting.remove(id);
    }
    fn next(&mut self) -> Option<StateId> {
        self.waiting.newest()
    }
}

/// The newest state, and occasionally another searcher's choice.
pub struct MostlyNewest {
    newest: Newest,
    other: Box<dyn Searcher>,
    turns: u32,
}

sheaf_tuning::constants! {
    /// Every n-th turn belongs to the other searcher, so that an endless loop does not starve the
    /// rest.
    OTHER_TURNS: u32 = 16, 1 => 256, "one in so many turns";
}

impl MostlyNewest {
    /// With no states, and with another searcher that has none.
    pub fn new(other: Box<dyn Searcher>) -> Self {
        MostlyNewest {
            newest: Newest::default(),
            other,
            turns: 0,
        }
    }
}

impl Searcher for MostlyNewest {
    fn start(&mut self, id: StateId) {
        self.newest.start(id);
        self.other.start(id);
    }
    fn fork(&mut self, parent: StateId, children: &[StateId]) {
        self.newest.fork(parent, children);
        self.other.fork(parent, children);
    }
    fn end(&mut self, id: StateId) {
        self.newest.end(id);
        self.other.end(id);
    }
    fn moved(&mut self, id: StateId, state: &State, distances: &Distances) {
        self.other.moved(id, state, distances);
    }
    fn measure(&mut self, distances: &Distances) {
        self.other.measure(distances);
    }
    fn next(&mut self) -> Option<StateId> {
        self.turns += 1;
        match self.turns.is_multiple_of(OTHER_TURNS.get()) {
            true => self.other.next(),
            false => self.newest.next(),
        }
    }
    fn wants_distances(&self) -> bool {
        self.other.wants_distances()
    }
}

/// Breadth first: the state that has waited longest since its last turn.
#[derive(Default)]
pub struct Oldest {
    waiting: Queue,
}

impl Oldest {
    /// A state moves to the end of the queue.
    fn move_back(&mut self, id: StateId) {
        self.waiting.remove(id);
        self.waiting.push(id);
    }
}

impl Searcher for Oldest {
    fn start(&mut self, id: StateId) {
        self.waiting.push(id);
    }
    fn fork(&mut self, parent: StateId, children: &[StateId]) {
        self.move_back(parent);
        for child in children {
            self.waiting.push(*child);
        }
    }
    fn end(&mut self, id: StateId) {
        self.waiting.remove(id);
    }
    fn next(&mut self) -> Option<StateId> {
        // It moves at its turn, so that a loop without forks does not delay the others.
        let id = self.waiting.oldest()?;
        self.move_back(id);
        Some(id)
    }
}

/// A random state, with equal probability.
pub struct Random {
    rng: SmallRng,
    waiting: Vec<StateId>,
    positions: HashMap<StateId, usize>,
}

impl Random {
    /// With no states.
    pub fn new(rng: SmallRng) -> Self {
        Random {
            rng,
            waiting: Vec::new(),
            positions: HashMap::new(),
        }
    }
}

impl Searcher for Random {
    fn start(&mut self, id: StateId) {
        self.positions.insert(id, self.waiting.len());
        self.waiting.push(id);
    }
    fn fork(&mut self, _parent: StateId, children: &[StateId]) {
        for child in children {
            self.start(*child);
        }
    }
    fn end(&mut self, id: StateId) {
        if let Some(position) = self.positions.remove(&id) {
            self.waiting.swap_remove(position);
            if let Some(moved) = self.waiting.get(position) {
                self.positions.insert(*moved, position);
            }
        }
    }
    fn next(&mut self) -> Option<StateId> {
        match self.waiting.len() {
            0 => None,
            len => Some(self.waiting[self.rng.random_range(0..len)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_takes_turns() {
        let mut searcher = Oldest::default();
        searcher.start(0);
        searcher.fork(0, &[1, 2]);
        let turns: Vec<_> = (0..4).filter_map(|_| searcher.next()).collect();
        assert_eq!(turns, [0, 1, 2, 0]);
        searcher.end(0);
        searcher.fork(1, &[3]);
        let turns: Vec<_> = (0..3).filter_map(|_| searcher.next()).collect();
        assert_eq!(turns, [2, 1, 3]);
    }
}
