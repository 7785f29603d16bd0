//! The choice of the next path (do Val 2014, section 4.5).
//!
//! When a path has ended, the thesis asks its SAT solver for a model, and may let it prefer the
//! branches of that path. Here, the state that was left last has the longest common prefix with the
//! last path. If the solver may choose freely, the next state is the one that is furthest along the
//! path of the model.

use super::Cdse;
use super::graph::NodeId;
use super::path::Path;
use crate::options::Guide;
use rustc_hash::FxHashMap;

impl Cdse<'_> {
    /// Whether the solver may choose any path.
    pub(super) fn may_choose_freely(&self) -> bool {
        match self.guide {
            Guide::Never => true,
            Guide::Always => false,
            Guide::Quality(percent) => self.learner.last_percent() > percent,
        }
    }

    /// Moves the state that is furthest along the path of a model to the end of the queue, so that
    /// it is next. States with a plan come first.
    pub(super) fn choose_by_model(&mut self) {
        if self.waiting.len() < 2 || self.waiting.back().is_some_and(|last| last.has_plan()) {
            return;
        }
        let entry = self.graph.node(self.entry).lit;
        if !self.graph.formula.has_model_with(&[entry]) {
            return;
        }
        let positions: FxHashMap<NodeId, usize> = self.model_path().into_iter().zip(0..).collect();
        let states = self.waiting.iter().enumerate().rev();
        let on_path = states.filter_map(|(number, pending)| {
            let path = pending.path.as_ref()?;
            let position = *positions.get(&path.last.node)?;
            self.is_in_model(path).then_some((position, number))
        });
        if let Some((_, number)) = on_path.max_by_key(|(position, _)| *position)
            && let Some(next) = self.waiting.remove(number)
        {
            self.waiting.push_back(next);
        }
    }

    /// Whether the last model contains all edges of a path that clauses mention.
    fn is_in_model(&self, path: &Path) -> bool {
        let visits = std::iter::successors(Some(&path.last), |visit| visit.before.as_ref());
        let mut edges = visits.filter_map(|visit| visit.entered.edge());
        edges.all(|edge| {
            let lit = self.graph.edge(edge).lit;
            !self.learner.is_mentioned(edge) || self.graph.formula.is_true(lit)
        })
    }

    fn model_path(&self) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut at = Some(self.entry);
        while let Some(node) = at {
            path.push(node);
            let edges = self.graph.node(node).edges.iter().flatten();
            let mut edges = edges.map(|edge| self.graph.edge(*edge));
            let taken = edges.find(|edge| self.graph.formula.is_true(edge.lit));
            at = taken.map(|edge| edge.to);
        }
        path
    }
}
