//! All comparisons of one microc program.

use super::exploration::{explore, plain};
use super::paths::{self, Sample};
use super::{Disagreement, Effort, certificates, configurations, oracle};
use crate::configurations::{Configuration, Explorer};
use num_bigint::BigInt;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use sheaf_engine::{End, InputValue, Inputs, Program};
use sheaf_microc::{ast, load_program, parser, print};
use sheaf_models::microc::INTRINSICS;

/// What was compared.
#[derive(Clone, Copy, Default, Debug)]
pub struct Compared {
    /// Whether the plain exploration is complete.
    pub complete: bool,
    /// Test cases of the plain exploration.
    pub tests: u64,
    /// Concrete runs, those of the test cases included.
    pub runs: u64,
    /// Merged states under all configurations.
    pub merged: u64,
    /// Whether it is certified without gaps.
    pub certified: bool,
}

/// Step limit of the syntax-tree interpreter for each run.
const STEPS: u32 = 20_000;

/// Runs all comparisons on one program. The seed determines the random inputs.
pub fn compare(
    tree: &ast::Program,
    all: &[Configuration],
    effort: &Effort,
    seed: u64,
) -> (Compared, Vec<Disagreement>) {
    // Printed and parsed again, so that locations are those of the printed program.
    let text = print::program(tree);
    let loaded = parser::parse(&text)
        .and_then(|parsed| load_program("random.uc", &parsed).map(|module| (parsed, module)));
    let (parsed, module) = match loaded {
        Ok(loaded) => loaded,
        Err(error) => return failed(Disagreement::new("load", error.to_string())),
    };
    let program = match Program::new(module, INTRINSICS) {
        Ok(program) => program,
        Err(message) => return failed(Disagreement::new("start", message)),
    };
    let options = plain(effort);
    let reference = match explore(Explorer::Options, &program, &options) {
        Ok(reference) => reference,
        Err(message) => return failed(Disagreement::new("explore", message)),
    };
    let mut rng = SmallRng::seed_from_u64(seed);
    let (samples, mut found) = paths::compare(&program, &reference, &options, effort, &mut rng);
    for sample in &samples {
        found.extend(interpreted(&program, &parsed, sample));
    }
    let (merged, disagreements) =
        configurations::disagreements(&program, &reference, &samples, all, effort);
    found.extend(disagreements);
    let fails = !reference.outcome.findings.is_empty();
    let certified = certificates::certified(&program, &options, effort, fails, &samples);
    let compared = Compared {
        complete: reference.is_complete(),
        tests: reference.tests.len() as u64,
        runs: samples.len() as u64,
        merged,
        certified: certified.clone().unwrap_or(false),
    };
    found.extend(certified.err());
    (compared, found)
}

fn failed(disagreement: Disagreement) -> (Compared, Vec<Disagreement>) {
    (Compared::default(), vec![disagreement])
}

/// Compares a run with the syntax-tree interpreter.
fn interpreted(program: &Program, tree: &ast::Program, sample: &Sample) -> Option<Disagreement> {
    let actual = in_terms_of_the_oracle(program, sample)?;
    let numbers = numbers(&sample.inputs);
    let expected = oracle::run(tree, &numbers, STEPS);
    let comparable = expected.end != oracle::End::GaveUp;
    (comparable && expected != actual).then(|| {
        let detail = format!("{actual:?}, but the tree says {expected:?}; inputs: {numbers:?}");
        Disagreement::new("interpreter of trees", detail)
    })
}

/// The end and the outputs of a run; `None` if it stopped at a limit.
fn in_terms_of_the_oracle(program: &Program, sample: &Sample) -> Option<oracle::Run> {
    let end = match &sample.run.end {
        End::Exit(Some(status)) => oracle::End::Exit(BigInt::from(*status)),
        End::Failed(failure) => {
            let line = |loc| program.module().locs[loc].line;
            oracle::End::Failed(failure.kind, failure.loc.map_or(0, line))
        }
        End::OutOfInputs(_) => oracle::End::OutOfInputs,
        _ => return None,
    };
    let output = sample.run.output.iter();
    let bytes: Vec<u8> = output.flat_map(|part| part.bytes.clone()).collect();
    let text = String::from_utf8_lossy(&bytes);
    let outputs = text.lines().filter_map(|line| line.parse().ok()).collect();
    Some(oracle::Run { outputs, end })
}

fn numbers(inputs: &Inputs) -> Vec<BigInt> {
    let inputs = inputs.inputs.iter();
    inputs
        .filter_map(|input| match &input.value {
            InputValue::Int(value) => Some(value.clone()),
            _ => None,
        })
        .collect()
}
