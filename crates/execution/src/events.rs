//! The meaning of events, defined once for exploration, concrete execution and re-execution of
//! paths: which conditions are failures, what ends a path, and how it continues.
//!
//! The three differ in who answers questions about a path, the [`Decider`]: the solver, the values
//! of the run, or the knowledge that the path was feasible before.

use crate::decide::{Core, Feasible};
use crate::machine::{Event, Settings};
use crate::outcome::{End, Failure, Reason};
use crate::path::Cause;
use crate::program::Program;
use crate::state::State;
use sheaf_ir::{FailureKind, FuncId, LocId};
use sheaf_term::{CachedModel, Pool, Term};
use std::ops::ControlFlow;
use std::rc::Rc;

/// Answers questions about a path and acts on the consequences.
pub trait Decider {
    /// The program, the terms and the options.
    fn context(&mut self) -> (&Program, &mut Pool, &Settings);
    /// Whether a condition can be true on a path.
    fn feasible(&mut self, state: &State, condition: Term) -> Feasible;
    /// Whether the condition of a failure can be true on a path; `None` if it is false for the model
    /// of the path, and is put off: the path goes on where it is false.
    fn may_fail(&mut self, state: &State, condition: Term) -> Option<Feasible> {
        Some(self.feasible(state, condition))
    }
    /// Whether, under a guard, a term depends on something that is not an input.
    fn depends(&mut self, state: &State, on: Hidden, term: Term, guard: Term) -> Feasible;
    /// Whether a dependency on uninitialized memory at this location is a failure.
    fn counts_uninitialized(&self, loc: Option<LocId>) -> bool;

    /// Whether this replays a path on which dependencies on uninitialized memory were reported, and
    /// at most one of them is the failure.
    fn replays_uninitialized(&self) -> bool {
        false
    }
    /// Whether a failure of this kind at this location is known already.
    fn is_known(&self, kind: FailureKind, loc: Option<LocId>) -> bool;
    /// Whether the reason is known already, so that the dependency on a choice need not be checked.
    fn is_reason_known(&mut self, reason: &Reason) -> bool;
    /// A condition that was checked while processing an event is infeasible on a path.
    fn excluded(&mut self, _state: &State, _core: Core) {}
    /// Handles an event's consequence for a path.
    fn happened(&mut self, state: &mut State, what: Happening);
}

/// Non-inputs that values may depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {
    /// Uninitialized memory.
    Indeterminate,
    /// Choices of the platform, such as addresses.
    Choice,
}

/// The consequence of an event for a path.
pub enum Happening {
    /// It fails, for example under this model.
    Fails {
        /// What fails, and where.
        failure: Failure,
        /// A model of the path and the failure.
        model: Rc<CachedModel>,
        /// The condition under which the path ends; `None` if it continues.
        ends: Option<Term>,
    },
    /// All of it ends at a known failure.
    FailsAgain(Failure),
    /// Where the condition is true, a failure that does not count ends the program by itself.
    Aborts {
        /// Where it ends the program.
        condition: Term,
        /// A model of the path and the condition.
        model: Rc<CachedModel>,
    },
    /// A part of it ends and is not explored further.
    LeftOut {
        /// The end: [`End::Unmodelled`] or [`End::Limit`].
        end: End,
        /// The condition of the part.
        condition: Term,
        /// The failure that does not count, if that is the reason.
        failure: Option<Failure>,
        /// A model of the part.
        model: Rc<CachedModel>,
    },
    /// It continues where this condition is true; the model satisfies it.
    Restricted {
        /// Where it continues.
        condition: Term,
        /// The origin of the condition.
        cause: Cause,
        /// A model of the path and the condition.
        model: Rc<CachedModel>,
    },
    /// Nothing of it continues: all parts have ended.
    Over(End),
    /// No input satisfies an assumption at this location.
    Dropped(Option<LocId>),
    /// It continues, but something is not explored.
    Incomplete(Reason),
    /// A question about it was not answered.
    Unknown {
        /// The reason.
        why: String,
        /// The location.
        loc: Option<LocId>,
        /// Whether the path ends for it.
        ends: bool,
    },
}

/// Whether a path continues.
pub type Goes = ControlFlow<()>;

