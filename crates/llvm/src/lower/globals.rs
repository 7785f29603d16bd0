//! The initial content of globals.

use super::constants::Folded;
use super::function::FunctionLowering;
use super::wide::is_wide;
use super::{LateInit, Lowering};
use crate::ll::{Ty, TyKind, Value, ValueKind};
use llvm_sys::LLVMOpcode;
use sheaf_ir::{Const, GlobalId, Init, Op, Operand, Reloc, Type};

/// Prefix of the names of constants from which clang initialises locals.
const INITIALIZERS: &str = "__const.";

/// The content of a global under construction.
struct Content {
    global: GlobalId,
    bytes: Vec<u8>,
    relocs: Vec<Reloc>,
}

impl FunctionLowering<'_, '_> {
    /// After a copy of the initial value of a local: the rest of a union after its member is
    /// uninitialized. Other parts without a value, between members and between bit-fields, are zero
    /// as in the initial values of globals.
    pub(super) fn initialized_in_part(&mut self, from: Value, object: Value, to: Operand) {
        if from.kind() != ValueKind::LLVMGlobalVariableValueKind
            || !from.name().starts_with(INITIALIZERS)
        {
            return;
        }
        let mut left_open = Vec::new();
        if let Some(value) = from.initializer() {
            self.cx.undefined_parts(value, 0, &mut left_open);
        }
        let ty = object
            .is_instruction_of(LLVMOpcode::LLVMAlloca)
            .then(|| object.allocated_type());
        left_open.retain(|(offset, _)| ty.is_none_or(|ty| self.cx.is_in_union(ty, *offset)));
        for (offset, bytes) in left_open {
            for offset in offset..offset + bytes {
                let ptr = self.displace(to, offset as i64);
                let value = self.any_value(Type::Bits(8));
                self.builder.push_void(Op::Store { ptr, value });
            }
        }
    }
}

impl Lowering<'_> {
    /// Whether a union of an object contains the byte at this offset, by the names of clang's types.
    fn is_in_union(&self, mut ty: Ty, mut offset: u64) -> bool {
        loop {
            match ty.kind() {
                TyKind::LLVMStructTypeKind if ty.struct_name().starts_with("union.") => {
                    return true;
                }
                TyKind::LLVMStructTypeKind => {
                    let members = (0..ty.count() as u32).rev();
                    let mut starts = members.map(|index| (index, self.layout.offset(ty, index)));
                    let Some((index, start)) = starts.find(|(_, start)| *start <= offset) else {
                        return false;
                    };
                    (ty, offset) = (ty.member(index), offset - start);
                }
                TyKind::LLVMArrayTypeKind => {
                    ty = ty.element();
                    offset %= self.layout.size(ty).max(1);
                }
                _ => return false,
            }
        }
    }

    /// The offset and size of each undefined part of a constant.
    fn undefined_parts(&self, value: Value, offset: u64, parts: &mut Vec<(u64, u64)>) {
        let ty = value.ty();
        match value.kind() {
            ValueKind::LLVMUndefValueValueKind => parts.push((offset, self.layout.size(ty))),
            ValueKind::LLVMConstantArrayValueKind | ValueKind::LLVMConstantStructValueKind => {
                for index in 0..ty.count() as u32 {
                    if let Some(member) = value.aggregate_member(index) {
                        let at = offset + self.member_offset(ty, index);
                        self.undefined_parts(member, at, parts);
                    }
                }
            }
            _ => {}
        }
    }

    /// Lowers the initial content of a defined global.
    pub(super) fn global_content(&mut self, id: GlobalId, definition: Value) {
        let Some(value) = definition.initializer().filter(|value| !value.is_null()) else {
            return;
        };
        let mut content = Content {
            global: id,
            bytes: vec![0; self.module.globals[id].bytes as usize],
            relocs: Vec::new(),
        };
        let late = self.late.len();
        self.fill(&mut content, 0, value);
        if self.late.len() > late {
            self.module.globals[id].constant = false;
        }
        content.relocs.sort_by_key(|reloc| reloc.offset);
        self.module.globals[id].init = Init::Data {
            bytes: content.bytes.into(),
            relocs: content.relocs.into(),
        };
    }

    fn fill(&mut self, content: &mut Content, offset: u64, value: Value) {
        use ValueKind::*;
        if value.is_null() {
            return;
        }
        let ty = value.ty();
        match value.kind() {
            LLVMUndefValueValueKind | LLVMPoisonValueKind => {}
            LLVMConstantDataArrayValueKind
            | LLVMConstantArrayValueKind
            | LLVMConstantStructValueKind
            | LLVMConstantDataVectorValueKind
            | LLVMConstantVectorValueKind => {
                if let Some(bytes) = value.string() {
                    return put(content, offset, &bytes);
                }
                if ty.is_vector() && !self.layout.bits(ty.element()).is_multiple_of(8) {
                    return self.fill_late(content, offset, value);
                }
                for index in 0..ty.count() as u32 {
                    if let Some(member) = value.aggregate_member(index) {
                        let at = offset + self.member_offset(ty, index);
                        self.fill(content, at, member);
                    }
                }
            }
            _ => self.fill_scalar(content, offset, value),
        }
    }

    /// Offset of a member of an aggregate in bytes.
    pub(super) fn member_offset(&self, ty: Ty, index: u32) -> u64 {
        match ty.kind() {
            TyKind::LLVMStructTypeKind => self.layout.offset(ty, index),
            TyKind::LLVMVectorTypeKind => {
                u64::from(index) * self.layout.bits(ty.element()).div_ceil(8)
            }
            _ => u64::from(index) * self.layout.size(ty.element()),
        }
    }

    fn fill_scalar(&mut self, content: &mut Content, offset: u64, value: Value) {
        match self.fold(value) {
            Ok(Folded::Const(Const::Bool(value))) => put(content, offset, &[value.into()]),
            Ok(Folded::Const(Const::Bits { width, value })) => {
                put(
                    content,
                    offset,
                    &value.to_le_bytes()[..width.div_ceil(8) as usize],
                );
            }
            Ok(Folded::Const(Const::Float(kind, pattern))) => {
                put(
                    content,
                    offset,
                    &pattern.to_le_bytes()[..(kind.width() / 8) as usize],
                );
            }
            Ok(Folded::Const(Const::Tuple(_))) if is_wide(value.ty()) => {
                let limbs = value.wide_integer().into_iter();
                let mut bytes: Vec<u8> = limbs.flat_map(u64::to_le_bytes).collect();
                bytes.truncate(value.ty().width().div_ceil(8) as usize);
                put(content, offset, &bytes);
            }
            Ok(Folded::Const(Const::Null | Const::Uninitialized(_))) => {}
            Ok(Folded::Address(address)) => {
                let bytes = self.layout.pointer_bytes() as usize;
                put(content, offset, &address.to_le_bytes()[..bytes]);
            }
            Ok(Folded::Const(value @ (Const::Global(..) | Const::Func(_))))
            | Ok(Folded::AddressOf(value)) => content.relocs.push(Reloc { offset, value }),
            Ok(Folded::Const(_) | Folded::Computed) | Err(_) => {
                self.fill_late(content, offset, value);
            }
        }
    }

    /// Defers a part to the start of the program.
    fn fill_late(&mut self, content: &mut Content, offset: u64, value: Value) {
        self.late.push(LateInit {
            global: content.global,
            offset,
            value,
        });
    }
}

fn put(content: &mut Content, offset: u64, bytes: &[u8]) {
    let start = offset as usize;
    if let Some(place) = content.bytes.get_mut(start..start + bytes.len()) {
        place.copy_from_slice(bytes);
    }
}
