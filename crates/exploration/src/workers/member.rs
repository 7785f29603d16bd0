//! A worker as the coordinator sees it, and what it is given to explore.

use crate::frontier::{Part, Tally};
use crate::journal::Saved;
use crate::outcome::{Stats, WorkerStats};
use crate::state::{Decision, Trail};
use sheaf_solver::process::Process;

/// Something to be explored.
pub enum Work {
    /// A part of the states that waited at the fork.
    Part(Part),
    /// What is behind a path.
    Path(Trail<Decision>),
}

/// Work that was handed out, or waits to be.
pub struct Task {
    /// What is to be explored.
    pub work: Work,
    /// How often it was begun by a worker that then died.
    pub attempts: u32,
}

impl Task {
    /// The task in two, if it is a part of so many states and has more than one of them: so it is
    /// found out which of them a worker dies of.
    pub fn halves(&self, states: usize) -> Option<[Task; 2]> {
        let Work::Part(Part { number, of }) = self.work else {
            return None;
        };
        let half = |number| Task {
            work: Work::Part(Part { number, of: 2 * of }),
            attempts: self.attempts,
        };
        (number + of < states).then(|| [half(number), half(number + of)])
    }
}

/// A worker as the coordinator sees it.
pub struct Member {
    pub process: Process,
    /// What it was given and has not reported as done.
    pub tasks: Vec<Task>,
    /// The number of the last order to explore paths.
    pub number: u64,
    /// Whether it has explored what it was given.
    pub is_idle: bool,
    /// Whether it could explore more.
    pub is_hungry: bool,
    /// Whether other techniques may take turns in it.
    pub has_others: bool,
    /// Whether they still do.
    pub tries: bool,
    /// Whether it was asked for paths and has not answered.
    pub is_asked: bool,
    /// Whether it had no paths to give when it was asked, and has not reported since.
    pub is_poor: bool,
    /// Its statistics in the last report.
    pub stats: Stats,
    /// The paths that it was given after the first part.
    pub received: u64,
    /// Its last checkpoint.
    pub saved: Option<Saved>,
    /// Whether that has paths which it has given away since.
    pub has_given: bool,
    /// The part that it began with, until its first checkpoint.
    pub part: Option<Part>,
    /// The paths that it was given since its last checkpoint, with the numbers of the orders.
    pub unsaved: Vec<(u64, Trail<Decision>)>,
    /// Its result when it was idle.
    pub done: Option<Tally>,
    /// Its result at its end.
    pub last: Option<Tally>,
}

impl Member {
    /// A new worker, with its first task if it has one.
    pub fn new(process: Process, task: Option<Task>, part: Option<Part>, tries: bool) -> Member {
        Member {
            process,
            saved: None,
            has_given: false,
            part,
            unsaved: Vec::new(),
            tasks: task.into_iter().collect(),
            number: 0,
            is_idle: false,
            is_hungry: false,
            has_others: tries,
            tries,
            is_asked: false,
            is_poor: false,
            stats: Stats::default(),
            received: 0,
            done: None,
            last: None,
        }
    }

    /// What it has done.
    pub fn stats(&self) -> WorkerStats {
        let tally = self.last.as_ref().or(self.done.as_ref());
        let stats = tally.map_or(&self.stats, |tally| &tally.stats);
        WorkerStats {
            paths: stats.paths.completed,
            waiting: self.stats.waiting,
            instructions: stats.instructions,
            queries: stats.queries_asked,
            received: self.received,
            seconds: tally.map_or(0.0, |tally| tally.seconds),
            died: false,
            shares: stats.shares.clone(),
            does: match self.is_idle && !self.tries {
                true => "waits".into(),
                false => self.stats.technique.clone(),
            },
        }
    }
}
