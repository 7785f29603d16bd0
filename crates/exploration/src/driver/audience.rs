//! Who is told of an exploration: the observer, and the suite of tests that is made for it.

use super::explorer::{Observer, WantedTests};
use crate::lines::Lines;
use crate::machine::{Flow, Machine};
use crate::options::Options;
use crate::outcome::{End, Inputs};
use crate::suite::Suite;
use crate::{Moment, StateId};
use rustc_hash::FxHashSet;
use sheaf_ir::Module;
use sheaf_solver::Stats;
use sheaf_term::{CachedModel, Pool, cancel};
use std::io;
use std::time::{Duration, Instant};

sheaf_tuning::constants! {
    /// Time between two reports of progress.
    PROGRESS_INTERVAL: Duration = 100, 10 => 1000, "ms";
    /// The same of a worker: its reports show who has states to give away.
    WORKER_PROGRESS_INTERVAL: Duration = 20, 2 => 200, "ms";
}

/// The observer, and what it knows.
pub(crate) struct Audience<'a> {
    pub observer: &'a mut dyn Observer,
    /// The states that it knows and that still exist, if it wants all moments.
    told: Option<FxHashSet<StateId>>,
    /// The lines that paths are at, if it wants them.
    lines: Option<Lines>,
    /// Creates test cases, if requested.
    suite: Option<Suite<'a>>,
    /// The value of [`Recorder::marks`] when coverage was last reported.
    ///
    /// [`Recorder::marks`]: crate::coverage::Recorder::marks
    pub marks_told: u64,
    progress_reported: Instant,
    progress_interval: Duration,
}

impl<'a> Audience<'a> {
    /// An observer that knows nothing yet. Queries for tests end at this deadline.
    pub fn new(
        module: &Module,
        observer: &'a mut dyn Observer,
        options: &'a Options,
        end: Option<Instant>,
    ) -> Audience<'a> {
        Audience {
            told: observer.wants_moments().then(FxHashSet::default),
            lines: observer.wants_lines().then(|| Lines::new(module)),
            suite: Suite::new(observer.wanted_tests(), options, end),
            observer,
            marks_told: 0,
            progress_reported: Instant::now(),
            progress_interval: PROGRESS_INTERVAL.get(),
        }
    }

    /// The same in a worker, with another observer that wants no moments.
    pub fn enter_worker(
        &mut self,
        observer: &'a mut dyn Observer,
        options: &'a Options,
        end: Option<Instant>,
    ) {
        self.lines = None;
        self.suite = Suite::new(observer.wanted_tests(), options, end);
        self.observer = observer;
        self.progress_interval = WORKER_PROGRESS_INTERVAL.get();
    }

    /// Whether every moment is told.
    pub fn wants_moments(&self) -> bool {
        self.told.is_some()
    }

    /// Whether the tests of a suite are wanted.
    pub fn wants_suite(&self) -> bool {
        self.observer.wanted_tests() == WantedTests::Suite
    }

    /// Reports a moment.
    pub fn tell(&mut self, pool: &mut Pool, moment: &Moment) {
        if let Some(suite) = &mut self.suite {
            cancel::uncounted(|| suite.moment(pool, self.observer, moment));
        }
        if let Some(told) = &mut self.told {
            moment.note(told);
            self.observer.moment(pool, moment);
        }
    }

    /// Executes a state as [`Machine::run`] does, and reports the lines that it begins, if they are
    /// wanted.
    pub fn run(&mut self, machine: &mut Machine, fuel: u64) -> Flow {
        let Some(mut lines) = self.lines.take() else {
            return machine.run(fuel);
        };
        let flow = machine.run_each(fuel, |machine| {
            if lines.begins(machine.program, machine.state) {
                self.tell(machine.pool, &Moment::Line(machine.state));
            }
            machine.step()
        });
        self.lines = Some(lines);
        flow
    }

    /// The states that it knows, in order, without those that are still there.
    pub fn lost(&self, still: impl Iterator<Item = StateId>) -> Vec<StateId> {
        let mut lost = self.told.clone().unwrap_or_default();
        still.for_each(|id| {
            lost.remove(&id);
        });
        let mut lost: Vec<StateId> = lost.into_iter().collect();
        lost.sort_unstable();
        lost
    }

    /// Reports the test of a run that has covered something new, on inputs of this model if there
    /// is one.
    pub fn completed(
        &mut self,
        pool: &Pool,
        model: Option<&CachedModel>,
        (inputs, end): (&Inputs, &End),
    ) {
        if let Some(suite) = &mut self.suite {
            cancel::uncounted(|| suite.completed(pool, self.observer, model, inputs, end));
        }
    }

    /// Offers inputs of unfinished paths, for a suite.
    pub fn offer_prefixes(&mut self, pool: &Pool) {
        if let Some(suite) = &mut self.suite {
            suite.offer_prefixes(pool, self.observer);
        }
    }

    /// Nothing more can be recorded.
    pub fn fail_journal(&mut self, error: io::Error) {
        if let Some(journal) = self.observer.journal() {
            journal.fail(error);
        }
    }

    /// Recovers from cancelled work.
    ///
    /// # Errors
    /// When a backend cannot be started.
    pub fn recover(&mut self) -> Result<(), String> {
        self.suite.as_mut().map_or(Ok(()), Suite::recover)
    }

    /// Statistics of the queries for tests, if there were any.
    pub fn queries(&self) -> Option<&Stats> {
        self.suite.as_ref().and_then(Suite::queries)
    }

    /// Whether progress is to be reported now.
    pub fn is_progress_due(&mut self) -> bool {
        let is_due = self.progress_reported.elapsed() >= self.progress_interval;
        if is_due {
            self.progress_reported = Instant::now();
        }
        is_due
    }
}
