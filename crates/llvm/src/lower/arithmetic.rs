//! Arithmetic on integers and floats, lane by lane for vectors.

use super::Lower;
use super::function::FunctionLowering;
use super::wide::is_wide;
use crate::ll::Value;
use llvm_sys::LLVMOpcode;
use sheaf_ir::{BinaryClass, BinaryOp, CastOp, Flags, Operand, Type};

impl FunctionLowering<'_, '_> {
    /// Lowers an operation with two operands. Only instructions have overflow flags.
    pub(super) fn arithmetic(
        &mut self,
        opcode: LLVMOpcode,
        value: Value,
        is_inst: bool,
    ) -> Lower<Operand> {
        if is_wide(value.ty()) {
            return self.wide_arithmetic(opcode, value);
        }
        let a = self.operand(value.operand(0))?;
        let b = self.operand(value.operand(1))?;
        let op = operation(opcode);
        let may_promise = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
        let flags = Flags {
            no_signed_wrap: is_inst && may_promise && value.no_signed_wrap(),
        };
        self.by_lane(value.ty(), &[a, b], |this, lane| {
            Ok(this.scalar_arithmetic(op, flags, lane[0], lane[1]))
        })
    }

    /// The same for scalars; booleans are one-bit integers.
    pub(super) fn scalar_arithmetic(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        a: Operand,
        b: Operand,
    ) -> Operand {
        if self.type_of(a) != Type::Bool {
            return self.binary_with(op, flags, a, b);
        }
        match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => self.binary(op, a, b),
            BinaryOp::Add | BinaryOp::Sub => self.binary(BinaryOp::Xor, a, b),
            BinaryOp::Mul => self.binary(BinaryOp::And, a, b),
            // Their bounds are those of one bit.
            _ if op.class() == BinaryClass::Saturating => {
                let [a, b] = [a, b].map(|it| self.resize(it, 1, false));
                let bit = self.binary(op, a, b);
                self.cast(CastOp::Trunc, bit, Type::Bool)
            }
            _ => {
                let signed = matches!(
                    op,
                    BinaryOp::SDiv
                        | BinaryOp::SRem
                        | BinaryOp::AShr
                        | BinaryOp::SMin
                        | BinaryOp::SMax
                );
                let a = self.resize(a, 8, signed);
                let b = self.resize(b, 8, signed);
                let wide = self.binary(op, a, b);
                self.cast(CastOp::Trunc, wide, Type::Bool)
            }
        }
    }
}

fn operation(opcode: LLVMOpcode) -> BinaryOp {
    use LLVMOpcode::*;
    match opcode {
        LLVMSub => BinaryOp::Sub,
        LLVMMul => BinaryOp::Mul,
        LLVMUDiv => BinaryOp::UDiv,
        LLVMSDiv => BinaryOp::SDiv,
        LLVMURem => BinaryOp::URem,
        LLVMSRem => BinaryOp::SRem,
        LLVMShl => BinaryOp::Shl,
        LLVMLShr => BinaryOp::LShr,
        LLVMAShr => BinaryOp::AShr,
        LLVMAnd => BinaryOp::And,
        LLVMOr => BinaryOp::Or,
        LLVMXor => BinaryOp::Xor,
        LLVMFAdd => BinaryOp::FAdd,
        LLVMFSub => BinaryOp::FSub,
        LLVMFMul => BinaryOp::FMul,
        LLVMFDiv => BinaryOp::FDiv,
        LLVMFRem => BinaryOp::FRem,
        _ => BinaryOp::Add,
    }
}
