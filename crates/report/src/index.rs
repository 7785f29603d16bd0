//! Statistics of the index: as part of the JSON object, and as the table of `--explain index`.

use crate::text::count;
use serde::Serialize;
use sheaf_engine::outcome::{Outcome, Stats};
use sheaf_ir::Module;
use std::fmt::Write;

/// Totals of the index.
#[derive(Serialize, Debug)]
pub(crate) struct IndexReport {
    members: usize,
    tables: usize,
    asked: u64,
    outside: u64,
}

/// The part of the JSON object.
pub(crate) fn report(stats: &Stats) -> IndexReport {
    let index = &stats.index;
    IndexReport {
        members: index.members.len(),
        tables: index.tables.len(),
        asked: index.tables.iter().map(|table| table.asked).sum(),
        outside: index.outside,
    }
}

/// The table of `--explain index`: the members with their origins, and the tables by place.
pub fn table(module: &Module, outcome: &Outcome) -> String {
    let index = &outcome.stats.index;
    let mut text = String::new();
    for table in &index.tables {
        let entries = match table.entries {
            0 => "merged into one value".to_string(),
            entries => count(entries, "different result"),
        };
        let _ = writeln!(
            text,
            "{}: {}, asked {}, {entries}",
            module.describe(table.loc),
            table.operator,
            count(table.asked, "time"),
        );
    }
    if index.tables.is_empty() {
        text.push_str("no table was asked\n");
    }
    let _ = writeln!(
        text,
        "{} ended outside of the index",
        count(index.outside, "path")
    );
    for member in &index.members {
        let _ = writeln!(
            text,
            "{}: {} ({})",
            member.kind, member.value, member.origin
        );
    }
    text
}
