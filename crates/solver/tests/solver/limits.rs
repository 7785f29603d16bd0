//! Time limits and interrupts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sheaf_solver::{Answer, Links, Options, Query, Solver, resident_bytes};
use sheaf_term::{Pool, Sort, SymbolKind, Term};

/// Much longer than a limit of these tests, for machines that others use as well, and much shorter
/// than their queries take.
const SOON: Duration = Duration::from_secs(120);

/// A product of two primes of 32 bits as a 64-bit equation: far beyond any short time limit.
fn factoring(pool: &mut Pool) -> Vec<Term> {
    let a = pool.symbol("a", Sort::Bits(64), SymbolKind::Input);
    let b = pool.symbol("b", Sort::Bits(64), SymbolKind::Input);
    let product = pool.mul(a, b);
    let number = pool.bits(64, 3_037_000_493 * 2_860_486_313);
    let (one, limit) = (pool.bits(64, 1), pool.bits(64, 1 << 32));
    vec![
        pool.eq(product, number),
        pool.ult(one, a),
        pool.ult(one, b),
        pool.ult(a, limit),
        pool.ult(b, limit),
    ]
}

#[test]
fn a_hard_query_ends_as_unknown_in_time_and_the_solver_goes_on() {
    let mut pool = Pool::new();
    let hard = factoring(&mut pool);
    let options = Options {
        timeout: Duration::from_millis(300),
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("a solver");
    let start = Instant::now();
    let answer = solver.check(
        &mut pool,
        &Query {
            path: &[],
            goal: &hard,
            hint: None,
        },
    );
    assert!(matches!(answer, Answer::Unknown(reason) if reason.contains("0.3 s")));
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    // The time of this query is not tested: the machine may be slow.
    solver.set_timeout(Duration::from_secs(60));
    let easy = [hard[1], hard[3]];
    assert!(
        solver
            .check(
                &mut pool,
                &Query {
                    path: &[],
                    goal: &easy,
                    hint: None
                }
            )
            .is_sat()
    );
    assert_eq!((solver.stats().sat, solver.stats().unknown), (1, 1));
}

#[test]
fn a_hard_integer_query_ends_as_unknown_in_time() {
    let mut pool = Pool::new();
    let symbols: Vec<Term> = (0..3)
        .map(|i| pool.symbol(&format!("n{i}"), Sort::Int, SymbolKind::Input))
        .collect();
    // x^3 + y^3 + z^3 = 42 has its smallest solution at 17 digits.
    let cubes: Vec<Term> = symbols
        .iter()
        .map(|&x| {
            let square = pool.int_mul(x, x);
            pool.int_mul(square, x)
        })
        .collect();
    let two = pool.int_add(cubes[0], cubes[1]);
    let sum = pool.int_add(two, cubes[2]);
    let number = pool.int(42.into());
    let goal = [pool.eq(sum, number)];
    let options = Options {
        timeout: Duration::from_millis(300),
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("a solver");
    let start = Instant::now();
    let answer = solver.check(
        &mut pool,
        &Query {
            path: &[],
            goal: &goal,
            hint: None,
        },
    );
    assert!(matches!(answer, Answer::Unknown(_)));
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

/// Products of 32 bits have more than a million gates together. One factor is odd in each, so that
/// the result depends on both symbols.
#[test]
fn a_query_with_a_large_circuit_is_decided_in_a_process_of_its_own() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(32), SymbolKind::Input));
    let (mut value, mut expected) = (x, 3u32);
    for round in 0..160u32 {
        let constant = pool.bits(32, u128::from(2 * round));
        let sum = pool.add(y, constant);
        let product = pool.mul(value, sum);
        value = pool.bit_xor(product, constant);
        expected = expected.wrapping_mul(5 + 2 * round) ^ (2 * round);
    }
    let [three, five, expected] = [3, 5, expected].map(|it| pool.bits(32, u128::from(it)));
    let path = [pool.eq(x, three), pool.eq(y, five)];
    let right = pool.eq(value, expected);
    let wrong = pool.not(right);
    let options = Options {
        timeout: SOON,
        links: Links::none(),
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("a solver");
    let mut ask = |goal: Term| {
        let query = Query {
            path: &path[..],
            goal: &[goal],
            hint: None,
        };
        let answer = solver.check(&mut pool, &query);
        (answer, solver.stats().restarts)
    };
    let (answer, restarts) = ask(wrong);
    let Answer::Unsat { mut core } = answer else {
        panic!("there is a model");
    };
    core.sort_unstable();
    let mut all = [path[0], path[1], wrong];
    all.sort_unstable();
    assert_eq!((core, restarts), (all.to_vec(), 1));
    let (answer, _) = ask(right);
    let Answer::Sat(model) = answer else {
        panic!("there is no model");
    };
    assert!(path.iter().all(|term| model.eval_bool(&pool, *term)));
}

#[test]
fn an_interrupt_ends_a_query() {
    let mut pool = Pool::new();
    let hard = factoring(&mut pool);
    let interrupt = Arc::new(AtomicBool::new(false));
    let options = Options {
        timeout: Duration::from_secs(600),
        interrupt: interrupt.clone(),
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("a solver");
    let raise = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        interrupt.store(true, Ordering::Relaxed);
    });
    let start = Instant::now();
    let answer = solver.check(
        &mut pool,
        &Query {
            path: &[],
            goal: &hard,
            hint: None,
        },
    );
    assert!(matches!(answer, Answer::Unknown(reason) if reason == "Bitwuzla: interrupted"));
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    raise.join().expect("the thread ends");
}

