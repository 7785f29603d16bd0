//! What a coordinator and its workers tell each other: lines of JSON.

use crate::Lessons;
use crate::coverage::Mark;
use crate::frontier::{Paths, Tally};
use crate::journal::Saved;
use crate::outcome::{Finding, ReasonKind, Stats, TestCase};
use serde::{Deserialize, Serialize};
use sheaf_ir::{FailureKind, LocId};

/// What a coordinator tells a worker.
#[derive(Serialize, Deserialize)]
pub enum Order {
    /// Explore these paths, too.
    Explore {
        /// The number of this order, counted from 1 for each worker.
        number: u64,
        paths: Paths,
    },
    /// Give away up to so many waiting paths, for idle workers.
    Give(usize),
    /// Another worker has found this failure.
    Known(FailureKind, Option<LocId>),
    /// Other workers have executed this.
    Covered(Vec<Mark>),
    /// Another worker has learned this.
    Learned(Lessons),
    /// All paths were explored, but something was left out, for these kinds of reasons: other
    /// techniques go on for a while.
    LastTry(Vec<ReasonKind>),
    /// End, and report.
    Stop,
}

/// What a worker tells its coordinator.
#[derive(Serialize, Deserialize)]
pub enum Report {
    /// A failure was found and replayed.
    Finding(Box<Finding>),
    /// A path has ended.
    Test(Box<TestCase>),
    /// Sent regularly.
    Progress {
        /// The statistics so far.
        stats: Box<Stats>,
        /// What was executed for the first time since the last report.
        marks: Vec<Mark>,
    },
    /// Something was learned that saves other workers paths.
    Learned(Lessons),
    /// All paths that the worker was given are explored, or given away.
    Idle {
        /// The number of the last order to explore paths, or 0.
        number: u64,
        /// Whether the worker goes on with other techniques.
        tries: bool,
        /// The result of these paths, and of all before.
        tally: Box<Tally>,
    },
    /// The worker could explore more paths.
    Hungry,
    /// Paths that it gives away, as [`Order::Give`] asked. A checkpoint without them comes later.
    Given(Paths),
    /// A checkpoint was written, with all that came before this order.
    Saved {
        /// The number of the order.
        number: u64,
        /// The checkpoint.
        saved: Saved,
    },
    /// Checkpoints cannot be written any more, for this reason.
    Unsaved(String),
    /// A technique of its own has explored everything, and left nothing out.
    Decided(Box<Tally>),
    /// No other technique will come to anything.
    GaveUp,
    /// The worker ends.
    Final(Box<Tally>),
}
