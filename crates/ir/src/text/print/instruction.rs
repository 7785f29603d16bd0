//! Prints instructions and terminators.

use super::function::Printer;
use super::parts::{FuncName, List};
use crate::op::{Callee, Case, Op, Operand, Region, Target, Terminator};
use std::fmt::{self, Write};

impl Printer<'_> {
    pub fn op(&self, out: &mut String, op: &Op) -> fmt::Result {
        match op {
            Op::Unary(word, a) => write!(out, "{} {}", word.word(), self.operand(*a)),
            Op::Binary(word, flags, a, b) => {
                let flag = if flags.no_signed_wrap { ".nsw" } else { "" };
                write!(out, "{}{flag} {}", word.word(), self.list(&[*a, *b]))
            }
            Op::Compare(word, a, b) => write!(out, "{} {}", word.word(), self.list(&[*a, *b])),
            Op::Cast(word, a) => write!(out, "{} {}", word.word(), self.operand(*a)),
            Op::Select(a, b, c) => write!(out, "select {}", self.list(&[*a, *b, *c])),
            Op::Tuple(members) => write!(out, "tuple [{}]", self.list(members)),
            Op::Extract(a, index) => write!(out, "extract {}, {index}", self.operand(*a)),
            Op::Insert(a, index, b) => write!(
                out,
                "insert {}, {index}, {}",
                self.operand(*a),
                self.operand(*b)
            ),
            Op::Input(name) => write!(out, "input {}", self.name(*name)),
            Op::Assume(condition) => write!(out, "assume {}", self.operand(*condition)),
            Op::Check {
                condition,
                kind,
                message,
            } => {
                write!(
                    out,
                    "check {}, {}, {}",
                    self.operand(*condition),
                    kind.name(),
                    self.name(*message)
                )
            }
            Op::Dynamic(op, operands) if operands.is_empty() => out.write_str(op.word()),
            Op::Dynamic(op, operands) => write!(out, "{} {}", op.word(), self.list(operands)),
            Op::Call(call) => {
                if call.catches {
                    out.write_str("catch ")?;
                }
                match call.callee {
                    Callee::Func(id) => write!(out, "call {}", FuncName(self.module, id))?,
                    Callee::Value(value) => write!(out, "call_value {}", self.operand(value))?,
                    Callee::Intrinsic(name) => write!(out, "intrinsic {}", self.name(name))?,
                }
                write!(out, "({})", self.list(&call.args))
            }
            Op::Alloc(_) | Op::Free(_) | Op::PtrAdd { .. } | Op::Load(_) => self.memory(out, op),
            Op::Store { .. } | Op::Copy { .. } | Op::Set { .. } => self.memory(out, op),
            Op::NewCells(_) | Op::LoadCell(..) | Op::StoreCell { .. } => self.cells(out, op),
            Op::NewRecord(_) | Op::LoadField(..) | Op::StoreField { .. } => self.cells(out, op),
        }
    }

    /// Operations on cells and records.
    fn cells(&self, out: &mut String, op: &Op) -> fmt::Result {
        match op {
            Op::NewCells(values) => write!(out, "cells [{}]", self.list(values)),
            Op::LoadCell(row, index) => write!(out, "load_cell {}", self.list(&[*row, *index])),
            Op::StoreCell { row, index, value } => {
                write!(out, "store_cell {}", self.list(&[*row, *index, *value]))
            }
            Op::NewRecord(fields) => {
                let fields = fields
                    .iter()
                    .map(|(name, value)| format!("{}: {}", self.name(*name), self.operand(*value)));
                write!(out, "record {{{}}}", List(fields))
            }
            Op::LoadField(record, field) => {
                write!(
                    out,
                    "load_field {}, {}",
                    self.operand(*record),
                    self.name(*field)
                )
            }
            Op::StoreField {
                record,
                field,
                value,
            } => {
                let (record, value) = (self.operand(*record), self.operand(*value));
                write!(out, "store_field {record}, {}, {value}", self.name(*field))
            }
            _ => Ok(()),
        }
    }

    /// Operations on byte memory.
    fn memory(&self, out: &mut String, op: &Op) -> fmt::Result {
        match op {
            Op::Alloc(alloc) => {
                let region = match alloc.region {
                    Region::Stack => "stack",
                    Region::Heap => "heap",
                };
                let zeroed = if alloc.zeroed { " zeroed" } else { "" };
                let (bytes, align, element) =
                    (self.operand(alloc.bytes), alloc.align, alloc.element);
                write!(
                    out,
                    "alloc {region} {bytes} align {align} element {element}{zeroed}"
                )
            }
            Op::Free(ptr) => write!(out, "free {}", self.operand(*ptr)),
            Op::PtrAdd {
                base,
                index,
                scale,
                displacement,
            } => {
                let sign = if *displacement < 0 { '-' } else { '+' };
                write!(out, "ptr_add {} * {scale}", self.list(&[*base, *index]))?;
                match displacement {
                    0 => Ok(()),
                    _ => write!(out, " {sign} {}", displacement.unsigned_abs()),
                }
            }
            Op::Load(ptr) => write!(out, "load {}", self.operand(*ptr)),
            Op::Store { ptr, value } => write!(out, "store {}", self.list(&[*ptr, *value])),
            Op::Copy {
                to,
                from,
                bytes,
                may_overlap,
            } => {
                let word = if *may_overlap { "move" } else { "copy" };
                write!(out, "{word} {}", self.list(&[*to, *from, *bytes]))
            }
            Op::Set { to, byte, bytes } => write!(out, "set {}", self.list(&[*to, *byte, *bytes])),
            _ => Ok(()),
        }
    }

    fn target(&self, target: &Target) -> String {
        match &target.args[..] {
            [] => format!("block{}", target.block.0),
            args => format!("block{}({})", target.block.0, self.list(args)),
        }
    }

    pub fn terminator(&self, out: &mut String, terminator: &Terminator) -> fmt::Result {
        match terminator {
            Terminator::Jump(target) => write!(out, "jump {}", self.target(target)),
            Terminator::Branch(condition, targets) => {
                let targets = List(targets.iter().map(|target| self.target(target)));
                write!(out, "br {}, {targets}", self.operand(*condition))
            }
            Terminator::Switch(switch) => {
                let target = |number: usize| {
                    let target = switch.targets.get(number);
                    target.map_or("?".to_string(), |target| self.target(target))
                };
                let case = |case: &Case| {
                    let value = self.operand(Operand::Const(case.value));
                    format!("{value}: {}", target(case.target as usize))
                };
                let cases = List(switch.cases.iter().map(case));
                let default = target(switch.targets.len().wrapping_sub(1));
                let sign = if switch.unsigned { "unsigned " } else { "" };
                let value = self.operand(switch.value);
                write!(out, "switch {sign}{value} [{cases}] else {default}")
            }
            Terminator::Return(None) => out.write_str("ret"),
            Terminator::Return(Some(value)) => write!(out, "ret {}", self.operand(*value)),
            Terminator::Throw(value) => write!(out, "throw {}", self.operand(*value)),
            Terminator::Unreachable => out.write_str("unreachable"),
        }
    }
}
