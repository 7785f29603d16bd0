//! Models are found if there are some, and undoing constraints leaves nothing behind.

use super::*;
use crate::random::Random;
use rand::Rng;
use sheaf_term::{Constant, Sort, SymbolKind};

/// A random comparison of a symbol with a constant, or rarely of two symbols.
fn comparison(random: &mut Random) -> Term {
    let symbols = random.symbols.clone();
    let symbol = symbols[random.rng.random_range(0..symbols.len())];
    let other = match random.rng.random_bool(0.1) {
        true => symbols[0],
        false => {
            let value = random.rng.random_range(0..8);
            random.pool.bits(3, value)
        }
    };
    let (a, b) = match random.rng.random() {
        true => (symbol, other),
        false => (other, symbol),
    };
    let term = match random.rng.random_range(0..3) {
        0 => random.pool.eq(a, b),
        1 => random.pool.ult(a, b),
        _ => random.pool.slt(a, b),
    };
    match random.rng.random() {
        true => term,
        false => random.pool.not(term),
    }
}

/// On paths that grow and shrink, the models of the link satisfy path and goals, and it finds one
/// if all symbols of the goals are only compared with constants.
#[test]
fn models_are_found_where_symbols_are_compared_with_constants() {
    let mut random = Random::new(7, &[3, 3, 3]);
    let mut domains = Domains::default();
    let mut path: Vec<Term> = Vec::new();
    let mut hint = CachedModel::new(Model::new());
    let (mut found, mut none) = (0, 0);
    for _ in 0..5000 {
        if random.rng.random_bool(0.1) {
            let len = random.rng.random_range(0..=path.len());
            (len..path.len()).for_each(|_| domains.pop());
            path.truncate(len);
        }
        let goals: Vec<Term> = (0..random.rng.random_range(1..4))
            .map(|_| comparison(&mut random))
            .collect();
        let all: Vec<Term> = path.iter().chain(&goals).copied().collect();
        let pool = &random.pool;
        match domains.model(pool, &goals, &hint) {
            Some(model) => {
                assert!(all.iter().all(|&term| model.eval_bool(pool, term)));
                found += 1;
                hint = model;
                for goal in goals {
                    domains.push(&random.pool, goal);
                    path.push(goal);
                }
            }
            None => {
                let plain = |symbol: &Symbol| {
                    let mentions = |term: &&Term| pool.symbols(**term).contains(symbol);
                    let mut mentioning = all.iter().filter(mentions);
                    mentioning.all(|&term| compared(pool, term).is_some())
                };
                let mut symbols = goals.iter().flat_map(|&goal| pool.symbols(goal).to_vec());
                let constant = goals.iter().any(|&goal| pool.symbols(goal).is_empty());
                if !constant && symbols.all(|symbol| plain(&symbol)) {
                    assert!(!random.exhaustive(&all));
                    none += 1;
                }
            }
        }
    }
    assert!(found > 500 && none > 500, "{found} {none}");
}

#[test]
fn integers_are_compared_with_their_signs() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", Sort::Int, SymbolKind::Input);
    let [minus_three, minus_one] = [-3, -1].map(|value| pool.int(i32::into(value)));
    let least = pool.int(i64::MIN.into());
    let path = [pool.int_lt(minus_three, x), pool.int_lt(x, minus_one)];
    let mut domains = Domains::default();
    for constraint in path {
        domains.push(&pool, constraint);
    }
    let hint = CachedModel::new(Model::from_iter([(
        pool.as_symbol(x).expect("a symbol"),
        Constant::Int((-2).into()),
    )]));
    let minus_two = pool.int((-2).into());
    let is_minus_two = pool.eq(x, minus_two);
    let not_minus_two = pool.not(is_minus_two);
    assert!(domains.model(&pool, &[is_minus_two], &hint).is_some());
    // Nothing else lies between the bounds, and nothing below the least number that has a pattern.
    assert!(domains.model(&pool, &[not_minus_two], &hint).is_none());
    let below = pool.int_lt(x, least);
    assert!(domains.model(&pool, &[below], &hint).is_none());
}

#[test]
fn what_left_the_path_fixes_nothing() {
    let mut pool = Pool::new();
    for sort in [Sort::Bool, Sort::Bits(8)] {
        let symbol = pool.symbol("s", sort, SymbolKind::Input);
        let constraint = match sort {
            Sort::Bool => symbol,
            _ => {
                let zero = pool.bits(8, 0);
                pool.eq(symbol, zero)
            }
        };
        let mut fixed = Domains::default();
        assert!(fixed.fixed(&pool, symbol).is_none());
        fixed.push(&pool, constraint);
        assert_eq!(fixed.fixed(&pool, symbol), Some(vec![constraint]));
        fixed.pop();
        assert!(fixed.fixed(&pool, symbol).is_none());
    }
}
