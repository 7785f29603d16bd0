//! Where two states at one point differ: what a policy weighs before they merge.

use super::execution_point::ExecutionPoints;
use crate::program::Program;
use crate::state::State;
use crate::value::ObjectId;
use sheaf_ir::Local;
use sheaf_ir::index::Idx;
use std::rc::Rc;

/// What differs between two states at one point.
#[derive(Default, Debug)]
pub struct Differences {
    /// Locals that are still read and not symbolic in both: the depth of their frame (0 is the
    /// outermost) and their number.
    pub locals: Vec<(usize, Local)>,
    /// Objects that both have, in which something differs and is not symbolic in both.
    pub objects: Vec<ObjectId>,
}

/// Compares two states at one point.
pub fn differences(
    program: &Program,
    points: &mut ExecutionPoints,
    a: &State,
    b: &State,
) -> Differences {
    let mut found = Differences::default();
    for (depth, (x, y)) in a.frames.iter().zip(&b.frames).enumerate() {
        if Rc::ptr_eq(x, y) {
            continue;
        }
        let live = points.live(program, if y.resumable { y } else { x });
        let differing = live
            .iter()
            .filter(|local| x.regs[local.index()].differs_in_known(&y.regs[local.index()]));
        found.locals.extend(differing.map(|local| (depth, *local)));
    }
    // What a call gives is written when it returns, so what a caller has there before is not read.
    let awaited = |depth: usize| a.frames.get(depth + 1).and_then(|callee| callee.result);
    found
        .locals
        .retain(|(depth, local)| awaited(*depth) != Some(*local));
    found.objects = a.heap.differing(&b.heap);
    // An object that neither can use is not read any more.
    let used =
        |id: &ObjectId| a.heap.get(*id).life.may_be_alive() || b.heap.get(*id).life.may_be_alive();
    found.objects.retain(used);
    found
}
