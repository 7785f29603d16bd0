//! Concrete runs of JavaScript programs against node, where that is installed.

use super::Disagreement;
use super::paths::Sample;
use serde_json::{Value, json};
use sheaf_engine::{End, InputValue, Inputs};
use sheaf_ir::FailureKind;
use sheaf_report::value;
use std::io::Write;
use std::process::{Command, Stdio};

/// Reads programs with lists of inputs, and prints for each list how the program ends, and what it
/// prints until then.
const RUNNER: &str = include_str!("node.js");

/// Whether node can be run.
pub fn has_node() -> bool {
    Command::new("node").arg("--version").output().is_ok()
}

/// Compares runs of programs with those of node, in one process. Returns the number of runs
/// compared, and for each program the first that differs. Runs that stopped at a limit or at
/// something unmodelled are left out.
pub fn compare(programs: &[(&str, &[Sample])]) -> (u64, Vec<Option<Disagreement>>) {
    let runs: Vec<Vec<(String, String)>> = programs
        .iter()
        .map(|(_, samples)| samples.iter().filter_map(expected).collect())
        .collect();
    let count = runs.iter().map(Vec::len).sum::<usize>() as u64;
    let tasks = programs.iter().zip(&runs).map(|((text, _), runs)| {
        let inputs = runs.iter().map(|it| it.0.as_str());
        format!(
            "[{},[{}]]",
            json!(text),
            inputs.collect::<Vec<_>>().join(",")
        )
    });
    let tasks = format!("[{}]", tasks.collect::<Vec<_>>().join(","));
    let Some((output, errors)) = run_node(&tasks) else {
        return (0, programs.iter().map(|_| None).collect());
    };
    let mut lines = output.lines();
    let found = runs.iter().map(|runs| {
        let differing = runs.iter().zip(
            lines
                .by_ref()
                .take(runs.len())
                .chain(std::iter::repeat("nothing")),
        );
        let differing: Vec<_> = differing.collect();
        let (run, actual) = differing
            .into_iter()
            .find(|(run, actual)| run.1 != *actual)?;
        Some(Disagreement::new("node", difference(run, actual, &errors)))
    });
    let found = found.collect();
    (count, found)
}

/// The inputs of a run and what it does, as lists in JSON.
fn expected(sample: &Sample) -> Option<(String, String)> {
    let output = sample.run.output.iter();
    let output: Vec<u8> = output.flat_map(|part| part.bytes.clone()).collect();
    let output = String::from_utf8_lossy(&output);
    let mut lines = vec![end_name(&sample.run.end)?.to_string()];
    lines.extend(output.lines().map(str::to_string));
    Some((inputs_json(&sample.inputs), json!(lines).to_string()))
}

/// Runs node on tasks; nothing if it is not installed.
fn run_node(tasks: &str) -> Option<(String, String)> {
    let mut node = Command::new("node")
        .args(["-e", RUNNER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    // A process that ends early is seen by its output.
    let _ = node.stdin.take()?.write_all(tasks.as_bytes());
    let output = node.wait_with_output().ok()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some((text(&output.stdout), text(&output.stderr)))
}

/// The first line in which a run differs from that of node.
fn difference((inputs, expected): &(String, String), actual: &str, errors: &str) -> String {
    let lines = |text: &str| serde_json::from_str::<Vec<Value>>(text).unwrap_or_default();
    let (ours, theirs) = (lines(expected), lines(actual));
    let mut lines_of_both = 0..ours.len().max(theirs.len());
    let at = lines_of_both.find(|at| ours.get(*at) != theirs.get(*at));
    let shown = |lines: &[Value]| {
        at.and_then(|at| lines.get(at))
            .map_or("nothing".to_string(), Value::to_string)
    };
    let at = at.unwrap_or(0);
    let ends = match at {
        0 => String::new(),
        _ => format!("line {at}: "),
    };
    format!(
        "inputs {inputs}: {ends}{}, but node says {} {errors}",
        shown(&ours),
        shown(&theirs)
    )
}

/// How a run ends; `None` if it stopped at a limit.
fn end_name(end: &End) -> Option<&'static str> {
    match end {
        End::Exit(_) => Some("exit"),
        End::Dropped => Some("dropped"),
        End::Failed(failure) if failure.kind == FailureKind::Assertion => Some("assertion"),
        End::Failed(_) => Some("exception"),
        _ => None,
    }
}

/// Inputs as a list in JSON.
fn inputs_json(inputs: &Inputs) -> String {
    let values = inputs.inputs.iter().map(|input| match &input.value {
        InputValue::Bits { width, value } => value::signed(*value, *width).to_string(),
        other => value::encode(other),
    });
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}
