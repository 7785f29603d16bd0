//! What is parked: paths to be executed again, in the order in which they were parked.

use super::reexecution::Trunk;
use crate::StateId;
use crate::frontier::{Part, depth_first, is_followable};
use crate::path::PathCondition;
use crate::state::{Decision, State, Trail};
use sheaf_term::{CachedModel, Term};
use std::rc::Rc;

sheaf_tuning::constants! {
    /// The number of parked paths of which is known where they leave the one that is resumed.
    LOOKAHEAD: usize = 1 << 10, 1 => 1 << 14, "paths";
}

/// What was dropped for lack of memory.
pub enum Parked {
    /// One path, as its decisions.
    Path(Trail<Decision>),
    /// Several paths, or one on which loop iterations were skipped, as their path condition.
    Paths {
        /// The path condition, as [`State::constraints`] and [`State::guard`] have it.
        constraints: PathCondition,
        /// See above.
        guard: Term,
        /// A model of it.
        model: Rc<CachedModel>,
        /// The number of inputs that they have read.
        inputs: usize,
    },
}

impl Parked {
    /// The representation of a state; `None` if it stands for paths that have read different
    /// inputs.
    pub(super) fn new(state: State) -> Option<Parked> {
        // Re-executing decisions executes all loop iterations.
        let is_led = !state.has_skipped() && state.inputs_ahead == 0;
        if is_led && !state.decisions.has_merged() {
            return Some(Parked::Path(state.decisions));
        }
        (!state.inputs.has_merged()).then(|| Parked::Paths {
            constraints: state.constraints,
            guard: state.guard,
            inputs: state.inputs.len().max(state.inputs_ahead),
            model: state.model,
        })
    }
}

/// A parked state.
struct Place {
    id: StateId,
    parked: Parked,
    /// The number of decisions that it has in common with the one before it, as far as is known.
    common: u32,
}

/// The parked states of an exploration, the last one at the end, and what is kept of the one that
/// was resumed last.
#[derive(Default)]
pub struct Parking {
    places: Vec<Place>,
    pub(super) trunk: Trunk,
}

impl Parking {
    /// The number of parked states.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Their ids.
    pub fn ids(&self) -> impl Iterator<Item = StateId> {
        self.places.iter().map(|place| place.id)
    }

    /// Each of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = (StateId, &Parked)> {
        self.places.iter().map(|place| (place.id, &place.parked))
    }

    /// Parks a state.
    pub(super) fn push(&mut self, id: StateId, parked: Parked) {
        self.places.push(Place {
            id,
            parked,
            common: 0,
        });
    }

    /// Parks paths of other processes, neighbors in the tree of executions next to each other, so
    /// that what they have in common is executed once. Their ids are consecutive.
    pub(super) fn push_paths(&mut self, paths: Vec<Trail<Decision>>, first: StateId) {
        for (id, (path, common)) in (first..).zip(depth_first(paths)) {
            self.places.push(Place {
                id,
                parked: Parked::Path(path),
                common,
            });
        }
    }

    /// The state that was parked last, and after how many decisions those leave its path that come
    /// next: the first ones last.
    pub(super) fn pop(&mut self) -> Option<(StateId, Parked, Vec<usize>)> {
        let Place { id, parked, common } = self.places.pop()?;
        let mut leave = Vec::new();
        let mut least = u32::MAX;
        let below = self.places.iter().rev().map(|place| place.common);
        for common in [common].into_iter().chain(below).take(LOOKAHEAD.get()) {
            if common == 0 {
                break;
            }
            if common < least {
                least = common;
                leave.push(common as usize);
            }
        }
        Some((id, parked, leave))
    }

    /// Keeps those for which this holds.
    fn retain(&mut self, mut is_kept: impl FnMut(&Parked) -> bool) {
        let mut least = u32::MAX;
        self.places.retain_mut(|place| {
            least = least.min(place.common);
            let is_kept = is_kept(&place.parked);
            if is_kept {
                place.common = std::mem::replace(&mut least, u32::MAX);
            }
            is_kept
        });
    }

    /// Adds those of another exploration.
    pub(super) fn absorb(&mut self, other: Parking) {
        self.places.extend(other.places);
    }

    /// Keeps one part of the parked states; other processes have the others.
    pub(crate) fn keep_part(&mut self, part: Option<Part>) {
        let mut position = 0..;
        self.retain(|_| {
            let position = position.next().unwrap_or_default();
            part.is_some_and(|part| part.has(position))
        });
    }

    /// Gives up to so many parked paths away that another process can follow, those that were
    /// parked first.
    pub(crate) fn give(&mut self, most: usize) -> Vec<Trail<Decision>> {
        let mut given = Vec::new();
        self.retain(|parked| match parked {
            Parked::Path(path) if given.len() < most && is_followable(path) => {
                given.push(path.clone());
                false
            }
            _ => true,
        });
        given
    }

    /// Gives all parked paths away.
    pub(crate) fn leave(&mut self) -> Vec<Trail<Decision>> {
        let mut left = Vec::new();
        self.retain(|parked| match parked {
            Parked::Path(path) => {
                left.push(path.clone());
                false
            }
            Parked::Paths { .. } => true,
        });
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::tests::trail;

    /// So many parked paths.
    fn with_parked(count: usize) -> Parking {
        let mut parking = Parking::default();
        (0..count).for_each(|id| parking.push(id, Parked::Path(Trail::default())));
        parking
    }

    fn ids(parking: &Parking) -> Vec<StateId> {
        parking.ids().collect()
    }

    #[test]
    fn parked_paths_are_given_away() {
        let mut parking = with_parked(7);
        parking.keep_part(Some(Part { number: 1, of: 2 }));
        assert_eq!(ids(&parking), [1, 3, 5]);
        assert_eq!(parking.give(2).len(), 2);
        assert_eq!(ids(&parking), [5]);
        assert_eq!(parking.leave().len(), 1);
        assert!(ids(&parking).is_empty());
        parking = with_parked(2);
        parking.keep_part(None);
        assert!(ids(&parking).is_empty());
    }

    #[test]
    fn where_the_next_paths_leave_is_known() {
        let mut parking = Parking::default();
        let paths = [&[1, 2, 3, 4][..], &[1, 2, 3, 5], &[1, 2, 6], &[1, 7, 8]];
        let paths = paths.map(trail).to_vec();
        parking.push_paths(paths.clone(), 0);
        let (_, last, leave) = parking.pop().unwrap();
        assert!(matches!(last, Parked::Path(path) if path.len() == 3));
        assert_eq!(leave, [1]);
        assert_eq!(parking.pop().unwrap().2, [2]);
        // Also when some of them are given away.
        let mut parking = Parking::default();
        parking.push_paths(paths, 0);
        parking.keep_part(Some(Part { number: 1, of: 2 }));
        assert_eq!(parking.pop().unwrap().2, [1]);
    }
}
