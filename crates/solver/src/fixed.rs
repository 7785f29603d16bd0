//! The fixed link: symbols that the path gives one value decide the goals that are about no others.
//!
//! A constraint `symbol = constant` leaves the symbol that value in every model of the path, so a
//! goal whose symbols are all fixed is as it is under the hint, which is a model of the path.
//! Programs that compare what they read with characters and numbers, and then go on to compute with
//! it, make such paths.

use rustc_hash::FxHashMap;
use sheaf_term::{Op, Pool, Symbol, Term};

/// The symbols that constraints of the current path fix.
#[derive(Default)]
pub struct Fixed {
    /// The first constraint that fixes a symbol.
    by: FxHashMap<Symbol, Term>,
    /// For each constraint of the path, the symbol that it is the first to fix.
    first: Vec<Option<Symbol>>,
}

impl Fixed {
    /// Adds a constraint to the path.
    pub fn push(&mut self, pool: &Pool, constraint: Term) {
        let symbol = equated(pool, constraint).filter(|symbol| !self.by.contains_key(symbol));
        if let Some(symbol) = symbol {
            self.by.insert(symbol, constraint);
        }
        self.first.push(symbol);
    }

    /// Takes the last constraint off the path.
    pub fn pop(&mut self) {
        if let Some(Some(symbol)) = self.first.pop() {
            self.by.remove(&symbol);
        }
    }

    /// The constraints that together fix all symbols of a term, if all are fixed.
    pub fn causes(&self, pool: &Pool, term: Term) -> Option<Vec<Term>> {
        if self.by.is_empty() {
            return None;
        }
        let symbols = pool.symbols(term);
        symbols.iter().map(|it| self.by.get(it).copied()).collect()
    }
}

/// The symbol that a constraint equates with a constant.
fn equated(pool: &Pool, constraint: Term) -> Option<Symbol> {
    let (op, args) = (pool.op(constraint), pool.args(constraint));
    match op {
        Op::Symbol => pool.as_symbol(constraint),
        Op::Not => pool.as_symbol(args[0]),
        Op::Eq if pool.is_const(args[1]) => pool.as_symbol(args[0]),
        Op::Eq if pool.is_const(args[0]) => pool.as_symbol(args[1]),
        _ => None,
    }
}
