//! Batches of turns for related states, while another searcher finds nothing new.
//!
//! Picking states of any age is what finds new code, and what costs most: each turn begins with a
//! state, a path condition and bounds that are in no cache, neither the solver's nor the
//! processor's. Where paths are short, a turn of a related state takes a fifth of the time. So the
//! longer nothing new was executed, the more turns the state that was picked and its descendants
//! get, newest first. KLEE's `--use-batching-search` gives each state that is picked a fixed time.

use super::{Distances, Searcher, StateId};
use crate::state::State;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;

sheaf_tuning::constants! {
    /// The most turns of a batch.
    LONGEST: u32 = 64, 1 => 1024, "turns";
    /// Turns without anything new for each turn of a batch.
    IDLE_PER_TURN: u32 = 64, 1 => 1024, "turns";
}

/// Another searcher's choice, and then its descendants.
pub struct Batches {
    other: Box<dyn Searcher>,
    rng: SmallRng,
    /// The states of the batch that wait, the newest last.
    family: Vec<StateId>,
    /// Turns that the batch still has.
    left: u32,
    /// Whether the last turn neither forked nor ended its state.
    is_long: bool,
    /// Turns since something new was executed.
    idle: u32,
}

impl Batches {
    /// With no states, and with another searcher that has none.
    pub fn new(other: Box<dyn Searcher>, rng: SmallRng) -> Self {
        Batches {
            other,
            rng,
            family: Vec::new(),
            left: 0,
            is_long: false,
            idle: 0,
        }
    }

    /// The place in the batch of a state that waits there.
    fn place(&self, id: StateId) -> Option<usize> {
        self.family.iter().rposition(|member| *member == id)
    }
}

impl Searcher for Batches {
    fn start(&mut self, id: StateId) {
        self.other.start(id);
    }

    fn fork(&mut self, parent: StateId, children: &[StateId]) {
        self.other.fork(parent, children);
        if let Some(place) = self.place(parent) {
            self.family.extend(children);
            self.family[place..].shuffle(&mut self.rng);
            self.is_long = false;
        }
    }

    fn end(&mut self, id: StateId) {
        self.other.end(id);
        if let Some(place) = self.place(id) {
            self.family.remove(place);
            self.is_long = false;
        }
    }

    fn moved(&mut self, id: StateId, state: &State, distances: &Distances) {
        self.other.moved(id, state, distances);
        if state.last_new_coverage == state.instructions {
            self.idle = 0;
            self.left = 0;
        }
    }

    fn measure(&mut self, distances: &Distances) {
        self.other.measure(distances);
    }

    fn next(&mut self) -> Option<StateId> {
        self.idle = self.idle.saturating_add(1);
        let stays = self.left > 0 && !self.is_long;
        self.is_long = true;
        if let Some(newest) = self.family.last().filter(|_| stays) {
            self.left -= 1;
            return Some(*newest);
        }
        let next = self.other.next()?;
        self.family.clear();
        self.family.push(next);
        self.left = (self.idle / IDLE_PER_TURN.get()).min(LONGEST.get() - 1);
        Some(next)
    }

    fn wants_distances(&self) -> bool {
        self.other.wants_distances()
    }
}

#[cfg(test)]
mod tests {
    use super::super::order::Oldest;
    use super::*;
    use rand::SeedableRng;

    fn searcher() -> Batches {
        Batches::new(Box::new(Oldest::default()), SmallRng::seed_from_u64(1))
    }

    #[test]
    fn descendants_go_on_when_nothing_is_new() {
        let mut searcher = searcher();
        searcher.start(0);
        searcher.fork(0, &[1, 2]);
        searcher.idle = 3 * IDLE_PER_TURN.get();
        let first = searcher.next();
        assert_eq!(first, Some(0));
        searcher.fork(0, &[3]);
        let second = searcher.next();
        assert!(second == Some(0) || second == Some(3), "{second:?}");
        // What ends leaves its turn to its family.
        searcher.end(second.unwrap());
        let third = searcher.next();
        assert!(third != second && (third == Some(0) || third == Some(3)));
        // A turn without a fork was a long one: the others are next.
        assert_eq!(searcher.next(), Some(1));
    }

    #[test]
    fn while_something_is_new_the_other_searcher_chooses() {
        let mut searcher = searcher();
        searcher.start(0);
        searcher.fork(0, &[1, 2]);
        assert_eq!(searcher.next(), Some(0));
        searcher.fork(0, &[3]);
        assert_eq!(searcher.next(), Some(1));
        searcher.fork(1, &[4]);
        assert_eq!(searcher.next(), Some(2));
    }

    #[test]
    fn a_batch_ends() {
        let mut searcher = searcher();
        searcher.start(0);
        searcher.fork(0, &[1]);
        searcher.idle = u32::MAX;
        assert_eq!(searcher.next(), Some(0));
        let mut newest = 1;
        for _ in 1..LONGEST.get() {
            newest += 1;
            let family: Vec<_> = searcher.family.clone();
            searcher.fork(family[family.len() - 1], &[newest]);
            let next = searcher.next();
            assert!(next.is_some_and(|id| searcher.family.contains(&id)));
        }
        newest += 1;
        searcher.fork(searcher.family[searcher.family.len() - 1], &[newest]);
        assert_eq!(searcher.next(), Some(1));
    }
}
