//! Comparisons between inputs as functions of ranks.
//!
//! As variables of a diagram, `x < y`, `y < z` and `x < z` are independent, so that for programs
//! that sort, guards distinguish many impossible combinations. Therefore compared inputs form a
//! sequence, and the variables are the bits of a *code* for each input: its rank among the values
//! of the inputs before it. The code is `2 p` for a new value greater than `p` of these values, and
//! `2 p + 1` for an existing value that is greater than `p` of them. As in a Lehmer code (D. Knuth,
//! "The Art of Computer Programming", volume 3, 5.1.1), codes are independent: guards that are
//! equal by the order of numbers have equal diagrams, and impossible ones are false. No reduction
//! is needed. The diagram of a comparison is small: between the codes of the first and the second
//! number, only the rank of the first matters. Inputs that are not compared with each other, even
//! indirectly, are in different sequences.
//!
//! Some codes have no values: with `x = y`, `z` has only three codes. They are decoded as if there
//! were gaps between ranks, so that every choice of codes stands for an order. The terms of guards
//! have the meanings of bits in them, as conditions on the numbers. Such a meaning stands for its
//! bit wherever it occurs: computed from its comparisons, its function would have no gaps, and a
//! diagram of exponential size.
//!
//! This is for inputs that are compared by "less". Inputs that are only compared for equality,
//! comparisons with constants, and sums remain variables (see `order`).

mod row;
#[cfg(test)]
mod tests;
mod values;

use std::cmp::Ordering;

use rustc_hash::FxHashSet;

use super::Diagrams;
use super::graph::{Edge, Full, Graph};
use super::variables::Variables;
use crate::comparison::{Comparison, Reading, Relation};
use crate::node::{Symbol, Term};
use crate::op::Op;
use crate::pool::Pool;
use row::Row;

/// The numbers that have codes, in rows.
#[derive(Clone, Default)]
pub(super) struct Ranks {
    rows: Vec<Row>,
    /// Equalities that became variables before their numbers had codes.
    equalities: FxHashSet<[Term; 2]>,
    /// Whether the functions of comparisons have changed, so that all diagrams must be rebuilt.
    pub(super) outdated: bool,
}

impl Ranks {
    /// Whether no number has a code.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Approximate memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.equalities.capacity() * size_of::<[Term; 2]>()
    }

    /// Whether a term is the meaning of a bit of a code, or the negation of one. Its function is
    /// small, those of its parts need not be.
    pub(super) fn is_bit(&self, term: Term) -> bool {
        self.rows.iter().any(|row| row.is_bit(term))
    }

    /// The function of such a term.
    pub(super) fn bit(&self, graph: &mut Graph, term: Term) -> Result<Option<Edge>, Full> {
        let mut rows = self.rows.iter();
        rows.find_map(|row| row.bit(graph, term)).transpose()
    }

    fn row_of(&self, reading: Reading, term: Term) -> Option<usize> {
        let mut rows = self.rows.iter();
        rows.position(|row| row.reading == reading && row.position(term).is_some())
    }

    /// A row that contains both numbers of a comparison, and their positions.
    fn row_for(&self, comparison: Comparison) -> Option<(&Row, [usize; 2])> {
        let fits = |row: &&Row| match comparison.relation {
            Relation::Less(reading) => row.reading == reading,
            Relation::Equal(_) => true,
        };
        let mut rows = self.rows.iter().filter(fits);
        rows.find_map(|row| Some((row, row.positions(comparison.terms)?)))
    }

    /// Assigns codes to numbers without one, both in one row if there is room.
    fn make_codes(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        reading: Reading,
        terms: [Term; 2],
    ) {
        let row = match terms.map(|term| self.row_of(reading, term)) {
            [Some(a), Some(b)] if a == b => return,
            [Some(a), Some(b)] => {
                let [first, second] = [a.min(b), a.max(b)];
                if !self.rows[first].has_room(self.rows[second].len()) {
                    return;
                }
                let second = self.rows.remove(second);
                for term in second.terms() {
                    self.rows[first].add(pool, variables, term);
                }
                self.outdated = true;
                first
            }
            [Some(row), None] | [None, Some(row)] => row,
            [None, None] => {
                self.rows.push(Row::new(reading));
                self.rows.len() - 1
            }
        };
        for term in terms {
            self.rows[row].add(pool, variables, term);
        }
        let row = &self.rows[row];
        let before = self.equalities.len();
        self.equalities.retain(|it| row.positions(*it).is_none());
        self.outdated |= self.equalities.len() < before;
    }
}

impl Diagrams {
    /// The function of a comparison of inputs that have codes, or get them now; `None` if it is to
    /// be a variable. Fails if existing functions become outdated by new codes.
    pub(super) fn by_rank(
        &mut self,
        pool: &mut Pool,
        term: Term,
        comparison: Comparison,
    ) -> Result<Option<Edge>, Full> {
        let terms = comparison.terms;
        if terms.iter().any(|term| input_of(pool, *term).is_none()) {
            return Ok(None);
        }
        let is_equality = matches!(comparison.relation, Relation::Equal(_));
        if let Relation::Less(reading) = comparison.relation {
            let ranks = &mut self.ranks;
            ranks.make_codes(pool, &mut self.variables, reading, terms);
            if ranks.outdated {
                return Err(Full);
            }
        }
        let Some((row, [a, b])) = self.ranks.row_for(comparison) else {
            if is_equality {
                self.ranks.equalities.insert(terms);
            }
            return Ok(None);
        };
        let wanted = match a < b {
            _ if is_equality => Ordering::Equal,
            true => Ordering::Less,
            false => Ordering::Greater,
        };
        let function = row.compare(&mut self.graph, [a.min(b), a.max(b)], wanted)?;
        // Guards show the program's conditions.
        let negated = pool.not(term);
        self.terms.suggest(function, term);
        self.terms.suggest(!function, negated);
        Ok(Some(function))
    }
}

/// The symbol of a term that can have any value of its symbol: a symbol, or an extension of one.
fn input_of(pool: &Pool, term: Term) -> Option<Symbol> {
    match pool.op(term) {
        Op::Zext | Op::Sext => pool.as_symbol(pool.args(term)[0]),
        _ => pool.as_symbol(term),
    }
}
