//! Value summaries as long as they are worth their price, else plain exploration.
//!
//! Where a program tells apart as many cases as it has paths, summaries cost more than the paths
//! that they stand for, by any factor: their guards tell the paths apart. Neither the program nor
//! the first guards show it. So, once summaries have taken some work, samples of the plain
//! exploration of the program are taken ([`Worklist::sampling`]), which say how much work all of it
//! would be. When summaries have taken three quarters of that, plain exploration begins, from the
//! start of the program and depth first: as nothing but its end is waited for, the order matters
//! only for the time, and neighbors share most of what the solver finds out. If it takes more than
//! the estimate, that was wrong, and both alternate from then on, with equal parts of the work.
//!
//! Sound because nothing but an exploration of all inputs ends this one, with its own reasons
//! against safety: that with summaries or the plain one. Failures and coverage that the other one
//! or a sample came across are as good as any: failures are replayed, and each is reported once. Of
//! the reasons of what is dropped, only those are dropped that do not keep the rest from looking
//! again.
//!
//! Work is counted, not timed, so that each run of a program takes the same decisions.

use super::driver::Account;
use super::worklist::Worklist;
use super::{Driver, Explorer, StateId, Waiting};
use crate::options::{Explore, MergePolicy, Merging, Options, Search};
use crate::outcome::{ReasonKind, Stats};
use crate::program::Program;
use crate::state::State;
use sheaf_term::{Pool, SuspendedDiagrams};

/// The part of the work of summaries that samples may take.
const SAMPLE_PART: u64 = 16;
/// Samples that do not count, because they fill the caches of the solver.
const WARM_UP: usize = 8;
/// Samples whose mean is the estimate, at least and at most.
const LEAST_SAMPLES: usize = 4;
const MOST_SAMPLES: usize = 32;
/// The part of the work of plain exploration, by the estimate, that summaries may take alone.
const SUMMARY_PART: f64 = 0.75;
/// Who gave a state up, in the tree of executions.
const BY: &str = "portfolio";

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

/// One way to explore.
#[derive(Default)]
struct Exploration<'p> {
    /// `None` if it has not begun, or is given up.
    worklist: Option<Worklist<'p>>,
    /// What the driver has of it while it has its turn.
    account: Account,
    /// See [`Driver::work`].
    work: u64,
}

/// Value summaries and plain exploration.
pub struct Portfolio<'p> {
    program: &'p Program,
    options: &'p Options,
    /// By [`Kind`].
    explorations: [Exploration<'p>; 3],
    /// Who has its turn, or had the last.
    current: Kind,
    /// Those of the summaries, while others have their turns.
    diagrams: SuspendedDiagrams,
    /// The start of the program, as long as samples and plain exploration may begin.
    first: Option<State>,
    /// The work that the sample at hand stands for so far.
    stands_for: f64,
    /// The work that finished samples stood for.
    estimates: Vec<f64>,
    /// Samples that were begun.
    samples: u64,
}

impl<'p> Portfolio<'p> {
    /// Summaries alone, without states.
    pub fn new(program: &'p Program, options: &'p Options) -> Self {
        let mut portfolio = Portfolio {
            program,
            options,
            explorations: Default::default(),
            current: Kind::Summaries,
            diagrams: SuspendedDiagrams::default(),
            first: None,
            stands_for: 0.0,
            estimates: Vec::new(),
            samples: 0,
        };
        portfolio.of(Kind::Summaries).worklist = Some(Worklist::new(program, options));
        portfolio
    }

