//! What is kept apart for explorations of one program that take turns.

use super::parking::Parking;
use super::{Note, Retraced};
use crate::machine::TraceStep;
use crate::outcome::{Reason, ReasonKind, Reasons};

/// What there is against safety in one of these explorations, the states that are parked, and what
/// the explorer records of each step.
#[derive(Default)]
pub struct Account {
    /// What there is against safety.
    pub reasons: Reasons,
    /// The number of paths that are not explored.
    pub(crate) set_aside: u64,
    /// States that were parked.
    pub(crate) parked: Parking,
    /// The path of the state in its last step, if the explorer wants it.
    pub trace: Option<Vec<TraceStep>>,
    /// Facts found in the last step, if the explorer wants them.
    pub notes: Option<Vec<Note>>,
    /// The steps of the state that was executed again last, if the explorer wants steps.
    pub retraced: Vec<Retraced>,
}

impl Account {
    /// So many paths are not explored, for a reason.
    pub(crate) fn leave_out(&mut self, reason: Reason, paths: u64) {
        self.reasons.add(reason, paths);
        self.set_aside += paths;
    }

    /// Adds reasons against safety, whose paths are explored again.
    pub fn keep_reasons(&mut self, reasons: impl Iterator<Item = Reason>) {
        self.reasons.extend(reasons.map(|reason| (reason, 0)));
    }

    /// Adds another account to this one.
    pub fn absorb(&mut self, other: Account) {
        self.reasons.extend(other.reasons);
        self.set_aside += other.set_aside;
        self.parked.absorb(other.parked);
    }

    /// Whether nothing was left out, if the exploration has ended.
    pub fn has_explored_all(&self) -> bool {
        self.reasons.is_empty() && self.set_aside == 0
    }

    /// The kinds of what was left out.
    pub fn reason_kinds(&self) -> impl Iterator<Item = ReasonKind> {
        self.reasons.iter().map(|reason| reason.kind)
    }

    /// What there is against safety, and the number of paths that are set aside.
    pub fn against_safety(&self) -> (Reasons, u64) {
        (self.reasons.clone(), self.set_aside)
    }

    /// Forgets what there is against safety: it belongs to another worker. Reasons stay that nobody
    /// would come to again.
    pub(crate) fn drop_past(&mut self) {
        self.reasons.retain(Reason::outlasts);
        self.reasons = std::mem::take(&mut self.reasons).without_paths();
        self.set_aside = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::parking::Parked;
    use super::*;
    use crate::state::Trail;

    fn reason(kind: ReasonKind) -> Reason {
        Reason {
            kind,
            detail: String::new(),
            loc: None,
        }
    }

    #[test]
    fn what_was_left_out_adds_up() {
        let mut account = Account::default();
        assert!(account.has_explored_all());
        account.keep_reasons([reason(ReasonKind::DepthLimit)].into_iter());
        assert_eq!(account.against_safety().1, 0);
        let mut other = Account::default();
        let path = Parked::Path(Trail::default());
        other.parked.push(7, path);
        other.leave_out(reason(ReasonKind::MemoryLimit), 3);
        account.absorb(other);
        assert_eq!((account.set_aside, account.parked.len()), (3, 1));
        assert_eq!(account.reason_kinds().count(), 2);
        assert!(!account.has_explored_all());
    }
}
