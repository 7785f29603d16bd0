//! Value summaries as long as they are worth their price, else plain exploration.
//!
//! Where a program tells apart as many cases as it has paths, summaries cost more than the paths
//! that they stand for, by any factor: their guards tell the paths apart. Neither the program nor
//! the first guards show it. So, once summaries have taken some work, samples of the plain
//! exploration of the program are taken ([`Worklist::sampling`]), which say how much work all of it
//! would be. When summaries have taken as much, plain exploration begins, from the start of
//! the program and depth first: as nothing but its end is waited for, the order matters only for
//! the time, and neighbors share most of what the solver finds out. If it takes more than the
//! estimate, that was wrong, and summaries go on beside it with a smaller part of the work. Then the
//! part of the tree of executions that plain exploration has explored is a second estimate
//! ([`Progress`]).
//!
//! A guard of summaries is about all paths at once, and may take longer than all of plain
//! exploration. One that does ends the summaries as well, until plain exploration has taken longer.
//!
//! Work is counted, not timed, so that each run of a program takes the same decisions.

use super::explorations::{Explorations, Turn};
use super::progress::Progress;
use crate::driver::MAX_GUARD_NODES;
use crate::made::worklist;
use crate::options::{Explore, Options, Paths, Plan, Search, Single};
use crate::outcome::{MergeStats, Reason, ReasonKind, Stats};
use crate::program::Program;
use crate::state::State;
use crate::worklist::{Explored, Worklist};
use crate::{Driver, Explorer, StateId, Waiting};
use sheaf_term::{Pool, SuspendedDiagrams};
use std::sync::Arc;

sheaf_tuning::constants! {
    /// The part of the work of summaries that samples may take.
    SAMPLE_PART: u64 = 16, 1 => 256, "one in so many parts";
    /// Samples that do not count, because they fill the caches of the solver.
    WARM_UP: usize = 8, 1 => 128, "samples";
    /// Samples whose mean is the estimate, at least.
    LEAST_SAMPLES: usize = 4, 1 => 64, "samples";
    /// Samples whose mean is the estimate, at most.
    MOST_SAMPLES: usize = 32, 1 => 512, "samples";
    /// The work of a turn of summaries after which they end, without an estimate.
    LONG_TURN: u64 = 1 << 23, 1 => 1 << 25, "steps";
    /// The factor by which that grows each time.
    PATIENCE: u64 = 8, 1 => 128, "times the work";
}
/// The part of the work of plain exploration that summaries may take where the estimate was wrong,
/// and of the work that it will be, by what it has explored.
const LATE_PARTS: (u64, f64) = (4, 0.125);
sheaf_tuning::constants! {
    /// The work after which the two alternate.
    SLICE: u64 = 1 << 18, 1 => 1 << 20, "steps";
}
/// The number of ways to explore.
const KINDS: usize = 3;

/// A way to explore the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// With value summaries.
    Summaries,
    /// Plainly.
    Plain,
    /// A sample of that.
    Sample,
}

/// Value summaries and plain exploration.
pub struct BoundedSummaries<'p> {
    program: &'p Program,
    options: &'p Options,
    /// By [`Kind`].
    explorations: Explorations<Worklist<'p>>,
    /// The start of the program, as long as another exploration may begin.
    first: Option<State>,
    /// The work that a turn of summaries may take while plain exploration goes on or may begin.
    longest_turn: u64,
    /// The work that the sample at hand stands for so far.
    stands_for: f64,
    /// The work that finished samples stood for.
    estimates: Vec<f64>,
    /// Samples that were begun.
    samples: u64,
    /// What is told of merging by summaries that were given up.
    given_up: Option<MergeStats>,
    /// How far plain exploration is.
    progress: Progress,
    /// Which of the two that alternate goes on, up to so much work of its own.
    slice: (Kind, u64),
}

impl<'p> BoundedSummaries<'p> {
    /// Summaries alone, without states.
    pub fn new(program: &'p Program, options: &'p Options) -> Self {
        let summaries = worklist(program, options);
        BoundedSummaries {
            program,
            options,
            explorations: Explorations::new(KINDS, summaries),
            first: None,
            longest_turn: LONG_TURN.get(),
            stands_for: 0.0,
            estimates: Vec::new(),
            samples: 0,
            given_up: None,
            progress: Progress::default(),
            slice: (Kind::Plain, 0),
        }
    }

    fn has(&self, kind: Kind) -> bool {
        self.explorations.has(kind as usize)
    }

