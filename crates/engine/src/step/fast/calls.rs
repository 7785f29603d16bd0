//! Calls and returns.

use super::super::unwind::returned;
use super::instruction::{is_open, set_to_copy};
use super::{Code, Left};
use crate::intrinsic::Entered;
use crate::machine::{Machine, TraceStep};
use crate::registers::Registers;
use crate::state::Frame;
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Call, Callee, Inst, Terminator, Unit};
use smallvec::SmallVec;
use std::rc::Rc;

const UNDEFINED: Value = Value::Unit(Unit::Undefined);

impl Machine<'_> {
    /// Enters the function that an instruction calls, if that needs no more than its arguments.
    pub(super) fn enter_fast(&mut self, inst: &Inst, call: &Call, executed: &mut u64) -> Left {
        let Some(frame) = self.callee_frame(inst, call) else {
            return Left::Slow;
        };
        let caller = self.state.top_mut();
        let position = caller.inst;
        caller.inst += 1;
        self.coverage.reach(caller.func, caller.block, position + 1);
        if let Some(trace) = &mut self.trace {
            trace.push(TraceStep::Call {
                func: frame.func,
                inst: position as u32,
            });
        }
        self.state.frames.push(frame);
        *executed += 1;
        Left::Frame
    }

    /// The frame of a function that is called, if all arguments are single values.
    fn callee_frame(&self, inst: &Inst, call: &Call) -> Option<Rc<Frame>> {
        let program = self.program;
        let caller = self.state.frames.last()?;
        let code = Code::new(program, caller.func);
        let args = call.args.iter().map(|arg| code.peek(caller, *arg));
        let args: SmallVec<[&Value; 8]> = args.collect();
        if args.iter().any(|value| is_open(value)) {
            return None;
        }
        let entered = match call.callee {
            Callee::Intrinsic(name) => program.quick_call(name)?(&self.state.heap, &args)?,
            Callee::Func(func) if self.settings.index.is_none() => Entered {
                func,
                first: SmallVec::new(),
                rest: 0,
            },
            _ => return None,
        };
        let body = &program.module().funcs[entered.func];
        let is_exact =
            matches!(call.callee, Callee::Intrinsic(_)) || args.len() == body.params.len();
        let is_full = self.state.frames.len() >= self.settings.stack_frames;
        if is_full || !is_exact || body.variadic || body.is_declaration() {
            return None;
        }
        let mut regs = Registers::new(body.locals.len());
        let (first, rest) = body.params.split_at_checked(entered.first.len())?;
        for (param, at) in first.iter().zip(&entered.first) {
            let value = at.map_or(&UNDEFINED, |at| args[at as usize]);
            set_to_copy(&mut regs, param.index(), value);
        }
        for (at, param) in rest.iter().enumerate() {
            let value = args.get(entered.rest + at).copied().unwrap_or(&UNDEFINED);
            set_to_copy(&mut regs, param.index(), value);
        }
        let varargs = match caller.varargs.is_empty() {
            true => caller.varargs.clone(),
            false => Rc::default(),
        };
        Some(Rc::new(Frame {
            func: entered.func,
            block: BlockId(0),
            inst: 0,
            regs,
            result: inst.result,
            stack_objects: Vec::new(),
            varargs,
            resumable: false,
            catches: call.catches,
        }))
    }

    /// Returns to the calling frame, if nothing ends with the innermost one.
    pub(super) fn leave_fast(&mut self, executed: &mut u64) -> Left {
        let Some(value) = self.returned_value() else {
            return Left::Slow;
        };
        let frame = self.state.top();
        self.coverage.reach(frame.func, frame.block, frame.inst + 1);
        let Some(frame) = self.state.frames.pop() else {
            return Left::Slow;
        };
        if let Some(trace) = &mut self.trace {
            trace.push(TraceStep::Return);
        }
        if let Some(result) = frame.result {
            let value = match frame.catches {
                true => returned(Some(value)),
                false => value,
            };
            set_to_copy(&mut self.state.top_mut().regs, result.index(), &value);
        }
        self.pause_after_return();
        *executed += 1;
        Left::Frame
    }

    /// The value that the innermost frame is about to return, if it is a single one.
    fn returned_value(&self) -> Option<Value> {
        let program = self.program;
        let frame = self.state.frames.last()?;
        let func = &program.module().funcs[frame.func];
        let Terminator::Return(Some(operand)) = func.blocks[frame.block].terminator else {
            return None;
        };
        if self.state.frames.len() < 2 || !frame.stack_objects.is_empty() {
            return None;
        }
        let code = Code::new(program, frame.func);
        let value = code.peek(frame, operand);
        (!is_open(value)).then(|| value.clone())
    }
}
