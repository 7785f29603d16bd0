//! The domain link: symbols that the path does little else with than compare them with constants.
//!
//! Comparisons with constants leave a symbol values that are known exactly: an interval, read
//! unsigned and signed, without some values. A goal that compares a symbol with a constant, too, has
//! a model if one of these values fits: the hint with this value instead. Parsers, switches and long
//! chains of ifs make such paths, with thousands of constraints on one symbol, none of which is
//! looked at again.
//!
//! Sound because the hint is a model of the path: where only one symbol changes its value, only the
//! constraints that mention it can fail. Those that are no comparisons with constants are evaluated,
//! if they are few. It costs a look into a table for each value that is tried.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_term::{CachedModel, Constant, Model, Op, Pool, Sort, Symbol, Term};

use crate::interval::range::{MAX_WIDTH, Range, ones, to_signed, to_unsigned};
use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

/// Steps from the bounds and from the hint's value within which a value is looked for.
const STEPS: u128 = 32;

/// Constraints that mention a symbol and are evaluated.
const MAX_OTHERS: usize = 8;

/// Values that are tried where constraints are evaluated.
const TRIES: usize = 4;

/// The link: what is left to each symbol that the path mentions.
#[derive(Default)]
pub struct Domains {
    domains: FxHashMap<Symbol, Domain>,
    undo: Vec<Undo>,
}

/// What constraints leave to a symbol.
#[derive(Clone)]
struct Domain {
    /// Bounds, of which the unsigned and the signed ones hold together.
    bounds: Range,
    excluded: FxHashSet<u128>,
    /// Constraints that are no comparisons with a constant.
    others: Vec<Term>,
}

/// How to take a constraint back.
enum Undo {
    /// It compared a symbol: its bounds before, and the value that is excluded since.
    Test(Symbol, Range, Option<u128>),
    /// It mentioned these symbols in another way.
    Other(Rc<[Symbol]>),
}

/// What a comparison with a constant says.
enum Test {
    Within(Range),
    Not(u128),
}

impl Link for Domains {
    fn push(&mut self, pool: &Pool, constraint: Term) {
        let undo = match compared(pool, constraint) {
            Some((symbol, width, test)) => {
                let domain = self.domain(symbol, width);
                let before = domain.bounds;
                Undo::Test(symbol, before, domain.restrict(test))
            }
            None => {
                let symbols = pool.symbols(constraint);
                for &symbol in symbols.iter() {
                    let width = pool.width(pool.symbol_term(symbol));
                    self.domain(symbol, width).others.push(constraint);
                }
                Undo::Other(symbols)
            }
        };
        self.undo.push(undo);
    }

    fn pop(&mut self) {
        match self.undo.pop() {
            Some(Undo::Test(symbol, bounds, excluded)) => {
                if let Some(domain) = self.domains.get_mut(&symbol) {
                    domain.bounds = bounds;
                    excluded.map(|value| domain.excluded.remove(&value));
                }
            }
            Some(Undo::Other(symbols)) => {
                for symbol in symbols.iter() {
                    if let Some(domain) = self.domains.get_mut(symbol) {
                        domain.others.pop();
                    }
                }
            }
            None => {}
        }
    }

    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        let Some(hint) = question.hint else {
            return Outcome::Open;
        };
        match self.model(question.pool, question.goals(), hint) {
            Some(model) => Outcome::Model(Rc::new(model)),
            None => Outcome::Open,
        }
    }
}

impl Domains {
    fn domain(&mut self, symbol: Symbol, width: u32) -> &mut Domain {
        let unknown = || Domain {
            bounds: Range::full(width.clamp(1, MAX_WIDTH)),
            excluded: FxHashSet::default(),
            others: Vec::new(),
        };
        self.domains.entry(symbol).or_insert_with(unknown)
    }

