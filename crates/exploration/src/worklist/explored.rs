//! The part of the tree of executions that is explored, where each side of a fork counts the same
//! (Knuth, "Estimating the Efficiency of Backtrack Programs", 1975).

use super::Hooks;
use crate::driver::{Driver, Step};
use crate::state::{State, StateId};
use rustc_hash::FxHashMap;
use std::iter;

/// The parts below the waiting states, and that of the paths that have ended.
#[derive(Default)]
pub struct Explored {
    parts: FxHashMap<StateId, f64>,
    ended: f64,
}

impl Explored {
    fn start(&mut self, id: StateId) {
        self.parts.insert(id, 1.0);
    }

    fn divide(&mut self, parent: StateId, children: impl ExactSizeIterator<Item = StateId>) {
        if let Some(part) = self.parts.remove(&parent) {
            let each = part / (1 + children.len()) as f64;
            let sides = iter::once(parent).chain(children);
            self.parts.extend(sides.map(|side| (side, each)));
        }
    }

    fn finish(&mut self, id: StateId) {
        self.ended += self.parts.remove(&id).unwrap_or(0.0);
    }
}

impl Hooks for Explored {
    /// What is resumed later was lost, and is of unknown size.
    fn begin(&mut self, state: &State) {
        if state.decisions.is_empty() {
            self.start(state.id);
        }
    }

    fn skipped(&mut self, _driver: &mut Driver, state: &State, step: &Step) {
        if let Step::Forked(fork) = step {
            self.fork(state, &fork.children);
        }
    }

    fn fork(&mut self, state: &State, children: &[State]) {
        self.divide(state.id, children.iter().map(|child| child.id));
    }

    fn end(&mut self, _driver: &mut Driver, state: &State) {
        self.finish(state.id);
    }

    fn lose(&mut self, _driver: &mut Driver, id: StateId) {
        self.parts.remove(&id);
    }

    fn explored(&self) -> Option<f64> {
        Some(self.ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_of_a_fork_count_the_same() {
        let mut explored = Explored::default();
        explored.start(0);
        explored.divide(0, [1, 2, 3].into_iter());
        explored.finish(2);
        assert_eq!(explored.explored(), Some(0.25));
        explored.divide(3, [4].into_iter());
        explored.finish(4);
        explored.finish(4);
        assert_eq!(explored.explored(), Some(0.375));
        explored.parts.remove(&3);
        explored.finish(3);
        assert_eq!(explored.explored(), Some(0.375));
    }
}
