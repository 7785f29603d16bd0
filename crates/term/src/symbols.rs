//! The symbols that occur in a term, as shared sorted sets.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cancel;
use crate::node::{Symbol, Term};
use crate::op::Op;
use crate::pool::Pool;

/// Sets of symbols computed so far. Equal sets are one set.
pub(crate) struct SymbolSets {
    /// For each term the position of its set, or `UNKNOWN`; terms beyond the end are unknown.
    of_term: Vec<u32>,
    /// The sets; position 0 is the empty one.
    sets: Vec<Rc<[Symbol]>>,
    positions: FxHashMap<Rc<[Symbol]>, u32>,
    unions: FxHashMap<(u32, u32), u32>,
}

const UNKNOWN: u32 = u32::MAX;

/// Symbols of two sets that are united in about the time of making a term.
const SYMBOLS_PER_STEP: u32 = 64;

impl Default for SymbolSets {
    fn default() -> SymbolSets {
        let empty: Rc<[Symbol]> = Rc::from([]);
        SymbolSets {
            of_term: Vec::new(),
            sets: vec![empty.clone()],
            positions: FxHashMap::from_iter([(empty, 0)]),
            unions: FxHashMap::default(),
        }
    }
}

impl SymbolSets {
    /// The position of a sorted set.
    fn intern(&mut self, set: Rc<[Symbol]>) -> u32 {
        debug_assert!(set.is_sorted_by(|a, b| a < b));
        if let Some(&position) = self.positions.get(&set) {
            return position;
        }
        let position = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.positions.insert(set, position);
        position
    }

    /// The position of the union of two sets.
    fn union(&mut self, a: u32, b: u32) -> u32 {
        if a == b || b == 0 {
            return a;
        }
        if a == 0 {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&position) = self.unions.get(&key) {
            return position;
        }
        let length = self.sets[a as usize].len() + self.sets[b as usize].len();
        cancel::steps(length as u32 / SYMBOLS_PER_STEP);
        let merged = merge(&self.sets[a as usize], &self.sets[b as usize]);
        let position = self.intern(merged);
        self.unions.insert(key, position);
        position
    }
}

/// The union of two sorted sets.
fn merge(a: &[Symbol], b: &[Symbol]) -> Rc<[Symbol]> {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        merged.push(a[i].min(b[j]));
        let (left, right) = (a[i] <= b[j], b[j] <= a[i]);
        i += usize::from(left);
        j += usize::from(right);
    }
    merged.extend_from_slice(&a[i..]);
    merged.extend_from_slice(&b[j..]);
    merged.into()
}

impl Pool {
    /// The symbols that occur in a term, in ascending order. Kept for every part of the term, so
    /// that asking again, or for a larger term, costs only what is new.
    pub fn symbols(&self, term: Term) -> Rc<[Symbol]> {
        let sets = &mut *self.symbol_sets.borrow_mut();
        if sets.of_term.len() < self.len() {
            sets.of_term.resize(self.len(), UNKNOWN);
        }
        let known = sets.of_term[term.index()];
        if known != UNKNOWN {
            return sets.sets[known as usize].clone();
        }
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            cancel::steps(1);
            if sets.of_term[top.index()] != UNKNOWN {
                stack.pop();
                continue;
            }
            if !self.has_symbol(top) {
                sets.of_term[top.index()] = 0;
                continue;
            }
            if let Some(symbol) = self.as_symbol(top) {
                sets.of_term[top.index()] = sets.intern(Rc::from([symbol]));
                continue;
            }
            let before = stack.len();
            let args = self.args(top);
            stack.extend(
                args.iter()
                    .filter(|arg| sets.of_term[arg.index()] == UNKNOWN),
            );
            if stack.len() > before {
                continue;
            }
            let union = args
                .iter()
                .fold(0, |set, arg| sets.union(set, sets.of_term[arg.index()]));
            sets.of_term[top.index()] = union;
        }
        sets.sets[sets.of_term[term.index()] as usize].clone()
    }

    /// The bits of symbols of at most 64 bits that terms depend on, as masks: those that are
    /// extracted if all uses are extractions, else all. `None` if the terms have more than `most`
    /// parts.
    pub fn used_bits(&self, terms: &[Term], most: usize) -> Option<FxHashMap<Symbol, u64>> {
        let mut bits = FxHashMap::default();
        let mut seen: FxHashSet<Term> = terms.iter().copied().collect();
        let mut stack = terms.to_vec();
        while let Some(term) = stack.pop() {
            if seen.len() > most {
                return None;
            }
            if let Some(symbol) = self.as_symbol(term) {
                bits.insert(symbol, u64::MAX);
                continue;
            }
            for &arg in self.args(term) {
                let (high, low) = self.extract_bounds(term);
                match self.as_symbol(arg) {
                    Some(symbol) if self.op(term) == Op::Extract && high < 64 => {
                        let mask = u64::MAX >> (63 - (high - low)) << low;
                        *bits.entry(symbol).or_insert(0) |= mask;
                    }
                    _ if seen.insert(arg) => stack.push(arg),
                    _ => {}
                }
            }
        }
        Some(bits)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Pool, Sort, SymbolKind};

    #[test]
    fn sets_are_sorted_shared_and_complete() {
        let mut pool = Pool::new();
        let symbols: Vec<_> = (0..5)
            .map(|i| pool.symbol(&format!("s{i}"), Sort::Bits(8), SymbolKind::Input))
            .collect();
        let a = pool.add(symbols[3], symbols[1]);
        let b = pool.mul(symbols[1], symbols[3]);
        let both = pool.ult(a, b);
        let ids: Vec<_> = pool
            .symbols(both)
            .iter()
            .map(|symbol| symbol.index())
            .collect();
        assert_eq!(ids, [1, 3]);
        assert!(std::rc::Rc::ptr_eq(&pool.symbols(a), &pool.symbols(both)));
        let all = symbols
            .iter()
            .copied()
            .reduce(|x, y| pool.bit_xor(x, y))
            .unwrap();
        assert_eq!(pool.symbols(all).len(), 5);
        let seven = pool.bits(8, 7);
        assert!(pool.symbols(seven).is_empty());
    }
}
