//! Converts Bitwuzla's values to constants.

use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::Num;
use sheaf_term::{ArrayValue, BitVector, Constant, Sort, cancel};

use super::instance::{Shape, Value};

/// Reads a value of a sort; `None` if it does not have the expected shape.
pub fn constant(value: Value, sort: Sort) -> Option<Constant> {
    match sort {
        Sort::Bool => match value.shape() {
            Shape::Truth(truth) => Some(Constant::Bool(truth)),
            _ => None,
        },
        Sort::Bits(width) => bits(&value, width).map(Constant::Bits),
        Sort::Array { index, element } => array(value, index, element).map(Constant::Array),
        Sort::Int | Sort::Str | Sort::Float { .. } => None,
    }
}

/// Reads a bit-vector.
fn bits(value: &Value, width: u32) -> Option<BitVector> {
    let Shape::Bits(digits) = value.shape() else {
        return None;
    };
    if width <= 128 {
        return u128::from_str_radix(&digits, 2)
            .ok()
            .map(|number| BitVector::new(width, number));
    }
    BigUint::from_str_radix(&digits, 2)
        .ok()
        .map(|number| BitVector::from_big(width, &number))
}

/// Reads an array: a chain of single changes over a constant array, the last change outermost.
fn array(mut value: Value, index: u32, element: u32) -> Option<Rc<ArrayValue>> {
    let mut changes = Vec::new();
    let default = loop {
        cancel::steps(1);
        match value.shape() {
            Shape::Store(array, position, held) => {
                changes.push((bits(&position, index)?, bits(&held, element)?));
                value = array;
            }
            Shape::ConstantArray(held) => break bits(&held, element)?,
            _ => return None,
        }
    };
    let mut result = ArrayValue::new(index, default);
    for (position, held) in changes.into_iter().rev() {
        result.set(&position, held);
    }
    Some(Rc::new(result))
}
