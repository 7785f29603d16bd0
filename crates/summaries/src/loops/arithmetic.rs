//! Arithmetic on terms of either number sort: machine integers modulo 2^width, and unbounded
//! integers.
//!
//! Sums and products are normalized to polynomials over all other subterms, because the effect of a
//! loop is only recognized if equal polynomials are the same term (`i + (n - i)` is `n`).

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use sheaf_term::{Op, Pool, Sort, Term};
use std::collections::BTreeMap;

sheaf_tuning::constants! {
    /// The maximum number of products in a polynomial; larger terms are not normalised.
    MAX_MONOMIALS: usize = 64, 1 => 1024, "products";
    /// The maximum number of factors of a product; larger terms are not normalised.
    MAX_FACTORS: usize = 6, 1 => 96, "factors";
}

/// A number as a term of a sort; `None` for a sort without numbers.
pub fn number(pool: &mut Pool, sort: Sort, value: &BigInt) -> Option<Term> {
    match sort {
        Sort::Int => Some(pool.int(value.clone())),
        Sort::Bits(width) => Some(pool.bits_big(width, &modulo(value, width))),
        _ => None,
    }
}

/// The unsigned representative of a number modulo 2^width.
fn modulo(value: &BigInt, width: u32) -> BigUint {
    let modulus = BigInt::one() << width;
    value.mod_floor(&modulus).magnitude().clone()
}

/// A small number of the same sort as another term.
pub fn small(pool: &mut Pool, like: Term, value: i64) -> Term {
    match pool.sort(like) {
        Sort::Bits(width) => pool.bits_big(width, &modulo(&value.into(), width)),
        _ => pool.int(value.into()),
    }
}

/// Whether a sort has numbers.
pub fn is_number(sort: Sort) -> bool {
    matches!(sort, Sort::Int | Sort::Bits(_))
}

/// The sum of two numbers of one sort.
pub fn add(pool: &mut Pool, a: Term, b: Term) -> Term {
    let sum = match pool.sort(a) {
        Sort::Int => pool.int_add(a, b),
        _ => pool.add(a, b),
    };
    normal(pool, sum)
}

/// The difference of two numbers of one sort.
pub fn sub(pool: &mut Pool, a: Term, b: Term) -> Term {
    let difference = match pool.sort(a) {
        Sort::Int => pool.int_sub(a, b),
        _ => pool.sub(a, b),
    };
    normal(pool, difference)
}

/// The product of two numbers of one sort.
pub fn mul(pool: &mut Pool, a: Term, b: Term) -> Term {
    let product = match pool.sort(a) {
        Sort::Int => pool.int_mul(a, b),
        _ => pool.mul(a, b),
    };
    normal(pool, product)
}

/// The value of a constant, signed for machine integers.
pub fn value(pool: &Pool, term: Term) -> Option<BigInt> {
    match pool.sort(term) {
        Sort::Int => pool.as_int(term).cloned(),
        Sort::Bits(_) => pool.as_vector(term).map(|bits| bits.to_signed_big()),
        _ => None,
    }
}

/// Products of terms, in ascending order, with their coefficients. The empty product is one.
type Polynomial = BTreeMap<Vec<Term>, BigInt>;

/// The normal form of a number.
pub fn normal(pool: &mut Pool, term: Term) -> Term {
    let sort = pool.sort(term);
    if !is_number(sort) {
        return term;
    }
    match polynomial(pool, term) {
        Some(polynomial) => build(pool, sort, &polynomial),
        None => term,
    }
}

fn polynomial(pool: &Pool, term: Term) -> Option<Polynomial> {
    let modulus = match pool.sort(term) {
        Sort::Bits(width) => Some(BigInt::one() << width),
        _ => None,
    };
    if let Some(constant) = value(pool, term) {
        return Some(Polynomial::from([(Vec::new(), constant)]));
    }
    let part = |at: usize| polynomial(pool, pool.args(term)[at]);
    let mut sum = match pool.op(term) {
        Op::Add | Op::IntAdd => combine(part(0)?, part(1)?, &BigInt::one()),
        Op::Sub => combine(part(0)?, part(1)?, &-BigInt::one()),
        Op::Neg => combine(Polynomial::new(), part(0)?, &-BigInt::one()),
        Op::Mul | Op::IntMul => product(&part(0)?, &part(1)?)?,
        _ => Polynomial::from([(vec![term], BigInt::one())]),
    };
    if let Some(modulus) = modulus {
        sum.values_mut()
            .for_each(|value| *value = value.mod_floor(&modulus));
    }
    sum.retain(|_, value| !value.is_zero());
    (sum.len() <= MAX_MONOMIALS.get()).then_some(sum)
}

fn combine(mut a: Polynomial, b: Polynomial, factor: &BigInt) -> Polynomial {
    for (monomial, coefficient) in b {
        *a.entry(monomial).or_default() += coefficient * factor;
    }
    a
}

fn product(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    let mut result = Polynomial::new();
    for (x, c) in a {
        for (y, d) in b {
            let mut monomial = [x.as_slice(), y.as_slice()].concat();
            monomial.sort_unstable();
            *result.entry(monomial).or_default() += c * d;
        }
    }
    let fits = result
        .keys()
        .all(|monomial| monomial.len() <= MAX_FACTORS.get());
    (fits && result.len() <= MAX_MONOMIALS.get()).then_some(result)
}

/// A polynomial as a term. Positive parts come first, so that differences are displayed as such.
fn build(pool: &mut Pool, sort: Sort, polynomial: &Polynomial) -> Term {
    let half = match sort {
        Sort::Bits(width) => Some(BigInt::one() << (width - 1)),
        _ => None,
    };
    let (mut plus, mut minus) = (Vec::new(), Vec::new());
    for (monomial, coefficient) in polynomial.iter().rev() {
        let signed = match &half {
            Some(half) if coefficient >= half => coefficient - (half << 1),
            _ => coefficient.clone(),
        };
        let factor = number(pool, sort, &signed.abs());
        let factors = factor.filter(|_| !signed.abs().is_one() || monomial.is_empty());
        let factors = monomial.iter().copied().chain(factors);
        let product = factors.reduce(|a, b| match sort {
            Sort::Int => pool.int_mul(a, b),
            _ => pool.mul(a, b),
        });
        match signed.is_negative() {
            true => minus.extend(product),
            false => plus.extend(product),
        }
    }
    let sum = plus.into_iter().reduce(|a, b| match sort {
        Sort::Int => pool.int_add(a, b),
        _ => pool.add(a, b),
    });
    let zero = number(pool, sort, &BigInt::zero()).unwrap_or(Term::FALSE);
    minus
        .into_iter()
        .fold(sum.unwrap_or(zero), |sum, part| match sort {
            Sort::Int => pool.int_sub(sum, part),
            _ => pool.sub(sum, part),
        })
}

/// A normalised condition; true or false if it compares integers with a constant difference.
pub fn normal_condition(pool: &mut Pool, term: Term) -> Term {
    let (inner, is_negated) = match pool.op(term) {
        Op::Not => (pool.args(term)[0], true),
        _ => (term, false),
    };
    let (op, args) = (pool.op(inner), pool.args(inner).to_vec());
    if !matches!(op, Op::IntLt | Op::Eq) || pool.sort(args[0]) != Sort::Int {
        return term;
    }
    let difference = sub(pool, args[1], args[0]);
    match value(pool, difference) {
        Some(difference) => {
            let holds = match op {
                Op::Eq => difference.is_zero(),
                _ => difference.is_positive(),
            };
            pool.bool(holds != is_negated)
        }
        None => term,
    }
}
