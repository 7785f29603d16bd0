//! Exploration in several sessions, each of which goes on from the journal of the one before.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_engine::Journal;
use sheaf_engine::{Finding, Observer, Options, Outcome, ReasonKind};
use std::time::Duration;

/// The number of sessions that end early, and the largest number of instructions of each.
const SESSIONS: usize = 3;
const LONGEST: u64 = 3000;

/// Records everything.
struct Recorded(Journal);

impl Observer for Recorded {
    fn finding(&mut self, finding: &Finding) {
        self.0.finding(finding);
    }

    fn journal(&mut self) -> Option<&mut Journal> {
        Some(&mut self.0)
    }
}

/// Explores a program by `explore`, which is stopped three times and resumed. Programs with limits
/// of their own are explored at once, for `observer`: limits are about what is new. Sessions that
/// are resumed have observers of their own, because an observer of states or suites cannot be
/// resumed.
///
/// # Errors
/// Those of `explore`, and when a journal cannot be used.
pub fn explore(
    options: &Options,
    seed: u64,
    observer: &mut dyn Observer,
    explore: impl Fn(&Options, &mut dyn Observer) -> Result<Outcome, String>,
) -> Result<Outcome, String> {
    if options.budget.limits_work() || options.budget.failures.is_some() {
        return explore(options, observer);
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = folder.path();
    let mut random = SmallRng::seed_from_u64(seed);
    for number in 0..=SESSIONS {
        let journal = match number {
            0 => Journal::create(folder, Vec::new()),
            _ => Journal::open(folder),
        };
        let mut session = options.clone();
        session.checkpoints_after = Duration::ZERO;
        if number < SESSIONS {
            session.budget.instructions = Some(random.random_range(1..LONGEST));
        }
        let mut recorded = Recorded(journal.map_err(|error| error.to_string())?);
        let outcome = explore(&session, &mut recorded)?;
        if let Some((path, error)) = recorded.0.error() {
            return Err(format!("{}: {error}", path.display()));
        }
        let is_cut = |kind| kind == ReasonKind::InstructionLimit;
        if !outcome.reasons.iter().any(|reason| is_cut(reason.kind)) {
            return Ok(outcome);
        }
    }
    Err("the last session has reached a limit that it does not have".to_string())
}
