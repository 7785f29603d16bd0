//! The values of variables after a number of iterations along the same path.
//!
//! An iteration replaces each variable by a term over the previous values. If that term is linear
//! with invariant coefficients, and the variable itself has the coefficient one or zero, the values
//! form a sum: a progression, or a sum of progressions. Such sums are represented in the basis of
//! binomial coefficients, in which summation is a shift: the sum of `C(j, i)` for all `j` below `k`
//! is `C(k, i + 1)`. Variables that are set from others follow them with a delay of one iteration,
//! so the first values may be exceptions.
//!
//! All this holds for integers and, modulo 2^width, for machine integers, with or without overflow.

use super::arithmetic::{add, is_number, mul, normal, small, value};
use super::effect::{Effect, Obstacle};
use super::linear::{Changing, Linear, is_invariant, linear};
use crate::segment::Slot;
use crate::value::Value;
use num_traits::ToPrimitive;
use sheaf_term::{Pool, Sort, Symbol, Term, TermMap};
use std::collections::BTreeMap;

/// The maximum number of coefficients of a sum: polynomials up to the third degree.
const MAX_COEFFICIENTS: usize = 4;

/// The inverse of 3 modulo 2^64.
const INVERSE_OF_THREE: i64 = 0xaaaa_aaaa_aaaa_aaab_u64 as i64;

sheaf_tuning::constants! {
    /// The maximum number of exceptional first values.
    MAX_FIRST: usize = 4, 1 => 64, "values";
}

/// The values of a variable, by iteration.
#[derive(Clone, Debug)]
pub enum Form {
    /// `first` has the values before the first iteration, after one iteration, and so on. `rest`
    /// defines the following ones: the sum of `rest[i] * C(j, i)` after `first.len() + j`
    /// iterations.
    Sum {
        /// The exceptions.
        first: Vec<Term>,
        /// The coefficients.
        rest: Vec<Term>,
    },
    /// `start`, multiplied by a constant `factor` in each iteration.
    Power {
        /// The value before the first round.
        start: Term,
        /// The same in each iteration.
        factor: Term,
    },
    /// A term over the variables one iteration before.
    Of {
        /// The value before the first iteration, if the variable is read.
        start: Option<Term>,
        /// The value after each iteration.
        term: Term,
    },
    /// A value that is not a scalar, after any number of iterations.
    Same(Value),
}

/// The values of all variables that a path changes, as functions of the number of iterations.
#[derive(Clone)]
pub struct Solution {
    /// By slot.
    pub forms: BTreeMap<Slot, Form>,
    /// By symbol, for variables that are read.
    by_symbol: BTreeMap<Symbol, Slot>,
    /// The symbols of variables that change.
    pub changing: Changing,
}

/// Computes the values of all variables.
///
/// # Errors
/// If the values of a variable are unknown, or a pointer changes.
pub fn solve(pool: &mut Pool, effect: &Effect) -> Result<Solution, Obstacle> {
    for (slot, value) in &effect.kept {
        if effect.updates.get(slot).is_some_and(|now| now != value) {
            return Err("a pointer that changes".to_string());
        }
    }
    let mut solution = Solution {
        forms: BTreeMap::new(),
        by_symbol: BTreeMap::new(),
        changing: Changing::new(),
    };
    let mut unsolved = Vec::new();
    for (slot, update) in &effect.updates {
        let symbol = effect.symbols.get(slot).copied();
        match update.fold(pool) {
            Some(term) if Some(term) == symbol => {}
            Some(term) => {
                if let Some(symbol) = symbol.and_then(|symbol| pool.as_symbol(symbol)) {
                    solution.changing.insert(symbol);
                    solution.by_symbol.insert(symbol, *slot);
                }
                unsolved.push((*slot, symbol, term));
            }
            None => {
                solution.forms.insert(*slot, Form::Same(update.clone()));
            }
        }
    }
    loop {
        let before = unsolved.len();
        unsolved.retain(
            |(slot, symbol, update)| match solution.form(pool, *symbol, *update) {
                Some(form) => {
                    solution.forms.insert(*slot, form);
                    false
                }
                None => true,
            },
        );
        if unsolved.is_empty() {
            return Ok(solution);
        }
        if unsolved.len() == before {
            return Err(
                match unsolved[0].1.and_then(|symbol| pool.as_symbol(symbol)) {
                    Some(symbol) => {
                        let name = &pool.symbol_info(symbol).name;
                        format!("`{name}`, which does not change regularly")
                    }
                    None => "a value that does not change regularly".to_string(),
                },
            );
        }
    }
}