    fn work(&self, kind: Kind) -> u64 {
        self.explorations.effort(kind as usize).whole_work
    }

    /// Who goes next.
    fn next(&mut self) -> Kind {
        if self.has(Kind::Plain) {
            if self.is_retry_due() {
                return Kind::Summaries;
            }
            let (kind, end) = self.slice;
            if !self.has(kind) || self.work(kind) >= end {
                let kind = self.next_slice();
                self.slice = (kind, self.work(kind) + SLICE.get());
            }
            return self.slice.0;
        }
        let summaries = self.work(Kind::Summaries);
        let estimate = self.estimate();
        let trial = self.options.plan.summaries().trial;
        let trial = trial.filter(|trial| self.first.is_some() && summaries >= *trial);
        let Some(trial) = trial else {
            return Kind::Summaries;
        };
        if estimate.is_some_and(|plain| summaries as f64 > plain || trial == 0) {
            return Kind::Plain;
        }
        let part = if trial == 0 { 1 } else { SAMPLE_PART.get() };
        let wants_more = self.has(Kind::Sample) || self.estimates.len() < MOST_SAMPLES.get();
        match wants_more && self.work(Kind::Sample) * part <= summaries {
            true => Kind::Sample,
            false => Kind::Summaries,
        }
    }

    /// Whether summaries that ended at a long turn begin again.
    fn is_retry_due(&self) -> bool {
        let is_over = !self.has(Kind::Summaries) && self.first.is_some();
        is_over && self.work(Kind::Plain) >= self.longest_turn
    }

    /// Gives summaries a turn. If it takes too long, plain exploration goes on without them.
    fn turn_of_summaries(&mut self, driver: &mut Driver) -> Turn {
        let number = Kind::Summaries as usize;
        if self.first.is_none() {
            return self.explorations.turn(driver, number, None).1;
        }
        let estimate = self.estimate().unwrap_or(0.0);
        let most = self.longest_turn.max(estimate as u64);
        let turn = self.explorations.turn(driver, number, Some(most)).1;
        if turn == Turn::Failed {
            self.longest_turn *= PATIENCE.get();
            self.begin(driver, Kind::Plain);
            self.explorations.switch(driver, Kind::Plain as usize);
            self.give_up_summaries(driver);
            self.explorations.end(driver, number);
            // The state whose turn was cut off.
            let reason = Reason {
                kind: ReasonKind::TimeLimit,
                detail: "value summaries took too long".to_string(),
                loc: None,
            };
            driver.tell_lost(self, &reason);
            return Turn::More;
        }
        turn
    }

    /// Keeps what is told of summaries that are about to be given up.
    fn give_up_summaries(&mut self, driver: &Driver) {
        if let Some(summaries) = self.explorations.get(Kind::Summaries as usize) {
            let mut stats = Stats::default();
            summaries.report(&driver.pool, &mut stats);
            self.given_up = Some(stats.merging);
        }
    }

    /// Which of summaries and plain exploration goes next.
    fn next_slice(&mut self) -> Kind {
        let (summaries, plain) = (self.work(Kind::Summaries), self.work(Kind::Plain));
        self.progress.note(plain, self.explored());
        let estimate = self.estimate();
        let is_late = estimate.is_none_or(|estimate| plain as f64 > estimate);
        let alternate = self.has(Kind::Summaries) && is_late;
        match alternate && summaries < self.most_of_summaries() {
            true => Kind::Summaries,
            false => Kind::Plain,
        }
    }

    /// The work that summaries may take beside plain exploration, where the estimate was wrong.
    fn most_of_summaries(&self) -> u64 {
        let plain = self.work(Kind::Plain);
        let (divisor, part) = LATE_PARTS;
        let total = self.progress.total_work(plain, self.explored());
        let most = total.map_or(u64::MAX, |total| (total * part) as u64);
        most.min(plain / divisor)
    }

    /// The part of the tree that plain exploration has explored.
    fn explored(&self) -> f64 {
        let plain = self.explorations.peek(Kind::Plain as usize);
        plain.map_or(0.0, |plain| plain.explored())
    }

    /// The work of plain exploration, by the samples.
    fn estimate(&self) -> Option<f64> {
        let (skipped, least) = match self.options.plan.summaries().trial {
            Some(0) => (0, 1),
            _ => (WARM_UP.get(), LEAST_SAMPLES.get()),
        };
        let counted = self.estimates.get(skipped..)?;
        let mean = counted.iter().sum::<f64>() / counted.len() as f64;
        (counted.len() >= least).then_some(mean)
    }

