//! Terms as linear forms over the variables that a loop changes.

use super::arithmetic::{add, is_number, mul, small};
use sheaf_term::{Op, Pool, Symbol, Term};
use std::collections::BTreeSet;

sheaf_tuning::constants! {
    /// The maximum number of subterms that are traversed.
    MAX_PARTS: u32 = 200, 1 => 3200, "terms";
}

/// `base` and the sum of variables with their coefficients. The base and the coefficients are
/// invariant.
#[derive(Clone, Debug)]
pub struct Linear {
    /// The constant part.
    pub base: Term,
    /// Variables with their coefficients.
    pub parts: Vec<(Term, Term)>,
}

/// The symbols of variables that a loop changes.
pub type Changing = BTreeSet<Symbol>;

/// Whether a term is invariant.
pub fn is_invariant(pool: &Pool, changing: &Changing, term: Term) -> bool {
    let symbols = pool.symbols(term);
    symbols.iter().all(|symbol| !changing.contains(symbol))
}

/// A term as a linear form; `None` if it is not linear.
pub fn linear(pool: &mut Pool, changing: &Changing, term: Term) -> Option<Linear> {
    read(pool, changing, term, &mut 0)
}

fn read(pool: &mut Pool, changing: &Changing, term: Term, seen: &mut u32) -> Option<Linear> {
    *seen += 1;
    if *seen > MAX_PARTS.get() {
        return None;
    }
    if is_invariant(pool, changing, term) {
        let parts = Vec::new();
        return Some(Linear { base: term, parts });
    }
    if !is_number(pool.sort(term)) {
        return None;
    }
    if pool.as_symbol(term).is_some() {
        let (base, one) = (small(pool, term, 0), small(pool, term, 1));
        let parts = vec![(term, one)];
        return Some(Linear { base, parts });
    }
    let args: Vec<Term> = pool.args(term).to_vec();
    match (pool.op(term), args.as_slice()) {
        (Op::Add | Op::IntAdd, [a, b]) => {
            let (a, b) = (
                read(pool, changing, *a, seen)?,
                read(pool, changing, *b, seen)?,
            );
            Some(a.plus(pool, &b))
        }
        (Op::Sub, [a, b]) => {
            let b = read(pool, changing, *b, seen)?;
            let (a, minus_one) = (read(pool, changing, *a, seen)?, small(pool, term, -1));
            let b = b.times(pool, minus_one);
            Some(a.plus(pool, &b))
        }
        (Op::Neg, [a]) => {
            let minus_one = small(pool, term, -1);
            Some(read(pool, changing, *a, seen)?.times(pool, minus_one))
        }
        (Op::Mul | Op::IntMul, [a, b]) => {
            let (factor, other) = match is_invariant(pool, changing, *a) {
                true => (*a, *b),
                false => (*b, *a),
            };
            if !is_invariant(pool, changing, factor) {
                return None;
            }
            Some(read(pool, changing, other, seen)?.times(pool, factor))
        }
        (Op::Shl, [a, places]) => {
            let places = pool.as_bits(*places)?;
            let power = match places {
                0..64 => 1u128 << places,
                _ => return None,
            };
            let factor = pool.bits(pool.width(term), power);
            Some(read(pool, changing, *a, seen)?.times(pool, factor))
        }
        // A left shift by a constant.
        (Op::Concat, [high, low]) if pool.as_bits(*low) == Some(0) => {
            let width = pool.width(term);
            let places = pool.width(*low);
            let whole = pool.args(*high).first().copied()?;
            let is_shift = pool.op(*high) == Op::Extract
                && pool.extract_bounds(*high) == (width - 1 - places, 0)
                && pool.width(whole) == width
                && places < 64;
            if !is_shift {
                return None;
            }
            let factor = pool.bits(width, 1 << places);
            Some(read(pool, changing, whole, seen)?.times(pool, factor))
        }
        _ => None,
    }
}

impl Linear {
    fn plus(mut self, pool: &mut Pool, other: &Linear) -> Linear {
        self.base = add(pool, self.base, other.base);
        for (variable, coefficient) in &other.parts {
            match self.parts.iter_mut().find(|(it, _)| it == variable) {
                Some((_, ours)) => *ours = add(pool, *ours, *coefficient),
                None => self.parts.push((*variable, *coefficient)),
            }
        }
        let zero = small(pool, self.base, 0);
        self.parts.retain(|(_, coefficient)| *coefficient != zero);
        self
    }

    fn times(mut self, pool: &mut Pool, factor: Term) -> Linear {
        self.base = mul(pool, self.base, factor);
        for (_, coefficient) in &mut self.parts {
            *coefficient = mul(pool, *coefficient, factor);
        }
        let zero = small(pool, self.base, 0);
        self.parts.retain(|(_, coefficient)| *coefficient != zero);
        self
    }

    /// The difference of two forms.
    pub fn minus(self, pool: &mut Pool, other: Linear) -> Linear {
        let minus_one = small(pool, other.base, -1);
        let other = other.times(pool, minus_one);
        self.plus(pool, &other)
    }
}
