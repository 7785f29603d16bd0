//! Construction of terms: constants are folded, and a few rules keep what a program computes with
//! known values known. Each rule holds for all values; a test compares with [`evaluate`].

use crate::term::{Node, Operator, Pool, Term, arity, evaluate, mask};

// Each builder makes a term of the operator of its name.
#[allow(missing_docs)]
impl Pool {
    fn apply(&mut self, operator: Operator, args: &[Term], width: u32) -> Term {
        let mut all = [Term::FALSE; 3];
        all[..args.len()].copy_from_slice(args);
        debug_assert_eq!(args.len(), arity(operator));
        debug_assert!(
            self.are_alike(operator, args),
            "{operator:?} of different widths"
        );
        let mut values = [0; 3];
        let mut widths = [1; 3];
        let mut is_constant = true;
        for (at, arg) in args.iter().enumerate() {
            widths[at] = self.width(*arg);
            match self.constant(*arg) {
                Some(value) => values[at] = value,
                None => is_constant = false,
            }
        }
        match is_constant {
            true => self.bits(width, evaluate(operator, width, values, widths)),
            false => self.intern(Node::Apply(operator, all), width),
        }
    }

    /// Whether operands have the widths that an operator needs.
    fn are_alike(&self, operator: Operator, args: &[Term]) -> bool {
        let width = |at: usize| self.width(args[at]);
        match operator {
            Operator::Concat => true,
            Operator::Ite => width(0) == 1 && width(1) == width(2),
            _ => args.len() < 2 || width(0) == width(1),
        }
    }

    fn is_zero(&self, term: Term) -> bool {
        self.constant(term) == Some(0)
    }

    fn is_ones(&self, term: Term) -> bool {
        self.constant(term) == Some(mask(self.width(term)))
    }

    /// The operands of a term with this operator.
    fn operands(&self, term: Term, wanted: Operator) -> Option<[Term; 3]> {
        match self.node(term) {
            Node::Apply(operator, args) if operator == wanted => Some(args),
            _ => None,
        }
    }

    pub fn not(&mut self, a: Term) -> Term {
        match self.operands(a, Operator::Not) {
            Some([inner, ..]) => inner,
            None => self.apply(Operator::Not, &[a], self.width(a)),
        }
    }

