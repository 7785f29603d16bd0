//! Pattern matching on terms for rules.

use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;
use crate::vector::BitVector;

impl Pool {
    /// The argument of `term` if its operator is `op`, which has one.
    #[inline]
    pub(super) fn unary(&self, term: Term, op: Op) -> Option<Term> {
        let node = self.node(term);
        (node.op == op).then_some(node.args[0])
    }

    /// The first two arguments of `term` if its operator is `op`.
    #[inline]
    pub(super) fn binary(&self, term: Term, op: Op) -> Option<(Term, Term)> {
        let node = self.node(term);
        (node.op == op).then_some((node.args[0], node.args[1]))
    }

    /// The arguments of `term` if its operator is `op`, the second of which is constant.
    #[inline]
    pub(super) fn with_const(&self, term: Term, op: Op) -> Option<(Term, Term)> {
        self.binary(term, op)
            .filter(|&(_, constant)| self.is_const(constant))
    }

    /// Condition and branches of a choice.
    #[inline]
    pub(super) fn choice(&self, term: Term) -> Option<(Term, Term, Term)> {
        let node = self.node(term);
        (node.op == Op::Ite).then_some((node.args[0], node.args[1], node.args[2]))
    }

    /// Bounds and argument of an extraction.
    #[inline]
    pub(super) fn extraction(&self, term: Term) -> Option<(Term, u32, u32)> {
        let node = self.node(term);
        (node.op == Op::Extract).then_some((
            node.args[0],
            (node.payload >> 32) as u32,
            node.payload as u32,
        ))
    }

    /// True for the bit-vector constant 0.
    #[inline]
    pub(super) fn is_zero(&self, term: Term) -> bool {
        self.is_value(term, 0, BitVector::is_zero)
    }

    /// True for the bit-vector constant 1.
    pub(super) fn is_one(&self, term: Term) -> bool {
        self.is_value(term, 1, |value| value == &BitVector::new(value.width(), 1))
    }

    /// True for the bit-vector constant with all bits set.
    pub(super) fn is_ones(&self, term: Term) -> bool {
        let small = u64::MAX >> (64 - self.width(term).clamp(1, 64));
        self.is_value(term, small, |value| value.complement().is_zero())
    }

    /// True for a bit-vector constant with the value `small`, or for which `large` holds if it has
    /// more than 64 bits.
    #[inline]
    fn is_value(&self, term: Term, small: u64, large: fn(&BitVector) -> bool) -> bool {
        let node = self.node(term);
        match node.op {
            Op::BitsConst if node.sort.is_small() => node.payload == small,
            Op::BitsConst => large(self.vector_at(node.payload)),
            _ => false,
        }
    }

    /// The exponent if `term` is a bit-vector constant that is a power of two.
    pub(super) fn power_of_two(&self, term: Term) -> Option<u32> {
        let node = self.node(term);
        if node.op != Op::BitsConst {
            return None;
        }
        if node.sort.is_small() {
            return node
                .payload
                .is_power_of_two()
                .then(|| node.payload.trailing_zeros());
        }
        let value = self.vector_at(node.payload);
        let exponent = value.trailing_zeros();
        let width = value.width();
        (exponent < width
            && value.extract(width - 1, exponent) == BitVector::new(width - exponent, 1))
        .then_some(exponent)
    }

    /// The bit-vector constant 0.
    pub(super) fn zero(&mut self, width: u32) -> Term {
        self.bits(width, 0)
    }

    /// The bit-vector constant with all bits set.
    pub(super) fn ones(&mut self, width: u32) -> Term {
        if width <= 128 {
            self.bits(width, u128::MAX)
        } else {
            self.vector(BitVector::new(width, 0).complement())
        }
    }

    /// True if one of the truth values is the negation of the other.
    #[inline]
    pub(super) fn opposite(&self, a: Term, b: Term) -> bool {
        self.unary(a, Op::Not) == Some(b) || self.unary(b, Op::Not) == Some(a)
    }

    /// True if one of the bit-vectors is the other inverted.
    #[inline]
    pub(super) fn inverted(&self, a: Term, b: Term) -> bool {
        self.unary(a, Op::Complement) == Some(b) || self.unary(b, Op::Complement) == Some(a)
    }

    /// The number of low bits that may be set, by the form of the term: for zero extensions and
    /// constants; the width for other terms.
    pub(super) fn unsigned_bits(&self, term: Term) -> u32 {
        let node = self.node(term);
        match node.op {
            Op::Zext => self.width(node.args[0]),
            Op::BitsConst if node.sort.is_small() => 64 - node.payload.leading_zeros(),
            Op::BitsConst => self.vector_at(node.payload).to_big().bits() as u32,
            _ => self.width(term),
        }
    }

    /// The number of low bits whose sign extension is the term, by its form.
    pub(super) fn signed_bits(&self, term: Term) -> u32 {
        let node = self.node(term);
        let width = self.width(term);
        match node.op {
            Op::Sext => self.width(node.args[0]),
            Op::Zext => (self.width(node.args[0]) + 1).min(width),
            Op::BitsConst if node.sort.is_small() => {
                let value = ((node.payload << (64 - width)) as i64) >> (64 - width);
                65 - if value < 0 {
                    (!value).leading_zeros()
                } else {
                    value.leading_zeros()
                }
            }
            Op::BitsConst => {
                let value = self.vector_at(node.payload);
                let magnitude = if value.is_negative() {
                    value.complement()
                } else {
                    value.clone()
                };
                magnitude.to_big().bits() as u32 + 1
            }
            _ => width,
        }
    }

    /// Whether extracting any bits of the term gives a simpler term, without descending further.
    pub(super) fn splits(&self, term: Term) -> bool {
        matches!(
            self.op(term),
            Op::BitsConst | Op::Concat | Op::Zext | Op::Sext | Op::Extract
        )
    }
}
