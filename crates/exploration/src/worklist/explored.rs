//! The part of the tree of executions that is explored, where each side of a fork counts the same
//! (Knuth, "Estimating the Efficiency of Backtrack Programs", 1975).

use crate::StateId;
use rustc_hash::FxHashMap;

/// The parts below the waiting states, and that of the paths that have ended.
#[derive(Default)]
pub struct Explored {
    parts: FxHashMap<StateId, f64>,
    ended: f64,
}

impl Explored {
    /// The start of the program waits. What is resumed later was lost, and is of unknown size.
    pub fn start(&mut self, id: StateId) {
        self.parts.insert(id, 1.0);
    }

    /// A state has forked: these are its sides, itself included.
    pub fn fork(&mut self, parent: StateId, sides: &[StateId]) {
        if let Some(part) = self.parts.remove(&parent) {
            let each = part / sides.len() as f64;
            self.parts.extend(sides.iter().map(|side| (*side, each)));
        }
    }

    /// A path has ended.
    pub fn end(&mut self, id: StateId) {
        self.ended += self.lose(id);
    }

    /// A state does not wait any more. Returns its part.
    pub fn lose(&mut self, id: StateId) -> f64 {
        self.parts.remove(&id).unwrap_or(0.0)
    }

    /// The part that is explored, from 0 to 1.
    pub fn part(&self) -> f64 {
        self.ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_of_a_fork_count_the_same() {
        let mut explored = Explored::default();
        explored.start(0);
        explored.fork(0, &[0, 1, 2, 3]);
        explored.end(2);
        assert_eq!(explored.part(), 0.25);
        explored.fork(3, &[3, 4]);
        explored.end(4);
        explored.end(4);
        assert_eq!(explored.part(), 0.375);
        explored.lose(3);
        explored.end(3);
        assert_eq!(explored.part(), 0.375);
    }
}
