//! Acceleration: the effect of repeated iterations along one path.
//!
//! A path of a loop is taken `k` times in a row exactly if its condition holds before each of these
//! iterations. To express this without quantifiers, the condition is split into parts, and the
//! solver proves for each part, for all values of the variables, one of the following.
//! - The part is invariant, or if it holds, it holds one iteration later (**first**). Then it
//!   suffices that it holds before the first iteration.
//! - If the part holds after an iteration, it held before it (**last**). Then it suffices that it
//!   holds before the last iteration.
//!
//! Such proofs need that an increasing machine integer does not wrap around. That is a part of its
//! own, and the only one that is stated instead of proved: a progression stays within its type for
//! `k` iterations exactly if `start + k * step`, computed with enough bits, does. Otherwise the
//! iterations end and ordinary execution continues, so nothing is lost. A proof may use the parts
//! about wrapping and those proved before it, so the proofs are not circular.
//!
//! The iterations end where a part of the second kind fails for the first time. There is one
//! [`Stop`] for each such part, so a path that is taken at least once either stops in exactly one
//! of these ways or never stops. The latter is excluded if at least one part certainly fails
//! eventually.

mod comparison;
mod parts;
mod progress;
mod stop;

use super::arithmetic::small;
use super::effect::{Condition, Effect, Obstacle};
use super::oracle::Oracle;
use super::recurrence::{self, Solution};
use crate::segment::Slot;
use crate::value::Value;
use comparison::disequality;
use parts::{Held, Part, drop_implied};
use sheaf_term::{Pool, Sort, Term, TermMap};
use std::collections::{BTreeMap, BTreeSet};

sheaf_tuning::constants! {
    /// The maximum number of cases of one path: of disequalities, and of the signs of steps.
    MAX_CASES: usize = 12, 1 => 192, "cases";
}

/// The name of symbols for numbers of iterations.
pub const COUNTER: &str = "rounds";

/// The position of the generic counter symbol.
const COUNTER_POSITION: usize = 5 << 60;

/// Repeated iterations along one path, in one case of its condition.
#[derive(Clone)]
pub struct Acceleration {
    /// The effect of one iteration.
    pub effect: Effect,
    /// The values of variables, by iteration.
    pub solution: Solution,
    /// The conditions before the first iteration under which the result holds.
    pub region: Vec<Term>,
    /// Conditions that must be false before the first iteration, because other iterations are
    /// combined there.
    pub unless: Vec<Term>,
    /// The ways in which they can end; empty if they never end.
    pub stops: Vec<Stop>,
}

/// A way in which iterations end.
#[derive(Clone)]
pub struct Stop {
    /// The condition that fails then, over the values before an iteration.
    pub fails: Term,
    /// The conditions of this end, given the region.
    pub conditions: Vec<Term>,
    /// The number of iterations: a term over the variables before the first or, if no such term is
    /// known, a symbol that the conditions constrain.
    pub count: Term,
    /// Whether the number is a symbol.
    pub is_open: bool,
    /// The effect of all iterations.
    pub updates: BTreeMap<Slot, Value>,
}

/// Computes the effect of repeated iterations along a path, in each case of its condition. The
/// cases are disjoint.
///
/// # Errors
/// If the effect is not known.
pub fn accelerate(
    pool: &mut Pool,
    oracle: &mut Oracle,
    effect: &Effect,
) -> Result<Vec<Acceleration>, Obstacle> {
    let solution = recurrence::solve(pool, effect)?;
    let path = Path {
        effect,
        solution: &solution,
    };
    let guard = path.without_implied(pool, oracle, &effect.guard);
    let mut cases = vec![(guard, BTreeSet::new())];
    let mut known = Vec::new();
    let mut seen = 0;
    while let Some((guard, signs)) = cases.pop() {
        seen += 1;
        if seen > MAX_CASES.get() {
            return Err("a condition with too many cases".to_string());
        }
        let terms: Vec<Term> = guard.iter().map(|part| part.term).collect();
        if oracle.excludes(pool, &terms) {
            continue;
        }
        if let Some(orders) = disequality(pool, &solution, &guard) {
            for order in orders {
                cases.push((order, signs.clone()));
            }
            continue;
        }
        match path.accelerate(pool, oracle, &guard) {
            Ok(one) => known.push(one),
            Err(obstacle) => {
                let step = path.open_step(pool, &guard, &signs).ok_or(obstacle)?;
                for sign in signs_of(pool, step) {
                    let mut guard = guard.clone();
                    guard.push(sign);
                    let mut signs = signs.clone();
                    signs.insert(step);
                    cases.push((guard, signs));
                }
            }
        }
    }
    Ok(known)
}

/// A condition that is assumed to hold before each iteration, such as that of a case.
fn assumed(term: Term) -> Condition {
    let is_check = false;
    Condition { term, is_check }
}

