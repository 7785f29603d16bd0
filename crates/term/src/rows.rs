//! Evaluation of terms under many models at once: the values of a term are a row, with a column for
//! each model, and an operator is a loop over rows.
//!
//! Terms are compiled once, to a list of steps; each follows its arguments. Nothing is lazy,
//! so one evaluation costs the same in every column. [`crate::Combinations`] does the same for all
//! combinations of values, where what depends on the first symbols only is evaluated less often.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cancel;
use crate::node::{Symbol, Term};
use crate::op::{Op, Operator, Small};
use crate::pool::Pool;

/// The number of values that cost as much as creating a term.
const VALUES_PER_STEP: usize = 64;

/// Where a row comes from.
enum Step {
    /// An operator on other rows.
    Operator {
        operator: &'static Operator,
        /// Widths and payload; the arguments are in `args`.
        shape: Small,
        args: [usize; 3],
    },
    /// An element of an array whose stores, the newest first, are pairs of an index and an element.
    Select {
        index: usize,
        stores: Vec<(usize, usize)>,
        /// The element where no store has the index.
        base: usize,
    },
}

/// Terms, compiled for evaluation under so many models at once.
pub struct Rows {
    columns: usize,
    rows: FxHashMap<Term, usize>,
    /// The steps, each with the row of its result.
    steps: Vec<(usize, Step)>,
    values: Vec<u64>,
}

impl Rows {
    /// Compiles terms with at most `most` parts, for `columns` models. `None` if there are more, or
    /// one does not fit a machine word: a wide vector, an integer, an array without stores.
    pub fn new(pool: &Pool, terms: &[Term], columns: usize, most: usize) -> Option<Rows> {
        let mut rows = Rows {
            columns,
            rows: FxHashMap::default(),
            steps: Vec::new(),
            values: Vec::new(),
        };
        for &term in terms {
            rows.compile(pool, term, most)?;
        }
        Some(rows)
    }

    /// The number of models that are evaluated at once.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The terms that have rows.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.rows.keys().copied()
    }

    /// The row of a compiled term, for [`Rows::row`].
    pub fn position(&self, term: Term) -> Option<usize> {
        self.rows.get(&term).copied()
    }

    /// The values of a row, truth values as 0 and 1.
    pub fn row(&self, position: usize) -> &[u64] {
        &self.values[position * self.columns..][..self.columns]
    }

    /// The values of a symbol, to be set; `None` if no compiled term depends on it.
    pub fn symbol(&mut self, pool: &Pool, symbol: Symbol) -> Option<&mut [u64]> {
        let position = self.position(pool.symbol_term(symbol))?;
        Some(&mut self.values[position * self.columns..][..self.columns])
    }

    /// Computes all rows from those of the symbols, in the first `columns` columns.
    pub fn evaluate(&mut self, columns: usize) {
        for (row, step) in &self.steps {
            cancel::steps(1 + (columns / VALUES_PER_STEP) as u32);
            let (before, rest) = self.values.split_at_mut(row * self.columns);
            let values = |row: usize| &before[row * self.columns..][..columns];
            let results = &mut rest[..columns];
            match step {
                Step::Operator {
                    operator,
                    shape,
                    args,
                } => (operator.columns)(results, args.map(values), shape),
                Step::Select {
                    index,
                    stores,
                    base,
                } => {
                    results.copy_from_slice(values(*base));
                    for (key, element) in stores.iter().rev() {
                        let stored = values(*key).iter().zip(values(*element));
                        for ((result, index), (key, element)) in
                            results.iter_mut().zip(values(*index)).zip(stored)
                        {
                            if index == key {
                                *result = *element;
                            }
                        }
                    }
                }
            }
        }
    }

    /// A new row for a term.
    fn add(&mut self, term: Term) -> usize {
        let row = self.rows.len();
        self.rows.insert(term, row);
        self.values.resize((row + 1) * self.columns, 0);
        row
    }

    /// Makes rows for a term and what it needs.
    fn compile(&mut self, pool: &Pool, root: Term, most: usize) -> Option<()> {
        let mut stack = vec![root];
        let mut needed = Vec::new();
        while let Some(&term) = stack.last() {
            if self.rows.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = *pool.node(term);
            if !node.sort.is_small() || self.rows.len() + stack.len() > most {
                return None;
            }
            needed.clear();
            match node.op {
                Op::Select => {
                    needed.push(node.args[1]);
                    elements(pool, node.args[0], most, &mut needed)?;
                }
                op => needed.extend_from_slice(&node.args[..op.info().arity]),
            }
            let waiting = stack.len();
            stack.extend(needed.iter().filter(|part| !self.rows.contains_key(part)));
            if stack.len() > waiting {
                continue;
            }
            stack.pop();
            let places: Vec<usize> = needed.iter().map(|part| self.rows[part]).collect();
            let row = self.add(term);
            let step = match node.op {
                Op::Symbol => continue,
                Op::BoolConst | Op::BitsConst => {
                    self.values[row * self.columns..].fill(node.payload);
                    continue;
                }
                Op::Select => {
                    let (index, rest) = places.split_first()?;
                    let (base, stores) = rest.split_last()?;
                    let stores = stores.chunks_exact(2).map(|pair| (pair[0], pair[1]));
                    Step::Select {
                        index: *index,
                        stores: stores.collect(),
                        base: *base,
                    }
                }
                op => {
                    let mut args = [0; 3];
                    args[..places.len()].copy_from_slice(&places);
                    Step::Operator {
                        operator: op.info(),
                        shape: pool.shape(&node),
                        args,
                    }
                }
            };
            self.steps.push((row, step));
        }
        Some(())
    }
}

