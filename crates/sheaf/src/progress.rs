//! The progress line: on standard error, if that is a terminal.

use sheaf_engine::Stats;
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
    let line = format!(
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
    let waiting: Vec<String> = stats
        .workers
        .iter()
        .filter(|worker| !worker.died)
        .map(|worker| format!("{}/{}", worker.waiting, worker.paths))
        .collect();
    match waiting.is_empty() {
        true => line,
        false => format!("{line}  waiting/paths of workers: {}", waiting.join(" ")),
    }
}
