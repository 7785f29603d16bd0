//! Floating-point operators: the solver's results compared with `sheaf_float`, bit for bit.

use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_float::{self as float, FloatKind, Integral};
use sheaf_solver::{Answer, Links, Options, Query, Solver};
use sheaf_term::{Constant, Model, Pool, Sort, SymbolKind, Term, eval_bool};

/// An operation on one, two or three floats of a format.
type Operation = fn(&mut Pool, FloatKind, [Term; 3]) -> Term;

const CHEAP: &[Operation] = &[
    |p, kind, [a, b, _]| p.fadd(kind, a, b),
    |p, kind, [a, b, _]| p.fsub(kind, a, b),
    |p, kind, [a, ..]| p.fround(kind, a, Integral::Floor),
    |p, kind, [a, ..]| p.fround(kind, a, Integral::Ceil),
    |p, kind, [a, ..]| p.fround(kind, a, Integral::Trunc),
    |p, kind, [a, ..]| p.fround(kind, a, Integral::NearestEven),
    |p, kind, [a, ..]| p.fround(kind, a, Integral::NearestAway),
    |p, kind, [a, b, _]| p.feq(kind, a, b),
    |p, kind, [a, b, _]| p.flt(kind, a, b),
    |p, kind, [a, b, _]| p.fle(kind, a, b),
    |p, kind, [a, b, _]| p.unordered(kind, a, b),
    |p, kind, [a, b, _]| p.fmin(kind, a, b),
    |p, kind, [a, b, _]| p.fmax(kind, a, b),
    |p, kind, [a, b, _]| p.copysign(kind, a, b),
    |p, kind, [a, ..]| p.float_to_float(kind, FloatKind::F16, a),
    |p, kind, [a, ..]| p.float_to_float(kind, FloatKind::F32, a),
    |p, kind, [a, ..]| p.float_to_float(kind, FloatKind::F64, a),
    |p, kind, [a, ..]| p.float_to_float(kind, FloatKind::F80, a),
    |p, kind, [a, ..]| p.float_to_float(kind, FloatKind::F128, a),
    |p, kind, [a, ..]| p.float_to_int(kind, a, 8, true),
    |p, kind, [a, ..]| p.float_to_int(kind, a, 32, true),
    |p, kind, [a, ..]| p.float_to_int(kind, a, 32, false),
    |p, kind, [a, ..]| p.float_to_int(kind, a, 64, true),
    |p, kind, [a, ..]| p.float_to_int(kind, a, 64, false),
    |p, kind, [a, ..]| p.float_fits(kind, a, 64, false),
    |p, kind, [a, ..]| p.int_to_float(kind, a, true),
    |p, kind, [a, ..]| p.int_to_float(kind, a, false),
    // Results that are used as numbers and as patterns.
    |p, kind, [a, b, c]| {
        let sum = p.fadd(kind, a, b);
        let negated = p.fneg(kind, sum);
        p.fadd(kind, negated, c)
    },
    |p, kind, [a, b, c]| {
        let sum = p.fadd(kind, a, b);
        let magnitude = p.fabs(kind, sum);
        let less = p.flt(kind, magnitude, c);
        p.ite(less, sum, magnitude)
    },
];

const COSTLY: &[Operation] = &[
    |p, kind, [a, b, _]| p.fmul(kind, a, b),
    |p, kind, [a, b, _]| p.fdiv(kind, a, b),
    |p, kind, [a, b, c]| p.ffma(kind, a, b, c),
    |p, kind, [a, ..]| p.fsqrt(kind, a),
];

const REMAINDERS: &[Operation] = &[
    |p, kind, [a, b, _]| p.frem(kind, a, b),
    |p, kind, [a, b, _]| p.fremainder(kind, a, b),
];

