//! Statistics of the links of the solver chain: as part of the JSON object, and as the table of
//! `--explain solver`.

use serde::Serialize;
use sheaf_engine::outcome::{LinkStats, Outcome, Stats};
use std::fmt::Write;

/// How a link answered the queries that reached it.
#[derive(Serialize, Debug)]
pub(crate) struct LinkReport {
    name: &'static str,
    asked: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
    passed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// The links, in the order of the chain.
pub(crate) fn links(stats: &Stats) -> Vec<LinkReport> {
    let report = |link: &LinkStats| LinkReport {
        name: link.name,
        asked: link.asked,
        sat: link.sat,
        unsat: link.unsat,
        unknown: link.unknown,
        passed: link.passed(),
        seconds: link.seconds.map(microseconds),
    };
    stats.solver_links.iter().map(report).collect()
}

/// Seconds rounded to microseconds.
fn microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// The links as a table. A query that a link answers is not passed on.
pub fn table(outcome: &Outcome) -> String {
    let mut text = "the solver chain\n".to_string();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "  {:<12}  {:>9}  {:>9}  {:>9}  {:>9}  {:>9}",
        "link", "asked", "sat", "unsat", "passed", "seconds"
    );
    for link in links(&outcome.stats) {
        let seconds = link
            .seconds
            .map_or("-".to_string(), |it| format!("{it:.3}"));
        let _ = write!(
            text,
            "  {:<12}  {:>9}  {:>9}  {:>9}  {:>9}  {seconds:>9}",
            link.name, link.asked, link.sat, link.unsat, link.passed
        );
        if link.unknown > 0 {
            let _ = write!(text, "  {} given up", link.unknown);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::tests::sample_outcome;

    #[test]
    fn links_are_shown_in_order() {
        let mut outcome = sample_outcome();
        let link = |name, asked, sat, unknown, seconds| LinkStats {
            name,
            asked,
            sat,
            unsat: 1,
            unknown,
            seconds,
        };
        outcome.stats.solver_links = vec![
            link("domain", 12, 6, 0, Some(0.25)),
            link("backend", 5, 2, 2, None),
        ];
        let expected = "\
the solver chain
  link              asked        sat      unsat     passed    seconds
  domain               12          6          1          5      0.250
  backend               5          2          1          0          -  2 given up
";
        assert_eq!(table(&outcome), expected);
    }
}
