//! The failures that single operations may have, and other reasons to end a path: what the stepper
//! may report wherever it executes one. With debug assertions, it compares each failure.

use crate::behaviour::Behaviours;
use crate::failure::FailureKind;
use crate::module::{Block, Const, Func, Inst, Local, Module};
use crate::op::{BinaryClass, BinaryOp, Call, Callee, CastOp, Op, Operand, Region, Terminator};
use crate::types::Type;
use smallvec::SmallVec;
use std::collections::HashMap;

/// The failures of an access through a pointer.
pub const ACCESS: [FailureKind; 3] = [
    FailureKind::NullDereference,
    FailureKind::OutOfBounds,
    FailureKind::UseAfterFree,
];

/// The failures of a call through a pointer.
pub const INDIRECT_CALL: [FailureKind; 3] = [
    FailureKind::NullDereference,
    FailureKind::OutOfBounds,
    FailureKind::TypeError,
];

/// The kinds of failure that an instruction may have by itself, besides the use of uninitialized
/// values and, for calls, failures in the callee.
pub fn failures(behaviours: &Behaviours, func: &Func, inst: &Inst) -> Kinds {
    use FailureKind::*;
    let kinds: &[FailureKind] = match &inst.op {
        Op::Binary(op, flags, a, b) => match op.class() {
            BinaryClass::Division { is_signed } => {
                let may_be_zero = !is_nonzero(func, *b);
                let may_overflow =
                    is_signed && func.type_of(*a) != Type::Int && may_be_minus_one(func, *b);
                match (may_be_zero, may_overflow) {
                    (true, true) => &[DivisionByZero, DivisionOverflow],
                    (true, false) => &[DivisionByZero],
                    (false, true) => &[DivisionOverflow],
                    (false, false) => &[],
                }
            }
            BinaryClass::Shift if !is_distance(func, *b) => &[Shift],
            BinaryClass::Arithmetic if flags.no_signed_wrap => &[SignedOverflow],
            BinaryClass::Shift
            | BinaryClass::Arithmetic
            | BinaryClass::Logic
            | BinaryClass::Choice
            | BinaryClass::Saturating
            | BinaryClass::Float => &[],
        },
        Op::Cast(CastOp::FToS | CastOp::FToU, _) => &[FloatConversion],
        Op::Cast(CastOp::FromAny, _) => &[TypeError],
        Op::Load(_) | Op::Store { .. } | Op::Copy { .. } | Op::Set { .. } => &ACCESS,
        Op::LoadCell(..) | Op::StoreCell { .. } => &[NullDereference, OutOfBounds],
        Op::LoadField(..) | Op::StoreField { .. } => &[NullDereference, TypeError],
        // The product of index and scale may be too large for any object.
        Op::PtrAdd {
            index: Operand::Local(_),
            ..
        } => &[OutOfBounds],
        Op::Free(_) => &[DoubleFree, InvalidFree],
        Op::Dynamic(..) => &[OutOfBounds, TypeError],
        Op::Check { kind, .. } => return Kinds::from_slice(&[*kind]),
        Op::Call(call) => return of_call(behaviours, call),
        _ => &[],
    };
    Kinds::from_slice(kinds)
}

/// The kinds of failure that the end of a block may have.
pub fn failures_at_end(block: &Block) -> Kinds {
    let is_computed = |operand: &Operand| matches!(operand, Operand::Local(_));
    let kind = match &block.terminator {
        Terminator::Branch(condition, _) if is_computed(condition) => FailureKind::Uninitialized,
        Terminator::Switch(switch) if is_computed(&switch.value) => FailureKind::Uninitialized,
        Terminator::Throw(_) => FailureKind::UncaughtException,
        Terminator::Unreachable => FailureKind::UnreachableCall,
        _ => return Kinds::new(),
    };
    Kinds::from_slice(&[kind])
}

/// A set of kinds.
pub type Kinds = SmallVec<[FailureKind; 4]>;

fn of_call(behaviours: &Behaviours, call: &Call) -> Kinds {
    match call.callee {
        Callee::Func(_) => Kinds::new(),
        Callee::Value(_) => Kinds::from_slice(&INDIRECT_CALL),
        Callee::Intrinsic(name) => {
            let behaviour = behaviours.of(name);
            let mut kinds = Kinds::from_slice(behaviour.fails.unwrap_or(FailureKind::ALL));
            if behaviour.accesses() {
                kinds.extend(ACCESS);
            }
            kinds
        }
    }
}

/// The bits of a constant.
fn constant(func: &Func, operand: Operand) -> Option<(u32, u128)> {
    let Operand::Const(id) = operand else {
        return None;
    };
    match func.consts[id] {
        Const::Bits { width, value } => Some((width, value)),
        _ => None,
    }
}

fn is_nonzero(func: &Func, operand: Operand) -> bool {
    constant(func, operand).is_some_and(|(_, value)| value != 0)
}

