//! Nodes of which all is finished that they lead to, and their labels.

use super::Subsumption;
use super::label::Label;
use super::tree::{Argument, End, NodeId, satisfies};
use super::weakest::{KnownLabel, Strength, precondition};
use crate::explore::Driver;
use crate::state::State;
use std::rc::Rc;

/// What computing a label costs, in instructions.
const LABEL_COST: u64 = 8;

impl Subsumption<'_> {
    /// A node is finished, and perhaps those above it.
    pub(super) fn finish(&mut self, driver: &mut Driver, id: NodeId) {
        let mut at = Some(id);
        while let Some(id) = at {
            let is_leaf = matches!(
                self.nodes.get(id).end,
                Some(End::Subsumed | End::Supposed(..) | End::Lost)
            );
            if let Some(general) = self.nodes.general(id) {
                if !self.finish_general(driver, id, general) {
                    return;
                }
            } else if !is_leaf {
                let label = self.label(driver, id, Strength::Strong);
                let below = self.nodes.below(id);
                let supposes = below.iter().any(|child| self.nodes.get(*child).supposes);
                let node = self.nodes.get_mut(id);
                (node.label, node.supposes) = (label, supposes);
                if supposes && !self.settle(driver, id) {
                    return;
                }
            }
            match self.nodes.get(id).supposes {
                true => self.note_supposing(id),
                false => {
                    self.publish(id);
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

    /// A state that knows less than that of a node is finished: what is supposed is its label.
    /// Gives whether the node is finished.
    fn finish_general(&mut self, driver: &mut Driver, id: NodeId, general: NodeId) -> bool {
        let (label, supposes) = {
            let general = self.nodes.get(general);
            (general.label.clone(), general.supposes)
        };
        let began = self.nodes.get(id).began.clone();
        let holds = label
            .as_ref()
            .is_some_and(|label| satisfies(driver, &began, label));
        if !holds {
            self.drop_suppositions(id, &[id]);
            return false;
        }
        let node = self.nodes.get_mut(id);
        (node.label, node.supposes) = (label, supposes);
        if !supposes {
            self.stop_supposing(driver, id);
        }
        true
    }

    /// What was supposed of a node is so: its state need not go on.
    pub(super) fn stop_supposing(&mut self, driver: &mut Driver, id: NodeId) {
        self.nodes.get_mut(id).supposes = false;
        if !matches!(self.nodes.get(id).end, Some(End::Supposed(..))) {
            return;
        }
        self.nodes.remove_below(id);
        if let Some((_, state)) = self.nodes.take_held(id) {
            self.nodes.get_mut(id).end = Some(End::Subsumed);
            self.note_pruned(driver, id, &state);
            self.stats.supposed += u64::from(!self.nodes.get(id).speculative);
        }
    }

    /// The label of a node from those of the nodes that it leads to, and what else is known.
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
        self.spent += LABEL_COST;
        let known = |state: &State| self.known(id, state);
        let found = precondition(driver, &began, &traced, &behind, &known, strength);
        let (label, used) = found.unzip();
        let label = label.map(Rc::new);
        // Whoever builds on the label need not be computed again if it is the same.
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

    /// The label that was computed of a node before, if all that it followed from is as it was.
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
