//! Dynamic merging: which states will soon meet another one (Kuznetsov et al. 2012, section 4;
//! named as open in the thesis, 4.3.2).
//!
//! The searcher decides which state goes on, and with most searchers states would hardly ever meet.
//! So a state is run first while it is likely to meet another: either it stands where another one
//! stood a few places ago, so that it follows in that one's steps, or all ways from where it stands
//! lead to the place where another one waits. The second, which the paper does not have, finds the
//! two sides of a branch, of which neither was where the other is. A state that was refused is not
//! run first again before it has moved on.

use crate::explore::StateId;
use crate::merge::Place;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// Places that a state remembers.
const MEMORY: usize = 8;

/// The places that a state was at last, newest first.
pub type History = SmallVec<[Place; 2]>;

/// Finds states that should be run first.
#[derive(Default)]
pub struct Lookback {
    /// What is known of each state that waits.
    waiting: FxHashMap<StateId, Waiting>,
    /// States that wait at a place.
    at: Index,
    /// States whose ways all lead to a place.
    heading: Index,
    /// States that were at a place not long ago.
    passed: Index,
    /// States that may be worth running first; checked again when one is picked.
    candidates: BTreeSet<(Place, StateId)>,
}

struct Waiting {
    place: Place,
    history: History,
    ahead: Vec<Place>,
}

#[derive(Default)]
struct Index(FxHashMap<Place, BTreeSet<StateId>>);

impl Index {
    fn add(&mut self, place: &Place, id: StateId) {
        self.0.entry(place.clone()).or_default().insert(id);
    }

    fn remove(&mut self, place: &Place, id: StateId) {
        if let Some(ids) = self.0.get_mut(place) {
            ids.remove(&id);
            if ids.is_empty() {
                self.0.remove(place);
            }
        }
    }

    fn get(&self, place: &Place) -> impl Iterator<Item = StateId> {
        self.0.get(place).into_iter().flatten().copied()
    }

    fn is_empty(&self, place: &Place) -> bool {
        !self.0.contains_key(place)
    }

    /// Whether a place has another state than this one.
    fn has_other(&self, place: &Place, id: StateId) -> bool {
        self.get(place).any(|other| other != id)
    }

    /// Whether a place has more than one state.
    fn has_several(&self, place: &Place) -> bool {
        self.0.get(place).is_some_and(|ids| ids.len() > 1)
    }
}

impl Lookback {
    /// A state waits. `ahead` are places that all of its ways lead to; a state that was refused has
    /// none and is not run first.
    pub fn wait(&mut self, id: StateId, place: Place, history: History, ahead: Vec<Place>) {
        let follows = self.passed.has_other(&place, id);
        let awaited = ahead.iter().any(|place| !self.at.is_empty(place));
        if follows || awaited {
            self.candidates.insert((place.clone(), id));
        }
        // Only the first to get somewhere makes others candidates; for those that come later they
        // are already.
        let led = history
            .iter()
            .filter(|place| !self.passed.has_several(place));
        let behind = led.flat_map(|place| self.at.get(place));
        let towards = self.at.is_empty(&place).then(|| self.heading.get(&place));
        for other in behind.chain(towards.into_iter().flatten()) {
            if let Some(waiting) = self.waiting.get(&other) {
                self.candidates.insert((waiting.place.clone(), other));
            }
        }
        self.at.add(&place, id);
        ahead.iter().for_each(|place| self.heading.add(place, id));
        history.iter().for_each(|place| self.passed.add(place, id));
        let waiting = Waiting {
            place,
            history,
            ahead,
        };
        self.waiting.insert(id, waiting);
    }

    /// A state no longer waits. The places that it was at, now with the last one.
    pub fn leave(&mut self, id: StateId) -> History {
        let Some(waiting) = self.waiting.remove(&id) else {
            return History::new();
        };
        let Waiting {
            place,
            mut history,
            ahead,
        } = waiting;
        self.at.remove(&place, id);
        ahead
            .iter()
            .for_each(|place| self.heading.remove(place, id));
        history
            .iter()
            .for_each(|place| self.passed.remove(place, id));
        self.candidates.remove(&(place.clone(), id));
        history.truncate(MEMORY - 1);
        history.insert(0, place);
        history
    }

    /// The state that should be run first, if one should: of several, the one that is furthest
    /// behind.
    pub fn first(&mut self) -> Option<StateId> {
        while let Some((place, id)) = self.candidates.pop_first() {
            let ahead = self.waiting.get(&id).is_some_and(|waiting| {
                let mut ahead = waiting.ahead.iter();
                ahead.any(|place| !self.at.is_empty(place))
            });
            if ahead || self.passed.has_other(&place, id) {
                return Some(id);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(number: u32) -> Place {
        Place::at_block(number)
    }

    #[test]
    fn the_other_side_of_a_branch_goes_first() {
        let mut lookback = Lookback::default();
        lookback.wait(0, place(1), History::new(), vec![place(3)]);
        assert_eq!(lookback.first(), None);
        lookback.wait(1, place(3), History::new(), Vec::new());
        assert_eq!(lookback.first(), Some(0));
    }

    #[test]
    fn a_state_follows_one_that_was_where_it_is() {
        let mut lookback = Lookback::default();
        lookback.wait(0, place(2), History::new(), Vec::new());
        let history = lookback.leave(0);
        assert_eq!(history.as_slice(), [place(2)]);
        lookback.wait(0, place(5), history, Vec::new());
        lookback.wait(1, place(2), History::new(), Vec::new());
        assert_eq!(lookback.first(), Some(1));
        lookback.leave(1);
        assert_eq!(lookback.first(), None);
    }

    #[test]
    fn nobody_is_run_first_for_one_that_has_gone() {
        let mut lookback = Lookback::default();
        lookback.wait(0, place(1), History::new(), vec![place(3)]);
        lookback.wait(1, place(3), History::new(), Vec::new());
        lookback.leave(1);
        assert_eq!(lookback.first(), None);
    }
}
