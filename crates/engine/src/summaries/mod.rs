//! Loop summaries: states at the head of a loop skip iterations whose effect is known (Xie et al.,
//! "Proteus: computing disjunctive loop summary via path dependency analysis", FSE 2016; microc
//! thesis, 4.4 and 5.4.4).
//!
//! A loop is analysed when a state first reaches its head ([`crate::loops`]). If its paths follow
//! each other in a known order, the state forks: one child for each way in which repeated
//! iterations along a path can end, with their effect and condition, and one for everything else,
//! which executes the loop as usual. After skipped iterations a state is at the head again, and
//! cannot continue along the same path.
//!
//! This is complete: the states cover all values, and their continuation is executed by the
//! stepper, including the iteration in which a check fails. It is sound: the condition says exactly
//! that the iterations are taken and that no check in them fails. A number of iterations that is
//! not a term is a new symbol, which the inputs determine; it is not an input itself. A path that
//! has skipped iterations cannot be re-executed by its decisions, and is parked as its path
//! condition.
//!
//! Loops without a summary are executed. States at their heads are compared with earlier ones, and
//! those that add nothing (`seen`) or are proved harmless (`proof`) are dropped.
//!
//! A summary up to the exit, as in the papers, was rejected: it needs a trace for each sequence of
//! paths and each failure, and fails on a loop with one path that it cannot express. Here sequences
//! result from continuing, exits may be anything, and failures are found and replayed as usual.

mod alike;
mod general;
mod instance;
mod proof;
mod seen;

use super::Driver;
use super::driver::{Skip, Step, What};
use crate::joins::Joins;
use crate::loops::{Acceleration, Knowledge, Loops, with_counter};
use crate::machine::{Pause, Settings, Skipped};
use crate::options::Options;
use crate::outcome::{LoopSummary, Stats, SummaryStats};
use crate::program::Program;
use crate::state::State;
use crate::value::Value;
use crate::worklist::{Arrival, Hooks};
use rustc_hash::{FxHashMap, FxHashSet};
use seen::Seen;
use sheaf_ir::{BlockId, FuncId};
use sheaf_term::{Pool, Term, TermMap};
use std::collections::BTreeMap;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// How often a loop is analysed again because a state has other pointers or objects.
    MAX_VARIANTS: usize = 8, 1 => 128, "analyses";
    /// Iterations with concrete locals before a loop is analysed.
    MIN_ARRIVALS: u32 = 64, 1 => 1024, "iterations";
    /// Consecutive visits without a skip before a head is ignored.
    MAX_VAIN: u32 = 16, 1 => 256, "visits";
    /// The minimum number of skipped iterations for concrete values: execution is faster than
    /// analysis.
    MIN_CONCRETE_ROUNDS: u128 = 256, 1 => 4096, "iterations";
}

/// The analysed loops of a program.
pub struct Summaries<'p> {
    program: &'p Program,
    loops: Loops<'p>,
    /// The loop heads at which states pause.
    heads: Joins,
    /// Heads that are ignored for the rest of the turn.
    resting: Vec<(FuncId, BlockId)>,
    known: FxHashMap<(FuncId, BlockId), Head>,
    /// Loops without a summary.
    executed: FxHashSet<(FuncId, BlockId)>,
    /// The states that were at loop heads.
    seen: Seen<'p>,
    /// The number of counters created.
    counters: usize,
    stats: SummaryStats,
    places: BTreeMap<(FuncId, BlockId), LoopSummary>,
}

/// The analysis of the loop at a head, for states with different pointers.
#[derive(Default)]
struct Head {
    variants: Vec<Rc<Knowledge>>,
    /// How often the loop was analysed.
    analyses: usize,
    /// How often states arrived there before the analysis.
    arrivals: u32,
    /// Consecutive visits without a skip.
    vain: u32,
}

impl<'p> Summaries<'p> {
    /// Without analysed loops; `None` if the options do not ask for summaries.
    pub fn wanted(program: &'p Program, options: &Options) -> Option<Self> {
        let is_wanted = options.plan.single().summarizes_loops;
        is_wanted.then(|| Summaries::new(program, options))
    }

    fn new(program: &'p Program, options: &Options) -> Self {
        Summaries {
            program,
            loops: Loops::new(program, Settings::new(options)).brief(),
            heads: Joins::loop_heads(program.module()),
            resting: Vec::new(),
            known: FxHashMap::default(),
            executed: FxHashSet::default(),
            seen: Seen::new(program, options),
            counters: 0,
            stats: SummaryStats::default(),
            places: BTreeMap::new(),
        }
    }

