//! Segments of random programs against runs of the same pieces.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use sheaf_engine::machine::Settings;
use sheaf_engine::path::PathCondition;
use sheaf_engine::segment::{PathSummary, Segment, Slot};
use sheaf_engine::{Program, Value};
use sheaf_models::microc::INTRINSICS;
use sheaf_testkit::differential::campaign::microc_program;
use sheaf_testkit::differential::exploration::plain;
use sheaf_testkit::differential::segments::{Compared, compare};
use sheaf_testkit::differential::{Effort, c};
use sheaf_testkit::generate_c::Mode;

/// Compares the pieces of programs with these seeds, after applying `change`; seeds without a
/// program are skipped. Returns the counts and every disagreement.
fn compare_all(
    seeds: u64,
    load: impl Fn(u64) -> Option<Program>,
    change: &dyn Fn(&mut Segment),
) -> (Compared, Vec<String>) {
    let settings = Settings::new(&plain(&Effort::SMALL));
    let mut all = Compared::default();
    let mut disagreements = Vec::new();
    for seed in 0..seeds {
        let Some(program) = load(seed) else { continue };
        let mut rng = SmallRng::seed_from_u64(seed);
        let (compared, found) = compare(&program, &settings, &mut rng, change);
        all.add(compared);
        let found = found.into_iter();
        disagreements.extend(found.map(|it| format!("{seed}: {}: {}", it.question, it.detail)));
    }
    (all, disagreements)
}

fn microc(seed: u64) -> Option<Program> {
    let module = sheaf_microc::load_program("random.uc", &microc_program(seed)).ok()?;
    Program::new(module, INTRINSICS).ok()
}

fn c(seed: u64) -> Option<Program> {
    let mode = match seed % 3 {
        0 => Mode::Closed,
        _ => Mode::Open,
    };
    c::program(mode, seed).ok()
}

#[test]
fn segments_of_microc_programs_are_what_runs_do() {
    let (all, disagreements) = compare_all(320, microc, &|_| {});
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
    assert!(
        all.exact > all.paths / 2 && all.predicted > all.runs / 2,
        "{all:?}"
    );
    assert!(
        all.other_values > 800 && all.failures > 30 && all.writes > 40,
        "{all:?}"
    );
}

#[test]
fn segments_of_c_programs_are_what_runs_do() {
    let (all, disagreements) = compare_all(48, c, &|_| {});
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
    // Jumps to earlier calls and to computed labels end a segment.
    assert!(
        all.exact > all.paths / 5 && all.predicted > all.runs / 2,
        "{all:?}"
    );
    assert!(
        all.other_values > 800 && all.failures > 40 && all.writes > 300,
        "{all:?}"
    );
}

/// The harness detects segments that leave something out or predict something wrong.
#[test]
fn wrong_segments_are_found_out() {
    let is_found = |change: &dyn Fn(&mut Segment)| {
        let (_, disagreements) = compare_all(160, microc, change);
        !disagreements.is_empty()
    };
    assert!(!is_found(&|_| {}));
    assert!(is_found(&|segment| segment.paths.truncate(1)));
    let paths = |segment: &mut Segment, change: &dyn Fn(&mut PathSummary)| {
        segment.paths.iter_mut().for_each(change);
    };
    let is_memory = |slot: &Slot| matches!(slot, Slot::Memory(_));
    assert!(is_found(&|segment| paths(segment, &|path| {
        path.updates.retain(|(slot, _)| !is_memory(slot));
    })));
    assert!(is_found(&|segment| paths(segment, &|path| path
        .obligations
        .clear())));
    assert!(is_found(&|segment| paths(segment, &|path| path
        .inexact
        .clear())));
    assert!(is_found(
        &|segment| paths(segment, &|path| path.guard = PathCondition::default())
    ));
    assert!(is_found(&|segment| paths(segment, &|path| {
        let first = path.symbols.first().map(|(symbol, _)| *symbol);
        for (_, value) in &mut path.updates {
            if let (Value::Term(term), Some(symbol)) = (value, first) {
                *term = symbol;
            }
        }
    })));
}
