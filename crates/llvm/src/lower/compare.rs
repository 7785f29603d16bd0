//! Comparisons.

use super::Lower;
use super::function::FunctionLowering;
use super::wide::is_wide;
use crate::ll::Value;
use llvm_sys::{LLVMIntPredicate, LLVMRealPredicate};
use sheaf_ir::{BinaryOp, CastOp, CompareOp, Operand, Type};

impl FunctionLowering<'_, '_> {
    pub(super) fn integer_compare(&mut self, inst: Value) -> Lower<Operand> {
        use LLVMIntPredicate::*;
        let a = self.operand(inst.operand(0))?;
        let b = self.operand(inst.operand(1))?;
        let ty = inst.operand(0).ty();
        if is_wide(ty) {
            return Ok(self.wide_compare(inst.integer_predicate(), a, b, ty.width()));
        }
        let (op, swap) = match inst.integer_predicate() {
            LLVMIntEQ => (CompareOp::Eq, false),
            LLVMIntNE => (CompareOp::Ne, false),
            LLVMIntULT => (CompareOp::Ult, false),
            LLVMIntULE => (CompareOp::Ule, false),
            LLVMIntUGT => (CompareOp::Ult, true),
            LLVMIntUGE => (CompareOp::Ule, true),
            LLVMIntSLT => (CompareOp::Slt, false),
            LLVMIntSLE => (CompareOp::Sle, false),
            LLVMIntSGT => (CompareOp::Slt, true),
            LLVMIntSGE => (CompareOp::Sle, true),
        };
        self.by_lane(inst.operand(0).ty(), &[a, b], |this, lane| {
            let (a, b) = if swap {
                (lane[1], lane[0])
            } else {
                (lane[0], lane[1])
            };
            Ok(this.scalar_compare(op, a, b))
        })
    }

    /// Booleans are ordered as one-bit integers, pointers by their addresses.
    pub(super) fn scalar_compare(&mut self, op: CompareOp, a: Operand, b: Operand) -> Operand {
        let signed = matches!(op, CompareOp::Slt | CompareOp::Sle);
        let unsigned = matches!(op, CompareOp::Ult | CompareOp::Ule);
        match self.type_of(a) {
            Type::Bool if signed || unsigned => {
                let a = self.resize(a, 8, signed);
                let b = self.resize(b, 8, signed);
                self.compare(op, a, b)
            }
            Type::Ptr if signed => {
                let width = self.cx.pointer_bits();
                let a = self.cast(CastOp::PtrToBits, a, Type::Bits(width));
                let b = self.cast(CastOp::PtrToBits, b, Type::Bits(width));
                self.compare(op, a, b)
            }
            _ => self.compare(op, a, b),
        }
    }

    pub(super) fn float_compare(&mut self, inst: Value) -> Lower<Operand> {
        let a = self.operand(inst.operand(0))?;
        let b = self.operand(inst.operand(1))?;
        let predicate = inst.float_predicate();
        self.by_lane(inst.operand(0).ty(), &[a, b], |this, lane| {
            Ok(this.float_predicate(predicate, lane[0], lane[1]))
        })
    }

    /// Lowers each predicate to three ordered comparisons: an unordered one is the negation of the
    /// opposite ordered one.
    fn float_predicate(&mut self, predicate: LLVMRealPredicate, a: Operand, b: Operand) -> Operand {
        use LLVMRealPredicate::*;
        let (op, a, b, negate) = match predicate {
            LLVMRealPredicateFalse => return self.bool(false),
            LLVMRealPredicateTrue => return self.bool(true),
            LLVMRealOEQ => (CompareOp::FEq, a, b, false),
            LLVMRealUNE => (CompareOp::FEq, a, b, true),
            LLVMRealOLT => (CompareOp::FLt, a, b, false),
            LLVMRealUGE => (CompareOp::FLt, a, b, true),
            LLVMRealOGT => (CompareOp::FLt, b, a, false),
            LLVMRealULE => (CompareOp::FLt, b, a, true),
            LLVMRealOLE => (CompareOp::FLe, a, b, false),
            LLVMRealUGT => (CompareOp::FLe, a, b, true),
            LLVMRealOGE => (CompareOp::FLe, b, a, false),
            LLVMRealULT => (CompareOp::FLe, b, a, true),
            LLVMRealUNO => (CompareOp::FUnordered, a, b, false),
            LLVMRealORD => (CompareOp::FUnordered, a, b, true),
            LLVMRealONE => {
                let less = self.compare(CompareOp::FLt, a, b);
                let greater = self.compare(CompareOp::FLt, b, a);
                return self.binary(BinaryOp::Or, less, greater);
            }
            LLVMRealUEQ => {
                let unordered = self.compare(CompareOp::FUnordered, a, b);
                let equal = self.compare(CompareOp::FEq, a, b);
                return self.binary(BinaryOp::Or, unordered, equal);
            }
        };
        let holds = self.compare(op, a, b);
        if negate { self.not(holds) } else { holds }
    }
}
