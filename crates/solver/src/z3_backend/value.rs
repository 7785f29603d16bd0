//! Converts Z3's values to constants.

use std::rc::Rc;

use num_bigint::{BigInt, BigUint};
use num_traits::Num;
use sheaf_term::{ArrayValue, BitVector, Constant, Sort};
use z3::ast::{Array, Ast, Dynamic};
use z3::{DeclKind, Model};

/// A constant that can be sent between threads.
pub enum Value {
    Truth(bool),
    Bits(BitVector),
    Int(BigInt),
    Array(ArrayValue),
}

impl From<Value> for Constant {
    fn from(value: Value) -> Constant {
        match value {
            Value::Truth(value) => Constant::Bool(value),
            Value::Bits(value) => Constant::Bits(value),
            Value::Int(value) => Constant::Int(value),
            Value::Array(value) => Constant::Array(Rc::new(value)),
        }
    }
}

/// Reads the value of an expression of a sort in a model; `None` if it does not have the expected
/// shape.
pub fn read(model: &Model, expression: &Dynamic, sort: Sort) -> Option<Value> {
    let value = model.eval(expression, true)?;
    match sort {
        Sort::Bool => value.as_bool()?.as_bool().map(Value::Truth),
        Sort::Bits(width) => bits(&value, width).map(Value::Bits),
        Sort::Int => integer(&value.to_string()).map(Value::Int),
        Sort::Array { index, element } => {
            array(model, value.as_array()?, index, element).map(Value::Array)
        }
        Sort::Float { .. } | Sort::Str => None,
    }
}

/// Reads a bit-vector literal, `#b..` or `#x..`.
fn bits(value: &Dynamic, width: u32) -> Option<BitVector> {
    let text = value.to_string();
    let number = match (text.strip_prefix("#x"), text.strip_prefix("#b")) {
        (Some(digits), _) => BigUint::from_str_radix(digits, 16),
        (_, Some(digits)) => BigUint::from_str_radix(digits, 2),
        _ => return None,
    };
    number
        .ok()
        .map(|number| BitVector::from_big(width, &number))
}

/// Reads an integer literal, `5` or `(- 5)`.
fn integer(text: &str) -> Option<BigInt> {
    match text
        .strip_prefix("(- ")
        .and_then(|rest| rest.strip_suffix(')'))
    {
        Some(digits) => digits.parse::<BigInt>().ok().map(|number| -number),
        None => text.parse().ok(),
    }
}

/// Reads an array: single changes over a constant array or over the table of a function.
fn array(model: &Model, mut value: Array, index: u32, element: u32) -> Option<ArrayValue> {
    let mut changes = Vec::new();
    let mut result = loop {
        if let Some(function) = value.as_array_func_decl() {
            let table = model.get_func_interp(&function)?;
            let mut array = ArrayValue::new(index, bits(&table.get_else()?, element)?);
            for entry in table.get_entries() {
                let position = bits(entry.get_args().first()?, index)?;
                array.set(&position, bits(&entry.get_value(), element)?);
            }
            break array;
        }
        if !value.is_app() {
            return None;
        }
        match (value.decl().kind(), &value.children()[..]) {
            (DeclKind::ConstArray, [held]) => break ArrayValue::new(index, bits(held, element)?),
            (DeclKind::Store, [array, position, held]) => {
                changes.push((bits(position, index)?, bits(held, element)?));
                value = array.as_array()?;
            }
            _ => return None,
        }
    };
    for (position, held) in changes.into_iter().rev() {
        result.set(&position, held);
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_with_their_sign() {
        assert_eq!(integer("12"), Some(BigInt::from(12)));
        assert_eq!(
            integer("(- 340282366920938463463374607431768211457)"),
            "-340282366920938463463374607431768211457".parse().ok()
        );
        assert_eq!(integer("(/ 1 2)"), None);
    }
}
