//! `check --certificate`: a proof of `safe` that `sheaf-check-proof` checks.

use crate::reporter::Setup;
use sheaf_certify::{Effort, Failure, Task, certify};
use sheaf_engine::options::LeakRule;
use sheaf_engine::step::MAX_STACK;
use sheaf_engine::{Options, Outcome, Verdict};
use sheaf_ir::{Module, text};
use sheaf_proof_check::scope::Scope;
use sheaf_report::assumptions::assumptions;
use sheaf_report::certified::Certified;
use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

sheaf_tuning::constants! {
    /// Branches of which a certificate follows both outcomes. If there are more, their paths are
    /// joined where they meet.
    CERTIFIED_FORKS: u64 = 500, 1 => 1_000_000, "branches";
    /// Instructions that a certificate may execute.
    CERTIFIED_STEPS: u64 = 100_000_000, 1000 => 10_000_000_000, "instructions";
}

/// Writes the certificate of an outcome into a folder. There is none if the program is not safe.
///
/// # Errors
/// When a file cannot be written.
pub fn write(dir: &Path, setup: &Setup, outcome: &Outcome) -> io::Result<Certified> {
    if outcome.verdict != Verdict::Safe {
        sheaf_certify::remove(dir)?;
        return Ok(Certified::none("the program is not known to be safe"));
    }
    let module = setup.program.module();
    let file = format!("of {}", setup.request.name());
    let version = format!("by sheaf {}", env!("CARGO_PKG_VERSION"));
    let bounds = module.bounds.iter().map(|bound| format!("for {bound}"));
    let assumed = assumptions(module, outcome).into_iter();
    let assumed = assumed.map(|it| format!("assumes {it}"));
    let notes = [file, version].into_iter().chain(bounds).chain(assumed);
    let time = setup.options.budget.time;
    search(dir, module, &setup.options, notes.collect(), time)
}

/// Looks for a proof that a program is safe, within this time, and writes it into a folder with
/// these notes for people.
///
/// # Errors
/// When a file cannot be written.
pub fn search(
    dir: &Path,
    module: &Module,
    options: &Options,
    notes: Vec<String>,
    time: Duration,
) -> io::Result<Certified> {
    let program = text::print(&text::normalize(module));
    let end = Instant::now().checked_add(time);
    let interrupt = options.interrupt.clone();
    let is_over = || {
        let interrupted = interrupt.load(Ordering::Relaxed);
        interrupted || end.is_some_and(|end| Instant::now() >= end)
    };
    let task = Task {
        program: &program,
        scope: scope(options),
        notes,
    };
    let effort = Effort {
        stop: &is_over,
        forks: CERTIFIED_FORKS.get(),
        steps: CERTIFIED_STEPS.get(),
    };
    match certify(task, dir, effort) {
        Ok(shown) => Ok(Certified::new(
            [shown.paths, shown.checked, shown.claims as u64],
            shown.missing,
        )),
        Err(Failure::Walk(problem)) => Ok(Certified::none(problem)),
        Err(Failure::Io(error)) => Err(error),
    }
}

/// What a certificate is about under these options.
pub fn scope(options: &Options) -> Scope {
    let kinds = options.failures.iter().map(|it| it.name().to_string());
    Scope {
        kinds: kinds.collect(),
        calls: options.budget.stack_frames as u64,
        stack_bytes: MAX_STACK,
        allocations_may_fail: options.malloc_may_fail,
        must_free: options.leaks == LeakRule::Unfreed,
        loops: Vec::new(),
    }
}
