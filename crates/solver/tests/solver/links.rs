//! Each link answers the intended queries, and no combination of links changes an answer.

use std::rc::Rc;

use rand::Rng;
use sheaf_float::FloatKind;
use sheaf_solver::{Answer, LinkStats, Links, Options, Query, Solver, Stats};
use sheaf_term::{CachedModel, Constant, Model, Pool, Sort, SymbolKind, Term};

use crate::random::Random;

fn links(text: &str) -> Links {
    text.parse().expect("names of links")
}

fn solver(links: Links) -> Solver {
    Solver::new(Options {
        links,
        ..Options::default()
    })
    .expect("a solver")
}

fn bytes(pool: &mut Pool, count: usize) -> Vec<Term> {
    (0..count)
        .map(|i| pool.symbol(&format!("b{i}"), Sort::Bits(8), SymbolKind::Input))
        .collect()
}

/// Extends and shortens a random path, asks random goals on it, and compares with trying all
/// values. Returns the solver's statistics.
fn explore(seed: u64, links: Links, rounds: usize) -> Stats {
    explore_terms(Random::new(seed, &[3, 3, 3]), links, rounds)
}

/// The same for a given source of terms.
fn explore_terms(mut random: Random, links: Links, rounds: usize) -> Stats {
    let mut solver = solver(links);
    let mut conditions: Vec<Term> = (0..40).map(|_| random.truth(3)).collect();
    // Some of them fix a symbol, or a part of it.
    for symbol in random.symbols.clone().repeat(4) {
        for (high, low) in [(2, 0), (1, 0), (2, 1)] {
            let part = random.pool.extract(symbol, high, low);
            let value = random.rng.random_range(0..8);
            let value = random
                .pool
                .bits(high - low + 1, value & ((2 << (high - low)) - 1));
            conditions.push(random.pool.eq(part, value));
        }
    }
    let mut path: Vec<Term> = Vec::new();
    let mut hint = Rc::new(CachedModel::new(Model::new()));
    for _ in 0..rounds {
        if random.rng.random_bool(0.1) {
            path.truncate(random.rng.random_range(0..=path.len()));
        }
        let count = random.rng.random_range(1..3);
        let mut goal = Vec::new();
        for _ in 0..count {
            let condition = conditions[random.rng.random_range(0..conditions.len())];
            goal.push(if random.rng.random() {
                condition
            } else {
                random.pool.not(condition)
            });
        }
        let given = random.rng.random_bool(0.8).then_some(&hint);
        let query = Query {
            path: &path,
            goal: &goal,
            hint: given,
        };
        let answer = solver.check(&mut random.pool, &query);
        let all: Vec<Term> = path.iter().chain(&goal).copied().collect();
        let truth = random.exhaustive(&all);
        match answer {
            Answer::Sat(model) => {
                assert!(truth);
                let satisfies = all.iter().all(|&term| model.eval_bool(&random.pool, term));
                assert!(satisfies, "the model is one of path and goal");
                if path.len() < 12 {
                    path = all;
                    hint = model;
                }
            }
            Answer::Unsat { core } => {
                assert!(!truth);
                assert!(
                    core.iter().all(|term| all.contains(term)),
                    "the core is a part of the query"
                );
                assert!(!random.exhaustive(&core), "the core is unsatisfiable");
            }
            Answer::Unknown(reason) => panic!("{reason}"),
        }
    }
    assert_eq!(solver.stats().disagreements, 0);
    solver.stats().clone()
}

#[test]
fn no_combination_of_links_changes_an_answer() {
    let single = Links::names().map(|name| format!("none,{name}"));
    let several = ["all", "none", "none,interval,independence,cache"].map(str::to_string);
    for (position, text) in several.into_iter().chain(single).enumerate() {
        let stats = explore(20 + position as u64, links(&text), 500);
        assert_eq!(stats.asked, 500);
        let answered = |link: &LinkStats| link.answered();
        assert_eq!(stats.links.iter().map(answered).sum::<u64>(), 500);
        assert_eq!(stats.sent, stats.answered_by("backend"));
        for (link, next) in stats.links.iter().zip(&stats.links[1..]) {
            assert_eq!(link.passed(), next.asked, "{text}: {link:?} {next:?}");
        }
        // Sums of bits and chains of comparisons are rare here, there are neither diagrams nor
        // large circuits, and one link only drops constraints.
        let idle = [
            "differences",
            "sums",
            "choices",
            "split",
            "descend",
            "independence",
        ];
        for link in stats.links.iter().filter(|it| !idle.contains(&it.name)) {
            let rarely = text == "all" && link.name == "guess";
            assert!(rarely || link.answered() > 0, "{text}: {stats:?}");
        }
    }
}

