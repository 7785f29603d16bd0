//! The symbols of the analysis: counters, values before an iteration, inputs and loaded values.

use super::FEW;
use super::memory::Version;
use super::numbers::{Number, Reading, within};
use crate::value::ObjectId;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use sheaf_term::{Pool, Sort, Symbol, Term};
use std::collections::BTreeMap;

/// Marks positions of symbols that are not inputs.
const POSITION: usize = 7 << 60;

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// How often a chain was executed.
    Counter,
    /// A value of the program.
    Value,
}

/// A symbol.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// What it stands for.
    pub kind: Kind,
    /// The nesting depth of the loop in whose iterations it may have different values.
    pub depth: usize,
    /// The type of a machine integer.
    pub range: Option<(u32, Reading)>,
}

/// All symbols.
#[derive(Default)]
pub struct Symbols {
    infos: BTreeMap<Symbol, Info>,
    /// The number of versions of memory.
    versions: usize,
    /// Numbers that were loaded from memory: version, object, offset and width.
    pub loaded: FxHashMap<(Version, ObjectId, Term, Option<u32>), Number>,
    /// The symbols of the stepper that stand for numbers, both ways.
    pub(super) machine: FxHashMap<Number, Term>,
    pub(super) numbers: FxHashMap<Term, Number>,
}

impl Symbols {
    /// A new symbol.
    pub fn fresh(
        &mut self,
        pool: &mut Pool,
        name: &str,
        kind: Kind,
        depth: usize,
        range: Option<(u32, Reading)>,
    ) -> Term {
        let term = pool.input(name, Sort::Int, POSITION | self.infos.len());
        if let Some(symbol) = pool.as_symbol(term) {
            self.infos.insert(symbol, Info { kind, depth, range });
        }
        term
    }

    /// The kind, the depth and the range of a symbol.
    pub fn info(&self, symbol: Symbol) -> Info {
        self.infos[&symbol]
    }

    /// A new number that is not known.
    pub fn unknown(
        &mut self,
        pool: &mut Pool,
        name: &str,
        (width, reading): (Option<u32>, Reading),
        depth: usize,
    ) -> Number {
        // A modular number may be read in any way.
        let reading = Reading::exact(reading == Reading::Unsigned);
        let range = width.map(|width| (width, reading));
        Number {
            term: self.fresh(pool, name, Kind::Value, depth, range),
            reading,
            width,
        }
    }

    /// Whether a symbol is one of these.
    pub fn is_known(&self, symbol: Symbol) -> bool {
        self.infos.contains_key(&symbol)
    }

    /// A copy of a symbol for another iteration.
    pub fn copy(&mut self, pool: &mut Pool, symbol: Symbol, depth: usize) -> Term {
        let Info { kind, range, .. } = self.info(symbol);
        let name = format!("{}'", pool.symbol_info(symbol).name.trim_end_matches('\''));
        self.fresh(pool, &name, kind, depth, range)
    }

    /// A new version of memory.
    pub fn new_version(&mut self, depth: usize) -> Version {
        self.versions += 1;
        Version {
            number: self.versions,
            depth,
        }
    }

    /// The nesting depth of the innermost loop in whose iterations a term may have different
    /// values.
    pub fn depth_of(&self, pool: &Pool, term: Term) -> usize {
        let symbols = pool.symbols(term);
        let depths = symbols.iter().map(|symbol| self.info(*symbol).depth);
        depths.max().unwrap_or(0)
    }

    /// The symbols of a term that may have different values in each iteration of a loop of this
    /// depth.
    pub fn local(&self, pool: &Pool, term: Term, depth: usize) -> Vec<Symbol> {
        let symbols = pool.symbols(term);
        let symbols = symbols.iter().copied();
        symbols.filter(|it| self.info(*it).depth >= depth).collect()
    }

    /// Range conditions on the symbols of terms: counters are not negative, and machine integers
    /// are within their range.
    pub fn ranges(&self, pool: &mut Pool, terms: &[Term]) -> Vec<Term> {
        let mut conditions = Vec::new();
        for symbol in symbols_of(pool, terms) {
            let Info { kind, range, .. } = self.info(symbol);
            let term = pool.symbol_term(symbol);
            if kind == Kind::Counter {
                let zero = pool.int(BigInt::ZERO);
                conditions.push(pool.int_le(zero, term));
            }
            if let Some((width, reading)) = range {
                conditions.push(within(pool, term, width, reading));
            }
        }
        conditions
    }

    /// The conditions that no counter in these terms is large.
    pub fn few(&self, pool: &mut Pool, terms: &[Term]) -> Vec<Term> {
        let mut counters = symbols_of(pool, terms);
        counters.retain(|it| self.info(*it).kind == Kind::Counter);
        let most = pool.int(FEW.get().into());
        let counters = counters.into_iter();
        counters
            .map(|counter| {
                let counter = pool.symbol_term(counter);
                pool.int_le(counter, most)
            })
            .collect()
    }
}

/// The symbols of terms, ascending.
fn symbols_of(pool: &Pool, terms: &[Term]) -> Vec<Symbol> {
    let mut all: Vec<Symbol> = Vec::new();
    for term in terms {
        all.extend(pool.symbols(*term).iter());
    }
    all.sort_unstable();
    all.dedup();
    all
}
