//! Arguments of variadic functions, laid out as the calling convention of x86-64 says: those that
//! are passed in registers in an area of saved registers, at its end, and the others behind it.

use super::Machine;
use super::intrinsic::Answer;
use crate::memory::{Byte, POINTER_BYTES, Region};
use crate::program::{Callee, Op, Operand, Type};
use crate::state::{State, Stop};
use crate::term::Term;
use crate::value::Value;

/// Numbers of registers for integers and for floats.
const REGISTERS: [u64; 2] = [6, 8];

/// Bytes of a saved register of each kind, and where the area of each kind ends.
const SAVED: [(u64, u64); 2] = [(8, 48), (16, 176)];

/// An argument in memory.
struct Slot {
    at: u64,
    argument: Argument,
}

enum Argument {
    Scalar(Value),
    /// At an address, so many bytes.
    Aggregate(Value, u64),
}

impl Machine<'_> {
    /// Writes a `va_list`; the arguments are its address, and the numbers of registers of each kind
    /// that the parameters take.
    pub(super) fn start_arguments(&mut self, state: &mut State, args: &[Value]) -> Answer {
        let missing = || Stop::missing("the arguments of a variadic function");
        let [list, taken @ ..] = args else {
            return Err(missing());
        };
        let mut left = REGISTERS;
        for (kind, taken) in taken.iter().enumerate().take(2) {
            let taken = self.pool.constant(taken.bits()?).ok_or_else(missing)?;
            left[kind] = left[kind].saturating_sub(taken as u64);
        }
        let types = self.argument_types(state).ok_or_else(missing)?;
        let further = state.frame()?.further.clone();
        let mut saved: [Vec<Argument>; 2] = [Vec::new(), Vec::new()];
        let mut behind = Vec::new();
        for (value, ty) in further.iter().zip(types) {
            let argument = self.argument(value)?;
            let kind = match ty {
                Type::Float(32 | 64) => Some(1),
                Type::Bits(1..=64) | Type::Ptr => Some(0),
                _ => None,
            };
            match kind {
                Some(kind) if left[kind] > 0 => {
                    left[kind] -= 1;
                    saved[kind].push(argument.0);
                }
                _ => behind.push(argument),
            }
        }
        let mut starts = [0; 2];
        let mut slots = Vec::new();
        for (kind, arguments) in saved.into_iter().enumerate() {
            let (bytes, end) = SAVED[kind];
            starts[kind] = end - bytes * arguments.len() as u64;
            for (number, argument) in arguments.into_iter().enumerate() {
                let at = starts[kind] + bytes * number as u64;
                slots.push(Slot { at, argument });
            }
        }
        let overflow = SAVED[1].1;
        let mut end = overflow;
        for (argument, bytes, align) in behind {
            let at = end.next_multiple_of(align);
            end = at + bytes.next_multiple_of(POINTER_BYTES);
            slots.push(Slot { at, argument });
        }
        let bytes = vec![Byte::Fresh; end as usize];
        let size = self.pool.bits(64, u128::from(end));
        let area = self.new_object(state, Region::Stack, 16, size, bytes)?;
        self.fill_slots(state, &area, slots)?;
        let [general, float] = starts.map(|it| Value::Bits(self.pool.bits(32, u128::from(it))));
        let overflow = self.moved(&area, overflow)?;
        for (at, value) in [(0, general), (4, float), (8, overflow), (16, area)] {
            let place = self.moved(list, at)?;
            self.store(state, &place, &value)?;
        }
        Ok(None)
    }

    fn fill_slots(
        &mut self,
        state: &mut State,
        area: &Value,
        slots: Vec<Slot>,
    ) -> Result<(), Stop> {
        for Slot { at, argument } in slots {
            let place = self.moved(area, at)?;
            match argument {
                Argument::Scalar(value) => self.store(state, &place, &value)?,
                Argument::Aggregate(from, bytes) => {
                    let bytes = self.pool.bits(64, u128::from(bytes));
                    self.copy(state, [&place, &from], bytes, false)?;
                }
            }
        }
        Ok(())
    }

    fn moved(&mut self, pointer: &Value, bytes: u64) -> Result<Value, Stop> {
        let distance = self.pool.bits(64, u128::from(bytes));
        Ok(self.advance(&pointer.places()?, distance))
    }

    /// An argument with its size and alignment. An aggregate is a sequence of the address of a copy,
    /// its size, and its alignment.
    fn argument(&mut self, value: &Value) -> Result<(Argument, u64, u64), Stop> {
        if let Value::Tuple(members) = value {
            let number = |at: usize| {
                let term = members.get(at).map(Value::bits).transpose().ok().flatten();
                let number = self.pool.constant(term.unwrap_or(Term::FALSE));
                number.filter(|it| *it > 0).map(|it| it as u64)
            };
            let (Some(from), Some(bytes), Some(align)) = (members.first(), number(1), number(2))
            else {
                return Err(Stop::missing("an aggregate as an argument"));
            };
            let argument = Argument::Aggregate(from.clone(), bytes);
            return Ok((argument, bytes, align.max(POINTER_BYTES)));
        }
        let bytes = crate::memory::stored_bytes(&self.pool, value)?;
        let bytes = bytes.next_multiple_of(POINTER_BYTES);
        Ok((Argument::Scalar(value.clone()), bytes, bytes))
    }

    /// The types of the arguments behind the parameters in the call of this function.
    fn argument_types(&self, state: &State) -> Option<Vec<Type>> {
        let [.., caller, callee] = &state.frames[..] else {
            return None;
        };
        let func = &self.program.funcs[caller.func];
        let inst = func.blocks[caller.block]
            .insts
            .get(caller.inst.checked_sub(1)?)?;
        let Op::Call(Callee::Func(_) | Callee::Value(_), args) = &inst.op else {
            return None;
        };
        let params = self.program.funcs[callee.func].params.len();
        let further = args.get(params..)?;
        let ty = |arg: &Operand| match arg {
            Operand::Local(local) => func.types[*local as usize].clone(),
            Operand::Constant(constant) => constant.ty(),
        };
        let types: Vec<Type> = further.iter().map(ty).collect();
        (types.len() == callee.further.len()).then_some(types)
    }
}
