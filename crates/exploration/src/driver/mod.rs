//! The driver of an exploration: executes states for an explorer and owns what all of them share:
//! terms, solver, limits, findings, tests, and the reasons against safety.
//!
//! A path condition is always satisfiable, and each state holds a model of it: at a branch, the
//! model shows that one side is feasible, and only the others need the solver.

mod account;
mod alternatives;
mod ask;
mod audience;
mod budget;
mod checkpoint;
mod completions;
mod decider;
mod endless;
mod explorer;
mod findings;
mod invariants;
mod members;
mod missed;
mod mutations;
mod notes;
mod parked;
mod parking;
mod profile;
mod progress;
mod put_off;
mod reexecution;
mod shared;
mod skip;
mod validate;

use super::{Moment, StateId};
use crate::concrete::solver_options;
use crate::coverage::Recorder;
use crate::frontier::Ends;
use crate::inputs;
use crate::machine::{Event, Flow, Machine, Pause, Settings};
use crate::options::Options;
use crate::outcome::{End, Finding, Missed, Outcome, Reason, Reasons, Stats, Verdict};
use crate::program::Program;
use crate::state::State;
pub use account::Account;
use ask::SideQuestions;
use audience::Audience;
use budget::Watch;
use checkpoint::Sessions;
use completions::Completions;
use endless::Watched;
pub use explorer::{Explorer, Lessons, Observer, Shares, Standing, Waiting, WantedTests};
use findings::Findings;
use missed::Collector;
pub use notes::{Note, Origins, Retraced};
use profile::Profile;
use put_off::Following;
use sheaf_ir::{BlockId, FuncId};
use sheaf_solver::Solver;
use sheaf_term::Pool;
use sheaf_term::cancel::{self, Cancelled};
pub use skip::{Skip, What};
use std::rc::Rc;
pub use validate::SecondSolver;

sheaf_tuning::constants! {
    /// The maximum number of instructions of one step.
    QUANTUM: u64 = 1 << 18, 1 => 1 << 20, "instructions";
    /// The maximum number of nodes of decision diagrams; beyond it guards are plain terms.
    pub MAX_GUARD_NODES: usize = 1 << 22, 1 => 1 << 24, "nodes";
}

/// Steps of work that a fork takes, roughly, and that a query takes, without what is counted while
/// they are done.
const STEPS_PER_FORK: u64 = 1 << 6;
const STEPS_PER_QUERY: u64 = 1 << 4;
/// Instructions on the fast path that take about as long as creating a term.
const INSTRUCTIONS_PER_STEP: u64 = 16;

/// An exploration in progress, without the waiting states.
pub struct Driver<'a> {
    /// What is explored.
    pub program: &'a Program,
    /// What was asked for.
    pub options: &'a Options,
    /// The settings of the stepper.
    pub settings: Settings,
    /// The terms of all states.
    pub pool: Pool,
    pub(super) solver: Solver,
    pub(super) recorder: Recorder,
    /// The limits.
    pub watch: Watch<'a>,
    next_id: StateId,
    pub(super) audience: Audience<'a>,
    /// What belongs to the current exploration, if several take turns.
    pub account: Account,
    pub(super) sessions: Sessions,
    /// The failures.
    pub findings: Findings,
    pub(super) endless: Watched,
    missed: Collector,
    /// How paths have ended.
    pub ends: Ends,
    /// Solver questions of techniques.
    pub side_questions: SideQuestions,
    /// The known inputs that the state follows that has its turn.
    pub(super) following: Following,
    /// Concrete completions of paths.
    pub(super) completions: Completions,
    /// What lines cost, if the user wants to know.
    profile: Option<Profile>,
    /// What has happened so far.
    pub stats: Stats,
}

/// The result of one step of a state.
pub enum Step {
    /// It continues alone.
    Alone,
    /// It continues alone, and has reached a pause point, or has run long enough.
    Paused,
    /// It continues, and so do its new children.
    Forked(Fork),
    /// It has ended.
    Ended,
}

/// What came of a round of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Round {
    /// There may be more to do.
    More,
    /// There was no state to run.
    Empty,
    /// A limit was reached.
    Stopped,
}

/// The children of a fork.
pub struct Fork {
    /// The children, in the order of the alternatives. Some may have been parked at once.
    pub children: Vec<State>,
    /// Whether all are at the same instruction: an operand was made concrete in each.
    pub same_point: bool,
}

/// The result of executing a state.
struct Ran {
    flow: Flow,
    /// Events before it.
    events: Vec<Event>,
    /// Whether it has just reached a pause point.
    paused: bool,
}

