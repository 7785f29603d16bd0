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
//! the second's, only the rank of the first must be known.
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

use rustc_hash::{FxHashMap, FxHashSet};

use super::Diagrams;
use super::graph::{Edge, Full};
use crate::comparison::{Comparison, Reading, Relation};
use crate::node::{Symbol, Term};
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::Sort;
use row::Row;

/// The numbers that have codes.
#[derive(Clone, Default)]
pub(super) struct Ranks {
    rows: FxHashMap<Reading, Row>,
    /// Equalities that are variables, because their numbers had no codes when they came.
    equalities: FxHashSet<[Term; 2]>,
    /// Comparisons have become other functions than they were, so that all diagrams have to be made
    /// anew.
    pub(super) outdated: bool,
}

impl Ranks {
    /// Whether no number has a code.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.values().all(Row::is_empty)
    }

    /// Bytes in use, roughly.
    pub(super) fn memory(&self) -> usize {
        self.equalities.capacity() * size_of::<[Term; 2]>()
    }

    /// The row that has both terms.
    fn row_of_both(&self, sort: Sort, terms: [Term; 2]) -> Option<&Row> {
        let readings = match sort {
            Sort::Bits(width) => [Reading::Signed(width), Reading::Unsigned(width)],
            _ => [Reading::Integer; 2],
        };
        let mut rows = readings.iter().filter_map(|it| self.rows.get(it));
        rows.find(|row| row.positions(terms).is_some())
    }
}

impl Diagrams {
    /// The function of a comparison of inputs that have codes, or get them now; `None` if it is to
    /// be a variable.
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
        let row = match comparison.relation {
            Relation::Less(reading) => {
                self.make_codes(pool, reading, terms)?;
                self.ranks.rows.get(&reading)
            }
            Relation::Equal(sort) => self.ranks.row_of_both(sort, terms),
        };
        let Some((row, [a, b])) = row.and_then(|row| Some((row, row.positions(terms)?))) else {
            if matches!(comparison.relation, Relation::Equal(_)) {
                self.ranks.equalities.insert(terms);
            }
            return Ok(None);
        };
        let wanted = match comparison.relation {
            Relation::Equal(_) => Ordering::Equal,
            Relation::Less(_) if a < b => Ordering::Less,
            Relation::Less(_) => Ordering::Greater,
        };
        let function = row.compare(&mut self.graph, [a.min(b), a.max(b)], wanted)?;
        // Guards look like what the program asks.
        let negated = pool.not(term);
        self.terms.entry(function).or_insert(term);
        self.terms.entry(!function).or_insert(negated);
        Ok(Some(function))
    }

    /// Makes codes for numbers that have none. Fails if functions become outdated by that.
    fn make_codes(
        &mut self,
        pool: &mut Pool,
        reading: Reading,
        terms: [Term; 2],
    ) -> Result<(), Full> {
        let ranks = &mut self.ranks;
        let row = ranks.rows.entry(reading).or_default();
        for term in terms {
            row.add(pool, &mut self.variables, reading, term);
        }
        let before = ranks.equalities.len();
        ranks
            .equalities
            .retain(|pair| row.positions(*pair).is_none());
        ranks.outdated = ranks.equalities.len() < before;
        if ranks.outdated { Err(Full) } else { Ok(()) }
    }
}

/// The symbol of a term that can have any value of its width: a symbol, or one that was extended.
fn input_of(pool: &Pool, term: Term) -> Option<Symbol> {
    match pool.op(term) {
        Op::Zext | Op::Sext => pool.as_symbol(pool.args(term)[0]),
        _ => pool.as_symbol(term),
    }
}
