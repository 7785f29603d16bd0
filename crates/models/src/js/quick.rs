//! Operators on known values of the usual kinds, without terms: what the functions of operators that
//! `sheaf_js` adds to a program return for them, and what `convert` does. Where an optional kind of
//! finding may be reported, they return `None`.

use super::convert::{text_of, wrap};
use super::quick_objects::is_known_object;
use sheaf_execution::value::Text;
use sheaf_execution::{Known, Value};
use sheaf_ir::Unit;
use std::rc::Rc;

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

impl Number {
    #[inline(always)]
    fn double(self) -> f64 {
        match self {
            Number::Integer(number) => f64::from(number),
            Number::Double(number) => number,
        }
    }

    /// Modulo 2^32.
    #[inline(always)]
    fn wrapped(self) -> Option<i32> {
        match self {
            Number::Integer(number) => Some(number),
            // The usual case needs no remainder.
            Number::Double(number) if number.abs() < 9.0e18 => Some(number as i64 as i32),
            Number::Double(number) => wrap(number).as_u64().map(|bits| bits as u32 as i32),
        }
    }
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

/// The value of a number, an integer if it is one. Where it is NaN, a finding may be reported.
#[inline(always)]
fn of_double(number: f64) -> Option<Value> {
    let integer = number as i32;
    match f64::from(integer).to_bits() == number.to_bits() {
        true => Some(of_integer(integer)),
        false if number.is_nan() => None,
        false => Some(Value::Bits {
            width: 64,
            bits: number.to_bits(),
        }),
    }
}

/// The operands of an operator. Its function comes before them.
#[inline(always)]
fn numbers(args: &[&Value]) -> Option<[Number; 2]> {
    let [_, left, right] = args else {
        return None;
    };
    Some([number_of(left)?, number_of(right)?])
}

/// The result of an arithmetic operator on numbers: of integers if that is an integer.
#[inline(always)]
fn arithmetic(
    args: &[&Value],
    of_integers: impl Fn(i32, i32) -> Option<i32>,
    of_doubles: impl Fn(f64, f64) -> f64,
) -> Option<Value> {
    let [left, right] = numbers(args)?;
    if let (Number::Integer(a), Number::Integer(b)) = (left, right)
        && let Some(result) = of_integers(a, b)
    {
        return Some(of_integer(result));
    }
    of_double(of_doubles(left.double(), right.double()))
}

/// The maximum length of a string that is concatenated here, in units.
const MAX_CONCATENATED: usize = 1 << 16;

pub fn add(_: Known, args: &[&Value]) -> Option<Value> {
    let (left, right) = match *args {
        [
            _,
            left @ Value::Str(_),
            right @ (Value::Str(_) | Value::Bits { .. }),
        ]
        | [_, left @ Value::Bits { .. }, right @ Value::Str(_)] => (left, right),
        _ => return arithmetic(args, i32::checked_add, |a, b| a + b),
    };
    let (Value::Str(left), Value::Str(right)) = (text_of(left)?, text_of(right)?) else {
        return None;
    };
    let (left, right) = (left.units(), right.units());
    let fits = left.len() + right.len() <= MAX_CONCATENATED;
    fits.then(|| Value::Str(Rc::new(Text::from([left, right].concat()))))
}

pub fn sub(_: Known, args: &[&Value]) -> Option<Value> {
    arithmetic(args, i32::checked_sub, |a, b| a - b)
}

pub fn mul(_: Known, args: &[&Value]) -> Option<Value> {
    let of_integers = |a: i32, b: i32| {
        let is_minus_zero = a == 0 && b < 0 || b == 0 && a < 0;
        a.checked_mul(b).filter(|_| !is_minus_zero)
    };
    arithmetic(args, of_integers, |a, b| a * b)
}

pub fn div(_: Known, args: &[&Value]) -> Option<Value> {
    let of_integers = |a: i32, b: i32| {
        let divides = a != 0 && a.checked_rem(b) == Some(0);
        divides.then(|| a.checked_div(b)).flatten()
    };
    arithmetic(args, of_integers, |a, b| a / b)
}

pub fn rem(_: Known, args: &[&Value]) -> Option<Value> {
    let of_integers = |a: i32, b: i32| a.checked_rem(b).filter(|rest| *rest != 0 || a >= 0);
    arithmetic(args, of_integers, |a, b| a % b)
}

pub fn neg(_: Known, args: &[&Value]) -> Option<Value> {
    match number_of(args[1])? {
        Number::Integer(number) if number != 0 && number != i32::MIN => Some(of_integer(-number)),
        number => of_double(-number.double()),
    }
}

/// The result of a bit operator on numbers.
#[inline(always)]
fn bits(args: &[&Value], operation: impl Fn(i32, i32) -> i32) -> Option<u64> {
    let [left, right] = numbers(args)?;
    Some(word(operation(left.wrapped()?, right.wrapped()?)))
}

pub fn and(args: &[&Value]) -> Option<u64> {
    bits(args, |a, b| a & b)
}

pub fn or(args: &[&Value]) -> Option<u64> {
    bits(args, |a, b| a | b)
}

pub fn xor(args: &[&Value]) -> Option<u64> {
    bits(args, |a, b| a ^ b)
}

pub fn shl(args: &[&Value]) -> Option<u64> {
    bits(args, |a, b| a.wrapping_shl(b as u32))
}

pub fn shr(args: &[&Value]) -> Option<u64> {
    bits(args, |a, b| a.wrapping_shr(b as u32))
}

pub fn ushr(_: Known, args: &[&Value]) -> Option<Value> {
    let bits = bits(args, |a, b| (a as u32).wrapping_shr(b as u32) as i32)?;
    of_double(bits as f64)
}

pub fn not(args: &[&Value]) -> Option<u64> {
    Some(word(!number_of(args[1])?.wrapped()?))
}

/// The result of a comparison of numbers or of strings.
#[inline(always)]
fn order(
    args: &[&Value],
    of_integers: impl Fn(&i32, &i32) -> bool,
    of_doubles: impl Fn(&f64, &f64) -> bool,
    of_texts: impl Fn(&[u16], &[u16]) -> bool,
) -> Option<bool> {
    if let [_, Value::Str(a), Value::Str(b)] = args {
        return Some(of_texts(a.units(), b.units()));
    }
    Some(match numbers(args)? {
        [Number::Integer(a), Number::Integer(b)] => of_integers(&a, &b),
        [a, b] => of_doubles(&a.double(), &b.double()),
    })
}

pub fn lt(_: Known, args: &[&Value]) -> Option<bool> {
    order(args, i32::lt, f64::lt, |a, b| a < b)
}

pub fn le(_: Known, args: &[&Value]) -> Option<bool> {
    order(args, i32::le, f64::le, |a, b| a <= b)
}

pub fn gt(_: Known, args: &[&Value]) -> Option<bool> {
    order(args, i32::gt, f64::gt, |a, b| a > b)
}

pub fn ge(_: Known, args: &[&Value]) -> Option<bool> {
    order(args, i32::ge, f64::ge, |a, b| a >= b)
}

/// `===`
pub fn same(known: Known, args: &[&Value]) -> Option<bool> {
    let (left, right) = (args[1], args[2]);
    match (left, right) {
        (Value::Bits { .. }, Value::Bits { .. }) => {
            let [a, b] = numbers(args)?;
            Some(a.double() == b.double())
        }
        (Value::Unit(_), other) | (other, Value::Unit(_)) if !is_open(other) => Some(left == right),
        (Value::Bool(_), Value::Bool(_))
        | (Value::Str(_), Value::Str(_))
        | (Value::Ptr { .. }, Value::Ptr { .. }) => known.are_equal(left, right),
        _ => None,
    }
}

/// `==` of values that are not converted.
pub fn eq(known: Known, args: &[&Value]) -> Option<bool> {
    match (args[1], args[2]) {
        (Value::Unit(unit), other) | (other, Value::Unit(unit)) if *unit != Unit::Empty => {
            let is_known = !is_open(other) && *other != Value::EMPTY;
            is_known.then_some(matches!(other, Value::Unit(_)))
        }
        (Value::Bits { .. }, Value::Bits { .. })
        | (Value::Str(_), Value::Str(_))
        | (Value::Bool(_), Value::Bool(_)) => same(known, args),
        (a, b) if is_known_object(a) && is_known_object(b) => same(known, args),
        _ => None,
    }
}

/// Whether a value is not known, or none of the usual kinds.
fn is_open(value: &Value) -> bool {
    !matches!(
        value,
        Value::Unit(_) | Value::Bits { .. } | Value::Bool(_) | Value::Str(_) | Value::Ptr { .. }
    )
}

/// A number as a number.
pub fn to_number(_: Known, args: &[&Value]) -> Option<Value> {
    number_of(args[0]).map(|_| args[0].clone())
}

/// The result of an operator that is a number; its operands follow.
pub fn number(_: Known, args: &[&Value]) -> Option<Value> {
    match number_of(args[0])? {
        Number::Integer(_) => Some(args[0].clone()),
        Number::Double(number) => of_double(number),
    }
}

pub fn truth(_: Known, args: &[&Value]) -> Option<bool> {
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

pub fn is_nothing(_: Known, args: &[&Value]) -> Option<bool> {
    match args.first()? {
        Value::Unit(unit) => Some(matches!(unit, Unit::Undefined | Unit::Null)),
        Value::Bits { .. } | Value::Bool(_) | Value::Str(_) | Value::Ptr { .. } => Some(false),
        _ => None,
    }
}

pub fn sqrt(_: Known, args: &[&Value]) -> Option<Value> {
    of_double(number_of(args.first()?)?.double().sqrt())
}

/// Whether a value is an object.
pub fn is_object(_: Known, args: &[&Value]) -> Option<bool> {
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
