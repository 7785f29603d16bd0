//! The enumeration link: tries all values for constraints on few symbols with small domains.
//!
//! Text that is parsed as a number consists of a few characters, which earlier tests have
//! restricted to digits; what the program computes from it, for example by division or
//! floating-point operations, may be too hard for a backend. The constraints on a single symbol
//! determine its values ([`Values`], cached for each constraint); these are combined, symbol by
//! symbol, and a constraint is evaluated as soon as all of its symbols have a value.
//!
//! A symbol may be wider if the constraints take only a few of its bits, as an index that is a
//! remainder does. Many combinations of choices and comparisons are a formula that a SAT solver
//! searches for seconds; evaluating it for a million combinations takes milliseconds
//! ([`Combinations`]).
//!
//! Sound because a model is evaluated, and "none" means that each combination of values was
//! excluded by a constraint.

use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_term::{
    CachedModel, Combinations, Constant, Evaluator, Model, Pool, Range, Sort, Symbol, Term,
};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

sheaf_tuning::constants! {
    /// The maximum width of a symbol whose values are enumerated, and of the bits that matter if it
    /// is wider.
    WIDEST: u32 = 8, 1 => 8, "bits";
    /// The maximum number of steps of [`Combinations`]: a step takes less than a nanosecond.
    STEPS: u64 = 1 << 28, 1 => 1 << 30, "steps";
}

/// The maximum number of combinations with operators on arrays or more than 64 bits. With floats, a
/// backend needs seconds for many queries, otherwise rarely more than a millisecond.
const COMBINATIONS: [u64; 2] = [1 << 8, 1 << 16];

sheaf_tuning::constants! {
    /// The maximum number of symbols: more symbols with two values each have too many combinations.
    MAX_SYMBOLS: usize = 16, 1 => 256, "symbols";
    /// The maximum number of terms that are searched for the bits that matter.
    MAX_TERMS: usize = 1 << 14, 1 => 1 << 18, "terms";
}

/// A set of numbers below 256.
type Values = [u64; 4];

/// The result of trying all values.
enum Tried {
    /// These satisfy all constraints.
    Model(Model),
    /// No values satisfy this subset.
    Impossible(Vec<Term>),
    /// There are too many.
    Open,
}

/// The values that satisfy constraints on one symbol, and an evaluator.
#[derive(Default)]
pub struct Enumeration {
    left: FxHashMap<Term, Values>,
    evaluator: Evaluator,
}

/// A symbol, its width and its remaining values.
struct Unknown {
    symbol: Symbol,
    width: u32,
    values: Vec<u64>,
    /// The constraints that exclude the other values.
    restricted_by: Vec<Term>,
}

impl Unknown {
    /// Restricts the values to those of a constraint.
    fn restrict(&mut self, constraint: Term, left: &Values) {
        let before = self.values.len();
        self.values
            .retain(|value| left[*value as usize / 64] >> (value % 64) & 1 == 1);
        if self.values.len() < before {
            self.restricted_by.push(constraint);
        }
    }
}

impl Link for Enumeration {
    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        let Some(near) = question.hint else {
            return Outcome::Open;
        };
        match self.try_all(question.pool, question.set(), near) {
            Tried::Open => Outcome::Open,
            Tried::Model(values) => Outcome::Values(values),
            Tried::Impossible(core) => Outcome::Unsat(core),
        }
    }
}

impl Enumeration {
    /// Tries all values of the constraints' symbols, those of `near` first, if there are few.
    fn try_all(&mut self, pool: &Pool, constraints: &[Term], near: &CachedModel) -> Tried {
        let Some(symbols) = symbols(pool, constraints) else {
            return Tried::Open;
        };
        let narrow = |symbol| pool.width(pool.symbol_term(symbol)) <= WIDEST.get();
        let (single, several) = constraints.iter().partition::<Vec<Term>, _>(
            |&&term| matches!(*pool.symbols(term), [only] if narrow(only)),
        );
        let Some(bits) = pool.used_bits(&several, MAX_TERMS.get()) else {
            return Tried::Open;
        };
        let mut unknowns = Vec::new();
        for symbol in symbols {
            let bits = bits.get(&symbol).copied().unwrap_or(0);
            match self.unknown(pool, symbol, bits, &single, near) {
                Some(unknown) => unknowns.push(unknown),
                None => return Tried::Open,
            }
        }
        if let Some(unknown) = unknowns.iter().find(|unknown| unknown.values.is_empty()) {
            return Tried::Impossible(unknown.restricted_by.clone());
        }
        unknowns.sort_by_key(|unknown| unknown.values.len());
        let (model, mut core) = match self.combine(pool, &unknowns, &several) {
            None => return Tried::Open,
            Some(result) => result,
        };
        if let Some(model) = model {
            return Tried::Model(model);
        }
        // Each combination violates one of these, or has a value that was excluded before.
        core.extend(unknowns.iter().flat_map(|it| &it.restricted_by));
        core.sort_unstable();
        Tried::Impossible(core)
    }

