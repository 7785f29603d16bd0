//! The labels by program point: proved ones, and those that rest on hypotheses.

use super::Subsumption;
use super::label::Label;
use super::tree::{End, Key, NodeId, key, satisfies};
use super::weakest::KnownLabel;
use crate::Driver;
use crate::segment::Slot;
use crate::state::State;
use sheaf_term::{CachedModel, Model, Pool, Symbol};
use std::collections::BTreeMap;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Maximum number of labels at one program point. Beyond it, the least recently used one is
    /// removed.
    MAX_LABELS: usize = 32, 1 => 512, "labels";
    /// Maximum number of labels that are tried for a branch that a path did not take.
    MAX_KNOWN: usize = 8, 1 => 128, "labels";
}

/// The proved labels of one program point.
#[derive(Default)]
pub(super) struct Proved {
    /// The labels, the most recently used one last.
    labels: Vec<Rc<Label>>,
    /// The symbols in their conditions.
    slots: BTreeMap<Symbol, Slot>,
}

impl Proved {
    /// The labels, the most recently used one last.
    pub fn labels(&self) -> &[Rc<Label>] {
        &self.labels
    }

    /// The values of the symbols under the model of a state. Most labels that a state does not
    /// satisfy are false under it; conditions that several labels share are evaluated once.
    fn sample(&self, pool: &mut Pool, state: &State) -> CachedModel {
        let value = |(symbol, slot): (&Symbol, &Slot)| {
            let term = slot.scalar(pool, state)?;
            Some((*symbol, state.model.eval(pool, term)))
        };
        CachedModel::new(self.slots.iter().filter_map(value).collect::<Model>())
    }

    /// The newest label that a state satisfies. The sample says nothing of a label whose objects
    /// others may stand for.
    fn holding(&mut self, driver: &mut Driver, state: &State) -> Option<Rc<Label>> {
        let sample = self.sample(&mut driver.pool, state);
        let position = (0..self.labels.len()).rev().find(|position| {
            let label = &self.labels[*position];
            let mut conditions = label.conditions.iter();
            let is_plausible = !label.is_fixed()
                || conditions.all(|condition| sample.eval_bool(&driver.pool, *condition));
            is_plausible && satisfies(driver, state, label)
        })?;
        let label = self.labels.remove(position);
        self.labels.push(label.clone());
        Some(label)
    }

    /// Adds a label. Returns whether it is new.
    fn add(&mut self, pool: &Pool, label: &Rc<Label>) -> bool {
        if self.labels.iter().any(|known| known.is_same(label)) {
            return false;
        }
        self.labels.push(label.clone());
        if self.labels.len() > MAX_LABELS.get() {
            self.labels.remove(0);
            self.slots.clear();
            let labels = self.labels.iter();
            self.slots.extend(labels.flat_map(|it| it.slots(pool)));
        }
        self.slots.extend(label.slots(pool));
        true
    }
}

impl Subsumption<'_> {
    /// A proved label of a program point that a state satisfies.
    pub(super) fn holding(
        &mut self,
        driver: &mut Driver,
        place: &Key,
        state: &State,
    ) -> Option<Rc<Label>> {
        self.labels.get_mut(place)?.holding(driver, state)
    }

    /// Labels at the program point of a state that the label of a node may rest on: the proved
    /// ones, and those of nodes below it, which are settled together with it.
    pub(super) fn known(&self, id: NodeId, state: &State) -> Vec<KnownLabel> {
        let place = key(state);
        let labels = self.labels.get(&place).map_or(&[][..], Proved::labels);
        let proved = |label: &Rc<Label>| KnownLabel {
            of: None,
            label: label.clone(),
        };
        let labels = labels.iter().rev().take(MAX_KNOWN.get());
        let mut known: Vec<KnownLabel> = labels.map(proved).collect();
        let conditional = self.conditional.get(&place).into_iter().flatten().rev();
        for below in conditional.take(MAX_KNOWN.get()) {
            if *below != id && self.nodes.contains(*below) && self.nodes.is_within(*below, id) {
                let label = self.nodes.get(*below).label.clone();
                let of = Some(*below);
                known.extend(label.map(|label| KnownLabel { of, label }));
            }
        }
        known
    }

    /// Publishes the proved label of a node, unless it was taken from another node.
    pub(super) fn publish(&mut self, pool: &Pool, id: NodeId) {
        let node = self.nodes.get(id);
        if matches!(node.end, Some(End::Subsumed | End::Hypothesis(..))) {
            return;
        }
        let (Some(place), Some(label)) = (&node.key, &node.label) else {
            return;
        };
        let labels = self.labels.entry(place.clone()).or_default();
        self.stats.made += u64::from(labels.add(pool, label));
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
            if nodes.len() > MAX_LABELS.get() {
                nodes.remove(0);
            }
        }
    }
}
