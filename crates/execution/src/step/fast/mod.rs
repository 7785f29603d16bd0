//! The fast path for concrete instructions: no terms, no unions, no events. Intrinsics take part
//! in it by shorter ways ([`Intrinsic::quick`](crate::Intrinsic::quick) and
//! [`Intrinsic::quick_call`](crate::Intrinsic::quick_call)).

mod calls;
mod decoded;
mod instruction;
mod jumps;
mod memory;

use crate::coverage::Recorder;
use crate::machine::{Machine, TraceStep};
use crate::memory::Heap;
use crate::program::Program;
use crate::state::Frame;
use crate::value::Value;
pub use decoded::Decoded;
use decoded::{Action, Block, Place};
use instruction::{compare, execute};
use jumps::jump;
use sheaf_ir::index::Idx;
use sheaf_ir::{CompareOp, FuncId, LocId};
use std::rc::Rc;

sheaf_tuning::constants! {
    /// The maximum number of instructions of one call of [`Machine::run_fast`], so that the clock
    /// is checked regularly.
    MAX_BURST: u64 = 1 << 14, 1 => 1 << 18, "instructions";
}

/// The function that is being executed.
struct Code<'p> {
    decoded: &'p Decoded,
    consts: &'p [Value],
    /// The number of its first block: see [`Recorder::first_block`].
    first_block: usize,
}

impl<'p> Code<'p> {
    #[inline(always)]
    fn new(program: &'p Program, func: FuncId, coverage: &Recorder) -> Self {
        Code {
            decoded: program.decoded(func),
            consts: program.consts(func),
            first_block: coverage.first_block(func),
        }
    }

    /// The value at a place, without side effects.
    #[inline(always)]
    fn peek<'v>(&'v self, frame: &'v Frame, place: Place) -> &'v Value {
        place.value(self.consts, frame)
    }
}

/// Why the execution of a frame stopped.
enum Left {
    /// An instruction needs the slow path.
    Slow,
    /// Another frame is the innermost one, or a call has returned.
    Frame,
    /// There is a pause, or the clock is to be checked.
    Rest,
}

impl Machine<'_> {
    /// Executes concrete instructions until one needs the slow path. Returns whether it stopped for
    /// another reason. Between frames, it stops after this many.
    pub(super) fn run_fast(&mut self, fuel: u64) -> bool {
        let most = fuel.min(MAX_BURST.get());
        let mut executed = 0;
        let finished = loop {
            match self.run_frame(&mut executed) {
                Left::Slow => break false,
                Left::Rest => break true,
                Left::Frame if executed >= most || self.paused => break true,
                Left::Frame => {}
            }
        };
        self.state.instructions += executed;
        finished
    }

    /// Executes concrete instructions of the innermost frame, and a call or return after them.
    #[inline(always)]
    fn run_frame(&mut self, executed: &mut u64) -> Left {
        let program = self.program;
        let state = &mut *self.state;
        let depth = state.frames.len();
        let Some(frame) = state.frames.last_mut() else {
            return Left::Slow;
        };
        let frame = Rc::make_mut(frame);
        let code = Code::new(program, frame.func, self.coverage);
        let pause = self.pause.filter(|pause| depth <= pause.depth);
        let joins = pause.map(|pause| pause.joins.of(program.module(), frame.func));
        let (mut at, mut start) = (frame.block, frame.inst);
        let (position, rests) = loop {
            let block = code.decoded.block(at);
            let mut position = start;
            while let Some(step) = block.steps.get(position)
                && execute(&code, frame, &mut state.heap, step)
            {
                position += 1;
            }
            *executed += (position - start) as u64;
            if position < block.steps.len() {
                break (position, false);
            }
            let Some((number, target)) = jump(&code, frame, at, block, self.coverage) else {
                break (position, false);
            };
            if let Some(trace) = &mut self.trace {
                trace.push(TraceStep::Edge {
                    block: at,
                    target: number as u32,
                });
            }
            *executed += 1;
            (at, start) = (target, 0);
            if joins.is_some_and(|joins| joins[at.index()]) {
                self.paused = true;
                break (0, true);
            }
            if *executed >= MAX_BURST.get() {
                break (0, true);
            }
        };
        (frame.block, frame.inst) = (at, position);
        if rests {
            return Left::Rest;
        }
        self.coverage.reach(frame.func, at, position);
        match self.pass(code.decoded.block(at), position) {
            true => {
                *executed += 1;
                Left::Frame
            }
            false => Left::Slow,
        }
    }

    /// Executes the call at a position of the current block, or the return at its end. Returns
    /// whether it did.
    #[inline(always)]
    fn pass(&mut self, block: &Block, position: usize) -> bool {
        match block.steps.get(position) {
            None => self.leave_fast(),
            Some(step) => match &step.action {
                Action::Call(entry) => self.enter_fast(step.result, entry),
                _ => false,
            },
        }
    }
}

/// What a shorter way of an intrinsic works on.
pub struct Known<'a> {
    /// The objects.
    pub heap: &'a mut Heap,
    /// The location of the call.
    pub loc: Option<LocId>,
}

impl Known<'_> {
    /// Whether two values are equal, as the instruction compares them.
    #[inline]
    pub fn are_equal(&self, a: &Value, b: &Value) -> Option<bool> {
        compare(self.heap, CompareOp::Eq, a, b)
    }
}
