//! Sums have the values of their terms, and decide the intended cases.

use rand::Rng;
use sheaf_term::{CachedModel, Pool, Sort, SymbolKind, Term};

use super::sum::Sum;
use super::{Fixed, MADE, Sums};
use crate::random::Random;

/// The value of a sum under a model.
fn value(pool: &Pool, sum: &Sum, model: &CachedModel) -> Option<u64> {
    let bit = |term: Term, position: u32| match pool.sort(term) {
        Sort::Bool => model.eval_bool(pool, term),
        _ => model
            .eval(pool, term)
            .as_vector()
            .is_some_and(|bits| bits.bit(position)),
    };
    sum.assign(|part| Some(bit(part.term, part.position)))
        .as_constant()
}

/// A term of the operators that preserve sums, mostly with suitable constants.
fn linear(random: &mut Random, width: u32, depth: u32) -> Term {
    if depth == 0 {
        return random.bits(width, 1);
    }
    let a = linear(random, width, depth - 1);
    let number = random.rng.random_range(0..1u128 << width);
    let distance = random.rng.random_range(0..u128::from(width) + 1);
    let (number, distance) = (
        random.pool.bits(width, number),
        random.pool.bits(width, distance),
    );
    match random.rng.random_range(0..14) {
        0 | 1 => {
            let b = linear(random, width, depth - 1);
            random.pool.add(a, b)
        }
        2 => {
            let b = linear(random, width, depth - 1);
            random.pool.sub(a, b)
        }
        3 => random.pool.mul(a, number),
        4 => random.pool.shl(a, distance),
        5 => random.pool.lshr(a, distance),
        6 => random.pool.ashr(a, distance),
        7 | 8 => random.pool.bit_and(a, number),
        9 => random.pool.bit_or(a, number),
        10 => random.pool.bit_xor(a, number),
        11 => {
            let half = random.pool.extract(a, width / 2, 0);
            if random.rng.random() {
                random.pool.zext(half, width)
            } else {
                random.pool.sext(half, width)
            }
        }
        12 => {
            let condition = random.truth(2);
            let more = random.pool.add(a, number);
            random.pool.ite(condition, more, a)
        }
        _ => {
            let b = linear(random, width, depth - 1);
            let high = random.pool.extract(a, width - 1, width / 2);
            let low = random.pool.extract(b, width / 2 - 1, 0);
            random.pool.concat(high, low)
        }
    }
}

#[test]
fn a_sum_has_the_value_of_its_term() {
    for (seed, widths) in [
        (1, [8, 8]),
        (2, [5, 9]),
        (3, [32, 32]),
        (4, [64, 64]),
        (5, [63, 64]),
    ] {
        let mut random = Random::new(seed, &widths);
        let mut sums = Sums::default();
        for round in 0..1500 {
            let width = widths[round % 2];
            let term = if round % 3 == 0 {
                random.bits(width, 5)
            } else {
                linear(&mut random, width, 5)
            };
            let sum = sums.sum(&random.pool, term);
            for _ in 0..6 {
                let model = CachedModel::new(random.model());
                let bits = model.eval(&random.pool, term);
                let expected = bits.as_vector().and_then(|bits| bits.to_u128());
                let expected = expected.map(|bits| bits as u64);
                let shown = sheaf_term::display(&random.pool, term);
                assert_eq!(
                    value(&random.pool, &sum, &model),
                    expected,
                    "{shown}: {sum:?}"
                );
            }
        }
    }
}

/// Tests of bits and signs of the symbols, that a model satisfies.
fn tests_of_bits(random: &mut Random) -> Vec<Term> {
    let model = CachedModel::new(random.model());
    let test = |_| {
        let symbol = random.symbols[random.rng.random_range(0..random.symbols.len())];
        let width = random.pool.width(symbol);
        let position = random.rng.random_range(0..width);
        let test = if position + 1 == width {
            let zero = random.pool.bits(width, 0);
            random.pool.slt(symbol, zero)
        } else {
            let (bit, one) = (
                random.pool.extract(symbol, position, position),
                random.pool.bits(1, 1),
            );
            random.pool.eq(bit, one)
        };
        match model.eval_bool(&random.pool, test) {
            true => test,
            false => random.pool.not(test),
        }
    };
    (0..3).map(test).collect()
}

