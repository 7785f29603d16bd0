//! Constants: which are known statically, and which must be computed by instructions.

use super::types::lower_type;
use super::wide::wide_constant;
use super::{Lower, Lowering, unsupported};
use crate::ll::{Ty, TyKind, Value, ValueKind};
use llvm_sys::LLVMOpcode;
use sheaf_ir::{Const, Type};

/// The result of folding a constant.
pub(super) enum Folded {
    /// Its value.
    Const(Const),
    /// It is a pointer with this address as an integer.
    Address(u64),
    /// The address of this function or global as an integer of pointer width.
    AddressOf(Const),
    /// It must be computed.
    Computed,
}

impl Lowering<'_> {
    /// Evaluates a constant as far as possible without the addresses of objects.
    pub(super) fn fold(&mut self, value: Value) -> Lower<Folded> {
        Ok(match value.kind() {
            ValueKind::LLVMConstantIntValueKind => match (lower_type(value.ty())?, value.integer())
            {
                (Type::Bits(width), Some(value)) => Folded::Const(Const::Bits { width, value }),
                (Type::Tuple(_), _) => Folded::Const(wide_constant(&value.wide_integer())),
                (Type::Bool, Some(value)) => Folded::Const(Const::Bool(value != 0)),
                _ => return unsupported(value.ty().text()),
            },
            ValueKind::LLVMConstantFPValueKind => match lower_type(value.ty())? {
                Type::Float(kind) => match value.float_pattern(kind.width()) {
                    Some(pattern) => Folded::Const(Const::Float(kind, pattern)),
                    None => return unsupported(value.text()),
                },
                _ => return unsupported(value.ty().text()),
            },
            ValueKind::LLVMConstantPointerNullValueKind => Folded::Const(Const::Null),
            ValueKind::LLVMConstantAggregateZeroValueKind => {
                Folded::Const(zero(&lower_type(value.ty())?))
            }
            ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind => {
                Folded::Const(Const::Uninitialized(lower_type(value.ty())?))
            }
            ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantVectorValueKind
            | ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind => self.fold_aggregate(value)?,
            ValueKind::LLVMFunctionValueKind
            | ValueKind::LLVMGlobalVariableValueKind
            | ValueKind::LLVMGlobalAliasValueKind
            | ValueKind::LLVMGlobalIFuncValueKind => Folded::Const(self.address(value)?),
            ValueKind::LLVMBlockAddressValueKind => {
                let labels = self.labels(value.block_address_function());
                let number = labels.numbers.get(&value.block_address_block());
                Folded::Const(Const::Global(
                    labels.global,
                    number.copied().unwrap_or(0) as i64,
                ))
            }
            ValueKind::LLVMConstantExprValueKind => self.fold_expression(value)?,
            _ => return unsupported(value.text()),
        })
    }

    fn fold_aggregate(&mut self, value: Value) -> Lower<Folded> {
        lower_type(value.ty())?;
        let mut members = Vec::new();
        for index in 0..value.ty().count() as u32 {
            let Some(member) = value.aggregate_member(index) else {
                return unsupported(value.text());
            };
            match self.fold(member)? {
                Folded::Const(member) => members.push(member),
                _ => return Ok(Folded::Computed),
            }
        }
        Ok(Folded::Const(Const::Tuple(members.into())))
    }

    fn fold_expression(&mut self, value: Value) -> Lower<Folded> {
        let to = value.ty();
        if to.is_vector() {
            return Ok(Folded::Computed);
        }
        let opcode = value.constant_opcode();
        match opcode {
            LLVMOpcode::LLVMGetElementPtr => self.fold_gep(value),
            LLVMOpcode::LLVMPtrToInt => Ok(match self.fold(value.operand(0))? {
                Folded::Const(Const::Null) => folded_bits(to, 0),
                Folded::Address(address) => folded_bits(to, address.into()),
                Folded::Const(address @ (Const::Global(..) | Const::Func(_)))
                    if to.width() == self.pointer_bits() =>
                {
                    Folded::AddressOf(address)
                }
                _ => Folded::Computed,
            }),
            LLVMOpcode::LLVMIntToPtr => Ok(match self.fold(value.operand(0))? {
                Folded::Const(Const::Bits { value: 0, .. }) => Folded::Const(Const::Null),
                Folded::Const(Const::Bits { value, .. }) => self.folded_address(value as u64),
                Folded::AddressOf(address) => Folded::Const(address),
                _ => Folded::Computed,
            }),
            LLVMOpcode::LLVMBitCast | LLVMOpcode::LLVMAddrSpaceCast
                if to.kind() == TyKind::LLVMPointerTypeKind || to == value.operand(0).ty() =>
            {
                self.fold(value.operand(0))
            }
            LLVMOpcode::LLVMTrunc => Ok(match self.fold(value.operand(0))? {
                Folded::Const(Const::Bits { value, .. }) => folded_bits(to, value),
                _ => Folded::Computed,
            }),
            LLVMOpcode::LLVMAdd
            | LLVMOpcode::LLVMSub
            | LLVMOpcode::LLVMMul
            | LLVMOpcode::LLVMXor => {
                let a = self.fold(value.operand(0))?;
                let b = self.fold(value.operand(1))?;
                Ok(fold_binary(opcode, to, a, b))
            }
            _ => Ok(Folded::Computed),
        }
    }

    fn fold_gep(&mut self, value: Value) -> Lower<Folded> {
        let base = self.fold(value.operand(0))?;
        let Some(offset) = self.constant_offset(value)? else {
            return Ok(Folded::Computed);
        };
        Ok(match base {
            Folded::Const(Const::Global(id, start)) => {
                Folded::Const(Const::Global(id, start.wrapping_add(offset)))
            }
            Folded::Const(Const::Null) if offset == 0 => Folded::Const(Const::Null),
            Folded::Const(Const::Null) => self.folded_address(offset as u64),
            Folded::Address(start) => self.folded_address(start.wrapping_add(offset as u64)),
            Folded::Const(address @ Const::Func(_)) if offset == 0 => Folded::Const(address),
            _ => Folded::Computed,
        })
    }

    /// The constant offset in bytes of an address computation, if all indices are known. An
    /// overflow saturates at an offset beyond all objects.
    pub(super) fn constant_offset(&mut self, value: Value) -> Lower<Option<i64>> {
        let mut ty = value.gep_type();
        let mut offset = 0i128;
        for (position, index) in value.operands().into_iter().enumerate().skip(1) {
            let Folded::Const(Const::Bits { width, value }) = self.fold(index)? else {
                return Ok(None);
            };
            let index = sign_extend(width, value);
            let step = if position > 1 && ty.kind() == TyKind::LLVMStructTypeKind {
                let field = index as u32;
                let step = i128::from(self.layout.offset(ty, field));
                ty = ty.member(field);
                step
            } else {
                if position > 1 {
                    ty = ty.element();
                }
                i128::from(index) * i128::from(self.layout.size(ty))
            };
            offset = offset.saturating_add(step);
        }
        Ok(Some(match value.is_inbounds() {
            true => offset.clamp(i64::MIN.into(), i64::MAX.into()) as i64,
            false => offset as i64,
        }))
    }

    /// An address, truncated to its width.
    fn folded_address(&self, address: u64) -> Folded {
        Folded::Address(address & (u64::MAX >> (64 - self.pointer_bits())))
    }

    /// Width of an address.
    pub(super) fn pointer_bits(&self) -> u32 {
        (self.layout.pointer_bytes() * 8) as u32
    }
}

