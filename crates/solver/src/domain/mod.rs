//! The domain link: constraints on single symbols.
//!
//! A constraint `symbol = constant` fixes the symbol to one value, and so do constraints on all of
//! its parts together. A goal whose symbols are all fixed has the value that it has under the hint,
//! which is a model of the path. Programs that compare their input with characters and numbers, and
//! then compute with it, produce such paths.
//!
//! Comparisons with constants restrict a symbol to an exactly known set: an interval, read unsigned
//! and signed, without some values. A goal that compares a symbol with a constant, too, has a model
//! if one of these values fits: the hint with this value instead. Parsers, switches and long
//! if-chains produce such paths, with thousands of constraints on one symbol, none of which is
//! visited again.
//!
//! Sound because the hint is a model of the path: if only one symbol changes its value, only the
//! constraints that contain it can fail. Those that are not comparisons with constants are
//! evaluated, if there are few. It costs a table lookup for each symbol of the goal, and for each
//! value that is tried.

mod symbol;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sheaf_term::{CachedModel, Model, Pool, Symbol, Term};

use crate::interval::range::Range;
use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;
use symbol::{Domain, Test, compared, equated, pattern, value, width};

/// Maximum number of constraints on a symbol that are evaluated.
const MAX_OTHERS: usize = 8;

/// Maximum number of values that are tried if constraints must be evaluated.
const TRIES: usize = 4;

/// The link: the remaining values of each symbol of the path.
#[derive(Default)]
pub struct Domains {
    domains: FxHashMap<Symbol, Domain>,
    undo: Vec<Undo>,
}

/// How to undo a constraint.
struct Undo {
    mention: Mention,
    /// The symbol of which it fixes another part.
    fixes: Option<Symbol>,
}

/// How a constraint contains symbols.
enum Mention {
    /// It compares one with a constant: the bounds before, and the value that it newly excludes.
    Test(Symbol, Range, Option<u128>),
    /// In another way.
    Other(Rc<[Symbol]>),
}

impl Link for Domains {
    fn push(&mut self, pool: &Pool, constraint: Term) {
        let fixes = equated(pool, constraint).and_then(|(symbol, part)| {
            let domain = self.domain(pool, symbol);
            domain.fix(part).then_some(symbol)
        });
        let mention = match compared(pool, constraint) {
            Some((symbol, test)) => {
                let domain = self.domain(pool, symbol);
                let before = domain.bounds;
                Mention::Test(symbol, before, domain.restrict(test))
            }
            None => {
                let symbols = pool.symbols(constraint);
                for &symbol in symbols.iter() {
                    self.domain(pool, symbol).others.push(constraint);
                }
                Mention::Other(symbols)
            }
        };
        self.undo.push(Undo { mention, fixes });
    }

    fn pop(&mut self) {
        let Some(undo) = self.undo.pop() else {
            return;
        };
        let domains = &mut self.domains;
        match undo.mention {
            Mention::Test(symbol, bounds, excluded) => {
                if let Some(domain) = domains.get_mut(&symbol) {
                    domain.bounds = bounds;
                    excluded.map(|value| domain.excluded.remove(&value));
                }
            }
            Mention::Other(symbols) => {
                for symbol in symbols.iter() {
                    domains.get_mut(symbol).map(|domain| domain.others.pop());
                }
            }
        }
        if let Some(symbol) = undo.fixes {
            domains.get_mut(&symbol).map(|domain| domain.parts.pop());
        }
    }

    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        let Some(hint) = question.hint else {
            return Outcome::Open;
        };
        let mut open = Vec::with_capacity(question.goals().len());
        for &goal in question.goals() {
            match self.fixed(question.pool, goal) {
                None => open.push(goal),
                Some(_) if hint.eval_bool(question.pool, goal) => {}
                Some(mut core) => {
                    core.push(goal);
                    return Outcome::Unsat(core);
                }
            }
        }
        question.keep_goals(open);
        match self.model(question.pool, question.goals(), hint) {
            Some(model) => Outcome::Model(Rc::new(model)),
            None => Outcome::Open,
        }
    }
}

impl Domains {
    fn domain(&mut self, pool: &Pool, symbol: Symbol) -> &mut Domain {
        let unknown = || Domain::new(width(pool, pool.symbol_term(symbol)));
        self.domains.entry(symbol).or_insert_with(unknown)
    }

    /// The constraints that fix all symbols of a term, if all are fixed.
    fn fixed(&self, pool: &Pool, term: Term) -> Option<Vec<Term>> {
        let mut causes = Vec::new();
        for symbol in pool.symbols(term).iter() {
            causes.extend(self.domains.get(symbol)?.fixed_by()?);
        }
        Some(causes)
    }

    /// A model of path and goals that differs from the hint in the symbols of the goals, if all
    /// goals compare a symbol with a constant.
    fn model(&self, pool: &Pool, goals: &[Term], hint: &CachedModel) -> Option<CachedModel> {
        let tests = goals.iter().map(|&goal| compared(pool, goal));
        let mut tests = tests.collect::<Option<Vec<_>>>()?;
        tests.sort_by_key(|(symbol, _)| *symbol);
        let mut model: Option<CachedModel> = None;
        for group in tests.chunk_by(|a, b| a.0 == b.0) {
            let near = model.as_ref().unwrap_or(hint);
            model = Some(self.changed(pool, group, near)?);
        }
        model
    }

    /// A model with another value of the symbol of some tests that satisfies these and all
    /// constraints of the path that the given model satisfies.
    fn changed(
        &self,
        pool: &Pool,
        tests: &[(Symbol, Test)],
        near: &CachedModel,
    ) -> Option<CachedModel> {
        let symbol = tests.first()?.0;
        let term = pool.symbol_term(symbol);
        let current = pattern(&near.eval(pool, term))?;
        let unknown = Domain::new(width(pool, term));
        let domain = self.domains.get(&symbol).unwrap_or(&unknown);
        if domain.others.len() > MAX_OTHERS {
            return None;
        }
        let tests = tests.iter().map(|(_, test)| test);
        let mut models = domain.values(tests, current).take(TRIES).map(|pattern| {
            let own = Model::from_iter([(symbol, value(pool, term, pattern))]);
            CachedModel::new(near.model().with(&own))
        });
        let others = &domain.others;
        models.find(|model| others.iter().all(|&term| model.eval_bool(pool, term)))
    }
}
