//! Which failures a state may still come to, whatever the number of rounds: explicit values of the
//! variables that matter, which are learned from paths (Beyer and Löwe, FASE 2013).
//!
//! Whether a *target* can be reached is decided by a search through [abstract
//! states](super::abstraction). Each target has its own set of tracked variables, empty at first.
//! The search finds a way to the target, along which a path is executed. Where that cannot go on,
//! the reason names variables, which are tracked from then on. Where the search finds no way, there
//! is none, and states from which no target can be reached are dropped. So loops end once what
//! decides about the targets is known, not after their rounds.
//!
//! A target is a transition on which something may fail, or which is not expressed. Where something
//! certainly fails, as in a function that reports errors, the transitions that lead there are the
//! targets, so that each of them has its own reasons. A path that takes rounds for ever without
//! asking for an input is a target, too: that must be noticed.
//!
//! # Why it is sound
//! Suppose that a dropped state comes to a failure, or to something that makes the verdict
//! `incomplete`, and look at the first transition on its path on which that happens, or which is
//! opaque. All transitions before it are expressed, so that abstract states follow the path up to
//! it, whatever is tracked. Where the first search of all, which knows nothing of any variable, saw
//! what may happen there, that transition is a target, and the search for it has found a way;
//! everywhere else, each transition is a target of every search. So the state was not dropped.
//!
//! - A transition fails where an obligation may fail whose own guard may hold, whether or not the
//!   transition as a whole can be taken: that asks for the obligation to hold.
//! - Where something is certain to fail, only the way there is a target. A state that stands there
//!   itself is not asked about.
//! - What failed before is no target, as it is no news; paths do not go on behind a certain
//!   failure. Failures that do not count are no target if the program merely ends with them. Others
//!   are a reason against safety, and so a target.
//! - Where the outermost call returns, leaks are found, and the result is read: if either may be a
//!   failure, the transition is not expressed.
//! - A path that comes back to a state goes around a cycle of abstract states without asking for an
//!   input. That search goes on behind what may fail. Paths without an end that never come back to
//!   a state come to no failure either; that they end is not claimed. Where `hang` counts as a
//!   failure, nothing is searched.
//! - Where calls return that are outside of all loops, the formula may know that nothing comes of
//!   it: then it has no way from there to a target or to nodes that were not executed.
//! - Dropped states may never come to an end of the program. If a search from such a state, which
//!   goes through all that paths come to, meets no assumption, none can be to blame; otherwise some
//!   path must have come to its end before any state is dropped, lest a program whose assumptions
//!   contradict each other be called safe.
//! - Limits (states of a search, states of all searches, targets, calls on the stack, terms of
//!   conditions) leave the answer open, or make something a target.

mod searched;
mod step;
mod targets;

use super::abstraction::{AbstractState, Transition, Transitions, Variable};
use super::facts::Facts;
use super::plan::{Move, Plan, Stray};
use super::silent::{EndOfRound, SilentStep};
use crate::explore::Driver;
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

/// Abstract states that one search goes through.
const MAX_STATES: usize = 50_000;
/// Abstract states that all searches together go through, and one more for each so many
/// instructions that are executed.
const MAX_WORK: u64 = 500_000;
const INSTRUCTIONS_PER_STATE: u64 = 8;
/// Abstract states that take as long as a question to a solver.
const STATES_PER_QUESTION: u64 = 64;
/// Targets of a program, beyond which nothing is searched.
const MAX_TARGETS: usize = 256;
/// Calls on a stack of which the search knows.
const MAX_CALLS: usize = 64;
/// Calls within the library that a piece of code may make.
const LIBRARY_CALLS: usize = 10;
/// The target of endless rounds.
const HANG: usize = 0;
/// Moves by which a detour may be longer in any case.
const MIN_DETOUR: usize = 4;
/// Ways to targets that paths could not follow, and that taught no new variable.
const MAX_FRUITLESS: usize = 8;

/// What is known about one target.
struct Target {
    /// The transition: where it starts, and its number there. `None` stands for endless rounds.
    at: Option<(ProgramPoint, usize)>,
    tracked: FxHashSet<Variable>,
    /// Abstract states from which it is not reached, and whether assumptions may be.
    dead: FxHashMap<AbstractState, bool>,
}

/// Searches.
pub struct Reach<'p> {
    program: &'p Program,
    transitions: Transitions<'p>,
    /// The failure that is certain from a program point on.
    certain: FxHashMap<ProgramPoint, Option<(FailureKind, Option<LocId>)>>,
    /// Program points at which targets were looked for.
    points: FxHashSet<ProgramPoint>,
    /// Targets; the one of endless rounds is the first.
    targets: Option<Vec<Target>>,
    /// Stacks of calls outside of loops behind which nothing comes.
    over: FxHashSet<Vec<ProgramPoint>>,
    stack_limit: usize,
    counts_leaks: bool,
    /// Whether endless rounds are no target.
    may_hang: bool,
    /// Plans that taught no new variable, and those for endless rounds that were followed to their
    /// end.
    fruitless: usize,
    endless: usize,
    /// Abstract states that searches went through.
    work: u64,
    /// Whether searches are no longer worth their time.
    is_off: bool,
    refinements: Vec<Tracked>,
}

