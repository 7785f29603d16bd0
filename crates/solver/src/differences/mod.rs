//! The differences link, for constraints that compare numbers with each other: `x - y <= c` and
//! `x - y != c`, closed under addition along chains, as sorting programs produce them.
//!
//! Sound because a comparison means the same numbers for all readings (signed, unsigned, integer)
//! in which it is read, and each closed bound is the sum of bounds that hold. Constraints that are
//! no comparisons are left out, which can only hide a contradiction. Without one, values within all
//! bounds are tried as a model of all constraints.
//!
//! It costs the number of comparisons times the square of the number of compared terms, and the
//! square of the number of comparisons, as disequalities tighten bounds. Queries that have many are
//! left open. Where terms are only compared with constants, earlier links decide.

mod comparison;
mod order;

pub use comparison::{Comparisons, Meaning};
pub use order::{Facts, Order};

use sheaf_term::{CachedModel, Comparison, Model, Op, Pool, Term};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

sheaf_tuning::constants! {
    /// The maximum number of steps to close all comparisons once.
    MOST_WORK: usize = 1 << 16, 1 => 1 << 20, "steps";
    /// How often comparisons are closed for a core at most.
    MOST_ROUNDS: usize = 8, 1 => 128, "times";
}

/// The link.
#[derive(Default)]
pub struct Differences;

impl Link for Differences {
    fn decide(&mut self, question: &mut Question, _shared: &mut Shared) -> Outcome {
        let constraints = question.constraints();
        let near = question.hint.map(|hint| hint.model());
        decide(question.pool, &constraints, near)
    }
}

/// Decides constraints; `near` has the preferred values of symbols.
fn decide(pool: &Pool, constraints: &[Term], near: Option<&Model>) -> Outcome {
    let literals = constraints.iter().map(|it| literal(pool, *it));
    let found = literals.filter_map(|(term, _)| Some((term, pool.any_comparison(term)?)));
    let mut found: Vec<_> = found.collect();
    found.sort_unstable_by_key(|(term, _)| *term);
    found.dedup_by_key(|(term, _)| *term);
    if found.iter().filter(|(_, it)| is_of_terms(pool, it)).count() < 2 {
        return Outcome::Open;
    }
    let comparisons = Comparisons::new(pool, &found);
    let for_each = comparisons.unknowns.all().len().pow(2) + found.len();
    if found.len() * for_each > MOST_WORK.get() {
        return Outcome::Open;
    }
    let known = constraints.iter().filter_map(|constraint| {
        let (term, holds) = literal(pool, *constraint);
        Some((*constraint, comparisons.meaning(term, holds)?))
    });
    let known: Vec<(Term, &Meaning)> = known.collect();
    let none = Order::new(pool, &comparisons);
    let mut order = none.clone();
    if let Some(last) = contradiction(&mut order, &known) {
        return Outcome::Unsat(core(&none, &known[..=last]));
    }
    let values = near.map(|near| order.values(pool, &comparisons, near).into_iter().collect());
    match values.filter(|values| is_model(pool, constraints, values)) {
        Some(values) => Outcome::Values(values),
        None => Outcome::Open,
    }
}

fn is_model(pool: &Pool, constraints: &[Term], values: &Model) -> bool {
    let model = CachedModel::new(values.clone());
    constraints.iter().all(|it| model.eval_bool(pool, *it))
}

/// Whether none of the compared terms is constant.
fn is_of_terms(pool: &Pool, comparison: &Comparison) -> bool {
    let mut terms = comparison.terms.iter();
    terms.all(|it| pool.as_constant(*it).is_none())
}

/// A condition without its negation, and whether it holds.
fn literal(pool: &Pool, condition: Term) -> (Term, bool) {
    match pool.op(condition) {
        Op::Not => (pool.args(condition)[0], false),
        _ => (condition, true),
    }
}

/// Adds constraints until one contradicts those before it, and returns its position.
fn contradiction(order: &mut Order, known: &[(Term, &Meaning)]) -> Option<usize> {
    known
        .iter()
        .position(|(_, meaning)| order.assume(meaning).is_err())
}

