//! Compares random programs for a given time, starting from an unused seed: `fuzz TIME [SEED
//! [PART]]`, with a time such as `10m`, under the configurations whose name contains PART.
//!
//! Prints progress, and each disagreement with the path of the saved program. The exit status is 1
//! if there was a disagreement, 2 on wrong usage.

use sheaf_testkit::configurations::{ALL, Configuration};
use sheaf_testkit::differential::Effort;
use sheaf_testkit::differential::campaign::{
    Extent, Report, c_programs, javascript_programs, microc_programs,
};
use sheaf_testkit::differential::javascript;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Seeds per step of a language.
const STEP: u64 = 96;

/// Time limit of a step.
const STEP_TIME: Duration = Duration::from_secs(30);

fn main() {
    // A solver that does not stop may still run on its thread.
    sheaf::exit::at_once(run())
}

fn run() -> u8 {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let time = words.first().map(|word| sheaf::units::duration(word));
    let seed = match words.get(1) {
        None => Some(fresh_seed()),
        Some(word) => word.parse().ok(),
    };
    match (time, seed) {
        (Some(Ok(time)), Some(seed)) if words.len() <= 3 => {
            let part = words.get(2).map_or("", String::as_str);
            let chosen = ALL.iter().filter(|it| it.name.contains(part));
            let chosen: Vec<Configuration> = chosen.copied().collect();
            fuzz(time, seed, &chosen)
        }
        (Some(Err(message)), _) => {
            eprintln!("fuzz: {message}");
            2
        }
        _ => {
            eprintln!("usage: fuzz TIME [SEED [PART]], for example: fuzz 10m");
            2
        }
    }
}

fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| time.as_millis() as u64 * 1000)
}

fn fuzz(time: Duration, seed: u64, configurations: &[Configuration]) -> u8 {
    let start = Instant::now();
    let end = start + time;
    let mut first = seed;
    let (mut microc, mut c) = (Report::default(), Report::default());
    let mut js = Report::default();
    println!("seeds from {seed}");
    while Instant::now() < end {
        let extent = || Extent {
            first,
            count: STEP,
            until: Some(end.min(Instant::now() + STEP_TIME)),
        };
        step(
            "microc",
            &mut microc,
            microc_programs(&extent(), configurations, &Effort::SMALL),
        );
        step(
            "C",
            &mut c,
            c_programs(&extent(), configurations, &Effort::SMALL),
        );
        step(
            "JavaScript",
            &mut js,
            javascript_programs(&extent(), configurations, &javascript::EFFORT),
        );
        first = first.wrapping_add(STEP);
        println!(
            "{:>5} s  microc: {}  C: {}  JavaScript: {}",
            start.elapsed().as_secs(),
            counts(&microc),
            counts(&c),
            counts(&js)
        );
    }
    let reports = [&microc, &c, &js];
    u8::from(reports.iter().any(|it| !it.disagreements.is_empty()))
}

/// Prints new disagreements and adds the counts to the total.
fn step(language: &str, total: &mut Report, report: Report) {
    for disagreement in &report.disagreements {
        println!("{language}: {disagreement}\n");
    }
    total.add(report);
}

fn counts(report: &Report) -> String {
    format!(
        "{} programs ({} explored completely), {} test cases, {} runs, {} states merged, {} disagreements",
        report.programs,
        report.complete,
        report.tests,
        report.runs,
        report.merged,
        report.disagreements.len()
    )
}
