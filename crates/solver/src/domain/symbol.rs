//! Constraints on one symbol.

use rustc_hash::FxHashSet;
use sheaf_term::{Constant, Op, Pool, Sort, Symbol, Term};
use smallvec::SmallVec;

use crate::interval::range::{MAX_WIDTH, Range, ones, to_signed, to_unsigned};

/// Distance from the bounds and from a given value within which values are searched.
const STEPS: u128 = 32;

/// The width of the patterns that stand for integers; others are not considered.
const INTEGER: u32 = 64;

/// The remaining values of a symbol, as patterns of bits; those of an integer have a sign.
pub struct Domain {
    /// The width of the patterns; 0 for booleans and symbols without bits.
    pub width: u32,
    /// Bounds; the unsigned and the signed ones hold together.
    pub bounds: Range,
    /// Excluded values within the bounds.
    pub excluded: FxHashSet<u128>,
    /// Constraints that are not comparisons with a constant.
    pub others: Vec<Term>,
    /// The fixed parts: the whole symbol, or disjoint parts.
    pub parts: SmallVec<[Part; 1]>,
}

/// The meaning of a comparison with a constant.
pub enum Test {
    /// The symbol lies within these bounds.
    Within(Range),
    /// It does not have this value.
    Not(u128),
}

/// Bits of a symbol that a constraint fixes.
pub struct Part {
    constraint: Term,
    low: u32,
    high: u32,
    /// Whether these are all bits of the symbol.
    whole: bool,
}

impl Domain {
    /// All values of a width.
    pub fn new(width: u32) -> Domain {
        Domain {
            width,
            bounds: Range::full(width.clamp(1, MAX_WIDTH)),
            excluded: FxHashSet::default(),
            others: Vec::new(),
            parts: SmallVec::new(),
        }
    }

    /// Adds a fixed part; returns whether it is new.
    pub fn fix(&mut self, part: Part) -> bool {
        let is_new = part.whole || !self.parts.iter().any(|it| it.overlaps(&part));
        if is_new {
            self.parts.push(part);
        }
        is_new
    }

    /// The constraints that fix the symbol, if it is fixed.
    pub fn fixed_by(&self) -> Option<SmallVec<[Term; 1]>> {
        if let Some(part) = self.parts.iter().find(|it| it.whole) {
            return Some(SmallVec::from_elem(part.constraint, 1));
        }
        let bits: u32 = self.parts.iter().map(|it| it.high - it.low + 1).sum();
        // Symbols without bits have no parts.
        let all = self.width > 0 && bits == self.width;
        all.then(|| self.parts.iter().map(|it| it.constraint).collect())
    }

    /// Adds a test; returns the value that it newly excludes.
    pub fn restrict(&mut self, test: Test) -> Option<u128> {
        match test {
            Test::Within(range) => {
                self.bounds = both(&self.bounds, &range);
                None
            }
            Test::Not(value) => self.excluded.insert(value).then_some(value),
        }
    }

    /// Remaining values of the symbol that pass tests, close to a value and to the bounds.
    pub fn values<'a>(
        &'a self,
        tests: impl Iterator<Item = &'a Test>,
        near: u128,
    ) -> impl Iterator<Item = u128> {
        let (mut bounds, mut excluded) = (self.bounds, SmallVec::<[u128; 2]>::new());
        for test in tests {
            match test {
                Test::Within(range) => bounds = both(&bounds, range),
                Test::Not(value) => excluded.push(*value),
            }
        }
        let (width, bounds) = (self.width, bounds.tightened(self.width));
        let starts = bounds.map(|it| {
            let signed = [it.slo, it.shi].map(|value| to_unsigned(width, value));
            [near, it.ulo, it.uhi, signed[0], signed[1]]
        });
        let fits = move |value: &u128| {
            bounds.is_some_and(|it| it.contains(width, *value))
                && !self.excluded.contains(value)
                && !excluded.contains(value)
        };
        let beside = move |step: u128| {
            starts.into_iter().flatten().flat_map(move |start| {
                let both = [start.wrapping_add(step), start.wrapping_sub(step)];
                both.map(|value| value & ones(width))
            })
        };
        (0..STEPS).flat_map(beside).filter(fits)
    }
}

