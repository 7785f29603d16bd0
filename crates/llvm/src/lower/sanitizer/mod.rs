//! Checks of UndefinedBehaviorSanitizer (clang's `-fsanitize=undefined` and its parts).
//!
//! Such a check is a branch to a block that only reports a failure. It becomes an obligation on the
//! condition of the branch: no path forks, and it is not a branch of the program. The kind of
//! failure follows from the name of the handler, or from the number of the trap; details are
//! derived from the condition, since handlers without a runtime have no arguments.

mod covered;
mod handlers;
mod pointer;

use self::covered::{checked_operation, is_checked_arithmetic, is_covered};
use self::handlers::{Check, HANDLERS, UNSIGNED};
use super::Lower;
use super::function::FunctionLowering;
use super::types::lower_type;
use super::wide::is_wide;
use crate::ll::{BasicBlock, Ty, Value, ValueKind};
use llvm_sys::{LLVMIntPredicate, LLVMOpcode};
use sheaf_ir::{BinaryOp, FailureKind, Flags, Operand, Target, Type};

/// The purpose of an inserted branch.
enum Branch {
    /// Reports a failure unless its condition has this value; the program continues at `next`.
    Report {
        check: Check,
        /// By a trap, not by a call of the runtime.
        traps: bool,
        holds: bool,
        next: BasicBlock,
    },
    /// Computes another part of a condition in `part` if the first one holds; both continue at
    /// `next`.
    Condition { part: BasicBlock, next: BasicBlock },
    /// Checks what a sanitizer records in front of a function. There is nothing.
    Record { next: BasicBlock },
}

/// The continuation after a terminator.
pub(super) enum Passage {
    /// The terminator is the program's own.
    Own,
    /// The next block is merged into this one.
    Joined,
    /// In another block.
    Jump(Target),
}

/// The block after a check at the end of another one.
pub(super) fn behind_check(block: BasicBlock) -> Option<BasicBlock> {
    match branch(block.terminator()) {
        Some(Branch::Report { next, .. } | Branch::Record { next }) => Some(next),
        _ => None,
    }
}

/// The successors of a block, without those that only checks need.
pub(super) fn successors(block: BasicBlock) -> Vec<BasicBlock> {
    let terminator = block.terminator();
    match branch(terminator) {
        Some(
            Branch::Report { next, .. } | Branch::Condition { next, .. } | Branch::Record { next },
        ) => vec![next],
        None => terminator.successors(),
    }
}

fn branch(terminator: Value) -> Option<Branch> {
    if terminator.opcode() != LLVMOpcode::LLVMBr {
        return None;
    }
    let [yes, no] = terminator.successors()[..] else {
        return None;
    };
    for (block, next, holds) in [(no, yes, true), (yes, no, false)] {
        if let Some((check, traps)) = report(block, next) {
            // The program itself may branch on whether it reaches what must not be reached.
            let is_own = check.kind() == FailureKind::UnreachableCall;
            return (!is_own || terminator.is_instrumentation()).then_some(Branch::Report {
                check,
                traps,
                holds,
                next,
            });
        }
    }
    if !terminator.is_instrumentation() {
        None
    } else if is_part(yes, no) {
        Some(Branch::Condition {
            part: yes,
            next: no,
        })
    } else {
        reads_record(terminator.operand(0)).then_some(Branch::Record { next: no })
    }
}

/// The check that a block reports, and whether by a trap, if it only does that and then ends the
/// program or continues at `next`.
fn report(block: BasicBlock, next: BasicBlock) -> Option<(Check, bool)> {
    let mut found = None;
    for inst in block.instructions() {
        use LLVMOpcode::*;
        match inst.opcode() {
            // Arguments of the handler.
            LLVMZExt | LLVMTrunc | LLVMPtrToInt | LLVMBitCast => {}
            LLVMStore if inst.is_instrumentation() => {}
            LLVMCall if found.is_none() => found = Some(called(inst)?),
            LLVMUnreachable => return found,
            LLVMBr if inst.successors() == [next] => return found,
            _ => return None,
        }
    }
    None
}