    fn are_complements(&self, a: Term, b: Term) -> bool {
        let is_not_of = |a, b| self.operands(a, Operator::Not).is_some_and(|it| it[0] == b);
        is_not_of(a, b) || is_not_of(b, a)
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (a.min(b), a.max(b));
        match () {
            () if a == b || self.is_ones(b) => a,
            () if self.is_ones(a) => b,
            () if self.is_zero(a) => a,
            () if self.is_zero(b) => b,
            () if self.are_complements(a, b) => self.bits(self.width(a), 0),
            () => self.apply(Operator::And, &[a, b], self.width(a)),
        }
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (a.min(b), a.max(b));
        match () {
            () if a == b || self.is_zero(b) => a,
            () if self.is_zero(a) => b,
            () if self.is_ones(a) => a,
            () if self.is_ones(b) => b,
            () if self.are_complements(a, b) => self.bits(self.width(a), u128::MAX),
            () => self.apply(Operator::Or, &[a, b], self.width(a)),
        }
    }

    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (a.min(b), a.max(b));
        match () {
            () if a == b => self.bits(self.width(a), 0),
            () if self.is_zero(a) => b,
            () if self.is_zero(b) => a,
            () if self.is_ones(a) => self.not(b),
            () if self.is_ones(b) => self.not(a),
            () => self.apply(Operator::Xor, &[a, b], self.width(a)),
        }
    }

    /// Whether one implies the other.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not = self.not(a);
        self.or(not, b)
    }

    /// The sum. Constants are kept on the right and added up.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (a, b) = match self.constant(a) {
            Some(_) => (b, a),
            None => (a, b),
        };
        if self.is_zero(b) {
            return a;
        }
        if let (Some(more), Some([inner, first, _])) =
            (self.constant(b), self.operands(a, Operator::Add))
            && let Some(first) = self.constant(first)
        {
            let sum = self.bits(width, first.wrapping_add(more));
            return self.add(inner, sum);
        }
        self.apply(Operator::Add, &[a, b], width)
    }

    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if a == b {
            return self.bits(width, 0);
        }
        match self.constant(b) {
            Some(value) => {
                let negated = self.bits(width, value.wrapping_neg());
                self.add(a, negated)
            }
            None => self.apply(Operator::Sub, &[a, b], width),
        }
    }

    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = match self.constant(a) {
            Some(_) => (b, a),
            None => (a, b),
        };
        match self.constant(b) {
            Some(0) => b,
            Some(1) => a,
            _ => self.apply(Operator::Mul, &[a, b], self.width(a)),
        }
    }

    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        match self.constant(b) {
            Some(1) => a,
            _ => self.apply(Operator::Udiv, &[a, b], self.width(a)),
        }
    }

    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        self.apply(Operator::Urem, &[a, b], self.width(a))
    }

    pub fn shift(&mut self, operator: Operator, a: Term, b: Term) -> Term {
        match self.is_zero(b) || self.is_zero(a) {
            true => a,
            false => self.apply(operator, &[a, b], self.width(a)),
        }
    }

    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return Term::TRUE;
        }
        let (a, b) = match self.constant(a) {
            Some(_) => (b, a),
            None => (a, b),
        };
        let Some(value) = self.constant(b) else {
            let (a, b) = (a.min(b), a.max(b));
            return self.apply(Operator::Eq, &[a, b], 1);
        };
        if self.width(a) == 1 && self.constant(a).is_none() {
            return match value {
                0 => self.not(a),
                _ => a,
            };
        }
        self.equals(a, value)
            .unwrap_or_else(|| self.apply(Operator::Eq, &[a, b], 1))
    }

    /// Equality to a constant, where it says something about an operand.
    fn equals(&mut self, a: Term, value: u128) -> Option<Term> {
        let Node::Apply(operator, [first, second, third]) = self.node(a) else {
            return None;
        };
        match operator {
            Operator::Zext => {
                let narrow = self.width(first);
                let low = self.bits(narrow, value);
                Some(match value > mask(narrow) {
                    true => Term::FALSE,
                    false => self.eq(first, low),
                })
            }
            Operator::Add if self.constant(second).is_some() => {
                let width = self.width(a);
                let second = self.constant(second)?;
                let rest = self.bits(width, value.wrapping_sub(second));
                Some(self.eq(first, rest))
            }
            Operator::Ite => {
                let then = Term::bit(self.constant(second)? == value);
                let value = self.bits(self.width(a), value);
                let otherwise = self.eq(third, value);
                Some(self.choose(first, then, otherwise))
            }
            _ => None,
        }
    }

    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        match () {
            () if a == b || self.is_zero(b) || self.is_ones(a) => Term::FALSE,
            () if self.constant(b).is_some_and(|it| it > self.most(a)) => Term::TRUE,
            () if self.constant(a).is_some_and(|it| it >= self.most(b)) => Term::FALSE,
            () => self.apply(Operator::Ult, &[a, b], 1),
        }
    }

    /// An upper bound that the form of a term shows.
    fn most(&self, term: Term) -> u128 {
        match self.node(term) {
            Node::Const(value) => value,
            Node::Apply(Operator::Zext, [inner, ..]) => mask(self.width(inner)),
            _ => mask(self.width(term)),
        }
    }

    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        match a == b {
            true => Term::FALSE,
            false => self.apply(Operator::Slt, &[a, b], 1),
        }
    }

    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    pub fn choose(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        let width = self.width(then);
        match condition {
            Term::TRUE => return then,
            Term::FALSE => return otherwise,
            _ if then == otherwise => return then,
            _ => {}
        }
        if width == 1 {
            match (then, otherwise) {
                (Term::TRUE, other) => return self.or(condition, other),
                (other, Term::FALSE) => return self.and(condition, other),
                (Term::FALSE, other) => {
                    let not = self.not(condition);
                    return self.and(not, other);
                }
                (other, Term::TRUE) => return self.implies(condition, other),
                _ => {}
            }
        }
        self.apply(Operator::Ite, &[condition, then, otherwise], width)
    }

    /// The first operand above the second.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        if self.is_zero(high) {
            return self.zext(low, width);
        }
        if let (
            Node::Apply(Operator::Extract(from), [x, ..]),
            Node::Apply(Operator::Extract(to), [y, ..]),
        ) = (self.node(high), self.node(low))
            && x == y
            && to + self.width(low) == from
        {
            return self.extract(x, to, width);
        }
        self.apply(Operator::Concat, &[high, low], width)
    }

    /// `width` bits from the bit `low` on.
    pub fn extract(&mut self, a: Term, low: u32, width: u32) -> Term {
        if width == self.width(a) {
            return a;
        }
        let Node::Apply(operator, [first, second, third]) = self.node(a) else {
            return self.apply(Operator::Extract(low), &[a], width);
        };
        let inner = self.width(first);
        match operator {
            Operator::Extract(from) => self.extract(first, from + low, width),
            Operator::Zext if low >= inner => self.bits(width, 0),
            Operator::Zext | Operator::Sext if low + width <= inner => {
                self.extract(first, low, width)
            }
            Operator::Zext => {
                let part = self.extract(first, low, inner - low);
                self.zext(part, width)
            }
            Operator::Sext if low < inner => {
                let part = self.extract(first, low, inner - low);
                self.sext(part, width)
            }
            Operator::Concat => {
                let below = self.width(second);
                match () {
                    () if low >= below => self.extract(first, low - below, width),
                    () if low + width <= below => self.extract(second, low, width),
                    () => self.apply(Operator::Extract(low), &[a], width),
                }
            }
            // Only where one operand is constant, so that shared operands are visited once.
            Operator::And | Operator::Or | Operator::Xor
                if self.is_constant_among(second, first) =>
            {
                let [x, y] = [first, second].map(|it| self.extract(it, low, width));
                match operator {
                    Operator::And => self.and(x, y),
                    Operator::Or => self.or(x, y),
                    _ => self.xor(x, y),
                }
            }
            Operator::Ite if self.is_constant_among(second, third) => {
                let [then, otherwise] = [second, third].map(|it| self.extract(it, low, width));
                self.choose(first, then, otherwise)
            }
            _ => self.apply(Operator::Extract(low), &[a], width),
        }
    }

    fn is_constant_among(&self, a: Term, b: Term) -> bool {
        self.constant(a).is_some() || self.constant(b).is_some()
    }

    pub fn zext(&mut self, a: Term, width: u32) -> Term {
        match self.operands(a, Operator::Zext) {
            _ if width == self.width(a) => a,
            Some([inner, ..]) => self.zext(inner, width),
            None => self.apply(Operator::Zext, &[a], width),
        }
    }

    pub fn sext(&mut self, a: Term, width: u32) -> Term {
        match self.node(a) {
            _ if width == self.width(a) => a,
            Node::Apply(Operator::Sext, [inner, ..]) => self.sext(inner, width),
            Node::Apply(Operator::Zext, [inner, ..]) => self.zext(inner, width),
            _ => self.apply(Operator::Sext, &[a], width),
        }
    }

    pub fn neg(&mut self, a: Term) -> Term {
        let zero = self.bits(self.width(a), 0);
        match self.constant(a) {
            Some(_) => self.sub(zero, a),
            None => self.apply(Operator::Sub, &[zero, a], self.width(a)),
        }
    }

    pub fn sign(&mut self, a: Term) -> Term {
        self.extract(a, self.width(a) - 1, 1)
    }

    /// The signed quotient, truncated towards zero, and the remainder, with the sign of the
    /// dividend.
    pub fn signed_division(&mut self, a: Term, b: Term) -> (Term, Term) {
        let (negative_a, negative_b) = (self.sign(a), self.sign(b));
        let (minus_a, minus_b) = (self.neg(a), self.neg(b));
        let x = self.choose(negative_a, minus_a, a);
        let y = self.choose(negative_b, minus_b, b);
        let (quotient, remainder) = (self.udiv(x, y), self.urem(x, y));
        let (minus_quotient, minus_remainder) = (self.neg(quotient), self.neg(remainder));
        let differ = self.xor(negative_a, negative_b);
        (
            self.choose(differ, minus_quotient, quotient),
            self.choose(negative_a, minus_remainder, remainder),
        )
    }
}
