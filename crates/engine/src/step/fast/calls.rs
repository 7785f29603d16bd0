//! Calls and returns.
//!
//! The frame of a call that has returned is used again for a later one, unless a state shares it.

use super::super::unwind::returned;
use super::instruction::{is_open, set_to_copy};
use super::{Code, Known, Left};
use crate::intrinsic::{Called, Entered};
use crate::machine::{Machine, TraceStep};
use crate::registers::Registers;
use crate::state::Frame;
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Call, Callee, Func, FuncId, Inst, Terminator, Unit};
use smallvec::SmallVec;
use std::rc::Rc;

const UNDEFINED: Value = Value::Unit(Unit::Undefined);

/// The maximum number of frames that are kept for later calls.
const MAX_SPARE: usize = 64;

/// What a call does.
enum Entry {
    Returned(Value),
    Frame(Rc<Frame>),
}

impl Machine<'_> {
    /// Executes a call, if that needs no more than its arguments.
    pub(super) fn enter_fast(&mut self, inst: &Inst, call: &Call, executed: &mut u64) -> Left {
        let Some(entry) = self.entry(inst, call) else {
            return Left::Slow;
        };
        let caller = self.state.top_mut();
        let position = caller.inst;
        caller.inst += 1;
        self.coverage.reach(caller.func, caller.block, position + 1);
        *executed += 1;
        match entry {
            Entry::Returned(value) => receive(caller, inst.result, call.catches, &value),
            Entry::Frame(frame) => {
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
    fn entry(&mut self, inst: &Inst, call: &Call) -> Option<Entry> {
        let (program, settings, spare) = (self.program, self.settings, &mut self.spare);
        let state = &mut *self.state;
        let (heap, loc) = (&mut state.heap, inst.loc);
        let is_full = state.frames.len() >= settings.stack_frames;
        let caller = state.frames.last()?;
        let code = Code::new(program, caller.func);
        code.with_values(caller, &call.args, |args| {
            if args.iter().any(|value| is_open(value)) {
                return None;
            }
            let (entered, is_adapted) = match call.callee {
                Callee::Intrinsic(name) => {
                    let known = Known { heap, loc };
                    match program.quick_call(name)?(known, args)? {
                        Called::Returned(value) => return Some(Entry::Returned(value)),
                        Called::Entered(entered) => (entered, true),
                    }
                }
                Callee::Func(func) if settings.index.is_none() => (all_arguments(func), false),
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
            made.result = inst.result;
            made.catches = call.catches;
            // Frames share what they have not: waiting states record only differences.
            if caller.varargs.is_empty() && !Rc::ptr_eq(&made.varargs, &caller.varargs) {
                made.varargs = caller.varargs.clone();
            }
            set_parameters(&mut made.regs, body, &entered, args)?;
            Some(Entry::Frame(frame))
        })
    }

    /// Returns to the calling frame, if nothing ends with the innermost one.
    pub(super) fn leave_fast(&mut self, executed: &mut u64) -> Left {
        let program = self.program;
        let [.., caller, frame] = &mut self.state.frames[..] else {
            return Left::Slow;
        };
        let block = &program.module().funcs[frame.func].blocks[frame.block];
        let Terminator::Return(Some(operand)) = block.terminator else {
            return Left::Slow;
        };
        let code = Code::new(program, frame.func);
        let value = code.peek(frame, operand);
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
fn all_arguments(func: FuncId) -> Entered {
    Entered {
        func,
        first: SmallVec::new(),
        rest: 0,
    }
}

/// Sets the parameters of a function in the registers of its frame.
fn set_parameters(
    regs: &mut Registers,
    body: &Func,
    entered: &Entered,
    args: &[&Value],
) -> Option<()> {
    regs.reset(body.locals.len());
    let (first, rest) = body.params.split_at_checked(entered.first.len())?;
    for (param, at) in first.iter().zip(&entered.first) {
        let value = at.map_or(&UNDEFINED, |at| args[at as usize]);
        set_to_copy(regs, param.index(), value);
    }
    for (at, param) in rest.iter().enumerate() {
        let value = args.get(entered.rest + at).copied().unwrap_or(&UNDEFINED);
        set_to_copy(regs, param.index(), value);
    }
    Some(())
}

/// Sets the result of a call in the frame of its caller.
fn receive(caller: &mut Frame, result: Option<sheaf_ir::Local>, catches: bool, value: &Value) {
    let Some(result) = result else {
        return;
    };
    match catches {
        true => caller.regs[result.index()] = returned(Some(value.clone())),
        false => set_to_copy(&mut caller.regs, result.index(), value),
    }
}
