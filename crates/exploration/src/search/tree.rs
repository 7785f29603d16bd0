//! Random walks down the execution tree (Cadar et al., KLEE, OSDI 2008), and their alternation with
//! the coverage searcher.
//!
//! A walk takes each branch with equal probability, so a state high in the tree is picked more
//! often than one of the many below a loop that forks in every iteration.

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
/// state.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side(u64);

impl Side {
    fn fork(number: u32) -> Side {
        Side(2 * u64::from(number))
    }

    fn state(id: StateId) -> Side {
        Side(2 * id as u64 + 1)
    }

    /// The index of the fork, or the id of the state.
    fn open(self) -> Result<u32, StateId> {
        match self.0 % 2 {
            0 => Ok((self.0 / 2) as u32),
            _ => Err((self.0 / 2) as StateId),
        }
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
            *slot = by;
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
            let side = match sides.len() {
                0 => return None,
                1 => sides[0],
                len => sides[self.rng.random_range(0..len)],
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
    fn wants_distances(&self) -> bool {
        true
    }
}
