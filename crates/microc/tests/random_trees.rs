//! Random trees of every form of the grammar: they print, parse and lower, and run as in an
//! interpreter of syntax trees.

mod support;

use num_bigint::BigInt;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_engine::concrete;
use sheaf_engine::machine::Supply;
use sheaf_engine::{End, Options, Program, Value};
use sheaf_microc::generate::{Parameters, program};
use sheaf_microc::{ast, load_program, load_text, parser, print};
use sheaf_models::microc::INTRINSICS;
use support::oracle;
use support::trees::random_tree;

#[test]
fn trees_print_parse_and_lower() {
    for seed in 0..5000 {
        let tree = random_tree(seed);
        let text = print::program(&tree);
        let parsed = parser::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed, tree, "{text}");
        let module = load_program("tree.uc", &parsed).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let problems = sheaf_ir::verify::verify(&module);
        assert!(problems.is_ok(), "{text}\n{problems:?}");
    }
}

/// Inputs in order, whatever their names.
struct Numbers<'a>(std::slice::Iter<'a, BigInt>);

impl Supply for Numbers<'_> {
    fn scalar(&mut self, _: &str, _: &sheaf_ir::Type) -> Option<Value> {
        self.0.next().cloned().map(Value::int)
    }

    fn string(&mut self, _: &str, _: usize) -> Option<sheaf_engine::value::Text> {
        None
    }

    fn object(&mut self, _: &str, _: usize, _: sheaf_ir::Element) -> Option<Vec<u8>> {
        None
    }

    fn uninitialized(&mut self) -> Vec<u8> {
        Vec::new()
    }
}

/// Runs a program in the engine; `None` if it reached a limit.
fn run_in_engine(text: &str, inputs: &[BigInt]) -> Option<oracle::Run> {
    let module = load_text("tree.uc", text).unwrap();
    let lines: Vec<u32> = module.locs.iter().map(|loc| loc.line).collect();
    let program = Program::new(module, INTRINSICS).unwrap();
    let mut options = Options::default();
    options.budget.instructions = Some(100_000);
    let run = concrete::run(&program, &mut Numbers(inputs.iter()), &[], &options);
    let bytes: Vec<u8> = run
        .output
        .iter()
        .flat_map(|output| output.bytes.clone())
        .collect();
    let outputs = String::from_utf8(bytes).unwrap();
    let outputs = outputs.lines().map(|line| line.parse().unwrap()).collect();
    let end = match run.end {
        End::Exit(Some(status)) => oracle::End::Exit(status.into()),
        End::Failed(failure) => {
            let line = failure.loc.map_or(0, |loc| lines[loc.0 as usize]);
            oracle::End::Failed(failure.kind, line)
        }
        End::OutOfInputs(_) => oracle::End::OutOfInputs,
        End::Limit(_) => return None,
        end => panic!("{end:?}\n{text}"),
    };
    Some(oracle::Run { outputs, end })
}

/// Compares both on random inputs; returns whether a comparison was possible.
fn agree(tree: &ast::Program, seed: u64) -> bool {
    let text = print::program(tree);
    let parsed = parser::parse(&text).unwrap();
    let mut rng = SmallRng::seed_from_u64(seed);
    let inputs: Vec<BigInt> = (0..rng.random_range(0..20))
        .map(|_| BigInt::from(rng.random_range(-10..=10)))
        .collect();
    let expected = oracle::run(&parsed, &inputs, 5000);
    if expected.end == oracle::End::GaveUp {
        return false;
    }
    let Some(run) = run_in_engine(&text, &inputs) else {
        return false;
    };
    assert_eq!(run, expected, "inputs {inputs:?}\n{text}");
    true
}

#[test]
fn trees_run_as_the_oracle_says() {
    let compared = (0..5000)
        .filter(|seed| agree(&random_tree(*seed), *seed))
        .count();
    assert!(compared > 4000, "only {compared} runs were compared");
}

#[test]
fn random_programs_run_as_the_oracle_says() {
    let parameters = Parameters::default();
    let compared = (0..3000)
        .filter(|seed| agree(&program(&parameters, *seed), *seed))
        .count();
    assert!(compared > 1500, "only {compared} runs were compared");
}
