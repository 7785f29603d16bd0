//! Endless loops: a path that is in a state again in which it was at the head of a loop before,
//! never ends.
//!
//! A path is watched now and then, when it has long gone on alone. Its state is compared with one
//! of an earlier round, which is replaced after 1, 2, 4, ... rounds (Brent, "An improved Monte
//! Carlo factorization algorithm", 1980), so that one copy finds a cycle of any length. States are
//! equal if frames, objects and conditions are, and no input was asked for in between: the way on
//! is the same then. Loops that count, allocate or read are not found, as their states differ.

use crate::merge::Joins;
use crate::program::Program;
use crate::state::{Frame, State};
use sheaf_ir::{BlockId, FuncId, LocId};
use std::rc::Rc;

/// Instructions that a path goes on alone before it is watched.
const PATIENCE: u64 = 1 << 18;

/// The part of its instructions that a path is watched for.
const WATCHED_PART: u64 = 16;

/// Comparisons of all objects while a path is watched once: each may take as long as thousands of
/// instructions.
const MAX_COMPARISONS: u32 = 128;

/// What an endless loop is called.
pub(crate) const MESSAGE: &str = "a loop never ends";

/// The number of the time that a path is watched which has executed so many instructions alone, if
/// it is now.
pub(crate) fn watched(instructions: u64) -> Option<u32> {
    let time = instructions.checked_ilog2()?;
    let start = 1 << time;
    let within = instructions - start <= start / WATCHED_PART;
    (instructions >= PATIENCE && within).then_some(time)
}

/// Instructions until a path that has executed so many alone is watched the next time.
pub(crate) fn until_watched(instructions: u64) -> u64 {
    let next = (instructions + 1).next_power_of_two().max(PATIENCE);
    next - instructions
}

/// The head of a loop that a path runs through, and the frame that it is in, counted from the
/// outermost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Head {
    depth: usize,
    block: BlockId,
    func: FuncId,
}

/// The rounds of a path that is watched.
pub(crate) struct Rounds {
    /// The time that it is watched.
    time: u32,
    /// The state that others are compared with, and the outermost head since.
    seen: Option<(State, Head)>,
    count: u64,
    /// Rounds after which that state is replaced.
    limit: u64,
    /// How often all objects were compared.
    comparisons: u32,
    /// The outermost head of all.
    outermost: Option<Head>,
}

impl Rounds {
    /// None yet.
    pub(crate) fn new(time: u32) -> Self {
        Rounds {
            time,
            seen: None,
            count: 0,
            limit: 1,
            comparisons: 0,
            outermost: None,
        }
    }

    /// The time that the path is watched.
    pub(crate) fn time(&self) -> u32 {
        self.time
    }

    /// The outermost of the loops that the path was seen in.
    pub(crate) fn outermost(&self) -> Option<Head> {
        self.outermost
    }

    /// Starts again: an input was asked for.
    pub(crate) fn forget(&mut self) {
        *self = Rounds {
            outermost: self.outermost,
            comparisons: self.comparisons,
            ..Rounds::new(self.time)
        };
    }

    /// Looks at a path that has just entered a block: the outermost head of its cycle, if it was in
    /// the same state before.
    pub(crate) fn meet(&mut self, state: &State, heads: &Joins) -> Option<Head> {
        let top = state.top();
        if top.inst > 0 || !heads.of(top.func)[top.block.0 as usize] {
            return None;
        }
        let head = Head {
            depth: state.frames.len(),
            block: top.block,
            func: top.func,
        };
        self.outermost = Some(self.outermost.map_or(head, |outermost| outermost.min(head)));
        if let Some((seen, outermost)) = &mut self.seen {
            *outermost = (*outermost).min(head);
            if has_same_frames(seen, state) && self.comparisons < MAX_COMPARISONS {
                self.comparisons += 1;
                if seen.heap.is_same(&state.heap) {
                    return Some(*outermost);
                }
            }
        }
        self.count += 1;
        if self.count == self.limit {
            (self.count, self.limit) = (0, 2 * self.limit);
            self.seen = Some((state.clone(), head));
        }
        None
    }
}

/// Whether two states of one path go on in the same way if their objects are the same.
fn has_same_frames(a: &State, b: &State) -> bool {
    a.frames.len() == b.frames.len()
        && a.constraints.len() == b.constraints.len()
        && a.guard == b.guard
        && a.inputs.len() == b.inputs.len()
        && a.indeterminate.len() == b.indeterminate.len()
        && a.frames
            .iter()
            .rev()
            .zip(b.frames.iter().rev())
            .all(|(a, b)| is_same_frame(a, b))
}

fn is_same_frame(a: &Rc<Frame>, b: &Rc<Frame>) -> bool {
    Rc::ptr_eq(a, b)
        || (a.func, a.block, a.inst) == (b.func, b.block, b.inst)
            && a.regs == b.regs
            && a.stack_objects == b.stack_objects
            && a.varargs == b.varargs
}

impl Head {
    /// The place of the loop and the function that it is in: in library models, that of the
    /// program's call of them.
    pub(crate) fn place(self, program: &Program, state: &State) -> (Option<LocId>, FuncId) {
        let module = program.module();
        if module.funcs[self.func].user {
            let block = &module.funcs[self.func].blocks[self.block];
            let first = block.insts.iter().find_map(|inst| inst.loc);
            return (first.or(block.loc), self.func);
        }
        let depth = self.depth.min(state.frames.len());
        user_location(program, calls(&state.frames[..depth])).unwrap_or((None, self.func))
    }
}

/// Where a call stands: the function, the block, and the next instruction.
pub(crate) type Call = (FuncId, BlockId, usize);

/// Where the calls of a stack stand.
pub(crate) fn calls(frames: &[Rc<Frame>]) -> impl ExactSizeIterator<Item = Call> {
    frames
        .iter()
        .map(|frame| (frame.func, frame.block, frame.inst))
}

/// The innermost place in the user's functions on a stack of calls, outermost first.
pub(crate) fn user_location(
    program: &Program,
    calls: impl ExactSizeIterator<Item = Call>,
) -> Option<(Option<LocId>, FuncId)> {
    let funcs = &program.module().funcs;
    let depth = calls.len();
    let users = calls
        .enumerate()
        .filter(|(_, (func, ..))| funcs[*func].user);
    let (position, (func, block, inst)) = users.last()?;
    // A call that waits for another one stands behind that.
    let waits = position + 1 < depth;
    let block = &funcs[func].blocks[block];
    let inst = inst.checked_sub(usize::from(waits));
    let place = inst.map_or(block.loc, |inst| match block.insts.get(inst) {
        Some(inst) => inst.loc,
        None => block.loc,
    });
    Some((place, func))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_watched_now_and_then() {
        assert_eq!(watched(0), None);
        assert_eq!(watched(PATIENCE - 1), None);
        assert_eq!(watched(PATIENCE), Some(18));
        assert_eq!(watched(PATIENCE + PATIENCE / WATCHED_PART + 1), None);
        assert_eq!(watched(1 << 30), Some(30));
        for instructions in [0, PATIENCE - 1, PATIENCE, 3 * PATIENCE] {
            let next = instructions + until_watched(instructions);
            assert!(next > instructions && watched(next).is_some());
        }
    }
}
