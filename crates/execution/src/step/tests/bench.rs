//! Random unions, scalars and models.

use crate::value::{ObjectId, Value, mask};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_ir::Type;
use sheaf_term::{CachedModel, Constant, Model, Pool, Sort, Symbol, SymbolKind, Term};
use std::rc::Rc;

/// Number of symbols in the guards of unions.
pub const DECISIONS: usize = 3;

/// Symbols and arguments of one round.
pub struct Bench {
    pub rng: SmallRng,
    pub pool: Pool,
    decisions: Vec<Term>,
    data: Vec<Symbol>,
}

impl Bench {
    pub fn new(seed: u64) -> Bench {
        let mut pool = Pool::new();
        pool.use_diagrams(1 << 16);
        let decisions = (0..DECISIONS)
            .map(|_| pool.symbol("decision", Sort::Bool, SymbolKind::Input))
            .collect();
        Bench {
            rng: SmallRng::seed_from_u64(seed),
            pool,
            decisions,
            data: Vec::new(),
        }
    }

    /// Disjoint guards that cover everything.
    pub fn guards(&mut self) -> Vec<Term> {
        let count = self.rng.random_range(1..=4);
        let mut guards = vec![Term::FALSE; count];
        for assignment in 0..1 << DECISIONS {
            let mut all = Term::TRUE;
            for (bit, decision) in self.decisions.clone().into_iter().enumerate() {
                let literal = match assignment >> bit & 1 {
                    1 => decision,
                    _ => self.pool.guard_not(decision),
                };
                all = self.pool.guard_and(all, literal);
            }
            let member = self.rng.random_range(0..count);
            guards[member] = self.pool.guard_or(guards[member], all);
        }
        guards
    }

    pub fn argument(&mut self, ty: &Type, guards: &[Term], symbolic: bool) -> Value {
        let members = guards
            .iter()
            .map(|guard| (*guard, self.member(ty, symbolic)))
            .collect();
        Value::union(&mut self.pool, members)
    }

    fn member(&mut self, ty: &Type, symbolic: bool) -> Value {
        let symbolic = symbolic && self.rng.random_range(0..3) == 0;
        match ty {
            Type::Tuple(types) => {
                let members = types.iter().map(|ty| self.member(ty, symbolic));
                Value::Tuple(Rc::new(members.collect()))
            }
            Type::Ptr if symbolic => {
                let offset = self.symbol(Sort::Bits(4));
                let offset = self.pool.zext(offset, 64);
                let object = ObjectId(self.rng.random_range(1..=2));
                Value::pointer(&self.pool, object, offset)
            }
            Type::Ptr => match self.rng.random_range(0..8) {
                0 => Value::NULL,
                _ => Value::Ptr {
                    object: ObjectId(self.rng.random_range(1..=2)),
                    offset: self.rng.random_range(0..5),
                },
            },
            Type::Bool if symbolic => Value::Term(self.symbol(Sort::Bool)),
            Type::Bool => Value::Bool(self.rng.random()),
            Type::Int if symbolic => Value::Term(self.symbol(Sort::Int)),
            Type::Int => Value::Int(self.rng.random_range(-3..8)),
            Type::Any => match self.rng.random_range(0..3) {
                0 => self.member(&Type::Int, symbolic),
                1 => self.member(&Type::Bits(8), symbolic),
                _ => self.member(&Type::Bool, symbolic),
            },
            ty => self.word(ty, symbolic),
        }
    }

    fn word(&mut self, ty: &Type, symbolic: bool) -> Value {
        let width = match ty {
            Type::Bits(width) => *width,
            Type::Float(kind) => kind.width(),
            _ => 1,
        };
        if symbolic {
            return Value::Term(self.symbol(Sort::Bits(width)));
        }
        if let Type::Float(_) = ty {
            let bits = f64::from(self.rng.random_range(-3..4i8)) / 2.0;
            return Value::bits(width, u128::from(bits.to_bits()));
        }
        let value = match self.rng.random_range(0..4) {
            0 => self.rng.random(),
            1 => mask(width.min(64)) >> self.rng.random_range(0..2),
            _ => self.rng.random_range(0..6),
        };
        Value::bits(width, u128::from(value))
    }

    fn symbol(&mut self, sort: Sort) -> Term {
        let term = self.pool.symbol("data", sort, SymbolKind::Input);
        self.data.extend(self.pool.as_symbol(term));
        term
    }

    /// A model with these decisions and random data.
    pub fn model(&mut self, assignment: usize) -> CachedModel {
        let mut model = Model::new();
        for (bit, decision) in self.decisions.iter().enumerate() {
            if let Some(symbol) = self.pool.as_symbol(*decision) {
                model.set(symbol, Constant::Bool(assignment >> bit & 1 == 1));
            }
        }
        for symbol in &self.data {
            let small = self.rng.random_range(0..8u8);
            let value = match self.pool.symbol_info(*symbol).sort {
                Sort::Bool => Constant::Bool(small % 2 == 0),
                Sort::Bits(width) => Constant::bits(width, u128::from(small)),
                _ => Constant::Int(small.into()),
            };
            model.set(*symbol, value);
        }
        CachedModel::new(model)
    }
}
