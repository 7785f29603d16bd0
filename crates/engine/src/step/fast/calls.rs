//! Calls and returns.

use super::super::unwind::returned;
use super::{Code, Left};
use crate::intrinsic::Entered;
use crate::machine::{Machine, TraceStep};
use crate::state::Frame;
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_ir::{Call, Callee, Inst, Operand, Terminator};
use smallvec::SmallVec;
use std::rc::Rc;

impl Machine<'_> {
    /// Enters the function that an instruction calls, if that needs no more than its arguments.
    pub(super) fn enter_fast(&mut self, inst: &Inst, call: &Call, executed: &mut u64) -> Left {
        let Some(entered) = self.callee_of(call) else {
            return Left::Slow;
        };
        let program = self.program;
        let body = &program.module().funcs[entered.func];
        let is_full = self.state.frames.len() >= self.settings.stack_frames;
        let fits = entered.args.len() == body.params.len() && !body.variadic;
        if is_full || !fits || body.is_declaration() {
            return Left::Slow;
        }
        let caller = self.state.top_mut();
        let position = caller.inst;
        caller.inst += 1;
        let varargs = caller.varargs.clone();
        self.coverage.reach(caller.func, caller.block, position + 1);
        let mut frame = Frame::new(program, entered.func, Vec::new(), inst.result);
        if varargs.is_empty() {
            frame.varargs = varargs;
        }
        for (param, value) in body.params.iter().zip(entered.args) {
            frame.regs[param.index()] = value;
        }
        frame.catches = call.catches;
        if let Some(trace) = &mut self.trace {
            trace.push(TraceStep::Call {
                func: entered.func,
                inst: position as u32,
            });
        }
        self.state.frames.push(Rc::new(frame));
        *executed += 1;
        Left::Frame
    }

    /// The function that a call enters, with its arguments, if all are single known values.
    fn callee_of(&self, call: &Call) -> Option<Entered> {
        let program = self.program;
        let frame = self.state.frames.last()?;
        let code = Code {
            program,
            func: &program.module().funcs[frame.func],
            consts: program.consts(frame.func),
        };
        let is_single = |value: &Value| !matches!(value, Value::Uninitialized | Value::Union(_));
        let args = call.args.iter().map(|arg| code.peek(frame, *arg));
        let args: SmallVec<[&Value; 8]> = args.collect();
        if !args.iter().all(|value| is_single(value)) {
            return None;
        }
        match call.callee {
            Callee::Intrinsic(name) => {
                let quick = program.quick_call(name)?;
                quick(program.module(), &self.state.heap, &args)
            }
            Callee::Func(func) if self.settings.index.is_none() => Some(Entered {
                func,
                args: args.into_iter().cloned().collect(),
            }),
            _ => None,
        }
    }

    /// Returns to the calling frame, if nothing ends with the innermost one.
    pub(super) fn leave_fast(&mut self, executed: &mut u64) -> Left {
        let program = self.program;
        let Some(value) = self.returned_value() else {
            return Left::Slow;
        };
        let frame = self.state.top();
        self.coverage.reach(frame.func, frame.block, frame.inst + 1);
        let Some(frame) = self.state.frames.pop() else {
            return Left::Slow;
        };
        debug_assert!(program.module().funcs[frame.func].result.is_some());
        if let Some(trace) = &mut self.trace {
            trace.push(TraceStep::Return);
        }
        if let Some(result) = frame.result {
            let value = match frame.catches {
                true => returned(Some(value)),
                false => value,
            };
            self.state.top_mut().regs[result.index()] = value;
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
        let value = match operand {
            Operand::Local(local) => &frame.regs[local.index()],
            Operand::Const(id) => &program.consts(frame.func)[id.index()],
        };
        (!matches!(value, Value::Uninitialized | Value::Union(_))).then(|| value.clone())
    }
}
