//! What an exploration that is divided among processes needs of the driver: see
//! [`crate::workers`].

use super::Driver;
use super::missed::Collector;
use crate::coverage::Mark;
use crate::frontier::{Part, Tally, is_followable};
use crate::options::Options;
use crate::outcome::{Finding, Outcome, Reasons, Stats};
use crate::state::{Decision, Trail};
use crate::{Explorer, Observer, Standing, StateId};
use sheaf_ir::{FailureKind, LocId};

impl<'a> Driver<'a> {
    /// Whether the exploration may be divided among processes. Not where an observer looks at
    /// states, where limits count the work of one process, and where one file or table belongs to
    /// it.
    pub(crate) fn may_divide(&self) -> bool {
        let options = self.options;
        options.workers > 1
            && !self.audience.wants_moments()
            && !self.audience.wants_suite()
            && !options.budget.limits_work()
            && options.solver_log.is_none()
            && options.plan.single().indexing.is_none()
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
        self.options = options;
        self.watch.options = options;
        let end = self.watch.last_query();
        self.audience
            .enter_worker(Box::leak(observer), options, end);
        self.findings.confirmed.clear();
        self.sessions.past = None;
        self.sessions.renew();
        if !keeps_past {
            self.stats = Stats {
                failures: self.stats.failures,
                ..Stats::default()
            };
            self.missed = Collector::new(self.program.module());
            self.ends.dropped_at.clear();
            let cap = self.pool.summaries.cap;
            self.pool.summaries = sheaf_term::Summaries {
                cap,
                ..Default::default()
            };
        }
        self.solver.enter_process(memory_bytes, keeps_past);
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
        self.audience.marks_told = self.recorder.marks;
    }

    /// Reports a failure that a worker has found, unless it is known or there are enough. Returns
    /// whether it is new.
    pub(crate) fn adopt_finding(&mut self, finding: Finding) -> bool {
        let is_enough = self.has_all_failures();
        let (kind, loc) = (finding.failure.kind, finding.failure.loc);
        if is_enough {
            self.sessions.spoil();
        }
        if is_enough || !self.findings.know(kind, loc) {
            return false;
        }
        self.stats.failures += 1;
        self.audience.observer.finding(&finding);
        self.findings.confirmed.push(finding);
        true
    }

    /// Reports the progress of all workers.
    pub(crate) fn tell_progress(&mut self, stats: Stats) {
        if self.audience.is_progress_due() {
            let stats = self.sessions.in_total(self.of_all(stats));
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
        let (reasons, set_aside) = self.account.against_safety();
        let mut stats = self.stats.clone();
        stats.paths.set_aside = set_aside;
        Tally {
            stats,
            reasons,
            ends: self.ends.clone(),
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
        let missed = self.missed.take(self.program.module());
        Tally {
            missed,
            ..self.tally()
        }
    }

    /// Adds the result of a worker, except for statistics and reasons.
    pub(crate) fn adopt(&mut self, tally: Tally) {
        self.ends.add(tally.ends);
        self.missed.of_workers.add(tally.missed);
    }

    /// The result of all workers.
    pub fn conclude_shared(&mut self, stats: Stats, reasons: Reasons) {
        self.stats = self.of_all(stats);
        self.stats.waiting = 0;
        self.account.set_aside = self.stats.paths.set_aside;
        self.account.reasons = reasons;
    }

    /// The outcome after [`Driver::conclude_shared`].
    pub fn shared_outcome(&mut self) -> Outcome {
        let missed = std::mem::take(&mut self.missed.of_workers);
        self.conclusion(missed)
    }

    /// In a new worker: keeps one part of the parked paths, or none, and what there is against safety
    /// if this is the first part.
    pub fn keep_part(&mut self, part: Option<Part>) {
        if part.is_none_or(|part| part.number > 0) {
            self.account.drop_past();
        }
        self.account.parked.keep_part(part);
    }

    /// A state goes to another process.
    pub fn send_off(&mut self, id: StateId) {
        self.endless.forget(id);
    }

    /// How an exploration with so many waiting states stands.
    pub fn standing(&self, waiting: usize) -> Standing {
        let is_dry = waiting == 0 && self.account.parked.is_empty();
        Standing {
            is_dry,
            wants: is_dry,
            ..Standing::default()
        }
    }

    /// Up to so many paths for another process to follow, at most half of all, and the states among
    /// them that wait, which are given by their numbers of decisions and ids. Parked ones come
    /// first: giving them away costs nothing. Of the others, the shortest leave most to explore.
    pub fn paths_to_give(
        &mut self,
        most: usize,
        mut waiting: Vec<(usize, StateId)>,
        path: impl Fn(StateId) -> Option<Trail<Decision>>,
    ) -> (Vec<Trail<Decision>>, Vec<StateId>) {
        let all = waiting.len() + self.account.parked.len();
        let most = most.min(all / 2);
        let mut given = self.account.parked.give(most);
        let mut states = Vec::new();
        waiting.sort_unstable();
        for (_, id) in waiting {
            if given.len() >= most {
                break;
            }
            if let Some(path) = path(id).filter(is_followable) {
                given.push(path);
                states.push(id);
            }
        }
        (given, states)
    }

    /// Parks paths of other processes.
    pub fn park_paths(&mut self, paths: Vec<Trail<Decision>>) {
        let first = self.next_id;
        self.next_id += paths.len();
        self.account.parked.push_paths(paths, first);
    }
}
