//! Instructions and jumps with known operands.

use super::super::unwind::returned;
use super::super::word;
use super::memory::{load, load_cell, store, store_cell};
use super::{Code, Known};
use crate::coverage::Recorder;
use crate::memory::Heap;
use crate::state::Frame;
use crate::value::{ObjectId, Text, Value, mask, sign_extend};
use sheaf_ir::index::Idx;
use sheaf_ir::{
    Call, Callee, CastOp, CompareOp, DynamicOp, Inst, Op, Operand, Target, Terminator, Type,
    UnaryOp,
};
use smallvec::SmallVec;
use std::rc::Rc;

/// Takes a terminator if concrete values decide it: returns the index of the target.
#[inline(always)]
pub(super) fn jump(
    code: &Code,
    frame: &mut Frame,
    terminator: &Terminator,
    coverage: &mut Recorder,
) -> Option<usize> {
    let number = match terminator {
        Terminator::Jump(_) => 0,
        Terminator::Branch(condition, _) => match code.peek(frame, *condition) {
            Value::Bool(value) => usize::from(!value),
            _ => return None,
        },
        Terminator::Switch(switch) => match code.peek(frame, switch.value) {
            value @ Value::Bits { .. } => {
                let consts = code.consts;
                let mut cases = switch.cases.iter();
                let found = cases.position(|case| consts[case.index()] == *value);
                found.unwrap_or(switch.cases.len())
            }
            _ => return None,
        },
        _ => return None,
    };
    let (func, block, inst) = (frame.func, frame.block, frame.inst);
    if !enter(code, frame, &terminator.targets()[number]) {
        return None;
    }
    coverage.reach(func, block, inst + 1);
    coverage.take(func, block, number);
    Some(number)
}

/// Executes an instruction if its operands are machine words or pointers with known offsets and it
/// cannot fail.
#[inline(always)]
pub(super) fn execute(
    code: &Code,
    frame: &mut Frame,
    heap: &mut Heap,
    inst: &Inst,
) -> bool {
    let value = match &inst.op {
        Op::Binary(op, flags, a, b) => {
            let (Value::Bits { width, bits: a }, Value::Bits { bits: b, .. }) =
                (code.peek(frame, *a), code.peek(frame, *b))
            else {
                return false;
            };
            let result = match width {
                64 => word::double(*op, *a, *b),
                _ => None,
            };
            match result.or_else(|| word::binary(*op, flags.no_signed_wrap, *width, *a, *b)) {
                Some(bits) => Value::Bits {
                    width: *width,
                    bits,
                },
                None => return false,
            }
        }
        Op::Unary(op, a) => match (op, code.peek(frame, *a)) {
            (UnaryOp::Not, Value::Bool(value)) => Value::Bool(!value),
            (UnaryOp::Not, Value::Bits { width, bits }) => Value::Bits {
                width: *width,
                bits: !bits & mask(*width),
            },
            _ => return false,
        },
        Op::Compare(op, a, b) => match (code.peek(frame, *a), code.peek(frame, *b)) {
            (Value::Bits { width, bits: a }, Value::Bits { bits: b, .. }) => {
                let result = word::compare(*op, *width, *a, *b);
                match result.or_else(|| word::compare_doubles(*op, *width, *a, *b)) {
                    Some(value) => Value::Bool(value),
                    None => return false,
                }
            }
            (Value::Str(a), Value::Str(b)) if *op == CompareOp::Eq => Value::Bool(a == b),
            (Value::Bool(a), Value::Bool(b)) if *op == CompareOp::Eq => Value::Bool(a == b),
            (a, b @ Value::Unit(_)) if is_known(a) => match op {
                CompareOp::Eq => Value::Bool(a == b),
                CompareOp::Ne => Value::Bool(a != b),
                _ => return false,
            },
            _ => return false,
        },
        Op::Cast(CastOp::ToAny, a) => match code.peek(frame, *a) {
            value if is_known(value) => value.clone(),
            _ => return false,
        },
        Op::Cast(CastOp::FromAny, a) => {
            let value = code.peek(frame, *a);
            match (inst.result.map(|result| &code.func.locals[result].ty), value) {
                (Some(Type::Bits(to)), Value::Bits { width, .. }) if to == width => value.clone(),
                (Some(Type::Bool), Value::Bool(_)) => value.clone(),
                _ => return false,
            }
        }
        Op::Call(call) => {
            let known = Known {
                heap,
                loc: inst.loc,
            };
            match quick(code, frame, known, call) {
                Some(value) => value,
                None => return false,
            }
        }
        Op::LoadCell(row, index) => {
            match load_cell(heap, code.peek(frame, *row), code.peek(frame, *index)) {
                Some(value) if !matches!(value, Value::Union(_)) => value.clone(),
                _ => return false,
            }
        }
        Op::StoreCell { row, index, value } => {
            let value = code.peek(frame, *value);
            return !matches!(value, Value::Uninitialized | Value::Union(_))
                && store_cell(
                    heap,
                    code.peek(frame, *row),
                    code.peek(frame, *index),
                    value,
                );
        }
        Op::Extract(a, position) => match code.peek(frame, *a) {
            Value::Tuple(members) => match members.get(*position as usize) {
                Some(Value::Union(_)) | None => return false,
                Some(member) => member.clone(),
            },
            _ => return false,
        },
        Op::Dynamic(op, operands) => match dynamic(code, frame, *op, operands) {
            Some(value) => value,
            None => return false,
        },
        Op::Cast(op, a) => match (inst.result, code.peek(frame, *a)) {
            (Some(result), Value::Bits { width, bits }) => {
                let Type::Bits(to @ 1..=64) = code.func.locals[result].ty else {
                    return false;
                };
                let bits = match op {
                    CastOp::ZExt => *bits,
                    CastOp::SExt => sign_extend(*width, *bits) as u64 & mask(to),
                    CastOp::Trunc => *bits & mask(to),
                    _ => return false,
                };
                Value::Bits { width: to, bits }
            }
            _ => return false,
        },
        Op::Select(condition, a, b) => match code.peek(frame, *condition) {
            Value::Bool(true) => defined(code.peek(frame, *a)),
            Value::Bool(false) => defined(code.peek(frame, *b)),
            _ => None,
        }
        .unwrap_or(Value::Uninitialized),
        Op::PtrAdd {
            base,
            index,
            scale,
            displacement,
        } => match (code.peek(frame, *base), code.peek(frame, *index)) {
            (Value::Ptr { object, offset }, Value::Bits { width, bits })
                if *object != ObjectId::NONE =>
            {
                let Some(distance) = sign_extend(*width, *bits).checked_mul(*scale) else {
                    return false;
                };
                let distance = distance.wrapping_add(*displacement);
                Value::Ptr {
                    object: *object,
                    offset: offset.wrapping_add(distance as u64),
                }
            }
            _ => return false,
        },
        Op::Load(pointer) => {
            let Some(result) = inst.result else {
                return false;
            };
            match load(
                heap,
                code.peek(frame, *pointer),
                &code.func.locals[result].ty,
            ) {
                Some(value) => value,
                None => return false,
            }
        }
        Op::Store { ptr, value } => return store(code, frame, heap, *ptr, *value),
        _ => return false,
    };
    if matches!(value, Value::Uninitialized) {
        return false;
    }
    if let Some(result) = inst.result {
        frame.regs[result.index()] = value;
    }
    true
}

