//! Facts about the path of a step, for an explorer that learns from them.

use super::Driver;
use crate::decide::Core;
use crate::machine::Event;
use crate::outcome::ReasonKind;
use crate::path::{Cause, PathCondition};
use crate::state::State;
use sheaf_ir::{FailureKind, LocId};
use sheaf_solver::{Answer, Query};
use std::time::Duration;

/// Time limit of an optional question.
const SHORT: Duration = Duration::from_millis(100);

/// A fact found at the end of a step. It is about the last executed instruction, or about the
/// decision after it.
#[derive(Clone)]
pub enum Note {
    /// Something is infeasible on this path because of a part of its path condition.
    Excluded(Origins),
    /// Something is infeasible on this path because of an unknown part of its path condition.
    ExcludedByPath,
    /// A target of the terminator is not feasible because of a part of the path condition.
    Infeasible {
        /// The index of the target.
        target: usize,
        /// The part.
        by: Origins,
    },
    /// Something new was found or left out: other paths may behave differently.
    Open,
}

/// A part of a path condition, by the positions of its entries: counted from the oldest, listed
/// from the newest. `None` if it may be all of it.
pub type Origins = Option<Vec<(usize, Cause)>>;

/// The positions of a core's conditions in a path condition.
fn origins(core: &Core, path: &PathCondition) -> Origins {
    let terms = match core {
        Core::Nothing => return Some(Vec::new()),
        Core::Path => return None,
        Core::Terms(terms) => terms,
    };
    let len = path.len();
    let entries = path.newest_first().enumerate();
    let within = entries.filter(|(_, entry)| terms.contains(&entry.condition));
    Some(
        within
            .map(|(from_end, entry)| (len - 1 - from_end, entry.origin.cause))
            .collect(),
    )
}

impl Driver<'_> {
    /// Starts to record the path and the facts of each step.
    pub fn keep_notes(&mut self) {
        self.trace = Some(Vec::new());
        self.notes = Some(Vec::new());
    }

    /// Whether a path condition is unsatisfiable; `None` if that takes long to find out.
    pub fn excludes_all(&mut self, condition: &PathCondition) -> Option<bool> {
        let goal = condition.terms();
        let query = Query {
            path: &PathCondition::default(),
            goal: &goal,
            hint: None,
        };
        let answer = self.with_query_time(SHORT, |driver| {
            driver.solver.check(&mut driver.pool, &query)
        });
        match answer {
            Answer::Sat(_) => Some(false),
            Answer::Unsat { .. } => Some(true),
            Answer::Unknown(_) => None,
        }
    }

    /// Whether a failure at a location is known, so that another one is not new.
    pub fn is_known_failure(&self, kind: FailureKind, loc: Option<LocId>) -> bool {
        self.findings.has(kind, loc)
    }

    /// Whether an endless path is known that is a reason against safety and no failure, so that
    /// another one is not new.
    pub fn is_known_to_hang(&self) -> bool {
        let mut reasons = self.reasons.iter();
        let counts = self.settings.counts(FailureKind::Hang);
        !counts && reasons.any(|reason| reason.kind == ReasonKind::Hang)
    }

    /// Whether all code is to be executed that can be.
    pub fn wants_coverage(&self) -> bool {
        self.options.all_code
    }

    /// A state was dropped that comes to no assumption: what it stands for is not excluded by any.
    pub fn note_unassuming(&mut self) {
        self.is_unassuming = true;
    }

    pub(super) fn forget_notes(&mut self) {
        self.trace.as_mut().into_iter().for_each(Vec::clear);
        self.notes.as_mut().into_iter().for_each(Vec::clear);
    }

    pub(super) fn note(&mut self, note: Note) {
        if let Some(notes) = &mut self.notes {
            notes.push(note);
        }
    }

    /// Only obligations are checked under the path condition alone.
    pub(super) fn note_event(&mut self, event: &Event) {
        if self.notes.is_none() {
            return;
        }
        match event {
            Event::Obligation { fails, .. } if !self.pool.has_indeterminate(*fails) => {}
            Event::Assume { .. } => {}
            _ => self.note(Note::ExcludedByPath),
        }
    }

    pub(super) fn note_core(&mut self, state: &State, core: Core) {
        if self.notes.is_some() {
            self.note(Note::Excluded(origins(&core, &state.constraints)));
        }
    }

    pub(super) fn note_alternative(&mut self, state: &State, target: Option<usize>, core: &Core) {
        if self.notes.is_some()
            && let Some(target) = target
        {
            let by = origins(core, &state.constraints);
            self.note(Note::Infeasible { target, by });
        }
    }
}
