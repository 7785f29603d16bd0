//! Operations of dynamic languages: see [`sheaf_ir::dynamic`].

use crate::machine::{Machine, Stop};
use crate::value::Value;
use sheaf_ir::{DynamicOp, Kind, Operand, Unit};
use sheaf_term::Sort;

impl Machine<'_> {
    pub(super) fn dynamic(&mut self, op: DynamicOp, operands: &[Operand]) -> Result<Value, Stop> {
        match (op, operands) {
            (DynamicOp::Kind, [value]) => self.kind(*value),
            (DynamicOp::TableNew, []) => Ok(self.new_table()),
            (DynamicOp::TableGet, [table, key]) => self.table_get(*table, *key),
            (DynamicOp::TableFind, [table, key]) => self.table_find(*table, *key),
            (DynamicOp::TableSet, [table, key, value]) => self
                .table_set(*table, *key, *value)
                .map(|()| Value::Uninitialized),
            (DynamicOp::TableSize, [table]) => self.table_size(*table),
            (DynamicOp::TableKey, [table, position]) => self.table_key(*table, *position),
            _ => self.string_op(op, operands),
        }
    }

    fn kind(&mut self, operand: Operand) -> Result<Value, Stop> {
        let value = self.read(operand);
        self.lift(&value, &mut |machine, member| {
            machine.require_defined(member, "read of an uninitialized variable");
            let kind = machine.kind_of(member);
            Ok(Value::bits(8, kind as u128))
        })
    }

    /// The kind of a non-union.
    pub fn kind_of(&self, value: &Value) -> Kind {
        match value {
            Value::Uninitialized | Value::Unit(Unit::Empty) => Kind::Empty,
            Value::Unit(Unit::Undefined) => Kind::Undefined,
            Value::Unit(Unit::Null) => Kind::Null,
            Value::Bool(_) => Kind::Bool,
            Value::Bits { width: 64, .. } => Kind::Float,
            Value::Bits { .. } | Value::Wide(_) => Kind::Integer,
            Value::Int(_) | Value::BigInt(_) => Kind::Int,
            Value::Term(term) => match self.pool.sort(*term) {
                Sort::Bool => Kind::Bool,
                Sort::Bits(64) => Kind::Float,
                Sort::Int => Kind::Int,
                _ => Kind::Integer,
            },
            Value::Ptr { .. } | Value::SymPtr { .. } => Kind::Pointer,
            Value::Func(_) => Kind::Function,
            Value::Str(_) | Value::SymStr(_) => Kind::Str,
            Value::Tuple(_) | Value::Union(_) => Kind::Tuple,
        }
    }
}
