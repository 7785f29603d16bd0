//! Machine integers as terms over unbounded integers.
//!
//! A machine integer of `w` bits is a term that is congruent to it modulo 2^w. The reading says
//! whether the term is also equal to it as a signed or an unsigned number. Counters are unbounded,
//! so a sum over them is exact only if no partial sum wraps around.

use crate::loops::arithmetic::{self, normal, normal_condition};
use num_bigint::BigInt;
use num_traits::One;
use sheaf_term::{Op, Pool, Term};

/// How a term relates to a machine integer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reading {
    /// It is the number, read as signed. Unbounded integers always have this reading.
    Signed,
    /// It is the number, read as unsigned.
    Unsigned,
    /// It is congruent to the number modulo 2^width.
    Modular,
}

impl Reading {
    /// One of the readings in which terms are equal to numbers.
    pub fn exact(is_unsigned: bool) -> Reading {
        match is_unsigned {
            true => Reading::Unsigned,
            false => Reading::Signed,
        }
    }
}

/// A number of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number {
    /// A term over unbounded integers.
    pub term: Term,
    /// How the term relates to the number.
    pub reading: Reading,
    /// The width in bits of a machine integer.
    pub width: Option<u32>,
}

/// The minimum and the maximum of a type.
pub fn range(width: u32, reading: Reading) -> (BigInt, BigInt) {
    match reading {
        Reading::Unsigned => (BigInt::ZERO, (BigInt::one() << width) - 1),
        _ => {
            let half = BigInt::one() << (width - 1);
            (-&half, half - 1)
        }
    }
}

/// The condition that a term is within the range of a type.
pub fn within(pool: &mut Pool, term: Term, width: u32, reading: Reading) -> Term {
    let (least, most) = range(width, reading);
    let (least, most) = (pool.int(least), pool.int(most));
    let (above, below) = (pool.int_le(least, term), pool.int_le(term, most));
    let (above, below) = (normal_condition(pool, above), normal_condition(pool, below));
    pool.and(above, below)
}

/// The non-negative remainder of a term modulo 2^width.
pub fn modulo(pool: &mut Pool, term: Term, width: u32) -> Term {
    let modulus = pool.int(BigInt::one() << width);
    let rest = pool.int_rem(term, modulus);
    let zero = pool.int(BigInt::ZERO);
    let is_negative = pool.int_lt(rest, zero);
    let above = pool.int_add(rest, modulus);
    pool.ite(is_negative, above, rest)
}

impl Number {
    /// A constant of this width.
    pub fn constant(pool: &mut Pool, value: &BigInt, width: Option<u32>) -> Number {
        let value = match width {
            Some(width) => {
                let half = BigInt::one() << (width - 1);
                let modulus = BigInt::one() << width;
                let low = ((value + &half) % &modulus + &modulus) % &modulus;
                low - half
            }
            None => value.clone(),
        };
        Number {
            term: pool.int(value),
            reading: Reading::Signed,
            width,
        }
    }

    /// The number of a term with this reading.
    pub fn of(pool: &mut Pool, term: Term, reading: Reading, width: Option<u32>) -> Number {
        let term = normal(pool, term);
        match (arithmetic::value(pool, term), width) {
            (Some(value), Some(_)) => Number::constant(pool, &value, width),
            _ => Number {
                term,
                reading,
                width,
            },
        }
    }

    /// Its value, read as signed.
    pub fn signed(self, pool: &mut Pool) -> Term {
        let Some(width) = self.width else {
            return self.term;
        };
        let above = match self.reading {
            Reading::Signed => return self.term,
            Reading::Unsigned => self.term,
            Reading::Modular => modulo(pool, self.term, width),
        };
        let half = pool.int(BigInt::one() << (width - 1));
        let modulus = pool.int(BigInt::one() << width);
        let is_small = pool.int_lt(above, half);
        let below = pool.int_sub(above, modulus);
        pool.ite(is_small, above, below)
    }

    /// Its value, read as unsigned.
    pub fn unsigned(self, pool: &mut Pool) -> Term {
        let Some(width) = self.width else {
            return self.term;
        };
        match self.reading {
            Reading::Unsigned => self.term,
            Reading::Modular => modulo(pool, self.term, width),
            Reading::Signed => {
                let (zero, modulus) = (pool.int(BigInt::ZERO), pool.int(BigInt::one() << width));
                let is_negative = pool.int_lt(self.term, zero);
                let above = pool.int_add(self.term, modulus);
                pool.ite(is_negative, above, self.term)
            }
        }
    }

    /// Its value in a reading, where modular means signed.
    pub fn read(self, pool: &mut Pool, reading: Reading) -> Term {
        match reading {
            Reading::Unsigned => self.unsigned(pool),
            _ => self.signed(pool),
        }
    }

    /// A sum, difference or product of two numbers of one type. `is_exact` says that the signed
    /// result does not overflow.
    pub fn sum(self, pool: &mut Pool, op: Op, other: Number, is_exact: bool) -> Number {
        let is_exact = is_exact || self.width.is_none();
        let (a, b, reading) = match is_exact {
            true => (self.signed(pool), other.signed(pool), Reading::Signed),
            false => (self.term, other.term, Reading::Modular),
        };
        let term = match op {
            Op::Add => arithmetic::add(pool, a, b),
            Op::Sub => arithmetic::sub(pool, a, b),
            _ => arithmetic::mul(pool, a, b),
        };
        Number::of(pool, term, reading, self.width)
    }
}
