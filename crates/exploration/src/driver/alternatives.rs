//! Decisions: a path with several alternatives forks, and a path that needs a concrete value or its
//! bounds obtains them.

use super::members::{Next, values_tried};
use super::{Driver, Fork, Note, Step};
use crate::decide::{Core, Feasible};
use crate::events::Decider;
use crate::machine::{Action, Choice, Machine};
use crate::moment::Alternative as Told;
use crate::outcome::{Reason, ReasonKind};
use crate::path::{Cause, constrain};
use crate::state::{Bounds, State, Taken};
use crate::value::Value;
use crate::{Branch, Moment};
use num_traits::ToPrimitive;
use sheaf_ir::Local;
use sheaf_term::{CachedModel, Constant, Pool, Sort, Term};
use std::rc::Rc;

/// A feasible alternative.
pub(super) struct Alternative {
    number: u32,
    choice: Choice,
    model: Rc<CachedModel>,
}

impl Alternative {
    /// The alternative with this choice and model.
    pub fn new(number: u32, choice: Choice, model: Rc<CachedModel>) -> Alternative {
        Alternative {
            number,
            choice,
            model,
        }
    }

    fn told(&self) -> Told {
        told(self.number, &self.choice)
    }
}

/// An alternative in the form for observers.
fn told(number: u32, choice: &Choice) -> Told {
    let target = match choice.action {
        Action::Edge(target) => Some(target),
        Action::Bind(..) | Action::Bound(_) | Action::Skip(_) => None,
    };
    let taken = taken(number, choice);
    Told { taken, target }
}

/// An alternative as a decision.
fn taken(number: u32, choice: &Choice) -> Taken {
    match choice.action {
        Action::Skip(_) => Taken::Skip(number),
        _ => Taken::Alternative(number),
    }
}

