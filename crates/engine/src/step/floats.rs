//! Floating-point instructions: exact on concrete operands; a symbolic operand ends the path as not modelled.
//!
//! Changing a sign bit is an operation on bits, so it works on symbolic operands too.

use crate::float;
use crate::machine::{Machine, Stop};
use crate::outcome::ReasonKind;
use crate::value::Value;
use sheaf_ir::{BinaryOp, CastOp, CompareOp, FloatKind, Operand, Type, UnaryOp};

impl Machine<'_> {
    /// The format of a float operand.
    fn float_kind(&self, operand: Operand) -> FloatKind {
        match self.program.module().funcs[self.func].type_of(operand) {
            Type::Float(kind) => kind,
            _ => FloatKind::F64,
        }
    }

    /// The bit pattern of a float operand that must be concrete.
    fn pattern(&mut self, operand: Operand, operation: &str) -> Result<u128, Stop> {
        let value = self.read(operand);
        self.require_defined(
            &value,
            "a floating-point operation depends on uninitialized memory",
        );
        value.as_u128().ok_or_else(|| symbolic_float(operation))
    }

    pub(super) fn float_unary(&mut self, op: UnaryOp, operand: Operand) -> Result<Value, Stop> {
        let kind = self.float_kind(operand);
        if op == UnaryOp::FSqrt {
            let bits = self.pattern(operand, "square root")?;
            return Ok(Value::bits(kind.width(), float::sqrt(kind, bits)));
        }
        let term = self.scalar(operand)?;
        let sign = self.pool.bits(kind.width(), 1 << (kind.width() - 1));
        let result = if op == UnaryOp::FNeg {
            self.pool.bit_xor(term, sign)
        } else {
            let magnitude = self.pool.complement(sign);
            self.pool.bit_and(term, magnitude)
        };
        Ok(Value::from_term(self.pool, result))
    }

    pub(super) fn float_binary(
        &mut self,
        op: BinaryOp,
        a: Operand,
        b: Operand,
    ) -> Result<Value, Stop> {
        type Operation = fn(FloatKind, u128, u128) -> u128;
        let (name, operation): (&str, Operation) = match op {
            BinaryOp::FAdd => ("addition", float::add),
            BinaryOp::FSub => ("subtraction", float::sub),
            BinaryOp::FMul => ("multiplication", float::mul),
            BinaryOp::FDiv => ("division", float::div),
            BinaryOp::FRem => ("remainder", float::fmod),
            BinaryOp::FMin => ("minimum", float::min),
            BinaryOp::FMax => ("maximum", float::max),
            _ => ("copysign", float::copysign),
        };
        let kind = self.float_kind(a);
        let (x, y) = (self.pattern(a, name)?, self.pattern(b, name)?);
        Ok(Value::bits(kind.width(), operation(kind, x, y)))
    }

    pub(super) fn float_compare(
        &mut self,
        op: CompareOp,
        a: Operand,
        b: Operand,
    ) -> Result<Value, Stop> {
        let kind = self.float_kind(a);
        let (x, y) = (
            self.pattern(a, "comparison")?,
            self.pattern(b, "comparison")?,
        );
        Ok(Value::Bool(match op {
            CompareOp::FEq => float::eq(kind, x, y),
            CompareOp::FLt => float::lt(kind, x, y),
            CompareOp::FLe => float::le(kind, x, y),
            _ => float::unordered(kind, x, y),
        }))
    }

    pub(super) fn float_cast(
        &mut self,
        op: CastOp,
        operand: Operand,
        value: &Value,
        to: &Type,
    ) -> Result<Value, Stop> {
        self.require_defined(
            value,
            "a floating-point conversion depends on uninitialized memory",
        );
        let bits = value
            .as_u128()
            .ok_or_else(|| symbolic_float("conversion"))?;
        let from = self.program.module().funcs[self.func].type_of(operand);
        match (op, from, to) {
            (CastOp::FToF, Type::Float(from), Type::Float(to)) => {
                Ok(Value::bits(to.width(), float::to_float(from, *to, bits)))
            }
            (CastOp::SToF | CastOp::UToF, Type::Bits(width), Type::Float(kind)) => {
                let signed = op == CastOp::SToF;
                Ok(Value::bits(
                    kind.width(),
                    float::from_int(*kind, bits, width, signed),
                ))
            }
            (CastOp::SToF | CastOp::UToF, Type::Bool, Type::Float(kind)) => {
                let signed = op == CastOp::SToF;
                Ok(Value::bits(
                    kind.width(),
                    float::from_int(*kind, bits, 1, signed),
                ))
            }
            (CastOp::FToS | CastOp::FToU, Type::Float(kind), Type::Bits(width)) => {
                match float::to_int(kind, bits, *width, op == CastOp::FToS) {
                    Some(value) => Ok(Value::bits(*width, value)),
                    None => Ok(self.indeterminate(to)),
                }
            }
            _ => Err(symbolic_float("conversion")),
        }
    }
}

fn symbolic_float(operation: &str) -> Stop {
    let detail = format!("floating-point {operation} on a symbolic value");
    Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail)
}
