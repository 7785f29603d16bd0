//! The worklist: runs one state at a time, forks it where it may go on in several ways, and lets a
//! searcher pick the next.
//!
//! A path condition is always satisfiable, and each state holds a model of it: at a branch, the
//! model shows one feasible side for free, and only the others need the solver.

mod crowd;
mod endless;
mod events;
mod fork;
mod goals;
mod lookback;
mod meeting;
mod parked;
mod tests;

use super::budget::Watch;
use super::findings::Findings;
use super::search::{self, Distances, Searcher, StateId};
use super::{Observer, verdict};
use crate::concrete::solver_options;
use crate::coverage::Recorder;
use crate::endless::Rounds;
use crate::explore::missed::Collector;
use crate::machine::{Event, Flow, Machine, Pause, Settings};
use crate::merge::Joins;
use crate::options::{Explore, Options};
use crate::outcome::{Outcome, Reason, ReasonKind, Stats};
use crate::program::Program;
use crate::state::State;
use goals::Goals;
use meeting::{Meeting, Origin};
use parked::Parked;
use rustc_hash::FxHashMap;
use sheaf_ir::LocId;
use sheaf_ir::analysis::CallGraph;
use sheaf_solver::Solver;
use sheaf_term::Pool;
use sheaf_term::cancel::{self, Cancelled};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Instructions that a state runs at most before the searcher is asked again.
const QUANTUM: u64 = 1 << 18;
/// Nodes of decision diagrams, beyond which guards are plain terms.
const MAX_GUARD_NODES: usize = 1 << 22;
/// Turns between two updates of the distances to uncovered code.
const DISTANCE_TURNS: u64 = 64;
/// Time between two reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// An exploration in progress.
pub struct Worklist<'a> {
    program: &'a Program,
    options: &'a Options,
    observer: &'a mut dyn Observer,
    settings: Settings,
    pool: Pool,
    solver: Solver,
    recorder: Recorder,
    searcher: Box<dyn Searcher>,
    /// The states that wait, by number.
    states: FxHashMap<StateId, State>,
    /// The state whose turn it is.
    current: Option<StateId>,
    /// States that the last fork made.
    newborn: Vec<StateId>,
    /// Whether it made them by giving a value to an operand, so that all stand at the same
    /// instruction.
    split: bool,
    /// Where states stand, if they may merge.
    meeting: Option<Meeting<'a>>,
    next_id: StateId,
    /// What was dropped for want of memory.
    parked: Vec<Parked>,
    distances: Distances,
    turns: u64,
    progress_reported: Instant,
    watch: Watch<'a>,
    findings: Findings,
    /// The heads of loops, and the rounds of paths that are watched in case they go on for ever.
    heads: OnceCell<Joins>,
    rounds: FxHashMap<StateId, Rounds>,
    missed: Collector,
    /// What was executed and is in no test yet, if somebody wants to know.
    goals: Option<Goals>,
    reasons: BTreeSet<Reason>,
    /// The last assumption that ended a path.
    dropped_at: Option<LocId>,
    stats: Stats,
}

/// What running a state gave.
struct Ran {
    /// How it goes on, and what it met before.
    met: (Flow, Vec<Event>),
    /// Whether it has just come to a place where states meet.
    paused: bool,
}

/// What became of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// It goes on alone.
    Alone,
    /// It goes on alone, but has used up its fuel.
    Paused,
    /// It goes on, and others beside it.
    Forked,
    /// It is no more.
    Ended,
}

impl<'a> Worklist<'a> {
    /// An exploration of a program that has not begun.
    ///
    /// # Errors
    /// When the solver cannot be set up.
    pub fn new(
        program: &'a Program,
        options: &'a Options,
        observer: &'a mut dyn Observer,
    ) -> Result<Self, String> {
        let settings = Settings::new(options);
        let module = program.module();
        let searcher = search::new(options.search, options.seed, module);
        let mut distances = Distances::new(module, &CallGraph::new(module));
        if searcher.wants_places() {
            distances.update(|func, _| module.funcs[func].user);
        }
        let mut pool = Pool::new();
        pool.hide_chosen(true);
        let meeting = Meeting::wanted(options, program);
        let goals = observer.wants_coverage().then(Goals::default);
        if options.explore == Explore::Multise {
            pool.use_diagrams(MAX_GUARD_NODES);
            pool.summaries.cap = options.merging.summary_size;
        }
        let now = Instant::now();
        let watch = Watch::new(options);
        let solver = Solver::new(sheaf_solver::Options {
            end: watch.last_query(),
            ..solver_options(options)
        })?;
        Ok(Worklist {
            program,
            options,
            observer,
            settings,
            pool,
            solver,
            recorder: Recorder::new(module),
            searcher,
            states: FxHashMap::default(),
            current: None,
            newborn: Vec::new(),
            split: false,
            meeting,
            next_id: 0,
            parked: Vec::new(),
            distances,
            turns: 0,
            progress_reported: now,
            watch,
            findings: Findings::default(),
            heads: OnceCell::new(),
            rounds: FxHashMap::default(),
            missed: Collector::new(module),
            goals,
            reasons: BTreeSet::new(),
            dropped_at: None,
            stats: Stats::default(),
        })
    }

