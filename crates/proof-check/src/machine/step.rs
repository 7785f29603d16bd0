//! One instruction, or the end of a block.

use super::Machine;
use crate::guide::Decision;
use crate::memory::{Byte, Region};
use crate::program::{Callee, Inst, Local, Op, Operand, Program, Target, Terminator, Type};
use crate::state::{State, Stop};
use crate::term::Term;
use crate::value::Value;

/// Where a path goes on.
pub enum Next {
    /// At its next instruction.
    On,
    /// At the start of a block.
    Block,
    /// In two ways, for as long as they have not reached the block of a call, if one is given.
    Fork(Box<[State; 2]>, Option<usize>),
}

/// Which way a path goes on at a condition.
enum Way {
    /// The condition always has this value.
    Only(bool),
    /// Also the other way, with this state, until both reach a block if one is given.
    Both(Box<State>, Option<usize>),
}

impl<'a> Machine<'a> {
    /// Executes the next instruction of a path.
    ///
    /// # Errors
    /// When the path ends.
    pub fn step(&mut self, state: &mut State) -> Result<Next, Stop> {
        let program: &'a Program = self.program;
        let frame = state.frame_mut()?;
        let block = &program.funcs[frame.func].blocks[frame.block];
        match block.insts.get(frame.inst) {
            Some(inst) => {
                frame.inst += 1;
                state.place = inst.place;
                if let Op::Call(Callee::Value(pointer), args) = &inst.op {
                    return self.call_through(state, pointer, args, inst.result.as_ref());
                }
                self.instruction(state, inst)?;
                Ok(Next::On)
            }
            None => {
                state.place = block.place;
                self.terminator(state, &block.terminator)
            }
        }
    }

    fn instruction(&mut self, state: &mut State, inst: &Inst) -> Result<(), Stop> {
        let result = inst.result.as_ref();
        let ty = || {
            let ty = result.map(|(_, ty)| ty);
            ty.ok_or_else(|| Stop::Wrong("an operation without a result".to_string()))
        };
        let value = match &inst.op {
            Op::Scalar(word, operands) => self.scalar(state, word, operands, ty()?)?,
            Op::Checked(word, operands) => self.checked(state, word, operands)?,
            Op::Select([condition, a, b]) => {
                let condition = self.word(state, condition, 1)?;
                let (a, b) = (self.value(state, a)?, self.value(state, b)?);
                Value::choose(&mut self.pool, condition, &a, &b)?
            }
            Op::Tuple(members) => {
                let members = members.iter().map(|it| self.value(state, it));
                Value::Tuple(members.collect::<Result<_, _>>()?)
            }
            Op::Extract(tuple, at) => member(&self.value(state, tuple)?, *at)?.clone(),
            Op::Insert(tuple, at, value) => {
                let tuple = self.value(state, tuple)?;
                member(&tuple, *at)?;
                let Value::Tuple(members) = &tuple else {
                    return Err(Stop::missing("a member of no sequence"));
                };
                let mut members = members.to_vec();
                members[*at] = self.value(state, value)?;
                Value::Tuple(members.into())
            }
            Op::Alloc {
                on_stack,
                bytes,
                align,
                zeroed,
            } => {
                let region = if *on_stack {
                    Region::Stack
                } else {
                    Region::Heap
                };
                let bytes = self.word(state, bytes, 64)?;
                self.allocate(state, region, bytes, *align, *zeroed)?
            }
            Op::PtrAdd {
                base,
                index,
                scale,
                displacement,
            } => self.pointer_add(state, [base, index], [*scale, *displacement])?,
            Op::Load(pointer) => {
                let pointer = self.value(state, pointer)?;
                self.load(state, &pointer, ty()?)?
            }
            Op::Input => self.input(ty()?)?,
            Op::Call(callee, args) => return self.call(state, callee, args, result),
            Op::Other(word) => return Err(Stop::missing(format!("the operation `{word}`"))),
            _ => return self.effect(state, &inst.op),
        };
        self.define(state, result, Some(value))
    }

    /// An instruction without a result.
    fn effect(&mut self, state: &mut State, op: &Op) -> Result<(), Stop> {
        match op {
            Op::Free(pointer) => {
                let pointer = self.value(state, pointer)?;
                self.free(state, &pointer)
            }
            Op::Store(pointer, value) => {
                let (pointer, value) = (self.value(state, pointer)?, self.value(state, value)?);
                self.store(state, &pointer, &value)
            }
            Op::Copy {
                operands: [to, from, bytes],
                may_overlap,
            } => {
                let bytes = self.word(state, bytes, 64)?;
                let (to, from) = (self.value(state, to)?, self.value(state, from)?);
                self.copy(state, [&to, &from], bytes, *may_overlap)
            }
            Op::Set([to, byte, bytes]) => {
                let bytes = self.word(state, bytes, 64)?;
                let to = self.value(state, to)?;
                let byte = self.word(state, byte, 8)?;
                self.fill(state, &to, &Byte::Bits(byte, 0), bytes)
            }
            Op::Assume(condition) => {
                let condition = self.word(state, condition, 1)?;
                self.require_defined(state, condition)?;
                self.assume(state, condition)
            }
            Op::Check(condition, kind) => {
                let condition = self.word(state, condition, 1)?;
                let fails = self.pool.not(condition);
                self.oblige(state, kind, fails)
            }
            _ => Err(Stop::Wrong("an operation without its result".to_string())),
        }
    }

