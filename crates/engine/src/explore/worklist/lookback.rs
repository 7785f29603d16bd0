//! Dynamic merging: which states will soon meet another one (Kuznetsov et al. 2012, section 4;
//! named as open in the thesis, 4.3.2).
//!
//! The searcher decides which state goes on, and with most searchers states would hardly ever meet.
//! So a state is run first while it is likely to meet another: either it stands where another one
//! stood a few points ago, so that it follows in that one's steps, or all ways from where it stands
//! lead to the point where another one waits. The second, which the paper does not have, finds the
//! two sides of a branch, of which neither was where the other is. A state that was refused is not
//! run first again before it has moved on.

use crate::explore::StateId;
use crate::merge::ExecutionPoint;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// Execution points that a state remembers.
const MEMORY: usize = 8;

/// The points that a state was at last, newest first.
pub type History = SmallVec<[ExecutionPoint; 2]>;

/// Finds states that should be run first.
#[derive(Default)]
pub struct Lookback {
    /// What is known of each state that waits.
    waiting: FxHashMap<StateId, Waiting>,
    /// Waiting states at a point.
    at: Index,
    /// States whose ways all lead to a point.
    heading: Index,
    /// States that were at a point not long ago.
    passed: Index,
    /// States that may be worth running first; checked again when one is picked.
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

    /// Whether a point has another state than this one.
    fn has_other(&self, point: &ExecutionPoint, id: StateId) -> bool {
        self.get(point).any(|other| other != id)
    }

    /// Whether a point has more than one state.
    fn has_several(&self, point: &ExecutionPoint) -> bool {
        self.0.get(point).is_some_and(|ids| ids.len() > 1)
    }
}

impl Lookback {
    /// A state waits. `ahead` are points that all of its ways lead to; a state that was refused has
    /// none and is not run first.
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
        // Only the first to get somewhere makes others candidates; for those that come later they
        // are already.
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

    /// A state no longer waits. The points that it was at, now with the last one.
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
        history.truncate(MEMORY - 1);
        history.insert(0, point);
        history
    }

    /// The state that should be run first, if one should: of several, the one that is furthest
    /// behind.
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