#[test]
fn parts_of_wide_symbols_are_enumerated() {
    let mut decided = 0;
    for seed in 0..4 {
        let mut random = Random::new(seed, &[40, 9, 64]);
        let [a, b, c] = [0, 1, 2].map(|position| random.symbols[position]);
        let parts = [(a, 4, 2), (a, 7, 5), (b, 8, 6), (c, 63, 61)];
        random.symbols = parts
            .map(|(term, high, low)| random.pool.extract(term, high, low))
            .to_vec();
        decided += explore_terms(random, links("none,enumerate"), 300).answered_by("enumerate");
    }
    // The others have no hint, or no symbol.
    assert!(decided > 600, "{decided}");
}

#[test]
fn the_parts_of_a_symbol_fix_it_together() {
    let mut pool = Pool::new();
    let mut solver = solver(links("none,domain"));
    let word = pool.symbol("word", Sort::Bits(32), SymbolKind::Input);
    let mut model = Model::new();
    model.set(
        pool.as_symbol(word).expect("a symbol"),
        Constant::bits(32, 0x0302_0100),
    );
    let hint = Rc::new(CachedModel::new(model));
    let mut path = Vec::new();
    let product = pool.mul(word, word);
    let square = pool.bits(32, 0x0302_0100_u128.pow(2) & 0xffff_ffff);
    let same = pool.eq(product, square);
    let differs = pool.not(same);
    for byte in 0..4 {
        let part = pool.extract(word, 8 * byte + 7, 8 * byte);
        let value = pool.bits(8, u128::from(byte));
        path.push(pool.eq(part, value));
        let query = Query {
            path: &path,
            goal: &[differs],
            hint: Some(&hint),
        };
        let answer = solver.check(&mut pool, &query);
        let is_fixed = byte == 3;
        assert_eq!(solver.stats().answered_by("domain") > 0, is_fixed, "{byte}");
        if is_fixed {
            assert!(matches!(answer, Answer::Unsat { core } if core.len() == 5));
        }
    }
}

#[test]
fn what_is_taken_off_the_path_fixes_nothing() {
    let mut pool = Pool::new();
    let mut solver = solver(links("none,domain"));
    let truth = pool.symbol("truth", Sort::Bool, SymbolKind::Input);
    let mut model = Model::new();
    model.set(
        pool.as_symbol(truth).expect("a symbol"),
        Constant::Bool(true),
    );
    let hint = Rc::new(CachedModel::new(model));
    let negated = pool.not(truth);
    for path in [vec![truth], vec![]] {
        let query = Query {
            path: &path,
            goal: &[negated],
            hint: Some(&hint),
        };
        let answer = solver.check(&mut pool, &query);
        let is_possible = matches!(answer, Answer::Sat { .. });
        assert_eq!(is_possible, path.is_empty(), "{path:?}");
    }
}

#[test]
fn intervals_are_sound_on_many_small_queries() {
    let only = links("none,interval");
    let mut random = Random::new(31, &[4, 4]);
    let mut solver = solver(only);
    let mut decided = 0;
    for _ in 0..4000 {
        let path = random.path(3, 2);
        let goal = [random.truth(2)];
        let query = Query {
            path: &path.constraints,
            goal: &goal,
            hint: Some(&path.model),
        };
        let before = solver.stats().answered_by("interval");
        let answer = solver.check(&mut random.pool, &query);
        if solver.stats().answered_by("interval") > before {
            decided += 1;
            let all: Vec<Term> = path.constraints.iter().chain(&goal).copied().collect();
            match answer {
                // "Implied" is stronger than satisfiable: no model of the path may make the goal
                // false.
                Answer::Sat(_) => {
                    let mut counterexample = path.constraints.clone();
                    counterexample.push(random.pool.not(goal[0]));
                    assert!(!random.exhaustive(&counterexample));
                }
                Answer::Unsat { core } => {
                    assert!(!random.exhaustive(&core));
                    assert!(core.iter().all(|term| all.contains(term)));
                }
                Answer::Unknown(reason) => panic!("{reason}"),
            }
        }
    }
    assert!(decided > 100, "{decided}");
}

