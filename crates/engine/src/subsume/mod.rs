//! Path subsumption: a state that satisfies a label of its program point is not explored (microc
//! thesis, 4.2 and 5.4.2; McMillan, "Lazy Annotation for Program Testing and Verification", CAV
//! 2010).
//!
//! When all paths from a state have ended, the program point of the state gets a *label*: a
//! condition over the live values there from which no failure is reachable. A later state at that
//! point that satisfies the label is dropped.
//!
//! Labels are weakest preconditions (`weakest`). They are computed on stretches of paths that are
//! executed again with a symbol in place of each scalar (`general`, `retrace`). A label is sound
//! for every state: a condition excludes whatever was not explored below the labelled state, for
//! any reason. Where something cannot be expressed there is no label.
//!
//! Loops are proved with hypotheses (`settle`).

mod aside;
mod conditions;
pub(crate) mod execute;
mod explain;
mod facts;
mod finish;
pub(crate) mod general;
mod harmless;
mod label;
mod labels;
pub(crate) mod matching;
mod names;
mod numbers;
mod places;
mod retrace;
mod settle;
mod speculate;
mod stretch;
pub(crate) mod tree;
mod vacuity;
mod weakest;

use crate::joins::Joins;
use crate::machine::Pause;
use crate::options::Options;
use crate::outcome::{Because, Stats, SubsumptionStats};
use crate::program::Program;
use crate::state::State;
use crate::worklist::{Arrival, Hooks};
use crate::{Driver, Moment, StateId, Step};
use label::Label;
use labels::Proved;
use rustc_hash::FxHashMap;
use sheaf_ir::FailureKind;
use sheaf_term::{Pool, cancel};
use std::rc::Rc;
use tree::{End, Key, NodeId, Nodes, Retracer, key, satisfies};

/// The name of this technique.
pub const NAME: &str = "subsumption";

sheaf_tuning::constants! {
    /// Join points that a path passes without a fork and with a node at each. After that, nodes
    /// become rarer.
    NODES_ALONE: u32 = 32, 1 => 512, "join points";
    /// Earlier states at the same loop head that a state is compared with.
    MAX_EARLIER: usize = 64, 1 => 1024, "states";
    /// Hypotheses about one node that may be dropped before no more are made.
    MAX_FAILED: u32 = 2, 1 => 32, "hypotheses";
}

/// The labels, and the tree of nodes that they are computed on.
pub struct Subsumption<'p> {
    program: &'p Program,
    heads: Joins,
    retracer: Retracer<'p>,
    nodes: Nodes,
    /// The node of each state that waits or runs.
    at: FxHashMap<StateId, NodeId>,
    /// Proved labels by program point.
    labels: FxHashMap<Key, Proved>,
    /// Finished nodes whose labels rest on hypotheses, by program point.
    conditional: FxHashMap<Key, Vec<NodeId>>,
    /// States whose hypothesis was dropped. They are to be explored.
    released: Vec<State>,
    /// States without path condition that speculation has followed, by program point.
    general: FxHashMap<Key, Vec<Rc<State>>>,
    /// States that speculation has yet to follow.
    speculative: Vec<State>,
    /// Instructions that speculation has executed, and the cost of labels in instructions.
    spent: u64,
    /// Steps of work on terms, as [`cancel::counted`], in finished calls from outside.
    worked: u64,
    /// The same number at the beginning of the current call from outside.
    since: u64,
    /// Whether hypotheses are allowed. They are not if `hang` counts as a failure, because a proved
    /// loop may run forever, nor with merging, because each state must have one predecessor.
    allows_hypotheses: bool,
    /// Whether no state is dropped, because the program asks how values are represented.
    keeps_all: bool,
    /// Some of the dropped states, kept while no path has completed.
    dropped: Vec<State>,
    /// Whether the statistics list the labels.
    lists_labels: bool,
    stats: SubsumptionStats,
}

