//! Path subsumption: states that a label shows to be harmless are not explored (microc thesis, 4.2
//! and 5.4.2; McMillan, "Lazy Annotation for Program Testing and Verification", CAV 2010).
//!
//! When all paths from a state have ended, the state gets a *label*, a condition over the values
//! that are live there: from no state at that place that satisfies it can a failure be reached. A
//! state that comes to the place later and satisfies it is dropped.
//!
//! Labels come from executing stretches of paths again with symbols in place of all scalars
//! (`general`, `retrace`), which gives weakest preconditions (`weakest`). What a label says holds
//! for any state by the way it is made: whatever was not explored below a state, for any reason, is
//! excluded by a condition. Where something cannot be expressed there is no label.
//!
//! Loops are proved by suppositions (`settle`).

mod explain;
mod general;
mod label;
mod retrace;
mod settle;
mod tree;
mod weakest;

use super::{Driver, Moment, StateId};
use crate::machine::Pause;
use crate::merge::Joins;
use crate::options::{MergePolicy, Options};
use crate::outcome::SubsumptionStats;
use crate::program::Program;
use crate::state::State;
use general::Live;
use label::Label;
use rustc_hash::FxHashMap;
use sheaf_ir::{Callee, FailureKind, Op};
use sheaf_term::Pool;
use std::rc::Rc;
use tree::{End, Key, NodeId, Nodes, key, satisfies};
use weakest::Strength;

/// What this technique is called.
pub const NAME: &str = "subsumption";

/// Labels of one place; beyond, the one that was of use the longest time ago goes.
const MAX_LABELS: usize = 32;

/// Places that a path passes alone with a node at each; from then on nodes become rarer.
const NODES_ALONE: u32 = 32;

/// Earlier states of a place that a path which comes back is compared with.
const MAX_EARLIER: usize = 64;

/// Suppositions about a node that may be dropped before there are no more.
const MAX_FAILED: u32 = 2;

/// Labels, and the tree that they are computed on.
pub struct Subsumption<'p> {
    program: &'p Program,
    joins: Joins,
    heads: Joins,
    live: Live<'p>,
    nodes: Nodes,
    /// The node that a state that waits or runs has come from.
    at: FxHashMap<StateId, NodeId>,
    /// By place, those of use most recently last.
    labels: FxHashMap<Key, Vec<Rc<Label>>>,
    /// By place, finished nodes whose labels rest on suppositions.
    supposing: FxHashMap<Key, Vec<NodeId>>,
    /// States that go on after all.
    released: Vec<State>,
    /// Whether suppositions are allowed: a path that never ends is no failure, and states do not
    /// merge, so that each has one that it came from.
    may_suppose: bool,
    /// Whether labels are told at the end.
    tells: bool,
    stats: SubsumptionStats,
}

impl<'p> Subsumption<'p> {
    /// No labels yet.
    pub fn new(program: &'p Program, options: &Options) -> Self {
        let module = program.module();
        Subsumption {
            program,
            joins: Joins::new(module),
            heads: Joins::loop_heads(module),
            live: Live::new(program),
            nodes: Nodes::default(),
            at: FxHashMap::default(),
            labels: FxHashMap::default(),
            supposing: FxHashMap::default(),
            released: Vec::new(),
            may_suppose: !options.failures.contains(&FailureKind::Hang)
                && options.merging.policy == MergePolicy::None,
            tells: options.tell_labels,
            stats: SubsumptionStats::default(),
        }
    }

