//! Statistics of the index: as part of the JSON object, and as the table of `--explain index`.

use crate::text::count;
use serde::Serialize;
use sheaf_engine::outcome::{IndexMember, IndexTable, Outcome, Stats};
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

/// The tables and members of the index.
#[derive(Serialize, Debug)]
pub(crate) struct IndexDetails {
    tables: Vec<TableReport>,
    members: Vec<MemberReport>,
}

/// The tables of an operator at a place.
#[derive(Serialize, Debug)]
struct TableReport {
    file: Option<String>,
    line: Option<u32>,
    operator: String,
    asked: u64,
    /// Different results of the largest table; 0 if they are one value.
    entries: u64,
}

#[derive(Serialize, Debug)]
struct MemberReport {
    kind: &'static str,
    value: String,
    origin: String,
}

/// The tables and members of the index.
pub(crate) fn details(module: &Module, outcome: &Outcome) -> IndexDetails {
    let index = &outcome.stats.index;
    let table = |table: &IndexTable| {
        let loc = table.loc.map(|loc| module.locs[loc]);
        TableReport {
            file: loc.map(|loc| module.files[loc.file].to_string()),
            line: loc.map(|loc| loc.line),
            operator: table.operator.clone(),
            asked: table.asked,
            entries: table.entries,
        }
    };
    let member = |member: &IndexMember| MemberReport {
        kind: member.kind,
        value: member.value.clone(),
        origin: member.origin.clone(),
    };
    IndexDetails {
        tables: index.tables.iter().map(table).collect(),
        members: index.members.iter().map(member).collect(),
    }
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
