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

mod aside;
mod conditions;
mod execute;
mod explain;
mod facts;
mod finish;
mod general;
mod harmless;
mod label;
mod labels;
mod names;
mod numbers;
mod places;
mod retrace;
mod settle;
mod speculate;
mod stretch;
mod tree;
mod vacuity;
mod weakest;

use super::{Driver, Moment, StateId};
use crate::machine::Pause;
use crate::merge::Joins;
use crate::options::{MergePolicy, Options};
use crate::outcome::SubsumptionStats;
use crate::program::Program;
use crate::state::State;
use label::Label;
use rustc_hash::FxHashMap;
use sheaf_ir::FailureKind;
use sheaf_term::Pool;
use std::rc::Rc;
use tree::{End, Key, NodeId, Nodes, Retracer, key, satisfies};

/// What this technique is called.
pub const NAME: &str = "subsumption";

/// Places that a path passes alone with a node at each; from then on nodes become rarer.
const NODES_ALONE: u32 = 32;

/// Earlier states of a place that a path which comes back is compared with.
const MAX_EARLIER: usize = 64;

/// Suppositions about a node that may be dropped before there are no more.
const MAX_FAILED: u32 = 2;

/// Labels, and the tree that they are computed on.
pub struct Subsumption<'p> {
    program: &'p Program,
    heads: Joins,
    retracer: Retracer<'p>,
    nodes: Nodes,
    /// The node that a state that waits or runs has come from.
    at: FxHashMap<StateId, NodeId>,
    /// By place, those of use most recently last.
    labels: FxHashMap<Key, Vec<Rc<Label>>>,
    /// By place, finished nodes whose labels rest on suppositions.
    supposing: FxHashMap<Key, Vec<NodeId>>,
    /// States that go on after all.
    released: Vec<State>,
    /// By place, states that know less than a path's, which speculation has followed.
    general: FxHashMap<Key, Vec<Rc<State>>>,
    /// States that speculation is to follow.
    speculative: Vec<State>,
    /// What suppositions have cost so far, in instructions.
    spent: u64,
    /// Whether suppositions are allowed: a path that never ends is no failure, and states do not
    /// merge, so that each has one that it came from.
    may_suppose: bool,
    /// Some of the states that were dropped, while no path has reached an end.
    dropped: Vec<State>,
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
            heads: Joins::loop_heads(module),
            retracer: Retracer::new(program),
            nodes: Nodes::default(),
            at: FxHashMap::default(),
            labels: FxHashMap::default(),
            supposing: FxHashMap::default(),
            released: Vec::new(),
            general: FxHashMap::default(),
            speculative: Vec::new(),
            spent: 0,
            may_suppose: !options.failures.contains(&FailureKind::Hang)
                && options.merging.policy == MergePolicy::None,
            dropped: Vec::new(),
            tells: options.tell_labels,
            stats: SubsumptionStats::default(),
        }
    }

    /// Where states are to pause.
    pub fn pause(&self) -> Pause<'_> {
        Pause {
            joins: &self.retracer.joins,
            depth: usize::MAX,
        }
    }

    /// Whether a state has just entered a block that several others lead to, or come back from a
    /// call.
    pub fn is_at_join_point(&self, state: &State) -> bool {
        tree::is_at_join_point(self.program, &self.retracer.joins, state)
    }

    /// Whether a state has just entered the head of a loop.
    fn is_at_loop_head(&self, state: &State) -> bool {
        let top = state.top();
        top.inst == 0 && self.heads.of(top.func)[top.block.0 as usize]
    }

    /// A state begins that no other one made.
    pub fn begin(&mut self, state: &State) {
        let node = self.nodes.add(None, None, state);
        self.at.insert(state.id, node);
    }

    /// States that wait for what becomes of a supposition.
    pub fn held(&self) -> impl Iterator<Item = &State> {
        self.nodes.held()
    }

    /// How many there are.
    pub fn held_count(&self) -> usize {
        self.nodes.held_count()
    }

    /// One of them.
    pub fn held_state(&self, id: StateId) -> Option<&State> {
        self.nodes.held_state(id)
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
        let stops = self.stop(driver, state);
        self.speculate(driver);
        stops
    }

    /// Whether a state that has come to a place where paths can meet need not go on.
    fn stop(&mut self, driver: &mut Driver, state: &State) -> bool {
        let Some(&from) = self.at.get(&state.id) else {
            return false;
        };
        let place = key(state);
        if self.nodes.has_stayed(from, &place, state) {
            return false;
        }
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
            self.nodes.get_mut(node).end = Some(End::Subsumed);
            self.nodes.get_mut(node).label = Some(label);
            self.note_pruned(driver, node, state);
        } else if let Some(target) = self.supposition(driver, node, &place, state) {
            self.nodes.hold(node, target, state);
            self.nodes.get_mut(node).supposes = true;
            let label = self.nodes.get(target).label.clone();
            let label = label.unwrap_or_else(|| Rc::new(Label::anything(state)));
            self.nodes.get_mut(node).label = Some(label);
        } else if let Some(general) = self.generalized(driver, node, &place, state) {
            let child = self.nodes.add(Some(node), Some(place), &general);
            self.nodes.get_mut(child).speculative = true;
            self.nodes.hold(node, child, state);
            self.nodes.get_mut(node).open = 1;
            self.at.remove(&state.id);
            self.at.insert(general.id, child);
            self.speculative.push(general);
            return true;
        } else {
            return false;
        }
        self.at.remove(&state.id);
        self.finish(driver, node);
        true
    }

    /// A state is not explored, because a label holds.
    fn note_pruned(&mut self, driver: &mut Driver, node: NodeId, state: &State) {
        if self.nodes.get(node).speculative {
            return;
        }
        driver.tell(&Moment::Pruned { state, by: NAME });
        driver.stats.paths.subsumed += 1;
        let label = self.nodes.get(node).label.clone();
        if driver.options.validate
            && let Some(label) = &label
            && let Some(conditions) = label.conditions_in(&mut driver.pool, state)
        {
            driver.validate_harmless(state, conditions);
        }
        self.note_evidence(driver, state, label.as_deref());
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
            for id in finished.iter().rev() {
                let Some(node) = self.nodes.find(*id).filter(|node| node.supposes) else {
                    continue;
                };
                let Some(label) = node.label.clone() else {
                    continue;
                };
                // What differs and was not looked at is likely to matter where the loop goes on.
                let live = &mut self.retracer.live;
                let differing = live.differing(&driver.pool, &node.began, state);
                let mut differing = differing.iter();
                if differing.all(|slot| label.mentions(*slot)) && satisfies(driver, state, &label) {
                    return Some(*id);
                }
            }
        }
        if !self.is_at_loop_head(state) {
            return None;
        }
        let earlier = std::iter::successors(self.nodes.get(node).previous, |id| {
            self.nodes.get(*id).previous
        });
        let is_hopeful = |id: &NodeId| self.nodes.get(*id).failed < MAX_FAILED;
        let earlier: Vec<NodeId> = earlier.take(MAX_EARLIER).filter(is_hopeful).collect();
        for id in &earlier {
            let began = self.nodes.get(*id).began.clone();
            if self.retracer.live.are_alike(&driver.pool, &began, state) {
                return Some(*id);
            }
        }
        let is_time = self.nodes.get(node).round.is_power_of_two() && self.can_afford(driver);
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
            self.speculate(driver);
        }
    }

    /// It is not known what becomes of a state.
    pub fn lose(&mut self, driver: &mut Driver, id: StateId) {
        self.leave(driver, id);
        self.speculate(driver);
    }

    fn leave(&mut self, driver: &mut Driver, id: StateId) {
        if let Some(node) = self.at.remove(&id) {
            self.nodes.get_mut(node).end = Some(End::Lost);
            self.finish(driver, node);
        }
    }
}
