//! The driver of an exploration: executes states for an explorer and owns what all of them share:
//! terms, solver, limits, findings, tests, and the reasons against safety.
//!
//! A path condition is always satisfiable, and each state holds a model of it: at a branch, the
//! model shows that one side is feasible, and only the others need the solver.

mod account;
mod alternatives;
mod ask;
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
mod profile;
mod progress;
mod put_off;
mod shared;
mod skip;
mod task;
mod validate;

use super::suite::Suite;
use super::{Moment, StateId};
use crate::concrete::solver_options;
use crate::coverage::Recorder;
use crate::endless::Rounds;
use crate::inputs;
use crate::joins::Joins;
use crate::machine::{Event, Flow, Machine, Pause, Settings, TraceStep};
use crate::options::Options;
use crate::outcome::{
    ChainStats, Finding, Inputs, Missed, Outcome, Reason, ReasonKind, Reasons, Stats, Verdict,
};
use crate::program::Program;
use crate::state::State;
pub use account::Account;
use ask::SideQuestions;
use budget::Watch;
use checkpoint::Checkpoints;
pub use explorer::{Explorer, Observer, Shares, Standing, Waiting, WantedTests};
use findings::Findings;
use missed::Collector;
pub use notes::{Note, Origins};
use parked::Parked;
use profile::Profile;
use put_off::PutOff;
use rustc_hash::{FxHashMap, FxHashSet};
pub(super) use shared::path;
use sheaf_ir::{BlockId, FuncId, LocId};
use sheaf_solver::Solver;
use sheaf_term::Pool;
use sheaf_term::cancel::{self, Cancelled};
pub use skip::{Skip, What};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};
pub use validate::SecondSolver;

/// The maximum number of instructions of one step.
const QUANTUM: u64 = 1 << 18;
/// The maximum number of nodes of decision diagrams; beyond it guards are plain terms.
pub const MAX_GUARD_NODES: usize = 1 << 22;
/// Time between two reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);
/// The same of a worker: its reports show who has states to give away.
const WORKER_PROGRESS_INTERVAL: Duration = Duration::from_millis(20);
/// Assumptions that are shown where all paths end at them, besides the first.
const MAX_ASSUMPTIONS: usize = 3;

/// Steps of work that a fork takes, roughly, and that a query takes, without what is counted while
/// they are done.
const STEPS_PER_FORK: u64 = 1 << 6;
const STEPS_PER_QUERY: u64 = 1 << 4;
/// Instructions on the fast path that take about as long as creating a term.
const INSTRUCTIONS_PER_STEP: u64 = 16;

