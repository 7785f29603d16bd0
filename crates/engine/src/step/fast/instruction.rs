//! Instructions with known operands.
//!
//! A value is written field by field into its register, and not moved there as a whole: reading a
//! value as a whole right after its fields were written costs as much as some instructions.

use super::super::unwind::returned;
use super::super::word;
use super::memory::{load, load_cell, store, store_cell};
use super::numbers::{double, number};
use super::{Code, Known};
use crate::intrinsic::Quick;
use crate::memory::Heap;
use crate::registers::Registers;
use crate::state::Frame;
use crate::value::{ObjectId, Text, Value, mask, sign_extend};
use sheaf_ir::index::Idx;
use sheaf_ir::{
    BinaryOp, Call, Callee, CastOp, CompareOp, DynamicOp, Flags, Inst, Local, Op, Operand, Type,
    UnaryOp,
};
use std::rc::Rc;

/// Executes an instruction if its operands are machine words or pointers with known offsets and it
/// cannot fail.
#[inline(always)]
pub(super) fn execute(code: &Code, frame: &mut Frame, heap: &mut Heap, inst: &Inst) -> bool {
    // Calls come first: most instructions of dynamic languages are some.
    if let Op::Call(call) = &inst.op {
        return quick(code, frame, heap, inst, call);
    }
    match &inst.op {
        Op::Binary(op, flags, a, b) => binary(code, frame, inst, (*op, *flags), *a, *b),
        Op::Compare(op, a, b) => match compare(*op, code.peek(frame, *a), code.peek(frame, *b)) {
            Some(value) => set_bool(frame, inst, value),
            None => false,
        },
        Op::Cast(op, a) => cast(code, frame, inst, *op, *a),
        Op::LoadCell(row, index) => {
            match load_cell(heap, code.peek(frame, *row), code.peek(frame, *index)) {
                Some(value) if !is_open(value) => copy(frame, inst, value),
                _ => false,
            }
        }
        Op::StoreCell { row, index, value } => {
            let [row, index, value] = [row, index, value].map(|it| code.peek(frame, *it));
            !is_open(value) && store_cell(heap, row, index, value)
        }
        Op::Load(pointer) => {
            let Some(result) = inst.result else {
                return false;
            };
            let ty = &code.func.locals[result].ty;
            match load(heap, code.peek(frame, *pointer), ty) {
                Some((width, bits)) => set_bits(frame, inst, width, bits),
                None => false,
            }
        }
        Op::Store { ptr, value } => store(code, frame, heap, *ptr, *value),
        Op::PtrAdd {
            base,
            index,
            scale,
            displacement,
        } => match (code.peek(frame, *base), code.peek(frame, *index)) {
            (&Value::Ptr { object, offset }, Value::Bits { width, bits })
                if object != ObjectId::NONE =>
            {
                let Some(distance) = sign_extend(*width, *bits).checked_mul(*scale) else {
                    return false;
                };
                let distance = distance.wrapping_add(*displacement);
                let offset = offset.wrapping_add(distance as u64);
                copy(frame, inst, &Value::Ptr { object, offset })
            }
            _ => false,
        },
        Op::Select(condition, a, b) => {
            let chosen = match code.peek(frame, *condition) {
                Value::Bool(true) => *a,
                Value::Bool(false) => *b,
                _ => return false,
            };
            let defined = !matches!(code.peek(frame, chosen), Value::Uninitialized);
            if let (true, Some(result)) = (defined, inst.result) {
                copy_operand(code, frame, result, chosen);
            }
            defined
        }
        Op::NewCells(values) => {
            let values = values.iter().map(|value| code.peek(frame, *value));
            if values.clone().any(is_open) {
                return false;
            }
            let row = heap.add_cells(values.cloned().collect(), inst.loc);
            set(frame, inst, row)
        }
        op => rare(code, frame, inst, op),
    }
}

/// Sets the result of an instruction to a machine word.
#[inline(always)]
fn set_bits(frame: &mut Frame, inst: &Inst, width: u32, bits: u64) -> bool {
    if let Some(result) = inst.result {
        frame.regs.set_bits(result.index(), width, bits);
    }
    true
}

/// Sets the result of an instruction to a truth value.
#[inline(always)]
fn set_bool(frame: &mut Frame, inst: &Inst, value: bool) -> bool {
    if let Some(result) = inst.result {
        frame.regs.set_bool(result.index(), value);
    }
    true
}

/// Sets the result of an instruction to a value.
#[inline(always)]
fn set(frame: &mut Frame, inst: &Inst, value: Value) -> bool {
    if let Some(result) = inst.result {
        frame.regs.set(result.index(), value);
    }
    true
}

