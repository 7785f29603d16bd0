//! Compares every configuration with plain exploration (verdict, failures, coverage, number of
//! paths) and with concrete runs.

use super::exploration::{Branch, Exploration, Place, branches, configured, explore, place};
use super::paths::{Sample, matches};
use super::{Disagreement, Effort};
use crate::configurations::Configuration;
use sheaf_engine::{End, Options, Program, ReasonKind, Verdict, concrete};
use sheaf_models::c::TEXT_FUNCTIONS;
use std::collections::BTreeSet;

/// Explores a program under each configuration; returns the number of merged states, and every
/// disagreement with the reference and with concrete runs.
pub fn disagreements(
    program: &Program,
    reference: &Exploration,
    samples: &[Sample],
    configurations: &[Configuration],
    effort: &Effort,
) -> (u64, Vec<Disagreement>) {
    let mut merged = 0;
    let mut found = sound("plain", reference);
    let failed: BTreeSet<Place> = samples
        .iter()
        .filter_map(|sample| match &sample.run.end {
            End::Failed(failure) => Some(place(failure)),
            _ => None,
        })
        .collect();
    // Suites cannot be resumed; `tests/cases` has the sessions.
    let whole = configurations.iter().filter(|it| !it.explorer.is_resumed());
    for configuration in whole {
        let name = configuration.name;
        let explored = configured(configuration, effort)
            .and_then(|options| Ok((explore(configuration.explorer, program, &options)?, options)));
        match explored {
            Ok((other, options)) => {
                merged += other.outcome.stats.paths.merged;
                found.extend(sound(name, &other));
                found.extend(compare(program, name, reference, &other));
                found.extend(replays(program, name, &other, &options));
                found.extend(tested(program, name, reference, &other, &options));
                found.extend(number_of_paths(program, name, reference, &other, &options));
                found.extend(missed(program, name, &failed, &other));
            }
            Err(message) => found.push(Disagreement::new(name, message)),
        }
    }
    (merged, found)
}

/// Test cases whose inputs do not reproduce the end of their path.
fn replays(
    program: &Program,
    name: &str,
    exploration: &Exploration,
    options: &Options,
) -> Option<Disagreement> {
    exploration.tests.iter().find_map(|test| {
        let run = concrete::replay(program, &test.inputs, options);
        let detail = || {
            format!(
                "the path ends with {:?}, its inputs lead to {:?}; inputs: {:?}",
                test.end, run.end, test.inputs
            )
        };
        let question = format!("{name}: end of a path");
        (!matches(&test.end, &run.end)).then(|| Disagreement::new(question, detail()))
    })
}

/// Compares what the tests of two explorations execute, if both are complete.
fn tested(
    program: &Program,
    name: &str,
    reference: &Exploration,
    other: &Exploration,
    options: &Options,
) -> Option<Disagreement> {
    // Where all code is to be executed, techniques take no turns: what one has executed first, and
    // then another one explores to its end, has no test.
    let stats = &other.outcome.stats;
    let left_out = stats.paths.subsumed > 0 || !stats.shares.is_empty();
    if !reference.is_complete() || !other.is_complete() || left_out {
        return None;
    }
    let [plain, tests] = [reference, other].map(|it| it.tested(program, options));
    let detail = difference(program, name, &plain, &tests)?;
    let question = format!("{name}: what tests execute");
    Some(Disagreement::new(question, detail))
}

