//! Dynamic merging: predicts which states will soon reach a waiting state (Kuznetsov et al. 2012,
//! section 4; an open problem in the thesis, 4.3.2).
//!
//! The searcher chooses the next state, and with most searchers states would hardly ever merge. So
//! a state is preferred while it is likely to reach another: either it is at a point that another
//! state passed recently, so that it follows that state, or all paths from it lead to the point
//! where another state waits. The second rule, which the paper does not have, finds the two sides
//! of a branch, neither of which was where the other is. A state whose merge was refused is not
//! preferred again before it has moved on.

use crate::StateId;
use crate::merge::ExecutionPoint;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;

sheaf_tuning::constants! {
    /// Number of execution points that a state remembers.
    MEMORY: usize = 8, 1 => 128, "points";
}

/// The last points of a state, newest first.
pub type History = SmallVec<[ExecutionPoint; 2]>;

/// Finds states that should be preferred.
#[derive(Default)]
pub struct Lookback {
    /// What is known of each state that waits.
    waiting: FxHashMap<StateId, Waiting>,
    /// Waiting states by point.
    at: Index,
    /// States all of whose paths lead to a point.
    heading: Index,
    /// States that passed a point recently.
    passed: Index,
    /// Candidates for preference; checked again when one is picked.
    candidates: BTreeSet<(ExecutionPoint, StateId)>,
}

struct Waiting {
    point: ExecutionPoint,
    history: History,
    ahead: Vec<ExecutionPoint>,
}

#[derive(Default)]
struct Index(FxHashMap<ExecutionPoint, BTreeSet<StateId>>);

impl Index {
    fn add(&mut self, point: &ExecutionPoint, id: StateId) {
        self.0.entry(point.clone()).or_default().insert(id);
    }

    fn remove(&mut self, point: &ExecutionPoint, id: StateId) {
        if let Some(ids) = self.0.get_mut(point) {
            ids.remove(&id);
            if ids.is_empty() {
                self.0.remove(point);
            }
        }
    }

    fn get(&self, point: &ExecutionPoint) -> impl Iterator<Item = StateId> {
        self.0.get(point).into_iter().flatten().copied()
    }

    fn is_empty(&self, point: &ExecutionPoint) -> bool {
        !self.0.contains_key(point)
    }

    /// Whether another state is at a point.
    fn has_other(&self, point: &ExecutionPoint, id: StateId) -> bool {
        self.get(point).any(|other| other != id)
    }

    /// Whether several states are at a point.
    fn has_several(&self, point: &ExecutionPoint) -> bool {
        self.0.get(point).is_some_and(|ids| ids.len() > 1)
    }
}

impl Lookback {
    /// A state waits. `ahead` are points that all of its paths lead to; a state whose merge was
    /// refused has none and is not preferred.
    pub fn wait(
        &mut self,
        id: StateId,
        point: ExecutionPoint,
        history: History,
        ahead: Vec<ExecutionPoint>,
    ) {
        let follows = self.passed.has_other(&point, id);
        let awaited = ahead.iter().any(|point| !self.at.is_empty(point));
        if follows || awaited {
            self.candidates.insert((point.clone(), id));
        }
        // Only the first state at a point makes others candidates; later ones find them already
        // marked.
        let led = history
            .iter()
            .filter(|point| !self.passed.has_several(point));
        let behind = led.flat_map(|point| self.at.get(point));
        let towards = self.at.is_empty(&point).then(|| self.heading.get(&point));
        for other in behind.chain(towards.into_iter().flatten()) {
            if let Some(waiting) = self.waiting.get(&other) {
                self.candidates.insert((waiting.point.clone(), other));
            }
        }
        self.at.add(&point, id);
        ahead.iter().for_each(|point| self.heading.add(point, id));
        history.iter().for_each(|point| self.passed.add(point, id));
        let waiting = Waiting {
            point,
            history,
            ahead,
        };
        self.waiting.insert(id, waiting);
    }

    /// A state no longer waits. Returns its last points, including the current one.
    pub fn leave(&mut self, id: StateId) -> History {
        let Some(waiting) = self.waiting.remove(&id) else {
            return History::new();
        };
        let Waiting {
            point,
            mut history,
            ahead,
        } = waiting;
        self.at.remove(&point, id);
        ahead
            .iter()
            .for_each(|point| self.heading.remove(point, id));
        history
            .iter()
            .for_each(|point| self.passed.remove(point, id));
        self.candidates.remove(&(point.clone(), id));
        history.truncate(MEMORY.get() - 1);
        history.insert(0, point);
        history
    }

    /// The preferred state, if any: the one that is furthest behind.
    pub fn first(&mut self) -> Option<StateId> {
        while let Some((point, id)) = self.candidates.pop_first() {
            let ahead = self.waiting.get(&id).is_some_and(|waiting| {
                let mut ahead = waiting.ahead.iter();
                ahead.any(|point| !self.at.is_empty(point))
            });
            if ahead || self.passed.has_other(&point, id) {
                return Some(id);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(number: u32) -> ExecutionPoint {
        ExecutionPoint::at_block(number)
    }

    #[test]
    fn the_other_side_of_a_branch_goes_first() {
        let mut lookback = Lookback::default();
        lookback.wait(0, point(1), History::new(), vec![point(3)]);
        assert_eq!(lookback.first(), None);
        lookback.wait(1, point(3), History::new(), Vec::new());
        assert_eq!(lookback.first(), Some(0));
    }

    #[test]
    fn a_state_follows_one_that_was_where_it_is() {
        let mut lookback = Lookback::default();
        lookback.wait(0, point(2), History::new(), Vec::new());
        let history = lookback.leave(0);
        assert_eq!(history.as_slice(), [point(2)]);
        lookback.wait(0, point(5), history, Vec::new());
        lookback.wait(1, point(2), History::new(), Vec::new());
        assert_eq!(lookback.first(), Some(1));
        lookback.leave(1);
        assert_eq!(lookback.first(), None);
    }

    #[test]
    fn nobody_is_run_first_for_one_that_has_gone() {
        let mut lookback = Lookback::default();
        lookback.wait(0, point(1), History::new(), vec![point(3)]);
        lookback.wait(1, point(3), History::new(), Vec::new());
        lookback.leave(1);
        assert_eq!(lookback.first(), None);
    }
}
