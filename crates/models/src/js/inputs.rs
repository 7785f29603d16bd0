//! Inputs that are no scalars of the program.

use super::{Initial, Pointer, effect, slot, slot_key};
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{FloatKind, Kind, Type};

/// An input of type string; the arguments are its name and the maximum number of its units.
pub fn string(machine: &mut Machine, args: &[Value]) -> Effect {
    match (&args[0], args[1].as_u64()) {
        (Value::Str(name), Some(most)) => {
            effect(machine.string_input(&name.to_string(), most as u32))
        }
        (Value::Union(_), _) => Effect::NeedConcrete(0),
        _ => Effect::Unmodelled("an input whose name is no known string".to_string()),
    }
}

/// A scalar input whose name is computed; the arguments are the name and the number of the type: a
/// boolean, an integer or another number.
pub fn scalar(machine: &mut Machine, args: &[Value]) -> Effect {
    let ty = match args[1].as_u64() {
        Some(0) => Type::Bool,
        Some(1) => Type::Bits(32),
        Some(3) => Type::Bits(8),
        _ => Type::Float(FloatKind::F64),
    };
    match &args[0] {
        Value::Str(name) => effect(machine.scalar_input(&name.to_string(), &ty)),
        Value::Union(_) => Effect::NeedConcrete(0),
        _ => Effect::Unmodelled("an input whose name is no known string".to_string()),
    }
}

/// An input of the type of a value; the arguments are its name, the value, and the maximum number of
/// units of a string.
pub fn like(machine: &mut Machine, args: &[Value]) -> Effect {
    if matches!(args[1], Value::Union(_)) {
        return Effect::NeedConcrete(1);
    }
    let number = match machine.kind_of(&args[1]) {
        Kind::Bool => 0,
        Kind::Integer => 1,
        Kind::Float => 2,
        Kind::Str => return string(machine, &[args[0].clone(), args[2].clone()]),
        _ => return Effect::Unmodelled("an example of this kind".to_string()),
    };
    scalar(machine, &[args[0].clone(), Value::bits(32, number)])
}

/// The name of the inputs that `Math.random` returns.
const RANDOM: &str = "Math.random";

/// The bits of 1.0: those of numbers from 0 to 1 without sign are below.
const ONE: u64 = 0x3ff0_0000_0000_0000;

/// `Math.random()`: an input, any number from 0 up to 1. A run for its own sake has a generator
/// that always begins in the same way.
pub fn random(machine: &mut Machine, _: &[Value]) -> Effect {
    if machine.is_standalone() {
        return effect(generated(machine));
    }
    let value = match machine.scalar_input(RANDOM, &Type::Float(FloatKind::F64)) {
        Ok(value) => value,
        Err(stop) => return stop.into(),
    };
    if let Value::Term(term) = value {
        let one = machine.pool.bits(64, ONE.into());
        let is_below = machine.pool.ult(term, one);
        machine.assume(is_below);
    }
    Effect::Return(Some(value))
}

/// The next number of a generator (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
/// Generators, OOPSLA 2014), whose state the library keeps.
fn generated(machine: &mut Machine) -> Result<Value, Stop> {
    let (library, key) = (Initial::Library.value(), slot_key(slot::DATA));
    let state = machine.own_member(&library, &key)?.as_u64().unwrap_or(0);
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    machine.set_member(&library, &key, &Value::bits(64, state.into()))?;
    let mut mixed = state;
    for (shift, factor) in [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb)] {
        mixed = (mixed ^ (mixed >> shift)).wrapping_mul(factor);
    }
    let number = ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64;
    Ok(Value::bits(64, number.to_bits().into()))
}