/// Sets the result of an instruction to a copy of a value.
#[inline(always)]
fn copy(frame: &mut Frame, inst: &Inst, value: &Value) -> bool {
    if let Some(result) = inst.result {
        set_to_copy(&mut frame.regs, result.index(), value);
    }
    true
}

/// Sets a local to a copy of a value.
#[inline(always)]
pub(super) fn set_to_copy(regs: &mut Registers, to: usize, value: &Value) {
    match *value {
        Value::Bits { width, bits } => regs.set_bits(to, width, bits),
        Value::Bool(value) => regs.set_bool(to, value),
        Value::Ptr { object, offset } => regs.set_pointer(to, object, offset),
        ref value => regs[to] = value.clone(),
    }
}

/// Sets a local to the value of an operand.
#[inline(always)]
pub(super) fn copy_operand(code: &Code, frame: &mut Frame, to: Local, operand: Operand) {
    let to = to.index();
    match *code.peek(frame, operand) {
        Value::Bits { width, bits } => frame.regs.set_bits(to, width, bits),
        Value::Bool(value) => frame.regs.set_bool(to, value),
        Value::Ptr { object, offset } => frame.regs.set_pointer(to, object, offset),
        ref value => {
            let value = value.clone();
            frame.regs[to] = value;
        }
    }
}

#[inline(always)]
fn binary(
    code: &Code,
    frame: &mut Frame,
    inst: &Inst,
    (op, flags): (BinaryOp, Flags),
    a: Operand,
    b: Operand,
) -> bool {
    let (&Value::Bits { width, bits: a }, &Value::Bits { bits: b, .. }) =
        (code.peek(frame, a), code.peek(frame, b))
    else {
        return false;
    };
    let result = match width {
        64 => word::double(op, a, b),
        _ => None,
    };
    match result.or_else(|| word::binary(op, flags.no_signed_wrap, width, a, b)) {
        Some(bits) => set_bits(frame, inst, width, bits),
        None => false,
    }
}

/// The result of a comparison of known values.
#[inline(always)]
pub(super) fn compare(op: CompareOp, a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Bits { width, bits: a }, Value::Bits { bits: b, .. }) => {
            let result = word::compare(op, *width, *a, *b);
            result.or_else(|| word::compare_doubles(op, *width, *a, *b))
        }
        (a, Value::Unit(unit)) if is_known(a) => {
            let same = matches!(a, Value::Unit(other) if other == unit);
            equality(op, same)
        }
        (Value::Str(a), Value::Str(b)) => equality(op, a == b),
        (Value::Bool(a), Value::Bool(b)) => equality(op, a == b),
        _ => None,
    }
}

/// The result of a comparison for equality of values that are the same or not.
#[inline(always)]
fn equality(op: CompareOp, same: bool) -> Option<bool> {
    match op {
        CompareOp::Eq => Some(same),
        CompareOp::Ne => Some(!same),
        _ => None,
    }
}

#[inline(always)]
fn cast(code: &Code, frame: &mut Frame, inst: &Inst, op: CastOp, a: Operand) -> bool {
    let Some(result) = inst.result else {
        return false;
    };
    let (ty, value) = (&code.func.locals[result].ty, code.peek(frame, a));
    let (width, bits) = match (op, ty, value) {
        (CastOp::ToAny, _, value) if is_known(value) => {
            copy_operand(code, frame, result, a);
            return true;
        }
        (CastOp::FromAny, Type::Bits(to), Value::Bits { width, bits }) if to == width => {
            (*to, *bits)
        }
        (CastOp::FromAny, Type::Bool, &Value::Bool(value)) => {
            return set_bool(frame, inst, value);
        }
        (CastOp::ZExt, Type::Bits(to @ 1..=64), Value::Bits { bits, .. }) => (*to, *bits),
        (CastOp::SExt, Type::Bits(to @ 1..=64), Value::Bits { width, bits }) => {
            (*to, sign_extend(*width, *bits) as u64 & mask(*to))
        }
        (CastOp::Trunc, Type::Bits(to @ 1..=64), Value::Bits { bits, .. }) => {
            (*to, bits & mask(*to))
        }
        _ => return false,
    };
    set_bits(frame, inst, width, bits)
}

