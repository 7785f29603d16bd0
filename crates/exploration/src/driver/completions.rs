//! Concrete completions of paths: runs on the inputs of a path that has not ended.
//!
//! Each state has a model of its path condition. A run on these inputs takes the path's decisions,
//! and then some way to an end, without a fork or a query. So it gets through code that the
//! exploration is slow in: loops that fork in each iteration, and computations that make queries
//! hard. KLEE completes the inputs of unfinished paths when its time is over; here it is done on
//! the way, so that a failure is found early. Godefroid, Klarlund, Sen, "DART" (PLDI 2005) explore
//! by such runs alone.
//!
//! A completion adds to what is covered and to the failures. No path counts as explored, and the
//! searchers do not know, because code that one run has executed is where states find what is next
//! to it.

use super::Driver;
use super::findings::Place;
use super::mutations::Mutations;
use crate::concrete::{Ran, Start};
use crate::coverage::Recorder;
use crate::inputs::{self, PrefixSupply};
use crate::options::Options;
use crate::outcome::{End, Failure, Inputs};
use crate::program::Program;
use crate::state::{Frame, State};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use sheaf_ir::{FailureKind, LocId};
use sheaf_term::CachedModel;
use std::fmt::{self, Write};
use std::hash::Hasher;
use std::time::{Duration, Instant};

/// Instruction limit of a completion: a multiple of the instructions of its path, and a constant.
const INSTRUCTIONS: (u64, u64) = (4, 100_000);

/// Bytes of the inputs' text that take about as long as a step of work.
const BYTES_PER_STEP: u64 = 4;

/// Instructions of a completion that take about as long as a step: it leaves the fast path often.
const INSTRUCTIONS_PER_STEP: u64 = 4;

/// Steps that a new object takes: the library of JavaScript makes a thousand of them.
const STEPS_PER_OBJECT: u64 = 16;

/// Steps of work that a completion takes, without what is counted while it runs.
const STEPS_PER_RUN: u64 = 1 << 8;

sheaf_tuning::constants! {
    /// Counted steps after which a completion is given up: one that asks the solver about
    /// uninitialized memory may take long. So many are about 50 ms.
    MAX_STEPS: u64 = 1 << 19, 1 => 1 << 21, "steps";
    /// Time limit of a completion: a single instruction may take long, such as one on long strings.
    TIME: Duration = 250, 25 => 2500, "ms";
    /// Seeds may take one in so many parts of the time that is left.
    SEEDS_PART: u32 = 8, 1 => 128, "one in so many parts";
    /// Time limit of a query of a completion.
    QUERY_TIME: Duration = 20, 2 => 200, "ms";
    /// How often a failure is replayed that does not happen again.
    ATTEMPTS: u32 = 4, 1 => 64, "times";
}

/// What came of a completion.
pub(super) struct Completed {
    /// The inputs, with those that the path had not read.
    pub inputs: Inputs,
    /// The number of places that were covered first.
    pub found: u64,
    /// Whether an assumption did not hold.
    pub dropped: bool,
    /// Whether the program has failed.
    pub failed: bool,
}

/// The completions of an exploration.
#[derive(Default)]
pub(crate) struct Completions {
    /// Digests of the inputs that were run.
    known: FxHashSet<u64>,
    /// What was executed, by states or by completions, once there are some.
    executed: Option<Recorder>,
    /// How much of it states had executed when it was last brought up to date.
    learned: u64,
    /// Failures that were found, and that no state has met.
    failures: FxHashSet<Place>,
    /// How often failures of runs did not happen again.
    refuted: FxHashMap<Place, u32>,
    /// The options of a run.
    options: Option<Options>,
    /// The program at its start.
    start: Option<Start>,
    /// Inputs that are made of those of paths.
    pub mutations: Mutations,
    /// The work of all runs, in steps of [`Driver::whole_work`].
    pub(super) work: u64,
}

impl Completions {
    /// What was executed, given what states have executed.
    pub(crate) fn executed<'a>(&'a mut self, by_states: &'a Recorder) -> &'a Recorder {
        match &mut self.executed {
            Some(all) => {
                all.learn(by_states);
                all
            }
            None => by_states,
        }
    }

    /// Whether a state is at a branch with a side that nothing has taken.
    pub fn is_at_new_side(&self, program: &Program, by_states: &Recorder, state: &State) -> bool {
        let Frame {
            func, block, inst, ..
        } = *state.top();
        let function = &program.module().funcs[func];
        let is_branch = inst == function.blocks[block].insts.len();
        function.user && is_branch && {
            let executed = self.executed.as_ref();
            let others = executed.unwrap_or(by_states);
            let targets = function.blocks[block].terminator.targets().len();
            (0..targets).any(|target| {
                !by_states.is_taken(func, block, target) && !others.is_taken(func, block, target)
            })
        }
    }

    /// Whether these inputs were not run before.
    pub(super) fn is_new(&mut self, inputs: &Inputs) -> bool {
        let (digest, length) = digest(inputs);
        self.work += 1 + length / BYTES_PER_STEP;
        self.known.insert(digest)
    }

    /// Whether a failure was found that no state has met: states do not know it, so that they take
    /// the same way as without completions.
    pub(super) fn has_failure(&self, kind: FailureKind, loc: Option<LocId>) -> bool {
        self.failures.contains(&(kind, loc))
    }

    /// A state has met a failure; returns whether it was found before.
    pub(super) fn meet_failure(&mut self, kind: FailureKind, loc: Option<LocId>) -> bool {
        self.failures.remove(&(kind, loc))
    }

