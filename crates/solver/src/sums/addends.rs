//! Numbers as sums of other numbers and conditions, however deep the term is.
//!
//! A program that counts in a loop has, where paths meet, a chain of additions and choices
//! as long as the loop. The factors of all addends are handed down from the whole to its parts, so
//! that each term of the chain is visited once, and no sum of a part of the chain is made. Choices
//! are taken apart if they count conditions ([`Counts`]).

use std::collections::BTreeMap;

use sheaf_term::{Op, Pool, Sort, Term, cancel};

use super::counts::Counts;
use super::sum::ones;

/// `constant + factor · addend + ...`, modulo `2^width` for bit-vectors. An addend is a number, or
/// a condition as 0 or 1.
#[derive(Debug)]
pub struct Addends {
    /// What is added besides, reduced like the factors.
    pub constant: i128,
    /// The addends, each once.
    pub parts: Vec<(Term, i128)>,
}

impl Addends {
    /// A number by itself.
    pub fn of(term: Term) -> Addends {
        Addends {
            constant: 0,
            parts: vec![(term, 1)],
        }
    }
}

/// Arithmetic on the factors of numbers of a sort; `None` if they are too large.
#[derive(Clone, Copy)]
pub enum Factors {
    /// Of bit-vectors of this width, at most 64.
    Modulo(u32),
    /// Of unbounded integers.
    Exact,
}

impl Factors {
    fn of(pool: &Pool, term: Term) -> Factors {
        match pool.sort(term) {
            Sort::Bits(width) => Factors::Modulo(width),
            _ => Factors::Exact,
        }
    }

    /// The value of a constant.
    pub fn value(self, pool: &Pool, term: Term) -> Option<i128> {
        match self {
            Factors::Modulo(_) => pool.as_bits(term).map(|value| i128::from(value as u64)),
            Factors::Exact => i128::try_from(pool.as_int(term)?).ok(),
        }
    }

    /// Adds two factors, modulo the width if there is one.
    pub fn add(self, a: i128, b: i128) -> Option<i128> {
        match self {
            Factors::Modulo(width) => {
                Some(((a as u64).wrapping_add(b as u64) & ones(width)).into())
            }
            Factors::Exact => a.checked_add(b),
        }
    }

    /// Multiplies two factors, modulo the width if there is one.
    pub fn mul(self, a: i128, b: i128) -> Option<i128> {
        match self {
            Factors::Modulo(width) => {
                Some(((a as u64).wrapping_mul(b as u64) & ones(width)).into())
            }
            Factors::Exact => a.checked_mul(b),
        }
    }
}

/// The addends of a number. What is known counts as an addend, however it is made; so does the
/// number itself if it is no sum. `None` if factors are too large.
pub fn addends(
    pool: &Pool,
    counts: &mut Counts,
    root: Term,
    is_known: impl Fn(Term) -> bool,
) -> Option<Addends> {
    let factors = Factors::of(pool, root);
    let mut constant = 0;
    let mut parts = Vec::new();
    // Terms have greater numbers than their arguments: the greatest has all of its factor.
    let mut open = BTreeMap::from([(root, 1)]);
    while let Some((term, factor)) = open.pop_last() {
        cancel::steps(1);
        if factor == 0 {
            continue;
        }
        if let Some(value) = factors.value(pool, term) {
            constant = factors.add(constant, factors.mul(factor, value)?)?;
            continue;
        }
        if pool.sort(term) == Sort::Bool || term != root && is_known(term) {
            parts.push((term, factor));
            continue;
        }
        let args = pool.args(term);
        let mut hand_down = |part: Term, own: i128| {
            let whole = open.entry(part).or_insert(0);
            *whole = factors.add(*whole, factors.mul(factor, own)?)?;
            Some(())
        };
        match pool.op(term) {
            Op::Add | Op::IntAdd => {
                hand_down(args[0], 1)?;
                hand_down(args[1], 1)?;
            }
            Op::Sub => {
                hand_down(args[0], 1)?;
                hand_down(args[1], -1)?;
            }
            Op::Neg => hand_down(args[0], -1)?,
            Op::Complement => {
                hand_down(args[0], -1)?;
                constant = factors.add(constant, factors.mul(factor, -1)?)?;
            }
            Op::Mul | Op::IntMul => {
                let values = [0, 1].map(|at| factors.value(pool, args[at]));
                match values {
                    [Some(value), _] => hand_down(args[1], value)?,
                    [_, Some(value)] => hand_down(args[0], value)?,
                    _ => parts.push((term, factor)),
                }
            }
            Op::Shl => match pool.as_bits(args[1]) {
                Some(distance @ 0..64) => hand_down(args[0], 1 << distance)?,
                Some(_) => {}
                None => parts.push((term, factor)),
            },
            Op::Ite => {
                let count = counts.count(pool, factors, term);
                if count.base == Some(term) {
                    parts.push((term, factor));
                    continue;
                }
                for (condition, own) in counts.conditions(count) {
                    cancel::steps(1);
                    hand_down(condition, own)?;
                }
                if let Some(base) = count.base {
                    hand_down(base, 1)?;
                }
                constant = factors.add(constant, factors.mul(factor, count.constant)?)?;
            }
            _ => parts.push((term, factor)),
        }
    }
    Some(Addends { constant, parts })
}
