//! The log of queries is accepted by the solvers' own binaries.

use std::path::PathBuf;
use std::process::Command;

use sheaf_solver::{Links, Options, Query, Solver};
use sheaf_term::Term;

use crate::random::Random;

/// Writes a log of random queries; returns its path and the answers, in order.
fn write_log(name: &str, random: &mut Random) -> (PathBuf, Vec<&'static str>) {
    let path =
        std::env::temp_dir().join(format!("sheaf-solver-{name}-{}.smt2", std::process::id()));
    let options = Options {
        log: Some(path.clone()),
        links: Links::none(),
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("a solver");
    let mut answers = Vec::new();
    for _ in 0..40 {
        let goal: Vec<Term> = (0..3).map(|_| random.truth(3)).collect();
        let before = solver.stats().sent;
        let answer = solver.check(
            &mut random.pool,
            &Query {
                path: &[],
                goal: &goal,
                hint: None,
            },
        );
        if solver.stats().sent > before {
            answers.push(if answer.is_sat() { "sat" } else { "unsat" });
        }
    }
    assert_eq!(solver.stats().log_error, None);
    (path, answers)
}

/// Runs a solver's binary on a file; none if it is not installed.
fn run(binary: &str, path: &PathBuf) -> Option<String> {
    match Command::new(binary).arg(path).output() {
        Ok(output) => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        Err(_) => {
            eprintln!("skipped: the program {binary} is not installed");
            None
        }
    }
}

#[test]
fn the_binaries_give_the_logged_answers() {
    let mut bits = Random::new(11, &[8, 16]).with_array(8, 8);
    let (path, answers) = write_log("bits", &mut bits);
    assert!(answers.len() > 10);
    for binary in ["z3", "bitwuzla"] {
        if let Some(output) = run(binary, &path) {
            assert_eq!(output.lines().collect::<Vec<_>>(), answers, "{binary}");
        }
    }
    let _ = std::fs::remove_file(path);
}

#[test]
fn z3_gives_the_logged_answers_about_integers() {
    let mut integers = Random::new(12, &[8]).with_integer().with_integer();
    let (path, answers) = write_log("integers", &mut integers);
    if let Some(output) = run("z3", &path) {
        assert_eq!(output.lines().collect::<Vec<_>>(), answers);
    }
    let _ = std::fs::remove_file(path);
}

#[test]
fn a_log_that_cannot_be_written_is_an_error() {
    let options = Options {
        log: Some(PathBuf::from("/nonexistent/log.smt2")),
        ..Options::default()
    };
    let message = Solver::new(options).err().expect("no such folder");
    assert!(message.starts_with("/nonexistent/log.smt2: "), "{message}");
}
