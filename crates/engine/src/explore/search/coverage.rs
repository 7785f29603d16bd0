//! Any state, weighted by how near it is to code that was not executed yet.

use super::weights::Weights;
use super::{Searcher, StateId};
use crate::state::State;
use rand::Rng;
use rand::rngs::SmallRng;
use std::collections::HashMap;

pub use sheaf_ir::analysis::Distances;

/// Weight of a state from which no uncovered code is known to be reachable.
const FAR_WEIGHT: f64 = 1e-6;

/// Picks states with a probability proportional to their weights.
pub struct Weighted {
    rng: SmallRng,
    /// The states that wait, each at the place of its weight.
    waiting: Vec<StateId>,
    weights: Weights,
    positions: HashMap<StateId, usize>,
}

impl Weighted {
    /// With no states.
    pub fn new(rng: SmallRng) -> Self {
        Weighted {
            rng,
            waiting: Vec::new(),
            weights: Weights::default(),
            positions: HashMap::new(),
        }
    }

    fn weight(&self, id: StateId) -> f64 {
        self.positions
            .get(&id)
            .map_or(1.0, |position| self.weights.get(*position))
    }

    fn add(&mut self, id: StateId, weight: f64) {
        self.positions.insert(id, self.waiting.len());
        self.weights.set(self.waiting.len(), weight);
        self.waiting.push(id);
    }
}

impl Searcher for Weighted {
    fn start(&mut self, id: StateId) {
        self.add(id, 1.0);
    }

    fn fork(&mut self, parent: StateId, children: &[StateId]) {
        let weight = self.weight(parent);
        for child in children {
            self.add(*child, weight);
        }
    }

    fn end(&mut self, id: StateId) {
        let Some(position) = self.positions.remove(&id) else {
            return;
        };
        self.waiting.swap_remove(position);
        let last = self.waiting.len();
        if let Some(moved) = self.waiting.get(position) {
            self.positions.insert(*moved, position);
            self.weights.set(position, self.weights.get(last));
        }
        self.weights.set(last, 0.0);
    }

    fn moved(&mut self, id: StateId, state: &State, distances: &Distances) {
        let stack = state
            .frames
            .iter()
            .rev()
            .map(|frame| (frame.func, frame.block, frame.inst));
        let weight = match distances.from_stack(stack) {
            Some(distance) => 1.0 / (1.0 + f64::from(distance)).powi(2),
            None => FAR_WEIGHT,
        };
        if let Some(position) = self.positions.get(&id) {
            self.weights.set(*position, weight.max(FAR_WEIGHT));
        }
    }

    fn next(&mut self) -> Option<StateId> {
        let last = self.waiting.len().checked_sub(1)?;
        let point = self.rng.random::<f64>() * self.weights.total();
        Some(self.waiting[self.weights.find(point).min(last)])
    }

    fn wants_places(&self) -> bool {
        true
    }
}