/// The three signs of a step.
fn signs_of(pool: &mut Pool, step: Term) -> [Condition; 3] {
    let zero = small(pool, step, 0);
    let (negative, positive) = match pool.sort(step) {
        Sort::Int => (pool.int_lt(step, zero), pool.int_lt(zero, step)),
        _ => (pool.slt(step, zero), pool.slt(zero, step)),
    };
    let none = pool.eq(step, zero);
    [negative, none, positive].map(assumed)
}

/// One path, with the values of its variables.
struct Path<'p> {
    effect: &'p Effect,
    solution: &'p Solution,
}

impl Path<'_> {
    /// The sort of counters: integers, or bit-vectors as wide as the widest variable.
    fn counter_sort(&self, pool: &Pool) -> Sort {
        let mut width = 8;
        for symbol in &self.solution.changing {
            match pool.symbol_info(*symbol).sort {
                Sort::Int => return Sort::Int,
                Sort::Bits(it) => width = width.max(it),
                _ => {}
            }
        }
        Sort::Bits(width)
    }

    /// A step that is not constant and whose sign was not assumed.
    fn open_step(
        &self,
        pool: &mut Pool,
        guard: &[Condition],
        signs: &BTreeSet<Term>,
    ) -> Option<Term> {
        let mut variables = BTreeSet::new();
        for part in guard {
            variables.extend(pool.symbols(part.term).iter().copied());
        }
        variables.into_iter().find_map(|symbol| {
            let step = self.solution.step(pool, pool.symbol_term(symbol))?;
            (!pool.is_const(step) && !signs.contains(&step)).then_some(step)
        })
    }

    fn accelerate(
        &self,
        pool: &mut Pool,
        oracle: &mut Oracle,
        guard: &[Condition],
    ) -> Result<Acceleration, Obstacle> {
        let mut parts = self.parts(pool, guard);
        // Checks that are implied because a variable does not wrap around are kept as that
        // condition.
        drop_implied(pool, oracle, &mut parts);
        self.prove(pool, oracle, &mut parts)?;
        self.note_implied(pool, oracle, &mut parts);
        let mut region: Vec<Term> = Vec::new();
        for part in &parts {
            if !region.contains(&part.term) {
                region.push(part.term);
            }
        }
        let mut acceleration = Acceleration {
            effect: self.effect.clone(),
            solution: self.solution.clone(),
            region,
            unless: Vec::new(),
            stops: Vec::new(),
        };
        let can_stop = |part: &&Part| part.held == Some(Held::Last) && !part.is_implied;
        if parts.iter().find(can_stop).is_none() {
            return Ok(acceleration);
        }
        if !parts
            .iter()
            .any(|part| self.is_sure_to_fail(pool, part, guard))
        {
            return Err("iterations that may never end".to_string());
        }
        for (at, part) in parts.iter().enumerate() {
            if can_stop(&part) {
                let stop = self.stop(pool, &parts, at);
                let stop = stop.ok_or("a value that is not expressible as a term")?;
                acceleration.stops.push(stop);
            }
        }
        Ok(acceleration)
    }
}

impl Acceleration {
    /// All iterations as one effect, if their number is a term.
    pub fn jump(&self, pool: &mut Pool, stop: &Stop) -> Option<Effect> {
        let mut jump = Effect {
            guard: Vec::new(),
            updates: stop.updates.clone(),
            ..self.effect.clone()
        };
        let mut all: Vec<Term> = self
            .region
            .iter()
            .chain(&stop.conditions)
            .copied()
            .collect();
        for other in &self.unless {
            all.push(pool.not(*other));
        }
        let possible = all.into_iter().all(|term| jump.require(pool, term, false));
        (possible && !stop.is_open).then_some(jump)
    }

    /// Excludes the region of another path's iterations.
    pub fn leave_to(&mut self, pool: &mut Pool, oracle: &mut Oracle, other: &Acceleration) {
        let both: Vec<Term> = self.region.iter().chain(&other.region).copied().collect();
        if oracle.excludes(pool, &both) {
            return;
        }
        let mut rest = other.region.clone();
        rest.retain(|condition| !oracle.implies(pool, &self.region, *condition));
        let rest = pool.and_all(rest);
        self.unless.push(rest);
    }

    /// The sort of the counter, if the iterations can end.
    pub fn counter_sort(&self, pool: &Pool) -> Option<Sort> {
        let stop = self.stops.first()?;
        Some(pool.sort(stop.count))
    }
}

/// Replaces the generic counter by a fresh one in the terms of a region and a stop.
pub fn with_counter(pool: &mut Pool, map: &mut TermMap, stop: &Stop, number: usize) {
    if stop.is_open {
        let sort = pool.sort(stop.count);
        let counter = pool.input(COUNTER, sort, COUNTER_POSITION | number);
        map.insert(stop.count, counter);
    }
}