/// Calls an intrinsic that has a shorter way for its arguments.
#[inline(always)]
fn quick(code: &Code, frame: &mut Frame, heap: &mut Heap, inst: &Inst, call: &Call) -> bool {
    let Callee::Intrinsic(name) = call.callee else {
        return false;
    };
    let Some(quick) = code.program.quick(name) else {
        return false;
    };
    if call.catches {
        let value = value_of(quick, code, frame, heap, inst, call);
        return value.is_some_and(|value| set(frame, inst, returned(Some(value))));
    }
    match quick {
        Quick::Word(width, run) => match code.with_values(frame, &call.args, run) {
            Some(bits) => set_bits(frame, inst, width, bits),
            None => false,
        },
        Quick::Truth(run) => match code.with_values(frame, &call.args, run) {
            Some(value) => set_bool(frame, inst, value),
            None => false,
        },
        Quick::Same(widths) => match *code.peek(frame, call.args[0]) {
            Value::Bits { width, bits } if widths.contains(&width) => {
                set_bits(frame, inst, width, bits)
            }
            _ => false,
        },
        Quick::Double => match double(code.peek(frame, call.args[0])) {
            Some(bits) => set_bits(frame, inst, 64, bits),
            None => false,
        },
        Quick::Number => match *code.peek(frame, call.args[0]) {
            Value::Bits { width, bits } => match number(width, bits) {
                Some((width, bits)) => set_bits(frame, inst, width, bits),
                None => false,
            },
            _ => false,
        },
        Quick::Value(_) => match value_of(quick, code, frame, heap, inst, call) {
            Some(value) => set(frame, inst, value),
            None => false,
        },
    }
}

/// The value that an intrinsic returns on its shorter way.
#[inline(always)]
fn value_of(
    quick: Quick,
    code: &Code,
    frame: &Frame,
    heap: &mut Heap,
    inst: &Inst,
    call: &Call,
) -> Option<Value> {
    let loc = inst.loc;
    code.with_values(frame, &call.args, |args| match quick {
        Quick::Value(run) => run(Known { heap, loc }, args),
        Quick::Word(width, run) => run(args).map(|bits| Value::Bits { width, bits }),
        Quick::Truth(run) => run(args).map(Value::Bool),
        Quick::Same(widths) => match *args[0] {
            Value::Bits { width, bits } if widths.contains(&width) => {
                Some(Value::Bits { width, bits })
            }
            _ => None,
        },
        Quick::Double => double(args[0]).map(|bits| Value::Bits { width: 64, bits }),
        Quick::Number => match *args[0] {
            Value::Bits { width, bits } => {
                let (width, bits) = number(width, bits)?;
                Some(Value::Bits { width, bits })
            }
            _ => None,
        },
    })
}

/// Executes an instruction that is less frequent in loops.
fn rare(code: &Code, frame: &mut Frame, inst: &Inst, op: &Op) -> bool {
    match op {
        Op::Unary(op, a) => match (op, code.peek(frame, *a)) {
            (UnaryOp::Not, &Value::Bool(value)) => set_bool(frame, inst, !value),
            (UnaryOp::Not, &Value::Bits { width, bits }) => {
                let bits = !bits & mask(width);
                set_bits(frame, inst, width, bits)
            }
            _ => false,
        },
        Op::Extract(a, position) => {
            let Value::Tuple(members) = code.peek(frame, *a) else {
                return false;
            };
            match members.get(*position as usize).cloned() {
                Some(member) if !is_open(&member) => copy(frame, inst, &member),
                _ => false,
            }
        }
        Op::Check { condition, .. } => *code.peek(frame, *condition) == Value::Bool(true),
        Op::Dynamic(op, operands) => match &operands[..] {
            [a, b] => match text_operation(*op, code.peek(frame, *a), code.peek(frame, *b)) {
                Some(value) => set(frame, inst, value),
                None => false,
            },
            _ => false,
        },
        _ => false,
    }
}

/// The maximum length of a string that is concatenated here, in units.
const MAX_CONCATENATED: usize = 1 << 16;

/// The result of an operation on two known strings.
fn text_operation(op: DynamicOp, a: &Value, b: &Value) -> Option<Value> {
    let (Value::Str(a), Value::Str(b)) = (a, b) else {
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

/// Whether a value is one value, and no operation on it is an obligation.
#[inline(always)]
fn is_known(value: &Value) -> bool {
    matches!(
        value,
        Value::Bits { .. } | Value::Bool(_) | Value::Str(_) | Value::Ptr { .. } | Value::Unit(_)
    )
}

/// Whether a value is none, or one of several.
#[inline(always)]
pub(super) fn is_open(value: &Value) -> bool {
    matches!(value, Value::Uninitialized | Value::Union(_))
}
