//! The waiting states at one point, grouped by the values that keep states apart there.

use crate::StateId;
use crate::merge::ControlPoint;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The key of a state's group, see [`crate::merge::signature`].
pub type Signature = Option<u64>;

/// Waiting states at one point.
pub struct Bucket {
    /// The point without the iteration counts of its loops.
    pub control_point: ControlPoint,
    /// By order of arrival.
    states: BTreeMap<u64, StateId>,
    files: FxHashMap<Signature, BTreeSet<u64>>,
    /// The number of parts that the signatures cover.
    pub parts: usize,
}

impl Bucket {
    /// An empty bucket.
    pub fn new(control_point: ControlPoint) -> Self {
        Bucket {
            control_point,
            states: BTreeMap::new(),
            files: FxHashMap::default(),
            parts: 0,
        }
    }

    /// The number of waiting states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether no state waits.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The state that arrived first.
    pub fn first(&self) -> Option<StateId> {
        self.states.values().next().copied()
    }

    /// All states with their arrival numbers, in order.
    pub fn states(&self) -> impl Iterator<Item = (u64, StateId)> {
        self.states.iter().map(|(turn, id)| (*turn, *id))
    }

    /// Adds a state. `turn` is larger than that of all earlier states.
    pub fn add(&mut self, turn: u64, signature: Signature, id: StateId) {
        self.states.insert(turn, id);
        self.files.entry(signature).or_default().insert(turn);
    }

    /// Removes the state with this arrival number.
    pub fn remove(&mut self, turn: u64, signature: Signature) {
        self.states.remove(&turn);
        if let Some(file) = self.files.get_mut(&signature) {
            file.remove(&turn);
            if file.is_empty() {
                self.files.remove(&signature);
            }
        }
    }

    /// The states that one with this signature may merge with, by order of arrival.
    pub fn partners(&self, signature: Signature) -> Vec<StateId> {
        if signature.is_none() {
            return self.states.values().copied().collect();
        }
        let files = [signature, None]
            .into_iter()
            .filter_map(|key| self.files.get(&key));
        let turns: BTreeSet<u64> = files.flatten().copied().collect();
        turns
            .iter()
            .filter_map(|turn| self.states.get(turn).copied())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_have_the_same_signature_or_none() {
        let mut bucket = Bucket::new(ControlPoint::from([]));
        for (turn, signature) in [Some(1), Some(2), None, Some(1)].into_iter().enumerate() {
            bucket.add(turn as u64, signature, 10 + turn);
        }
        assert_eq!(bucket.first(), Some(10));
        assert_eq!(bucket.partners(Some(1)), [10, 12, 13]);
        assert_eq!(bucket.partners(Some(3)), [12]);
        assert_eq!(bucket.partners(None), [10, 11, 12, 13]);
        bucket.remove(0, Some(1));
        assert_eq!(bucket.partners(Some(1)), [12, 13]);
        assert_eq!((bucket.first(), bucket.len()), (Some(11), 3));
    }
}
