//! Steps between abstract states.

use super::Reach;
use crate::Driver;
use crate::cdse::abstraction::{AbstractState, Transition, Variable};
use crate::cdse::facts::Facts;
use crate::cdse::plan::Move;
use crate::path::ProgramPoint;
use crate::segment::Ends;
use rustc_hash::FxHashSet;
use sheaf_ir::{Callee, FuncId, Op};

/// The result of a transition.
pub(super) enum Successor {
    State(AbstractState, Option<Move>),
    /// There is no successor: the program or the path ends, or the transition is not taken.
    Nothing,
    /// The successor cannot be expressed as an abstract state.
    Unknown,
}

/// Whether a function returns a value that may be uninitialized, or depend on addresses.
pub(super) fn returns_uncertain(facts: &Facts, state: &AbstractState) -> bool {
    state.stack.last().is_some_and(|point| {
        let terminator = &facts.func(point.func).blocks[point.block].terminator;
        let result = terminator.subject();
        result.is_some_and(|operand| facts.is_uncertain(point.func, operand))
    })
}

impl Reach<'_> {
    /// The result of a transition from an abstract state.
    pub(super) fn successor(
        &mut self,
        driver: &mut Driver,
        facts: &Facts,
        (state, transition): (&AbstractState, &Transition),
        tracked: &FxHashSet<Variable>,
    ) -> Successor {
        let Some(known) = self.transitions.take(driver, state, transition) else {
            return Successor::Nothing;
        };
        match &transition.ends {
            Ends::At(to) => {
                let from = (state, &known);
                let next = self
                    .transitions
                    .follow(driver, from, (transition, *to), tracked);
                Successor::State(next, transition.edge.map(Move::Edge))
            }
            Ends::Calls(to) => {
                let from = (state, &known);
                let before = self
                    .transitions
                    .follow(driver, from, (transition, *to), tracked);
                let callee = self.callee(*to);
                let inside = callee
                    .and_then(|callee| self.transitions.enter(driver, &before, callee, tracked));
                match (inside, callee) {
                    (Some(inside), Some(callee)) if inside.stack.len() < self.stack_limit => {
                        Successor::State(inside, Some(Move::Call(callee)))
                    }
                    _ => Successor::Unknown,
                }
            }
            Ends::Returns(result) => {
                let from = (state, &known);
                let result = (transition, result.as_ref());
                match self.transitions.leave(driver, from, result, tracked) {
                    Some(next) => Successor::State(next, Some(Move::Return)),
                    None if self.counts_leaks || returns_uncertain(facts, state) => {
                        Successor::Unknown
                    }
                    None => Successor::Nothing,
                }
            }
            Ends::Exits(_) | Ends::Dropped | Ends::Fails => Successor::Nothing,
            Ends::Stops(_) => Successor::Unknown,
        }
    }

    /// The function that is called directly at a program point.
    pub(super) fn callee(&self, point: ProgramPoint) -> Option<FuncId> {
        let block = &self.program.module().funcs[point.func].blocks[point.block];
        match &block.insts.get(point.inst as usize)?.op {
            Op::Call(call) => match call.callee {
                Callee::Func(callee) => Some(callee),
                _ => None,
            },
            _ => None,
        }
    }
}
