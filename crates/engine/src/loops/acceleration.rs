//! Acceleration: the effect of repeated iterations along one path.
//!
//! A path of a loop is taken `k` times in a row exactly if its condition holds before each of these
//! iterations. To express this without quantifiers, the condition is split into parts, and the
//! solver proves for each part, for any values of the variables, that
//! - it is invariant, or once it holds it holds one iteration later (**first**): then it suffices
//!   that it holds before the first iteration; or
//! - if it holds after an iteration it held before it (**last**): then it suffices that it holds
//!   before the last iteration.
//!
//! Such proofs need that an increasing machine integer does not wrap around. That is a part of its
//! own, and the only one that is stated instead of proved: a progression stays within its type for
//! `k` iterations exactly if `start + k * step`, computed with enough bits, does. Otherwise the
//! iterations end and ordinary execution continues, so nothing is lost. A proof may use the parts
//! about wrapping and those that were proved before it, so the proofs are not circular.
//!
//! The iterations end where a part of the second kind fails for the first time. There is one
//! [`Stop`] for each, so a path that is taken at least once either stops in exactly one of these
//! ways, or never stops. The latter is excluded if at least one part is certain to fail eventually.

use super::arithmetic::{self, number, small, sub};
use super::effect::{Condition, Effect, Obstacle};
use super::linear::linear;
use super::oracle::Oracle;
use super::recurrence::{self, Solution};
use crate::segment::Slot;
use crate::value::Value;
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use sheaf_term::{Op, Pool, Sort, Symbol, Term, TermMap};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of cases of one path: of disequalities, and of the signs of steps.
const MAX_CASES: usize = 12;

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

/// A part of the condition of a path.
#[derive(Clone)]
struct Part {
    /// The condition before an iteration.
    term: Term,
    is_check: bool,
    /// A variable that does not wrap around in this iteration.
    progress: Option<Progress>,
    /// Whether it follows from other parts.
    is_implied: bool,
    held: Option<Held>,
}

/// The reason why a part holds before each iteration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    First,
    Last,
}

/// A machine integer with a constant step, as a number that does not wrap around.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Progress {
    variable: Term,
    step: Term,
    is_signed: bool,
}

/// Computes the effect of repeated iterations along a path, in each case of its condition. The
/// cases are disjoint.
///
/// # Errors
/// When nothing is known of them.
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
        if seen > MAX_CASES {
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

/// The two orders of a disequality of numbers, if it changes between iterations.
fn disequality(
    pool: &mut Pool,
    solution: &Solution,
    guard: &[Condition],
) -> Option<[Vec<Condition>; 2]> {
    let at = guard.iter().position(|part| {
        let term = part.term;
        let is_equality = |pool: &Pool, term: Term| {
            pool.op(term) == Op::Eq && {
                let sort = pool.sort(pool.args(term)[0]);
                sort == Sort::Int || matches!(sort, Sort::Bits(width) if width > 1)
            }
        };
        pool.op(term) == Op::Not
            && is_equality(pool, pool.args(term)[0])
            && !solution.is_invariant(pool, term)
            && comparison(pool, term).is_none()
    })?;
    let equality = pool.args(guard[at].term)[0];
    let (a, b) = (pool.args(equality)[0], pool.args(equality)[1]);
    let readings = readings(pool, guard);
    let is_signed = |term: Term| {
        let symbols = pool.symbols(term);
        symbols.iter().any(|it| readings.contains(&(*it, true)))
    };
    let orders = match pool.sort(a) {
        Sort::Int => [pool.int_lt(a, b), pool.int_lt(b, a)],
        _ if is_signed(a) || is_signed(b) => [pool.slt(a, b), pool.slt(b, a)],
        _ => [pool.ult(a, b), pool.ult(b, a)],
    };
    Some(orders.map(|order| {
        let mut guard = guard.to_vec();
        guard[at].term = order;
        guard
    }))
}

/// The symbols in parts of conditions that treat them as signed numbers, and those in parts that
/// treat them as unsigned.
fn readings(pool: &mut Pool, guard: &[Condition]) -> BTreeSet<(Symbol, bool)> {
    let mut found = BTreeSet::new();
    for part in guard {
        if let Some(order) = comparison(pool, part.term)
            && pool.op(part.term) == Op::Not
            && pool.op(pool.args(part.term)[0]) == Op::Eq
        {
            for side in [order.lower, order.upper] {
                let symbols = pool.symbols(side);
                found.extend(symbols.iter().map(|symbol| (*symbol, order.is_signed)));
            }
        }
    }
    let mut pending: Vec<Term> = guard.iter().map(|part| part.term).collect();
    let mut seen = BTreeSet::new();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        let is_signed = match pool.op(term) {
            Op::Slt | Op::Sext | Op::Sdiv | Op::Srem | Op::Ashr => Some(true),
            Op::Ult | Op::Zext | Op::Udiv | Op::Urem | Op::Lshr => Some(false),
            _ => None,
        };
        // Only the operand of the extension is read, not the extended value.
        if let Some(is_signed) = is_signed {
            let direct = pool
                .args(term)
                .iter()
                .filter(|arg| !matches!(pool.op(**arg), Op::Sext | Op::Zext));
            for arg in direct {
                let extends = reads_extended(pool, *arg);
                let symbols = pool.symbols(*arg).to_vec();
                if !extends {
                    found.extend(symbols.into_iter().map(|symbol| (symbol, is_signed)));
                }
            }
        }
        pending.extend(pool.args(term));
    }
    found
}