/// A pattern that is likely to be special.
fn pattern(rng: &mut SmallRng, kind: FloatKind) -> u128 {
    let one = float::from_int(kind, 1, 8, false);
    let near = |rng: &mut SmallRng, bits: u128| bits.wrapping_add_signed(rng.random_range(-3..4));
    let infinity = float::infinity(kind, false);
    let mask = u128::MAX >> (128 - kind.width());
    let bits = match rng.random_range(0..12) {
        0 => 0,
        1 => rng.random_range(0..4),
        2 => near(rng, infinity),
        3 => infinity | float::quiet_bit(kind) | rng.random_range(0..9),
        // The least normal numbers, powers of two and halves of units, which make ties.
        4 => near(rng, 1 << (kind.width() - 1 - kind.exponent_bits())),
        5 => near(rng, one),
        6 | 7 => float::from_int(kind, 1 << rng.random_range(0..127), 128, false),
        8 => float::div(
            kind,
            float::from_int(kind, rng.random(), 16, true),
            float::from_int(kind, 512, 32, true),
        ),
        9 => float::from_int(kind, rng.random(), 64, true),
        _ => rng.random(),
    } & mask;
    if rng.random() {
        float::neg(kind, bits)
    } else {
        bits
    }
}

fn solver(validate: bool) -> Solver {
    let options = Options {
        validate,
        links: Links::none(),
        timeout: Duration::from_secs(20),
        ..Options::default()
    };
    Solver::new(options).expect("a solver")
}

/// Fixes symbols by a path and decides the result of an operation on them: it must be the result of
/// evaluation, and no other.
fn agree(seed: u64, kind: FloatKind, operations: &[Operation], rounds: usize, validate: bool) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut sent = 0;
    for round in 0..rounds {
        let mut pool = Pool::new();
        let operation = operations[round % operations.len()];
        let sort = Sort::Bits(kind.width());
        let symbols = ["a", "b", "c"].map(|name| pool.symbol(name, sort, SymbolKind::Input));
        let values = symbols.map(|_| pattern(&mut rng, kind));
        let constants = values.map(|value| pool.bits(kind.width(), value));
        let result = operation(&mut pool, kind, symbols);
        let expected = operation(&mut pool, kind, constants);
        let path: Vec<Term> = (0..3).map(|i| pool.eq(symbols[i], constants[i])).collect();
        let same = pool.eq(result, expected);
        let other = pool.not(same);
        let mut ask = |goal: Term, expected: bool| {
            // A new solver each time: cached data of other queries would make this one slower.
            let query = Query {
                path: &path,
                goal: &[goal],
                hint: None,
            };
            let mut solver = solver(validate);
            let answer = solver.check(&mut pool, &query);
            sent += solver.stats().sent;
            let got = match answer {
                Answer::Sat(_) => "sat".to_string(),
                Answer::Unsat { .. } => "unsat".to_string(),
                Answer::Unknown(why) => why,
            };
            let shown = sheaf_term::display(&pool, goal).to_string();
            let expected = if expected { "sat" } else { "unsat" };
            let is_open = got.starts_with("the rest of a division");
            if is_open && has_great_quotient(kind, &values) {
                return;
            }
            assert_eq!(got, expected, "{kind:?} {round}: {shown} on {values:x?}");
        };
        ask(same, true);
        ask(other, false);
    }
    assert!(sent > rounds as u64, "{sent}");
}

/// Whether the rest of the division of two numbers may stay open.
fn has_great_quotient(kind: FloatKind, values: &[u128]) -> bool {
    let [a, b] = [values[0], values[1]].map(|value| float::abs(kind, value));
    let most = float::from_int(kind, 1 << (kind.precision() - 2), 128, false);
    float::lt(kind, most, float::div(kind, a, b))
}

#[test]
fn remainders_agree_bit_for_bit() {
    agree(30, FloatKind::F16, REMAINDERS, 40, false);
    agree(31, FloatKind::F32, REMAINDERS, 16, false);
    agree(32, FloatKind::F64, REMAINDERS, 10, false);
    agree(33, FloatKind::F80, REMAINDERS, 6, false);
    agree(34, FloatKind::F16, REMAINDERS, 8, true);
}

#[test]
fn cheap_operations_agree_bit_for_bit() {
    for (seed, kind) in FloatKind::ALL.into_iter().enumerate() {
        let rounds = CHEAP.len() * if kind == FloatKind::F128 { 1 } else { 3 };
        agree(seed as u64, kind, CHEAP, rounds, false);
    }
}

