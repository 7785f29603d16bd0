//! Facts of an abstract state under the guard of a transition.

use super::transition::{Obligation, Transition};
use super::{AbstractState, Fact, Transitions};
use crate::Driver;
use rustc_hash::FxHashSet;
use sheaf_term::{BigUint, Op as TermOp, Pool, Sort, Term, TermMap};

sheaf_tuning::constants! {
    /// Maximum number of terms in conditions that the solver checks for a contradiction.
    MAX_TERMS: usize = 64, 1 => 1024, "terms";
}

/// Facts of an abstract state under further conditions.
pub struct Known {
    pub(super) constants: TermMap,
    pub(super) conditions: Vec<Term>,
}

impl Transitions<'_> {
    /// The facts of an abstract state.
    pub(super) fn known(&mut self, pool: &mut Pool, state: &AbstractState) -> Known {
        let (mut constants, mut conditions) = (TermMap::default(), Vec::new());
        for (variable, fact) in &state.facts {
            match (fact, self.symbol(pool, *variable)) {
                (Fact::Is(value), Some(symbol)) => drop(constants.insert(symbol, *value)),
                (Fact::Is(_), None) => {}
                (Fact::Holds(condition), _) => conditions.push(*condition),
            }
        }
        Known {
            constants,
            conditions,
        }
    }

    /// The facts under the guard of a transition; `None` if it is not taken.
    pub fn take(
        &mut self,
        driver: &mut Driver,
        state: &AbstractState,
        transition: &Transition,
    ) -> Option<Known> {
        self.take_if(driver, state, &transition.guard)
    }

    /// The facts under further conditions; `None` if these contradict the facts.
    pub(super) fn take_if(
        &mut self,
        driver: &mut Driver,
        state: &AbstractState,
        guard: &[Term],
    ) -> Option<Known> {
        let mut known = self.known(&mut driver.pool, state);
        for condition in guard {
            if !self.require(driver, &mut known, *condition) {
                return None;
            }
        }
        Some(known)
    }

    /// Adds a condition. Returns whether it may hold.
    pub(super) fn require(
        &mut self,
        driver: &mut Driver,
        known: &mut Known,
        condition: Term,
    ) -> bool {
        let pool = &mut driver.pool;
        let condition = pool.substitute(condition, &known.constants);
        let negated = pool.not(condition);
        if condition == Term::FALSE || known.conditions.contains(&negated) {
            return false;
        }
        if condition == Term::TRUE || known.conditions.contains(&condition) {
            return true;
        }
        if let Some((symbol, value)) = fixed(pool, condition) {
            known.constants.insert(symbol, value);
            let map = TermMap::from_iter([(symbol, value)]);
            for condition in std::mem::take(&mut known.conditions) {
                match pool.substitute(condition, &map) {
                    Term::FALSE => return false,
                    Term::TRUE => {}
                    condition => known.conditions.push(condition),
                }
            }
            return true;
        }
        let is_excluded = self.contradicts(driver, known, condition);
        known.conditions.push(condition);
        known.conditions.extend(ends(&mut driver.pool, condition));
        !is_excluded
    }

    /// Whether conditions on the same variables exclude a condition.
    pub(super) fn contradicts(
        &mut self,
        driver: &mut Driver,
        known: &Known,
        condition: Term,
    ) -> bool {
        let symbols = driver.pool.symbols(condition);
        let is_related = |other: &&Term| {
            let others = driver.pool.symbols(**other);
            others.iter().any(|symbol| symbols.contains(symbol))
        };
        let mut related: Vec<Term> = known
            .conditions
            .iter()
            .filter(is_related)
            .copied()
            .collect();
        if related.is_empty() {
            return false;
        }
        related.push(condition);
        let has_bound = related.iter().any(|it| self.bounds.contains(it));
        if !is_simple(&driver.pool, &related, has_bound) {
            return false;
        }
        related.sort_unstable();
        if let Some(answer) = self.contradictions.get(&related) {
            return *answer;
        }
        self.questions += 1;
        let answer = driver.contradiction(&related).is_some();
        self.contradictions.insert(related, answer);
        answer
    }

    /// Whether an obligation may fail on a transition from an abstract state.
    pub fn may_fail(
        &mut self,
        driver: &mut Driver,
        state: &AbstractState,
        obligation: &Obligation,
    ) -> bool {
        let known = self.take_if(driver, state, &obligation.guard);
        known.is_some_and(|mut known| self.require(driver, &mut known, obligation.fails))
    }
}

/// Whether conditions are so simple that a solver answers at once. Linear ones on integers are with
/// bounds, which are to decide something.
fn is_simple(pool: &Pool, conditions: &[Term], has_bound: bool) -> bool {
    let mut pending = conditions.to_vec();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        let args = pool.args(term);
        let is_hard = match pool.op(term) {
            TermOp::Mul | TermOp::Udiv | TermOp::Urem | TermOp::Sdiv | TermOp::Srem => {
                !args.iter().any(|arg| pool.is_const(*arg)) || pool.op(term) != TermOp::Mul
            }
            TermOp::IntMul => !args.iter().any(|arg| pool.is_const(*arg)),
            TermOp::IntDiv | TermOp::IntRem => true,
            _ => {
                let is_integer = pool.has_integer(term) && !has_bound;
                pool.has_float(term) || pool.has_array(term) || is_integer
            }
        };
        if is_hard || seen.len() > MAX_TERMS.get() {
            return false;
        }
        pending.extend(args);
    }
    true
}

/// What a comparison of two values says of each of them alone: the smaller one is not the largest
/// number of its type, and the larger one not the smallest.
fn ends(pool: &mut Pool, condition: Term) -> Vec<Term> {
    let &[a, b] = pool.args(condition) else {
        return Vec::new();
    };
    let op = pool.op(condition);
    let is_about_two = !pool.is_const(a) && !pool.is_const(b);
    let Sort::Bits(width) = pool.sort(a) else {
        return Vec::new();
    };
    if !is_about_two || !matches!(op, TermOp::Slt | TermOp::Ult) {
        return Vec::new();
    }
    let half = BigUint::from(1u8) << (width - 1);
    let (least, most) = match op {
        TermOp::Slt => (half.clone(), half - 1u8),
        _ => (BigUint::ZERO, half * 2u8 - 1u8),
    };
    let [least, most] = [least, most].map(|it| pool.bits_big(width, &it));
    vec![pool.ne(a, most), pool.ne(b, least)]
}

/// The symbol and the constant that a condition equates.
fn fixed(pool: &Pool, condition: Term) -> Option<(Term, Term)> {
    let args = pool.args(condition);
    match pool.op(condition) {
        TermOp::Symbol => Some((condition, Term::TRUE)),
        TermOp::Not if pool.as_symbol(args[0]).is_some() => Some((args[0], Term::FALSE)),
        TermOp::Eq => match (args[0], args[1]) {
            (a, b) if pool.as_symbol(a).is_some() && pool.is_const(b) => Some((a, b)),
            (a, b) if pool.as_symbol(b).is_some() && pool.is_const(a) => Some((b, a)),
            _ => None,
        },
        _ => None,
    }
}
