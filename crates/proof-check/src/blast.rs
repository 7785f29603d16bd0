//! Circuits of terms, as clauses. The same terms in the same order always give the same clauses, so
//! that a proof can name them by number.

use crate::cnf::{Cnf, Literal, TRUE};
use crate::term::{Node, Operator, Pool, Term, arity};
use std::collections::HashMap;
use std::rc::Rc;

/// Bits of a term, the lowest first.
pub type Bits = Rc<[Literal]>;

/// Translates terms of a pool to clauses.
#[derive(Default)]
pub struct Blaster {
    /// The clauses.
    pub cnf: Cnf,
    done: HashMap<Term, Bits>,
}

impl Blaster {
    /// The literals of a term, the lowest bit first.
    pub fn bits(&mut self, pool: &Pool, term: Term) -> Bits {
        // Terms are as deep as programs run, so this does not recurse.
        let mut waiting = vec![term];
        while let Some(next) = waiting.last().copied() {
            if self.done.contains_key(&next) {
                waiting.pop();
                continue;
            }
            let before = waiting.len();
            if let Node::Apply(operator, args) = pool.node(next) {
                let args = &args[..arity(operator)];
                waiting.extend(args.iter().filter(|it| !self.done.contains_key(it)));
            }
            if waiting.len() == before {
                let bits = self.node(pool, next);
                self.done.insert(next, bits);
                waiting.pop();
            }
        }
        self.done[&term].clone()
    }

    /// The literals of the symbols that occur.
    pub fn symbols<'a>(&'a self, pool: &'a Pool) -> impl Iterator<Item = (Term, Bits)> + 'a {
        let is_symbol =
            |term: Term| matches!(pool.node(term), Node::Symbol { .. } | Node::Address(_));
        let found = self.done.iter().filter(move |(term, _)| is_symbol(**term));
        found.map(|(term, bits)| (*term, bits.clone()))
    }

    /// Requires a term of one bit.
    pub fn require(&mut self, pool: &Pool, term: Term) {
        let bits = self.bits(pool, term);
        self.cnf.clause(&[bits[0]]);
    }

    /// The literals of a node whose operands are done.
    fn node(&mut self, pool: &Pool, term: Term) -> Bits {
        let width = pool.width(term);
        let (operator, args) = match pool.node(term) {
            Node::Const(value) => {
                let bit = |at| if value >> at & 1 == 1 { TRUE } else { -TRUE };
                return (0..width).map(bit).collect();
            }
            Node::Symbol { .. } | Node::Address(_) => {
                return (0..width).map(|_| self.cnf.variable()).collect();
            }
            Node::Apply(operator, args) => (operator, args),
        };
        let of = |at: usize| self.done[&args[at]].clone();
        let a = of(0);
        match arity(operator) {
            1 => self.unary(operator, &a, width as usize),
            2 => {
                let b = of(1);
                self.binary(operator, &a, &b)
            }
            _ => {
                let (b, c) = (of(1), of(2));
                let both = b.iter().zip(c.iter());
                both.map(|(b, c)| self.cnf.choose(a[0], *b, *c)).collect()
            }
        }
    }

    fn unary(&mut self, operator: Operator, a: &[Literal], width: usize) -> Bits {
        match operator {
            Operator::Not => a.iter().map(|bit| -bit).collect(),
            Operator::Extract(low) => a[low as usize..][..width].into(),
            _ => {
                let fill = match operator {
                    Operator::Sext => a[a.len() - 1],
                    _ => -TRUE,
                };
                let all = a.iter().copied().chain(std::iter::repeat(fill));
                all.take(width).collect()
            }
        }
    }

    fn binary(&mut self, operator: Operator, a: &[Literal], b: &[Literal]) -> Bits {
        let cnf = &mut self.cnf;
        let both = a.iter().copied().zip(b.iter().copied());
        match operator {
            Operator::And => both.map(|(a, b)| cnf.and(a, b)).collect(),
            Operator::Or => both.map(|(a, b)| cnf.or(a, b)).collect(),
            Operator::Xor => both.map(|(a, b)| cnf.xor(a, b)).collect(),
            Operator::Add => add(cnf, a, b, -TRUE).0.into(),
            Operator::Sub => add(cnf, a, &complement(b), TRUE).0.into(),
            Operator::Mul => multiply(cnf, a, b).into(),
            Operator::Udiv => divide(cnf, a, b).0.into(),
            Operator::Urem => divide(cnf, a, b).1.into(),
            Operator::Shl | Operator::Lshr | Operator::Ashr => shift(cnf, operator, a, b).into(),
            Operator::Eq => {
                let mut all = TRUE;
                for (a, b) in both {
                    let differ = cnf.xor(a, b);
                    all = cnf.and(all, -differ);
                }
                [all].into()
            }
            Operator::Ult => [less(cnf, a, b)].into(),
            Operator::Slt => {
                // With the signs exchanged, the order is that of unsigned numbers.
                let (mut x, mut y) = (a.to_vec(), b.to_vec());
                let sign = a.len() - 1;
                (x[sign], y[sign]) = (b[sign], a[sign]);
                [less(cnf, &x, &y)].into()
            }
            _ => b.iter().chain(a).copied().collect(),
        }
    }
}