    /// A model of path and goals that differs from the hint in the symbols of the goals, if all of
    /// these compare a symbol with a constant.
    fn model(&mut self, pool: &Pool, goals: &[Term], hint: &CachedModel) -> Option<CachedModel> {
        let mut tests = Vec::with_capacity(goals.len());
        for &goal in goals {
            let (symbol, width, test) = compared(pool, goal)?;
            if self.domain(symbol, width).others.len() > MAX_OTHERS {
                return None;
            }
            tests.push((symbol, width, test));
        }
        tests.sort_by_key(|(symbol, ..)| *symbol);
        let mut model: Option<CachedModel> = None;
        for group in tests.chunk_by(|a, b| a.0 == b.0) {
            let near = model.as_ref().unwrap_or(hint);
            model = Some(self.changed(pool, group, near)?);
        }
        model
    }

    /// A model with another value of the symbol of some tests, for which these hold, and all
    /// constraints of the path that hold under the given model.
    fn changed(
        &mut self,
        pool: &Pool,
        tests: &[(Symbol, u32, Test)],
        near: &CachedModel,
    ) -> Option<CachedModel> {
        let &(symbol, width, _) = tests.first()?;
        let current = near.eval_bits(pool, pool.symbol_term(symbol))?;
        let domain = self.domain(symbol, width);
        let mut bounds = domain.bounds;
        let mut excluded = Vec::new();
        for (.., test) in tests {
            match test {
                Test::Within(range) => bounds = both(&bounds, range),
                Test::Not(value) => excluded.push(*value),
            }
        }
        let values = domain.values(width, bounds, &excluded, current);
        let mut models = values.take(TRIES).map(|value| {
            let own = Model::from_iter([(symbol, Constant::bits(width, value))]);
            CachedModel::new(near.model().with(&own))
        });
        let others = &domain.others;
        models.find(|model| others.iter().all(|&term| model.eval_bool(pool, term)))
    }
}

impl Domain {
    /// Adds a test; the value that is excluded by it and was not before.
    fn restrict(&mut self, test: Test) -> Option<u128> {
        match test {
            Test::Within(range) => {
                self.bounds = both(&self.bounds, &range);
                None
            }
            Test::Not(value) => self.excluded.insert(value).then_some(value),
        }
    }

    /// Values within bounds that are excluded neither here nor there, those near to one first.
    fn values(
        &self,
        width: u32,
        bounds: Range,
        also: &[u128],
        near: u128,
    ) -> impl Iterator<Item = u128> {
        let bounds = bounds.tightened(width);
        let starts = bounds.map(|it| {
            let signed = [it.slo, it.shi].map(|value| to_unsigned(width, value));
            [near, it.ulo, it.uhi, signed[0], signed[1]]
        });
        let fits = move |value: &u128| {
            bounds.is_some_and(|it| it.contains(width, *value))
                && !self.excluded.contains(value)
                && !also.contains(value)
        };
        let beside = move |step: u128| {
            starts.into_iter().flatten().flat_map(move |start| {
                let both = [start.wrapping_add(step), start.wrapping_sub(step)];
                both.map(|value| value & ones(width))
            })
        };
        (0..STEPS).flat_map(beside).filter(fits)
    }
}

/// The bounds of both.
fn both(a: &Range, b: &Range) -> Range {
    Range {
        ulo: a.ulo.max(b.ulo),
        uhi: a.uhi.min(b.uhi),
        slo: a.slo.max(b.slo),
        shi: a.shi.min(b.shi),
    }
}

