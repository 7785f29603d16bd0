//! The labels by program point: proved ones, and those that rest on hypotheses.

use super::Subsumption;
use super::label::Label;
use super::tree::{End, Key, NodeId, key, satisfies};
use super::weakest::KnownLabel;
use crate::explore::Driver;
use crate::state::State;
use std::rc::Rc;

/// Maximum number of labels at one program point. Beyond it, the least recently used one is
/// removed.
const MAX_LABELS: usize = 32;

/// Maximum number of labels that are tried for a branch that a path did not take.
const MAX_KNOWN: usize = 8;

impl Subsumption<'_> {
    /// A proved label of a program point that a state satisfies.
    pub(super) fn holding(
        &mut self,
        driver: &mut Driver,
        place: &Key,
        state: &State,
    ) -> Option<Rc<Label>> {
        let labels = self.labels.get_mut(place)?;
        for position in (0..labels.len()).rev() {
            if satisfies(driver, state, &labels[position]) {
                let label = labels.remove(position);
                labels.push(label.clone());
                return Some(label);
            }
        }
        None
    }

    /// Labels at the program point of a state that the label of a node may rest on: the proved
    /// ones, and those of nodes below it, which are settled together with it.
    pub(super) fn known(&self, id: NodeId, state: &State) -> Vec<KnownLabel> {
        let place = key(state);
        let labels = self.labels.get(&place).into_iter().flatten().rev();
        let labels = labels.take(MAX_KNOWN).cloned();
        let mut known: Vec<KnownLabel> =
            labels.map(|label| KnownLabel { of: None, label }).collect();
        let conditional = self.conditional.get(&place).into_iter().flatten().rev();
        for below in conditional.take(MAX_KNOWN) {
            if *below != id && self.nodes.contains(*below) && self.nodes.is_within(*below, id) {
                let label = self.nodes.get(*below).label.clone();
                let of = Some(*below);
                known.extend(label.map(|label| KnownLabel { of, label }));
            }
        }
        known
    }

    /// Publishes the proved label of a node, unless it was taken from another node.
    pub(super) fn publish(&mut self, id: NodeId) {
        let node = self.nodes.get(id);
        if matches!(node.end, Some(End::Subsumed | End::Hypothesis(..))) {
            return;
        }
        let (Some(place), Some(label)) = (&node.key, &node.label) else {
            return;
        };
        let labels = self.labels.entry(place.clone()).or_default();
        if labels.iter().any(|known| known.is_same(label)) {
            return;
        }
        if labels.len() >= MAX_LABELS {
            labels.remove(0);
        }
        labels.push(label.clone());
        self.stats.made += 1;
    }

    /// Remembers a finished node whose label rests on hypotheses.
    pub(super) fn note_conditional(&mut self, id: NodeId) {
        let node = self.nodes.get(id);
        if let (Some(place), Some(_)) = (&node.key, &node.label)
            && !matches!(node.end, Some(End::Hypothesis(..)))
        {
            let nodes = self.conditional.entry(place.clone()).or_default();
            if !nodes.contains(&id) {
                nodes.push(id);
            }
            if nodes.len() > MAX_LABELS {
                nodes.remove(0);
            }
        }
    }
}
