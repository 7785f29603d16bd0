//! What a link of the chain is, and what is counted of it.

use std::rc::Rc;

use sheaf_term::{CachedModel, Model, Pool, Term};

use crate::question::Question;
use crate::solver::Shared;

/// What a link makes of a question.
pub enum Outcome {
    /// It is left to the next link, perhaps with fewer goals or fewer constraints of the path.
    Open,
    /// This is a model of the path and of all goals.
    Model(Rc<CachedModel>),
    /// These values of the question's symbols should make a model; they are checked.
    Values(Model),
    /// These constraints of the path and goals are unsatisfiable together.
    Unsat(Vec<Term>),
    /// It cannot be decided, and why.
    Unknown(String),
}

/// A link of the chain. One that needs to know the path follows it constraint by constraint, so
/// that a query costs what changed since the last one.
pub trait Link {
    /// A constraint was added to the path.
    fn push(&mut self, _pool: &Pool, _constraint: Term) {}

    /// The last constraint was taken off the path.
    fn pop(&mut self) {}

    /// Decides a question, takes off it what is decided, or leaves it as it is.
    fn decide(&mut self, question: &mut Question, shared: &mut Shared) -> Outcome;

    /// A later link found a model; `values` are those of the question's symbols alone, if it said.
    fn learn_model(
        &mut self,
        _question: &Question,
        _model: &Rc<CachedModel>,
        _values: Option<&Rc<Model>>,
    ) {
    }

    /// A later link found that these constraints are unsatisfiable together.
    fn learn_core(&mut self, _core: &[Term]) {}
}

/// What a link did with the queries that reached it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkStats {
    /// The name of the link.
    pub name: &'static str,
    /// Queries that reached it.
    pub asked: u64,
    /// Those that it found a model for.
    pub sat: u64,
    /// Those that it found to have no model.
    pub unsat: u64,
    /// Those that it gave up on, so that nobody answered them.
    pub unknown: u64,
    /// The time it took, including the time to follow the path; none if nobody asked for it.
    pub seconds: Option<f64>,
}

impl LinkStats {
    /// Queries that it answered.
    pub fn answered(&self) -> u64 {
        self.sat + self.unsat
    }

    /// Queries that it left to the next link.
    pub fn passed(&self) -> u64 {
        self.asked - self.answered() - self.unknown
    }

    /// Counts what it made of a question.
    pub(crate) fn count(&mut self, outcome: &Outcome) {
        self.asked += 1;
        match outcome {
            Outcome::Open => {}
            Outcome::Model(_) | Outcome::Values(_) => self.sat += 1,
            Outcome::Unsat(_) => self.unsat += 1,
            Outcome::Unknown(_) => self.unknown += 1,
        }
    }
}