impl Driver<'_> {
    /// Forks a path into its feasible alternatives.
    pub(super) fn choose(&mut self, state: &mut State, mut choices: Vec<Choice>) -> Step {
        let alternatives = choices.len();
        debug_assert_eq!(
            choices
                .iter()
                .filter(|it| state.model.eval_bool(&self.pool, it.guard))
                .count(),
            1,
            "the alternatives at {:?} do not divide the path",
            state.point()
        );
        let excepted = state.excepted().map(|number| number as usize);
        if self.may_put_off(state)
            && excepted.is_none()
            && let Some(number) = choices
                .iter()
                .position(|it| state.model.eval_bool(&self.pool, it.guard))
        {
            let choice = choices.swap_remove(number);
            return self.take_alone(
                state,
                Alternative::new(number as u32, choice, state.model.clone()),
                alternatives,
            );
        }
        let mut feasible = Vec::with_capacity(alternatives);
        let mut unknown = None;
        let numbered = choices.into_iter().enumerate();
        for (number, choice) in numbered.filter(|(number, _)| excepted != Some(*number)) {
            match self.feasible(state, choice.guard) {
                Feasible::Yes(model) => feasible.push(Alternative {
                    number: number as u32,
                    choice,
                    model,
                }),
                Feasible::No(core) => {
                    let alternative = told(number as u32, &choice);
                    self.account
                        .note_alternative(state, alternative.target, &core);
                    self.tell_infeasible(state, alternative, choice.guard, &core);
                }
                Feasible::Unknown(why) => {
                    let part = (told(number as u32, &choice), choice.guard);
                    unknown = Some(self.leave_unknown(state, part, why));
                }
            }
        }
        let complete = unknown.is_none();
        if feasible.is_empty() {
            self.account.note(Note::Open);
            match unknown {
                Some(reason) => self.tell(&Moment::SetAside {
                    state,
                    part: None,
                    reason: &reason,
                }),
                // All paths take the other alternative.
                None if excepted.is_some() => {}
                // The guards cover the path, so one of them is feasible; if not, the path must not
                // vanish silently.
                None => {
                    let detail = "no alternative was found feasible".to_string();
                    self.leave_out(state, None, ReasonKind::UnmodelledOperation, detail);
                }
            }
            return Step::Ended;
        }
        // A single feasible alternative follows from the path condition, so it adds nothing to it.
        let implied = complete && feasible.len() == 1 && excepted.is_none();
        self.go_on_in(state, feasible, alternatives, implied)
    }

    /// Continues a path with one alternative, without asking whether others are feasible: they are
    /// put off, and a child waits here for them.
    fn take_alone(
        &mut self,
        state: &mut State,
        alternative: Alternative,
        alternatives: usize,
    ) -> Step {
        let guard = alternative.choice.guard;
        let implied = guard == Term::TRUE || state.constraints.contains(guard);
        let child = (!implied).then(|| {
            let mut child = State {
                id: self.new_id(),
                ..state.clone()
            };
            child.decide(Taken::Except(alternative.number), alternatives);
            child
        });
        let step = self.go_on_in(state, vec![alternative], alternatives, implied);
        match (step, child) {
            (Step::Alone, Some(child)) if self.watch.is_short_of_memory() => {
                self.park(child);
                Step::Alone
            }
            (Step::Alone, Some(child)) => Step::Forked(Fork {
                children: vec![child],
                same_point: false,
            }),
            (step, _) => step,
        }
    }

    /// Continues a path with each of some alternatives. `implied` says that the condition of the
    /// only one follows from the path condition.
    pub(super) fn go_on_in(
        &mut self,
        state: &mut State,
        feasible: Vec<Alternative>,
        alternatives: usize,
        implied: bool,
    ) -> Step {
        let same_point = feasible.iter().any(|alternative| {
            matches!(
                alternative.choice.action,
                Action::Bind(..) | Action::Bound(_)
            )
        });
        let mut kept = self
            .within_limits(state, feasible, alternatives)
            .into_iter();
        let Some(first) = kept.next() else {
            return Step::Ended;
        };
        let mut children = Vec::new();
        for alternative in kept {
            let mut child = self.fork(state);
            let (told, condition) = (alternative.told(), alternative.choice.guard);
            self.take(&mut child, alternative, alternatives, false);
            self.tell(&Moment::forked(state, &child, told, condition));
            release(&child, state);
            match self.watch.is_short_of_memory() {
                true => self.park(child),
                false => children.push(child),
            }
        }
        let (told, condition) = (first.told(), first.choice.guard);
        self.take(state, first, alternatives, implied);
        self.tell(&Moment::Decided(Branch {
            state,
            alternative: told,
            condition,
        }));
        if children.is_empty() {
            return Step::Alone;
        }
        self.missed.note_fork(self.program, state, children.len());
        Step::Forked(Fork {
            children,
            same_point,
        })
    }

    fn tell_infeasible(&mut self, state: &State, alternative: Told, condition: Term, core: &Core) {
        if self.audience.wants_moments() {
            self.tell(&Moment::Infeasible {
                state,
                alternative,
                condition,
                core: core.origins(&state.constraints),
            });
        }
    }

    /// Leaves out an alternative whose feasibility is unknown. Returns the reason.
    fn leave_unknown(&mut self, state: &State, part: (Told, Term), why: String) -> Reason {
        let reason = self.unknown(why, state.loc(self.program), true);
        self.tell(&Moment::SetAside {
            state,
            part: Some(part),
            reason: &reason,
        });
        reason
    }

    /// A copy of a state with a new id.
    pub(super) fn fork(&mut self, state: &State) -> State {
        self.stats.forks += 1;
        self.stats.merging.bound |= state.paths > 1.0;
        State {
            id: self.new_id(),
            ..state.clone()
        }
    }

    /// Drops alternatives beyond the limits of depth and forks; they count as set aside.
    fn within_limits(
        &mut self,
        state: &State,
        mut feasible: Vec<Alternative>,
        alternatives: usize,
    ) -> Vec<Alternative> {
        let budget = &self.options.budget;
        let loc = state.loc(self.program);
        let too_deep = budget
            .depth
            .filter(|limit| feasible.len() > 1 && state.decisions.len() as u64 >= *limit);
        let limit = match (
            too_deep,
            budget.forks.filter(|limit| self.stats.forks >= *limit),
        ) {
            (Some(limit), _) => Some((ReasonKind::DepthLimit, format!("{limit} decisions"), 0)),
            (None, Some(limit)) if feasible.len() > 1 => {
                Some((ReasonKind::ForkLimit, format!("{limit} forks"), 1))
            }
            _ => None,
        };
        if let Some((kind, detail, keep)) = limit {
            self.account.note(Note::Open);
            let reason = Reason { kind, detail, loc };
            let left_out = feasible.len() - keep;
            self.missed.note_waiting(self.program, state, left_out);
            for alternative in feasible.drain(keep..) {
                let mut path = state.decisions.clone();
                let taken = taken(alternative.number, &alternative.choice);
                path.push(state.decision(taken, alternatives));
                let id = self.new_id();
                self.sessions.leave(id, path, &reason);
                let part = Some((alternative.told(), alternative.choice.guard));
                let reason = &reason;
                self.tell(&Moment::SetAside {
                    state,
                    part,
                    reason,
                });
            }
            if keep == 0 {
                let (part, reason) = (None, &reason);
                self.tell(&Moment::SetAside {
                    state,
                    part,
                    reason,
                });
            }
            self.account.leave_out(reason, left_out as u64);
        }
        feasible
    }

    fn take(
        &mut self,
        state: &mut State,
        alternative: Alternative,
        alternatives: usize,
        implied: bool,
    ) {
        let alternatives = match implied {
            true => State::alternatives_if_implied(alternatives),
            false => alternatives,
        };
        state.decide(taken(alternative.number, &alternative.choice), alternatives);
        if !implied {
            constrain(&mut self.pool, state, alternative.choice.guard, Cause::Edge);
            state.alone_since = state.instructions;
        }
        state.model = alternative.model;
        debug_assert!(state.model.eval_bool(&self.pool, alternative.choice.guard));
        self.apply(state, &alternative.choice.action);
        self.tell_coverage(state);
    }

    /// Counts a path or an alternative that is not explored, with the reason.
    fn leave_out(
        &mut self,
        state: &State,
        part: Option<(Told, Term)>,
        kind: ReasonKind,
        detail: String,
    ) {
        let loc = state.loc(self.program);
        let reason = &Reason { kind, detail, loc };
        self.tell(&Moment::SetAside {
            state,
            part,
            reason,
        });
        self.account.leave_out(reason.clone(), 1);
    }

    pub(super) fn apply(&mut self, state: &mut State, action: &Action) {
        Machine::new(
            self.program,
            &mut self.pool,
            state,
            &self.settings,
            &mut self.recorder,
        )
        .apply(action);
    }

    /// Continues a path with one value of a term that must be concrete, and a fork with the
    /// remaining values.
    pub(super) fn concretize(&mut self, state: &mut State, local: Local, term: Term) -> Step {
        let next = self.next_value(state, local, term);
        let is_member = matches!(next, Next::Member(_));
        match next {
            Next::Member(model) => state.model = model,
            Next::Any => {}
            Next::Dropped => {
                let detail = "a number that must be concrete".to_string();
                self.leave_out(state, None, ReasonKind::OutsideIndex, detail);
                return Step::Ended;
            }
        }
        let value = state.model.eval(&self.pool, term);
        let Some((constant, bits)) = word_of(&mut self.pool, &value) else {
            let detail = "a value that must be concrete has more than 128 bits".to_string();
            self.leave_out(state, None, ReasonKind::Concretization, detail);
            return Step::Ended;
        };
        let same = self.pool.eq(term, constant);
        let other = self.pool.not(same);
        let not_this = Told {
            taken: Taken::OtherThan(bits.into()),
            target: None,
        };
        let mut step = Step::Alone;
        match self.feasible(state, other) {
            Feasible::No(core) => self.tell_infeasible(state, not_this, other, &core),
            Feasible::Unknown(why) => {
                self.leave_unknown(state, (not_this, other), why);
            }
            Feasible::Yes(model) => {
                let tried = values_tried(self, state, local) + 1;
                if is_member || tried < self.options.budget.concretizations {
                    let mut rest = self.fork(state);
                    rest.decide(Taken::OtherThan(bits.into()), 0);
                    constrain(&mut self.pool, &mut rest, other, Cause::Value);
                    rest.model = model;
                    release(&rest, state);
                    self.tell(&Moment::forked(state, &rest, not_this, other));
                    step = Step::Forked(Fork {
                        children: vec![rest],
                        same_point: true,
                    });
                } else {
                    let detail =
                        format!("more than {} values", self.options.budget.concretizations);
                    let part = Some((not_this, other));
                    self.leave_out(state, part, ReasonKind::Concretization, detail);
                }
            }
        }
        state.decide(Taken::Value(bits.into()), 0);
        constrain(&mut self.pool, state, same, Cause::Value);
        let value = Value::from_term(&self.pool, constant);
        self.apply(state, &Action::Bind(local, value));
        let this = Told {
            taken: Taken::Value(bits.into()),
            target: None,
        };
        self.tell(&Moment::Decided(Branch {
            state,
            alternative: this,
            condition: same,
        }));
        step
    }

    /// Continues a path after computing the bounds of a term.
    pub(super) fn bound(&mut self, state: &mut State, term: Term) {
        let path = state.constraints.terms();
        let (least, most) = sheaf_solver::bounds(&self.pool, &path, term);
        let (least, most) = (least as u64, u64::try_from(most).unwrap_or(u64::MAX));
        debug_assert!(least <= most, "a possible path leaves no value");
        state.decide(Taken::Between(least, most), 0);
        self.apply(state, &Action::Bound(Bounds { term, least, most }));
    }
}

/// Releases what a waiting state does not need: the values of terms under its model, unless its
/// parent continues with the same model.
fn release(child: &State, parent: &State) {
    if !Rc::ptr_eq(&child.model, &parent.model) {
        child.model.forget();
    }
}

/// A value as a constant, and as the number that decisions hold: an unbounded integer in two's
/// complement. `None` for what does not fit.
fn word_of(pool: &mut Pool, value: &Constant) -> Option<(Term, u128)> {
    let word = match value {
        Constant::Int(integer) => integer.to_i128()? as u128,
        value => value.as_bits()?,
    };
    Some((pool.constant(value)?, word))
}

/// The constant that a decision holds as a number, of the sort of a term.
pub(super) fn constant_like(pool: &mut Pool, term: Term, word: u128) -> Term {
    match pool.sort(term) {
        Sort::Int => pool.int((word as i128).into()),
        _ => pool.bits(pool.width(term), word),
    }
}