/// The check whose handler a call invokes, and whether that is a trap.
fn called(call: Value) -> Option<(Check, bool)> {
    let callee = call.callee();
    if callee.kind() != ValueKind::LLVMFunctionValueKind || !callee.is_declaration() {
        return None;
    }
    let name = callee.name();
    if name == "llvm.ubsantrap" {
        let number = u64::try_from(call.operand(0).integer()?).ok()?;
        let row = HANDLERS.iter().find(|(_, trap, _)| *trap == number)?;
        return Some((row.2, true));
    }
    let mut name = name.strip_prefix("__ubsan_handle_")?;
    for suffix in ["_abort", "_minimal", "_v1"] {
        name = name.strip_suffix(suffix).unwrap_or(name);
    }
    let row = HANDLERS.iter().find(|(handler, ..)| *handler == name)?;
    Some((row.2, false))
}

/// Whether a block computes a part of the condition of a shift check, and then continues at `next`.
fn is_part(block: BasicBlock, next: BasicBlock) -> bool {
    block.instructions().all(|inst| match inst.opcode() {
        LLVMOpcode::LLVMSub | LLVMOpcode::LLVMLShr | LLVMOpcode::LLVMICmp => {
            inst.is_instrumentation() && is_number(inst.operand(0).ty())
        }
        LLVMOpcode::LLVMBr => inst.successors() == [next],
        _ => false,
    })
}

fn is_number(ty: Ty) -> bool {
    matches!(lower_type(ty), Ok(Type::Bits(_)))
}

/// Whether a condition depends on what a sanitizer records in front of functions.
fn reads_record(condition: Value) -> bool {
    is(condition, LLVMOpcode::LLVMICmp) && is_record(condition.operand(0))
}

/// Whether a value is recorded by a sanitizer in front of functions.
pub(super) fn is_record(value: Value) -> bool {
    is(value, LLVMOpcode::LLVMLoad)
        && value.is_instrumentation()
        && is(value.operand(0), LLVMOpcode::LLVMGetElementPtr)
        && value.operand(0).is_instrumentation()
}

fn is(value: Value, opcode: LLVMOpcode) -> bool {
    value.is_instruction_of(opcode)
}

/// The parts of a combined condition.
fn parts(condition: Value) -> Vec<Value> {
    let (mut parts, mut waiting) = (Vec::new(), vec![condition]);
    while let Some(value) = waiting.pop() {
        if value.kind() != ValueKind::LLVMInstructionValueKind {
            continue;
        }
        match value.opcode() {
            LLVMOpcode::LLVMAnd | LLVMOpcode::LLVMOr | LLVMOpcode::LLVMXor => {
                waiting.extend(value.operands());
            }
            LLVMOpcode::LLVMExtractValue => waiting.push(value.operand(0)),
            _ => parts.push(value),
        }
    }
    parts
}

/// Whether an instruction only computes a part of the condition of a check. It is lowered where the
/// check needs it, if at all.
pub(super) fn is_only_for_checks(inst: Value) -> bool {
    use LLVMOpcode::*;
    let is_pure = match inst.opcode() {
        LLVMZExt | LLVMSExt | LLVMTrunc | LLVMPtrToInt | LLVMICmp | LLVMFCmp | LLVMAdd
        | LLVMSub | LLVMAnd | LLVMOr | LLVMXor | LLVMSelect | LLVMExtractValue => true,
        LLVMCall => inst.callee().name().contains(".with.overflow."),
        _ => false,
    };
    let by_check = |user: Value| {
        user.kind() == ValueKind::LLVMInstructionValueKind && user.is_instrumentation()
    };
    // The operation itself fails, even if its result is unused.
    let is_operation = inst.opcode() == LLVMExtractValue
        && inst.indices() == [0]
        && is_checked_arithmetic(inst.operand(0));
    is_pure && !is_operation && inst.is_instrumentation() && inst.users().all(by_check)
}

/// The part of a condition that compares in this way with a constant that `is_bound` accepts.
fn comparison(
    condition: Value,
    predicate: LLVMIntPredicate,
    is_bound: impl Fn(Value) -> bool,
) -> Option<Value> {
    parts(condition).into_iter().find(|part| {
        is(*part, LLVMOpcode::LLVMICmp)
            && part.integer_predicate() == predicate
            && is_bound(part.operand(1))
    })
}

