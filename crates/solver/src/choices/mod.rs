//! The choices link, for guards that are decision diagrams: enumerates the paths through the
//! diagrams that make a query true. Comparisons of numbers are decided here, other conditions by a
//! proposed model or by a backend, in small queries.
//!
//! Merged paths produce formulas with deep choices between values, for which bit-level search is
//! slow, while their conditions are few and simple, often comparisons of two inputs.
//!
//! Sound because a model is only used after evaluating every constraint under it, and differs from
//! the preferred values only in symbols of these constraints: codes of numbers are also about
//! numbers that only other constraints restrict. Paths are excluded only if the bounds between the
//! compared terms, or a backend, prove them contradictory.
//! It costs up to half of the query's time.

mod search;

use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rustc_hash::FxHashSet;
use sheaf_term::{CachedModel, Constant, Model, Pool, Sort, Symbol, Term, eval_bool};

use crate::backend::{Backend, Verdict};
use crate::differences::Comparisons;
use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;
use search::{End, Literal, Search};

sheaf_tuning::constants! {
    /// The maximum number of backend queries for one query. If that is not enough, the query is
    /// decided as a whole.
    QUESTIONS: u32 = 8, 1 => 128, "queries";
}

/// The link.
#[derive(Default)]
pub struct Choices;

impl Link for Choices {
    fn decide(&mut self, question: &mut Question, shared: &mut Shared) -> Outcome {
        let is_of_use = question.pool.has_diagrams() && !shared.is_brief;
        let near = question.hint.filter(|_| is_of_use);
        let Some(near) = near else {
            return Outcome::Open;
        };
        // The other half of the time is for the query as a whole.
        let start = Instant::now();
        let until = start + question.left / 2;
        let Shared {
            bitwuzla,
            stats,
            options,
            ..
        } = shared;
        let constraints = question.set().to_vec();
        let query = Query {
            constraints: &constraints,
            near,
            until,
            interrupt: &options.interrupt,
        };
        let found = query.choose(question.pool, &mut |pool, conditions| {
            if conditions.iter().any(|&term| pool.has_integer(term)) {
                return Verdict::Unknown("integers".to_string());
            }
            stats.parts += 1;
            let left = until.saturating_duration_since(Instant::now());
            bitwuzla.check(pool, conditions, left)
        });
        question.left = question.left.saturating_sub(start.elapsed());
        match found {
            Found::Model(model) => Outcome::Model(model),
            Found::Impossible => Outcome::Unsat(constraints),
            Found::Open => Outcome::Open,
        }
    }
}

/// The comparisons of numbers in a guard.
fn comparisons(pool: &Pool, choices: &sheaf_term::Choices) -> Comparisons {
    let mut conditions: Vec<Term> = choices.iter().map(|choice| choice.condition).collect();
    conditions.sort_unstable();
    conditions.dedup();
    let found = conditions.into_iter();
    let found: Vec<_> = found
        .filter_map(|it| Some((it, pool.comparison(it)?)))
        .collect();
    Comparisons::new(pool, &found)
}

/// The result of the link.
enum Found {
    Model(Rc<CachedModel>),
    Impossible,
    Open,
}

/// The result for an assignment of conditions.
enum Judgement {
    Possible(Rc<CachedModel>),
    /// These cannot hold together.
    Contradictory(Vec<Literal>),
    Open,
}

/// A query whose guards are enumerated.
struct Query<'a> {
    constraints: &'a [Term],
    /// The preferred values of symbols.
    near: &'a Rc<CachedModel>,
    /// The deadline.
    until: Instant,
    /// Raised to give up.
    interrupt: &'a AtomicBool,
}

