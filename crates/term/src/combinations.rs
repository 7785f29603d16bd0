//! Evaluation of constraints for all combinations of values of a few symbols.
//!
//! Symbols are assigned in their order. What depends on the first ones only is evaluated once for
//! each of their combinations. For all combinations of the last ones, the *columns*, a term is
//! evaluated at once: its values are a row, and an operator is a loop over rows, which takes less
//! than a nanosecond per value. A combination is left as soon as a constraint is false.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cancel;
use crate::node::{Symbol, Term};
use crate::op::{Op, Operator, Small};
use crate::pool::Pool;

/// The maximum number of columns, unless the last symbol has more values.
const COLUMNS: usize = 256;
sheaf_tuning::constants! {
    /// The cost of evaluating a term for one combination, in values of a row.
    SINGLE: u64 = 8, 1 => 128, "values";
}
/// The number of values of a row that cost as much as creating a term.
const VALUES_PER_STEP: usize = 64;

sheaf_tuning::constants! {
    /// The maximum number of values in all rows.
    VALUES: usize = 1 << 22, 1 => 1 << 24, "values";
}

/// A symbol, and the values that it may have.
#[derive(Clone, Debug)]
pub struct Range {
    /// The symbol, a truth value or a bit-vector of at most 64 bits.
    pub symbol: Symbol,
    /// Its values, in the order in which they are tried; at least one.
    pub values: Vec<u64>,
}

/// What is done when the symbols of a level have values.
enum Item {
    /// Evaluates a term.
    Step {
        operator: &'static Operator,
        /// Widths and payload; the arguments are in `args`.
        shape: Small,
        args: [usize; 3],
        row: usize,
    },
    /// Excludes combinations for which a constraint is false.
    Check { constraint: Term, row: usize },
}

/// Constraints, compiled for evaluation under all combinations of values.
pub struct Combinations<'a> {
    ranges: &'a [Range],
    /// The number of symbols before the columns. Level `n` is what depends on symbol `n` and those
    /// before it; the columns are the last level.
    outer: usize,
    columns: usize,
    levels: Vec<Vec<Item>>,
    /// The row of each symbol before the columns.
    symbols: Vec<usize>,
    /// The values of all rows. Rows of outer levels have the same value in every column.
    values: Vec<u64>,
    /// The rows of outer levels that later levels read as a whole.
    spread: Vec<bool>,
    /// The value of each symbol before the columns.
    chosen: Vec<u64>,
    violated: FxHashSet<Term>,
}

