//! What an exploration that is divided among processes needs of the driver: see
//! [`crate::workers`].

use super::missed::Collector;
use super::parked::Parked;
use super::{Driver, WORKER_PROGRESS_INTERVAL};
use crate::coverage::Mark;
use crate::options::Options;
use crate::outcome::{Finding, Outcome, Reason, Reasons, Stats, TestCase};
use crate::share::{Part, Path, Tally};
use crate::state::{Decision, Taken, Trail};
use crate::suite::Suite;
use crate::{Explorer, Observer, StateId, WantedTests};
use sheaf_ir::{FailureKind, LocId};
use sheaf_term::cancel;

impl<'a> Driver<'a> {
    /// Whether the exploration may be divided among processes. Not where an observer looks at
    /// states, where limits count the work of one process, and where one file or table belongs to
    /// it.
    pub(crate) fn may_divide(&self) -> bool {
        let options = self.options;
        options.workers > 1
            && !self.observer.wants_moments()
            && self.observer.wanted_tests() != WantedTests::Suite
            && !options.budget.limits_work()
            && options.solver_log.is_none()
            && options.plan.single().indexing.is_none()
    }

    /// Whether it has taken so long that other processes may take a part.
    pub(crate) fn is_time_for_workers(&self) -> bool {
        self.watch.elapsed() >= self.options.workers_after
    }

    /// The tests that the observer wants.
    pub(crate) fn wanted_tests(&self) -> WantedTests {
        self.observer.wanted_tests()
    }

    /// Turns into the driver of a worker, in a new process with its share of memory. Without the
    /// past, what was counted so far belongs to another worker.
    pub(crate) fn become_worker(
        &mut self,
        observer: Box<dyn Observer>,
        memory_bytes: u64,
        keeps_past: bool,
    ) {
        let mut options = self.options.clone();
        options.budget.memory_bytes = memory_bytes;
        // The process ends before the driver does.
        let options: &'a Options = Box::leak(Box::new(options));
        self.observer = Box::leak(observer);
        self.options = options;
        self.watch.change_options(options);
        self.progress_interval = WORKER_PROGRESS_INTERVAL;
        self.suite = Suite::new(self.wanted_tests(), options, self.watch.last_query());
        self.findings.confirmed.clear();
        self.past = None;
        self.renew_checkpoints();
        if !keeps_past {
            // What was set aside belongs to the current account, not to the past.
            let (failures, set_aside) = (self.stats.failures, self.stats.paths.set_aside);
            self.stats = Stats {
                failures,
                ..Stats::default()
            };
            self.stats.paths.set_aside = set_aside;
            self.missed = Collector::new(self.program.module());
            self.dropped_at.clear();
            let cap = self.pool.summaries.cap;
            self.pool.summaries = sheaf_term::Summaries {
                cap,
                ..Default::default()
            };
        }
        self.solver.enter_process(memory_bytes, keeps_past);
    }

    /// The limit on each turn.
    pub fn cancellation(&self) -> cancel::Limit {
        self.watch.cancellation()
    }

    /// The reason why the exploration has to end now, if any.
    pub(crate) fn limit_reached(&self) -> Option<Reason> {
        self.watch.over(&self.stats)
    }

    /// Another worker has found a failure.
    pub(crate) fn know_failure(&mut self, kind: FailureKind, loc: Option<LocId>) {
        if self.findings.know(kind, loc) {
            self.stats.failures += 1;
        }
    }

    /// Another worker has executed something.
    pub(crate) fn know_covered(&mut self, marks: &[Mark]) {
        marks.iter().for_each(|mark| self.recorder.mark(*mark));
        self.marks_told = self.recorder.marks;
    }

    /// Records what a worker has executed. Returns what is new.
    pub(crate) fn learn_covered(&mut self, marks: Vec<Mark>) -> Vec<Mark> {
        let is_new = |mark: &Mark| self.recorder.add(*mark);
        marks.into_iter().filter(is_new).collect()
    }

    /// Reports a failure that a worker has found, unless it is known or there are enough. Returns
    /// whether it is new.
    pub(crate) fn adopt_finding(&mut self, finding: Finding) -> bool {
        let limit = self.options.budget.failures;
        let is_enough = limit.is_some_and(|limit| self.stats.failures >= limit);
        let (kind, loc) = (finding.failure.kind, finding.failure.loc);
        if is_enough {
            self.spoil();
        }
        if is_enough || !self.findings.know(kind, loc) {
            return false;
        }
        self.stats.failures += 1;
        self.observer.finding(&finding);
        self.findings.confirmed.push(finding);
        true
    }

    /// Reports a test of a worker.
    pub(crate) fn adopt_test(&mut self, test: &TestCase) {
        self.observer.test(test);
    }

    /// Reports the progress of all workers.
    pub(crate) fn tell_progress(&mut self, stats: Stats) {
        if self.is_progress_due() {
            let stats = self.in_total(self.of_all(stats));
            let findings = self.findings.confirmed.len();
            self.show_progress(&stats, findings);
        }
    }

