//! What an index has done: as part of the JSON object, as the table of `--explain index`, and its
//! rows as CSV.

use crate::place::file_line_column;
use crate::text::count;
use serde::Serialize;
use sheaf_engine::outcome::{IndexMember, IndexRow, IndexTable, Outcome, Stats};
use sheaf_ir::Module;
use std::fmt::Write;

/// The maximum number of rows of a table that are printed; JSON and CSV have all.
const SHOWN_ROWS: usize = 8;

/// Totals of the index.
#[derive(Serialize, Debug)]
pub(crate) struct IndexReport {
    members: usize,
    tables: usize,
    asked: u64,
    outside: u64,
}

/// What `--explain index` tells in JSON: members before the tables that have them.
#[derive(Serialize, Debug)]
pub(crate) struct IndexDetails {
    members: Vec<MemberReport>,
    tables: Vec<TableReport>,
}

/// A value of interest, and who has grown it.
#[derive(Serialize, Debug)]
struct MemberReport {
    kind: &'static str,
    value: String,
    origin: String,
}

/// The tables of an operator at one place.
#[derive(Serialize, Debug)]
struct TableReport {
    operator: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    asked: u64,
    entries: u64,
    outside: u64,
    rows: Vec<RowReport>,
}

/// A row of a table.
#[derive(Serialize, Debug)]
struct RowReport {
    arguments: Vec<String>,
    /// Where each argument comes from; `None` for one that is no member.
    origins: Vec<Option<String>>,
    result: String,
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

/// All members, and the tables with their rows.
pub(crate) fn details(module: &Module, outcome: &Outcome) -> IndexDetails {
    let index = &outcome.stats.index;
    let members = index.members.iter().map(|member| MemberReport {
        kind: member.kind,
        value: member.value.clone(),
        origin: member.origin.clone(),
    });
    let tables = index.tables.iter().map(|table| {
        let (file, line, column) = file_line_column(module, table.loc);
        let row = |row: &IndexRow| RowReport {
            arguments: row.arguments.clone(),
            origins: row
                .arguments
                .iter()
                .map(|it| origin(&index.members, it))
                .collect(),
            result: row.result.clone(),
        };
        TableReport {
            operator: table.operator.clone(),
            file,
            line,
            column,
            asked: table.asked,
            entries: table.entries,
            outside: table.outside,
            rows: table.rows.iter().map(row).collect(),
        }
    });
    IndexDetails {
        members: members.collect(),
        tables: tables.collect(),
    }
}

/// Where an argument comes from.
fn origin(members: &[IndexMember], argument: &str) -> Option<String> {
    let member = members.iter().find(|member| member.value == argument);
    member.map(|member| member.origin.clone())
}

/// The rows of all tables as CSV (RFC 4180), with a line of names. Several arguments of a row, and
/// their origins, are separated by `; `.
pub fn csv(module: &Module, outcome: &Outcome) -> String {
    let mut text = "place,operator,asked,outside,arguments,origins,result\n".to_string();
    let index = &outcome.stats.index;
    for table in &index.tables {
        for row in &table.rows {
            let origins = row.arguments.iter();
            let origins = origins.map(|it| origin(&index.members, it).unwrap_or_default());
            let fields = [
                module.describe(table.loc),
                table.operator.clone(),
                table.asked.to_string(),
                table.outside.to_string(),
                row.arguments.join("; "),
                origins.collect::<Vec<_>>().join("; "),
                row.result.clone(),
            ];
            text.push_str(&fields.map(|it| field(&it)).join(","));
            text.push('\n');
        }
    }
    text
}

/// A field of CSV.
fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}

/// The table of `--explain index`: the tables by place with their first rows, and the members with
/// their origins.
pub fn table(module: &Module, outcome: &Outcome) -> String {
    let index = &outcome.stats.index;
    let mut text = String::new();
    for table in &index.tables {
        add_table(&mut text, module, table);
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

fn add_table(text: &mut String, module: &Module, table: &IndexTable) {
    let entries = match table.entries {
        0 => "merged into one value".to_string(),
        entries => count(entries, "different result"),
    };
    let outside = match table.outside {
        0 => String::new(),
        times => format!(", left {}", count(times, "time")),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{}: {}, asked {}, {entries}{outside}",
        module.describe(table.loc),
        table.operator,
        count(table.asked, "time"),
    );
    for row in table.rows.iter().take(SHOWN_ROWS) {
        let _ = writeln!(text, "  {} -> {}", row.arguments.join(", "), row.result);
    }
    if let more @ 1.. = table.rows.len().saturating_sub(SHOWN_ROWS) {
        let _ = writeln!(text, "  and {more} more");
    }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn fields_of_csv_are_quoted_where_they_must_be() {
        assert_eq!(field("0.25"), "0.25");
        assert_eq!(field("a, b"), "\"a, b\"");
        assert_eq!(field("\"--all\""), "\"\"\"--all\"\"\"");
    }
}
