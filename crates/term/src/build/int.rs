//! Builders of mathematical integers.

use num_bigint::BigInt;

use super::NONE;
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

impl Pool {
    /// Sum.
    pub fn int_add(&mut self, a: Term, b: Term) -> Term {
        self.make(Op::IntAdd, [a, b, NONE], 0)
    }

    /// Difference: `a + -1 * b`.
    pub fn int_sub(&mut self, a: Term, b: Term) -> Term {
        let negated = self.int_neg(b);
        self.int_add(a, negated)
    }

    /// Negation: `-1 * a`.
    pub fn int_neg(&mut self, a: Term) -> Term {
        let minus_one = self.int(BigInt::from(-1));
        self.int_mul(a, minus_one)
    }

    /// Product.
    pub fn int_mul(&mut self, a: Term, b: Term) -> Term {
        self.make(Op::IntMul, [a, b, NONE], 0)
    }

    /// Quotient rounded towards zero, as in C; 0 for a zero divisor.
    pub fn int_div(&mut self, a: Term, b: Term) -> Term {
        self.make(Op::IntDiv, [a, b, NONE], 0)
    }

    /// Remainder with the sign of the dividend, as in C; the dividend for a zero divisor.
    pub fn int_rem(&mut self, a: Term, b: Term) -> Term {
        self.make(Op::IntRem, [a, b, NONE], 0)
    }

    /// `a < b`.
    pub fn int_lt(&mut self, a: Term, b: Term) -> Term {
        self.make(Op::IntLt, [a, b, NONE], 0)
    }

    /// `a <= b`, as `not (b < a)`.
    pub fn int_le(&mut self, a: Term, b: Term) -> Term {
        let greater = self.int_lt(b, a);
        self.not(greater)
    }

    /// The unsigned value of a bit-vector.
    pub fn bits_to_int(&mut self, a: Term) -> Term {
        self.make(Op::BitsToInt, [a, NONE, NONE], 0)
    }

    /// The two's complement value of a bit-vector: its unsigned value, less 2^width if the sign bit
    /// is set.
    pub fn signed_bits_to_int(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let unsigned = self.bits_to_int(a);
        let sign = self.extract(a, width - 1, width - 1);
        let one = self.bits(1, 1);
        let negative = self.eq(sign, one);
        let modulus = self.int(-(BigInt::from(1) << width));
        let below = self.int_add(unsigned, modulus);
        self.ite(negative, below, unsigned)
    }

    /// An integer modulo 2^width as a bit-vector of `width` bits.
    pub fn int_to_bits(&mut self, a: Term, width: u32) -> Term {
        self.make(Op::IntToBits, [a, NONE, NONE], width.into())
    }
}
