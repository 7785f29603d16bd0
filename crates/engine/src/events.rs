//! What the events of a path mean, in one place for exploration, concrete execution and paths that
//! are followed again: which conditions are failures, what ends a path, where it goes on.
//!
//! The three differ in who answers questions about a path, a [`Decider`]: the solver, the values of
//! the run, or that the path was here before.

use crate::concrete::{ends_program, is_harmless};
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

/// Answers questions about a path and acts on what follows from the answers.
pub trait Decider {
    /// The program, the terms and the options.
    fn context(&mut self) -> (&Program, &mut Pool, &Settings);
    /// Whether a condition can be true on a path.
    fn feasible(&mut self, state: &State, condition: Term) -> Feasible;
    /// Whether, where a guard is true, a term depends on something that is no input.
    fn depends(&mut self, state: &State, on: Hidden, term: Term, guard: Term) -> Feasible;
    /// Whether it is a failure that something at this place depends on uninitialized memory.
    fn counts_uninitialized(&self, loc: Option<LocId>) -> bool;
    /// Whether a failure of this kind at this place is known, so that another one is no news.
    fn is_known(&self, kind: FailureKind, loc: Option<LocId>) -> bool;
    /// Whether nothing new can come of asking whether the platform's choice matters at a place.
    fn is_reason_known(&mut self, reason: &Reason) -> bool;
    /// A condition that was asked about while an event was looked at cannot be true on a path.
    fn excluded(&mut self, _state: &State, _core: Core) {}
    /// Acts on what happened to a path.
    fn happened(&mut self, state: &mut State, what: Happening);
}

/// What values may depend on besides inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {
    /// Memory that was never written.
    Indeterminate,
    /// What the platform chooses, such as addresses.
    Choice,
}

/// What happens to a path.
pub enum Happening {
    /// It fails, for example under this model.
    Fails {
        /// How.
        failure: Failure,
        /// A model of the path and the failure.
        model: Rc<CachedModel>,
        /// When; the path ends there. Without, it goes on.
        ends: Option<Term>,
    },
    /// All of it ends at a failure that is known.
    FailsAgain(Failure),
    /// Where the condition is true, the program ends itself at a failure that does not count.
    Aborts {
        /// When.
        condition: Term,
        /// A model of the path and the condition.
        model: Rc<CachedModel>,
    },
    /// A part of it ends so and is not explored further.
    LeftOut {
        /// How it ends; [`End::Unmodelled`] or [`End::Limit`].
        end: End,
        /// Which part.
        condition: Term,
        /// The failure that does not count, if that is the reason.
        failure: Option<Failure>,
        /// A model of the part.
        model: Rc<CachedModel>,
    },
    /// It goes on where this condition is true, and this is a model of that.
    Restricted {
        /// The condition.
        condition: Term,
        /// What it comes from.
        cause: Cause,
        /// A model of the path and the condition.
        model: Rc<CachedModel>,
    },
    /// Nothing of it goes on: all of it ended in parts, or where paths ended before.
    Over(End),
    /// No input satisfies an assumption, made here.
    Dropped(Option<LocId>),
    /// It goes on, but something is not explored.
    Incomplete(Reason),
    /// A question about it was not answered.
    Unknown {
        /// Why.
        why: String,
        /// Where.
        loc: Option<LocId>,
        /// Whether the path ends for it.
        ends: bool,
    },
}

/// Whether a path goes on.
pub type Goes = ControlFlow<()>;

/// Looks at an event of a path; afterwards the path has ended or lies where the event does no harm.
pub fn meet(decider: &mut impl Decider, state: &mut State, event: Event) -> Goes {
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
            if is_harmless(kind) && !decider.context().2.counts(kind) {
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

/// A failure that can happen happens; the path goes on where it does not.
fn oblige(decider: &mut impl Decider, state: &mut State, fails: Term, failure: Failure) -> Goes {
    let loc = failure.loc;
    let counts = decider.context().2.counts(failure.kind);
    if blames_uninitialized(decider, state, fails, &failure) {
        if is_harmless(failure.kind) {
            return Goes::Continue(());
        }
    } else if !counts {
        end_uncounted(decider, state, fails, &failure);
        if fails == Term::TRUE {
            return Goes::Break(());
        }
    } else {
        if !decider.is_known(failure.kind, loc) {
            match decider.feasible(state, fails) {
                Feasible::Yes(model) => {
                    let fails = Happening::Fails {
                        failure: failure.clone(),
                        model,
                        ends: Some(fails),
                    };
                    decider.happened(state, fails);
                }
                Feasible::No(core) => {
                    decider.excluded(state, core);
                    return Goes::Continue(());
                }
                Feasible::Unknown(why) => unknown(decider, state, why, loc, false),
            }
        } else if fails == Term::TRUE {
            // No news, but what lies on the way may be.
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

/// How a path ends at a failure of a kind that does not count.
fn uncounted_end(failure: &Failure) -> End {
    match ends_program(failure.kind) {
        true => End::ABORTED,
        false => End::Unmodelled(failure.uncounted()),
    }
}

/// Ends a path where it meets a failure of a kind that does not count. Unless the program ends
/// itself there, what it would do next is undefined and left out.
fn end_uncounted(decider: &mut impl Decider, state: &mut State, fails: Term, failure: &Failure) {
    let ends = ends_program(failure.kind);
    if !ends && fails != Term::TRUE && decider.is_known(failure.kind, failure.loc) {
        return;
    }
    match decider.feasible(state, fails) {
        Feasible::Yes(model) if ends => {
            let condition = fails;
            decider.happened(state, Happening::Aborts { condition, model });
        }
        Feasible::Yes(model) => {
            let left_out = Happening::LeftOut {
                end: uncounted_end(failure),
                condition: fails,
                failure: Some(failure.clone()),
                model,
            };
            decider.happened(state, left_out);
        }
        Feasible::No(core) => decider.excluded(state, core),
        Feasible::Unknown(why) => unknown(decider, state, why, failure.loc, false),
    }
}

/// Leaves out where a path goes beyond the shapes that inputs are made in.
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
    let restriction = restrict(decider, state, within, Cause::Assumption, loc);
    if matches!(restriction, Restriction::Impossible) {
        decider.happened(state, Happening::Over(end));
    }
    restriction.into()
}

/// Whether it depends on uninitialized memory if something fails; then that is the failure.
fn blames_uninitialized(
    decider: &mut impl Decider,
    state: &mut State,
    fails: Term,
    failure: &Failure,
) -> bool {
    let kind = FailureKind::Uninitialized;
    if !decider.counts_uninitialized(failure.loc) || !decider.context().1.has_indeterminate(fails) {
        return false;
    }
    match decider.depends(state, Hidden::Indeterminate, fails, Term::TRUE) {
        Feasible::Yes(model) => {
            if !decider.is_known(kind, failure.loc) {
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

/// A failure, if a term depends on uninitialized memory. The path goes on with any value.
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

/// A reason, if a term depends on what the platform chooses.
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

/// What became of a path that was restricted to a condition.
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

/// A path fails under a model; it ends where the condition is true, if one is given.
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
