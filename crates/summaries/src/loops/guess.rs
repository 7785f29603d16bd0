//! Guesses of what holds at a loop head in all iterations: orders of values, constants that a value
//! lies between, that one is the sum or the product of two others, that a sum or a difference does
//! not change, and how far one moves while another one does. They come from what the values were in
//! a few iterations. Whoever uses a guess proves it.

use super::arithmetic::{add, is_number, mul, number, small, sub, value};
use super::constants::Limits;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use sheaf_term::{Op, Pool, Sort, Term};
use std::collections::BTreeSet;

sheaf_tuning::constants! {
    /// Maximum number of values of which bounds and relations are guessed.
    pub MAX_GUESSED: usize = 6, 1 => 96, "values";
    /// Maximum number of constants in a choice that is compared.
    MAX_CHOICES: usize = 16, 1 => 256, "constants";
}

/// A value that changes.
#[derive(Clone)]
pub struct Changing {
    /// The symbol that stands for it in all iterations.
    pub symbol: Term,
    /// What it was at first, if guesses may mention that.
    pub first: Option<Term>,
}

/// Comparisons of values with what they were at first, and with each other.
pub fn bounds(pool: &mut Pool, values: &[Changing]) -> Vec<Term> {
    let mut guesses = Vec::new();
    for (at, Changing { symbol, first }) in values.iter().enumerate() {
        let others = values[at + 1..].iter().map(|other| other.symbol);
        for other in first.iter().copied().chain(others) {
            if pool.sort(other) == pool.sort(*symbol) {
                guesses.extend(orders(pool, *symbol, other));
            }
        }
    }
    guesses
}

/// The orders that two numbers may have.
fn orders(pool: &mut Pool, a: Term, b: Term) -> Vec<Term> {
    match pool.sort(a) {
        Sort::Int => vec![pool.int_le(a, b), pool.int_le(b, a)],
        Sort::Bits(_) => vec![
            pool.sle(a, b),
            pool.sle(b, a),
            pool.ule(a, b),
            pool.ule(b, a),
        ],
        _ => Vec::new(),
    }
}

/// Numbers that a value lies between, next to those that it is compared with. Of each list the first
/// that holds is the closest one.
pub fn ranges(pool: &mut Pool, symbol: Term, limits: &Limits) -> Vec<Vec<Term>> {
    let sort = pool.sort(symbol);
    let orders: &[(Order, &BTreeSet<BigInt>)] = match sort {
        Sort::Int => &[(Pool::int_le, &limits.signed)],
        Sort::Bits(_) => &[(Pool::sle, &limits.signed), (Pool::ule, &limits.unsigned)],
        _ => return Vec::new(),
    };
    let mut guesses = Vec::new();
    for (is_below, numbers) in orders {
        // `x < 10` says `x <= 9`, and `x > 10` says `11 <= x`.
        let near = numbers
            .iter()
            .flat_map(|it| [it - 1u8, it.clone(), it + 1u8]);
        let near: BTreeSet<BigInt> = near.collect();
        let numbers = near.iter().filter_map(|it| number(pool, sort, it));
        let numbers: Vec<Term> = numbers.collect();
        let above = numbers.iter().map(|it| is_below(pool, symbol, *it));
        guesses.push(above.collect());
        let below = numbers.iter().rev();
        let below = below.map(|it| is_below(pool, *it, symbol));
        guesses.push(below.collect());
    }
    guesses
}

/// A comparison of two numbers.
type Order = fn(&mut Pool, Term, Term) -> Term;

/// That the sum or the difference of two values is what it was at first.
pub fn balances(pool: &mut Pool, values: &[Changing]) -> Vec<Term> {
    let mut guesses = Vec::new();
    for (at, Changing { symbol: a, first }) in values.iter().enumerate() {
        for Changing {
            symbol: b,
            first: other,
        } in &values[at + 1..]
        {
            let (Some(first), Some(other)) = (*first, *other) else {
                continue;
            };
            if pool.sort(*a) == pool.sort(*b) && is_number(pool.sort(*a)) {
                for combine in [add, sub] {
                    let (now, before) = (combine(pool, *a, *b), combine(pool, first, other));
                    guesses.push(pool.eq(now, before));
                }
            }
        }
    }
    guesses
}

/// That a value is the sum or the product of two others.
pub fn relations(pool: &mut Pool, values: &[Changing]) -> Vec<Term> {
    let mut guesses = Vec::new();
    for (at, Changing { symbol: a, .. }) in values.iter().enumerate() {
        for Changing { symbol: b, .. } in &values[at..] {
            if pool.sort(*a) != pool.sort(*b) || !is_number(pool.sort(*a)) {
                continue;
            }
            let (sum, product) = (add(pool, *a, *b), mul(pool, *a, *b));
            let others = values.iter().map(|other| &other.symbol);
            for other in others.filter(|it| *it != a && *it != b) {
                if pool.sort(*other) == pool.sort(*a) {
                    guesses.extend([pool.eq(*other, sum), pool.eq(*other, product)]);
                }
            }
        }
    }
    guesses
}

