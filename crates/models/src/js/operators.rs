//! Operators whose operands are not known, or not of the usual kinds: their first argument, the
//! function of the operator, computes the result. Operands of which only some members are objects
//! are enumerated here, so that the program has the members afterwards.

use super::{convert, equality};
use sheaf_execution::{Effect, Machine, Value};

/// An operator that converts objects.
pub fn converting(machine: &mut Machine, args: &[Value]) -> Effect {
    unless(convert::enumerated(machine, &args[1..]), args)
}

/// `===`
pub fn same(_: &mut Machine, args: &[Value]) -> Effect {
    unless(None, args)
}

/// `==`
pub fn eq(machine: &mut Machine, args: &[Value]) -> Effect {
    unless(equality::enumerated(machine, &args[1..]), args)
}

/// Calls the function, unless an operand must be known first.
fn unless(needed: Option<Effect>, args: &[Value]) -> Effect {
    match needed {
        Some(Effect::NeedConcrete(position)) => Effect::NeedConcrete(position + 1),
        Some(effect) => effect,
        None => Effect::Call(args[0].clone(), args[1..].to_vec()),
    }
}