/// Some of the constraints that are contradictory already, all of them if that takes long to find.
/// The last of those given contradicts the others. `none` is the order without constraints.
fn core(none: &Order, known: &[(Term, &Meaning)]) -> Vec<Term> {
    let mut order = none.clone();
    let mut core = Vec::new();
    let mut rest = known;
    for _ in 0..MOST_ROUNDS.get() {
        // The last one that completes a contradiction belongs to it; those behind it do not.
        let Some(((needed, meaning), before)) = rest.split_last() else {
            break;
        };
        core.push(*needed);
        if order.assume(meaning).is_err() {
            return core;
        }
        match contradiction(&mut order.clone(), before) {
            Some(last) => rest = &before[..=last],
            None => break,
        }
    }
    known.iter().map(|(constraint, _)| *constraint).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use num_bigint::BigInt;
    use rand::Rng;
    use sheaf_term::{Sort, SymbolKind};

    /// A comparison of symbols and constants, or its negation.
    fn comparison(random: &mut Random) -> Term {
        let constant = random.rng.random_range(0..8);
        let constant = random.pool.bits(3, constant);
        let mut side = || match random.rng.random_range(0..4) {
            at @ 0..3 => random.symbols[at],
            _ => constant,
        };
        let (a, b) = (side(), side());
        let condition = match random.rng.random_range(0..4) {
            0 => random.pool.eq(a, b),
            1 => random.pool.ult(a, b),
            _ => random.pool.slt(a, b),
        };
        match random.rng.random() {
            true => condition,
            false => random.pool.not(condition),
        }
    }

    #[test]
    fn answers_agree_with_trying_all_values() {
        let mut random = Random::new(3, &[3, 3, 3]);
        let (mut models, mut cores) = (0, 0);
        for _ in 0..5000 {
            let count = random.rng.random_range(2..8);
            let all: Vec<Term> = (0..count).map(|_| comparison(&mut random)).collect();
            let near = random.model();
            match decide(&random.pool, &all, Some(&near)) {
                Outcome::Unsat(core) => {
                    assert!(core.iter().all(|term| all.contains(term)));
                    assert!(!random.exhaustive(&core));
                    cores += usize::from(core.len() < all.len());
                }
                Outcome::Values(values) => {
                    assert!(is_model(&random.pool, &all, &values));
                    models += 1;
                }
                _ => {}
            }
        }
        assert!(models > 500 && cores > 500, "{models} {cores}");
    }

    /// The least number of 128 bits has no absolute value.
    #[test]
    fn numbers_that_are_too_large_are_left_out() {
        let mut pool = Pool::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.symbol(name, Sort::Int, SymbolKind::Input));
        let least = pool.int(BigInt::from(i128::MIN));
        let all = [pool.eq(x, least), pool.int_lt(x, y), pool.int_lt(y, z)];
        assert!(!matches!(decide(&pool, &all, None), Outcome::Unsat(_)));
    }

    /// Disequalities that tighten a bound one after the other.
    #[test]
    fn many_disequalities_are_left_open() {
        let mut random = Random::new(0, &[32; 3]);
        let symbols = random.symbols.clone();
        let mut all: Vec<Term> = symbols
            .windows(2)
            .map(|pair| random.pool.ult(pair[0], pair[1]))
            .collect();
        for number in (0..5000).rev() {
            let number = random.pool.bits(32, number);
            let equal = random.pool.eq(symbols[2], number);
            all.push(random.pool.not(equal));
        }
        let most = random.pool.bits(32, 5000);
        all.push(random.pool.ult(symbols[2], most));
        assert!(matches!(decide(&random.pool, &all, None), Outcome::Open));
    }

    /// An order of six numbers needs a chain of comparisons, each of which is needed.
    #[test]
    fn the_core_of_a_chain_is_the_chain() {
        let mut random = Random::new(0, &[32; 6]);
        let symbols = random.symbols.clone();
        let mut all: Vec<Term> = symbols
            .windows(2)
            .map(|pair| random.pool.slt(pair[0], pair[1]))
            .collect();
        let more = random.pool.ult(symbols[0], symbols[3]);
        all.insert(2, more);
        let back = random.pool.slt(symbols[4], symbols[1]);
        all.push(back);
        match decide(&random.pool, &all, None) {
            Outcome::Unsat(core) => {
                assert_eq!(core.len(), 4);
                assert!(!core.contains(&more) && core.contains(&back));
            }
            _ => panic!("the chain closes"),
        }
    }
}
