//! Conditions that compare numbers.

use crate::constant::Constant;
use crate::diagram::FewBits;
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::Sort;

/// The interpretation of operands as numbers: bit-vectors of a width, or integers.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reading {
    /// Bits of this width in two's complement, at most 64.
    Signed(u32),
    /// Bits of this width as they are, at most 64.
    Unsigned(u32),
    /// Integers.
    Integer,
}

/// The relation of a comparison.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// The first is less in this reading.
    Less(Reading),
    /// They are equal.
    Equal(Sort),
}

/// A condition on two numbers.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Comparison {
    /// How the left number relates to the right one.
    pub relation: Relation,
    /// The operands, of which one may be a constant.
    pub terms: [Term; 2],
}

impl Comparison {
    /// The readings in which the condition is relevant, if other conditions use these readings:
    /// equality is relevant in each.
    fn readings(&self, used: &[Reading]) -> Vec<Reading> {
        let width = match self.relation {
            Relation::Less(reading) => return vec![reading],
            Relation::Equal(Sort::Bits(width)) => width,
            Relation::Equal(_) => return vec![Reading::Integer],
        };
        let both = [Reading::Signed(width), Reading::Unsigned(width)];
        let mut readings: Vec<Reading> = both.into_iter().filter(|it| used.contains(it)).collect();
        if readings.is_empty() {
            readings.push(Reading::Unsigned(width));
        }
        readings
    }
}

/// Comparisons, repeated for each reading in which they are relevant.
pub fn in_readings<K: Copy>(
    comparisons: &[(K, Comparison)],
) -> impl Iterator<Item = (K, &Comparison, Reading)> {
    let used = readings_used(comparisons.iter().map(|(_, comparison)| comparison));
    comparisons.iter().flat_map(move |(key, comparison)| {
        let readings = comparison.readings(&used).into_iter();
        readings.map(move |reading| (*key, comparison, reading))
    })
}

/// The readings that comparisons other than equality use.
fn readings_used<'a>(comparisons: impl Iterator<Item = &'a Comparison>) -> Vec<Reading> {
    let readings = comparisons.filter_map(|comparison| match comparison.relation {
        Relation::Less(reading) => Some(reading),
        Relation::Equal(_) => None,
    });
    let mut used = Vec::new();
    for reading in readings {
        if !used.contains(&reading) {
            used.push(reading);
        }
    }
    used
}

impl Pool {
    /// The condition as a comparison of bit-vectors of at most 64 bits or of integers; `None` if it
    /// is not one. Conditions on few bits of one symbol, which guards represent as functions of these
    /// bits, do not count.
    pub fn comparison(&self, condition: Term) -> Option<Comparison> {
        let comparison = self.any_comparison(condition)?;
        FewBits::of(self, condition).is_none().then_some(comparison)
    }

    /// As [`Pool::comparison`], conditions on few bits included.
    pub fn any_comparison(&self, condition: Term) -> Option<Comparison> {
        let &[a, b] = self.args(condition) else {
            return None;
        };
        let sort = self.sort(a);
        let relation = match (self.op(condition), sort) {
            (Op::Slt, Sort::Bits(width @ 1..=64)) => Relation::Less(Reading::Signed(width)),
            (Op::Ult, Sort::Bits(width @ 1..=64)) => Relation::Less(Reading::Unsigned(width)),
            (Op::IntLt, _) => Relation::Less(Reading::Integer),
            (Op::Eq, Sort::Bits(1..=64) | Sort::Int) => Relation::Equal(sort),
            _ => return None,
        };
        Some(Comparison {
            relation,
            terms: [a, b],
        })
    }
}

impl Reading {
    /// A constant as a number; `None` if it is an integer that does not fit.
    pub fn number(self, value: &Constant) -> Option<i128> {
        match self {
            Reading::Integer => i128::try_from(value.as_int()?).ok(),
            Reading::Unsigned(_) => i128::try_from(value.as_bits()?).ok(),
            Reading::Signed(width) => {
                let shift = 128 - width;
                Some((value.as_bits()? << shift) as i128 >> shift)
            }
        }
    }

    /// A number as a constant.
    pub fn constant(self, value: i128) -> Constant {
        match self {
            Reading::Integer => Constant::Int(value.into()),
            Reading::Signed(width) | Reading::Unsigned(width) => {
                Constant::bits(width, value as u128 & (u128::MAX >> (128 - width)))
            }
        }
    }

    /// The least and the greatest value that a term can have as far as its structure shows; `None`
    /// for integers.
    pub fn range(self, pool: &Pool, term: Term) -> Option<(i128, i128)> {
        match self {
            Reading::Integer => {
                let value = self.number(&pool.as_constant(term)?)?;
                Some((value, value))
            }
            Reading::Signed(_) => Some(pool.signed_range(term)),
            Reading::Unsigned(_) => {
                let (least, most) = pool.range(term);
                Some((least as i128, most as i128))
            }
        }
    }
}
