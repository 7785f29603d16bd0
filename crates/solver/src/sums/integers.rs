//! Integers as sums of conditions and of other integers, without a modulus.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sheaf_term::{Op, Pool, Sort, Term};

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
}

impl Linear {
    fn constant(constant: i128) -> Linear {
        Linear {
            constant,
            parts: Vec::new(),
        }
    }

    fn part(term: Term) -> Linear {
        Linear {
            constant: 0,
            parts: vec![(term, 1)],
        }
    }

    fn as_constant(&self) -> Option<i128> {
        self.parts.is_empty().then_some(self.constant)
    }

    /// `self + factor · other`, if it is neither too long nor too large.
    fn add(&self, other: &Linear, factor: i128) -> Option<Linear> {
        let constant = other.constant.checked_mul(factor)?;
        let constant = self.constant.checked_add(constant)?;
        let mut parts: Vec<(Term, i128)> = self.parts.clone();
        for &(term, own) in &other.parts {
            let more = own.checked_mul(factor)?;
            match parts.binary_search_by_key(&term, |part| part.0) {
                Ok(at) => parts[at].1 = parts[at].1.checked_add(more)?,
                Err(at) => parts.insert(at, (term, more)),
            }
        }
        parts.retain(|part| part.1 != 0);
        // Factors of this size have sums that do not overflow.
        let is_small = |value: i128| value.unsigned_abs() < 1 << 96;
        let fits = parts.len() <= PARTS.get() && is_small(constant);
        let fits = fits && parts.iter().all(|part| is_small(part.1));
        fits.then_some(Linear { constant, parts })
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
        self.known.len() + self.parts
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
            let before = stack.len();
            let open = |arg: &Term| !self.known.contains_key(arg);
            stack.extend(operands(pool, term).iter().copied().filter(open));
            if stack.len() == before {
                let sum = self.combine(pool, term);
                let sum = sum.unwrap_or_else(|| Linear::part(term));
                self.parts += sum.parts.len();
                self.known.insert(term, Rc::new(sum));
                stack.pop();
            }
        }
        self.known[&root].clone()
    }

    /// The sum of an integer whose operands' sums are known; `None` if it is not a sum of these.
    fn combine(&self, pool: &Pool, term: Term) -> Option<Linear> {
        if let Some(value) = pool.as_int(term) {
            return Linear::default().add(&Linear::constant(i128::try_from(value).ok()?), 1);
        }
        let args = pool.args(term);
        let of = |position: usize| &*self.known[&args[position]];
        match pool.op(term) {
            Op::IntAdd => of(0).add(of(1), 1),
            Op::IntMul => match (of(0).as_constant(), of(1).as_constant()) {
                (Some(factor), _) => Linear::default().add(of(1), factor),
                (_, Some(factor)) => Linear::default().add(of(0), factor),
                _ => None,
            },
            Op::Ite => {
                let difference = of(1).add(of(2), -1)?.as_constant()?;
                of(2).add(&Linear::part(args[0]), difference)
            }
            _ => None,
        }
    }
}

/// The integers on whose sums the sum of an integer depends.
fn operands(pool: &Pool, term: Term) -> &[Term] {
    let args = pool.args(term);
    match pool.op(term) {
        Op::IntAdd | Op::IntMul => args,
        Op::Ite => &args[1..],
        _ => &[],
    }
}
