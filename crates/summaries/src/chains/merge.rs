//! Merging of functions over the subchains of a loop: table 1 of the paper, and more cases.
//!
//! | effects of one execution | value after the loop |
//! |---|---|
//! | unchanged, or plus an invariant | `start + sum of step * counter` |
//! | plus a value between two constants | as for the lesser one, plus a number up to `spread * counter` |
//! | unchanged, or times a constant | `start * product of factor ^ counter` |
//! | unchanged, or set to one invariant | that invariant if such a chain ran, else `start` |
//! | set to one invariant, or plus an invariant | the same with counters since the last reset |
//!
//! A step may contain counters of inner loops that are reset in each execution. After the loop,
//! they are replaced by counters of all executions.

use super::Analysis;
use super::loop_node::{Chain, Counter, Variable};
use super::numbers::{Reading, within};
use super::symbols::Kind;
use crate::loops::arithmetic;
use num_bigint::BigInt;
use sheaf_term::{Term, TermMap};

/// The effect of one execution of a chain on a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Update {
    /// No change.
    Same,
    /// It is increased by an invariant, by a value in a range, and by factors times counters of
    /// inner loops.
    Step {
        /// The invariant.
        base: Term,
        /// How much more than that it may be in each execution.
        spread: BigInt,
        /// The counters of one execution, with their factors.
        inner: Vec<(Term, Term)>,
    },
    /// It is multiplied by a constant.
    Scale(Term),
    /// It is set to an invariant.
    Set(Term),
    /// Any other effect.
    Unknown,
}

/// A variable as a function of counters.
#[derive(Clone, Default, Debug)]
pub struct Function {
    /// The value; `None` if the variable is no integer.
    pub term: Option<Term>,
    /// Symbols in it other than counters and inputs.
    pub extras: Vec<Extra>,
}

/// A symbol whose value depends on numbers of executions.
#[derive(Clone, Copy, Debug)]
pub enum Extra {
    /// A constant to the power of a counter.
    Power {
        symbol: Term,
        /// The constant.
        factor: Term,
        counter: Term,
    },
    /// Number of executions since the variable was last reset; at most the value of the counter.
    SinceReset { symbol: Term, counter: Term },
    /// A sum of numbers from 0 to a constant, one for each execution.
    Spread {
        symbol: Term,
        /// The constant.
        most: Term,
        /// The number of executions.
        counter: Term,
    },
    /// An unknown value (★ in the paper).
    Unknown { symbol: Term },
}

impl Extra {
    pub fn symbol(&self) -> Term {
        match self {
            Extra::Power { symbol, .. }
            | Extra::SinceReset { symbol, .. }
            | Extra::Spread { symbol, .. }
            | Extra::Unknown { symbol } => *symbol,
        }
    }
}

impl Function {
    /// Whether the value is known.
    pub fn is_known(&self) -> bool {
        let mut extras = self.extras.iter();
        self.term.is_some() && !extras.any(|extra| matches!(extra, Extra::Unknown { .. }))
    }
}

impl Analysis<'_, '_> {
    /// The value of a variable after a loop.
    pub fn merge(
        &mut self,
        variable: &Variable,
        chains: &[Chain],
        at: usize,
        depth: usize,
    ) -> Function {
        let known = self.merge_known(variable, chains, at, depth);
        known.unwrap_or_else(|| {
            let (name, kind) = (
                format!("{}*", variable.name),
                (variable.width, variable.reading),
            );
            let symbol = self.symbols.unknown(self.pool, &name, kind, depth).term;
            Function {
                term: Some(symbol),
                extras: vec![Extra::Unknown { symbol }],
            }
        })
    }

