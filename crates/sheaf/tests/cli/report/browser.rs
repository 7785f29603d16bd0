//! Visits of pages by Chromium, which `browser.js` drives. Without node and Chromium the tests
//! fail: `make setup-tests` installs them.

use serde::Deserialize;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The height of the window.
const HEIGHT: u32 = 800;

/// What is done on a page.
pub enum Step {
    /// An expression whose value is a result.
    Value(String),
    /// A key.
    Key(&'static str),
    /// Prints the page; the result is the number of bytes.
    Print,
}

/// A visit of a page.
pub struct Visit {
    pub page: PathBuf,
    pub width: u32,
    pub steps: Vec<Step>,
}

/// What came of it.
#[derive(Deserialize, Debug)]
pub struct Result {
    /// The results of steps.
    pub values: Vec<Value>,
    /// Messages of the console, and exceptions.
    pub errors: Vec<String>,
    /// What was loaded besides the page.
    pub requests: Vec<String>,
}

/// Visits pages one after the other, with one browser.
pub fn visit(visits: &[Visit]) -> Vec<Result> {
    let step = |step: &Step| match step {
        Step::Value(text) => json!(text),
        Step::Key(key) => json!({"key": key}),
        Step::Print => json!({"pdf": true}),
    };
    let visits = visits.iter().map(|visit| {
        let steps: Vec<Value> = visit.steps.iter().map(step).collect();
        let url = format!("file://{}", visit.page.canonicalize().unwrap().display());
        json!({"url": url, "width": visit.width, "height": HEIGHT, "steps": steps})
    });
    let visits: Value = visits.collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/report/browser.js");
    let mut node = Command::new("node");
    node.arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut node = node.spawn().expect("node is installed");
    let mut input = node.stdin.take().unwrap();
    input.write_all(visits.to_string().as_bytes()).unwrap();
    drop(input);
    let output = node.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "the browser failed: is Chromium installed?"
    );
    serde_json::from_slice(&output.stdout).unwrap()
}
