//! Random walks down the execution tree (Cadar et al., KLEE, OSDI 2008), and their alternation with
//! the coverage searcher.
//!
//! A walk takes each branch with equal probability, so a state high in the tree is picked more
//! often than one of the many below a loop that forks in every iteration. Where many cases of a
//! switch lead to one target, as letters and digits do where special characters have cases of their
//! own, it is picked as often as if each case had a state.

use super::coverage::{Distances, Weighted};
use super::{Searcher, StateId};
use crate::state::State;
use rand::Rng;
use rand::rngs::SmallRng;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A fork of the execution tree. Several hundred thousand may be open, so it is small.
struct Fork {
    /// The index of the parent; the root is its own parent.
    parent: u32,
    /// The unfinished sides.
    sides: SmallVec<[Side; 2]>,
}

/// A side of a fork, encoded as a number: twice the index of another fork or, plus one, the id of a
/// state; and, in the eight upper bits, its weight less one.
#[derive(Clone, Copy)]
struct Side(u64);

/// The position of the weight.
const WEIGHT: u32 = 56;

impl Side {
    fn fork(number: u32) -> Side {
        Side(2 * u64::from(number))
    }

    fn state(id: StateId) -> Side {
        Side(2 * id as u64 + 1)
    }

    /// The fork or state, without the weight.
    fn what(self) -> u64 {
        self.0 & ((1 << WEIGHT) - 1)
    }

    fn weight(self) -> u32 {
        (self.0 >> WEIGHT) as u32 + 1
    }

    /// The same with the weight of another side.
    fn weighed(self, other: Side) -> Side {
        Side(self.what() | (u64::from(other.weight() - 1) << WEIGHT))
    }

    /// The index of the fork, or the id of the state.
    fn open(self) -> Result<u32, StateId> {
        match self.0 % 2 {
            0 => Ok((self.what() / 2) as u32),
            _ => Err((self.what() / 2) as StateId),
        }
    }
}

impl PartialEq for Side {
    fn eq(&self, other: &Side) -> bool {
        self.what() == other.what()
    }
}

/// The fork at the root.
const ROOT: u32 = 0;

/// Picks states by random walks from the root.
pub struct Tree {
    rng: SmallRng,
    forks: Vec<Fork>,
    free: Vec<u32>,
    /// For each state, its fork.
    places: FxHashMap<StateId, u32>,
}

impl Tree {
    /// With no states.
    pub fn new(rng: SmallRng) -> Self {
        let root = Fork {
            parent: ROOT,
            sides: SmallVec::new(),
        };
        Tree {
            rng,
            forks: vec![root],
            free: Vec::new(),
            places: FxHashMap::default(),
        }
    }

    fn fork_at(&mut self, number: u32) -> &mut Fork {
        &mut self.forks[number as usize]
    }

    /// Adds a fork below another one. Returns its index.
    fn add(&mut self, parent: u32) -> u32 {
        let fork = Fork {
            parent,
            sides: SmallVec::new(),
        };
        match self.free.pop() {
            Some(number) => {
                *self.fork_at(number) = fork;
                number
            }
            None => {
                self.forks.push(fork);
                (self.forks.len() - 1) as u32
            }
        }
    }

    /// Replaces a side.
    fn replace(&mut self, fork: u32, side: Side, by: Side) {
        let sides = &mut self.fork_at(fork).sides;
        if let Some(slot) = sides.iter_mut().find(|it| **it == side) {
            *slot = by.weighed(*slot);
        }
        match by.open() {
            Ok(below) => self.fork_at(below).parent = fork,
            Err(id) => {
                self.places.insert(id, fork);
            }
        }
    }
}

impl Searcher for Tree {
    fn start(&mut self, id: StateId) {
        self.fork_at(ROOT).sides.push(Side::state(id));
        self.places.insert(id, ROOT);
    }

    fn fork(&mut self, parent: StateId, children: &[StateId]) {
        let Some(&above) = self.places.get(&parent) else {
            return;
        };
        let fork = self.add(above);
        self.replace(above, Side::state(parent), Side::fork(fork));
        for id in [&parent].into_iter().chain(children) {
            self.fork_at(fork).sides.push(Side::state(*id));
            self.places.insert(*id, fork);
        }
    }

