//! Solver queries about all values of variables.

use sheaf_solver::{Answer, Query, Solver};
use sheaf_term::{Pool, Term};

/// A solver with a limit on queries. A missing answer means that something is possible.
pub struct Oracle<'s> {
    solver: &'s mut Solver,
    /// The number of queries left.
    left: u32,
}

sheaf_tuning::constants! {
    /// The maximum number of queries about one loop.
    MAX_QUESTIONS: u32 = 400, 1 => 6400, "queries";
}

impl<'s> Oracle<'s> {
    /// An oracle with this solver, whose time limit is set already.
    pub fn new(solver: &'s mut Solver) -> Self {
        let left = MAX_QUESTIONS.get();
        Oracle { solver, left }
    }

    /// Whether conditions certainly contradict each other.
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
        let answer = self.solver.check_for_any_choice(pool, &query);
        matches!(answer, Answer::Unsat { .. })
    }

    /// Whether some conditions certainly imply another one.
    pub fn implies(&mut self, pool: &mut Pool, conditions: &[Term], conclusion: Term) -> bool {
        if conclusion == Term::TRUE || conditions.contains(&conclusion) {
            return true;
        }
        let negated = pool.not(conclusion);
        let all: Vec<Term> = conditions.iter().copied().chain([negated]).collect();
        self.excludes(pool, &all)
    }
}
