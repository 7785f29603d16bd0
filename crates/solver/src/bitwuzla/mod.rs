//! The backend for bit-vectors, arrays and floating-point numbers: Bitwuzla, incremental,
//! constraints passed as assumptions.
//!
//! A term is translated, and its circuit built, once in the life of an instance, so a query that
//! shares constraints with earlier ones costs little more than the search. However, a satisfying
//! assignment covers everything the instance has ever seen, so the instance is replaced when
//! carrying the surplus has cost more than rebuilding the part of the current query would.
//!
//! Bitwuzla polls its limits between passes and while it searches, but not while it rewrites
//! formulas or builds circuits. So the instance moves to a [`Worker`] for each check; one that does
//! not return is replaced. A query whose circuits take noticeable time to build is decided in a
//! process of its own ([`crate::apart`]), until one of this size has been decided quickly.

mod answer;
mod floats;
mod instance;
mod translate;
mod value;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bitwuzla_sys as ffi;
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_term::{Model, Pool, Symbol, Term, cancel};

use crate::apart;
use crate::backend::{Backend, Verdict, count_steps, count_time};
use crate::worker::{Bounds, Call, Limit, Worker};
use answer::Answer;
use instance::{Handle, Instance, Outcome};
use translate::Translation;

/// An instance and its translated terms.
struct Incremental {
    instance: Instance,
    translation: Translation,
    /// The constraints that were queried.
    known: FxHashSet<Term>,
    /// The sum over all queries of terms that were carried along without need.
    carried: usize,
}

sheaf_tuning::constants! {
    /// Carrying this many terms through a query costs as much as building one of them. Measured on
    /// random paths: with less, jumps between paths rebuild too often; with more, following paths
    /// one after the other is up to 15 percent slower.
    CARRIED_FOR_ONE: usize = 2000, 1 => 32_000, "terms";
    /// The cost of an empty instance, in terms built.
    EMPTY: usize = 10, 1 => 160, "terms";
}

/// Reading a value takes about as long as creating this many terms.
const STEPS_PER_VALUE: u32 = 64;

/// A check takes about as long as creating this many terms, and as many more for each gate that it
/// adds to the circuit and each time that the library polls.
const STEPS_PER_CHECK: u64 = 4096;
const STEPS_PER_GATE: u64 = 1;
const STEPS_PER_POLL: u64 = 256;

sheaf_tuning::constants! {
    /// The largest number of new gates that a query may need to be decided on a thread. Building
    /// the circuit and its clauses takes half a second then.
    MOST_GATES: u64 = 1 << 20, 1 => 1 << 22, "gates";
    /// The steps of a query in a process of its own up to which queries of twice its size are
    /// decided on a thread from now on, where circuits are kept.
    QUICK: u64 = 1 << 23, 1 => 1 << 25, "steps";
}

/// The bytes that a new gate takes at most, with its clauses.
const BYTES_PER_GATE: u64 = 512;
sheaf_tuning::constants! {
    /// The part of the memory limit that the new gates of a query on a thread may take. An
    /// abandoned thread does not give memory back.
    MEMORY_PART: u64 = 4, 1 => 64, "one in so many parts";
}

/// The backend.
pub struct Bitwuzla {
    bounds: Bounds,
    worker: Worker<()>,
    /// `None` after an error, until the next query.
    current: Option<Incremental>,
    /// The number of new gates beyond which a query gets a process of its own.
    most_gates: u64,
    restarts: u64,
}

/// Preprocessing is off because it rewrites each query using the other assumptions, so that
/// circuits are not shared between queries; with it, random paths took 10 to 20 percent longer.
const SETTINGS: [(ffi::BitwuzlaOption, u64); 3] = [
    (ffi::BITWUZLA_OPT_PRODUCE_MODELS, 1),
    (ffi::BITWUZLA_OPT_PRODUCE_UNSAT_ASSUMPTIONS, 1),
    (ffi::BITWUZLA_OPT_PREPROCESS, 0),
];

