//! Optional kinds of failures: what JavaScript defines, but is rarely meant. They count in code of
//! the program only, not in the library.

use super::convert::text_of;
use sheaf_execution::{Machine, Stop, Value};
use sheaf_ir::{FailureKind, FloatKind, Kind, Unit};
use sheaf_term::Term;

/// Reading a property that neither an object nor what it inherits from has: what was found, and
/// the key.
pub fn absent(machine: &mut Machine, stored: &Value, key: Option<&Value>) {
    if !machine.lints(FailureKind::UndefinedProperty) {
        return;
    }
    let is_empty = |value: &Value| matches!(value, Value::Unit(Unit::Empty));
    let message = match key.and_then(text_of) {
        Some(Value::Str(key)) => format!("there is no property '{key}'"),
        _ => "there is no such property".to_string(),
    };
    for (guard, member) in stored.members() {
        if is_empty(member) {
            machine.obligation(FailureKind::UndefinedProperty, guard, &message);
        }
    }
}

/// Reading an element of a string or of a buffer at an index, where the condition says whether there
/// is one.
pub fn outside(machine: &mut Machine, within: Term, index: &Value) {
    if !machine.lints(FailureKind::UndefinedProperty) {
        return;
    }
    let message = match text_of(index) {
        Some(Value::Str(index)) => format!("there is no element {index}"),
        _ => "there is no such element".to_string(),
    };
    let fails = machine.pool.not(within);
    machine.obligation(FailureKind::UndefinedProperty, fails, &message);
}

/// The condition that a value is a number that is NaN.
fn is_nan(machine: &mut Machine, value: &Value) -> Result<Term, Stop> {
    let nan = machine.lift(value, &mut |machine, value| {
        if machine.kind_of(value) != Kind::Float {
            return Ok(Value::Bool(false));
        }
        Ok(match value.to_term(machine.pool) {
            Some(double) => {
                let nan = machine.pool.is_nan(FloatKind::F64, double);
                Value::from_term(machine.pool, nan)
            }
            None => Value::Bool(false),
        })
    })?;
    Ok(nan.fold(machine.pool).unwrap_or(Term::FALSE))
}

/// An operator whose result is NaN although none of its operands is.
pub fn nan(machine: &mut Machine, result: &Value, operands: &[Value]) -> Result<(), Stop> {
    if operands.is_empty() || !machine.lints(FailureKind::Nan) {
        return Ok(());
    }
    let mut fails = is_nan(machine, result)?;
    for operand in operands {
        let nan = is_nan(machine, operand)?;
        let number = machine.pool.not(nan);
        fails = machine.pool.and(fails, number);
    }
    let message = "the result is NaN, although no operand is";
    machine.obligation(FailureKind::Nan, fails, message);
    Ok(())
}

/// An operator that converts an operand of this kind.
pub fn converted(machine: &mut Machine, kind: Kind) {
    if !machine.lints(FailureKind::ImplicitConversion) {
        return;
    }
    let what = match kind {
        Kind::Undefined => "undefined",
        Kind::Null => "null",
        Kind::Bool => "a boolean",
        Kind::Str => "a string",
        Kind::Integer | Kind::Float => "a number",
        _ => "an object",
    };
    let message = format!("an operator converts {what}");
    machine.obligation(FailureKind::ImplicitConversion, Term::TRUE, &message);
}
