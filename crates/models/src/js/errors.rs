//! Errors that operators throw.

use super::properties::{self, HIDDEN};
use super::{Initial, slot, slot_key, text};
use sheaf_engine::{Effect, Machine, Value};
use sheaf_ir::Unit;

/// A new error object.
pub fn new_error(machine: &mut Machine, kind: Initial, message: &str) -> Value {
    let error = machine.new_table();
    let parent = Value::Unit(Unit::Null);
    // A new table takes any key.
    let _ = machine.set_member(&error, &parent, &kind.value());
    let _ = properties::put(machine, &error, &text("message"), HIDDEN, &text(message));
    let _ = machine.set_member(&error, &slot_key(slot::CLASS), &text("Error"));
    error
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
