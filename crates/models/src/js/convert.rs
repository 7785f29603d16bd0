//! Conversions and classification of primitive values.

use super::errors::throw_type_error;
use super::{UNDEFINED, bigints, calls, lints, number_text, objects, text};
use sheaf_execution::outcome::ReasonKind;
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{FloatKind, Kind, Unit};
use sheaf_term::{Pool, Sort, Term};

/// Applies `body` to the members of the first argument.
fn each(
    machine: &mut Machine,
    args: &[Value],
    mut body: impl FnMut(&mut Machine, &Value) -> Result<Value, Stop>,
) -> Effect {
    let value = args.first().unwrap_or(&UNDEFINED);
    match machine.lift(value, &mut body) {
        Ok(value) => Effect::Return(Some(value)),
        Err(stop) => stop.into(),
    }
}

/// If the first argument is an object, which functions of the program convert: the effect of the
/// library's function that does so. If only some members are objects, they are enumerated.
pub fn of_object(machine: &mut Machine, args: &[Value], function: &str) -> Option<Effect> {
    enumerated(machine, args).or_else(|| {
        let pointer = matches!(args.first(), Some(Value::Ptr { .. }));
        pointer.then(|| calls::library(machine, function, args))
    })
}

/// Enumerates the members of an argument if only some of them are objects.
pub fn enumerated(machine: &Machine, args: &[Value]) -> Option<Effect> {
    let object =
        |value: &Value| matches!(value, Value::Ptr { .. } | Value::Int(_) | Value::BigInt(_));
    let mixed = |value: &Value| {
        matches!(value, Value::Union(_)) && value.members().any(|(_, it)| object(it))
    };
    let position = args.iter().position(mixed);
    position
        .map(Effect::NeedConcrete)
        .or_else(|| bigints::made_known(machine, args))
}

/// Ends the path with the operation that is not modelled.
pub fn unmodelled_operation<T>(what: &str) -> Result<T, Stop> {
    let kind = ReasonKind::UnmodelledOperation;
    Err(Stop::Unmodelled(kind, what.to_string()))
}

/// Whether a value is truthy.
pub fn truth(machine: &mut Machine, args: &[Value]) -> Effect {
    each(machine, args, |machine, value| {
        Ok(match value {
            Value::Bool(value) => Value::Bool(*value),
            Value::Bits { width: 64, bits } => {
                let number = f64::from_bits(*bits);
                Value::Bool(number != 0.0 && !number.is_nan())
            }
            Value::Bits { bits, .. } => Value::Bool(*bits != 0),
            Value::Int(number) => Value::Bool(*number != 0),
            Value::Str(text) => Value::Bool(!text.units().is_empty()),
            Value::SymStr(_) => {
                let length = machine.string_length(value);
                let pool = &mut *machine.pool;
                let (length, zero) = (length.to_term(pool), pool.bits(32, 0));
                let some = length.map_or(Term::FALSE, |length| pool.ne(length, zero));
                Value::from_term(pool, some)
            }
            Value::Term(term) => {
                let pool = &mut *machine.pool;
                let truth = match pool.sort(*term) {
                    Sort::Bool => *term,
                    Sort::Bits(64) => {
                        // Without its sign: neither zero nor above infinity.
                        let rest = pool.bits(64, u128::from(u64::MAX >> 1));
                        let magnitude = pool.bit_and(*term, rest);
                        let infinity = pool.bits(64, u128::from(f64::INFINITY.to_bits()));
                        let zero = pool.bits(64, 0);
                        let (some, number) =
                            (pool.ne(magnitude, zero), pool.ule(magnitude, infinity));
                        pool.and(some, number)
                    }
                    Sort::Bits(width) => {
                        let zero = pool.bits(width, 0);
                        pool.ne(*term, zero)
                    }
                    _ => return unmodelled_operation("the truth of this value"),
                };
                Value::from_term(pool, truth)
            }
            Value::Unit(_) | Value::Uninitialized => Value::Bool(false),
            _ => Value::Bool(true),
        })
    })
}

/// `typeof`
pub fn type_of(machine: &mut Machine, args: &[Value]) -> Effect {
    each(machine, args, |machine, value| {
        let word = match machine.kind_of(value) {
            Kind::Empty | Kind::Undefined => "undefined",
            Kind::Null => "object",
            Kind::Bool => "boolean",
            Kind::Integer | Kind::Float => "number",
            Kind::Int => "bigint",
            Kind::Str => "string",
            Kind::Pointer if objects::is_symbol(value) => "symbol",
            Kind::Pointer => {
                let call = machine.own_member(value, &super::slot_key(super::slot::CALL))?;
                return Ok(call.map(machine.pool, &mut |_, call| match call {
                    Value::Unit(_) => text("object"),
                    _ => text("function"),
                }));
            }
            Kind::Function => "function",
            Kind::Tuple => {
                return unmodelled_operation("the type of a built-in that is not modelled");
            }
        };
        Ok(text(word))
    })
}