/// Whether a sum has extended operands.
fn reads_extended(pool: &Pool, term: Term) -> bool {
    matches!(pool.op(term), Op::Add | Op::Sub | Op::Mul | Op::Neg)
        && pool
            .args(term)
            .iter()
            .any(|arg| matches!(pool.op(*arg), Op::Sext | Op::Zext) || reads_extended(pool, *arg))
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

    /// The parts of the condition, including those that variables do not wrap around.
    fn parts(&self, pool: &mut Pool, guard: &[Condition]) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for part in guard {
            let held = self.solution.is_invariant(pool, part.term);
            parts.push(Part {
                term: part.term,
                is_check: part.is_check,
                progress: None,
                is_implied: false,
                held: held.then_some(Held::First),
            });
        }
        let changes: Vec<Condition> = guard
            .iter()
            .filter(|part| !self.solution.is_invariant(pool, part.term))
            .copied()
            .collect();
        let readings = readings(pool, &changes);
        let mut symbols = BTreeSet::new();
        for part in &changes {
            symbols.extend(pool.symbols(part.term).iter().copied());
        }
        for symbol in symbols {
            let variable = pool.symbol_term(symbol);
            let Some(step) = self.solution.step(pool, variable) else {
                continue;
            };
            if !matches!(pool.sort(variable), Sort::Bits(_)) {
                continue;
            }
            let unread =
                !readings.contains(&(symbol, true)) && !readings.contains(&(symbol, false));
            for is_signed in [true, false] {
                if readings.contains(&(symbol, is_signed)) || unread && !is_signed {
                    let progress = Progress {
                        variable,
                        step,
                        is_signed,
                    };
                    let one = small(pool, variable, 1);
                    let term = progress.stays(pool, one, 0);
                    parts.push(Part {
                        term,
                        is_check: false,
                        progress: Some(progress),
                        is_implied: false,
                        held: Some(Held::Last),
                    });
                }
            }
        }
        parts
    }

    /// The condition without implied checks, such as that a counter does not overflow that is less
    /// than something.
    fn without_implied(
        &self,
        pool: &mut Pool,
        oracle: &mut Oracle,
        guard: &[Condition],
    ) -> Vec<Condition> {
        let mut parts = self.parts(pool, guard);
        parts.retain(|part| part.progress.is_none());
        drop_implied(pool, oracle, &mut parts);
        let conditions = parts.iter().map(|part| Condition {
            term: part.term,
            is_check: part.is_check,
        });
        conditions.collect()
    }

    /// Proves that each part holds before all iterations if it does before the first or the last.
    fn prove(
        &self,
        pool: &mut Pool,
        oracle: &mut Oracle,
        parts: &mut [Part],
    ) -> Result<(), Obstacle> {
        let next = self.effect.substitution(pool, &self.effect.symbols);
        loop {
            let open = parts.iter().position(|part| part.held.is_none());
            let Some(first_open) = open else {
                return Ok(());
            };
            let mut known = Vec::new();
            for part in parts.iter().filter(|part| part.held.is_some()) {
                known.push(part.term);
                known.push(pool.substitute(part.term, &next));
            }
            let mut progress = false;
            for part in parts.iter_mut().filter(|part| part.held.is_none()) {
                let later = pool.substitute(part.term, &next);
                let conditions = |term| known.iter().copied().chain([term]).collect::<Vec<_>>();
                if oracle.implies(pool, &conditions(part.term), later) {
                    part.held = Some(Held::First);
                } else if oracle.implies(pool, &conditions(later), part.term) {
                    part.held = Some(Held::Last);
                } else {
                    continue;
                }
                progress = true;
                break;
            }
            if !progress {
                let term = parts[first_open].term;
                return Err(format!(
                    "the condition `{}`, which is not monotone",
                    sheaf_term::display(pool, term)
                ));
            }
        }
    }

    /// Records which variables cannot wrap around because of the other parts: those that are
    /// invariant, or that end the iterations themselves. Parts that are only inductive do not
    /// count: they may hold just because the variable does not wrap around, such as `i != 0` where
    /// `i` is decremented, and then neither would end the iterations.
    fn note_implied(&self, pool: &mut Pool, oracle: &mut Oracle, parts: &mut [Part]) {
        let ends_rounds: Vec<bool> = parts
            .iter()
            .map(|part| {
                part.held == Some(Held::Last) || self.solution.is_invariant(pool, part.term)
            })
            .collect();
        for at in 0..parts.len() {
            if parts[at].progress.is_some() {
                let chosen = |other: usize, part: &Part| ends_rounds[other] && !part.is_implied;
                parts[at].is_implied = follows(pool, oracle, parts, at, chosen);
            }
        }
    }

    /// Whether a part fails after some iterations for all values of the variables.
    fn is_sure_to_fail(&self, pool: &mut Pool, part: &Part, guard: &[Condition]) -> bool {
        let moves = |pool: &mut Pool, step: Term| {
            let signs = signs_of(pool, step);
            arithmetic::value(pool, step).is_some_and(|step| !step.is_zero())
                || [&signs[0], &signs[2]]
                    .into_iter()
                    .any(|sign| guard.contains(sign))
        };
        if let Some(progress) = &part.progress {
            return moves(pool, progress.step);
        }
        // Integers that approach by a constant step.
        part.held == Some(Held::Last)
            && self
                .margin(pool, part.term)
                .is_some_and(|(_, step)| moves(pool, step))
    }

    /// The distance of integers from failing a comparison, as a number that must not be negative,
    /// and the step of that distance.
    fn margin(&self, pool: &mut Pool, term: Term) -> Option<(Term, Term)> {
        let Comparison {
            lower,
            upper,
            is_strict,
            ..
        } = comparison(pool, term)?;
        if pool.sort(lower) != Sort::Int {
            return None;
        }
        let changing = &self.solution.changing;
        let (upper, lower) = (
            linear(pool, changing, upper)?,
            linear(pool, changing, lower)?,
        );
        let difference = upper.minus(pool, lower);
        let mut margin = difference.base;
        for (variable, coefficient) in &difference.parts {
            let product = arithmetic::mul(pool, *variable, *coefficient);
            margin = arithmetic::add(pool, margin, product);
        }
        let one = small(pool, margin, i64::from(is_strict));
        let margin = sub(pool, margin, one);
        let mut step = small(pool, margin, 0);
        for (variable, coefficient) in &difference.parts {
            let gained = self.solution.step(pool, *variable)?;
            let gained = arithmetic::mul(pool, gained, *coefficient);
            step = arithmetic::add(pool, step, gained);
        }
        Some((margin, step))
    }

    /// The number of iterations until a comparison fails for the first time, as a term over the
    /// variables before the first iteration; with a condition for that, and the progress that it
    /// implies.
    fn count(&self, pool: &mut Pool, term: Term) -> Option<(Term, Term, Option<Progress>)> {
        let sort = self.counter_sort(pool);
        if let Some((margin, step)) = self.margin(pool, term) {
            let step = arithmetic::value(pool, step)?;
            if !step.is_negative() {
                return None;
            }
            let divisor = number(pool, Sort::Int, &step.abs())?;
            let whole = match step.abs().is_one() {
                true => margin,
                false => pool.int_div(margin, divisor),
            };
            let one = small(pool, whole, 1);
            return Some((arithmetic::add(pool, whole, one), Term::TRUE, None));
        }
        let Comparison {
            lower,
            upper,
            is_strict,
            is_signed,
        } = comparison(pool, term)?;
        let Sort::Bits(width) = pool.sort(lower) else {
            return None;
        };
        let (variable, end, direction) = match self.solution.is_invariant(pool, upper) {
            true => (lower, upper, 1),
            false if self.solution.is_invariant(pool, lower) => (upper, lower, -1),
            false => return None,
        };
        let step = self.solution.step(pool, variable)?;
        if arithmetic::value(pool, step) != Some(direction.into()) {
            return None;
        }
        let distance = match direction {
            1 => sub(pool, end, variable),
            _ => sub(pool, variable, end),
        };
        let (mut count, mut condition) = (distance, Term::TRUE);
        if !is_strict {
            // At the end of the type's range the comparison never fails.
            let (least, most) = bounds(width, is_signed);
            let extreme = if direction == 1 { most } else { least };
            let extreme = number(pool, Sort::Bits(width), &extreme)?;
            condition = pool.ne(end, extreme);
            let one = small(pool, count, 1);
            count = arithmetic::add(pool, count, one);
        }
        let count = match sort {
            Sort::Bits(wide) => recurrence::resized(pool, count, wide),
            _ => pool.bits_to_int(count),
        };
        let progress = Progress {
            variable,
            step,
            is_signed,
        };
        Some((count, condition, Some(progress)))
    }

    /// The iterations that end where a part fails; `None` if their effect is not expressible.
    fn stop(&self, pool: &mut Pool, parts: &[Part], at: usize) -> Option<Stop> {
        let failing = &parts[at];
        let solved = match failing.progress {
            None => self.count(pool, failing.term),
            Some(_) => None,
        };
        let (count, condition, implied) = match solved {
            Some((count, condition, implied)) => (count, condition, implied),
            None => {
                let sort = self.counter_sort(pool);
                let count = pool.input(COUNTER, sort, COUNTER_POSITION);
                let one = small(pool, count, 1);
                let some = match sort {
                    Sort::Int => pool.int_le(one, count),
                    _ => pool.ule(one, count),
                };
                (count, some, None)
            }
        };
        let is_open = solved.is_none();
        let mut conditions = vec![condition];
        let one = small(pool, count, 1);
        let last = sub(pool, count, one);
        let before_last = self.solution.after(pool, last, 0)?;
        let afterwards = self.solution.after(pool, count, 1)?;
        for (position, part) in parts.iter().enumerate() {
            if part.held != Some(Held::Last) {
                continue;
            }
            let is_here = position == at;
            let stops_too = position < at && !part.is_implied;
            match &part.progress {
                Some(progress) if implied != Some(*progress) => {
                    conditions.push(progress.stays(pool, count, 0));
                    let further = progress.stays(pool, count, 1);
                    if is_here {
                        conditions.push(pool.not(further));
                    } else if stops_too {
                        conditions.push(further);
                    }
                }
                Some(_) => {}
                None => {
                    if !is_here || is_open {
                        conditions.push(pool.substitute(part.term, &before_last));
                    }
                    let now = pool.substitute(part.term, &afterwards);
                    if is_here && is_open {
                        conditions.push(pool.not(now));
                    } else if stops_too {
                        conditions.push(now);
                    }
                }
            }
        }
        let mut updates = self.effect.updates.clone();
        for (slot, form) in &self.solution.forms {
            let value = self.solution.value(pool, form, count, 1)?;
            updates.insert(*slot, value);
        }
        conditions.retain(|condition| *condition != Term::TRUE);
        Some(Stop {
            fails: failing.term,
            conditions,
            count,
            is_open,
            updates,
        })
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

/// Drops checks that are implied by the other parts.
fn drop_implied(pool: &mut Pool, oracle: &mut Oracle, parts: &mut Vec<Part>) {
    let mut at = 0;
    while at < parts.len() {
        let may_go = parts[at].is_check && parts[at].held.is_none();
        if may_go && follows(pool, oracle, parts, at, |_, _| true) {
            parts.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Whether a part is implied by the selected ones.
fn follows(
    pool: &mut Pool,
    oracle: &mut Oracle,
    parts: &[Part],
    at: usize,
    chosen: impl Fn(usize, &Part) -> bool,
) -> bool {
    let others = parts.iter().enumerate();
    let others = others.filter(|(position, part)| *position != at && chosen(*position, part));
    let others: Vec<Term> = others.map(|(_, part)| part.term).collect();
    oracle.implies(pool, &others, parts[at].term)
}

/// A comparison of numbers: the smaller, the greater, and the relation.
struct Comparison {
    lower: Term,
    upper: Term,
    /// Whether they must differ.
    is_strict: bool,
    is_signed: bool,
}

/// A condition as a comparison, including that a number is not the least or greatest of its type.
fn comparison(pool: &mut Pool, term: Term) -> Option<Comparison> {
    let (inner, is_strict) = match pool.op(term) {
        Op::Not => (pool.args(term)[0], false),
        _ => (term, true),
    };
    let args = pool.args(inner).to_vec();
    let is_signed = pool.op(inner) == Op::Slt;
    match pool.op(inner) {
        Op::Slt | Op::Ult | Op::IntLt => {
            let (lower, upper) = match is_strict {
                true => (args[0], args[1]),
                false => (args[1], args[0]),
            };
            Some(Comparison {
                lower,
                upper,
                is_strict,
                is_signed,
            })
        }
        Op::Eq if !is_strict => {
            for (a, b) in [(args[0], args[1]), (args[1], args[0])] {
                if !matches!(pool.sort(a), Sort::Bits(_)) {
                    return None;
                }
                for is_signed in [true, false] {
                    for (lower, upper) in [(a, b), (b, a)] {
                        let less = match is_signed {
                            true => pool.slt(lower, upper),
                            false => pool.ult(lower, upper),
                        };
                        if less == term {
                            return Some(Comparison {
                                lower,
                                upper,
                                is_strict: true,
                                is_signed,
                            });
                        }
                    }
                }
            }
            None
        }
        _ => None,
    }
}

/// The least and the greatest number of a type.
fn bounds(width: u32, is_signed: bool) -> (BigInt, BigInt) {
    match is_signed {
        true => {
            let half = BigInt::one() << (width - 1);
            (-&half, half - 1)
        }
        false => (BigInt::zero(), (BigInt::one() << width) - 1),
    }
}

impl Progress {
    /// The condition that the variable does not wrap around within `rounds` and `more` iterations.
    fn stays(&self, pool: &mut Pool, rounds: Term, more: i64) -> Term {
        let width = pool.width(self.variable);
        let (least, most) = bounds(width, self.is_signed);
        let constant = arithmetic::value(pool, self.step);
        if pool.sort(rounds) == Sort::Int {
            return self.stays_as_integer(pool, rounds, more, (least, most));
        }
        let step_bits = match &constant {
            Some(step) => step.bits() as u32,
            None => width,
        };
        let wide = width.max(pool.width(rounds) + 1 + step_bits) + 2;
        let start = match self.is_signed {
            true => pool.sext(self.variable, wide),
            false => pool.zext(self.variable, wide),
        };
        let step = match (&constant, self.is_signed) {
            (Some(_), _) | (None, true) => pool.sext(self.step, wide),
            (None, false) => pool.zext(self.step, wide),
        };
        let rounds = pool.zext(rounds, wide);
        let more = small(pool, rounds, more);
        let rounds = pool.add(rounds, more);
        let way = pool.mul(rounds, step);
        let end = pool.add(start, way);
        let limits = [least, most].map(|limit| number(pool, Sort::Bits(wide), &limit));
        let [Some(least), Some(most)] = limits else {
            return Term::FALSE;
        };
        let (above, below) = (pool.sle(least, end), pool.sle(end, most));
        match constant.and_then(|step| step.signum().to_i32()) {
            Some(1) => below,
            Some(-1) => above,
            _ => pool.and(above, below),
        }
    }

    /// The same for integer counters.
    fn stays_as_integer(
        &self,
        pool: &mut Pool,
        rounds: Term,
        more: i64,
        (least, most): (BigInt, BigInt),
    ) -> Term {
        let is_constant = pool.is_const(self.step);
        let start = match self.is_signed {
            true => pool.signed_bits_to_int(self.variable),
            false => pool.bits_to_int(self.variable),
        };
        let step = match is_constant || self.is_signed {
            true => pool.signed_bits_to_int(self.step),
            false => pool.bits_to_int(self.step),
        };
        let more = pool.int(more.into());
        let rounds = pool.int_add(rounds, more);
        let way = pool.int_mul(rounds, step);
        let end = pool.int_add(start, way);
        let (least, most) = (pool.int(least), pool.int(most));
        let (above, below) = (pool.int_le(least, end), pool.int_le(end, most));
        pool.and(above, below)
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
