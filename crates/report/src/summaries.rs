//! Statistics of loop summaries: as part of the JSON object, as a line below the verdict, and as
//! the table of `--explain loops`.

use crate::text::count;
use serde::Serialize;
use sheaf_engine::outcome::{Outcome, Stats};
use sheaf_ir::Module;
use std::fmt::Write;

/// Totals of loop summaries.
#[derive(Serialize, Debug)]
pub(crate) struct SummaryReport {
    loops: u64,
    irregular: u64,
    endless: u64,
}

/// The part of the JSON object.
pub(crate) fn report(stats: &Stats) -> SummaryReport {
    let summaries = &stats.summaries;
    SummaryReport {
        loops: summaries.loops,
        irregular: summaries.irregular,
        endless: summaries.endless,
    }
}

/// One line on skipped iterations; empty if there are none.
pub(crate) fn line(stats: &Stats) -> String {
    match stats.paths.summarized {
        0 => String::new(),
        times => format!(
            "  summaries: iterations of {} skipped {}\n",
            count(stats.summaries.loops, "loop"),
            count(times, "time"),
        ),
    }
}

/// The table of `--explain loops`: the type of each loop, and how often iterations were skipped or
/// why they were not.
pub fn table(module: &Module, outcome: &Outcome) -> String {
    let places = &outcome.stats.summaries.places;
    let places = places.iter().filter(|place| module.funcs[place.func].user);
    let mut text = String::new();
    for place in places {
        let what = match &place.reason {
            Some(reason) => format!("executed without a summary: {reason}"),
            None => format!("skipped {}", count(place.skipped, "time")),
        };
        let place = format!("{}: type {}", module.describe(place.loc), place.class);
        let _ = writeln!(text, "{place}, {what}");
    }
    match text.is_empty() {
        true => "no loops\n".to_string(),
        false => text,
    }
}
