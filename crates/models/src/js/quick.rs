//! Operators on known primitive values, without terms: what `arithmetic`, `convert` and `equality`
//! return for them. Where an optional kind of finding may be reported, they return `None`.

use super::arithmetic::{DOUBLES, INTEGERS, MINUS_ZERO, NOT_A_NUMBER, STRINGS};
use super::convert::{text_of, wrap};
use super::equality::{DIFFERENT, VALUES};
use sheaf_engine::{Known, Value};
use sheaf_ir::Unit;

/// A known number.
#[derive(Clone, Copy)]
enum Number {
    Integer(i32),
    Double(f64),
}

#[inline(always)]
fn number_of(value: &Value) -> Option<Number> {
    match value {
        Value::Bits { width: 32, bits } => Some(Number::Integer(*bits as u32 as i32)),
        Value::Bits { width: 64, bits } => Some(Number::Double(f64::from_bits(*bits))),
        _ => None,
    }
}

#[inline(always)]
fn way(number: u128) -> Option<Value> {
    Some(Value::Bits {
        width: 8,
        bits: number as u64,
    })
}

/// The value of an integer.
#[inline(always)]
fn of_integer(number: i32) -> Value {
    Value::Bits {
        width: 32,
        bits: u64::from(number as u32),
    }
}

/// The value of a number, an integer if it is one.
#[inline(always)]
fn of_double(number: f64) -> Value {
    let integer = number as i32;
    match f64::from(integer).to_bits() == number.to_bits() {
        true => of_integer(integer),
        false => of_pattern(number),
    }
}

/// The value of a double as it is.
#[inline(always)]
fn of_pattern(number: f64) -> Value {
    Value::Bits {
        width: 64,
        bits: number.to_bits(),
    }
}

/// The way of an operator on numbers; `of_integers` is that for integers.
#[inline(always)]
fn of_numbers(args: &[&Value], of_integers: fn(i32, i32) -> u128) -> Option<Value> {
    let [left, right] = args else {
        return None;
    };
    match (number_of(left)?, number_of(right)?) {
        (Number::Integer(a), Number::Integer(b)) => way(of_integers(a, b)),
        _ => way(DOUBLES),
    }
}

fn integers_if(fits: bool) -> u128 {
    if fits { INTEGERS } else { DOUBLES }
}

fn are_texts(args: &[&Value]) -> bool {
    matches!(args, [Value::Str(_), Value::Str(_)])
}

pub fn add(_: Known, args: &[&Value]) -> Option<Value> {
    if are_texts(args) {
        return way(STRINGS);
    }
    of_numbers(args, |a, b| integers_if(a.checked_add(b).is_some()))
}

pub fn sub(_: Known, args: &[&Value]) -> Option<Value> {
    of_numbers(args, |a, b| integers_if(a.checked_sub(b).is_some()))
}

pub fn mul(_: Known, args: &[&Value]) -> Option<Value> {
    of_numbers(args, |a, b| {
        let minus_zero = a == 0 && b < 0 || b == 0 && a < 0;
        integers_if(a.checked_mul(b).is_some() && !minus_zero)
    })
}

pub fn div(_: Known, args: &[&Value]) -> Option<Value> {
    of_numbers(args, |a, b| {
        let divides = a.checked_rem(b) == Some(0);
        integers_if(divides && a != 0 && b != -1)
    })
}

pub fn rem(_: Known, args: &[&Value]) -> Option<Value> {
    of_numbers(args, |a, b| match b {
        0 => NOT_A_NUMBER,
        _ if a < 0 && a.wrapping_rem(b) == 0 => MINUS_ZERO,
        _ => INTEGERS,
    })
}

pub fn less(_: Known, args: &[&Value]) -> Option<Value> {
    if are_texts(args) {
        return way(STRINGS);
    }
    of_numbers(args, |_, _| INTEGERS)
}

pub fn neg(_: Known, args: &[&Value]) -> Option<Value> {
    match number_of(args.first()?)? {
        Number::Integer(a) => way(integers_if(a != 0 && a != i32::MIN)),
        Number::Double(_) => way(DOUBLES),
    }
}

/// Bit operators on numbers.
pub fn bits(_: Known, args: &[&Value]) -> Option<Value> {
    let are_numbers = args.iter().all(|value| number_of(value).is_some());
    are_numbers.then(|| Value::bits(8, super::arithmetic::NUMBERS))
}