/// An exploration in progress, without the waiting states.
pub struct Driver<'a> {
    /// The program.
    pub program: &'a Program,
    /// What was asked for.
    pub options: &'a Options,
    observer: &'a mut dyn Observer,
    /// The states that the observer knows and that still exist, if it wants all moments.
    told: Option<FxHashSet<StateId>>,
    /// The settings of the stepper.
    pub settings: Settings,
    /// The terms of all states.
    pub pool: Pool,
    solver: Solver,
    pub(super) recorder: Recorder,
    watch: Watch<'a>,
    next_id: StateId,
    /// States that were parked.
    parked: Vec<(StateId, Parked)>,
    /// Whether parked paths are those of an earlier session, and whether the last turn was one of
    /// them.
    takes_back: bool,
    took_back: bool,
    /// What is recorded for a later session, unless that has failed.
    checkpoints: Option<Checkpoints>,
    save_failed: Option<io::Error>,
    /// The statistics of earlier sessions.
    past: Option<Box<Stats>>,
    progress_reported: Instant,
    progress_interval: Duration,
    findings: Findings,
    /// Loop heads, and the iterations of paths that are watched for endless loops.
    heads: OnceCell<Joins>,
    rounds: FxHashMap<StateId, Rounds>,
    missed: Collector,
    /// What workers report as unexplored.
    missed_by_workers: Missed,
    /// Creates test cases, if requested.
    suite: Option<Suite<'a>>,
    /// The value of [`Recorder::marks`] when coverage was last reported.
    marks_told: u64,
    /// Whether a state was dropped from which no assumption is reached.
    is_unassuming: bool,
    /// Whether a completed path has read an input.
    has_inputs: bool,
    reasons: Reasons,
    /// Assumptions that ended paths.
    dropped_at: BTreeSet<Option<LocId>>,
    /// Solver questions of techniques.
    pub side_questions: SideQuestions,
    /// The number of queries without an answer at a program point.
    pub(super) unanswered: FxHashMap<(FuncId, BlockId, usize), u32>,
    /// The path of the state in its last step, if the explorer wants it.
    pub trace: Option<Vec<TraceStep>>,
    /// Facts found in the last step, if the explorer wants them.
    pub notes: Option<Vec<Note>>,
    /// The inputs that the state follows that has its turn: further inputs that it reads get their
    /// values, its model decides, and other alternatives are put off.
    pub follows: Option<Rc<Inputs>>,
    /// Checks of followed paths that wait.
    put_off: PutOff,
    /// Concrete completions of paths.
    pub(super) completions: completions::Completions,
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
            pool.use_diagrams(MAX_GUARD_NODES);
        }
        let watch = Watch::new(options);
        let suite = Suite::new(observer.wanted_tests(), options, watch.last_query());
        let solver = Solver::new(sheaf_solver::Options {
            end: watch.last_query(),
            ..solver_options(options)
        })?;
        Ok(Driver {
            program,
            options,
            told: observer.wants_moments().then(FxHashSet::default),
            observer,
            settings: Settings::with_index(program, options),
            pool,
            solver,
            recorder: Recorder::new(module),
            watch,
            next_id: 0,
            parked: Vec::new(),
            takes_back: false,
            took_back: false,
            checkpoints: None,
            save_failed: None,
            past: None,
            progress_reported: Instant::now(),
            progress_interval: PROGRESS_INTERVAL,
            findings: Findings::default(),
            heads: OnceCell::new(),
            rounds: FxHashMap::default(),
            missed: Collector::new(module),
            missed_by_workers: Missed::default(),
            suite,
            marks_told: 0,
            is_unassuming: false,
            has_inputs: false,
            reasons: Reasons::default(),
            dropped_at: BTreeSet::new(),
            side_questions: SideQuestions::default(),
            unanswered: FxHashMap::default(),
            trace: None,
            notes: None,
            follows: None,
            put_off: PutOff::default(),
            completions: Default::default(),
            profile: options.profile.then(Profile::default),
            stats: Stats::default(),
        })
    }

    /// Offers the observer inputs of unfinished paths, for a suite.
    pub(crate) fn offer_prefixes(&mut self) {
        if let Some(suite) = &mut self.suite {
            suite.offer_prefixes(&self.pool, self.observer);
        }
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
        self.save_if_due(explorer);
        self.save_memory(explorer);
        // The last turn may have been cancelled.
        self.follow_nothing();
        let turn = || explorer.turn(self) || self.resume_parked(explorer);
        match cancel::within(cancellation.clone(), turn) {
            Ok(true) => {}
            Ok(false) => {
                // An explorer without a turn for a waiting state has lost it: it must not count as
                // explored.
                self.stats.paths.set_aside += explorer.waiting_count() as u64;
                return Ok(Round::Empty);
            }
            Err(Cancelled) => self.abandon_turn(explorer)?,
        }
        Ok(Round::More)
    }

    /// The outcome if chains prove that there is nothing to be found.
    pub fn proved(mut self, explorer: &mut dyn Explorer, chains: ChainStats) -> Outcome {
        self.stats.chains = Some(chains);
        let vacuous = false;
        Outcome {
            vacuous,
            ..self.outcome(explorer)
        }
    }

    /// The initial state.
    pub fn start(&mut self) -> State {
        let mut state = State::new(self.program, &mut self.pool);
        state.id = self.new_id();
        state
    }

    /// Reports a moment to observers.
    pub fn tell(&mut self, moment: &Moment) {
        if let Some(suite) = &mut self.suite {
            cancel::uncounted(|| suite.moment(&mut self.pool, self.observer, moment));
        }
        if let Some(told) = &mut self.told {
            moment.note(told);
            self.observer.moment(&self.pool, moment);
        }
    }

    /// Reports if a state has just executed something for the first time.
    pub(super) fn tell_coverage(&mut self, state: &State) {
        if self.recorder.marks > self.marks_told {
            self.marks_told = self.recorder.marks;
            self.tell(&Moment::Covered(state));
        }
    }

    /// Reports states as lost that neither wait nor are parked.
    pub fn tell_lost(&mut self, explorer: &dyn Explorer, reason: &Reason) {
        let Some(told) = &self.told else {
            return;
        };
        let mut lost = told.clone();
        for state in explorer.waiting(self.program) {
            lost.remove(&state.id);
        }
        for (id, _) in &self.parked {
            lost.remove(id);
        }
        let mut lost: Vec<StateId> = lost.into_iter().collect();
        lost.sort_unstable();
        for id in lost {
            self.tell(&Moment::Lost { id, reason });
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

    /// How many places are covered.
    pub(crate) fn covered(&self) -> u64 {
        self.recorder.marks
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
                self.follow_nothing();
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
            self.rounds.remove(&id);
            if self.told.is_some()
                && let Some(state) = explorer.look_at(self.program, id)
            {
                self.tell(&Moment::Pruned { state: &state, by });
            }
        }
        if self.options.ends_process {
            std::mem::forget(explorer);
        }
    }

    /// A state is given up, because all of its paths are explored in another way.
    pub fn drop_state(&mut self, state: &State, by: &'static str) {
        self.rounds.remove(&state.id);
        self.tell(&Moment::Pruned { state, by });
    }

    /// An unused state id.
    pub fn new_id(&mut self) -> StateId {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Gives up the state of a cancelled turn. Everything else that the turn changed is either
    /// consistent or rebuilt; from now on there is a reason against safety.
    fn abandon_turn(&mut self, explorer: &mut dyn Explorer) -> Result<(), String> {
        self.stats.paths.set_aside += 1;
        if let Some(reason) = self.watch.over(&self.stats) {
            self.spoil();
            self.tell_lost(explorer, &reason);
            return Ok(());
        }
        let reason = self.watch.want_of_memory();
        explorer.abandon_turn();
        self.tell_lost(explorer, &reason);
        self.reasons.add(reason, 1);
        self.pool.recover();
        self.findings.recover();
        if let Some(suite) = &mut self.suite {
            suite.recover()?;
        }
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
        self.forget_notes();
        let known = state.inputs.len();
        let before = self.before_checks(state);
        let ran = self.run(state, pause);
        if state.inputs.len() > known
            && let Some(inputs) = &self.follows
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
            self.note(Note::Open);
            return self.ended(state);
        }
        let pauses = ran.paused && pause.is_some();
        let step = match ran.flow {
            Flow::Next if (met || ran.paused) && !pauses => Step::Alone,
            Flow::Next => Step::Paused,
            flow if state.only_checks() => self.end_checks(state, flow),
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
        self.rounds.remove(&state.id);
        Step::Ended
    }

    /// Whether it is time to switch to another state, or to check the limits.
    pub fn is_turn_over(&self, instructions: u64) -> bool {
        instructions >= QUANTUM
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
        let module = self.program.module();
        // Watched states pause in all calls.
        let heads = endless::is_watched(state).then(|| Pause {
            joins: self.heads.get_or_init(|| Joins::loop_heads(module)),
            depth: usize::MAX,
        });
        let pause = match (pause, heads) {
            (Some(pause), Some(heads)) => Some(Pause {
                joins: pause.joins,
                depth: heads.depth,
            }),
            (pause, heads) => pause.or(heads),
        };
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
        machine.trace = self.trace.take();
        let left = self.options.budget.instructions.unwrap_or(u64::MAX);
        let left = left.saturating_sub(self.stats.instructions);
        let fuel = QUANTUM.min(left).min(look);
        let flow = match &mut self.profile {
            Some(profile) => profile.run(self.program, &mut machine, fuel),
            None => machine.run(fuel),
        };
        let (events, paused) = (machine.events, machine.paused);
        self.trace = machine.trace;
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
            && self.stats.failures == 0
            && !self.is_unassuming
            && self.stats.subsumption.not_vacuous == 0
            && paths.set_aside == 0
            && self.reasons.is_empty()
    }

    /// The reason if no path reaches an end, with the assumptions at which paths ended. Which of
    /// them contradict each other is not known: a path may have ended because of earlier ones.
    fn vacuous(&self) -> Reason {
        let module = self.program.module();
        let mut detail = "no path reaches an end: assumptions exclude all, paths end".to_string();
        let mut at = self.dropped_at.iter().copied();
        let loc = at.next().flatten();
        let others: Vec<String> = at.map(|loc| module.describe(loc)).collect();
        if !others.is_empty() {
            let (shown, left) = others.split_at(others.len().min(MAX_ASSUMPTIONS));
            detail.push_str(&format!(" at {}", shown.join(", ")));
            if !left.is_empty() {
                detail.push_str(&format!(", {} more", left.len()));
            }
            detail.push_str(" and");
        }
        Reason {
            kind: ReasonKind::Vacuous,
            detail,
            loc,
        }
    }

    /// Sets all remaining states aside.
    fn stop_all(&mut self, explorer: &dyn Explorer, reason: Reason) {
        self.note_missed(explorer);
        let waiting = (explorer.waiting_count() + self.parked.len()) as u64;
        self.reasons.add(reason, waiting);
        self.stats.paths.set_aside += waiting;
    }

    /// The unexplored parts.
    fn take_missed(&mut self) -> Missed {
        let module = self.program.module();
        std::mem::replace(&mut self.missed, Collector::new(module)).missed(module)
    }

    /// The outcome of what was explored by this process.
    pub(crate) fn outcome(&mut self, explorer: &mut dyn Explorer) -> Outcome {
        let missed = self.take_missed();
        self.watch.look_at_memory();
        self.update_stats(explorer);
        explorer.report(&self.pool, &mut self.stats);
        self.conclusion(missed)
    }

    fn conclusion(&mut self, missed: Missed) -> Outcome {
        let stats = std::mem::take(&mut self.stats);
        self.stats = self.in_total(stats);
        let profile = self.profile.take();
        self.stats.profile = profile.map_or(Vec::new(), Profile::lines);
        let vacuous = self.is_vacuous();
        if vacuous && !self.options.allow_vacuous {
            let reason = self.vacuous();
            self.reasons.insert(reason);
        }
        let reasons = std::mem::take(&mut self.reasons).into_iter();
        let (retried, reasons): (Reasons, Reasons) =
            reasons.partition(|(reason, _)| self.findings.is_confirmed(reason));
        let retried = retried.iter().cloned().collect();
        let findings = std::mem::take(&mut self.findings.confirmed);
        let executed = self.completions.executed(&self.recorder);
        Outcome {
            vacuous,
            has_inputs: self.has_inputs,
            verdict: verdict(&findings, &reasons, self.stats.paths.set_aside),
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
