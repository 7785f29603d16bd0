//! Statistics of path subsumption: as part of the JSON object, as a line below the verdict, and as
//! the table of `--explain subsume`.

use crate::grouped::Grouped;
use crate::note::{About, Note};
use crate::place::{Place, SourceLine};
use crate::text::count;
use serde::Serialize;
use sheaf_engine::outcome::{Outcome, Stats};
use sheaf_ir::Module;

/// The maximum length of a condition that is shown whole, in characters.
const MAX_CONDITION: usize = 160;

/// Totals of subsumption.
#[derive(Serialize, Debug)]
pub(crate) struct SubsumptionReport {
    made: u64,
    labels: u64,
    supposed: u64,
    dropped: u64,
    validated: u64,
}

/// The labels of a place: nothing can fail there if all conditions of one of them hold.
#[derive(Serialize, Debug)]
pub(crate) struct LabelsReport {
    #[serde(flatten)]
    place: SourceLine,
    labels: Vec<Vec<String>>,
}

/// The labels by place.
pub(crate) fn labels(module: &Module, outcome: &Outcome) -> Vec<LabelsReport> {
    let places = outcome.stats.subsumption.places.iter();
    let report = places.map(|place| LabelsReport {
        place: SourceLine::new(module, place.func, place.loc),
        labels: place.labels.clone(),
    });
    report.collect()
}

/// The part of the JSON object.
pub(crate) fn report(stats: &Stats) -> SubsumptionReport {
    let subsumption = &stats.subsumption;
    SubsumptionReport {
        made: subsumption.made,
        labels: subsumption.labels,
        supposed: subsumption.supposed,
        dropped: subsumption.dropped,
        validated: stats.validated,
    }
}

/// One line on dropped states; empty if there are none.
pub(crate) fn line(stats: &Stats) -> String {
    let validated = match stats.validated {
        0 => String::new(),
        number => format!("; {number} checked again"),
    };
    match stats.subsumption.made {
        0 => String::new(),
        made => format!(
            "  subsumption: {} dropped by {}, {} of them at loop heads{validated}\n",
            count(stats.paths.subsumed, "state"),
            count(made, "label"),
            stats.subsumption.supposed,
        ),
    }
}

/// The table of `--explain subsume`: the labels of each line. If one of them holds, nothing can
/// fail from there.
pub fn table(module: &Module, outcome: &Outcome) -> String {
    let notes = notes(module, outcome);
    if notes.is_empty() {
        return "no labels\n".to_string();
    }
    let heading = "nothing can fail where one of these conditions holds:\n";
    heading.to_string() + &Grouped::of(&notes).text()
}

/// A note for each label.
pub(crate) fn notes(module: &Module, outcome: &Outcome) -> Vec<Note> {
    let mut notes = Vec::new();
    for labelled in &outcome.stats.subsumption.places {
        let place = Place::new(module, labelled.func, labelled.loc);
        for label in &labelled.labels {
            let mut conditions: Vec<String> = label.iter().map(|it| shortened(it)).collect();
            conditions.sort();
            let text = match conditions.is_empty() {
                true => "always".to_string(),
                false => conditions.join(" and "),
            };
            notes.push(Note::line(About::Label, place.clone(), text));
        }
    }
    notes
}

fn shortened(condition: &str) -> String {
    match condition.char_indices().nth(MAX_CONDITION) {
        Some((at, _)) => format!("{}...", &condition[..at]),
        None => condition.to_string(),
    }
}
