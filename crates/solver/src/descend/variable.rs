//! The symbols of a search, and the values to try for them.

use rustc_hash::FxHashSet;
use sheaf_float::FloatKind;
use sheaf_term::{Pool, Rows, Sort, Symbol};

use super::distance::{float_at, ordered};
use super::random::Random;

sheaf_tuning::constants! {
    /// The maximum number of values that constants of the constraints give.
    MOST_FROM_CONSTANTS: usize = 512, 1 => 8192, "values";
}

/// Exponents of floats are all tried if they differ from that of 1 by at most so much, and every
/// [`STRIDE`]th beyond.
const USUAL_EXPONENTS: i64 = 32;
const STRIDE: i64 = 16;

/// A symbol of a search.
pub struct Variable {
    pub symbol: Symbol,
    /// In bits; 0 for a truth value.
    width: u32,
    /// The format of its values, if they are likely to be floats.
    kind: Option<FloatKind>,
    /// Values that are likely to matter.
    pub likely: Vec<u64>,
}

impl Variable {
    /// A symbol of compiled constraints; `None` if its values are no machine words.
    pub fn new(pool: &Pool, symbol: Symbol, rows: &Rows, random: &mut Random) -> Option<Variable> {
        let width = match pool.symbol_info(symbol).sort {
            Sort::Bool => 0,
            Sort::Bits(width) if width <= 64 => width,
            _ => return None,
        };
        let of_width = |kind: &FloatKind| kind.width() == width;
        let mut kinds = rows.terms().filter_map(|term| pool.float_kind(term));
        let mut variable = Variable {
            symbol,
            width,
            kind: kinds.find(of_width),
            likely: Vec::new(),
        };
        variable.likely = variable.likely_values(pool, rows, random);
        Some(variable)
    }

    /// The bits that a value may have.
    fn mask(&self) -> u64 {
        match self.width {
            0 => 1,
            width => u64::MAX >> (64 - width),
        }
    }

    /// Values near to this one: a power of two away in the order of values, without low bits, and
    /// with the opposite sign.
    pub fn near(&self, value: u64, to: &mut Vec<u64>) {
        let mask = self.mask();
        let width = self.width.max(1);
        let sign = 1 << (width - 1);
        to.clear();
        let place = |value| self.kind.map_or(value, |kind| ordered(kind, value));
        let at = |place| self.kind.map_or(place, |kind| float_at(kind, place));
        let here = place(value);
        for bit in 0..width {
            let step = 1 << bit;
            to.push(at(here.wrapping_add(step) & mask));
            to.push(at(here.wrapping_sub(step) & mask));
        }
        to.extend([value ^ sign, value.wrapping_neg() & mask]);
        for bit in 1..width {
            let without = value & (u64::MAX << bit);
            if to.last() != Some(&without) && without != value {
                to.push(without);
            }
        }
    }

    /// A value at random: one of the likely ones, changed in its low bits in three cases of four.
    pub fn any(&self, random: &mut Random) -> u64 {
        let bits = random.next();
        let likely = match self.likely.len() {
            0 => bits,
            count => self.likely[(random.next() % count as u64) as usize],
        };
        let changed = random.next() % (u64::from(self.width) + 1);
        match random.next() % 4 {
            0 => likely,
            _ => {
                (likely ^ bits & !(u64::MAX.checked_shl(changed as u32).unwrap_or(0))) & self.mask()
            }
        }
    }

    /// Constants of the constraints and what is beside them, usual numbers, and for floats a number
    /// with each of many exponents.
    fn likely_values(&self, pool: &Pool, rows: &Rows, random: &mut Random) -> Vec<u64> {
        let mask = self.mask();
        let sign = (mask >> 1) + 1;
        let mut values = vec![0, 1, mask, sign, sign - 1];
        if let Some(kind) = self.kind {
            let stored = kind.precision() - 1;
            let largest = (1i64 << kind.exponent_bits()) - 1;
            let usual = largest / 2;
            for exponent in 0..=largest {
                let away = exponent - usual;
                if away.abs() <= USUAL_EXPONENTS || away % STRIDE == 0 || exponent == largest {
                    let power = (exponent as u64) << stored;
                    let fraction = random.next() & ((1 << stored) - 1);
                    values.extend([
                        power,
                        power | fraction,
                        power | sign,
                        power | fraction | sign,
                    ]);
                }
            }
        }
        let mut terms: Vec<_> = rows.terms().collect();
        terms.sort_unstable();
        let mut constants = Vec::new();
        for term in terms {
            let Some(constant) = pool.as_bits(term) else {
                continue;
            };
            let constant = constant as u64;
            // One that is narrower may be compared with the upper part, as fdlibm does.
            let higher = self.width.saturating_sub(pool.width(term));
            for constant in [constant, constant << higher] {
                let unit = if constant == 0 { 1 } else { 1 << higher };
                for beside in [0, 1, u64::MAX, unit, unit.wrapping_neg()] {
                    let value = constant.wrapping_add(beside) & mask;
                    constants.extend([value, value ^ sign]);
                }
            }
        }
        let mut seen = FxHashSet::default();
        constants.retain(|value| seen.insert(*value));
        constants.truncate(MOST_FROM_CONSTANTS.get());
        values.retain(|value| seen.insert(*value));
        constants.append(&mut values);
        constants
    }
}
