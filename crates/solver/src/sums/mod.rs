//! The sums link: decides equalities and comparisons of values that are sums of bits.
//!
//! Code that counts bits, packs and unpacks fields or adds up shifted parts computes linear
//! functions of the bits of its inputs. SAT solvers have a hard time with chains of adders; the
//! linear function itself is a normal form. A value is brought into it bottom-up ([`Sum`]):
//! additions, multiplications by constants and left shifts always, what takes bits apart (right
//! shifts, masks, extensions) where no carry crosses the cut. Any other term stands for its own
//! bits.
//!
//! Sound because each step keeps the value for all values of the bits. Nothing is said where sums
//! differ but could be equal. It costs a walk through each constraint, once: sums are kept.

mod build;
mod sum;

#[cfg(test)]
mod tests;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sheaf_term::{Op, Pool, Term};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;
use build::{compared, width};
use sum::{Bit, Sum};

/// Parts of sums that are kept, about 24 MB.
const KEPT: usize = 1 << 20;

/// Sums of the terms of one pool.
#[derive(Default)]
pub struct Sums {
    known: FxHashMap<Term, Rc<Sum>>,
    /// Parts of all known sums.
    parts: usize,
}

/// Bits with known values.
#[derive(Default)]
struct Fixed {
    /// The value, and the constraint that says so.
    bits: FxHashMap<Bit, (bool, Term)>,
}

impl Link for Sums {
    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        self.trim();
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
    /// Forgets sums when there are many.
    fn trim(&mut self) {
        if self.known.len() + self.parts > KEPT {
            *self = Sums::default();
        }
    }

    /// The bits that constraints fix by themselves: tests of single bits and of signs.
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

    /// Whether a comparison is the same under all models in which some bits are as they are fixed,
    /// and the constraints that fix them; none if that does not show.
    fn always(&mut self, pool: &Pool, truth: Term, fixed: &Fixed) -> Option<(bool, Vec<Term>)> {
        let (comparison, expected) = positive(pool, truth);
        let op = pool.op(comparison);
        let args = pool.args(comparison);
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
            Op::Eq => equal(&a, &b)?,
            Op::Ult => less(&a, &b)?,
            _ if a.is_positive() && b.is_positive() => less(&a, &b)?,
            _ => return None,
        };
        Some((holds == expected, causes))
    }
}

/// A truth value without its negations, and whether that must be true for the truth value to be.
fn positive(pool: &Pool, mut truth: Term) -> (Term, bool) {
    let mut expected = true;
    while pool.op(truth) == Op::Not {
        truth = pool.args(truth)[0];
        expected = !expected;
    }
    (truth, expected)
}

/// Whether `a = b`, if that is so under all models or under none.
fn equal(a: &Sum, b: &Sum) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    let never = a.sub(b).is_some_and(|difference| difference.never_zero());
    let apart = a
        .difference(b)
        .is_some_and(|(least, most)| least > 0 || most < 0);
    (never || apart).then_some(false)
}

/// Whether `a < b`, if that is so under all models or under none.
fn less(a: &Sum, b: &Sum) -> Option<bool> {
    let (least, most) = a.difference(b)?;
    match (least, most) {
        (_, ..0) => Some(true),
        (0.., _) => Some(false),
        _ => None,
    }
}
