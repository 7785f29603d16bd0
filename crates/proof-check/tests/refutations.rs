//! Refutations are checked step by step.

use sheaf_proof_check::cnf::{Cnf, TRUE};
use sheaf_proof_check::lrat::{Step, check};

/// The clauses `a or b`, `a or not b`, `not a or b`, `not a or not b` have the numbers 2 to 5.
fn contradiction() -> Cnf {
    let mut cnf = Cnf::default();
    let (a, b) = (cnf.variable(), cnf.variable());
    for clause in [[a, b], [a, -b], [-a, b], [-a, -b]] {
        cnf.clause(&clause);
    }
    cnf
}

fn step(clause: &[i32], hints: &[u32]) -> Step {
    Step {
        clause: clause.to_vec(),
        hints: hints.to_vec(),
    }
}

#[test]
fn a_refutation_is_accepted() {
    let steps = [step(&[2], &[2, 3]), step(&[], &[6, 4, 5])];
    assert_eq!(check(&contradiction(), &steps), Ok(()));
}

#[test]
fn wrong_steps_are_refused() {
    let cnf = contradiction();
    for (steps, problem) in [
        (vec![], "does not end with the empty clause"),
        (
            vec![step(&[2], &[2, 3])],
            "does not end with the empty clause",
        ),
        (vec![step(&[], &[2])], "several open literals"),
        (vec![step(&[2], &[2])], "does not follow"),
        (vec![step(&[TRUE], &[])], "does not follow"),
        (vec![step(&[2], &[9])], "unknown clause"),
        (vec![step(&[2], &[0])], "unknown clause"),
        (vec![step(&[2], &[6])], "unknown clause"),
        (vec![step(&[77], &[2])], "unknown variable"),
        (vec![step(&[0], &[2])], "unknown variable"),
        (vec![step(&[i32::MIN + 1], &[2])], "unknown variable"),
        (
            vec![step(&[2], &[2, 3]), step(&[], &[6, 4])],
            "does not follow",
        ),
    ] {
        let refused = check(&cnf, &steps).unwrap_err();
        assert!(refused.contains(problem), "{steps:?}: {refused}");
    }
}

#[test]
fn what_can_hold_has_no_refutation() {
    let mut cnf = Cnf::default();
    let a = cnf.variable();
    cnf.clause(&[a, TRUE]);
    // Without hints that contradict each other, no step is the empty clause.
    for hints in [vec![], vec![1], vec![2], vec![1, 2], vec![2, 1]] {
        assert!(check(&cnf, &[step(&[], &hints)]).is_err(), "{hints:?}");
    }
}
