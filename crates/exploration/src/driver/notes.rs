//! Facts about the path of a step, for an explorer that learns from them.

use super::{Account, Driver};
use crate::coverage::Recorder;
use crate::decide::Core;
use crate::machine::{Event, TraceStep};
use crate::outcome::ReasonKind;
use crate::path::{Cause, PathCondition};
use crate::state::{Decision, State};
use sheaf_ir::FailureKind;
use sheaf_solver::{Answer, Query};
use sheaf_term::Pool;
use std::time::Duration;

sheaf_tuning::constants! {
    /// Time limit of an optional question.
    SHORT: Duration = 100, 10 => 1000, "ms";
}

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

/// A step of a path that was executed again.
pub struct Retraced {
    /// The path of the state in the step.
    pub steps: Vec<TraceStep>,
    /// The lengths of the path condition before and after the step.
    pub conditions: (usize, usize),
    /// The next instruction of the innermost function.
    pub inst: Option<u32>,
    /// The decision that ended the step.
    pub decision: Option<Decision>,
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

impl Account {
    /// Starts to record the path and the facts of each step.
    pub fn keep_notes(&mut self) {
        self.trace = Some(Vec::new());
        self.notes = Some(Vec::new());
    }

    pub(super) fn forget_notes(&mut self) {
        self.trace.as_mut().into_iter().for_each(Vec::clear);
        self.notes.as_mut().into_iter().for_each(Vec::clear);
    }

    /// Records a step of a state that is executed again, whose path condition had this length, if
    /// the explorer wants steps.
    pub(super) fn retrace(&mut self, state: &State, before: usize, decision: Option<Decision>) {
        let Some(trace) = &mut self.trace else {
            return;
        };
        self.retraced.push(Retraced {
            steps: std::mem::take(trace),
            conditions: (before, state.constraints.len()),
            inst: state.frames.last().map(|frame| frame.inst as u32),
            decision,
        });
    }

    pub(super) fn note(&mut self, note: Note) {
        if let Some(notes) = &mut self.notes {
            notes.push(note);
        }
    }

    /// Only obligations are checked under the path condition alone.
    pub(super) fn note_event(&mut self, pool: &Pool, event: &Event) {
        match event {
            Event::Obligation { fails, .. } if !pool.has_indeterminate(*fails) => {}
            Event::Assume { .. } => {}
            _ => self.note(Note::ExcludedByPath),
        }
    }

    pub(super) fn note_core(&mut self, state: &State, core: &Core) {
        if self.notes.is_some() {
            self.note(Note::Excluded(origins(core, &state.constraints)));
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

impl Driver<'_> {
    /// Whether no failure is known, and nothing was left out.
    pub fn is_safe_so_far(&self) -> bool {
        self.findings.is_empty() && self.account.has_explored_all()
    }

    /// What was executed on the side, and shows that nothing fails on a path, assumes this.
    pub fn note_assumptions(&mut self, on_the_side: &Recorder) {
        self.recorder.learn_assumptions(on_the_side, self.program);
    }

    /// Whether a path condition is unsatisfiable, whatever the platform chooses; `None` if that
    /// takes long to find out.
    pub fn excludes_all(&mut self, condition: &PathCondition) -> Option<bool> {
        let goal = condition.terms();
        let query = Query {
            path: &PathCondition::default(),
            goal: &goal,
            hint: None,
        };
        let answer = self.with_query_time(SHORT.get(), |driver| {
            driver.solver.check_for_any_choice(&mut driver.pool, &query)
        });
        match answer {
            Answer::Sat(_) => Some(false),
            Answer::Unsat { .. } => Some(true),
            Answer::Unknown(_) => None,
        }
    }

    /// Whether an endless path is known that is a reason against safety and no failure, so that
    /// another one is not new.
    pub fn is_known_to_hang(&self) -> bool {
        let counts = self.settings.counts(FailureKind::Hang);
        !counts
            && self
                .account
                .reason_kinds()
                .any(|kind| kind == ReasonKind::Hang)
    }
}