    /// A symbol with the values that the constraints on it alone leave, one for each combination of
    /// the bits that matter to the others; `None` if there are too many.
    fn unknown(
        &mut self,
        pool: &Pool,
        symbol: Symbol,
        bits: u64,
        single: &[Term],
        near: &CachedModel,
    ) -> Option<Unknown> {
        let term = pool.symbol_term(symbol);
        let width = pool.width(term);
        let usual = near.eval_bits(pool, term)? as u64;
        let mut unknown = Unknown {
            symbol,
            width,
            values: Vec::new(),
            restricted_by: Vec::new(),
        };
        if width <= WIDEST.get() {
            unknown.values = (0..1 << width).collect();
            for &constraint in single {
                if *pool.symbols(constraint) == [symbol] {
                    let left = self.left_by(pool, constraint, symbol);
                    unknown.restrict(constraint, &left);
                }
            }
            unknown.values.sort_by_key(|it| *it != usual);
            let mut seen = FxHashSet::default();
            unknown.values.retain(|value| seen.insert(value & bits));
            return Some(unknown);
        }
        if bits.count_ones() > WIDEST.get() {
            return None;
        }
        // All subsets of the bits, by subtraction, from the usual ones.
        let mut subset = usual & bits;
        loop {
            unknown.values.push(usual & !bits | subset);
            subset = subset.wrapping_sub(1) & bits;
            if subset == usual & bits {
                return Some(unknown);
            }
        }
    }

    /// Combines values: a model, or the constraints that excluded all combinations; `None` if there
    /// are too many.
    fn combine(
        &mut self,
        pool: &Pool,
        unknowns: &[Unknown],
        constraints: &[Term],
    ) -> Option<(Option<Model>, Vec<Term>)> {
        let range = |unknown: &Unknown| Range {
            symbol: unknown.symbol,
            values: unknown.values.clone(),
        };
        let ranges: Vec<Range> = unknowns.iter().map(range).collect();
        if let Some(mut combinations) = Combinations::new(pool, constraints, &ranges, STEPS.get()) {
            let found = combinations.first();
            let value = |(unknown, value): (&Unknown, u64)| {
                let value = Constant::bits(unknown.width, value.into());
                (unknown.symbol, value)
            };
            let model = found.map(|values| unknowns.iter().zip(values).map(value).collect());
            return Some((model, combinations.violated().collect()));
        }
        let floats = constraints.iter().any(|&term| pool.has_float(term));
        let counts = unknowns.iter().map(|it| it.values.len() as u64);
        let combinations = counts.fold(1, u64::saturating_mul);
        if combinations > COMBINATIONS[usize::from(floats)] {
            return None;
        }
        let mut search = Search {
            pool,
            evaluator: &mut self.evaluator,
            decided: decided(pool, unknowns, constraints),
            unknowns,
            model: Model::new(),
            violated: FxHashSet::default(),
        };
        let model = search.assign(0).then_some(search.model);
        Some((model, search.violated.into_iter().collect()))
    }

    /// The values that satisfy a constraint on one symbol.
    fn left_by(&mut self, pool: &Pool, constraint: Term, symbol: Symbol) -> Values {
        if let Some(left) = self.left.get(&constraint) {
            return *left;
        }
        let width = pool.width(pool.symbol_term(symbol));
        let mut left = Values::default();
        let mut model = Model::new();
        for value in 0..1usize << width {
            model.set(symbol, Constant::bits(width, value as u128));
            if self.evaluator.holds(pool, &model, constraint) {
                left[value / 64] |= 1 << (value % 64);
            }
        }
        self.left.insert(constraint, left);
        left
    }
}

/// The symbols of constraints; `None` if there are too many or one is no bit-vector of at most 64
/// bits.
fn symbols(pool: &Pool, constraints: &[Term]) -> Option<Vec<Symbol>> {
    let mut symbols: Vec<Symbol> = Vec::new();
    for &constraint in constraints {
        symbols.extend(pool.symbols(constraint).iter());
        symbols.sort_unstable();
        symbols.dedup();
        if symbols.len() > MAX_SYMBOLS.get() {
            return None;
        }
    }
    let fits = |symbol: &Symbol| matches!(pool.symbol_info(*symbol).sort, Sort::Bits(width) if width <= 64);
    symbols.iter().all(fits).then_some(symbols)
}

/// For each symbol, the constraints whose last symbol it is in this order.
fn decided(pool: &Pool, unknowns: &[Unknown], constraints: &[Term]) -> Vec<Vec<Term>> {
    let mut decided = vec![Vec::new(); unknowns.len()];
    for &constraint in constraints {
        let symbols = pool.symbols(constraint);
        let last = unknowns.iter().rposition(|it| symbols.contains(&it.symbol));
        if let Some(last) = last {
            decided[last].push(constraint);
        }
    }
    decided
}

/// A search through combinations of values.
struct Search<'a> {
    pool: &'a Pool,
    evaluator: &'a mut Evaluator,
    unknowns: &'a [Unknown],
    /// For each symbol, the constraints that can be decided once it has a value.
    decided: Vec<Vec<Term>>,
    model: Model,
    /// The constraints that excluded a combination.
    violated: FxHashSet<Term>,
}

impl Search<'_> {
    /// Assigns values to the symbols from this one on; returns whether all constraints hold then.
    fn assign(&mut self, position: usize) -> bool {
        let unknowns = self.unknowns;
        let Some(unknown) = unknowns.get(position) else {
            return true;
        };
        for &value in &unknown.values {
            let value = Constant::bits(unknown.width, value.into());
            self.model.set(unknown.symbol, value);
            if self.holds(position) && self.assign(position + 1) {
                return true;
            }
        }
        false
    }

    fn holds(&mut self, position: usize) -> bool {
        let constraints = &self.decided[position];
        let (evaluator, pool, model) = (&mut *self.evaluator, self.pool, &self.model);
        let violated = evaluator.first_violated(pool, model, constraints);
        self.violated.extend(violated);
        violated.is_none()
    }
}
