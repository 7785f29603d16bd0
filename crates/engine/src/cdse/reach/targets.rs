//! Targets of searches: transitions that may fail, or are not expressed.

use super::searched::Searched;
use super::step::Successor;
use super::{HANG, MAX_FRUITLESS, MAX_STATES, MAX_TARGETS, Reach, Target, start_of};
use crate::Driver;
use crate::cdse::abstraction::{AbstractState, Transition};
use crate::cdse::facts::Facts;
use crate::path::ProgramPoint;
use crate::segment::Ends;
use crate::state::State;
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::{FailureKind, LocId};

impl Reach<'_> {
    /// Finds the targets: all transitions that may fail if no variable is tracked.
    pub fn find_targets(&mut self, driver: &mut Driver, facts: &Facts, first: &State) {
        loop {
            self.try_to_find_targets(driver, facts, first);
            if !self.transitions.starts_anew() {
                return;
            }
            self.certain.clear();
            self.points.clear();
        }
    }

    pub(super) fn try_to_find_targets(
        &mut self,
        driver: &mut Driver,
        facts: &Facts,
        first: &State,
    ) {
        self.is_off = true;
        let nothing = FxHashSet::default();
        let start = self
            .transitions
            .abstraction(&mut driver.pool, first, &nothing);
        let Some(start) = start else {
            return;
        };
        let mut searched = Searched::default();
        searched.add(start, 0, None);
        let mut targets = vec![None];
        let mut next = 0;
        while let Some((state, ..)) = searched.states.get(next) {
            let state = state.clone();
            let Some(point) = state.stack.last().copied() else {
                return;
            };
            self.points.insert(point);
            let transitions = self.transitions.at(driver, facts, point);
            for (number, transition) in transitions.iter().enumerate() {
                let successor = self.successor(driver, facts, (&state, transition), &nothing);
                let is_target = self.is_target(driver, facts, &state, transition, &successor);
                if is_target && self.certain(driver, facts, point).is_none() {
                    targets.push(Some((point, number)));
                }
                if let Successor::State(successor, step) = successor {
                    searched.add(successor, next, step);
                }
            }
            next += 1;
            if searched.states.len() > MAX_STATES.get() || targets.len() > MAX_TARGETS.get() {
                return;
            }
        }
        targets.sort_unstable();
        targets.dedup();
        let target = |at| Target {
            at,
            tracked: FxHashSet::default(),
            dead: FxHashMap::default(),
        };
        self.targets = Some(targets.into_iter().map(target).collect());
        self.is_off = false;
    }

    /// Whether a target is nothing new, because its failures are all known.
    pub(super) fn is_known(&mut self, driver: &mut Driver, facts: &Facts, target: usize) -> bool {
        if target == HANG {
            return self.may_hang
                || self.endless > MAX_FRUITLESS.get()
                || driver.is_known_to_hang();
        }
        let at = self.targets.as_ref().and_then(|all| all.get(target)?.at);
        let Some((point, number)) = at else {
            return false;
        };
        let transitions = self.transitions.at(driver, facts, point);
        let Some(transition) = transitions.get(number) else {
            return false;
        };
        let next = match transition.ends {
            Ends::At(to) => Some(to),
            Ends::Calls(to) => self.callee(to).map(start_of),
            // The caller depends on the state.
            Ends::Stops(_) | Ends::Returns(_) => return false,
            Ends::Fails if transition.obligations.is_empty() => return false,
            _ => None,
        };
        let certain = next.and_then(|next| self.certain(driver, facts, next));
        // A call that abstract states do not express is a target by itself.
        if matches!(transition.ends, Ends::Calls(_)) && certain.is_none() {
            return false;
        }
        let obligations = transition.obligations.iter();
        let mut failures = obligations.map(|it| (it.kind, it.loc)).chain(certain);
        !transition.is_opaque && failures.all(|(kind, loc)| driver.findings.has(kind, loc))
    }

    /// Whether a transition may fail in a new way, leads to a new certain failure, or is not
    /// expressed.
    pub(super) fn is_target(
        &mut self,
        driver: &mut Driver,
        facts: &Facts,
        state: &AbstractState,
        transition: &Transition,
        successor: &Successor,
    ) -> bool {
        if matches!(successor, Successor::Unknown) || self.fails(driver, state, transition) {
            return true;
        }
        let Successor::State(next, _) = successor else {
            return false;
        };
        let Some(to) = next.stack.last() else {
            return false;
        };
        let certain = self.certain(driver, facts, *to);
        certain.is_some_and(|(kind, loc)| !driver.findings.has(kind, loc))
    }

    /// Whether a transition itself may fail in a new way, or is not expressed. It may fail even if
    /// it is not taken, because it is taken only if nothing fails.
    pub(super) fn fails(
        &mut self,
        driver: &mut Driver,
        state: &AbstractState,
        transition: &Transition,
    ) -> bool {
        let obligations = &transition.obligations;
        let is_unknown =
            transition.is_opaque || transition.ends == Ends::Fails && obligations.is_empty();
        is_unknown && self.transitions.take(driver, state, transition).is_some()
            || obligations.iter().any(|obligation| {
                !driver.findings.has(obligation.kind, obligation.loc)
                    && self.transitions.may_fail(driver, state, obligation)
            })
    }

    /// The failure that is certain from a program point on, if there is one.
    pub(super) fn certain(
        &mut self,
        driver: &mut Driver,
        facts: &Facts,
        point: ProgramPoint,
    ) -> Option<(FailureKind, Option<LocId>)> {
        if let Some(known) = self.certain.get(&point) {
            return *known;
        }
        // A failure after a loop is not certain.
        self.certain.insert(point, None);
        let transitions = self.transitions.at(driver, facts, point);
        let [only] = &*transitions else {
            return None;
        };
        let found = match (only.certain_failure(), &only.ends) {
            (Some(obligation), _) => Some((obligation.kind, obligation.loc)),
            _ if !only.is_certain() => None,
            (None, Ends::At(to)) => self.certain(driver, facts, *to),
            (None, Ends::Calls(to)) => {
                let callee = self.callee(*to);
                callee.and_then(|func| self.certain(driver, facts, start_of(func)))
            }
            (None, _) => None,
        };
        self.certain.insert(point, found);
        found
    }
}
