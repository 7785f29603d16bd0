//! Sets of conditions all of which must hold.

use rustc_hash::FxHashSet;
use sheaf_term::{Op, Pool, Term, TermMap};

/// Conditions all of which must hold; none is there twice.
#[derive(Default)]
pub struct Conditions {
    /// They.
    pub terms: Vec<Term>,
    seen: FxHashSet<Term>,
}

impl Conditions {
    /// Adds the parts of a condition; `None` if that is false.
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

    /// Whether a condition is there, or always holds.
    pub fn contains(&self, condition: Term) -> bool {
        condition == Term::TRUE || self.seen.contains(&condition)
    }
}

/// The same conditions, with numbers put in place of what they say is a number; `None` if they
/// contradict each other.
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

/// A condition that says that a symbol is a number.
fn equation(pool: &Pool, condition: Term) -> Option<(Term, Term)> {
    if pool.op(condition) != Op::Eq {
        return None;
    }
    let (a, b) = (pool.args(condition)[0], pool.args(condition)[1]);
    [(a, b), (b, a)].into_iter().find(|(symbol, number)| {
        pool.as_symbol(*symbol).is_some() && pool.as_constant(*number).is_some()
    })
}

/// The parts of a conjunction.
pub fn conjuncts(pool: &Pool, condition: Term) -> Vec<Term> {
    let mut parts = Vec::new();
    crate::path::push_conjuncts(pool, &mut parts, condition);
    parts
}
