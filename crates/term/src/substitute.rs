//! Replacing parts of a term.

use rustc_hash::FxHashMap;

use crate::cancel;
use crate::node::Term;
use crate::pool::Pool;

/// A map from terms to terms.
pub type TermMap = FxHashMap<Term, Term>;

impl Pool {
    /// The term with every occurrence of a key of `map` replaced by its value, all at once: values
    /// are not searched again. Keys and values must have equal sorts. The result is simplified.
    pub fn substitute(&mut self, term: Term, map: &TermMap) -> Term {
        if map.is_empty() {
            return term;
        }
        debug_assert!(
            map.iter()
                .all(|(key, value)| self.sort(*key) == self.sort(*value)),
            "a substitution keeps sorts"
        );
        let mut done = map.clone();
        self.replace(term, &mut done)
    }

    /// The term with the keys of a map replaced by their values. Adds what becomes of each part of
    /// the term to the map.
    pub fn replace(&mut self, term: Term, done: &mut TermMap) -> Term {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            cancel::steps(1);
            if done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let args = self.args(top);
            stack.extend(args.iter().filter(|arg| !done.contains_key(arg)));
            if stack.len() > before {
                continue;
            }
            let replaced: smallvec::SmallVec<[Term; 3]> =
                args.iter().map(|arg| done[arg]).collect();
            let result = if replaced[..] == *args {
                top
            } else {
                self.with_args(top, &replaced)
            };
            done.insert(top, result);
        }
        done[&term]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sort, SymbolKind};

    #[test]
    fn replaces_all_at_once_and_simplifies() {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(8), SymbolKind::Input));
        let sum = pool.add(x, y);
        let double = pool.mul(sum, x);
        let swap = TermMap::from_iter([(x, y), (y, x)]);
        let expected = pool.mul(sum, y);
        assert_eq!(pool.substitute(double, &swap), expected);
        let two = pool.bits(8, 2);
        let values = TermMap::from_iter([(x, two), (y, two)]);
        let eight = pool.bits(8, 8);
        assert_eq!(pool.substitute(double, &values), eight);
    }

    #[test]
    fn deep_terms_do_not_exhaust_the_stack() {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(32), SymbolKind::Input));
        let chain = |pool: &mut Pool, start| {
            let mut term = start;
            for _ in 0..200_000 {
                term = pool.mul(term, term);
                term = pool.bit_xor(term, start);
            }
            term
        };
        let (over_x, over_y) = (chain(&mut pool, x), chain(&mut pool, y));
        assert_eq!(
            pool.substitute(over_x, &TermMap::from_iter([(x, y)])),
            over_y
        );
    }
}
