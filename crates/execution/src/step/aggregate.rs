//! Tuples.

use crate::machine::{Machine, Stop};
use crate::value::Value;
use sheaf_ir::Operand;
use std::rc::Rc;

impl Machine<'_> {
    pub(super) fn tuple(&mut self, members: &[Operand]) -> Value {
        Value::Tuple(Rc::new(
            members.iter().map(|member| self.read(*member)).collect(),
        ))
    }

    pub(super) fn extract(&mut self, tuple: Operand, position: u32) -> Result<Value, Stop> {
        let value = self.read(tuple);
        self.lift(&value, &mut |machine, value| match value {
            Value::Tuple(members) if (position as usize) < members.len() => {
                match &members[position as usize] {
                    Value::Uninitialized => Ok(machine.indeterminate_member(tuple, position)),
                    member => Ok(member.clone()),
                }
            }
            _ => Err(machine.not_a_tuple()),
        })
    }

    pub(super) fn insert(
        &mut self,
        tuple: Operand,
        position: u32,
        value: Operand,
    ) -> Result<Value, Stop> {
        let (old, new) = (self.read(tuple), self.read(value));
        self.lift(&old, &mut |machine, old| match old {
            Value::Tuple(members) if (position as usize) < members.len() => {
                let mut members = (**members).clone();
                members[position as usize] = new.clone();
                Ok(Value::Tuple(Rc::new(members)))
            }
            _ => Err(machine.not_a_tuple()),
        })
    }

    /// The verifier excludes it: tuples are typed.
    fn not_a_tuple(&mut self) -> Stop {
        Stop::Unmodelled(
            crate::outcome::ReasonKind::UnmodelledOperation,
            "a tuple operation on another value".into(),
        )
    }

    /// A fresh value for a member of a tuple constant without a value.
    fn indeterminate_member(&mut self, tuple: Operand, position: u32) -> Value {
        match self.program.module().funcs[self.func].type_of(tuple) {
            sheaf_ir::Type::Tuple(types) => self.indeterminate(&types[position as usize]),
            _ => Value::Uninitialized,
        }
    }
}
