//! Questions to a solver about all values that variables can have.

use sheaf_solver::{Answer, Query, Solver};
use sheaf_term::{Pool, Term};

/// Answers them; what it does not know in time counts as possible.
pub struct Oracle<'s> {
    solver: &'s mut Solver,
    /// Questions that are left.
    left: u32,
}

/// Questions about one loop.
const MAX_QUESTIONS: u32 = 400;

impl<'s> Oracle<'s> {
    /// Asks this solver. How long it may take is set there.
    pub fn new(solver: &'s mut Solver) -> Self {
        let left = MAX_QUESTIONS;
        Oracle { solver, left }
    }

    /// Whether conditions are certainly never true together.
    pub fn excludes(&mut self, pool: &mut Pool, conditions: &[Term]) -> bool {
        if conditions.contains(&Term::FALSE) {
            return true;
        }
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let query = Query {
            path: &[],
            goal: conditions,
            hint: None,
        };
        matches!(self.solver.check(pool, &query), Answer::Unsat { .. })
    }

    /// Whether all of some conditions imply another one for certain.
    pub fn implies(&mut self, pool: &mut Pool, conditions: &[Term], conclusion: Term) -> bool {
        if conclusion == Term::TRUE || conditions.contains(&conclusion) {
            return true;
        }
        let negated = pool.not(conclusion);
        let all: Vec<Term> = conditions.iter().copied().chain([negated]).collect();
        self.excludes(pool, &all)
    }
}
