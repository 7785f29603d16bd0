//! The enumeration link: tries all values for constraints on few symbols with small domains.
//!
//! Text that is parsed as a number consists of a few characters, which earlier tests have
//! restricted to digits; what the program computes from it, for example by division or
//! floating-point operations, may be too hard for a backend. The constraints on a single symbol
//! determine its values ([`Values`], cached for each constraint); these are combined, symbol by
//! symbol, and a constraint is evaluated as soon as all of its symbols have a value.
//!
//! Sound because a model is evaluated, and "none" means that each combination of values was
//! excluded by a constraint. It costs up to 65,536 evaluations of the constraints, except for
//! combinations that are excluded early.

use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_term::{CachedModel, Constant, Evaluator, Model, Pool, Sort, Symbol, Term};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

/// The maximum width of a symbol whose values are enumerated.
const WIDEST: u32 = 8;

/// The maximum number of combinations. With floats, a backend needs seconds for many queries,
/// otherwise rarely more than a millisecond.
const COMBINATIONS: [u64; 2] = [1 << 8, 1 << 16];

/// The maximum number of symbols: more symbols with two values each have too many combinations.
const MAX_SYMBOLS: usize = 16;

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
    values: Vec<u128>,
    /// The constraints that exclude the other values.
    restricted_by: Vec<Term>,
}

impl Unknown {
    /// Restricts the values to those of a constraint.
    fn restrict(&mut self, constraint: Term, left: &Values) {
        let before = self.values.len();
        self.values.retain(|value| contains(left, *value));
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
        let Some(mut unknowns) = unknowns(pool, constraints) else {
            return Tried::Open;
        };
        let mut several = Vec::new();
        for &constraint in constraints {
            match *pool.symbols(constraint) {
                [only] => {
                    let left = self.left_by(pool, constraint, only);
                    let unknown = unknowns.iter_mut().find(|it| it.symbol == only);
                    if let Some(unknown) = unknown {
                        unknown.restrict(constraint, &left);
                    }
                }
                _ => several.push(constraint),
            }
        }
        if let Some(unknown) = unknowns.iter().find(|unknown| unknown.values.is_empty()) {
            return Tried::Impossible(unknown.restricted_by.clone());
        }
        let floats = several.iter().any(|&term| pool.has_float(term));
        let counts = unknowns.iter().map(|it| it.values.len() as u64);
        let combinations = counts.fold(1, u64::saturating_mul);
        if !several.is_empty() && combinations > COMBINATIONS[usize::from(floats)] {
            return Tried::Open;
        }
        unknowns.sort_by_key(|unknown| unknown.values.len());
        for unknown in &mut unknowns {
            let value = near.eval_bits(pool, pool.symbol_term(unknown.symbol));
            unknown.values.sort_by_key(|it| Some(*it) != value);
        }
        let mut search = Search {
            pool,
            evaluator: &mut self.evaluator,
            decided: decided(pool, &unknowns, &several),
            unknowns: &unknowns,
            model: Model::new(),
            violated: FxHashSet::default(),
        };
        if search.assign(0) {
            return Tried::Model(search.model);
        }
        // Each combination violates one of these, or has a value that was excluded before.
        let mut core: Vec<Term> = search.violated.into_iter().collect();
        core.extend(unknowns.iter().flat_map(|it| &it.restricted_by));
        core.sort_unstable();
        Tried::Impossible(core)
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

fn contains(values: &Values, value: u128) -> bool {
    let value = value as usize;
    values[value / 64] >> (value % 64) & 1 == 1
}

/// The symbols of constraints with all their values; `None` if there are too many or too wide ones.
fn unknowns(pool: &Pool, constraints: &[Term]) -> Option<Vec<Unknown>> {
    let mut symbols: Vec<Symbol> = Vec::new();
    for &constraint in constraints {
        symbols.extend(pool.symbols(constraint).iter());
        symbols.sort_unstable();
        symbols.dedup();
        if symbols.len() > MAX_SYMBOLS {
            return None;
        }
    }
    let unknown = |symbol: Symbol| match pool.symbol_info(symbol).sort {
        Sort::Bits(width) if width <= WIDEST => Some(Unknown {
            symbol,
            width,
            values: (0..1 << width).collect(),
            restricted_by: Vec::new(),
        }),
        _ => None,
    };
    symbols.into_iter().map(unknown).collect()
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
            let value = Constant::bits(unknown.width, value);
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
