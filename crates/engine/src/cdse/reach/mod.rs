//! Which failures are still reachable from a state, for any number of loop rounds: an
//! explicit-value analysis of the variables that matter, which are learned from paths (Beyer and
//! Löwe, FASE 2013).
//!
//! Whether a *target* is reachable is decided by a search through [abstract
//! states](super::abstraction). Each target has its own set of tracked variables, initially empty.
//! If the search finds a path to the target, that path is executed. Where the execution deviates,
//! the reason names variables, which are tracked from then on. If the search finds no path, there
//! is none. States from which no target is reachable are dropped. So loops end once the variables
//! that decide about the targets are known, not after their last round.
//!
//! A target is a transition that may fail or is not expressed. Where a failure is certain, as in a
//! function that reports errors, the transitions that lead there are the targets, so that each of
//! them has its own reasons. A path that runs rounds forever without reading an input is a target,
//! too, because it must be noticed.
//!
//! # Why it is sound
//! Suppose that a dropped state leads to a failure, or to something that makes the verdict
//! `incomplete`. Consider the first transition on its path on which that happens, or which is
//! opaque. All transitions before it are expressed, so abstract states follow the path up to it,
//! whatever is tracked. If the first search, which tracks no variables, visited the program point,
//! that transition is a target, and the search for it has found a path. Otherwise, it is a target
//! of every search. So the state was not dropped.
//!
//! - A transition fails if an obligation may fail whose own guard may hold, whether or not the
//!   transition as a whole can be taken: its guard requires the obligation to hold.
//! - Where a failure is certain, only the transition to it is a target. A state that is already
//!   there is not decided.
//! - A known failure is no target, because it is nothing new; paths do not continue after a certain
//!   failure. A failure that does not count is no target if the program merely ends with it. Other
//!   failures that do not count make the verdict other than safe, and so are targets.
//! - Where the outermost call returns, leaks are found, and the result is read. If either may be a
//!   failure, the transition is not expressed.
//! - A path that comes back to the same state goes around a cycle of abstract states without
//!   reading an input. The search for such cycles continues after possible failures. Endless paths
//!   that never come back to a state do not lead to a failure either; termination is not claimed.
//!   If `hang` counts as a failure, nothing is searched.
//! - Where calls return outside of all loops, the formula may show that nothing new is reachable:
//!   it then has no path from there to a target or to unexecuted nodes.
//! - Dropped states may never reach the end of the program. If a search from such a state, which
//!   visits everything that its paths come to, meets no assumption, no assumption can be the cause.
//!   Otherwise some path must have completed before any state is dropped. Without this rule, a
//!   program with contradictory assumptions would be reported safe.
//! - Limits (states of one search, states of all searches, targets, calls on the stack, terms of
//!   conditions) leave the answer open, or turn something into a target.

mod searched;
mod step;
mod targets;

use super::abstraction::{AbstractState, Transition, Transitions, Variable};
use super::facts::Facts;
use super::plan::{Move, Plan, Stray};
use super::silent::{EndOfRound, SilentStep};
use crate::Driver;
use crate::coverage::Recorder;
use crate::machine::Settings;
use crate::path::ProgramPoint;
use crate::program::Program;
use crate::segment::Ends;
use crate::state::State;
use rustc_hash::{FxHashMap, FxHashSet};
use searched::{Found, Searched};
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, FailureKind, FuncId, LocId};
use step::Successor;

sheaf_tuning::constants! {
    /// Maximum number of abstract states of one search.
    MAX_STATES: usize = 50_000, 1 => 800_000, "states";
    /// Maximum number of abstract states of all searches together, plus one more for each
    /// `INSTRUCTIONS_PER_STATE` executed instructions.
    MAX_WORK: u64 = 500_000, 1 => 2_000_000, "states";
}
const INSTRUCTIONS_PER_STATE: u64 = 8;
/// Number of abstract states that cost as much as one solver query.
const STATES_PER_QUESTION: u64 = 64;
sheaf_tuning::constants! {
    /// Maximum number of targets. Beyond it, nothing is searched.
    MAX_TARGETS: usize = 256, 1 => 4096, "targets";
    /// Maximum number of calls on the stack of an abstract state.
    MAX_CALLS: usize = 64, 1 => 1024, "calls";
    /// Maximum depth of library calls within a piece of code.
    LIBRARY_CALLS: usize = 10, 1 => 160, "calls";
}
/// The number of the target for endless rounds.
const HANG: usize = 0;
sheaf_tuning::constants! {
    /// Moves by which a detour may always be longer.
    MIN_DETOUR: usize = 4, 1 => 64, "moves";
    /// Maximum number of plans that failed without a new variable to track.
    MAX_FRUITLESS: usize = 8, 1 => 128, "plans";
}