impl Part {
    /// Whether two parts of one symbol share bits.
    fn overlaps(&self, other: &Part) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

/// The intersection of both bounds.
fn both(a: &Range, b: &Range) -> Range {
    Range {
        ulo: a.ulo.max(b.ulo),
        uhi: a.uhi.min(b.uhi),
        slo: a.slo.max(b.slo),
        shi: a.shi.min(b.shi),
    }
}

/// The width of the patterns for the values of a term; 0 if there are none.
pub fn width(pool: &Pool, term: Term) -> u32 {
    match pool.sort(term) {
        Sort::Int => INTEGER,
        _ => pool.width(term),
    }
}

/// The pattern for a value.
pub fn pattern(value: &Constant) -> Option<u128> {
    match value {
        Constant::Int(value) => Some(to_unsigned(INTEGER, i64::try_from(value).ok()?.into())),
        _ => value.as_bits(),
    }
}

/// The value of a term that has a pattern.
pub fn value(pool: &Pool, term: Term, pattern: u128) -> Constant {
    match pool.sort(term) {
        Sort::Int => Constant::Int(to_signed(INTEGER, pattern).into()),
        _ => Constant::bits(pool.width(term), pattern),
    }
}

/// The pattern of a constant.
fn constant(pool: &Pool, term: Term) -> Option<u128> {
    match pool.as_int(term) {
        Some(value) => Some(to_unsigned(INTEGER, i64::try_from(value).ok()?.into())),
        None => pool.as_bits(term),
    }
}

/// The symbol that a constraint compares with a constant, and the meaning of the comparison.
pub fn compared(pool: &Pool, constraint: Term) -> Option<(Symbol, Test)> {
    let (mut term, mut holds) = (constraint, true);
    while pool.op(term) == Op::Not {
        term = pool.args(term)[0];
        holds = !holds;
    }
    let op = pool.op(term);
    let &[a, b] = pool.args(term) else {
        return None;
    };
    if !matches!(op, Op::Eq | Op::Ult | Op::Slt | Op::IntLt) {
        return None;
    }
    let (symbol, value, first) = match (pool.as_symbol(a), pool.as_symbol(b)) {
        (Some(symbol), None) => (symbol, constant(pool, b)?, true),
        (None, Some(symbol)) => (symbol, constant(pool, a)?, false),
        _ => return None,
    };
    let width @ 1..=MAX_WIDTH = width(pool, a) else {
        return None;
    };
    if op == Op::Eq {
        let test = match holds {
            true => Test::Within(Range::constant(width, value)),
            false => Test::Not(value),
        };
        return Some((symbol, test));
    }
    let mut range = Range::full(width);
    // Whether the symbol is less than the constant, and their minimum distance.
    let (below, apart) = (first == holds, u32::from(holds));
    if op == Op::Ult {
        match below {
            true => range.uhi = value.checked_sub(apart.into())?,
            false => range.ulo = value.checked_add(apart.into())?,
        }
    } else {
        let value = to_signed(width, value);
        match below {
            true => range.shi = value.checked_sub(apart.into())?,
            false => range.slo = value.checked_add(apart.into())?,
        }
    }
    Some((symbol, Test::Within(range)))
}

/// The symbol whose part a constraint equates with a constant, and that part.
pub fn equated(pool: &Pool, constraint: Term) -> Option<(Symbol, Part)> {
    let (op, args) = (pool.op(constraint), pool.args(constraint));
    let term = match op {
        Op::Symbol => constraint,
        Op::Not => args[0],
        Op::Eq if pool.is_const(args[1]) => args[0],
        Op::Eq if pool.is_const(args[0]) => args[1],
        _ => return None,
    };
    let whole = pool.op(term) != Op::Extract;
    let (symbol, high, low) = if whole {
        (term, pool.width(term).saturating_sub(1), 0)
    } else {
        let (high, low) = pool.extract_bounds(term);
        (pool.args(term)[0], high, low)
    };
    let part = Part {
        constraint,
        low,
        high,
        whole,
    };
    Some((pool.as_symbol(symbol)?, part))
}
