//! Time for building and deciding formulas that merging produces: `cargo run --release -p
//! sheaf-solver --example merged`.

use std::time::Instant;

use sheaf_solver::{Options, Query, Solver};
use sheaf_term::{Pool, Sort, SymbolKind, Term};

const STEPS: usize = 40;

/// Builds a goal.
type Case = fn(&mut Merged) -> Vec<Term>;

struct Merged {
    pool: Pool,
    /// One condition per step, each on its own symbol.
    conditions: Vec<Term>,
    start: Term,
}

impl Merged {
    fn new() -> Merged {
        let mut pool = Pool::new();
        let mut condition = |step: usize| {
            let input = pool.symbol("c", Sort::Bits(8), SymbolKind::Input);
            let limit = pool.bits(8, 10 + step as u128);
            pool.ult(input, limit)
        };
        let conditions = (0..STEPS).map(&mut condition).collect();
        let start = pool.symbol("start", Sort::Bits(32), SymbolKind::Input);
        Merged {
            pool,
            conditions,
            start,
        }
    }

    fn constant(&mut self, value: u128) -> Term {
        self.pool.bits(32, value)
    }

    /// A variable that each step changes if its condition has the value `when`.
    fn fold(&mut self, start: Term, when: bool, change: impl Fn(&mut Pool, Term) -> Term) -> Term {
        let conditions = self.conditions.clone();
        conditions.into_iter().fold(start, |value, condition| {
            let changed = change(&mut self.pool, value);
            match when {
                true => self.pool.ite(condition, changed, value),
                false => self.pool.ite(condition, value, changed),
            }
        })
    }

    fn counter(&mut self, start: Term, when: bool) -> Term {
        let one = self.constant(1);
        self.fold(start, when, |pool, value| pool.add(value, one))
    }

    fn is(&mut self, a: Term, value: u128) -> Term {
        let value = self.constant(value);
        self.pool.eq(a, value)
    }
}

fn equals(m: &mut Merged) -> Vec<Term> {
    let zero = m.constant(0);
    let n = m.counter(zero, true);
    vec![m.is(n, 17)]
}

fn limits(m: &mut Merged) -> Vec<Term> {
    let zero = m.constant(0);
    let n = m.counter(zero, true);
    let limit = m.constant(41);
    let inside = m.pool.slt(n, limit);
    vec![m.pool.not(inside)]
}

fn complementary(m: &mut Merged) -> Vec<Term> {
    let zero = m.constant(0);
    let (held, failed) = (m.counter(zero, true), m.counter(zero, false));
    vec![m.is(held, 17), m.is(failed, 24)]
}

fn sum(m: &mut Merged) -> Vec<Term> {
    let zero = m.constant(0);
    let (held, failed) = (m.counter(zero, true), m.counter(zero, false));
    let sum = m.pool.add(held, failed);
    let all = m.is(sum, STEPS as u128);
    vec![m.pool.not(all)]
}

fn symbolic_start(m: &mut Merged) -> Vec<Term> {
    let n = m.counter(m.start, true);
    let limit = m.constant(100);
    let (small, large) = (m.constant(10), m.constant(51));
    let range = m.pool.ult(m.start, small);
    let more = m.pool.ult(large, n);
    let bounded = m.pool.ult(n, limit);
    vec![range, more, bounded]
}

fn distance(m: &mut Merged) -> Vec<Term> {
    let n = m.counter(m.start, true);
    let distance = m.pool.sub(n, m.start);
    let limit = m.constant(41);
    let inside = m.pool.ult(distance, limit);
    vec![m.pool.not(inside)]
}

fn parity(m: &mut Merged) -> Vec<Term> {
    let zero = m.constant(0);
    let n = m.fold(zero, true, |pool, value| {
        let two = pool.bits(32, 2);
        pool.add(value, two)
    });
    let low = m.pool.extract(n, 0, 0);
    let one = m.pool.bits(1, 1);
    vec![m.pool.eq(low, one)]
}

fn modulo(m: &mut Merged) -> Vec<Term> {
    let zero = m.constant(0);
    let n = m.fold(zero, true, |pool, value| {
        let (one, five) = (pool.bits(32, 1), pool.bits(32, 5));
        let next = pool.add(value, one);
        pool.urem(next, five)
    });
    let other = m.counter(zero, true);
    let rest = m.is(n, 3);
    let exact = m.is(other, 20);
    vec![rest, exact]
}

fn hash(m: &mut Merged) -> Vec<Term> {
    let zero = m.constant(5381);
    m.conditions.truncate(12);
    let n = m.fold(zero, true, |pool, value| {
        let (factor, one) = (pool.bits(32, 33), pool.bits(32, 97));
        let product = pool.mul(value, factor);
        pool.add(product, one)
    });
    vec![m.is(n, 12345)]
}

fn state_machine(m: &mut Merged) -> Vec<Term> {
    let zero = m.constant(0);
    let steps = m.conditions.clone();
    let mut state = zero;
    for pair in steps.chunks(2) {
        // 0 -a-> 1 -b-> 2 -a-> 3, all else back to 0
        let mut next = m.constant(0);
        for (from, condition, to) in [(0, 0, 1), (1, 1, 2), (2, 0, 3), (3, 1, 3)] {
            let here = m.is(state, from);
            let taken = m.pool.and(here, pair[condition]);
            let to = m.constant(to);
            next = m.pool.ite(taken, to, next);
        }
        state = next;
    }
    vec![m.is(state, 3)]
}

fn main() {
    let cases: [(&str, Case); 10] = [
        ("counter == 17", equals),
        ("counter > 40", limits),
        ("complementary counters 17 and 24", complementary),
        ("sum of complementary counters", sum),
        ("counter from a symbol", symbolic_start),
        ("distance from a symbol", distance),
        ("parity of twice a counter", parity),
        ("counter modulo 5 and counter", modulo),
        ("hash over 12 steps", hash),
        ("state machine", state_machine),
    ];
    for (name, build) in cases {
        let mut merged = Merged::new();
        let start = Instant::now();
        let goal = build(&mut merged);
        let built = start.elapsed();
        let mut solver = Solver::new(Options::default()).expect("a solver");
        let start = Instant::now();
        let query = Query {
            path: &[],
            goal: &goal,
            hint: None,
        };
        let answer = solver.check(&mut merged.pool, &query);
        let answer = if answer.is_sat() {
            "sat"
        } else if answer.is_unsat() {
            "unsat"
        } else {
            "unknown"
        };
        println!(
            "{name:36} {answer:8} built in {:9.2} ms, decided in {:9.2} ms, {:7} terms",
            built.as_secs_f64() * 1e3,
            start.elapsed().as_secs_f64() * 1e3,
            merged.pool.len()
        );
    }
}