    fn terminator(&mut self, state: &mut State, terminator: &Terminator) -> Result<Next, Stop> {
        match terminator {
            Terminator::Jump(target) => self.jump(state, target),
            Terminator::Branch(condition, [then, otherwise]) => {
                let condition = self.word(state, condition, 1)?;
                self.require_defined(state, condition)?;
                self.branch(state, condition, then, |machine, state| {
                    machine.jump(state, otherwise)
                })
            }
            Terminator::Switch(value, cases, default) => {
                let value = self.bits(state, value)?;
                self.require_defined(state, value)?;
                for (constants, target) in cases {
                    let mut here = Term::FALSE;
                    for constant in constants {
                        let case = self.constant(constant)?.bits()?;
                        if self.pool.width(case) != self.pool.width(value) {
                            return Err(Stop::Wrong("a case of another width".to_string()));
                        }
                        let equal = self.pool.eq(value, case);
                        here = self.pool.or(here, equal);
                    }
                    // Where the path goes on at other cases, it comes back to this block's end.
                    match self.branch(state, here, target, |_, _| Ok(Next::On))? {
                        Next::On => {}
                        other => return Ok(other),
                    }
                }
                self.jump(state, default)
            }
            Terminator::Return(value) => {
                let value = match value {
                    Some(value) => Some(self.value(state, value)?),
                    None => None,
                };
                self.leave(state, value)?;
                Ok(Next::On)
            }
            Terminator::Unreachable => {
                self.oblige(state, "unreachable-call", Term::TRUE)?;
                Err(Stop::Impossible)
            }
            Terminator::Other(word) => Err(Stop::missing(format!("the terminator `{word}`"))),
        }
    }

    /// Goes on at a target if a condition holds, else elsewhere.
    fn branch(
        &mut self,
        state: &mut State,
        condition: Term,
        target: &Target,
        otherwise: impl Fn(&mut Self, &mut State) -> Result<Next, Stop>,
    ) -> Result<Next, Stop> {
        match self.way(state, condition)? {
            Way::Only(true) => self.jump(state, target),
            Way::Only(false) => otherwise(self, state),
            Way::Both(mut other, join) => {
                self.jump(state, target)?;
                otherwise(self, &mut other)?;
                Ok(Next::Fork(Box::new([state.clone(), *other]), join))
            }
        }
    }

    /// Which way a path goes on. If both, it is restricted to the condition, and the other one to
    /// the complement.
    fn way(&mut self, state: &mut State, condition: Term) -> Result<Way, Stop> {
        let not = self.pool.not(condition);
        if condition == Term::TRUE || state.conditions.contains(condition) {
            return Ok(Way::Only(true));
        }
        if condition == Term::FALSE || state.conditions.contains(not) {
            return Ok(Way::Only(false));
        }
        let join = match self.decide(state, condition)? {
            Decision::Neither(_) => return Err(Stop::Impossible),
            Decision::Only(value, _) => {
                state.conditions.learn(if value { condition } else { not });
                return Ok(Way::Only(value));
            }
            Decision::Join(block) => Some(block as usize),
            Decision::Both => None,
        };
        let mut other = state.clone();
        state.conditions.push(condition);
        other.conditions.push(not);
        Ok(Way::Both(Box::new(other), join))
    }

    /// A call through a pointer. Where it may point to several functions, the path goes on in two
    /// ways at the same call.
    fn call_through(
        &mut self,
        state: &mut State,
        pointer: &Operand,
        args: &[Operand],
        result: Option<&(Local, Type)>,
    ) -> Result<Next, Stop> {
        let pointer = self.value(state, pointer)?;
        loop {
            let guard = match self.callee(state, &pointer)? {
                Ok(func) => {
                    self.call(state, &Callee::Func(func), args, result)?;
                    return Ok(Next::On);
                }
                Err(guard) => guard,
            };
            if let Way::Both(mut other, join) = self.way(state, guard)? {
                state.frame_mut()?.inst -= 1;
                other.frame_mut()?.inst -= 1;
                return Ok(Next::Fork(Box::new([state.clone(), *other]), join));
            }
        }
    }

    fn jump(&mut self, state: &mut State, target: &Target) -> Result<Next, Stop> {
        let mut values = Vec::with_capacity(target.args.len());
        for arg in &target.args {
            values.push(self.value(state, arg)?);
        }
        let frame = state.frame_mut()?;
        let block = &self.program.funcs[frame.func].blocks[target.block];
        if block.params.len() != values.len() {
            return Err(Stop::Wrong(
                "a jump with another number of values".to_string(),
            ));
        }
        for ((local, ty), value) in block.params.iter().zip(values) {
            if !value.has_type(&self.pool, ty) {
                return Err(Stop::Wrong(
                    "a jump with a value of another type".to_string(),
                ));
            }
            frame.values[*local as usize] = Some(value);
        }
        (frame.block, frame.inst) = (target.block, 0);
        state.arrived = true;
        Ok(Next::Block)
    }
}

fn member(value: &Value, at: usize) -> Result<&Value, Stop> {
    match value {
        Value::Tuple(members) => {
            let found = members.get(at);
            found.ok_or_else(|| Stop::Wrong("a sequence has no such member".to_string()))
        }
        _ => Err(Stop::missing("a member of no sequence")),
    }
}
