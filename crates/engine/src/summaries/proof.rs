//! Proofs that nothing fails behind a loop head, for any number of iterations.
//!
//! A state that comes back to a loop head with other scalars each time is replaced by a more
//! general one, in which these may have any values (`general`). That state is executed on the side,
//! to the end of the program. Where it comes back to a loop head, it ends if the state there is an
//! instance of one that was there before (`instance`), and is replaced by a more general one
//! otherwise. If nothing can fail on any path, the state is *harmless*, and so is each instance of
//! it and of the other states at loop heads.
//!
//! If that fails, the values of general states are those for which some guesses hold (`guess`): a
//! guess that is not true of the state that comes back makes that state no instance, and the next
//! general state does not have it.
//!
//! The general state stands for more than the loop does, so a failure on its paths means nothing.
//! Then the attempt is given up, and the loop is executed as usual: findings are those of executed
//! paths. Whatever is not executed on the side, for any reason, ends the attempt, too.
//!
//! # Why it is sound
//! Suppose that a run from an instance of a harmless state fails. It is also a run from a concrete
//! state that the general state stands for. The attempt has followed its first instructions, up to
//! a loop head, where the state was an instance of another state of the attempt, or was replaced by
//! one that stands for more. Each state of the attempt is followed by an instruction at least, so
//! the rest of the run is shorter. By induction on its length, the attempt has met the failure.

use super::alike::{Constants, Like, differences};
use super::general::{Samples, generalized};
use super::instance::is_instance;
use crate::Driver;
use crate::alone::{Demand, Otherwise, demand};
use crate::coverage::Recorder;
use crate::joins::Joins;
use crate::loops::constants::Compared;
use crate::machine::{Choice, Event, Flow};
use crate::outcome::End;
use crate::path::{Cause, constrain};
use crate::program::Program;
use crate::state::State;
use crate::subsume::execute::{execute, successors};
use crate::subsume::general::Live;
use crate::subsume::tree::{Key, key};
use rustc_hash::FxHashMap;
use sheaf_ir::FuncId;
use sheaf_term::{Term, cancel};
use std::rc::Rc;

sheaf_tuning::constants! {
    /// The maximum number of states at one head that are known to be harmless.
    MAX_HARMLESS: usize = 32, 1 => 512, "states";
    /// The maximum number of states at one head in one attempt.
    MAX_STATES: usize = 64, 1 => 1024, "states";
    /// The number of states at one head in one attempt from which constants become any values.
    MIN_VALUES: usize = 4, 1 => 64, "states";
}

/// What executing an instruction counts for, in steps of [`cancel::steps`].
const STEPS_PER_INSTRUCTION: u32 = 16;

/// What is known to be harmless.
pub struct Proofs<'p> {
    program: &'p Program,
    heads: Joins,
    recorder: Recorder,
    harmless: FxHashMap<Key, Vec<State>>,
    /// What functions compare their variables with, as far as guesses needed it.
    compared: FxHashMap<FuncId, Rc<Compared>>,
    /// Whether an assumption ends or restricts a path from one of them.
    assumes: bool,
    /// The number of symbols for any values.
    symbols: usize,
}

/// An attempt at a proof.
#[derive(Default)]
struct Attempt {
    /// States at loop heads that were or will be followed.
    states: FxHashMap<Key, Vec<State>>,
    /// States to follow, and whether they were at the loop head that they are at, if any.
    pending: Vec<(State, bool)>,
    has_assumed: bool,
    /// Whether failures are ends of paths like others.
    may_fail: bool,
    /// What guesses about the values of general states rest on; `None` if these have any values.
    samples: Option<FxHashMap<Key, Samples>>,
}

impl<'p> Proofs<'p> {
    /// Nothing is known.
    pub fn new(program: &'p Program) -> Self {
        Proofs {
            program,
            heads: Joins::loop_heads(program.module()),
            recorder: Recorder::new(program.module()),
            harmless: FxHashMap::default(),
            compared: FxHashMap::default(),
            assumes: false,
            symbols: 0,
        }
    }

    /// Whether a state at a loop head is an instance of one that is known to be harmless.
    pub fn is_harmless(
        &self,
        driver: &mut Driver,
        live: &mut Live,
        initial: usize,
        key: &Key,
        state: &State,
    ) -> bool {
        let known = self.harmless.get(key);
        known.into_iter().flatten().any(|known| {
            let like = Like {
                initial,
                constants: Constants::Same,
                contents: true,
            };
            let found = differences(&mut driver.pool, live, like, known, state);
            found.is_some_and(|found| is_instance(driver, known, state, &found))
        })
    }

