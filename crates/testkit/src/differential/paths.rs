//! Compares completed paths with concrete runs, in both directions.
//!
//! The inputs of a path must reproduce its end, and two paths must differ in a decision. If
//! everything was explored, a run on any inputs must take the decisions of one of the paths, and
//! end in the same way.

use super::exploration::{Exploration, place};
use super::supply::RandomSupply;
use super::{Disagreement, Effort};
use rand::rngs::SmallRng;
use sheaf_engine::concrete::{self, Run};
use sheaf_engine::{End, Inputs, Options, Program};
use std::collections::HashMap;

/// The identity of a path: a hash of its decisions, and its number of instructions.
type Key = (u64, u64);

fn key(run: &Run) -> Key {
    (run.path, run.instructions)
}

/// A concrete run and its inputs.
pub struct Sample {
    /// Values in the order of the reads.
    pub inputs: Inputs,
    /// What happened on them.
    pub run: Run,
}

/// Runs all test cases of an exploration, and random inputs. Returns the runs and every
/// disagreement.
pub fn compare(
    program: &Program,
    exploration: &Exploration,
    options: &Options,
    effort: &Effort,
    rng: &mut SmallRng,
) -> (Vec<Sample>, Vec<Disagreement>) {
    let mut samples = Vec::new();
    let mut found = Vec::new();
    let mut known: HashMap<Key, (End, Inputs)> = HashMap::new();
    for test in &exploration.tests {
        let run = concrete::replay(program, &test.inputs, options);
        if !matches(&test.end, &run.end) {
            let detail = format!(
                "the path ends with {:?}, its inputs lead to {:?}; inputs: {:?}",
                test.end, run.end, test.inputs
            );
            found.push(Disagreement::new("end of a path", detail));
        }
        if let End::Exit(_) = test.end {
            let entry = (test.end.clone(), test.inputs.clone());
            if let Some((_, other)) = known.insert(key(&run), entry) {
                let detail = format!(
                    "the inputs of two paths take the same path: {other:?} and {:?}",
                    test.inputs
                );
                found.push(Disagreement::new("paths differ", detail));
            }
        }
        samples.push(Sample {
            inputs: test.inputs.clone(),
            run,
        });
    }
    for _ in 0..effort.runs {
        let mut supply = RandomSupply::new(rng);
        let run = concrete::run(program, &mut supply, &[], options);
        let inputs = supply.inputs;
        if let Some(detail) = unexplored(exploration, &known, &run) {
            found.push(Disagreement::new(
                "random inputs",
                format!("{detail}; inputs: {inputs:?}"),
            ));
        }
        samples.push(Sample { inputs, run });
    }
    (samples, found)
}

/// Whether a run ends like its path. A path that a limit ended matches every run, because a run may
/// take less time. An operation may be unmodelled for unknown values only.
pub fn matches(path: &End, run: &End) -> bool {
    match (path, run) {
        (End::Limit(_) | End::Unmodelled(_), _) => true,
        (End::Exit(None), End::Exit(_)) => true,
        (End::Exit(expected), End::Exit(status)) => expected == status,
        (End::Failed(expected), End::Failed(failure)) => place(expected) == place(failure),
        _ => false,
    }
}

/// The flaw of the exploration that this run reveals.
fn unexplored(
    exploration: &Exploration,
    known: &HashMap<Key, (End, Inputs)>,
    run: &Run,
) -> Option<String> {
    let complete = exploration.is_complete();
    match &run.end {
        End::Exit(_) => match known.get(&key(run)) {
            Some((end, _)) if matches(end, &run.end) => None,
            Some((end, inputs)) => Some(format!(
                "{:?}, but the path that takes the same decisions ends with {end:?} on {inputs:?}",
                run.end
            )),
            None => complete.then(|| format!("{:?} on no explored path", run.end)),
        },
        End::Failed(failure) => {
            let missed = complete && !exploration.failures().contains(&place(failure));
            missed.then(|| format!("{failure:?} was not found"))
        }
        End::Unmodelled(_) => complete.then(|| format!("{:?}, but nothing was left out", run.end)),
        End::Dropped | End::Limit(_) | End::OutOfInputs(_) => None,
    }
}
