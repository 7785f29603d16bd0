//! Machine integers as terms over unbounded integers.
//!
//! A machine integer of `w` bits is a term that is congruent to it modulo 2^w. The reading says
//! whether the term is also equal to it as a signed or an unsigned number. Counters are unbounded,
//! so a sum over them is exact only if no partial sum wraps around.

use crate::loops::arithmetic::{self, normal, normal_condition};
use num_bigint::BigInt;
use num_traits::{One, Signed as _, ToPrimitive};
use sheaf_ir::{BinaryOp, CastOp, CompareOp};
use sheaf_term::{Pool, Sort, Term};

/// How a term relates to a machine integer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reading {
    /// It is the number, read as signed. Unbounded integers always have this reading.
    Signed,
    /// It is the number, read as unsigned.
    Unsigned,
    /// It is congruent to the number modulo 2^width.
    Modular,
}

/// A number of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
fn modulo(pool: &mut Pool, term: Term, width: u32) -> Term {
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

    fn of(self, pool: &mut Pool, term: Term, reading: Reading) -> Number {
        let term = normal(pool, term);
        match (arithmetic::value(pool, term), self.width) {
            (Some(value), Some(_)) => Number::constant(pool, &value, self.width),
            _ => Number {
                term,
                reading,
                width: self.width,
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

    /// The result of a binary operation on two numbers of one type; `None` if it is not expressed.
    /// `is_exact` says that the signed result does not overflow.
    pub fn binary(
        self,
        pool: &mut Pool,
        op: BinaryOp,
        other: Number,
        is_exact: bool,
    ) -> Option<Number> {
        use BinaryOp::*;
        let constant = arithmetic::value(pool, other.term);
        match op {
            Add | Sub | Mul => {
                let is_exact = is_exact || self.width.is_none();
                let (a, b) = match is_exact {
                    true => (self.signed(pool), other.signed(pool)),
                    false => (self.term, other.term),
                };
                let term = match op {
                    Add => arithmetic::add(pool, a, b),
                    Sub => arithmetic::sub(pool, a, b),
                    _ => arithmetic::mul(pool, a, b),
                };
                let reading = match is_exact {
                    true => Reading::Signed,
                    false => Reading::Modular,
                };
                Some(self.of(pool, term, reading))
            }
            Shl => {
                let places = constant?.to_u32().filter(|it| Some(*it) < self.width)?;
                let factor = pool.int(BigInt::one() << places);
                let term = arithmetic::mul(pool, self.term, factor);
                Some(self.of(pool, term, Reading::Modular))
            }
            LShr => {
                let places = constant?.to_u32().filter(|it| Some(*it) < self.width)?;
                let (divisor, term) = (pool.int(BigInt::one() << places), self.unsigned(pool));
                let term = pool.int_div(term, divisor);
                Some(self.of(pool, term, Reading::Unsigned))
            }
            UDiv | URem if constant.as_ref().is_some_and(|it| it.is_positive()) => {
                let term = self.unsigned(pool);
                let term = match op {
                    UDiv => pool.int_div(term, other.term),
                    _ => pool.int_rem(term, other.term),
                };
                Some(self.of(pool, term, Reading::Unsigned))
            }
            SDiv | SRem if constant.as_ref().is_some_and(|it| it.is_positive()) => {
                let term = self.signed(pool);
                let term = match op {
                    SDiv => pool.int_div(term, other.term),
                    _ => pool.int_rem(term, other.term),
                };
                Some(self.of(pool, term, Reading::Signed))
            }
            And => {
                // A mask of the lowest bits.
                let mask: BigInt = constant.filter(|it| !it.is_negative())? + 1;
                let places = mask.bits() as u32 - 1;
                if mask != BigInt::one() << places {
                    return None;
                }
                let term = modulo(pool, self.term, places);
                Some(self.of(pool, term, Reading::Unsigned))
            }
            SMin | SMax | UMin | UMax => {
                let reading = match op {
                    SMin | SMax => Reading::Signed,
                    _ => Reading::Unsigned,
                };
                let (a, b) = (self.read(pool, reading), other.read(pool, reading));
                let less = pool.int_lt(a, b);
                let term = match op {
                    SMin | UMin => pool.ite(less, a, b),
                    _ => pool.ite(less, b, a),
                };
                Some(self.of(pool, term, reading))
            }
            _ => None,
        }
    }

    /// The result of a comparison; `None` if it is not expressed.
    pub fn compare(self, pool: &mut Pool, op: CompareOp, other: Number) -> Option<Term> {
        use CompareOp::*;
        let reading = match op {
            Ult | Ule => Reading::Unsigned,
            Slt | Sle => Reading::Signed,
            Eq | Ne if self.reading == Reading::Unsigned || other.reading == Reading::Unsigned => {
                Reading::Unsigned
            }
            Eq | Ne => Reading::Signed,
            _ => return None,
        };
        let (a, b) = (self.read(pool, reading), other.read(pool, reading));
        let condition = match op {
            Ult | Slt => pool.int_lt(a, b),
            Ule | Sle => pool.int_le(a, b),
            _ => pool.eq(a, b),
        };
        let condition = normal_condition(pool, condition);
        Some(match op {
            Ne => pool.not(condition),
            _ => condition,
        })
    }

    /// The number cast to another integer type; `None` if the result is not expressed.
    pub fn cast(self, pool: &mut Pool, op: CastOp, width: u32) -> Option<Number> {
        let to = Number {
            width: Some(width),
            ..self
        };
        match op {
            CastOp::SExt => {
                let term = self.signed(pool);
                Some(to.of(pool, term, Reading::Signed))
            }
            CastOp::ZExt => {
                // The wider type contains it in both readings.
                let term = self.unsigned(pool);
                Some(to.of(pool, term, Reading::Signed))
            }
            CastOp::Trunc => Some(to.of(pool, self.term, Reading::Modular)),
            _ => None,
        }
    }
}

/// The sort of all terms here.
pub const SORT: Sort = Sort::Int;
