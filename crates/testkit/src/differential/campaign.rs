//! Compares many random programs, on all cores.

use super::{
    Disagreement, Effort, c, javascript, joins, microc, save, shrink, shrink_lines, trees,
};
use crate::configurations::Configuration;
use crate::{generate_js, parallel};
use sheaf_microc::ast::Program;
use sheaf_microc::generate::{Parameters, program};
use sheaf_microc::print;
use std::time::{Duration, Instant};

/// Time limit for shrinking a program.
const SHRINKING: Duration = Duration::from_secs(20);

/// Counts of a campaign.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// Programs tried.
    pub programs: u64,
    /// Programs that plain exploration completed.
    pub complete: u64,
    /// Test cases of plain explorations.
    pub tests: u64,
    /// Concrete runs that were compared.
    pub runs: u64,
    /// Merged states under all configurations.
    pub merged: u64,
    /// Programs that are certified without gaps.
    pub certified: u64,
    /// Runs that the machine of the checker has repeated.
    pub repeated: u64,
    /// Disagreements, one string per program: the seed, the question, and the smallest program.
    pub disagreements: Vec<String>,
}

impl Report {
    /// Adds the counts of one program.
    pub fn count(&mut self, compared: &microc::Compared) {
        self.programs += 1;
        self.complete += u64::from(compared.complete);
        self.tests += compared.tests;
        self.runs += compared.runs;
        self.merged += compared.merged;
        self.certified += u64::from(compared.certified);
    }

    /// Adds the counts and disagreements of another report.
    pub fn add(&mut self, other: Report) {
        self.programs += other.programs;
        self.complete += other.complete;
        self.tests += other.tests;
        self.runs += other.runs;
        self.merged += other.merged;
        self.certified += other.certified;
        self.repeated += other.repeated;
        self.disagreements.extend(other.disagreements);
    }
}

/// The extent of a campaign: its seeds, and possibly a deadline.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The first seed.
    pub first: u64,
    /// The number of seeds.
    pub count: u64,
    /// The time after which no further program is started.
    pub until: Option<Instant>,
}

/// The random microc program with a seed: in turn one of the generator with various parameters, one
/// of [`joins`], and a random tree.
pub fn microc_program(seed: u64) -> Program {
    let loops = [0.15, 0.5, 0.15][(seed / 2 % 3) as usize];
    let parameters = Parameters {
        for_loop_probability: loops,
        while_loop_probability: 0.65
            - loops
            - if (seed / 2).is_multiple_of(3) {
                0.4
            } else {
                0.0
            },
        max_depth: 1 + (seed / 6 % 3) as u32,
        max_top_statements: 4 + (seed / 18 % 7) as u32,
        max_block_statements: 2 + (seed / 4 % 4) as u32,
        error_guaranteed: seed % 8 == 2,
        divisions: seed.is_multiple_of(4),
    };
    match seed % 4 {
        0 | 2 => program(&parameters, seed),
        // An invalid program is reported by the tests of `joins`.
        1 => joins::program(seed).unwrap_or_default(),
        _ => trees::random_tree(seed),
    }
}

/// Compares random microc programs.
pub fn microc_programs(
    extent: &Extent,
    configurations: &[Configuration],
    effort: &Effort,
) -> Report {
    on_all_cores(extent, 1, |seed| {
        let program = microc_program(seed);
        let (compared, found) = microc::compare(&program, configurations, effort, seed);
        let mut report = Report::default();
        report.count(&compared);
        if let Some(first) = found.first() {
            let small = smallest(&program, first, configurations, effort, seed);
            report.disagreements.push(describe(&small, &found, seed));
        }
        report
    })
}

/// Compares random JavaScript programs.
pub fn javascript_programs(
    extent: &Extent,
    configurations: &[Configuration],
    effort: &Effort,
) -> Report {
    on_all_cores(extent, 1, |seed| {
        let text = generate_js::program(seed);
        let (compared, found) = javascript::compare(&text, seed, configurations, effort);
        let mut report = Report::default();
        report.count(&compared);
        report
            .disagreements
            .extend(describe_js(&text, &found, seed));
        report
    })
}