#[test]
fn decisions_hold_under_all_models() {
    let mut random = Random::new(6, &[4, 4]);
    let mut sums = Sums::default();
    let (mut decided, mut by_path) = (0, 0);
    for _ in 0..20_000 {
        sums.made = 0;
        let path = tests_of_bits(&mut random);
        let fixed = sums.fixed(&random.pool, &path);
        let (a, b) = (linear(&mut random, 4, 3), linear(&mut random, 4, 3));
        let goal = match random.rng.random_range(0..4) {
            0 => random.pool.eq(a, b),
            1 => random.pool.ne(a, b),
            2 => random.pool.ult(a, b),
            _ => random.pool.slt(a, b),
        };
        let Some((holds, mut causes)) = sums.always(&random.pool, goal, &fixed) else {
            continue;
        };
        decided += 1;
        by_path += usize::from(!causes.is_empty());
        assert!(causes.iter().all(|cause| path.contains(cause)));
        causes.push(if holds { random.pool.not(goal) } else { goal });
        assert!(!random.exhaustive(&causes));
    }
    assert!(decided > 500 && by_path > 50, "{decided} {by_path}");
}

/// The number of ones of a 64-bit word, by fields that double in width.
fn ones_by_fields(pool: &mut Pool, x: Term) -> Term {
    let mut x = x;
    for (distance, mask) in [
        (1, 0x5555_5555_5555_5555),
        (2, 0x3333_3333_3333_3333),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (8, 0x00ff_00ff_00ff_00ff),
        (16, 0x0000_ffff_0000_ffff),
        (32, 0x0000_0000_ffff_ffff),
    ] {
        let (distance, mask) = (pool.bits(64, distance), pool.bits(64, mask));
        let shifted = pool.lshr(x, distance);
        let (odd, even) = (pool.bit_and(shifted, mask), pool.bit_and(x, mask));
        x = pool.add(odd, even);
    }
    x
}

#[test]
fn two_ways_to_count_bits_agree_and_a_wrong_one_does_not() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", Sort::Bits(64), SymbolKind::Input);
    let fields = ones_by_fields(&mut pool, x);
    let mut count = pool.bits(64, 0);
    for position in (0..64).rev() {
        let bit = pool.extract(x, position, position);
        let bit = pool.zext(bit, 64);
        count = pool.add(count, bit);
    }
    let one = pool.bits(64, 1);
    let (wrong, sixty_five) = (pool.add(count, one), pool.bits(64, 65));
    let (same, other) = (pool.eq(fields, count), pool.eq(fields, wrong));
    let bounded = pool.ult(fields, sixty_five);
    let mut sums = Sums::default();
    let mut decide = |truth| sums.always(&pool, truth, &Fixed::default());
    assert_eq!(decide(same), Some((true, vec![])));
    assert_eq!(decide(other), Some((false, vec![])));
    assert_eq!(decide(bounded), Some((true, vec![])));
}

/// A comparison of two symbols, or of a symbol with a constant.
fn comparison(random: &mut Random) -> Term {
    let [x, y] = [random.symbols[0], random.symbols[1]];
    let value = random.rng.random_range(0..8);
    let constant = random.pool.bits(3, value);
    let (a, b) = match random.rng.random_range(0..4) {
        0 => (x, y),
        1 => (y, x),
        2 => (x, constant),
        _ => (constant, x),
    };
    let test = match random.rng.random_range(0..4) {
        0 | 1 => random.pool.eq(a, b),
        2 => random.pool.slt(a, b),
        _ => random.pool.ult(a, b),
    };
    match random.rng.random_range(0..4) {
        0 => random.pool.not(test),
        _ => test,
    }
}

#[test]
fn bounds_of_counts_hold_for_all_values() {
    let mut random = Random::new(12, &[3, 3]);
    let mut sums = Sums::default();
    let (mut decided, mut by_groups) = (0, 0);
    for round in 0..20_000 {
        let is_integer = round % 2 == 0;
        let number = |pool: &mut Pool, value: i32| match is_integer {
            true => pool.int(value.into()),
            false => pool.bits(16, value as u128),
        };
        let mut count = number(&mut random.pool, 100);
        let (mut least, mut greatest) = (100, 100);
        for _ in 0..random.rng.random_range(1..7) {
            let condition = comparison(&mut random);
            let step = random.rng.random_range(if is_integer { -3 } else { 1 }..4);
            (least, greatest) = (least + step.min(0), greatest + step.max(0));
            let step = number(&mut random.pool, step);
            let more = match is_integer {
                true => random.pool.int_add(count, step),
                false => random.pool.add(count, step),
            };
            count = random.pool.ite(condition, more, count);
        }
        let limit = random.rng.random_range(least..=greatest);
        let term = number(&mut random.pool, limit);
        let goal = match (random.rng.random_range(0..3), is_integer) {
            (0, _) => random.pool.eq(count, term),
            (1, true) => random.pool.int_lt(count, term),
            (_, true) => random.pool.int_lt(term, count),
            (1, false) => random.pool.slt(count, term),
            (_, false) => random.pool.ult(term, count),
        };
        if let Some((holds, _)) = sums.always(&random.pool, goal, &Fixed::default()) {
            decided += 1;
            // Each value from the least to the greatest would be possible without groups.
            by_groups += usize::from(least < limit && limit < greatest);
            let refuted = if holds { random.pool.not(goal) } else { goal };
            assert!(!random.exhaustive(&[refuted]));
        }
    }
    assert!(decided > 500 && by_groups > 200, "{decided} {by_groups}");
}

