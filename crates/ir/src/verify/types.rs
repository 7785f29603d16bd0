//! Checks of types, constants and sizes.

use super::MAX_NESTING;
use crate::element::Element;
use crate::module::{Const, Module};
use crate::types::Type;

/// Whether a type's widths and nesting are within bounds.
pub(super) fn check_type(ty: &Type) -> Result<(), String> {
    check_type_at(ty, 0)
}

fn check_type_at(ty: &Type, depth: u32) -> Result<(), String> {
    match ty {
        Type::Bits(1..=128) => Ok(()),
        Type::Bits(width) => Err(format!("machine integers have 1 to 128 bits, not {width}")),
        Type::Tuple(_) if depth >= MAX_NESTING => Err("tuples are nested too deep".to_string()),
        Type::Tuple(members) => members
            .iter()
            .try_for_each(|member| check_type_at(member, depth + 1)),
        Type::Bool | Type::Int | Type::Float(_) | Type::Ptr | Type::Str | Type::Any => Ok(()),
    }
}

/// Whether a constant's value fits its type and what it refers to exists.
pub(super) fn check_const(module: &Module, value: &Const) -> Result<(), String> {
    check_const_at(module, value, 0)
}

fn check_const_at(module: &Module, value: &Const, depth: u32) -> Result<(), String> {
    match value {
        Const::Bits { width, value } => {
            check_type(&Type::Bits(*width))?;
            fits(*value, *width)
        }
        Const::Float(kind, pattern) => fits(*pattern, kind.width()),
        Const::Global(id, _) if module.globals.get(*id).is_none() => {
            Err("a constant is a global that does not exist".into())
        }
        Const::Func(id) if module.funcs.get(*id).is_none() => {
            Err("a constant is a function that does not exist".into())
        }
        Const::Uninitialized(ty) => check_type_at(ty, depth),
        Const::Tuple(_) if depth >= MAX_NESTING => Err("tuples are nested too deep".to_string()),
        Const::Tuple(members) => members
            .iter()
            .try_for_each(|member| check_const_at(module, member, depth + 1)),
        Const::Bool(_) | Const::Int(_) | Const::Null | Const::Global(..) | Const::Func(_) => Ok(()),
        Const::Unit(_) | Const::Str(_) => Ok(()),
    }
}

fn fits(value: u128, width: u32) -> Result<(), String> {
    match value.checked_shr(width) {
        Some(1..) => Err(format!("the constant {value:#x} does not fit {width} bits")),
        _ => Ok(()),
    }
}

/// Whether an alignment is a power of two.
pub(super) fn check_align(align: u32) -> Result<(), String> {
    match align.is_power_of_two() {
        true => Ok(()),
        false => Err(format!("the alignment {align} is not a power of two")),
    }
}

/// Whether a size of elements is one of those allowed.
pub(super) fn check_element(element: Element) -> Result<(), String> {
    match element {
        Element::Integer(1 | 2 | 4 | 8 | 16) | Element::Float(_) => Ok(()),
        Element::Integer(bytes) => {
            Err(format!("elements have 1, 2, 4, 8 or 16 bytes, not {bytes}"))
        }
    }
}