    fn weigh(&mut self, id: StateId, cases: usize) {
        let weight = Side((cases.clamp(1, 256) as u64 - 1) << WEIGHT);
        let Some(&fork) = self.places.get(&id) else {
            return;
        };
        let mut sides = self.fork_at(fork).sides.iter_mut();
        if let Some(side) = sides.find(|side| **side == Side::state(id)) {
            *side = side.weighed(weight);
        }
    }

    fn end(&mut self, id: StateId) {
        let Some(mut fork) = self.places.remove(&id) else {
            return;
        };
        let mut side = Side::state(id);
        loop {
            let Fork { parent, sides } = self.fork_at(fork);
            let parent = *parent;
            sides.retain(|it| *it != side);
            match sides[..] {
                _ if fork == ROOT => return,
                [] => {
                    self.free.push(fork);
                    (side, fork) = (Side::fork(fork), parent);
                }
                // A walk is no longer than the number of remaining forks.
                [only] => {
                    self.replace(parent, Side::fork(fork), only);
                    self.free.push(fork);
                    return;
                }
                _ => return,
            }
        }
    }

    fn next(&mut self) -> Option<StateId> {
        let mut fork = ROOT;
        loop {
            let sides = &self.forks[fork as usize].sides;
            let side = match sides[..] {
                [] => return None,
                [only] => only,
                _ => {
                    let total = sides.iter().map(|side| side.weight()).sum();
                    let mut drawn = self.rng.random_range(0..total);
                    let found = sides.iter().find(|side| {
                        let weight = side.weight();
                        let is_here = drawn < weight;
                        drawn = drawn.saturating_sub(weight);
                        is_here
                    });
                    *found?
                }
            };
            match side.open() {
                Ok(below) => fork = below,
                Err(id) => return Some(id),
            }
        }
    }
}

/// Two searchers, alternating.
pub struct Interleaved {
    tree: Tree,
    weighted: Weighted,
    turn: bool,
}

impl Interleaved {
    /// Both with no states.
    pub fn new(tree: Tree, weighted: Weighted) -> Self {
        Interleaved {
            tree,
            weighted,
            turn: false,
        }
    }
}

impl Searcher for Interleaved {
    fn start(&mut self, id: StateId) {
        self.tree.start(id);
        self.weighted.start(id);
    }
    fn fork(&mut self, parent: StateId, children: &[StateId]) {
        self.tree.fork(parent, children);
        self.weighted.fork(parent, children);
    }
    fn weigh(&mut self, id: StateId, cases: usize) {
        self.tree.weigh(id, cases);
    }
    fn end(&mut self, id: StateId) {
        self.tree.end(id);
        self.weighted.end(id);
    }
    fn moved(&mut self, id: StateId, state: &State, distances: &Distances) {
        self.weighted.moved(id, state, distances);
    }
    fn measure(&mut self, distances: &Distances) {
        self.weighted.measure(distances);
    }
    fn next(&mut self) -> Option<StateId> {
        self.turn = !self.turn;
        if self.turn {
            self.tree.next()
        } else {
            self.weighted.next()
        }
    }
    fn wants_places(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn weights_stay_with_the_sides_of_forks() {
        let mut tree = Tree::new(SmallRng::seed_from_u64(1));
        tree.start(0);
        tree.fork(0, &[1, 2]);
        // Weights 1, 7 and 1.
        tree.weigh(1, 7);
        let count = |tree: &mut Tree, ids: &[StateId]| {
            let picked = (0..900).filter_map(|_| tree.next());
            picked.filter(|id| ids.contains(id)).count()
        };
        assert!((640..760).contains(&count(&mut tree, &[1])));
        tree.fork(1, &[3]);
        assert!((640..760).contains(&count(&mut tree, &[1, 3])));
        tree.end(1);
        assert!((640..760).contains(&count(&mut tree, &[3])));
        tree.end(0);
        tree.end(2);
        assert_eq!(count(&mut tree, &[3]), 900);
        tree.end(3);
        assert_eq!(tree.next(), None);
    }
}
