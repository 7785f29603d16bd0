//! A suite as text for a terminal: its tests, what each adds, and the total coverage.

use super::{Suite, Test};
use crate::coverage::{FileCoverage, Ratio, Summary, by_file};
use crate::shape;
use crate::text::count;
use sheaf_ir::Module;
use std::fmt::Write;

/// The maximum number of characters shown of a test's inputs.
const INPUTS_WIDTH: usize = 60;
/// The maximum number of tests, and of functions per file, that are shown; `run.json` has all.
const SHOWN: usize = 40;
/// The maximum number of ranges shown of uncovered lines.
const SHOWN_RANGES: usize = 20;

/// The tests with the coverage that they add, a table of coverage by file and function, and the
/// uncovered lines.
pub fn summary(module: &Module, suite: &Suite) -> String {
    let mut text = headline(suite);
    for test in suite.tests.iter().take(SHOWN) {
        text.push_str(&test_line(module, test));
    }
    text.push_str(&more(suite.tests.len(), "test"));
    let files = by_file(module, &suite.coverage);
    let files: Vec<(&str, &FileCoverage)> = files
        .iter()
        .map(|(file, covered)| (&*module.files[*file], covered))
        .collect();
    text.push_str(&table(&files));
    for (name, file) in files {
        let ranges = uncovered(file);
        if !ranges.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  not covered: {name}: {ranges}");
        }
    }
    text
}

fn headline(suite: &Suite) -> String {
    let revealing = suite.tests.iter().filter(|test| test.reveals).count();
    let reveal = match revealing {
        0 => String::new(),
        1 => ", 1 reveals a failure".to_string(),
        more => format!(", {more} reveal failures"),
    };
    let tests = count(suite.tests.len() as u64, "test");
    format!("{tests} chosen from {}{reveal}\n", suite.offered)
}

/// A line with the number of items that are not shown.
fn more(all: usize, noun: &str) -> String {
    match all.saturating_sub(SHOWN) {
        0 => String::new(),
        hidden => format!(
            "  ... and {}, see run.json\n",
            count(hidden as u64, &format!("more {noun}"))
        ),
    }
}

fn test_line(module: &Module, test: &Test) -> String {
    let branches = test.adds.iter().filter(|goal| goal.is_branch()).count() as u64;
    let lines = test.adds.len() as u64 - branches;
    let inputs = shape::lines(module, &test.case.inputs.shown());
    let inputs = match inputs.is_empty() {
        true => "no inputs".to_string(),
        false => cut(&inputs.join(", "), INPUTS_WIDTH),
    };
    let adds = format!("+{branches} branches +{lines} lines");
    format!("  {:<11} {adds:<24} {inputs}\n", test.name)
}

fn cut(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

/// A row for each file and, below it, for each of its functions.
fn table(files: &[(&str, &FileCoverage)]) -> String {
    let mut rows = Vec::new();
    for (name, file) in files {
        rows.push((format!("  {name}"), file.summary()));
        // If there are many, those that are not covered, in their order.
        let many = file.functions.len() > SHOWN;
        let functions = file
            .functions
            .iter()
            .filter(|it| !many || !it.summary.is_complete());
        for function in functions.take(SHOWN) {
            rows.push((format!("    {}", function.name), function.summary));
        }
        if many {
            let all = format!("    ... {} functions in all", file.functions.len());
            rows.push((all, Summary::default()));
        }
    }
    let width = rows.iter().map(|(name, _)| name.chars().count()).max();
    let width = width.unwrap_or(0).max("coverage".len());
    let of_lines = rows.iter().map(|(_, summary)| ratio(summary.lines).len());
    let of_lines = of_lines.max().unwrap_or(0).max("lines".len());
    let mut text = format!("{:<width$}  {:<of_lines$}  branches\n", "coverage", "lines");
    for (name, Summary { lines, branches }) in rows {
        let row = format!(
            "{name:<width$}  {:<of_lines$}  {}",
            ratio(lines),
            ratio(branches)
        );
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}

/// `7 of 8 (87%)`, rounded down, so that only full coverage is 100; empty if there is nothing to
/// cover.
fn ratio(ratio: Ratio) -> String {
    match (100 * ratio.covered).checked_div(ratio.total) {
        Some(percent) => format!("{} of {} ({percent}%)", ratio.covered, ratio.total),
        None => String::new(),
    }
}

/// The lines that were not executed, as `3, 7-9`: a range may span lines without code.
fn uncovered(file: &FileCoverage) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    let mut open = false;
    for (line, executed) in &file.lines {
        match ranges.last_mut() {
            _ if *executed => open = false,
            Some((_, last)) if open => *last = *line,
            _ => {
                ranges.push((*line, *line));
                open = true;
            }
        }
    }
    let names = ranges
        .iter()
        .take(SHOWN_RANGES)
        .map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        });
    let names = names.collect::<Vec<_>>().join(", ");
    match ranges.len().saturating_sub(SHOWN_RANGES) {
        0 => names,
        hidden => format!("{names} and {}", count(hidden as u64, "more range")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::{branching_module, first_target};
    use crate::suite::Builder;
    use crate::suite::tests::case;

    #[test]
    fn a_suite_of_one_test() {
        let module = branching_module();
        let mut builder = Builder::new(&module);
        builder.offer(case(), false, &first_target());
        builder.offer(case(), true, &first_target());
        let text = summary(&module, &builder.finish());
        let expected = "1 test chosen from 1, 1 reveals a failure\n  \
                        finding-1   +1 branches +2 lines     no inputs\n\
                        coverage  lines         branches\n  \
                        a.c     2 of 3 (66%)  1 of 2 (50%)\n    \
                        main  2 of 3 (66%)  1 of 2 (50%)\n  \
                        not covered: a.c: 4\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn ranges_of_lines() {
        let lines = [(1, false), (2, true), (4, false), (6, false), (7, true)];
        let file = FileCoverage {
            lines: lines.into(),
            ..FileCoverage::default()
        };
        assert_eq!(uncovered(&file), "1, 4-6");
        assert_eq!(
            ratio(Ratio {
                covered: 199,
                total: 200
            }),
            "199 of 200 (99%)"
        );
        let every_other = FileCoverage {
            lines: (0..60).map(|line| (line, line % 2 == 0)).collect(),
            ..FileCoverage::default()
        };
        let shown = uncovered(&every_other);
        assert!(shown.ends_with("37, 39 and 10 more ranges"), "{shown}");
        assert_eq!(ratio(Ratio::default()), "");
        assert_eq!(cut("äöü", 2), "äö...");
    }
}