impl Query<'_> {
    /// Whether the constraints can hold together. `ask` decides a conjunction of conditions.
    fn choose(&self, pool: &mut Pool, ask: &mut dyn FnMut(&Pool, &[Term]) -> Verdict) -> Found {
        let mut guards = self.constraints.to_vec();
        for _ in 0..=QUESTIONS.get() {
            let Some(choices) = pool.guard_choices(&guards) else {
                return Found::Open;
            };
            let comparisons = comparisons(pool, &choices);
            let mut search = Search::new(pool, &choices, &comparisons);
            match search.run(pool, self.near, self.until, self.interrupt) {
                End::Late => return Found::Open,
                End::Refuted => return Found::Impossible,
                End::Way => {}
            }
            let literals = search.literals();
            let proposed = propose(pool, &search, &comparisons, &literals, self.near);
            let proposed = self.restricted(pool, &proposed);
            match self.judge(pool, literals, proposed, ask) {
                Judgement::Possible(model) => return Found::Model(model),
                Judgement::Open => return Found::Open,
                Judgement::Contradictory(literals) => {
                    let all = literals.into_iter().fold(Term::TRUE, |all, literal| {
                        let literal = term(pool, literal);
                        pool.guard_and(all, literal)
                    });
                    guards.push(pool.guard_not(all));
                }
            }
        }
        Found::Open
    }

    /// The preferred values with those of a model for symbols of the constraints.
    fn restricted(&self, pool: &Pool, model: &Model) -> Model {
        let symbols = self.constraints.iter();
        let symbols = symbols.flat_map(|it| pool.symbols(*it).to_vec());
        let own: FxHashSet<Symbol> = symbols.collect();
        let values = model.iter().filter(|(symbol, _)| own.contains(symbol));
        self.near.model().with(&values.collect())
    }

    fn is_model(&self, pool: &Pool, model: &CachedModel) -> bool {
        self.constraints
            .iter()
            .all(|&term| model.eval_bool(pool, term))
    }

    /// Tries a proposed model, and asks a backend if that fails.
    fn judge(
        &self,
        pool: &mut Pool,
        literals: Vec<Literal>,
        proposed: Model,
        ask: &mut dyn FnMut(&Pool, &[Term]) -> Verdict,
    ) -> Judgement {
        let proposed = CachedModel::new(proposed);
        if self.is_model(pool, &proposed) {
            return Judgement::Possible(Rc::new(proposed));
        }
        let terms: Vec<Term> = literals
            .iter()
            .map(|&literal| term(pool, literal))
            .collect();
        match ask(pool, &terms) {
            Verdict::Sat(model) => {
                let model = CachedModel::new(self.restricted(pool, &model));
                match self.is_model(pool, &model) {
                    true => Judgement::Possible(Rc::new(model)),
                    false => Judgement::Open,
                }
            }
            Verdict::Unsat(core) => {
                let literals = literals
                    .into_iter()
                    .zip(&terms)
                    .filter(|(_, term)| core.contains(term));
                Judgement::Contradictory(literals.map(|(literal, _)| literal).collect())
            }
            Verdict::Unknown(_) => Judgement::Open,
        }
    }
}

fn term(pool: &mut Pool, (condition, holds): Literal) -> Term {
    if holds {
        condition
    } else {
        pool.not(condition)
    }
}

/// A proposed model that satisfies the comparisons and the conditions on single bytes.
fn propose(
    pool: &Pool,
    search: &Search,
    comparisons: &Comparisons,
    literals: &[Literal],
    near: &CachedModel,
) -> Model {
    let mut model = near.model().clone();
    let ordered = pool.ordered_values(literals, near);
    for (symbol, value) in search.order.values(pool, comparisons, near.model()) {
        model.set(symbol, value);
    }
    for (symbol, value) in ordered {
        model.set(symbol, value);
    }
    let mut single: Vec<(Symbol, u32, Literal)> = Vec::new();
    for &literal in literals {
        if let [symbol] = pool.symbols(literal.0)[..]
            && let Sort::Bits(width @ 1..=8) = pool.symbol_info(symbol).sort
        {
            single.push((symbol, width, literal));
        }
    }
    single.sort_by_key(|(symbol, ..)| *symbol);
    for group in single.chunk_by(|a, b| a.0 == b.0) {
        let (symbol, width, _) = group[0];
        let current = model.get(symbol).and_then(|value| value.as_bits());
        let fits = |value: &u128| {
            let one: Model = [(symbol, Constant::bits(width, *value))]
                .into_iter()
                .collect();
            group
                .iter()
                .all(|(.., (condition, holds))| eval_bool(pool, &one, *condition) == *holds)
        };
        if let Some(value) = current.into_iter().chain(0..1 << width).find(fits) {
            model.set(symbol, Constant::bits(width, value));
        }
    }
    model
}
