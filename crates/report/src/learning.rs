//! Statistics of conflict-driven exploration: as part of the JSON object, as a line below the
//! verdict, and as the table of `--explain cdse`.

use crate::grouped::Grouped;
use crate::note::{About, Note};
use crate::place::{Place, SourceLine};
use crate::source::Sources;
use crate::text::count;
use crate::trace;
use num_bigint::BigInt;
use serde::Serialize;
use sheaf_engine::outcome::{
    Because, LearnedClause, Outcome, PathStep, Refinement, Stats, StepKind,
};
use sheaf_ir::{FuncId, LocId, Module};
use std::collections::{BTreeMap, BTreeSet};
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
    adopted: u64,
}

/// What was learned, and what searches track.
#[derive(Serialize, Debug)]
pub(crate) struct LearnedReport {
    clauses: Vec<ClauseReport>,
    tracked: Vec<TrackedReport>,
}

/// What does not happen at a place, on a path with all of some branches.
#[derive(Serialize, Debug)]
struct ClauseReport {
    excluded: StepReport,
    after: Vec<StepReport>,
}

/// Something that happens on a path.
#[derive(Serialize, Debug)]
struct StepReport {
    #[serde(flatten)]
    place: SourceLine,
    what: String,
    /// Of the innermost loop, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    iteration: Option<u64>,
}

/// Variables that a search for a possible failure tracks, since a path could not follow it.
#[derive(Serialize, Debug)]
struct TrackedReport {
    /// `None` for a path without an end.
    target: Option<SourceLine>,
    at: SourceLine,
    variables: Vec<String>,
}

