//! Values of inputs in the order that a path through a guard requires.

use std::collections::BTreeSet;

use super::input_of;
use super::row::{Row, shifted, valid};
use crate::comparison::Reading;
use crate::constant::Constant;
use crate::eval::CachedModel;
use crate::node::{Symbol, Term};
use crate::pool::Pool;

impl Pool {
    /// Values for inputs that guards compare, in the order required by these outcomes of the
    /// conditions of [`Choice`](crate::Choice)s. Where outcomes leave the order open, it is that of
    /// a model.
    pub fn ordered_values(
        &self,
        outcomes: &[(Term, bool)],
        near: &CachedModel,
    ) -> Vec<(Symbol, Constant)> {
        let Some(diagrams) = &self.diagrams else {
            return Vec::new();
        };
        let rows = diagrams.ranks.rows.iter();
        rows.flat_map(|row| row.values(self, outcomes, near))
            .collect()
    }
}

impl Row {
    /// Values in the order that outcomes require. Empty if they require nothing, or if the type has
    /// too few values.
    fn values(
        &self,
        pool: &Pool,
        outcomes: &[(Term, bool)],
        near: &CachedModel,
    ) -> Vec<(Symbol, Constant)> {
        let said = |meaning: Term| outcomes.iter().find(|(term, _)| *term == meaning);
        let bits = || self.numbers.iter().flat_map(|number| &number.bits);
        if bits().all(|(_, meaning)| said(*meaning).is_none()) {
            return Vec::new();
        }
        let mut ranks: Vec<usize> = Vec::with_capacity(self.numbers.len());
        for (position, number) in self.numbers.iter().enumerate() {
            let code = number.bits.iter().fold(0, |code, &(_, meaning)| {
                let near = || near.eval_bool(pool, meaning);
                let set = said(meaning).map_or_else(near, |(_, holds)| *holds);
                2 * code + usize::from(set)
            });
            let code = valid(code, position);
            for rank in &mut ranks {
                *rank = shifted(*rank, code);
            }
            ranks.push(code / 2);
        }
        let classes: BTreeSet<usize> = ranks.iter().copied().collect();
        let Some(values) = self.distinct_values(pool, near, classes.len()) else {
            return Vec::new();
        };
        let numbers = self.numbers.iter().zip(&ranks);
        let values = numbers.filter_map(|(number, rank)| {
            let value = values[classes.range(..rank).count()];
            let symbol = input_of(pool, number.term)?;
            let width = pool.width(pool.symbol_term(symbol));
            let value = match self.reading {
                Reading::Integer => self.reading.constant(value),
                _ => Reading::Unsigned(width).constant(value),
            };
            Some((symbol, value))
        });
        values.collect()
    }

    /// Distinct values in ascending order, with those of the model among them if possible; `None`
    /// if too few values are in the range of all numbers.
    fn distinct_values(&self, pool: &Pool, near: &CachedModel, count: usize) -> Option<Vec<i128>> {
        let ranges = self
            .numbers
            .iter()
            .map(|number| self.reading.range(pool, number.term));
        let (least, most) = ranges.flatten().fold((i128::MIN, i128::MAX), |all, range| {
            (all.0.max(range.0), all.1.min(range.1))
        });
        let values = self.numbers.iter();
        let values = values.filter_map(|it| self.reading.number(&near.eval(pool, it.term)));
        let mut values: BTreeSet<i128> = values.filter(|it| (least..=most).contains(it)).collect();
        while values.len() < count {
            let (first, last) = (*values.first()?, *values.last()?);
            if last < most {
                values.insert(last + 1);
            } else if first > least {
                values.insert(first - 1);
            } else {
                return None;
            }
        }
        Some(values.into_iter().collect())
    }
}
