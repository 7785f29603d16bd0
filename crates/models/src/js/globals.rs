//! Global variables: the properties of the global object.

use super::errors;
use super::objects::found;
use super::writes::{remove, store};
use super::{Initial, Pointer, UNDEFINED, settled};
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::Unit;

/// A global variable, `undefined` if it does not exist.
pub fn find_global(machine: &mut Machine, args: &[Value]) -> Effect {
    match machine.find_member(&Initial::Global.value(), &args[0]) {
        Ok(Value::Unit(Unit::Empty)) => Effect::Return(Some(UNDEFINED)),
        Ok(value) => found(machine, value, &[Initial::Global.value(), args[0].clone()]),
        Err(stop) => stop.into(),
    }
}

/// A global variable.
pub fn get_global(machine: &mut Machine, args: &[Value]) -> Effect {
    match existing(machine, &args[0]) {
        Ok(Some(value)) => found(machine, value, &[Initial::Global.value(), args[0].clone()]),
        Ok(None) => not_defined(machine, &args[0]),
        Err(stop) => stop.into(),
    }
}

/// What is stored for a global variable, `None` if it does not exist.
fn existing(machine: &mut Machine, name: &Value) -> Result<Option<Value>, Stop> {
    let value = machine.find_member(&Initial::Global.value(), name)?;
    settled::present(machine, &value)
}

fn not_defined(machine: &mut Machine, name: &Value) -> Effect {
    let name = match name {
        Value::Str(name) => name.to_string(),
        _ => String::new(),
    };
    let message = format!("{name} is not defined");
    Effect::Throw(errors::new_error(
        machine,
        Initial::ReferenceError,
        &message,
    ))
}

/// Sets a global variable in sloppy code, creating it if necessary.
pub fn set_global(machine: &mut Machine, args: &[Value]) -> Effect {
    let args = [Initial::Global.value(), args[0].clone(), args[1].clone()];
    store(machine, &args, false)
}

/// Sets a global variable in strict code: it must exist.
pub fn assign_global(machine: &mut Machine, args: &[Value]) -> Effect {
    match existing(machine, &args[0]) {
        Ok(None) => not_defined(machine, &args[0]),
        Ok(Some(_)) => {
            let args = [Initial::Global.value(), args[0].clone(), args[1].clone()];
            store(machine, &args, true)
        }
        Err(stop) => stop.into(),
    }
}

/// `delete name` for a global variable.
pub fn delete_global(machine: &mut Machine, args: &[Value]) -> Effect {
    remove(machine, &[Initial::Global.value(), args[0].clone()], false)
}