/// The part of the condition of a shift check about the distance. If it is not recognised, the
/// shift itself checks it.
fn distance(condition: Value, holds: bool) -> Option<Value> {
    use LLVMIntPredicate::*;
    let (at_most, below) = match holds {
        true => (LLVMIntULE, LLVMIntULT),
        false => (LLVMIntUGT, LLVMIntUGE),
    };
    let is_one_of = |widths: [u128; 3]| {
        move |bound: Value| {
            let is_number = bound.kind() == ValueKind::LLVMConstantIntValueKind;
            is_number && bound.integer().is_some_and(|it| widths.contains(&it))
        }
    };
    comparison(condition, at_most, is_one_of([31, 63, 127]))
        .or_else(|| comparison(condition, below, is_one_of([32, 64, 128])))
}

/// The kinds of failure of the check at the end of a block; empty if there is no check.
pub(crate) fn checked_kinds(block: BasicBlock) -> Vec<FailureKind> {
    let terminator = block.terminator();
    let Some(Branch::Report { check, holds, .. }) = branch(terminator) else {
        return Vec::new();
    };
    let condition = terminator.operand(0);
    match check {
        Check::Shift
            if condition.is_constant() || distance(condition, holds) == Some(condition) =>
        {
            vec![FailureKind::Shift]
        }
        Check::Shift => vec![FailureKind::Shift, FailureKind::ShiftOverflow],
        Check::Address => vec![FailureKind::NullDereference, FailureKind::Alignment],
        Check::Overflow(_) if is_unsigned(condition) => vec![FailureKind::UnsignedOverflow],
        check => vec![check.kind()],
    }
}

/// Whether a condition is an overflow of unsigned arithmetic.
fn is_unsigned(condition: Value) -> bool {
    parts(condition)
        .into_iter()
        .any(|part| is(part, LLVMOpcode::LLVMCall) && part.callee().name().starts_with("llvm.u"))
}

/// The meaning of a check whose condition clang folded. Our own checks ([`crate::checks`])
/// distinguish the two meanings of a check by the way of reporting; other programs may not.
fn of_constants(check: Check, traps: bool, next: BasicBlock) -> (FailureKind, &'static str) {
    let [first, rest] = check.meanings();
    let is_first = match check {
        Check::Shift => traps || uses_poison(next),
        Check::Division => !traps,
        _ => true,
    };
    if is_first { first } else { rest }
}

/// Whether an operand in a block is poison.
fn uses_poison(block: BasicBlock) -> bool {
    let mut operands = block.instructions().flat_map(Value::operands);
    operands.any(Value::is_poison)
}

impl FunctionLowering<'_, '_> {
    /// Lowers a branch of a sanitizer.
    pub(super) fn sanitizer_branch(&mut self, inst: Value) -> Lower<Passage> {
        let from = inst.parent();
        let next = match branch(inst) {
            None => return Ok(Passage::Own),
            Some(Branch::Condition { part, next }) => {
                let target = self.condition_part(inst, part, next)?;
                return Ok(Passage::Jump(target));
            }
            Some(Branch::Record { next }) => next,
            Some(Branch::Report {
                check,
                traps,
                holds,
                next,
            }) => {
                let condition = inst.operand(0);
                let is_stated =
                    check.kind() == FailureKind::PointerOverflow && self.pointer_check(inst)?;
                if is_stated || is_covered(check, condition, holds, next) {
                    // The operation behind it is checked, or nothing can fail.
                } else if condition.is_constant() {
                    let (kind, message) = of_constants(check, traps, next);
                    let whole = self.sign(condition, holds)?;
                    self.check(whole, kind, message);
                } else {
                    self.sanitizer_check(check, condition, holds)?;
                }
                next
            }
        };
        if self.is_joined(next) {
            return Ok(Passage::Joined);
        }
        self.target(from, next).map(Passage::Jump)
    }

