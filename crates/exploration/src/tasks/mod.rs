//! Tasks: parts of an exploration that run anywhere, for example on the nodes of a cluster.
//!
//! A task is a list of waiting paths ([`Paths`]). It explores from them, one by one, for a limited
//! time, and its answer has the paths that wait then, and the result of all others. Whoever hands
//! out tasks makes new ones of what is left, until nothing is. Nothing else connects tasks, so they
//! may be repeated, elsewhere, if one does not answer. [`conclude`] gives the verdict from all
//! answers.
//!
//! **A verdict is earned.** Whoever hands out tasks is not trusted: files may be cut, an answer may
//! come twice, or never. So each path has an identity, a digest of its decisions; an answer says
//! which paths its task was given and which are left, and [`conclude`] accounts for them, beginning
//! with the start of the program ([`ledger`]). A path that was left and for which there is no
//! answer is a reason against safety.
//!
//! The paths are those that workers exchange ([`super::workers`]), written as in a journal
//! ([`super::journal`]): decisions with digests, which are checked when they are executed again.
//!
//! Rejected: tasks that send paths to each other, which needs connections between all nodes; a
//! process for each node that has many tasks, which keeps terms and a warm solver, but also what a
//! crash or a leak of one task does to the next. Loading a program takes less than a tenth of a
//! second.

mod ledger;

pub use ledger::{Conclusion, Run, conclude};

use super::worklist::Worklist;
use super::{Driver, Explorer, Observer};
use crate::coverage::{Mark, Recorder};
use crate::driver::Round;
use crate::frontier::{PathId, Paths, Tally};
use crate::options::Options;
use crate::outcome::{Finding, Reason, ReasonKind};
use crate::program::Program;
use crate::state::{Decision, Trail};
use serde::{Deserialize, Serialize};
use sheaf_ir::{FailureKind, LocId};
use std::time::{Duration, Instant};

/// A part of an exploration.
#[derive(Clone, Serialize, Deserialize)]
pub struct Task {
    /// The paths to explore from.
    pub paths: Paths,
    /// What other tasks have found, which is not looked at again.
    #[serde(default)]
    pub news: Vec<News>,
}

/// What a task has found, for other tasks.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct News {
    /// Failures.
    failures: Vec<(FailureKind, Option<LocId>)>,
    /// What was executed.
    executed: Vec<Mark>,
}

/// The answer of a task.
#[derive(Clone, Serialize, Deserialize)]
pub struct Answer {
    /// The paths that wait.
    pub left: Paths,
    /// What was found, for other tasks.
    pub news: News,
    /// What was done, for display.
    pub progress: Progress,
    /// The result, for [`conclude`].
    pub result: Sealed,
}

/// What a task has done.
#[derive(Clone, Serialize, Deserialize)]
pub struct Progress {
    /// Paths that it has completed.
    pub paths: u64,
    /// Instructions that it has executed.
    pub instructions: u64,
    /// Paths that were lost, or left out.
    pub set_aside: u64,
    /// The number of failures that it has found.
    pub findings: usize,
    /// The number of reasons against safety.
    pub reasons: usize,
    /// Wall-clock seconds, without those in which the program was loaded.
    pub seconds: f64,
}

/// The result of a task, as JSON, with a checksum of its bytes.
#[derive(Clone, Serialize, Deserialize)]
pub struct Sealed {
    text: String,
    checksum: u32,
}

/// The result of a task.
#[derive(Clone, Serialize, Deserialize)]
struct Outturn {
    /// The paths that it was given.
    given: Vec<PathId>,
    /// Those that are left.
    left: Vec<PathId>,
    /// The failures that it was told of.
    told: Vec<(FailureKind, Option<LocId>)>,
    findings: Vec<Finding>,
    executed: Vec<Mark>,
    tally: Tally,
}

impl Sealed {
    fn seal(result: &Outturn) -> Result<Sealed, String> {
        let text = serde_json::to_string(result).map_err(|error| error.to_string())?;
        Ok(Sealed {
            checksum: crc32fast::hash(text.as_bytes()),
            text,
        })
    }

    fn open(&self) -> Result<Outturn, String> {
        if crc32fast::hash(self.text.as_bytes()) != self.checksum {
            return Err("its result is damaged".to_string());
        }
        serde_json::from_str(&self.text).map_err(|error| format!("its result: {error}"))
    }
}

