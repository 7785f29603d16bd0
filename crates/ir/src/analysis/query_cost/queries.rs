//! The solver queries of an instruction on non-constant values.

use crate::module::{Const, Func, Inst};
use crate::op::{BinaryOp, Call, Callee, Op, Operand, Terminator};
use crate::types::Type;

/// Calls `visit` for each query of an instruction with the operands that it depends on. Checks that
/// a constant operand decides cause no query.
pub fn of_inst(func: &Func, inst: &Inst, mut visit: impl FnMut(&[Operand])) {
    match &inst.op {
        Op::Binary(op, flags, a, b) => of_binary(func, *op, flags.no_signed_wrap, *a, *b, visit),
        Op::Load(pointer) | Op::Free(pointer) | Op::LoadField(pointer, _) => visit(&[*pointer]),
        Op::Store { ptr, .. } => visit(&[*ptr]),
        Op::StoreField { record, .. } => visit(&[*record]),
        Op::LoadCell(row, index) | Op::StoreCell { row, index, .. } => visit(&[*row, *index]),
        Op::Copy {
            to, from, bytes, ..
        } => {
            visit(&[*to, *bytes]);
            visit(&[*from, *bytes]);
        }
        Op::Set { to, bytes, .. } => visit(&[*to, *bytes]),
        Op::Alloc(alloc) => visit(&[alloc.bytes]),
        Op::Assume(condition) | Op::Check { condition, .. } => visit(&[*condition]),
        Op::Call(call) => of_call(func, inst, call, visit),
        Op::Unary(..)
        | Op::Compare(..)
        | Op::Cast(..)
        | Op::Select(..)
        | Op::Tuple(_)
        | Op::Extract(..)
        | Op::Insert(..)
        | Op::PtrAdd { .. }
        | Op::NewCells(_)
        | Op::NewRecord(_)
        | Op::Dynamic(..)
        | Op::Input(_) => {}
    }
}

fn of_binary(
    func: &Func,
    op: BinaryOp,
    no_signed_wrap: bool,
    a: Operand,
    b: Operand,
    mut visit: impl FnMut(&[Operand]),
) {
    let known = |operand| matches!(operand, Operand::Const(_));
    match op {
        BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => {
            if !known(b) {
                visit(&[b]);
            }
            let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
            if signed && func.type_of(b) != Type::Int && (!known(b) || is_minus_one(func, b)) {
                visit(&[a, b]);
            }
        }
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if !known(b) => visit(&[b]),
        // Interval bounds decide whether a counter overflows.
        BinaryOp::Add | BinaryOp::Sub if known(a) || known(b) => {}
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if no_signed_wrap => visit(&[a, b]),
        _ => {}
    }
}

fn is_minus_one(func: &Func, operand: Operand) -> bool {
    let Operand::Const(id) = operand else {
        return false;
    };
    match &func.consts[id] {
        Const::Bits { width, value } => value.count_ones() == *width,
        _ => false,
    }
}

/// A call through a value needs the value. The queries of intrinsics are unknown; those with
/// pointer parameters or results are assumed to make one, for the objects or for a size; others
/// only compute or print.
fn of_call(func: &Func, inst: &Inst, call: &Call, mut visit: impl FnMut(&[Operand])) {
    match call.callee {
        Callee::Func(_) => {}
        Callee::Value(value) => visit(&[value]),
        Callee::Intrinsic(_) => {
            let gives = inst.result.map(|local| &func.locals[local].ty) == Some(&Type::Ptr);
            if gives || call.args.iter().any(|arg| func.type_of(*arg) == Type::Ptr) {
                visit(&call.args);
            }
        }
    }
}

/// Queries of a terminator, and the operand that they depend on. A switch makes one for each of its
/// targets but the last.
pub fn of_terminator(terminator: &Terminator) -> Option<(u32, Operand)> {
    match terminator {
        Terminator::Branch(condition, _) => Some((1, *condition)),
        Terminator::Switch(switch) => {
            let questions = switch.targets.len().saturating_sub(1);
            Some((u32::try_from(questions).unwrap_or(u32::MAX), switch.value))
        }
        Terminator::Jump(_)
        | Terminator::Return(_)
        | Terminator::Throw(_)
        | Terminator::Unreachable => None,
    }
}