    fn of(&mut self, kind: Kind) -> &mut Exploration<'p> {
        &mut self.explorations[kind as usize]
    }

    fn has(&self, kind: Kind) -> bool {
        self.explorations[kind as usize].worklist.is_some()
    }

    fn work(&self, kind: Kind) -> u64 {
        self.explorations[kind as usize].work
    }

    fn worklists(&self) -> impl Iterator<Item = &Worklist<'p>> {
        self.explorations
            .iter()
            .filter_map(|it| it.worklist.as_ref())
    }

    /// Who goes next.
    fn next(&self) -> Kind {
        let (summaries, plain) = (self.work(Kind::Summaries), self.work(Kind::Plain));
        let estimate = self.estimate();
        if self.has(Kind::Plain) {
            let is_late = estimate.is_none_or(|estimate| plain as f64 > estimate);
            let alternate = self.has(Kind::Summaries) && is_late;
            return match alternate && summaries < plain {
                true => Kind::Summaries,
                false => Kind::Plain,
            };
        }
        let trial = self.options.merging.summary_trial;
        let trial = trial.filter(|trial| self.first.is_some() && summaries >= *trial);
        let Some(trial) = trial else {
            return Kind::Summaries;
        };
        if estimate.is_some_and(|plain| summaries as f64 > plain * SUMMARY_PART || trial == 0) {
            return Kind::Plain;
        }
        let part = if trial == 0 { 1 } else { SAMPLE_PART };
        let wants_more = self.has(Kind::Sample) || self.estimates.len() < MOST_SAMPLES;
        match wants_more && self.work(Kind::Sample) * part <= summaries {
            true => Kind::Sample,
            false => Kind::Summaries,
        }
    }

    /// The work of plain exploration.
    fn estimate(&self) -> Option<f64> {
        let (skipped, least) = match self.options.merging.summary_trial {
            Some(0) => (0, 1),
            _ => (WARM_UP, LEAST_SAMPLES),
        };
        let counted = self.estimates.get(skipped..)?;
        let mean = counted.iter().sum::<f64>() / counted.len() as f64;
        (counted.len() >= least).then_some(mean)
    }

    /// Hands the driver what belongs to one exploration instead of another.
    fn switch(&mut self, driver: &mut Driver, to: Kind) {
        let from = self.current;
        if from == to {
            return;
        }
        driver.exchange(&mut self.of(from).account);
        driver.exchange(&mut self.of(to).account);
        if from == Kind::Summaries {
            self.diagrams = driver.pool.suspend_diagrams();
        }
        if to == Kind::Summaries {
            let diagrams = std::mem::take(&mut self.diagrams);
            driver.pool.resume_diagrams(diagrams);
        }
        self.current = to;
    }

    /// Begins an exploration at the start of the program, if it has not begun.
    fn begin(&mut self, driver: &mut Driver, kind: Kind) {
        let Some(first) = self.first.as_ref().filter(|_| !self.has(kind)) else {
            return;
        };
        let options = Options {
            explore: Explore::Worklist,
            search: Search::Dfs,
            merging: Merging {
                policy: MergePolicy::None,
                ..self.options.merging
            },
            subsume: false,
            seed: self.options.seed.wrapping_add(self.samples),
            ..self.options.clone()
        };
        let mut worklist = match kind {
            Kind::Sample => {
                self.samples += 1;
                Worklist::sampling(self.program, &options)
            }
            _ => Worklist::new(self.program, &options),
        };
        let twin = driver.twin(first);
        worklist.add(driver, twin);
        self.of(kind).worklist = Some(worklist);
        if kind == Kind::Plain {
            self.first = None;
            self.end(driver, Kind::Sample);
        }
    }

    /// Gives up an exploration that has not its turn.
    fn end(&mut self, driver: &mut Driver, kind: Kind) {
        let exploration = self.of(kind);
        let account = std::mem::take(&mut exploration.account);
        if let Some(mut worklist) = exploration.worklist.take() {
            worklist.drop_all(driver, BY);
        }
        driver.keep_reasons(account.reasons.into_iter().filter(|it| outlasts(it.kind)));
    }

    /// Goes on with one exploration alone.
    fn go_on_with(&mut self, driver: &mut Driver, kind: Kind) {
        self.first = None;
        self.switch(driver, kind);
        for other in [Kind::Summaries, Kind::Plain, Kind::Sample] {
            if other != kind {
                self.end(driver, other);
            }
        }
    }
}

/// Whether a reason stays when the exploration that gave it is dropped. One that does not is that a
/// query was too hard. A failure that did not replay, for example, is not looked at twice.
fn outlasts(kind: ReasonKind) -> bool {
    kind != ReasonKind::SolverUnknown
}

impl Explorer for Portfolio<'_> {
    fn add(&mut self, driver: &mut Driver, state: State) {
        if self.work(Kind::Summaries) == 0 && self.first.is_none() {
            self.first = Some(state.clone());
        }
        let kind = self.current;
        if let Some(worklist) = &mut self.of(kind).worklist {
            worklist.add(driver, state);
        }
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        let kind = self.next();
        self.switch(driver, kind);
        let before = driver.work();
        self.begin(driver, kind);
        let exploration = self.of(kind);
        let Some(worklist) = &mut exploration.worklist else {
            return false;
        };
        let had_turn = worklist.turn(driver);
        let (work, weight) = (driver.work() - before, worklist.weight());
        exploration.work += work;
        match (kind, had_turn) {
            (Kind::Sample, true) => self.stands_for += work as f64 * weight,
            (Kind::Sample, false) => {
                self.estimates.push(std::mem::take(&mut self.stands_for));
                self.switch(driver, Kind::Summaries);
                self.end(driver, Kind::Sample);
            }
            (_, true) => {}
            (_, false) => {
                self.go_on_with(driver, kind);
                return false;
            }
        }
        true
    }

    fn waiting_count(&self) -> usize {
        self.worklists().map(Worklist::waiting_count).sum()
    }

    fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
        Box::new(self.worklists().flat_map(|it| it.waiting(program)))
    }

    fn look_at(&self, program: &Program, id: StateId) -> Option<State> {
        self.worklists().find_map(|it| it.look_at(program, id))
    }

    /// One exploration has to do. What of it is parked comes back to it.
    fn give_up(&mut self, driver: &mut Driver, count: usize) {
        let kind = match self.has(Kind::Plain) {
            true => Kind::Plain,
            false => Kind::Summaries,
        };
        let others = self.worklists().count() > 1;
        self.go_on_with(driver, kind);
        if let Some(worklist) = self.of(kind).worklist.as_mut().filter(|_| !others) {
            worklist.give_up(driver, count);
        }
    }

    fn abandon_turn(&mut self) {
        let kind = self.current;
        if let Some(worklist) = &mut self.of(kind).worklist {
            worklist.abandon_turn();
        }
    }

    fn conclude(&mut self, driver: &mut Driver) {
        for exploration in &mut self.explorations {
            driver.absorb(std::mem::take(&mut exploration.account));
        }
    }

    fn report(&mut self, pool: &Pool, stats: &mut Stats) {
        stats.merging.samples = self.samples;
        stats.merging.given_up = !self.has(Kind::Summaries);
        if let Some(worklist) = &mut self.of(Kind::Summaries).worklist {
            worklist.report(pool, stats);
        }
    }
}
