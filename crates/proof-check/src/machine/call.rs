//! Calls and returns.

use super::Machine;
use crate::memory::Region;
use crate::program::{Callee, Local, Operand, Type};
use crate::state::{Frame, State, Stop};
use crate::term::Term;
use crate::value::{Base, Value};
use std::rc::Rc;

impl Machine<'_> {
    /// Starts the entry function. Its parameters are inputs.
    pub(crate) fn enter(&mut self, state: &mut State, func: usize) -> Result<(), Stop> {
        let mut args = Vec::new();
        for (_, ty) in &self.program.funcs[func].params {
            args.push(self.input(ty)?);
        }
        self.push(state, func, args, None)
    }

    /// A new input.
    pub(super) fn input(&mut self, ty: &Type) -> Result<Value, Stop> {
        match ty {
            Type::Bits(width) | Type::Float(width) => Ok(Value::Bits(self.fresh(*width)?)),
            _ => Err(Stop::missing("an input of this type")),
        }
    }

    /// The bits of a new input: any, or the next ones of a run.
    pub(super) fn fresh(&mut self, width: u32) -> Result<Term, Stop> {
        let Some(bytes) = &mut self.inputs else {
            return Ok(self.pool.symbol(width, false));
        };
        let count = width.div_ceil(8) as usize;
        if bytes.len() < count {
            return Err(Stop::missing("more inputs than there are"));
        }
        let little_endian = bytes.drain(..count).rev();
        let value = little_endian.fold(0, |high, byte| high << 8 | u128::from(byte));
        Ok(self.pool.bits(width, value))
    }

    /// A call. Its result, if there is one, becomes the value of `result`.
    pub(super) fn call(
        &mut self,
        state: &mut State,
        callee: &Callee,
        args: &[Operand],
        result: Option<&(Local, Type)>,
    ) -> Result<(), Stop> {
        let mut values = Vec::new();
        for arg in args {
            values.push(self.value(state, arg)?);
        }
        match callee {
            Callee::Func(func) => {
                self.require_types(state, *func, args, result)?;
                self.push(state, *func, values, result)
            }
            Callee::Value(_) => Err(Stop::missing("a call through a pointer")),
            Callee::Intrinsic(name) => {
                let value = self.intrinsic(state, name, &values, result)?;
                self.define(state, result, value)
            }
        }
    }

    /// Claims that a call has arguments and a result of the types of the function.
    fn require_types(
        &mut self,
        state: &mut State,
        func: usize,
        args: &[Operand],
        result: Option<&(Local, Type)>,
    ) -> Result<(), Stop> {
        let (caller, callee) = (state.frame()?.func, &self.program.funcs[func]);
        let types = &self.program.funcs[caller].types;
        let passed = args.iter().map(|arg| match arg {
            Operand::Local(local) => types[*local as usize].clone(),
            Operand::Constant(constant) => constant.ty(),
        });
        let expected = callee.params.iter().map(|(_, ty)| ty);
        let are_passed = passed
            .zip(expected)
            .all(|(passed, expected)| passed == *expected);
        let is_returned = result.is_none_or(|(_, ty)| callee.result.as_ref() == Some(ty));
        match are_passed && is_returned {
            true => Ok(()),
            false => {
                self.oblige(state, "type-error", Term::TRUE)?;
                Err(Stop::missing("a call with other types"))
            }
        }
    }

    /// The only function that a pointer may point to, or when it points to one of several.
    pub(super) fn callee(
        &mut self,
        state: &mut State,
        pointer: &Value,
    ) -> Result<Result<usize, Term>, Stop> {
        let mut found = None;
        for place in pointer.places()?.iter() {
            self.require_defined(state, place.guard)?;
            self.require_defined(state, place.offset)?;
            let excluded = self.pool.not(place.guard);
            if state.conditions.contains(excluded) {
                continue;
            }
            if let Some((_, guard)) = found
                && state.conditions.contains(guard)
            {
                break;
            }
            let is_start = self.pool.constant(place.offset) == Some(0);
            match place.base {
                Base::Func(func) if is_start && found.is_none() => {
                    found = Some((func, place.guard));
                }
                Base::Func(_) if is_start => return Ok(Err(found.map_or(Term::TRUE, |it| it.1))),
                Base::Nothing => self.oblige(state, "null-dereference", place.guard)?,
                _ => self.oblige(state, "out-of-bounds", place.guard)?,
            }
        }
        let (func, _) = found.ok_or(Stop::Impossible)?;
        Ok(Ok(func))
    }

    fn push(
        &mut self,
        state: &mut State,
        func: usize,
        mut args: Vec<Value>,
        result: Option<&(Local, Type)>,
    ) -> Result<(), Stop> {
        let callee = &self.program.funcs[func];
        if callee.blocks.is_empty() {
            return Err(Stop::missing(format!(
                "the undefined function `{}`",
                callee.name
            )));
        }
        let params = callee.params.len();
        if args.len() < params || args.len() > params && !callee.variadic {
            return Err(Stop::missing("a call with another number of arguments"));
        }
        if state.frames.len() as u64 >= self.scope.calls {
            self.oblige(state, "stack-overflow", Term::TRUE)?;
        }
        let further = args.split_off(params);
        let mut values = vec![None; callee.types.len()];
        for ((local, _), value) in callee.params.iter().zip(args) {
            values[*local as usize] = Some(value);
        }
        let frame = Frame {
            number: self.next_call(),
            func,
            block: 0,
            inst: 0,
            values,
            further: further.into(),
            objects: Vec::new(),
            result: result.map(|(local, _)| *local),
        };
        state.frames.push(Rc::new(frame));
        Ok(())
    }

    /// Sets the result of an instruction.
    pub(super) fn define(
        &mut self,
        state: &mut State,
        result: Option<&(Local, Type)>,
        value: Option<Value>,
    ) -> Result<(), Stop> {
        if let Some((local, ty)) = result {
            let value = value.ok_or_else(|| Stop::missing("the result of a call without one"))?;
            if !value.has_type(&self.pool, ty) {
                return Err(Stop::missing("a result of another type"));
            }
            state.frame_mut()?.values[*local as usize] = Some(value);
        }
        Ok(())
    }

    /// Returns to the caller.
    pub(super) fn leave(&mut self, state: &mut State, value: Option<Value>) -> Result<(), Stop> {
        let frame = state.frames.pop().ok_or(Stop::End)?;
        for id in &frame.objects {
            let object = state.memory.object_mut(*id)?;
            if object.region == Region::Stack {
                object.alive = Term::FALSE;
                state.stack_bytes = state.stack_bytes.saturating_sub(object.room());
            }
        }
        if state.frames.is_empty() {
            self.status = value.and_then(|it| it.bits().ok());
            self.show_no_leak(state, None)?;
            return Err(Stop::End);
        }
        if let Some(local) = frame.result {
            let value = value.ok_or_else(|| Stop::missing("the result of a call without one"))?;
            state.frame_mut()?.values[local as usize] = Some(value);
        }
        Ok(())
    }
}
