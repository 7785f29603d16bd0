//! The model reuse link: recent models may happen to satisfy a new query.
//!
//! Sound because a model is only used after evaluating every constraint under it. It costs one
//! evaluation of the goals per model, with cached values of terms.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::rc::Rc;

use sheaf_term::{CachedModel, Model, Term};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

sheaf_tuning::constants! {
    /// Number of models tried for each query.
    CAPACITY: usize = 12, 1 => 192, "models";
    /// Number of constraints at the end of the path that are tried before all relevant ones are
    /// listed.
    NEWEST: usize = 8, 1 => 128, "constraints";
}

/// The most recent models.
#[derive(Default)]
pub struct Recent {
    /// The latest first.
    models: VecDeque<Rc<CachedModel>>,
}

impl Link for Recent {
    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        match self.find(question) {
            Some(model) if question.hint.is_some() => {
                Outcome::Model(question.complete(model.model()))
            }
            Some(model) => Outcome::Model(model),
            None => Outcome::Open,
        }
    }

    fn learn_model(&mut self, question: &Question, model: &Rc<CachedModel>, _: Option<&Rc<Model>>) {
        if !question.hint.is_some_and(|hint| Rc::ptr_eq(hint, model)) {
            self.models.truncate(CAPACITY.get() - 1);
            self.models.push_front(model.clone());
        }
    }
}

impl Recent {
    /// A stored model of the question. Goals are most often decisive, so they come first.
    fn find(&mut self, question: &Question) -> Option<Rc<CachedModel>> {
        let newest = OnceCell::new();
        let position = self.models.iter().position(|model| {
            let holds = |term: &Term| model.eval_bool(question.pool, *term);
            question.goals().iter().all(holds)
                && newest
                    .get_or_init(|| question.newest(NEWEST.get()))
                    .iter()
                    .all(holds)
                && question.path().iter().rev().all(holds)
        })?;
        let model = self.models.remove(position)?;
        self.models.push_front(model.clone());
        Some(model)
    }
}