/// `===`
pub fn same(_: Known, args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Bits { .. }, Value::Bits { .. }] => of_numbers(args, |_, _| VALUES),
        [Value::Bool(_), Value::Bool(_)]
        | [Value::Str(_), Value::Str(_)]
        | [Value::Ptr { .. }, Value::Ptr { .. }] => way(VALUES),
        [Value::Unit(a), Value::Unit(b)] => way(if a == b { VALUES } else { DIFFERENT }),
        [Value::Unit(_), Value::Ptr { .. } | Value::Str(_)]
        | [Value::Ptr { .. } | Value::Str(_), Value::Unit(_)] => way(DIFFERENT),
        _ => None,
    }
}

/// `==` of values of one type.
pub fn equal(known: Known, args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Bits { .. }, Value::Bits { .. }] | [Value::Str(_), Value::Str(_)] => {
            same(known, args)
        }
        _ => None,
    }
}

pub fn integer(_: Known, args: &[&Value]) -> Option<Value> {
    match number_of(args.first()?)? {
        Number::Integer(number) => Some(of_integer(number)),
        Number::Double(_) => None,
    }
}

pub fn double(_: Known, args: &[&Value]) -> Option<Value> {
    match number_of(args.first()?)? {
        Number::Integer(number) => Some(of_pattern(f64::from(number))),
        Number::Double(number) => Some(of_pattern(number)),
    }
}

/// The result of an operator, unless it is NaN.
pub fn number(_: Known, args: &[&Value]) -> Option<Value> {
    match number_of(args.first()?)? {
        Number::Double(number) if number.is_nan() => None,
        Number::Double(number) => Some(of_double(number)),
        Number::Integer(number) => Some(of_integer(number)),
    }
}

pub fn to_number(_: Known, args: &[&Value]) -> Option<Value> {
    Some(match number_of(args.first()?)? {
        Number::Integer(number) => of_integer(number),
        Number::Double(number) => of_pattern(number),
    })
}

pub fn wrapped(_: Known, args: &[&Value]) -> Option<Value> {
    match number_of(args.first()?)? {
        Number::Integer(number) => Some(of_integer(number)),
        // The usual case needs no remainder.
        Number::Double(number) if number.abs() < 9.0e18 => Some(of_integer(number as i64 as i32)),
        Number::Double(number) => Some(wrap(number)),
    }
}

pub fn truth(_: Known, args: &[&Value]) -> Option<Value> {
    let value = *args.first()?;
    let truth = match (number_of(value), value) {
        (Some(Number::Integer(number)), _) => number != 0,
        (Some(Number::Double(number)), _) => number != 0.0 && !number.is_nan(),
        (None, Value::Bool(value)) => *value,
        (None, Value::Str(text)) => !text.units().is_empty(),
        (None, Value::Ptr { .. }) => true,
        (None, Value::Unit(_)) => false,
        _ => return None,
    };
    Some(Value::Bool(truth))
}

pub fn is_nothing(_: Known, args: &[&Value]) -> Option<Value> {
    match args.first()? {
        Value::Unit(unit) => {
            let nothing = matches!(unit, Unit::Undefined | Unit::Null);
            Some(Value::Bool(nothing))
        }
        Value::Bits { .. } | Value::Bool(_) | Value::Str(_) | Value::Ptr { .. } => {
            Some(Value::Bool(false))
        }
        _ => None,
    }
}

pub fn sqrt(_: Known, args: &[&Value]) -> Option<Value> {
    let number = match number_of(args.first()?)? {
        Number::Integer(number) => f64::from(number),
        Number::Double(number) => number,
    };
    let root = number.sqrt();
    (!root.is_nan()).then(|| of_double(root))
}

/// Whether a value is an object.
pub fn is_object(_: Known, args: &[&Value]) -> Option<Value> {
    match args.first()? {
        Value::Union(_) | Value::Uninitialized => None,
        value => Some(Value::Bool(super::objects::is_object(value))),
    }
}

/// A primitive value as a string.
pub fn string(_: Known, args: &[&Value]) -> Option<Value> {
    match *args.first()? {
        Value::SymStr(_) | Value::Int(_) | Value::BigInt(_) => None,
        value => text_of(value),
    }
}

/// `text.charCodeAt(index)` for an index within the text: the text and the index.
pub fn char_code_at(_: Known, args: &[&Value]) -> Option<Value> {
    let [Value::Str(text), Value::Bits { width: 32, bits }] = args else {
        return None;
    };
    let unit = text.units().get(*bits as usize)?;
    Some(of_integer(i32::from(*unit)))
}

/// An integer as an integral number.
pub fn to_integer(_: Known, args: &[&Value]) -> Option<Value> {
    match number_of(args.first()?)? {
        Number::Integer(number) => Some(of_integer(number)),
        Number::Double(_) => None,
    }
}
