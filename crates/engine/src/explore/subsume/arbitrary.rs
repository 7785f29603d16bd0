//! States with arbitrary scalars: what a loop does from them, it does from all states with the same
//! pointers.

use super::general::Live;
use super::reachable::Reachable;
use crate::explore::StateId;
use crate::memory::Content;
use crate::path::PathCondition;
use crate::state::{Lengths, State};
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_term::{CachedModel, Model, Pool, Term};
use std::rc::Rc;

/// Marks the positions of symbols for arbitrary scalars, so that they differ from inputs and from
/// the symbols of slots.
const ARBITRARY: usize = 1 << 62;

/// Makes symbols for arbitrary scalars, each a new one.
#[derive(Default)]
pub struct Arbitrary {
    made: usize,
}

impl Arbitrary {
    /// A state without path condition, at the same program point and with the same pointers, whose
    /// scalars may have any value.
    pub fn state(&mut self, pool: &mut Pool, live: &mut Live, id: StateId, state: &State) -> State {
        let mut any = without_path_condition(state, id);
        for depth in 0..state.frames.len() {
            for local in live.locals(state, depth) {
                let frame = Rc::make_mut(&mut any.frames[depth]);
                self.free(pool, &mut frame.regs[local.index()]);
            }
        }
        let reachable = Reachable::from(state);
        for (object, old) in state.heap.objects() {
            if !reachable.contains(object) {
                continue;
            }
            // The content is only copied if there is something to replace.
            if let Content::Cells(_) | Content::Record(_) = old.content {
                let scalars: Vec<&mut Value> = match &mut any.heap.get_mut(object).content {
                    Content::Cells(cells) => cells.iter_mut().collect(),
                    Content::Record(fields) => fields.iter_mut().map(|(_, it)| it).collect(),
                    _ => Vec::new(),
                };
                scalars.into_iter().for_each(|it| self.free(pool, it));
            }
        }
        any
    }

    /// Replaces a scalar by a new symbol.
    fn free(&mut self, pool: &mut Pool, value: &mut Value) {
        let Some(term) = value
            .fold(pool)
            .filter(|term| !pool.has_indeterminate(*term))
        else {
            return;
        };
        self.made += 1;
        let symbol = pool.input("any", pool.sort(term), ARBITRARY | self.made);
        *value = Value::Term(symbol);
    }
}

/// The same state without its path condition.
pub fn without_path_condition(state: &State, id: StateId) -> State {
    State {
        id,
        constraints: PathCondition::default(),
        lengths: Lengths::default(),
        guard: Term::TRUE,
        model: Rc::new(CachedModel::new(Model::default())),
        ..state.clone()
    }
}
