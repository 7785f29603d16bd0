//! Compares exploration with an interpreter of syntax trees: programs called safe do not fail on
//! random inputs, failing runs are found, and every completed path ends the same way when it is
//! executed concretely.

mod support;

use num_bigint::BigInt;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_engine::{
    End, InputValue, Observer, Options, Outcome, Program, ReasonKind, Search, TestCase, Verdict,
    WantedTests,
};
use sheaf_ir::FailureKind;
use sheaf_microc::ast;
use sheaf_microc::generate::{Parameters, program};
use sheaf_microc::{load_text, parser, print};
use sheaf_models::microc::INTRINSICS;
use std::time::Duration;
use support::oracle;
use support::trees::random_tree;

/// Collects completed paths.
#[derive(Default)]
struct Tests(Vec<TestCase>);

impl Observer for Tests {
    fn wanted_tests(&self) -> WantedTests {
        WantedTests::Ends
    }

    fn test(&mut self, test: &TestCase) {
        self.0.push(test.clone());
    }
}

/// An exploration with small limits; failures are identified by kind and line.
struct Exploration {
    outcome: Outcome,
    tests: Vec<TestCase>,
    lines: Vec<u32>,
}

fn explore(text: &str, seed: u64) -> Exploration {
    let module = load_text("random.uc", text).unwrap();
    let lines = module.locs.iter().map(|loc| loc.line).collect();
    let program = Program::new(module, INTRINSICS).unwrap();
    let mut options = Options {
        seed,
        ..Options::default()
    };
    let (_, search) = Search::ALL[(seed % Search::ALL.len() as u64) as usize];
    options.plan = search.into();
    options.budget.time = Duration::from_secs(5);
    options.budget.solver_time = Duration::from_secs(1);
    options.budget.instructions = Some(50_000);
    options.budget.depth = Some(20);
    options.budget.forks = Some(60);
    let mut tests = Tests::default();
    let outcome = sheaf_engine::check(&program, &options, &mut tests).unwrap();
    Exploration {
        outcome,
        tests: tests.0,
        lines,
    }
}

impl Exploration {
    fn place(&self, failure: &sheaf_engine::Failure) -> (FailureKind, u32) {
        (
            failure.kind,
            failure.loc.map_or(0, |loc| self.lines[loc.0 as usize]),
        )
    }

    /// Checks that the oracle reproduces each completed path and each finding on its inputs.
    fn check_paths(&self, tree: &ast::Program, text: &str) {
        let findings = self.outcome.findings.iter();
        for finding in findings.clone() {
            assert!(finding.replayed, "{:?}\n{text}", finding.failure);
        }
        let reasons = self.outcome.reasons.iter().chain(&self.outcome.retried);
        for reason in reasons {
            assert!(reason.kind != ReasonKind::NotReplayed, "{reason:?}\n{text}");
        }
        let findings = findings.map(|it| (&it.inputs, End::Failed(it.failure.clone())));
        let tests = self
            .tests
            .iter()
            .map(|test| (&test.inputs, test.end.clone()));
        for (inputs, end) in findings.chain(tests) {
            let inputs: Vec<BigInt> = inputs.inputs.iter().map(|it| number(&it.value)).collect();
            let run = oracle::run(tree, &inputs, 100_000);
            let same = match (&run.end, &end) {
                (oracle::End::Exit(status), End::Exit(expected)) => {
                    expected.is_none_or(|expected| BigInt::from(expected) == *status)
                }
                (oracle::End::Failed(kind, line), End::Failed(failure)) => {
                    (*kind, *line) == self.place(failure)
                }
                (oracle::End::GaveUp, _) => true,
                _ => false,
            };
            assert!(
                same,
                "inputs {inputs:?}: {:?}, but {end:?}\n{text}",
                run.end
            );
        }
    }

    fn is_complete(&self) -> bool {
        self.outcome.reasons.is_empty() && self.outcome.stats.paths.set_aside == 0
    }

    /// If everything was explored, each failure of a run on random inputs was found.
    fn check_verdict(&self, tree: &ast::Program, text: &str, rng: &mut SmallRng) {
        if !self.is_complete() {
            return;
        }
        for _ in 0..10 {
            let inputs: Vec<BigInt> = (0..30)
                .map(|_| BigInt::from(rng.random_range(-12..=12)))
                .collect();
            if let oracle::End::Failed(kind, line) = oracle::run(tree, &inputs, 5000).end {
                assert_eq!(
                    self.outcome.verdict,
                    Verdict::Bug,
                    "inputs {inputs:?}\n{text}"
                );
                let mut found = self
                    .outcome
                    .findings
                    .iter()
                    .map(|it| self.place(&it.failure));
                let message = format!("{kind:?} in line {line} on {inputs:?}\n{text}");
                assert!(found.any(|place| place == (kind, line)), "{message}");
            }
        }
    }
}

fn number(value: &InputValue) -> BigInt {
    match value {
        InputValue::Int(value) => value.clone(),
        other => panic!("{other:?} is not an input of microc"),
    }
}

/// The number of comparisons, so that a test can require enough of them.
#[derive(Clone, Copy, Default, Debug)]
struct Compared {
    complete: usize,
    paths: usize,
    findings: usize,
}

fn agree(tree: &ast::Program, seed: u64, compared: &mut Compared) {
    let text = print::program(tree);
    let parsed = parser::parse(&text).unwrap();
    let exploration = explore(&text, seed);
    exploration.check_paths(&parsed, &text);
    exploration.check_verdict(&parsed, &text, &mut SmallRng::seed_from_u64(seed));
    compared.complete += usize::from(exploration.is_complete());
    compared.paths += exploration.tests.len();
    compared.findings += exploration.outcome.findings.len();
}

#[test]
fn explorations_of_random_programs_agree_with_runs() {
    let parameters = Parameters {
        max_depth: 2,
        ..Parameters::default()
    };
    let mut compared = Compared::default();
    for seed in 0..80 {
        agree(&program(&parameters, seed), seed, &mut compared);
    }
    let enough = compared.complete > 30 && compared.paths > 400 && compared.findings > 3;
    assert!(enough, "{compared:?}");
}

#[test]
fn explorations_of_random_trees_agree_with_runs() {
    let mut compared = Compared::default();
    for seed in 0..300 {
        agree(&random_tree(seed), seed, &mut compared);
    }
    let enough = compared.complete > 250 && compared.findings > 200;
    assert!(enough, "{compared:?}");
}
