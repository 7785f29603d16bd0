//! More general states: a state at a loop head in which the scalars that differ from those of an
//! earlier state there may have any values.

use super::alike::{Difference, Place};
use crate::Driver;
use crate::memory::{Content, Scalars};
use crate::path::{Cause, PathCondition, constrain};
use crate::state::{Lengths, State};
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashSet;
use sheaf_ir::index::Idx;
use sheaf_term::{Pool, Term};
use std::rc::Rc;

/// The name of symbols for any values.
const ANY: &str = "any";

/// The position of these symbols; the rest distinguishes them.
const ANY_POSITION: usize = 7 << 60;

/// The later state, where scalars that differ may have any value and only conditions that hold in
/// both states hold. `None` if one of them is a part of another value.
///
/// Each concrete state that the later state stands for is one of those that this one stands for.
pub fn generalized(
    driver: &mut Driver,
    counter: &mut usize,
    earlier: &State,
    later: &State,
    differences: &[Difference],
) -> Option<State> {
    let pool = &mut driver.pool;
    let mut general = State {
        constraints: PathCondition::default(),
        lengths: Lengths::default(),
        ..later.clone()
    };
    for scalar in differences {
        if scalar.earlier == scalar.later {
            continue;
        }
        *counter += 1;
        let sort = pool.sort(scalar.later);
        let any = pool.input(ANY, sort, ANY_POSITION | *counter);
        put(pool, &mut general, scalar.place?, any);
    }
    let known: FxHashSet<Term> = earlier.constraints.terms().into_iter().collect();
    for condition in later.constraints.terms() {
        if known.contains(&condition) {
            constrain(pool, &mut general, condition, Cause::Edge);
        }
    }
    general.lengths = later.lengths.clone();
    general.id = driver.new_id();
    Some(general)
}

/// Stores a term.
fn put(pool: &mut Pool, state: &mut State, place: Place, term: Term) {
    let value = Value::Term(term);
    match place {
        Place::Local(depth, local) => {
            let frame = Rc::make_mut(&mut state.frames[depth]);
            frame.regs[local.index()] = value;
        }
        Place::Part(object, at) => put_part(state, object, at, value),
        Place::Bytes(object, offset, bytes) => {
            let (object, layout) = state.heap.get_mut_and_layout(object);
            if let Content::Bytes(content) = &mut object.content {
                content.write(&mut Scalars::new(pool, layout), offset, bytes, value);
            }
        }
    }
}

fn put_part(state: &mut State, object: ObjectId, at: usize, value: Value) {
    match &mut state.heap.get_mut(object).content {
        Content::Cells(cells) => cells[at] = value,
        Content::Record(fields) => fields[at].1 = value,
        Content::Bytes(_) | Content::Table(_) | Content::External => {}
    }
}
