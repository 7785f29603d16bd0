//! Guarded unions of values: how large they may grow, and what became of them.
//!
//! Unions are values of the engine; their limit and their counts live here because every place that
//! makes one has the pool at hand.

/// The limit of guarded unions, and statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summaries {
    /// Members that a union may have; beyond, what a term can express becomes one if-then-else
    /// term.
    pub cap: usize,
    /// Unions made.
    pub joined: u64,
    /// Their members, in all.
    pub members: u64,
    /// Members of the largest.
    pub largest: u64,
    /// Unions that became terms because they, or what an operation would have made of them, had too
    /// many members.
    pub overflowed: u64,
}

impl Default for Summaries {
    fn default() -> Self {
        Summaries {
            cap: 1024,
            joined: 0,
            members: 0,
            largest: 0,
            overflowed: 0,
        }
    }
}

impl Summaries {
    /// Counts a union with this many members.
    pub fn note(&mut self, members: usize) {
        let members = members as u64;
        self.joined += 1;
        self.members += members;
        self.largest = self.largest.max(members);
    }
}