/// Whether a value is undefined or null.
pub fn is_nothing(machine: &mut Machine, args: &[Value]) -> Effect {
    each(machine, args, |_, value| {
        let nothing = matches!(value, Value::Unit(Unit::Undefined | Unit::Null));
        Ok(Value::Bool(nothing))
    })
}

/// An integer value; other values do not occur here and become 1.
pub fn integer(machine: &mut Machine, args: &[Value]) -> Effect {
    each(machine, args, |machine, value| {
        Ok(match machine.kind_of(value) {
            Kind::Integer => value.clone(),
            _ => Value::bits(32, 1),
        })
    })
}

pub fn double_of(number: f64) -> Value {
    Value::bits(64, u128::from(number.to_bits()))
}

/// A primitive value as a double.
pub fn to_double(machine: &mut Machine, value: &Value) -> Result<Value, Stop> {
    Ok(match value {
        Value::Bool(value) => double_of(f64::from(u8::from(*value))),
        Value::Bits { width: 64, .. } => value.clone(),
        Value::Bits { bits, .. } => double_of(f64::from(*bits as u32 as i32)),
        Value::Str(text) => double_of(number_text::from_text(&text.to_string())),
        Value::SymStr(_) => {
            let what = "an implicit conversion of a symbolic string to a number";
            machine.stop_where(Term::TRUE, what.to_string());
            double_of(f64::NAN)
        }
        Value::Unit(Unit::Null) => double_of(0.0),
        Value::Term(term) => {
            let pool = &mut *machine.pool;
            let double = match pool.sort(*term) {
                Sort::Bits(64) => *term,
                Sort::Bits(_) => pool.int_to_float(FloatKind::F64, *term, true),
                Sort::Bool => {
                    let (one, zero) = (1f64.to_bits(), 0f64.to_bits());
                    let (one, zero) = (pool.bits(64, one.into()), pool.bits(64, zero.into()));
                    pool.ite(*term, one, zero)
                }
                _ => return unmodelled_operation("this number"),
            };
            Value::from_term(pool, double)
        }
        // Undefined, and values that do not occur here.
        _ => double_of(f64::NAN),
    })
}

pub fn double(machine: &mut Machine, args: &[Value]) -> Effect {
    each(machine, args, to_double)
}

/// The canonical form of a double: an integer if it is a known 32-bit integer.
pub fn normal(value: &Value) -> Value {
    let Value::Bits { width: 64, bits } = value else {
        return value.clone();
    };
    let number = f64::from_bits(*bits);
    let integer = number as i32;
    match f64::from(integer).to_bits() == *bits {
        true => Value::bits(32, u128::from(integer as u32)),
        // All NaNs have one pattern.
        false if number.is_nan() => double_of(f64::NAN),
        false => value.clone(),
    }
}

/// The result of an operator, followed by its operands.
pub fn number(machine: &mut Machine, args: &[Value]) -> Effect {
    if let Err(stop) = lints::nan(machine, &args[0], &args[1..]) {
        return stop.into();
    }
    each(machine, args, |_, value| Ok(normal(value)))
}

/// The message where a number is required.
pub const NO_NUMBER: &str = "Cannot convert a BigInt value to a number";

/// A value as a number; a second argument says that the program does not ask for the conversion.
pub fn to_number(machine: &mut Machine, args: &[Value]) -> Effect {
    if let Some(effect) = of_object(machine, args, "toNumber") {
        return effect;
    }
    match &args[0] {
        value if value.as_bigint().is_some() => {
            return match args.len() {
                1 => throw_type_error(machine, NO_NUMBER),
                _ => Effect::Return(Some(value.clone())),
            };
        }
        Value::SymStr(_) => return calls::library(machine, "number", &args[..1]),
        value
            if value
                .members()
                .any(|(_, it)| matches!(it, Value::SymStr(_))) =>
        {
            return Effect::NeedConcrete(0);
        }
        _ => {}
    }
    let is_implicit = args.len() > 1;
    each(machine, args, |machine, value| {
        match machine.kind_of(value) {
            Kind::Integer | Kind::Float => Ok(value.clone()),
            kind => {
                if is_implicit {
                    lints::converted(machine, kind);
                }
                let number = normal(&to_double(machine, value)?);
                lints::nan(machine, &number, std::slice::from_ref(value))?;
                Ok(number)
            }
        }
    })
}

/// A value as an integer of 32 bits, modulo 2^32.
pub fn wrapped(machine: &mut Machine, args: &[Value]) -> Effect {
    if let Some(effect) = of_object(machine, args, "toInt32") {
        return effect;
    }
    each(machine, args, |machine, value| {
        let kind = machine.kind_of(value);
        if !matches!(kind, Kind::Integer | Kind::Float) {
            lints::converted(machine, kind);
        }
        wrap_value(machine, value)
    })
}

