//! Reports of progress, and the statistics that they show.

use super::Driver;
use crate::Explorer;
use crate::outcome::Stats;

impl Driver<'_> {
    /// Reports progress, if it is time to.
    pub(super) fn report_progress(&mut self, explorer: &dyn Explorer) {
        if self.audience.is_progress_due() {
            self.update_stats(explorer);
            let stats = self.sessions.in_total(self.stats.clone());
            let findings = self.findings.confirmed.len();
            self.show_progress(&stats, findings);
        }
    }

    /// Shows observers these statistics, a number of findings, and what was executed.
    pub(super) fn show_progress(&mut self, stats: &Stats, findings: usize) {
        let executed = self.completions.executed(&self.recorder);
        self.audience.observer.progress(stats, findings, executed);
    }

    /// Brings the statistics up to date.
    pub(super) fn update_stats(&mut self, explorer: &dyn Explorer) {
        let solver = self.solver.stats();
        self.stats.queries_asked = solver.asked;
        self.stats.queries_sent = solver.sent + solver.parts;
        self.stats.solver_links.clone_from(&solver.links);
        self.stats.solver_seconds = solver.seconds;
        if let Some(tests) = self.audience.queries() {
            self.stats.queries_asked += tests.asked;
            self.stats.queries_sent += tests.sent + tests.parts;
            self.stats.solver_seconds += tests.seconds;
        }
        self.stats.seconds = self.watch.elapsed().as_secs_f64();
        self.stats.paths.set_aside = self.account.set_aside;
        self.stats.waiting = explorer.waiting_count() as u64;
        let (shares, technique) = explorer.efforts();
        self.stats.shares = shares;
        self.stats.technique = technique.into();
        self.stats.peak_memory_bytes = self.watch.peak_bytes();
        if let Some(index) = &self.settings.index {
            self.stats.index = index.stats();
        }
        let summaries = self.pool.summaries;
        let merging = &mut self.stats.merging;
        merging.summaries = summaries.joined;
        merging.members = summaries.members;
        merging.largest_summary = summaries.largest;
        merging.overflowed = summaries.overflowed;
        merging.guard_nodes = self.pool.guard_nodes();
    }
}
