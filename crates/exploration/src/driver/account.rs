//! What is kept apart for explorations of one program that take turns.

use super::parked::Parked;
use super::{Note, path};
use crate::StateId;
use crate::machine::TraceStep;
use crate::outcome::{Reason, ReasonKind, Reasons};
use crate::share::{Part, Path};
use crate::state::{Decision, Trail};

/// What there is against safety in one of these explorations, the states that are parked, and what
/// the explorer records of each step.
#[derive(Default)]
pub struct Account {
    /// What there is against safety.
    pub reasons: Reasons,
    /// The number of paths that are not explored.
    pub(crate) set_aside: u64,
    /// States that were parked, the last one at the end.
    pub(crate) parked: Vec<(StateId, Parked)>,
    /// The path of the state in its last step, if the explorer wants it.
    pub trace: Option<Vec<TraceStep>>,
    /// Facts found in the last step, if the explorer wants them.
    pub notes: Option<Vec<Note>>,
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
        self.parked.extend(other.parked);
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

    /// Keeps one part of the parked states; other processes have the others.
    pub(crate) fn keep_parked(&mut self, part: Option<Part>) {
        let mut position = 0..;
        self.parked.retain(|_| {
            let position = position.next().unwrap_or_default();
            part.is_some_and(|part| part.has(position))
        });
    }

    /// Gives up to so many parked paths away that another process can follow, those that were
    /// parked first.
    pub(crate) fn give_parked(&mut self, most: usize) -> Vec<Path> {
        let mut given = Vec::new();
        self.parked.retain(|(_, parked)| match parked {
            Parked::Path(trail) if given.len() < most => {
                let path = path(trail);
                let is_kept = path.is_none();
                given.extend(path);
                is_kept
            }
            _ => true,
        });
        given
    }

    /// Gives all parked paths away.
    pub(crate) fn leave_parked(&mut self) -> Vec<Trail<Decision>> {
        let (mut left, mut kept) = (Vec::new(), Vec::new());
        for (id, parked) in std::mem::take(&mut self.parked) {
            match parked {
                Parked::Path(path) => left.push(path),
                parked @ Parked::Paths { .. } => kept.push((id, parked)),
            }
        }
        self.parked = kept;
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(kind: ReasonKind) -> Reason {
        Reason {
            kind,
            detail: String::new(),
            loc: None,
        }
    }

    /// An account with so many parked paths.
    fn with_parked(count: usize) -> Account {
        let parked = (0..count).map(|id| (id, Parked::Path(Trail::default())));
        Account {
            parked: parked.collect(),
            ..Account::default()
        }
    }

    fn ids(account: &Account) -> Vec<StateId> {
        account.parked.iter().map(|(id, _)| *id).collect()
    }

    #[test]
    fn what_was_left_out_adds_up() {
        let mut account = Account::default();
        assert!(account.has_explored_all());
        account.keep_reasons([reason(ReasonKind::DepthLimit)].into_iter());
        assert_eq!(account.against_safety().1, 0);
        let mut other = with_parked(2);
        other.leave_out(reason(ReasonKind::MemoryLimit), 3);
        account.absorb(other);
        assert_eq!((account.set_aside, ids(&account)), (3, vec![0, 1]));
        assert_eq!(account.reason_kinds().count(), 2);
        assert!(!account.has_explored_all());
    }

    #[test]
    fn parked_paths_are_given_away() {
        let mut account = with_parked(7);
        account.keep_parked(Some(Part { number: 1, of: 2 }));
        assert_eq!(ids(&account), [1, 3, 5]);
        assert_eq!(account.give_parked(2).len(), 2);
        assert_eq!(ids(&account), [5]);
        assert_eq!(account.leave_parked().len(), 1);
        assert!(ids(&account).is_empty());
        account = with_parked(2);
        account.keep_parked(None);
        assert!(ids(&account).is_empty());
    }
}
