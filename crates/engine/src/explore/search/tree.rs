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
use std::collections::HashMap;

/// A node of the execution tree: a fork with its sides that are not finished, or a state.
struct Node {
    parent: Option<usize>,
    children: Vec<usize>,
    state: Option<StateId>,
}

/// Picks states by random walks from the root.
pub struct Tree {
    rng: SmallRng,
    nodes: Vec<Node>,
    free: Vec<usize>,
    root: usize,
    leaves: HashMap<StateId, usize>,
}

impl Tree {
    /// With no states.
    pub fn new(rng: SmallRng) -> Self {
        let root = Node {
            parent: None,
            children: Vec::new(),
            state: None,
        };
        Tree {
            rng,
            nodes: vec![root],
            free: Vec::new(),
            root: 0,
            leaves: HashMap::new(),
        }
    }

    fn add(&mut self, parent: usize, state: StateId) {
        let node = Node {
            parent: Some(parent),
            children: Vec::new(),
            state: Some(state),
        };
        let index = match self.free.pop() {
            Some(index) => {
                self.nodes[index] = node;
                index
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        };
        self.nodes[parent].children.push(index);
        self.leaves.insert(state, index);
    }

    /// Takes a node with one child out of the tree, so that a walk is no longer than the forks that
    /// are left on it.
    fn shorten(&mut self, node: usize, child: usize) {
        let Some(parent) = self.nodes[node].parent else {
            return;
        };
        self.nodes[child].parent = Some(parent);
        for slot in &mut self.nodes[parent].children {
            if *slot == node {
                *slot = child;
            }
        }
        self.free.push(node);
    }
}

impl Searcher for Tree {
    fn start(&mut self, id: StateId) {
        self.add(self.root, id);
    }

    fn fork(&mut self, parent: StateId, children: &[StateId]) {
        let Some(node) = self.leaves.remove(&parent) else {
            return;
        };
        self.nodes[node].state = None;
        self.add(node, parent);
        for child in children {
            self.add(node, *child);
        }
    }

    fn end(&mut self, id: StateId) {
        let Some(mut node) = self.leaves.remove(&id) else {
            return;
        };
        while let Some(parent) = self.nodes[node].parent {
            self.nodes[parent].children.retain(|child| *child != node);
            self.free.push(node);
            match self.nodes[parent].children[..] {
                [] => node = parent,
                [only] => return self.shorten(parent, only),
                _ => return,
            }
        }
    }

    fn next(&mut self) -> Option<StateId> {
        let mut node = self.root;
        loop {
            if let Some(state) = self.nodes[node].state {
                return Some(state);
            }
            let children = &self.nodes[node].children;
            node = match children.len() {
                0 => return None,
                1 => children[0],
                len => children[self.rng.random_range(0..len)],
            };
        }
    }
}

/// Two searchers in turn.
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
