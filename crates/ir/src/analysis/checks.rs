//! The failures that single operations may have: what is checked wherever one is executed.

use crate::failure::FailureKind;
use crate::module::{Block, Const, Func, Inst, Local, Module};
use crate::op::{BinaryOp, CastOp, Op, Operand, Region, Terminator};
use crate::types::Type;
use std::collections::HashMap;

/// The failures of an access through a pointer.
pub const ACCESS: [FailureKind; 3] = [
    FailureKind::NullDereference,
    FailureKind::OutOfBounds,
    FailureKind::UseAfterFree,
];

/// The checks of a function.
pub struct Checks<'a> {
    module: &'a Module,
    func: &'a Func,
    /// The sizes of local variables by their addresses.
    variables: HashMap<Local, u64>,
}

impl<'a> Checks<'a> {
    /// The checks of this function.
    pub fn new(module: &'a Module, func: &'a Func) -> Self {
        let insts = func.blocks.iter().flat_map(|block| &block.insts);
        let variable = |inst: &Inst| match &inst.op {
            Op::Alloc(alloc) if alloc.region == Region::Stack => {
                let Operand::Const(id) = alloc.bytes else {
                    return None;
                };
                match func.consts[id] {
                    Const::Bits { value, .. } => Some((inst.result?, u64::try_from(value).ok()?)),
                    _ => None,
                }
            }
            _ => None,
        };
        Checks {
            module,
            func,
            variables: insts.filter_map(variable).collect(),
        }
    }

    /// The kinds of failure that an instruction may have by itself; calls have those of the callee.
    /// Accesses to a part of a variable that the instruction names do not fail.
    pub fn of_instruction(&self, inst: &Inst) -> Vec<FailureKind> {
        use FailureKind::*;
        let func = self.func;
        match &inst.op {
            Op::Binary(op, flags, a, _) => match op {
                BinaryOp::UDiv | BinaryOp::URem => vec![DivisionByZero],
                BinaryOp::SDiv | BinaryOp::SRem if func.type_of(*a) == Type::Int => {
                    vec![DivisionByZero]
                }
                BinaryOp::SDiv | BinaryOp::SRem => vec![DivisionByZero, DivisionOverflow],
                BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => vec![Shift],
                _ if flags.no_signed_wrap => vec![SignedOverflow],
                _ => Vec::new(),
            },
            Op::Cast(CastOp::FToS | CastOp::FToU, _) => vec![FloatConversion],
            Op::Cast(CastOp::FromAny, _) => vec![TypeError],
            Op::Load(ptr) => match inst.result {
                Some(local) => self.access(*ptr, &func.locals[local].ty),
                None => ACCESS.to_vec(),
            },
            Op::Store { ptr, value } => self.access(*ptr, &func.type_of(*value)),
            Op::Copy { .. } | Op::Set { .. } => ACCESS.to_vec(),
            Op::LoadCell(..) | Op::StoreCell { .. } => vec![NullDereference, OutOfBounds],
            Op::LoadField(..) | Op::StoreField { .. } => vec![NullDereference, TypeError],
            Op::Free(_) => vec![DoubleFree, InvalidFree],
            Op::Check { kind, .. } => vec![*kind],
            _ => Vec::new(),
        }
    }

    /// The kinds of failure that the end of a block may have.
    pub fn of_terminator(&self, block: &Block) -> Vec<FailureKind> {
        let is_computed = |operand: &Operand| matches!(operand, Operand::Local(_));
        let last = block.insts.last().map(|inst| &inst.op);
        match &block.terminator {
            Terminator::Branch(condition, _) if is_computed(condition) => {
                vec![FailureKind::Uninitialized]
            }
            Terminator::Switch(switch) if is_computed(&switch.value) => {
                vec![FailureKind::Uninitialized]
            }
            Terminator::Throw(_) => vec![FailureKind::UncaughtException],
            // It is what follows something that does not return.
            Terminator::Unreachable if matches!(last, Some(Op::Call(_) | Op::Check { .. })) => {
                Vec::new()
            }
            Terminator::Unreachable => vec![FailureKind::UnreachableCall],
            _ => Vec::new(),
        }
    }

    fn access(&self, ptr: Operand, ty: &Type) -> Vec<FailureKind> {
        let size = match ptr {
            Operand::Const(id) => match self.func.consts[id] {
                Const::Global(global, at) => {
                    let at = u64::try_from(at).ok();
                    at.and_then(|at| self.module.globals[global].bytes.checked_sub(at))
                }
                _ => None,
            },
            Operand::Local(local) => self.variables.get(&local).copied(),
        };
        match (ty.store_bytes(self.module.pointer_bytes), size) {
            (Some(accessed), Some(size)) if accessed <= size => Vec::new(),
            _ => ACCESS.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_has_its_kinds() {
        let text = "module ptr 8 func @f(%p: ptr, %x: bits32) -> bits32 { a: \
                    %v: ptr = alloc stack bits64 4 align 4 element 4 \
                    store %v, %x %1: bits64 = load %v %2: bits32 = load %p \
                    %3: bits32 = sdiv %x, %2 %4: bool = eq %3, %x br %4, b, c \
                    b: ret %3 c: unreachable }";
        let module = crate::text::parse(text).unwrap();
        let func = &module.funcs[crate::module::FuncId(0)];
        let checks = Checks::new(&module, func);
        let block = &func.blocks[crate::module::BlockId(0)];
        let kinds: Vec<usize> = block
            .insts
            .iter()
            .map(|it| checks.of_instruction(it).len())
            .collect();
        assert_eq!(kinds, [0, 0, 3, 3, 2, 0]);
        let ends: Vec<usize> = func
            .blocks
            .iter()
            .map(|it| checks.of_terminator(it).len())
            .collect();
        assert_eq!(ends, [1, 0, 1]);
    }
}
