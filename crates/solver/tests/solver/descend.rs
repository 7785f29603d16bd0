//! The link `descend` finds models of conditions on floats for which a backend needs long.

use std::rc::Rc;

use sheaf_float::FloatKind::{F32, F64};
use sheaf_solver::{Answer, Options, Query, Solver};
use sheaf_term::{CachedModel, Model, Pool, Sort, SymbolKind, Term};

fn solver() -> Solver {
    Solver::new(Options {
        links: "none,descend".parse().expect("names of links"),
        ..Options::default()
    })
    .expect("a solver")
}

fn double(pool: &mut Pool, value: f64) -> Term {
    pool.bits(64, value.to_bits().into())
}

fn symbol(pool: &mut Pool, name: &str, width: u32) -> Term {
    pool.symbol(name, Sort::Bits(width), SymbolKind::Input)
}

/// That a double lies strictly between two numbers.
fn between(pool: &mut Pool, term: Term, low: f64, high: f64) -> [Term; 2] {
    let (low, high) = (double(pool, low), double(pool, high));
    [pool.flt(F64, low, term), pool.flt(F64, term, high)]
}

/// A model that the link finds without a backend.
fn found(pool: &mut Pool, goal: &[Term]) -> Rc<CachedModel> {
    let mut solver = solver();
    let hint = Rc::new(CachedModel::new(Model::new()));
    let query = Query {
        path: &[][..],
        goal,
        hint: Some(&hint),
    };
    let Answer::Sat(model) = solver.check(pool, &query) else {
        panic!("a model");
    };
    assert_eq!(solver.stats().answered_by("descend"), 1);
    assert_eq!(solver.stats().sent, 0);
    assert!(goal.iter().all(|&term| model.eval_bool(pool, term)));
    model
}

#[test]
fn a_polynomial_has_a_narrow_range_of_values() {
    let mut pool = Pool::new();
    let x = symbol(&mut pool, "x", 64);
    let mut sum = double(&mut pool, 1.0);
    for factor in [8.333e-3, 4.1666e-2, 0.16666, 0.5, 1.0] {
        let factor = double(&mut pool, factor);
        let product = pool.fmul(F64, sum, x);
        sum = pool.fadd(F64, product, factor);
    }
    // What fdlibm asks of the upper half of a double.
    let upper = pool.extract(x, 63, 32);
    let (mask, least) = (pool.bits(32, 0x7fff_ffff), pool.bits(32, 0x3fe6_2e42));
    let magnitude = pool.bit_and(upper, mask);
    let mut goal = vec![pool.slt(least, magnitude)];
    goal.extend(between(&mut pool, sum, 1_234.5, 1_234.500_000_001));
    found(&mut pool, &goal);
}

#[test]
fn two_numbers_depend_on_each_other() {
    let mut pool = Pool::new();
    let (x, y) = (symbol(&mut pool, "x", 64), symbol(&mut pool, "y", 64));
    let (xx, yy) = (pool.fmul(F64, x, x), pool.fmul(F64, y, y));
    let squares = pool.fadd(F64, xx, yy);
    let root = pool.fsqrt(F64, squares);
    let mut goal = between(&mut pool, root, 5.0, 5.000_001).to_vec();
    goal.extend(between(&mut pool, x, 2.9, 3.1));
    let quotient = pool.fdiv(F64, y, x);
    goal.extend(between(&mut pool, quotient, -2.0, -1.0));
    found(&mut pool, &goal);
}

#[test]
fn a_number_is_an_index_into_a_table() {
    let mut pool = Pool::new();
    let x = symbol(&mut pool, "x", 32);
    let zero = pool.bits(32, 0);
    let mut table = pool.const_array(32, zero);
    for position in 0..40 {
        let (index, element) = (
            pool.bits(32, position),
            pool.bits(32, position * position % 37),
        );
        table = pool.store(table, index, element);
    }
    let scale = pool.bits(32, 7.25_f32.to_bits().into());
    let scaled = pool.fmul(F32, x, scale);
    let squared = pool.fmul(F32, scaled, x);
    let index = pool.float_to_int(F32, squared, 32, true);
    let element = pool.select(table, index);
    let wanted = pool.bits(32, 21);
    let goal = [pool.eq(element, wanted)];
    found(&mut pool, &goal);
}

#[test]
fn what_has_no_model_is_left_to_the_backend() {
    let mut pool = Pool::new();
    let x = symbol(&mut pool, "x", 32);
    let square = pool.fmul(F32, x, x);
    let zero = pool.bits(32, 0);
    let goal = [pool.flt(F32, square, zero)];
    let mut solver = solver();
    let query = Query {
        path: &[][..],
        goal: &goal,
        hint: None,
    };
    assert!(solver.check(&mut pool, &query).is_unsat());
    assert_eq!(solver.stats().answered_by("backend"), 1);
}

#[test]
fn the_same_model_is_found_again() {
    let model = || {
        let mut pool = Pool::new();
        let x = symbol(&mut pool, "x", 64);
        let (square, one) = (pool.fmul(F64, x, x), double(&mut pool, 1.0));
        let next = pool.fadd(F64, square, one);
        let goal = between(&mut pool, next, 10.0, 10.000_000_1);
        found(&mut pool, &goal).eval_bits(&pool, x)
    };
    assert_eq!(model(), model());
}