/// A primitive value as an integer of 32 bits, modulo 2^32.
pub fn wrap_value(machine: &mut Machine, value: &Value) -> Result<Value, Stop> {
    if machine.kind_of(value) == Kind::Integer {
        return Ok(value.clone());
    }
    Ok(match to_double(machine, value)? {
        Value::Bits { bits, .. } => wrap(f64::from_bits(bits)),
        double => match double.to_term(machine.pool) {
            Some(double) => {
                let wrapped = wrap_term(machine.pool, double);
                Value::from_term(machine.pool, wrapped)
            }
            None => return unmodelled_operation("the bits of this number"),
        },
    })
}

/// The integral part of a double modulo 2^32: its significand, shifted by its exponent. What has
/// no bits below 2^32, infinity and NaN included, is shifted out.
fn wrap_term(pool: &mut Pool, double: Term) -> Term {
    let number = |pool: &mut Pool, number: u64| pool.bits(64, number.into());
    let (low, implied) = (number(pool, (1 << 52) - 1), number(pool, 1 << 52));
    let fraction = pool.bit_and(double, low);
    let significand = pool.bit_or(fraction, implied);
    let exponent = pool.extract(double, 62, 52);
    let exponent = pool.zext(exponent, 64);
    // The exponent of a number whose significand is its integral part.
    let whole = number(pool, 1075);
    let (up, down) = (pool.sub(exponent, whole), pool.sub(whole, exponent));
    let (large, small) = (pool.shl(significand, up), pool.lshr(significand, down));
    let is_large = pool.ule(whole, exponent);
    let magnitude = pool.ite(is_large, large, small);
    let magnitude = pool.extract(magnitude, 31, 0);
    let zero = number(pool, 0);
    let negative = pool.slt(double, zero);
    let opposite = pool.neg(magnitude);
    pool.ite(negative, opposite, magnitude)
}

/// A double that is the usual NaN if it is one.
pub fn canonical_nan(pool: &mut Pool, double: Term) -> Term {
    let nan = pool.is_nan(FloatKind::F64, double);
    let usual = pool.bits(64, f64::NAN.to_bits().into());
    pool.ite(nan, usual, double)
}

/// A primitive value as an integral number (ECMA-262, 7.1.5).
pub fn to_integral(machine: &mut Machine, value: &Value) -> Result<Value, Stop> {
    if machine.kind_of(value) == Kind::Integer {
        return Ok(value.clone());
    }
    match to_double(machine, value)? {
        Value::Bits { bits, .. } => {
            let number = f64::from_bits(bits);
            let number = if number.is_nan() {
                0.0
            } else {
                number.trunc() + 0.0
            };
            Ok(normal(&double_of(number)))
        }
        _ => unmodelled_operation("the integral part of a symbolic number"),
    }
}

pub fn wrap(number: f64) -> Value {
    let number = if number.is_finite() { number } else { 0.0 };
    let wrapped = number.trunc().rem_euclid(4_294_967_296.0);
    Value::bits(32, wrapped as u128)
}

/// A string, or a known primitive value as one.
pub fn text_of(value: &Value) -> Option<Value> {
    Some(match value {
        Value::Str(_) | Value::SymStr(_) => value.clone(),
        Value::Bool(true) => text("true"),
        Value::Bool(false) => text("false"),
        Value::Bits { width: 64, bits } => text(&number_text::to_text(f64::from_bits(*bits))),
        Value::Bits { bits, .. } => text(&(*bits as u32 as i32).to_string()),
        Value::Int(number) => text(&number.to_string()),
        Value::BigInt(number) => text(&number.to_string()),
        Value::Unit(Unit::Null) => text("null"),
        Value::Unit(_) => text("undefined"),
        _ => return None,
    })
}

/// A primitive value as a string: the digits of a symbolic integer are terms, and the values of a
/// symbolic double are enumerated.
pub fn string(machine: &mut Machine, args: &[Value]) -> Effect {
    if let Some(effect) = of_object(machine, args, "toString") {
        return effect;
    }
    let symbolic = |value: &Value| match value {
        Value::Term(term) => machine.pool.sort(*term) != Sort::Bool,
        _ => false,
    };
    let value = args.first().unwrap_or(&UNDEFINED);
    if let Value::Term(term) = value
        && machine.pool.sort(*term) == Sort::Bits(32)
    {
        return calls::library(machine, "decimal", &args[..1]);
    }
    if value.members().any(|(_, member)| symbolic(member)) {
        return Effect::NeedConcrete(0);
    }
    each(machine, args, |machine, value| match value {
        Value::Term(term) => {
            let (yes, no) = (text("true"), text("false"));
            Ok(Value::ite(machine.pool, *term, &yes, &no))
        }
        value => match text_of(value) {
            Some(text) => Ok(text),
            None => unmodelled_operation("this value as a string"),
        },
    })
}