/// Lists the indices and elements of an array's stores, the newest first, and the element that it
/// has elsewhere; `None` if there are too many or no such element is known. Of the stores to a
/// constant index, only the newest counts.
fn elements(pool: &Pool, mut array: Term, most: usize, list: &mut Vec<Term>) -> Option<()> {
    let mut seen = FxHashSet::default();
    loop {
        let args = pool.args(array);
        match pool.op(array) {
            Op::Store if list.len() < most => {
                if seen.insert(args[1]) {
                    list.extend_from_slice(&args[1..3]);
                }
                array = args[0];
            }
            Op::ConstArray => {
                list.push(args[0]);
                return Some(());
            }
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Constant, Model, Sort, SymbolKind, eval};

    #[test]
    fn each_column_has_the_values_under_its_model() {
        let mut pool = Pool::new();
        let x = pool.symbol("x", Sort::Bits(8), SymbolKind::Input);
        let p = pool.symbol("p", Sort::Bool, SymbolKind::Input);
        let mut array = {
            let zero = pool.bits(8, 0);
            pool.const_array(8, zero)
        };
        for (index, element) in [(3, 30), (4, 40), (3, 31)] {
            let (index, element) = (pool.bits(8, index), pool.bits(8, element));
            array = pool.store(array, index, element);
        }
        array = pool.store(array, x, x);
        let five = pool.bits(8, 5);
        let index = pool.urem(x, five);
        let element = pool.select(array, index);
        let product = pool.mul(element, x);
        let either = pool.ite(p, product, element);
        let less = pool.ult(either, x);
        let mut rows = Rows::new(&pool, &[less, either], 40, 100).expect("all are words");
        let (x, p) = (pool.as_symbol(x), pool.as_symbol(p));
        let (x, p) = (x.expect("a symbol"), p.expect("a symbol"));
        let value = |column: usize| (column as u64 % 20, column as u64 / 20);
        for column in 0..40 {
            rows.symbol(&pool, x).expect("a row")[column] = value(column).0;
            rows.symbol(&pool, p).expect("a row")[column] = value(column).1;
        }
        rows.evaluate(40);
        for column in 0..40 {
            let (of_x, of_p) = value(column);
            let model = Model::from_iter([
                (x, Constant::bits(8, of_x.into())),
                (p, Constant::Bool(of_p == 1)),
            ]);
            for term in [less, either] {
                let got = rows.row(rows.position(term).expect("a row"))[column];
                let wanted = match eval(&pool, &model, term) {
                    Constant::Bool(value) => u64::from(value),
                    other => other.as_bits().expect("a word") as u64,
                };
                assert_eq!(got, wanted, "column {column}");
            }
        }
    }

    #[test]
    fn what_is_no_word_or_too_large_is_refused() {
        let mut pool = Pool::new();
        let wide = pool.symbol("w", Sort::Bits(65), SymbolKind::Input);
        let zero = pool.bits(65, 0);
        let is_zero = pool.eq(wide, zero);
        assert!(Rows::new(&pool, &[is_zero], 1, 100).is_none());
        let x = pool.symbol("x", Sort::Bits(8), SymbolKind::Input);
        let square = pool.mul(x, x);
        let less = pool.ult(square, x);
        assert!(Rows::new(&pool, &[less], 1, 3).is_some());
        assert!(Rows::new(&pool, &[less], 1, 2).is_none());
    }
}
