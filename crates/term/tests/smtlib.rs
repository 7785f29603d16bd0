//! Printed scripts are accepted and understood by the `z3` binary, where it is installed.

use std::io::Write;
use std::process::{Command, Stdio};

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_float::{self as float, FloatKind, Integral};
use sheaf_term::{
    BigInt, CachedModel, Constant, Model, Pool, Sort, SymbolKind, Term, TermMap, smtlib,
};

/// The first line that z3 answers to a script, or none if there is no z3.
fn z3(script: &str) -> Option<String> {
    let child = Command::new("z3")
        .args(["-in", "-T:20"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        // Not by `eprintln`, which tests capture.
        let _ = writeln!(std::io::stderr(), "skipped: there is no z3 binary");
        return None;
    };
    child
        .stdin
        .take()
        .unwrap()
        .write_all(script.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    Some(text.lines().next().unwrap_or("").to_string())
}

fn answers(pool: &Pool, assertions: &[Term], expected: &str) {
    let script = smtlib::script(pool, assertions);
    if let Some(answer) = z3(&script) {
        assert_eq!(answer, expected, "{script}");
    }
}

#[test]
fn names_are_quoted_and_distinct() {
    let mut pool = Pool::new();
    let names = ["x", "x", "a|b\\c", "sheaf.7", "", "näme", "x!1", "let"];
    let symbols: Vec<Term> = names
        .iter()
        .map(|name| pool.symbol(name, Sort::Bits(3), SymbolKind::Input))
        .collect();
    let mut conditions = Vec::new();
    for (position, &symbol) in symbols.iter().enumerate() {
        let value = pool.bits(3, position as u128);
        let other = pool.bit_xor(symbol, symbols[0]);
        conditions.push(pool.eq(other, value));
    }
    answers(&pool, &conditions, "sat");
    let impossible = pool.eq(symbols[1], symbols[0]);
    conditions.push(impossible);
    answers(&pool, &conditions, "unsat");
}

#[test]
fn integers_round_as_in_c() {
    let mut pool = Pool::new();
    let [a, b] = ["a", "b"].map(|name| pool.symbol(name, Sort::Int, SymbolKind::Input));
    let (quotient, remainder) = (pool.int_div(a, b), pool.int_rem(a, b));
    for (x, y) in [(7, 2), (-7, 2), (7, -2), (-7, -2), (5, 0), (-5, 0)] {
        let model = Model::from_iter([(a, x), (b, y)].map(|(term, value)| {
            (
                pool.as_symbol(term).unwrap(),
                Constant::Int(BigInt::from(value)),
            )
        }));
        let cached = CachedModel::new(model);
        let mut wrong = Vec::new();
        for (term, value) in [(a, x), (b, y)] {
            let value = pool.int(BigInt::from(value));
            wrong.push(pool.eq(term, value));
        }
        let values = [quotient, remainder].map(|term| (term, cached.eval(&pool, term)));
        let equal = values.map(|(term, value)| {
            let value = pool.constant(&value).unwrap();
            pool.eq(term, value)
        });
        let both = pool.and_all(equal);
        wrong.push(pool.not(both));
        answers(&pool, &wrong, "unsat");
    }
}

#[test]
fn arrays_and_conversions_are_understood() {
    let mut pool = Pool::new();
    let array = pool.symbol(
        "memory",
        Sort::Array {
            index: 8,
            element: 16,
        },
        SymbolKind::Input,
    );
    let index = pool.symbol("i", Sort::Bits(8), SymbolKind::Input);
    let five = pool.bits(16, 5);
    let constant = pool.const_array(8, five);
    let element = pool.select(array, index);
    let stored = pool.store(constant, index, element);
    let same = pool.eq(stored, array);
    let number = pool.bits_to_int(element);
    let hundred = pool.int(BigInt::from(100));
    let three = pool.int(BigInt::from(3));
    let product = pool.int_mul(number, three);
    let large = pool.int_lt(hundred, product);
    let sum = pool.int_add(product, hundred);
    let back = pool.int_to_bits(sum, 16);
    let zero = pool.bits(16, 0);
    let not_zero = pool.ne(back, zero);
    answers(&pool, &[same, large, not_zero], "sat");
}

#[test]
fn shared_and_deep_terms_stay_small() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(32), SymbolKind::Input));
    let mut shared = x;
    for _ in 0..200 {
        let product = pool.mul(shared, shared);
        shared = pool.bit_xor(product, y);
    }
    // z3 itself takes cubic time on deep chains, so it gets a short one.
    let mut deep = x;
    let mut less_deep = x;
    for step in 0..20_000 {
        deep = pool.bit_xor(deep, y);
        deep = pool.bit_and(deep, x);
        if step == 200 {
            less_deep = deep;
        }
    }
    let zero = pool.bits(32, 0);
    let mut conditions = vec![
        pool.eq(x, zero),
        pool.eq(y, zero),
        pool.eq(shared, zero),
        pool.eq(less_deep, zero),
    ];
    answers(&pool, &conditions, "sat");
    conditions.push(pool.eq(deep, zero));
    assert!(smtlib::script(&pool, &conditions).len() < 2_000_000);
}

/// Operators on bit-vectors that keep the width.
const BINARY: [fn(&mut Pool, Term, Term) -> Term; 13] = [
    Pool::add,
    Pool::sub,
    Pool::mul,
    Pool::udiv,
    Pool::urem,
    Pool::sdiv,
    Pool::srem,
    Pool::shl,
    Pool::lshr,
    Pool::ashr,
    Pool::bit_and,
    Pool::bit_or,
    Pool::bit_xor,
];

