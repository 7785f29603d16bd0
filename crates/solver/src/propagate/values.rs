//! Evaluation of terms under facts, to numbers or other terms.

use rustc_hash::FxHashMap;
use sheaf_term::{Op, Pool, Sort, Term};

use super::causes::Causes;

sheaf_tuning::constants! {
    /// Maximum number of terms visited in one query; more would take as long as a backend.
    MAX_TERMS: usize = 20_000, 1 => 320_000, "terms";
}

/// The value of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number: 0 or 1 for a boolean, the pattern of a bit-vector of at most 64 bits, or that of
    /// an integer that fits in 64 bits with its sign.
    Number(u64),
    /// Another term of unknown value.
    Term(Term),
}

/// The value of a term, with its causes.
#[derive(Clone, Debug)]
pub struct Known {
    /// What it equals.
    pub value: Value,
    /// The constraints that imply it.
    pub causes: Causes,
}

impl Known {
    fn by_itself(value: Value) -> Known {
        Known {
            value,
            causes: Causes::default(),
        }
    }

    /// The same, with further causes.
    fn because(&self, other: &Known) -> Known {
        Known {
            value: self.value,
            causes: self.causes.clone().and(&other.causes),
        }
    }
}

/// Facts, and the values of terms under them.
#[derive(Default)]
pub struct Values {
    /// Numbers of terms; of two equal symbols the greater one refers to the smaller, so there are
    /// no cycles.
    facts: FxHashMap<Term, Known>,
    memo: FxHashMap<Term, Known>,
    stack: Vec<Term>,
    looked_at: usize,
}

impl Values {
    /// Removes everything, including the facts.
    pub fn clear(&mut self) {
        self.facts.clear();
        self.memo.clear();
        self.looked_at = 0;
    }

    /// Adds a fact about a term that equals only itself so far.
    pub fn learn(&mut self, term: Term, known: Known) {
        self.memo.insert(term, known.clone());
        self.facts.insert(term, known);
    }

    /// Clears derived values, because new facts may imply more.
    pub fn refresh(&mut self) {
        self.memo.clear();
    }

    /// Whether the limit of visited terms is reached.
    pub fn is_exhausted(&self) -> bool {
        self.looked_at > MAX_TERMS.get()
    }

    /// The value of a term under the facts.
    pub fn of(&mut self, pool: &Pool, term: Term) -> Known {
        loop {
            match self.look_up(pool, term) {
                Some(known) => return known,
                None => self.evaluate(pool, term),
            }
        }
    }

    /// The value of a term by its arguments, ignoring facts about the term itself.
    pub fn by_arguments(&mut self, pool: &Pool, term: Term) -> Known {
        loop {
            match self.operator(pool, term) {
                Some(known) => return known,
                None => self.evaluate_waiting(pool, 0),
            }
        }
    }

    /// Evaluates a term and its subterms.
    fn evaluate(&mut self, pool: &Pool, term: Term) {
        let below = self.stack.len();
        self.stack.push(term);
        self.evaluate_waiting(pool, below);
    }

    /// Evaluates the terms on the stack down to a height. Beyond the limit, the rest evaluate to
    /// themselves.
    fn evaluate_waiting(&mut self, pool: &Pool, below: usize) {
        while self.stack.len() > below
            && let Some(&term) = self.stack.last()
        {
            let known = match self.memo.contains_key(&term) {
                true => None,
                false if self.is_exhausted() => Some(Known::by_itself(Value::Term(term))),
                false => self.step(pool, term),
            };
            if let Some(known) = known {
                self.looked_at += 1;
                self.memo.insert(term, known);
            }
            if self.memo.contains_key(&term) && self.stack.last() == Some(&term) {
                self.stack.pop();
            }
        }
    }

    /// The value of a term, if already known.
    fn look_up(&self, pool: &Pool, term: Term) -> Option<Known> {
        match number(pool, term) {
            Some(value) => Some(Known::by_itself(Value::Number(value))),
            None => self.memo.get(&term).cloned(),
        }
    }

    /// The value of a term; if unknown, pushes the term on the stack and returns `None`.
    fn need(&mut self, pool: &Pool, term: Term) -> Option<Known> {
        let known = self.look_up(pool, term);
        if known.is_none() {
            self.stack.push(term);
        }
        known
    }

    /// One step of evaluation; `None` if other terms come first, which are then on the stack.
    fn step(&mut self, pool: &Pool, term: Term) -> Option<Known> {
        let Some(fact) = self.facts.get(&term).cloned() else {
            return self.operator(pool, term);
        };
        match fact.value {
            Value::Number(_) => Some(fact),
            Value::Term(symbol) => Some(self.need(pool, symbol)?.because(&fact)),
        }
    }

