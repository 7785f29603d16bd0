//! Statistics of loop summaries: as part of the JSON object, as a line below the verdict, and as
//! the table of `--explain loops`.

use crate::note::{About, Note};
use crate::place::{Place, SourceLine};
use crate::text::count;
use serde::Serialize;
use sheaf_engine::outcome::{LoopSummary, Outcome, Stats};
use sheaf_ir::Module;
use std::fmt::Write;

/// Totals of loop summaries.
#[derive(Serialize, Debug)]
pub(crate) struct SummaryReport {
    loops: u64,
    irregular: u64,
    endless: u64,
    dropped: u64,
}

/// A loop that paths reached.
#[derive(Serialize, Debug)]
pub(crate) struct LoopReport {
    #[serde(flatten)]
    place: SourceLine,
    #[serde(rename = "type")]
    class: u64,
    skipped: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The loops of the program's own functions.
pub(crate) fn reports(module: &Module, outcome: &Outcome) -> Vec<LoopReport> {
    let report = own(module, outcome).map(|place| LoopReport {
        place: SourceLine::new(module, place.func, place.loc),
        class: place.class,
        skipped: place.skipped,
        reason: place.reason.clone(),
    });
    report.collect()
}

fn own<'a>(module: &'a Module, outcome: &'a Outcome) -> impl Iterator<Item = &'a LoopSummary> {
    let places = outcome.stats.summaries.places.iter();
    places.filter(|place| module.funcs[place.func].user)
}

/// The part of the JSON object.
pub(crate) fn report(stats: &Stats) -> SummaryReport {
    let summaries = &stats.summaries;
    SummaryReport {
        loops: summaries.loops,
        irregular: summaries.irregular,
        endless: summaries.endless,
        dropped: summaries.dropped,
    }
}

/// One line on skipped iterations and dropped states; empty if there are none.
pub(crate) fn line(stats: &Stats) -> String {
    let mut parts = Vec::new();
    if stats.paths.summarized > 0 {
        let loops = count(stats.summaries.loops, "loop");
        let times = count(stats.paths.summarized, "time");
        parts.push(format!("iterations of {loops} skipped {times}"));
    }
    if stats.summaries.dropped > 0 {
        let states = count(stats.summaries.dropped, "state");
        parts.push(format!("{states} at loop heads dropped"));
    }
    match parts.is_empty() {
        true => String::new(),
        false => format!("  summaries: {}\n", parts.join(", ")),
    }
}

/// The table of `--explain loops`: the type of each loop, and how often iterations were skipped or
/// why they were not.
pub fn table(module: &Module, outcome: &Outcome) -> String {
    let mut text = String::new();
    for (place, what) in loops(module, outcome) {
        let _ = writeln!(text, "{}: {what}", module.describe(place.loc));
    }
    match text.is_empty() {
        true => "no loops\n".to_string(),
        false => text,
    }
}

/// A note for each loop.
pub(crate) fn notes(module: &Module, outcome: &Outcome) -> Vec<Note> {
    let note = |(it, what): (&LoopSummary, String)| {
        Note::line(About::Loop, Place::new(module, it.func, it.loc), what)
    };
    loops(module, outcome).map(note).collect()
}

/// The loops of the user's functions, and what is known of each.
fn loops<'a>(
    module: &'a Module,
    outcome: &'a Outcome,
) -> impl Iterator<Item = (&'a LoopSummary, String)> {
    own(module, outcome).map(|place| {
        let what = match &place.reason {
            Some(reason) => format!("executed without a summary: {reason}"),
            None => format!("skipped {}", count(place.skipped, "time")),
        };
        (place, format!("type {}, {what}", place.class))
    })
}
