//! Builders of truth values, and of equality and choice at any sort.

use super::NONE;
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::PackedSort;

impl Pool {
    /// Negation.
    pub fn not(&mut self, a: Term) -> Term {
        self.make(Op::Not, [a, NONE, NONE], 0)
    }

    /// Conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.make(Op::And, [a, b, NONE], 0)
    }

    /// Disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.make(Op::Or, [a, b, NONE], 0)
    }

    /// Exclusive or: the negation of an equality.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        self.ne(a, b)
    }

    /// Implication: `not a or b`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Conjunction of all; true for none.
    pub fn and_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        terms
            .into_iter()
            .fold(Term::TRUE, |all, term| self.and(all, term))
    }

    /// Disjunction of all; false for none.
    pub fn or_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        terms
            .into_iter()
            .fold(Term::FALSE, |any, term| self.or(any, term))
    }

    /// Equality of two terms of one sort.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.make(Op::Eq, [a, b, NONE], 0)
    }

    /// The negation of an equality.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// `then` where the condition holds, else `other`.
    pub fn ite(&mut self, condition: Term, then: Term, other: Term) -> Term {
        self.make(Op::Ite, [condition, then, other], 0)
    }

    /// As [`Pool::ite`] for Booleans, without simplification.
    pub(crate) fn bool_choice(&mut self, condition: Term, then: Term, other: Term) -> Term {
        let args = [condition, then, other];
        if let Some(term) = self.find(Op::Ite, args, 0) {
            return term;
        }
        let (node, interval) = self.prepare(Op::Ite, args, 0, PackedSort::BOOL);
        self.push(node, interval)
    }
}