/// The low 64 bits of a signed integer of some width.
pub(super) fn sign_extend(width: u32, value: u128) -> i64 {
    let shift = 128 - width.clamp(1, 128);
    (((value << shift) as i128) >> shift) as i64
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width.clamp(1, 128))
}

fn folded_bits(ty: Ty, value: u128) -> Folded {
    Folded::Const(match ty.width() {
        1 => Const::Bool(value & 1 != 0),
        width => Const::Bits {
            width,
            value: value & mask(width),
        },
    })
}

fn fold_binary(opcode: LLVMOpcode, ty: Ty, a: Folded, b: Folded) -> Folded {
    use Folded::{AddressOf, Const as Known};
    let subtract = opcode == LLVMOpcode::LLVMSub;
    match (a, b) {
        (Known(Const::Bits { value: a, .. }), Known(Const::Bits { value: b, .. })) => {
            let value = match opcode {
                LLVMOpcode::LLVMAdd => a.wrapping_add(b),
                LLVMOpcode::LLVMSub => a.wrapping_sub(b),
                LLVMOpcode::LLVMMul => a.wrapping_mul(b),
                _ => a ^ b,
            };
            folded_bits(ty, value)
        }
        (AddressOf(Const::Global(a, start)), AddressOf(Const::Global(b, end)))
            if subtract && a == b =>
        {
            folded_bits(ty, start.wrapping_sub(end) as i128 as u128)
        }
        (AddressOf(Const::Global(id, start)), Known(Const::Bits { value, .. }))
            if subtract || opcode == LLVMOpcode::LLVMAdd =>
        {
            let by = value as i64;
            let start = if subtract {
                start.wrapping_sub(by)
            } else {
                start.wrapping_add(by)
            };
            AddressOf(Const::Global(id, start))
        }
        _ => Folded::Computed,
    }
}

/// The constant of a type whose bytes are all zero.
pub(super) fn zero(ty: &Type) -> Const {
    match ty {
        Type::Bool => Const::Bool(false),
        Type::Bits(width) => Const::Bits {
            width: *width,
            value: 0,
        },
        Type::Float(kind) => Const::Float(*kind, 0),
        Type::Tuple(members) => Const::Tuple(members.iter().map(zero).collect()),
        Type::Ptr | Type::Int | Type::Str | Type::Any => Const::Null,
    }
}
