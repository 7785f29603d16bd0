//! Bitwuzla and Z3, compared with each other, with evaluation and with trying all values.

use std::time::Duration;

use sheaf_solver::{Answer, Links, Options, Query, Solver};
use sheaf_term::Term;

use crate::random::Random;

/// A solver without optional links whose answers are checked.
fn plain() -> Solver {
    let options = Options {
        validate: true,
        links: Links::none(),
        timeout: Duration::from_millis(500),
        ..Options::default()
    };
    Solver::new(options).expect("a solver")
}

/// Asks for conjunctions of random terms; returns how many were (sat, unsat, unknown).
fn ask(random: &mut Random, rounds: usize, conjuncts: usize, depth: u32) -> (usize, usize, usize) {
    let mut solver = plain();
    let mut counts = (0, 0, 0);
    for _ in 0..rounds {
        let goal: Vec<Term> = (0..conjuncts).map(|_| random.truth(depth)).collect();
        let query = Query {
            path: &[],
            goal: &goal,
            hint: None,
        };
        match solver.check(&mut random.pool, &query) {
            Answer::Sat(model) => {
                assert!(goal.iter().all(|&term| model.eval_bool(&random.pool, term)));
                counts.0 += 1;
            }
            Answer::Unsat { core } => {
                assert!(core.iter().all(|term| goal.contains(term)));
                counts.1 += 1;
            }
            Answer::Unknown(reason) => {
                assert_eq!(solver.stats().disagreements, 0, "{reason}");
                counts.2 += 1;
            }
        }
    }
    assert_eq!(solver.stats().disagreements, 0);
    counts
}

#[test]
fn small_bit_vectors_agree_with_trying_all_values() {
    let mut random = Random::new(1, &[4, 4, 3]);
    let mut solver = plain();
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..600 {
        let goal: Vec<Term> = (0..3).map(|_| random.truth(3)).collect();
        let answer = solver.check(
            &mut random.pool,
            &Query {
                path: &[],
                goal: &goal,
                hint: None,
            },
        );
        let truth = random.exhaustive(&goal);
        assert_eq!(answer.is_sat(), truth);
        assert_eq!(answer.is_unsat(), !truth);
        if let Answer::Unsat { core } = answer {
            assert!(!random.exhaustive(&core));
            unsat += 1;
        } else {
            sat += 1;
        }
    }
    assert!(sat > 100 && unsat > 100, "{sat} {unsat}");
    assert_eq!(solver.stats().disagreements, 0);
}

#[test]
fn machine_widths_agree() {
    let mut random = Random::new(2, &[8, 16, 32]);
    let (sat, unsat, unknown) = ask(&mut random, 150, 3, 2);
    assert!(
        sat > 20 && unsat > 20 && unknown < 15,
        "{sat} {unsat} {unknown}"
    );
}

#[test]
fn wide_vectors_agree() {
    let mut random = Random::new(3, &[300, 129, 64]);
    let (sat, unsat, unknown) = ask(&mut random, 60, 2, 1);
    assert!(
        sat > 10 && unsat > 2 && unknown < 6,
        "{sat} {unsat} {unknown}"
    );
}

#[test]
fn arrays_agree() {
    let mut random = Random::new(4, &[8, 8]).with_array(8, 8).with_array(8, 8);
    let (sat, unsat, unknown) = ask(&mut random, 200, 4, 3);
    assert!(
        sat > 40 && unsat > 10 && unknown < 10,
        "{sat} {unsat} {unknown}"
    );
}

#[test]
fn equal_arrays_agree_everywhere() {
    let mut random = Random::new(5, &[8]).with_array(8, 8).with_array(8, 8);
    let (a, b, x) = (random.arrays[0], random.arrays[1], random.symbols[0]);
    let pool = &mut random.pool;
    let equal = pool.eq(a, b);
    let (left, right) = (pool.select(a, x), pool.select(b, x));
    let differ = pool.ne(left, right);
    let seven = pool.bits(8, 7);
    let changed = pool.store(a, x, seven);
    let changed_equal = pool.eq(changed, b);
    let mut solver = plain();
    let goal = [equal, differ];
    assert!(
        solver
            .check(
                pool,
                &Query {
                    path: &[],
                    goal: &goal,
                    hint: None
                }
            )
            .is_unsat()
    );
    let goal = [changed_equal, differ];
    assert!(
        solver
            .check(
                pool,
                &Query {
                    path: &[],
                    goal: &goal,
                    hint: None
                }
            )
            .is_sat()
    );
    assert_eq!(solver.stats().disagreements, 0);
}