/// The clauses, and what searches track.
pub(crate) fn learned(module: &Module, sources: &mut Sources, outcome: &Outcome) -> LearnedReport {
    let learning = &outcome.stats.learning;
    let mut step = |step: &PathStep| StepReport {
        place: SourceLine::new(module, step.func, step.loc),
        what: happening(module, sources, step),
        iteration: step.iteration,
    };
    let clause = |clause: &LearnedClause| ClauseReport {
        excluded: step(&clause.excluded),
        after: clause.after.iter().map(&mut step).collect(),
    };
    let line = |(func, loc): (FuncId, Option<LocId>)| SourceLine::new(module, func, loc);
    let tracked = |it: &Refinement| TrackedReport {
        target: it.target.map(line),
        at: line(it.at),
        variables: it.variables.clone(),
    };
    LearnedReport {
        clauses: learning.learned.iter().map(clause).collect(),
        tracked: learning.tracked.iter().map(tracked).collect(),
    }
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
        adopted: learning.adopted,
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

/// The table of `--explain cdse`: what does not happen at each place, and after which branches; then
/// what the search through abstract states tracks.
pub fn table(module: &Module, sources: &mut Sources, outcome: &Outcome) -> String {
    let stats = &outcome.stats;
    let learning = &stats.learning;
    let mut text = match learning.learned.is_empty() {
        true => "no clauses\n".to_string(),
        false => {
            let notes = clauses(module, sources, &learning.learned);
            "what does not happen:\n".to_string() + &Grouped::of(&notes).text()
        }
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

/// A note for each clause and each variable that the search tracks.
pub(crate) fn notes(module: &Module, sources: &mut Sources, outcome: &Outcome) -> Vec<Note> {
    let learning = &outcome.stats.learning;
    let mut notes = clauses(module, sources, &learning.learned);
    for refinement in &learning.tracked {
        let (func, loc) = refinement.at;
        let text = format!(
            "{}, for {}",
            variables(refinement),
            target(module, refinement)
        );
        notes.push(Note::line(
            About::Tracks,
            Place::new(module, func, loc),
            text,
        ));
    }
    notes
}

/// The clauses by the place of what they exclude, iteration by iteration.
fn clauses(module: &Module, sources: &mut Sources, all: &[LearnedClause]) -> Vec<Note> {
    let mut places: Vec<Place> = Vec::new();
    let mut excluded: BTreeMap<(usize, u64, String), Vec<String>> = BTreeMap::new();
    for clause in all {
        let LearnedClause {
            excluded: head,
            after,
        } = clause;
        let at = Place::new(module, head.func, head.loc);
        let known = places.iter().position(|it| *it == at);
        let position = known.unwrap_or_else(|| {
            places.push(at);
            places.len() - 1
        });
        let after = after.iter().map(|it| step(module, sources, it));
        let after: Vec<String> = after.collect();
        let after = match after.is_empty() {
            true => String::new(),
            false => format!(", after {}", after.join(" and ")),
        };
        let what = happening(module, sources, head);
        let key = (position, head.iteration.unwrap_or(1), after);
        let all = excluded.entry(key).or_default();
        if !all.contains(&what) {
            all.push(what);
        }
    }
    let excluded = over_iterations(excluded).into_iter();
    let note = |it: Excluded| {
        let what = it.what.join(" or ");
        let text = format!("{what}{}{}", in_iterations(it.iterations), it.after);
        Note::line(About::Clause, places[it.place].clone(), text)
    };
    excluded.map(note).collect()
}

/// What does not happen at a place, in some iterations of its loop.
struct Excluded {
    place: usize,
    what: Vec<String>,
    after: String,
    iterations: BTreeSet<BigInt>,
}

/// Joins what is the same but for the iteration.
fn over_iterations(all: BTreeMap<(usize, u64, String), Vec<String>>) -> Vec<Excluded> {
    let mut merged: Vec<Excluded> = Vec::new();
    for ((place, iteration, after), what) in all {
        let iteration = BigInt::from(iteration);
        let mut known = merged.iter_mut();
        let same = known.find(|it| (it.place, &it.what, &it.after) == (place, &what, &after));
        match same {
            Some(same) => {
                same.iterations.insert(iteration);
            }
            None => merged.push(Excluded {
                place,
                what,
                after,
                iterations: BTreeSet::from([iteration]),
            }),
        }
    }
    merged
}

/// The iterations in which something is excluded; empty for the first one alone.
fn in_iterations(iterations: BTreeSet<BigInt>) -> String {
    if iterations.iter().all(|it| *it == BigInt::from(1)) {
        return String::new();
    }
    let ranges = trace::ranges(iterations);
    match &ranges[..] {
        [one] if !one.contains(' ') => format!(" in iteration {one}"),
        _ => format!(" in iterations {}", ranges.join(", ")),
    }
}

/// The iteration of a step after the first one.
fn iteration(step: &PathStep) -> String {
    let later = step.iteration.filter(|it| *it > 1);
    later.map_or(String::new(), |it| format!(" in iteration {it}"))
}

/// Why a technique has dropped a state, in parts.
pub(crate) fn because(module: &Module, sources: &mut Sources, because: &Because) -> Vec<String> {
    match because {
        Because::Label(conditions) => conditions.clone(),
        Because::Clauses(after) if after.is_empty() => vec!["on all paths".to_string()],
        Because::Clauses(after) => {
            let steps = after.iter().map(|it| step(module, sources, it));
            steps.map(|it| format!("after {it}")).collect()
        }
        Because::Search => vec!["nothing found ahead by a search".to_string()],
    }
}

/// A branch of a clause, with its line.
fn step(module: &Module, sources: &mut Sources, step: &PathStep) -> String {
    let what = what(module, sources, step).unwrap_or_default();
    let line = step.loc.map_or(0, |loc| module.locs[loc].line);
    format!("{what} at line {line}{}", iteration(step))
}

/// What happens, or a failure.
fn happening(module: &Module, sources: &mut Sources, step: &PathStep) -> String {
    what(module, sources, step).unwrap_or_else(|| "a failure".to_string())
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
        let variables = variables(refinement);
        let at = module.describe(refinement.at.1);
        let line = format!("tracks {variables}, needed at {at}");
        grouped.add(target(module, refinement), line);
    }
    let heading = format!("searched: {}\n", count(states, "abstract state"));
    heading + &grouped.text()
}

/// What a search looks for.
fn target(module: &Module, refinement: &Refinement) -> String {
    match refinement.target {
        Some((func, loc)) => format!("a failure at {}", Place::new(module, func, loc).text()),
        None => "a path without an end".to_string(),
    }
}

/// The variables that it tracks.
fn variables(refinement: &Refinement) -> String {
    match refinement.variables.is_empty() {
        true => "values without a name".to_string(),
        false => refinement.variables.join(", "),
    }
}