/// A target, and what is known about it.
struct Target {
    /// The transition: where it starts, and its number there. `None` stands for endless rounds.
    at: Option<(ProgramPoint, usize)>,
    tracked: FxHashSet<Variable>,
    /// Abstract states from which it is unreachable, and whether assumptions are reachable from
    /// them.
    dead: FxHashMap<AbstractState, bool>,
}

/// The searches.
pub struct Reach<'p> {
    program: &'p Program,
    transitions: Transitions<'p>,
    /// The failure that is certain from a program point on, if there is one.
    certain: FxHashMap<ProgramPoint, Option<(FailureKind, Option<LocId>)>>,
    /// Program points that the first search visited.
    points: FxHashSet<ProgramPoint>,
    /// The targets; the first one is endless rounds.
    targets: Option<Vec<Target>>,
    /// Call stacks outside of loops from which nothing new is reachable.
    over: FxHashSet<Vec<ProgramPoint>>,
    stack_limit: usize,
    counts_leaks: bool,
    /// Whether endless rounds are no target.
    may_hang: bool,
    /// Number of plans that taught no new variable, and of plans for endless rounds that were
    /// followed to their end.
    fruitless: usize,
    endless: usize,
    /// Number of abstract states that searches visited.
    work: u64,
    is_off: bool,
    refinements: Vec<Tracked>,
}

/// Variables that a target newly tracks.
pub struct Tracked {
    /// The start of the target's transition; `None` for endless rounds.
    pub target: Option<ProgramPoint>,
    /// Where the path deviated from its plan.
    pub at: ProgramPoint,
    pub variables: Vec<Variable>,
}

/// The result of asking about a state.
pub enum Answer {
    /// No target is reachable.
    Nothing {
        /// Whether an assumption may be reachable.
        assumes: bool,
    },
    /// A target may be reachable, along this plan.
    Plan(Plan),
    /// The search does not decide it.
    Unknown,
}

impl<'p> Reach<'p> {
    /// Before the first search.
    pub fn new(facts: &Facts<'p>, settings: &Settings, may_hang: bool) -> Self {
        let program = facts.program;
        Reach {
            program,
            transitions: Transitions::new(program, settings.clone(), facts),
            certain: FxHashMap::default(),
            points: FxHashSet::default(),
            targets: None,
            over: FxHashSet::default(),
            // Library functions that a piece of code calls need part of the stack.
            stack_limit: settings
                .stack_frames
                .saturating_sub(LIBRARY_CALLS.get())
                .min(MAX_CALLS.get()),
            counts_leaks: settings.counts(FailureKind::Leak),
            may_hang,
            fruitless: 0,
            endless: 0,
            work: 0,
            is_off: true,
            refinements: Vec::new(),
        }
    }

    /// What was executed for the search.
    pub fn recorder(&self) -> &Recorder {
        self.transitions.recorder()
    }

    /// Whether searches are used.
    pub fn is_on(&self) -> bool {
        !self.is_off
    }

    /// Number of abstract states that searches visited.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The variables that targets newly tracked, in order.
    pub fn refinements(&self) -> &[Tracked] {
        &self.refinements
    }

    /// Whether a target is still reachable from a state. `is_over` says whether nothing new is
    /// reachable from a call stack whose calls are all outside of loops.
    pub fn ask(
        &mut self,
        driver: &mut Driver,
        facts: &Facts,
        state: &State,
        is_over: &mut dyn FnMut(&[ProgramPoint]) -> bool,
    ) -> Answer {
        // After a target, a certain failure is no target itself.
        let certain = self.certain(driver, facts, state.point());
        if certain.is_some_and(|(kind, loc)| !driver.findings.has(kind, loc)) {
            return Answer::Unknown;
        }
        let count = self.targets.as_ref().map_or(0, Vec::len);
        let mut assumes = !self.transitions.assuming.is_empty();
        for target in (1..count).chain([HANG]) {
            if self.is_known(driver, facts, target) {
                continue;
            }
            let Some(start) = self.abstraction(driver, target, state) else {
                return Answer::Unknown;
            };
            match self.search(driver, facts, target, start, is_over) {
                // Each search visits everything that is reachable from here.
                Found::Nothing { assumes: meets } => assumes &= meets,
                Found::Path(moves) => {
                    let patience = moves.len() + moves.len() / 4 + MIN_DETOUR.get();
                    return Answer::Plan(self.new_plan(target, moves, patience));
                }
                Found::TooMuch => {
                    self.is_off = true;
                    return Answer::Unknown;
                }
            }
        }
        if self.transitions.starts_anew() {
            self.is_off = true;
            return Answer::Unknown;
        }
        let is_known = self.may_hang || driver.is_known_to_hang();
        match self.endless > MAX_FRUITLESS.get() && !is_known {
            true => Answer::Unknown,
            false => Answer::Nothing { assumes },
        }
    }

