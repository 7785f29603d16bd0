//! Hypotheses: where a path comes back to a loop head, the hypothesis is that it will satisfy the
//! label of an earlier state there. The path is not executed further.
//!
//! When everything that depends on a set of hypotheses is finished, the labels are computed
//! repeatedly, each time from those of the round before, until they are stable. Then the labels are
//! inductive: each follows from the others at least one instruction later, so a shortest failing
//! execution from a labelled state cannot exist. A hypothesis whose state does not satisfy the
//! label is dropped, and its path is explored.

use super::Subsumption;
use super::label::Label;
use super::tree::{End, NodeId, satisfies};
use super::weakest::Strength;
use crate::Driver;
use crate::loops::guess::{self, Changing, MAX_GUESSED};
use crate::segment::{Slot, terms_of};
use crate::state::State;
use rustc_hash::FxHashMap;
use sheaf_term::{Pool, Term, cancel};
use std::rc::Rc;

const MAX_ROUNDS: u32 = 6;

/// Cost of visiting a node, in steps of [`cancel::steps`].
const STEPS_PER_VISIT: u32 = 2;

/// The first label of the iteration, and how conditions are propagated backwards over branches, in
/// the order of attempts. Starting from no conditions gives the weakest labels, which hold in the
/// most states.
const ATTEMPTS: [(First, Strength); 6] = [
    (First::Nothing, Strength::Strong),
    (First::Constants, Strength::Strong),
    (First::Bounds, Strength::Strong),
    (First::Nothing, Strength::Exact),
    (First::Bounds, Strength::Exact),
    (First::Relations, Strength::Exact),
];

/// The label with which the iteration starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Nothing,
    /// The constants of the state have the same values again.
    Constants,
    /// What the label of the attempt before mentions is not on the other side of what it was at
    /// first, and in the order in which it was.
    Bounds,
    /// The same, and values that were the sum or the product of two others are that again.
    Relations,
}

/// The values, with what they are in a state where that is a constant.
fn changing(pool: &mut Pool, values: &[(Term, Slot)], state: &State) -> Vec<Changing> {
    let changing = values.iter().map(|(symbol, slot)| {
        let first = slot.scalar(pool, state);
        Changing {
            symbol: *symbol,
            first: first.filter(|term| pool.as_constant(*term).is_some()),
        }
    });
    changing.collect()
}

/// Whether all states imply a condition on these values.
fn holds_in_all(
    driver: &mut Driver,
    condition: Term,
    values: &[(Term, Slot)],
    states: &[&State],
) -> bool {
    states.iter().all(|state| {
        let map = terms_of(&mut driver.pool, state, values.iter().copied());
        map.is_some_and(|map| {
            let condition = driver.pool.substitute(condition, &map);
            !driver.pool.has_indeterminate(condition) && driver.is_implied(state, condition)
        })
    })
}

/// The current candidate label of each node that a hypothesis is about.
type Candidates = FxHashMap<NodeId, Rc<Label>>;

