//! Exploration: an [`Explorer`] says which state goes on, the [`Driver`] executes it, asks the
//! solver, and keeps what becomes of a state. [`check`] starts the explorer that the options ask
//! for, [`check_with`] any other.

mod driver;
mod moment;
mod search;
mod tree;
mod worklist;

use crate::coverage::Recorder;
use crate::options::Options;
use crate::outcome::{Finding, Inputs, Outcome, Stats, TestCase};
use crate::program::Program;
use crate::state::State;
use sheaf_term::Pool;

pub use driver::{Driver, Fork, Step};
pub use moment::{Branch, Moment, Way};
pub use tree::{Fate, Node, Tree};

/// Number of a state in an exploration; none is used twice.
pub type StateId = usize;

/// Decides which state goes on, and which states become one.
///
/// It owns the states that wait. All that is known of the program's verdict is with the driver: an
/// explorer that loses a state without telling the driver would make a program safe that is not.
pub trait Explorer {
    /// Takes a state that no other one made: the first, or one that was parked.
    fn add(&mut self, driver: &mut Driver, state: State);
    /// Lets a state have its turn. Whether there was one.
    fn turn(&mut self, driver: &mut Driver) -> bool;
    /// The states that wait.
    fn waiting(&self) -> Box<dyn Iterator<Item = &State> + '_>;
    /// Takes away this many of the states that wait, those first that are the least useful to keep
    /// in memory.
    fn give_up(&mut self, count: usize) -> Vec<State>;
    /// The turn was cancelled somewhere within: forgets the state that had it.
    fn abandon_turn(&mut self);
    /// Adds what it knows to the statistics, at the end.
    fn report(&mut self, _stats: &mut Stats) {}
}

/// Is told what happens while it happens.
pub trait Observer {
    /// A failure was found and replayed.
    fn finding(&mut self, _finding: &Finding) {}
    /// A path was completed.
    fn test(&mut self, _test: &TestCase) {}
    /// Whether it wants to know which tests together execute all that was executed, and inputs that
    /// lead to what none of them does.
    fn wants_coverage(&self) -> bool {
        false
    }
    /// Inputs of a path that executed something new and has not ended: a run of them may ask for
    /// more. Comes when the exploration is over, for those who want coverage.
    fn prefix(&mut self, _inputs: Inputs) {}
    /// Whether it wants to know of every [`Moment`].
    fn wants_moments(&self) -> bool {
        false
    }
    /// Something has just happened. The pool has the terms of states and conditions.
    fn moment(&mut self, _pool: &Pool, _moment: &Moment) {}
    /// Some time has passed; so much was found and executed so far.
    fn progress(&mut self, _stats: &Stats, _findings: usize, _executed: &Recorder) {}
}

/// An observer that looks at nothing.
impl Observer for () {}

/// Explores a program on all inputs, as far as the options allow.
///
/// # Errors
/// When the solver cannot be set up, for example because its log cannot be written.
pub fn check(
    program: &Program,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, String> {
    let mut worklist = worklist::Worklist::new(program, options);
    let outcome = check_with(&mut worklist, program, options, observer);
    if options.ends_process {
        std::mem::forget(worklist);
    }
    outcome
}

/// Explores a program on all inputs in the order of an explorer of one's own.
///
/// # Errors
/// As [`check`].
pub fn check_with(
    explorer: &mut dyn Explorer,
    program: &Program,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, String> {
    Driver::new(program, options, observer)?.explore(explorer)
}
