//! How large the tree of executions is, from a sample of it: of the states that meet at a point one
//! goes on, and counts for all (Chen, "Heuristic sampling: a method for predicting the performance
//! of tree searching programs", SIAM Journal on Computing 21(2), 1992, with points as strata). What
//! a turn of it takes, times the states that it counts for, is in the mean what their turns take.

use crate::StateId;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rustc_hash::FxHashMap;

/// The states of a sample.
pub struct Sample {
    rng: SmallRng,
    /// How many states each counts for; one if it is not here.
    weights: FxHashMap<StateId, f64>,
    of_turn: f64,
}

impl Sample {
    /// Who drops states, in the tree of executions.
    pub const NAME: &str = "sampling";

    /// None yet.
    pub fn new(seed: u64) -> Self {
        Sample {
            rng: SmallRng::seed_from_u64(seed),
            weights: FxHashMap::default(),
            of_turn: 1.0,
        }
    }

    /// A state has its turn.
    pub fn begin_turn(&mut self, id: StateId) {
        self.of_turn = self.weights.remove(&id).unwrap_or(1.0);
    }

    /// How many states the one counts for that had the last turn.
    pub fn weight_of_turn(&self) -> f64 {
        self.of_turn
    }

    /// A state comes out of a turn; it counts for as many as the one that had it.
    pub fn weigh(&mut self, id: StateId) {
        self.weights.insert(id, self.of_turn);
    }

    /// Which of two states goes on, and which is dropped. The first counts for both from now on.
    pub fn choose(&mut self, a: StateId, b: StateId) -> (StateId, StateId) {
        let [of_a, of_b] = [a, b].map(|id| self.weights.remove(&id).unwrap_or(1.0));
        let both = of_a + of_b;
        let a_goes_on = self.rng.random::<f64>() * both < of_a;
        let (kept, dropped) = if a_goes_on { (a, b) } else { (b, a) };
        self.weights.insert(kept, both);
        (kept, dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_goes_on_as_often_as_it_counts_for_others() {
        let mut first = 0;
        for seed in 0..1000 {
            let mut sample = Sample::new(seed);
            sample.of_turn = 3.0;
            sample.weigh(1);
            let (kept, dropped) = sample.choose(1, 2);
            assert_eq!(kept + dropped, 3);
            sample.begin_turn(kept);
            assert_eq!(sample.weight_of_turn(), 4.0);
            first += usize::from(kept == 1);
        }
        assert!((700..800).contains(&first), "{first}");
    }
}
