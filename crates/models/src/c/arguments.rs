//! Helpers for reading arguments of models.

use sheaf_execution::memory::Content;
use sheaf_execution::value::ObjectId;
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{FloatKind, Type};
use sheaf_term::{Sort, Term};

/// Maximum length of a string in messages and names, in bytes.
const MAX_TEXT_BYTES: usize = 4096;

/// The argument at a position; a missing one is indeterminate.
pub fn argument(args: &[Value], position: usize) -> &Value {
    args.get(position).unwrap_or(&Value::Uninitialized)
}

/// The argument at a position as a number.
///
/// # Errors
/// If it is not concrete yet.
pub fn number(args: &[Value], position: usize) -> Result<u64, Effect> {
    argument(args, position)
        .as_u64()
        .ok_or(Effect::NeedConcrete(position))
}

/// The argument at a position as a signed 32-bit number.
///
/// # Errors
/// If it is not concrete yet.
pub fn int(args: &[Value], position: usize) -> Result<i32, Effect> {
    number(args, position).map(|value| value as i32)
}

/// Whether a value is concrete.
pub fn is_concrete(value: &Value) -> bool {
    !matches!(
        value,
        Value::Term(_) | Value::SymPtr { .. } | Value::Union(_) | Value::Uninitialized
    )
}

/// A value as a term of 64 bits, pointers by their address.
pub fn word(machine: &mut Machine, value: &Value) -> Term {
    let scalar = if value.is_scalar() {
        value.clone()
    } else {
        machine.address(value)
    };
    let term = scalar.to_term(machine.pool).unwrap_or(Term::FALSE);
    match machine.pool.sort(term) {
        Sort::Bool => {
            let (one, zero) = (machine.pool.bits(64, 1), machine.pool.bits(64, 0));
            machine.pool.ite(term, one, zero)
        }
        Sort::Bits(width) if width < 64 => machine.pool.zext(term, 64),
        Sort::Bits(width) if width > 64 => machine.pool.extract(term, 63, 0),
        _ => term,
    }
}

/// Whether a value, of any type that C can test, is not zero.
pub fn truth(machine: &mut Machine, value: &Value) -> Term {
    let mut truth = Term::FALSE;
    for (guard, member) in value.members() {
        let word = word(machine, member);
        let zero = machine.pool.bits(64, 0);
        let holds = machine.pool.ne(word, zero);
        let holds = machine.pool.guard_and(guard, holds);
        truth = machine.pool.guard_or(truth, holds);
    }
    truth
}

/// The string at a pointer, for messages and names: its concrete prefix.
pub fn text(machine: &Machine, value: &Value) -> String {
    let Value::Ptr { object, offset } = *value else {
        return String::new();
    };
    if object == ObjectId::NONE {
        return String::new();
    }
    let Content::Bytes(content) = &machine.state.heap.get(object).content else {
        return String::new();
    };
    let Ok(start) = usize::try_from(offset) else {
        return String::new();
    };
    let end = content.len().min(start.saturating_add(MAX_TEXT_BYTES));
    let bytes = (start..end).map_while(|at| content.concrete_range(at, 1).map(|byte| byte[0]));
    let bytes: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The string at a pointer that is a name, and so must be unique.
///
/// # Errors
/// If the pointer is one of several.
pub fn name(machine: &Machine, args: &[Value], position: usize) -> Result<String, Effect> {
    match argument(args, position) {
        Value::Union(_) => Err(Effect::NeedConcrete(position)),
        value => Ok(text(machine, value)),
    }
}

/// A pointer advanced by a number of bytes.
pub fn advance(machine: &mut Machine, pointer: &Value, bytes: u64) -> Value {
    let distance = machine.pool.bits(64, u128::from(bytes));
    advance_by(machine, pointer, distance)
}

/// A pointer advanced by a 64-bit term.
pub fn advance_by(machine: &mut Machine, pointer: &Value, distance: Term) -> Value {
    let moved = machine.lift(pointer, &mut |machine, member| {
        Ok(machine.advance(member, distance))
    });
    moved.unwrap_or(Value::Uninitialized)
}

/// Reads a byte.
///
/// # Errors
/// When the access is not modelled.
pub fn load_byte(machine: &mut Machine, pointer: &Value) -> Result<Value, Stop> {
    machine.load(pointer, &Type::Bits(8))
}

/// A float argument, which is a single value.
///
/// # Errors
/// If it is one of several values.
pub fn float<'v>(
    machine: &mut Machine,
    args: &'v [Value],
    position: usize,
) -> Result<&'v Value, Effect> {
    let value = argument(args, position);
    machine.require_defined(
        value,
        "a floating-point function depends on uninitialized memory",
    );
    match value {
        Value::Union(_) => Err(Effect::NeedConcrete(position)),
        value => Ok(value),
    }
}

/// A float as a value.
pub fn float_value(kind: FloatKind, bits: u128) -> Effect {
    Effect::Return(Some(Value::bits(kind.width(), bits)))
}

/// A 32-bit result.
pub fn int_value(value: i32) -> Effect {
    Effect::Return(Some(Value::bits(32, u128::from(value as u32))))
}

/// Converts an error to its effect.
pub fn effect(result: Result<Effect, Effect>) -> Effect {
    result.unwrap_or_else(|refusal| refusal)
}