#[test]
fn constants_and_contradictions_need_no_backend() {
    let mut pool = Pool::new();
    let b = bytes(&mut pool, 2);
    let less = pool.ult(b[0], b[1]);
    let not_less = pool.not(less);
    let mut solver = solver(Links::none());
    let hint = Rc::new(CachedModel::new(Model::new()));
    let path = [not_less];
    let sat = |goal: &[Term], solver: &mut Solver, pool: &mut Pool| {
        solver.check(
            pool,
            &Query {
                path: &path,
                goal,
                hint: Some(&hint),
            },
        )
    };
    assert!(sat(&[Term::TRUE], &mut solver, &mut pool).is_sat());
    assert!(sat(&[not_less], &mut solver, &mut pool).is_sat());
    assert!(sat(&[Term::FALSE], &mut solver, &mut pool).is_unsat());
    let Answer::Unsat { mut core } = sat(&[less], &mut solver, &mut pool) else {
        panic!("a contradiction")
    };
    core.sort();
    let mut expected = vec![less, not_less];
    expected.sort();
    assert_eq!(core, expected);
    assert_eq!(
        (solver.stats().answered_by("simplify"), solver.stats().sent),
        (4, 0)
    );
}

#[test]
fn intervals_discharge_overflow_and_bounds_obligations() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", Sort::Bits(32), SymbolKind::Input);
    let n = pool.symbol("n", Sort::Bits(32), SymbolKind::Input);
    let unrelated = pool.symbol("u", Sort::Bits(32), SymbolKind::Input);
    let (zero, ten, hundred) = (pool.bits(32, 0), pool.bits(32, 10), pool.bits(32, 100));
    let path = [
        pool.sle(zero, x),
        pool.slt(x, n),
        pool.sle(n, hundred),
        pool.ult(unrelated, ten),
    ];
    // x + 1 overflows, in the engine's form: with one more bit, the sum leaves 32 bits.
    let (wide_x, wide_one) = (pool.sext(x, 33), pool.bits(33, 1));
    let sum = pool.add(wide_x, wide_one);
    let most = pool.bits(33, 0x7fff_ffff);
    let overflow = pool.slt(most, sum);
    // Element x of an array of 100 four-byte elements is out of bounds.
    let offset_x = pool.sext(x, 64);
    let four = pool.bits(64, 4);
    let offset = pool.mul(offset_x, four);
    let last = pool.bits(64, 396);
    let outside = pool.ult(last, offset);
    // x + 1 as a divisor is zero.
    let one = pool.bits(32, 1);
    let divisor = pool.add(x, one);
    let zero_divisor = pool.eq(divisor, zero);
    let mut solver = solver(Links::ALL);
    for goal in [overflow, outside, zero_divisor] {
        let query = Query {
            path: &path,
            goal: &[goal],
            hint: None,
        };
        let Answer::Unsat { core } = solver.check(&mut pool, &query) else {
            panic!("discharged")
        };
        assert!(core.contains(&goal));
        assert!(
            !core.contains(&path[3]),
            "the core leaves out what does not matter"
        );
    }
    assert_eq!(
        (solver.stats().answered_by("interval"), solver.stats().sent),
        (3, 0)
    );
}

#[test]
fn intervals_read_the_idioms_of_compilers() {
    let mut pool = Pool::new();
    let c = bytes(&mut pool, 1)[0];
    let wide = pool.sext(c, 32);
    // (unsigned)(c - '0') < 10
    let (digit_zero, ten) = (pool.bits(32, 48), pool.bits(32, 10));
    let shifted = pool.sub(wide, digit_zero);
    let is_digit = pool.ult(shifted, ten);
    let letter = pool.bits(8, u128::from(b'a'));
    let is_letter = pool.eq(c, letter);
    let mut solver = solver(Links::ALL);
    let query = Query {
        path: &[is_digit],
        goal: &[is_letter],
        hint: None,
    };
    assert!(solver.check(&mut pool, &query).is_unsat());
    assert_eq!(solver.stats().sent, 0);
}

