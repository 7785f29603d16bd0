//! Statistics of path subsumption: as part of the JSON object, as a line below the verdict, and as
//! the table of `--explain subsume`.

use crate::text::count;
use serde::Serialize;
use sheaf_engine::outcome::{Outcome, Stats};
use sheaf_ir::Module;
use std::fmt::Write;

/// The maximum number of labels shown per line.
const MAX_SHOWN: usize = 5;

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
    let places = &outcome.stats.subsumption.places;
    if places.is_empty() {
        return "no labels\n".to_string();
    }
    let mut text = "nothing can fail where one of these conditions holds:\n".to_string();
    let mut last = None;
    for place in places {
        let header = module.describe(place.loc);
        if last.as_ref() != Some(&header) {
            let _ = writeln!(text, "  {header} in {}", module.funcs[place.func].name);
            last = Some(header);
        }
        for label in place.labels.iter().take(MAX_SHOWN) {
            let conditions: Vec<String> = label.iter().map(|it| shortened(it)).collect();
            let conditions = match conditions.is_empty() {
                true => "always".to_string(),
                false => conditions.join(" and "),
            };
            let _ = writeln!(text, "    {conditions}");
        }
        if place.labels.len() > MAX_SHOWN {
            let _ = writeln!(text, "    and {} more", place.labels.len() - MAX_SHOWN);
        }
    }
    text
}

fn shortened(condition: &str) -> String {
    match condition.char_indices().nth(MAX_CONDITION) {
        Some((at, _)) => format!("{}...", &condition[..at]),
        None => condition.to_string(),
    }
}
