//! What is kept apart for explorations of one program that take turns.

use super::parked::Parked;
use super::{Driver, Note};
use crate::StateId;
use crate::machine::TraceStep;
use crate::outcome::{Reason, ReasonKind, Reasons};

/// What there is against safety in one of these explorations, the states that are parked, and what
/// the explorer records of each step.
#[derive(Default)]
pub struct Account {
    /// What there is against safety.
    pub reasons: Reasons,
    set_aside: u64,
    parked: Vec<(StateId, Parked)>,
    trace: Option<Vec<TraceStep>>,
    notes: Option<Vec<Note>>,
}

impl Driver<'_> {
    /// Continues with another account, and leaves the current one.
    pub fn exchange(&mut self, account: &mut Account) {
        std::mem::swap(&mut self.reasons, &mut account.reasons);
        std::mem::swap(&mut self.stats.paths.set_aside, &mut account.set_aside);
        std::mem::swap(&mut self.parked, &mut account.parked);
        std::mem::swap(&mut self.trace, &mut account.trace);
        std::mem::swap(&mut self.notes, &mut account.notes);
    }

    /// Adds reasons against safety, whose paths are explored again.
    pub fn keep_reasons(&mut self, reasons: impl Iterator<Item = Reason>) {
        self.reasons.extend(reasons.map(|reason| (reason, 0)));
    }

    /// Adds another account to the current one.
    pub fn absorb(&mut self, account: Account) {
        self.reasons.extend(account.reasons);
        self.stats.paths.set_aside += account.set_aside;
        self.parked.extend(account.parked);
    }

    /// Whether nothing was left out by the current exploration, if it has ended.
    pub fn has_explored_all(&self) -> bool {
        self.reasons.is_empty() && self.stats.paths.set_aside == 0
    }

    /// Whether another exploration may do without all that the current one has left out.
    pub fn may_be_decided_otherwise(&self) -> bool {
        self.reason_kinds().all(ReasonKind::may_depend_on_technique)
    }

    /// The kinds of what the current exploration has left out.
    pub fn reason_kinds(&self) -> impl Iterator<Item = ReasonKind> {
        self.reasons.iter().map(|reason| reason.kind)
    }
}
