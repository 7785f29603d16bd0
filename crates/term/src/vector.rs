//! Bit-vector values of any width, with the arithmetic of SMT-LIB's theory FixedSizeBitVectors.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};

/// A bit-vector value. Values of at most 128 bits are kept in a machine integer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BitVector {
    width: u32,
    value: Value,
}

/// The unsigned value; `Large` exactly if the width is above 128.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Value {
    Small(u128),
    Large(Box<BigUint>),
}

/// The largest value of `width` bits, for widths from 1 to 128.
#[inline]
pub(crate) fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width.min(128))
}

/// `value`, read as two's complement of `width` bits, for widths from 1 to 128.
#[inline]
pub(crate) fn signed(value: u128, width: u32) -> i128 {
    let shift = 128 - width.min(128);
    ((value << shift) as i128) >> shift
}

impl BitVector {
    /// The vector of `width` bits whose unsigned value is `value` modulo 2^width.
    pub fn new(width: u32, value: u128) -> BitVector {
        let value = if width <= 128 {
            Value::Small(value & mask(width))
        } else {
            Value::Large(Box::new(value.into()))
        };
        BitVector { width, value }
    }

    /// The vector of `width` bits whose unsigned value is `value` modulo 2^width.
    pub fn from_big(width: u32, value: &BigUint) -> BitVector {
        if width <= 128 {
            let digits = value.iter_u64_digits().take(2).collect::<Vec<_>>();
            let low = digits.first().copied().unwrap_or(0);
            let high = digits.get(1).copied().unwrap_or(0);
            return BitVector::new(width, u128::from(low) | u128::from(high) << 64);
        }
        let value = if value.bits() > u64::from(width) {
            value % (BigUint::one() << width)
        } else {
            value.clone()
        };
        BitVector {
            width,
            value: Value::Large(Box::new(value)),
        }
    }

