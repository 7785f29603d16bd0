//! What the chain expects of a decision procedure.

use std::time::Duration;

use sheaf_term::{Model, Pool, Term};

/// What a backend found.
pub enum Verdict {
    /// Values of the symbols in the constraints that make all of them true, as far as the backend
    /// can tell.
    Sat(Model),
    /// A part of the constraints that cannot all be true.
    Unsat(Vec<Term>),
    /// Not decided, and why.
    Unknown(String),
}

/// A decision procedure for conjunctions of boolean terms.
pub trait Backend {
    /// Its name, for messages.
    fn name(&self) -> &'static str;

    /// Decides a conjunction within a time limit. `constraints` is not empty and holds no term
    /// twice.
    fn check(&mut self, pool: &Pool, constraints: &[Term], timeout: Duration) -> Verdict;

    /// How often it started anew to bound its size.
    fn restarts(&self) -> u64 {
        0
    }
}

impl Verdict {
    /// The answer in a word, or why there is none.
    pub fn describe(&self) -> &str {
        match self {
            Verdict::Sat(_) => "sat",
            Verdict::Unsat(_) => "unsat",
            Verdict::Unknown(reason) => reason,
        }
    }
}
