//! Endless loops: a path that returns to the head of a loop in a state in which it was there before
//! never ends.
//!
//! A path that has run long without a fork is watched occasionally. Its state is compared with one
//! of an earlier iteration, which is replaced after 1, 2, 4, ... iterations (Brent, "An improved
//! Monte Carlo factorization algorithm", 1980), so a single copy finds a cycle of any length.
//! States are equal if their frames, objects and conditions are equal and no input was read in
//! between: then the continuation is equal, too. Loops that count, allocate or read are not found,
//! because their states differ.

use crate::joins::Joins;
use crate::memory::Heap;
use crate::program::Program;
use crate::state::{Frame, State};
use sheaf_ir::{BlockId, FuncId, LocId, Module};
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Instructions without a fork before a path is watched.
    PATIENCE: u64 = 1 << 18, 1 => 1 << 20, "instructions";
    /// The fraction of its instructions during which a path is watched.
    WATCHED_PART: u64 = 16, 1 => 256, "one in so many parts";
    /// Comparisons of all objects during one watch: each may cost as much as thousands of
    /// instructions.
    MAX_COMPARISONS: u32 = 128, 1 => 2048, "comparisons";
}

/// The message of an endless loop.
pub const MESSAGE: &str = "a loop never ends";

/// The number of the watch that is active after this many instructions without a fork, if one is.
pub fn watched(instructions: u64) -> Option<u32> {
    let time = instructions.checked_ilog2()?;
    let start = 1 << time;
    let within = instructions - start <= start / WATCHED_PART.get();
    (instructions >= PATIENCE.get() && within).then_some(time)
}

/// Instructions until the next watch of a path that has executed this many without a fork.
pub fn until_watched(instructions: u64) -> u64 {
    let next = (instructions + 1).next_power_of_two().max(PATIENCE.get());
    next - instructions
}

/// A loop head on a path, and the depth of its frame, counted from the outermost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Head {
    depth: usize,
    block: BlockId,
    func: FuncId,
}

/// The iterations of a watched path.
pub struct Rounds {
    /// The number of the watch.
    time: u32,
    /// The reference state, and the outermost head since.
    seen: Option<(Seen, Head)>,
    count: u64,
    /// Iterations after which the reference state is replaced.
    limit: u64,
    /// Number of comparisons of all objects.
    comparisons: u32,
    /// The outermost head of all iterations.
    outermost: Option<Head>,
}

/// A state of an earlier iteration. Its objects are kept only once its frames were met again: a
/// path that goes on has to copy what is kept before it writes.
struct Seen {
    /// The state without objects.
    state: State,
    heap: Option<Heap>,
}

impl Rounds {
    /// No iterations yet.
    pub fn new(time: u32) -> Self {
        Rounds {
            time,
            seen: None,
            count: 0,
            limit: 1,
            comparisons: 0,
            outermost: None,
        }
    }

    /// The number of the watch.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// The outermost loop that the path was seen in.
    pub fn outermost(&self) -> Option<Head> {
        self.outermost
    }

    /// Restarts, because an input was read.
    pub fn forget(&mut self) {
        *self = Rounds {
            outermost: self.outermost,
            comparisons: self.comparisons,
            ..Rounds::new(self.time)
        };
    }

    /// Processes a path that has just entered a block: returns the outermost head of its cycle, if
    /// it was in the same state before.
    pub fn enter_block(&mut self, module: &Module, state: &State, heads: &Joins) -> Option<Head> {
        // A path that has paused may have ended since.
        let top = state.frames.last()?;
        if top.inst > 0 || !heads.of(module, top.func)[top.block.0 as usize] {
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
            if has_same_frames(&seen.state, state) && self.comparisons < MAX_COMPARISONS.get() {
                self.comparisons += 1;
                match &seen.heap {
                    Some(heap) if heap.is_same(&state.heap) => return Some(*outermost),
                    Some(_) => {}
                    None => (seen.heap, *outermost) = (Some(state.heap.clone()), head),
                }
            }
        }
        self.count += 1;
        if self.count == self.limit {
            (self.count, self.limit) = (0, 2 * self.limit);
            let state = State {
                heap: Heap::default(),
                ..state.clone()
            };
            self.seen = Some((Seen { state, heap: None }, head));
        }
        None
    }
}

/// Whether two states of one path continue equally if their objects are equal.
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
    /// The location of the loop and its function; for library models, those of the program's call.
    pub fn place(self, program: &Program, state: &State) -> (Option<LocId>, FuncId) {
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

/// The position of a frame: the function, the block, and the next instruction.
pub type Call = (FuncId, BlockId, usize);

/// The positions of the frames of a stack.
pub fn calls(frames: &[Rc<Frame>]) -> impl ExactSizeIterator<Item = Call> {
    frames
        .iter()
        .map(|frame| (frame.func, frame.block, frame.inst))
}

/// The innermost location in the user's functions on a stack, outermost frame first.
pub fn user_location(
    program: &Program,
    calls: impl ExactSizeIterator<Item = Call>,
) -> Option<(Option<LocId>, FuncId)> {
    let funcs = &program.module().funcs;
    let depth = calls.len();
    let users = calls
        .enumerate()
        .filter(|(_, (func, ..))| funcs[*func].user);
    let (position, (func, block, inst)) = users.last()?;
    // A caller's position is the instruction after the call.
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
        assert_eq!(watched(PATIENCE.get() - 1), None);
        assert_eq!(watched(PATIENCE.get()), Some(18));
        assert_eq!(
            watched(PATIENCE.get() + PATIENCE.get() / WATCHED_PART.get() + 1),
            None
        );
        assert_eq!(watched(1 << 30), Some(30));
        for instructions in [0, PATIENCE.get() - 1, PATIENCE.get(), 3 * PATIENCE.get()] {
            let next = instructions + until_watched(instructions);
            assert!(next > instructions && watched(next).is_some());
        }
    }
}