/// Compares concrete runs of random JavaScript programs with those of node.
pub fn javascript_runs(extent: &Extent) -> Report {
    on_all_cores(extent, javascript::BATCH, |first| {
        let seeds = first..first.wrapping_add(javascript::BATCH);
        let texts: Vec<String> = seeds.clone().map(generate_js::language::program).collect();
        let (runs, found) = javascript::compare_runs(&texts, first);
        let mut report = Report {
            programs: javascript::BATCH,
            runs,
            ..Report::default()
        };
        for ((seed, text), found) in seeds.zip(&texts).zip(found) {
            let Some(found) = found else { continue };
            let small = smallest_js(text, &found, seed);
            report
                .disagreements
                .extend(describe_js(&small, &[found], seed));
        }
        report
    })
}

/// The smallest program, with the same prelude, whose runs differ from those of node.
fn smallest_js(text: &str, found: &Disagreement, seed: u64) -> String {
    let prelude = generate_js::language::PRELUDE;
    let start = text.find(prelude).map_or(0, |at| at + prelude.len());
    let (prelude, statements) = text.split_at(start);
    let small = shrink_lines::shrink(statements, SHRINKING, |smaller| {
        let (_, other) = javascript::compare_runs(&[format!("{prelude}{smaller}")], seed);
        let mut other = other.into_iter().flatten();
        other.any(|other| other.question == found.question)
    });
    format!("{prelude}{small}")
}

/// Saves a JavaScript program with disagreements, if there are any.
fn describe_js(text: &str, found: &[Disagreement], seed: u64) -> Option<String> {
    let first = found.first()?;
    let place = match save::save(&format!("{seed}.js"), text, found) {
        Ok(path) => path.display().to_string(),
        Err(error) => format!("not saved: {error}"),
    };
    Some(format!(
        "seed {seed} ({place}): {}: {}",
        first.question, first.detail
    ))
}

/// Compares random C programs, in batches that are compiled together.
pub fn c_programs(extent: &Extent, configurations: &[Configuration], effort: &Effort) -> Report {
    on_all_cores(extent, c::BATCH, |seed| {
        c::compare(seed, configurations, effort)
    })
}

/// Calls `compare` with the first seed of each step.
fn on_all_cores(extent: &Extent, step: u64, compare: impl Fn(u64) -> Report + Sync) -> Report {
    let steps: Vec<u64> = (0..extent.count.div_ceil(step)).collect();
    let reports = parallel::collect(&steps, |number| {
        let late = extent.until.is_some_and(|until| Instant::now() >= until);
        let seed = extent.first.wrapping_add(number * step);
        (!late).then(|| compare(seed)).into_iter().collect()
    });
    let mut total = Report::default();
    reports.into_iter().for_each(|report| total.add(report));
    total
}

/// The source of the smallest program with the same disagreement.
fn smallest(
    program: &Program,
    first: &Disagreement,
    configurations: &[Configuration],
    effort: &Effort,
    seed: u64,
) -> Program {
    shrink::shrink(program, SHRINKING, |smaller| {
        let (_, found) = microc::compare(smaller, configurations, effort, seed);
        found.iter().any(|other| other.question == first.question)
    })
}

fn describe(small: &Program, found: &[Disagreement], seed: u64) -> String {
    let text = print::program(small);
    let place = match save::save(&format!("{seed}.uc"), &text, found) {
        Ok(path) => path.display().to_string(),
        Err(error) => format!("not saved: {error}"),
    };
    let first = found.first();
    let first = first.map(|found| format!("{}: {}", found.question, found.detail));
    format!(
        "microc program {seed} ({place}): {}\n{text}",
        first.unwrap_or_default()
    )
}
