//! What tasks need of the driver: see [`crate::tasks`].

use super::parked::Parked;
use super::{Driver, Round};
use crate::Explorer;
use crate::outcome::{Finding, Outcome, Reason, ReasonKind, Reasons, Stats};
use crate::state::{Decision, Trail};
use std::time::{Duration, Instant};

impl Driver<'_> {
    /// Explores from these paths, for this long, or until a limit is reached. A turn is not
    /// divided, and at least one state has one. Returns whether what waits then is still there.
    pub(crate) fn explore_paths(
        &mut self,
        explorer: &mut dyn Explorer,
        paths: Vec<Trail<Decision>>,
        time: Duration,
    ) -> Result<bool, String> {
        let end = Instant::now().checked_add(time);
        for path in paths {
            let id = self.new_id();
            self.push_parked(id, Parked::Path(path));
        }
        let cancellation = self.watch.cancellation();
        let mut has_run = false;
        loop {
            let is_over = end.is_some_and(|end| Instant::now() >= end);
            if has_run && is_over || self.limit_reached().is_some() {
                break;
            }
            has_run |= explorer.waiting_count() > 0;
            match self.round(explorer, &cancellation)? {
                Round::More => {}
                Round::Empty => break,
                // What waits was set aside.
                Round::Stopped => return Ok(false),
            }
        }
        Ok(true)
    }

    /// So many states are left that cannot be given away as paths, besides parked ones.
    pub(crate) fn lose_rest(&mut self, waiting: usize) {
        let lost = waiting + self.parked.len();
        if lost > 0 {
            self.stats.paths.set_aside += lost as u64;
            let reason = Reason {
                kind: ReasonKind::MemoryLimit,
                detail: "internal error: a waiting state is not a path".to_string(),
                loc: None,
            };
            self.reasons.add(reason, lost as u64);
        }
    }

    /// Gives all parked paths away.
    pub(crate) fn leave_parked(&mut self) -> Vec<Trail<Decision>> {
        let mut left = Vec::new();
        let parked = std::mem::take(&mut self.parked).into_iter();
        self.parked = parked
            .filter_map(|(id, parked)| match parked {
                Parked::Path(path) => {
                    left.push(path);
                    None
                }
                parked @ Parked::Paths { .. } => Some((id, parked)),
            })
            .collect();
        left
    }

    /// The failures that were found.
    pub(crate) fn take_findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.findings.confirmed)
    }

    /// The outcome of all tasks together, which took this long.
    pub(crate) fn conclude_tasks(
        mut self,
        stats: Stats,
        reasons: Reasons,
        time: Duration,
    ) -> Outcome {
        self.conclude_shared(stats, reasons);
        self.stats.seconds = time.as_secs_f64();
        self.shared_outcome()
    }
}
