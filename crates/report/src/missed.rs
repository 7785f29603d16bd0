//! Unexplored parts, mostly for an incomplete outcome: endless loops, places where states wait, loops that
//! forked most, and lines that were never reached. As lines below the verdict, as the table of
//! `--explain missed`, and as part of the JSON object.

use crate::barriers::{Barriers, barriers};
use crate::coverage::by_file;
use crate::inputs::{InputReport, input_report};
use crate::place::SourceLine;
use crate::shape;
use serde::Serialize;
use sheaf_engine::outcome::{EndlessLoop, Input, MissedPlace, Outcome};
use sheaf_ir::Module;
use std::fmt::Write;

/// The maximum number of rows of each part of the table.
const ROWS: usize = 20;

/// The maximum number of ranges in the line below a verdict.
const RANGES: usize = 8;

/// Unexplored parts.
#[derive(Serialize, Debug)]
pub(crate) struct MissedReport {
    endless: Vec<EndlessReport>,
    waiting: Vec<SourceLineReport>,
    loops: Vec<SourceLineReport>,
    unreached: Vec<LinesReport>,
    /// If wanted.
    #[serde(flatten)]
    barriers: Option<Barriers>,
}

#[derive(Serialize, Debug)]
struct EndlessReport {
    #[serde(flatten)]
    place: SourceLine,
    certain: bool,
    inputs: Vec<InputReport>,
}

#[derive(Serialize, Debug)]
struct SourceLineReport {
    #[serde(flatten)]
    place: SourceLine,
    states: u64,
}

#[derive(Serialize, Debug)]
struct LinesReport {
    file: String,
    lines: Vec<u32>,
}

/// The report of all unexplored parts.
pub(crate) fn report(module: &Module, outcome: &Outcome) -> MissedReport {
    let inputs = |inputs: &[Input]| {
        let inputs = inputs.iter();
        inputs.map(|input| input_report(module, input)).collect()
    };
    let endless = outcome.missed.endless.iter().map(|endless| EndlessReport {
        place: SourceLine::new(module, endless.func, endless.loc),
        certain: endless.certain,
        inputs: inputs(endless.inputs.inputs.as_slice()),
    });
    MissedReport {
        endless: endless.collect(),
        waiting: by_line(module, &outcome.missed.waiting),
        loops: by_line(module, &outcome.missed.loops),
        unreached: unreached(module, outcome),
        barriers: None,
    }
}

/// The same with what stands before branches that were never taken.
pub(crate) fn detailed_report(module: &Module, outcome: &Outcome) -> MissedReport {
    MissedReport {
        barriers: Some(barriers(module, &outcome.coverage)),
        ..report(module, outcome)
    }
}

/// Combines the places of a line, in the order of the first of them.
fn by_line(module: &Module, places: &[MissedPlace]) -> Vec<SourceLineReport> {
    let mut lines: Vec<SourceLineReport> = Vec::new();
    for missed in places {
        let place = SourceLine::new(module, missed.func, missed.loc);
        match lines.iter_mut().find(|line| line.place == place) {
            Some(line) => line.states += missed.count,
            None => lines.push(SourceLineReport {
                place,
                states: missed.count,
            }),
        }
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.states));
    lines
}

fn unreached(module: &Module, outcome: &Outcome) -> Vec<LinesReport> {
    let files = by_file(module, &outcome.coverage).into_iter();
    let report = |(file, coverage): (_, crate::coverage::FileCoverage)| {
        let lines = coverage.lines.into_iter().filter(|(_, covered)| !covered);
        LinesReport {
            file: module.files[file].to_string(),
            lines: lines.map(|(line, _)| line).collect(),
        }
    };
    files
        .map(report)
        .filter(|report| !report.lines.is_empty())
        .collect()
}

/// At most five lines below a verdict.
pub fn lines(module: &Module, outcome: &Outcome) -> String {
    let report = report(module, outcome);
    let mut lines = Vec::new();
    lines.extend(
        outcome
            .missed
            .endless
            .iter()
            .take(1)
            .map(|it| endless(module, it)),
    );
    let all = total(&report.waiting);
    for SourceLineReport { place, states } in report.waiting.iter().take(2) {
        let place = place.text();
        lines.push(format!(
            "{} of the states wait at {place}",
            percent(*states, all)
        ));
    }
    let all = total(&report.loops);
    if let Some(SourceLineReport { place, states }) = report
        .loops
        .first()
        .filter(|_| outcome.stats.paths.set_aside > 0)
    {
        let place = place.text();
        let share = percent(*states, all.max(outcome.stats.forks));
        lines.push(format!(
            "{share} of the forks happened in the loop at {place}"
        ));
    }
    let ranges: Vec<String> = report
        .unreached
        .iter()
        .flat_map(|lines| {
            lines
                .ranges()
                .map(|range| format!("{}:{range}", lines.file))
        })
        .collect();
    if !ranges.is_empty() {
        let more = match ranges.len().saturating_sub(RANGES) {
            0 => String::new(),
            more => format!(" and {more} more ranges"),
        };
        let shown = ranges
            .into_iter()
            .take(RANGES)
            .collect::<Vec<_>>()
            .join(", ");
        lines.push(format!("never reached: {shown}{more}"));
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

fn total(places: &[SourceLineReport]) -> u64 {
    places.iter().map(|place| place.states).sum()
}

fn percent(part: u64, all: u64) -> String {
    match part * 100 / all.max(1) {
        0 => "less than 1 %".to_string(),
        share => format!("{share} %"),
    }
}

impl LinesReport {
    /// The lines as ranges, `3-5`.
    fn ranges(&self) -> impl Iterator<Item = String> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for line in &self.lines {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == *line => *last = *line,
                _ => ranges.push((*line, *line)),
            }
        }
        ranges.into_iter().map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        })
    }
}

