//! Operators on known primitive values, without terms: what `arithmetic`, `convert` and `equality`
//! return for them. Where an optional kind of finding may be reported, they return `None`.

use super::arithmetic::{DOUBLES, INTEGERS, MINUS_ZERO, NOT_A_NUMBER, STRINGS};
use super::convert::{text_of, wrap};
use super::equality::{DIFFERENT, VALUES};
use sheaf_execution::{Known, Value};
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
fn way(number: u128) -> Option<u64> {
    Some(number as u64)
}

/// The pattern of an integer.
#[inline(always)]
fn word(number: i32) -> u64 {
    u64::from(number as u32)
}

/// The value of an integer.
#[inline(always)]
fn of_integer(number: i32) -> Value {
    Value::Bits {
        width: 32,
        bits: word(number),
    }
}

/// The value of a number, an integer if it is one.
#[inline(always)]
fn of_double(number: f64) -> Value {
    let integer = number as i32;
    match f64::from(integer).to_bits() == number.to_bits() {
        true => of_integer(integer),
        false => Value::Bits {
            width: 64,
            bits: number.to_bits(),
        },
    }
}

/// The way of an operator on numbers; `of_integers` is that for integers.
#[inline(always)]
fn of_numbers(args: &[&Value], of_integers: impl Fn(i32, i32) -> u128) -> Option<u64> {
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

pub fn add(args: &[&Value]) -> Option<u64> {
    match args {
        [Value::Bits { .. }, Value::Bits { .. }] => {
            of_numbers(args, |a, b| integers_if(a.checked_add(b).is_some()))
        }
        [Value::Str(_), Value::Str(_) | Value::Bits { .. }]
        | [Value::Bits { .. }, Value::Str(_)] => way(STRINGS),
        _ => None,
    }
}

pub fn sub(args: &[&Value]) -> Option<u64> {
    of_numbers(args, |a, b| integers_if(a.checked_sub(b).is_some()))
}

pub fn mul(args: &[&Value]) -> Option<u64> {
    of_numbers(args, |a, b| {
        let minus_zero = a == 0 && b < 0 || b == 0 && a < 0;
        integers_if(a.checked_mul(b).is_some() && !minus_zero)
    })
}

pub fn div(args: &[&Value]) -> Option<u64> {
    of_numbers(args, |a, b| {
        let divides = a.checked_rem(b) == Some(0);
        integers_if(divides && a != 0 && b != -1)
    })
}

pub fn rem(args: &[&Value]) -> Option<u64> {
    of_numbers(args, |a, b| match b {
        0 => NOT_A_NUMBER,
        _ if a < 0 && a.wrapping_rem(b) == 0 => MINUS_ZERO,
        _ => INTEGERS,
    })
}

pub fn less(args: &[&Value]) -> Option<u64> {
    if are_texts(args) {
        return way(STRINGS);
    }
    of_numbers(args, |_, _| INTEGERS)
}

pub fn neg(args: &[&Value]) -> Option<u64> {
    match number_of(args.first()?)? {
        Number::Integer(a) => way(integers_if(a != 0 && a != i32::MIN)),
        Number::Double(_) => way(DOUBLES),
    }
}

/// Bit operators on numbers.
pub fn bits(args: &[&Value]) -> Option<u64> {
    let are_numbers = args.iter().all(|value| number_of(value).is_some());
    are_numbers.then_some(super::arithmetic::NUMBERS as u64)
}

/// `===`
pub fn same(args: &[&Value]) -> Option<u64> {
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
pub fn equal(args: &[&Value]) -> Option<u64> {
    match args {
        [Value::Bits { .. }, Value::Bits { .. }] | [Value::Str(_), Value::Str(_)] => same(args),
        _ => None,
    }
}

pub fn wrapped(args: &[&Value]) -> Option<u64> {
    match number_of(args.first()?)? {
        Number::Integer(number) => Some(word(number)),
        // The usual case needs no remainder.
        Number::Double(number) if number.abs() < 9.0e18 => Some(word(number as i64 as i32)),
        Number::Double(number) => wrap(number).as_u64(),
    }
}

pub fn truth(args: &[&Value]) -> Option<bool> {
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
    Some(truth)
}

pub fn is_nothing(args: &[&Value]) -> Option<bool> {
    match args.first()? {
        Value::Unit(unit) => Some(matches!(unit, Unit::Undefined | Unit::Null)),
        Value::Bits { .. } | Value::Bool(_) | Value::Str(_) | Value::Ptr { .. } => Some(false),
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
pub fn is_object(args: &[&Value]) -> Option<bool> {
    match args.first()? {
        Value::Union(_) | Value::Uninitialized => None,
        value => Some(super::objects::is_object(value)),
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
pub fn to_integer(args: &[&Value]) -> Option<u64> {
    match number_of(args.first()?)? {
        Number::Integer(number) => Some(word(number)),
        Number::Double(_) => None,
    }
}
