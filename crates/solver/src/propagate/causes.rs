//! Sets of constraints that imply a fact.

use sheaf_term::Term;
use smallvec::{SmallVec, smallvec};

/// A set of positions in a list of constraints.
#[derive(Clone, Default, Debug)]
pub struct Causes(SmallVec<[u64; 2]>);

impl Causes {
    /// The constraint at a position.
    pub fn one(position: usize) -> Causes {
        let mut words = smallvec![0; position / 64 + 1];
        words[position / 64] = 1 << (position % 64);
        Causes(words)
    }

    /// The union with another set.
    pub fn join(&mut self, other: &Causes) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// The union of both.
    pub fn and(mut self, other: &Causes) -> Causes {
        self.join(other);
        self
    }

    /// The constraints themselves.
    pub fn of(&self, constraints: &[Term]) -> Vec<Term> {
        let holds = |position: usize| {
            let word = self.0.get(position / 64).copied().unwrap_or(0);
            word >> (position % 64) & 1 == 1
        };
        let all = constraints.iter().enumerate();
        all.filter(|(position, _)| holds(*position))
            .map(|(_, term)| *term)
            .collect()
    }
}
