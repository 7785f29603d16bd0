//! Compares random programs for a given time, starting from an unused seed: `fuzz TIME [SEED [PART
//! [LANGUAGE]]]`, with a time such as `10m`, under the configurations whose name contains PART, in
//! one language (`microc`, `c`, `js`) or in all of them. `node` compares concrete runs of
//! JavaScript programs with node, and nothing else.
//!
//! Prints progress, and each disagreement with the path of the saved program. The exit status is 1
//! if there was a disagreement, 2 on wrong usage.

use sheaf_testkit::configurations::{ALL, Configuration};
use sheaf_testkit::differential::Effort;
use sheaf_testkit::differential::campaign::{
    Extent, Report, c_programs, javascript_programs, javascript_runs, microc_programs,
};
use sheaf_testkit::differential::javascript;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Seeds per step of a language.
const STEP: u64 = 96;

/// What is compared, in the order of the steps.
const LANGUAGES: [&str; 4] = ["microc", "c", "js", "node"];

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
        (Some(Ok(time)), Some(seed)) if languages(&words).is_some() => {
            let part = words.get(2).map_or("", String::as_str);
            let chosen = ALL.iter().filter(|it| it.name.contains(part));
            let chosen: Vec<Configuration> = chosen.copied().collect();
            fuzz(time, seed, &chosen, languages(&words).unwrap_or(&LANGUAGES))
        }
        (Some(Err(message)), _) => {
            eprintln!("fuzz: {message}");
            2
        }
        _ => {
            eprintln!(
                "usage: fuzz TIME [SEED [PART [microc|c|js|node]]], for example: fuzz 10m 1 cdse c"
            );
            2
        }
    }
}

/// The languages that the command line names; `None` if it is not understood.
fn languages(words: &[String]) -> Option<&'static [&'static str]> {
    match words {
        [_, _, _, language] => {
            let at = LANGUAGES.iter().position(|it| it == language)?;
            LANGUAGES.get(at..=at)
        }
        [_, _, _, _, ..] => None,
        _ => Some(&LANGUAGES),
    }
}

fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| time.as_millis() as u64 * 1000)
}

fn fuzz(time: Duration, seed: u64, chosen: &[Configuration], languages: &[&str]) -> u8 {
    let start = Instant::now();
    let end = start + time;
    let mut first = seed;
    let mut totals: Vec<Report> = languages.iter().map(|_| Report::default()).collect();
    println!("seeds from {seed}");
    while Instant::now() < end {
        for (language, total) in languages.iter().zip(&mut totals) {
            let extent = Extent {
                first,
                count: STEP,
                until: Some(end.min(Instant::now() + STEP_TIME)),
            };
            step(language, total, compare(language, &extent, chosen));
        }
        first = first.wrapping_add(STEP);
        let counts: Vec<String> = languages.iter().zip(&totals).map(counts).collect();
        println!("{:>5} s  {}", start.elapsed().as_secs(), counts.join("  "));
    }
    u8::from(totals.iter().any(|it| !it.disagreements.is_empty()))
}

fn compare(language: &str, extent: &Extent, chosen: &[Configuration]) -> Report {
    match language {
        "microc" => microc_programs(extent, chosen, &Effort::SMALL),
        "c" => c_programs(extent, chosen, &Effort::SMALL),
        "node" => javascript_runs(extent),
        _ => javascript_programs(extent, chosen, &javascript::EFFORT),
    }
}

/// Prints new disagreements and adds the counts to the total.
fn step(language: &str, total: &mut Report, report: Report) {
    for disagreement in &report.disagreements {
        println!("{language}: {disagreement}\n");
    }
    total.add(report);
}

fn counts((language, report): (&&str, &Report)) -> String {
    format!(
        "{language}: {} programs ({} explored completely, {} certified), {} test cases, {} runs ({} by the checker of certificates), {} states merged, {} disagreements",
        report.programs,
        report.complete,
        report.certified,
        report.tests,
        report.runs,
        report.repeated,
        report.merged,
        report.disagreements.len()
    )
}
