//! Errors that operators throw.

use super::properties::{HIDDEN, Property};
use super::{Initial, Pointer, UNDEFINED, effect, settled, shown, slot, slot_key, text};
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{FuncId, LocId, Unit};
use std::rc::Rc;

/// A new error object.
pub fn new_error(machine: &mut Machine, kind: Initial, message: &str) -> Value {
    let error = machine.new_table();
    let parent = Value::Unit(Unit::Null);
    // A new table takes any key.
    let _ = machine.set_member(&error, &parent, &kind.value());
    let stack = Property::Missing(HIDDEN, "Error.stack".to_string());
    let _ = machine.set_member(&error, &text("stack"), &stack.stored());
    let message = shown::message(message).stored();
    let _ = machine.set_member(&error, &text("message"), &message);
    let _ = machine.set_member(&error, &slot_key(slot::CLASS), &text("Error"));
    let _ = mark(machine, &error);
    error
}

/// Notes the current place in an object.
fn mark(machine: &mut Machine, object: &Value) -> Result<(), Stop> {
    let (loc, func) = machine.blame();
    let Some(loc) = loc else {
        return Ok(());
    };
    let place = [loc.0, func.0].map(|number| Value::bits(32, u128::from(number)));
    let place = Value::Tuple(Rc::new(place.to_vec()));
    machine.set_member(object, &slot_key(slot::PLACE), &place)
}

pub fn mark_place(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(mark(machine, &args[0]).map(|()| UNDEFINED))
}

/// The place that an object notes.
fn place(machine: &mut Machine, object: &Value) -> Result<Option<(LocId, FuncId)>, Stop> {
    if !matches!(object, Value::Ptr { offset: 0, .. }) {
        return Ok(None);
    }
    let Some(Value::Tuple(place)) = settled::slot(machine, object, slot::PLACE)? else {
        return Ok(None);
    };
    let loc = settled::integer(machine, &place[0])?;
    let func = settled::integer(machine, &place[1])?;
    Ok(Some((LocId(loc as u32), FuncId(func as u32))))
}

/// A rejection that nobody handles: the reason, and what notes where the promise was rejected. An
/// error is reported where it was created.
pub fn unhandled(machine: &mut Machine, args: &[Value]) -> Effect {
    for position in [0, 1] {
        if matches!(args[position], Value::Union(_)) {
            return Effect::NeedConcrete(position);
        }
    }
    let found = place(machine, &args[0]).and_then(|found| match found {
        Some(found) => Ok(Some(found)),
        None => place(machine, &args[1]),
    });
    Effect::Stop(match found {
        Ok(found) => machine.uncaught(&args[0], found),
        Err(stop) => stop,
    })
}

/// Throws a `TypeError`.
pub fn throw_type_error(machine: &mut Machine, message: &str) -> Effect {
    Effect::Throw(new_error(machine, Initial::TypeError, message))
}

fn message(args: &[Value]) -> String {
    match args.first() {
        Some(Value::Str(text)) => text.to_string(),
        _ => String::new(),
    }
}

pub fn type_error(machine: &mut Machine, args: &[Value]) -> Effect {
    Effect::Return(Some(new_error(machine, Initial::TypeError, &message(args))))
}

pub fn reference_error(machine: &mut Machine, args: &[Value]) -> Effect {
    Effect::Return(Some(new_error(
        machine,
        Initial::ReferenceError,
        &message(args),
    )))
}