impl<'a> Combinations<'a> {
    /// Compiles constraints on these symbols; `None` if there is an operator that does not work on
    /// machine words, or another symbol, or if the evaluation takes more than `most` steps (a simple
    /// operator for one combination of the columns) or much memory.
    pub fn new(
        pool: &Pool,
        constraints: &[Term],
        ranges: &'a [Range],
        most: u64,
    ) -> Option<Combinations<'a>> {
        if ranges.is_empty() {
            return None;
        }
        let (outer, columns) = columns(ranges);
        let mut compiler = Compiler {
            pool,
            rows: FxHashMap::default(),
            levels_of: Vec::new(),
            left: most,
            to: Combinations {
                ranges,
                outer,
                columns,
                levels: (0..=outer).map(|_| Vec::new()).collect(),
                symbols: Vec::new(),
                values: Vec::new(),
                spread: Vec::new(),
                chosen: vec![0; outer],
                violated: FxHashSet::default(),
            },
        };
        compiler.symbols();
        for &constraint in constraints {
            let row = compiler.compile(constraint)?;
            let level = compiler.levels_of[row];
            compiler.to.levels[level].push(Item::Check { constraint, row });
        }
        Some(compiler.to)
    }

    /// The constraints that excluded combinations so far.
    pub fn violated(&self) -> impl Iterator<Item = Term> {
        self.violated.iter().copied()
    }

    /// The first combination that satisfies all constraints: a value for each symbol.
    pub fn first(&mut self) -> Option<Vec<u64>> {
        let column = self.assign(0)?;
        let inner = inner_values(&self.ranges[self.outer..], column);
        Some(self.chosen.iter().copied().chain(inner).collect())
    }

    /// Assigns values to the symbols from this position on; returns the column of the combination
    /// that was found.
    fn assign(&mut self, position: usize) -> Option<usize> {
        if position == self.outer {
            return self.evaluate_columns();
        }
        let ranges = self.ranges;
        for &value in &ranges[position].values {
            self.chosen[position] = value;
            self.set(self.symbols[position], value);
            if self.evaluate_level(position) {
                let found = self.assign(position + 1);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Sets the value of a row of an outer level.
    fn set(&mut self, row: usize, value: u64) {
        let start = row * self.columns;
        let length = if self.spread[row] { self.columns } else { 1 };
        self.values[start..start + length].fill(value);
    }

    /// Evaluates an outer level; returns whether its constraints hold.
    fn evaluate_level(&mut self, level: usize) -> bool {
        let items = std::mem::take(&mut self.levels[level]);
        let holds = items.iter().all(|item| match item {
            Item::Step {
                operator,
                shape,
                args,
                row,
            } => {
                let args = args.map(|arg| self.values[arg * self.columns]);
                self.set(*row, (operator.small)(&Small { args, ..*shape }));
                true
            }
            Item::Check { constraint, row } => {
                let holds = self.values[row * self.columns] == 1;
                if !holds {
                    self.violated.insert(*constraint);
                }
                holds
            }
        });
        self.levels[level] = items;
        holds
    }

    /// Evaluates the columns; returns the first column for which all constraints hold.
    fn evaluate_columns(&mut self) -> Option<usize> {
        let columns = self.columns;
        let mut left = vec![1; columns];
        for item in &self.levels[self.outer] {
            cancel::steps(1 + (columns / VALUES_PER_STEP) as u32);
            match item {
                Item::Step {
                    operator,
                    shape,
                    args,
                    row,
                } => {
                    let (before, rest) = self.values.split_at_mut(row * columns);
                    let arg = |position: usize| &before[args[position] * columns..][..columns];
                    let args = [arg(0), arg(1), arg(2)];
                    (operator.columns)(&mut rest[..columns], args, shape);
                }
                Item::Check { constraint, row } => {
                    let values = &self.values[row * columns..][..columns];
                    let mut excluded = 0;
                    let mut some = 0;
                    for (left, value) in left.iter_mut().zip(values) {
                        excluded |= *left & !value;
                        *left &= value;
                        some |= *left;
                    }
                    if excluded != 0 {
                        self.violated.insert(*constraint);
                    }
                    if some == 0 {
                        return None;
                    }
                }
            }
        }
        left.iter().position(|left| *left == 1)
    }
}

/// The number of symbols before the columns, and of columns.
fn columns(ranges: &[Range]) -> (usize, usize) {
    let mut columns = 1;
    for (position, range) in ranges.iter().enumerate().rev() {
        let more = columns * range.values.len();
        if more > COLUMNS && columns > 1 {
            return (position + 1, columns);
        }
        columns = more;
    }
    (0, columns)
}

/// The cost of an operator, in simple operators. Floats are computed in software.
fn weight(op: Op) -> u64 {
    match op {
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => 8,
        op if op >= Op::FAdd => 64,
        _ => 1,
    }
}

/// The values of the symbols in a column. The last symbol changes from column to column.
fn inner_values(ranges: &[Range], mut column: usize) -> Vec<u64> {
    let mut values = vec![0; ranges.len()];
    for (value, range) in values.iter_mut().zip(ranges).rev() {
        *value = range.values[column % range.values.len()];
        column /= range.values.len();
    }
    values
}

/// Makes the items, in an order in which each term follows its arguments.
struct Compiler<'p, 'a> {
    pool: &'p Pool,
    rows: FxHashMap<Term, usize>,
    levels_of: Vec<usize>,
    /// The steps that a complete evaluation may still take.
    left: u64,
    to: Combinations<'a>,
}

impl Compiler<'_, '_> {
    fn symbols(&mut self) {
        let ranges = self.to.ranges;
        for (position, range) in ranges.iter().enumerate() {
            let term = self.pool.symbol_term(range.symbol);
            let row = self.row(term, position.min(self.to.outer));
            if position < self.to.outer {
                self.to.symbols.push(row);
                continue;
            }
            for column in 0..self.to.columns {
                let values = inner_values(&ranges[self.to.outer..], column);
                self.to.values[row * self.to.columns + column] = values[position - self.to.outer];
            }
        }
    }

    /// A new row for a term.
    fn row(&mut self, term: Term, level: usize) -> usize {
        let row = self.levels_of.len();
        self.levels_of.push(level);
        self.rows.insert(term, row);
        self.to.values.resize((row + 1) * self.to.columns, 0);
        self.to.spread.push(false);
        row
    }

    /// The row of a term, with items for what it needs.
    fn compile(&mut self, root: Term) -> Option<usize> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.rows.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = *self.pool.node(term);
            if !node.sort.is_small() {
                return None;
            }
            match node.op {
                Op::BoolConst | Op::BitsConst => {
                    let row = self.row(term, 0);
                    self.to.spread[row] = true;
                    self.to.set(row, node.payload);
                    stack.pop();
                    continue;
                }
                Op::Symbol => return None,
                _ => {}
            }
            let args = &node.args[..node.op.info().arity];
            let before = stack.len();
            stack.extend(args.iter().filter(|arg| !self.rows.contains_key(arg)));
            if stack.len() == before {
                self.step(term)?;
                stack.pop();
            }
        }
        self.rows.get(&root).copied()
    }

    /// Adds the item of a term whose arguments have rows.
    fn step(&mut self, term: Term) -> Option<()> {
        let node = *self.pool.node(term);
        let operator = node.op.info();
        let mut args = [0; 3];
        for (row, arg) in args.iter_mut().zip(&node.args[..operator.arity]) {
            *row = self.rows[arg];
        }
        let used = &args[..operator.arity];
        let level = used.iter().map(|row| self.levels_of[*row]).max()?;
        if level == self.to.outer {
            for &row in used.iter().filter(|row| self.levels_of[**row] < level) {
                self.to.spread[row] = true;
            }
        }
        if self.to.values.len() > VALUES.get() {
            return None;
        }
        let row = self.row(term, level);
        let shape = self.pool.shape(&node);
        self.to.levels[level].push(Item::Step {
            operator,
            shape,
            args,
            row,
        });
        let cost = self.cost(level).saturating_mul(weight(node.op));
        self.left = self.left.checked_sub(cost)?;
        Some(())
    }

    /// The steps that a simple operator of a level takes in a complete evaluation.
    fn cost(&self, level: usize) -> u64 {
        let (symbols, single) = if level == self.to.outer {
            (self.to.ranges, 1)
        } else {
            (&self.to.ranges[..=level], SINGLE.get())
        };
        let counts = symbols.iter().map(|range| range.values.len() as u64);
        counts.fold(single, u64::saturating_mul)
    }
}