    /// Explores until nothing is left or a limit is reached.
    pub fn explore(mut self) -> Result<Outcome, String> {
        let first = State::new(self.program, &mut self.pool);
        let id = self.admit(first);
        self.searcher.start(id);
        self.settle(id, None);
        let cancellation = self.watch.cancellation();
        loop {
            let over = self.watch.over(&self.stats);
            if let Some(reason) = over.or_else(|| self.watch.starved()) {
                self.stop_all(reason);
                break;
            }
            self.report_progress();
            self.save_memory();
            match cancel::within(cancellation.clone(), || self.turn()) {
                Ok(true) => {}
                Ok(false) => {
                    // Whoever picks knows all states; one that it did not know would be left out,
                    // and must not count as explored.
                    self.stats.paths.set_aside += self.states.len() as u64;
                    break;
                }
                Err(Cancelled) => self.abandon_turn()?,
            }
        }
        self.offer_prefixes();
        let outcome = self.outcome();
        if self.options.ends_process {
            std::mem::forget(self);
        }
        Ok(outcome)
    }

    /// Lets the next state have its turn, or brings back one that was parked. Whether there was
    /// one.
    fn turn(&mut self) -> bool {
        self.current = self.next();
        match self.current {
            Some(id) => {
                self.advance(id);
                true
            }
            None => self.resume_parked(),
        }
    }

    /// Sets aside the states of a turn that was cancelled. What else they changed is either whole
    /// or made anew; in any case there is a reason against safety from now on.
    fn abandon_turn(&mut self) -> Result<(), String> {
        self.stats.paths.set_aside += 1;
        if self.watch.over(&self.stats).is_some() {
            return Ok(());
        }
        self.reasons.insert(self.watch.want_of_memory());
        self.stats.paths.set_aside += self.newborn.len() as u64;
        let current = self.current.take();
        for id in current.into_iter().chain(std::mem::take(&mut self.newborn)) {
            self.searcher.end(id);
            if let Some(meeting) = &mut self.meeting {
                meeting.leave(id);
            }
            self.states.remove(&id);
        }
        self.split = false;
        self.pool.recover();
        self.solver.set_timeout(self.options.budget.solver_time);
        self.solver.restart()
    }

    fn admit(&mut self, state: State) -> StateId {
        let id = self.next_id;
        self.next_id += 1;
        self.states.insert(id, state);
        id
    }

    /// Runs a state until it forks, ends or has had its turn.
    fn advance(&mut self, id: StateId) {
        let Some(mut state) = self.states.remove(&id) else {
            return self.searcher.end(id);
        };
        let before = self.meeting.as_mut().and_then(|meeting| meeting.leave(id));
        let depth = self.pause_depth(before.as_ref());
        let start = state.instructions;
        loop {
            match self.advance_once(id, &mut state, depth) {
                Fate::Ended => {
                    self.rounds.remove(&id);
                    self.searcher.end(id);
                    self.note_newborn();
                    break self.settle_newborn(before.as_ref());
                }
                Fate::Forked | Fate::Paused => break self.keep(id, state, before.as_ref()),
                Fate::Alone
                    if state.instructions - start >= QUANTUM
                        || self.watch.over(&self.stats).is_some()
                        || self.watch.is_short_of_memory() =>
                {
                    break self.keep(id, state, before.as_ref());
                }
                Fate::Alone => {}
            }
        }
    }

    /// Puts a state back that has had its turn.
    fn keep(&mut self, id: StateId, state: State, before: Option<&Origin>) {
        self.note_place(id, &state);
        self.note_newborn();
        self.states.insert(id, state);
        self.settle(id, before);
        self.settle_newborn(before);
        self.split = false;
    }

    fn advance_once(&mut self, id: StateId, state: &mut State, depth: usize) -> Fate {
        let marks = self.recorder.marks;
        let Ran {
            met: (flow, events),
            paused,
        } = self.run(state, depth);
        if self.recorder.marks > marks {
            state.last_new_coverage = state.instructions;
        }
        self.note_goal(state);
        let met = !events.is_empty();
        for event in events {
            if self.meet(state, event) == Fate::Ended {
                return Fate::Ended;
            }
        }
        if paused && self.goes_on_for_ever(id, state) {
            return Fate::Ended;
        }
        let meets = paused && depth > 0 && self.meeting.is_some();
        let fate = match flow {
            Flow::Next if (met || paused) && !meets => Fate::Alone,
            Flow::Next => Fate::Paused,
            Flow::End(end) => {
                self.finish(state, end);
                Fate::Ended
            }
            Flow::Choose(choices) => self.choose(id, state, choices),
            Flow::Concretize(local, term) => self.concretize(id, state, local, term),
        };
        match fate {
            Fate::Alone if depth > 0 && self.stands_at_join(state) => Fate::Paused,
            fate => fate,
        }
    }