/// Variables that were not tracked before.
pub struct Tracked {
    /// The start of the target's transition; `None` for endless rounds.
    pub target: Option<ProgramPoint>,
    /// Where a path could not follow a plan.
    pub at: ProgramPoint,
    /// The variables.
    pub variables: Vec<Variable>,
}

/// What becomes of a state.
pub enum Answer {
    /// It comes to no target.
    Nothing {
        /// Whether it may come to an assumption.
        assumes: bool,
    },
    /// It may come to one.
    Plan(Plan),
    /// The search does not say.
    Unknown,
}

impl<'p> Reach<'p> {
    /// Knows nothing yet.
    pub fn new(facts: &Facts<'p>, settings: &Settings, may_hang: bool) -> Self {
        let program = facts.program;
        Reach {
            program,
            transitions: Transitions::new(program, settings.clone(), facts),
            certain: FxHashMap::default(),
            points: FxHashSet::default(),
            targets: None,
            over: FxHashSet::default(),
            // Functions of the library that a piece of code calls need some, too.
            stack_limit: settings
                .stack_frames
                .saturating_sub(LIBRARY_CALLS)
                .min(MAX_CALLS),
            counts_leaks: settings.counts(FailureKind::Leak),
            may_hang,
            fruitless: 0,
            endless: 0,
            work: 0,
            is_off: true,
            refinements: Vec::new(),
        }
    }

    /// Whether searches still say something.
    pub fn is_on(&self) -> bool {
        !self.is_off
    }

    /// Abstract states that searches went through.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// What is tracked, and since when.
    pub fn refinements(&self) -> &[Tracked] {
        &self.refinements
    }

    /// Whether a state may still come to a target. `is_over` says whether nothing comes of it any
    /// more where calls, all outside of loops, go on.
    pub fn ask(
        &mut self,
        driver: &mut Driver,
        facts: &Facts,
        state: &State,
        is_over: &mut dyn FnMut(&[ProgramPoint]) -> bool,
    ) -> Answer {
        // Behind the targets, that which certainly fails is none itself.
        let certain = self.certain(driver, facts, state.point());
        if certain.is_some_and(|(kind, loc)| !driver.is_known_failure(kind, loc)) {
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
                // Each search goes through all that paths come to from here.
                Found::Nothing { assumes: meets } => assumes &= meets,
                Found::Path(moves) => {
                    let patience = moves.len() + moves.len() / 4 + MIN_DETOUR;
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
        match self.endless > MAX_FRUITLESS && !is_known {
            true => Answer::Unknown,
            false => Answer::Nothing { assumes },
        }
    }

    /// Learns what kept a path from following a plan.
    pub fn learn(&mut self, stray: Stray) {
        match stray.target {
            // Tracking what changes in each round leads nowhere.
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

    /// Another way to the target of a plan that a state could not follow, if it is not much longer:
    /// then what was in the way has little to do with the target. Otherwise, that is learned.
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

    /// Whether the target of a plan is as it was.
    pub fn is_current(&self, plan: &Plan) -> bool {
        plan.version == self.version(plan.target)
    }

    fn version(&self, target: usize) -> usize {
        let target = self.targets.as_ref().and_then(|all| all.get(target));
        target.map_or(0, |target| target.tracked.len())
    }

    /// Tracks variables for a target, because a path could not follow a plan.
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
        self.is_off |= self.fruitless > MAX_FRUITLESS;
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

    /// Searches for a way to a target, breadth first.
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
        let mut searched = Searched::default();
        let found = self.search_from(driver, facts, (at, &tracked), start, &mut searched, is_over);
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
                // Where the search for targets has not been, each of them counts.
                let is_end = at == Some((point, number)) || at.is_some() && !is_usual;
                if is_end && self.is_target(driver, facts, &state, transition, &successor) {
                    let mut moves = searched.moves_to(next);
                    if !self.fails(driver, &state, transition) {
                        moves.extend(transition.edge.map(Move::Edge));
                    }
                    return Found::Path(moves);
                }
                let Successor::State(successor, step) = successor else {
                    continue;
                };
                if matches!(step, Some(Move::Return)) && self.is_over(facts, &successor, is_over) {
                    // What is assumed there is not looked at.
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
            if searched.states.len() > MAX_STATES || self.is_spent(driver, searched) {
                return Found::TooMuch;
            }
        }
        match at {
            None => searched.silent_cycle(),
            Some(_) => searched.nothing(),
        }
    }

    /// Whether searches, with one that goes on, have done all the work that they may do.
    fn is_spent(&self, driver: &Driver, searched: &Searched) -> bool {
        let states = self.work + searched.states.len() as u64;
        let work = states + self.transitions.questions * STATES_PER_QUESTION;
        work > MAX_WORK + driver.stats.instructions / INSTRUCTIONS_PER_STATE
    }

    /// Whether nothing comes of it any more when calls go on, all of them outside of loops.
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

/// The loop of which a round ends with a transition.
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

/// Where a function starts.
fn start_of(func: FuncId) -> ProgramPoint {
    ProgramPoint {
        func,
        block: BlockId::new(0),
        inst: 0,
    }
}
