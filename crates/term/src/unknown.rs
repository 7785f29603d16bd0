//! What comparisons compare, as numbered unknowns.
//!
//! A term is an unknown number of its own, whatever it is made of. Where a width is compared both
//! signed and unsigned, a term is two unknowns that know nothing of each other. So what is
//! contradictory for the unknowns is contradictory, and what is possible for them need not be
//! possible.

use crate::comparison::Reading;
use crate::node::Term;
use crate::pool::Pool;
use rustc_hash::FxHashMap;

/// Most unknowns that are numbered: a set of them is a word.
const MOST_UNKNOWNS: usize = 64;

/// A number that is compared with others of its reading.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unknown {
    /// How it is read.
    pub reading: Reading,
    /// The term; `None` for the number zero.
    pub term: Option<Term>,
}

impl Unknown {
    /// The least and the greatest value that it can have as far as its structure shows; `None` for
    /// integers.
    pub fn range(&self, pool: &Pool) -> Option<(i128, i128)> {
        match self.term {
            Some(term) => self.reading.range(pool, term),
            None => Some((0, 0)),
        }
    }
}

/// Some unknowns, each with a number from zero on.
#[derive(Default)]
pub struct Unknowns {
    all: Vec<Unknown>,
    numbers: FxHashMap<Unknown, usize>,
}

impl Unknowns {
    /// The number of an unknown; `None` if it is a new one and there are too many.
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