/// Why the exploration of a program cannot be divided into tasks under these options, if so.
pub fn obstacle(options: &Options) -> Option<&'static str> {
    let obstacles = [
        (
            options.plan.has_technique(),
            "tasks explore path by path; techniques need states of more than one",
        ),
        (
            options.budget.limits_work(),
            "limits on work are for one process; tasks are limited in time",
        ),
        (!options.seeds.is_empty(), "tasks have no known inputs"),
        (options.workers > 1, "a task is explored by one process"),
        (
            options.solver_log.is_some(),
            "a log of queries is for one process",
        ),
    ];
    obstacles
        .into_iter()
        .find_map(|(holds, why)| holds.then_some(why))
}

/// Explores from the paths of a task by an empty worklist, for this long, or until a limit is
/// reached. A turn of a state is not divided, and there is at least one.
///
/// # Errors
/// When the task is not as it was written, or when the solver cannot be set up.
pub fn explore<'p>(
    program: &'p Program,
    options: &Options,
    worklist: impl FnOnce(&'p Program, &Options) -> Worklist<'p>,
    task: &Task,
    time: Duration,
) -> Result<Answer, String> {
    let given = task.paths.trails()?;
    let mut nobody = ();
    let observer: &mut dyn Observer = &mut nobody;
    let mut driver = Driver::new(program, options, observer)?;
    let mut told = Vec::new();
    let mut known = Recorder::new(program.module());
    for news in &task.news {
        if !news.executed.iter().all(|mark| known.has_room(*mark)) {
            return Err("it names places that the program does not have".to_string());
        }
        for (kind, loc) in &news.failures {
            driver.know_failure(*kind, *loc);
            told.push((*kind, *loc));
        }
        driver.know_covered(&news.executed);
        news.executed.iter().for_each(|mark| known.mark(*mark));
    }
    let mut worklist = worklist(program, options);
    let mut left = Vec::new();
    if explore_paths(&mut driver, &mut worklist, given, time)? {
        left = worklist.leave(&mut driver);
        lose_rest(&mut driver, worklist.waiting_count());
    }
    let tally = driver.last_tally(&mut worklist);
    let left = Paths::of(&left)?;
    let findings = std::mem::take(&mut driver.findings.confirmed);
    let executed = known.learn(driver.completions.executed(&driver.recorder));
    let place = |it: &Finding| (it.failure.kind, it.failure.loc);
    let answer = Answer {
        news: News {
            failures: findings.iter().map(place).collect(),
            executed: executed.clone(),
        },
        progress: Progress {
            paths: tally.stats.paths.completed,
            instructions: tally.stats.instructions,
            set_aside: tally.stats.paths.set_aside,
            findings: findings.len(),
            reasons: tally.reasons.len(),
            seconds: tally.stats.seconds,
        },
        result: Sealed::seal(&Outturn {
            given: task.paths.ids().to_vec(),
            left: left.ids().to_vec(),
            told,
            findings,
            executed,
            tally,
        })?,
        left,
    };
    if options.ends_process {
        std::mem::forget((worklist, driver));
    }
    Ok(answer)
}

/// Explores from these paths, for this long, or until a limit is reached. A turn is not divided,
/// and at least one state has one. Returns whether what waits then is still there.
fn explore_paths(
    driver: &mut Driver,
    worklist: &mut Worklist,
    paths: Vec<Trail<Decision>>,
    time: Duration,
) -> Result<bool, String> {
    let end = Instant::now().checked_add(time);
    driver.park_paths(paths);
    let cancellation = driver.watch.cancellation();
    let mut has_run = false;
    loop {
        let is_over = end.is_some_and(|end| Instant::now() >= end);
        if has_run && is_over || driver.watch.over(&driver.stats).is_some() {
            return Ok(true);
        }
        has_run |= worklist.waiting_count() > 0;
        match driver.round(worklist, &cancellation)? {
            Round::More => {}
            Round::Empty => return Ok(true),
            // What waits was set aside.
            Round::Stopped => return Ok(false),
        }
    }
}

/// So many states are left that cannot be given away as paths, besides parked ones.
fn lose_rest(driver: &mut Driver, waiting: usize) {
    let lost = waiting + driver.account.parked.len();
    if lost > 0 {
        let reason = Reason {
            kind: ReasonKind::MemoryLimit,
            detail: "internal error: a waiting state is not a path".to_string(),
            loc: None,
        };
        driver.account.leave_out(reason, lost as u64);
    }
}
