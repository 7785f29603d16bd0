//! Evaluation of terms under a model: iterative, memoised, and lazy in choices and array reads.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::cancel;
use crate::constant::Constant;
use crate::model::Model;
use crate::node::{Node, Symbol, Term};
use crate::op::{Op, Small};
use crate::pool::Pool;
use crate::sort::PackedSort;
use crate::vector::BitVector;

/// The value of a term under a model.
pub fn eval(pool: &Pool, model: &Model, term: Term) -> Constant {
    let mut memo = Memo::default();
    memo.run(pool, model, term);
    memo.constant(pool, term)
}

/// True if the truth value `term` is true under a model.
pub fn eval_bool(pool: &Pool, model: &Model, term: Term) -> bool {
    eval(pool, model, term).as_bool() == Some(true)
}

/// A model together with the values of the terms that were evaluated under it. Use it with one pool
/// only.
#[derive(Debug, Default)]
pub struct CachedModel {
    model: Model,
    memo: RefCell<Memo>,
}

impl CachedModel {
    /// A model with an empty cache.
    pub fn new(model: Model) -> CachedModel {
        CachedModel {
            model,
            memo: RefCell::default(),
        }
    }

    /// Clears the cached values.
    pub fn forget(&self) {
        self.memo.take();
    }

    /// The model itself.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The value of a term.
    pub fn eval(&self, pool: &Pool, term: Term) -> Constant {
        let memo = &mut *self.memo.borrow_mut();
        memo.run(pool, &self.model, term);
        memo.constant(pool, term)
    }

    /// True if a truth value is true.
    pub fn eval_bool(&self, pool: &Pool, term: Term) -> bool {
        if let Some(value) = pool.as_bool(term) {
            return value;
        }
        let memo = &mut *self.memo.borrow_mut();
        memo.run(pool, &self.model, term);
        memo.small(pool, term) == Some(1)
    }

    /// The unsigned value of a bit-vector of at most 128 bits; none for any other sort.
    pub fn eval_bits(&self, pool: &Pool, term: Term) -> Option<u128> {
        let node = pool.node(term);
        let memo = &mut *self.memo.borrow_mut();
        memo.run(pool, &self.model, term);
        match node.sort.width() {
            0 => None,
            1..=64 => memo.small(pool, term).map(u128::from),
            _ => memo
                .large
                .get(&term)
                .and_then(Constant::as_bits)
                .or_else(|| pool.as_bits(term)),
        }
    }
}

impl Clone for CachedModel {
    /// The same model with an empty cache.
    fn clone(&self) -> CachedModel {
        CachedModel::new(self.model.clone())
    }
}

/// Evaluates under one model after the other, without making a new cache for each.
#[derive(Debug, Default)]
pub struct Evaluator {
    memo: Memo,
}

impl Evaluator {
    /// True if a truth value is true under a model.
    pub fn holds(&mut self, pool: &Pool, model: &Model, term: Term) -> bool {
        self.all_hold(pool, model, &[term])
    }

    /// True if all of these truth values are true under a model.
    pub fn all_hold(&mut self, pool: &Pool, model: &Model, terms: &[Term]) -> bool {
        self.first_violated(pool, model, terms).is_none()
    }

    /// The first of these truth values that is false under a model, if one is.
    pub fn first_violated(&mut self, pool: &Pool, model: &Model, terms: &[Term]) -> Option<Term> {
        self.memo.small.clear();
        self.memo.large.clear();
        let violated = |term: &Term| {
            self.memo.run(pool, model, *term);
            self.memo.small(pool, *term) != Some(1)
        };
        terms.iter().copied().find(violated)
    }
}

/// Values of terms: machine words for truth values and bit-vectors of at most 64 bits, constants
/// for the rest.
#[derive(Debug, Default)]
struct Memo {
    small: FxHashMap<Term, u64>,
    large: FxHashMap<Term, Constant>,
    stack: Vec<Term>,
}

/// The result of one evaluation step.
enum Step {
    /// The value of a small sort.
    Small(u64),
    /// The value of another sort.
    Large(Constant),
    /// The value of another term.
    Same(Term),
    /// Other terms must be evaluated first; they are on the stack.
    Wait,
}

impl Memo {
    /// The known value of a term of a small sort.
    #[inline]
    fn small(&self, pool: &Pool, term: Term) -> Option<u64> {
        let node = pool.node(term);
        match node.op {
            Op::BoolConst | Op::BitsConst if node.sort.is_small() => Some(node.payload),
            _ => self.small.get(&term).copied(),
        }
    }

    /// True if the value of a term is known.
    fn knows(&self, pool: &Pool, term: Term) -> bool {
        if pool.node(term).sort.is_small() {
            self.small(pool, term).is_some()
        } else {
            pool.is_const(term) || self.large.contains_key(&term)
        }
    }

