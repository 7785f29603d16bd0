//! The enumeration link: tries all values, where constraints are about few symbols of few values.
//!
//! Text that is read as a number is a few characters, each of which tests before have restricted to
//! digits; what the program computes from it, by division or floating-point operations say, may be
//! out of reach for a backend. The constraints on one symbol alone leave it certain values
//! ([`Values`], kept for each constraint); these are combined, symbol by symbol, and a constraint
//! is looked at as soon as all of its symbols have a value.
//!
//! Sound because a model is evaluated, and "none" means that each combination of values was
//! excluded by a constraint. It costs up to 65,536 evaluations of the constraints, each of those
//! that are not excluded early.

use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_term::{CachedModel, Constant, Evaluator, Model, Pool, Sort, Symbol, Term};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

/// The widest symbol of which all values are tried, in bits.
const WIDEST: u32 = 8;

/// Combinations up to which they are tried. Where there are floats a backend needs seconds for many
/// a query, else hardly more than a millisecond.
const COMBINATIONS: [u64; 2] = [1 << 8, 1 << 16];

/// Symbols of constraints that are looked at: no more can have two values each and few
/// combinations.
const MAX_SYMBOLS: usize = 16;

/// A set of numbers below 256.
type Values = [u64; 4];

/// What trying all values gave.
enum Tried {
    /// These satisfy all constraints.
    Model(Model),
    /// No values satisfy these of them.
    Impossible(Vec<Term>),
    /// There are too many.
    Open,
}

/// The values that constraints on one symbol leave it, and what evaluates them.
#[derive(Default)]
pub struct Enumeration {
    left: FxHashMap<Term, Values>,
    evaluator: Evaluator,
}

/// A symbol, its width and the values that are left to it.
struct Unknown {
    symbol: Symbol,
    width: u32,
    values: Vec<u128>,
    /// The constraints that exclude the other values.
    restricted_by: Vec<Term>,
}

impl Unknown {
    /// Leaves the values that a constraint leaves.
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
    /// Tries all values of the constraints' symbols, those of `near` first, if they are few.
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

    /// The values that a constraint on one symbol alone leaves it.
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

/// The symbols of constraints with all their values; `None` if they are too many or too wide.
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
    /// For each symbol, what can be decided with its value.
    decided: Vec<Vec<Term>>,
    model: Model,
    /// The constraints that excluded a combination.
    violated: FxHashSet<Term>,
}

impl Search<'_> {
    /// Gives values to the symbols from this one on; whether all constraints hold then.
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
