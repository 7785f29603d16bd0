//! The labels of places: those that hold, and those that rest on suppositions.

use super::Subsumption;
use super::label::Label;
use super::tree::{End, Key, NodeId, key, satisfies};
use super::weakest::KnownLabel;
use crate::explore::Driver;
use crate::state::State;
use std::rc::Rc;

/// Labels of one place; beyond, the one that was of use the longest time ago goes.
const MAX_LABELS: usize = 32;

/// Labels of a place that are considered for a way that a path did not take.
const MAX_KNOWN: usize = 8;

impl Subsumption<'_> {
    /// A label of a place that a state satisfies.
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

    /// Labels of the place where a state stands that what is said of a node may rest on: those that
    /// hold, and those of nodes below it, with which it is settled.
    pub(super) fn known(&self, id: NodeId, state: &State) -> Vec<KnownLabel> {
        let place = key(state);
        let labels = self.labels.get(&place).into_iter().flatten().rev();
        let labels = labels.take(MAX_KNOWN).cloned();
        let mut known: Vec<KnownLabel> =
            labels.map(|label| KnownLabel { of: None, label }).collect();
        let supposing = self.supposing.get(&place).into_iter().flatten().rev();
        for below in supposing.take(MAX_KNOWN) {
            if *below != id && self.nodes.contains(*below) && self.nodes.is_within(*below, id) {
                let label = self.nodes.get(*below).label.clone();
                let of = Some(*below);
                known.extend(label.map(|label| KnownLabel { of, label }));
            }
        }
        known
    }

    /// Keeps a label that rests on nothing.
    pub(super) fn publish(&mut self, id: NodeId) {
        let node = self.nodes.get(id);
        if matches!(node.end, Some(End::Subsumed | End::Supposed(..))) {
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

    /// Keeps a finished node whose label rests on suppositions.
    pub(super) fn note_supposing(&mut self, id: NodeId) {
        let node = self.nodes.get(id);
        if let (Some(place), Some(_)) = (&node.key, &node.label)
            && !matches!(node.end, Some(End::Supposed(..)))
        {
            let nodes = self.supposing.entry(place.clone()).or_default();
            if !nodes.contains(&id) {
                nodes.push(id);
            }
            if nodes.len() > MAX_LABELS {
                nodes.remove(0);
            }
        }
    }
}