impl Solution {
    /// The values of a variable, if those of the other variables that it needs are known.
    fn form(&self, pool: &mut Pool, symbol: Option<Term>, update: Term) -> Option<Form> {
        let known = |pool: &Pool, term: Term| {
            let symbols = pool.symbols(term);
            let of_others = symbols.iter().filter(|it| self.changing.contains(it));
            of_others.copied().all(|symbol| self.sum(symbol).is_some())
        };
        let Some(mut form) = linear(pool, &self.changing, update) else {
            return known(pool, update).then_some(Form::Of {
                start: symbol,
                term: update,
            });
        };
        let own = symbol.and_then(|symbol| {
            let at = form.parts.iter().position(|(it, _)| *it == symbol)?;
            Some((symbol, form.parts.remove(at).1))
        });
        let Some((start, factor)) = own else {
            // A variable that is never read has no initial value, and does not need one.
            let first = symbol.unwrap_or(update);
            let (mut values, rest) = self.combined(pool, &form)?;
            values.insert(0, first);
            let first = values;
            return (first.len() <= MAX_FIRST.get()).then_some(Form::Sum { first, rest });
        };
        let one = small(pool, start, 1);
        if factor == one {
            let (first, rest) = self.combined(pool, &form)?;
            return sums(pool, start, &first, &rest);
        }
        let zero = small(pool, start, 0);
        let is_power = form.parts.is_empty() && form.base == zero && pool.is_const(factor);
        is_power.then_some(Form::Power { start, factor })
    }

    /// The sum for a symbol.
    fn sum(&self, symbol: Symbol) -> Option<(&[Term], &[Term])> {
        match self.forms.get(self.by_symbol.get(&symbol)?)? {
            Form::Sum { first, rest } => Some((first, rest)),
            _ => None,
        }
    }

    /// The values of a linear form, by iteration.
    fn combined(&self, pool: &mut Pool, form: &Linear) -> Option<(Vec<Term>, Vec<Term>)> {
        let (mut first, mut rest) = (Vec::new(), vec![form.base]);
        for (variable, coefficient) in &form.parts {
            let (ours, theirs) = self.sum(pool.as_symbol(*variable)?)?;
            let (mut ours, mut theirs) = (ours.to_vec(), theirs.to_vec());
            let most = first.len().max(ours.len());
            advance(pool, &mut first, &mut rest, most);
            advance(pool, &mut ours, &mut theirs, most);
            let zero = small(pool, form.base, 0);
            rest.resize(rest.len().max(theirs.len()), zero);
            let pairs = first
                .iter_mut()
                .zip(ours)
                .chain(rest.iter_mut().zip(theirs));
            for (sum, part) in pairs {
                let part = mul(pool, part, *coefficient);
                *sum = add(pool, *sum, part);
            }
        }
        Some((first, rest))
    }

    /// The step of a variable per iteration, if it is constant.
    pub fn step(&self, pool: &Pool, variable: Term) -> Option<Term> {
        match self.sum(pool.as_symbol(variable)?)? {
            ([], [_, step]) => Some(*step),
            _ => None,
        }
    }

    /// The substitution of the variables' symbols after `rounds` iterations, of which there are at
    /// least `least`; `None` if it is not expressible.
    pub fn after(&self, pool: &mut Pool, rounds: Term, least: usize) -> Option<TermMap> {
        let mut map = TermMap::default();
        for (symbol, slot) in &self.by_symbol {
            let value = self.value(pool, &self.forms[slot], rounds, least)?;
            map.insert(pool.symbol_term(*symbol), value.fold(pool)?);
        }
        Some(map)
    }

    /// The value of a variable after `rounds` iterations, of which there are at least `least`;
    /// `None` if it is not expressible.
    pub fn value(&self, pool: &mut Pool, form: &Form, rounds: Term, least: usize) -> Option<Value> {
        let term = match form {
            Form::Sum { first, rest } => {
                let exceptions = first.len().saturating_sub(least);
                let late = less(pool, rounds, first.len());
                let mut term = polynomial(pool, rest, late)?;
                for at in 0..exceptions {
                    let number = small(pool, rounds, (least + at) as i64);
                    let here = pool.eq(rounds, number);
                    term = pool.ite(here, first[least + at], term);
                }
                term
            }
            Form::Power { start, factor } => power(pool, *start, *factor, rounds)?,
            Form::Of { start, term } => {
                let before = less(pool, rounds, 1);
                let mut map = TermMap::default();
                for symbol in pool.symbols(*term).to_vec() {
                    if let Some((first, rest)) = self.sum(symbol) {
                        let (first, rest) = (first.to_vec(), rest.to_vec());
                        let form = Form::Sum { first, rest };
                        let value = self.value(pool, &form, before, least.max(1) - 1)?;
                        map.insert(pool.symbol_term(symbol), value.fold(pool)?);
                    }
                }
                let after = pool.substitute(*term, &map);
                match least {
                    0 => {
                        let zero = small(pool, rounds, 0);
                        let is_first = pool.eq(rounds, zero);
                        pool.ite(is_first, (*start)?, after)
                    }
                    _ => after,
                }
            }
            Form::Same(value) => return Some(value.clone()),
        };
        Some(Value::from_term(pool, term))
    }

    /// Whether a term is invariant.
    pub fn is_invariant(&self, pool: &Pool, term: Term) -> bool {
        is_invariant(pool, &self.changing, term)
    }
}

/// A number of iterations minus a constant that does not exceed it.
fn less(pool: &mut Pool, rounds: Term, by: usize) -> Term {
    let by = small(pool, rounds, by as i64);
    super::arithmetic::sub(pool, rounds, by)
}

