//! How far values are from making constraints true.
//!
//! The distance of a comparison that is false is how far apart its operands are: for bit-vectors
//! their difference, for floats the number of floats between them. A conjunction is as far as its
//! parts together, a disjunction as the nearest of them (B. Korel, "Automated software test data
//! generation", 1990; for floats, Z. Fu and Z. Su, "XSat", CAV 2016). Distances count on a
//! logarithmic scale, so that a constraint on doubles does not outweigh one on bytes.

use rustc_hash::FxHashMap;
use sheaf_float::{self as float, FloatKind};
use sheaf_term::{Op, Pool, Rows, Sort, Term};

/// The unit of distances: what a violated constraint has at least, and more for each doubling of
/// the difference.
const UNIT: u64 = 1 << FRACTION;
/// Bits of a distance below the unit.
const FRACTION: u32 = 40;

/// A truth value that a term should have.
type Wish = (Term, bool);

/// How the operands of a comparison are ordered.
#[derive(Copy, Clone)]
enum Scale {
    Unsigned,
    /// Two's complement of this width.
    Signed(u32),
    Float(FloatKind),
}

impl Scale {
    /// The position of a value in the order; `None` if it has none.
    fn place(self, value: u64) -> Option<u64> {
        match self {
            Scale::Unsigned => Some(value),
            Scale::Signed(width) => Some(value ^ 1 << (width - 1)),
            Scale::Float(kind) if float::is_nan(kind, value.into()) => None,
            Scale::Float(kind) => Some(ordered(kind, value)),
        }
    }
}

/// The position of a float of at most 64 bits among all floats of its format. NaNs are at the ends.
pub fn ordered(kind: FloatKind, bits: u64) -> u64 {
    let sign = 1 << (kind.width() - 1);
    match bits & sign {
        0 => bits | sign,
        _ => !bits & (sign << 1).wrapping_sub(1),
    }
}

/// The inverse of [`ordered`].
pub fn float_at(kind: FloatKind, place: u64) -> u64 {
    let sign = 1 << (kind.width() - 1);
    match place & sign {
        0 => !place & (sign << 1).wrapping_sub(1),
        _ => place & !sign,
    }
}

/// Where a row of distances comes from. Rows of values are those of the terms.
enum Step {
    /// A comparison, of two rows of values.
    Comparison {
        scale: Scale,
        operands: [usize; 2],
        result: usize,
        wanted: bool,
    },
    /// Another term without parts that could be nearer or farther.
    Truth { result: usize, wanted: bool },
    /// The nearest of several alternatives, each the sum of rows of distances.
    Nearest(Vec<Vec<usize>>),
}

/// The distances of constraints, for the columns of [`Rows`].
pub struct Distances {
    columns: usize,
    rows: FxHashMap<Wish, usize>,
    steps: Vec<Step>,
    values: Vec<u64>,
    constraints: Vec<usize>,
    total: Vec<u64>,
}

impl Distances {
    /// Compiles constraints whose terms have rows; `None` if there are more than `most` parts.
    pub fn new(pool: &Pool, constraints: &[Term], rows: &Rows, most: usize) -> Option<Distances> {
        let mut distances = Distances {
            columns: rows.columns(),
            rows: FxHashMap::default(),
            steps: Vec::new(),
            values: Vec::new(),
            constraints: Vec::new(),
            total: vec![0; rows.columns()],
        };
        for &constraint in constraints {
            let row = distances.compile(pool, (constraint, true), rows, most)?;
            distances.constraints.push(row);
        }
        let length = distances.steps.len() * rows.columns();
        distances.values.resize(length, 0);
        Some(distances)
    }

