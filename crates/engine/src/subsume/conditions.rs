//! Conjunctions of conditions.

use rustc_hash::FxHashSet;
use sheaf_term::{Op, Pool, Term, TermMap};

/// A conjunction of distinct conditions.
#[derive(Default)]
pub struct Conditions {
    /// The conjuncts.
    pub terms: Vec<Term>,
    seen: FxHashSet<Term>,
}

impl Conditions {
    /// Adds the conjuncts of a condition; `None` if one of them is false.
    pub fn add(&mut self, pool: &Pool, condition: Term) -> Option<()> {
        for part in conjuncts(pool, condition) {
            if part == Term::FALSE {
                return None;
            }
            if part != Term::TRUE && self.seen.insert(part) {
                self.terms.push(part);
            }
        }
        Some(())
    }

    /// Whether a condition is one of the conjuncts, or always true.
    pub fn contains(&self, condition: Term) -> bool {
        condition == Term::TRUE || self.seen.contains(&condition)
    }
}

/// The same conditions with constants substituted for the symbols that they equate with constants;
/// `None` if a condition becomes false.
pub fn simplified(pool: &mut Pool, conditions: Vec<Term>) -> Option<Vec<Term>> {
    let mut numbers = TermMap::default();
    let mut equations = FxHashSet::default();
    for condition in &conditions {
        if let Some((symbol, number)) = equation(pool, *condition)
            && !numbers.contains_key(&symbol)
        {
            numbers.insert(symbol, number);
            equations.insert(*condition);
        }
    }
    let mut all = Conditions::default();
    for condition in conditions {
        let condition = match equations.contains(&condition) {
            true => condition,
            false => pool.substitute(condition, &numbers),
        };
        all.add(pool, condition)?;
    }
    Some(all.terms)
}

/// The symbol and the constant of a condition that equates the two.
fn equation(pool: &Pool, condition: Term) -> Option<(Term, Term)> {
    if pool.op(condition) != Op::Eq {
        return None;
    }
    let (a, b) = (pool.args(condition)[0], pool.args(condition)[1]);
    [(a, b), (b, a)].into_iter().find(|(symbol, number)| {
        pool.as_symbol(*symbol).is_some() && pool.as_constant(*number).is_some()
    })
}

/// The conjuncts of a condition.
pub fn conjuncts(pool: &Pool, condition: Term) -> Vec<Term> {
    let mut parts = Vec::new();
    crate::path::push_conjuncts(pool, &mut parts, condition);
    parts
}