    /// Lowers a call of a handler without a branch of its own; returns false for other calls.
    pub(super) fn sanitizer_report(&mut self, inst: Value) -> bool {
        let Some((check, _)) = called(inst) else {
            return false;
        };
        let message = match check {
            Check::One(_, message) | Check::Overflow(message) => message,
            _ => "a check of UndefinedBehaviorSanitizer",
        };
        let never = self.bool(false);
        self.check(never, check.kind(), message);
        true
    }

    /// Requires that a condition is `holds`, with the kinds of failure of the check.
    fn sanitizer_check(&mut self, check: Check, condition: Value, holds: bool) -> Lower<()> {
        use LLVMIntPredicate::*;
        let differs = if holds { LLVMIntNE } else { LLVMIntEQ };
        let part = match check {
            Check::Shift => distance(condition, holds),
            Check::Division | Check::Address => comparison(condition, differs, Value::is_null),
            Check::One(..) | Check::Overflow(_) | Check::Bounds | Check::FloatCast => {
                Some(condition)
            }
        };
        let [first, rest] = check.meanings();
        if let Some(part) = part {
            let (kind, message) = match check {
                Check::Overflow(_) if is_unsigned(condition) => UNSIGNED,
                _ => first,
            };
            let part = self.sign(part, holds)?;
            self.check(part, kind, message);
        }
        if part != Some(condition) {
            let whole = self.sign(condition, holds)?;
            self.check(whole, rest.0, rest.1);
        }
        Ok(())
    }

    /// The result of checked signed arithmetic, if a value is that: the operation itself checks.
    pub(super) fn checked_result(&mut self, extract: Value) -> Lower<Option<Operand>> {
        let call = extract.operand(0);
        // Only a call has a callee.
        if !is_checked_arithmetic(call) || extract.indices() != [0] {
            return Ok(None);
        }
        let Some(op) = checked_operation(call) else {
            return Ok(None);
        };
        if is_wide(call.operand(0).ty()) {
            let opcode = match op {
                BinaryOp::Add => LLVMOpcode::LLVMAdd,
                BinaryOp::Sub => LLVMOpcode::LLVMSub,
                _ => LLVMOpcode::LLVMMul,
            };
            return self.wide_arithmetic(opcode, call).map(Some);
        }
        let [a, b] = self.two(call)?;
        let flags = Flags {
            no_signed_wrap: true,
        };
        Ok(Some(self.binary_with(op, flags, a, b)))
    }

    /// A condition, or its negation.
    fn sign(&mut self, condition: Value, holds: bool) -> Lower<Operand> {
        let operand = self.operand(condition)?;
        Ok(if holds { operand } else { self.not(operand) })
    }

    /// Computes a part of a condition unconditionally, and uses the first part to select whether it
    /// counts.
    fn condition_part(&mut self, inst: Value, part: BasicBlock, next: BasicBlock) -> Lower<Target> {
        let first = self.operand(inst.operand(0))?;
        for inst in part.instructions() {
            let value = match inst.opcode() {
                LLVMOpcode::LLVMSub => {
                    let [a, b] = self.two(inst)?;
                    self.binary(BinaryOp::Sub, a, b)
                }
                LLVMOpcode::LLVMLShr => {
                    let [a, distance] = self.two(inst)?;
                    let distance = self.within_width(distance);
                    self.binary(BinaryOp::LShr, a, distance)
                }
                LLVMOpcode::LLVMICmp => self.integer_compare(inst)?,
                _ => continue,
            };
            self.values.insert(inst, value);
        }
        let otherwise = self.target(inst.parent(), next)?;
        let target = self.target(part, next)?;
        let args = target.args.iter().zip(&otherwise.args);
        let args = args.map(|(then, otherwise)| self.select(first, *then, *otherwise));
        Ok(Target {
            block: target.block,
            args: args.collect(),
        })
    }

    /// A distance if it is less than the width, else an arbitrary one that is.
    fn within_width(&mut self, distance: Operand) -> Operand {
        let width = self.width_of(distance);
        let (op, by) = match width.is_power_of_two() {
            true => (BinaryOp::And, width - 1),
            false => (BinaryOp::URem, width),
        };
        let by = self.bits(width, by.into());
        self.binary(op, distance, by)
    }
}
