//! Measures the solver on typical queries of an exploration: branches of random programs over byte
//! inputs.
//!
//! A program is a list of conditions; a state is a path with a model of it. Each step takes a
//! state, evaluates the next condition, follows the side that the model takes, and queries the
//! other one.
//!
//! `cargo run --release -p sheaf-solver --example walk [STEPS [SCENARIO]]`; a scenario is picked by
//! a part of its name.

use std::rc::Rc;
use std::time::Instant;

use rand::{Rng, SeedableRng, rngs::SmallRng};
use sheaf_solver::{Answer, Links, Options, Query, Solver};
use sheaf_term::{CachedModel, Pool, Sort, SymbolKind, Term};

const DEPTH: usize = 60;
const BYTES: usize = 16;

/// The order of states, and how far the conditions depend on earlier decisions.
struct Scenario {
    name: &'static str,
    depth_first: bool,
    variants: u64,
    arithmetic: bool,
}

#[derive(Clone)]
struct State {
    path: Vec<Term>,
    model: Rc<CachedModel>,
    decisions: u64,
}

/// The next condition of a state.
fn condition(pool: &mut Pool, bytes: &[Term], state: &State, scenario: &Scenario) -> Term {
    let depth = state.path.len() as u64;
    let variant = (state.decisions ^ state.decisions >> 3) % scenario.variants;
    let rng = &mut SmallRng::seed_from_u64(depth * 64 + variant);
    let (a, b) = (
        bytes[rng.random_range(0..BYTES)],
        bytes[rng.random_range(0..BYTES)],
    );
    let constant: u8 = rng.random();
    let (wide_a, wide_b) = (pool.zext(a, 32), pool.zext(b, 32));
    let choice = rng.random_range(0..if scenario.arithmetic { 6 } else { 3 });
    match choice {
        0 => {
            let limit = pool.bits(8, constant.into());
            pool.ult(a, limit)
        }
        1 => {
            let value = pool.bits(8, constant.into());
            pool.eq(a, value)
        }
        2 => pool.ult(a, b),
        3 => {
            let sum = pool.add(wide_a, wide_b);
            let limit = pool.bits(32, u128::from(constant) * 2);
            pool.slt(sum, limit)
        }
        4 => {
            let factor = pool.bits(32, u128::from(constant | 1));
            let product = pool.mul(wide_a, factor);
            let difference = pool.sub(product, wide_b);
            let limit = pool.bits(32, u128::from(constant) * 100);
            pool.slt(difference, limit)
        }
        _ => {
            let mixed = pool.bit_xor(wide_a, wide_b);
            let mask = pool.bits(32, 15);
            let low = pool.bit_and(mixed, mask);
            let value = pool.bits(32, u128::from(constant & 15));
            pool.eq(low, value)
        }
    }
}

fn run(scenario: &Scenario, links: Links, steps: usize) -> Result<(), String> {
    let mut pool = Pool::new();
    let bytes: Vec<Term> = (0..BYTES)
        .map(|i| pool.symbol(&format!("b{i}"), Sort::Bits(8), SymbolKind::Input))
        .collect();
    let mut solver = Solver::new(Options {
        links,
        ..Options::default()
    })?;
    let mut rng = SmallRng::seed_from_u64(1);
    let start = State {
        path: Vec::new(),
        model: Rc::default(),
        decisions: 0,
    };
    let mut states = vec![start.clone()];
    let begin = Instant::now();
    for _ in 0..steps {
        if states.is_empty() {
            states.push(start.clone());
        }
        let picked = if scenario.depth_first {
            states.len() - 1
        } else {
            rng.random_range(0..states.len())
        };
        let mut state = states.swap_remove(picked);
        let condition = condition(&mut pool, &bytes, &state, scenario);
        let negation = pool.not(condition);
        let holds = state.model.eval_bool(&pool, condition);
        let (taken, other) = if holds {
            (condition, negation)
        } else {
            (negation, condition)
        };
        let query = Query {
            path: &state.path,
            goal: &[other],
            hint: Some(&state.model),
        };
        if let Answer::Sat(model) = solver.check(&mut pool, &query) {
            let mut fork = state.clone();
            fork.path.push(other);
            fork.decisions = fork.decisions << 1 | u64::from(!holds);
            fork.model = model;
            if fork.path.len() < DEPTH && states.len() < 5000 {
                states.push(fork);
            }
        }
        state.path.push(taken);
        state.decisions = state.decisions << 1 | u64::from(holds);
        if state.path.len() < DEPTH {
            states.push(state);
        }
    }
    let total = begin.elapsed().as_secs_f64();
    let stats = solver.stats();
    let chain = stats.seconds - stats.backend_seconds;
    println!(
        "{:32} {:8.3} ms/sent {:7.4} ms/asked in links | asked {} sent {} interval {} reuse {} cache {} simplify {} \
         restarts {} | sat {} unsat {} slowest {:.1} ms total {total:.2} s",
        scenario.name,
        stats.backend_seconds * 1e3 / stats.sent.max(1) as f64,
        chain * 1e3 / stats.asked as f64,
        stats.asked,
        stats.sent,
        stats.answered_by("interval"),
        stats.answered_by("guess") + stats.answered_by("reuse"),
        stats.answered_by("cache"),
        stats.answered_by("simplify"),
        stats.restarts,
        stats.sat,
        stats.unsat,
        stats.slowest_seconds * 1e3,
    );
    Ok(())
}

fn main() -> Result<(), String> {
    let steps = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(3000);
    let scenario = |name, depth_first, variants, arithmetic| Scenario {
        name,
        depth_first,
        variants,
        arithmetic,
    };
    let scenarios = [
        scenario("depth first, comparisons", true, 1, false),
        scenario("random, comparisons", false, 1, false),
        scenario("depth first, arithmetic", true, 1, true),
        scenario("random, arithmetic", false, 1, true),
        scenario("depth first, path-dependent", true, 8, true),
        scenario("random, path-dependent", false, 8, true),
    ];
    let wanted = std::env::args().nth(2).unwrap_or_default();
    for (title, links) in [("all links", Links::ALL), ("no links", Links::none())] {
        println!("{title}");
        for scenario in scenarios
            .iter()
            .filter(|scenario| scenario.name.contains(&wanted))
        {
            run(scenario, links, steps)?;
        }
    }
    Ok(())
}
