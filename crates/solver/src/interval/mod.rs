//! The interval link: bounds of terms on the path decide the goal without a backend.
//!
//! Each constraint of the path by itself bounds subterms ([`derive`]); the bounds of a path are the
//! meet of those of its constraints ([`bounds`]), maintained as the path grows and shrinks. The
//! goal's range is evaluated bottom-up ([`evaluate`]), in the domain of [`range`] with the
//! operations of [`transfer`].
//!
//! Sound because every step over-approximates: the value of a term under any model of the path lies
//! in the term's range. So a goal whose range is "false", or that forces a term out of its range,
//! has no model with the path; the core is the goal and every constraint whose bound could have
//! been used in that computation. A goal whose range is "true" holds in every model of the path and
//! can be dropped. It costs a traversal of the goal and of terms that the path relates to it.

mod bounds;
mod derive;
mod evaluate;
pub(crate) mod range;
pub(crate) mod split;
mod transfer;

use sheaf_term::{Pool, Term};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;
use bounds::PathBounds;
use evaluate::Memo;

/// The result of the bounds for a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Decision {
    /// Nothing.
    Open,
    /// It holds in every model of the path.
    Implied,
    /// It holds in no model of the path. The constraints of the path that imply it; `None` if there
    /// are too many.
    Refuted(Option<Vec<Term>>),
}

/// The bounds of the current path.
#[derive(Default)]
pub struct Intervals {
    bounds: PathBounds,
    memo: Memo,
}

impl Link for Intervals {
    fn push(&mut self, pool: &Pool, constraint: Term) {
        if self.bounds.push(pool, constraint) {
            self.memo.clear();
        }
    }

    fn pop(&mut self) {
        self.bounds.pop();
        self.memo.clear();
    }

    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        let goals = question.goals();
        let mut open = Vec::with_capacity(goals.len());
        let mut refuted = None;
        let mut pushed = 0;
        for (position, &goal) in goals.iter().enumerate() {
            match self.know(question.pool, goal) {
                Decision::Implied => continue,
                Decision::Open => open.push(goal),
                Decision::Refuted(causes) => {
                    refuted = Some((goal, causes));
                    break;
                }
            }
            // The bounds of one goal help to decide the next.
            if position + 1 < goals.len() {
                self.push(question.pool, goal);
                pushed += 1;
            }
        }
        (0..pushed).for_each(|_| self.pop());
        if let Some((goal, causes)) = refuted {
            let all = || question.path().iter().chain(goals).copied().collect();
            let mut core = causes.unwrap_or_else(all);
            core.push(goal);
            core.sort_unstable();
            core.dedup();
            return Outcome::Unsat(core);
        }
        question.keep_goals(open);
        Outcome::Open
    }
}

impl Intervals {
    /// The result of the bounds for one goal, a boolean term.
    fn know(&mut self, pool: &Pool, goal: Term) -> Decision {
        if self.bounds.contradictory() {
            return Decision::Open;
        }
        match self.memo.range(pool, &self.bounds, goal) {
            Err(_) => return self.refuted(pool, &[goal]),
            Ok(range) => match range.and_then(|range| range.as_truth()) {
                Some(true) => return Decision::Implied,
                Some(false) => return self.refuted(pool, &[goal]),
                None => {}
            },
        }
        // The goal itself bounds terms; forcing one out of its range refutes the goal.
        let derived = self.bounds.derived(pool, goal);
        for &(term, wanted) in &derived.bounds {
            let Some(width) = derive::range_width(pool, term) else {
                continue;
            };
            match self.memo.range(pool, &self.bounds, term) {
                Ok(Some(range)) if range.disjoint(width, &wanted) => {
                    return self.refuted(pool, &[goal, term]);
                }
                Ok(_) => {}
                Err(_) => return self.refuted(pool, &[goal, term]),
            }
        }
        Decision::Open
    }

    fn refuted(&self, pool: &Pool, roots: &[Term]) -> Decision {
        Decision::Refuted(evaluate::causes(pool, &self.bounds, roots))
    }
}

/// Unsigned bounds of a bit-vector of at most 128 bits in every model of a satisfiable path; those
/// of its width if nothing is known.
pub fn bounds(pool: &Pool, path: &[Term], term: Term) -> (u128, u128) {
    let mut intervals = Intervals::default();
    for &constraint in path {
        intervals.push(pool, constraint);
    }
    let range = if intervals.bounds.contradictory() {
        None
    } else {
        intervals
            .memo
            .range(pool, &intervals.bounds, term)
            .ok()
            .flatten()
    };
    range.map_or_else(|| pool.range(term), |range| (range.ulo, range.uhi))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use range::{Range, to_signed};

    fn holds(width: u32, range: &Range, value: u128) -> bool {
        let signed = to_signed(width, value);
        range.ulo <= value && value <= range.uhi && range.slo <= signed && signed <= range.shi
    }

    /// Checks that the values of terms under a model of the path lie in their ranges, and that the
    /// model agrees with every decision.
    fn check(seed: u64, widths: &[u32], rounds: usize) -> usize {
        let mut random = Random::new(seed, widths);
        let mut intervals = Intervals::default();
        let mut decided = 0;
        for _ in 0..rounds {
            let path = random.path(6, 2);
            for &constraint in &path.constraints {
                intervals.push(&random.pool, constraint);
            }
            for _ in 0..4 {
                let term = random.bits(widths[0], 3);
                let value = path
                    .model
                    .eval_bits(&random.pool, term)
                    .expect("at most 128 bits");
                let range = intervals.memo.range(&random.pool, &intervals.bounds, term);
                let range = range
                    .expect("a satisfiable path")
                    .expect("at most 128 bits");
                assert!(holds(widths[0], &range, value), "{range:?} {value}");
            }
            for _ in 0..4 {
                let goal = random.truth(2);
                let value = path.model.eval_bool(&random.pool, goal);
                match intervals.know(&random.pool, goal) {
                    Decision::Open => continue,
                    Decision::Implied => assert!(value),
                    Decision::Refuted(causes) => {
                        assert!(!value);
                        assert!(
                            causes
                                .iter()
                                .flatten()
                                .all(|cause| path.constraints.contains(cause))
                        );
                    }
                }
                decided += 1;
            }
            for _ in &path.constraints {
                intervals.pop();
            }
        }
        decided
    }

    #[test]
    fn models_of_the_path_lie_within_the_bounds() {
        assert!(check(41, &[8, 16, 8], 3000) > 500);
        assert!(check(42, &[32, 8, 64], 3000) > 500);
        assert!(check(43, &[64, 32, 128], 3000) > 500);
        assert!(check(44, &[128, 64, 200], 3000) > 500);
    }
}
