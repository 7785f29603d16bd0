//! Completed paths against concrete runs, in both directions.
//!
//! The inputs of a path must lead where the path leads, and two paths must differ in a decision.
//! When everything was explored, a run on any inputs must take the decisions of one of the paths,
//! and end as that one does.

use super::exploration::{Exploration, place};
use super::supply::RandomSupply;
use super::{Disagreement, Effort};
use rand::rngs::SmallRng;
use sheaf_engine::concrete::{self, Run};
use sheaf_engine::{End, Inputs, Options, Program};
use std::collections::HashMap;

/// What tells paths apart: their decisions and their length.
type Key = (u64, u64);

fn key(run: &Run) -> Key {
    (run.path, run.instructions)
}

/// A concrete run and its inputs.
pub struct Sample {
    /// The inputs.
    pub inputs: Inputs,
    /// The run.
    pub run: Run,
}

/// Runs all test cases of an exploration, and random inputs. The runs, and every disagreement.
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
                    "inputs of two paths that take the same one: {other:?} and {:?}",
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

/// Whether a run ends as its path says. What the clock ended in the middle says nothing: a run may
/// take less time.
pub fn matches(path: &End, run: &End) -> bool {
    match (path, run) {
        (End::Limit(_), _) => true,
        (End::Exit(None), End::Exit(_)) => true,
        (End::Exit(expected), End::Exit(status)) => expected == status,
        (End::Failed(expected), End::Failed(failure)) => place(expected) == place(failure),
        _ => false,
    }
}

/// What is wrong with the exploration if this run exists.
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
