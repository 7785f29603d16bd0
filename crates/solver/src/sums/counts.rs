//! Choices that count conditions: `c ? (d ? 2 : 1) : (d ? 1 : 0)` is `c + d`.
//!
//! Where paths merge, a counter is a choice between numbers under the conditions of its increments,
//! and choices between constants are graphs with shared parts (`sheaf_term`, `rewrite/leaves`): a
//! count of n conditions has a part for each condition and each count behind it. Each part is a
//! number plus factors of conditions if both sides are, with the same factors of the same
//! conditions; these are lists with shared ends, so a part costs one comparison.

use rustc_hash::FxHashMap;
use sheaf_term::{Op, Pool, Term, cancel};

use super::addends::Factors;

/// `base + constant + factor · condition + ...`
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// A number that is no count; `None` for zero.
    pub base: Option<Term>,
    /// What the number is where no condition holds, without the base.
    pub constant: i128,
    /// The number of its list of conditions.
    list: usize,
}

/// The number of the empty list.
const NONE: usize = 0;

/// The counts of the terms of one pool.
#[derive(Default)]
pub struct Counts {
    known: FxHashMap<Term, Count>,
    /// Conditions with factors, and the number of the list behind them; list `n` is at `n - 1`.
    lists: Vec<(Term, i128, usize)>,
    /// The numbers of lists.
    numbers: FxHashMap<(Term, i128, usize), usize>,
}

impl Counts {
    /// The number of known terms.
    pub fn size(&self) -> usize {
        self.known.len() + self.lists.len()
    }

    /// The conditions of a count with their factors.
    pub fn conditions(&self, count: Count) -> impl Iterator<Item = (Term, i128)> {
        let mut list = count.list;
        std::iter::from_fn(move || {
            let (condition, factor, rest) = self.lists[list.checked_sub(1)?];
            list = rest;
            Some((condition, factor))
        })
    }

    /// A number as a count; what is none is its own base.
    pub fn count(&mut self, pool: &Pool, factors: Factors, root: Term) -> Count {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            cancel::steps(1);
            let before = stack.len();
            if !self.known.contains_key(&term) {
                let open = |part: &Term| !self.known.contains_key(part);
                let parts = parts(pool, factors, term).into_iter().flatten();
                stack.extend(parts.filter(open));
            }
            if stack.len() == before {
                let count = self.combine(pool, factors, term);
                self.known.insert(term, count);
                stack.pop();
            }
        }
        self.known[&root]
    }

    /// The count of a number whose parts are known.
    fn combine(&mut self, pool: &Pool, factors: Factors, term: Term) -> Count {
        let itself = Count {
            base: Some(term),
            constant: 0,
            list: NONE,
        };
        if let Some(constant) = factors.value(pool, term) {
            return Count {
                base: None,
                constant,
                list: NONE,
            };
        }
        match parts(pool, factors, term) {
            [Some(a), Some(b)] => {
                let (a, b) = (self.known[&a], self.known[&b]);
                let condition = pool.args(term)[0];
                self.choice(factors, condition, a, b).unwrap_or(itself)
            }
            [Some(rest), None] => {
                let args = pool.args(term);
                let constant = if args[0] == rest { args[1] } else { args[0] };
                let rest = self.known[&rest];
                let sum = factors.value(pool, constant);
                let sum = sum.and_then(|it| factors.add(rest.constant, it));
                sum.map_or(itself, |constant| Count { constant, ..rest })
            }
            _ => itself,
        }
    }

    /// The choice between two counts that differ by a constant.
    fn choice(&mut self, factors: Factors, condition: Term, a: Count, b: Count) -> Option<Count> {
        if (a.base, a.list) != (b.base, b.list) {
            return None;
        }
        let difference = factors.add(a.constant, factors.mul(b.constant, -1)?)?;
        let list = (condition, difference, b.list);
        let lists = &mut self.lists;
        let number = *self.numbers.entry(list).or_insert_with(|| {
            lists.push(list);
            lists.len()
        });
        Some(Count { list: number, ..b })
    }
}

/// The numbers that a choice is between, or the one that a constant is added to.
fn parts(pool: &Pool, factors: Factors, term: Term) -> [Option<Term>; 2] {
    match (pool.op(term), pool.args(term)) {
        (Op::Ite, &[_, a, b]) => [Some(a), Some(b)],
        (Op::Add | Op::IntAdd, &[a, b]) if factors.value(pool, a).is_some() => [Some(b), None],
        (Op::Add | Op::IntAdd, &[a, b]) if factors.value(pool, b).is_some() => [Some(a), None],
        _ => [None, None],
    }
}
