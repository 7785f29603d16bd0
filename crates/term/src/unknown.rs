//! The operands of comparisons, as numbered unknowns.
//!
//! Each term is a separate unknown, whatever its structure. If a width is compared both signed and
//! unsigned, a term is two unrelated unknowns. So a contradiction between unknowns is a
//! contradiction of the comparisons, but not vice versa.

use crate::comparison::Reading;
use crate::node::Term;
use crate::pool::Pool;
use rustc_hash::FxHashMap;

/// Maximum number of unknowns: a set of them is a word.
const MOST_UNKNOWNS: usize = 64;

/// A number that is compared with others of its reading.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unknown {
    /// Its interpretation.
    pub reading: Reading,
    /// The term; `None` for the number zero.
    pub term: Option<Term>,
}

impl Unknown {
    /// Its minimum and maximum by its structure; `None` for integers.
    pub fn range(&self, pool: &Pool) -> Option<(i128, i128)> {
        match self.term {
            Some(term) => self.reading.range(pool, term),
            None => Some((0, 0)),
        }
    }
}

/// A set of unknowns, numbered from zero.
#[derive(Default)]
pub struct Unknowns {
    all: Vec<Unknown>,
    numbers: FxHashMap<Unknown, usize>,
}

impl Unknowns {
    /// The number of an unknown; `None` if it is new and there are too many.
    pub fn number(&mut self, reading: Reading, term: Option<Term>) -> Option<usize> {
        let unknown = Unknown { reading, term };
        if let Some(&known) = self.numbers.get(&unknown) {
            return Some(known);
        }
        let new = self.all.len();
        if new >= MOST_UNKNOWNS {
            return None;
        }
        self.all.push(unknown);
        self.numbers.insert(unknown, new);
        Some(new)
    }

    /// All, by number.
    pub fn all(&self) -> &[Unknown] {
        &self.all
    }
}
