//! The propagation link: values of terms that constraints imply together.
//!
//! A constraint is a term that is true. That may determine the values of its arguments, which
//! determine other terms, reduce a choice to one of its branches, and then the next constraint
//! determines the next term: unit propagation, on terms instead of clauses. It ends with a
//! contradiction, or with values for some symbols, which may be all that the hint lacks.
//!
//! Sound because every fact is recorded with the constraints that imply it; a model is evaluated.
//! It costs a few visits of each term of the query, of at most twenty thousand.

mod causes;
#[cfg(test)]
mod tests;
mod values;

use sheaf_term::{CachedModel, Constant, Evaluator, Model, Op, Pool, Sort, Symbol, Term};

use causes::Causes;
use values::{Known, Value, Values};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

/// Maximum number of passes over the open facts.
const ROUNDS: usize = 16;

/// The link, with reusable buffers.
#[derive(Default)]
pub struct Propagate(Values);

impl Link for Propagate {
    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        let Some(near) = question.hint else {
            return Outcome::Open;
        };
        match propagate(question.pool, question.set(), near, &mut self.0) {
            Propagated::Open => Outcome::Open,
            Propagated::Model(values) => Outcome::Values(values),
            Propagated::Impossible(core) => Outcome::Unsat(core),
        }
    }
}

/// The result of propagation.
enum Propagated {
    /// This subset has no model.
    Impossible(Vec<Term>),
    /// These values satisfy all constraints.
    Model(Model),
    /// Neither.
    Open,
}

/// A term with a value.
struct Claim {
    term: Term,
    value: u64,
    causes: Causes,
}

/// The constraints that imply a contradiction.
struct Contradiction(Causes);

struct Propagation<'a> {
    pool: &'a Pool,
    values: &'a mut Values,
    /// Claims to be processed.
    claims: Vec<Claim>,
    /// Facts that may imply more about their arguments when more is known of these.
    open: Vec<Claim>,
}

/// Propagates constraints. `near` gives values to symbols that remain undetermined; `values` is a
/// reusable buffer.
fn propagate(
    pool: &Pool,
    constraints: &[Term],
    near: &CachedModel,
    values: &mut Values,
) -> Propagated {
    values.clear();
    let claims = constraints.iter().enumerate().rev();
    let claims = claims.map(|(position, &term)| Claim {
        term,
        value: 1,
        causes: Causes::one(position),
    });
    let mut propagation = Propagation {
        pool,
        values,
        claims: claims.collect(),
        open: Vec::new(),
    };
    match propagation.run() {
        Err(Contradiction(causes)) => Propagated::Impossible(causes.of(constraints)),
        Ok(()) => {
            let model = propagation.model(constraints, near);
            match Evaluator::default().all_hold(pool, &model, constraints) {
                true => Propagated::Model(model),
                false => Propagated::Open,
            }
        }
    }
}

