//! Suppositions: where a path comes back to the head of a loop, it is supposed that the label of an
//! earlier state there will hold, and it is not executed.
//!
//! When all that rests on suppositions is finished, the labels are computed again and again, each
//! time from those of the round before, until they do not change: then each follows from the others
//! behind at least one instruction, and a shortest execution that fails would be no shortest. A
//! supposition whose label does not hold is dropped, and its path goes on.

use super::Subsumption;
use super::label::Label;
use super::tree::{End, NodeId, satisfies};
use super::weakest::Strength;
use crate::explore::Driver;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How often labels are computed again before something else is tried.
const MAX_ROUNDS: u32 = 6;

/// What is supposed first, and how conditions are taken back over branches, in the order in which
/// that is tried. What nothing was supposed for says the least, and so is of use for most states.
const ATTEMPTS: [(First, Strength); 3] = [
    (First::Nothing, Strength::Strong),
    (First::Constants, Strength::Strong),
    (First::Nothing, Strength::Exact),
];

/// What is supposed of a state before anything is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Nothing,
    /// That its constants are the same again.
    Constants,
}

/// What is supposed of the nodes that suppositions are about.
type Supposed = FxHashMap<NodeId, Rc<Label>>;

impl Subsumption<'_> {
    /// The nodes below a finished one that rest on suppositions, each behind those that it leads
    /// to.
    fn supposing(&self, root: NodeId) -> Vec<NodeId> {
        let mut order = Vec::new();
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            if self.nodes.get(id).supposes {
                order.push(id);
                pending.extend(self.nodes.below(id));
            }
        }
        order.reverse();
        order
    }

    /// Settles the suppositions below a finished node, if they are all about nodes below it. Gives
    /// whether the node is still finished.
    pub(super) fn settle(&mut self, driver: &mut Driver, root: NodeId) -> bool {
        if !self.settle_orphans(driver, root) {
            return false;
        }
        let order = self.supposing(root);
        let leaves = self.leaves(&order);
        let within = |(_, target): &(NodeId, NodeId)| {
            self.nodes.contains(*target)
                && self.nodes.is_within(*target, root)
                && self.nodes.get(*target).open == 0
        };
        let outside = leaves.iter().filter(|leaf| !within(leaf));
        let outside: Vec<NodeId> = outside.map(|(leaf, _)| *leaf).collect();
        if !outside.is_empty() {
            // Nothing above it can settle them.
            if self.nodes.get(root).parent.is_none() {
                self.drop_suppositions(root, &outside);
                return false;
            }
            return true;
        }
        for (attempt, (first, strength)) in ATTEMPTS.into_iter().enumerate() {
            let mut supposed = Supposed::default();
            let elsewhere = |leaf: &&(NodeId, NodeId)| self.nodes.general(leaf.0).is_none();
            for (_, target) in leaves.iter().filter(elsewhere) {
                let label = self.first_label(driver, *target, first);
                supposed.insert(*target, Rc::new(label));
            }
            for _ in 0..MAX_ROUNDS {
                self.compute(driver, &order, &supposed, strength);
                let failing = self.failing(driver, &leaves);
                if !failing.is_empty() {
                    if attempt + 1 == ATTEMPTS.len() {
                        self.drop_suppositions(root, &failing);
                        return false;
                    }
                    break;
                }
                if self.is_stable(driver, &mut supposed) {
                    self.keep(driver, &order);
                    return true;
                }
            }
        }
        let all: Vec<NodeId> = leaves.iter().map(|(leaf, _)| *leaf).collect();
        self.drop_suppositions(root, &all);
        false
    }

    /// What is supposed of a node before anything is known.
    fn first_label(&self, driver: &mut Driver, id: NodeId, first: First) -> Label {
        let node = self.nodes.get(id);
        let mut label = Label::anything(&node.began);
        if first == First::Constants
            && let Some(stretch) = node.stretch()
        {
            for (condition, symbol, slot) in stretch.general.constants(&mut driver.pool) {
                label.conditions.push(condition);
                label.symbols.push((symbol, slot));
            }
        }
        label
    }

    /// Decides suppositions below a node about nodes that were settled and are no more: a label
    /// that holds takes their place. Gives whether the node is still finished.
    fn settle_orphans(&mut self, driver: &mut Driver, root: NodeId) -> bool {
        let mut failing = Vec::new();
        let order = self.supposing(root);
        for (leaf, target) in self.leaves(&order) {
            if self.nodes.contains(target) {
                continue;
            }
            let began = self.nodes.get(leaf).began.clone();
            let place = self.nodes.get(leaf).key.clone();
            let label = place.and_then(|place| self.holding(driver, &place, &began));
            let Some(label) = label else {
                failing.push(leaf);
                continue;
            };
            self.nodes.get_mut(leaf).label = Some(label);
            self.stop_supposing(driver, leaf);
        }
        self.drop_suppositions(root, &failing);
        failing.is_empty()
    }

    /// The suppositions among some nodes: which one, and about which node.
    fn leaves(&self, nodes: &[NodeId]) -> Vec<(NodeId, NodeId)> {
        let target = |id: &NodeId| match &self.nodes.get(*id).end {
            Some(End::Supposed(target, _)) => Some((*id, *target)),
            _ => None,
        };
        nodes.iter().filter_map(target).collect()
    }

    /// Computes the labels of nodes from what is supposed.
    fn compute(
        &mut self,
        driver: &mut Driver,
        order: &[NodeId],
        supposed: &Supposed,
        strength: Strength,
    ) {
        for id in order {
            let label = match &self.nodes.get(*id).end {
                Some(End::Supposed(target, _)) => match self.nodes.general(*id) {
                    Some(general) => self.nodes.get(general).label.clone(),
                    None => supposed.get(target).cloned(),
                },
                _ => self.label(driver, *id, strength),
            };
            self.nodes.get_mut(*id).label = label;
        }
    }

    /// The suppositions whose states do not satisfy the label that they are about.
    fn failing(&mut self, driver: &mut Driver, leaves: &[(NodeId, NodeId)]) -> Vec<NodeId> {
        let mut failing = Vec::new();
        for (leaf, target) in leaves {
            let label = self.nodes.get(*target).label.clone();
            let began = self.nodes.get(*leaf).began.clone();
            if !label.is_some_and(|label| satisfies(driver, &began, &label)) {
                failing.push(*leaf);
            }
        }
        failing
    }

    /// Whether what was supposed implies the labels that follow; if not, those are supposed from
    /// now on, too.
    fn is_stable(&mut self, driver: &mut Driver, supposed: &mut Supposed) -> bool {
        let mut stable = true;
        for (target, label) in supposed.iter_mut() {
            let Some(found) = self.nodes.get(*target).label.clone() else {
                return false;
            };
            let merged = Rc::new(label.and(&found));
            let known = label.conditions.clone();
            let follows = |driver: &mut Driver, condition| {
                let mut goal = known.clone();
                goal.push(driver.pool.not(condition));
                known.contains(&condition) || driver.contradiction(&goal).is_some()
            };
            let places = label.kept.len() == merged.kept.len()
                && label.scalars.len() == merged.scalars.len()
                && label.shapes.len() == merged.shapes.len()
                && label.room == merged.room
                && label.may_be_vacuous == merged.may_be_vacuous;
            let added = &found.conditions;
            stable &= places && added.iter().all(|added| follows(driver, *added));
            *label = merged;
        }
        stable
    }

    /// The labels of these nodes are right.
    fn keep(&mut self, driver: &mut Driver, order: &[NodeId]) {
        for id in order {
            self.stop_supposing(driver, *id);
            self.publish(*id);
        }
    }

    /// Lets the paths of suppositions go on.
    pub(super) fn drop_suppositions(&mut self, root: NodeId, leaves: &[NodeId]) {
        // Those above go first: with a state that knows less goes all that is below it.
        for leaf in leaves.iter().rev() {
            if !self.nodes.contains(*leaf) {
                continue;
            }
            let Some((target, state)) = self.nodes.take_held(*leaf) else {
                continue;
            };
            self.stats.dropped += 1;
            if self.nodes.contains(target) {
                self.nodes.get_mut(target).failed += 1;
            }
            self.at.insert(state.id, *leaf);
            self.nodes.get_mut(*leaf).label = None;
            self.nodes.remove_general(*leaf, target);
            match self.nodes.get(*leaf).speculative {
                true => self.speculative.push(state),
                false => self.released.push(state),
            }
            let mut id = *leaf;
            // It is open again, and so are those above it.
            self.nodes.get_mut(id).open = 0;
            while id != root {
                let Some(parent) = self.nodes.get(id).parent else {
                    break;
                };
                let node = self.nodes.get_mut(parent);
                node.open += 1;
                node.label = None;
                if node.open > 1 {
                    break;
                }
                id = parent;
            }
        }
    }
}
