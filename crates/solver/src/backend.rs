//! The interface of decision procedures.

use std::time::Duration;

use sheaf_term::{Model, Pool, Term, cancel};

/// Steps of work, as [`cancel::steps`] counts them, in a second, roughly.
const STEPS_PER_SECOND: f64 = 1e7;

/// The result of a backend.
pub enum Verdict {
    /// Values of the symbols in the constraints that make all of them true, as far as the backend
    /// can tell.
    Sat(Model),
    /// An unsatisfiable subset of the constraints.
    Unsat(Vec<Term>),
    /// Not decided, with the reason.
    Unknown(String),
}

/// Counts the steps of a check.
pub fn count_steps(steps: u64) {
    cancel::steps(u32::try_from(steps).unwrap_or(u32::MAX));
}

/// Counts a check without an answer in this time, whatever the library did meanwhile.
pub fn count_time(time: Duration) {
    count_steps((time.as_secs_f64() * STEPS_PER_SECOND) as u64);
}

/// A decision procedure for conjunctions of boolean terms.
pub trait Backend {
    /// Its name, for messages.
    fn name(&self) -> &'static str;

    /// Decides a conjunction within a time limit. `constraints` is not empty and has no duplicates.
    fn check(&mut self, pool: &Pool, constraints: &[Term], timeout: Duration) -> Verdict;

    /// How often it was restarted to bound its size.
    fn restarts(&self) -> u64 {
        0
    }
}

impl Verdict {
    /// The result as a word, or the reason why there is none.
    pub fn describe(&self) -> &str {
        match self {
            Verdict::Sat(_) => "sat",
            Verdict::Unsat(_) => "unsat",
            Verdict::Unknown(reason) => reason,
        }
    }
}