impl<'a> Driver<'a> {
    /// Before the first state.
    ///
    /// # Errors
    /// When the solver cannot be set up.
    pub fn new(
        program: &'a Program,
        options: &'a Options,
        observer: &'a mut dyn Observer,
    ) -> Result<Self, String> {
        let module = program.module();
        let mut pool = Pool::new();
        pool.hide_chosen(true);
        pool.summaries.cap = options.plan.summaries().size;
        if options.plan.has_summaries() {
            pool.use_diagrams(MAX_GUARD_NODES.get());
        }
        let watch = Watch::new(options);
        let solver = Solver::new(sheaf_solver::Options {
            end: watch.last_query(),
            ..solver_options(options)
        })?;
        Ok(Driver {
            program,
            options,
            settings: Settings::with_index(program, options),
            pool,
            solver,
            recorder: Recorder::new(module),
            audience: Audience::new(module, observer, options, watch.last_query()),
            watch,
            next_id: 0,
            account: Account::default(),
            sessions: Sessions::default(),
            findings: Findings::default(),
            endless: Watched::default(),
            missed: Collector::new(module),
            ends: Ends::default(),
            side_questions: SideQuestions::default(),
            following: Following::default(),
            completions: Completions::default(),
            profile: options.profile.then(Profile::default),
            stats: Stats::default(),
        })
    }

    /// Runs one turn of a state, unless a limit was reached.
    pub(super) fn round(
        &mut self,
        explorer: &mut dyn Explorer,
        cancellation: &cancel::Limit,
    ) -> Result<Round, String> {
        let over = self.watch.over(&self.stats);
        if let Some(reason) = over.or_else(|| self.watch.starved()) {
            self.save(explorer);
            self.stop_all(explorer, reason);
            return Ok(Round::Stopped);
        }
        self.report_progress(explorer);
        if self.sessions.is_due() {
            self.save(explorer);
        }
        self.save_memory(explorer);
        // The last turn may have been cancelled.
        self.following = Following::default();
        let turn = || explorer.turn(self) || self.resume_parked(explorer);
        match cancel::within(cancellation.clone(), turn) {
            Ok(true) => {}
            Ok(false) => {
                // An explorer without a turn for a waiting state has lost it: it must not count as
                // explored.
                self.account.set_aside += explorer.waiting_count() as u64;
                return Ok(Round::Empty);
            }
            Err(Cancelled) => self.abandon_turn(explorer)?,
        }
        Ok(Round::More)
    }

    /// Whether a block was executed.
    pub fn has_executed(&self, func: FuncId, block: BlockId) -> bool {
        self.recorder.is_reached(func, block)
    }

    /// The initial state.
    pub fn start(&mut self) -> State {
        let mut state = State::new(self.program, &mut self.pool);
        state.id = self.new_id();
        state
    }

    /// Whether observers want all moments.
    pub fn is_told(&self) -> bool {
        self.audience.wants_moments()
    }

    /// Reports a moment to observers.
    pub fn tell(&mut self, moment: &Moment) {
        self.audience.tell(&mut self.pool, moment);
    }

    /// Reports if a state has just executed something for the first time.
    pub(super) fn tell_coverage(&mut self, state: &State) {
        if self.recorder.marks > self.audience.marks_told {
            self.audience.marks_told = self.recorder.marks;
            self.tell(&Moment::Covered(state));
        }
    }

    /// Reports states as lost that neither wait nor are parked.
    pub fn tell_lost(&mut self, explorer: &dyn Explorer, reason: &Reason) {
        if self.audience.wants_moments() {
            let waiting = explorer.waiting(self.program).map(|it| it.id);
            let parked = self.account.parked.ids();
            for id in self.audience.lost(waiting.chain(parked)) {
                self.tell(&Moment::Lost { id, reason });
            }
        }
    }

    /// The work that was done so far, in steps of about 100 ns: what [`cancel::steps`] counts, and
    /// instructions. It is the same in each run, unless a limit of time or memory was
    /// reached.
    pub fn work(&self) -> u64 {
        cancel::counted() + self.stats.instructions / INSTRUCTIONS_PER_STEP
    }

    /// The same with forks, queries and completions.
    pub fn whole_work(&self) -> u64 {
        let solver = self.solver.stats();
        self.work()
            + self.completions.work
            + self.stats.forks * STEPS_PER_FORK
            + solver.asked * STEPS_PER_QUERY
    }

