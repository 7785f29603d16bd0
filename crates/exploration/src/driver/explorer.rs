//! What explores, and what is told of it.

use super::Driver;
use crate::coverage::Recorder;
use crate::endless::{calls, user_location};
use crate::frontier::Part;
use crate::journal::{Journal, Segment};
use crate::moment::Moment;
use crate::outcome::{Finding, Inputs, ReasonKind, Reasons, Share, Stats, TestCase};
use crate::program::Program;
use crate::state::{Decision, State, StateId, Trail};
use serde::{Deserialize, Serialize};
use sheaf_ir::{FuncId, LocId};
use sheaf_term::Pool;
use std::io;

/// Properties of a waiting state, however it is represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Its number.
    pub id: StateId,
    /// Instructions executed on its path.
    pub instructions: u64,
    /// Value of `instructions` when its path last forked.
    pub alone_since: u64,
    /// Its location in the source, and the user's function.
    pub location: Option<(Option<LocId>, FuncId)>,
}

impl Waiting {
    /// The properties of a state that is kept whole.
    pub fn of(state: &State, program: &Program) -> Waiting {
        Waiting {
            id: state.id,
            instructions: state.instructions,
            alone_since: state.alone_since,
            location: user_location(program, calls(&state.frames)),
        }
    }
}

/// Chooses the next state and merges states.
///
/// It owns the waiting states. The driver owns everything that determines the verdict: an explorer
/// that loses a state without telling the driver would make an unsafe program safe.
pub trait Explorer {
    /// Adds a state without a parent: the initial one, or a resumed one.
    fn add(&mut self, driver: &mut Driver, state: State);
    /// Runs one turn of a state. Returns whether there was a state to run.
    fn turn(&mut self, driver: &mut Driver) -> bool;
    /// The number of waiting states.
    fn waiting_count(&self) -> usize;
    /// The properties of the waiting states.
    fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's>;
    /// A copy of a waiting state.
    fn look_at(&self, program: &Program, id: StateId) -> Option<State>;
    /// Passes this many waiting states to the driver to be parked, the least useful ones first.
    fn give_up(&mut self, driver: &mut Driver, count: usize);
    /// The current turn was cancelled: drops its state.
    fn abandon_turn(&mut self);
    /// The exploration is over: hands the driver what it kept from it.
    fn conclude(&mut self, _driver: &mut Driver) {}
    /// What each technique has taken so far, if several take turns, and the one that has its turn.
    fn efforts(&self) -> (Vec<Share>, &'static str) {
        Default::default()
    }
    /// Whether it would only do what others do in their turns.
    fn is_idle(&self) -> bool {
        false
    }
    /// The part of the tree of executions that is explored, from 0 to 1, as far as it is known.
    fn explored(&self) -> f64 {
        0.0
    }
    /// Adds its statistics at the end.
    fn report(&mut self, _pool: &Pool, _stats: &mut Stats) {}
    /// Itself, if its waiting states can be divided among processes.
    fn shares(&mut self) -> Option<&mut dyn Shares> {
        None
    }
}

impl Explorer for Box<dyn Explorer + '_> {
    fn add(&mut self, driver: &mut Driver, state: State) {
        (**self).add(driver, state);
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        (**self).turn(driver)
    }

    fn waiting_count(&self) -> usize {
        (**self).waiting_count()
    }

    fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
        (**self).waiting(program)
    }

    fn look_at(&self, program: &Program, id: StateId) -> Option<State> {
        (**self).look_at(program, id)
    }

    fn give_up(&mut self, driver: &mut Driver, count: usize) {
        (**self).give_up(driver, count);
    }

    fn abandon_turn(&mut self) {
        (**self).abandon_turn();
    }

    fn conclude(&mut self, driver: &mut Driver) {
        (**self).conclude(driver);
    }

    fn efforts(&self) -> (Vec<Share>, &'static str) {
        (**self).efforts()
    }

    fn is_idle(&self) -> bool {
        (**self).is_idle()
    }

    fn explored(&self) -> f64 {
        (**self).explored()
    }

    fn report(&mut self, pool: &Pool, stats: &mut Stats) {
        (**self).report(pool, stats);
    }

    fn shares(&mut self) -> Option<&mut dyn Shares> {
        (**self).shares()
    }
}

