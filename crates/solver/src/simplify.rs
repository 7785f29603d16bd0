//! The first link: constants, duplicates, and a term with its negation.
//!
//! Sound because a conjunct that is true or a duplicate adds nothing, and false, or a term and its
//! negation, have no model. It costs one table lookup per conjunct.

use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_term::{Pool, Term};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

/// The link, with the number of occurrences of each constraint on the path.
#[derive(Default)]
pub struct Simplify {
    path: Vec<Term>,
    counts: FxHashMap<Term, u32>,
}

impl Simplify {
    /// Whether a term is a constraint of the path.
    fn holds(&self, term: Term) -> bool {
        self.counts.contains_key(&term)
    }
}

impl Link for Simplify {
    fn push(&mut self, _: &Pool, constraint: Term) {
        self.path.push(constraint);
        *self.counts.entry(constraint).or_insert(0) += 1;
    }

    fn pop(&mut self) {
        if let Some(constraint) = self.path.pop()
            && let Some(count) = self.counts.get_mut(&constraint)
        {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&constraint);
            }
        }
    }

    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        let mut goals: Vec<Term> = Vec::with_capacity(question.goals().len());
        let mut seen = FxHashSet::default();
        for position in 0..question.goals().len() {
            let conjunct = question.goals()[position];
            if conjunct == Term::FALSE {
                return Outcome::Unsat(vec![conjunct]);
            }
            if conjunct == Term::TRUE || self.holds(conjunct) || seen.contains(&conjunct) {
                continue;
            }
            let negation = question.pool.not(conjunct);
            if self.holds(negation) || seen.contains(&negation) {
                return Outcome::Unsat(vec![negation, conjunct]);
            }
            seen.insert(conjunct);
            goals.push(conjunct);
        }
        question.keep_goals(goals);
        Outcome::Open
    }
}