/// Extends the exceptional first values to `count` values.
fn advance(pool: &mut Pool, first: &mut Vec<Term>, rest: &mut [Term], count: usize) {
    while first.len() < count {
        first.push(rest[0]);
        for at in 1..rest.len() {
            rest[at - 1] = add(pool, rest[at - 1], rest[at]);
        }
    }
}

/// The prefix sums of a sequence, from `start`.
fn sums(pool: &mut Pool, start: Term, first: &[Term], rest: &[Term]) -> Option<Form> {
    let mut sum = start;
    let mut all = Vec::new();
    for value in first {
        all.push(sum);
        sum = add(pool, sum, *value);
    }
    let rest: Vec<Term> = [sum].iter().chain(rest).copied().collect();
    let fits = all.len() <= MAX_FIRST.get() && rest.len() <= MAX_COEFFICIENTS;
    fits.then_some(Form::Sum { first: all, rest })
}

/// The sum of `rest[i] * C(rounds, i)`.
fn polynomial(pool: &mut Pool, rest: &[Term], rounds: Term) -> Option<Term> {
    let mut sum = rest[0];
    for (degree, coefficient) in rest.iter().enumerate().skip(1) {
        let choices = binomial(pool, rounds, degree, pool.sort(*coefficient))?;
        let part = mul(pool, *coefficient, choices);
        sum = add(pool, sum, part);
    }
    match is_number(pool.sort(sum)) {
        true => Some(normal(pool, sum)),
        false => Some(sum),
    }
}

/// `C(count, degree)` as a number of this sort; modulo 2^width for machine integers.
fn binomial(pool: &mut Pool, count: Term, degree: usize, sort: Sort) -> Option<Term> {
    let width = match (pool.sort(count), sort) {
        (Sort::Int, Sort::Int) => return integer_binomial(pool, count, degree),
        (Sort::Int, Sort::Bits(width)) => {
            let exact = integer_binomial(pool, count, degree)?;
            return Some(pool.int_to_bits(exact, width));
        }
        (Sort::Bits(_), Sort::Bits(width)) => width,
        _ => return None,
    };
    if degree == 1 {
        return Some(resized(pool, count, width));
    }
    // One of two consecutive numbers is even: halving it is exact, and the product of residues is a
    // residue.
    let (zero, one) = (small(pool, count, 0), small(pool, count, 1));
    let before = pool.sub(count, one);
    let lowest = pool.bit_and(count, one);
    let is_even = pool.eq(lowest, zero);
    let (half, half_before) = (pool.lshr(count, one), pool.lshr(before, one));
    let a = pool.ite(is_even, half, count);
    let b = pool.ite(is_even, before, half_before);
    let (a, b) = (resized(pool, a, width), resized(pool, b, width));
    let pairs = pool.mul(a, b);
    if degree == 2 {
        return Some(pairs);
    }
    // 3 C(n, 3) = (n - 2) C(n, 2), and 3 has an inverse modulo a power of two.
    let two = small(pool, count, 2);
    let last = pool.sub(count, two);
    let last = resized(pool, last, width);
    let product = pool.mul(pairs, last);
    let inverse = small(pool, product, INVERSE_OF_THREE);
    (degree == 3 && width <= 64).then(|| pool.mul(product, inverse))
}

fn integer_binomial(pool: &mut Pool, count: Term, degree: usize) -> Option<Term> {
    let mut product = count;
    let mut divisor = 1;
    for at in 1..degree {
        let number = less(pool, count, at);
        product = mul(pool, product, number);
        divisor *= at as i64 + 1;
    }
    let divisor = small(pool, product, divisor);
    match degree {
        1 => Some(product),
        _ => Some(pool.int_div(product, divisor)),
    }
}

/// Resizes an unsigned number, modulo 2^width.
pub fn resized(pool: &mut Pool, term: Term, width: u32) -> Term {
    match pool.width(term) {
        now if now < width => pool.zext(term, width),
        now if now > width => pool.extract(term, width - 1, 0),
        _ => term,
    }
}

/// `start` times `factor` to the power of `rounds`, if the factor is a power of two.
fn power(pool: &mut Pool, start: Term, factor: Term, rounds: Term) -> Option<Term> {
    let (Sort::Bits(width), Sort::Bits(wide)) = (pool.sort(start), pool.sort(rounds)) else {
        return None;
    };
    let factor = value(pool, factor)?.to_i64().filter(|it| *it > 0)?;
    if factor.count_ones() != 1 || wide < 8 {
        return None;
    }
    let places = small(pool, rounds, factor.trailing_zeros().into());
    let limit = small(pool, rounds, width.into());
    let within = pool.ult(rounds, limit);
    let shift = pool.mul(rounds, places);
    let shift = resized(pool, shift, width.max(wide));
    let limit = small(pool, shift, width.into());
    let all = pool.ult(shift, limit);
    let shift = resized(pool, shift, width);
    let shifted = pool.shl(start, shift);
    let zero = small(pool, start, 0);
    let shifted = pool.ite(all, shifted, zero);
    Some(pool.ite(within, shifted, zero))
}
