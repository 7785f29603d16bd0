//! The hint link: the model of the path that comes with the query may satisfy the goal, too.
//!
//! Sound because every goal is evaluated. It costs one evaluation of each goal.

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

/// The link.
#[derive(Default)]
pub struct Hint;

impl Link for Hint {
    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        let satisfying = question.hint.filter(|hint| {
            let mut goals = question.goals().iter();
            goals.all(|&goal| hint.eval_bool(question.pool, goal))
        });
        match satisfying {
            Some(hint) => Outcome::Model(hint.clone()),
            None => Outcome::Open,
        }
    }
}
