//! The text of names, types, constants and locations.

use crate::module::{Const, FuncId, GlobalId, Loc, LocId, Module};
use crate::text::lex::is_plain;
use crate::types::Type;
use num_traits::Zero;
use std::fmt::{self, Write};

/// A string in quotes, with escapes.
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_char('"')?;
        for character in self.0.chars() {
            match character {
                '"' => out.write_str("\\\"")?,
                '\\' => out.write_str("\\\\")?,
                '\n' => out.write_str("\\n")?,
                '\t' => out.write_str("\\t")?,
                _ if character.is_control() => write!(out, "\\u{{{:x}}}", u32::from(character))?,
                _ => out.write_char(character)?,
            }
        }
        out.write_char('"')
    }
}

/// The name of a function or a global.
pub struct AtName<'a>(pub &'a str);

impl fmt::Display for AtName<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match is_plain(self.0) {
            true => write!(out, "@{}", self.0),
            false => write!(out, "@{}", Quoted(self.0)),
        }
    }
}

/// The name of a function.
pub struct FuncName<'a>(pub &'a Module, pub FuncId);

impl fmt::Display for FuncName<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.0.funcs.get(self.1) {
            Some(func) => AtName(&func.name).fmt(out),
            None => out.write_str("@?"),
        }
    }
}

/// The name of a global.
struct GlobalName<'a>(&'a Module, GlobalId);

impl fmt::Display for GlobalName<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.0.globals.get(self.1) {
            Some(global) => AtName(&global.name).fmt(out),
            None => out.write_str("@?"),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Type::Bool => out.write_str("bool"),
            Type::Bits(width) => write!(out, "bits{width}"),
            Type::Int => out.write_str("int"),
            Type::Float(kind) => out.write_str(kind.word()),
            Type::Ptr => out.write_str("ptr"),
            Type::Tuple(members) => write!(out, "({})", List(members.iter())),
            Type::Str => out.write_str("str"),
            Type::Any => out.write_str("any"),
        }
    }
}

/// Items separated by commas.
pub struct List<I>(pub I);

impl<I: Iterator<Item: fmt::Display> + Clone> fmt::Display for List<I> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        for (position, item) in self.0.clone().enumerate() {
            if position > 0 {
                out.write_str(", ")?;
            }
            item.fmt(out)?;
        }
        Ok(())
    }
}

/// A constant.
pub struct ConstText<'a>(pub &'a Module, pub &'a Const);

impl fmt::Display for ConstText<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let module = self.0;
        match self.1 {
            Const::Bool(value) => write!(out, "{value}"),
            Const::Bits { width, value } => write!(out, "bits{width} {}", signed(*width, *value)),
            Const::Int(value) => write!(out, "int {value}"),
            Const::Float(kind, pattern) => write!(out, "{} {pattern:#x}", kind.word()),
            Const::Null => out.write_str("null"),
            Const::Unit(unit) => write!(out, "unit {}", unit.word()),
            Const::Str(units) => match String::from_utf16(units) {
                Ok(text) => write!(out, "str {}", Quoted(&text)),
                Err(_) => {
                    out.write_str("str x\"")?;
                    let mut units = units.iter();
                    units.try_for_each(|unit| write!(out, "{unit:04x}"))?;
                    out.write_char('"')
                }
            },
            Const::Global(id, offset) if offset.is_zero() => GlobalName(module, *id).fmt(out),
            Const::Global(id, offset) => {
                let sign = if *offset < 0 { '-' } else { '+' };
                write!(
                    out,
                    "{} {sign} {}",
                    GlobalName(module, *id),
                    offset.unsigned_abs()
                )
            }
            Const::Func(id) => FuncName(module, *id).fmt(out),
            Const::Uninitialized(ty) => write!(out, "uninitialized {ty}"),
            Const::Tuple(members) => {
                write!(
                    out,
                    "({})",
                    List(members.iter().map(|member| ConstText(module, member)))
                )
            }
        }
    }
}

/// A machine integer as a signed decimal number; a single bit is 0 or 1.
fn signed(width: u32, value: u128) -> String {
    match width {
        2..=127 if value >> (width - 1) == 1 => format!("-{}", (1u128 << width) - value),
        128 => (value as i128).to_string(),
        _ => value.to_string(),
    }
}

/// A location; empty if there is none.
pub struct LocText<'a>(pub &'a Module, pub Option<LocId>);

impl fmt::Display for LocText<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.1.map(|id| self.0.locs.get(id)) {
            None => Ok(()),
            Some(None) => out.write_str(" !?"),
            Some(Some(Loc { file, line, column })) => write!(out, " !{}:{line}:{column}", file.0),
        }
    }
}