/// The test cases that an observer wants.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum WantedTests {
    /// None.
    #[default]
    None,
    /// One for each state that ends, or as many as [`Options::tests_per_state`] says.
    Ends,
    /// A suite that executes everything that was executed: the tests of [`WantedTests::Ends`], more
    /// tests of merged states, and inputs that lead to what none of these covers.
    Suite,
}

/// Receives the events of an exploration.
pub trait Observer {
    /// A failure was found and replayed.
    fn finding(&mut self, _finding: &Finding) {}
    /// The test cases that it wants. They do not influence the exploration.
    fn wanted_tests(&self) -> WantedTests {
        WantedTests::None
    }
    /// Whether it looks at states or paths, of which there must be one set.
    fn is_watching(&self) -> bool {
        self.wanted_tests() != WantedTests::None || self.wants_moments()
    }
    /// A path has ended.
    fn test(&mut self, _test: &TestCase) {}
    /// Whether it needs the inputs of a test. Computing them takes time proportional to their
    /// number. `adds` is as in [`TestCase::adds`].
    fn wants_inputs(&self, _adds: bool) -> bool {
        true
    }
    /// Inputs of an unfinished path that executed something new; a run of them may read more.
    /// Called after the exploration, for suites. Returns whether it wants more of them.
    fn prefix(&mut self, _inputs: Inputs) -> bool {
        false
    }
    /// Whether it wants every [`Moment`].
    fn wants_moments(&self) -> bool {
        false
    }
    /// Whether it also wants every line that a path begins ([`Moment::Line`]), which takes time.
    fn wants_lines(&self) -> bool {
        false
    }
    /// Something has just happened. The pool owns the terms of states and conditions.
    fn moment(&mut self, _pool: &Pool, _moment: &Moment) {}
    /// Where to record what another session needs to go on, if one may follow.
    fn journal(&mut self) -> Option<&mut Journal> {
        None
    }
    /// Called regularly with the current results.
    fn progress(&mut self, _stats: &Stats, _findings: usize, _executed: &Recorder) {}
}

/// An observer that ignores everything.
impl Observer for () {}

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

/// Facts about the program that an explorer has learned, as text in a form of its own, which only
/// the receiver has to read. They refer to program points, not to what belongs to one process.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Lessons(pub String);

/// An explorer whose waiting states can be divided among processes: they are independent paths.
pub trait Shares {
    /// Whether there is more to do than to explore the states that can be divided. One worker does
    /// it, and has no part of them at first.
    fn has_others(&self) -> bool {
        false
    }
    /// Whether its waiting states are given by their decisions, so that they can be recorded.
    fn is_recordable(&self) -> bool {
        true
    }
    /// It is about to be divided for the first time.
    fn prepare(&mut self, _driver: &mut Driver) {}
    /// In a new worker: keeps one part of the waiting states, or none, and what else there is to
    /// do, or not; other workers have the rest. Part 0 has also what there is so far against
    /// safety.
    fn keep_part(&mut self, driver: &mut Driver, part: Option<Part>, tries_others: bool);
    /// How it stands.
    fn standing(&self, driver: &Driver) -> Standing;
    /// Gives up to so many waiting paths away, but not the last one.
    fn give_away(&mut self, driver: &mut Driver, most: usize) -> Vec<Trail<Decision>>;
    /// Has paths of other workers to explore.
    fn take_over(&mut self, driver: &mut Driver, paths: Vec<Trail<Decision>>);
    /// What it has learned about the program since the last call that saves other workers paths;
    /// it holds whatever they find.
    fn lessons(&mut self, _driver: &Driver) -> Option<Lessons> {
        None
    }
    /// Learns what another worker has learned.
    fn learn(&mut self, _driver: &mut Driver, _lessons: &Lessons) {}
    /// What there is against safety in the shared exploration, and the number of states that are
    /// set aside.
    fn against_safety(&mut self, driver: &mut Driver) -> (Reasons, u64);
    /// The shared exploration is complete, but something was left out, for these kinds of reasons.
    fn try_last(&mut self, _left_out: &[ReasonKind]) {}
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
