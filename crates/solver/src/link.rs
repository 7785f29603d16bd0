//! The interface of links, and their statistics.

use serde::{Deserialize, Serialize};
use std::rc::Rc;

use sheaf_term::{CachedModel, Model, Pool, Term};

use crate::question::Question;
use crate::solver::Shared;

/// The result of a link.
pub enum Outcome {
    /// It is left to the next link, possibly with fewer goals or fewer constraints of the path.
    Open,
    /// This is a model of the path and of all goals.
    Model(Rc<CachedModel>),
    /// These values of the question's symbols should be a model; they are checked.
    Values(Model),
    /// These constraints of the path and goals are unsatisfiable together.
    Unsat(Vec<Term>),
    /// It cannot be decided, with the reason.
    Unknown(String),
}

/// A link of the chain. A link that depends on the path is told of all changes before it decides a
/// question, so that a query costs only what changed since the last one that it saw.
pub trait Link {
    /// A constraint was added to the path.
    fn push(&mut self, _pool: &Pool, _constraint: Term) {}

    /// The last constraint was removed from the path.
    fn pop(&mut self) {}

    /// Decides a question, reduces it, or leaves it unchanged.
    fn decide(&mut self, question: &mut Question, shared: &mut Shared) -> Outcome;

    /// A later link found a model; `values` are those of the question's symbols only, if known.
    fn learn_model(
        &mut self,
        _question: &Question,
        _model: &Rc<CachedModel>,
        _values: Option<&Rc<Model>>,
    ) {
    }

    /// A later link found that these constraints are unsatisfiable.
    fn learn_core(&mut self, _core: &[Term]) {}
}

/// Statistics of a link.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LinkStats {
    /// The name of the link. Not sent between processes, which have the same links.
    #[serde(skip)]
    pub name: &'static str,
    /// Queries that reached it.
    pub asked: u64,
    /// Those that it answered with a model.
    pub sat: u64,
    /// Those that it proved unsatisfiable.
    pub unsat: u64,
    /// Those that it gave up on, so that they remained unanswered.
    pub unknown: u64,
    /// Its time, including the time to follow the path; `None` if it is not measured.
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

    /// Adds the statistics of the same link in another process.
    pub fn add(&mut self, other: &LinkStats) {
        self.asked += other.asked;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        if let (Some(seconds), Some(other)) = (&mut self.seconds, other.seconds) {
            *seconds += other;
        }
    }

    /// Counts the result for a question.
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