impl Propagation<'_> {
    /// Processes claims until there are no more, or too many.
    fn run(&mut self) -> Result<(), Contradiction> {
        for _ in 0..ROUNDS {
            let mut learned = false;
            while let Some(claim) = self.claims.pop() {
                learned |= self.accept(claim)?;
            }
            if !learned || self.values.is_exhausted() {
                break;
            }
            self.values.refresh();
            for claim in std::mem::take(&mut self.open) {
                self.conclude(claim)?;
            }
        }
        Ok(())
    }

    /// Adds a claim as a fact; returns whether it is new.
    fn accept(&mut self, claim: Claim) -> Result<bool, Contradiction> {
        let known = self.values.of(self.pool, claim.term);
        let causes = claim.causes.and(&known.causes);
        match known.value {
            Value::Number(value) if value == claim.value => Ok(false),
            Value::Number(_) => Err(Contradiction(causes)),
            Value::Term(term) => {
                let known = Known {
                    value: Value::Number(claim.value),
                    causes: causes.clone(),
                };
                self.values.learn(term, known);
                self.conclude(Claim {
                    term,
                    causes,
                    ..claim
                })?;
                Ok(true)
            }
        }
    }

    fn claim(&mut self, term: Term, value: u64, causes: Causes) {
        self.claims.push(Claim {
            term,
            value,
            causes,
        });
    }

    /// Derives the implications of a fact for the arguments of its term. It stays open if it may
    /// imply more later.
    fn conclude(&mut self, fact: Claim) -> Result<(), Contradiction> {
        let known = self.values.by_arguments(self.pool, fact.term);
        let causes = || fact.causes.clone().and(&known.causes);
        match known.value {
            Value::Number(value) if value == fact.value => return Ok(()),
            Value::Number(_) => return Err(Contradiction(causes())),
            Value::Term(other) if other != fact.term => {
                self.claim(other, fact.value, causes());
                return Ok(());
            }
            Value::Term(_) => {}
        }
        let done = match self.pool.sort(fact.term) {
            Sort::Bool => self.truth(&fact),
            Sort::Int => self.integer(&fact),
            _ => self.number(&fact)?,
        };
        if !done && self.pool.op(fact.term) != Op::Symbol {
            self.open.push(fact);
        }
        Ok(())
    }

    /// The implications of a boolean's value for its arguments; returns whether there can be no
    /// more later.
    fn truth(&mut self, fact: &Claim) -> bool {
        let args = self.pool.args(fact.term);
        let holds = fact.value == 1;
        match self.pool.op(fact.term) {
            Op::Not => self.claim(args[0], 1 - fact.value, fact.causes.clone()),
            Op::And if holds => self.claim_all(args, fact),
            Op::Or if !holds => self.claim_all(args, fact),
            Op::Eq if holds => return self.equal(args[0], args[1], &fact.causes),
            Op::Eq if self.pool.sort(args[0]) == Sort::Bool => {
                return self.inverse(args, fact, |_, known| Some(1 - known));
            }
            Op::Ite => return self.branch(fact),
            _ => return false,
        }
        true
    }

    fn claim_all(&mut self, args: &[Term], fact: &Claim) {
        for &arg in args {
            self.claim(arg, fact.value, fact.causes.clone());
        }
    }

    /// Two terms are equal.
    fn equal(&mut self, a: Term, b: Term, causes: &Causes) -> bool {
        let [x, y] = [a, b].map(|term| self.values.of(self.pool, term));
        let causes = causes.clone().and(&x.causes).and(&y.causes);
        match (x.value, y.value) {
            (Value::Term(term), Value::Number(value))
            | (Value::Number(value), Value::Term(term)) => self.claim(term, value, causes),
            (Value::Term(x), Value::Term(y)) if self.are_symbols(x, y) => {
                let value = Value::Term(x.min(y));
                self.values.learn(x.max(y), Known { value, causes });
            }
            _ => return false,
        }
        true
    }

    fn are_symbols(&self, x: Term, y: Term) -> bool {
        self.pool.as_symbol(x).is_some() && self.pool.as_symbol(y).is_some()
    }

    /// A choice has a value: a branch with a different value is not taken.
    fn branch(&mut self, fact: &Claim) -> bool {
        let args = self.pool.args(fact.term);
        for (taken, condition) in [(2, 0), (1, 1)] {
            let other = self.values.of(self.pool, args[3 - taken]);
            if let Value::Number(value) = other.value
                && value != fact.value
            {
                let causes = fact.causes.clone().and(&other.causes);
                self.claim(args[0], condition, causes.clone());
                self.claim(args[taken], fact.value, causes);
                return true;
            }
        }
        false
    }

    /// The implications of a bit-vector's value for its arguments; returns whether there can be no
    /// more later.
    fn number(&mut self, fact: &Claim) -> Result<bool, Contradiction> {
        let args = self.pool.args(fact.term);
        let width = self.pool.width(fact.term);
        match self.pool.op(fact.term) {
            Op::Concat => {
                let low = self.pool.width(args[1]);
                self.claim(args[0], fact.value >> low, fact.causes.clone());
                self.claim(args[1], fact.value & ones(low), fact.causes.clone());
            }
            Op::Zext | Op::Sext => {
                let low = fact.value & ones(self.pool.width(args[0]));
                if self.pool.apply(fact.term, &[low]) != Some(fact.value) {
                    return Err(Contradiction(fact.causes.clone()));
                }
                self.claim(args[0], low, fact.causes.clone());
            }
            Op::Neg => {
                let value = fact.value.wrapping_neg() & ones(width);
                self.claim(args[0], value, fact.causes.clone());
            }
            Op::Complement => self.claim(args[0], !fact.value & ones(width), fact.causes.clone()),
            Op::Add => {
                let value = fact.value;
                return Ok(self.inverse(args, fact, |_, known| {
                    Some(value.wrapping_sub(known) & ones(width))
                }));
            }
            Op::BitXor => {
                let value = fact.value;
                return Ok(self.inverse(args, fact, |_, known| Some(value ^ known)));
            }
            Op::Sub => {
                let value = fact.value;
                return Ok(self.inverse(args, fact, |position, known| {
                    let other = match position {
                        0 => known.wrapping_sub(value),
                        _ => known.wrapping_add(value),
                    };
                    Some(other & ones(width))
                }));
            }
            Op::Ite => return Ok(self.branch(fact)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The implications of an integer's value for its arguments; returns whether there can be no
    /// more later.
    fn integer(&mut self, fact: &Claim) -> bool {
        match self.pool.op(fact.term) {
            Op::IntAdd => self.inverse(self.pool.args(fact.term), fact, |_, known| {
                let other = (fact.value as i64).checked_sub(known as i64)?;
                Some(other as u64)
            }),
            Op::Ite => self.branch(fact),
            _ => false,
        }
    }

    /// If one of two arguments is a number, the other one is given by a function of its position
    /// and that number.
    fn inverse(
        &mut self,
        args: &[Term],
        fact: &Claim,
        other: impl Fn(usize, u64) -> Option<u64>,
    ) -> bool {
        for (position, &arg) in args.iter().enumerate() {
            let known = self.values.of(self.pool, arg);
            if let Value::Number(number) = known.value
                && let Some(value) = other(position, number)
            {
                let causes = fact.causes.clone().and(&known.causes);
                self.claim(args[1 - position], value, causes);
                return true;
            }
        }
        false
    }

    /// The values that facts determine for symbols, with those of a model for the others.
    fn model(&mut self, constraints: &[Term], near: &CachedModel) -> Model {
        let mut symbols: Vec<Symbol> = Vec::new();
        for &constraint in constraints {
            symbols.extend_from_slice(&self.pool.symbols(constraint));
        }
        symbols.sort_unstable();
        symbols.dedup();
        let mut model = Model::new();
        for symbol in symbols {
            let term = self.pool.symbol_term(symbol);
            let value = match self.values.of(self.pool, term).value {
                Value::Number(value) => match self.pool.sort(term) {
                    Sort::Bool => Constant::Bool(value == 1),
                    Sort::Int => Constant::Int((value as i64).into()),
                    _ => Constant::bits(self.pool.width(term), value.into()),
                },
                Value::Term(other) => near.eval(self.pool, other),
            };
            model.set(symbol, value);
        }
        model
    }
}

/// All bits of a width of 1 to 64.
fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}
