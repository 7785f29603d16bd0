//! Statistics of merging: as part of the JSON object, as a line below the verdict, and as the table
//! of `--explain merge`.

use crate::note::{About, Note};
use crate::place::Place;
use crate::text::count;
use serde::Serialize;
use sheaf_engine::outcome::{MergePoint, Outcome, Refusal, Stats, ValueSummary};
use sheaf_ir::Module;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The widest value that the conditions beside a column of values are aligned by.
const WIDEST: usize = 24;

/// Totals of merging.
#[derive(Serialize, Debug)]
pub(crate) struct MergingReport {
    represented: f64,
    bound: bool,
    refused: BTreeMap<&'static str, u64>,
    summaries: SummariesReport,
    guard_nodes: u64,
}

#[derive(Serialize, Debug)]
struct SummariesReport {
    joined: u64,
    members: u64,
    largest: u64,
    overflowed: u64,
    sharing: f64,
    given_up: bool,
}

/// A merge point.
#[derive(Serialize, Debug)]
pub(crate) struct PointReport {
    #[serde(flatten)]
    place: Place,
    merged: u64,
    refused: BTreeMap<&'static str, u64>,
    cost: f64,
    differing: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    summaries: Vec<SummaryReport>,
}

/// The values of a variable.
#[derive(PartialEq, Serialize, Debug)]
struct SummaryReport {
    variable: String,
    values: Vec<GuardedReport>,
}

#[derive(PartialEq, Serialize, Debug)]
struct GuardedReport {
    condition: String,
    value: String,
}

/// The report of the whole exploration.
pub(crate) fn report(stats: &Stats) -> MergingReport {
    let merging = &stats.merging;
    MergingReport {
        represented: finite(merging.represented),
        bound: merging.bound,
        refused: by_name(&merging.refused),
        summaries: SummariesReport {
            joined: merging.summaries,
            members: merging.members,
            largest: merging.largest_summary,
            overflowed: merging.overflowed,
            sharing: hundredths(merging.sharing),
            given_up: merging.given_up,
        },
        guard_nodes: merging.guard_nodes,
    }
}

/// The merge points, sorted, with those summaries that are wanted.
pub(crate) fn points(module: &Module, outcome: &Outcome, wanted: &[Wanted]) -> Vec<PointReport> {
    let points = outcome.stats.merging.points.iter();
    let mut reports: Vec<PointReport> = points.map(|point| point_report(module, point)).collect();
    reports.sort_by(|a, b| a.place.order().cmp(&b.place.order()));
    for report in &mut reports {
        let place = report.place.clone();
        let accepts = |it: &SummaryReport| wanted.iter().any(|wanted| wanted.accepts(&place, it));
        report.summaries.retain(accepts);
    }
    reports
}

impl PointReport {
    /// What happened there, in a line.
    fn told(&self) -> String {
        let mut parts = vec![format!("merged {}", count(self.merged, "time"))];
        for (reason, times) in &self.refused {
            parts.push(format!("apart {} for {reason}", count(*times, "time")));
        }
        if self.cost > 0.0 {
            parts.push(format!("cost {:.1}", self.cost));
        }
        if !self.differing.is_empty() {
            parts.push(format!("differing: {}", self.differing.join(", ")));
        }
        parts.join("; ")
    }

    fn add(&mut self, other: PointReport) {
        self.merged += other.merged;
        for (reason, count) in other.refused {
            *self.refused.entry(reason).or_default() += count;
        }
        self.cost = self.cost.max(other.cost);
        let known = |it: &SummaryReport| self.summaries.contains(it);
        let new = other.summaries.into_iter().filter(|it| !known(it));
        let new: Vec<SummaryReport> = new.collect();
        self.summaries.extend(new);
        self.differing.extend(other.differing);
        self.differing.sort();
        self.differing.dedup();
    }
}