    /// Learns why a path could not follow its plan.
    pub fn learn(&mut self, stray: Stray) {
        match stray.target {
            // Tracking a variable that changes in each round does not help.
            HANG if stray.at_end => self.endless += 1,
            target => self.track(target, stray.variables, stray.at),
        }
    }

    fn new_plan(&self, target: usize, moves: Vec<Move>, patience: usize) -> Plan {
        Plan {
            target,
            version: self.version(target),
            moves: moves.into(),
            done: 0,
            patience,
        }
    }

    /// Finds another path to the target of a plan that a state could not follow, if it is not much
    /// longer: then the obstacle has little to do with the target. Otherwise, the deviation is
    /// learned.
    pub fn detour(
        &mut self,
        driver: &mut Driver,
        facts: &Facts,
        (state, stray): (&State, Stray),
        is_over: &mut dyn FnMut(&[ProgramPoint]) -> bool,
    ) -> Option<Plan> {
        let target = stray.target;
        if !stray.at_end
            && let Some(start) = self.abstraction(driver, target, state)
            && let Found::Path(moves) = self.search(driver, facts, target, start, is_over)
            && moves.len() <= stray.patience
        {
            return Some(self.new_plan(target, moves, stray.patience));
        }
        self.learn(stray);
        None
    }

    /// Whether a plan was made with the variables that its target tracks now.
    pub fn is_current(&self, plan: &Plan) -> bool {
        plan.version == self.version(plan.target)
    }

    fn version(&self, target: usize) -> usize {
        let target = self.targets.as_ref().and_then(|all| all.get(target));
        target.map_or(0, |target| target.tracked.len())
    }

    /// Tracks variables for a target, because a path deviated from its plan.
    fn track(&mut self, target: usize, mut variables: Vec<Variable>, at: ProgramPoint) {
        let Some(target) = self.targets.as_mut().and_then(|all| all.get_mut(target)) else {
            return;
        };
        variables.retain(|variable| target.tracked.insert(*variable));
        if !variables.is_empty() {
            target.dead.clear();
            let target = target.at.map(|(point, _)| point);
            self.refinements.push(Tracked {
                target,
                at,
                variables,
            });
            return;
        }
        self.fruitless += 1;
        self.is_off |= self.fruitless > MAX_FRUITLESS.get();
    }

    fn abstraction(
        &mut self,
        driver: &mut Driver,
        target: usize,
        state: &State,
    ) -> Option<AbstractState> {
        let tracked = &self.targets.as_ref()?[target].tracked;
        self.transitions
            .abstraction(&mut driver.pool, state, tracked)
    }

    /// Searches breadth first for a path to a target.
    fn search(
        &mut self,
        driver: &mut Driver,
        facts: &Facts,
        number: usize,
        start: AbstractState,
        is_over: &mut dyn FnMut(&[ProgramPoint]) -> bool,
    ) -> Found {
        let Some(target) = self.targets.as_mut().and_then(|all| all.get_mut(number)) else {
            return Found::TooMuch;
        };
        if let Some(assumes) = target.dead.get(&start) {
            return Found::Nothing { assumes: *assumes };
        }
        let (at, tracked) = (target.at, std::mem::take(&mut target.tracked));
        let target = (at, &tracked);
        let mut searched = Searched::with_bounds();
        let begin = start.clone();
        let mut found = self.search_from(driver, facts, target, begin, &mut searched, is_over);
        if searched.is_bounded && !matches!(found, Found::Nothing { .. }) {
            // What exceeds the constants of a variable may be of the guesses only.
            self.work += searched.states.len() as u64;
            searched = Searched::default();
            found = self.search_from(driver, facts, target, start, &mut searched, is_over);
        }
        let Some(target) = self.targets.as_mut().and_then(|all| all.get_mut(number)) else {
            return found;
        };
        target.tracked = tracked;
        self.work += searched.states.len() as u64;
        if let Found::Nothing { assumes } = found {
            let states = searched.states.iter();
            let states = states.map(|(state, ..)| ((**state).clone(), assumes));
            target.dead.extend(states);
        }
        found
    }