/// The symbol that a constraint compares with a constant, its width, and what that says.
fn compared(pool: &Pool, constraint: Term) -> Option<(Symbol, u32, Test)> {
    let (mut term, mut holds) = (constraint, true);
    while pool.op(term) == Op::Not {
        term = pool.args(term)[0];
        holds = !holds;
    }
    let op = pool.op(term);
    let &[a, b] = pool.args(term) else {
        return None;
    };
    if !matches!(op, Op::Eq | Op::Ult | Op::Slt) {
        return None;
    }
    let (symbol, value, first) = match (pool.as_symbol(a), pool.as_symbol(b)) {
        (Some(symbol), None) => (symbol, pool.as_bits(b)?, true),
        (None, Some(symbol)) => (symbol, pool.as_bits(a)?, false),
        _ => return None,
    };
    let Sort::Bits(width @ 1..=MAX_WIDTH) = pool.sort(a) else {
        return None;
    };
    if op == Op::Eq {
        let test = match holds {
            true => Test::Within(Range::constant(width, value)),
            false => Test::Not(value),
        };
        return Some((symbol, width, test));
    }
    let mut range = Range::full(width);
    // Whether the symbol is below the constant, and how far from it at least.
    let (below, apart) = (first == holds, u32::from(holds));
    if op == Op::Ult {
        match below {
            true => range.uhi = value.checked_sub(apart.into())?,
            false => range.ulo = value.checked_add(apart.into())?,
        }
    } else {
        let value = to_signed(width, value);
        match below {
            true => range.shi = value.checked_sub(apart.into())?,
            false => range.slo = value.checked_add(apart.into())?,
        }
    }
    Some((symbol, width, Test::Within(range)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use rand::Rng;

    /// A random comparison of a symbol with a constant, or rarely of two symbols.
    fn comparison(random: &mut Random) -> Term {
        let symbols = random.symbols.clone();
        let symbol = symbols[random.rng.random_range(0..symbols.len())];
        let other = match random.rng.random_bool(0.1) {
            true => symbols[0],
            false => {
                let value = random.rng.random_range(0..8);
                random.pool.bits(3, value)
            }
        };
        let (a, b) = match random.rng.random() {
            true => (symbol, other),
            false => (other, symbol),
        };
        let term = match random.rng.random_range(0..3) {
            0 => random.pool.eq(a, b),
            1 => random.pool.ult(a, b),
            _ => random.pool.slt(a, b),
        };
        match random.rng.random() {
            true => term,
            false => random.pool.not(term),
        }
    }

    /// On paths that grow and shrink, the models that the link gives satisfy path and goals, and it
    /// gives one wherever all symbols of the goals are only compared with constants.
    #[test]
    fn models_are_found_where_symbols_are_compared_with_constants() {
        let mut random = Random::new(7, &[3, 3, 3]);
        let mut domains = Domains::default();
        let mut path: Vec<Term> = Vec::new();
        let mut hint = CachedModel::new(Model::new());
        let (mut found, mut none) = (0, 0);
        for _ in 0..5000 {
            if random.rng.random_bool(0.1) {
                let len = random.rng.random_range(0..=path.len());
                (len..path.len()).for_each(|_| domains.pop());
                path.truncate(len);
            }
            let goals: Vec<Term> = (0..random.rng.random_range(1..4))
                .map(|_| comparison(&mut random))
                .collect();
            let all: Vec<Term> = path.iter().chain(&goals).copied().collect();
            let pool = &random.pool;
            match domains.model(pool, &goals, &hint) {
                Some(model) => {
                    assert!(all.iter().all(|&term| model.eval_bool(pool, term)));
                    found += 1;
                    hint = model;
                    for goal in goals {
                        domains.push(&random.pool, goal);
                        path.push(goal);
                    }
                }
                None => {
                    let plain = |symbol: &Symbol| {
                        let mentions = |term: &&Term| pool.symbols(**term).contains(symbol);
                        let mut mentioning = all.iter().filter(mentions);
                        mentioning.all(|&term| compared(pool, term).is_some())
                    };
                    let mut symbols = goals.iter().flat_map(|&goal| pool.symbols(goal).to_vec());
                    let constant = goals.iter().any(|&goal| pool.symbols(goal).is_empty());
                    if !constant && symbols.all(|symbol| plain(&symbol)) {
                        assert!(!random.exhaustive(&all));
                        none += 1;
                    }
                }
            }
        }
        assert!(found > 500 && none > 500, "{found} {none}");
    }
}