/// The result of an intrinsic that has a shorter way for these arguments.
#[inline(always)]
fn quick(code: &Code, frame: &Frame, known: Known, call: &Call) -> Option<Value> {
    let Callee::Intrinsic(name) = call.callee else {
        return None;
    };
    let run = code.program.quick(name)?;
    let value = match call.args[..] {
        [a] => run(known, &[code.peek(frame, a)]),
        [a, b] => run(known, &[code.peek(frame, a), code.peek(frame, b)]),
        [a, b, c] => run(known, &[a, b, c].map(|it| code.peek(frame, it))),
        ref args => {
            let args = args.iter().map(|arg| code.peek(frame, *arg));
            run(known, &args.collect::<SmallVec<[&Value; 8]>>())
        }
    }?;
    Some(match call.catches {
        true => returned(Some(value)),
        false => value,
    })
}

/// The result of an operation of dynamic languages on known operands.
fn dynamic(code: &Code, frame: &Frame, op: DynamicOp, operands: &[Operand]) -> Option<Value> {
    let [Operand::Local(_) | Operand::Const(_), ..] = operands else {
        return None;
    };
    let (Value::Str(a), Value::Str(b)) = (
        code.peek(frame, operands[0]),
        code.peek(frame, *operands.get(1)?),
    ) else {
        return None;
    };
    let (a, b) = (a.units(), b.units());
    match op {
        DynamicOp::StrConcat if a.len() + b.len() <= MAX_CONCATENATED => {
            let mut units = Vec::with_capacity(a.len() + b.len());
            units.extend_from_slice(a);
            units.extend_from_slice(b);
            Some(Value::Str(Rc::new(Text::from(units))))
        }
        DynamicOp::StrLess => Some(Value::Bool(a < b)),
        _ => None,
    }
}

/// The maximum length of a string that is concatenated here, in units.
const MAX_CONCATENATED: usize = 1 << 16;

/// Whether a value is one value, and no operation on it is an obligation.
#[inline(always)]
fn is_known(value: &Value) -> bool {
    matches!(
        value,
        Value::Bits { .. } | Value::Bool(_) | Value::Str(_) | Value::Ptr { .. } | Value::Unit(_)
    )
}

#[inline(always)]
fn defined(value: &Value) -> Option<Value> {
    (!matches!(value, Value::Uninitialized)).then(|| value.clone())
}


/// Enters a block with a parallel assignment of its parameters. Not if an argument has no value.
#[inline(always)]
fn enter(code: &Code, frame: &mut Frame, target: &Target) -> bool {
    let params = &code.func.blocks[target.block].params;
    let value = |frame: &Frame, arg: Operand| defined(code.peek(frame, arg));
    match (&params[..], &target.args[..]) {
        ([], []) => {}
        ([param], [arg]) => {
            let Some(value) = value(frame, *arg) else {
                return false;
            };
            frame.regs[param.index()] = value;
        }
        ([first, second], [a, b]) => {
            let (Some(a), Some(b)) = (value(frame, *a), value(frame, *b)) else {
                return false;
            };
            frame.regs[first.index()] = a;
            frame.regs[second.index()] = b;
        }
        (params, args) => {
            let mut values: SmallVec<[Value; 8]> = SmallVec::new();
            for arg in args {
                match value(frame, *arg) {
                    Some(value) => values.push(value),
                    None => return false,
                }
            }
            for (param, value) in params.iter().zip(values) {
                frame.regs[param.index()] = value;
            }
        }
    }
    frame.block = target.block;
    frame.inst = 0;
    true
}