#[test]
fn a_backend_that_has_grown_too_large_is_made_anew() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", Sort::Bits(16), SymbolKind::Input);
    let y = pool.symbol("y", Sort::Bits(16), SymbolKind::Input);
    let options = Options {
        links: Links::none(),
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("a solver");
    for number in 0..2000u128 {
        let constant = pool.bits(16, number);
        let sum = pool.add(y, constant);
        let mixed = pool.bit_xor(x, sum);
        // Sat, but for every fourth query, which wants the same bits to be both.
        let mut goal = vec![pool.eq(mixed, constant)];
        if number % 4 == 0 {
            let same = pool.eq(x, sum);
            goal.push(same);
        }
        let answer = solver.check(
            &mut pool,
            &Query {
                path: &[],
                goal: &goal,
                hint: None,
            },
        );
        assert_eq!(answer.is_sat(), number % 4 != 0 || number == 0);
        assert_eq!(answer.is_unsat(), number % 4 == 0 && number != 0);
    }
    assert!(solver.stats().restarts > 0);
}

/// Interrupts that arrive while Z3 ends by itself must not affect the next query.
#[test]
fn time_limits_of_integer_queries_leave_later_ones_alone() {
    let mut pool = Pool::new();
    let symbols: Vec<Term> = (0..2)
        .map(|i| pool.symbol(&format!("n{i}"), Sort::Int, SymbolKind::Input))
        .collect();
    let product = pool.int_mul(symbols[0], symbols[1]);
    let powers: Vec<Term> = symbols
        .iter()
        .map(|&symbol| {
            let square = pool.int_mul(symbol, symbol);
            pool.int_mul(square, symbol)
        })
        .collect();
    let endless = pool.int_add(powers[0], powers[1]);
    let options = Options {
        links: Links::none(),
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("a solver");
    for round in 0..100 {
        let number = pool.int((1_000_003_i64 * (round + 2)).into());
        // One that takes about as long as the limit, and one that takes longer.
        let hard = [pool.eq(if round % 2 == 0 { product } else { endless }, number)];
        let easy = [pool.int_lt(symbols[0], number)];
        solver.set_timeout(Duration::from_micros(20 * (round as u64 % 50)));
        solver.check(
            &mut pool,
            &Query {
                path: &[],
                goal: &hard,
                hint: None,
            },
        );
        solver.set_timeout(Duration::from_secs(60));
        let answer = solver.check(
            &mut pool,
            &Query {
                path: &[],
                goal: &easy,
                hint: None,
            },
        );
        assert!(answer.is_sat(), "round {round}");
    }
    assert!(solver.stats().unknown > 10);
}

/// A step of a computation: from the value before, an input and a constant.
type Step = fn(&mut Pool, Term, Term, Term) -> Term;

/// Conditions on the results of thousands of steps. A backend needs much longer than any limit
/// below to build their circuits, and does not poll its limits meanwhile.
fn circuits_without_end(pool: &mut Pool) -> Vec<(&'static str, Term)> {
    let steps: [(&str, u32, Step); 3] = [
        ("products", 32, |pool, value, input, constant| {
            let sum = pool.add(input, constant);
            let product = pool.mul(value, sum);
            pool.bit_xor(product, constant)
        }),
        ("remainders", 32, |pool, value, input, constant| {
            let sum = pool.add(value, constant);
            let remainder = pool.urem(input, sum);
            pool.sub(constant, remainder)
        }),
        ("shifts", 2048, |pool, value, input, constant| {
            let shifted = pool.shl(input, value);
            let mixed = pool.bit_xor(shifted, value);
            pool.add(mixed, constant)
        }),
    ];
    let condition = |(name, width, step): (&'static str, u32, Step)| {
        let input = pool.symbol(name, Sort::Bits(width), SymbolKind::Input);
        let mut value = input;
        for round in 0..4000 {
            let constant = pool.bits(width, 2 * round + 1);
            value = step(pool, value, input, constant);
        }
        let number = pool.bits(width, 12_345);
        (name, pool.eq(value, number))
    };
    steps.into_iter().map(condition).collect()
}

#[test]
fn a_query_that_the_backend_does_not_stop_at_is_left_and_the_next_one_answered() {
    let mut pool = Pool::new();
    let hard = circuits_without_end(&mut pool);
    let mut solver = Solver::new(Options {
        links: Links::none(),
        ..Options::default()
    })
    .expect("a solver");
    let small = pool.symbol("small", Sort::Bits(8), SymbolKind::Input);
    for (number, (name, goal)) in hard.into_iter().enumerate() {
        solver.set_timeout(Duration::from_millis(300));
        let start = Instant::now();
        let answer = solver.check(
            &mut pool,
            &Query {
                path: &[],
                goal: &[goal],
                hint: None,
            },
        );
        let reason = match answer {
            Answer::Unknown(reason) => reason,
            _ => panic!("{name} is decided"),
        };
        assert!(
            reason.contains("no answer within 0.3 s"),
            "{name}: {reason}"
        );
        assert!(start.elapsed() < SOON, "{name}: {:?}", start.elapsed());
        let constant = pool.bits(8, number as u128);
        let easy = [pool.eq(small, constant)];
        solver.set_timeout(Duration::from_secs(60));
        let query = Query {
            path: &[],
            goal: &easy,
            hint: None,
        };
        let Answer::Sat(model) = solver.check(&mut pool, &query) else {
            panic!("after {name}");
        };
        assert!(model.eval_bool(&pool, easy[0]));
    }
}

#[test]
fn an_interrupt_ends_a_query_that_the_backend_does_not_stop_at() {
    let mut pool = Pool::new();
    let (_, goal) = circuits_without_end(&mut pool)[0];
    let interrupt = Arc::new(AtomicBool::new(false));
    let options = Options {
        timeout: Duration::from_secs(600),
        interrupt: interrupt.clone(),
        links: Links::none(),
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("a solver");
    let raise = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        interrupt.store(true, Ordering::Relaxed);
    });
    let query = Query {
        path: &[],
        goal: &[goal],
        hint: None,
    };
    let answer = solver.check(&mut pool, &query);
    assert!(matches!(answer, Answer::Unknown(reason) if reason.contains("interrupted")));
    raise.join().expect("the thread ends");
}

