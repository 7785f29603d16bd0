//! The parts of the condition of a path, and why each holds before all iterations.

use super::comparison::readings;
use super::progress::Progress;
use super::{Path, signs_of};
use crate::loops::arithmetic::{self, small};
use crate::loops::effect::{Condition, Obstacle};
use crate::loops::oracle::Oracle;
use num_traits::Zero;
use sheaf_term::{Pool, Sort, Term};
use std::collections::BTreeSet;

/// A part of the condition of a path.
#[derive(Clone)]
pub(super) struct Part {
    /// The condition before an iteration.
    pub(super) term: Term,
    pub(super) is_check: bool,
    /// A variable that does not wrap around in this iteration.
    pub(super) progress: Option<Progress>,
    /// Whether it follows from other parts.
    pub(super) is_implied: bool,
    pub(super) held: Option<Held>,
}

/// The reason why a part holds before each iteration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    First,
    Last,
}

impl Path<'_> {
    /// The parts of the condition, and for variables with a step the parts that they do not wrap
    /// around.
    pub(super) fn parts(&self, pool: &mut Pool, guard: &[Condition]) -> Vec<Part> {
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

    /// The condition without implied checks. For example, a counter that is less than some bound
    /// does not overflow.
    pub(super) fn without_implied(
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

    /// Proves for each part that it holds before all iterations if it holds before the first, or
    /// before the last.
    pub(super) fn prove(
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

    /// Records which variables cannot wrap around because of other parts that are invariant, or
    /// that end the iterations themselves. Parts that are only inductive do not count: they may
    /// hold just because the variable does not wrap around, such as `i != 0` if `i` is decremented.
    /// Then neither part would end the iterations.
    pub(super) fn note_implied(&self, pool: &mut Pool, oracle: &mut Oracle, parts: &mut [Part]) {
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
    pub(super) fn is_sure_to_fail(
        &self,
        pool: &mut Pool,
        part: &Part,
        guard: &[Condition],
    ) -> bool {
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
        // Integers whose margin changes by a constant step.
        part.held == Some(Held::Last)
            && self
                .margin(pool, part.term)
                .is_some_and(|(_, step)| moves(pool, step))
    }
}

/// Drops checks that are implied by the other parts.
pub(super) fn drop_implied(pool: &mut Pool, oracle: &mut Oracle, parts: &mut Vec<Part>) {
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
