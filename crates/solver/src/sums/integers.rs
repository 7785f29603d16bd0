//! Integers as sums of conditions and of other integers, without a modulus.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sheaf_term::{Op, Pool, Sort, Term};
use smallvec::SmallVec;

use super::addends::{Addends, addends};
use super::counts::Counts;
use super::exclusive;

sheaf_tuning::constants! {
    /// Maximum number of parts of a sum. An integer with a longer one stands for itself.
    PARTS: usize = 1024, 1 => 4096, "parts";
}

/// `constant + factor · part + ...`. A part is a condition, 0 or 1, or an integer.
#[derive(Clone, Default)]
pub struct Linear {
    constant: i128,
    /// In ascending order, with factors that are not 0.
    parts: Vec<(Term, i128)>,
}

/// Sums of the integers of one pool.
#[derive(Default)]
pub struct Integers {
    known: FxHashMap<Term, Rc<Linear>>,
    /// Number of parts of all cached sums.
    parts: usize,
    counts: Counts,
}

impl Linear {
    fn part(term: Term) -> Linear {
        Linear {
            constant: 0,
            parts: vec![(term, 1)],
        }
    }

    fn as_constant(&self) -> Option<i128> {
        self.parts.is_empty().then_some(self.constant)
    }

    /// The sum of these parts, in any order and any number of times each, if it is neither too long
    /// nor too large.
    fn of_parts(constant: i128, mut all: Vec<(Term, i128)>) -> Option<Linear> {
        all.sort_unstable_by_key(|part| part.0);
        let mut parts: Vec<(Term, i128)> = Vec::with_capacity(all.len());
        for (term, factor) in all {
            match parts.last_mut().filter(|last| last.0 == term) {
                Some(last) => last.1 = last.1.checked_add(factor)?,
                None => parts.push((term, factor)),
            }
        }
        parts.retain(|part| part.1 != 0);
        // Factors of this size have sums that do not overflow.
        let is_small = |value: i128| value.unsigned_abs() < 1 << 96;
        let fits = parts.len() <= PARTS.get() && is_small(constant);
        let fits = fits && parts.iter().all(|part| is_small(part.1));
        fits.then_some(Linear { constant, parts })
    }

    /// `self + factor · other`, if it is neither too long nor too large.
    fn add(&self, other: &Linear, factor: i128) -> Option<Linear> {
        let constant = other.constant.checked_mul(factor)?;
        let constant = self.constant.checked_add(constant)?;
        let mut parts = self.parts.clone();
        for &(term, own) in &other.parts {
            parts.push((term, own.checked_mul(factor)?));
        }
        Linear::of_parts(constant, parts)
    }

    /// The least and the greatest value, if all parts are conditions.
    fn bounds(&self, pool: &Pool) -> Option<(i128, i128)> {
        let is_condition = |part: &(Term, i128)| pool.sort(part.0) == Sort::Bool;
        if !self.parts.iter().all(is_condition) {
            return None;
        }
        let parts = self.parts.iter();
        let parts = parts.map(|&(condition, factor)| (Some(condition), factor));
        let (least, greatest) = exclusive::bounds(pool, parts);
        Some((self.constant + least, self.constant + greatest))
    }
}

impl Integers {
    /// Number of cached sums and their parts.
    pub fn size(&self) -> usize {
        self.known.len() + self.parts + self.counts.size()
    }

    /// The least and the greatest value of `a - b`, if they are known.
    pub fn difference(&mut self, pool: &Pool, a: Term, b: Term) -> Option<(i128, i128)> {
        let (a, b) = (self.linear(pool, a), self.linear(pool, b));
        a.add(&b, -1)?.bounds(pool)
    }

    /// The sum of an integer.
    fn linear(&mut self, pool: &Pool, root: Term) -> Rc<Linear> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let is_known = |part| self.known.contains_key(&part);
            let addends = addends(pool, &mut self.counts, term, is_known)
                .unwrap_or_else(|| Addends::of(term));
            let before = stack.len();
            for (addend, _) in &addends.parts {
                let needed = needed(pool, term, *addend);
                stack.extend(needed.into_iter().filter(|part| !is_known(*part)));
            }
            if stack.len() == before {
                let sum = self.combine(pool, term, addends);
                let sum = sum.unwrap_or_else(|| Linear::part(term));
                self.parts += sum.parts.len();
                self.known.insert(term, Rc::new(sum));
                stack.pop();
            }
        }
        self.known[&root].clone()
    }

    /// The sum of an integer, given that of everything that is [`needed`] for its addends; `None` if
    /// it is too long or too large.
    fn combine(&self, pool: &Pool, term: Term, addends: Addends) -> Option<Linear> {
        let mut parts: Vec<(Term, i128)> = Vec::new();
        let mut constant = addends.constant;
        for (addend, factor) in addends.parts {
            match pool.sort(addend) {
                Sort::Bool => parts.push((addend, factor)),
                _ if addend == term => return self.chosen(pool, term),
                _ => {
                    let sum = &self.known[&addend];
                    constant = constant.checked_add(sum.constant.checked_mul(factor)?)?;
                    for &(part, own) in &sum.parts {
                        parts.push((part, own.checked_mul(factor)?));
                    }
                }
            }
        }
        Linear::of_parts(constant, parts)
    }

    /// The sum of a choice between integers with a constant difference, whose sums are known.
    fn chosen(&self, pool: &Pool, term: Term) -> Option<Linear> {
        let (Op::Ite, &[condition, then, other]) = (pool.op(term), pool.args(term)) else {
            return None;
        };
        let (then, other) = (self.known.get(&then)?, self.known.get(&other)?);
        let difference = then.add(other, -1)?.as_constant()?;
        other.add(&Linear::part(condition), difference)
    }
}

/// The integers whose sums are needed for an addend of a term: its own, and those that a term which
/// is no sum chooses between.
fn needed(pool: &Pool, term: Term, addend: Term) -> SmallVec<[Term; 2]> {
    match pool.op(addend) {
        _ if pool.sort(addend) == Sort::Bool => SmallVec::new(),
        _ if addend != term => SmallVec::from_slice(&[addend]),
        Op::Ite => SmallVec::from_slice(&pool.args(addend)[1..]),
        _ => SmallVec::new(),
    }
}