#[test]
fn z3_evaluates_as_the_evaluator_does() {
    for seed in 0..12 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut pool = Pool::new();
        let width = rng.random_range(2..12u32);
        let symbols: Vec<Term> = ["a", "b", "c"]
            .map(|name| pool.symbol(name, Sort::Bits(width), SymbolKind::Input))
            .to_vec();
        let values: Vec<u128> = symbols
            .iter()
            .map(|_| rng.random_range(0..1 << width))
            .collect();
        let mut terms = symbols.clone();
        for _ in 0..40 {
            let [a, b, c] = [(); 3].map(|()| terms[rng.random_range(0..terms.len())]);
            let term = match rng.random_range(0..5) {
                0 => {
                    let condition = if rng.random() {
                        pool.ult(a, b)
                    } else {
                        pool.sle(a, b)
                    };
                    pool.ite(condition, c, a)
                }
                1 => {
                    let low = rng.random_range(0..width);
                    let part = pool.extract(a, width - 1, low);
                    if rng.random() {
                        pool.sext(part, width)
                    } else {
                        pool.zext(part, width)
                    }
                }
                2 => {
                    let joined = pool.concat(a, b);
                    let not = pool.complement(joined);
                    pool.extract(not, width, 1)
                }
                _ => BINARY[rng.random_range(0..BINARY.len())](&mut pool, a, b),
            };
            terms.push(term);
        }
        let model: Model = symbols
            .iter()
            .zip(&values)
            .map(|(&symbol, &value)| {
                (
                    pool.as_symbol(symbol).unwrap(),
                    Constant::bits(width, value),
                )
            })
            .collect();
        let cached = CachedModel::new(model);
        let expected: Vec<u128> = terms
            .iter()
            .map(|&term| cached.eval_bits(&pool, term).unwrap())
            .collect();
        let mut equal = Vec::new();
        for (&term, &value) in terms.iter().zip(&expected) {
            let value = pool.bits(width, value);
            equal.push(pool.eq(term, value));
        }
        let inputs = equal[..3].to_vec();
        let outputs = pool.and_all(equal[3..].iter().copied());
        let wrong = pool.not(outputs);
        answers(&pool, &[inputs, vec![wrong]].concat(), "unsat");
    }
}

/// A random operation on floats of a format, whose result has the same format.
fn float_operation(
    rng: &mut SmallRng,
    p: &mut Pool,
    kind: FloatKind,
    [a, b, c]: [Term; 3],
) -> Term {
    let wide = FloatKind::F64;
    match rng.random_range(0..14) {
        0 => p.fadd(kind, a, b),
        1 => p.fsub(kind, a, b),
        2 => p.fmul(kind, a, b),
        3 => p.fdiv(kind, a, b),
        4 => p.ffma(kind, a, b, c),
        5 => p.fsqrt(kind, a),
        6 => p.fround(kind, a, Integral::Floor),
        7 => p.fneg(kind, a),
        8 => p.fabs(kind, a),
        9 => p.fmax(kind, a, b),
        10 => {
            let [a, b] = [a, b].map(|term| p.float_to_float(kind, wide, term));
            let sum = p.fadd(wide, a, b);
            p.float_to_float(wide, kind, sum)
        }
        11 => {
            let signed = rng.random();
            let number = p.float_to_int(kind, a, 20, signed);
            p.int_to_float(kind, number, signed)
        }
        12 => {
            let (unordered, less) = (p.unordered(kind, a, b), p.fle(kind, b, c));
            let either = p.or(unordered, less);
            p.ite(either, a, c)
        }
        _ => p.bit_xor(a, b),
    }
}

#[test]
fn z3_computes_with_floats_as_the_evaluator_does() {
    let kinds = [FloatKind::F16, FloatKind::F32, FloatKind::F80];
    for seed in 0..18 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let kind = kinds[seed as usize % 3];
        let mut pool = Pool::new();
        let sort = Sort::Bits(kind.width());
        let symbols = ["a", "b", "c"].map(|name| pool.symbol(name, sort, SymbolKind::Input));
        let values = symbols.map(|_| match rng.random_range(0..4) {
            0 => rng.random::<u128>() & (u128::MAX >> (128 - kind.width())),
            1 => float::infinity(kind, rng.random()) + rng.random_range(0..2),
            2 => float::from_int(kind, rng.random_range(0..200), 64, false),
            _ => rng.random_range(0..3),
        });
        let mut terms = symbols.to_vec();
        for _ in 0..8 {
            let args = [(); 3].map(|()| terms[rng.random_range(0..terms.len())]);
            terms.push(float_operation(&mut rng, &mut pool, kind, args));
        }
        let constants = values.map(|value| pool.bits(kind.width(), value));
        let map: TermMap = symbols.into_iter().zip(constants).collect();
        let inputs: Vec<Term> = map.iter().map(|(&a, &b)| pool.eq(a, b)).collect();
        let outputs: Vec<Term> = terms
            .iter()
            .map(|&term| {
                let expected = pool.substitute(term, &map);
                pool.eq(term, expected)
            })
            .collect();
        let right = pool.and_all(outputs);
        let wrong = pool.not(right);
        answers(&pool, &[inputs.clone(), vec![right]].concat(), "sat");
        answers(&pool, &[inputs, vec![wrong]].concat(), "unsat");
    }
}