    /// Runs a state up to the next decision, or to a place where states meet in calls up to a
    /// depth.
    fn run(&mut self, state: &mut State, depth: usize) -> Ran {
        let before = state.instructions;
        let limit = |terms| self.watch.limit(&self.stats, terms);
        let meeting = self.meeting.as_ref().filter(|_| depth > 0);
        let module = self.program.module();
        let heads = endless::is_watched(state).then(|| {
            let heads = self.heads.get_or_init(|| Joins::loop_heads(module));
            Pause {
                joins: heads,
                depth: usize::MAX,
            }
        });
        // Who is watched pauses in all calls.
        let depth = heads.map_or(depth, |heads| heads.depth);
        let pause = meeting.map(|meeting| meeting.pause(depth)).or(heads);
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
        let left = self.options.budget.instructions.unwrap_or(u64::MAX);
        let left = left.saturating_sub(self.stats.instructions);
        let flow = machine.run(QUANTUM.min(left).min(look));
        let (events, paused) = (machine.events, machine.paused);
        self.stats.instructions += state.instructions - before;
        Ran {
            met: (flow, events),
            paused,
        }
    }

    /// Tells the searcher where a state stands now, and once in a while how far uncovered code is.
    fn note_place(&mut self, id: StateId, state: &State) {
        if !self.searcher.wants_places() {
            return;
        }
        self.turns += 1;
        if self.recorder.news && self.turns.is_multiple_of(DISTANCE_TURNS) {
            self.recorder.news = false;
            let (recorder, module) = (&self.recorder, self.program.module());
            self.distances
                .update(|func, block| module.funcs[func].user && !recorder.is_reached(func, block));
            for (waiting, state) in &self.states {
                self.searcher.moved(*waiting, state, &self.distances);
            }
        }
        self.searcher.moved(id, state, &self.distances);
    }

    /// Tells the searcher where the states stand that the last fork made.
    fn note_newborn(&mut self) {
        if !self.searcher.wants_places() {
            return;
        }
        for id in &self.newborn {
            if let Some(state) = self.states.get(id) {
                self.searcher.moved(*id, state, &self.distances);
            }
        }
    }

    fn report_progress(&mut self) {
        if self.progress_reported.elapsed() >= PROGRESS_INTERVAL {
            self.progress_reported = Instant::now();
            self.update_stats();
            self.observer
                .progress(&self.stats, self.findings.confirmed.len(), &self.recorder);
        }
    }

    fn update_stats(&mut self) {
        let solver = self.solver.stats();
        self.stats.queries_asked = solver.asked;
        self.stats.queries_sent = solver.sent + solver.parts;
        self.stats.solver_links.clone_from(&solver.links);
        self.stats.solver_seconds = solver.seconds;
        self.stats.seconds = self.watch.elapsed().as_secs_f64();
        self.stats.waiting = self.states.len() as u64;
        self.stats.peak_memory_bytes = self.watch.peak_bytes();
        let summaries = self.pool.summaries;
        let merging = &mut self.stats.merging;
        merging.summaries = summaries.joined;
        merging.members = summaries.members;
        merging.largest_summary = summaries.largest;
        merging.overflowed = summaries.overflowed;
        merging.guard_nodes = self.pool.guard_nodes();
    }

    /// Whether everything was explored, and no path reached an end.
    fn is_vacuous(&self) -> bool {
        let paths = &self.stats.paths;
        paths.completed == 0 && paths.set_aside == 0 && self.reasons.is_empty()
    }

    /// Sets all that is left aside.
    fn stop_all(&mut self, reason: Reason) {
        self.reasons.insert(reason);
        self.note_missed();
        self.stats.paths.set_aside += (self.states.len() + self.parked.len()) as u64;
    }

    fn outcome(&mut self) -> Outcome {
        let module = self.program.module();
        let missed = std::mem::replace(&mut self.missed, Collector::new(module)).missed(module);
        self.watch.look_at_memory();
        self.update_stats();
        if let Some(meeting) = self.meeting.take() {
            meeting.report(&mut self.stats.merging);
        }
        let vacuous = self.is_vacuous();
        if vacuous && !self.options.allow_vacuous {
            self.reasons.insert(Reason {
                kind: ReasonKind::Vacuous,
                detail: "no path reaches an end: assumptions exclude all, the last one".to_string(),
                loc: self.dropped_at,
            });
        }
        let reasons: Vec<Reason> = std::mem::take(&mut self.reasons).into_iter().collect();
        let findings = std::mem::take(&mut self.findings.confirmed);
        Outcome {
            vacuous,
            verdict: verdict(&findings, &reasons, self.stats.paths.set_aside),
            reasons,
            findings,
            stats: std::mem::take(&mut self.stats),
            coverage: self.recorder.coverage(self.program.module()),
            missed,
        }
    }
}
