//! Checks that UndefinedBehaviorSanitizer put into a program (clang's `-fsanitize=undefined` and its parts).
//!
//! Such a check is a branch to a block that reports a failure and does nothing else. It becomes an obligation on the condition of the
//! branch: no path forks, and it is no branch of the program. Which failure it is, the name of the handler says that is called, or the
//! number of the trap; the rest is read from the condition, since handlers without a runtime get no arguments.

use super::Lower;
use super::function::FunctionLowering;
use super::types::lower_type;
use crate::ll::{BasicBlock, Ty, Value, ValueKind};
use llvm_sys::{LLVMIntPredicate, LLVMOpcode};
use sheaf_ir::{BinaryOp, FailureKind, Operand, Target, Terminator, Type};

/// What a check looks for.
#[derive(Clone, Copy)]
enum Check {
    /// One thing, which is a failure of this kind.
    One(FailureKind, &'static str),
    /// Overflow of signed arithmetic, or of unsigned one, which is defined.
    Overflow(&'static str),
    /// Distance or value of a shift.
    Shift,
    /// A divisor of zero, or a quotient that does not fit.
    Division,
    /// An address that is null or misaligned.
    Address,
}

/// The handlers: name, number of the trap that stands for it (clang's `SanitizerHandler`), meaning.
const HANDLERS: &[(&str, u64, Check)] = {
    use Check::{Address, Division, One, Overflow};
    use FailureKind::*;
    &[
        (
            "add_overflow",
            0,
            Overflow("the sum does not fit its signed type"),
        ),
        ("builtin_unreachable", 1, UNREACHABLE),
        ("divrem_overflow", 3, Division),
        (
            "float_cast_overflow",
            5,
            One(
                FloatConversion,
                "the integer type cannot represent the number",
            ),
        ),
        (
            "function_type_mismatch",
            6,
            One(TypeError, "call of a function of another type"),
        ),
        (
            "implicit_conversion",
            7,
            One(Sanitizer, "an implicit conversion changes the value"),
        ),
        (
            "invalid_builtin",
            8,
            One(Sanitizer, "zero has no first or last bit that is set"),
        ),
        (
            "load_invalid_value",
            10,
            One(Sanitizer, "a value that its type does not have"),
        ),
        (
            "missing_return",
            11,
            One(
                UnreachableCall,
                "the end of a function that returns a value",
            ),
        ),
        (
            "mul_overflow",
            12,
            Overflow("the product does not fit its signed type"),
        ),
        (
            "negate_overflow",
            13,
            Overflow("the difference does not fit its signed type"),
        ),
        ("nullability_arg", 14, NULL_ARGUMENT),
        ("nullability_return", 15, NULL_RESULT),
        ("nonnull_arg", 16, NULL_ARGUMENT),
        ("nonnull_return", 17, NULL_RESULT),
        (
            "out_of_bounds",
            18,
            One(OutOfBounds, "an index outside of its array"),
        ),
        (
            "pointer_overflow",
            19,
            One(
                Sanitizer,
                "the computed address is null or beyond all addresses",
            ),
        ),
        ("shift_out_of_bounds", 20, Check::Shift),
        (
            "sub_overflow",
            21,
            Overflow("the difference does not fit its signed type"),
        ),
        ("type_mismatch", 22, Address),
        ("alignment_assumption", 23, MISALIGNED),
        (
            "vla_bound_not_positive",
            24,
            One(Sanitizer, "a variable-length array without elements"),
        ),
    ]
};

const UNREACHABLE: Check = Check::One(
    FailureKind::UnreachableCall,
    "code marked as unreachable is reached",
);
const NULL_ARGUMENT: Check = Check::One(
    FailureKind::NullDereference,
    "null for a parameter that must not be null",
);
const NULL_RESULT: Check = Check::One(
    FailureKind::NullDereference,
    "null for a result that must not be null",
);
const MISALIGNED: Check = Check::One(FailureKind::Sanitizer, "a misaligned address");

/// What a branch is for that a sanitizer put in.
enum Branch {
    /// Reports a failure unless its condition is this; the program goes on at `next`.
    Report {
        check: Check,
        holds: bool,
        next: BasicBlock,
    },
    /// Computes another part of a condition in `part`, where the first one holds; all goes on at `next`.
    Condition { part: BasicBlock, next: BasicBlock },
    /// Looks at what a sanitizer records in front of a function. Nothing is there.
    Record { next: BasicBlock },
}

/// The blocks that one leads to, without those that only checks need.
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
        if let Some(check) = report(block, next) {
            // The program itself may decide whether it comes to what must not be reached.
            let is_own = check.kind() == FailureKind::UnreachableCall;
            return (!is_own || terminator.is_instrumentation()).then_some(Branch::Report {
                check,
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

/// What a block reports, if it does that only and then ends the program or goes on at `next`.
fn report(block: BasicBlock, next: BasicBlock) -> Option<Check> {
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

/// The check whose handler a call calls.
fn called(call: Value) -> Option<Check> {
    let callee = call.callee();
    if callee.kind() != ValueKind::LLVMFunctionValueKind || !callee.is_declaration() {
        return None;
    }
    let name = callee.name();
    if name == "llvm.ubsantrap" {
        let number = u64::try_from(call.operand(0).integer()?).ok()?;
        let row = HANDLERS.iter().find(|(_, trap, _)| *trap == number)?;
        return Some(row.2);
    }
    let mut name = name.strip_prefix("__ubsan_handle_")?;
    for suffix in ["_abort", "_minimal", "_v1"] {
        name = name.strip_suffix(suffix).unwrap_or(name);
    }
    let row = HANDLERS.iter().find(|(handler, ..)| *handler == name)?;
    Some(row.2)
}

/// Whether a block computes a part of the condition of a check on a shift, and then goes on at `next`.
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

/// Whether a value is what a sanitizer records in front of functions.
pub(super) fn is_record(value: Value) -> bool {
    is(value, LLVMOpcode::LLVMLoad)
        && value.is_instrumentation()
        && is(value.operand(0), LLVMOpcode::LLVMGetElementPtr)
        && value.operand(0).is_instrumentation()
}

fn is(value: Value, opcode: LLVMOpcode) -> bool {
    value.kind() == ValueKind::LLVMInstructionValueKind && value.opcode() == opcode
}

/// What a condition is a combination of.
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

/// The part of the condition of a check on a shift that is about the distance. Where it is not recognised, the shift finds it.
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

/// Whether a block ends in a check on a value that is shifted to the left, not only on the distance.
pub(crate) fn checks_shifted_value(block: BasicBlock) -> bool {
    let terminator = block.terminator();
    match branch(terminator) {
        Some(Branch::Report {
            check: Check::Shift,
            holds,
            ..
        }) => {
            let condition = terminator.operand(0);
            !condition.is_constant() && distance(condition, holds) != Some(condition)
        }
        _ => false,
    }
}

impl Check {
    /// The kind of failure, where no condition tells more.
    fn kind(self) -> FailureKind {
        match self {
            Check::One(kind, _) => kind,
            Check::Overflow(_) => FailureKind::SignedOverflow,
            Check::Shift => FailureKind::Shift,
            Check::Division => FailureKind::DivisionByZero,
            Check::Address => FailureKind::NullDereference,
        }
    }
}

impl FunctionLowering<'_, '_> {
    /// Lowers a branch that a sanitizer put in; `None` for the program's own.
    pub(super) fn sanitizer_branch(&mut self, inst: Value) -> Lower<Option<Terminator>> {
        let from = inst.parent();
        let target = match branch(inst) {
            None => return Ok(None),
            Some(Branch::Report { check, holds, next }) => {
                self.sanitizer_check(check, inst.operand(0), holds)?;
                self.target(from, next)?
            }
            Some(Branch::Condition { part, next }) => self.condition_part(inst, part, next)?,
            Some(Branch::Record { next }) => self.target(from, next)?,
        };
        Ok(Some(Terminator::Jump(target)))
    }

    /// Lowers a call of a handler that stands behind no branch of its own; false for other calls.
    pub(super) fn sanitizer_report(&mut self, inst: Value) -> bool {
        let Some(check) = called(inst) else {
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

    /// States that a condition must be `holds`, by the kinds of failure that it is about.
    fn sanitizer_check(&mut self, check: Check, condition: Value, holds: bool) -> Lower<()> {
        use LLVMIntPredicate::*;
        let whole = self.sign(condition, holds)?;
        let differs = if holds { LLVMIntNE } else { LLVMIntEQ };
        let (part, first, rest) = match check {
            Check::One(kind, message) => {
                self.check(whole, kind, message);
                return Ok(());
            }
            Check::Overflow(message) => {
                let is_unsigned = parts(condition).into_iter().any(|part| {
                    is(part, LLVMOpcode::LLVMCall) && part.callee().name().starts_with("llvm.u")
                });
                match is_unsigned {
                    true => self.check(whole, FailureKind::Sanitizer, "unsigned overflow"),
                    false => self.check(whole, FailureKind::SignedOverflow, message),
                }
                return Ok(());
            }
            Check::Shift => (
                distance(condition, holds),
                (
                    FailureKind::Shift,
                    "shift by the width of the value or more",
                ),
                (
                    FailureKind::ShiftOverflow,
                    "the shifted value is negative or does not fit its signed type",
                ),
            ),
            Check::Division => (
                comparison(condition, differs, Value::is_null),
                (FailureKind::DivisionByZero, "division by zero"),
                (
                    FailureKind::DivisionOverflow,
                    "the quotient does not fit its type",
                ),
            ),
            Check::Address => (
                comparison(condition, differs, Value::is_null),
                (FailureKind::NullDereference, "null is used as an object"),
                (FailureKind::Sanitizer, "a misaligned address"),
            ),
        };
        if let Some(part) = part {
            let part = self.sign(part, holds)?;
            self.check(part, first.0, first.1);
        }
        if part != Some(condition) {
            let alone = part.is_none() && !matches!(check, Check::Shift | Check::Address);
            let (kind, message) = if alone { first } else { rest };
            self.check(whole, kind, message);
        }
        Ok(())
    }

    /// A condition, or its negation.
    fn sign(&mut self, condition: Value, holds: bool) -> Lower<Operand> {
        let operand = self.operand(condition)?;
        Ok(if holds { operand } else { self.not(operand) })
    }

    /// Computes a part of a condition in any case, and chooses by the first part whether it counts.
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

    /// A distance as it is where it is less than the width, else another one that is.
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
