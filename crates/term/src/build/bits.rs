//! Builders of bit-vectors, with the semantics of SMT-LIB's theory FixedSizeBitVectors.

use super::NONE;
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {
        impl Pool {$(
            $(#[$doc])*
            pub fn $name(&mut self, a: Term) -> Term {
                self.make(Op::$op, [a, NONE, NONE], 0)
            }
        )*}
    };
}

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {
        impl Pool {$(
            $(#[$doc])*
            pub fn $name(&mut self, a: Term, b: Term) -> Term {
                self.make(Op::$op, [a, b, NONE], 0)
            }
        )*}
    };
}

unary! {
    /// All bits inverted.
    complement = Complement;
    /// Two's complement.
    neg = Neg;
}

binary! {
    /// Sum modulo 2^width.
    add = Add;
    /// Difference modulo 2^width.
    sub = Sub;
    /// Product modulo 2^width.
    mul = Mul;
    /// Unsigned quotient; all ones for a zero divisor.
    udiv = Udiv;
    /// Unsigned remainder; the dividend for a zero divisor.
    urem = Urem;
    /// Signed quotient rounded towards zero; for a zero divisor 1 if the dividend is negative, else
    /// all ones.
    sdiv = Sdiv;
    /// Signed remainder with the dividend's sign; the dividend for a zero divisor.
    srem = Srem;
    /// Left shift; zero for a distance of the width or more.
    shl = Shl;
    /// Right shift that fills with zeros; zero for a distance of the width or more.
    lshr = Lshr;
    /// Right shift that fills with the sign.
    ashr = Ashr;
    /// Bitwise and.
    bit_and = BitAnd;
    /// Bitwise or.
    bit_or = BitOr;
    /// Bitwise exclusive or.
    bit_xor = BitXor;
    /// Unsigned less than.
    ult = Ult;
    /// Signed less than.
    slt = Slt;
    /// `high` and `low` side by side; the width is the sum of theirs.
    concat = Concat;
}

impl Pool {
    /// Unsigned less or equal, as the negation of `b < a`.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// Signed less or equal, as the negation of `b < a`.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// Bits `high` down to `low`, both included, 0 being the lowest.
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        if low == 0 && high + 1 == self.width(a) {
            return a;
        }
        self.make(
            Op::Extract,
            [a, NONE, NONE],
            u64::from(high) << 32 | u64::from(low),
        )
    }

    /// Extended with zeros to `width` bits in all.
    pub fn zext(&mut self, a: Term, width: u32) -> Term {
        if width == self.width(a) {
            return a;
        }
        self.make(Op::Zext, [a, NONE, NONE], width.into())
    }

    /// Extended with copies of the sign to `width` bits in all.
    pub fn sext(&mut self, a: Term, width: u32) -> Term {
        if width == self.width(a) {
            return a;
        }
        self.make(Op::Sext, [a, NONE, NONE], width.into())
    }
}
