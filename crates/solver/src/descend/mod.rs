//! The descent link: searches for a model of constraints on floats, products and quotients.
//!
//! A backend turns these into large circuits, and may need seconds for a query with many models.
//! Evaluating it takes microseconds. So this link evaluates the constraints for many values, guided
//! by how far they are from being satisfied ([`distance`]): it starts at the hint, changes one
//! symbol after the other by powers of two as long as that helps, then tries values that are likely
//! to matter, and starts again at random ([`search`]). For programs on floats, this is known from
//! XSat (Z. Fu and Z. Su, CAV 2016) and CoverMe (the same, PLDI 2017).
//!
//! It never answers that there is no model, and costs a small part of what the backend is expected
//! to take, which the number of gates says. It is deterministic.

mod distance;
mod random;
mod search;
mod variable;

use sheaf_term::{CachedModel, Model, Pool, Rows, Symbol, Term};

use crate::gates::{FEWEST, circuit};
use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;
use distance::Distances;
use random::Random;
use search::Search;
use variable::Variable;

/// The number of points that are evaluated at once.
const COLUMNS: usize = 64;

sheaf_tuning::constants! {
    /// The maximum number of constraints.
    MOST_CONSTRAINTS: usize = 512, 1 => 8192, "constraints";
    /// The maximum number of terms in the constraints.
    MOST_TERMS: usize = 1 << 13, 1 => 1 << 17, "terms";
    /// The maximum number of symbols.
    MOST_SYMBOLS: usize = 24, 1 => 384, "symbols";
}

/// Values of terms that are computed for each gate: a value takes a few nanoseconds, and the
/// backend a microsecond for a gate of a hard query.
const VALUES_PER_GATE: u64 = 16;
sheaf_tuning::constants! {
    /// The maximum number of values of terms for a query.
    MOST_VALUES: u64 = 1 << 25, 1 => 1 << 27, "values";
}

/// The link.
#[derive(Default)]
pub struct Descend;

impl Link for Descend {
    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        match find(question) {
            Some(values) => Outcome::Values(values),
            None => Outcome::Open,
        }
    }
}

/// A model of a question, if one is found.
fn find(question: &Question) -> Option<Model> {
    let pool: &Pool = question.pool;
    let constraints = question.set();
    let symbols = symbols(pool, constraints)?;
    let gates = circuit(pool, constraints, MOST_TERMS.get())?.gates;
    if gates < FEWEST.get() {
        return None;
    }
    let rows = Rows::new(pool, constraints, COLUMNS, MOST_TERMS.get())?;
    let distances = Distances::new(pool, constraints, &rows, MOST_TERMS.get())?;
    let mut random = Random::new(0);
    let variables = symbols.iter();
    let variables = variables.map(|symbol| Variable::new(pool, *symbol, &rows, &mut random));
    let variables: Vec<Variable> = variables.collect::<Option<_>>()?;
    let values = MOST_VALUES.get().min(gates.saturating_mul(VALUES_PER_GATE));
    let per_column = rows.terms().count() + distances.len();
    let start = |symbol: &Symbol| match question.hint {
        Some(hint) => hinted(pool, hint, *symbol),
        None => 0,
    };
    let mut search = Search {
        pool,
        rows,
        distances,
        variables,
        random,
        left: values / per_column as u64,
    };
    search.find(symbols.iter().map(start).collect())
}

/// The hint's value of a symbol, a truth value or a word.
fn hinted(pool: &Pool, hint: &CachedModel, symbol: Symbol) -> u64 {
    let term = pool.symbol_term(symbol);
    match hint.eval_bits(pool, term) {
        Some(bits) => bits as u64,
        None => u64::from(hint.eval_bool(pool, term)),
    }
}

/// The symbols of constraints; `None` if there are none, or too many.
fn symbols(pool: &Pool, constraints: &[Term]) -> Option<Vec<Symbol>> {
    if constraints.len() > MOST_CONSTRAINTS.get() {
        return None;
    }
    let mut symbols: Vec<Symbol> = Vec::new();
    for &constraint in constraints {
        symbols.extend(pool.symbols(constraint).iter());
        symbols.sort_unstable();
        symbols.dedup();
        if symbols.len() > MOST_SYMBOLS.get() {
            return None;
        }
    }
    (!symbols.is_empty()).then_some(symbols)
}