    /// Tries to prove that a state at a loop head is harmless, given earlier states there, until
    /// [`Driver::whole_work`] is this number.
    pub fn prove(
        &mut self,
        driver: &mut Driver,
        live: &mut Live,
        initial: usize,
        states: (&[State], &State),
        until: u64,
    ) -> bool {
        let mut attempts = [false, true].into_iter();
        let proved = attempts.find_map(|guesses| {
            let attempt = Attempt {
                samples: guesses.then(FxHashMap::default),
                ..Attempt::default()
            };
            self.attempt(driver, live, initial, states, (attempt, until))
        });
        let Some(attempt) = proved else {
            return false;
        };
        // A path must show first that assumptions do not exclude all.
        if attempt.has_assumed && driver.stats.paths.completed == 0 && !driver.ends.is_unassuming {
            return false;
        }
        driver.note_assumptions(&self.recorder);
        self.assumes |= attempt.has_assumed;
        if !attempt.has_assumed {
            driver.ends.is_unassuming = true;
        }
        for (key, states) in attempt.states {
            let known = self.harmless.entry(key).or_default();
            // The last ones are the most general.
            known.extend(states.into_iter().rev());
            known.truncate(MAX_HARMLESS.get());
        }
        true
    }

    /// Whether no assumption ends or restricts a path from a state at a loop head, whatever fails
    /// there. So what it stands for is not excluded by assumptions.
    pub fn never_assumes(
        &mut self,
        driver: &mut Driver,
        live: &mut Live,
        initial: usize,
        states: (&[State], &State),
        until: u64,
    ) -> bool {
        let attempt = Attempt {
            may_fail: true,
            ..Attempt::default()
        };
        let attempt = self.attempt(driver, live, initial, states, (attempt, until));
        attempt.is_some_and(|attempt| !attempt.has_assumed)
    }

    /// Follows a state that is more general than the last of these; `None` if that does not end.
    fn attempt(
        &mut self,
        driver: &mut Driver,
        live: &mut Live,
        initial: usize,
        (earlier, state): (&[State], &State),
        (mut attempt, until): (Attempt, u64),
    ) -> Option<Attempt> {
        let mut general = None;
        // What fails is the end of a path like others: it must be possible on both.
        let contents = !attempt.may_fail;
        let like = |constants| Like {
            initial,
            constants,
            contents,
        };
        let samples = attempt.samples.as_mut();
        let samples = samples.map(|all| self.samples(all, state));
        let samples = samples.map(|samples| {
            if let Some((first, others)) = earlier.split_last() {
                for other in others.iter().rev().chain([state]) {
                    let pool = &mut driver.pool;
                    let found = differences(pool, live, like(Constants::Any), first, other);
                    samples.add(pool, &found.unwrap_or_default().values);
                }
            }
            &*samples
        });
        for constants in [Constants::Same, Constants::Any] {
            general = general.or_else(|| {
                earlier.iter().find_map(|earlier| {
                    let pool = &mut driver.pool;
                    let found = differences(pool, live, like(constants), earlier, state)?;
                    let symbols = &mut self.symbols;
                    generalized(driver, symbols, (earlier, state), &found, samples)
                })
            });
        }
        let general = general?;
        // What is proved must hold for all choices of the platform, and the solver is asked about
        // ours.
        let conditions = general.constraints.terms();
        if conditions.iter().any(|it| driver.pool.has_chosen(*it)) {
            return None;
        }
        attempt.add(general);
        self.follow_all(driver, live, initial, &mut attempt, until)?;
        Some(attempt)
    }