fn complement(bits: &[Literal]) -> Vec<Literal> {
    bits.iter().map(|bit| -bit).collect()
}

/// The sum and the carry.
fn add(cnf: &mut Cnf, a: &[Literal], b: &[Literal], mut carry: Literal) -> (Vec<Literal>, Literal) {
    let mut sum = Vec::with_capacity(a.len());
    for (a, b) in a.iter().zip(b) {
        let (bit, next) = cnf.add(*a, *b, carry);
        sum.push(bit);
        carry = next;
    }
    (sum, carry)
}

/// Whether the first is less than the second, unsigned: their difference borrows.
fn less(cnf: &mut Cnf, a: &[Literal], b: &[Literal]) -> Literal {
    let mut is_less = -TRUE;
    for (a, b) in a.iter().zip(b) {
        let differ = cnf.xor(*a, *b);
        is_less = cnf.choose(differ, *b, is_less);
    }
    is_less
}

fn multiply(cnf: &mut Cnf, a: &[Literal], b: &[Literal]) -> Vec<Literal> {
    let mut sum = vec![-TRUE; a.len()];
    for (at, bit) in b.iter().enumerate() {
        if *bit == -TRUE {
            continue;
        }
        let row: Vec<Literal> = a[..a.len() - at]
            .iter()
            .map(|it| cnf.and(*it, *bit))
            .collect();
        let (upper, _) = add(cnf, &sum[at..], &row, -TRUE);
        sum.splice(at.., upper);
    }
    sum
}

/// The quotient and the remainder by long division. With a divisor of zero, each step subtracts
/// nothing and says that it fits: the quotient is all ones, and the remainder the dividend.
fn divide(cnf: &mut Cnf, a: &[Literal], b: &[Literal]) -> (Vec<Literal>, Vec<Literal>) {
    let width = a.len();
    let mut quotient = vec![-TRUE; width];
    // One bit more than the divisor: the remainder is shifted before it is compared.
    let mut rest = vec![-TRUE; width + 1];
    let mut divisor = b.to_vec();
    divisor.push(-TRUE);
    let subtrahend = complement(&divisor);
    for at in (0..width).rev() {
        rest.pop();
        rest.insert(0, a[at]);
        let (difference, fits) = add(cnf, &rest, &subtrahend, TRUE);
        quotient[at] = fits;
        rest = rest
            .iter()
            .zip(difference)
            .map(|(old, new)| cnf.choose(fits, new, *old))
            .collect();
    }
    rest.pop();
    (quotient, rest)
}

fn shift(cnf: &mut Cnf, operator: Operator, a: &[Literal], b: &[Literal]) -> Vec<Literal> {
    let width = a.len();
    let fill = match operator {
        Operator::Ashr => a[width - 1],
        _ => -TRUE,
    };
    let mut bits = a.to_vec();
    let mut too_far = -TRUE;
    for (stage, by) in b.iter().enumerate() {
        let distance = 1usize.checked_shl(stage as u32).filter(|it| *it < width);
        let Some(distance) = distance else {
            too_far = cnf.or(too_far, *by);
            continue;
        };
        let moved = |at: usize| match operator {
            Operator::Shl => at.checked_sub(distance).map_or(-TRUE, |from| bits[from]),
            _ => bits.get(at + distance).copied().unwrap_or(fill),
        };
        let moved: Vec<Literal> = (0..width).map(moved).collect();
        bits = bits
            .iter()
            .zip(moved)
            .map(|(stays, moves)| cnf.choose(*by, moves, *stays))
            .collect();
    }
    bits.iter()
        .map(|bit| cnf.choose(too_far, fill, *bit))
        .collect()
}