#[test]
fn a_query_that_takes_too_much_memory_is_left() {
    let mut pool = Pool::new();
    let (_, goal) = circuits_without_end(&mut pool)[0];
    let Some(taken) = resident_bytes() else {
        return;
    };
    let options = Options {
        timeout: Duration::from_secs(600),
        memory_bytes: taken + (200 << 20),
        links: Links::none(),
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("a solver");
    let query = Query {
        path: &[],
        goal: &[goal],
        hint: None,
    };
    let answer = solver.check(&mut pool, &query);
    let Answer::Unknown(reason) = answer else {
        panic!("it is decided");
    };
    assert!(reason.contains("memory limit"), "{reason}");
    let small = pool.symbol("small", Sort::Bits(8), SymbolKind::Input);
    let constant = pool.bits(8, 7);
    let query = Query {
        path: &[],
        goal: &[pool.eq(small, constant)],
        hint: None,
    };
    assert!(solver.check(&mut pool, &query).is_sat());
}

/// Squares of squares are expanded to one product with too many factors for any memory.
#[test]
fn an_integer_query_that_the_backend_does_not_stop_at_is_left() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", Sort::Int, SymbolKind::Input);
    let y = pool.symbol("y", Sort::Int, SymbolKind::Input);
    let mut power = pool.int_add(x, y);
    for _ in 0..24 {
        let one = pool.int(1.into());
        let sum = pool.int_add(power, one);
        power = pool.int_mul(sum, power);
    }
    let number = pool.int(12_345.into());
    let goal = [pool.eq(power, number)];
    let options = Options {
        timeout: Duration::from_millis(300),
        links: Links::none(),
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("a solver");
    let start = Instant::now();
    let query = Query {
        path: &[],
        goal: &goal,
        hint: None,
    };
    assert!(matches!(
        solver.check(&mut pool, &query),
        Answer::Unknown(_)
    ));
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    solver.set_timeout(Duration::from_secs(60));
    let easy = [pool.int_lt(x, number)];
    let query = Query {
        path: &[],
        goal: &easy,
        hint: None,
    };
    assert!(solver.check(&mut pool, &query).is_sat());
}