/// Processes an event of a path; afterwards the path has ended or is restricted to where the event
/// is harmless.
pub fn handle(decider: &mut impl Decider, state: &mut State, event: Event) -> Goes {
    match event {
        Event::Assume { condition, loc } => {
            let goes = restrict(decider, state, condition, Cause::Assumption, loc);
            if matches!(goes, Restriction::Impossible) {
                decider.happened(state, Happening::Dropped(loc));
            }
            goes.into()
        }
        Event::Beyond { met, reason } => stop_beyond(decider, state, met, reason),
        Event::LeftOut(reason) => {
            decider.happened(state, Happening::Incomplete(reason));
            Goes::Continue(())
        }
        Event::Settled {
            term,
            guard,
            reason,
        } => {
            question_choice(decider, state, term, guard, reason);
            Goes::Continue(())
        }
        Event::Obligation {
            kind,
            fails,
            message,
            loc,
            func,
        } => {
            if kind.is_harmless() && !decider.context().2.counts(kind) {
                return Goes::Continue(());
            }
            let failure = failure(decider, kind, &message, loc, func);
            oblige(decider, state, fails, failure)
        }
        Event::Defined {
            term,
            guard,
            message,
            loc,
            func,
        } => {
            let failure = failure(decider, FailureKind::Uninitialized, &message, loc, func);
            require_defined(decider, state, term, guard, failure);
            Goes::Continue(())
        }
    }
}

fn failure(
    decider: &mut impl Decider,
    kind: FailureKind,
    message: &str,
    loc: Option<LocId>,
    func: FuncId,
) -> Failure {
    let (program, ..) = decider.context();
    Failure {
        kind,
        loc,
        function: program.module().funcs[func].name.to_string(),
        message: message.to_string(),
    }
}

/// A feasible failure is reported; the path continues where it does not happen.
fn oblige(decider: &mut impl Decider, state: &mut State, fails: Term, failure: Failure) -> Goes {
    let loc = failure.loc;
    let counts = decider.context().2.counts(failure.kind);
    if blames_uninitialized(decider, state, fails, &failure) {
        if failure.kind.is_harmless() {
            return Goes::Continue(());
        }
    } else if !counts {
        end_uncounted(decider, state, fails, &failure);
        if fails == Term::TRUE {
            return Goes::Break(());
        }
    } else {
        if !decider.is_known(failure.kind, loc) {
            match decider.may_fail(state, fails) {
                Some(Feasible::Yes(model)) => {
                    let fails = Happening::Fails {
                        failure: failure.clone(),
                        model,
                        ends: Some(fails),
                    };
                    decider.happened(state, fails);
                }
                Some(Feasible::No(core)) => {
                    decider.excluded(state, core);
                    return Goes::Continue(());
                }
                Some(Feasible::Unknown(why)) => unknown(decider, state, why, loc, false),
                None => {}
            }
        } else if fails == Term::TRUE {
            // A known failure, but the remaining part of the path may be new.
            decider.happened(state, Happening::FailsAgain(failure.clone()));
        }
        if fails == Term::TRUE {
            return Goes::Break(());
        }
    }
    let holds = decider.context().1.not(fails);
    let restriction = restrict(decider, state, holds, Cause::Obligation, loc);
    if matches!(restriction, Restriction::Impossible) {
        let end = match counts {
            true => End::Failed(failure),
            false => uncounted_end(&failure),
        };
        decider.happened(state, Happening::Over(end));
    }
    restriction.into()
}

/// The end of a path at a failure of a kind that does not count.
fn uncounted_end(failure: &Failure) -> End {
    match failure.kind.ends_program() {
        true => End::ABORTED,
        false => End::Unmodelled(failure.uncounted()),
    }
}

/// Ends a path at a failure of a kind that does not count. Unless the failure ends the program
/// itself, the behaviour after it is undefined and left out.
fn end_uncounted(decider: &mut impl Decider, state: &mut State, fails: Term, failure: &Failure) {
    let ends = failure.kind.ends_program();
    if !ends && fails != Term::TRUE && decider.is_known(failure.kind, failure.loc) {
        return;
    }
    match decider.may_fail(state, fails) {
        Some(Feasible::Yes(model)) if ends => {
            let condition = fails;
            decider.happened(state, Happening::Aborts { condition, model });
        }
        Some(Feasible::Yes(model)) => {
            let left_out = Happening::LeftOut {
                end: uncounted_end(failure),
                condition: fails,
                failure: Some(failure.clone()),
                model,
            };
            decider.happened(state, left_out);
        }
        Some(Feasible::No(core)) => decider.excluded(state, core),
        Some(Feasible::Unknown(why)) => unknown(decider, state, why, failure.loc, false),
        None => {}
    }
}