impl<'p> Subsumption<'p> {
    /// Creates the tree without nodes and labels.
    pub fn new(program: &'p Program, options: &Options) -> Self {
        let module = program.module();
        Subsumption {
            program,
            heads: Joins::loop_heads(module),
            retracer: Retracer::new(program),
            nodes: Nodes::default(),
            at: FxHashMap::default(),
            labels: FxHashMap::default(),
            conditional: FxHashMap::default(),
            released: Vec::new(),
            general: FxHashMap::default(),
            speculative: Vec::new(),
            spent: 0,
            worked: 0,
            since: 0,
            allows_hypotheses: !options.failures.contains(&FailureKind::Hang)
                && options.plan.merging().is_none(),
            keeps_all: program.behaviours().inspect(),
            dropped: Vec::new(),
            lists_labels: options.tells_details,
            stats: SubsumptionStats::default(),
        }
    }

    /// Whether a state has just entered a block with several predecessors, or returned from a call.
    fn is_at_join_point(&self, state: &State) -> bool {
        tree::is_at_join_point(self.program, &self.retracer.joins, state)
    }

    /// Whether a state has just entered a loop head.
    fn is_at_loop_head(&self, state: &State) -> bool {
        let top = state.top();
        top.inst == 0 && self.heads.of(self.program.module(), top.func)[top.block.0 as usize]
    }

    /// The statistics.
    fn stats(&self, pool: &Pool) -> SubsumptionStats {
        let mut stats = self.stats.clone();
        let counts = self.labels.values().map(|it| it.labels().len() as u64);
        stats.labels = counts.sum();
        if self.lists_labels {
            stats.places = explain::places(self.program, pool, &self.labels);
        }
        stats
    }

