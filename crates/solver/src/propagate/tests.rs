//! Propagation is sound, and solves the cases that it is for.

use rand::Rng;
use sheaf_term::{CachedModel, Constant, Model, Pool, Sort, Symbol, SymbolKind, Term};

use super::{Propagated, Values, propagate};
use crate::random::Random;

/// Equalities of terms with numbers and with each other, and other conditions; mostly true under a
/// model.
fn constraints(random: &mut Random, near: &CachedModel) -> Vec<Term> {
    let count = random.rng.random_range(2..6);
    let constraint = |_| {
        let term = random.bits(4, 3);
        let condition = match random.rng.random_range(0..4) {
            0 => random.truth(3),
            1 => {
                let (index, condition) = (random.rng.random_range(0..2), random.truth(2));
                let (a, b) = (random.symbols[index], random.symbols[1 - index]);
                let choice = random.pool.ite(condition, a, b);
                random.pool.eq(choice, term)
            }
            _ => {
                let value = near.eval_bits(&random.pool, term).unwrap_or(0);
                let value = random.pool.bits(4, value);
                random.pool.eq(term, value)
            }
        };
        match near.eval_bool(&random.pool, condition) || random.rng.random_range(0..3) == 0 {
            true => condition,
            false => random.pool.not(condition),
        }
    };
    (0..count).map(constraint).collect()
}

#[test]
fn answers_agree_with_trying_all_values() {
    let mut random = Random::new(7, &[4, 4, 4]);
    let (mut models, mut contradictions, mut cores) = (0, 0, 0);
    let mut values = Values::default();
    for _ in 0..15_000 {
        let near = CachedModel::new(random.model());
        let all = constraints(&mut random, &near);
        let other = CachedModel::new(random.model());
        match propagate(&random.pool, &all, &other, &mut values) {
            Propagated::Open => {}
            Propagated::Model(model) => {
                let model = CachedModel::new(model);
                assert!(all.iter().all(|term| model.eval_bool(&random.pool, *term)));
                models += 1;
            }
            Propagated::Impossible(core) => {
                assert!(core.iter().all(|term| all.contains(term)));
                assert!(!random.exhaustive(&core));
                contradictions += 1;
                cores += usize::from(core.len() < all.len());
            }
        }
    }
    let counts = (models, contradictions, cores);
    assert!(
        models > 500 && contradictions > 300 && cores > 100,
        "{counts:?}"
    );
}

/// Whether terms hold for some values of two integers within bounds.
fn near_zero(random: &Random, terms: &[Term]) -> bool {
    let integers = random.integers.iter();
    let symbols: Vec<Symbol> = integers
        .filter_map(|&it| random.pool.as_symbol(it))
        .collect();
    let pairs = (-12..=12).flat_map(|a: i32| (-12..=12).map(move |b: i32| [a, b]));
    pairs.into_iter().any(|values| {
        let values = values.map(|value| Constant::Int(value.into()));
        let model = Model::from_iter(symbols.iter().copied().zip(values));
        let model = CachedModel::new(model);
        terms
            .iter()
            .all(|&term| model.eval_bool(&random.pool, term))
    })
}

#[test]
fn contradictions_of_integers_have_no_small_model() {
    let mut random = Random::new(11, &[]).with_integer().with_integer();
    let (mut models, mut contradictions, mut not_constant) = (0, 0, 0);
    for _ in 0..4_000 {
        let all: Vec<Term> = (0..random.rng.random_range(2..6))
            .map(|_| match random.rng.random_range(0..3) {
                0 => random.truth(3),
                _ => {
                    let (sum, value) = (random.integer(2), random.rng.random_range(-9..10));
                    let value = random.pool.int(i32::into(value));
                    random.pool.eq(sum, value)
                }
            })
            .collect();
        let near = CachedModel::default();
        match propagate(&random.pool, &all, &near, &mut Values::default()) {
            Propagated::Open => {}
            Propagated::Model(model) => {
                let model = CachedModel::new(model);
                assert!(all.iter().all(|term| model.eval_bool(&random.pool, *term)));
                models += 1;
            }
            Propagated::Impossible(core) => {
                assert!(!near_zero(&random, &core));
                contradictions += 1;
                not_constant += usize::from(!core.contains(&Term::FALSE));
            }
        }
    }
    let counts = (models, contradictions, not_constant);
    assert!(models > 100 && not_constant > 100, "{counts:?}");
}

