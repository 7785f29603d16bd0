//! Random terms, models and paths.

use std::collections::BTreeMap;
use std::rc::Rc;

use rand::{Rng, SeedableRng, rngs::SmallRng};
use sheaf_term::{CachedModel, Constant, Model, Pool, Sort, SymbolKind, Term};

/// A source of random terms over a fixed set of symbols.
pub struct Random {
    pub rng: SmallRng,
    pub pool: Pool,
    pub symbols: Vec<Term>,
    pub arrays: Vec<Term>,
    pub integers: Vec<Term>,
}

/// A satisfiable path with a model of it.
pub struct RandomPath {
    pub constraints: Vec<Term>,
    pub model: Rc<CachedModel>,
}

impl Random {
    /// Bit-vector symbols of these widths.
    pub fn new(seed: u64, widths: &[u32]) -> Random {
        let mut pool = Pool::new();
        let symbols = widths
            .iter()
            .enumerate()
            .map(|(i, &width)| pool.symbol(&format!("x{i}"), Sort::Bits(width), SymbolKind::Input))
            .collect();
        Random {
            rng: SmallRng::seed_from_u64(seed),
            pool,
            symbols,
            arrays: vec![],
            integers: vec![],
        }
    }

    /// Adds an array symbol.
    pub fn with_array(mut self, index: u32, element: u32) -> Random {
        let sort = Sort::Array { index, element };
        let name = format!("a{}", self.arrays.len());
        self.arrays
            .push(self.pool.symbol(&name, sort, SymbolKind::Input));
        self
    }

    /// Adds an integer symbol.
    pub fn with_integer(mut self) -> Random {
        let name = format!("i{}", self.integers.len());
        self.integers
            .push(self.pool.symbol(&name, Sort::Int, SymbolKind::Input));
        self
    }

    /// A constant, often a special one.
    fn constant(&mut self, width: u32) -> Term {
        let value = match self.rng.random_range(0..5) {
            0 => self.rng.random_range(0..4),
            1 => u128::MAX - self.rng.random_range(0..3),
            2 => 1 << (width - 1).min(127),
            3 => self.rng.random_range(0..u128::from(width) + 1),
            _ => self.rng.random(),
        };
        let mask = if width >= 128 {
            u128::MAX
        } else {
            (1 << width) - 1
        };
        self.pool.bits(width, value & mask)
    }

    /// A bit-vector term of a width.
    pub fn bits(&mut self, width: u32, depth: u32) -> Term {
        if depth == 0 || self.rng.random_bool(0.1) {
            return self.leaf(width);
        }
        let depth = depth - 1;
        match self.rng.random_range(0..24) {
            0..=15 => self.operation(width, depth),
            16 => {
                let (condition, a, b) = (
                    self.truth(depth),
                    self.bits(width, depth),
                    self.bits(width, depth),
                );
                self.pool.ite(condition, a, b)
            }
            17 | 18 if width > 1 => {
                let low = self.rng.random_range(1..width);
                let (a, b) = (self.bits(width - low, depth), self.bits(low, depth));
                self.pool.concat(a, b)
            }
            19 | 20 => {
                let (above, below) = (self.rng.random_range(0..5), self.rng.random_range(0..5));
                let a = self.bits(width + above + below, depth);
                self.pool.extract(a, width + below - 1, below)
            }
            21 | 22 if width > 1 => {
                let narrow = self.rng.random_range(1..width);
                let a = self.bits(narrow, depth);
                if self.rng.random() {
                    self.pool.zext(a, width)
                } else {
                    self.pool.sext(a, width)
                }
            }
            _ => self.element(width, depth),
        }
    }

    /// A symbol, cut or extended to a width, or a constant.
    fn leaf(&mut self, width: u32) -> Term {
        if self.symbols.is_empty() || self.rng.random_bool(0.3) {
            return self.constant(width);
        }
        let symbol = self.symbols[self.rng.random_range(0..self.symbols.len())];
        let own = self.pool.width(symbol);
        match own.cmp(&width) {
            std::cmp::Ordering::Equal => symbol,
            std::cmp::Ordering::Less if self.rng.random() => self.pool.zext(symbol, width),
            std::cmp::Ordering::Less => self.pool.sext(symbol, width),
            std::cmp::Ordering::Greater => {
                let low = self.rng.random_range(0..=own - width);
                self.pool.extract(symbol, low + width - 1, low)
            }
        }
    }

    fn operation(&mut self, width: u32, depth: u32) -> Term {
        let choice = self.rng.random_range(0..17);
        let a = self.bits(width, depth);
        if choice >= 15 {
            return if choice == 15 {
                self.pool.neg(a)
            } else {
                self.pool.complement(a)
            };
        }
        let b = self.bits(width, depth);
        let pool = &mut self.pool;
        match choice {
            0 | 1 => pool.add(a, b),
            2 | 3 => pool.sub(a, b),
            4 => pool.mul(a, b),
            5 => pool.udiv(a, b),
            6 => pool.urem(a, b),
            7 => pool.sdiv(a, b),
            8 => pool.srem(a, b),
            9 => pool.shl(a, b),
            10 => pool.lshr(a, b),
            11 => pool.ashr(a, b),
            12 => pool.bit_and(a, b),
            13 => pool.bit_or(a, b),
            _ => pool.bit_xor(a, b),
        }
    }