    /// The vector of `width` bits that equals `value` modulo 2^width.
    pub fn from_int(width: u32, value: &BigInt) -> BitVector {
        let magnitude = BitVector::from_big(width, value.magnitude());
        if value.sign() == Sign::Minus {
            magnitude.neg()
        } else {
            magnitude
        }
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The unsigned value, if the width is at most 128.
    pub fn to_u128(&self) -> Option<u128> {
        match self.value {
            Value::Small(value) => Some(value),
            Value::Large(_) => None,
        }
    }

    /// The unsigned value.
    pub fn to_big(&self) -> BigUint {
        match &self.value {
            Value::Small(value) => BigUint::from(*value),
            Value::Large(value) => (**value).clone(),
        }
    }

    /// The value as two's complement.
    pub fn to_signed_big(&self) -> BigInt {
        let value = BigInt::from(self.to_big());
        if self.bit(self.width - 1) {
            value - (BigInt::one() << self.width)
        } else {
            value
        }
    }

    /// Bit `position`, 0 being the lowest; false beyond the width.
    pub fn bit(&self, position: u32) -> bool {
        match &self.value {
            Value::Small(value) => position < 128 && value >> position & 1 == 1,
            Value::Large(value) => value.bit(u64::from(position)),
        }
    }

    /// True if no bit is set.
    pub fn is_zero(&self) -> bool {
        match &self.value {
            Value::Small(value) => *value == 0,
            Value::Large(value) => value.is_zero(),
        }
    }

    /// The number of low bits that are zero; the width if all are.
    pub fn trailing_zeros(&self) -> u32 {
        match &self.value {
            Value::Small(value) => value.trailing_zeros().min(self.width),
            Value::Large(value) => value
                .trailing_zeros()
                .map_or(self.width, |zeros| zeros as u32),
        }
    }

    /// Applies `small` if both values fit a machine integer, else `large`, and reduces modulo
    /// 2^width.
    fn combine(
        &self,
        other: &BitVector,
        small: impl FnOnce(u128, u128) -> u128,
        large: impl FnOnce(BigUint, BigUint) -> BigUint,
    ) -> BitVector {
        match (&self.value, &other.value) {
            (Value::Small(a), Value::Small(b)) => BitVector::new(self.width, small(*a, *b)),
            _ => BitVector::from_big(self.width, &large(self.to_big(), other.to_big())),
        }
    }

    /// All bits inverted.
    pub fn complement(&self) -> BitVector {
        match &self.value {
            Value::Small(value) => BitVector::new(self.width, !value),
            Value::Large(value) => {
                let ones = (BigUint::one() << self.width) - 1u32;
                BitVector::from_big(self.width, &(ones - &**value))
            }
        }
    }

    /// The two's complement.
    pub fn neg(&self) -> BitVector {
        self.complement().add(&BitVector::new(self.width, 1))
    }

    /// Sum modulo 2^width.
    pub fn add(&self, other: &BitVector) -> BitVector {
        self.combine(other, u128::wrapping_add, |a, b| a + b)
    }

    /// Difference modulo 2^width.
    pub fn sub(&self, other: &BitVector) -> BitVector {
        self.add(&other.neg())
    }

    /// Product modulo 2^width.
    pub fn mul(&self, other: &BitVector) -> BitVector {
        self.combine(other, u128::wrapping_mul, |a, b| a * b)
    }

    /// Unsigned quotient; all ones if the divisor is zero.
    pub fn udiv(&self, other: &BitVector) -> BitVector {
        if other.is_zero() {
            return BitVector::new(self.width, 0).complement();
        }
        self.combine(other, |a, b| a / b, |a, b| a / b)
    }

    /// Unsigned remainder; the dividend if the divisor is zero.
    pub fn urem(&self, other: &BitVector) -> BitVector {
        if other.is_zero() {
            return self.clone();
        }
        self.combine(other, |a, b| a % b, |a, b| a % b)
    }

    /// True if the value is negative as two's complement.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// The absolute value as an unsigned number.
    fn magnitude(&self) -> BitVector {
        if self.is_negative() {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// Signed quotient, rounded towards zero; for a zero divisor 1 if the dividend is negative,
    /// else all ones.
    pub fn sdiv(&self, other: &BitVector) -> BitVector {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.is_negative() != other.is_negative() {
            quotient.neg()
        } else {
            quotient
        }
    }

    /// Signed remainder with the sign of the dividend; the dividend if the divisor is zero.
    pub fn srem(&self, other: &BitVector) -> BitVector {
        let remainder = self.magnitude().urem(&other.magnitude());
        if self.is_negative() {
            remainder.neg()
        } else {
            remainder
        }
    }

    /// Bitwise and.
    pub fn and(&self, other: &BitVector) -> BitVector {
        self.combine(other, |a, b| a & b, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, other: &BitVector) -> BitVector {
        self.combine(other, |a, b| a | b, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &BitVector) -> BitVector {
        self.combine(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// A shift distance: the value if it is below the width, else none.
    fn distance(&self) -> Option<u32> {
        let distance = match &self.value {
            Value::Small(value) => value.to_u32(),
            Value::Large(value) => value.to_u32(),
        };
        distance.filter(|&distance| distance < self.width)
    }

    /// Left shift; zero if the distance is the width or more.
    pub fn shl(&self, other: &BitVector) -> BitVector {
        match (other.distance(), &self.value) {
            (None, _) => BitVector::new(self.width, 0),
            (Some(distance), Value::Small(value)) => BitVector::new(self.width, value << distance),
            (Some(distance), Value::Large(value)) => {
                BitVector::from_big(self.width, &(&**value << distance))
            }
        }
    }

    /// Right shift that fills with zeros; zero if the distance is the width or more.
    pub fn lshr(&self, other: &BitVector) -> BitVector {
        match (other.distance(), &self.value) {
            (None, _) => BitVector::new(self.width, 0),
            (Some(distance), Value::Small(value)) => BitVector::new(self.width, value >> distance),
            (Some(distance), Value::Large(value)) => {
                BitVector::from_big(self.width, &(&**value >> distance))
            }
        }
    }

    /// Right shift that fills with the sign.
    pub fn ashr(&self, other: &BitVector) -> BitVector {
        if self.is_negative() {
            self.complement().lshr(other).complement()
        } else {
            self.lshr(other)
        }
    }

    /// Comparison of the unsigned values.
    pub fn compare_unsigned(&self, other: &BitVector) -> Ordering {
        match (&self.value, &other.value) {
            (Value::Small(a), Value::Small(b)) => a.cmp(b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }

    /// Comparison as two's complement.
    pub fn compare_signed(&self, other: &BitVector) -> Ordering {
        other
            .is_negative()
            .cmp(&self.is_negative())
            .then_with(|| self.compare_unsigned(other))
    }

    /// `self` as the high bits followed by `low`.
    pub fn concat(&self, low: &BitVector) -> BitVector {
        let width = self.width + low.width;
        match (&self.value, &low.value) {
            (Value::Small(a), Value::Small(b)) if width <= 128 => {
                BitVector::new(width, a << low.width | b)
            }
            _ => BitVector::from_big(width, &(self.to_big() << low.width | low.to_big())),
        }
    }

    /// Bits `high` down to `low`, both included.
    pub fn extract(&self, high: u32, low: u32) -> BitVector {
        let width = high - low + 1;
        match &self.value {
            Value::Small(value) => BitVector::new(width, value >> low),
            Value::Large(value) => BitVector::from_big(width, &(&**value >> low)),
        }
    }

    /// Extended with zeros to `width` bits.
    pub fn zext(&self, width: u32) -> BitVector {
        match &self.value {
            Value::Small(value) => BitVector::new(width, *value),
            Value::Large(value) => BitVector::from_big(width, value),
        }
    }

    /// Extended with copies of the sign to `width` bits.
    pub fn sext(&self, width: u32) -> BitVector {
        if self.is_negative() {
            self.complement().zext(width).complement()
        } else {
            self.zext(width)
        }
    }
}

impl fmt::Display for BitVector {
    /// The unsigned value in decimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Value::Small(value) => value.fmt(f),
            Value::Large(value) => value.fmt(f),
        }
    }
}
