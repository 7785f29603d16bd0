//! Every configuration against plain exploration: verdict, failures, number of paths.

use super::exploration::{Exploration, configured, explore};
use super::{Disagreement, Effort};
use crate::configurations::Configuration;
use sheaf_engine::{Program, ReasonKind, Verdict};

/// Explores a program under each configuration; every disagreement with the reference.
pub fn disagreements(
    program: &Program,
    reference: &Exploration,
    configurations: &[Configuration],
    effort: &Effort,
) -> Vec<Disagreement> {
    let mut found = sound("plain", reference);
    for configuration in configurations {
        let name = configuration.name;
        let other =
            configured(configuration, effort).and_then(|options| explore(program, &options));
        match other {
            Ok(other) => {
                found.extend(sound(name, &other));
                found.extend(compare(program, name, reference, &other));
            }
            Err(message) => found.push(Disagreement::new(name, message)),
        }
    }
    found
}

/// What must hold of each exploration alone.
fn sound(name: &str, exploration: &Exploration) -> Vec<Disagreement> {
    let mut found = Vec::new();
    let outcome = &exploration.outcome;
    for finding in outcome.findings.iter().filter(|finding| !finding.replayed) {
        found.push(Disagreement::new(
            format!("{name}: replay"),
            format!("{:?} is reported and was not replayed", finding.failure),
        ));
    }
    for reason in &outcome.reasons {
        let refuted = reason.kind == ReasonKind::SolverUnknown && reason.detail.contains("refuted");
        if reason.kind == ReasonKind::NotReplayed || refuted {
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
    let missing = |from: &std::collections::BTreeSet<_>, of: &std::collections::BTreeSet<_>| {
        let places = of.difference(from);
        let places = places.map(|(kind, loc): &super::exploration::Place| {
            format!("{} at {}", kind.name(), program.module().describe(*loc))
        });
        places.collect::<Vec<_>>().join(", ")
    };
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
    // Techniques that join or leave out paths count them there.
    if paths.merged == 0 && paths.subsumed == 0 && paths.summarized == 0 {
        let detail = format!("{}, plain: {}", paths.completed, plain.completed);
        expect("paths", paths.completed == plain.completed, detail);
    }
    found
}