    /// Does a part of an exploration that may be given up. `None` if it takes more than so many
    /// steps of [`Driver::work`]: then the exploration must be dropped.
    pub fn limited<T>(&mut self, steps: u64, part: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let end = cancel::counted() + steps;
        let outer = self.watch.cancellation();
        let limit = move || cancel::counted() > end || outer();
        match cancel::within(Rc::new(limit), || part(self)) {
            Ok(result) => Some(result),
            Err(cancelled) if cancel::counted() <= end => cancel::propagate(cancelled),
            Err(Cancelled) => {
                self.following = Following::default();
                self.pool.recover();
                self.findings.recover();
                if self.solver.restart().is_err() {
                    cancel::propagate(Cancelled);
                }
                self.solver.set_timeout(self.options.budget.solver_time);
                None
            }
        }
    }

    /// Another state with the paths of one.
    pub fn twin(&mut self, state: &State) -> State {
        let mut twin = state.clone();
        twin.id = self.new_id();
        self.tell(&Moment::Started(&twin));
        twin
    }

    /// An explorer is given up, because another one explores the whole program.
    pub fn drop_explorer<E: Explorer>(&mut self, explorer: E, by: &'static str) {
        let mut ids: Vec<StateId> = explorer.waiting(self.program).map(|it| it.id).collect();
        ids.sort_unstable();
        for id in ids {
            self.endless.forget(id);
            if self.audience.wants_moments()
                && let Some(state) = explorer.look_at(self.program, id)
            {
                self.tell(&Moment::Pruned {
                    state: &state,
                    by,
                    because: None,
                });
            }
        }
        if self.options.ends_process {
            std::mem::forget(explorer);
        }
    }

    /// A state is given up, because all of its paths are explored in another way.
    pub fn drop_state(&mut self, state: &State, by: &'static str) {
        self.endless.forget(state.id);
        let because = None;
        self.tell(&Moment::Pruned { state, by, because });
    }