/// How far a value moves in the steps of another one: what it moves by in one step lies between two
/// numbers, and numbers that it moves by differ by multiples of a third. Each row of `moves` has
/// how far the values move between two iterations.
pub fn steps(pool: &mut Pool, values: &[Changing], moves: &[Vec<Term>]) -> Vec<Term> {
    let mut guesses = Vec::new();
    for (at, counter) in values.iter().enumerate() {
        let Some((step, once)) = counted(pool, moves, at) else {
            continue;
        };
        for (at, moved) in values.iter().enumerate() {
            let is_other = moved.symbol != counter.symbol;
            if is_other
                && pool.sort(moved.symbol) == pool.sort(counter.symbol)
                && let Some(distances) = distances(pool, &once, at)
            {
                guesses.extend(together(pool, [counter, moved], &step, &distances));
            }
        }
    }
    guesses
}

/// The smallest step of a value that always moves in one direction, and the rows with that step.
fn counted<'m>(
    pool: &Pool,
    moves: &'m [Vec<Term>],
    at: usize,
) -> Option<(BigInt, Vec<&'m Vec<Term>>)> {
    let known = moves
        .iter()
        .filter_map(|row| Some((value(pool, row[at])?, row)));
    let known: Vec<_> = known.filter(|(by, _)| !by.is_zero()).collect();
    let step = known
        .iter()
        .map(|(by, _)| by)
        .min_by_key(|by| by.abs())?
        .clone();
    let mut all = known.iter();
    let is_regular = all.all(|(by, _)| by.signum() == step.signum() && (by % &step).is_zero());
    let once = known.into_iter().filter(|(by, _)| *by == step);
    let once = once.map(|(_, row)| row).collect();
    is_regular.then_some((step, once))
}

/// The numbers that a value moves by in one step; `None` if it never moves, or they are not known.
fn distances(pool: &Pool, once: &[&Vec<Term>], at: usize) -> Option<BTreeSet<BigInt>> {
    let mut distances = BTreeSet::new();
    for row in once {
        let all = choices(pool, row[at]);
        if all.is_empty() {
            return None;
        }
        distances.extend(all.into_iter().filter_map(|it| value(pool, it)));
    }
    let moves = distances.iter().any(|by| !by.is_zero());
    moves.then_some(distances)
}

/// What follows of a value that moves by one of some numbers in each step of a counter.
fn together(
    pool: &mut Pool,
    [counter, moved]: [&Changing; 2],
    step: &BigInt,
    distances: &BTreeSet<BigInt>,
) -> Vec<Term> {
    let (Some(least), Some(most)) = (distances.first(), distances.last()) else {
        return Vec::new();
    };
    let (Some(from), Some(start)) = (counter.first, moved.first) else {
        return Vec::new();
    };
    let [by, from] = [counter.symbol, from].map(|it| wide(pool, it));
    let [now, start] = [moved.symbol, start].map(|it| wide(pool, it));
    let by = sub(pool, by, from);
    let moved = sub(pool, now, start);
    let sort = pool.sort(by);
    let times = |pool: &mut Pool, term: Term, factor: &BigInt| {
        let factor = number(pool, sort, factor).unwrap_or(term);
        mul(pool, term, factor)
    };
    // The number of steps, times the size of one.
    let by = times(pool, by, &step.signum());
    let moved = times(pool, moved, &step.abs());
    let [low, high] = [least, most].map(|it| times(pool, by, it));
    if low == high {
        return vec![pool.eq(moved, low)];
    }
    let mut guesses = match sort {
        Sort::Int => vec![pool.int_le(low, moved), pool.int_le(moved, high)],
        _ => vec![pool.sle(low, moved), pool.sle(moved, high)],
    };
    let unit = distances
        .iter()
        .fold(BigInt::zero(), |unit, it| unit.gcd(&(it - least)));
    if step.abs().is_one() && !unit.is_one() {
        let above = sub(pool, moved, low);
        let divisor = number(pool, sort, &unit).unwrap_or(above);
        let rest = match sort {
            Sort::Int => pool.int_rem(above, divisor),
            _ => pool.srem(above, divisor),
        };
        let zero = small(pool, rest, 0);
        guesses.push(pool.eq(rest, zero));
    }
    guesses
}

/// A number with twice as many bits, if it has bits: products of small numbers with it do not wrap
/// around.
fn wide(pool: &mut Pool, term: Term) -> Term {
    match pool.sort(term) {
        Sort::Bits(width) => pool.sext(term, 2 * width),
        _ => term,
    }
}

/// The constants that a term may be, sorted. Empty if it may be something else, or if there are too
/// many.
pub fn choices(pool: &Pool, term: Term) -> Vec<Term> {
    let (mut constants, mut pending) = (BTreeSet::new(), vec![term]);
    while let Some(term) = pending.pop() {
        if pool.as_constant(term).is_some() {
            constants.insert(term);
        } else if pool.op(term) == Op::Ite && constants.len() + pending.len() < MAX_CHOICES.get() {
            pending.extend(&pool.args(term)[1..]);
        } else {
            return Vec::new();
        }
    }
    constants.into_iter().collect()
}