fn point_report(module: &Module, point: &MergePoint) -> PointReport {
    PointReport {
        place: Place::new(module, point.func, point.loc),
        merged: point.merged,
        refused: by_name(&point.refused),
        cost: hundredths(point.cost),
        differing: point.differing.clone(),
        summaries: point.summaries.iter().map(summary_report).collect(),
    }
}

fn summary_report(summary: &ValueSummary) -> SummaryReport {
    let values = summary.rows.iter();
    let values = values.map(|(condition, value)| GuardedReport {
        condition: condition.clone(),
        value: value.clone(),
    });
    SummaryReport {
        variable: summary.variable.clone(),
        values: values.collect(),
    }
}

fn by_name(refused: &[(Refusal, u64)]) -> BTreeMap<&'static str, u64> {
    let mut counts = BTreeMap::new();
    for (refusal, count) in refused {
        *counts.entry(refusal.name()).or_default() += count;
    }
    counts
}

/// Replaces infinity, which JSON does not have and a number of paths can reach.
fn finite(number: f64) -> f64 {
    number.clamp(0.0, f64::MAX)
}

fn hundredths(number: f64) -> f64 {
    let number = finite(number);
    if number > 1e13 {
        return number;
    }
    (number * 100.0).round() / 100.0
}

/// One line on merged states and joined values; empty if there are none.
pub(crate) fn line(stats: &Stats) -> String {
    let (paths, merging) = (&stats.paths, &stats.merging);
    let mut parts = Vec::new();
    if paths.merged > 0 {
        parts.push(format!(
            "merged: {}, representing {}{} paths",
            count(paths.merged, "state"),
            if merging.bound { "at most " } else { "" },
            number(merging.represented)
        ));
    }
    if merging.summaries > 0 {
        let given_up = if merging.given_up {
            ", given up for single paths"
        } else {
            ""
        };
        parts.push(format!(
            "summaries: {} of at most {} members{given_up}",
            count(merging.summaries, "joined value"),
            merging.largest_summary
        ));
    }
    if parts.is_empty() {
        return String::new();
    }
    format!("  {}\n", parts.join("; "))
}

/// A number of paths: exact if it is short.
fn number(paths: f64) -> String {
    if paths < 1e9 {
        format!("{paths:.0}")
    } else {
        format!("{:.1e}", finite(paths))
    }
}

