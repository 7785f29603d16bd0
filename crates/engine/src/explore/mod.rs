//! Exploration: an [`Explorer`] says which state goes on, the [`Driver`] executes it, asks the
//! solver, and keeps what becomes of a state. [`check`] starts the explorer that the options ask
//! for, [`check_with`] any other.

mod cdse;
mod driver;
mod moment;
mod search;
mod subsume;
mod suite;
mod summaries;
mod tree;
mod worklist;

use crate::coverage::Recorder;
use crate::endless::{calls, user_location};
use crate::options::{Explore, Options};
use crate::outcome::{Finding, Inputs, Outcome, Stats, TestCase};
use crate::program::Program;
use crate::state::State;
use sheaf_ir::{FuncId, LocId};
use sheaf_term::Pool;

pub use driver::{Driver, Fork, Step};
pub use moment::{Branch, Moment, Way};
pub use tree::{Fate, Node, Tree};

/// Number of a state in an exploration; none is used twice.
pub type StateId = usize;

/// What is known of a state that waits, however it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Its number.
    pub id: StateId,
    /// Instructions executed on its path.
    pub instructions: u64,
    /// Value of `instructions` when its path last forked.
    pub alone_since: u64,
    /// Where it stands: the place in the source, and the user's function.
    pub location: Option<(Option<LocId>, FuncId)>,
}

impl Waiting {
    /// What is known of a state that is kept whole.
    pub fn of(state: &State, program: &Program) -> Waiting {
        Waiting {
            id: state.id,
            instructions: state.instructions,
            alone_since: state.alone_since,
            location: user_location(program, calls(&state.frames)),
        }
    }
}

/// Decides which state goes on, and which states become one.
///
/// It owns the waiting states. All that is known of the program's verdict is with the driver: an
/// explorer that loses a state without telling the driver would make a program safe that is not.
pub trait Explorer {
    /// Takes a state that no other one made: the first, or one that was parked.
    fn add(&mut self, driver: &mut Driver, state: State);
    /// Lets a state have its turn. Whether there was one.
    fn turn(&mut self, driver: &mut Driver) -> bool;
    /// How many states wait.
    fn waiting_count(&self) -> usize;
    /// What is known of each of the waiting states.
    fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's>;
    /// A copy of a state that waits.
    fn look_at(&self, program: &Program, id: StateId) -> Option<State>;
    /// Gives this many of the waiting states to the driver to be parked, those first that are the
    /// least useful to keep in memory.
    fn give_up(&mut self, driver: &mut Driver, count: usize);
    /// The turn was cancelled somewhere within: forgets the state that had it.
    fn abandon_turn(&mut self);
    /// Adds what it knows to the statistics, at the end.
    fn report(&mut self, _pool: &Pool, _stats: &mut Stats) {}
}

/// The test cases that an observer wants.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum WantedTests {
    /// None.
    #[default]
    None,
    /// One of each state that ends, or as many as [`Options::tests_per_state`] says.
    Ends,
    /// A suite that executes all that was executed: those of [`WantedTests::Ends`], more of merged
    /// states, and inputs that lead to what none of these does.
    Suite,
}

/// Is told what happens while it happens.
pub trait Observer {
    /// A failure was found and replayed.
    fn finding(&mut self, _finding: &Finding) {}
    /// The test cases that it wants. The exploration is the same with all of them.
    fn wanted_tests(&self) -> WantedTests {
        WantedTests::None
    }
    /// A path has ended.
    fn test(&mut self, _test: &TestCase) {}
    /// Whether it looks at the inputs of a test. To find the inputs of a path takes as long as the
    /// path has asked for many. `adds` is as in [`TestCase::adds`].
    fn wants_inputs(&self, _adds: bool) -> bool {
        true
    }
    /// Inputs of a path that executed something new and has not ended: a run of them may ask for
    /// more. Comes when the exploration is over, for those who want a suite. Whether it wants more
    /// of them.
    fn prefix(&mut self, _inputs: Inputs) -> bool {
        false
    }
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
    if options.explore == Explore::Cdse {
        let mut cdse = cdse::Cdse::new(program, options);
        return check_with(&mut cdse, program, options, observer);
    }
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