/// Compares the number of tests where every path that merged states represent has one.
fn number_of_paths(
    program: &Program,
    name: &str,
    reference: &Exploration,
    other: &Exploration,
    options: &Options,
) -> Option<Disagreement> {
    let [plain, paths] = [reference, other].map(|it| it.exits().count());
    let all = options.tests_per_state as usize > plain;
    let left_out = other.outcome.stats.paths.subsumed > 0;
    // Paths of samples have tests of their own.
    let stats = &other.outcome.stats;
    let all = all && stats.merging.samples == 0 && !has_text_tables(other);
    // A path of a merged state has none if the solver does not find its inputs in time.
    let has_all_answers = stats.solver_seconds < options.budget.solver_time.as_secs_f64();
    if !all || !has_all_answers || left_out || !reference.is_complete() || !other.is_complete() {
        return None;
    }
    let question = format!("{name}: tests of paths");
    // Plain exploration splits paths within operations on strings, for lengths and positions; where
    // values are joined, such an operation may need no split.
    let agrees = match program.module().is_dynamic() {
        true => paths <= plain,
        false => paths == plain,
    };
    (!agrees).then(|| Disagreement::new(question, format!("{paths}, plain: {plain}")))
}

/// Whether tables stand for paths of functions on strings.
fn has_text_tables(exploration: &Exploration) -> bool {
    let mut tables = exploration.outcome.stats.index.tables.iter();
    let is_text = |name: &str| TEXT_FUNCTIONS.iter().any(|function| function.name == name);
    tables.any(|table| is_text(&table.operator))
}

/// Failures of concrete runs that a complete exploration did not find.
fn missed(
    program: &Program,
    name: &str,
    failed: &BTreeSet<Place>,
    exploration: &Exploration,
) -> Option<Disagreement> {
    let missing = places(program, failed.difference(&exploration.failures()));
    (exploration.is_complete() && !missing.is_empty())
        .then(|| Disagreement::new(format!("{name}: runs"), format!("fail at {missing}")))
}

fn places<'a>(program: &Program, places: impl Iterator<Item = &'a Place>) -> String {
    let places =
        places.map(|(kind, loc)| format!("{} at {}", kind.name(), program.module().describe(*loc)));
    places.collect::<Vec<_>>().join(", ")
}

/// Properties of each exploration alone.
fn sound(name: &str, exploration: &Exploration) -> Vec<Disagreement> {
    let mut found = Vec::new();
    let outcome = &exploration.outcome;
    for finding in outcome.findings.iter().filter(|finding| !finding.replayed) {
        found.push(Disagreement::new(
            format!("{name}: replay"),
            format!("{:?} is reported but was not replayed", finding.failure),
        ));
    }
    for reason in outcome.reasons.iter().chain(&outcome.retried) {
        let refuted = reason.kind == ReasonKind::SolverUnknown && reason.detail.contains("refuted");
        let is_wrong = [ReasonKind::NotReplayed, ReasonKind::Refuted].contains(&reason.kind);
        if is_wrong || refuted {
            let detail = format!("{}: {}", reason.kind.name(), reason.detail);
            found.push(Disagreement::new(format!("{name}: answers"), detail));
        }
    }
    let earned = match outcome.verdict {
        Verdict::Bug => !outcome.findings.is_empty(),
        Verdict::Safe => outcome.findings.is_empty() && exploration.is_complete(),
        Verdict::Incomplete => outcome.findings.is_empty() && !exploration.is_complete(),
    };
    if !earned {
        let detail = format!(
            "{:?} with {} findings and the reasons {:?}",
            outcome.verdict,
            outcome.findings.len(),
            outcome.reasons
        );
        found.push(Disagreement::new(format!("{name}: verdict"), detail));
    }
    found
}