    /// Begins an exploration at the start of the program, if it has not begun.
    fn begin(&mut self, driver: &mut Driver, kind: Kind) {
        let Some(first) = self.first.as_ref().filter(|_| !self.has(kind)) else {
            return;
        };
        let diagrams = match kind {
            Kind::Summaries => SuspendedDiagrams::new(MAX_GUARD_NODES.get()),
            Kind::Plain | Kind::Sample => SuspendedDiagrams::default(),
        };
        let twin = driver.twin(first);
        let mut worklist = self.worklist(kind);
        self.explorations
            .begin(driver, kind as usize, diagrams, |driver| {
                worklist.add(driver, twin);
                Some(worklist)
            });
        self.samples += u64::from(kind == Kind::Sample);
        if kind == Kind::Plain {
            self.explorations.end(driver, Kind::Sample as usize);
        }
    }

    /// An exploration of a kind, without states.
    fn worklist(&self, kind: Kind) -> Worklist<'p> {
        let dfs = Paths {
            search: Search::Dfs,
            ..Paths::default()
        };
        let single = Single {
            explorer: Explore::Worklist(dfs),
            ..self.options.plan.single().clone()
        };
        let options = Options {
            plan: Plan::Single(single),
            seed: self.options.seed.wrapping_add(self.samples),
            seeds: Arc::default(),
            ..self.options.clone()
        };
        match kind {
            Kind::Summaries => worklist(self.program, self.options),
            Kind::Plain => worklist(self.program, &options).with(self.program, Explored::default()),
            Kind::Sample => Worklist::sampling(self.program, &options),
        }
    }
}

impl Explorer for BoundedSummaries<'_> {
    fn add(&mut self, driver: &mut Driver, state: State) {
        let is_trial = self.options.plan.summaries().trial.is_some();
        if is_trial && self.work(Kind::Summaries) == 0 && self.first.is_none() {
            self.first = Some(state.clone());
        }
        self.explorations.add(driver, state);
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        let kind = self.next();
        self.begin(driver, kind);
        let number = kind as usize;
        let before = self.work(kind);
        let turn = match kind {
            Kind::Summaries => self.turn_of_summaries(driver),
            _ => self.explorations.turn(driver, number, None).1,
        };
        let work = self.work(kind) - before;
        let explorations = &mut self.explorations;
        match (kind, turn) {
            (Kind::Sample, Turn::More) => {
                let weight = explorations.get(number).map_or(1.0, |it| it.weight());
                self.stands_for += work as f64 * weight;
            }
            (Kind::Sample, _) => {
                self.estimates.push(std::mem::take(&mut self.stands_for));
                explorations.switch(driver, Kind::Summaries as usize);
                explorations.end(driver, number);
            }
            (_, Turn::More) => {}
            (_, Turn::Last) => {
                self.first = None;
                if kind == Kind::Plain {
                    self.give_up_summaries(driver);
                }
                self.explorations.go_on_with(driver, number);
                return false;
            }
            (_, Turn::Failed) => return false,
        }
        true
    }

    fn waiting_count(&self) -> usize {
        self.explorations.waiting_count()
    }

    fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
        self.explorations.waiting(program)
    }

    fn look_at(&self, program: &Program, id: StateId) -> Option<State> {
        self.explorations.look_at(program, id)
    }

    /// One exploration has to do.
    fn give_up(&mut self, driver: &mut Driver, count: usize) {
        self.first = None;
        let kind = match self.has(Kind::Plain) {
            true => {
                self.give_up_summaries(driver);
                Kind::Plain
            }
            false => Kind::Summaries,
        };
        self.explorations.give_up(driver, count, kind as usize);
    }

    fn abandon_turn(&mut self) {
        self.explorations.abandon_turn();
    }

    fn conclude(&mut self, driver: &mut Driver) {
        let current = self.explorations.current();
        self.explorations.conclude(driver, current);
    }

    fn report(&mut self, pool: &Pool, stats: &mut Stats) {
        self.explorations.report(pool, stats);
        let merging = &mut stats.merging;
        merging.samples = self.samples;
        merging.given_up = !self.has(Kind::Summaries);
        if let Some(before) = self.given_up.take().filter(|_| merging.given_up) {
            merging.points = before.points;
            merging.refused = before.refused;
            merging.sharing = before.sharing;
        }
    }
}
