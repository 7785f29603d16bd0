//! The initial content of locals and heap memory, where that is an input.
//!
//! Each new object is a separate input, whose words become symbols when they are read. A concrete
//! run identifies objects by counting: it creates the same objects in the same order.

use super::peek;
use crate::machine::Machine;
use crate::memory::{Bytes, Scalars, Size, uninitialized_part, uninitialized_word};
use crate::state::{InputContent, InputRecord};
use crate::value::{ObjectId, Value};
use sheaf_ir::{Element, Op, Operand, Type};
use sheaf_term::{Symbol, Term};
use std::rc::Rc;

impl Machine<'_> {
    /// The uninitialized content of a new object.
    pub(super) fn uninitialized_content(&mut self, size: Size, element: Element) -> Bytes {
        let room = size.room() as usize;
        if !self.settings.uninitialized_inputs {
            return Bytes::uninitialized(room);
        }
        if let Some(supply) = self.supply.as_deref_mut() {
            let mut found = supply.uninitialized();
            found.truncate(room);
            let mut content = Bytes::zeroed(room);
            let (pool, layout) = (&mut *self.pool, self.state.heap.layout());
            content.write_slice(&mut Scalars { pool, layout }, 0, &found);
            return content;
        }
        let origin = self.record_uninitialized(size, element);
        Bytes::uninitialized_input(room, origin)
    }

    /// An uninitialized scalar, or a tuple of them.
    pub(super) fn uninitialized_value(&mut self, ty: &Type) -> Value {
        let (width, element) = match ty {
            Type::Bool => (1, Element::BYTE),
            Type::Bits(width) => (*width, Element::Integer(width.div_ceil(8))),
            Type::Float(kind) => (kind.width(), Element::Float(*kind)),
            Type::Ptr => (64, Element::Integer(8)),
            Type::Tuple(members) => {
                let members = members.iter().map(|ty| self.uninitialized_value(ty));
                return Value::Tuple(Rc::new(members.collect()));
            }
            Type::Int | Type::Str | Type::Any => return self.indeterminate(ty),
        };
        let bits = match self.supply.as_deref_mut() {
            Some(supply) => {
                let mut bytes = supply.uninitialized();
                bytes.resize(16, 0);
                let bytes = bytes.first_chunk().map_or(0, |it| u128::from_le_bytes(*it));
                self.pool.bits(width, bytes)
            }
            None => {
                let size = Size::Known(u64::from(element.bytes()));
                let origin = self.record_uninitialized(size, element);
                uninitialized_word(self.pool, origin, 0, width)
            }
        };
        match ty {
            Type::Bool => {
                let one = self.pool.bits(1, 1);
                let truth = self.pool.eq(bits, one);
                Value::from_term(self.pool, truth)
            }
            Type::Ptr => Value::pointer(self.pool, ObjectId::NONE, bits),
            _ => Value::from_term(self.pool, bits),
        }
    }

    /// Whether an operand is an uninitialized value that is an input.
    pub(super) fn is_uninitialized_input(&self, operand: Operand) -> bool {
        self.settings.uninitialized_inputs
            && matches!(
                peek(self.program, self.state.top(), operand),
                Value::Uninitialized
            )
    }

    /// Whether a condition depends on uninitialized memory only, where that is an input. A read
    /// with a type that does not have all bit patterns, such as `_Bool`, then gives one of the
    /// type's values.
    pub(crate) fn is_of_uninitialized(&self, condition: Term) -> bool {
        let of_uninitialized =
            |symbol: &Symbol| uninitialized_part(self.pool.symbol_info(*symbol)).is_some();
        self.settings.uninitialized_inputs
            && !self.pool.is_const(condition)
            && self.pool.symbols(condition).iter().all(of_uninitialized)
    }

    /// Records the content of a new object as an input; returns the number of inputs before it.
    fn record_uninitialized(&mut self, bytes: Size, element: Element) -> usize {
        let origin = self.state.inputs.len();
        let name = self.variable().into();
        let content = InputContent::Uninitialized {
            origin,
            element,
            bytes,
        };
        self.state.inputs.push(InputRecord { name, content });
        origin
    }

    /// The name of the object that the current instruction creates: that of the variable or, on the
    /// heap, by location.
    fn variable(&self) -> String {
        let module = self.program.module();
        let frame = self.state.top();
        let func = &module.funcs[frame.func];
        let inst = func.blocks[frame.block].insts.get(frame.inst);
        let local = inst.and_then(|inst| match (&inst.op, inst.result) {
            (_, Some(result)) => Some(result),
            (Op::Call(call), None) => match call.args.first() {
                Some(Operand::Local(local)) => Some(*local),
                _ => None,
            },
            _ => None,
        });
        let name = local.and_then(|local| func.locals[local].name.as_deref());
        match name.filter(|_| func.user) {
            Some(name) => name.to_string(),
            None => format!("object of {}", module.describe(self.loc())),
        }
    }
}
