//! Inputs that are no scalars.

use super::effect;
use sheaf_engine::{Effect, Machine, Value};

/// An input of type string; the arguments are its name and the maximum number of its units.
pub fn string(machine: &mut Machine, args: &[Value]) -> Effect {
    match (&args[0], args[1].as_u64()) {
        (Value::Str(name), Some(most)) => {
            effect(machine.string_input(&name.to_string(), most as u32))
        }
        _ => Effect::Unmodelled("an input whose name or bound is not known".to_string()),
    }
}
