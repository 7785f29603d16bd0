//! Memory: objects, addresses, loads, stores, atomic updates.

use super::constants::sign_extend;
use super::function::FunctionLowering;
use super::types::{element, is_scalar, lower_type};
use super::wide::is_wide;
use super::{Lower, unsupported};
use crate::ll::{Ty, TyKind, Value};
use llvm_sys::LLVMAtomicRMWBinOp;
use sheaf_ir::{
    Alloc, BinaryOp, CastOp, CompareOp, Const, FailureKind, Flags, Op, Operand, Region, Type,
};

/// Whether an address computation adds a variable number of bytes to a literal null, as the macros
/// of `obstack.h` do: in GNU C, that is a conversion of an integer to a pointer.
pub(super) fn converts_integer(value: Value) -> bool {
    value.operand(0).is_null()
        && value.gep_type().kind() == TyKind::LLVMIntegerTypeKind
        && value.gep_type().width() == 8
        && !value.operand(1).is_constant()
}

impl FunctionLowering<'_, '_> {
    pub(super) fn alloca(&mut self, inst: Value) -> Lower<Operand> {
        let ty = inst.allocated_type();
        let width = self.cx.pointer_bits();
        let count = self.operand(inst.operand(0))?;
        let size = self.cx.layout.size(ty);
        let bytes = match self.bits_of(count) {
            Some(count) => self.bits(width, count.wrapping_mul(size.into())),
            None => {
                let count = self.resize(count, width, false);
                let size = self.bits(width, size.into());
                self.binary(BinaryOp::Mul, count, size)
            }
        };
        let alloc = Alloc {
            region: Region::Stack,
            bytes,
            align: inst.align().max(1),
            zeroed: false,
            element: element(ty),
        };
        Ok(self.builder.push(Op::Alloc(Box::new(alloc)), Type::Ptr))
    }

    /// `base` plus the constant indices, and one addition for each variable one. An offset that
    /// overflows is a failure, unless the program defines wrapping.
    pub(super) fn address_computation(&mut self, value: Value) -> Lower<Operand> {
        if value.ty().is_vector() {
            return unsupported("getelementptr of vectors");
        }
        let mut address = self.operand(value.operand(0))?;
        let mut ty = value.gep_type();
        let mut displacement = 0i128;
        let mut steps = Vec::new();
        for (position, index) in value.operands().into_iter().enumerate().skip(1) {
            let index = self.operand(index)?;
            let known = match self.constant_of(index) {
                Some(Const::Bits { width, value }) => Some(sign_extend(*width, *value)),
                _ => None,
            };
            if position > 1 && ty.kind() == TyKind::LLVMStructTypeKind {
                let field = known.unwrap_or(0) as u32;
                displacement = displacement.saturating_add(self.cx.layout.offset(ty, field).into());
                ty = ty.member(field);
                continue;
            }
            if position > 1 {
                ty = ty.element();
            }
            let scale = self.cx.layout.size(ty) as i64;
            match known {
                Some(index) => {
                    let step = i128::from(index) * i128::from(scale);
                    displacement = displacement.saturating_add(step);
                }
                None if is_wide(value.operand(position as u32).ty()) => {
                    return unsupported("getelementptr with a wide index");
                }
                None => steps.push((index, scale)),
            }
        }
        let wraps = !value.is_inbounds();
        if i64::try_from(displacement).is_err() && !wraps {
            let never = self.bool(false);
            self.check(
                never,
                FailureKind::OutOfBounds,
                "the offset of an element overflows",
            );
        }
        let displacement = displacement as i64;
        if let [(index, _)] = steps[..]
            && converts_integer(value)
        {
            let address = self.resize(index, self.cx.pointer_bits(), true);
            return Ok(self.cast(CastOp::BitsToPtr, address, Type::Ptr));
        }
        let count = steps.len();
        for (position, (index, scale)) in steps.into_iter().enumerate() {
            let index = match self.type_of(index) {
                Type::Bool => self.resize(index, 8, true),
                _ => index,
            };
            let (index, scale) = match wraps {
                true => (self.wrapping_offset(index, scale), 1),
                false => (index, scale),
            };
            let is_last = position + 1 == count;
            let op = Op::PtrAdd {
                base: address,
                index,
                scale,
                displacement: if is_last { displacement } else { 0 },
            };
            address = self.builder.push(op, Type::Ptr);
        }
        if count > 0 {
            return Ok(address);
        }
        Ok(self.displace(address, displacement))
    }

    /// Reads a structure in an expression statement whose value is discarded (`p->s;`): clang only
    /// computes its address. The first and the last byte represent all.
    pub(super) fn read_discarded(&mut self, inst: Value, address: Operand) {
        if inst.is_instrumentation() || inst.ty().is_vector() || inst.users().next().is_some() {
            return;
        }
        let mut ty = inst.gep_type();
        for index in inst.operands().into_iter().skip(2) {
            ty = match ty.kind() {
                TyKind::LLVMStructTypeKind => ty.member(index.integer().unwrap_or(0) as u32),
                _ => ty.element(),
            };
        }
        let bytes = self.cx.layout.size(ty);
        if ty.kind() == TyKind::LLVMStructTypeKind && bytes > 0 {
            for offset in [0, bytes - 1] {
                let byte = self.displace(address, offset as i64);
                self.load_scalar(byte, Type::Bits(8));
            }
        }
    }

