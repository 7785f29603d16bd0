//! What the solver is asked, what it answers, how it is configured, and what it counts.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use sheaf_term::{CachedModel, Term};

use crate::chain::Links;
use crate::link::LinkStats;
use crate::worker::Bounds;

/// A question: can all the terms of `path` and of `goal` be true together?
pub struct Query<'a, P: ?Sized = [Term]> {
    /// Constraints that are known to be satisfiable together. The answer is only right if they are.
    pub path: &'a P,
    /// What is new, a conjunction; an empty goal asks for a model of the path.
    pub goal: &'a [Term],
    /// A model of `path`, if the caller has one. It saves queries and keeps values stable.
    pub hint: Option<&'a Rc<CachedModel>>,
}

/// The answer to a [`Query`].
#[derive(Clone)]
pub enum Answer {
    /// A model of `path` and `goal`. It keeps the hint's values of symbols that the goal does not
    /// reach.
    Sat(Rc<CachedModel>),
    /// No model exists: `core` is a part of `path` and `goal` that is already unsatisfiable.
    Unsat {
        /// The part, in no particular order.
        core: Vec<Term>,
    },
    /// Not decided, and why: the time limit, an interrupt, a limitation of a backend.
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

/// How a [`Solver`](crate::Solver) works.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time limit of one query.
    pub timeout: Duration,
    /// When all queries end, whatever is left of their own time.
    pub end: Option<Instant>,
    /// A file that receives every query sent to a backend, as SMT-LIB 2.
    pub log: Option<PathBuf>,
    /// Ask a second backend again and check every answer; slow, for tests.
    pub validate: bool,
    /// Raised by anyone, from any thread, to end the current query as `Unknown`.
    pub interrupt: Arc<AtomicBool>,
    /// Resident memory of the process, in bytes, beyond which a query that a backend works on ends
    /// as `Unknown`.
    pub memory_bytes: u64,
    /// The links in use.
    pub links: Links,
    /// Whether to measure the time of each link; reading the clock costs more than many a link.
    pub time_links: bool,
}

impl Default for Options {
    /// Ten seconds a query, any memory, all links, no log, no validation.
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
    /// The time that a query has which is asked now.
    pub(crate) fn time(&self) -> Duration {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        self.end
            .map_or(self.timeout, |end| self.timeout.min(left(end)))
    }

    /// What ends a call of a backend besides its time.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds {
            interrupt: self.interrupt.clone(),
            memory_bytes: self.memory_bytes,
        }
    }
}

/// Counters of a solver since it was made. `asked` is the sum of the answers by link and of
/// `unknown`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Queries asked.
    pub asked: u64,
    /// Queries that reached a backend.
    pub sent: u64,
    /// Of these, the ones that went to Z3.
    pub sent_z3: u64,
    /// The links in use, in the order in which a query meets them.
    pub links: Vec<LinkStats>,
    /// Small queries about single choices, which a backend was asked for that.
    pub parts: u64,
    /// Answers by kind.
    pub sat: u64,
    /// Answers by kind.
    pub unsat: u64,
    /// Answers by kind.
    pub unknown: u64,
    /// Answers that a check refuted: a model that does not satisfy its query, or, under `validate`,
    /// a second backend that contradicts. Each was answered `Unknown`.
    pub disagreements: u64,
    /// Times that an incremental backend was made anew to bound its size.
    pub restarts: u64,
    /// Seconds in the solver.
    pub seconds: f64,
    /// Seconds in the backends.
    pub backend_seconds: f64,
    /// Seconds of the slowest query.
    pub slowest_seconds: f64,
    /// Why the log ended early, if it did.
    pub log_error: Option<String>,
}

impl Stats {
    /// Queries that a link answered; 0 of one that is not in use.
    pub fn answered_by(&self, link: &str) -> u64 {
        let named = self.links.iter().find(|it| it.name == link);
        named.map_or(0, LinkStats::answered)
    }
}