    /// Where states are to pause.
    pub fn pause(&self) -> Pause<'_> {
        Pause {
            joins: &self.joins,
            depth: usize::MAX,
        }
    }

    /// Whether a state has just entered a block that several others lead to, or come back from a
    /// call.
    pub fn stands_where_paths_meet(&self, state: &State) -> bool {
        let top = state.top();
        match top.inst {
            0 => self.joins.of(top.func)[top.block.0 as usize],
            inst => {
                let block = &self.program.module().funcs[top.func].blocks[top.block];
                matches!(&block.insts[inst - 1].op, Op::Call(call)
                    if !matches!(call.callee, Callee::Intrinsic(_)))
            }
        }
    }

    /// A state begins that no other one made.
    pub fn begin(&mut self, state: &State) {
        let node = self.nodes.add(None, None, state);
        self.at.insert(state.id, node);
    }

    /// States that wait for what becomes of a supposition.
    pub fn held(&self) -> impl Iterator<Item = &State> {
        self.nodes.values().filter_map(|node| match &node.end {
            Some(End::Supposed(_, state)) => Some(&**state),
            _ => None,
        })
    }

    /// States that go on after all.
    pub fn released(&mut self) -> Vec<State> {
        std::mem::take(&mut self.released)
    }

    /// The statistics.
    pub fn stats(&self, pool: &Pool) -> SubsumptionStats {
        let mut stats = self.stats.clone();
        stats.labels = self.labels.values().map(|labels| labels.len() as u64).sum();
        if self.tells {
            stats.places = explain::places(self.program, pool, &self.labels);
        }
        stats
    }

    /// A state has come to a place where paths can meet. Whether it need not go on; then it is told
    /// of, or held.
    pub fn arrive(&mut self, driver: &mut Driver, state: &State) -> bool {
        let Some(&from) = self.at.get(&state.id) else {
            return false;
        };
        let place = key(state);
        let node = if state.instructions == self.nodes.get(from).began.instructions {
            if self.nodes.get(from).key.is_some() {
                return false;
            }
            self.nodes.stand(from, place.clone());
            from
        } else {
            if !self.is_time(from) {
                return false;
            }
            let node = self.nodes.add(Some(from), Some(place.clone()), state);
            self.nodes.get_mut(node).alone = self.nodes.get(from).alone;
            self.nodes.get_mut(from).end = Some(End::Joined(node));
            self.nodes.get_mut(from).open = 1;
            self.at.insert(state.id, node);
            node
        };
        if let Some(label) = self.holding(driver, &place, state) {
            self.note_pruned(driver, state);
            self.nodes.get_mut(node).end = Some(End::Subsumed);
            self.nodes.get_mut(node).label = Some(label);
        } else if let Some(target) = self.supposition(driver, node, &place, state) {
            let held = Box::new(state.clone());
            self.nodes.get_mut(node).end = Some(End::Supposed(target, held));
            self.nodes.get_mut(node).supposes = true;
            let label = self.nodes.get(target).label.clone();
            let label = label.unwrap_or_else(|| Rc::new(Label::anything(state)));
            self.nodes.get_mut(node).label = Some(label);
        } else {
            return false;
        }
        self.at.remove(&state.id);
        self.finish(driver, node);
        true
    }

    /// A state is not explored, because a label holds.
    fn note_pruned(&mut self, driver: &mut Driver, state: &State) {
        driver.tell(&Moment::Pruned { state, by: NAME });
        driver.stats.paths.subsumed += 1;
    }

    /// Whether a path that goes on alone gets a node here: at each place at first, then ever more
    /// rarely.
    fn is_time(&mut self, from: NodeId) -> bool {
        let (passed, wait) = &mut self.nodes.get_mut(from).alone;
        *passed += 1;
        if *passed < *wait {
            return false;
        }
        if *passed >= NODES_ALONE {
            *wait = *passed * 2;
        }
        true
    }

    /// A label of a place that a state satisfies.
    fn holding(&mut self, driver: &mut Driver, place: &Key, state: &State) -> Option<Rc<Label>> {
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

    /// The node whose label may hold in a state that has come back to a place.
    fn supposition(
        &mut self,
        driver: &mut Driver,
        node: NodeId,
        place: &Key,
        state: &State,
    ) -> Option<NodeId> {
        if !self.may_suppose {
            return None;
        }
        if let Some(finished) = self.supposing.get(place) {
            let finished: Vec<NodeId> = finished.clone();
            for id in finished.into_iter().rev() {
                let label = self
                    .nodes
                    .contains(id)
                    .then(|| self.nodes.get(id).label.clone());
                if let Some(Some(label)) = label
                    && satisfies(driver, state, &label)
                {
                    return Some(id);
                }
            }
        }
        let top = state.top();
        if top.inst != 0 || !self.heads.of(top.func)[top.block.0 as usize] {
            return None;
        }
        let earlier = std::iter::successors(self.nodes.get(node).previous, |id| {
            self.nodes.get(*id).previous
        });
        let is_hopeful = |id: &NodeId| self.nodes.get(*id).failed < MAX_FAILED;
        let earlier: Vec<NodeId> = earlier.take(MAX_EARLIER).filter(is_hopeful).collect();
        for id in &earlier {
            let began = self.nodes.get(*id).began.clone();
            if self.live.are_alike(&driver.pool, &began, state) {
                return Some(*id);
            }
        }
        let is_time = self.nodes.get(node).round.is_power_of_two();
        earlier.first().copied().filter(|_| is_time)
    }

    /// A state has forked.
    pub fn fork(&mut self, state: &State, children: &[State]) {
        let Some(from) = self.at.remove(&state.id) else {
            return;
        };
        let mut nodes = Vec::new();
        for state in [state].into_iter().chain(children) {
            let node = self.nodes.add(Some(from), None, state);
            self.at.insert(state.id, node);
            nodes.push(node);
        }
        self.nodes.get_mut(from).open = nodes.len();
        self.nodes.get_mut(from).end = Some(End::Forked(nodes));
    }

    /// A path has ended.
    pub fn end(&mut self, driver: &mut Driver, state: &State) {
        if let Some(node) = self.at.remove(&state.id) {
            self.nodes.get_mut(node).end = Some(End::Over(Rc::new(state.clone())));
            self.finish(driver, node);
        }
    }

    /// It is not known what becomes of a state.
    pub fn lose(&mut self, driver: &mut Driver, id: StateId) {
        if let Some(node) = self.at.remove(&id) {
            self.nodes.get_mut(node).end = Some(End::Lost);
            self.finish(driver, node);
        }
    }

    /// A node is finished, and perhaps those above it.
    fn finish(&mut self, driver: &mut Driver, id: NodeId) {
        let mut at = Some(id);
        while let Some(id) = at {
            let is_leaf = matches!(
                self.nodes.get(id).end,
                Some(End::Subsumed | End::Supposed(..) | End::Lost)
            );
            if !is_leaf {
                let label_of = |nodes: &Nodes, id: NodeId| nodes.get(id).label.clone();
                let label =
                    self.nodes
                        .label(driver, &mut self.live, id, Strength::Strong, &label_of);
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

    /// Keeps a label that rests on nothing.
    fn publish(&mut self, id: NodeId) {
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
    fn note_supposing(&mut self, id: NodeId) {
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