    /// The value of a term that has been evaluated.
    fn constant(&self, pool: &Pool, term: Term) -> Constant {
        let sort = pool.node(term).sort;
        match self.small(pool, term) {
            Some(value) if sort == PackedSort::BOOL => Constant::Bool(value == 1),
            Some(value) if sort.is_small() => Constant::bits(sort.width(), value.into()),
            _ => match self.large.get(&term) {
                Some(value) => value.clone(),
                None => pool
                    .as_constant(term)
                    .unwrap_or_else(|| Constant::default_of(pool.sort(term))),
            },
        }
    }

    /// Evaluates a term and what it needs.
    fn run(&mut self, pool: &Pool, model: &Model, root: Term) {
        if self.knows(pool, root) {
            return;
        }
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            cancel::steps(1);
            if self.knows(pool, term) {
                self.stack.pop();
                continue;
            }
            match self.step(pool, model, term) {
                Step::Small(value) => {
                    self.small.insert(term, value);
                }
                Step::Large(value) => {
                    self.large.insert(term, value);
                }
                Step::Same(other) => {
                    if pool.node(term).sort.is_small() {
                        let value = self.small(pool, other).unwrap_or(0);
                        self.small.insert(term, value);
                    } else {
                        let value = self.constant(pool, other);
                        self.large.insert(term, value);
                    }
                }
                Step::Wait => continue,
            }
            self.stack.pop();
        }
    }

    /// Pushes `term` on the stack if its value is unknown.
    fn need(&mut self, pool: &Pool, term: Term) -> bool {
        let unknown = !self.knows(pool, term);
        if unknown {
            self.stack.push(term);
        }
        unknown
    }

    /// The value of `term` if it is known, else a wait for it.
    fn same(&mut self, pool: &Pool, term: Term) -> Step {
        if self.need(pool, term) {
            Step::Wait
        } else {
            Step::Same(term)
        }
    }

    /// Evaluates one term from the known values of others.
    fn step(&mut self, pool: &Pool, model: &Model, term: Term) -> Step {
        let node = *pool.node(term);
        match node.op {
            Op::Symbol => return symbol(pool, model, &node),
            Op::Ite => {
                return match self.small(pool, node.args[0]) {
                    None => self.same(pool, node.args[0]),
                    Some(1) => self.same(pool, node.args[1]),
                    Some(_) => self.same(pool, node.args[2]),
                };
            }
            Op::And | Op::Or => {
                let decisive = u64::from(node.op == Op::Or);
                return match (
                    self.small(pool, node.args[0]),
                    self.small(pool, node.args[1]),
                ) {
                    (Some(value), _) | (_, Some(value)) if value == decisive => Step::Small(value),
                    (None, _) => self.same(pool, node.args[0]),
                    _ => self.same(pool, node.args[1]),
                };
            }
            Op::Select => return self.select(pool, model, node.args[0], node.args[1]),
            _ => {}
        }
        let args = &node.args[..node.op.info().arity];
        if node.sort.is_small() && args.iter().all(|&arg| pool.node(arg).sort.is_small()) {
            return self.small_step(pool, &node, args.len());
        }
        let waiting = args
            .iter()
            .fold(false, |waiting, &arg| self.need(pool, arg) | waiting);
        if waiting {
            return Step::Wait;
        }
        let values: SmallVec<[Constant; 3]> =
            args.iter().map(|&arg| self.constant(pool, arg)).collect();
        let value = (node.op.info().large)(&values, node.payload);
        result(
            &node,
            value.unwrap_or_else(|| Constant::default_of(pool.sort(term))),
        )
    }

    /// Evaluates an operator on machine words.
    fn small_step(&mut self, pool: &Pool, node: &Node, arity: usize) -> Step {
        let mut values = [0; 3];
        let mut waiting = false;
        for (value, &arg) in values.iter_mut().zip(&node.args[..arity]) {
            match self.small(pool, arg) {
                Some(known) => *value = known,
                None => {
                    self.stack.push(arg);
                    waiting = true;
                }
            }
        }
        if waiting {
            return Step::Wait;
        }
        Step::Small(operate(pool, node, values))
    }

    /// The element of `array` at `index`: follows the stores backwards and evaluates only the
    /// indices on the way.
    fn select(&mut self, pool: &Pool, model: &Model, array: Term, index: Term) -> Step {
        if self.need(pool, index) {
            return Step::Wait;
        }
        let wanted = self.constant(pool, index);
        let mut waiting = false;
        let mut at = array;
        loop {
            let node = *pool.node(at);
            match node.op {
                Op::Store if self.need(pool, node.args[1]) => waiting = true,
                Op::Store if !waiting && self.constant(pool, node.args[1]) == wanted => {
                    return self.same(pool, node.args[2]);
                }
                Op::Store => {}
                _ if waiting => return Step::Wait,
                Op::Ite => {
                    at = match self.small(pool, node.args[0]) {
                        None => return self.same(pool, node.args[0]),
                        Some(1) => node.args[1],
                        Some(_) => node.args[2],
                    };
                    continue;
                }
                Op::ConstArray => return self.same(pool, node.args[0]),
                _ => return element(pool, model, &node, &wanted),
            }
            at = node.args[0];
        }
    }
}