    fn merge_known(
        &mut self,
        variable: &Variable,
        chains: &[Chain],
        at: usize,
        depth: usize,
    ) -> Option<Function> {
        let start = variable.initial?;
        let start = match variable.reading {
            Reading::Modular => start.term,
            reading => start.read(self.pool, reading),
        };
        let updates: Vec<&Update> = chains.iter().map(|chain| &chain.updates[at]).collect();
        let only = |allowed: fn(&Update) -> bool| {
            let mut all = updates.iter();
            all.all(|update| **update == Update::Same || allowed(update))
        };
        if only(|it| matches!(it, Update::Step { .. })) {
            let mut extras = Vec::new();
            let term = self.sum(start, (chains, at, depth), &mut extras, |_, counter| {
                counter
            });
            return Some(Function {
                term: Some(term),
                extras,
            });
        }
        if only(|it| matches!(it, Update::Scale(_))) {
            return self.product(start, chains, at, depth);
        }
        if only(|it| matches!(it, Update::Set(_) | Update::Step { .. })) {
            return self.reset(start, chains, at, depth);
        }
        None
    }

    /// The start plus the increments of all chains. `count` selects the counters to use.
    fn sum(
        &mut self,
        start: Term,
        (chains, at, depth): (&[Chain], usize, usize),
        extras: &mut Vec<Extra>,
        mut count: impl FnMut(&mut Self, Term) -> Term,
    ) -> Term {
        let mut sum = start;
        for chain in chains {
            let Update::Step {
                base,
                spread,
                inner,
            } = &chain.updates[at]
            else {
                continue;
            };
            let counter = count(self, chain.counter);
            let part = arithmetic::mul(self.pool, *base, counter);
            sum = arithmetic::add(self.pool, sum, part);
            if *spread > BigInt::ZERO {
                let symbol = self.named_after(counter, 's', Kind::Value, depth);
                let most = self.pool.int(spread.clone());
                extras.push(Extra::Spread {
                    symbol,
                    most,
                    counter,
                });
                sum = arithmetic::add(self.pool, sum, symbol);
            }
            for (inside, factor) in inner {
                let all = all_executions(chain, *inside);
                let counter = count(self, all);
                let part = arithmetic::mul(self.pool, *factor, counter);
                sum = arithmetic::add(self.pool, sum, part);
            }
        }
        sum
    }

    /// A new symbol whose name is that of a counter with a letter behind it.
    fn named_after(&mut self, counter: Term, letter: char, kind: Kind, depth: usize) -> Term {
        let symbol = self.pool.as_symbol(counter);
        let name = symbol.map(|it| format!("{}{letter}", self.pool.symbol_info(it).name));
        let name = name.unwrap_or_default();
        self.symbols.fresh(self.pool, &name, kind, depth, None)
    }

    fn product(
        &mut self,
        start: Term,
        chains: &[Chain],
        at: usize,
        depth: usize,
    ) -> Option<Function> {
        let (mut product, mut extras) = (start, Vec::new());
        for chain in chains {
            let Update::Scale(factor) = chain.updates[at] else {
                continue;
            };
            let value = arithmetic::value(self.pool, factor)?;
            if value < BigInt::from(2) {
                return None;
            }
            let counter = self.pool.as_symbol(chain.counter)?;
            let name = format!("{value}^{}", self.pool.symbol_info(counter).name);
            let symbol = self
                .symbols
                .fresh(self.pool, &name, Kind::Value, depth, None);
            product = arithmetic::mul(self.pool, product, symbol);
            extras.push(Extra::Power {
                symbol,
                factor,
                counter: chain.counter,
            });
        }
        Some(Function {
            term: Some(product),
            extras,
        })
    }