    /// The samples at the loop head that a state is at.
    fn samples<'a>(
        &mut self,
        all: &'a mut FxHashMap<Key, Samples>,
        state: &State,
    ) -> &'a mut Samples {
        all.entry(key(state)).or_insert_with(|| {
            let compared = state.frames.iter().map(|frame| {
                let func = &self.program.module().funcs[frame.func];
                let known = self.compared.entry(frame.func);
                known
                    .or_insert_with(|| Rc::new(Compared::new(func)))
                    .clone()
            });
            Samples::new(compared.collect())
        })
    }

    /// Follows all states of an attempt; `None` if something may fail, or is not known.
    fn follow_all(
        &mut self,
        driver: &mut Driver,
        live: &mut Live,
        initial: usize,
        attempt: &mut Attempt,
        until: u64,
    ) -> Option<()> {
        while let Some((mut state, mut is_known)) = attempt.pending.pop() {
            loop {
                if driver.whole_work() > until || driver.is_turn_over(0) {
                    return None;
                }
                if !is_known && self.is_at_head(&state) {
                    self.arrive(driver, live, initial, attempt, state)?;
                    break;
                }
                is_known = false;
                cancel::steps(STEPS_PER_INSTRUCTION);
                match self.step(driver, attempt, state)? {
                    Some(next) => state = next,
                    None => break,
                }
            }
        }
        Some(())
    }

    fn is_at_head(&self, state: &State) -> bool {
        let top = state.top();
        top.inst == 0 && self.heads.of(self.program.module(), top.func)[top.block.0 as usize]
    }

    /// A state of an attempt has come to a loop head.
    fn arrive(
        &mut self,
        driver: &mut Driver,
        live: &mut Live,
        initial: usize,
        attempt: &mut Attempt,
        state: State,
    ) -> Option<()> {
        let key = key(&state);
        if !attempt.may_fail && self.is_harmless(driver, live, initial, &key, &state) {
            attempt.has_assumed |= self.assumes;
            return Some(());
        }
        let mut general = None;
        let known = attempt.states.get(&key).map_or(&[][..], Vec::as_slice);
        let samples = attempt.samples.as_mut();
        let mut samples = samples.map(|all| self.samples(all, &state));
        for constants in [Constants::Same, Constants::Any] {
            // Flags have few values, counters many.
            if constants == Constants::Any && (general.is_some() || known.len() < MIN_VALUES.get())
            {
                break;
            }
            for earlier in known.iter().rev() {
                let like = Like {
                    initial,
                    constants,
                    contents: !attempt.may_fail,
                };
                let found = differences(&mut driver.pool, live, like, earlier, &state);
                let Some(found) = found else {
                    continue;
                };
                if constants == Constants::Same && is_instance(driver, earlier, &state, &found) {
                    return Some(());
                }
                if general.is_none() {
                    if let Some(samples) = &mut samples {
                        samples.add(&mut driver.pool, &found.values);
                    }
                    let (symbols, samples) = (&mut self.symbols, samples.as_deref());
                    general = generalized(driver, symbols, (earlier, &state), &found, samples);
                }
            }
        }
        if known.len() >= MAX_STATES.get() {
            return None;
        }
        attempt.add(general.unwrap_or(state));
        Some(())
    }

    /// Executes an instruction. Returns the state afterwards, or one of several; the others are
    /// pending. `None` if something may fail, or is not known.
    fn step(
        &mut self,
        driver: &mut Driver,
        attempt: &mut Attempt,
        mut state: State,
    ) -> Option<Option<State>> {
        let (flow, events) = execute(driver, &mut self.recorder, &mut state, &mut Vec::new());
        for event in events {
            if !handle(driver, attempt, &mut state, &event)? {
                return Some(None);
            }
        }
        match flow {
            Flow::Next => Some(Some(state)),
            Flow::End(End::Exit(_)) => Some(None),
            Flow::End(End::Failed(_)) if attempt.may_fail => Some(None),
            Flow::End(End::Dropped) => {
                attempt.has_assumed = true;
                Some(None)
            }
            Flow::End(_) | Flow::Concretize(..) | Flow::Bound(_) => None,
            Flow::Choose(choices) => {
                let mut successors = self.successors(driver, &state, choices)?;
                let next = successors.pop();
                let others = successors.into_iter().map(|state| (state, false));
                attempt.pending.extend(others);
                Some(next)
            }
        }
    }

    /// The states after the feasible choices; `None` if these are not known.
    fn successors(
        &mut self,
        driver: &mut Driver,
        state: &State,
        choices: Vec<Choice>,
    ) -> Option<Vec<State>> {
        let mut guards = choices.iter().map(|choice| choice.guard);
        if guards.any(|guard| driver.pool.has_chosen(guard)) {
            return None;
        }
        let (successors, is_known) = successors(driver, &mut self.recorder, state, choices);
        is_known.then_some(successors)
    }
}

/// Whether a state of an attempt continues after an event; `None` if something may fail, or is not
/// known.
fn handle(
    driver: &mut Driver,
    attempt: &mut Attempt,
    state: &mut State,
    event: &Event,
) -> Option<bool> {
    let (ends, otherwise) = match demand(&mut driver.pool, &driver.settings, event) {
        Demand::Nothing => return Some(true),
        Demand::Unknown => return None,
        Demand::Unless(ends, _) if driver.pool.has_chosen(ends) => return None,
        Demand::Unless(ends, otherwise) => (ends, otherwise),
    };
    if driver.ask_feasible(state, ends).is_no() {
        return Some(true);
    }
    let cause = match otherwise {
        Otherwise::Fails if !attempt.may_fail => return None,
        Otherwise::Stops => return None,
        Otherwise::Fails | Otherwise::Exits => Cause::Obligation,
        Otherwise::Dropped => {
            attempt.has_assumed = true;
            Cause::Assumption
        }
    };
    let condition = driver.pool.not(ends);
    if condition == Term::FALSE || driver.ask_feasible(state, condition).is_no() {
        return Some(false);
    }
    state.model = driver.possible(state, condition)?;
    constrain(&mut driver.pool, state, condition, cause);
    Some(true)
}

impl Attempt {
    /// Adds a state at a loop head.
    fn add(&mut self, state: State) {
        self.states
            .entry(key(&state))
            .or_default()
            .push(state.clone());
        self.pending.push((state, true));
    }
}
