//! Rewriting and circuits agree with the definition of the operators, on random terms.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_proof_check::blast::Blaster;
use sheaf_proof_check::cnf::{Cnf, Literal};
use sheaf_proof_check::term::{Node, Operator, Pool, Term, arity, evaluate, mask};
use std::collections::HashMap;

const TERMS: usize = 4000;
const WIDTHS: [u32; 6] = [1, 2, 3, 8, 13, 32];

/// The value of a term where symbols have these values.
fn value(pool: &Pool, term: Term, symbols: &HashMap<Term, u128>) -> u128 {
    match pool.node(term) {
        Node::Const(value) => value,
        Node::Symbol { .. } | Node::Address(_) => symbols[&term],
        Node::Apply(operator, args) => {
            let (mut values, mut widths) = ([0; 3], [1; 3]);
            for at in 0..arity(operator) {
                values[at] = value(pool, args[at], symbols);
                widths[at] = pool.width(args[at]);
            }
            evaluate(operator, pool.width(term), values, widths)
        }
    }
}

/// Applies an operator through the pool's rules; also returns the value by definition.
fn apply(
    pool: &mut Pool,
    random: &mut SmallRng,
    operator: Operator,
    args: [(Term, u128); 3],
) -> (Term, u128) {
    let [(a, x), (b, y), (c, z)] = args;
    let widths = [a, b, c].map(|it| pool.width(it));
    let define = |width, values, widths| evaluate(operator, width, values, widths);
    let width = widths[0];
    match operator {
        Operator::Not => (pool.not(a), define(width, [x, 0, 0], widths)),
        Operator::And => (pool.and(a, b), define(width, [x, y, 0], widths)),
        Operator::Or => (pool.or(a, b), define(width, [x, y, 0], widths)),
        Operator::Xor => (pool.xor(a, b), define(width, [x, y, 0], widths)),
        Operator::Add => (pool.add(a, b), define(width, [x, y, 0], widths)),
        Operator::Sub => (pool.sub(a, b), define(width, [x, y, 0], widths)),
        Operator::Mul => (pool.mul(a, b), define(width, [x, y, 0], widths)),
        Operator::Udiv => (pool.udiv(a, b), define(width, [x, y, 0], widths)),
        Operator::Urem => (pool.urem(a, b), define(width, [x, y, 0], widths)),
        Operator::Shl | Operator::Lshr | Operator::Ashr => {
            (pool.shift(operator, a, b), define(width, [x, y, 0], widths))
        }
        Operator::Eq => (pool.eq(a, b), define(1, [x, y, 0], widths)),
        Operator::Ult => (pool.ult(a, b), define(1, [x, y, 0], widths)),
        Operator::Slt => (pool.slt(a, b), define(1, [x, y, 0], widths)),
        Operator::Ite => {
            let condition = pool.extract(a, 0, 1);
            let values = [x & 1, y, z];
            (
                pool.choose(condition, b, c),
                define(width, values, [1, width, width]),
            )
        }
        Operator::Concat => (pool.concat(a, b), define(2 * width, [x, y, 0], widths)),
        Operator::Extract(_) => {
            let low = random.random_range(0..width);
            let count = random.random_range(1..=width - low);
            let result = evaluate(Operator::Extract(low), count, [x, 0, 0], widths);
            (pool.extract(a, low, count), result)
        }
        Operator::Zext => (
            pool.zext(a, width + 5),
            define(width + 5, [x, 0, 0], widths),
        ),
        Operator::Sext => (
            pool.sext(a, width + 5),
            define(width + 5, [x, 0, 0], widths),
        ),
    }
}

const ALL: [Operator; 20] = [
    Operator::Not,
    Operator::And,
    Operator::Or,
    Operator::Xor,
    Operator::Add,
    Operator::Sub,
    Operator::Mul,
    Operator::Udiv,
    Operator::Urem,
    Operator::Shl,
    Operator::Lshr,
    Operator::Ashr,
    Operator::Eq,
    Operator::Ult,
    Operator::Slt,
    Operator::Ite,
    Operator::Concat,
    Operator::Extract(0),
    Operator::Zext,
    Operator::Sext,
];

/// Random terms over symbols and constants of one width, with their values.
fn random_terms(random: &mut SmallRng, pool: &mut Pool, width: u32) -> Vec<(Term, u128)> {
    let mut known = Vec::new();
    for at in 0..6 {
        let number = match random.random_range(0..4) {
            0 => 0,
            1 => mask(width),
            _ => random.random::<u128>() & mask(width),
        };
        let term = match at < 3 {
            true => pool.symbol(width, false),
            false => pool.bits(width, number),
        };
        known.push((term, number));
    }
    for _ in 0..12 {
        let operator = ALL[random.random_range(0..ALL.len())];
        let same: Vec<_> = known
            .iter()
            .filter(|it| pool.width(it.0) == width)
            .copied()
            .collect();
        let mut pick = || same[random.random_range(0..same.len())];
        let args = [pick(), pick(), pick()];
        if operator == Operator::Concat && width > 40 {
            continue;
        }
        known.push(apply(pool, random, operator, args));
    }
    known
}

#[test]
fn rewriting_keeps_values() {
    let mut random = SmallRng::seed_from_u64(1);
    for round in 0..TERMS {
        let mut pool = Pool::default();
        let known = random_terms(&mut random, &mut pool, WIDTHS[round % WIDTHS.len()]);
        let symbols: HashMap<Term, u128> = known[..3].iter().copied().collect();
        for (term, expected) in &known {
            assert_eq!(
                value(&pool, *term, &symbols),
                *expected,
                "round {round}: {term:?}"
            );
        }
    }
}

/// The values of variables that follow by unit propagation.
fn propagate(cnf: &Cnf) -> HashMap<Literal, bool> {
    let mut values: HashMap<Literal, bool> = HashMap::new();
    loop {
        let before = values.len();
        for clause in cnf.clauses() {
            let of = |it: &Literal| values.get(&it.abs()).map(|value| *value == (*it > 0));
            if clause.iter().any(|it| of(it) == Some(true)) {
                continue;
            }
            let open: Vec<&Literal> = clause.iter().filter(|it| of(it).is_none()).collect();
            assert!(!open.is_empty(), "the circuit contradicts its inputs");
            if open.iter().all(|it| *it == open[0]) {
                values.insert(open[0].abs(), *open[0] > 0);
            }
        }
        if values.len() == before {
            return values;
        }
    }
}

#[test]
fn circuits_compute_values() {
    let mut random = SmallRng::seed_from_u64(2);
    for round in 0..TERMS / 20 {
        let mut pool = Pool::default();
        let width = WIDTHS[round % (WIDTHS.len() - 1)];
        let known = random_terms(&mut random, &mut pool, width);
        let mut blaster = Blaster::default();
        for (symbol, number) in &known[..3] {
            for (at, bit) in blaster.bits(&pool, *symbol).iter().enumerate() {
                let is_set = number >> at & 1 == 1;
                blaster.cnf.clause(&[if is_set { *bit } else { -bit }]);
            }
        }
        let circuits: Vec<_> = known.iter().map(|it| blaster.bits(&pool, it.0)).collect();
        let values = propagate(&blaster.cnf);
        for ((term, expected), bits) in known.iter().zip(circuits) {
            for (at, bit) in bits.iter().enumerate() {
                let is_set = values[&bit.abs()] == (*bit > 0);
                assert_eq!(
                    is_set,
                    expected >> at & 1 == 1,
                    "round {round}: {term:?}, bit {at}"
                );
            }
        }
    }
}