impl Bitwuzla {
    /// A backend with these bounds.
    pub fn new(bounds: Bounds) -> Result<Bitwuzla, String> {
        Ok(Bitwuzla {
            bounds,
            worker: Worker::new(|| ()),
            current: Some(Incremental::new()?),
            most_gates: MOST_GATES.get(),
            restarts: 0,
        })
    }

    /// Continues in a copy of the process, which has no thread for calls yet, with these bounds.
    pub fn enter_process(&mut self, bounds: Bounds) {
        self.bounds = bounds;
        std::mem::forget(std::mem::replace(&mut self.worker, Worker::new(|| ())));
    }

    fn solve(
        &mut self,
        pool: &Pool,
        constraints: &[Term],
        timeout: Duration,
    ) -> Result<Verdict, String> {
        let start = Instant::now();
        let end = start.checked_add(timeout);
        let interrupt = self.bounds.interrupt.clone();
        let interrupted = || interrupt.load(Ordering::Relaxed);
        let late = || interrupted() || end.is_some_and(|end| Instant::now() >= end);
        // Taken out, so that an error drops the instance.
        let mut current = match self.current.take() {
            Some(current) => current,
            None => Incremental::new()?,
        };
        if current.is_outgrown(constraints.len()) {
            current = Incremental::new()?;
            self.restarts += 1;
        }
        let Some(assumptions) = current.translate(pool, constraints, &late)? else {
            self.current = Some(current);
            let limit = match interrupted() {
                true => Limit::Interrupt,
                false => Limit::Time(timeout),
            };
            return Err(limit.to_string());
        };
        let left = timeout.saturating_sub(start.elapsed());
        let most_gates = self.bounds.memory_bytes / (MEMORY_PART.get() * BYTES_PER_GATE);
        if current.translation.gates() > self.most_gates.min(most_gates) {
            return self.decide_apart(current, &assumptions, pool, constraints, (timeout, left));
        }
        self.decide(current, assumptions, pool, constraints, (timeout, left))
    }

    /// Decides a translated query in a process of its own, in the remaining time. The instance is
    /// not used again: its circuits are built in the other process only.
    fn decide_apart(
        &mut self,
        mut current: Incremental,
        assumptions: &[Handle],
        pool: &Pool,
        constraints: &[Term],
        (timeout, left): (Duration, Duration),
    ) -> Result<Verdict, String> {
        let start = Instant::now();
        let gates = current.translation.take_gates();
        // It may still be about to wait for work.
        self.worker.end();
        let answer = || current.answer(pool, constraints, assumptions);
        let call = apart::call(&self.bounds, left, answer);
        let Call { result, limit } = call.map_err(|error| error.to_string())?;
        self.restarts += 1;
        if let Some(limit) = limit {
            count_time(timeout.max(start.elapsed()));
            return Err(limit.for_query(timeout).to_string());
        }
        let answer: Answer = result.ok_or("its process ended without a result")?;
        let steps = steps_of_check(gates, answer.polls);
        count_steps(steps);
        if steps <= QUICK.get() {
            self.most_gates = self.most_gates.max(2 * gates);
        }
        answer.verdict(pool, constraints)
    }

    /// Decides a translated query on the worker's thread, in the remaining time.
    fn decide(
        &mut self,
        current: Incremental,
        assumptions: Vec<Handle>,
        pool: &Pool,
        constraints: &[Term],
        (timeout, left): (Duration, Duration),
    ) -> Result<Verdict, String> {
        let start = Instant::now();
        let stop = current.instance.stop();
        let job = move |_: &mut ()| {
            let outcome = current.instance.check(&assumptions);
            (current, assumptions, outcome)
        };
        let Call { result, limit } = self.worker.call(&self.bounds, left, stop, job);
        if limit.is_some() {
            // It may take longer, since not all parts of a check can be stopped.
            count_time(timeout.max(start.elapsed()));
        }
        let limit = limit.map(|limit| limit.for_query(timeout));
        let Some((mut current, assumptions, outcome)) = result else {
            self.restarts += 1;
            self.most_gates = MOST_GATES.get();
            let limit = limit.ok_or("the call ended without a result")?;
            return Err(format!("{limit}, and it did not stop"));
        };
        let polls = current.instance.polls();
        let gates = current.translation.take_gates();
        if limit.is_none() {
            count_steps(steps_of_check(gates, polls));
        }
        let verdict = match outcome? {
            Outcome::Sat => Verdict::Sat(current.model(pool, constraints)?),
            Outcome::Unsat => Verdict::Unsat(current.core(constraints, &assumptions)?),
            Outcome::Unknown => {
                self.current = Some(current);
                return Err(limit.map_or("no answer".to_string(), |limit| limit.to_string()));
            }
        };
        self.current = Some(current);
        Ok(verdict)
    }
}

