//! The techniques that took turns: as part of the JSON object, as a line below the verdict, and as
//! the table of `--explain strategy`.

use serde::Serialize;
use sheaf_engine::TECHNIQUES;
use sheaf_engine::outcome::{Share, Stats};
use std::fmt::Write;

/// Steps of work in a second, roughly.
const STEPS_PER_SECOND: f64 = 1e7;

/// What one technique has taken.
#[derive(Serialize, Debug)]
pub(crate) struct ShareReport {
    technique: String,
    work: u64,
    seconds: f64,
    spared: u64,
    result: &'static str,
}

/// The part of the JSON object.
pub(crate) fn report(stats: &Stats) -> Vec<ShareReport> {
    let report = |share: &Share| ShareReport {
        technique: share.technique.clone(),
        work: share.work,
        seconds: (share.seconds * 1000.0).round() / 1000.0,
        spared: share.spared,
        result: result(share),
    };
    stats.shares.iter().map(report).collect()
}

fn result(share: &Share) -> &'static str {
    match (share.decided, share.ended) {
        (true, _) => "verdict",
        (false, true) => "ended",
        (false, false) => "stopped",
    }
}

/// One line if another technique than plain exploration gave the verdict.
pub(crate) fn line(stats: &Stats) -> String {
    let decided = stats.shares.iter().find(|share| share.decided);
    match decided.filter(|share| stats.shares.first() != Some(share)) {
        Some(share) => format!("  explored completely by: {}\n", option(share)),
        None => String::new(),
    }
}

/// The option that selects a technique alone.
fn option(share: &Share) -> String {
    let name = share.technique.as_str();
    let row = TECHNIQUES.iter().find(|it| it.name == name);
    let option = row.map_or(name, |it| it.option);
    match name {
        "merge" => format!("{option} aggressive"),
        "index" => format!("{option} floats,doubles,long-doubles"),
        _ => option.to_string(),
    }
}

/// The table of `--explain strategy`.
pub fn table(stats: &Stats) -> String {
    if stats.shares.is_empty() {
        return "one technique explored the program; see `--strategy`\n".to_string();
    }
    let mut text = format!(
        "{:<20} {:>8} {:>8} {:>10}  result\n",
        "technique", "work (s)", "time (s)", "spared"
    );
    for share in &stats.shares {
        let _ = writeln!(
            text,
            "{:<20} {:>8.2} {:>8.2} {:>10}  {}",
            option(share),
            share.work as f64 / STEPS_PER_SECOND,
            share.seconds,
            share.spared,
            match result(share) {
                "verdict" => "explored everything: gave the verdict",
                "ended" => "ended, but left something out",
                _ => "not finished",
            },
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_technique_of_the_verdict_is_named() {
        let plain = Share {
            technique: "plain".to_string(),
            work: 10_000_000,
            ..Share::default()
        };
        let labels = Share {
            technique: "subsume".to_string(),
            decided: true,
            ended: true,
            spared: 7,
            ..plain.clone()
        };
        let mut stats = Stats::default();
        assert_eq!(line(&stats), "");
        stats.shares = vec![plain, labels];
        assert_eq!(line(&stats), "  explored completely by: --subsume\n");
        let table = table(&stats);
        assert!(table.contains("--strategy plain         1.00"), "{table}");
        assert!(table.contains("7  explored everything"), "{table}");
        assert_eq!(report(&stats)[1].result, "verdict");
    }
}
