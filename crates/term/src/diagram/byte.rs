//! Conditions on one byte as functions of its bits.
//!
//! Parsers compare one character with many constants. If each comparison were a variable, they
//! would be independent, and guards would distinguish impossible combinations. As functions of the
//! bits, they exclude and imply each other.

use super::Diagrams;
use super::graph::{Edge, Full};
use crate::constant::Constant;
use crate::eval::eval_bool;
use crate::model::Model;
use crate::node::{Symbol, Term};
use crate::pool::Pool;
use crate::sort::Sort;

/// The maximum width in bits of a symbol whose conditions are tabulated.
const MAX_WIDTH: u32 = 8;

/// The symbol of a condition on only one small symbol, and its width in bits.
pub(crate) fn only_byte(pool: &Pool, term: Term) -> Option<(Symbol, u32)> {
    let [symbol] = pool.symbols(term)[..] else {
        return None;
    };
    match pool.symbol_info(symbol).sort {
        Sort::Bits(width @ 1..=MAX_WIDTH) => Some((symbol, width)),
        _ => None,
    }
}

impl Diagrams {
    /// The function of a condition on a small symbol. The condition also becomes the term of that
    /// function, so that guards show the program's conditions.
    pub(super) fn condition_on_byte(
        &mut self,
        pool: &mut Pool,
        term: Term,
        (symbol, width): (Symbol, u32),
    ) -> Result<Edge, Full> {
        let holds = |value: u128| {
            let mut model = Model::new();
            model.set(symbol, Constant::bits(width, value));
            eval_bool(pool, &model, term)
        };
        let table: Vec<bool> = (0..1 << width).map(holds).collect();
        let bits = self.bits(pool, symbol, width);
        let function = self.tabulated(&table, &bits)?;
        let negated = pool.not(term);
        for (edge, term) in [(function, term), (!function, negated)] {
            self.terms.entry(edge).or_insert(term);
        }
        Ok(function)
    }

    /// The variables of a symbol's bits, starting with the highest, which is on top.
    fn bits(&mut self, pool: &mut Pool, symbol: Symbol, width: u32) -> Vec<u32> {
        let symbol = pool.symbol_term(symbol);
        let one = pool.bits(1, 1);
        let bits = (0..width).rev().map(|bit| {
            let bit = pool.extract(symbol, bit, bit);
            let set = pool.eq(bit, one);
            self.variables.of(set)
        });
        bits.collect()
    }

    /// The function with this truth table, indexed by the variables as a binary number.
    fn tabulated(&mut self, table: &[bool], variables: &[u32]) -> Result<Edge, Full> {
        let constant = table.iter().all(|value| *value == table[0]);
        let Some((first, rest)) = variables.split_first().filter(|_| !constant) else {
            return Ok(if table[0] { Edge::TRUE } else { Edge::FALSE });
        };
        let (low, high) = table.split_at(table.len() / 2);
        let (high, low) = (self.tabulated(high, rest)?, self.tabulated(low, rest)?);
        self.graph.make(*first, high, low)
    }
}