    fn search_from(
        &mut self,
        driver: &mut Driver,
        facts: &Facts,
        (at, tracked): (Option<(ProgramPoint, usize)>, &FxHashSet<Variable>),
        start: AbstractState,
        searched: &mut Searched,
        is_over: &mut dyn FnMut(&[ProgramPoint]) -> bool,
    ) -> Found {
        searched.add(start, 0, None);
        let mut next = 0;
        while let Some((state, ..)) = searched.states.get(next) {
            let state = state.clone();
            let Some(point) = state.stack.last().copied() else {
                return Found::TooMuch;
            };
            let is_usual = self.points.contains(&point);
            let transitions = self.transitions.at(driver, facts, point);
            searched.assumes |= self.transitions.assuming.contains(&point);
            for (number, transition) in transitions.iter().enumerate() {
                let successor = self.successor(driver, facts, (&state, transition), tracked);
                // Where the first search has not been, every transition may be a target.
                let is_end = at == Some((point, number)) || at.is_some() && !is_usual;
                if is_end && self.is_target(driver, facts, &state, transition, &successor) {
                    let mut moves = searched.moves_to(next);
                    if !self.fails(driver, &state, transition) {
                        moves.extend(transition.edge.map(Move::Edge));
                    }
                    return Found::Path(moves);
                }
                let Successor::State(mut successor, step) = successor else {
                    continue;
                };
                if is_at_head(facts, &successor) {
                    let transitions = &mut self.transitions;
                    searched.bound(&mut driver.pool, transitions, &mut successor);
                }
                if matches!(step, Some(Move::Return)) && self.is_over(facts, &successor, is_over) {
                    // Assumptions after this point are not examined.
                    searched.assumes = true;
                    continue;
                }
                let depth = successor.stack.len();
                let to = searched.add(successor, next, step);
                if at.is_none() && !transition.asks {
                    searched.silent.push(SilentStep {
                        from: next,
                        to,
                        step,
                        round: end_of_round(facts, point.func, transition, depth),
                    });
                }
            }
            next += 1;
            if searched.states.len() > MAX_STATES.get() || self.is_spent(driver, searched) {
                return Found::TooMuch;
            }
        }
        match at {
            None => searched.silent_cycle(),
            Some(_) => searched.nothing(),
        }
    }

    /// Whether searches, including this one, have used up their budget.
    fn is_spent(&self, driver: &Driver, searched: &Searched) -> bool {
        let states = self.work + searched.states.len() as u64;
        let work = states + self.transitions.questions * STATES_PER_QUESTION;
        work > MAX_WORK.get() + driver.stats.instructions / INSTRUCTIONS_PER_STATE
    }

    /// Whether nothing new is reachable from a call stack whose calls are all outside of loops.
    fn is_over(
        &mut self,
        facts: &Facts,
        state: &AbstractState,
        is_over: &mut dyn FnMut(&[ProgramPoint]) -> bool,
    ) -> bool {
        let is_in_loop = |point: &ProgramPoint| {
            let loops = &facts.func_facts(point.func).loops;
            loops.innermost(point.block).is_some()
        };
        if state.stack.iter().any(is_in_loop) {
            return false;
        }
        if self.over.contains(&state.stack) {
            return true;
        }
        let is_over = is_over(&state.stack);
        if is_over {
            self.over.insert(state.stack.clone());
        }
        is_over
    }
}

/// Whether an abstract state is at a loop head.
fn is_at_head(facts: &Facts, state: &AbstractState) -> bool {
    state.stack.last().is_some_and(|point| {
        let loops = &facts.func_facts(point.func).loops;
        point.inst == 0 && loops.with_header(point.block).is_some()
    })
}

/// The loop of which a round ends with a transition, if there is one.
fn end_of_round(
    facts: &Facts,
    func: FuncId,
    transition: &Transition,
    calls: usize,
) -> Option<EndOfRound> {
    let (Ends::At(to), Some(edge)) = (&transition.ends, transition.edge) else {
        return None;
    };
    let known = facts.func_facts(func);
    let natural = known.loops.with_header(to.block)?;
    known
        .is_back_edge(edge.block, to.block)
        .then(|| EndOfRound {
            depth: (calls, known.loops.depth(to.block)),
            counts: known.counts(natural),
        })
}

/// The program point at which a function starts.
fn start_of(func: FuncId) -> ProgramPoint {
    ProgramPoint {
        func,
        block: BlockId::new(0),
        inst: 0,
    }
}
