//! Calls and returns.

use super::stack::MAX_STACK;
use super::unwind::{caught, returned};
use crate::index::{ENTRY_STACK, TabulatedCall};
use crate::intrinsic::Effect;
use crate::machine::{Action, Choice, Flow, Machine, Stop, TraceStep};
use crate::memory::{Content, Life};
use crate::outcome::{End, ReasonKind};
use crate::state::Frame;
use crate::value::{ObjectId, Value};
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Call, Callee, FailureKind, FuncId, Inst, Local, NameId, Operand, Type};
use sheaf_term::{Sort, Term};
use std::rc::Rc;

/// What a call does with its result.
#[derive(Clone, Copy)]
struct Caller {
    result: Option<Local>,
    catches: bool,
}

impl Caller {
    fn of(inst: &Inst, call: &Call) -> Caller {
        Caller {
            result: inst.result,
            catches: call.catches,
        }
    }
}

impl Machine<'_> {
    pub(super) fn call(&mut self, inst: &Inst, call: &Call) -> Result<Flow, Stop> {
        match call.callee {
            Callee::Intrinsic(name) => self.call_intrinsic(inst, call, name),
            Callee::Func(func) => {
                let args: Vec<Value> = call.args.iter().map(|arg| self.read(*arg)).collect();
                let settings = self.settings;
                if let Some(index) = &settings.index
                    && self.may_use_index(call)
                {
                    match self.call_by_index(index, inst.result, func, &args)? {
                        TabulatedCall::Result(value) => return Ok(self.complete_call(inst, value)),
                        TabulatedCall::Choose(choices) => {
                            self.state.interrupted += 1;
                            return Ok(Flow::Choose(choices));
                        }
                        TabulatedCall::Ordinary => {}
                    }
                }
                self.enter_function(func, args, Caller::of(inst, call))
            }
            Callee::Value(callee) => {
                let value = self.read(callee);
                let args = call.args.iter().map(|arg| self.read(*arg)).collect();
                match value {
                    Value::Union(_) => Err(Stop::Split(callee)),
                    Value::SymPtr {
                        object: ObjectId::NONE,
                        offset: address,
                    } if !self.pool.has_indeterminate(address) => {
                        self.choose_function(callee, address)
                    }
                    _ => self.call_value(&value, args, Caller::of(inst, call), Some(call)),
                }
            }
        }
    }

    /// Whether a table may stand for a call: the program's own code makes it, and the stack has room
    /// for each run that gives an entry.
    fn may_use_index(&self, call: &Call) -> bool {
        let (frames, bytes) = ENTRY_STACK;
        self.program.module().funcs[self.func].user
            && !call.catches
            && self.state.frames.len() + frames < self.settings.stack_frames
            && self.state.stack_room() + bytes <= MAX_STACK
    }

    /// Completes the current call without entering the function.
    fn complete_call(&mut self, inst: &Inst, value: Value) -> Flow {
        let frame = self.state.top_mut();
        frame.inst += 1;
        if let Some(result) = inst.result {
            frame.regs[result.index()] = value;
        }
        self.pause_after_return();
        Flow::Next
    }

    /// Pauses after a call, where paths may merge.
    pub(super) fn pause_after_return(&mut self) {
        self.paused |= self
            .pause
            .is_some_and(|pause| self.state.frames.len() <= pause.depth);
    }

    /// Resolves a symbolic callee to functions, as choices for the operand.
    fn choose_function(&mut self, callee: Operand, address: Term) -> Result<Flow, Stop> {
        let Operand::Local(local) = callee else {
            let detail = "a call of a computed address".to_string();
            return Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail));
        };
        let found = self.functions_at(address)?;
        let zero = self.pool.bits(64, 0);
        let null = self.pool.eq(address, zero);
        self.obligation(FailureKind::NullDereference, null, "call of a null pointer");
        let mut wild = self.pool.not(null);
        for (same, _) in &found {
            let differs = self.pool.not(*same);
            wild = self.pool.and(wild, differs);
        }
        self.obligation(
            FailureKind::OutOfBounds,
            wild,
            "call of a pointer that is not a function",
        );
        let choices = found.into_iter().map(|(guard, function)| Choice {
            guard,
            action: Action::Bind(local, function),
        });
        Ok(Flow::Choose(choices.collect()))
    }

    /// Calls a function value that is not a union; `call` is the instruction, unless that is the call
    /// of an intrinsic.
    fn call_value(
        &mut self,
        callee: &Value,
        args: Vec<Value>,
        caller: Caller,
        call: Option<&Call>,
    ) -> Result<Flow, Stop> {
        let message = "the function that is called depends on uninitialized memory";
        if self.is_uninitialized_pointer(callee) {
            self.obligation(FailureKind::Uninitialized, Term::TRUE, message);
            return Err(Stop::Failed);
        }
        self.require_defined(callee, message);
        let callee = match callee {
            Value::Ptr {
                object: ObjectId::NONE,
                offset,
            } => self.pointer_at(*offset),
            other => other.clone(),
        };
        match callee {
            Value::Func(func) => {
                if let Some(call) = call {
                    self.check_signature(func, call, caller.result)?;
                }
                let args = self.adapt(func, args)?;
                self.enter_function(func, args, caller)
            }
            Value::Uninitialized => Err(Stop::Failed),
            Value::Ptr {
                object: ObjectId::NONE,
                offset: 0,
            } => {
                self.obligation(
                    FailureKind::NullDereference,
                    Term::TRUE,
                    "call of a null pointer",
                );
                Err(Stop::Failed)
            }
            Value::Ptr { object, .. } if self.holds_values(object) => {
                Err(self.type_error("call of an array or a record"))
            }
            Value::Ptr { .. } => {
                self.obligation(
                    FailureKind::OutOfBounds,
                    Term::TRUE,
                    "call of a pointer that is not a function",
                );
                Err(Stop::Failed)
            }
            Value::SymPtr { .. } => {
                let detail = "a call of a computed address".to_string();
                Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail))
            }
            _ => Err(self.type_error("call of a value that is not a function")),
        }
    }

    /// Whether an object is an array of cells or a record.
    fn holds_values(&self, object: ObjectId) -> bool {
        object != ObjectId::NONE
            && matches!(
                self.state.heap.get(object).content,
                Content::Cells(_) | Content::Record(_) | Content::Table(_)
            )
    }

    /// Checks what values do not show: whether an argument is a float, and the type of the result.
    fn check_signature(
        &mut self,
        func: FuncId,
        call: &Call,
        result: Option<Local>,
    ) -> Result<(), Stop> {
        let funcs = &self.program.module().funcs;
        let (own, body) = (&funcs[self.func], &funcs[func]);
        let is_number = |ty: &Type| matches!(ty, Type::Bool | Type::Bits(_) | Type::Float(_));
        let is_other =
            |given: &Type, wanted: &Type| is_number(given) && is_number(wanted) && given != wanted;
        let mut args = call.args.iter().zip(&body.params);
        let what = match (result, &body.result) {
            (Some(result), Some(given)) if is_other(given, &own.locals[result].ty) => "the result",
            _ if args.any(|(arg, param)| is_other(&own.type_of(*arg), &body.locals[*param].ty)) => {
                "an argument"
            }
            _ => return Ok(()),
        };
        let message = format!("{what} of `{}` has the wrong type", body.name);
        Err(self.type_error(&message))
    }

    /// Converts arguments of an indirect call to the callee's types; pointers and integers of
    /// pointer size are interchangeable.
    fn adapt(&mut self, func: FuncId, mut args: Vec<Value>) -> Result<Vec<Value>, Stop> {
        let program = self.program;
        let body = &program.module().funcs[func];
        if args.len() < body.params.len() || args.len() > body.params.len() && !body.variadic {
            let (given, wanted) = (args.len(), body.params.len());
            let message = format!(
                "`{}` takes {wanted} arguments, but is called with {given}",
                body.name
            );
            return Err(self.type_error(&message));
        }
        for (arg, param) in args.iter_mut().zip(&body.params) {
            let ty = &body.locals[*param].ty;
            *arg = self.lift(arg, &mut |machine, arg| {
                if matches!(arg, Value::Uninitialized) || machine.has_type(arg, ty) {
                    return Ok(arg.clone());
                }
                match (ty, arg.as_u64()) {
                    (Type::Ptr, Some(address)) => Ok(machine.pointer_at(address)),
                    (Type::Bits(width), _)
                        if !arg.is_scalar() && *width == machine.width().bits() =>
                    {
                        let address = machine.address_term(arg);
                        Ok(machine.resize(address, ty, false))
                    }
                    _ => {
                        let message = format!("an argument of `{}` has the wrong type", body.name);
                        machine.mistyped(&message)
                    }
                }
            })?;
        }
        Ok(args)
    }

    /// Pushes a frame; the current instruction is complete when it returns.
    fn enter_function(
        &mut self,
        func: FuncId,
        args: Vec<Value>,
        caller: Caller,
    ) -> Result<Flow, Stop> {
        let program = self.program;
        let body = &program.module().funcs[func];
        if body.is_declaration() {
            return Err(Stop::Unmodelled(
                ReasonKind::UnmodelledCall,
                body.name.to_string(),
            ));
        }
        if self.state.frames.len() >= self.settings.stack_frames {
            let message = format!(
                "more than {} calls on the stack",
                self.settings.stack_frames
            );
            self.obligation(FailureKind::StackOverflow, Term::TRUE, &message);
            return Err(Stop::Failed);
        }
        let inst = self.state.top().inst as u32;
        self.trace(TraceStep::Call { func, inst });
        self.state.top_mut().inst += 1;
        let mut frame = Frame::new(program, func, args, caller.result);
        frame.catches = caller.catches;
        self.state.frames.push(Rc::new(frame));
        Ok(Flow::Next)
    }

    /// Returns from the current function.
    pub(super) fn return_from(&mut self, value: Option<Value>) -> Flow {
        let Some(frame) = self.state.frames.pop() else {
            return Flow::Next;
        };
        self.trace(TraceStep::Return);
        for object in &frame.stack_objects {
            let (heap, pool) = (&mut self.state.heap, &mut *self.pool);
            heap.kill(pool, Term::TRUE, *object, &Life::Returned);
        }
        self.pause_after_return();
        if self.state.frames.is_empty() {
            return self.exit(&value.unwrap_or(Value::Int(0)));
        }
        if let Some(result) = frame.result {
            let value = match value {
                value if frame.catches => returned(value),
                Some(value) => value,
                None => {
                    let program = self.program;
                    let func = self.state.top().func;
                    self.indeterminate(&program.module().funcs[func].locals[result].ty)
                }
            };
            self.state.top_mut().regs[result.index()] = value;
        }
        Flow::Next
    }

    /// Jumps back into the frame at this depth of the stack (0 for the outermost): all inner frames
    /// end, and the call instruction at this point is completed again, with this result. For
    /// intrinsics only.
    pub fn resume(&mut self, depth: usize, block: BlockId, inst: usize, value: Value) {
        self.trace(TraceStep::Elsewhere);
        while self.state.frames.len() > depth + 1 {
            self.return_from(None);
        }
        let program = self.program;
        let frame = self.state.top_mut();
        frame.block = block;
        frame.inst = inst;
        let insts = &program.module().funcs[frame.func].blocks[block].insts;
        if let Some(result) = insts.get(inst).and_then(|inst| inst.result) {
            frame.regs[result.index()] = value;
        }
    }

    /// Ends the program.
    fn exit(&mut self, status: &Value) -> Flow {
        self.check_leaks();
        let status = match status {
            Value::Bits { width, bits } => Some(crate::value::sign_extend(*width, *bits)),
            Value::Int(status) => Some(*status),
            _ => None,
        };
        Flow::End(End::Exit(status))
    }

    fn call_intrinsic(&mut self, inst: &Inst, call: &Call, name: NameId) -> Result<Flow, Stop> {
        let program = self.program;
        let text = &program.module().names[name];
        let Some(run) = program.intrinsic(name) else {
            return Err(Stop::Unmodelled(
                ReasonKind::UnmodelledCall,
                text.to_string(),
            ));
        };
        let args: Vec<Value> = call.args.iter().map(|arg| self.read(*arg)).collect();
        (self.has_changed, self.objects_before) = (false, self.state.heap.len());
        match run(self, &args) {
            effect if self.has_changed && is_repeated(&effect) => {
                let detail = format!("{text} of a value that differs between merged paths");
                Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail))
            }
            Effect::Return(value) => {
                self.state.top_mut().inst += 1;
                if let Some(result) = inst.result {
                    let value = match value {
                        value if call.catches => returned(value),
                        Some(value) => self.fitted(value, &self.result_type(inst))?,
                        None => self.indeterminate(&self.result_type(inst)),
                    };
                    self.state.top_mut().regs[result.index()] = value;
                }
                Ok(Flow::Next)
            }
            Effect::Call(callee, args) => {
                self.call_value(&callee, args, Caller::of(inst, call), None)
            }
            Effect::Throw(value) if call.catches => {
                let frame = self.state.top_mut();
                frame.inst += 1;
                if let Some(result) = inst.result {
                    frame.regs[result.index()] = caught(value);
                }
                Ok(Flow::Next)
            }
            Effect::Throw(value) => self.throw(value),
            Effect::Exit(status) => Ok(self.exit(&status)),
            Effect::NeedConcrete(position) => match call.args.get(position) {
                Some(operand @ Operand::Local(_)) => Err(Stop::Concretize(*operand)),
                _ => Err(Stop::Unmodelled(
                    ReasonKind::UnmodelledCall,
                    text.to_string(),
                )),
            },
            Effect::Fail(kind, message) => {
                self.obligation(kind, Term::TRUE, &message);
                Err(Stop::Failed)
            }
            Effect::Stop(stop) => Err(stop),
            Effect::Unmodelled(detail) => Err(Stop::Unmodelled(ReasonKind::UnmodelledCall, detail)),
            Effect::Drop => Err(Stop::End(End::Dropped)),
        }
    }

    /// Converts a 64-bit result of an intrinsic to its declared type if pointers and sizes have 32
    /// bits.
    fn fitted(&mut self, value: Value, ty: &Type) -> Result<Value, Stop> {
        let Type::Bits(width @ ..64) = *ty else {
            return Ok(value);
        };
        self.lift(&value, &mut |machine, member| {
            Ok(match member {
                Value::Bits { width: 64, bits } => Value::bits(width, u128::from(*bits)),
                Value::Term(term) if machine.pool.sort(*term) == Sort::Bits(64) => {
                    let low = machine.pool.extract(*term, width - 1, 0);
                    Value::from_term(machine.pool, low)
                }
                other => other.clone(),
            })
        })
    }
}

/// Whether the intrinsic is executed again after a decision. That is wrong if it has changed
/// something.
fn is_repeated(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::NeedConcrete(_)
            | Effect::Stop(
                Stop::Decide(_) | Stop::Bounds(_) | Stop::Split(_) | Stop::Concretize(_)
            )
    )
}
