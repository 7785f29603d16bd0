//! The account of all tasks: which paths were explored, and the verdict.
//!
//! At first, the start of the program waits. An answer is entered if all paths that its task was
//! given wait; then those that it has left do. So each path is explored by exactly one answer that
//! is entered, whatever answers there are and in whatever order. What waits in the end was not
//! explored. Failures and what was executed are facts, so those of all answers count, entered or
//! not.

use super::{Outturn, Sealed};
use crate::frontier::{PathId, START};
use crate::options::Options;
use crate::outcome::{Finding, Outcome, Reason, ReasonKind, Reasons, Stats, WorkerStats};
use crate::program::Program;
use crate::{Driver, Observer};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use sheaf_ir::{FailureKind, LocId};
use std::collections::BTreeMap;
use std::time::Duration;

/// What is known of an exploration besides the answers of its tasks.
#[derive(Clone, Default, Debug)]
pub struct Conclusion {
    /// Wall-clock time of the exploration.
    pub time: Duration,
    /// The limit of that time: those of tasks were what was left of it.
    pub time_limit: Duration,
    /// Why paths were not explored, if some were not.
    pub because: Vec<Reason>,
}

/// Where and when a task was explored.
#[derive(Clone, Serialize, Deserialize)]
pub struct Run {
    /// The worker, by any name.
    pub worker: String,
    /// Seconds from the start of the exploration to that of the task.
    pub begun: f64,
}

/// The result of a task.
struct Entry {
    result: Outturn,
    run: Option<Run>,
}

/// The outcome of an exploration from the results of its tasks.
///
/// # Errors
/// When a result is not as it was written (with its position), or the solver cannot be set up.
pub fn conclude(
    program: &Program,
    options: &Options,
    results: &[(Sealed, Option<Run>)],
    conclusion: Conclusion,
    observer: &mut dyn Observer,
) -> Result<Outcome, (Option<usize>, String)> {
    let mut entries = Vec::new();
    for (position, (sealed, run)) in results.iter().enumerate() {
        let result = sealed.open();
        entries.push(Entry {
            result: result.map_err(|error| (Some(position), error))?,
            run: run.clone(),
        });
    }
    let driver = Driver::new(program, options, observer).map_err(|error| (None, error))?;
    Ok(outcome(driver, entries, conclusion))
}

fn outcome(mut driver: Driver, entries: Vec<Entry>, conclusion: Conclusion) -> Outcome {
    for entry in &entries {
        let begun = entry.run.as_ref().map_or(0.0, |run| run.begun);
        let begun = Duration::try_from_secs_f64(begun).unwrap_or_default();
        for finding in &entry.result.findings {
            driver.adopt_finding(Finding {
                after: finding.after.saturating_add(begun),
                ..finding.clone()
            });
        }
        driver.recorder.add_all(entry.result.executed.clone());
    }
    let (entered, waiting) = enter(entries);
    let mut stats = Stats::default();
    let mut reasons = Reasons::default();
    let mut workers: BTreeMap<String, WorkerStats> = BTreeMap::new();
    let mut peak = 0;
    for Entry { result, run } in entered {
        let tally = result.tally;
        stats.add(&tally.stats);
        peak = peak.max(tally.stats.peak_memory_bytes);
        let total = |(it, paths): (&Reason, u64)| (in_total(it, conclusion.time_limit), paths);
        reasons.extend(tally.reasons.counted().map(total));
        if let Some(Run { worker, .. }) = run {
            let given = result.given.len() as u64;
            workers.entry(worker).or_default().add(&tally.stats, given);
        }
        driver.adopt(tally);
    }
    stats.workers = workers.into_values().collect();
    stats.peak_memory_bytes = peak;
    if waiting > 0 {
        stats.paths.set_aside += waiting;
        // It is a reason of its own; time and interrupts are known to those who hand out tasks.
        let limit = driver.watch.over(&driver.stats);
        let limit = limit.filter(|it| it.kind == ReasonKind::FailureLimit);
        match conclusion.because.is_empty() {
            false => {
                // The first one stands for all paths that wait.
                let paths = std::iter::once(waiting).chain(std::iter::repeat(0));
                reasons.extend(conclusion.because.into_iter().zip(paths));
            }
            true => reasons.add(limit.clone().unwrap_or_else(unanswered), waiting),
        }
        reasons.extend(limit.map(|limit| (limit, 0)));
    }
    driver.conclude_shared(stats, reasons);
    driver.stats.seconds = conclusion.time.as_secs_f64();
    driver.shared_outcome()
}

