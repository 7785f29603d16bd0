//! Instructions with known operands.
//!
//! A value is written field by field into its register, and not moved there as a whole: reading a
//! value as a whole right after its fields were written costs as much as some instructions.

use super::super::unwind::returned;
use super::super::word;
use super::decoded::{Action, Args, Place, Step};
use super::memory::{load, load_cell, store, store_cell};
use super::{Code, Known};
use crate::intrinsic::Quick;
use crate::memory::Heap;
use crate::registers::Registers;
use crate::state::Frame;
use crate::value::{ObjectId, Value, mask, sign_extend};
use sheaf_ir::index::Idx;
use sheaf_ir::{BinaryOp, CastOp, CompareOp, LocId, Local};
use std::mem::ManuallyDrop;

/// Executes an instruction if its operands are machine words or pointers with known offsets and it
/// cannot fail.
#[inline(always)]
pub(super) fn execute(code: &Code, frame: &mut Frame, heap: &mut Heap, step: &Step) -> bool {
    let result = step.result;
    match &step.action {
        Action::Word(width, run, args) => match args.pass(code.consts, frame, *run) {
            Some(bits) => set_bits(frame, result, *width, bits),
            None => false,
        },
        Action::Truth(run, args) => {
            let run = |values: &[&Value]| run(Known { heap, loc: None }, values);
            match args.pass(code.consts, frame, run) {
                Some(value) => set_bool(frame, result, value),
                None => false,
            }
        }
        Action::Value(run, args, loc) => {
            let loc = *loc;
            let run = |values: &[&Value]| run(Known { heap, loc }, values);
            set_returned(frame, result, args.pass(code.consts, frame, run))
        }
        Action::LoadCell([row, index]) => {
            match load_cell(heap, code.peek(frame, *row), code.peek(frame, *index)) {
                Some(value) if !is_open(value) => copy(frame, result, value),
                _ => false,
            }
        }
        Action::StoreCell(places) => {
            let [row, index, value] = places.map(|it| code.peek(frame, it));
            !is_open(value) && store_cell(heap, row, index, value)
        }
        Action::Binary(op, no_overflow, operands) => {
            binary(code, frame, result, (*op, *no_overflow), *operands)
        }
        Action::Compare(op, [a, b]) => {
            match compare(heap, *op, code.peek(frame, *a), code.peek(frame, *b)) {
                Some(value) => set_bool(frame, result, value),
                None => false,
            }
        }
        Action::ToAny(a) => match (code.peek(frame, *a), result) {
            (value, Some(result)) if is_known(value) => {
                copy_from(code, frame, result, *a);
                true
            }
            _ => false,
        },
        Action::Load(width, pointer) => match load(heap, code.peek(frame, *pointer), *width) {
            Some(bits) => set_bits(frame, result, *width, bits),
            None => false,
        },
        Action::Store([pointer, value]) => store(code, frame, heap, *pointer, *value),
        Action::PtrAdd(operands, shift) => step_pointer(code, frame, result, *operands, **shift),
        Action::Resize(op, to, a) => match *code.peek(frame, *a) {
            Value::Bits { width, bits } => {
                let bits = match op {
                    CastOp::SExt => sign_extend(width, bits) as u64,
                    _ => bits,
                };
                set_bits(frame, result, *to, bits & mask(*to))
            }
            _ => false,
        },
        Action::Call(_) | Action::Slow => false,
        _ => rare(code, frame, heap, step),
    }
}

/// Sets the result of an instruction to a machine word.
#[inline(always)]
fn set_bits(frame: &mut Frame, result: Option<Local>, width: u32, bits: u64) -> bool {
    if let Some(result) = result {
        frame.regs.set_bits(result.index(), width, bits);
    }
    true
}

/// Sets the result of an instruction to a truth value.
#[inline(always)]
fn set_bool(frame: &mut Frame, result: Option<Local>, value: bool) -> bool {
    if let Some(result) = result {
        frame.regs.set_bool(result.index(), value);
    }
    true
}

/// Sets the result of an instruction to what an intrinsic returned, if it returned a value.
#[inline(always)]
fn set_returned(frame: &mut Frame, result: Option<Local>, returned: Option<Value>) -> bool {
    // It stays where it is, and most values need no drop.
    let mut returned = ManuallyDrop::new(returned);
    match (&mut *returned, result) {
        (None, _) => false,
        (Some(Value::Bits { width, bits }), result) => set_bits(frame, result, *width, *bits),
        (Some(Value::Bool(value)), result) => set_bool(frame, result, *value),
        (Some(Value::Ptr { object, offset }), Some(result)) => {
            frame.regs.set_pointer(result.index(), *object, *offset);
            true
        }
        (Some(value), Some(result)) => {
            frame.regs[result.index()] = std::mem::replace(value, Value::Uninitialized);
            true
        }
        (returned, None) => {
            returned.take();
            true
        }
    }
}

/// Sets the result of an instruction to a value.
#[inline(always)]
fn set(frame: &mut Frame, result: Option<Local>, value: Value) -> bool {
    if let Some(result) = result {
        frame.regs.set(result.index(), value);
    }
    true
}

