//! The validator, for tests: checks every answer of the chain independently.
//!
//! A model is evaluated on the whole path and goal, and a core is checked by a backend that did not
//! find it: Z3 for results of Bitwuzla or the links before it, and, if there are integers or
//! floats, Z3 on the SMT-LIB text, which does not use the translation of terms.

use std::time::Duration;

use sheaf_term::{Pool, Term, smtlib};
use z3::{Params, SatResult, Solver};

use crate::backend::{Backend, Verdict};
use crate::query::{Answer, Options};
use crate::worker::Bounds;
use crate::z3_backend::Z3;

/// Whether conditions are satisfiable according to the validating backend; `None` if it does not
/// decide this within the time limit of a query.
pub fn second_opinion(pool: &Pool, options: &Options, conditions: &[Term]) -> Option<bool> {
    Validator::new(options.timeout, options.bounds()).ask(pool, conditions)
}

pub struct Validator {
    z3: Z3,
    timeout: Duration,
}

impl Validator {
    /// A validator with a time limit for each check; checks that do not finish are skipped.
    pub fn new(timeout: Duration, bounds: Bounds) -> Validator {
        Validator {
            z3: Z3::new(bounds),
            timeout,
        }
    }

    /// Checks an answer. Returns an error if it is wrong.
    pub fn check(
        &mut self,
        pool: &Pool,
        path: &[Term],
        goal: &[Term],
        answer: &Answer,
    ) -> Result<(), String> {
        let all: Vec<Term> = path.iter().chain(goal).copied().collect();
        match answer {
            Answer::Unknown(_) => Ok(()),
            Answer::Sat(model) => {
                if let Some(term) = all.iter().find(|term| !model.eval_bool(pool, **term)) {
                    return Err(format!(
                        "the model makes {} false",
                        sheaf_term::display(pool, *term)
                    ));
                }
                match self.ask(pool, &all) {
                    Some(false) => {
                        Err("a second opinion says unsat, the answer is sat".to_string())
                    }
                    _ => Ok(()),
                }
            }
            Answer::Unsat { core } => {
                if let Some(term) = core.iter().find(|term| !all.contains(term)) {
                    let text = sheaf_term::display(pool, *term);
                    return Err(format!("the core holds {text}, which is not in the query"));
                }
                match self.ask(pool, core) {
                    Some(true) => Err("a second opinion says sat, the answer is unsat".to_string()),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Whether the terms have a model; `None` if that is not decided in time.
    fn ask(&mut self, pool: &Pool, constraints: &[Term]) -> Option<bool> {
        let mut constraints = constraints.to_vec();
        constraints.sort_unstable();
        constraints.dedup();
        if constraints.is_empty() {
            return Some(true);
        }
        let by_text = |&term: &Term| pool.has_integer(term) || pool.has_float(term);
        if constraints.iter().any(by_text) {
            return self.ask_text(pool, &constraints);
        }
        match self.z3.check(pool, &constraints, self.timeout) {
            Verdict::Sat(_) => Some(true),
            Verdict::Unsat(_) => Some(false),
            Verdict::Unknown(_) => None,
        }
    }

    fn ask_text(&self, pool: &Pool, constraints: &[Term]) -> Option<bool> {
        let solver = Solver::new();
        let mut params = Params::new();
        params.set_u32(
            "timeout",
            self.timeout.as_millis().clamp(1, u128::from(u32::MAX - 1)) as u32,
        );
        solver.set_params(&params);
        solver.from_string(smtlib::script(pool, constraints));
        if solver.get_assertions().len() < constraints.len() {
            return None;
        }
        match solver.check() {
            SatResult::Sat => Some(true),
            SatResult::Unsat => Some(false),
            SatResult::Unknown => None,
        }
    }
}
