//! Redundant sanitizer checks: the checked operation follows, and the engine checks it as well. If
//! clang folded the operation, the condition is constant, and the check is all that is left.

use super::{Check, behind_check, distance, is, parts};
use crate::ll::{BasicBlock, TyKind, Value, ValueKind};
use llvm_sys::LLVMOpcode;
use sheaf_ir::BinaryOp;

/// Maximum number of blocks between the check of an operation and the operation itself.
const MAX_CHECKS_OF_ONE_OPERATION: usize = 4;

/// Whether an instruction of `next`, the block after a check, detects the same failure as the
/// check.
pub(super) fn is_covered(check: Check, condition: Value, holds: bool, next: BasicBlock) -> bool {
    use LLVMOpcode::*;
    match check {
        Check::Bounds => indexes_whole_object(condition, next),
        _ if condition.is_constant() => false,
        Check::Overflow(_) => parts(condition).into_iter().any(is_checked_arithmetic),
        Check::Shift => distance(condition, holds)
            .filter(|part| *part == condition)
            .is_some_and(|part| {
                has_operand(next, &[LLVMShl, LLVMLShr, LLVMAShr], 1, part.operand(0))
            }),
        Check::Division => parts(condition).into_iter().any(|part| {
            let divisions = [LLVMSDiv, LLVMUDiv, LLVMSRem, LLVMURem];
            is(part, LLVMICmp) && has_operand(next, &divisions, 1, part.operand(0))
        }),
        Check::FloatCast => parts(condition).into_iter().any(|part| {
            is(part, LLVMFCmp) && has_operand(next, &[LLVMFPToSI, LLVMFPToUI], 0, part.operand(0))
        }),
        _ => false,
    }
}

/// Whether a value is checked signed arithmetic, which is lowered to an operation with its own
/// check.
pub(super) fn is_checked_arithmetic(value: Value) -> bool {
    is(value, LLVMOpcode::LLVMCall)
        && value.is_instrumentation()
        && checked_operation(value).is_some()
}

/// The operation of an intrinsic that also returns whether it overflows.
pub(super) fn checked_operation(call: Value) -> Option<BinaryOp> {
    let name = call.callee().name();
    let operations = [
        ("llvm.sadd.with.overflow.", BinaryOp::Add),
        ("llvm.ssub.with.overflow.", BinaryOp::Sub),
        ("llvm.smul.with.overflow.", BinaryOp::Mul),
    ];
    let found = operations.iter().find(|(start, _)| name.starts_with(start));
    found.map(|(_, op)| *op)
}

/// Whether one of these instructions with this operand follows, possibly after further checks.
fn has_operand(next: BasicBlock, opcodes: &[LLVMOpcode], index: u32, operand: Value) -> bool {
    following(next).any(|inst| opcodes.contains(&inst.opcode()) && inst.operand(index) == operand)
}

/// The instructions of a block, and of those that only checks separate from it.
fn following(block: BasicBlock) -> impl Iterator<Item = Value> {
    let blocks = std::iter::successors(Some(block), |block| behind_check(*block));
    blocks
        .take(MAX_CHECKS_OF_ONE_OPERATION)
        .flat_map(|block| block.instructions())
}

/// Whether a checked index is an index into an array that is a whole object, and the element is
/// only accessed: then the access itself is out of bounds. The address is the first one computed
/// after the check.
fn indexes_whole_object(condition: Value, next: BasicBlock) -> bool {
    let index = (!condition.is_constant()).then(|| widened(condition.operand(0)));
    for inst in following(next) {
        if is(inst, LLVMOpcode::LLVMGetElementPtr) {
            let is_index = index.is_none_or(|index| widened(last_operand(inst)) == index);
            return is_index && is_whole_object(inst) && only_accessed(inst);
        }
        let constant = inst.operands().into_iter().find(|operand| {
            operand.kind() == ValueKind::LLVMConstantExprValueKind
                && operand.constant_opcode() == LLVMOpcode::LLVMGetElementPtr
        });
        if let Some(address) = constant {
            return index.is_none() && is_whole_object(address) && is_access(inst, address);
        }
    }
    false
}

/// A value before it was extended to pointer width.
fn widened(value: Value) -> Value {
    match is(value, LLVMOpcode::LLVMZExt) || is(value, LLVMOpcode::LLVMSExt) {
        true => value.operand(0),
        false => value,
    }
}

fn last_operand(inst: Value) -> Value {
    inst.operands().last().copied().unwrap_or(inst)
}

/// Whether an address is an index into a whole variable.
fn is_whole_object(address: Value) -> bool {
    let base = address.operand(0);
    let object = match base.kind() {
        ValueKind::LLVMGlobalVariableValueKind => base.value_type(),
        _ if is(base, LLVMOpcode::LLVMAlloca) => base.allocated_type(),
        _ => return false,
    };
    let indexed = address.gep_type();
    match address.operands().len() {
        3 => indexed == object && object.kind() == TyKind::LLVMArrayTypeKind,
        // For a variable-length array, the elements are allocated.
        2 => {
            indexed == object && is(base, LLVMOpcode::LLVMAlloca) && !base.operand(0).is_constant()
        }
        _ => false,
    }
}

/// Whether all uses of an address, or of the address of a member, are accesses.
pub(super) fn only_accessed(address: Value) -> bool {
    address.users().all(|user| {
        is_access(user, address)
            || user.is_instrumentation()
            || is_member(user, address) && only_accessed(user)
    })
}

/// Whether an instruction computes the address of a member of what lies at an address.
fn is_member(inst: Value, address: Value) -> bool {
    is(inst, LLVMOpcode::LLVMGetElementPtr)
        && inst.operand(0) == address
        && inst.operands().len() > 2
        && inst.operand(1).is_null()
}

/// Whether an instruction reads or writes at an address, or copies from or to it.
fn is_access(inst: Value, address: Value) -> bool {
    match inst.opcode() {
        LLVMOpcode::LLVMLoad => true,
        LLVMOpcode::LLVMStore => inst.operand(0) != address,
        LLVMOpcode::LLVMCall => {
            let callee = inst.callee();
            callee.kind() == ValueKind::LLVMFunctionValueKind
                && ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."]
                    .iter()
                    .any(|name| callee.name().starts_with(name))
        }
        _ => false,
    }
}
