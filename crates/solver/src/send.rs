//! The last link: a backend decides the rest.
//!
//! It costs from a tenth of a millisecond to the time limit of the query.

use sheaf_term::Term;

use crate::backend::Verdict;
use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

/// The link.
#[derive(Default)]
pub struct Send;

impl Link for Send {
    fn decide(&mut self, question: &mut Question, shared: &mut Shared) -> Outcome {
        if shared.is_brief {
            return Outcome::Unknown("no backend is asked".to_string());
        }
        let constraints: Vec<Term> = question.constraints();
        match shared.send(question.pool, &constraints, question.left) {
            Verdict::Sat(values) => Outcome::Values(values),
            Verdict::Unsat(core) => Outcome::Unsat(core),
            Verdict::Unknown(reason) => Outcome::Unknown(reason),
        }
    }
}