impl Subsumption<'_> {
    /// The nodes below a finished one whose labels rest on hypotheses, each after its successors.
    fn conditional(&self, root: NodeId) -> Vec<NodeId> {
        let mut order = Vec::new();
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            cancel::steps(STEPS_PER_VISIT);
            if self.nodes.get(id).is_conditional {
                order.push(id);
                pending.extend(self.nodes.below(id));
            }
        }
        order.reverse();
        order
    }

    /// Settles the hypotheses below a finished node, if they are all about nodes below it. Returns
    /// whether the node is still finished.
    pub(super) fn settle(&mut self, driver: &mut Driver, root: NodeId) -> bool {
        if !self.settle_orphans(driver, root) {
            return false;
        }
        let order = self.conditional(root);
        let leaves = self.leaves(&order);
        let within = |(_, target): &(NodeId, NodeId)| {
            self.nodes.contains(*target)
                && self.nodes.is_within(*target, root)
                && self.nodes.get(*target).open == 0
        };
        let outside = leaves.iter().filter(|leaf| !within(leaf));
        let outside: Vec<NodeId> = outside.map(|(leaf, _)| *leaf).collect();
        if !outside.is_empty() {
            // No node above it can settle them.
            if self.nodes.get(root).parent.is_none() {
                self.drop_hypotheses(Some(root), &outside);
                return false;
            }
            return true;
        }
        for (attempt, (first, strength)) in ATTEMPTS.into_iter().enumerate() {
            let mut candidates = Candidates::default();
            let elsewhere = |leaf: &&(NodeId, NodeId)| self.nodes.general(leaf.0).is_none();
            for (_, target) in leaves.iter().filter(elsewhere) {
                let label = self.first_label(driver, *target, first, &leaves);
                candidates.insert(*target, Rc::new(label));
            }
            for _ in 0..MAX_ROUNDS {
                self.compute(driver, &order, &candidates, strength);
                let failing = self.failing(driver, &leaves);
                if !failing.is_empty() {
                    if attempt + 1 == ATTEMPTS.len() {
                        self.drop_hypotheses(Some(root), &failing);
                        return false;
                    }
                    break;
                }
                if self.is_stable(driver, &mut candidates) {
                    self.take_labels(&leaves);
                    self.keep(driver, &order);
                    return true;
                }
            }
        }
        let all: Vec<NodeId> = leaves.iter().map(|(leaf, _)| *leaf).collect();
        self.drop_hypotheses(Some(root), &all);
        false
    }

    /// The label of a node with which the iteration starts.
    fn first_label(
        &self,
        driver: &mut Driver,
        id: NodeId,
        first: First,
        leaves: &[(NodeId, NodeId)],
    ) -> Label {
        let node = self.nodes.get(id);
        let mut label = Label::anything(&node.began);
        if matches!(first, First::Bounds | First::Relations)
            && let Some(last) = &node.label
        {
            let here = leaves.iter().filter(|(_, target)| *target == id);
            let here = here.map(|(leaf, _)| &*self.nodes.get(*leaf).began);
            let states: Vec<&State> = [&*node.began].into_iter().chain(here).collect();
            let values = &last.symbols[..last.symbols.len().min(MAX_GUESSED.get())];
            let pool = &mut driver.pool;
            let guessed = changing(pool, values, states[0]);
            let mut guesses = guess::bounds(pool, &guessed);
            if first == First::Relations {
                guesses.extend(guess::relations(pool, &guessed));
            }
            guesses.retain(|guess| holds_in_all(driver, *guess, values, &states));
            label.conditions = guesses;
            label.symbols = values.to_vec();
        }
        if first == First::Constants
            && let Some(stretch) = node.stretch()
        {
            let pool = &mut driver.pool;
            for (symbol, slot) in stretch.general.registers() {
                let constant = slot.scalar(pool, &node.began);
                let constant = constant.filter(|held| pool.as_constant(*held).is_some());
                if let Some(constant) = constant {
                    let symbol = pool.symbol_term(symbol);
                    label.conditions.push(pool.eq(symbol, constant));
                    label.symbols.push((symbol, slot));
                }
            }
        }
        label
    }

    /// Decides hypotheses about nodes that were settled and removed: a proved label takes their
    /// place. Returns whether the node is still finished.
    fn settle_orphans(&mut self, driver: &mut Driver, root: NodeId) -> bool {
        let mut failing = Vec::new();
        let order = self.conditional(root);
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
            self.confirm(driver, leaf);
        }
        self.drop_hypotheses(Some(root), &failing);
        failing.is_empty()
    }

    /// The hypotheses among some nodes: the node that waits, and the node that its hypothesis is
    /// about.
    fn leaves(&self, nodes: &[NodeId]) -> Vec<(NodeId, NodeId)> {
        let target = |id: &NodeId| match &self.nodes.get(*id).end {
            Some(End::Hypothesis(target, _)) => Some((*id, *target)),
            _ => None,
        };
        nodes.iter().filter_map(target).collect()
    }

    /// Computes the labels of nodes from the candidate labels.
    fn compute(
        &mut self,
        driver: &mut Driver,
        order: &[NodeId],
        candidates: &Candidates,
        strength: Strength,
    ) {
        for id in order {
            let label = match &self.nodes.get(*id).end {
                Some(End::Hypothesis(target, _)) => match self.nodes.general(*id) {
                    Some(general) => self.nodes.get(general).label.clone(),
                    None => candidates.get(target).cloned(),
                },
                _ => self.label(driver, *id, strength),
            };
            self.nodes.get_mut(*id).label = label;
        }
    }

    /// The waiting nodes whose states do not satisfy the label of their hypothesis.
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

    /// Whether the candidate labels imply the computed labels. The computed labels are added to the
    /// candidates.
    fn is_stable(&mut self, driver: &mut Driver, candidates: &mut Candidates) -> bool {
        let mut stable = true;
        for (target, label) in candidates.iter_mut() {
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

    /// Gives waiting nodes the labels of their hypotheses, which their states satisfy. Until then
    /// they have candidates, which are stronger.
    fn take_labels(&mut self, leaves: &[(NodeId, NodeId)]) {
        for (leaf, target) in leaves {
            let label = self.nodes.get(*target).label.clone();
            self.nodes.get_mut(*leaf).label = label;
        }
    }

    /// Publishes the labels of these nodes, which are proved.
    fn keep(&mut self, driver: &mut Driver, order: &[NodeId]) {
        for id in order {
            self.confirm(driver, *id);
            self.publish(&driver.pool, *id);
        }
    }

    /// Drops the hypotheses of these nodes, which are below a node that is being finished, if any is.
    /// Their paths are explored.
    pub(super) fn drop_hypotheses(&mut self, root: Option<NodeId>, leaves: &[NodeId]) {
        // Ancestors first: removing a state without path condition removes all nodes below it.
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
            // The node is open again, and so are its ancestors.
            self.nodes.get_mut(id).open = 0;
            while Some(id) != root {
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