#[test]
fn independence_keeps_the_other_values_of_the_hint() {
    let mut pool = Pool::new();
    let b = bytes(&mut pool, 4);
    let path = [pool.ult(b[0], b[1]), pool.ult(b[2], b[3])];
    let values = [3u128, 5, 70, 80];
    let mut model = Model::new();
    for (&term, &value) in b.iter().zip(&values) {
        if let Some(symbol) = pool.as_symbol(term) {
            model.set(symbol, sheaf_term::Constant::bits(8, value));
        }
    }
    let hint = Rc::new(CachedModel::new(model));
    let nine = pool.bits(8, 9);
    let product = pool.mul(b[0], b[1]);
    let goal = [pool.eq(product, nine)];
    let mut solver = solver(links("none,independence"));
    let query = Query {
        path: &path,
        goal: &goal,
        hint: Some(&hint),
    };
    let Answer::Sat(found) = solver.check(&mut pool, &query) else {
        panic!("1 * 9")
    };
    assert!(
        path.iter()
            .chain(&goal)
            .all(|&term| found.eval_bool(&pool, term))
    );
    assert_eq!(
        (found.eval_bits(&pool, b[2]), found.eval_bits(&pool, b[3])),
        (Some(70), Some(80))
    );
}

#[test]
fn the_cache_answers_supersets_of_cores_and_repetitions() {
    let mut pool = Pool::new();
    let b = bytes(&mut pool, 3);
    let sum = pool.add(b[0], b[1]);
    let product = pool.mul(b[0], b[1]);
    let (two, odd) = (pool.bits(8, 2), pool.bits(8, 1));
    let even = {
        let low = pool.bit_and(sum, odd);
        let zero = pool.bits(8, 0);
        pool.eq(low, zero)
    };
    let twice = pool.mul(product, two);
    let impossible = pool.eq(twice, odd);
    let extra = pool.ult(b[2], b[0]);
    let mut solver = solver(links("none,cache"));
    let query = Query {
        path: &[even],
        goal: &[impossible],
        hint: None,
    };
    let first = solver.check(&mut pool, &query);
    assert!(first.is_unsat());
    let sent = solver.stats().sent;
    let query = Query {
        path: &[even, extra],
        goal: &[impossible],
        hint: None,
    };
    assert!(solver.check(&mut pool, &query).is_unsat());
    let query = Query {
        path: &[extra],
        goal: &[even],
        hint: None,
    };
    assert!(solver.check(&mut pool, &query).is_sat());
    assert!(solver.check(&mut pool, &query).is_sat());
    assert!(solver.stats().answered_by("cache") >= 1);
    assert!(solver.stats().sent <= sent + 1);
}

#[test]
fn deep_terms_do_not_exhaust_the_stack() {
    let mut pool = Pool::new();
    let b = bytes(&mut pool, 2);
    let mut term = b[0];
    for _ in 0..10_000 {
        let either = pool.bit_or(term, b[1]);
        term = pool.bit_xor(either, b[0]);
    }
    let zero = pool.bits(8, 0);
    let goal = [pool.eq(b[1], zero), pool.ne(term, b[0])];
    let mut solver = solver(Links::ALL);
    assert!(
        solver
            .check(
                &mut pool,
                &Query {
                    path: &[],
                    goal: &goal,
                    hint: None
                }
            )
            .is_unsat()
    );
}

/// Walks along paths over integers with the guess link and without any link.
#[test]
fn guesses_are_models_of_the_whole_query() {
    let mut random = Random::new(31, &[3]).with_integer().with_integer();
    let mut plain = solver(Links::none());
    let mut guessing = solver(links("none,guess"));
    let mut path: Vec<Term> = Vec::new();
    let mut hint = Rc::new(CachedModel::new(Model::new()));
    for _ in 0..400 {
        if path.len() > 8 {
            path.truncate(random.rng.random_range(0..4));
        }
        let goal = [random.truth(3)];
        let query = Query {
            path: &path,
            goal: &goal,
            hint: Some(&hint),
        };
        let expected = plain.check(&mut random.pool, &query);
        match guessing.check(&mut random.pool, &query) {
            Answer::Sat(model) => {
                assert!(!expected.is_unsat());
                path.extend(goal);
                assert!(path.iter().all(|&term| model.eval_bool(&random.pool, term)));
                hint = model;
            }
            Answer::Unsat { .. } => assert!(!expected.is_sat()),
            Answer::Unknown(_) => {}
        }
    }
    let stats = guessing.stats();
    assert!(stats.answered_by("guess") > 40, "{stats:?}");
}

