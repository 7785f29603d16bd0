//! What happens in an exploration, for observers: a closed list of moments, told in order.
//!
//! States are known by their numbers ([`State::id`]). A state keeps its number until it ends, is
//! merged into another one or is given up; one that comes back after it was parked has a new one.
//! Of each state that begins, it is told what becomes of it, unless it waits or is parked when the
//! exploration is over.

use super::StateId;
use crate::outcome::{End, Reason};
use crate::path::Origin;
use crate::state::{State, Taken};
use rustc_hash::FxHashSet;
use sheaf_term::{CachedModel, Term};

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
    /// A state has executed something that no state has executed before.
    Covered(&'m State),
    /// A path, or a part of it, has ended.
    Ended {
        /// The state.
        state: &'m State,
        /// How.
        end: &'m End,
        /// Where on the path; if that is true, nothing of it goes on. If all of a path turns out to
        /// have ended in parts, or where it ended before, that is told once more with true.
        condition: Term,
        /// A model of the path and the condition, unless this is told once more.
        model: Option<&'m CachedModel>,
        /// Whether it counts as a completed path, see [`crate::outcome::PathStats::completed`].
        completed: bool,
    },
    /// A state, or a way for it to go on, is left out.
    SetAside {
        /// The state.
        state: &'m State,
        /// Which way, and under which condition, if it is not all of it.
        part: Option<(Way, Term)>,
        /// Why.
        reason: &'m Reason,
    },
    /// A state is lost: it was parked and does not come back, its turn was cancelled, or there is
    /// not even memory for one.
    Lost {
        /// Its number.
        id: StateId,
        /// Why.
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

impl Moment<'_> {
    /// Keeps the numbers of the states that are there, parked ones among them.
    pub(super) fn note(&self, states: &mut FxHashSet<StateId>) {
        match self {
            Moment::Started(state) => {
                states.insert(state.id);
            }
            Moment::Forked { branch, .. } => {
                states.insert(branch.state.id);
            }
            Moment::Resumed { state, was } => {
                states.remove(was);
                states.insert(state.id);
            }
            Moment::Pruned { state, .. }
            | Moment::SetAside {
                state, part: None, ..
            } => {
                states.remove(&state.id);
            }
            Moment::Ended {
                state, condition, ..
            } if *condition == Term::TRUE => {
                states.remove(&state.id);
            }
            Moment::Merged { from: id, .. } | Moment::Lost { id, .. } => {
                states.remove(id);
            }
            Moment::Decided(_)
            | Moment::Infeasible { .. }
            | Moment::Covered(_)
            | Moment::Ended { .. }
            | Moment::SetAside { .. }
            | Moment::Parked(_) => {}
        }
    }
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