    fn operator(&mut self, pool: &Pool, term: Term) -> Option<Known> {
        let itself = Known::by_itself(Value::Term(term));
        let args = pool.args(term);
        match pool.op(term) {
            Op::Ite => self.choice(pool, term),
            Op::And | Op::Or => {
                let decisive = Value::Number(u64::from(pool.op(term) == Op::Or));
                let (a, b) = (self.need(pool, args[0])?, self.need(pool, args[1])?);
                Some(match (a.value, b.value) {
                    (value, _) if value == decisive => a,
                    (_, value) if value == decisive => b,
                    (Value::Number(_), _) => b.because(&a),
                    (_, Value::Number(_)) => a.because(&b),
                    (x, y) if x == y => a.because(&b),
                    _ => itself,
                })
            }
            Op::Eq => {
                let (a, b) = (self.need(pool, args[0])?, self.need(pool, args[1])?);
                Some(match (a.value, b.value) {
                    (x, y) if x == y => truth(true, &a, &b),
                    (Value::Number(_), Value::Number(_)) => truth(false, &a, &b),
                    (Value::Number(1), _) if pool.sort(args[0]) == Sort::Bool => b.because(&a),
                    (_, Value::Number(1)) if pool.sort(args[0]) == Sort::Bool => a.because(&b),
                    _ => itself,
                })
            }
            Op::Select => self.element(pool, term),
            _ if args.is_empty() || !args.iter().all(|arg| is_small(pool, *arg)) => Some(itself),
            _ => Some(self.applied(pool, term)?.unwrap_or(itself)),
        }
    }

    /// A choice: the taken branch, or the common value of both branches.
    fn choice(&mut self, pool: &Pool, term: Term) -> Option<Known> {
        let args = pool.args(term);
        let condition = self.need(pool, args[0])?;
        match condition.value {
            Value::Number(value) => {
                let taken = self.need(pool, args[if value == 1 { 1 } else { 2 }])?;
                Some(taken.because(&condition))
            }
            Value::Term(_) => {
                let (a, b) = (self.need(pool, args[1])?, self.need(pool, args[2])?);
                Some(match a.value == b.value {
                    true => a.because(&b),
                    false => Known::by_itself(Value::Term(term)),
                })
            }
        }
    }

    /// An element of an array: the last value stored at its index, if all indices on the way are
    /// numbers.
    fn element(&mut self, pool: &Pool, term: Term) -> Option<Known> {
        let wanted = self.need(pool, pool.args(term)[1])?;
        let mut way = Known::by_itself(Value::Term(term));
        way.causes.join(&wanted.causes);
        let mut at = pool.args(term)[0];
        while let Value::Number(_) = wanted.value {
            self.looked_at += 1;
            let args = pool.args(at);
            at = match pool.op(at) {
                Op::ConstArray => return Some(self.need(pool, args[0])?.because(&way)),
                Op::Store => {
                    let index = self.need(pool, args[1])?;
                    way.causes.join(&index.causes);
                    match index.value {
                        value if value == wanted.value => {
                            return Some(self.need(pool, args[2])?.because(&way));
                        }
                        Value::Number(_) => args[0],
                        Value::Term(_) => break,
                    }
                }
                _ => break,
            };
        }
        Some(Known::by_itself(Value::Term(term)))
    }

    /// An operator on numbers, if all arguments are numbers.
    fn applied(&mut self, pool: &Pool, term: Term) -> Option<Option<Known>> {
        let mut numbers = [0; 3];
        let mut causes = Causes::default();
        let args = pool.args(term);
        for (number, &arg) in numbers.iter_mut().zip(args) {
            let known = self.need(pool, arg)?;
            let Value::Number(value) = known.value else {
                return Some(None);
            };
            *number = value;
            causes.join(&known.causes);
        }
        let value = match args.iter().any(|&arg| pool.sort(arg) == Sort::Int) {
            true => on_integers(pool.op(term), numbers),
            false => pool.apply(term, &numbers[..args.len()]),
        };
        Some(value.map(|value| Known {
            value: Value::Number(value),
            causes,
        }))
    }
}

fn truth(value: bool, a: &Known, b: &Known) -> Known {
    Known {
        value: Value::Number(value.into()),
        causes: a.causes.clone().and(&b.causes),
    }
}

/// Whether values of a term are numbers.
fn is_small(pool: &Pool, term: Term) -> bool {
    matches!(pool.sort(term), Sort::Bool | Sort::Int | Sort::Bits(..=64))
}

/// The value of a constant.
fn number(pool: &Pool, term: Term) -> Option<u64> {
    let bits = || pool.as_bits(term).filter(|_| is_small(pool, term));
    match pool.sort(term) {
        Sort::Bool => pool.as_bool(term).map(u64::from),
        Sort::Int => Some(i64::try_from(pool.as_int(term)?).ok()? as u64),
        _ => bits().map(|bits| bits as u64),
    }
}

/// The result of an operator on integers, if it fits in 64 bits.
fn on_integers(op: Op, [a, b, _]: [u64; 3]) -> Option<u64> {
    let (a, b) = (a as i64, b as i64);
    match op {
        Op::IntAdd => a.checked_add(b).map(|sum| sum as u64),
        Op::IntMul => a.checked_mul(b).map(|product| product as u64),
        Op::IntLt => Some((a < b).into()),
        _ => None,
    }
}
