//! Random JavaScript programs: all comparisons of one program, and concrete runs of many programs
//! against node, where that is installed.

use super::exploration::{explore, plain};
use super::microc::Compared;
use super::paths::{self, Sample};
use super::supply::RandomSupply;
use super::{Disagreement, Effort, configurations, node};
use crate::configurations::{Configuration, Explorer};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use sheaf_engine::{Program, concrete};
use sheaf_models::js::INTRINSICS;

/// Enough for most programs: functions of the library decide, too.
pub const EFFORT: Effort = Effort {
    forks: 60,
    depth: 60,
    instructions: 200_000,
    milliseconds: 1000,
    runs: 8,
};

fn load(text: &str) -> Result<Program, Disagreement> {
    let module = sheaf_js::load_text("random.js", text, sheaf_js::STRING_SIZE, false)
        .map_err(|error| Disagreement::new("load", format!("{error:?}")))?;
    Program::new(module, INTRINSICS).map_err(|message| Disagreement::new("start", message))
}

/// Programs that are run by one process of node.
pub const BATCH: u64 = 24;

/// Runs on random inputs per program that is compared with node alone.
const RUNS: u32 = 3;

/// Compares concrete runs of some programs with those of node. Returns the number of runs compared,
/// and for each program what differs.
pub fn compare_runs(texts: &[String], seed: u64) -> (u64, Vec<Option<Disagreement>>) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let options = plain(&EFFORT);
    let loaded = texts.iter().map(|text| {
        load(text).map(|program| {
            let runs = (0..RUNS).map(|_| {
                let mut supply = RandomSupply::new(&mut rng);
                let run = concrete::run(&program, &mut supply, &[], &options);
                let inputs = supply.inputs;
                Sample { inputs, run }
            });
            runs.collect::<Vec<Sample>>()
        })
    });
    let loaded: Vec<_> = loaded.collect();
    let none = Vec::new();
    let programs = texts.iter().zip(&loaded);
    let programs =
        programs.map(|(text, it)| (text.as_str(), it.as_ref().unwrap_or(&none).as_slice()));
    let (count, found) = node::compare(&programs.collect::<Vec<_>>());
    let found = loaded.into_iter().zip(found);
    (count, found.map(|(it, found)| it.err().or(found)).collect())
}

/// Runs all comparisons on a program.
pub fn compare(
    text: &str,
    seed: u64,
    all: &[Configuration],
    effort: &Effort,
) -> (Compared, Vec<Disagreement>) {
    let program = match load(text) {
        Ok(program) => program,
        Err(found) => return (Compared::default(), vec![found]),
    };
    let failed = |question: &str, detail: String| {
        let found = Disagreement::new(question, detail);
        (Compared::default(), vec![found])
    };
    let options = plain(effort);
    let reference = match explore(Explorer::Options, &program, &options) {
        Ok(reference) => reference,
        Err(message) => return failed("explore", message),
    };
    let mut rng = SmallRng::seed_from_u64(seed);
    let (samples, mut found) = paths::compare(&program, &reference, &options, effort, &mut rng);
    // Paths that are split within an operation on strings take the same way through the program.
    found.retain(|it| it.question != "paths differ");
    found.extend(node::compare(&[(text, &samples)]).1.into_iter().flatten());
    let (merged, disagreements) =
        configurations::disagreements(&program, &reference, &samples, all, effort);
    found.extend(disagreements);
    let compared = Compared {
        complete: reference.is_complete(),
        tests: reference.tests.len() as u64,
        runs: samples.len() as u64,
        merged,
        certified: false,
    };
    (compared, found)
}
