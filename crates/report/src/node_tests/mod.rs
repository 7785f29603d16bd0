//! A suite for JavaScript programs: `tests.cjs`, which runs under `node --test` and does not depend
//! on the suite, and `tests.json` with the inputs and the recorded end of each test.
//!
//! A test runs in a process of its own, in which the program meets the functions of harnesses that
//! return the recorded inputs. `sheaf replay --native` runs the same files.

use crate::case::{Expected, ProgramRef};
use crate::suite::Test;
use crate::value;
use serde::Serialize;
use std::path::Path;
use std::time::Duration;

/// The script that `node --test` runs; it reads `tests.json`.
pub const RUNNER: &str = include_str!("tests.cjs");

/// The maximum length of string inputs where a test case does not say it.
const DEFAULT_STRING_SIZE: u32 = 8;

/// The program of a suite.
pub struct Program {
    /// The directory that names of files are relative to: absolute, or relative to the suite.
    pub root: String,
    /// The main file.
    pub file: String,
    /// The maximum length of string inputs that name none.
    pub string_size: u32,
    /// A statement that calls the entry function, executed at the end of the main file.
    pub call: Option<String>,
}

impl Program {
    /// The program that a test case refers to, for a suite in the output folder of the case.
    pub fn of(program: &ProgramRef, call: Option<String>) -> Program {
        let root = match &program.folder {
            Some(folder) => Path::new(folder).components().map(|_| "../").collect(),
            None => program.directory.clone(),
        };
        Program {
            root,
            file: program.files.first().cloned().unwrap_or_default(),
            string_size: program.string_size.unwrap_or(DEFAULT_STRING_SIZE),
            call,
        }
    }
}

#[derive(Serialize)]
struct Suite<'a> {
    root: &'a str,
    program: &'a str,
    string_size: u32,
    call: Option<&'a str>,
    milliseconds: u128,
    tests: Vec<TestFile<'a>>,
}

#[derive(Serialize)]
struct TestFile<'a> {
    name: &'a str,
    shown: String,
    inputs: Vec<InputFile<'a>>,
    expected: Option<&'a Expected>,
}

#[derive(Serialize)]
struct InputFile<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    ty: String,
    value: String,
}

/// The content of `tests.json`. `limit` is the time limit of a test.
pub fn json(program: &Program, tests: &[Test], limit: Duration) -> String {
    let suite = Suite {
        root: &program.root,
        program: &program.file,
        string_size: program.string_size,
        call: program.call.as_deref(),
        milliseconds: limit.as_millis(),
        tests: tests.iter().map(test).collect(),
    };
    serde_json::to_string_pretty(&suite).expect("a suite has string keys") + "\n"
}

fn test(test: &Test) -> TestFile<'_> {
    let inputs = test.case.inputs.inputs.iter();
    let inputs = inputs.map(|input| InputFile {
        name: &input.name,
        ty: value::type_name(&input.value),
        value: value::encode(&input.value),
    });
    let expected = test.case.expected.as_ref();
    TestFile {
        name: &test.name,
        shown: expected.map_or_else(String::new, ToString::to_string),
        inputs: inputs.collect(),
        expected,
    }
}