/// Compares two explorations as far as they are complete.
fn compare(
    program: &Program,
    name: &str,
    reference: &Exploration,
    other: &Exploration,
) -> Vec<Disagreement> {
    let mut found = Vec::new();
    let mut expect = |what: &str, holds: bool, detail: String| {
        if !holds {
            found.push(Disagreement::new(format!("{name}: {what}"), detail));
        }
    };
    let (expected, actual) = (reference.failures(), other.failures());
    let missing =
        |from: &BTreeSet<Place>, of: &BTreeSet<Place>| places(program, of.difference(from));
    if reference.is_complete() {
        let detail = format!("not found by plain: {}", missing(&expected, &actual));
        expect("failures", actual.is_subset(&expected), detail);
    }
    if other.is_complete() {
        let detail = format!("found by plain only: {}", missing(&actual, &expected));
        expect("failures", expected.is_subset(&actual), detail);
    }
    if !reference.is_complete() || !other.is_complete() {
        return found;
    }
    let (plain, paths) = (&reference.outcome.stats.paths, &other.outcome.stats.paths);
    expect(
        "verdict",
        reference.outcome.verdict == other.outcome.verdict,
        format!(
            "{:?}, plain: {:?}",
            other.outcome.verdict, reference.outcome.verdict
        ),
    );
    // Not for techniques that merge or leave out paths: they have their own counters. Paths of
    // samples, and of techniques that take turns, are counted again.
    let stats = &other.outcome.stats;
    let is_counted_again = stats.merging.samples > 0 || !stats.shares.is_empty();
    let is_plain = paths.merged == 0 && paths.subsumed == 0 && paths.summarized == 0;
    let is_plain = is_plain && !has_text_tables(other);
    if is_plain && !is_counted_again {
        let detail = format!("{}, plain: {}", paths.completed, plain.completed);
        expect("paths", paths.completed == plain.completed, detail);
    }
    let has_counts = paths.subsumed == 0 && paths.summarized == 0 && !has_text_tables(other);
    if paths.merged > 0 && has_counts && expected.is_empty() {
        // A state that forks after a merge passes on the number of paths that it represents, some
        // of which may be infeasible; but the number is never too small.
        let represented = other.outcome.stats.merging.represented;
        let detail = format!("{represented}, plain: {}", plain.completed);
        let enough = represented + 0.5 > plain.completed as f64;
        expect("represented paths", enough, detail);
    }
    if paths.subsumed == 0 {
        found.extend(coverage(program, name, reference, other));
    }
    found
}

/// Compares what two complete explorations executed. In a dynamic language that is the branches of
/// the source: whether a number is an integer or a double, say, and with it the case of an
/// operator, depends on whether values were joined, and so does what the library executes.
fn coverage(
    program: &Program,
    name: &str,
    reference: &Exploration,
    other: &Exploration,
) -> Option<Disagreement> {
    let question = format!("{name}: coverage");
    if program.module().is_dynamic() {
        let [plain, others] = [reference, other].map(|it| branches(program, &it.outcome.coverage));
        let detail = difference(program, name, &plain, &others)?;
        return Some(Disagreement::new(question, detail));
    }
    let all = !has_text_tables(other);
    let [plain, covered] = [reference, other].map(|it| comparable(program, it, all));
    let detail = "not the one of plain".to_string();
    (plain != covered).then(|| Disagreement::new(question, detail))
}

/// The first branch that only one of two explorations has, in words.
fn difference(
    program: &Program,
    name: &str,
    plain: &BTreeSet<Branch>,
    others: &BTreeSet<Branch>,
) -> Option<String> {
    let branch @ &(func, block, target) = plain.symmetric_difference(others).next()?;
    let by = if plain.contains(branch) {
        "plain"
    } else {
        name
    };
    let module = program.module();
    let place = module.describe(module.funcs[func].blocks[block].loc);
    Some(format!(
        "target {target} of the branch at {place} only by {by}"
    ))
}

/// The marks of coverage that every configuration must agree on: by function, block and
/// instruction, and by function, block and target, in `all` functions or those of the user, where
/// tables stand for functions of the library.
fn comparable<'e>(
    program: &Program,
    exploration: &'e Exploration,
    all: bool,
) -> impl PartialEq + use<'e> {
    let module = program.module();
    let counts: Vec<bool> = module.funcs.iter().map(|func| all || func.user).collect();
    let coverage = &exploration.outcome.coverage;
    [&coverage.executed, &coverage.taken].map(|marks| -> Vec<&'e Vec<Vec<bool>>> {
        let marks = marks.iter().zip(&counts);
        marks
            .filter(|(_, counts)| **counts)
            .map(|(marks, _)| marks)
            .collect()
    })
}
