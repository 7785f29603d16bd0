//! Calls and returns.
//!
//! The frame of a call that has returned is used again for a later one, unless a state shares it.

use super::super::unwind::returned;
use super::decoded::{Entered, Entry};
use super::instruction::{is_open, set_to_copy};
use super::jumps::End;
use super::{Code, Known, Left};
use crate::intrinsic::{self, Called};
use crate::machine::{Machine, TraceStep};
use crate::registers::Registers;
use crate::state::Frame;
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Func, FuncId, Local, Unit};
use std::rc::Rc;

const UNDEFINED: Value = Value::Unit(Unit::Undefined);

/// The maximum number of frames that are kept for later calls.
const MAX_SPARE: usize = 64;

/// What a call does.
enum Outset {
    Returned(Value),
    Frame(Rc<Frame>),
}

impl Machine<'_> {
    /// Executes a call, if that needs no more than its arguments.
    #[inline(never)]
    pub(super) fn enter_fast(
        &mut self,
        result: Option<Local>,
        call: &Entry,
        executed: &mut u64,
    ) -> Left {
        let Some(entry) = self.entry(result, call) else {
            return Left::Slow;
        };
        let caller = self.state.top_mut();
        let position = caller.inst;
        caller.inst += 1;
        self.coverage.reach(caller.func, caller.block, position + 1);
        *executed += 1;
        match entry {
            Outset::Returned(value) => receive(caller, result, call.catches, &value),
            Outset::Frame(frame) => {
                if let Some(trace) = &mut self.trace {
                    trace.push(TraceStep::Call {
                        func: frame.func,
                        inst: position as u32,
                    });
                }
                self.state.frames.push(frame);
            }
        }
        Left::Frame
    }

    /// What a call does, if all arguments are single values.
    fn entry(&mut self, result: Option<Local>, call: &Entry) -> Option<Outset> {
        let (program, settings, spare) = (self.program, self.settings, &mut self.spare);
        let state = &mut *self.state;
        let (heap, loc) = (&mut state.heap, call.loc);
        let is_full = state.frames.len() >= settings.stack_frames;
        let caller = state.frames.last()?;
        call.args.pass(program.consts(caller.func), caller, |args| {
            if args.iter().any(|value| is_open(value)) {
                return None;
            }
            let (entered, is_adapted) = match call.callee {
                Entered::Intrinsic(quick_call) => match quick_call(Known { heap, loc }, args)? {
                    Called::Returned(value) => return Some(Outset::Returned(value)),
                    Called::Entered(entered) => (entered, true),
                },
                Entered::Func(func) if settings.index.is_none() => (all_arguments(func), false),
                _ => return None,
            };
            let body = &program.module().funcs[entered.func];
            let fits = is_adapted || args.len() == body.params.len();
            if is_full || !fits || body.variadic || body.is_declaration() {
                return None;
            }
            let mut frame = spare.pop().unwrap_or_else(|| Rc::new(unused()));
            let made = Rc::make_mut(&mut frame);
            made.func = entered.func;
            made.result = result;
            made.catches = call.catches;
            // Frames share what they have not: waiting states record only differences.
            if caller.varargs.is_empty() && !Rc::ptr_eq(&made.varargs, &caller.varargs) {
                made.varargs = caller.varargs.clone();
            }
            set_parameters(&mut made.regs, body, &entered, args)?;
            Some(Outset::Frame(frame))
        })
    }

    /// Returns to the calling frame, if nothing ends with the innermost one.
    #[inline(never)]
    pub(super) fn leave_fast(&mut self, executed: &mut u64) -> Left {
        let program = self.program;
        let [.., caller, frame] = &mut self.state.frames[..] else {
            return Left::Slow;
        };
        let code = Code::new(program, frame.func, self.coverage);
        let End::Return(place) = code.decoded.block(frame.block).end else {
            return Left::Slow;
        };
        let value = code.peek(frame, place);
        if is_open(value) || !frame.stack_objects.is_empty() {
            return Left::Slow;
        }
        receive(Rc::make_mut(caller), frame.result, frame.catches, value);
        self.coverage.reach(frame.func, frame.block, frame.inst + 1);
        if let Some(trace) = &mut self.trace {
            trace.push(TraceStep::Return);
        }
        let frame = self.state.frames.pop();
        self.keep_spare(frame);
        self.pause_after_return();
        *executed += 1;
        Left::Frame
    }

    /// Keeps a frame for a later call, which resets its registers.
    fn keep_spare(&mut self, frame: Option<Rc<Frame>>) {
        if let Some(mut frame) = frame
            && self.spare.len() < MAX_SPARE
            && frame.varargs.is_empty()
            && let Some(kept) = Rc::get_mut(&mut frame)
        {
            (kept.block, kept.inst, kept.resumable) = (BlockId(0), 0, false);
            self.spare.push(frame);
        }
    }
}

/// A frame without a function.
fn unused() -> Frame {
    Frame {
        func: FuncId(0),
        block: BlockId(0),
        inst: 0,
        regs: Registers::default(),
        result: None,
        stack_objects: Vec::new(),
        varargs: Rc::default(),
        resumable: false,
        catches: false,
    }
}

/// A call of a function whose parameters are the arguments.
fn all_arguments(func: FuncId) -> intrinsic::Entered {
    intrinsic::Entered {
        func,
        first: intrinsic::First::default(),
        rest: 0,
    }
}

/// Sets the parameters of a function in the registers of its frame.
fn set_parameters(
    regs: &mut Registers,
    body: &Func,
    entered: &intrinsic::Entered,
    args: &[&Value],
) -> Option<()> {
    regs.reset(body.locals.len());
    let (first, rest) = body.params.split_at_checked(entered.first.len())?;
    for (param, at) in first.iter().zip(entered.first.iter()) {
        let value = at.map_or(&UNDEFINED, |at| args[at]);
        set_to_copy(regs, param.index(), value);
    }
    for (at, param) in rest.iter().enumerate() {
        let value = args.get(entered.rest + at).copied().unwrap_or(&UNDEFINED);
        set_to_copy(regs, param.index(), value);
    }
    Some(())
}

/// Sets the result of a call in the frame of its caller.
fn receive(caller: &mut Frame, result: Option<Local>, catches: bool, value: &Value) {
    let Some(result) = result else {
        return;
    };
    match catches {
        true => caller.regs[result.index()] = returned(Some(value.clone())),
        false => set_to_copy(&mut caller.regs, result.index(), value),
    }
}
