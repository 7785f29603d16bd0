//! Conditions on few bits of one symbol as functions of these bits.
//!
//! Parsers compare one character with many constants, and an index that is a remainder selects a
//! cell. If each comparison were a variable, they would be independent, and guards would
//! distinguish impossible combinations. As functions of the bits, they exclude and imply each
//! other.

use super::Diagrams;
use super::graph::{Edge, Full};
use crate::constant::Constant;
use crate::eval::Evaluator;
use crate::model::Model;
use crate::node::{Symbol, Term};
use crate::pool::Pool;
use crate::sort::Sort;

/// The maximum number of bits whose conditions are tabulated.
const MOST_BITS: u32 = 8;
sheaf_tuning::constants! {
    /// The maximum number of parts of such a condition on a wider symbol.
    MOST_PARTS: usize = 64, 1 => 1024, "parts";
}

/// Bits of a symbol.
pub(crate) struct FewBits {
    symbol: Symbol,
    width: u32,
    /// The bits, as a mask.
    mask: u64,
}

impl FewBits {
    /// The bits that a condition depends on, if they are few bits of only one symbol: all bits of a
    /// small symbol, or those that are extracted from a wider one.
    pub(crate) fn of(pool: &Pool, condition: Term) -> Option<FewBits> {
        let [symbol] = pool.symbols(condition)[..] else {
            return None;
        };
        let (width, mask) = match pool.symbol_info(symbol).sort {
            Sort::Bits(width @ 1..=MOST_BITS) => (width, u64::MAX >> (64 - width)),
            Sort::Bits(width @ ..=64) => {
                let whole = |arg: &Term| pool.as_symbol(*arg).is_some();
                if pool.args(condition).iter().any(whole) {
                    return None;
                }
                (
                    width,
                    *pool
                        .used_bits(&[condition], MOST_PARTS.get())?
                        .get(&symbol)?,
                )
            }
            _ => return None,
        };
        (mask.count_ones() <= MOST_BITS).then_some(FewBits {
            symbol,
            width,
            mask,
        })
    }

    /// The positions of the bits, the highest first.
    fn positions(&self) -> impl Iterator<Item = u32> {
        let mask = self.mask;
        (0..self.width)
            .rev()
            .filter(move |bit| mask >> bit & 1 == 1)
    }
}

impl Diagrams {
    /// The function of a condition on few bits. The condition also becomes the term of that
    /// function, so that guards show the program's conditions.
    pub(super) fn condition_on_bits(
        &mut self,
        pool: &mut Pool,
        term: Term,
        bits: &FewBits,
    ) -> Result<Edge, Full> {
        let mut evaluator = Evaluator::default();
        let mut table = Vec::with_capacity(1 << bits.mask.count_ones());
        // All parts of the mask in ascending order.
        let mut value = 0u64;
        loop {
            let constant = Constant::bits(bits.width, value.into());
            let model = Model::from_iter([(bits.symbol, constant)]);
            table.push(evaluator.holds(pool, &model, term));
            value = value.wrapping_sub(bits.mask) & bits.mask;
            if value == 0 {
                break;
            }
        }
        let variables = self.variables_of(pool, bits);
        let function = self.tabulated(&table, &variables, 0)?;
        let negated = pool.not(term);
        for (edge, term) in [(function, term), (!function, negated)] {
            self.terms.suggest(edge, term);
        }
        Ok(function)
    }

    /// The variables of bits with the positions of these among them, in the order of diagrams: the
    /// highest bit is on top, unless a condition on other bits of the symbol came before.
    fn variables_of(&mut self, pool: &mut Pool, bits: &FewBits) -> Vec<(u32, usize)> {
        let symbol = pool.symbol_term(bits.symbol);
        let one = pool.bits(1, 1);
        let variable = |bit| {
            let bit = pool.extract(symbol, bit, bit);
            let set = pool.eq(bit, one);
            self.variables.of(set)
        };
        let count = bits.mask.count_ones() as usize;
        let variables = bits.positions().map(variable);
        let mut variables: Vec<(u32, usize)> = variables.zip((0..count).rev()).collect();
        variables.sort_unstable_by(|a, b| b.cmp(a));
        variables
    }

    /// The function with this truth table, indexed by the bits as a binary number of which those of
    /// the variables are still open.
    fn tabulated(
        &mut self,
        table: &[bool],
        variables: &[(u32, usize)],
        index: usize,
    ) -> Result<Edge, Full> {
        let Some(((first, bit), rest)) = variables.split_first() else {
            return Ok(if table[index] {
                Edge::TRUE
            } else {
                Edge::FALSE
            });
        };
        let high = self.tabulated(table, rest, index | 1 << bit)?;
        let low = self.tabulated(table, rest, index)?;
        self.graph.make(*first, high, low)
    }
}
