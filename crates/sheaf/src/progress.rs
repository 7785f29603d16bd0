//! The progress line: on standard error, and only if that is a terminal.

use sheaf_engine::Stats;
use std::io::{IsTerminal, Write};

/// A line that is written over and over.
pub struct Progress {
    shown: bool,
    visible: bool,
}

impl Progress {
    /// A line that appears only if `wanted` and on a terminal.
    pub fn new(wanted: bool) -> Self {
        Progress {
            shown: wanted && std::io::stderr().is_terminal(),
            visible: false,
        }
    }

    /// Shows the numbers.
    pub fn update(&mut self, stats: &Stats, findings: usize) {
        if self.shown {
            self.visible = true;
            // The line is a courtesy; it may fail.
            let _ = write!(
                std::io::stderr().lock(),
                "\r\x1b[K{}",
                line(stats, findings)
            );
        }
    }

    /// Removes the line, before anything else is printed.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.visible) {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}

fn line(stats: &Stats, findings: usize) -> String {
    format!(
        "{:.1} s  {} waiting  {} paths  {} M instructions  {} queries ({} sent)  {} findings",
        stats.seconds,
        stats.waiting,
        stats.paths.completed,
        stats.instructions / 1_000_000,
        stats.queries_asked,
        stats.queries_sent,
        findings,
    )
}
