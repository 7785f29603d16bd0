//! The program's text as it was checked, with what was executed of it: `sources.json` in an output
//! folder; `docs/schema/sources.schema.json` describes it.
//!
//! Only files count that have code of the program's own functions. The order of the structs' fields
//! is the order in the output.

use crate::barriers::At;
use crate::coverage::{Branch, FileCoverage, Function, Summary, by_file};
use crate::json::SCHEMA;
use crate::source::Sources;
use crate::trace;
use crate::unreached::Unreached;
use serde::Serialize;
use sheaf_engine::outcome::{Coverage, Outcome, Turn};
use sheaf_ir::{FileId, LocId, Module};
use std::collections::HashMap;

/// The files of a program.
#[derive(Serialize, Debug)]
pub struct CodeReport {
    schema: u32,
    /// Why code was not executed; others refer to these texts by position.
    why: Vec<String>,
    files: Vec<FileReport>,
}

#[derive(Serialize, Debug)]
struct FileReport {
    file: String,
    coverage: Summary,
    text: Option<String>,
    /// First and last lines of ranges.
    executed: Vec<[u32; 2]>,
    missed: Vec<MissedReport>,
    branches: Vec<BranchReport>,
    functions: Vec<FunctionReport>,
}

/// Lines in a row that were not executed for one reason.
#[derive(Serialize, Debug)]
struct MissedReport {
    first: u32,
    last: u32,
    why: usize,
}

#[derive(Serialize, Debug)]
struct BranchReport {
    line: u32,
    column: u32,
    sides: Vec<SideReport>,
}

#[derive(Serialize, Debug)]
struct SideReport {
    decision: String,
    taken: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<usize>,
}

#[derive(Serialize, Debug)]
struct FunctionReport {
    function: String,
    line: u32,
    called: bool,
    #[serde(flatten)]
    summary: Summary,
}

/// The names of the files that have code of the program's own functions.
pub fn names(module: &Module) -> impl Iterator<Item = &str> {
    let files = by_file(module, &Coverage::default()).into_keys();
    files.map(|file| &*module.files[file])
}

/// The report of an outcome.
pub fn report(module: &Module, sources: &mut Sources, outcome: &Outcome) -> CodeReport {
    let mut teller = Teller {
        module,
        sources,
        unreached: Unreached::new(module, outcome),
        blocks: blocks(module),
        why: Vec::new(),
        known: HashMap::new(),
        decisions: trace::Teller::new(module),
    };
    let files = by_file(module, &outcome.coverage).into_iter();
    let files = files.map(|(id, file)| teller.file(id, &file)).collect();
    CodeReport {
        schema: SCHEMA,
        why: teller.why,
        files,
    }
}

/// The text of a report.
pub fn to_string(report: &CodeReport) -> String {
    serde_json::to_string(report).expect("a report has string keys only") + "\n"
}

/// A block that has an instruction of each line.
fn blocks(module: &Module) -> HashMap<(FileId, u32), At> {
    let mut blocks = HashMap::new();
    for (id, func) in module.funcs.enumerate().filter(|(_, func)| func.user) {
        for (block_id, block) in func.blocks.enumerate() {
            let locs = block.insts.iter().map(|inst| inst.loc).chain([block.loc]);
            let locs = locs.flatten().map(|loc: LocId| module.locs[loc]);
            for loc in locs {
                blocks.entry((loc.file, loc.line)).or_insert((id, block_id));
            }
        }
    }
    blocks
}

/// Converts coverage into reports.
struct Teller<'a> {
    module: &'a Module,
    sources: &'a mut Sources,
    unreached: Unreached,
    blocks: HashMap<(FileId, u32), At>,
    why: Vec<String>,
    /// The positions of these texts.
    known: HashMap<String, usize>,
    decisions: trace::Teller<'a>,
}

impl Teller<'_> {
    fn file(&mut self, id: FileId, file: &FileCoverage) -> FileReport {
        let name = self.module.files[id].to_string();
        let mut executed: Vec<[u32; 2]> = Vec::new();
        let mut missed: Vec<MissedReport> = Vec::new();
        for (line, is_executed) in &file.lines {
            if *is_executed {
                match executed.last_mut().filter(|[_, last]| last + 1 == *line) {
                    Some([_, last]) => *last = *line,
                    None => executed.push([*line; 2]),
                }
                continue;
            }
            let at = self.blocks.get(&(id, *line)).copied();
            let text = at.map_or_else(String::new, |at| self.unreached.block(at));
            let why = self.number(text);
            match missed
                .last_mut()
                .filter(|it| it.last + 1 == *line && it.why == why)
            {
                Some(range) => range.last = *line,
                None => missed.push(MissedReport {
                    first: *line,
                    last: *line,
                    why,
                }),
            }
        }
        FileReport {
            coverage: file.summary(),
            text: self.sources.text(&name),
            file: name,
            executed,
            missed,
            branches: file.branches.iter().map(|it| self.branch(it)).collect(),
            functions: file.functions.iter().map(function).collect(),
        }
    }

    fn branch(&mut self, branch: &Branch) -> BranchReport {
        let sides = branch.targets.iter().zip(&branch.taken);
        let sides = sides.map(|(target, taken)| {
            let why = match (taken, branch.reached) {
                (true, _) => None,
                (false, true) => Some(self.unreached.side()),
                (false, false) => Some(self.unreached.block(branch.at)),
            };
            SideReport {
                decision: self.decision(branch, *target),
                taken: *taken,
                why: why.map(|text| self.number(text)),
            }
        });
        BranchReport {
            sides: sides.collect(),
            line: branch.line,
            column: branch.column,
        }
    }

    /// The side in the words of the source: `x > 3 taken`.
    fn decision(&mut self, branch: &Branch, target: usize) -> String {
        let (func, block) = branch.at;
        let turn = Turn {
            func,
            block,
            target: target as u32,
        };
        let told = self.decisions.told(self.sources, &[turn]);
        told.first().map_or_else(String::new, trace::Told::text)
    }

    /// The position of a text.
    fn number(&mut self, text: String) -> usize {
        if let Some(position) = self.known.get(&text) {
            return *position;
        }
        self.why.push(text.clone());
        self.known.insert(text, self.why.len() - 1);
        self.why.len() - 1
    }
}

fn function(function: &Function) -> FunctionReport {
    FunctionReport {
        function: function.name.clone(),
        line: function.line,
        called: function.called,
        summary: function.summary,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::branching_module;
    use crate::json::tests::sample_outcome;

    #[test]
    fn lines_and_sides_that_were_missed_say_why() {
        let report = report(
            &branching_module(),
            &mut Sources::default(),
            &sample_outcome(),
        );
        let [file] = &report.files[..] else {
            panic!("{report:?}");
        };
        assert_eq!(file.executed, [[2, 3]]);
        assert_eq!(
            report.why[file.missed[0].why],
            "no path passed a.c:2 in main"
        );
        let sides = &file.branches[0].sides;
        assert_eq!(
            (sides[0].decision.as_str(), sides[0].taken),
            ("taken", true)
        );
        assert_eq!(
            sides[1].why.map(|why| &*report.why[why]),
            Some("paths come here, but none has taken this side")
        );
        assert_eq!(file.text, None);
    }
}
