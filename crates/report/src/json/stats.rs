//! The numbers of an exploration in the JSON object.

use crate::index::{self, IndexReport};
use crate::learning::{self, LearningReport};
use crate::merging::{self, MergingReport};
use crate::seeds::{self, SeedReport};
use crate::solver;
use crate::strategy::{self, ShareReport};
use crate::subsumption::{self, SubsumptionReport};
use crate::summaries::{self, SummaryReport};
use crate::workers::{self, WorkerReport};
use serde::Serialize;
use sheaf_engine::outcome::{CompletionStats, Stats};

/// The numbers of an exploration, as JSON has them.
#[derive(Serialize, Debug)]
pub struct StatsReport {
    paths: PathsReport,
    instructions: u64,
    forks: u64,
    queries: QueriesReport,
    merging: MergingReport,
    subsumption: SubsumptionReport,
    summaries: SummaryReport,
    index: IndexReport,
    learned_clauses: u64,
    learning: LearningReport,
    seeds: SeedReport,
    completions: CompletionStats,
    strategy: Vec<ShareReport>,
    workers: Vec<WorkerReport>,
    resumed: u32,
    seconds: SecondsReport,
    peak_memory_bytes: u64,
}

#[derive(Serialize, Debug)]
struct PathsReport {
    completed: u64,
    infeasible: u64,
    subsumed: u64,
    merged: u64,
    summarized: u64,
    set_aside: u64,
}

#[derive(Serialize, Debug)]
struct QueriesReport {
    asked: u64,
    sent: u64,
    links: Vec<solver::LinkReport>,
}

#[derive(Serialize, Debug)]
struct SecondsReport {
    total: f64,
    solver: f64,
}

/// The numbers of an exploration.
pub fn report(stats: &Stats) -> StatsReport {
    let paths = stats.paths;
    StatsReport {
        paths: PathsReport {
            completed: paths.completed,
            infeasible: paths.infeasible,
            subsumed: paths.subsumed,
            merged: paths.merged,
            summarized: paths.summarized,
            set_aside: paths.set_aside,
        },
        instructions: stats.instructions,
        forks: stats.forks,
        queries: QueriesReport {
            asked: stats.queries_asked,
            sent: stats.queries_sent,
            links: solver::links(stats),
        },
        merging: merging::report(stats),
        subsumption: subsumption::report(stats),
        summaries: summaries::report(stats),
        index: index::report(stats),
        learned_clauses: stats.learning.clauses,
        learning: learning::report(stats),
        seeds: seeds::report(stats),
        completions: stats.completions,
        strategy: strategy::report(stats),
        workers: workers::report(stats),
        resumed: stats.resumed,
        seconds: SecondsReport {
            total: milliseconds(stats.seconds),
            solver: milliseconds(stats.solver_seconds),
        },
        peak_memory_bytes: stats.peak_memory_bytes,
    }
}

/// Seconds rounded to milliseconds.
pub fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1e3).round() / 1e3
}
