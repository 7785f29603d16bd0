//! The model reuse link: recent models may happen to satisfy a new query.
//!
//! Sound because a model is only used after evaluating every constraint under it.

use std::collections::VecDeque;
use std::rc::Rc;

use sheaf_term::{CachedModel, Pool, Term};

/// Models tried for each query.
const CAPACITY: usize = 12;

/// The models found last.
#[derive(Default)]
pub struct Recent {
    /// The latest first.
    models: VecDeque<Rc<CachedModel>>,
}

impl Recent {
    /// Remembers a model.
    pub fn remember(&mut self, model: Rc<CachedModel>) {
        self.models.truncate(CAPACITY - 1);
        self.models.push_front(model);
    }

    /// A model of all the terms, if one is at hand. The goals decide most often, so they come
    /// first.
    pub fn find(&mut self, pool: &Pool, goals: &[Term], path: &[Term]) -> Option<Rc<CachedModel>> {
        let position = self.models.iter().position(|model| {
            goals
                .iter()
                .chain(path.iter().rev())
                .all(|&term| model.eval_bool(pool, term))
        })?;
        let model = self.models.remove(position)?;
        self.models.push_front(model.clone());
        Some(model)
    }
}
