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
//! plainly: see `Auto`.
//!
//! Rejected: threads, which would need locks around terms; processes that load the program anew,
//! which takes as long as many explorations, and begins with a cold solver. Forking requires that
//! no other thread of the process holds a lock; the `sheaf` program has none that does. For others,
//! [`Options::workers`] is 1 by default.

mod coordinator;
mod member;
mod message;
mod worker;

use crate::{Driver, Explorer};
pub(crate) use coordinator::Coordinator;
use sheaf_solver::calls_left_running;

/// Whether it is worth the effort now: something waits for each worker, or other techniques do.
pub(crate) fn is_worth_dividing(driver: &Driver, explorer: &mut dyn Explorer) -> bool {
    let waiting = explorer.waiting_count() + driver.account.parked.len();
    let enough = waiting >= driver.options.workers.min(2);
    enough && explorer.shares().is_some() && calls_left_running() == 0
}
