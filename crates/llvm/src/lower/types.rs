//! Types.

use super::wide::wide_type;
use super::{Lower, unsupported};
use crate::ll::{Ty, TyKind};
use sheaf_ir::types::MAX_NESTING;
use sheaf_ir::{Element, FloatKind, Type};

/// Maximum number of members of an aggregate value; C handles larger ones in memory.
const MAX_MEMBERS: u64 = 4096;

/// The type of a value. Vectors, structures and arrays are tuples.
pub(super) fn lower_type(ty: Ty) -> Lower<Type> {
    let mut members = MAX_MEMBERS;
    lower_type_at(ty, 0, &mut members)
}

fn lower_type_at(ty: Ty, depth: u32, members: &mut u64) -> Lower<Type> {
    Ok(match ty.kind() {
        TyKind::LLVMIntegerTypeKind => match ty.width() {
            1 => Type::Bool,
            width @ 2..=128 => Type::Bits(width),
            width => match wide_type(width) {
                Some(limbs) => limbs,
                None => return unsupported(ty.text()),
            },
        },
        TyKind::LLVMHalfTypeKind => Type::Float(FloatKind::F16),
        TyKind::LLVMFloatTypeKind => Type::Float(FloatKind::F32),
        TyKind::LLVMDoubleTypeKind => Type::Float(FloatKind::F64),
        TyKind::LLVMX86_FP80TypeKind => Type::Float(FloatKind::F80),
        TyKind::LLVMFP128TypeKind => Type::Float(FloatKind::F128),
        TyKind::LLVMPointerTypeKind => Type::Ptr,
        TyKind::LLVMStructTypeKind | TyKind::LLVMArrayTypeKind | TyKind::LLVMVectorTypeKind => {
            if depth >= MAX_NESTING || ty.count() > *members {
                return unsupported(ty.text());
            }
            *members -= ty.count();
            let all: Lower<Box<[Type]>> = (0..ty.count() as u32)
                .map(|index| lower_type_at(ty.member(index), depth + 1, members))
                .collect();
            Type::Tuple(all?)
        }
        _ => return unsupported(ty.text()),
    })
}

/// The type of a result: `None` for `void`.
pub(super) fn lower_result(ty: Ty) -> Lower<Option<Type>> {
    if ty.is_void() {
        return Ok(None);
    }
    lower_type(ty).map(Some)
}

/// The element type of an object of the type.
pub(super) fn element(ty: Ty) -> Element {
    let mut leaf = ty;
    while leaf.kind() == TyKind::LLVMArrayTypeKind {
        leaf = leaf.element();
    }
    if !is_scalar(leaf) {
        return Element::BYTE;
    }
    match lower_type(leaf) {
        Ok(Type::Bits(width @ (16 | 32 | 64 | 128))) => Element::Integer(width / 8),
        Ok(Type::Float(kind)) => Element::Float(kind),
        _ => Element::BYTE,
    }
}

/// Whether values of the type are scalars, not aggregates.
pub(super) fn is_scalar(ty: Ty) -> bool {
    !matches!(
        ty.kind(),
        TyKind::LLVMStructTypeKind | TyKind::LLVMArrayTypeKind | TyKind::LLVMVectorTypeKind
    )
}