#[test]
fn arrays_of_wide_indices_are_read_back() {
    let mut random = Random::new(9, &[64]).with_array(64, 32);
    let (array, index) = (random.arrays[0], random.symbols[0]);
    let pool = &mut random.pool;
    let one = pool.bits(64, 1);
    let next = pool.add(index, one);
    let (here, there) = (pool.select(array, index), pool.select(array, next));
    let (seven, eight) = (pool.bits(32, 7), pool.bits(32, 0x8000_0008));
    let last = pool.bits(64, u128::from(u64::MAX));
    let goal = [
        pool.eq(here, seven),
        pool.eq(there, eight),
        pool.eq(next, last),
    ];
    let mut solver = plain();
    let query = Query {
        path: &[],
        goal: &goal,
        hint: None,
    };
    let Answer::Sat(model) = solver.check(pool, &query) else {
        panic!("two elements are free");
    };
    let value = model.eval(pool, array);
    let array = value.as_array().expect("an array");
    let element = |index: u64| {
        array
            .get(&sheaf_term::BitVector::new(64, index.into()))
            .to_u128()
    };
    assert_eq!(
        (element(u64::MAX - 1), element(u64::MAX)),
        (Some(7), Some(0x8000_0008))
    );
    assert_eq!(solver.stats().disagreements, 0);
}

#[test]
fn integers_are_answered_by_z3_with_the_meaning_of_the_terms() {
    let mut random = Random::new(6, &[8]).with_integer().with_integer();
    let (sat, unsat, unknown) = ask(&mut random, 300, 3, 3);
    assert!(
        sat > 50 && unsat > 50 && unknown < 30,
        "{sat} {unsat} {unknown}"
    );
}

#[test]
fn integer_division_truncates() {
    // For every dividend and divisor, the only quotient and remainder are those of the evaluator.
    let mut random = Random::new(7, &[]).with_integer().with_integer();
    let (q, r) = (random.integers[0], random.integers[1]);
    let mut solver = plain();
    for a in [-7i32, -6, -1, 0, 1, 6, 7] {
        for b in [-3i32, -1, 0, 1, 3] {
            let pool = &mut random.pool;
            let (x, y) = (
                pool.symbol("a", sheaf_term::Sort::Int, sheaf_term::SymbolKind::Input),
                pool.int(b.into()),
            );
            let value = pool.int(a.into());
            let (quotient, remainder) = (pool.int_div(x, y), pool.int_rem(x, y));
            let fixed = pool.eq(x, value);
            let (is_q, is_r) = (pool.eq(quotient, q), pool.eq(remainder, r));
            let goal = [fixed, is_q, is_r];
            let Answer::Sat(model) = solver.check(
                pool,
                &Query {
                    path: &[],
                    goal: &goal,
                    hint: None,
                },
            ) else {
                panic!("{a} / {b} has a quotient");
            };
            let expected = if b == 0 { (0, a) } else { (a / b, a % b) };
            assert_eq!(model.eval(pool, q).as_int(), Some(&expected.0.into()));
            assert_eq!(model.eval(pool, r).as_int(), Some(&expected.1.into()));
        }
    }
    assert!(solver.stats().sent_z3 > 0);
    assert_eq!(solver.stats().disagreements, 0);
}

#[test]
fn conversions_between_integers_and_bit_vectors() {
    let mut random = Random::new(8, &[8]).with_integer();
    let (x, i) = (random.symbols[0], random.integers[0]);
    let pool = &mut random.pool;
    let unsigned = pool.bits_to_int(x);
    let two_hundred = pool.int(200.into());
    let above = pool.int_lt(two_hundred, unsigned);
    let minus_three = pool.int((-3).into());
    let is_minus_three = pool.eq(i, minus_three);
    let low = pool.int_to_bits(i, 8);
    let same = pool.eq(low, x);
    let mut solver = plain();
    let goal = [above, is_minus_three, same];
    let Answer::Sat(model) = solver.check(
        pool,
        &Query {
            path: &[],
            goal: &goal,
            hint: None,
        },
    ) else {
        panic!("253 fits");
    };
    assert_eq!(model.eval_bits(pool, x), Some(253));
    let not_same = pool.not(same);
    let value = pool.bits(8, 253);
    let is_253 = pool.eq(x, value);
    let goal = [is_253, is_minus_three, not_same];
    assert!(
        solver
            .check(
                pool,
                &Query {
                    path: &[],
                    goal: &goal,
                    hint: None
                }
            )
            .is_unsat()
    );
    assert_eq!(solver.stats().disagreements, 0);
}