    /// The number of steps for each column.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// The distance of each of the first columns from satisfying all constraints.
    pub fn evaluate(&mut self, rows: &Rows, columns: usize) -> &[u64] {
        for (row, step) in self.steps.iter().enumerate() {
            let (before, rest) = self.values.split_at_mut(row * self.columns);
            let results = &mut rest[..columns];
            match step {
                Step::Comparison {
                    scale,
                    operands: [a, b],
                    result,
                    wanted,
                } => {
                    let operands = rows.row(*a).iter().zip(rows.row(*b));
                    let holds = rows.row(*result).iter().map(|it| (*it == 1) == *wanted);
                    for ((result, holds), (a, b)) in results.iter_mut().zip(holds).zip(operands) {
                        *result = if holds { 0 } else { apart(*scale, *a, *b) };
                    }
                }
                Step::Truth { result, wanted } => {
                    for (result, holds) in results.iter_mut().zip(rows.row(*result)) {
                        *result = if (*holds == 1) == *wanted { 0 } else { UNIT };
                    }
                }
                Step::Nearest(alternatives) => {
                    for (column, result) in results.iter_mut().enumerate() {
                        let distance = |row: &usize| before[row * self.columns + column];
                        let sum = |parts: &Vec<usize>| {
                            let distances = parts.iter().map(distance);
                            distances.fold(0, u64::saturating_add)
                        };
                        *result = alternatives.iter().map(sum).min().unwrap_or(0);
                    }
                }
            }
        }
        let total = &mut self.total[..columns];
        total.fill(0);
        for row in &self.constraints {
            for (total, distance) in total.iter_mut().zip(&self.values[row * self.columns..]) {
                *total = total.saturating_add(*distance);
            }
        }
        total
    }

    /// Makes rows for a wish and what it depends on; returns its own.
    fn compile(&mut self, pool: &Pool, root: Wish, rows: &Rows, most: usize) -> Option<usize> {
        let mut stack = vec![root];
        while let Some(&wish) = stack.last() {
            if self.rows.contains_key(&wish) {
                stack.pop();
                continue;
            }
            if self.steps.len() + stack.len() > most {
                return None;
            }
            let alternatives = alternatives(pool, wish);
            let waiting = stack.len();
            let parts = alternatives.iter().flatten();
            stack.extend(parts.filter(|part| !self.rows.contains_key(part)));
            if stack.len() > waiting {
                continue;
            }
            stack.pop();
            let row = |wish: &Wish| self.rows[wish];
            let rows_of = |parts: &Vec<Wish>| parts.iter().map(row).collect();
            let step = match alternatives.is_empty() {
                true => leaf(pool, wish, rows)?,
                false => Step::Nearest(alternatives.iter().map(rows_of).collect()),
            };
            self.rows.insert(wish, self.steps.len());
            self.steps.push(step);
        }
        self.rows.get(&root).copied()
    }
}

/// The ways to fulfil a wish, each a list of wishes; none if it has no parts.
fn alternatives(pool: &Pool, (term, wanted): Wish) -> Vec<Vec<Wish>> {
    match (pool.op(term), pool.args(term)) {
        (Op::Not, &[a]) => vec![vec![(a, !wanted)]],
        (Op::And, &[a, b]) if wanted => vec![vec![(a, true), (b, true)]],
        (Op::Or, &[a, b]) if !wanted => vec![vec![(a, false), (b, false)]],
        (Op::And | Op::Or, &[a, b]) => vec![vec![(a, wanted)], vec![(b, wanted)]],
        (Op::Eq, &[a, b]) if pool.sort(a) == Sort::Bool => {
            vec![vec![(a, true), (b, wanted)], vec![(a, false), (b, !wanted)]]
        }
        (Op::Ite, &[condition, a, b]) => vec![
            vec![(condition, true), (a, wanted)],
            vec![(condition, false), (b, wanted)],
        ],
        _ => Vec::new(),
    }
}

/// The step for a wish without parts.
fn leaf(pool: &Pool, (term, wanted): Wish, rows: &Rows) -> Option<Step> {
    let result = rows.position(term)?;
    let scale = match pool.op(term) {
        Op::Eq | Op::Ult => Scale::Unsigned,
        Op::Slt => Scale::Signed(pool.width(pool.args(term)[0])),
        Op::FEq | Op::FLt | Op::FLe => Scale::Float(pool.float_kind(term)?),
        _ => return Some(Step::Truth { result, wanted }),
    };
    let args = pool.args(term);
    Some(Step::Comparison {
        scale,
        operands: [rows.position(args[0])?, rows.position(args[1])?],
        result,
        wanted,
    })
}