#[test]
fn a_guess_changes_two_values_where_one_is_not_enough() {
    let mut pool = Pool::new();
    let symbols: Vec<Term> = ["x", "y"]
        .iter()
        .map(|name| pool.symbol(name, Sort::Int, SymbolKind::Input))
        .collect();
    let (limit, third) = (pool.int(100.into()), pool.int(3.into()));
    let path = [pool.int_le(symbols[0], symbols[1])];
    let triple = pool.int_mul(third, symbols[0]);
    let goal = [pool.int_lt(limit, triple)];
    let mut solver = solver(Links::ALL);
    let hint = Rc::new(CachedModel::new(Model::new()));
    let query = Query {
        path: &path,
        goal: &goal,
        hint: Some(&hint),
    };
    let Answer::Sat(model) = solver.check(&mut pool, &query) else {
        panic!("x = y = 34 is a model");
    };
    let all = path.iter().chain(&goal);
    assert!(all.into_iter().all(|&term| model.eval_bool(&pool, term)));
    assert_eq!(
        (solver.stats().answered_by("guess"), solver.stats().sent),
        (1, 0)
    );
}

#[test]
fn guessing_ends_on_terms_with_many_shared_parts() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", Sort::Int, SymbolKind::Input);
    let mut sum = x;
    for step in 0..60 {
        let constant = pool.int(step.into());
        let next = pool.int_add(sum, constant);
        let square = pool.int_rem(next, sum);
        sum = pool.int_add(square, sum);
    }
    let odd = pool.int((-1).into());
    let goal = [pool.eq(sum, odd)];
    let hint = Rc::new(CachedModel::new(Model::new()));
    let options = Options {
        timeout: std::time::Duration::from_millis(100),
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("a solver");
    let query = Query {
        path: &[],
        goal: &goal,
        hint: Some(&hint),
    };
    // Whatever the answer is, it comes.
    solver.check(&mut pool, &query);
    assert_eq!(solver.stats().asked, 1);
}

/// Two digits as the decimal number `a.b`, and the conditions that they are digits.
fn decimal(pool: &mut Pool) -> (Term, Vec<Term>) {
    let zero = pool.bits(8, u128::from(b'0'));
    let kind = FloatKind::F80;
    let mut number = pool.bits(kind.width(), 0);
    let ten = pool.bits(8, 10);
    let ten = pool.int_to_float(kind, ten, false);
    let mut digits = Vec::new();
    for digit in bytes(pool, 2) {
        let value = pool.sub(digit, zero);
        let limit = pool.bits(8, 10);
        digits.push(pool.ult(value, limit));
        let value = pool.int_to_float(kind, value, false);
        let shifted = pool.fmul(kind, number, ten);
        number = pool.fadd(kind, shifted, value);
    }
    (pool.fdiv(kind, number, ten), digits)
}

#[test]
fn few_values_are_tried_where_a_backend_would_search_for_long() {
    let mut pool = Pool::new();
    let kind = FloatKind::F80;
    let (number, digits) = decimal(&mut pool);
    let (three, four) = (pool.bits(8, 3), pool.bits(8, 4));
    let [three, four] = [three, four].map(|term| pool.int_to_float(kind, term, false));
    let is_four = pool.feq(kind, number, four);
    let square = pool.fmul(kind, number, number);
    let is_root = pool.feq(kind, square, three);
    let mut solver = solver(Links::ALL);
    let zeros = digits_hint(&pool, &digits);
    let mut ask = |goal: Term| {
        let query = Query {
            path: &digits,
            goal: &[goal],
            hint: Some(&zeros),
        };
        solver.check(&mut pool, &query)
    };
    let Answer::Sat(model) = ask(is_four) else {
        panic!("4.0 is a number of two digits");
    };
    assert!(ask(is_root).is_unsat());
    assert!(model.eval_bool(&pool, is_four));
    assert_eq!(solver.stats().sent, 0);
    assert!(solver.stats().answered_by("enumerate") > 0);
}

/// A model in which the symbols are digits.
fn digits_hint(pool: &Pool, digits: &[Term]) -> Rc<CachedModel> {
    let symbols = digits.iter().flat_map(|term| pool.symbols(*term).to_vec());
    let zeros = symbols.map(|symbol| (symbol, Constant::bits(8, u128::from(b'0'))));
    Rc::new(CachedModel::new(zeros.collect::<Model>()))
}