/// A reason of a task as one of the exploration.
fn in_total(reason: &Reason, time_limit: Duration) -> Reason {
    match reason.kind {
        ReasonKind::TimeLimit => Reason {
            detail: format!("{} s", time_limit.as_secs_f64()),
            ..reason.clone()
        },
        _ => reason.clone(),
    }
}

/// The reason if nobody says why paths were not explored.
fn unanswered() -> Reason {
    Reason {
        kind: ReasonKind::Interrupted,
        detail: "tasks were not answered".to_string(),
        loc: None,
    }
}

/// Enters answers. Returns those that were entered, and the number of paths that wait.
fn enter(entries: Vec<Entry>) -> (Vec<Entry>, u64) {
    let findings = entries.iter().flat_map(|it| &it.result.findings);
    let found: FxHashSet<(FailureKind, Option<LocId>)> = findings
        .map(|it| (it.failure.kind, it.failure.loc))
        .collect();
    // A failure that a task was told of, and did not look for, is nowhere else.
    let is_told_truly = |it: &Entry| it.result.told.iter().all(|place| found.contains(place));
    let mut left: Vec<Entry> = entries.into_iter().filter(is_told_truly).collect();
    let mut waiting: FxHashMap<PathId, u64> = FxHashMap::from_iter([(START, 1)]);
    let mut entered = Vec::new();
    loop {
        let before = entered.len();
        let mut rest = Vec::new();
        for entry in left {
            match take(&mut waiting, &entry.result.given) {
                true => {
                    let waits = entry.result.left.iter();
                    waits.for_each(|id| *waiting.entry(*id).or_default() += 1);
                    entered.push(entry);
                }
                false => rest.push(entry),
            }
        }
        left = rest;
        if entered.len() == before {
            return (entered, waiting.values().sum());
        }
    }
}

/// Takes these paths out of those that wait, if all of them do.
fn take(waiting: &mut FxHashMap<PathId, u64>, paths: &[PathId]) -> bool {
    for (position, id) in paths.iter().enumerate() {
        match waiting.get_mut(id).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => {
                let taken = &paths[..position];
                taken
                    .iter()
                    .for_each(|id| *waiting.entry(*id).or_default() += 1);
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::Tally;

    fn entry(given: &[PathId], left: &[PathId]) -> Entry {
        Entry {
            result: Outturn {
                given: given.to_vec(),
                left: left.to_vec(),
                told: Vec::new(),
                findings: Vec::new(),
                executed: Vec::new(),
                tally: Tally::default(),
            },
            run: None,
        }
    }

    /// The numbers of answers that are entered, and of paths that wait.
    fn account(entries: Vec<Entry>) -> (usize, u64) {
        let (entered, waiting) = enter(entries);
        (entered.len(), waiting)
    }

    #[test]
    fn nothing_waits_if_every_path_is_explored() {
        assert_eq!(account(vec![entry(&[0], &[])]), (1, 0));
        let all = || vec![entry(&[3], &[]), entry(&[1, 2], &[3]), entry(&[0], &[1, 2])];
        assert_eq!(account(all()), (3, 0));
        for missing in 0..3 {
            let mut entries = all();
            entries.remove(missing);
            assert!(account(entries).1 > 0, "{missing}");
        }
        assert_eq!(account(Vec::new()), (0, 1));
    }

    #[test]
    fn a_second_answer_does_not_count() {
        let entries = vec![entry(&[0], &[1, 2]), entry(&[1], &[]), entry(&[1], &[])];
        assert_eq!(account(entries), (2, 1));
        // A task that was repeated in parts, and then answers.
        let entries = vec![
            entry(&[0], &[1, 2]),
            entry(&[1], &[3]),
            entry(&[1, 2], &[]),
            entry(&[2], &[]),
        ];
        assert_eq!(account(entries), (3, 1));
        // What explores itself explores nothing.
        assert_eq!(account(vec![entry(&[0], &[7]), entry(&[8], &[8])]).1, 1);
    }

    #[test]
    fn equal_paths_are_explored_as_often_as_they_wait() {
        let twice = || entry(&[0], &[1, 1]);
        assert_eq!(account(vec![twice(), entry(&[1], &[])]), (2, 1));
        assert_eq!(account(vec![twice(), entry(&[1, 1], &[])]), (2, 0));
        assert_eq!(
            account(vec![entry(&[0], &[1]), entry(&[1, 1], &[])]),
            (1, 1)
        );
    }

    #[test]
    fn a_failure_that_a_task_was_told_of_must_be_there() {
        let mut told = entry(&[0], &[]);
        told.result.told.push((FailureKind::Assertion, None));
        assert_eq!(account(vec![told]), (0, 1));
    }
}
