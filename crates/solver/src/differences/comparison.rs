//! Conditions as difference constraints: `x - y <= c` between unknowns, which are the compared
//! terms and the number zero. Conditions that would need too many unknowns are ignored.

use rustc_hash::FxHashMap;
use sheaf_term::{Comparison, Constant, Op, Pool, Reading, Relation, Term, Unknowns, in_readings};

/// Infinity. Sums of a few of these do not overflow.
pub const FAR: i128 = 1 << 120;

/// The maximum absolute value of constants, so that sums along a chain of bounds stay below
/// [`FAR`].
const GREATEST: u128 = 1 << 100;

/// `x - y <= most`
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bound {
    pub x: usize,
    pub y: usize,
    pub most: i128,
}

/// `x - y != by`, with `x < y`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Different {
    pub x: usize,
    pub y: usize,
    pub by: i128,
}

impl Different {
    /// `x - y != by` for any two unknowns.
    pub fn new(x: usize, y: usize, by: i128) -> Different {
        if x < y {
            Different { x, y, by }
        } else {
            Different {
                x: y,
                y: x,
                by: -by,
            }
        }
    }
}

/// The meaning of a condition if it holds, or if it does not.
#[derive(Clone, Default, Debug)]
pub struct Meaning {
    pub bounds: Vec<Bound>,
    pub different: Vec<Different>,
}

/// The comparisons among some conditions.
#[derive(Default)]
pub struct Comparisons {
    pub unknowns: Unknowns,
    /// The meanings of each comparison if it does not hold, and if it holds.
    meanings: FxHashMap<Term, [Meaning; 2]>,
}

impl Comparisons {
    /// Those that are given with their conditions, each of which is there once.
    pub fn new(pool: &Pool, found: &[(Term, Comparison)]) -> Comparisons {
        let mut comparisons = Comparisons::default();
        for (condition, comparison, reading) in in_readings(found) {
            comparisons.read(pool, reading, condition, comparison);
        }
        comparisons
    }

    /// The meaning of a condition; `None` if it is not a known comparison.
    pub fn meaning(&self, condition: Term, holds: bool) -> Option<&Meaning> {
        Some(&self.meanings.get(&condition)?[usize::from(holds)])
    }

    fn read(&mut self, pool: &Pool, reading: Reading, condition: Term, comparison: &Comparison) {
        let [a, b] = comparison.terms;
        let (Some((a, plus_a)), Some((b, plus_b))) =
            (self.side(pool, reading, a), self.side(pool, reading, b))
        else {
            return;
        };
        // a + plus_a <= b + plus_b + most
        let bound = |most: i128| Bound {
            x: a,
            y: b,
            most: plus_b - plus_a + most,
        };
        let back = |most: i128| Bound {
            x: b,
            y: a,
            most: plus_a - plus_b + most,
        };
        let [fails, holds] = self.meanings.entry(condition).or_default();
        if matches!(comparison.relation, Relation::Equal(_)) {
            holds.bounds.extend([bound(0), back(0)]);
            fails.different.push(Different::new(a, b, plus_b - plus_a));
        } else {
            holds.bounds.push(bound(-1));
            fails.bounds.push(back(0));
        }
    }

    /// A term as an unknown plus a constant.
    fn side(&mut self, pool: &Pool, reading: Reading, term: Term) -> Option<(usize, i128)> {
        if let Some(value) = pool.as_constant(term) {
            return Some((self.zero(reading)?, number(reading, &value)?));
        }
        if pool.op(term) == Op::IntAdd
            && let &[a, b] = pool.args(term)
        {
            for (base, constant) in [(a, b), (b, a)] {
                if let Some(plus) = pool
                    .as_constant(constant)
                    .and_then(|value| number(reading, &value))
                {
                    return Some((self.unknown(reading, base)?, plus));
                }
            }
        }
        Some((self.unknown(reading, term)?, 0))
    }

    fn zero(&mut self, reading: Reading) -> Option<usize> {
        self.unknowns.number(reading, None)
    }

    fn unknown(&mut self, reading: Reading, term: Term) -> Option<usize> {
        // The zero of its bounds.
        self.zero(reading)?;
        self.unknowns.number(reading, Some(term))
    }
}

/// A constant as a number, if it is not too large.
fn number(reading: Reading, value: &Constant) -> Option<i128> {
    let number = reading.number(value)?;
    (number.unsigned_abs() < GREATEST).then_some(number)
}