    /// The sum of the workers' statistics, with what belongs to the whole.
    fn of_all(&self, mut stats: Stats) -> Stats {
        let links = stats.solver_links.iter_mut();
        let own = &self.solver.stats().links;
        links.zip(own).for_each(|(link, own)| link.name = own.name);
        Stats {
            failures: self.stats.failures,
            resumed: self.stats.resumed,
            seconds: self.watch.elapsed().as_secs_f64(),
            peak_memory_bytes: stats.peak_memory_bytes.max(self.watch.peak_bytes()),
            ..stats
        }
    }

    /// The result of this worker so far.
    pub(crate) fn tally(&self) -> Tally {
        Tally {
            stats: self.stats.clone(),
            reasons: self.reasons.clone(),
            has_inputs: self.has_inputs,
            is_unassuming: self.is_unassuming,
            dropped_at: self.dropped_at.iter().copied().collect(),
            ..Tally::default()
        }
    }

    /// The result so far of the exploration whose states can be divided; `None` if there is none,
    /// or if it was given up.
    pub(crate) fn shared_tally(&mut self, explorer: &mut dyn Explorer) -> Option<Tally> {
        self.update_stats(explorer);
        let shares = explorer.shares().filter(|shares| shares.is_there())?;
        let (reasons, set_aside) = shares.against_safety(self);
        let mut tally = self.tally();
        tally.reasons = reasons;
        tally.stats.paths.set_aside = set_aside;
        tally.stats.waiting = 0;
        Some(tally)
    }

    /// The result of this worker at its end.
    pub(crate) fn last_tally(&mut self, explorer: &mut dyn Explorer) -> Tally {
        explorer.conclude(self);
        self.update_stats(explorer);
        explorer.report(&self.pool, &mut self.stats);
        self.show_progress(&self.stats.clone(), 0);
        let missed = self.take_missed();
        Tally {
            missed,
            ..self.tally()
        }
    }

    /// Adds the result of a worker, except for statistics and reasons.
    pub(crate) fn adopt(&mut self, tally: Tally) {
        self.has_inputs |= tally.has_inputs;
        self.is_unassuming |= tally.is_unassuming;
        self.dropped_at.extend(tally.dropped_at);
        self.missed_by_workers.add(tally.missed);
    }

    /// The result of all workers.
    pub fn conclude_shared(&mut self, stats: Stats, reasons: Reasons) {
        self.stats = self.of_all(stats);
        self.stats.waiting = 0;
        self.reasons = reasons;
    }

    /// The exploration of all workers has ended by itself.
    pub(crate) fn note_end(&mut self) {
        self.end_journal();
    }

    /// The outcome after [`Driver::conclude_shared`].
    pub fn shared_outcome(&mut self) -> Outcome {
        let missed = std::mem::take(&mut self.missed_by_workers);
        self.conclusion(missed)
    }

    /// Forgets what there is against safety in the current account: it belongs to another worker.
    /// Reasons stay that nobody would come to again.
    pub(crate) fn drop_past(&mut self) {
        self.reasons.retain(Reason::outlasts);
        self.reasons = std::mem::take(&mut self.reasons).without_paths();
        self.stats.paths.set_aside = 0;
    }

    /// What there is against safety in the current account.
    pub fn against_safety(&self) -> (Reasons, u64) {
        (self.reasons.clone(), self.stats.paths.set_aside)
    }

    /// Keeps one part of the parked states.
    pub(crate) fn keep_parked(&mut self, part: Part) {
        let parked = std::mem::take(&mut self.parked).into_iter().enumerate();
        let kept = parked.filter(|(position, _)| part.has(*position));
        self.parked = kept.map(|(_, parked)| parked).collect();
    }

    /// Drops all parked states: other processes have them.
    pub(crate) fn drop_parked(&mut self) {
        self.parked.clear();
    }

    /// The number of parked states.
    pub(crate) fn parked_count(&self) -> usize {
        self.parked.len()
    }

    /// Parks paths of other workers.
    pub(crate) fn park_paths(&mut self, paths: Vec<Path>) {
        for path in paths {
            let id = self.new_id();
            self.push_parked(id, Parked::Path(Trail::from(path)));
        }
    }

    /// Up to so many parked paths, those that were parked first.
    pub(crate) fn take_parked(&mut self, most: usize) -> Vec<Path> {
        let mut taken = Vec::new();
        let mut kept = Vec::new();
        for (id, parked) in std::mem::take(&mut self.parked) {
            let path = match &parked {
                Parked::Path(trail) if taken.len() < most => path(trail),
                _ => None,
            };
            match path {
                Some(path) => {
                    self.note_parked(id);
                    taken.push(path);
                }
                None => kept.push((id, parked)),
            }
        }
        self.parked = kept;
        taken
    }

    /// A waiting state goes to another process.
    pub(crate) fn forget_state(&mut self, id: StateId) {
        self.rounds.remove(&id);
    }
}

/// A list of decisions as a path that another process can follow: not if paths have merged, or if
/// loop iterations were skipped.
pub(crate) fn path(trail: &Trail<Decision>) -> Option<Path> {
    let decisions: Vec<Decision> = trail.single_path()?.into_iter().copied().collect();
    let skips = |it: &Decision| matches!(it.taken, Taken::Skip(_));
    (!decisions.iter().any(skips)).then_some(Path(decisions))
}