/// The merge points as a table, a row for each line; `limit_cost` is the limit of the cost
/// estimates, if there were any.
pub fn table(module: &Module, outcome: &Outcome, limit_cost: Option<u32>) -> String {
    let points = by_line(points(module, outcome, &[]));
    if points.is_empty() {
        return "no two states reached the same merge point\n".to_string();
    }
    let cost = match limit_cost {
        Some(limit) => format!("cost (limit {limit})"),
        None => "cost".to_string(),
    };
    let head = ["place", "function", "merged", "refused", &cost, "differing"];
    let mut rows = vec![head.map(str::to_string)];
    rows.extend(points.iter().map(row));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: [usize; 6] = std::array::from_fn(|column| width(column).unwrap_or(0));
    let mut text = "merge points\n".to_string();
    for [place, function, merged, refused, cost, differing] in &rows {
        let [places, functions, numbers, refusals, costs, _] = widths;
        let line = format!(
            "  {place:places$}  {function:functions$}  {merged:>numbers$}  {refused:refusals$}  {cost:>costs$}  {differing}"
        );
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The value summaries of variables, by place: each value with the condition on which a variable
/// has it.
pub fn summaries(module: &Module, outcome: &Outcome, wanted: &Wanted) -> String {
    let all = by_line(points(module, outcome, &[Wanted::default()]));
    let mut text = String::new();
    for (point, summary) in
        summaries_of(&all).filter(|(point, it)| wanted.accepts(&point.place, it))
    {
        let [place, function, ..] = row(point);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {} at {place} in {function}", summary.variable);
        for row in summary.rows() {
            let _ = writeln!(text, "    {row}");
        }
    }
    let given_up = match outcome.stats.merging.given_up {
        true => ", until they were given up for single paths",
        false => "",
    };
    match text.is_empty() {
        true => format!(
            "no value summaries{}{given_up}{}\n",
            wanted.text(),
            wanted.others(&all)
        ),
        false => format!("value summaries{}{given_up}\n{text}", wanted.text()),
    }
}

/// All summaries with their points.
fn summaries_of(points: &[PointReport]) -> impl Iterator<Item = (&PointReport, &SummaryReport)> {
    let points = points.iter();
    points.flat_map(|point| point.summaries.iter().map(move |it| (point, it)))
}

/// Which value summaries are wanted: all, or those of a variable or a line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Wanted {
    /// The variable, if only one is wanted.
    pub variable: Option<String>,
    /// The line, likewise.
    pub line: Option<u32>,
}

impl Wanted {
    /// Whether the program has the variable, if one is wanted.
    pub fn is_known(&self, module: &Module) -> bool {
        let own = module.funcs.iter().filter(|func| func.user);
        let mut names = own.flat_map(|func| func.locals.iter().filter_map(|it| it.name.as_deref()));
        let wanted = self.variable.as_deref();
        wanted.is_none_or(|wanted| names.any(|name| name == wanted))
    }

    fn accepts(&self, place: &Place, summary: &SummaryReport) -> bool {
        let of = self.variable.as_ref();
        of.is_none_or(|it| *it == summary.variable)
            && (self.line.is_none() || self.line == place.line)
    }

    /// ` of z at line 3`.
    fn text(&self) -> String {
        let of = self.variable.as_ref();
        let of = of.map_or(String::new(), |it| format!(" of {it}"));
        let at = self
            .line
            .map_or(String::new(), |it| format!(" at line {it}"));
        of + &at
    }

    /// What there is instead: other lines of the variable, or other variables.
    fn others(&self, all: &[PointReport]) -> String {
        let of_variable = Wanted {
            line: None,
            ..self.clone()
        };
        let at = summaries_of(all).filter(|(point, it)| of_variable.accepts(&point.place, it));
        let lines: BTreeSet<u32> = at.filter_map(|(point, _)| point.place.line).collect();
        let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
        let names: BTreeSet<&str> = summaries_of(all).map(|(_, it)| &*it.variable).collect();
        let names: Vec<&str> = names.into_iter().collect();
        match (&lines[..], &names[..]) {
            ([], []) => String::new(),
            ([], names) => format!("; there are some of {}", names.join(", ")),
            ([line], _) => format!("; there are some at line {line}"),
            (lines, _) => format!("; there are some at lines {}", lines.join(", ")),
        }
    }
}

impl SummaryReport {
    /// Each value with its condition; those beside each other are aligned.
    fn rows(&self) -> impl Iterator<Item = String> {
        let widths = self.values.iter().map(|it| it.value.chars().count());
        let width = widths.filter(|it| *it <= WIDEST).max().unwrap_or(0);
        let values = self.values.iter();
        values.map(move |it| format!("{:width$}  if {}", it.value, it.condition))
    }
}

/// Notes for merge points in the user's functions, and for the value summaries there.
pub(crate) fn notes(module: &Module, outcome: &Outcome) -> Vec<Note> {
    let mut notes = Vec::new();
    for point in by_line(points(module, outcome, &[Wanted::default()])) {
        let place = &point.place;
        notes.push(Note::line(About::Merge, place.clone(), point.told()));
        notes.extend(point.summaries.iter().map(|summary| {
            Note {
                about: About::Values,
                place: place.clone(),
                text: [summary.variable.clone()]
                    .into_iter()
                    .chain(summary.rows())
                    .collect(),
            }
        }));
    }
    notes
}

/// Combines the merge points of a line of a function: the table has no source columns.
fn by_line(points: Vec<PointReport>) -> Vec<PointReport> {
    let mut lines: Vec<PointReport> = Vec::new();
    for point in points {
        let same = |line: &&mut PointReport| {
            let key = |it: &PointReport| {
                let Place {
                    file,
                    line,
                    function,
                    ..
                } = &it.place;
                (file.clone(), *line, function.clone())
            };
            key(line) == key(&point)
        };
        match lines.iter_mut().find(same) {
            Some(line) => line.add(point),
            None => lines.push(point),
        }
    }
    lines
}

fn row(point: &PointReport) -> [String; 6] {
    let place = match (&point.place.file, point.place.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => "-".to_string(),
    };
    let refusals = point.refused.iter();
    let refused: Vec<String> = refusals
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    let or_dash = |text: String| {
        if text.is_empty() {
            "-".to_string()
        } else {
            text
        }
    };
    [
        place,
        point.place.function.clone(),
        point.merged.to_string(),
        or_dash(refused.join(", ")),
        format!("{:.1}", point.cost),
        or_dash(point.differing.join(", ")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::branching_module;
    use crate::json::tests::sample_outcome;
    use sheaf_ir::{FuncId, LocId};

    fn outcome() -> Outcome {
        let mut outcome = sample_outcome();
        let point = |line, merged, refused: &[(Refusal, u64)], differing: &[&str]| MergePoint {
            func: FuncId(0),
            loc: Some(LocId(line)),
            merged,
            refused: refused.to_vec(),
            cost: 2.5 * f64::from(line),
            differing: differing.iter().map(ToString::to_string).collect(),
            summaries: Vec::new(),
        };
        let refused = [(Refusal::Cost, 12), (Refusal::Shape, 1)];
        outcome.stats.merging.points = vec![
            point(3, 0, &refused, &["x", "rest"]),
            point(1, 14, &[], &[]),
        ];
        outcome.stats.merging.represented = f64::INFINITY;
        outcome.stats.merging.bound = true;
        outcome.stats.paths.merged = 14;
        outcome
    }

    #[test]
    fn a_table_of_places() {
        let text = table(&branching_module(), &outcome(), Some(2));
        let expected = "merge points\n  \
                        place  function  merged  refused           cost (limit 2)  differing\n  \
                        a.c:2  main          14  -                            2.5  -\n  \
                        a.c:4  main           0  12 cost, 1 shape             7.5  x, rest\n";
        assert_eq!(text, expected);
        assert_eq!(
            table(&branching_module(), &sample_outcome(), None),
            "no two states reached the same merge point\n"
        );
    }

    #[test]
    fn places_of_one_line_are_one_row() {
        let point = |column, merged, cost, differing: &[&str]| PointReport {
            place: Place {
                function: "f".to_string(),
                file: Some("a.c".to_string()),
                line: Some(7),
                column: Some(column),
            },
            merged,
            refused: [("cost", 2)].into(),
            cost,
            differing: differing.iter().map(ToString::to_string).collect(),
            summaries: Vec::new(),
        };
        let lines = by_line(vec![
            point(1, 3, 1.0, &["x", "y"]),
            point(9, 4, 0.5, &["a", "x"]),
        ]);
        assert_eq!(lines.len(), 1);
        let expected = ["a.c:7", "f", "7", "4 cost", "1.0", "a, x, y"];
        assert_eq!(row(&lines[0]), expected.map(ToString::to_string));
    }

    #[test]
    fn a_line_of_what_happened() {
        let mut stats = outcome().stats;
        assert!(
            line(&stats).starts_with("  merged: 14 states, representing at most 1.8e308 paths\n")
        );
        stats.merging.represented = 4096.0;
        stats.merging.bound = false;
        stats.merging.summaries = 3;
        stats.merging.largest_summary = 5;
        let expected = "  merged: 14 states, representing 4096 paths; summaries: 3 joined values of at most 5 members\n";
        assert_eq!(line(&stats), expected);
        stats.merging.given_up = true;
        assert!(line(&stats).ends_with("of at most 5 members, given up for single paths\n"));
        assert_eq!(line(&Stats::default()), "");
    }

    #[test]
    fn numbers_are_finite_in_json() {
        let text = serde_json::to_string(&report(&outcome().stats)).unwrap();
        assert!(text.contains("\"represented\":1.79769"), "{text}");
    }
}