    /// An unused state id.
    pub fn new_id(&mut self) -> StateId {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Gives up the state of a cancelled turn. Everything else that the turn changed is either
    /// consistent or rebuilt; from now on there is a reason against safety.
    fn abandon_turn(&mut self, explorer: &mut dyn Explorer) -> Result<(), String> {
        self.account.set_aside += 1;
        if let Some(reason) = self.watch.over(&self.stats) {
            self.sessions.spoil();
            self.tell_lost(explorer, &reason);
            return Ok(());
        }
        let reason = self.watch.want_of_memory();
        explorer.abandon_turn();
        self.tell_lost(explorer, &reason);
        self.account.reasons.add(reason, 1);
        self.pool.recover();
        self.findings.recover();
        self.audience.recover()?;
        self.solver.restart()
    }

    /// Executes a state up to the next decision, and makes the decision. `pause` adds points at
    /// which to stop without a decision.
    pub fn step(&mut self, state: &mut State, pause: Option<Pause>) -> Step {
        match self.profile {
            Some(_) => self.step_noted(state, pause),
            None => self.step_once(state, pause),
        }
    }

    fn step_once(&mut self, state: &mut State, pause: Option<Pause>) -> Step {
        if self.options.check_invariants {
            invariants::check(self.program, &self.pool, state);
        }
        let marks = self.recorder.marks;
        self.account.forget_notes();
        let known = state.inputs.len();
        let before = self.before_checks(state);
        let ran = self.run(state, pause);
        if state.inputs.len() > known
            && let Some(inputs) = &self.following.inputs
        {
            inputs::adopt(&mut self.pool, state, known, &inputs.inputs);
        }
        if self.recorder.marks > marks {
            state.last_new_coverage = state.instructions;
        }
        self.tell_coverage(state);
        let met = !ran.events.is_empty();
        let goes = self.meet(state, ran.events);
        self.put_checks_aside(before);
        if goes.is_break() {
            return self.ended(state);
        }
        if ran.paused && self.goes_on_for_ever(state) {
            self.account.note(Note::Open);
            return self.ended(state);
        }
        let pauses = ran.paused && pause.is_some();
        let is_left_out = matches!(ran.flow, Flow::End(End::Limit(_) | End::Unmodelled(_)));
        let step = match ran.flow {
            Flow::Next if (met || ran.paused) && !pauses => Step::Alone,
            Flow::Next => Step::Paused,
            // It has made its checks; another state goes on.
            _ if state.only_checks() && !is_left_out => Step::Ended,
            Flow::End(end) => {
                self.finish(state, end);
                Step::Ended
            }
            Flow::Choose(choices) => self.choose(state, choices),
            Flow::Concretize(local, term) => self.concretize(state, local, term),
            Flow::Bound(term) => {
                self.bound(state, term);
                Step::Alone
            }
        };
        match step {
            Step::Ended => self.ended(state),
            step => step,
        }
    }

    fn ended(&mut self, state: &State) -> Step {
        self.endless.forget(state.id);
        Step::Ended
    }

    /// Whether it is time to switch to another state, or to check the limits.
    pub fn is_turn_over(&self, instructions: u64) -> bool {
        instructions >= QUANTUM.get()
            || self.watch.over(&self.stats).is_some()
            || self.watch.is_short_of_memory()
    }

    /// Executes a state until it ends, forks or has run long enough. Returns the state if it remains,
    /// and the new states.
    pub fn advance(&mut self, mut state: State) -> (Option<State>, Vec<State>) {
        let start = state.instructions;
        loop {
            match self.step(&mut state, None) {
                Step::Ended => return (None, Vec::new()),
                Step::Forked(Fork { children, .. }) => return (Some(state), children),
                Step::Alone if !self.is_turn_over(state.instructions - start) => {}
                Step::Alone | Step::Paused => return (Some(state), Vec::new()),
            }
        }
    }

    /// Executes a state up to the next decision or pause point.
    fn run(&mut self, state: &mut State, pause: Option<Pause>) -> Ran {
        let before = state.instructions;
        let limit = |terms| self.watch.limit(&self.stats, terms);
        let pause = self.endless.pause(self.program.module(), state, pause);
        let look = endless::until_watched(state);
        let mut machine = Machine::new(
            self.program,
            &mut self.pool,
            state,
            &self.settings,
            &mut self.recorder,
        );
        machine.limit = Some(&limit);
        machine.pause = pause;
        machine.trace = self.account.trace.take();
        let left = self.options.budget.instructions.unwrap_or(u64::MAX);
        let left = left.saturating_sub(self.stats.instructions);
        let fuel = QUANTUM.get().min(left).min(look);
        let flow = match &mut self.profile {
            Some(profile) => profile.run(self.program, &mut machine, fuel),
            None => self.audience.run(&mut machine, fuel),
        };
        let (events, paused) = (machine.events, machine.paused);
        self.account.trace = machine.trace;
        self.stats.instructions += state.instructions - before;
        Ran {
            flow,
            events,
            paused,
        }
    }

    /// Whether everything was explored, no path reached an end, and none was shown to need none.
    fn is_vacuous(&self) -> bool {
        let paths = &self.stats.paths;
        paths.completed == 0
            && self.stats.instructions > 0
            && self.stats.failures == 0
            && !self.ends.is_unassuming
            && self.stats.subsumption.not_vacuous == 0
            && self.account.has_explored_all()
    }

    /// Sets all remaining states aside.
    fn stop_all(&mut self, explorer: &dyn Explorer, reason: Reason) {
        self.note_missed(explorer);
        let waiting = explorer.waiting_count() + self.account.parked.len();
        self.account.leave_out(reason, waiting as u64);
    }

    /// The outcome of what was explored by this process.
    pub(crate) fn outcome(&mut self, explorer: &mut dyn Explorer) -> Outcome {
        let missed = self.missed.take(self.program.module());
        self.watch.look_at_memory();
        self.update_stats(explorer);
        explorer.report(&self.pool, &mut self.stats);
        self.conclusion(missed)
    }

    fn conclusion(&mut self, missed: Missed) -> Outcome {
        let stats = std::mem::take(&mut self.stats);
        self.stats = self.sessions.in_total(stats);
        self.stats.paths.set_aside = self.account.set_aside;
        let profile = self.profile.take();
        self.stats.profile = profile.map_or(Vec::new(), Profile::lines);
        let vacuous = self.is_vacuous();
        if vacuous && !self.options.allow_vacuous {
            let reason = self.ends.vacuous(self.program.module());
            self.account.reasons.insert(reason);
        }
        let reasons = std::mem::take(&mut self.account.reasons).into_iter();
        let (retried, reasons): (Reasons, Reasons) =
            reasons.partition(|(reason, _)| self.findings.is_confirmed(reason));
        let retried = retried.iter().cloned().collect();
        let findings = std::mem::take(&mut self.findings.confirmed);
        let executed = self.completions.executed(&self.recorder);
        Outcome {
            vacuous,
            has_inputs: self.ends.has_inputs,
            verdict: verdict(&findings, &reasons, self.account.set_aside),
            reasons,
            retried,
            findings,
            stats: std::mem::take(&mut self.stats),
            coverage: executed.coverage(self.program.module()),
            missed,
        }
    }
}

/// The single definition of the verdict: a replayed failure is a bug; without one, the program is
/// safe only if nothing at all was left out.
fn verdict(findings: &[Finding], reasons: &Reasons, set_aside: u64) -> Verdict {
    if findings.iter().any(|finding| finding.replayed) {
        Verdict::Bug
    } else if reasons.is_empty() && set_aside == 0 {
        Verdict::Safe
    } else {
        Verdict::Incomplete
    }
}
