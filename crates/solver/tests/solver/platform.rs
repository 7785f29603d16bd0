//! Values that the platform chooses, such as addresses: models of questions about our choice have
//! our values, whatever was asked about other choices before.

use sheaf_solver::{Answer, Options, Query, Solver};
use sheaf_term::{Pool, Sort, SymbolKind, Term};

/// Where an object lies for us.
const BASE: u64 = 0x5000_1234_5670;

/// The answer to a conjunction.
fn ask(solver: &mut Solver, pool: &mut Pool, goal: &[Term], for_any_choice: bool) -> Answer {
    let query = Query::<[Term]> {
        path: &[],
        goal,
        hint: None,
    };
    match for_any_choice {
        true => solver.check_for_any_choice(pool, &query),
        false => solver.check(pool, &query),
    }
}

#[test]
fn models_of_other_choices_are_not_used_again() {
    let mut pool = Pool::new();
    pool.hide_chosen(true);
    let mut solver = Solver::new(Options::default()).expect("a solver");
    let pointer = pool.symbol("pointer", Sort::Bits(64), SymbolKind::Input);
    let address = pool.address(BASE, 4);
    let is_address = pool.eq(pointer, address);
    let ours = pool.bits(64, BASE.into());
    let [square, other] = [pointer, ours].map(|it| pool.mul(it, it));
    let is_elsewhere = pool.ne(pointer, ours);
    // Only another choice satisfies both. The product needs a backend.
    let both = [is_address, pool.ult(square, other)];
    let answer = ask(&mut solver, &mut pool, &both, true);
    assert!(matches!(answer, Answer::Sat(_)));
    let answer = ask(&mut solver, &mut pool, &both, false);
    assert!(matches!(answer, Answer::Unsat { .. }));
    let Answer::Sat(model) = ask(&mut solver, &mut pool, &[is_elsewhere], false) else {
        panic!("the pointer may be another one");
    };
    assert!(!model.eval_bool(&pool, is_address));
}