fn may_be_minus_one(func: &Func, operand: Operand) -> bool {
    constant(func, operand).is_none_or(|(width, value)| value.count_ones() == width)
}

/// Whether an operand is a constant shift distance smaller than the width of its type.
fn is_distance(func: &Func, operand: Operand) -> bool {
    constant(func, operand).is_some_and(|(width, value)| value < u128::from(width))
}

/// What decides whether an instruction ends its path for another reason than a failure: because
/// what it does is not modelled, or depends on what the platform chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// It never does.
    Never,
    /// The values of its operands.
    Operands,
    /// Possibly all that the path did before.
    Everything,
}

/// When an instruction may end its path for another reason than a failure. An access may where it
/// may fail.
pub fn limit(module: &Module, behaviours: &Behaviours, func: &Func, inst: &Inst) -> Limit {
    match &inst.op {
        Op::Compare(_, a, b) if compares_addresses(func, *a, *b) => Limit::Everything,
        // Of unbounded integers, large ones.
        Op::Binary(BinaryOp::Mul | BinaryOp::SDiv | BinaryOp::SRem, _, a, _)
            if matches!(func.type_of(*a), Type::Int | Type::Any) =>
        {
            Limit::Operands
        }
        Op::Cast(op, _) => match op {
            CastOp::ZExt | CastOp::SExt | CastOp::Trunc | CastOp::Bitcast | CastOp::ToAny => {
                Limit::Never
            }
            CastOp::PtrToBits | CastOp::BitsToPtr => Limit::Everything,
            _ => Limit::Operands,
        },
        Op::Alloc(alloc) => match alloc.bytes {
            Operand::Const(_) if alloc.region == Region::Stack => Limit::Never,
            _ => Limit::Everything,
        },
        Op::PtrAdd { base, index, .. } => match (base, index) {
            (Operand::Const(_), Operand::Const(_)) => Limit::Never,
            _ => Limit::Operands,
        },
        Op::Dynamic(..) => Limit::Everything,
        Op::Call(call) => match call.callee {
            Callee::Func(callee) if module.funcs[callee].is_declaration() => Limit::Operands,
            Callee::Func(_) => Limit::Never,
            Callee::Value(_) => Limit::Operands,
            Callee::Intrinsic(name) if behaviours.of(name).is_local() => Limit::Operands,
            Callee::Intrinsic(_) => Limit::Everything,
        },
        _ => Limit::Never,
    }
}

/// Whether two operands are pointers, neither of them null.
pub fn compares_addresses(func: &Func, a: Operand, b: Operand) -> bool {
    let is_null = |operand: Operand| match operand {
        Operand::Const(id) => func.consts[id] == Const::Null,
        Operand::Local(_) => false,
    };
    matches!(func.type_of(a), Type::Ptr | Type::Any) && !is_null(a) && !is_null(b)
}

/// The checks of a function.
pub struct Checks<'a> {
    module: &'a Module,
    behaviours: &'a Behaviours,
    func: &'a Func,
    /// The sizes of local variables by their addresses.
    variables: HashMap<Local, u64>,
}

impl<'a> Checks<'a> {
    /// The checks of this function.
    pub fn new(module: &'a Module, behaviours: &'a Behaviours, func: &'a Func) -> Self {
        let insts = func.blocks.iter().flat_map(|block| &block.insts);
        let variable = |inst: &Inst| match &inst.op {
            Op::Alloc(alloc) if alloc.region == Region::Stack => {
                let (_, bytes) = constant(func, alloc.bytes)?;
                Some((inst.result?, u64::try_from(bytes).ok()?))
            }
            _ => None,
        };
        Checks {
            module,
            behaviours,
            func,
            variables: insts.filter_map(variable).collect(),
        }
    }

    /// The kinds of failure that an instruction may have: [`failures`], but accesses to a part of a
    /// variable that the instruction names do not fail.
    pub fn of_instruction(&self, inst: &Inst) -> Kinds {
        let is_within = match &inst.op {
            Op::Load(ptr) => {
                let result = inst.result.map(|local| &self.func.locals[local].ty);
                result.is_some_and(|ty| self.is_within(*ptr, ty))
            }
            Op::Store { ptr, value } => self.is_within(*ptr, &self.func.type_of(*value)),
            _ => false,
        };
        match is_within {
            true => Kinds::new(),
            false => failures(self.behaviours, self.func, inst),
        }
    }

    /// Whether an access is to a part of a variable that it names.
    fn is_within(&self, ptr: Operand, ty: &Type) -> bool {
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
        let accessed = ty.store_bytes(self.module.pointer_bytes);
        accessed
            .zip(size)
            .is_some_and(|(accessed, size)| accessed <= size)
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
        let behaviours = Behaviours::default();
        let func = &module.funcs[crate::module::FuncId(0)];
        let checks = Checks::new(&module, &behaviours, func);
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
            .map(|it| failures_at_end(it).len())
            .collect();
        assert_eq!(ends, [1, 0, 1]);
    }
}