/// Leaves out the part of a path beyond the shapes of inputs.
fn stop_beyond(decider: &mut impl Decider, state: &mut State, met: Term, reason: Reason) -> Goes {
    let loc = reason.loc;
    let end = End::Limit(reason);
    match decider.feasible(state, met) {
        Feasible::Yes(model) => {
            let left_out = Happening::LeftOut {
                end: end.clone(),
                condition: met,
                failure: None,
                model,
            };
            decider.happened(state, left_out);
        }
        Feasible::No(_) => return Goes::Continue(()),
        Feasible::Unknown(why) => unknown(decider, state, why, loc, false),
    }
    let within = decider.context().1.not(met);
    let restriction = restrict(decider, state, within, Cause::Obligation, loc);
    if matches!(restriction, Restriction::Impossible) {
        decider.happened(state, Happening::Over(end));
    }
    restriction.into()
}

/// Whether the failure of an obligation depends on uninitialized memory; then that is the failure.
fn blames_uninitialized(
    decider: &mut impl Decider,
    state: &mut State,
    fails: Term,
    failure: &Failure,
) -> bool {
    let kind = FailureKind::Uninitialized;
    let counts = decider.counts_uninitialized(failure.loc);
    // The path went on after a harmless failure, so its replay does, too.
    let passes = failure.kind.is_harmless() && decider.replays_uninitialized();
    if !(counts || passes) || !decider.context().1.has_indeterminate(fails) {
        return false;
    }
    match decider.depends(state, Hidden::Indeterminate, fails, Term::TRUE) {
        Feasible::Yes(model) => {
            if counts && !decider.is_known(kind, failure.loc) {
                let message = format!(
                    "whether this fails depends on uninitialized memory: {}",
                    failure.message
                );
                let failure = Failure {
                    kind,
                    message,
                    ..failure.clone()
                };
                fail(decider, state, failure, model, None);
            }
            true
        }
        Feasible::No(_) => false,
        Feasible::Unknown(why) => {
            unknown(decider, state, why, failure.loc, false);
            false
        }
    }
}

/// Reports a failure if a term depends on uninitialized memory. The path continues with any value.
fn require_defined(
    decider: &mut impl Decider,
    state: &mut State,
    term: Term,
    guard: Term,
    failure: Failure,
) {
    let loc = failure.loc;
    if decider.is_known(failure.kind, loc) || !decider.counts_uninitialized(loc) {
        return;
    }
    match decider.depends(state, Hidden::Indeterminate, term, guard) {
        Feasible::Yes(model) => {
            fail(decider, state, failure, model, None);
        }
        Feasible::No(_) => {}
        Feasible::Unknown(why) => unknown(decider, state, why, loc, false),
    }
}

/// Adds a reason if a term depends on a choice of the platform.
fn question_choice(
    decider: &mut impl Decider,
    state: &mut State,
    term: Term,
    guard: Term,
    reason: Reason,
) {
    if decider.is_reason_known(&reason) {
        return;
    }
    match decider.depends(state, Hidden::Choice, term, guard) {
        Feasible::No(_) => {}
        Feasible::Yes(_) => decider.happened(state, Happening::Incomplete(reason)),
        Feasible::Unknown(why) => unknown(decider, state, why, reason.loc, false),
    }
}

/// The result of restricting a path to a condition.
enum Restriction {
    Possible,
    Impossible,
    Unknown,
}

impl From<Restriction> for Goes {
    fn from(restriction: Restriction) -> Goes {
        match restriction {
            Restriction::Possible => Goes::Continue(()),
            Restriction::Impossible | Restriction::Unknown => Goes::Break(()),
        }
    }
}

/// Restricts a path to a condition.
fn restrict(
    decider: &mut impl Decider,
    state: &mut State,
    condition: Term,
    cause: Cause,
    loc: Option<LocId>,
) -> Restriction {
    match decider.feasible(state, condition) {
        Feasible::Yes(model) => {
            let restricted = Happening::Restricted {
                condition,
                cause,
                model,
            };
            decider.happened(state, restricted);
            Restriction::Possible
        }
        Feasible::No(core) => {
            decider.excluded(state, core);
            Restriction::Impossible
        }
        Feasible::Unknown(why) => {
            let loc = loc.or_else(|| state.loc(decider.context().0));
            unknown(decider, state, why, loc, true);
            Restriction::Unknown
        }
    }
}

/// Reports a failure of a path under a model; the path ends where the condition is true, if one is
/// given.
fn fail(
    decider: &mut impl Decider,
    state: &mut State,
    failure: Failure,
    model: Rc<CachedModel>,
    ends: Option<Term>,
) {
    let fails = Happening::Fails {
        failure,
        model,
        ends,
    };
    decider.happened(state, fails);
}

fn unknown(
    decider: &mut impl Decider,
    state: &mut State,
    why: String,
    loc: Option<LocId>,
    ends: bool,
) {
    decider.happened(state, Happening::Unknown { why, loc, ends });
}
