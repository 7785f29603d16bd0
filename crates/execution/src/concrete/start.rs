//! Many runs of one program: the initial content of its memory is made once.

use super::Runner;
use crate::coverage::Recorder;
use crate::evidence::{Evidence, Notes};
use crate::machine::{Settings, Supply};
use crate::options::Options;
use crate::outcome::{End, Indeterminate};
use crate::program::Program;
use crate::state::State;
use sheaf_ir::{FailureKind, LocId};
use sheaf_term::{Pool, cancel};

sheaf_tuning::constants! {
    /// New terms after which a start is made again, so that those of all runs do not add up.
    NEW_TERMS: usize = 1 << 16, 1 => 1 << 20, "terms";
}

/// The kind of a failure, and where it happens.
type Place = (FailureKind, Option<LocId>);

/// A program at its start.
pub struct Start {
    pool: Pool,
    state: State,
    /// The number of terms at the start.
    terms: usize,
}

/// A run from a start.
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// The instructions executed.
    pub instructions: u64,
    /// The number of objects that it made.
    pub objects: u64,
}

impl Start {
    /// The start of a program.
    pub fn new(program: &Program) -> Self {
        let mut pool = Pool::new();
        let state = State::new(program, &mut pool);
        let terms = pool.len();
        Start { pool, state, terms }
    }

    /// Runs the program as [`super::run`] does, with at most so many steps of [`cancel`], and
    /// records what it executes.
    pub fn run(
        &mut self,
        program: &Program,
        supply: &mut dyn Supply,
        indeterminate: &[Indeterminate],
        options: (&Options, u64),
        recorder: &mut Recorder,
    ) -> Ran {
        let supply = (supply, indeterminate);
        self.execute(program, supply, options, None, recorder).0
    }

    /// Runs the program in the same way, to show a failure of this kind at this location, as
    /// [`super::run_expecting`] does.
    pub fn show(
        &mut self,
        program: &Program,
        supply: (&mut dyn Supply, &[Indeterminate]),
        options: (&Options, u64),
        expected: Place,
        recorder: &mut Recorder,
    ) -> (Ran, Option<Evidence>) {
        self.execute(program, supply, options, Some(expected), recorder)
    }

    fn execute(
        &mut self,
        program: &Program,
        (supply, indeterminate): (&mut dyn Supply, &[Indeterminate]),
        (options, steps): (&Options, u64),
        expected: Option<Place>,
        recorder: &mut Recorder,
    ) -> (Ran, Option<Evidence>) {
        if self.pool.len() > self.terms + NEW_TERMS.get() {
            *self = Start::new(program);
        }
        let settings = Settings::new(options);
        let start = (std::mem::take(&mut self.pool), self.state.clone());
        let mut runner = Runner::new(program, options, &settings, indeterminate, start);
        runner.values.expected = expected;
        runner.notes = expected.map(|_| Notes::default());
        runner.last_step = Some(cancel::counted().saturating_add(steps));
        let end = runner.run_in_time(recorder, supply, None);
        self.pool = runner.values.pool;
        self.pool.recover();
        let objects = runner
            .state
            .heap
            .len()
            .saturating_sub(self.state.heap.len());
        let ran = Ran {
            end,
            instructions: runner.state.instructions,
            objects: objects as u64,
        };
        (ran, runner.evidence)
    }
}
