//! What lines cost, in the format of callgrind, which `callgrind_annotate` and KCachegrind read, and
//! as a table of those that take longest.

use crate::place::SourceLine;
use serde::Serialize;
use sheaf_engine::outcome::{Cost, LineCost, Stats};
use sheaf_ir::Module;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The maximum number of rows of the table.
const ROWS: usize = 10;

/// The names of the columns, with their meaning.
const EVENTS: [(&str, &str); 5] = [
    ("Time", "Time (us)"),
    ("SolverTime", "Time in the solver chain (us)"),
    ("Queries", "Queries to the solver chain"),
    ("Forks", "Forks"),
    ("Instructions", "Instructions on all paths"),
];

/// The costs of each line of each function of each file.
type Lines<'a> = BTreeMap<&'a str, BTreeMap<&'a str, BTreeMap<u32, Cost>>>;

fn by_line<'a>(module: &'a Module, costs: &[LineCost]) -> Lines<'a> {
    let mut lines: Lines = BTreeMap::new();
    for LineCost { func, loc, cost } in costs {
        let place = loc.map(|loc| module.locs[loc]);
        let file = place.map_or("???", |loc| &*module.files[loc.file]);
        let functions = lines.entry(file).or_default();
        let function = functions.entry(&*module.funcs[*func].name).or_default();
        let line = place.map_or(0, |loc| loc.line);
        *function.entry(line).or_default() += *cost;
    }
    lines
}

/// The costs in the format of callgrind. `program` is the program as the user named it.
pub fn callgrind(module: &Module, program: &str, costs: &[LineCost]) -> String {
    let mut text = format!(
        "# callgrind format\nversion: 1\ncreator: sheaf {}\ncmd: {program}\npositions: line\n",
        env!("CARGO_PKG_VERSION")
    );
    // Writing to a string cannot fail.
    for (name, meaning) in EVENTS {
        let _ = writeln!(text, "event: {name} : {meaning}");
    }
    let names = EVENTS.map(|(name, _)| name);
    let mut sum = Cost::default();
    costs.iter().for_each(|line| sum += line.cost);
    let _ = writeln!(
        text,
        "events: {}\nsummary: {}",
        names.join(" "),
        numbers(&sum)
    );
    for (file, functions) in by_line(module, costs) {
        let _ = writeln!(text, "\nfl={file}");
        for (function, lines) in functions {
            let _ = writeln!(text, "fn={function}");
            for (line, cost) in lines {
                let _ = writeln!(text, "{line} {}", numbers(&cost));
            }
        }
    }
    text
}

fn numbers(cost: &Cost) -> String {
    let micros = |seconds: f64| (seconds * 1e6).round() as u64;
    format!(
        "{} {} {} {} {}",
        micros(cost.seconds),
        micros(cost.solver_seconds),
        cost.queries,
        cost.forks,
        cost.instructions
    )
}

/// What a line cost.
#[derive(Serialize, Debug)]
pub(crate) struct CostReport {
    #[serde(flatten)]
    place: SourceLine,
    seconds: f64,
    solver_seconds: f64,
    queries: u64,
    forks: u64,
    instructions: u64,
}

/// The lines, those that take longest first.
pub(crate) fn report(module: &Module, stats: &Stats) -> Vec<CostReport> {
    let micros = |seconds: f64| (seconds * 1e6).round() / 1e6;
    let lines = lines(module, stats).into_iter();
    let report = lines.map(|(place, cost)| CostReport {
        place,
        seconds: micros(cost.seconds),
        solver_seconds: micros(cost.solver_seconds),
        queries: cost.queries,
        forks: cost.forks,
        instructions: cost.instructions,
    });
    report.collect()
}

/// The costs of each line, those that take longest first.
fn lines(module: &Module, stats: &Stats) -> Vec<(SourceLine, Cost)> {
    let mut lines: Vec<(SourceLine, Cost)> = Vec::new();
    for LineCost { func, loc, cost } in &stats.profile {
        let place = SourceLine::new(module, *func, *loc);
        match lines.iter_mut().find(|(known, _)| *known == place) {
            Some((_, sum)) => *sum += *cost,
            None => lines.push((place, *cost)),
        }
    }
    lines.sort_by(|(_, a), (_, b)| b.seconds.total_cmp(&a.seconds));
    lines
}

/// The lines that take longest.
pub fn table(module: &Module, stats: &Stats) -> String {
    let lines = lines(module, stats);
    let all: f64 = lines.iter().map(|(_, cost)| cost.seconds).sum();
    let mut text =
        "where time goes\n      time   solver  queries    forks  instructions\n".to_string();
    // Writing to a string cannot fail.
    for (place, cost) in lines.iter().take(ROWS) {
        let _ = writeln!(
            text,
            "  {:>6.2} s {:>6.2} s {:>8} {:>8} {:>13}  {}",
            cost.seconds,
            cost.solver_seconds,
            cost.queries,
            cost.forks,
            cost.instructions,
            place.text()
        );
    }
    if lines.len() > ROWS {
        let _ = writeln!(text, "  and {} more lines", lines.len() - ROWS);
    }
    let other = (stats.seconds - all).max(0.0);
    let _ = writeln!(
        text,
        "  {other:>6.2} s for the rest: compilation, replays, choosing states"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::branching_module;
    use sheaf_ir::{FuncId, LocId};

    #[test]
    fn lines_are_summed() {
        let cost = Cost {
            instructions: 3,
            forks: 1,
            queries: 2,
            solver_seconds: 0.0000014,
            seconds: 0.5,
        };
        let line = |loc| LineCost {
            func: FuncId(0),
            loc: Some(LocId(loc)),
            cost,
        };
        let module = branching_module();
        let costs = [line(1), line(1), line(2)];
        let text = callgrind(&module, "a.c", &costs);
        let expected = "events: Time SolverTime Queries Forks Instructions\nsummary: 1500000 4 6 3 9\n\n\
                        fl=a.c\nfn=main\n2 1000000 3 4 2 6\n3 500000 1 2 1 3\n";
        assert!(text.ends_with(expected), "{text}");
        let stats = Stats {
            profile: costs.to_vec(),
            seconds: 2.0,
            ..Stats::default()
        };
        let table = table(&module, &stats);
        assert!(
            table.contains("1.00 s   0.00 s        4        2             6  a.c:2 in main\n"),
            "{table}"
        );
        assert!(table.contains("0.50 s for the rest"), "{table}");
    }
}
