//! The progress line: on standard error, if that is a terminal.

use sheaf_engine::Stats;
use sheaf_engine::outcome::WorkerStats;
use sheaf_report::coverage::Ratio;
use std::io::{IsTerminal, Write};

/// A line that is updated in place.
pub struct Progress {
    shown: bool,
    visible: bool,
}

impl Progress {
    /// A line that is shown only if `wanted` and on a terminal.
    pub fn new(wanted: bool) -> Self {
        Progress {
            shown: wanted && std::io::stderr().is_terminal(),
            visible: false,
        }
    }

    /// Updates the numbers. `lines` counts the covered lines; it is called only if the line is
    /// shown.
    pub fn update(&mut self, stats: &Stats, findings: usize, lines: impl FnOnce() -> Ratio) {
        if self.shown {
            self.visible = true;
            // Errors are ignored: the line is optional.
            let _ = write!(
                std::io::stderr().lock(),
                "\r\x1b[K{}",
                line(stats, findings, lines())
            );
        }
    }

    /// Removes the line; call it before printing anything else.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.visible) {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}

fn line(stats: &Stats, findings: usize, lines: Ratio) -> String {
    let mut line = format!(
        "{:.1} s  {} waiting  {} paths  {}/{} lines  {} queries ({} sent)  {} findings",
        stats.seconds,
        stats.waiting,
        stats.paths.completed,
        lines.covered,
        lines.total,
        stats.queries_asked,
        stats.queries_sent,
        findings,
    );
    if stats.workers.is_empty() && !stats.technique.is_empty() {
        line += &format!("  {}", stats.technique);
    }
    let workers: Vec<String> = stats
        .workers
        .iter()
        .filter(|worker| !worker.died)
        .map(of_worker)
        .collect();
    match workers.is_empty() {
        true => line,
        false => format!("{line}  waiting/paths of workers: {}", workers.join(", ")),
    }
}

/// What a worker has, and what it does.
fn of_worker(worker: &WorkerStats) -> String {
    let numbers = format!("{}/{}", worker.waiting, worker.paths);
    match worker.does.is_empty() {
        true => numbers,
        false => format!("{numbers} {}", worker.does),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_what_each_worker_does() {
        let worker = |waiting, does: &'static str| WorkerStats {
            waiting,
            paths: 7,
            does: does.into(),
            ..WorkerStats::default()
        };
        let lines = Ratio {
            covered: 1,
            total: 2,
        };
        let mut stats = Stats {
            technique: "cdse".into(),
            ..Stats::default()
        };
        assert!(line(&stats, 0, lines).ends_with("findings  cdse"));
        stats.workers = vec![worker(3, "plain"), worker(0, "waits"), worker(2, "")];
        let shown = line(&stats, 0, lines);
        assert!(
            shown.ends_with("workers: 3/7 plain, 0/7 waits, 2/7"),
            "{shown}"
        );
    }
}
