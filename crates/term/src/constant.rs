//! Values of terms.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use num_bigint::{BigInt, BigUint};

use crate::sort::Sort;
use crate::vector::BitVector;

/// The value of a term under a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constant {
    /// A truth value.
    Bool(bool),
    /// A bit-vector; also a float, as the bits of its IEEE 754 encoding.
    Bits(BitVector),
    /// An integer.
    Int(BigInt),
    /// A function from bit-vectors to bit-vectors.
    Array(Rc<ArrayValue>),
    /// A string.
    Str(Rc<str>),
}

/// The value of an array: a default and the elements that differ from it.
#[derive(Clone, Debug)]
pub struct ArrayValue {
    index: u32,
    default: BitVector,
    entries: BTreeMap<BigUint, BitVector>,
}

impl ArrayValue {
    /// The array with indices of `index` bits that holds `default` everywhere.
    pub fn new(index: u32, default: BitVector) -> ArrayValue {
        ArrayValue {
            index,
            default,
            entries: BTreeMap::new(),
        }
    }

    /// The width of an index.
    pub fn index_width(&self) -> u32 {
        self.index
    }

    /// The element that all indices without an entry hold.
    pub fn default(&self) -> &BitVector {
        &self.default
    }

    /// The elements that differ from the default, by index in ascending order.
    pub fn entries(&self) -> impl Iterator<Item = (&BigUint, &BitVector)> {
        self.entries.iter()
    }

    /// The element at `index`.
    pub fn get(&self, index: &BitVector) -> &BitVector {
        if self.entries.is_empty() {
            return &self.default;
        }
        self.entries.get(&index.to_big()).unwrap_or(&self.default)
    }

    /// Makes `element` the element at `index`.
    pub fn set(&mut self, index: &BitVector, element: BitVector) {
        if element == self.default {
            self.entries.remove(&index.to_big());
        } else {
            self.entries.insert(index.to_big(), element);
        }
    }
}

impl PartialEq for ArrayValue {
    /// Equality as functions: over a small index sort, two defaults may both describe the same
    /// array.
    fn eq(&self, other: &ArrayValue) -> bool {
        if self.index != other.index {
            return false;
        }
        if self.default == other.default {
            return self.entries == other.entries;
        }
        let agree = |index: &BigUint| {
            self.entries.get(index).unwrap_or(&self.default)
                == other.entries.get(index).unwrap_or(&other.default)
        };
        let only_other = other
            .entries
            .keys()
            .filter(|index| !self.entries.contains_key(index))
            .count();
        let mentioned = self.entries.len() + only_other;
        let all_mentioned = self.index < usize::BITS && mentioned == 1 << self.index;
        all_mentioned && self.entries.keys().chain(other.entries.keys()).all(agree)
    }
}

impl Eq for ArrayValue {}

impl Constant {
    /// The value that a symbol of `sort` has when a model does not mention it: false, zero, empty,
    /// or zero everywhere.
    pub fn default_of(sort: Sort) -> Constant {
        match sort {
            Sort::Bool => Constant::Bool(false),
            Sort::Bits(width) => Constant::Bits(BitVector::new(width, 0)),
            Sort::Int => Constant::Int(BigInt::default()),
            Sort::Float {
                exponent,
                significand,
            } => Constant::Bits(BitVector::new(exponent + significand, 0)),
            Sort::Array { index, element } => {
                Constant::Array(Rc::new(ArrayValue::new(index, BitVector::new(element, 0))))
            }
            Sort::Str => Constant::Str(Rc::from("")),
        }
    }

    /// True if a symbol of `sort` can have this value.
    pub fn has_sort(&self, sort: Sort) -> bool {
        match (self, sort) {
            (Constant::Bool(_), Sort::Bool)
            | (Constant::Int(_), Sort::Int)
            | (Constant::Str(_), Sort::Str) => true,
            (Constant::Bits(value), Sort::Bits(width)) => value.width() == width,
            (
                Constant::Bits(value),
                Sort::Float {
                    exponent,
                    significand,
                },
            ) => value.width() == exponent + significand,
            (Constant::Array(value), Sort::Array { index, element }) => {
                value.index == index && value.default.width() == element
            }
            _ => false,
        }
    }

    /// The bit-vector of `width` bits with the unsigned value `value` modulo 2^width.
    pub fn bits(width: u32, value: u128) -> Constant {
        Constant::Bits(BitVector::new(width, value))
    }

    /// The truth value, if this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Constant::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The bit-vector, if this is one.
    pub fn as_vector(&self) -> Option<&BitVector> {
        match self {
            Constant::Bits(value) => Some(value),
            _ => None,
        }
    }

    /// The unsigned value, if this is a bit-vector of at most 128 bits.
    pub fn as_bits(&self) -> Option<u128> {
        self.as_vector().and_then(BitVector::to_u128)
    }

    /// The integer, if this is one.
    pub fn as_int(&self) -> Option<&BigInt> {
        match self {
            Constant::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The array, if this is one.
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Constant::Array(value) => Some(value),
            _ => None,
        }
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Bool(value) => value.fmt(f),
            Constant::Bits(value) => value.fmt(f),
            Constant::Int(value) => value.fmt(f),
            Constant::Str(value) => write!(f, "{value:?}"),
            Constant::Array(array) => {
                write!(f, "[")?;
                for (index, element) in array.entries() {
                    write!(f, "{index}: {element}, ")?;
                }
                write!(f, "..: {}]", array.default)
            }
        }
    }
}