    /// Whether a state at a join point is not explored further.
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
        } else if let Some(target) = self.hypothesis(driver, node, &place, state) {
            self.nodes.hold(node, target, state);
            self.nodes.get_mut(node).is_conditional = true;
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

    /// Records that a state is dropped because it satisfies a label.
    fn note_pruned(&mut self, driver: &mut Driver, node: NodeId, state: &State) {
        if self.nodes.get(node).speculative {
            return;
        }
        let label = self.nodes.get(node).label.clone();
        let told = label.as_ref().filter(|_| driver.is_told());
        let because = told.map(|it| explain::conditions(self.program, &driver.pool, it));
        let because = because.map(Because::Label);
        driver.tell(&Moment::Pruned {
            state,
            by: NAME,
            because: because.as_ref(),
        });
        driver.stats.paths.subsumed += 1;
        if driver.options.validate
            && let Some(label) = &label
            && let Some(moved) = label.moved(state)
            && let Some(conditions) = moved.conditions_in(&mut driver.pool, state)
        {
            driver.validate_harmless(state, conditions);
        }
        self.note_evidence(driver, state, label.as_deref());
    }

    /// Whether a path that has not forked gets a node at this join point. It gets one at each of
    /// the first join points, then ever more rarely.
    fn is_time(&mut self, from: NodeId) -> bool {
        let (passed, wait) = &mut self.nodes.get_mut(from).alone;
        *passed += 1;
        if *passed < *wait {
            return false;
        }
        if *passed >= NODES_ALONE.get() {
            *wait = *passed * 2;
        }
        true
    }

    /// Finds the node whose label a state that has come back to a program point may satisfy.
    fn hypothesis(
        &mut self,
        driver: &mut Driver,
        node: NodeId,
        place: &Key,
        state: &State,
    ) -> Option<NodeId> {
        if !self.allows_hypotheses {
            return None;
        }
        if let Some(finished) = self.conditional.get(place) {
            for id in finished.iter().rev() {
                let Some(node) = self.nodes.find(*id).filter(|node| node.is_conditional) else {
                    continue;
                };
                let Some(label) = node.label.clone() else {
                    continue;
                };
                // The loop is likely to depend on a difference that the label does not mention.
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
        let is_hopeful = |id: &NodeId| self.nodes.get(*id).failed < MAX_FAILED.get();
        let earlier: Vec<NodeId> = earlier.take(MAX_EARLIER.get()).filter(is_hopeful).collect();
        for id in &earlier {
            let began = self.nodes.get(*id).began.clone();
            if self.retracer.live.are_alike(&driver.pool, &began, state) {
                return Some(*id);
            }
        }
        let is_time = self.nodes.get(node).round.is_power_of_two() && self.can_afford(driver);
        earlier.first().copied().filter(|_| is_time)
    }

    /// Counts the steps of a call from outside.
    fn counted<T>(&mut self, call: impl FnOnce(&mut Self) -> T) -> T {
        self.since = cancel::counted();
        let result = call(self);
        self.worked += cancel::counted() - self.since;
        result
    }

    fn leave(&mut self, driver: &mut Driver, id: StateId) {
        // A general state goes with the hypothesis that it was made for.
        let node = self.at.remove(&id);
        if let Some(node) = node.filter(|node| self.nodes.contains(*node)) {
            self.nodes.get_mut(node).end = Some(End::Lost);
            self.finish(driver, node);
        }
    }
}

impl Hooks for Subsumption<'_> {
    fn follows_paths(&self) -> bool {
        true
    }

    fn pause(&self) -> Option<Pause<'_>> {
        Some(Pause {
            joins: &self.retracer.joins,
            depth: usize::MAX,
        })
    }

    fn begin(&mut self, state: &State) {
        let node = self.nodes.add(None, None, state);
        self.at.insert(state.id, node);
    }

    fn arrive(&mut self, driver: &mut Driver, state: &mut State) -> Arrival {
        if self.keeps_all || !self.is_at_join_point(state) {
            return Arrival::Continues;
        }
        let stops = self.counted(|it| {
            let stops = it.stop(driver, state);
            it.speculate(driver);
            stops
        });
        match stops {
            true => Arrival::Dropped,
            false => Arrival::Continues,
        }
    }

    /// Labels come from executed instructions, so the path up to here gets none, and the states
    /// behind it are roots.
    fn skipped(&mut self, driver: &mut Driver, state: &State, step: &Step) {
        self.lose(driver, state.id);
        let children = match step {
            Step::Ended => return,
            Step::Forked(fork) => &fork.children[..],
            Step::Alone | Step::Paused => &[],
        };
        [state]
            .into_iter()
            .chain(children)
            .for_each(|it| self.begin(it));
    }

    fn fork(&mut self, state: &State, children: &[State]) {
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

    fn end(&mut self, driver: &mut Driver, state: &State) {
        self.counted(|it| {
            if let Some(node) = it.at.remove(&state.id) {
                it.nodes.get_mut(node).end = Some(End::Over(Rc::new(state.clone())));
                it.finish(driver, node);
                it.speculate(driver);
            }
        });
    }

    /// It is not known how its paths end.
    fn lose(&mut self, driver: &mut Driver, id: StateId) {
        self.counted(|it| {
            it.leave(driver, id);
            it.speculate(driver);
        });
    }

    fn let_go(&mut self) {
        let held: Vec<NodeId> = self.nodes.holding().collect();
        self.drop_hypotheses(None, &held);
    }

    fn released(&mut self) -> Vec<State> {
        std::mem::take(&mut self.released)
    }

    fn held(&self) -> Box<dyn Iterator<Item = &State> + '_> {
        Box::new(self.nodes.held().chain(&self.released))
    }

    fn held_count(&self) -> usize {
        self.nodes.held_count() + self.released.len()
    }

    fn conclude(&mut self, driver: &mut Driver) {
        self.look_for_end(driver);
        driver.note_assumptions(&self.retracer.recorder);
    }

    fn report(&self, pool: &Pool, stats: &mut Stats) {
        stats.subsumption = self.stats(pool);
    }
}
