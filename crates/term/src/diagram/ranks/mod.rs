//! Comparisons of inputs with each other as functions of ranks.
//!
//! As variables of a diagram, `x < y`, `y < z` and `x < z` are independent of each other, and
//! programs that sort drown in combinations that no numbers have. Therefore compared inputs form a
//! sequence, and the variables are the bits of a *code* per input: its rank among the values of the
//! inputs before it. The code is `2 p` for a new value greater than `p` of these values, and
//! `2 p + 1` for the value that is already there and greater than `p` of them. As in a Lehmer code
//! (D. Knuth, "The Art of Computer Programming", volume 3, 5.1.1), codes are independent: guards
//! that are equal by the order of numbers are equal diagrams, and impossible ones are false. No
//! reduction is needed. A comparison is a small diagram: on the way from the first number's code to
//! the second's, only the rank of the first must be known. Inputs that are not compared with each
//! other, however indirectly, stand in different sequences.
//!
//! Some codes belong to no values: with `x = y` there are only three codes for `z`. They are
//! decoded as if there were gaps between ranks, so that every choice of codes stands for an order.
//!
//! This is for inputs that are compared by "less". Inputs that are only compared for equality,
//! comparisons with constants, and sums remain variables, see `order`.

mod row;
#[cfg(test)]
mod tests;
mod values;

use std::cmp::Ordering;

use rustc_hash::FxHashSet;

use super::Diagrams;
use super::graph::{Edge, Full};
use super::variables::Variables;
use crate::comparison::{Comparison, Reading, Relation};
use crate::node::{Symbol, Term};
use crate::op::Op;
use crate::pool::Pool;
use row::Row;

/// The numbers that have codes.
#[derive(Clone, Default)]
pub(super) struct Ranks {
    rows: Vec<Row>,
    /// Equalities that are variables, because their numbers had no codes when they came.
    equalities: FxHashSet<[Term; 2]>,
    /// Comparisons have become other functions than they were, so that all diagrams have to be made
    /// anew.
    pub(super) outdated: bool,
}

impl Ranks {
    /// Whether no number has a code.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Bytes in use, roughly.
    pub(super) fn memory(&self) -> usize {
        self.equalities.capacity() * size_of::<[Term; 2]>()
    }

    /// The row with a number in a reading.
    fn row_of(&self, reading: Reading, term: Term) -> Option<usize> {
        let mut rows = self.rows.iter();
        rows.position(|row| row.reading == reading && row.position(term).is_some())
    }

    /// A row with both numbers of a comparison, and their positions.
    fn row_for(&self, comparison: Comparison) -> Option<(&Row, [usize; 2])> {
        let fits = |row: &&Row| match comparison.relation {
            Relation::Less(reading) => row.reading == reading,
            Relation::Equal(_) => true,
        };
        let mut rows = self.rows.iter().filter(fits);
        rows.find_map(|row| Some((row, row.positions(comparison.terms)?)))
    }

    /// Makes codes for numbers that have none, in one row if there is room.
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
    /// be a variable. Fails if functions become outdated by that.
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
        // Guards look like what the program asks.
        let negated = pool.not(term);
        self.terms.entry(function).or_insert(term);
        self.terms.entry(!function).or_insert(negated);
        Ok(Some(function))
    }
}

/// The symbol of a term that can have any value of its width: a symbol, or one that was extended.
fn input_of(pool: &Pool, term: Term) -> Option<Symbol> {
    match pool.op(term) {
        Op::Zext | Op::Sext => pool.as_symbol(pool.args(term)[0]),
        _ => pool.as_symbol(term),
    }
}