#[test]
fn costly_operations_agree_bit_for_bit() {
    agree(10, FloatKind::F16, COSTLY, 80, false);
    agree(11, FloatKind::F32, COSTLY, 24, false);
    agree(12, FloatKind::F64, COSTLY, 12, false);
    agree(13, FloatKind::F80, COSTLY, 8, false);
}

/// The validator reads SMT-LIB text.
#[test]
fn the_text_agrees() {
    agree(20, FloatKind::F16, COSTLY, 8, true);
    for (seed, kind) in [
        (21, FloatKind::F16),
        (22, FloatKind::F32),
        (23, FloatKind::F80),
    ] {
        agree(seed, kind, CHEAP, CHEAP.len(), true);
    }
}

/// Integers that are a little narrower or wider than a significand: the result must be that of
/// evaluation, and no other.
#[test]
fn integers_near_the_precision_are_converted_as_evaluated() {
    let mut rng = SmallRng::seed_from_u64(40);
    for kind in FloatKind::ALL {
        let near = kind.precision() - 2..=(kind.precision() + 3).min(128);
        for width in (1..=2).chain(near) {
            for signed in [false, true] {
                let mut pool = Pool::new();
                let x = pool.symbol("x", Sort::Bits(width), SymbolKind::Input);
                let ones = u128::MAX >> (128 - width);
                let value = [ones, ones >> 1, rng.random::<u128>() & ones][rng.random_range(0..3)];
                let value = pool.bits(width, value);
                let fixed = pool.eq(x, value);
                let [number, expected] =
                    [x, value].map(|integer| pool.int_to_float(kind, integer, signed));
                // The sum keeps rewriting from deciding it.
                let [number, expected] =
                    [number, expected].map(|number| pool.fadd(kind, number, number));
                let same = pool.eq(number, expected);
                let other = pool.not(same);
                for (goal, expected) in [(same, true), (other, false)] {
                    let query = Query {
                        path: &[fixed],
                        goal: &[goal],
                        hint: None,
                    };
                    let answer = solver(false).check(&mut pool, &query);
                    let known = answer.is_sat() || answer.is_unsat();
                    let shown = sheaf_term::display(&pool, goal);
                    assert!(
                        known && answer.is_sat() == expected,
                        "{kind:?} {width}: {shown}"
                    );
                }
            }
        }
    }
}

/// Whether an operation with one unknown operand has a result, compared with trying all operands.
#[test]
fn half_precision_agrees_with_trying_all_values() {
    let kind = FloatKind::F16;
    let mut rng = SmallRng::seed_from_u64(30);
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..60 {
        let mut pool = Pool::new();
        let x = pool.symbol("x", Sort::Bits(16), SymbolKind::Input);
        let [b, c] = [(); 2].map(|()| pool.bits(16, pattern(&mut rng, kind)));
        let operation = CHEAP
            .iter()
            .chain(COSTLY)
            .nth(round % (CHEAP.len() + COSTLY.len()));
        let result = operation.expect("one of them")(&mut pool, kind, [x, b, c]);
        let goal = match pool.sort(result) {
            Sort::Bits(width) => {
                let wanted = match rng.random() {
                    true => pattern(&mut rng, kind),
                    false => rng.random_range(0..3),
                };
                let wanted = pool.bits(width, wanted);
                pool.eq(result, wanted)
            }
            _ => result,
        };
        let truth = (0..1u128 << 16).any(|value| {
            let value = Constant::bits(16, value);
            let model = Model::from_iter(pool.as_symbol(x).map(|symbol| (symbol, value)));
            eval_bool(&pool, &model, goal)
        });
        let goal = [goal];
        let query = Query {
            path: &[],
            goal: &goal,
            hint: None,
        };
        let answer = solver(false).check(&mut pool, &query);
        assert_eq!(
            answer.is_sat(),
            truth,
            "{}",
            sheaf_term::display(&pool, goal[0])
        );
        assert_eq!(answer.is_unsat(), !truth);
        *(if truth { &mut sat } else { &mut unsat }) += 1;
    }
    assert!(sat > 10 && unsat > 10, "{sat} {unsat}");
}