/// Sets the result of an instruction to a copy of a value.
#[inline(always)]
fn copy(frame: &mut Frame, result: Option<Local>, value: &Value) -> bool {
    if let Some(result) = result {
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

/// Sets a local to the value at a place.
#[inline(always)]
pub(super) fn copy_from(code: &Code, frame: &mut Frame, to: Local, from: Place) {
    let to = to.index();
    match *code.peek(frame, from) {
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
    result: Option<Local>,
    (op, no_overflow): (BinaryOp, bool),
    [a, b]: [Place; 2],
) -> bool {
    let (&Value::Bits { width, bits: a }, &Value::Bits { bits: b, .. }) =
        (code.peek(frame, a), code.peek(frame, b))
    else {
        return false;
    };
    let double = match width {
        64 => word::double(op, a, b),
        _ => None,
    };
    match double.or_else(|| word::binary(op, no_overflow, width, a, b)) {
        Some(bits) => set_bits(frame, result, width, bits),
        None => false,
    }
}

/// Adds a multiple of an index and a displacement to a pointer.
#[inline(always)]
fn step_pointer(
    code: &Code,
    frame: &mut Frame,
    result: Option<Local>,
    [base, index]: [Place; 2],
    (scale, displacement): (i64, i64),
) -> bool {
    let (&Value::Ptr { object, offset }, Value::Bits { width, bits }) =
        (code.peek(frame, base), code.peek(frame, index))
    else {
        return false;
    };
    let distance = match sign_extend(*width, *bits).checked_mul(scale) {
        Some(distance) if object != ObjectId::NONE => distance.wrapping_add(displacement),
        _ => return false,
    };
    let offset = offset.wrapping_add(distance as u64);
    copy(frame, result, &Value::Ptr { object, offset })
}

/// The result of a comparison of known values.
#[inline(always)]
pub(super) fn compare(heap: &Heap, op: CompareOp, a: &Value, b: &Value) -> Option<bool> {
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
        (
            &Value::Ptr { object, offset },
            &Value::Ptr {
                object: other,
                offset: at,
            },
        ) => equality(op, same_place(heap, (object, offset), (other, at))?),
        _ => None,
    }
}

/// Whether two pointers are equal: both point into one object, or to different addresses of two.
fn same_place(
    heap: &Heap,
    (a, offset): (ObjectId, u64),
    (b, other): (ObjectId, u64),
) -> Option<bool> {
    if a == ObjectId::NONE || b == ObjectId::NONE {
        return None;
    }
    match a == b {
        true => Some(offset == other),
        false => heap.differ((a, offset), (b, other)).then_some(false),
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

/// What an intrinsic returns on its shorter way.
fn value_of(
    quick: Quick,
    (code, frame, heap): (&Code, &Frame, &mut Heap),
    (args, loc): (&Args, Option<LocId>),
) -> Option<Value> {
    args.pass(code.consts, frame, |values| match quick {
        Quick::Value(run) => run(Known { heap, loc }, values),
        Quick::Word(width, run) => run(values).map(|bits| Value::Bits { width, bits }),
        Quick::Truth(run) => run(Known { heap, loc }, values).map(Value::Bool),
    })
}

/// Executes an instruction that is less frequent in loops.
#[inline(never)]
fn rare(code: &Code, frame: &mut Frame, heap: &mut Heap, step: &Step) -> bool {
    let result = step.result;
    match &step.action {
        Action::Catch(quick, args, loc) => {
            let value = value_of(*quick, (code, frame, heap), (args, *loc));
            value.is_some_and(|value| set(frame, result, returned(Some(value))))
        }
        Action::NewCells(places, loc) => {
            let values = places.iter().map(|place| code.peek(frame, *place));
            if values.clone().any(is_open) {
                return false;
            }
            let row = heap.add_cells(values.cloned().collect(), *loc);
            set(frame, result, row)
        }
        Action::Select([condition, a, b]) => {
            let chosen = match code.peek(frame, *condition) {
                Value::Bool(true) => *a,
                Value::Bool(false) => *b,
                _ => return false,
            };
            let is_defined = !matches!(code.peek(frame, chosen), Value::Uninitialized);
            if let (true, Some(result)) = (is_defined, result) {
                copy_from(code, frame, result, chosen);
            }
            is_defined
        }
        Action::ToWord(to, a) => match *code.peek(frame, *a) {
            Value::Bits { width, bits } if width == *to => set_bits(frame, result, width, bits),
            _ => false,
        },
        Action::ToTruth(a) => match *code.peek(frame, *a) {
            Value::Bool(value) => set_bool(frame, result, value),
            _ => false,
        },
        Action::Not(a) => match *code.peek(frame, *a) {
            Value::Bool(value) => set_bool(frame, result, !value),
            Value::Bits { width, bits } => set_bits(frame, result, width, !bits & mask(width)),
            _ => false,
        },
        Action::Extract(a, position) => {
            let Value::Tuple(members) = code.peek(frame, *a) else {
                return false;
            };
            match members.get(*position).cloned() {
                Some(member) if !is_open(&member) => copy(frame, result, &member),
                _ => false,
            }
        }
        Action::Check(condition) => *code.peek(frame, *condition) == Value::Bool(true),
        _ => false,
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
