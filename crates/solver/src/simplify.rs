//! The first link: constants, repetitions, and a term beside its negation.
//!
//! Sound because a conjunct that is true or stands elsewhere in the conjunction adds nothing, and
//! false, or a term and its negation, have no model.

use rustc_hash::FxHashSet;
use sheaf_term::{Pool, Term};

use crate::path::Path;

/// What is left of a goal.
pub enum Simplified {
    /// These conjuncts, without repetition, none of them constant or on the path.
    Goals(Vec<Term>),
    /// It contradicts itself or the path; the conjuncts that do.
    Refuted(Vec<Term>),
}

/// Simplifies a goal on a path.
pub fn simplify(pool: &mut Pool, path: &Path, goal: &[Term]) -> Simplified {
    let mut goals: Vec<Term> = Vec::with_capacity(goal.len());
    let mut seen = FxHashSet::default();
    for &conjunct in goal {
        if conjunct == Term::FALSE {
            return Simplified::Refuted(vec![conjunct]);
        }
        if conjunct == Term::TRUE || path.holds(conjunct) || seen.contains(&conjunct) {
            continue;
        }
        let negation = pool.not(conjunct);
        if path.holds(negation) || seen.contains(&negation) {
            return Simplified::Refuted(vec![negation, conjunct]);
        }
        seen.insert(conjunct);
        goals.push(conjunct);
    }
    Simplified::Goals(goals)
}
