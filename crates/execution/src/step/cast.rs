//! Conversions between types.

use crate::machine::{Machine, Stop};
use crate::value::{ObjectId, Value};
use sheaf_ir::{CastOp, Inst, Operand, Type};
use sheaf_term::{Sort, Term};

impl Machine<'_> {
    pub(super) fn cast(
        &mut self,
        op: CastOp,
        operand: Operand,
        inst: &Inst,
    ) -> Result<Value, Stop> {
        let to = self.result_type(inst);
        let value = self.read(operand);
        match op {
            CastOp::FToS | CastOp::FToU | CastOp::SToF | CastOp::UToF | CastOp::FToF => {
                self.float_cast(op, operand, &value, &to)
            }
            CastOp::Bitcast | CastOp::ToAny => Ok(value),
            CastOp::PtrToBits => self.lift(&value, &mut |machine, value| {
                let address = machine.address_term(value);
                Ok(machine.resize(address, &to, false))
            }),
            CastOp::BitsToPtr => {
                self.require_scalars(&value, operand)?;
                self.lift(&value, &mut |machine, value| {
                    let address = machine.address_term(value);
                    let address = machine.resize(address, &Type::Bits(64), false);
                    Ok(machine.pointer_from(&address))
                })
            }
            CastOp::FromAny => self.cast_from_any(&value, &to),
            CastOp::ZExt | CastOp::SExt | CastOp::Trunc => {
                self.require_scalars(&value, operand)?;
                self.lift(&value, &mut |machine, value| {
                    let term = machine.address_term(value);
                    Ok(machine.resize(term, &to, op == CastOp::SExt))
                })
            }
        }
    }

    /// The type of an instruction's result.
    pub(super) fn result_type(&self, inst: &Inst) -> Type {
        match inst.result {
            Some(result) => self.program.module().funcs[self.func].locals[result]
                .ty
                .clone(),
            None => Type::Any,
        }
    }

    /// Truncates or extends a `Bits` or `Bool` term to a type.
    pub(super) fn resize(&mut self, term: Term, to: &Type, signed: bool) -> Value {
        let pool = &mut *self.pool;
        let width = match to {
            Type::Bits(width) => *width,
            Type::Float(kind) => kind.width(),
            _ => 1,
        };
        let term = match pool.sort(term) {
            Sort::Bool => {
                let one = Value::bits(width, if signed { u128::MAX } else { 1 });
                let zero = Value::bits(width, 0);
                return match pool.has_chosen(term) {
                    true => Value::choice(pool, term, &one, &zero),
                    false => Value::ite(pool, term, &one, &zero),
                };
            }
            Sort::Bits(from) if from > width => pool.extract(term, width - 1, 0),
            Sort::Bits(from) if from < width && signed => pool.sext(term, width),
            Sort::Bits(from) if from < width => pool.zext(term, width),
            _ => term,
        };
        if *to == Type::Bool {
            let one = pool.bits(1, 1);
            let term = pool.eq(term, one);
            return Value::from_term(pool, term);
        }
        Value::from_term(pool, term)
    }

    /// The pointer with an address: a 64-bit value, a choice of such, or a value of pointer width.
    pub fn pointer_from(&mut self, address: &Value) -> Value {
        match address {
            Value::Bits { bits, .. } => self.pointer_at(*bits),
            Value::Term(term) => {
                let address = self.pool.zext(*term, 64);
                let pointer = self.chosen_pointer(address);
                pointer
                    .or_else(|| self.split_base(address))
                    .unwrap_or(Value::SymPtr {
                        object: ObjectId::NONE,
                        offset: address,
                    })
            }
            other => other.clone(),
        }
    }

    /// The pointer of an address `base + offset` whose range lies within one live object.
    fn split_base(&mut self, address: Term) -> Option<Value> {
        let (low, high) = self.pool.range(address);
        let (low, high) = (u64::try_from(low).ok()?, u64::try_from(high).ok()?);
        let [object] = self.state.heap.at_address(low)[..] else {
            return None;
        };
        if self.state.heap.get(object).life.clone().exists(self.pool) != Term::TRUE {
            return None;
        }
        let (base, size) = (
            self.state.heap.layout().base(object),
            self.state.heap.get(object).size.room(),
        );
        if high - base > size {
            return None;
        }
        let base = self.pool.bits(64, u128::from(base));
        let offset = self.pool.sub(address, base);
        Some(Value::pointer(self.pool, object, offset))
    }

    /// Converts a value of unknown type to a known type.
    fn cast_from_any(&mut self, value: &Value, to: &Type) -> Result<Value, Stop> {
        let to = to.clone();
        self.lift(value, &mut |machine, member| {
            if matches!(member, Value::Uninitialized) {
                machine.require_defined(member, "read of an uninitialized variable");
                return Ok(Value::Uninitialized);
            }
            if !machine.has_type(member, &to) {
                let message = format!(
                    "expected {}, but the value is {}",
                    noun(&to),
                    describe(member)
                );
                machine.obligation(sheaf_ir::FailureKind::TypeError, Term::TRUE, &message);
                return Ok(Value::Uninitialized);
            }
            Ok(member.clone())
        })
    }

    /// Whether a value that is not a union belongs to a type.
    pub(super) fn has_type(&self, value: &Value, ty: &Type) -> bool {
        match (value, ty) {
            (_, Type::Any) => true,
            (Value::Ptr { .. } | Value::SymPtr { .. } | Value::Func(_), Type::Ptr) => true,
            (Value::Int(_) | Value::BigInt(_), Type::Int) | (Value::Bool(_), Type::Bool) => true,
            (Value::Bits { width, .. }, Type::Bits(other)) => width == other,
            (Value::Wide(wide), Type::Bits(other)) => wide.0 == *other,
            (Value::Bits { width, .. }, Type::Float(kind)) => *width == kind.width(),
            (Value::Wide(wide), Type::Float(kind)) => wide.0 == kind.width(),
            (Value::Term(term), ty) => match (self.pool.sort(*term), ty) {
                (Sort::Bool, Type::Bool) | (Sort::Int, Type::Int) => true,
                (Sort::Bits(width), Type::Bits(other)) => width == *other,
                (Sort::Bits(width), Type::Float(kind)) => width == kind.width(),
                _ => false,
            },
            (Value::Str(_) | Value::SymStr(_), Type::Str) => true,
            (Value::Tuple(members), Type::Tuple(types)) => {
                members.len() == types.len()
                    && members
                        .iter()
                        .zip(types.iter())
                        .all(|(m, t)| self.has_type(m, t))
            }
            _ => false,
        }
    }
}

fn noun(ty: &Type) -> &'static str {
    match ty {
        Type::Int | Type::Bits(_) => "a number",
        Type::Float(_) => "a float",
        Type::Bool => "a truth value",
        Type::Ptr => "a pointer or function",
        Type::Tuple(_) => "a tuple",
        Type::Str => "a string",
        Type::Any => "a value",
    }
}

fn describe(value: &Value) -> &'static str {
    match value {
        Value::Uninitialized => "uninitialized",
        Value::Bool(_) => "a truth value",
        Value::Ptr { .. } | Value::SymPtr { .. } => "a pointer",
        Value::Func(_) => "a function",
        Value::Tuple(_) => "a tuple",
        Value::Str(_) | Value::SymStr(_) => "a string",
        Value::Unit(unit) => unit.word(),
        Value::Union(_) => "one of several",
        _ => "a number",
    }
}
