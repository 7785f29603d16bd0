//! Instructions and constant expressions, by opcode.

use super::constants::Folded;
use super::function::FunctionLowering;
use super::sanitizer::is_record;
use super::types::lower_type;
use super::{Lower, unsupported};
use crate::ll::{Value, ValueKind};
use llvm_sys::LLVMOpcode;
use sheaf_ir::{CastOp, Op, Operand, Type, UnaryOp};

impl FunctionLowering<'_, '_> {
    /// Lowers an instruction that is not a terminator; returns its result, if it has one.
    pub(super) fn instruction(&mut self, inst: Value) -> Lower<Option<Operand>> {
        use LLVMOpcode::*;
        let opcode = inst.opcode();
        match opcode {
            LLVMAlloca => self.alloca(inst).map(Some),
            LLVMLoad if is_record(inst) => {
                let width = inst.ty().width();
                Ok(Some(self.bits(width, 0)))
            }
            LLVMLoad => {
                let ptr = self.operand(inst.operand(0))?;
                self.load(ptr, inst.ty()).map(Some)
            }
            LLVMStore => {
                let value = self.operand(inst.operand(0))?;
                let ptr = self.operand(inst.operand(1))?;
                self.store(ptr, value, inst.operand(0).ty())?;
                Ok(None)
            }
            LLVMAtomicRMW => self.atomic_update(inst).map(Some),
            LLVMAtomicCmpXchg => self.atomic_exchange(inst).map(Some),
            LLVMFence => Ok(None),
            LLVMCall => self.call_instruction(inst),
            LLVMICmp => self.integer_compare(inst).map(Some),
            LLVMFCmp => self.float_compare(inst).map(Some),
            LLVMSelect => self.select_instruction(inst).map(Some),
            LLVMFreeze => {
                let value = self.operand(inst.operand(0))?;
                Ok(Some(self.unary(UnaryOp::Freeze, value)))
            }
            LLVMFNeg => {
                let a = self.operand(inst.operand(0))?;
                let negated = self.by_lane(inst.operand(0).ty(), &[a], |this, lane| {
                    Ok(this.unary(UnaryOp::FNeg, lane[0]))
                });
                negated.map(Some)
            }
            LLVMExtractValue => self.extract_value(inst).map(Some),
            LLVMInsertValue => self.insert_value(inst).map(Some),
            _ => self
                .expression(
                    opcode,
                    inst,
                    inst.kind() == ValueKind::LLVMInstructionValueKind,
                )
                .map(Some),
        }
    }

    /// Lowers opcodes that may be instructions or constant expressions.
    fn expression(&mut self, opcode: LLVMOpcode, value: Value, is_inst: bool) -> Lower<Operand> {
        use LLVMOpcode::*;
        match opcode {
            LLVMGetElementPtr => {
                let address = self.address_computation(value)?;
                if is_inst {
                    self.read_discarded(value, address);
                }
                Ok(address)
            }
            LLVMTrunc | LLVMZExt | LLVMSExt | LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP
            | LLVMFPTrunc | LLVMFPExt | LLVMPtrToInt | LLVMIntToPtr => {
                self.conversion(opcode, value)
            }
            LLVMBitCast | LLVMAddrSpaceCast => self.reinterpretation(value),
            LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl
            | LLVMLShr | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor | LLVMFAdd | LLVMFSub | LLVMFMul
            | LLVMFDiv | LLVMFRem => self.arithmetic(opcode, value, is_inst),
            LLVMExtractElement => self.extract_element(value),
            LLVMInsertElement => self.insert_element(value),
            LLVMShuffleVector => self.shuffle(value),
            _ => unsupported(opcode_name(opcode)),
        }
    }

    /// The operand of a constant. One that must be computed is recomputed at each use, since no
    /// block dominates them all.
    pub(super) fn constant(&mut self, value: Value) -> Lower<Operand> {
        let pointer_bits = self.cx.pointer_bits();
        match self.cx.fold(value)? {
            Folded::Const(known) => {
                let operand = self.builder.constant(known);
                self.values.insert(value, operand);
                Ok(operand)
            }
            Folded::Address(address) => {
                let bits = self.bits(pointer_bits, address.into());
                Ok(self.cast(CastOp::BitsToPtr, bits, Type::Ptr))
            }
            Folded::AddressOf(object) => {
                let ptr = self.builder.constant(object);
                Ok(self.cast(CastOp::PtrToBits, ptr, Type::Bits(pointer_bits)))
            }
            Folded::Computed if value.kind() == ValueKind::LLVMConstantExprValueKind => {
                self.expression(value.constant_opcode(), value, false)
            }
            Folded::Computed => {
                let mut members = Vec::new();
                for index in 0..value.ty().count() as u32 {
                    match value.aggregate_member(index) {
                        Some(member) => members.push(self.operand(member)?),
                        None => return unsupported(value.text()),
                    }
                }
                Ok(self.tuple(members))
            }
        }
    }

    fn select_instruction(&mut self, inst: Value) -> Lower<Operand> {
        let condition = self.operand(inst.operand(0))?;
        let a = self.operand(inst.operand(1))?;
        let b = self.operand(inst.operand(2))?;
        if inst.operand(0).ty().is_vector() {
            return self.by_lane(inst.ty(), &[condition, a, b], |this, lane| {
                Ok(this.select(lane[0], lane[1], lane[2]))
            });
        }
        Ok(self.select(condition, a, b))
    }

    fn extract_value(&mut self, inst: Value) -> Lower<Operand> {
        if let Some(result) = self.checked_result(inst)? {
            return Ok(result);
        }
        let mut value = self.operand(inst.operand(0))?;
        for index in inst.indices() {
            value = self.member(value, index);
        }
        Ok(value)
    }

    fn insert_value(&mut self, inst: Value) -> Lower<Operand> {
        let aggregate = self.operand(inst.operand(0))?;
        let value = self.operand(inst.operand(1))?;
        lower_type(inst.ty())?;
        Ok(self.replace(aggregate, &inst.indices(), value))
    }

    /// A tuple with the member at a path of indices replaced.
    fn replace(&mut self, tuple: Operand, path: &[u32], value: Operand) -> Operand {
        match path {
            [] => value,
            [index] => self.insert(tuple, *index, value),
            [index, rest @ ..] => {
                let inner = self.member(tuple, *index);
                let inner = self.replace(inner, rest, value);
                self.insert(tuple, *index, inner)
            }
        }
    }

    pub(super) fn insert(&mut self, tuple: Operand, index: u32, value: Operand) -> Operand {
        let ty = self.type_of(tuple);
        let mut members = self.members.get(&tuple).cloned();
        if members.is_none() && matches!(tuple, Operand::Const(_)) {
            members = Some(self.members(tuple));
        }
        let new = self.builder.push(Op::Insert(tuple, index, value), ty);
        if let Some(mut members) = members {
            members[index as usize] = value;
            self.members.insert(new, members);
        }
        new
    }
}

/// The name of an opcode in LLVM's textual form.
pub(super) fn opcode_name(opcode: LLVMOpcode) -> String {
    format!("{opcode:?}")
        .trim_start_matches("LLVM")
        .to_lowercase()
}
