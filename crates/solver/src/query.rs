//! Queries, answers, options and statistics of the solver.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use sheaf_term::{CachedModel, Term};

use crate::chain::Links;
use crate::link::LinkStats;
use crate::worker::Bounds;

/// A query: can all the terms of `path` and of `goal` be true together?
pub struct Query<'a, P: ?Sized = [Term]> {
    /// Constraints that must be satisfiable together; otherwise the answer may be wrong.
    pub path: &'a P,
    /// New constraints, a conjunction; an empty goal requests a model of the path.
    pub goal: &'a [Term],
    /// A model of `path`, if the caller has one. It saves queries and keeps values stable. Whether
    /// it satisfies the goal is cheapest to see before a query is made; no link starts with that.
    pub hint: Option<&'a Rc<CachedModel>>,
}

/// The answer to a [`Query`].
#[derive(Clone)]
pub enum Answer {
    /// A model of `path` and `goal`. It keeps the hint's values of symbols that the goal does not
    /// depend on.
    Sat(Rc<CachedModel>),
    /// No model exists: `core` is an unsatisfiable subset of `path` and `goal`.
    Unsat {
        /// The subset, in no particular order.
        core: Vec<Term>,
    },
    /// Not decided, with the reason: the time limit, an interrupt, a limitation of a backend.
    Unknown(String),
}

impl Answer {
    /// Whether a model was found.
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    /// Whether it was proved that there is no model.
    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat { .. })
    }
}

/// The options of a [`Solver`](crate::Solver).
#[derive(Clone, Debug)]
pub struct Options {
    /// The time limit of one query.
    pub timeout: Duration,
    /// The deadline of all queries, regardless of their own time limits.
    pub end: Option<Instant>,
    /// A file that receives every query sent to a backend, as SMT-LIB 2.
    pub log: Option<PathBuf>,
    /// Check every answer with a second backend; slow, for tests.
    pub validate: bool,
    /// Set from any thread to end the current query as `Unknown`.
    pub interrupt: Arc<AtomicBool>,
    /// Maximum resident memory of the process in bytes; a query in a backend that exceeds it ends
    /// as `Unknown`.
    pub memory_bytes: u64,
    /// The links in use.
    pub links: Links,
    /// Whether to measure the time of each link; reading the clock costs more than many links.
    pub time_links: bool,
}

impl Default for Options {
    /// Ten seconds per query, unlimited memory, all links, no log, no validation.
    fn default() -> Options {
        Options {
            timeout: Duration::from_secs(10),
            end: None,
            log: None,
            validate: false,
            interrupt: Arc::default(),
            memory_bytes: u64::MAX,
            links: Links::ALL,
            time_links: false,
        }
    }
}

impl Options {
    /// The time limit of a query that starts now.
    pub(crate) fn time(&self) -> Duration {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        self.end
            .map_or(self.timeout, |end| self.timeout.min(left(end)))
    }

    /// The limits of a backend call besides its time.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds {
            interrupt: self.interrupt.clone(),
            memory_bytes: self.memory_bytes,
        }
    }
}

/// Statistics of a solver. `asked` is the sum of the answers by link and of `unknown`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Queries asked.
    pub asked: u64,
    /// Queries that reached a backend.
    pub sent: u64,
    /// Of these, the ones that went to Z3.
    pub sent_z3: u64,
    /// The links in use, in the order of the chain.
    pub links: Vec<LinkStats>,
    /// Small backend queries about single choices.
    pub parts: u64,
    /// Answers by kind.
    pub sat: u64,
    /// Answers by kind.
    pub unsat: u64,
    /// Answers by kind.
    pub unknown: u64,
    /// Refuted answers: a model that does not satisfy its query, or, under `validate`, an answer
    /// that a second backend contradicts. Each was answered `Unknown`.
    pub disagreements: u64,
    /// How often an incremental backend was restarted to bound its size.
    pub restarts: u64,
    /// Seconds in the solver.
    pub seconds: f64,
    /// Seconds in the backends.
    pub backend_seconds: f64,
    /// Seconds of the slowest query.
    pub slowest_seconds: f64,
    /// The reason why the log ended early, if it did.
    pub log_error: Option<String>,
}

impl Stats {
    /// Queries that a link answered; 0 for one that is not in use.
    pub fn answered_by(&self, link: &str) -> u64 {
        let named = self.links.iter().find(|it| it.name == link);
        named.map_or(0, LinkStats::answered)
    }
}
