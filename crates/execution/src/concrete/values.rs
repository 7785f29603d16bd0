//! The decider of concrete runs: its values answer all questions.

use super::solver_options;
use crate::decide::{Core, Feasible, depends_on_indeterminate};
use crate::events::{Decider, Happening, Hidden};
use crate::machine::Settings;
use crate::options::Options;
use crate::outcome::{End, Reason};
use crate::program::Program;
use crate::state::State;
use sheaf_ir::{FailureKind, LocId};
use sheaf_solver::Solver;
use sheaf_term::{Pool, Term};

/// Decides by the concrete values of a run. The only symbols are those of uninitialized memory.
pub struct Values<'a> {
    pub program: &'a Program,
    pub options: &'a Options,
    /// The options of the machine.
    pub settings: &'a Settings,
    /// The terms.
    pub pool: Pool,
    /// Created for the first question about uninitialized memory.
    pub solver: Option<Solver>,
    /// The kind and the location of the failure to be shown, if any.
    pub expected: Option<(FailureKind, Option<LocId>)>,
    /// The event that ended the run, if any.
    pub ended: Option<End>,
}

impl Decider for Values<'_> {
    fn context(&mut self) -> (&Program, &mut Pool, &Settings) {
        (self.program, &mut self.pool, self.settings)
    }

    /// The concrete values decide.
    fn feasible(&mut self, state: &State, condition: Term) -> Feasible {
        match condition == Term::TRUE || state.model.eval_bool(&self.pool, condition) {
            true => Feasible::Yes(state.model.clone()),
            false => Feasible::No(Core::Path),
        }
    }

    /// Without an answer of the solver, a term with indeterminate symbols counts as dependent.
    fn depends(&mut self, state: &State, on: Hidden, term: Term, guard: Term) -> Feasible {
        let holds = guard == Term::TRUE || state.model.eval_bool(&self.pool, guard);
        if !holds || on == Hidden::Choice {
            return Feasible::No(Core::Nothing);
        }
        if self.solver.is_none() {
            self.solver = Solver::new(solver_options(self.options)).ok();
        }
        let (pool, Some(solver)) = (&mut self.pool, &mut self.solver) else {
            return Feasible::Yes(state.model.clone());
        };
        match depends_on_indeterminate(pool, solver, state, term, Term::TRUE) {
            Feasible::No(core) => Feasible::No(core),
            Feasible::Yes(_) | Feasible::Unknown(_) => Feasible::Yes(state.model.clone()),
        }
    }

    fn counts_uninitialized(&self, loc: Option<LocId>) -> bool {
        let kind = FailureKind::Uninitialized;
        self.settings.counts(kind) && self.expected.is_none_or(|it| it == (kind, loc))
    }

    fn replays_uninitialized(&self) -> bool {
        self.settings.counts(FailureKind::Uninitialized) && self.expected.is_some()
    }

    fn is_known(&self, _kind: FailureKind, _loc: Option<LocId>) -> bool {
        false
    }

    fn is_reason_known(&mut self, _reason: &Reason) -> bool {
        true
    }

    /// The first event that ends the run determines its end.
    fn happened(&mut self, _state: &mut State, what: Happening) {
        let end = match what {
            Happening::Fails { failure, .. } | Happening::FailsAgain(failure) => {
                End::Failed(failure)
            }
            Happening::Aborts { .. } => End::ABORTED,
            Happening::LeftOut { end, .. } | Happening::Over(end) => end,
            Happening::Dropped(_) => End::Dropped,
            Happening::Restricted { .. } | Happening::Incomplete(_) | Happening::Unknown { .. } => {
                return;
            }
        };
        self.ended.get_or_insert(end);
    }
}