/// An operator on machine words.
fn operate(pool: &Pool, node: &Node, args: [u64; 3]) -> u64 {
    (node.op.info().small)(&Small {
        args,
        ..pool.shape(node)
    })
}

impl Pool {
    /// The widths and the payload of an operator on machine words, without arguments.
    pub(crate) fn shape(&self, node: &Node) -> Small {
        let second = match node.op.info().arity {
            0 | 1 => 0,
            _ => self.width(node.args[1]),
        };
        Small {
            args: [0; 3],
            width: self.width(node.args[0]),
            second,
            payload: node.payload,
        }
    }

    /// The result of a term's operator on these argument values, with booleans as 0 and 1; `None`
    /// unless the term and all its arguments, one to three, have at most 64 bits.
    pub fn apply(&self, term: Term, args: &[u64]) -> Option<u64> {
        let node = self.node(term);
        let arity = node.op.info().arity;
        let is_small = |term: &Term| self.node(*term).sort.is_small();
        let all_small = node.sort.is_small() && node.args[..arity].iter().all(is_small);
        let mut values = [0; 3];
        values.get_mut(..args.len())?.copy_from_slice(args);
        (all_small && arity > 0 && args.len() == arity).then(|| operate(self, node, values))
    }
}

/// The element of an array symbol's value.
fn element(pool: &Pool, model: &Model, node: &Node, index: &Constant) -> Step {
    let sort = pool.sorts.unpack(node.sort);
    let array = match symbol(pool, model, node) {
        Step::Large(value) => value,
        _ => Constant::default_of(sort),
    };
    let value = match (array.as_array(), index.as_vector()) {
        (Some(array), Some(index)) => array.get(index).clone(),
        _ => BitVector::new(1, 0),
    };
    if value.width() <= 64 {
        Step::Small(value.to_u128().unwrap_or(0) as u64)
    } else {
        Step::Large(Constant::Bits(value))
    }
}

/// The value of a symbol's node.
fn symbol(pool: &Pool, model: &Model, node: &Node) -> Step {
    let sort = pool.sorts.unpack(node.sort);
    let value = match model.get(Symbol(node.payload as u32)) {
        Some(value) if value.has_sort(sort) => value,
        _ => pool.usual_value(Symbol(node.payload as u32)),
    };
    result(node, value)
}

/// A value in the representation for its sort.
fn result(node: &Node, value: Constant) -> Step {
    if !node.sort.is_small() {
        return Step::Large(value);
    }
    match &value {
        Constant::Bool(value) => Step::Small(u64::from(*value)),
        other => Step::Small(other.as_bits().unwrap_or(0) as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sort, SymbolKind};

    #[test]
    fn deep_terms_and_long_store_chains() {
        let mut pool = Pool::new();
        let x = pool.symbol("x", Sort::Bits(32), SymbolKind::Input);
        let mut sum = x;
        for _ in 0..300_000 {
            sum = pool.bit_xor(sum, x);
            sum = pool.mul(sum, x);
        }
        let mut array = pool.symbol(
            "a",
            Sort::Array {
                index: 32,
                element: 32,
            },
            SymbolKind::Input,
        );
        for step in 0..2_000u32 {
            let offset = pool.bits(32, step.into());
            let index = pool.bit_xor(x, offset);
            array = pool.store(array, index, offset);
        }
        let picked = pool.select(array, x);
        let model = Model::from_iter([(Symbol(0), Constant::bits(32, 1))]);
        let cached = CachedModel::new(model.clone());
        assert_eq!(cached.eval_bits(&pool, sum), Some(1));
        assert_eq!(cached.eval_bits(&pool, picked), Some(0));
        assert_eq!(eval(&pool, &model, picked), Constant::bits(32, 0));
        assert_eq!(
            cached
                .eval(&pool, array)
                .as_array()
                .map(|array| array.entries().count()),
            Some(1_999)
        );
    }

    #[test]
    fn unmentioned_and_ill_sorted_values_read_as_zero() {
        let mut pool = Pool::new();
        let x = pool.symbol("x", Sort::Bits(8), SymbolKind::Input);
        let p = pool.symbol("p", Sort::Bool, SymbolKind::Input);
        let model = Model::from_iter([
            (Symbol(0), Constant::bits(9, 300)),
            (Symbol(1), Constant::bits(8, 1)),
        ]);
        let cached = CachedModel::new(model);
        assert_eq!(cached.eval_bits(&pool, x), Some(0));
        assert!(!cached.eval_bool(&pool, p));
        assert_eq!(cached.eval_bits(&pool, p), None);
    }
}
