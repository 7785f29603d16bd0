//! What happens in an exploration, for observers: a closed list of moments, told in order.
//!
//! States are known by their numbers ([`State::id`]). A state keeps its number until it ends, is
//! merged into another one or is given up; one that comes back after it was parked has a new one.

use super::StateId;
use crate::outcome::{End, Reason};
use crate::path::Origin;
use crate::state::{State, Taken};
use sheaf_term::Term;

/// Something that has just happened.
pub enum Moment<'m> {
    /// A state begins that no other one made: the first of all.
    Started(&'m State),
    /// A state has another one beside it, which goes on in one of several ways.
    Forked {
        /// The number of the state that forked; it decides for itself when it has made all others.
        from: StateId,
        /// The new state.
        branch: Branch<'m>,
    },
    /// A state goes on in one way; if it has forked just before, beside those that it made.
    Decided(Branch<'m>),
    /// A way to go on is not feasible.
    Infeasible {
        /// The state, which goes on in other ways.
        state: &'m State,
        /// Which way.
        way: Way,
        /// Under which condition.
        condition: Term,
        /// Where the conditions came from that exclude it; empty if it is false by itself.
        core: Vec<Origin>,
    },
    /// A state has become a part of another one.
    Merged {
        /// The state that stands for both.
        into: &'m State,
        /// The state that is no more.
        from: StateId,
    },
    /// A state is not explored further, because nothing new can come of it.
    Pruned {
        /// The state.
        state: &'m State,
        /// Which technique says so.
        by: &'static str,
    },
    /// A path, or a part of it, has ended.
    Ended {
        /// The state.
        state: &'m State,
        /// How.
        end: &'m End,
        /// Whether nothing of it goes on.
        whole: bool,
    },
    /// A state is left out, for this reason.
    SetAside {
        /// The state.
        state: &'m State,
        /// The reason.
        reason: &'m Reason,
    },
    /// A state has given up its memory.
    Parked(&'m State),
    /// A state is back.
    Resumed {
        /// The state, with a new number.
        state: &'m State,
        /// Its number before.
        was: StateId,
    },
}

/// One way in which a path goes on.
pub struct Branch<'m> {
    /// The state that goes on so, after it was decided.
    pub state: &'m State,
    /// Which way.
    pub way: Way,
    /// Under which condition.
    pub condition: Term,
}

/// A way to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// What was decided.
    pub taken: Taken,
    /// The target of the block's terminator that it leads to, if it is an edge.
    pub target: Option<usize>,
}