    /// Whether to analyse a loop now: if all locals are concrete, only after some iterations.
    fn is_time(&mut self, state: &State, key: (FuncId, BlockId)) -> bool {
        let head = self.known.entry(key).or_default();
        let is_symbolic = |value: &Value| matches!(value, Value::Term(_));
        head.arrivals += 1;
        !head.variants.is_empty()
            || head.arrivals >= MIN_ARRIVALS.get()
            || state.top().regs.iter().any(is_symbolic)
    }

    /// Ignores a head for a while after many visits without a skip.
    fn rest_after(&mut self, key: (FuncId, BlockId), is_vain: bool) {
        let head = self.known.entry(key).or_default();
        head.vain = if is_vain { head.vain + 1 } else { 0 };
        if head.vain >= MAX_VAIN.get() {
            head.vain = MAX_VAIN.get() / 2;
            self.heads.set(self.program.module(), key, false);
            self.resting.push(key);
        }
    }

    /// The analysis of the loop that a state is at, if iterations of it can be skipped.
    fn knowledge(
        &mut self,
        driver: &mut Driver,
        state: &State,
        key: (FuncId, BlockId),
    ) -> Option<Rc<Knowledge>> {
        let variants = &self.known.entry(key).or_default().variants;
        let fits = |pool: &mut Pool, known: &Knowledge| {
            let mut paths = known.accelerations.iter();
            paths.all(|(_, it)| it.effect.bind(pool, state).is_some())
        };
        for known in variants {
            if fits(&mut driver.pool, known) {
                return Some(known.clone());
            }
        }
        let found = match self.known[&key].analyses < MAX_VARIANTS.get() {
            true => driver.know_loop(&mut self.loops, state),
            false => None,
        };
        let Some(found) = found else {
            self.give_up(key);
            return None;
        };
        self.note(key, &found);
        let head = self.known.entry(key).or_default();
        head.analyses += 1;
        let is_useless = found.irregular().is_some() || found.accelerations.is_empty();
        if is_useless {
            // Other kinds of values make another loop of it.
            if !found.changes_kinds {
                self.give_up(key);
            }
            return None;
        }
        let found = Rc::new(found);
        head.variants.push(found.clone());
        fits(&mut driver.pool, &found).then_some(found)
    }

    /// No iterations of a loop will be skipped.
    fn give_up(&mut self, key: (FuncId, BlockId)) {
        self.executed.insert(key);
        if !self.seen.is_used() {
            self.heads.set(self.program.module(), key, false);
        }
    }

    /// Records the result for the report.
    fn note(&mut self, key: (FuncId, BlockId), found: &Knowledge) {
        let places = self.places.len();
        let place = self.places.entry(key).or_insert_with(|| LoopSummary {
            func: key.0,
            loc: found.header.loc(self.program.module()),
            class: found.class().number(),
            reason: None,
            skipped: 0,
        });
        place.reason = found
            .irregular()
            .map(|reason| crate::segment::readable(self.program, &reason));
        if self.places.len() > places {
            match found.irregular() {
                None => self.stats.loops += 1,
                Some(_) => self.stats.irregular += 1,
            }
        }
    }

    /// What a state at the head of a loop does instead of an iteration: skips some, or ends. `None`
    /// if it continues as usual.
    pub fn at_head(&mut self, driver: &mut Driver, state: &mut State) -> Option<Step> {
        let top = state.top();
        let key = (top.func, top.block);
        if top.inst != 0 || !self.heads.of(self.program.module(), top.func)[top.block.0 as usize] {
            return None;
        }
        if !self.is_time(state, key) {
            return None;
        }
        if self.seen.adds_nothing(driver, state) {
            return Some(self.drop_state(driver, state, key));
        }
        let step = match self.executed.contains(&key) {
            true => None,
            false => self.skip(driver, state, key),
        };
        if step.is_none() && self.seen.is_harmless(driver, state) {
            return Some(self.drop_state(driver, state, key));
        }
        self.rest_after(key, step.is_none());
        step
    }

    /// Ends the path of a state that need not continue.
    fn drop_state(&mut self, driver: &mut Driver, state: &State, key: (FuncId, BlockId)) -> Step {
        driver.drop_state(state, seen::NAME);
        driver.stats.paths.subsumed += 1;
        self.stats.dropped += 1;
        self.rest_after(key, false);
        Step::Ended
    }

    /// Lets a state skip iterations, if it can.
    fn skip(
        &mut self,
        driver: &mut Driver,
        state: &mut State,
        key: (FuncId, BlockId),
    ) -> Option<Step> {
        let known = self.knowledge(driver, state, key)?;
        let skips = self.skips(driver, state, &known);
        let before = driver.stats.paths.summarized;
        let step = skips.and_then(|skips| driver.skip(state, skips));
        if let Some(place) = self.places.get_mut(&key) {
            place.skipped += driver.stats.paths.summarized - before;
        }
        step
    }

