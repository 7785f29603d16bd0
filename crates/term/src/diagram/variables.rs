//! The conditions in guards as variables of diagrams.
//!
//! Conditions are ordered by their first appearance, the oldest on top. Thus guards follow the
//! order in which the program reads its input, which keeps the guards of parsers small. With the
//! newest on top, a new condition would not change existing guards, and a counter would cost a
//! tenth, but the guards of a parser of options grew by a factor of 2.5 with each character.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::node::Term;

/// The conditions by number. Greater numbers are closer to the root.
#[derive(Clone, Default)]
pub(super) struct Variables {
    terms: Vec<Term>,
    numbers: FxHashMap<Term, u32>,
    defined: FxHashSet<u32>,
}

impl Variables {
    /// The variable of a condition; never 0.
    pub(super) fn of(&mut self, term: Term) -> u32 {
        *self.numbers.entry(term).or_insert_with(|| {
            self.terms.push(term);
            Variables::at(self.terms.len() - 1)
        })
    }

    /// A new variable with this meaning, distinct from all others.
    pub(super) fn define(&mut self, meaning: Term) -> u32 {
        self.terms.push(meaning);
        let var = Variables::at(self.terms.len() - 1);
        self.defined.insert(var);
        var
    }

    /// Whether a variable was made by [`Variables::define`].
    pub(super) fn is_defined(&self, var: u32) -> bool {
        self.defined.contains(&var)
    }

    /// The condition of a variable.
    pub(super) fn term(&self, var: u32) -> Term {
        self.terms[Variables::position(var)]
    }

    /// The number of variables.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// The variable at a position in the order of first appearance.
    pub(super) fn at(position: usize) -> u32 {
        u32::MAX - position as u32
    }

    /// The position of a variable, which must not be that of the leaf.
    pub(super) fn position(var: u32) -> usize {
        debug_assert!(var > 0, "the leaf has no variable");
        (u32::MAX - var) as usize
    }
}
