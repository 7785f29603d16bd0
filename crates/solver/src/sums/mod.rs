//! The sums link: decides equalities and comparisons of values that are sums of bits.
//!
//! Code that counts bits, packs and unpacks fields or adds shifted parts computes linear functions
//! of the bits of its inputs. SAT solvers have difficulties with chains of adders; the linear
//! function itself is a normal form. A value is converted to it bottom-up ([`Sum`]): additions,
//! multiplications by constants and left shifts always, operations that separate bits (right
//! shifts, masks, extensions) if no carry crosses the cut. Any other term is represented by its own
//! bits. Integers are sums of conditions in the same way, without a modulus ([`Integers`]). Bounds
//! of sums consider that some conditions exclude each other ([`exclusive`]).
//!
//! Sound because each step preserves the value for all values of the bits. Sums that differ but
//! could be equal are not decided. It costs one traversal of each constraint, up to a limit: sums
//! are cached.

mod addends;
mod build;
mod counts;
mod exclusive;
mod integers;
mod sum;

#[cfg(test)]
mod tests;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sheaf_term::{Op, Pool, Sort, Term};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;
use build::{compared, width};
use counts::Counts;
use integers::Integers;
use sum::{Bit, Sum};

/// Maximum number of parts of cached sums, about 24 MB.
const KEPT: usize = 1 << 20;

/// Maximum number of parts of the sums that are made for one question, about a millisecond's work.
/// Beyond, terms are represented by their own bits.
const MADE: usize = 1 << 17;

/// Sums of the terms of one pool.
#[derive(Default)]
pub struct Sums {
    known: FxHashMap<Term, Rc<Sum>>,
    /// Number of parts that were made for the present question.
    made: usize,
    /// Number of parts of all cached sums.
    parts: usize,
    integers: Integers,
    counts: Counts,
}

/// Bits with known values.
#[derive(Default)]
struct Fixed {
    /// The value, and the constraint that implies it.
    bits: FxHashMap<Bit, (bool, Term)>,
}

impl Link for Sums {
    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        self.trim();
        self.made = 0;
        let fixed = self.fixed(question.pool, question.path());
        let mut open = false;
        for &goal in question.goals() {
            match self.always(question.pool, goal, &fixed) {
                Some((false, mut core)) => {
                    core.push(goal);
                    core.sort_unstable();
                    core.dedup();
                    return Outcome::Unsat(core);
                }
                Some((true, _)) => {}
                None => open = true,
            }
        }
        match question.hint.filter(|_| !open) {
            Some(hint) => Outcome::Model(hint.clone()),
            None => Outcome::Open,
        }
    }
}

impl Sums {
    /// Clears the cache when it is full.
    fn trim(&mut self) {
        if self.known.len() + self.parts + self.integers.size() + self.counts.size() > KEPT {
            *self = Sums::default();
        }
    }

    /// The bits that single constraints fix: tests of single bits and of signs.
    fn fixed(&mut self, pool: &Pool, constraints: &[Term]) -> Fixed {
        let mut bits = FxHashMap::default();
        for &constraint in constraints {
            let (test, expected) = positive(pool, constraint);
            if let Some(&[a, b]) = compared(pool, test) {
                self.sum(pool, a);
                self.sum(pool, b);
            }
            if let Some((bit, value)) = self.tested(pool, test) {
                bits.insert(bit, (value == expected, constraint));
            }
        }
        Fixed { bits }
    }

    /// The value of a comparison if it is the same under all models with these fixed bits, and the
    /// constraints that fix them; `None` if it is not known.
    fn always(&mut self, pool: &Pool, truth: Term, fixed: &Fixed) -> Option<(bool, Vec<Term>)> {
        let (comparison, expected) = positive(pool, truth);
        let op = pool.op(comparison);
        let args = pool.args(comparison);
        if op == Op::IntLt || op == Op::Eq && pool.sort(args[0]) == Sort::Int {
            let difference = self.integers.difference(pool, args[0], args[1])?;
            let holds = compare(op, difference)?;
            return Some((holds == expected, Vec::new()));
        }
        if !matches!(op, Op::Eq | Op::Ult | Op::Slt) || width(pool, args[0]).is_none() {
            return None;
        }
        let mut causes = Vec::new();
        let [a, b] = [args[0], args[1]].map(|side| {
            self.sum(pool, side).assign(|bit| {
                let &(value, constraint) = fixed.bits.get(&bit)?;
                causes.push(constraint);
                Some(value)
            })
        });
        let holds = match op {
            Op::Eq => equal(pool, &a, &b)?,
            Op::Slt if !a.is_positive() || !b.is_positive() => return None,
            _ => compare(op, a.difference(pool, &b)?)?,
        };
        Some((holds == expected, causes))
    }
}

/// A boolean without its negations, and its value for which the original is true.
fn positive(pool: &Pool, mut truth: Term) -> (Term, bool) {
    let mut expected = true;
    while pool.op(truth) == Op::Not {
        truth = pool.args(truth)[0];
        expected = !expected;
    }
    (truth, expected)
}

/// Whether `a = b`, if it is the same under all models.
fn equal(pool: &Pool, a: &Sum, b: &Sum) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    let never = a.sub(b).is_some_and(|difference| difference.never_zero());
    match never {
        true => Some(false),
        false => compare(Op::Eq, a.difference(pool, b)?),
    }
}

/// Whether `a = b` or else `a < b`, given the least and the greatest value of `a - b`, if it is the
/// same for all values between these.
fn compare(op: Op, (least, greatest): (i128, i128)) -> Option<bool> {
    match (op, least, greatest) {
        (Op::Eq, 0, 0) => Some(true),
        (Op::Eq, 1.., _) | (Op::Eq, _, ..0) => Some(false),
        (Op::Eq, ..) => None,
        (_, _, ..0) => Some(true),
        (_, 0.., _) => Some(false),
        _ => None,
    }
}
