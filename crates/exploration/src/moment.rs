//! The events of an exploration, for observers: a closed list of moments, reported in order.
//!
//! States are identified by [`State::id`]. A state keeps its id until it ends, is merged into
//! another one or is given up; a resumed state has a new id. The fate of each started state is
//! reported, unless it still waits or is parked at the end of the exploration.

use super::StateId;
use crate::outcome::{Because, End, Reason};
use crate::path::Origin;
use crate::state::{State, Taken};
use rustc_hash::FxHashSet;
use sheaf_term::{CachedModel, Term};

/// Something that has just happened.
pub enum Moment<'m> {
    /// A state without a parent starts: the initial one, or a copy of it when the program is
    /// explored again in another way.
    Started(&'m State),
    /// A state has a new child for one of several alternatives.
    Forked {
        /// The id of the state that forked; its own decision is reported after all children.
        from: StateId,
        /// The new state.
        branch: Branch<'m>,
    },
    /// A state continues with an alternative; after a fork, next to its children.
    Decided(Branch<'m>),
    /// An alternative is infeasible.
    Infeasible {
        /// The state, which continues with other alternatives.
        state: &'m State,
        /// What would be chosen at the decision.
        alternative: Alternative,
        /// What would hold after it.
        condition: Term,
        /// The origins of the conditions that exclude it; empty if it is false by itself.
        core: Vec<Origin>,
    },
    /// A state begins a line of the user's functions, if the observer wants lines.
    Line(&'m State),
    /// A state was merged into another one.
    Merged {
        /// The merged state.
        into: &'m State,
        /// The state that was merged into it.
        from: StateId,
    },
    /// A technique dropped a state, because nothing new can be found from it.
    Pruned {
        /// Where it was when it was dropped.
        state: &'m State,
        /// The technique.
        by: &'static str,
        /// Why, if that is known.
        because: Option<&'m Because>,
    },
    /// A state has executed something that no state has executed before.
    Covered(&'m State),
    /// A path, or a part of it, has ended.
    Ended {
        /// Where it was at its end.
        state: &'m State,
        /// How: with a status, a failure, or a limit.
        end: &'m End,
        /// The condition of the part that ends; if it is true, nothing of the path continues. If
        /// all of a path turns out to have ended in parts, or at known failures, this is reported
        /// once more with true.
        condition: Term,
        /// A model of the path and the condition, except when reported once more.
        model: Option<&'m CachedModel>,
        /// Whether it counts as a completed path, see [`crate::outcome::PathStats::completed`].
        completed: bool,
    },
    /// A state, or one of its alternatives, is not explored.
    SetAside {
        /// Where it was last.
        state: &'m State,
        /// The alternative and its condition, if it is not the whole state.
        part: Option<(Alternative, Term)>,
        /// Why it is not explored.
        reason: &'m Reason,
    },
    /// A state is lost: it was parked and cannot be resumed, its turn was cancelled, or there is no
    /// memory left.
    Lost {
        /// Its number.
        id: StateId,
        /// Why it does not come back.
        reason: &'m Reason,
    },
    /// A state has given up its memory.
    Parked(&'m State),
    /// A parked state was resumed.
    Resumed {
        /// The state, with a new number.
        state: &'m State,
        /// Its number before.
        was: StateId,
    },
}

impl<'m> Moment<'m> {
    /// A state has a new child for this alternative.
    pub(super) fn forked(
        from: &State,
        state: &'m State,
        alternative: Alternative,
        condition: Term,
    ) -> Self {
        Moment::Forked {
            from: from.id,
            branch: Branch {
                state,
                alternative,
                condition,
            },
        }
    }

    /// Maintains the set of existing states, including parked ones.
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
            | Moment::Line(_)
            | Moment::Ended { .. }
            | Moment::SetAside { .. }
            | Moment::Parked(_) => {}
        }
    }
}

/// An alternative with which a path continues.
pub struct Branch<'m> {
    /// The state that continues, after the decision.
    pub state: &'m State,
    /// What is chosen at the decision.
    pub alternative: Alternative,
    /// What holds on the path after it.
    pub condition: Term,
}

/// An alternative of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// What was decided.
    pub taken: Taken,
    /// The target of the block's terminator, if it is an edge.
    pub target: Option<usize>,
}
