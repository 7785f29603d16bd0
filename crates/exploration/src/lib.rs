//! Exploration: an [`Explorer`] chooses the next state, the [`Driver`] executes it, asks the solver,
//! and records the results. [`check_with`] runs an explorer; the [`Worklist`] is the one that runs
//! path by path, and merges states.

pub mod driver;
mod explore;
pub mod frontier;
pub mod journal;
pub mod merge;
pub mod moment;
pub mod mutate;
pub mod search;
pub mod suite;
pub mod tasks;
pub mod tree;
pub mod workers;
pub mod worklist;

use sheaf_execution::options::Options;
use sheaf_execution::outcome::Outcome;
use sheaf_execution::program::Program;
use sheaf_execution::*;
use sheaf_summaries::*;

pub use driver::{
    Driver, Explorer, Fork, Lessons, Observer, Shares, Standing, Step, Waiting, WantedTests,
};
pub use explore::explore;
pub use frontier::{Part, Paths};
pub use journal::{Journal, Unusable};
pub use moment::{Alternative, Branch, Moment};
pub use sheaf_execution::state::StateId;
pub use tree::{Fate, Node, Tree};
pub use worklist::Worklist;

/// Explores a program on all inputs with a given explorer.
///
/// # Errors
/// As [`check`].
pub fn check_with(
    explorer: &mut dyn Explorer,
    program: &Program,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, String> {
    explore(Driver::new(program, options, observer)?, explorer)
}
