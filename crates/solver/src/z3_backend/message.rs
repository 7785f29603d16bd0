//! Messages between Z3's thread and its owner. Terms are copied out of the pool, which stays with
//! the owner.

use num_bigint::BigInt;
use rustc_hash::FxHashSet;
use sheaf_term::{BitVector, Op, Pool, Sort, Symbol, Term};
use smallvec::SmallVec;

use super::value::Value;

/// A term that the thread does not know yet. Its arguments precede it.
pub struct Part {
    /// Its id on both sides.
    pub term: Term,
    pub op: Op,
    pub args: SmallVec<[Term; 3]>,
    pub sort: Sort,
    pub detail: Detail,
}

/// The data of a term besides its arguments.
pub enum Detail {
    None,
    Bits(BitVector),
    Int(BigInt),
    Symbol(Symbol),
    /// The highest and the lowest bit of an extraction.
    Bounds(u32, u32),
}

/// A query.
pub struct Question {
    /// Whether to clear all earlier terms.
    pub anew: bool,
    pub parts: Vec<Part>,
    pub constraints: Vec<Term>,
    /// The symbols whose values are requested.
    pub symbols: Vec<(Symbol, Term, Sort)>,
}

/// The answer to it.
pub enum Answer {
    Sat(Vec<(Symbol, Value)>),
    Unsat(Vec<Term>),
    Unknown(String),
}

impl Part {
    fn new(pool: &Pool, term: Term) -> Part {
        let detail = match pool.op(term) {
            Op::Extract => {
                let (high, low) = pool.extract_bounds(term);
                Detail::Bounds(high, low)
            }
            Op::BitsConst => pool.as_vector(term).map_or(Detail::None, Detail::Bits),
            Op::IntConst => pool
                .as_int(term)
                .map_or(Detail::None, |value| Detail::Int(value.clone())),
            Op::Symbol => pool.as_symbol(term).map_or(Detail::None, Detail::Symbol),
            _ => Detail::None,
        };
        Part {
            term,
            op: pool.op(term),
            args: pool.args(term).into(),
            sort: pool.sort(term),
            detail,
        }
    }
}

/// The terms and constraints that the thread knows.
#[derive(Default)]
pub struct Told {
    terms: FxHashSet<Term>,
    constraints: FxHashSet<Term>,
}

impl Told {
    /// The number of constraints.
    pub fn constraints(&self) -> usize {
        self.constraints.len()
    }

    /// The question whether constraints are satisfiable together.
    pub fn question(&mut self, pool: &Pool, constraints: &[Term]) -> Question {
        let anew = self.constraints.is_empty();
        let mut parts = Vec::new();
        for &constraint in constraints {
            self.tell(pool, constraint, &mut parts);
            self.constraints.insert(constraint);
        }
        let mut symbols: Vec<Symbol> = Vec::new();
        for &constraint in constraints {
            symbols.extend_from_slice(&pool.symbols(constraint));
        }
        symbols.sort_unstable();
        symbols.dedup();
        let symbols = symbols.into_iter().map(|symbol| {
            let term = pool.symbol_term(symbol);
            (symbol, term, pool.sort(term))
        });
        Question {
            anew,
            parts,
            constraints: constraints.to_vec(),
            symbols: symbols.collect(),
        }
    }

    /// Adds the new subterms of a term.
    fn tell(&mut self, pool: &Pool, root: Term, parts: &mut Vec<Part>) {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.terms.contains(&term) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let args = pool.args(term).iter();
            stack.extend(args.copied().filter(|arg| !self.terms.contains(arg)));
            if stack.len() == waiting {
                self.terms.insert(term);
                parts.push(Part::new(pool, term));
                stack.pop();
            }
        }
    }
}
