//! The frontier: the paths that wait to be explored, and the result of all others.
//!
//! A path is the list of its decisions. Paths that wait are a tree, in which each decision is
//! written once ([`tree`]). The same tree is kept in a journal ([`crate::journal`]), sent from one
//! process to another ([`crate::workers`]), and given to tasks ([`crate::tasks`]).

mod paths;
pub(crate) mod tree;

pub(crate) use paths::START;
pub use paths::{PathId, Paths};
pub(crate) use tree::depth_first;

use crate::outcome::{Missed, Reason, ReasonKind, Reasons, Stats};
use crate::state::{Decision, Taken, Trail};
use serde::{Deserialize, Serialize};
use sheaf_ir::{LocId, Module};
use std::collections::BTreeSet;

sheaf_tuning::constants! {
    /// Assumptions that are shown where all paths end at them, besides the first.
    MAX_ASSUMPTIONS: usize = 3, 1 => 48, "assumptions";
}

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

/// Whether another process can follow a path: not if paths have merged, or if loop iterations were
/// skipped.
pub(crate) fn is_followable(path: &Trail<Decision>) -> bool {
    let skips = |it: &Decision| matches!(it.taken, Taken::Skip(_));
    !path.has_merged() && !path.newest_first().any(skips)
}

/// What is known of the ends of paths.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Ends {
    /// Whether a completed path has read an input.
    pub has_inputs: bool,
    /// Whether a state was dropped that comes to no assumption: what it stands for is not excluded
    /// by any.
    pub is_unassuming: bool,
    /// Assumptions that ended paths.
    pub dropped_at: BTreeSet<Option<LocId>>,
}

impl Ends {
    /// Adds those of other paths.
    pub fn add(&mut self, other: Ends) {
        self.has_inputs |= other.has_inputs;
        self.is_unassuming |= other.is_unassuming;
        self.dropped_at.extend(other.dropped_at);
    }

    /// The reason if no path reaches an end, with the assumptions at which paths ended. Which of
    /// them contradict each other is not known: a path may have ended because of earlier ones.
    pub fn vacuous(&self, module: &Module) -> Reason {
        let mut detail = "no path reaches an end: assumptions exclude all, paths end".to_string();
        let mut at = self.dropped_at.iter().copied();
        let loc = at.next().flatten();
        let others: Vec<String> = at.map(|loc| module.describe(loc)).collect();
        if !others.is_empty() {
            let (shown, left) = others.split_at(others.len().min(MAX_ASSUMPTIONS.get()));
            detail.push_str(&format!(" at {}", shown.join(", ")));
            if !left.is_empty() {
                detail.push_str(&format!(", {} more", left.len()));
            }
            detail.push_str(" and");
        }
        Reason {
            kind: ReasonKind::Vacuous,
            detail,
            loc,
        }
    }
}

/// The result of a worker so far.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Statistics.
    pub stats: Stats,
    /// What there is against safety.
    pub reasons: Reasons,
    /// How paths have ended.
    pub ends: Ends,
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
        self.ends.add(other.ends);
        self.missed.add(other.missed);
        self.seconds += other.seconds;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use sheaf_ir::index::Idx;
    use sheaf_ir::{BlockId, FuncId, ProgramPoint};

    /// A path of decisions with these numbers.
    pub fn trail(numbers: &[u32]) -> Trail<Decision> {
        let mut trail = Trail::default();
        for number in numbers {
            let point = ProgramPoint {
                func: FuncId::new(0),
                block: BlockId::new(0),
                inst: *number,
            };
            trail.push(Decision {
                taken: Taken::Alternative(number % 2),
                point,
                digest: number * 7,
            });
        }
        trail
    }

    /// The decisions of a path.
    pub fn decisions(trail: &Trail<Decision>) -> Vec<Decision> {
        trail.single_path().unwrap().into_iter().copied().collect()
    }
}