/// The steps of a check.
fn steps_of_check(gates: u64, polls: u32) -> u64 {
    STEPS_PER_CHECK + gates * STEPS_PER_GATE + u64::from(polls) * STEPS_PER_POLL
}

/// The symbols in constraints.
fn symbols(pool: &Pool, constraints: &[Term]) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = Vec::new();
    for &constraint in constraints {
        symbols.extend_from_slice(&pool.symbols(constraint));
    }
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

impl Incremental {
    fn new() -> Result<Incremental, String> {
        Ok(Incremental {
            instance: Instance::new(&SETTINGS)?,
            translation: Translation::default(),
            known: FxHashSet::default(),
            carried: 0,
        })
    }

    /// Counts the terms that another query with this many constraints carries along; returns true
    /// if a new instance pays off now.
    fn is_outgrown(&mut self, constraints: usize) -> bool {
        let size = self.translation.len();
        let needed = constraints * size.div_ceil(self.known.len().max(1)).max(1);
        self.carried += size.saturating_sub(needed);
        self.carried > (needed + EMPTY.get()) * CARRIED_FOR_ONE.get()
    }

    /// Translates constraints; `None` if time runs out.
    fn translate(
        &mut self,
        pool: &Pool,
        constraints: &[Term],
        late: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Handle>>, String> {
        let mut assumptions = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            let handle = self
                .translation
                .translate(&self.instance, pool, constraint, late)?;
            let Some(handle) = handle else {
                return Ok(None);
            };
            self.known.insert(constraint);
            assumptions.push(handle);
        }
        Ok(Some(assumptions))
    }

    /// The values of the symbols in the constraints.
    fn model(&self, pool: &Pool, constraints: &[Term]) -> Result<Model, String> {
        let mut model = Model::new();
        for symbol in symbols(pool, constraints) {
            let Some(handle) = self.translation.get(pool.symbol_term(symbol)) else {
                continue;
            };
            let info = pool.symbol_info(symbol);
            cancel::steps(STEPS_PER_VALUE);
            let value = value::constant(self.instance.value(handle)?, info.sort)
                .ok_or_else(|| format!("Bitwuzla's value of {} cannot be read", info.name))?;
            model.set(symbol, value);
        }
        Ok(model)
    }

    /// The constraints that the last check needed.
    fn core(&self, constraints: &[Term], assumptions: &[Handle]) -> Result<Vec<Term>, String> {
        let of_handle: FxHashMap<Handle, Term> = assumptions
            .iter()
            .copied()
            .zip(constraints.iter().copied())
            .collect();
        let mut core = Vec::new();
        self.instance
            .unsat_assumptions(|handle| core.extend(of_handle.get(&handle)))?;
        // With an empty core the translation itself would be contradictory.
        if core.is_empty() {
            Err("Bitwuzla gave an empty core".to_string())
        } else {
            Ok(core)
        }
    }
}

impl Backend for Bitwuzla {
    fn name(&self) -> &'static str {
        "Bitwuzla"
    }

    fn check(&mut self, pool: &Pool, constraints: &[Term], timeout: Duration) -> Verdict {
        self.solve(pool, constraints, timeout)
            .unwrap_or_else(|message| Verdict::Unknown(format!("Bitwuzla: {message}")))
    }

    fn restarts(&self) -> u64 {
        self.restarts
    }
}