    /// An element of an array of that element width, or a leaf.
    fn element(&mut self, width: u32, depth: u32) -> Term {
        let fitting: Vec<Term> = self
            .arrays
            .iter()
            .copied()
            .filter(|&array| matches!(self.pool.sort(array), Sort::Array { element, .. } if element == width))
            .collect();
        let Some(&base) = fitting.first() else {
            return self.leaf(width);
        };
        let Sort::Array { index, .. } = self.pool.sort(base) else {
            return self.leaf(width);
        };
        let mut array = fitting[self.rng.random_range(0..fitting.len())];
        if self.rng.random_bool(0.3) {
            let held = self.constant(width);
            array = self.pool.const_array(index, held);
        }
        for _ in 0..self.rng.random_range(0..3) {
            let (position, held) = (self.bits(index, depth), self.bits(width, depth));
            array = self.pool.store(array, position, held);
        }
        let position = self.bits(index, depth);
        self.pool.select(array, position)
    }

    /// A truth value.
    pub fn truth(&mut self, depth: u32) -> Term {
        let depth = depth.saturating_sub(1);
        match self.rng.random_range(0..10) {
            0 if depth > 0 => {
                let (a, b) = (self.truth(depth), self.truth(depth));
                self.pool.and(a, b)
            }
            1 if depth > 0 => {
                let (a, b) = (self.truth(depth), self.truth(depth));
                self.pool.or(a, b)
            }
            2 => {
                let a = self.truth(depth);
                self.pool.not(a)
            }
            _ if !self.integers.is_empty() && self.rng.random_bool(0.7) => {
                self.integer_comparison(depth)
            }
            choice => {
                let width = match self.symbols.first() {
                    Some(&symbol) => self.pool.width(symbol),
                    None => 4,
                };
                let (a, b) = (self.bits(width, depth), self.bits(width, depth));
                match choice {
                    3 => self.pool.eq(a, b),
                    4 => self.pool.ne(a, b),
                    5 => self.pool.ule(a, b),
                    6 => self.pool.sle(a, b),
                    7 => self.pool.slt(a, b),
                    _ => self.pool.ult(a, b),
                }
            }
        }
    }

    fn integer_comparison(&mut self, depth: u32) -> Term {
        let (a, b) = (self.integer(depth), self.integer(depth));
        match self.rng.random_range(0..3) {
            0 => self.pool.eq(a, b),
            1 => self.pool.int_lt(a, b),
            _ => self.pool.int_le(a, b),
        }
    }

    /// An integer.
    pub fn integer(&mut self, depth: u32) -> Term {
        if depth == 0 || self.rng.random_bool(0.2) {
            if self.rng.random_bool(0.4) {
                let value: i32 = self.rng.random_range(-9..10);
                return self.pool.int(value.into());
            }
            return self.integers[self.rng.random_range(0..self.integers.len())];
        }
        let depth = depth - 1;
        let (a, b) = (self.integer(depth), self.integer(depth));
        let divisor: i32 = self.rng.random_range(-4..5);
        let pool = &mut self.pool;
        match self.rng.random_range(0..6) {
            0 | 1 => pool.int_add(a, b),
            2 => pool.int_sub(a, b),
            3 => {
                let factor = pool.int(divisor.into());
                pool.int_mul(a, factor)
            }
            4 => {
                let divisor = pool.int(divisor.into());
                pool.int_div(a, divisor)
            }
            _ => {
                let divisor = pool.int(divisor.into());
                pool.int_rem(a, divisor)
            }
        }
    }

    /// Random values of the bit-vector symbols.
    pub fn model(&mut self) -> Model {
        let mut model = Model::new();
        for position in 0..self.symbols.len() {
            let term = self.symbols[position];
            let value = self.constant(self.pool.width(term));
            if let (Some(symbol), Some(value)) =
                (self.pool.as_symbol(term), self.pool.as_constant(value))
            {
                model.set(symbol, value);
            }
        }
        model
    }

    /// A path of random conditions, each as a random model has it.
    pub fn path(&mut self, length: usize, depth: u32) -> RandomPath {
        let model = Rc::new(CachedModel::new(self.model()));
        let mut constraints = Vec::new();
        for _ in 0..length {
            let condition = self.truth(depth);
            let holds = model.eval_bool(&self.pool, condition);
            constraints.push(if holds {
                condition
            } else {
                self.pool.not(condition)
            });
        }
        RandomPath { constraints, model }
    }

    /// Whether some values of the bit-vector symbols, tried one by one, make all terms true.
    pub fn exhaustive(&self, terms: &[Term]) -> bool {
        let widths: Vec<u32> = self
            .symbols
            .iter()
            .map(|&symbol| self.pool.width(symbol))
            .collect();
        let total: u32 = widths.iter().sum();
        (0..1u64 << total).any(|mut number| {
            let mut values = BTreeMap::new();
            for (&term, &width) in self.symbols.iter().zip(&widths) {
                // A symbol, or a part of one.
                let (whole, low) = match self.pool.as_symbol(term) {
                    Some(_) => (term, 0),
                    None => (self.pool.args(term)[0], self.pool.extract_bounds(term).1),
                };
                let bits = u128::from(number & ((1 << width) - 1));
                *values.entry(whole).or_insert(0) |= bits << low;
                number >>= width;
            }
            let value = |(whole, value): (&Term, &u128)| {
                let symbol = self.pool.as_symbol(*whole)?;
                Some((symbol, Constant::bits(self.pool.width(*whole), *value)))
            };
            let model: Model = values.iter().filter_map(value).collect();
            let model = CachedModel::new(model);
            terms.iter().all(|&term| model.eval_bool(&self.pool, term))
        })
    }
}
