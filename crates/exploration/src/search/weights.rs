//! Weighted random selection in logarithmic time.

/// A binary tree of sums: node 1 is the root, nodes `2 n` and `2 n + 1` are the children of node
/// `n`, the last half are the weights. Sums are recomputed on each change, so rounding errors do
/// not accumulate.
#[derive(Default)]
pub struct Weights {
    sums: Vec<f64>,
}

impl Weights {
    fn capacity(&self) -> usize {
        self.sums.len() / 2
    }

    /// Changes the weight at a position.
    pub fn set(&mut self, position: usize, weight: f64) {
        if position >= self.capacity() {
            self.grow(position + 1);
        }
        let mut node = self.capacity() + position;
        self.sums[node] = weight;
        while node > 1 {
            node /= 2;
            self.sums[node] = self.sums[2 * node] + self.sums[2 * node + 1];
        }
    }

    fn grow(&mut self, positions: usize) {
        let old = self.capacity();
        let new = positions.next_power_of_two();
        let mut sums = vec![0.0; 2 * new];
        sums[new..new + old].copy_from_slice(&self.sums[old..]);
        for node in (1..new).rev() {
            sums[node] = sums[2 * node] + sums[2 * node + 1];
        }
        self.sums = sums;
    }

    /// The sum of all.
    pub fn total(&self) -> f64 {
        self.sums.get(1).copied().unwrap_or(0.0)
    }

    /// The position at which the sum of the weights up to and including it reaches `point`.
    pub fn find(&self, point: f64) -> usize {
        let mut left = point;
        let mut node = 1;
        while node < self.capacity() {
            node *= 2;
            if left > self.sums[node] {
                left -= self.sums[node];
                node += 1;
            }
        }
        node - self.capacity().max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_found_where_the_sum_reaches_it() {
        let mut weights = Weights::default();
        for (position, weight) in [3.0, 0.0, 2.0, 1.0, 4.0].into_iter().enumerate() {
            weights.set(position, weight);
        }
        assert_eq!(weights.total(), 10.0);
        let found: Vec<usize> = (1..=10)
            .map(|point| weights.find(f64::from(point)))
            .collect();
        assert_eq!(found, [0, 0, 0, 2, 2, 3, 4, 4, 4, 4]);
    }

    #[test]
    fn a_weight_can_change_and_vanish() {
        let mut weights = Weights::default();
        weights.set(0, 5.0);
        weights.set(1, 1.0);
        weights.set(0, 0.0);
        assert_eq!((weights.total(), weights.find(0.5)), (1.0, 1));
    }

    #[test]
    fn without_weights_the_sum_is_zero() {
        assert_eq!(Weights::default().total(), 0.0);
        assert_eq!(Weights::default().find(0.0), 0);
    }
}
