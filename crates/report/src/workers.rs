//! The processes that explored together: as part of the JSON object, and as a line below the
//! verdict.

use serde::Serialize;
use sheaf_engine::outcome::{Share, Stats, WorkerStats};

/// What one process has done.
#[derive(Serialize, Debug)]
pub(crate) struct WorkerReport {
    paths: u64,
    instructions: u64,
    queries: u64,
    received: u64,
    seconds: f64,
    died: bool,
    strategy: Vec<TechniqueReport>,
}

/// The time of one technique in a process.
#[derive(Serialize, Debug)]
pub(crate) struct TechniqueReport {
    technique: String,
    seconds: f64,
}

/// The part of the JSON object.
pub(crate) fn report(stats: &Stats) -> Vec<WorkerReport> {
    let report = |worker: &WorkerStats| WorkerReport {
        paths: worker.paths,
        instructions: worker.instructions,
        queries: worker.queries,
        received: worker.received,
        seconds: in_milliseconds(worker.seconds),
        died: worker.died,
        strategy: worker.shares.iter().map(technique).collect(),
    };
    stats.workers.iter().map(report).collect()
}

fn technique(share: &Share) -> TechniqueReport {
    TechniqueReport {
        technique: share.technique.clone(),
        seconds: in_milliseconds(share.seconds),
    }
}

/// Seconds, rounded.
fn in_milliseconds(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// One line if processes died that explored the program.
pub(crate) fn line(stats: &Stats) -> String {
    let died = stats.workers.iter().filter(|worker| worker.died).count();
    match (stats.workers.len() - died, died) {
        (_, 0) => String::new(),
        (others, died) => format!("  explored by {others} processes, and {died} that died\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_that_died_are_told_apart() {
        let mut stats = Stats::default();
        assert_eq!(line(&stats), "");
        stats.workers = vec![WorkerStats::default(); 2];
        assert_eq!(line(&stats), "");
        stats.workers.push(WorkerStats {
            died: true,
            seconds: 0.12345,
            shares: vec![Share {
                technique: "cdse".to_string(),
                seconds: 0.1,
                ..Share::default()
            }],
            ..WorkerStats::default()
        });
        assert_eq!(line(&stats), "  explored by 2 processes, and 1 that died\n");
        let last = &report(&stats)[2];
        assert_eq!(last.seconds, 0.123);
        assert_eq!(last.strategy[0].technique, "cdse");
    }
}