#[test]
fn of_less_equal_and_greater_one_holds() {
    let mut pool = Pool::new();
    let bits = [Sort::Bits(32), Sort::Int].map(|sort| {
        let names = ["a", "b", "c", "d", "e", "f", "g"];
        let symbols = names.map(|name| pool.symbol(name, sort, SymbolKind::Input));
        let pairs = (0..7).flat_map(|x| (0..x).map(move |y| (x, y)));
        let [zero, one, most] = match sort {
            Sort::Int => [0, 1, 21].map(|value| pool.int(i32::into(value))),
            _ => [0, 1, 21].map(|value| pool.bits(32, value)),
        };
        let mut count = zero;
        for (x, y) in pairs {
            let (x, y) = (symbols[x], symbols[y]);
            let tests = match sort {
                Sort::Int => [pool.int_lt(x, y), pool.int_lt(y, x)],
                _ => [pool.slt(x, y), pool.slt(y, x)],
            };
            for test in tests.into_iter().chain([pool.eq(x, y)]) {
                let more = match sort {
                    Sort::Int => pool.int_add(count, one),
                    _ => pool.add(count, one),
                };
                count = pool.ite(test, more, count);
            }
        }
        match sort {
            Sort::Int => pool.int_lt(most, count),
            _ => pool.slt(most, count),
        }
    });
    let mut sums = Sums::default();
    for exceeds in bits {
        let decided = sums.always(&pool, exceeds, &Fixed::default());
        assert_eq!(decided, Some((false, vec![])));
    }
}

/// Counts for each pair of elements whether one is less than the other, and whether both are equal.
#[test]
fn a_long_chain_of_choices_costs_its_length() {
    const ELEMENTS: usize = 20;
    for sort in [Sort::Bits(32), Sort::Int] {
        let mut pool = Pool::new();
        let mut symbol = |name: &str| {
            let all = (0..ELEMENTS)
                .map(|at| pool.symbol(&format!("{name}{at}"), sort, SymbolKind::Input));
            all.collect::<Vec<Term>>()
        };
        let (xs, ys) = (symbol("x"), symbol("y"));
        let number = |pool: &mut Pool, value: usize| match sort {
            Sort::Int => pool.int(value.into()),
            _ => pool.bits(32, value as u128),
        };
        let one = number(&mut pool, 1);
        let mut counts = [number(&mut pool, 0); 2];
        for (x, y) in xs.iter().flat_map(|x| ys.iter().map(move |y| (*x, *y))) {
            let less = match sort {
                Sort::Int => pool.int_lt(x, y),
                _ => pool.slt(x, y),
            };
            let tests = [less, pool.eq(x, y)];
            for (count, test) in counts.iter_mut().zip(tests) {
                let more = match sort {
                    Sort::Int => pool.int_add(*count, one),
                    _ => pool.add(*count, one),
                };
                *count = pool.ite(test, more, *count);
            }
        }
        let most = number(&mut pool, ELEMENTS * ELEMENTS);
        let exceeds = match sort {
            Sort::Int => {
                let sum = pool.int_add(counts[0], counts[1]);
                pool.int_lt(most, sum)
            }
            _ => {
                let sum = pool.add(counts[0], counts[1]);
                pool.slt(most, sum)
            }
        };
        let mut sums = Sums::default();
        let decided = sums.always(&pool, exceeds, &Fixed::default());
        assert_eq!(decided, Some((false, vec![])));
        assert!(sums.made <= 12 * ELEMENTS * ELEMENTS, "{}", sums.made);
    }
}

#[test]
fn the_work_of_a_question_is_bounded() {
    let mut random = Random::new(3, &[8, 8]);
    let mut sums = Sums::default();
    // Each step has a term that is represented by its own 64 bits.
    let mut all = random.bits(8, 1);
    let mut pool = random.pool;
    all = pool.zext(all, 64);
    for _ in 0..MADE / 32 {
        let (three, one) = (pool.bits(64, 3), pool.bits(64, 1));
        let (scaled, shifted) = (pool.mul(all, three), pool.lshr(all, one));
        all = pool.add(scaled, shifted);
    }
    let sum = sums.sum(&pool, all);
    assert_eq!(*sum, Sum::of_bits(all, 0, 64));
    assert!(sums.made <= MADE);
}
