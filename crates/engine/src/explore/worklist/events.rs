//! What a path meets on its way: obligations, assumptions, its end.

use super::{Fate, Worklist};
use crate::concrete::{ends_program, is_harmless};
use crate::decide::{Feasible, depends_on_choice, depends_on_indeterminate, feasible};
use crate::machine::Event;
use crate::outcome::{End, Failure, Reason, ReasonKind};
use crate::path::{Cause, constrain};
use crate::state::State;
use sheaf_ir::{FailureKind, FuncId, LocId};
use sheaf_term::CachedModel;
use sheaf_term::Term;

/// Places at which a path depends on what the platform chooses that are named.
const MAX_CHOICE_PLACES: usize = 16;

impl Worklist<'_> {
    /// Looks at an event of a path; afterwards the path has ended or lies where the event does no
    /// harm.
    pub(super) fn meet(&mut self, state: &mut State, event: Event) -> Fate {
        match event {
            Event::Assume { condition, loc } => {
                let fate = self.restrict(state, condition, Cause::Assumption, loc);
                if fate == Fate::Ended {
                    self.stats.paths.infeasible += 1;
                    self.dropped_at = loc;
                }
                fate
            }
            Event::Beyond { met, reason } => self.stop_beyond(state, met, reason),
            Event::LeftOut(reason) => {
                self.reasons.insert(reason);
                Fate::Alone
            }
            Event::Settled {
                term,
                guard,
                reason,
            } => {
                self.question_choice(state, term, guard, reason);
                Fate::Alone
            }
            Event::Obligation {
                kind,
                fails,
                message,
                loc,
                func,
            } => {
                if is_harmless(kind) && !self.settings.counts(kind) {
                    return Fate::Alone;
                }
                let failure = self.failure(kind, &message, loc, func);
                self.oblige(state, fails, failure)
            }
            Event::Defined {
                term,
                guard,
                message,
                loc,
                func,
            } => {
                let failure = self.failure(FailureKind::Uninitialized, &message, loc, func);
                self.require_defined(state, term, guard, failure);
                Fate::Alone
            }
        }
    }

    fn failure(
        &self,
        kind: FailureKind,
        message: &str,
        loc: Option<LocId>,
        func: FuncId,
    ) -> Failure {
        let function = self.program.module().funcs[func].name.to_string();
        Failure {
            kind,
            loc,
            function,
            message: message.to_string(),
        }
    }

    /// Reports a failure that can happen, and goes on where it does not.
    fn oblige(&mut self, state: &mut State, fails: Term, failure: Failure) -> Fate {
        let loc = failure.loc;
        if self.blames_unwritten(state, fails, &failure) {
            if is_harmless(failure.kind) {
                return Fate::Alone;
            }
            let holds = self.pool.not(fails);
            return self.restrict(state, holds, Cause::Obligation, loc);
        }
        if !self.settings.counts(failure.kind) {
            self.end_uncounted(state, fails, failure);
        } else if !self.findings.has(failure.kind, loc) {
            match feasible(&mut self.pool, &mut self.solver, state, fails) {
                Feasible::Yes(model) => {
                    self.complete_where(state, fails);
                    self.report(state, &model, failure);
                }
                Feasible::No => return Fate::Alone,
                Feasible::Unknown(why) => self.unknown(why, loc),
            }
        } else if fails == Term::TRUE {
            // No news, but what lies on the way may be.
            self.offer(state, &state.model, End::Failed(failure));
        }
        if fails == Term::TRUE {
            return Fate::Ended;
        }
        let holds = self.pool.not(fails);
        self.restrict(state, holds, Cause::Obligation, loc)
    }

    /// Ends a path where it meets a failure of a kind that does not count. Unless the program ends
    /// itself there, what it would do next is undefined and left out.
    fn end_uncounted(&mut self, state: &State, fails: Term, failure: Failure) {
        let ends = ends_program(failure.kind);
        if !ends && fails != Term::TRUE && self.findings.has(failure.kind, failure.loc) {
            return;
        }
        match feasible(&mut self.pool, &mut self.solver, state, fails) {
            Feasible::Yes(model) if ends => {
                self.complete_where(state, fails);
                self.offer(state, &model, End::ABORTED);
            }
            Feasible::Yes(model) => {
                let reason = failure.uncounted();
                if self.findings.note_uncounted(&failure) {
                    self.reasons.insert(reason.clone());
                }
                self.stats.paths.set_aside += 1;
                self.offer(state, &model, End::Unmodelled(reason));
            }
            Feasible::No => {}
            Feasible::Unknown(why) => self.unknown(why, failure.loc),
        }
    }

    /// Leaves out where a path goes beyond the shapes that inputs are made in.
    fn stop_beyond(&mut self, state: &mut State, met: Term, reason: Reason) -> Fate {
        let loc = reason.loc;
        match feasible(&mut self.pool, &mut self.solver, state, met) {
            Feasible::Yes(model) => {
                self.offer(state, &model, End::Limit(reason.clone()));
                self.reasons.insert(reason);
                self.stats.paths.set_aside += 1;
            }
            Feasible::No => return Fate::Alone,
            Feasible::Unknown(why) => self.unknown(why, loc),
        }
        let within = self.pool.not(met);
        self.restrict(state, within, Cause::Assumption, loc)
    }

    /// Whether it depends on uninitialised memory if something fails; then that is the failure, and
    /// is reported.
    fn blames_unwritten(&mut self, state: &State, fails: Term, failure: &Failure) -> bool {
        let kind = FailureKind::Uninitialized;
        if !self.settings.counts(kind) || !self.pool.has_indeterminate(fails) {
            return false;
        }
        match depends_on_indeterminate(&mut self.pool, &mut self.solver, state, fails, Term::TRUE) {
            Feasible::Yes(model) => {
                if !self.findings.has(kind, failure.loc) {
                    let message = format!(
                        "whether this fails depends on uninitialized memory: {}",
                        failure.message
                    );
                    self.report(
                        state,
                        &model,
                        Failure {
                            kind,
                            message,
                            ..failure.clone()
                        },
                    );
                }
                true
            }
            Feasible::No => false,
            Feasible::Unknown(why) => {
                self.unknown(why, failure.loc);
                false
            }
        }
    }

    /// Reports that a term depends on uninitialised memory, if it does. The path goes on with any
    /// value.
    fn require_defined(&mut self, state: &State, term: Term, guard: Term, failure: Failure) {
        if self.findings.has(failure.kind, failure.loc) {
            return;
        }
        match depends_on_indeterminate(&mut self.pool, &mut self.solver, state, term, guard) {
            Feasible::Yes(model) => self.report(state, &model, failure),
            Feasible::No => {}
            Feasible::Unknown(why) => self.unknown(why, failure.loc),
        }
    }

    /// Notes that a term depends on what the platform chooses, if it does. Once enough places are
    /// known nothing is hidden any more.
    fn question_choice(&mut self, state: &State, term: Term, guard: Term, reason: Reason) {
        let known = self
            .reasons
            .iter()
            .filter(|known| known.kind == reason.kind);
        if known.clone().any(|known| known.loc == reason.loc) {
            return;
        }
        if known.count() >= MAX_CHOICE_PLACES {
            return self.pool.hide_chosen(false);
        }
        match depends_on_choice(&mut self.pool, &mut self.solver, state, term, guard) {
            Feasible::No => {}
            Feasible::Yes(_) => {
                self.reasons.insert(reason);
            }
            Feasible::Unknown(why) => self.unknown(why, reason.loc),
        }
    }

    /// Restricts a path to a condition.
    fn restrict(
        &mut self,
        state: &mut State,
        condition: Term,
        cause: Cause,
        loc: Option<LocId>,
    ) -> Fate {
        match feasible(&mut self.pool, &mut self.solver, state, condition) {
            Feasible::Yes(model) => {
                constrain(&mut self.pool, state, condition, cause);
                state.model = model;
                Fate::Alone
            }
            Feasible::No => Fate::Ended,
            Feasible::Unknown(why) => {
                self.unknown(why, loc.or_else(|| state.loc(self.program)));
                self.stats.paths.set_aside += 1;
                Fate::Ended
            }
        }
    }

    /// The solver did not answer: whatever depends on it is left out. That the exploration's own
    /// time is over is a reason of its own.
    pub(super) fn unknown(&mut self, why: String, loc: Option<LocId>) {
        if let Some(over) = self.watch.over(&self.stats) {
            self.reasons.insert(over);
            return;
        }
        self.reasons.insert(Reason {
            kind: ReasonKind::SolverUnknown,
            detail: why,
            loc,
        });
    }

    pub(super) fn report(&mut self, state: &State, model: &CachedModel, failure: Failure) {
        let inputs = self.offer(state, model, End::Failed(failure.clone()));
        let limit = self.options.budget.failures;
        if limit.is_some_and(|limit| self.stats.failures >= limit) {
            return;
        }
        let mut options = self.options.clone();
        let budget = &mut options.budget;
        (budget.time, budget.since) = (self.watch.replay_time(), None);
        budget.solver_time = budget.solver_time.min(budget.time);
        let after = self.watch.elapsed();
        let findings = &mut self.findings;
        match findings.add(self.program, &options, failure, inputs, after) {
            Ok(finding) => {
                self.stats.failures += 1;
                self.observer.finding(finding);
            }
            Err(reason) => {
                self.reasons.insert(reason);
            }
        }
    }

    /// Counts the part of a path that ends under a condition.
    fn complete_where(&mut self, state: &State, condition: Term) {
        self.complete(state);
        self.stats.merging.bound |= state.paths > 1.0 && condition != Term::TRUE;
    }

    /// Counts a path that ran to an end or to a failure.
    pub(super) fn complete(&mut self, state: &State) {
        self.stats.paths.completed += 1;
        self.stats.merging.represented += state.paths;
    }

    /// Counts the end of a path.
    pub(super) fn finish(&mut self, state: &State, end: End) {
        match &end {
            End::Exit(_) => self.complete(state),
            End::Dropped => {
                self.stats.paths.infeasible += 1;
                return;
            }
            End::Unmodelled(reason) | End::Limit(reason) => {
                self.reasons.insert(reason.clone());
                self.stats.paths.set_aside += 1;
            }
            End::Failed(failure) => {
                self.complete(state);
                let model = state.model.clone();
                return self.report(state, &model, failure.clone());
            }
            End::OutOfInputs(name) => {
                let detail = format!("input `{name}`");
                self.reasons.insert(Reason {
                    kind: ReasonKind::UnmodelledOperation,
                    detail,
                    loc: None,
                });
            }
        }
        self.offer_paths(state, &end);
    }
}