#[test]
fn integers_that_do_not_fit_are_left_open() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Int, SymbolKind::Input));
    let (most, sum) = (pool.int(i64::MAX.into()), pool.int_add(x, y));
    let [one, minus_two] = [1, -2].map(|value| pool.int(i32::into(value)));
    let (is_most, is_one) = (pool.eq(x, most), pool.eq(y, one));
    // The sum is 2^63; wrapped to 64 bits it would be less than -2.
    let less = pool.int_lt(sum, minus_two);
    let not_less = pool.not(less);
    assert_eq!(impossible(&pool, &[is_most, is_one, not_less]), None);
    let is_minus_two = pool.eq(sum, minus_two);
    let core = impossible(&pool, &[is_most, is_minus_two, is_one]);
    assert!(core.is_none() || core == Some(vec![is_most, is_minus_two, is_one]));
}

fn symbol(pool: &mut Pool, name: &str, width: u32) -> Term {
    pool.symbol(name, Sort::Bits(width), SymbolKind::Input)
}

fn impossible(pool: &Pool, constraints: &[Term]) -> Option<Vec<Term>> {
    match propagate(
        pool,
        constraints,
        &CachedModel::default(),
        &mut Values::default(),
    ) {
        Propagated::Impossible(core) => Some(core),
        Propagated::Model(_) | Propagated::Open => None,
    }
}

/// Which argument a word is depends on whether the previous one was an option.
#[test]
fn a_choice_that_is_made_gives_its_branch_the_value() {
    let mut pool = Pool::new();
    let [first, second, other] = ["first", "second", "other"].map(|it| symbol(&mut pool, it, 8));
    let [plus, letter, bound] = [43, 109, 200].map(|value| pool.bits(8, value));
    let option = pool.eq(first, plus);
    let word = pool.ite(option, second, first);
    let no_option = pool.not(option);
    let is_letter = pool.eq(word, letter);
    let unrelated = pool.ult(other, bound);
    let goal = pool.ult(first, plus);
    let core = impossible(&pool, &[no_option, unrelated, is_letter, goal]);
    assert_eq!(core, Some(vec![no_option, is_letter, goal]));
    assert_eq!(impossible(&pool, &[no_option, unrelated, is_letter]), None);
}

#[test]
fn values_go_through_arithmetic_tables_and_equal_symbols() {
    let mut pool = Pool::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| symbol(&mut pool, name, 8));
    let [three, seven, zero] = [3, 7, 0].map(|value| pool.bits(8, value));
    let mut table = pool.const_array(8, zero);
    for position in 0..16 {
        let (index, value) = (pool.bits(8, position), pool.bits(8, 2 * position));
        table = pool.store(table, index, value);
    }
    let sum = pool.add(x, three);
    let (wide, pair) = (pool.zext(y, 16), pool.concat(y, z));
    let is_seven = pool.eq(sum, seven);
    let (same, element) = (pool.eq(x, y), pool.select(table, z));
    let all = pool.bits(16, 0x0405);
    let both = pool.eq(pair, all);
    let four = pool.bits(16, 4);
    let (is_four, ten) = (pool.eq(wide, four), pool.bits(8, 10));
    let is_ten = pool.eq(element, ten);
    let (not_four, not_ten) = (pool.not(is_four), pool.not(is_ten));
    // 4 + 3 = 7, and y is x; the fifth element is 10.
    assert!(impossible(&pool, &[is_seven, same, not_four]).is_some());
    assert!(impossible(&pool, &[both, not_ten]).is_some());
    assert!(impossible(&pool, &[is_seven, same, is_four, both, is_ten]).is_none());
    let model = propagate(
        &pool,
        &[is_seven, same, is_four, both, is_ten],
        &CachedModel::default(),
        &mut Values::default(),
    );
    assert!(matches!(model, Propagated::Model(_)));
}
