//! Workers: processes that explore one program together.
//!
//! A pool of terms, a solver and states belong to one thread, so several cores need several
//! processes. Exploration begins in one. If it takes longer than [`Options::workers_after`], the
//! process forks: each worker is a copy of it, with its terms, its warm solver and its states, so
//! nothing is loaded or executed twice, and keeps its own part of the waiting states. The process
//! itself becomes the coordinator (`coordinator`): it executes nothing any more, gives work to idle
//! workers, collects what is found, and gives the verdict, by the same function as without workers.
//!
//! What moves between workers is a path as the list of its decisions, with the digests of parked
//! states (`driver/parked.rs`): the receiver executes it again when it has nothing else to do. The
//! shortest waiting paths are given away, which leave most to explore.
//!
//! **Nothing is lost.** A worker reports when everything that it was given is explored, with what
//! there is against safety. If it dies before that (a crash of a solver, lack of memory), all that
//! it was given since its last report is explored again: the coordinator still is the process from
//! before the first fork, so even the first part is there, in two halves. If another worker dies of
//! the same path, that is a reason. The exploration is complete when all workers have reported and
//! no path waits in between.
//!
//! With the strategy `auto` the last worker lets the techniques take turns, and the others explore
//! plainly: see [`super::Auto`].
//!
//! Rejected: threads, which would need locks around terms; processes that load the program anew,
//! which takes as long as many explorations, and begins with a cold solver. Forking requires that
//! no other thread of the process holds a lock; the `sheaf` program has none that does. For others,
//! [`Options::workers`] is 1 by default.

mod coordinator;
mod message;
mod worker;

use super::journal::Segment;
use super::{Driver, Explorer, Observer, WantedTests};
use crate::options::Options;
use crate::outcome::Reasons;
use crate::state::State;
pub(super) use coordinator::Coordinator;
pub use message::Path;
pub(super) use message::Tally;
use serde::{Deserialize, Serialize};
use sheaf_solver::calls_left_running;
use std::io;

/// A part of the waiting states: this one of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The number of the part, from 0.
    pub number: usize,
    /// How many parts there are.
    pub of: usize,
}

impl Part {
    /// Whether the state at this position belongs to it.
    pub fn has(self, position: usize) -> bool {
        position % self.of.max(1) == self.number
    }
}

/// How a worker's exploration stands.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Standing {
    /// Whether no path is left of the shared exploration.
    pub is_dry: bool,
    /// Whether it could go on with paths of other workers.
    pub wants: bool,
    /// Whether a technique explores the whole program besides.
    pub tries: bool,
    /// Whether such a technique has explored everything, and left nothing out.
    pub has_decided: bool,
}

/// An explorer whose waiting states can be divided among processes: they are independent paths.
pub trait Shares {
    /// Whether there is more to do than to explore the states that can be divided. One worker does
    /// it, and has no part of them at first.
    fn has_others(&self) -> bool {
        false
    }
    /// In a new worker: keeps one part of the waiting states, or none, and what else there is to
    /// do, or not; other workers have the rest. Part 0 has also what there is so far against
    /// safety.
    fn keep_part(&mut self, driver: &mut Driver, part: Option<Part>, tries_others: bool);
    /// How it stands.
    fn standing(&self, driver: &Driver) -> Standing;
    /// Gives up to so many waiting paths away, but not the last one.
    fn give_away(&mut self, driver: &mut Driver, most: usize) -> Vec<Path>;
    /// Has paths of other workers to explore.
    fn take_over(&mut self, driver: &mut Driver, paths: Vec<Path>);
    /// What there is against safety in the shared exploration, and the number of states that are
    /// set aside.
    fn against_safety(&mut self, driver: &mut Driver) -> (Reasons, u64);
    /// The shared exploration is complete, but something was left out.
    fn try_last(&mut self) {}
    /// Whether the states that can be divided are still there. They are given up if another
    /// exploration decides.
    fn is_there(&self) -> bool {
        true
    }
    /// Tells a file where the waiting states are, as far as it does not know: states of the last
    /// turns, or all, by their ids. Returns their number.
    ///
    /// # Errors
    /// When a state is not given by its decisions, or they cannot be written.
    fn record(&mut self, segment: &mut Segment) -> io::Result<usize>;
    /// An earlier session is resumed, whose waiting states are parked. What cannot be resumed
    /// begins anew, at this state.
    fn resume(&mut self, _driver: &mut Driver, _first: State) {}
}

/// Whether an exploration may be divided among processes. Not where an observer looks at states,
/// where limits count the work of one process, and where one file or table belongs to it.
pub(super) fn may_divide(options: &Options, observer: &dyn Observer) -> bool {
    options.workers > 1
        && !observer.wants_moments()
        && observer.wanted_tests() != WantedTests::Suite
        && !options.budget.limits_work()
        && options.solver_log.is_none()
        && options.indexing.kinds.is_empty()
}

/// Whether it is worth the effort now: something waits for each worker, or other techniques do.
pub(super) fn is_worth_dividing(driver: &Driver, explorer: &mut dyn Explorer) -> bool {
    let waiting = explorer.waiting_count() + driver.parked_count();
    let enough = waiting >= driver.options.workers.min(2);
    enough && explorer.shares().is_some() && calls_left_running() == 0
}