/// A line below the verdict `safe` if a loop certainly never ends for some inputs.
pub fn endless_line(module: &Module, outcome: &Outcome) -> String {
    let mut loops = outcome.missed.endless.iter();
    let certain = loops.find(|it| it.certain);
    certain.map_or_else(String::new, |it| {
        format!("  {}; nothing fails there\n", endless(module, it))
    })
}

/// An endless loop, with the inputs that lead to it.
fn endless(module: &Module, endless: &EndlessLoop) -> String {
    let place = SourceLine::new(module, endless.func, endless.loc).text();
    let inputs = shape::lines(module, &endless.inputs.inputs).join(", ");
    let with = match inputs.is_empty() {
        true => String::new(),
        false => format!(", with {inputs}"),
    };
    match endless.certain {
        true => format!("endless: the loop at {place} repeats itself{with}"),
        false => {
            format!("maybe endless: one path spent most of the time in the loop at {place}{with}")
        }
    }
}

/// All parts as text, with a limited number of rows each.
pub fn table(module: &Module, outcome: &Outcome) -> String {
    let report = report(module, outcome);
    let mut text = "what was missed\n".to_string();
    for one in outcome.missed.endless.iter().take(ROWS) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {}", endless(module, one));
    }
    for (title, places) in [
        ("waiting states", &report.waiting),
        ("forks, by loop", &report.loops),
    ] {
        if places.is_empty() {
            continue;
        }
        let _ = writeln!(text, "  {title}");
        for SourceLineReport { place, states } in places.iter().take(ROWS) {
            let _ = writeln!(text, "    {states:>10}  {}", place.text());
        }
        if places.len() > ROWS {
            let _ = writeln!(text, "    and {} more places", places.len() - ROWS);
        }
    }
    let barriers = barriers(module, &outcome.coverage).barriers;
    if !barriers.is_empty() {
        text.push_str("  never passed, with the number of branches behind\n");
    }
    for barrier in barriers.iter().take(ROWS) {
        let _ = writeln!(text, "    {:>10}  {}", barrier.behind.len(), barrier.text());
    }
    if !report.unreached.is_empty() {
        text.push_str("  lines never reached\n");
    }
    for file in &report.unreached {
        let ranges: Vec<String> = file.ranges().collect();
        let _ = writeln!(text, "    {}:{}", file.file, ranges.join(","));
    }
    if text.lines().count() == 1 {
        return "nothing was missed\n".to_string();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::branching_module;
    use crate::json::tests::sample_outcome;
    use sheaf_engine::outcome::Missed;
    use sheaf_ir::{FuncId, LocId};

    fn outcome() -> Outcome {
        let mut outcome = sample_outcome();
        let place = |line, count| MissedPlace {
            func: FuncId(0),
            loc: Some(LocId(line)),
            count,
        };
        outcome.missed = Missed {
            waiting: vec![place(1, 70), place(2, 29), place(3, 1)],
            loops: vec![place(1, 99)],
            endless: vec![EndlessLoop {
                func: FuncId(0),
                loc: Some(LocId(1)),
                certain: true,
                inputs: outcome.findings[0].inputs.clone(),
            }],
        };
        outcome.stats.forks = 100;
        outcome.stats.paths.set_aside = 100;
        outcome
    }

    #[test]
    fn five_lines() {
        let text = lines(&branching_module(), &outcome());
        let expected = "  endless: the loop at a.c:2 in main repeats itself, with x = -2147483648 (i32)\n  \
                        70 % of the states wait at a.c:2 in main\n  \
                        29 % of the states wait at a.c:3 in main\n  \
                        99 % of the forks happened in the loop at a.c:2 in main\n  \
                        never reached: a.c:4\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_table() {
        let text = table(&branching_module(), &outcome());
        assert!(
            text.contains("  waiting states\n            70  a.c:2 in main\n"),
            "{text}"
        );
        assert!(
            text.ends_with("  lines never reached\n    a.c:4\n"),
            "{text}"
        );
    }

    #[test]
    fn lines_are_joined_to_ranges() {
        let lines = LinesReport {
            file: "a.c".to_string(),
            lines: vec![3, 4, 5, 9, 11, 12],
        };
        assert!(lines.ranges().eq(["3-5", "9", "11-12"]));
    }
}
