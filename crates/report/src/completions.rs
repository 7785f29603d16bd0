//! Statistics of concrete completions of paths, as part of the JSON object.

use serde::Serialize;
use sheaf_engine::outcome::Stats;

/// Totals of completions.
#[derive(Serialize, Debug)]
pub(crate) struct CompletionReport {
    runs: u64,
    covered: u64,
    failed: u64,
}

/// The part of the JSON object.
pub(crate) fn report(stats: &Stats) -> CompletionReport {
    CompletionReport {
        runs: stats.completions.runs,
        covered: stats.completions.covered,
        failed: stats.completions.failed,
    }
}
