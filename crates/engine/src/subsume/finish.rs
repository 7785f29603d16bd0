//! Finished nodes and their labels. A node is finished when all its successors are.

use super::Subsumption;
use super::label::Label;
use super::tree::{Argument, End, NodeId, satisfies};
use super::weakest::{KnownLabel, Strength, precondition};
use crate::Driver;
use crate::state::State;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Cost of computing a label, in instructions.
    LABEL_COST: u64 = 8, 1 => 128, "instructions";
}

impl Subsumption<'_> {
    /// Finishes a node, and each ancestor whose successors are then all finished.
    pub(super) fn finish(&mut self, driver: &mut Driver, id: NodeId) {
        let mut at = Some(id);
        while let Some(id) = at {
            let is_leaf = matches!(
                self.nodes.get(id).end,
                Some(End::Subsumed | End::Hypothesis(..) | End::Lost)
            );
            if let Some(general) = self.nodes.general(id) {
                if !self.finish_general(driver, id, general) {
                    return;
                }
            } else if !is_leaf {
                let label = self.label(driver, id, Strength::Strong);
                let below = self.nodes.below(id);
                let is_conditional = below
                    .iter()
                    .any(|child| self.nodes.get(*child).is_conditional);
                let node = self.nodes.get_mut(id);
                (node.label, node.is_conditional) = (label, is_conditional);
                if is_conditional && !self.settle(driver, id) {
                    return;
                }
            }
            match self.nodes.get(id).is_conditional {
                true => self.note_conditional(id),
                false => {
                    self.publish(&driver.pool, id);
                    self.nodes.remove_below(id);
                }
            }
            at = self.nodes.get(id).parent;
            if let Some(parent) = at {
                let node = self.nodes.get_mut(parent);
                node.open -= 1;
                if node.open > 0 {
                    return;
                }
            }
        }
    }

    /// Called when the state without path condition of a node is finished: its label becomes the
    /// node's label if the node's state satisfies it. Returns whether the node is finished.
    fn finish_general(&mut self, driver: &mut Driver, id: NodeId, general: NodeId) -> bool {
        let (label, is_conditional) = {
            let general = self.nodes.get(general);
            (general.label.clone(), general.is_conditional)
        };
        let began = self.nodes.get(id).began.clone();
        let holds = label
            .as_ref()
            .is_some_and(|label| satisfies(driver, &began, label));
        if !holds {
            self.drop_hypotheses(Some(id), &[id]);
            return false;
        }
        let node = self.nodes.get_mut(id);
        (node.label, node.is_conditional) = (label, is_conditional);
        if !is_conditional {
            self.confirm(driver, id);
        }
        true
    }

    /// Records that the label of a node is proved. If its state was waiting, the state is dropped.
    pub(super) fn confirm(&mut self, driver: &mut Driver, id: NodeId) {
        self.nodes.get_mut(id).is_conditional = false;
        if !matches!(self.nodes.get(id).end, Some(End::Hypothesis(..))) {
            return;
        }
        self.nodes.remove_below(id);
        if let Some((_, state)) = self.nodes.take_held(id) {
            self.nodes.get_mut(id).end = Some(End::Subsumed);
            self.note_pruned(driver, id, &state);
            self.stats.supposed += u64::from(!self.nodes.get(id).speculative);
        }
    }

    /// Computes the label of a node from the labels of its successors and other known labels.
    pub(super) fn label(
        &mut self,
        driver: &mut Driver,
        id: NodeId,
        strength: Strength,
    ) -> Option<Rc<Label>> {
        let below = self.nodes.below(id).into_iter();
        let behind: Vec<Option<Rc<Label>>> = below
            .map(|child| self.nodes.get(child).label.clone())
            .collect();
        if let Some(label) = self.still_follows(id, &behind, strength) {
            return label;
        }
        if self.nodes.get(id).speculative && !self.can_afford(driver) {
            return None;
        }
        let traced = self.nodes.traced(driver, &mut self.retracer, id)?;
        let began = self.nodes.get(id).began.clone();
        self.spent += LABEL_COST.get();
        let known = |state: &State| self.known(id, state);
        let found = precondition(driver, &began, &traced, &behind, &known, strength);
        let (label, used) = found.unzip();
        let label = label.map(Rc::new);
        // If the label is unchanged, labels that were computed from it stay valid.
        let before = self.nodes.get_mut(id).argument.take();
        let before = before.and_then(|before| before.label);
        let label = match (label, before) {
            (Some(label), Some(before)) if label.is_same(&before) => Some(before),
            (label, _) => label,
        };
        self.nodes.get_mut(id).argument = Some(Argument {
            behind,
            used: used.unwrap_or_default(),
            strength,
            label: label.clone(),
        });
        label
    }

    /// The label that was computed last, if everything that it was computed from is unchanged.
    fn still_follows(
        &self,
        id: NodeId,
        behind: &[Option<Rc<Label>>],
        strength: Strength,
    ) -> Option<Option<Rc<Label>>> {
        let argument = self.nodes.get(id).argument.as_ref()?;
        let is_same = |(a, b): (&Option<Rc<Label>>, &Option<Rc<Label>>)| match (a, b) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let holds = |known: &KnownLabel| match known.of {
            None => true,
            Some(id) => {
                let label = self.nodes.find(id).map(|node| node.label.clone());
                is_same((&Some(known.label.clone()), &label.flatten()))
            }
        };
        let follows = argument.strength == strength
            && argument.behind.iter().zip(behind).all(is_same)
            && argument.used.iter().all(holds);
        follows.then(|| argument.label.clone())
    }
}