    fn reset(
        &mut self,
        start: Term,
        chains: &[Chain],
        at: usize,
        depth: usize,
    ) -> Option<Function> {
        let mut to = None;
        let mut resets = self.pool.int(BigInt::ZERO);
        for chain in chains {
            if let Update::Set(value) = &chain.updates[at] {
                if to.is_some_and(|to| to != *value) {
                    return None;
                }
                to = Some(*value);
                resets = arithmetic::add(self.pool, resets, chain.counter);
            }
        }
        let (mut extras, mut resets_of) = (Vec::new(), Vec::new());
        let place = (chains, at, depth);
        let without = self.sum(start, place, &mut extras, |_, counter| counter);
        let since = |analysis: &mut Self, counter: Term| {
            let symbol = analysis.named_after(counter, 'r', Kind::Counter, depth);
            resets_of.push(Extra::SinceReset { symbol, counter });
            symbol
        };
        let with = self.sum(to?, place, &mut extras, since);
        // Those come first whose symbols others count by.
        resets_of.append(&mut extras);
        let extras = resets_of;
        let zero = self.pool.int(BigInt::ZERO);
        let is_reset = self.pool.int_lt(zero, resets);
        let term = self.pool.ite(is_reset, with, without);
        Some(Function {
            term: Some(term),
            extras,
        })
    }

    /// Facts about the extra symbols of a function.
    pub fn extra_facts(&mut self, extras: &[Extra]) -> Vec<Term> {
        let mut facts = Vec::new();
        for extra in extras {
            match *extra {
                Extra::Power {
                    symbol,
                    factor,
                    counter,
                } => {
                    let (zero, one) = (self.pool.int(0.into()), self.pool.int(1.into()));
                    let is_zero = self.pool.eq(counter, zero);
                    let is_one = self.pool.eq(symbol, one);
                    facts.push(self.pool.eq(is_zero, is_one));
                    facts.push(self.pool.int_le(one, symbol));
                    let rest = self.pool.int_rem(symbol, factor);
                    let divides = self.pool.eq(rest, zero);
                    facts.push(self.pool.or(is_zero, divides));
                }
                Extra::SinceReset { symbol, counter } => {
                    facts.push(self.pool.int_le(symbol, counter));
                }
                Extra::Spread {
                    symbol,
                    most,
                    counter,
                } => {
                    let zero = self.pool.int(BigInt::ZERO);
                    let all = arithmetic::mul(self.pool, most, counter);
                    facts.push(self.pool.int_le(zero, symbol));
                    facts.push(self.pool.int_le(symbol, all));
                }
                Extra::Unknown { .. } => {}
            }
        }
        facts
    }

    /// Copies of extra symbols for the counters to which `map` maps the original ones.
    pub fn copy_extras(&mut self, extras: &[Extra], depth: usize, map: &mut TermMap) -> Vec<Extra> {
        let mut copies = Vec::new();
        for extra in extras {
            let Some(old) = self.pool.as_symbol(extra.symbol()) else {
                continue;
            };
            let symbol = self.symbols.copy(self.pool, old, depth);
            let mut counted = |counter: Term| self.pool.substitute(counter, map);
            let copy = match *extra {
                Extra::Power {
                    factor, counter, ..
                } => Extra::Power {
                    symbol,
                    factor,
                    counter: counted(counter),
                },
                Extra::SinceReset { counter, .. } => Extra::SinceReset {
                    symbol,
                    counter: counted(counter),
                },
                Extra::Spread { most, counter, .. } => Extra::Spread {
                    symbol,
                    most,
                    counter: counted(counter),
                },
                Extra::Unknown { .. } => Extra::Unknown { symbol },
            };
            copies.push(copy);
            // Later ones may count by this one.
            map.insert(extra.symbol(), symbol);
        }
        copies
    }

    /// The condition that a function is within the range of its type, unless its reading is
    /// modular.
    pub fn range_fact(&mut self, variable: &Variable, term: Term) -> Option<Term> {
        let width = variable.width?;
        let fits = match variable.reading {
            Reading::Modular => return None,
            reading => within(self.pool, term, width, reading),
        };
        (fits != Term::TRUE).then_some(fits)
    }
}

/// The counter of all executions that corresponds to a counter of one execution.
pub fn all_executions(chain: &Chain, inside: Term) -> Term {
    let mut inner = chain.inner.iter();
    let found = inner.find(|(Counter { term, .. }, _)| *term == inside);
    found.map_or(inside, |(_, all)| *all)
}