    /// The alternatives of a state; `None` if it can skip nothing.
    fn skips(
        &mut self,
        driver: &mut Driver,
        state: &State,
        known: &Knowledge,
    ) -> Option<Vec<Skip>> {
        let mut skips = Vec::new();
        let mut entered = Vec::new();
        for (_, acceleration) in &known.accelerations {
            let pool = &mut driver.pool;
            let map = acceleration.effect.bind(pool, state)?;
            let enters = enters(pool, acceleration, &map);
            if enters == Term::TRUE && !is_worth(pool, acceleration, &map) {
                return None;
            }
            if enters == Term::FALSE || driver.ask_feasible(state, enters).is_no() {
                continue;
            }
            entered.push(enters);
            if acceleration.stops.is_empty() {
                skips.push(Skip {
                    condition: enters,
                    what: What::Endless(self.seen.is_used()),
                });
            }
            for stop in &acceleration.stops {
                self.counters += 1;
                let pool = &mut driver.pool;
                let mut map = map.clone();
                with_counter(pool, &mut map, stop, self.counters);
                let conditions = stop.conditions.iter();
                let conditions: Vec<Term> =
                    conditions.map(|it| pool.substitute(*it, &map)).collect();
                let condition = pool.and_all([enters].into_iter().chain(conditions));
                let updates = stop.updates.iter().map(|(slot, value)| {
                    let value = match value.fold(pool) {
                        Some(term) => {
                            let term = pool.substitute(term, &map);
                            Value::from_term(pool, term)
                        }
                        None => value.clone(),
                    };
                    (*slot, value)
                });
                let skipped = Rc::new(Skipped {
                    updates: updates.collect(),
                    marks: acceleration.effect.marks.clone(),
                });
                let what = What::Rounds(skipped, stop.is_open);
                skips.push(Skip { condition, what });
            }
        }
        if skips.is_empty() {
            return None;
        }
        let pool = &mut driver.pool;
        let entered = pool.or_all(entered);
        let condition = pool.not(entered);
        let what = What::Ordinary;
        skips.push(Skip { condition, what });
        Some(skips)
    }
}

/// Whether skipping pays off for a state that certainly takes a path: an open counter would make
/// concrete values symbolic, and few iterations are executed faster.
fn is_worth(pool: &mut Pool, acceleration: &Acceleration, map: &TermMap) -> bool {
    let mut stops = acceleration.stops.iter();
    acceleration.stops.is_empty()
        || stops.any(|stop| {
            let count = pool.substitute(stop.count, map);
            let conditions = stop.conditions.iter();
            let mut conditions = conditions.map(|it| pool.substitute(*it, map));
            let happens = conditions.all(|condition| condition == Term::TRUE);
            let count = match pool.as_int(count) {
                Some(count) => u128::try_from(count.clone()).ok(),
                None => pool.as_bits(count),
            };
            happens && count.is_none_or(|count| count >= MIN_CONCRETE_ROUNDS.get())
        })
}

/// The condition under which a state can skip iterations along a path.
fn enters(pool: &mut Pool, acceleration: &Acceleration, map: &TermMap) -> Term {
    let mut all = Term::TRUE;
    for condition in &acceleration.region {
        let condition = pool.substitute(*condition, map);
        all = pool.and(all, condition);
        if all == Term::FALSE {
            return all;
        }
    }
    for other in &acceleration.unless {
        let other = pool.substitute(*other, map);
        let not = pool.not(other);
        all = pool.and(all, not);
    }
    all
}

impl Hooks for Summaries<'_> {
    fn pause(&self) -> Option<Pause<'_>> {
        Some(Pause {
            joins: &self.heads,
            depth: usize::MAX,
        })
    }

    fn begin_turn(&mut self) {
        for key in std::mem::take(&mut self.resting) {
            self.heads.set(self.program.module(), key, true);
        }
    }

    fn arrive(&mut self, driver: &mut Driver, state: &mut State) -> Arrival {
        match self.at_head(driver, state) {
            Some(step) => Arrival::Skipped(step),
            None => Arrival::Continues,
        }
    }

    /// Endless loops are counted by the driver.
    fn conclude(&mut self, driver: &mut Driver) {
        driver.note_assumptions(self.loops.recorder());
    }

    fn report(&self, _pool: &Pool, stats: &mut Stats) {
        stats.summaries = SummaryStats {
            endless: stats.summaries.endless,
            places: self.places.values().cloned().collect(),
            ..self.stats.clone()
        };
    }
}
