//! The symbols of uninitialized memory.
//!
//! The symbol that a path makes after so many others is the same one on all paths, as those of
//! inputs are: paths are never in one query unless they exclude each other. So paths that do the
//! same with uninitialized memory have the same terms, which are made once, and share what the
//! solver has learned.

use rustc_hash::FxHashMap;

use crate::node::{MemoryPlace, Symbol, SymbolKind, Term};
use crate::pool::Pool;
use crate::sort::{PackedSort, Sort};

const NAME: &str = "uninitialized";

/// The symbols by their number on a path, and those that an instruction makes.
#[derive(Default)]
pub(crate) struct Uninitialized {
    by_number: FxHashMap<(PackedSort, usize, Option<MemoryPlace>), Term>,
    /// The number of the next one on the path of the instruction that is executed, if there is one.
    next: Option<usize>,
    /// The symbols of that instruction so far.
    made: Vec<Symbol>,
}

impl Uninitialized {
    /// Ends instructions that were cancelled.
    pub fn recover(&mut self) {
        self.next = None;
        self.made.clear();
    }
}

/// The instruction around another one, while that is executed.
pub struct OuterInstruction {
    next: Option<usize>,
    made: usize,
}

impl Pool {
    /// A symbol for the content of uninitialized memory, at this place: one that does not occur on
    /// the path of the instruction that is executed, or, if there is none, that occurs nowhere.
    pub fn uninitialized(&mut self, sort: Sort, place: Option<MemoryPlace>) -> Term {
        let kind = SymbolKind::Indeterminate(place);
        let Some(number) = self.uninitialized.next else {
            return self.symbol(NAME, sort, kind);
        };
        self.uninitialized.next = Some(number + 1);
        let key = (self.sorts.pack(sort), number, place);
        let term = match self.uninitialized.by_number.get(&key) {
            Some(term) => *term,
            None => {
                let term = self.symbol(NAME, sort, kind);
                self.uninitialized.by_number.insert(key, term);
                term
            }
        };
        self.uninitialized.made.extend(self.as_symbol(term));
        term
    }

    /// An instruction begins, on a path that has made so many symbols of uninitialized memory.
    #[inline]
    pub fn begin_uninitialized(&mut self, count: usize) -> OuterInstruction {
        let uninitialized = &mut self.uninitialized;
        let (next, made) = (uninitialized.next, uninitialized.made.len());
        // An instruction within another one must not make the symbols that are the other's.
        uninitialized.next = Some(count.max(next.unwrap_or(0)));
        OuterInstruction { next, made }
    }

    /// The instruction has ended. Hands over the symbols that it has made, in order.
    #[inline]
    pub fn end_uninitialized(&mut self, outer: OuterInstruction, mut made: impl FnMut(Symbol)) {
        let uninitialized = &mut self.uninitialized;
        uninitialized.next = outer.next.max(outer.next.and(uninitialized.next));
        uninitialized.made.drain(outer.made..).for_each(&mut made);
    }

    /// The symbols of uninitialized memory that the instruction has made so far.
    pub fn made_uninitialized(&self) -> &[Symbol] {
        &self.uninitialized.made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What instructions make on a path with so many symbols.
    fn makes(pool: &mut Pool, count: usize, sorts: &[Sort]) -> Vec<Term> {
        let outer = pool.begin_uninitialized(count);
        let made = sorts
            .iter()
            .map(|it| pool.uninitialized(*it, None))
            .collect();
        let mut noted = Vec::new();
        pool.end_uninitialized(outer, |it| noted.push(it));
        let symbols = Vec::from_iter(noted.iter().map(|it| pool.symbol_term(*it)));
        assert_eq!(symbols, made);
        made
    }

    #[test]
    fn paths_share_symbols_and_a_path_has_none_twice() {
        let mut pool = Pool::new();
        let word = Sort::Bits(32);
        let first = makes(&mut pool, 0, &[word, word, Sort::Bool]);
        assert_ne!(first[0], first[1]);
        assert_eq!(makes(&mut pool, 0, &[word]), first[..1]);
        assert_eq!(makes(&mut pool, 1, &[word, Sort::Bool]), first[1..]);
        let later = makes(&mut pool, 3, &[word]);
        assert!(!first.contains(&later[0]));
        // Outside of instructions, each is new.
        let alone = pool.uninitialized(word, None);
        assert!(!first.contains(&alone) && alone != pool.uninitialized(word, None));
    }

    #[test]
    fn an_instruction_within_another_one_has_its_own() {
        let mut pool = Pool::new();
        let word = Sort::Bits(32);
        let outer = pool.begin_uninitialized(0);
        let first = pool.uninitialized(word, None);
        let within = makes(&mut pool, 0, &[word]);
        let last = pool.uninitialized(word, None);
        pool.end_uninitialized(outer, |_| ());
        assert!(first != within[0] && first != last && within[0] != last);
        assert_eq!(makes(&mut pool, 0, &[word]), [first]);
    }
}