/// The distance of a comparison that does not have the wanted result.
fn apart(scale: Scale, a: u64, b: u64) -> u64 {
    let difference = match (scale.place(a), scale.place(b)) {
        (Some(a), Some(b)) => a.abs_diff(b).saturating_add(1),
        _ => u64::MAX,
    };
    // The logarithm, linear between powers of two.
    let exponent = difference.ilog2();
    let fraction = (difference << (63 - exponent) & (u64::MAX >> 1)) >> (63 - FRACTION);
    UNIT + (u64::from(exponent) << FRACTION | fraction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_term::SymbolKind;

    /// The distances of a constraint on two doubles.
    fn distances(
        constraint: impl Fn(&mut Pool, Term, Term) -> Term,
        values: &[(f64, f64)],
    ) -> Vec<u64> {
        let mut pool = Pool::new();
        let mut symbol = |name| pool.symbol(name, Sort::Bits(64), SymbolKind::Input);
        let (x, y) = (symbol("x"), symbol("y"));
        let constraint = constraint(&mut pool, x, y);
        let columns = values.len();
        let mut rows = Rows::new(&pool, &[constraint], columns, 100).expect("words");
        let mut distances =
            Distances::new(&pool, &[constraint], &rows, 100).expect("few constraints");
        for (position, (a, b)) in values.iter().enumerate() {
            for (term, value) in [(x, a), (y, b)] {
                let symbol = pool.as_symbol(term).expect("a symbol");
                rows.symbol(&pool, symbol).expect("a row")[position] = value.to_bits();
            }
        }
        rows.evaluate(columns);
        distances.evaluate(&rows, columns).to_vec()
    }

    #[test]
    fn floats_are_as_far_apart_as_there_are_floats_between_them() {
        let less = |pool: &mut Pool, x, y| pool.flt(FloatKind::F64, x, y);
        let found = distances(
            less,
            &[
                (1.0, 2.0),
                (2.0, 2.0),
                (2.0_f64.next_up(), 2.0),
                (3.0, 2.0),
                (2.0, -2.0),
                (f64::NAN, 2.0),
            ],
        );
        assert_eq!(found[0], 0);
        assert!(found[1] > 0 && found.is_sorted(), "{found:?}");
    }

    #[test]
    fn a_conjunction_is_a_sum_and_a_disjunction_the_least() {
        let both = |pool: &mut Pool, x, y| {
            let (less, more) = (
                pool.flt(FloatKind::F64, x, y),
                pool.flt(FloatKind::F64, y, x),
            );
            pool.and(less, more)
        };
        let either = |pool: &mut Pool, x, y| {
            let (less, more) = (
                pool.flt(FloatKind::F64, x, y),
                pool.flt(FloatKind::F64, y, x),
            );
            pool.or(less, more)
        };
        let values = [(1.0, 2.0), (2.0, 1.0), (1.0, 1.0)];
        let found = distances(both, &values);
        assert!(found[0] > found[2] && found[0] == found[1] && found[2] == 2 * UNIT);
        assert_eq!(distances(either, &values), [0, 0, UNIT]);
    }

    #[test]
    fn places_are_in_the_order_of_floats() {
        let numbers = [
            f64::NEG_INFINITY,
            -1.5,
            -1.0,
            -0.0,
            0.0,
            5e-324,
            1.0,
            f64::MAX,
        ];
        let places = numbers.map(|number| ordered(FloatKind::F64, number.to_bits()));
        assert!(places.is_sorted());
        for (number, place) in numbers.iter().zip(places) {
            assert_eq!(float_at(FloatKind::F64, place), number.to_bits());
        }
        let single = ordered(FloatKind::F32, (-1.5_f32).to_bits().into());
        assert_eq!(
            float_at(FloatKind::F32, single),
            u64::from((-1.5_f32).to_bits())
        );
    }
}
