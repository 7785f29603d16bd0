//! Which value a number gets that must be concrete: with an index, its members come first.

use super::Driver;
use crate::decide::Feasible;
use crate::events::Decider;
use crate::options::Outside;
use crate::program::Program;
use crate::state::{State, Taken};
use sheaf_ir::{FloatKind, Local, Type};
use sheaf_term::{CachedModel, Term};
use std::rc::Rc;

/// The next value of a number that must be concrete.
pub(super) enum Next {
    /// A member of the index, which the number has in this model.
    Member(Rc<CachedModel>),
    /// Any value.
    Any,
    /// None: all members were tried, and others are to be dropped.
    Dropped,
}

impl Driver<'_> {
    /// The next value to try for a local with this value on a path.
    pub(super) fn next_value(&mut self, state: &State, local: Local, term: Term) -> Next {
        let Some(index) = self.settings.index.clone() else {
            return Next::Any;
        };
        let kind = match format_of(self.program, state, local) {
            Some(kind) if !self.pool.has_indeterminate(term) => kind,
            _ => return Next::Any,
        };
        let members = index.members(kind);
        let positions = tried(state).filter_map(|bits| index.position(kind, bits));
        let from = positions.max().map_or(0, |last| last + 1);
        for member in &members[from..] {
            let constant = self.pool.bits(kind.width(), *member);
            let same = self.pool.eq(term, constant);
            if let Feasible::Yes(model) = self.feasible(state, same) {
                let (name, loc) = ("concrete value", state.loc(self.program));
                index.note(loc, name, 1);
                return Next::Member(model);
            }
        }
        match index.outside() {
            Outside::Drop if !members.is_empty() => {
                index.note_outside();
                Next::Dropped
            }
            _ => Next::Any,
        }
    }
}

/// The number of values of the current instruction's operand, this local, that were tried before,
/// members of the index not included.
pub(super) fn values_tried(driver: &Driver, state: &State, local: Local) -> u32 {
    let kind = format_of(driver.program, state, local);
    let index = driver.settings.index.as_ref().zip(kind);
    let is_member =
        |bits: &u128| index.is_some_and(|(index, kind)| index.position(kind, *bits).is_some());
    tried(state).filter(|bits| !is_member(bits)).count() as u32
}

fn format_of(program: &Program, state: &State, local: Local) -> Option<FloatKind> {
    let func = &program.module().funcs[state.top().func];
    match func.locals[local].ty {
        Type::Float(kind) => Some(kind),
        _ => None,
    }
}

/// The values of the current term that were tried before, newest first.
fn tried(state: &State) -> impl Iterator<Item = u128> {
    let decisions = state.decisions.newest_first();
    decisions.map_while(|decision| match decision.taken {
        Taken::OtherThan(bits) => Some(bits.into()),
        _ => None,
    })
}