    /// `index * scale`, modulo the size of the address space.
    fn wrapping_offset(&mut self, index: Operand, scale: i64) -> Operand {
        let width = self.cx.pointer_bits();
        let index = self.resize(index, width, true);
        let scale = self.bits(width, scale as u128);
        self.binary(BinaryOp::Mul, index, scale)
    }

    /// Reads a value of any type, aggregates member by member.
    pub(super) fn load(&mut self, ptr: Operand, ty: Ty) -> Lower<Operand> {
        let lowered = lower_type(ty)?;
        if is_wide(ty) {
            return Ok(self.wide_load(ptr, ty.width()));
        }
        if is_scalar(ty) {
            return Ok(self.load_scalar(ptr, lowered));
        }
        self.check_lanes(ty)?;
        let mut members = Vec::new();
        for index in 0..ty.count() as u32 {
            let at = self.displace(ptr, self.cx.member_offset(ty, index) as i64);
            members.push(self.load(at, ty.member(index))?);
        }
        Ok(self.tuple(members))
    }

    /// Writes a value of any type, aggregates member by member.
    pub(super) fn store(&mut self, ptr: Operand, value: Operand, ty: Ty) -> Lower<()> {
        if is_wide(ty) {
            self.wide_store(ptr, value, ty.width());
            return Ok(());
        }
        if is_scalar(ty) {
            self.builder.push_void(Op::Store { ptr, value });
            return Ok(());
        }
        self.check_lanes(ty)?;
        let members = self.members(value);
        for (index, member) in (0..).zip(members) {
            let at = self.displace(ptr, self.cx.member_offset(ty, index) as i64);
            self.store(at, member, ty.member(index))?;
        }
        Ok(())
    }

    /// Lanes that are not whole bytes are packed in memory; C has no such vectors.
    fn check_lanes(&self, ty: Ty) -> Lower<()> {
        if ty.is_vector() && !self.cx.layout.bits(ty.element()).is_multiple_of(8) {
            return unsupported(format!("access to {}", ty.text()));
        }
        Ok(())
    }

    /// The program is single-threaded, so an atomic update is a load and a store.
    pub(super) fn atomic_update(&mut self, inst: Value) -> Lower<Operand> {
        if is_wide(inst.ty()) {
            return unsupported(format!("atomicrmw of {}", inst.ty().text()));
        }
        let ptr = self.operand(inst.operand(0))?;
        let operand = self.operand(inst.operand(1))?;
        let old = self.load(ptr, inst.ty())?;
        let new = self.updated(inst.atomic_operation(), old, operand)?;
        self.store(ptr, new, inst.ty())?;
        Ok(old)
    }

    fn updated(&mut self, op: LLVMAtomicRMWBinOp, old: Operand, by: Operand) -> Lower<Operand> {
        use LLVMAtomicRMWBinOp::*;
        let op = match op {
            LLVMAtomicRMWBinOpXchg => return Ok(by),
            LLVMAtomicRMWBinOpNand => {
                let both = self.binary(BinaryOp::And, old, by);
                return Ok(self.not(both));
            }
            LLVMAtomicRMWBinOpAdd => BinaryOp::Add,
            LLVMAtomicRMWBinOpSub => BinaryOp::Sub,
            LLVMAtomicRMWBinOpAnd => BinaryOp::And,
            LLVMAtomicRMWBinOpOr => BinaryOp::Or,
            LLVMAtomicRMWBinOpXor => BinaryOp::Xor,
            LLVMAtomicRMWBinOpMax => BinaryOp::SMax,
            LLVMAtomicRMWBinOpMin => BinaryOp::SMin,
            LLVMAtomicRMWBinOpUMax => BinaryOp::UMax,
            LLVMAtomicRMWBinOpUMin => BinaryOp::UMin,
            LLVMAtomicRMWBinOpFAdd => BinaryOp::FAdd,
            LLVMAtomicRMWBinOpFSub => BinaryOp::FSub,
            LLVMAtomicRMWBinOpFMax => BinaryOp::FMax,
            LLVMAtomicRMWBinOpFMin => BinaryOp::FMin,
            LLVMAtomicRMWBinOpUIncWrap | LLVMAtomicRMWBinOpUDecWrap => {
                return unsupported("atomicrmw with wrapping bound");
            }
        };
        Ok(self.scalar_arithmetic(op, Flags::default(), old, by))
    }

    /// The old value, and whether it was the expected one and was replaced.
    pub(super) fn atomic_exchange(&mut self, inst: Value) -> Lower<Operand> {
        let ptr = self.operand(inst.operand(0))?;
        let expected = self.operand(inst.operand(1))?;
        let new = self.operand(inst.operand(2))?;
        let ty = inst.operand(1).ty();
        let old = self.load(ptr, ty)?;
        let equal = self.compare(CompareOp::Eq, old, expected);
        let stored = self.select(equal, new, old);
        self.store(ptr, stored, ty)?;
        Ok(self.tuple(vec![old, equal]))
    }
}
