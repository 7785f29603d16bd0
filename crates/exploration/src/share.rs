//! What processes that explore one program together exchange, and what a later session finds: paths
//! and results.

use crate::outcome::{Missed, Reasons, Stats};
use crate::state::{Decision, Trail};
use serde::{Deserialize, Serialize};
use sheaf_ir::LocId;

/// A part of the waiting states: this one of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The number of the part, from 0.
    pub number: usize,
    /// How many parts there are.
    pub of: usize,
}

impl Part {
    /// Whether the state at this position belongs to it.
    pub fn has(self, position: usize) -> bool {
        position % self.of.max(1) == self.number
    }
}

/// A path that is still to be explored, as the decisions that lead to it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Path(pub Vec<Decision>);

impl From<Path> for Trail<Decision> {
    fn from(Path(decisions): Path) -> Self {
        let mut trail = Trail::default();
        decisions.into_iter().for_each(|it| trail.push(it));
        trail
    }
}

/// The result of a worker so far.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Statistics.
    pub stats: Stats,
    /// What there is against safety.
    pub reasons: Reasons,
    /// Whether a completed path has read an input.
    pub has_inputs: bool,
    /// Whether a state was dropped from which no assumption is reached.
    pub is_unassuming: bool,
    /// Assumptions that ended paths.
    pub dropped_at: Vec<Option<LocId>>,
    /// Unexplored parts; only at the end.
    pub missed: Missed,
    /// Processor time of the worker in seconds.
    pub seconds: f64,
}

impl Tally {
    /// Adds the result of other paths.
    pub fn add(&mut self, other: Tally) {
        self.stats.add(&other.stats);
        self.reasons.extend(other.reasons);
        self.has_inputs |= other.has_inputs;
        self.is_unassuming |= other.is_unassuming;
        self.dropped_at.extend(other.dropped_at);
        self.missed.add(other.missed);
        self.seconds += other.seconds;
    }
}
