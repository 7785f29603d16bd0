//! Native runs of JavaScript programs: node, with the runner of a suite
//! (`sheaf_report::node_tests`).

use super::build::wait;
use super::{Ended, test};
use crate::args::ReplayArgs;
use crate::error::UserError;
use crate::load::{Request, js_call};
use crate::print;
use serde::Deserialize;
use sheaf_report::case::Case;
use sheaf_report::node_tests::{self, Program};
use sheaf_report::suite::Test;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What the runner takes in addition to the time of the tests.
const RUNNER_TIME: Duration = Duration::from_secs(10);

/// The result of a test, as the runner writes it.
#[derive(Deserialize)]
struct Judged {
    text: String,
    output: String,
    seen: Seen,
}

#[derive(Deserialize)]
struct Seen {
    end: String,
}

/// Runs the program of a group of cases for each of them.
///
/// # Errors
/// When there is no node, or it does not run the tests.
pub fn run(
    args: &ReplayArgs,
    cases: &[(PathBuf, Case, Request)],
    group: &[usize],
) -> Result<Vec<Ended>, UserError> {
    let (path, _, request) = &cases[group[0]];
    let tests: Vec<Test> = group.iter().map(|at| test(*at, &cases[*at].1)).collect();
    let wrong = |message: String| UserError::new(path.display(), message);
    let judged = run_tests(request, &tests, args.time).map_err(wrong)?;
    let ended = judged.into_iter().map(|judged| {
        if args.output {
            print(&judged.output);
        }
        Ended {
            text: format!("natively {}", judged.text),
            fails: matches!(&*judged.seen.end, "thrown" | "assertion" | "signal"),
            endless: judged.seen.end == "endless",
        }
    });
    Ok(ended.collect())
}

/// Runs tests; the results are in their order.
fn run_tests(request: &Request, tests: &[Test], limit: Duration) -> Result<Vec<Judged>, String> {
    let failed = |error: io::Error| format!("cannot write its tests: {error}");
    let folder = tempfile::tempdir().map_err(failed)?;
    let program = program(request)?;
    write(folder.path(), &program, tests, limit).map_err(failed)?;
    let (results, log) = (folder.path().join("results"), folder.path().join("log"));
    let child = Command::new("node")
        .arg(folder.path().join("tests.cjs"))
        .env("SHEAF_RESULTS", &results)
        .env_remove("SHEAF_TEST")
        .env_remove("NODE_OPTIONS")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(&log).map_err(failed)?)
        .process_group(0)
        .spawn();
    let child = child.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "running JavaScript natively needs node".to_string(),
        _ => format!("node cannot be run: {error}"),
    })?;
    let count = u32::try_from(tests.len()).unwrap_or(u32::MAX);
    let all = limit.saturating_mul(count).saturating_add(RUNNER_TIME);
    let status = wait(child, all).map_err(|error| error.to_string())?;
    let results = fs::read(&results).ok();
    let results = results.and_then(|content| serde_json::from_slice(&content).ok());
    results.ok_or_else(|| {
        let messages = fs::read_to_string(&log).unwrap_or_default();
        let status = status.map_or("no end in time".to_string(), |status| status.to_string());
        format!("node did not run it ({status})\n{}", messages.trim_end())
    })
}

/// The program of a request, in the current directory.
fn program(request: &Request) -> Result<Program, String> {
    let root = std::env::current_dir().map_err(|error| error.to_string())?;
    let file = request.files.first().ok_or("it names no program")?;
    let call = js_call(request).map_err(|error| error.to_string())?;
    Ok(Program {
        root: root.display().to_string(),
        file: file.display().to_string(),
        string_size: request.string_size,
        call,
    })
}

/// Writes a suite: the runner and the tests.
///
/// # Errors
/// When a file cannot be written.
fn write(folder: &Path, program: &Program, tests: &[Test], limit: Duration) -> io::Result<()> {
    fs::write(folder.join("tests.cjs"), node_tests::RUNNER)?;
    fs::write(
        folder.join("tests.json"),
        node_tests::json(program, tests, limit),
    )
}
