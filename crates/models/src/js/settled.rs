//! What an operation must know about stored values where merged paths differ in it: the path is
//! split.

use super::convert::unmodelled_operation;
use super::slot_key;
use sheaf_execution::{Machine, Stop, Value};
use sheaf_term::{Sort, Term};

/// A stored value, `None` if it is absent.
pub fn present(machine: &mut Machine, value: &Value) -> Result<Option<Value>, Stop> {
    let value = machine.of_one_kind(value, |it| *it == Value::EMPTY)?;
    Ok((value != Value::EMPTY).then_some(value))
}

/// What an object has in a slot, a single value; `None` if it has nothing there.
pub fn slot(machine: &mut Machine, object: &Value, slot: u8) -> Result<Option<Value>, Stop> {
    let stored = machine.own_member(object, &slot_key(slot))?;
    let value = single(machine, &stored)?;
    Ok((value != Value::EMPTY).then_some(value))
}

/// Whether an object has a slot.
pub fn has_slot(machine: &mut Machine, object: &Value, slot: u8) -> Result<bool, Stop> {
    let stored = machine.own_member(object, &slot_key(slot))?;
    Ok(present(machine, &stored)?.is_some())
}

/// The only member of a value.
pub fn single(machine: &mut Machine, value: &Value) -> Result<Value, Stop> {
    machine.of_one_kind(value, Value::clone)
}

/// Whether a value is true.
pub fn truth(machine: &mut Machine, value: &Value) -> Result<bool, Stop> {
    match single(machine, value)? {
        Value::Term(term) => machine.decide(term),
        value => Ok(value == Value::Bool(true)),
    }
}

/// A known integer. Where merged paths have different ones, they are told apart by their bits.
pub fn integer(machine: &mut Machine, value: &Value) -> Result<u64, Stop> {
    let value = single(machine, value)?;
    let term = match &value {
        Value::Term(term) => *term,
        value => {
            return match value.as_u64() {
                Some(integer) => Ok(integer),
                None => unmodelled_operation("an integer of the library that is none"),
            };
        }
    };
    let Sort::Bits(width) = machine.pool.sort(term) else {
        return unmodelled_operation("an integer of the library that is none");
    };
    let mut integer = 0;
    for at in 0..width.min(u64::BITS) {
        let bit = machine.pool.extract(term, at, at);
        let one = machine.pool.bits(1, 1);
        let is_set: Term = machine.pool.eq(bit, one);
        integer |= u64::from(machine.decide(is_set)?) << at;
    }
    Ok(integer)
}
