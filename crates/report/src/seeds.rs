//! Statistics of seeds: as part of the JSON object, and as a line below the verdict.

use crate::text::count;
use serde::Serialize;
use sheaf_engine::outcome::Stats;

/// Totals of seeds.
#[derive(Serialize, Debug)]
pub(crate) struct SeedReport {
    run: u64,
    failed: u64,
    covering: u64,
    followed: u64,
}

/// The part of the JSON object.
pub(crate) fn report(stats: &Stats) -> SeedReport {
    SeedReport {
        run: stats.seeds.run,
        failed: stats.seeds.failed,
        covering: stats.seeds.covering,
        followed: stats.seeds.followed,
    }
}

/// One line on seeds; empty if there are none.
pub(crate) fn line(stats: &Stats) -> String {
    let seeds = &stats.seeds;
    match seeds.run {
        0 => String::new(),
        run => format!(
            "  seeds: {}, each with a path of its own, {} failed, {} covered something first, \
             {} followed to the end\n",
            count(run, "input"),
            seeds.failed,
            seeds.covering,
            seeds.followed,
        ),
    }
}
