//! The part of the JSON that describes a suite, see `suite` in `docs/schema/check.schema.json`.

use super::{Goal, Suite, Test};
use crate::case::Expected;
use crate::coverage::{self, Summary, by_file};
use crate::inputs::{InputReport, input_report};
use serde::Serialize;
use sheaf_ir::{FileId, Module};

/// A suite.
#[derive(Serialize, Debug)]
pub struct SuiteReport {
    folder: String,
    offered: u64,
    tests: Vec<TestReport>,
    coverage: Summary,
    files: Vec<FileReport>,
}

#[derive(Serialize, Debug)]
struct TestReport {
    name: String,
    reveals_failure: bool,
    inputs: Vec<InputReport>,
    expected: Option<Expected>,
    adds: AddsReport,
}

#[derive(Serialize, Debug)]
struct AddsReport {
    branches: Vec<BranchReport>,
    lines: Vec<LineReport>,
}

#[derive(Serialize, Debug)]
struct BranchReport {
    file: String,
    line: u32,
    branch: u32,
    target: u32,
}

#[derive(Serialize, Debug)]
struct LineReport {
    file: String,
    line: u32,
}

#[derive(Serialize, Debug)]
struct FileReport {
    file: String,
    #[serde(flatten)]
    coverage: Summary,
    uncovered_lines: Vec<u32>,
    functions: Vec<FunctionReport>,
}

#[derive(Serialize, Debug)]
struct FunctionReport {
    function: String,
    line: u32,
    #[serde(flatten)]
    coverage: Summary,
}

/// The report of a suite that was written to `folder`.
pub fn report(module: &Module, suite: &Suite, folder: &str) -> SuiteReport {
    let file = |id: FileId| module.files[id].to_string();
    let test = |test: &Test| {
        let mut adds = AddsReport {
            branches: Vec::new(),
            lines: Vec::new(),
        };
        for goal in &test.adds {
            match *goal {
                Goal::Branch {
                    file: id,
                    line,
                    branch,
                    target,
                } => adds.branches.push(BranchReport {
                    file: file(id),
                    line,
                    branch,
                    target,
                }),
                Goal::Line { file: id, line } => adds.lines.push(LineReport {
                    file: file(id),
                    line,
                }),
            }
        }
        let inputs = test.case.inputs.shown();
        let inputs = inputs.iter().map(|input| input_report(module, input));
        TestReport {
            name: test.name.clone(),
            reveals_failure: test.reveals,
            inputs: inputs.collect(),
            expected: test.case.expected.clone(),
            adds,
        }
    };
    SuiteReport {
        folder: folder.to_string(),
        offered: suite.offered,
        tests: suite.tests.iter().map(test).collect(),
        coverage: coverage::summary(module, &suite.coverage),
        files: files(module, suite),
    }
}

fn files(module: &Module, suite: &Suite) -> Vec<FileReport> {
    let files = by_file(module, &suite.coverage).into_iter();
    let file = |(id, file): (FileId, coverage::FileCoverage)| FileReport {
        file: module.files[id].to_string(),
        coverage: file.summary(),
        uncovered_lines: file
            .lines
            .iter()
            .filter_map(|(line, executed)| (!executed).then_some(*line))
            .collect(),
        functions: file
            .functions
            .into_iter()
            .map(|function| FunctionReport {
                function: function.name,
                line: function.line,
                coverage: function.summary,
            })
            .collect(),
    };
    files.map(file).collect()
}