    /// A run of the inputs of a path with so many instructions, and how many places it covers
    /// first. A run that does not end by itself is no test, and covers nothing.
    fn run(
        &mut self,
        (program, given, by_states): (&Program, &Options, &Recorder),
        supply: &mut PrefixSupply,
        (instructions, time): (u64, Duration),
    ) -> (End, u64) {
        let Completions {
            executed,
            learned,
            options,
            start,
            ..
        } = self;
        let options = options.get_or_insert_with(|| given.clone());
        let (times, more) = INSTRUCTIONS;
        options.budget.instructions = Some(instructions * times + more);
        (options.budget.time, options.budget.since) = (time, None);
        options.budget.solver_time = options.budget.solver_time.min(QUERY_TIME.get());
        let start = start.get_or_insert_with(|| Start::new(program));
        let executed = executed.get_or_insert_with(|| Recorder::new(program.module()));
        if std::mem::replace(learned, by_states.marks) != by_states.marks {
            executed.learn(by_states);
        }
        let marks = executed.marks;
        let indeterminate = supply.inputs.indeterminate.clone();
        let ran = executed.tentatively(|recorder| {
            let options = (&*options, MAX_STEPS.get());
            let ran = start.run(program, supply, &indeterminate, options, recorder);
            let ends = matches!(ran.end, End::Exit(_) | End::Failed(_) | End::Unmodelled(_));
            (ran, ends)
        });
        let Ran {
            end,
            instructions,
            objects,
        } = ran;
        let found = executed.marks - marks;
        self.work += work_of(instructions) + objects * STEPS_PER_OBJECT;
        (end, found)
    }
}

impl Driver<'_> {
    /// Runs the inputs of a state's model to an end, unless the same inputs were run before:
    /// records what they cover, and reports a failure. Returns how many places were covered first.
    pub(crate) fn complete_path(&mut self, state: &State) -> u64 {
        let inputs = inputs::from_model(&self.pool, state, &state.model);
        if !self.completions.is_new(&inputs) {
            return 0;
        }
        let supply = PrefixSupply::new(inputs);
        let completed = self.complete_inputs(supply, state.instructions, Some(&state.model));
        if completed.found > 0 {
            self.completions
                .mutations
                .keep(completed.inputs, state.instructions);
        }
        completed.found
    }

    /// Runs inputs to an end: those of a path with so many instructions, or near them. The model is
    /// theirs, if there is one.
    pub(super) fn complete_inputs(
        &mut self,
        supply: PrefixSupply,
        instructions: u64,
        model: Option<&CachedModel>,
    ) -> Completed {
        let completed = self.run_inputs(supply, (instructions, TIME.get()), model);
        let stats = &mut self.stats.completions;
        stats.runs += 1;
        stats.covered += completed.found;
        stats.failed += u64::from(completed.failed);
        completed
    }

    /// Runs seeds: what they cover is covered, and those that cover something first are mutated,
    /// and are tests. As soon as they have taken their part of the time, the others are left.
    pub(super) fn complete_seeds(&mut self) {
        let time = self.watch.left() / SEEDS_PART.get();
        let start = Instant::now();
        for seed in self.options.seeds.iter() {
            let left = time.saturating_sub(start.elapsed());
            if left.is_zero() || self.watch.over(&self.stats).is_some() {
                break;
            }
            let supply = PrefixSupply::new(seed.inputs.clone());
            let completed = self.run_inputs(supply, (seed.instructions, left), None);
            if completed.found > 0 {
                self.stats.seeds.covering += 1;
                let mutations = &mut self.completions.mutations;
                mutations.keep(completed.inputs, seed.instructions);
            }
        }
    }

    /// Runs inputs to an end within a time.
    fn run_inputs(
        &mut self,
        mut supply: PrefixSupply,
        (instructions, time): (u64, Duration),
        model: Option<&CachedModel>,
    ) -> Completed {
        let limits = (instructions, self.watch.left().min(time));
        let given = (self.program, self.options, &self.recorder);
        let (end, found) = self.completions.run(given, &mut supply, limits);
        let inputs = supply.into_inputs();
        if found > 0 {
            let test = (&inputs, &end);
            self.audience.completed(&self.pool, model, test);
        }
        let dropped = end == End::Dropped;
        let failed = matches!(end, End::Failed(_));
        if let End::Failed(failure) = end
            && !self.findings.has(failure.kind, failure.loc)
        {
            self.try_failure(&failure, &inputs);
        }
        Completed {
            inputs,
            found,
            dropped,
            failed,
        }
    }

    /// Replays a failure, unless that has been in vain a few times: the time of replays is not
    /// counted as work.
    fn try_failure(&mut self, failure: &Failure, inputs: &Inputs) {
        let place = (failure.kind, failure.loc);
        if self.completions.refuted.get(&place) == Some(&ATTEMPTS.get()) {
            return;
        }
        match self.replay_of_run(failure, inputs.clone()) {
            true => {
                self.completions.failures.insert(place);
            }
            false => *self.completions.refuted.entry(place).or_default() += 1,
        }
    }
}

/// The work of a run with so many instructions, without that of its objects.
pub(super) fn work_of(instructions: u64) -> u64 {
    STEPS_PER_RUN + instructions / INSTRUCTIONS_PER_STEP
}

/// A digest of inputs, different for different ones with high probability, and their length as a
/// text.
fn digest(inputs: &Inputs) -> (u64, u64) {
    let mut digest = Digest::default();
    write!(digest, "{inputs:?}").expect("a digest takes any text");
    (digest.hasher.finish(), digest.length)
}

/// Computes a digest of what is written.
#[derive(Default)]
struct Digest {
    hasher: FxHasher,
    length: u64,
}

impl Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.hasher.write(text.as_bytes());
        self.length += text.len() as u64;
        Ok(())
    }
}
