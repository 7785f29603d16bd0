//! Conversions.

use super::function::FunctionLowering;
use super::instructions::opcode_name;
use super::types::{is_scalar, lower_type};
use super::wide::is_wide;
use super::{Lower, unsupported};
use crate::ll::{Ty, Value};
use llvm_sys::LLVMOpcode;
use sheaf_ir::{BinaryOp, CastOp, Operand, Type};

impl FunctionLowering<'_, '_> {
    pub(super) fn conversion(&mut self, opcode: LLVMOpcode, value: Value) -> Lower<Operand> {
        if is_wide(value.ty()) || is_wide(value.operand(0).ty()) {
            return self.wide_conversion(opcode, value);
        }
        let a = self.operand(value.operand(0))?;
        let to = if value.ty().is_vector() {
            lower_type(value.ty().element())?
        } else {
            lower_type(value.ty())?
        };
        self.by_lane(value.ty(), &[a], |this, lane| {
            this.scalar_conversion(opcode, lane[0], to.clone())
        })
    }

    fn scalar_conversion(&mut self, opcode: LLVMOpcode, a: Operand, to: Type) -> Lower<Operand> {
        use LLVMOpcode::*;
        let signed = matches!(opcode, LLVMSIToFP | LLVMFPToSI);
        Ok(match opcode {
            LLVMTrunc => self.cast(CastOp::Trunc, a, to),
            LLVMZExt => self.cast(CastOp::ZExt, a, to),
            LLVMSExt => self.cast(CastOp::SExt, a, to),
            LLVMFPTrunc | LLVMFPExt => self.cast(CastOp::FToF, a, to),
            LLVMFPToUI | LLVMFPToSI => {
                let op = if signed { CastOp::FToS } else { CastOp::FToU };
                if to == Type::Bool {
                    let wide = self.cast(op, a, Type::Bits(8));
                    self.cast(CastOp::Trunc, wide, Type::Bool)
                } else {
                    self.cast(op, a, to)
                }
            }
            LLVMUIToFP | LLVMSIToFP => {
                let op = if signed { CastOp::SToF } else { CastOp::UToF };
                let a = match self.type_of(a) {
                    Type::Bool => self.resize(a, 8, signed),
                    _ => a,
                };
                self.cast(op, a, to)
            }
            LLVMPtrToInt => {
                let address = self.cast(CastOp::PtrToBits, a, Type::Bits(self.cx.pointer_bits()));
                match to {
                    Type::Bits(width) => self.resize(address, width, false),
                    to => self.cast(CastOp::Trunc, address, to),
                }
            }
            LLVMIntToPtr => {
                let address = self.resize(a, self.cx.pointer_bits(), false);
                self.cast(CastOp::BitsToPtr, address, Type::Ptr)
            }
            other => return unsupported(opcode_name(other)),
        })
    }

    /// Reinterprets the bits as another type.
    pub(super) fn reinterpretation(&mut self, value: Value) -> Lower<Operand> {
        let a = self.operand(value.operand(0))?;
        let (from, to) = (value.operand(0).ty(), value.ty());
        let (from_type, to_type) = (lower_type(from)?, lower_type(to)?);
        if from_type == to_type {
            return Ok(a);
        }
        if is_wide(from) || is_wide(to) {
            return unsupported("bitcast of a wide integer");
        }
        if is_scalar(from) && is_scalar(to) {
            return Ok(self.cast(CastOp::Bitcast, a, to_type));
        }
        self.reinterpret_lanes(a, from, to)
    }

    /// As in memory, little-endian: the first lane holds the lowest bits.
    pub(super) fn reinterpret_lanes(&mut self, a: Operand, from: Ty, to: Ty) -> Lower<Operand> {
        let (from_width, to_width) = (self.lane_width(from), self.lane_width(to));
        let to_lane = lower_type(if to.is_vector() { to.element() } else { to })?;
        let mut lanes = Vec::new();
        for lane in self.members(a) {
            lanes.push(self.pattern(lane, from_width)?);
        }
        let lanes: Vec<Operand> = if from_width == to_width {
            lanes
        } else if to_width.is_multiple_of(from_width) && to_width <= 128 {
            let count = (to_width / from_width) as usize;
            lanes
                .chunks(count)
                .map(|part| self.concat(part, from_width, to_width))
                .collect()
        } else if from_width.is_multiple_of(to_width) && from_width <= 128 {
            let mut parts = Vec::new();
            for lane in lanes {
                for low in (0..from_width).step_by(to_width as usize) {
                    parts.push(self.slice(lane, low, to_width));
                }
            }
            parts
        } else {
            return unsupported("bitcast");
        };
        let lanes: Lower<Vec<Operand>> = lanes
            .into_iter()
            .map(|lane| self.value_of_pattern(lane, to_lane.clone()))
            .collect();
        let lanes = lanes?;
        match lanes[..] {
            [single] if !to.is_vector() => Ok(single),
            _ => Ok(self.tuple(lanes)),
        }
    }

    fn lane_width(&self, ty: Ty) -> u32 {
        let lane = if ty.is_vector() { ty.element() } else { ty };
        self.cx.layout.bits(lane) as u32
    }

    /// A scalar as an integer with its bit pattern; a boolean stays one bit in 8.
    fn pattern(&mut self, a: Operand, width: u32) -> Lower<Operand> {
        match self.type_of(a) {
            Type::Bits(_) => Ok(a),
            Type::Bool => Ok(self.resize(a, 8, false)),
            Type::Float(_) => Ok(self.cast(CastOp::Bitcast, a, Type::Bits(width))),
            Type::Ptr => Ok(self.cast(CastOp::PtrToBits, a, Type::Bits(width))),
            _ => unsupported("bitcast"),
        }
    }

    fn value_of_pattern(&mut self, a: Operand, to: Type) -> Lower<Operand> {
        match to {
            Type::Bits(width) => Ok(self.resize(a, width, false)),
            Type::Bool => Ok(self.cast(CastOp::Trunc, a, Type::Bool)),
            Type::Float(_) => Ok(self.cast(CastOp::Bitcast, a, to)),
            Type::Ptr => Ok(self.cast(CastOp::BitsToPtr, a, Type::Ptr)),
            _ => unsupported("bitcast"),
        }
    }

    /// Concatenates parts of `width` bits each, the lowest first.
    fn concat(&mut self, parts: &[Operand], width: u32, to_width: u32) -> Operand {
        let mut whole = self.resize(parts[0], to_width, false);
        for (index, part) in (1..).zip(&parts[1..]) {
            let part = self.resize(*part, to_width, false);
            let distance = self.bits(to_width, u128::from(index * width));
            let part = self.binary(BinaryOp::Shl, part, distance);
            whole = self.binary(BinaryOp::Or, whole, part);
        }
        whole
    }

    /// A slice of bits from `low` on; a single bit becomes an integer of 8 bits.
    fn slice(&mut self, whole: Operand, low: u32, width: u32) -> Operand {
        let from = self.width_of(whole);
        let distance = self.bits(from, low.into());
        let shifted = match low {
            0 => whole,
            _ => self.binary(BinaryOp::LShr, whole, distance),
        };
        self.resize(shifted, width.max(2), false)
    }
}
