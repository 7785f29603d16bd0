//! Statistics of conflict-driven exploration: as part of the JSON object, as a line below the
//! verdict, and as the table of `--explain cdse`.

use crate::grouped::Grouped;
use crate::source::Sources;
use crate::text::count;
use crate::trace;
use serde::Serialize;
use sheaf_engine::outcome::{LearnedClause, Outcome, PathStep, Refinement, Stats, StepKind};
use sheaf_ir::{FuncId, LocId, Module};
use std::fmt::Write;

/// Totals of what was learned.
#[derive(Serialize, Debug)]
pub(crate) struct LearningReport {
    edges: u64,
    largest: u64,
    nodes: u64,
    questions: u64,
    branches: u64,
    branches_again: u64,
    abstract_states: u64,
    refinements: u64,
}

/// The part of the JSON object.
pub(crate) fn report(stats: &Stats) -> LearningReport {
    let learning = &stats.learning;
    LearningReport {
        edges: learning.edges,
        largest: learning.largest,
        nodes: learning.nodes,
        questions: learning.questions,
        branches: learning.branches,
        branches_again: learning.branches_again,
        abstract_states: learning.abstract_states,
        refinements: learning.refinements,
    }
}

/// One line on learned clauses; empty if there are none.
pub(crate) fn line(stats: &Stats) -> String {
    let learning = &stats.learning;
    if learning.clauses == 0 {
        return String::new();
    }
    format!(
        "  learned: {}, {} dropped\n",
        count(learning.clauses, "clause"),
        count(stats.paths.subsumed, "state"),
    )
}

/// The table of `--explain cdse`: what does not happen at each line, and after which branches; then
/// what the search through abstract states tracks.
pub fn table(module: &Module, sources: &mut Sources, outcome: &Outcome) -> String {
    let stats = &outcome.stats;
    let learning = &stats.learning;
    let mut text = match learning.learned.is_empty() {
        true => "no clauses\n".to_string(),
        false => clauses(module, sources, &learning.learned),
    };
    let _ = writeln!(
        text,
        "executed: {} to an end; {} branches, {} of them again",
        count(stats.paths.completed, "path"),
        learning.branches,
        learning.branches_again,
    );
    text.push_str(&refinements(
        module,
        learning.abstract_states,
        &learning.tracked,
    ));
    text
}

/// The clauses by what they exclude.
fn clauses(module: &Module, sources: &mut Sources, all: &[LearnedClause]) -> String {
    let mut grouped = Grouped::default();
    for clause in all {
        let after = clause.after.iter();
        let after: Vec<String> = after.map(|it| step(module, sources, it)).collect();
        let line = match after.is_empty() {
            true => "always".to_string(),
            false => format!("after {}", after.join(" and ")),
        };
        grouped.add(header(module, sources, &clause.excluded), line);
    }
    "what does not happen, and after which branches:\n".to_string() + &grouped.text()
}

/// What is excluded.
fn header(module: &Module, sources: &mut Sources, excluded: &PathStep) -> String {
    let at = place(module, (excluded.func, excluded.loc));
    let what = what(module, sources, excluded).unwrap_or_else(|| "a failure".to_string());
    format!("{at}: {what}{}", iteration(excluded))
}

/// The iteration of a step after the first one.
fn iteration(step: &PathStep) -> String {
    let later = step.iteration.filter(|it| *it > 1);
    later.map_or(String::new(), |it| format!(" in iteration {it}"))
}

/// A branch of a clause, with its line.
fn step(module: &Module, sources: &mut Sources, step: &PathStep) -> String {
    let what = what(module, sources, step).unwrap_or_default();
    let line = step.loc.map_or(0, |loc| module.locs[loc].line);
    format!("{what} at line {line}{}", iteration(step))
}

/// What happens; `None` for a failure.
fn what(module: &Module, sources: &mut Sources, step: &PathStep) -> Option<String> {
    Some(match step.kind {
        StepKind::Failure => return None,
        StepKind::Branch(turn) => {
            let told = trace::told(module, sources, &[turn]);
            told.first()
                .map_or("a branch".to_string(), trace::Told::text)
        }
        StepKind::Call(func) => format!("call of {}", module.funcs[func].name),
        StepKind::Return => format!("return of {}", module.funcs[step.func].name),
        StepKind::Next => "going on".to_string(),
    })
}

fn refinements(module: &Module, states: u64, all: &[Refinement]) -> String {
    if states == 0 {
        return String::new();
    }
    let mut grouped = Grouped::default();
    for refinement in all {
        let target = match refinement.target {
            Some(target) => format!("a failure at {}", place(module, target)),
            None => "a path without an end".to_string(),
        };
        let variables = match refinement.variables.is_empty() {
            true => "values without a name".to_string(),
            false => refinement.variables.join(", "),
        };
        let at = module.describe(refinement.at.1);
        grouped.add(target, format!("tracks {variables}, needed at {at}"));
    }
    let heading = format!("searched: {}\n", count(states, "abstract state"));
    heading + &grouped.text()
}

fn place(module: &Module, (func, loc): (FuncId, Option<LocId>)) -> String {
    format!("{} in {}", module.describe(loc), module.funcs[func].name)
}
