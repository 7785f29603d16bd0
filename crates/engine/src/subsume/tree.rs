//! The tree of stretches that labels are computed on.
//!
//! A node is a state where a stretch of a path begins: after a fork, or at a join point. It is
//! finished when all its successors are. Then its label is computed from theirs.

use super::general::{Live, generalized};
use super::label::Label;
use super::retrace::retrace;
use super::stretch::{Ended, Stretch};
use super::weakest::{KnownLabel, Strength};
use crate::coverage::Recorder;
use crate::joins::Joins;
use crate::program::Program;
use crate::segment::Start;
use crate::state::State;
use crate::{Driver, StateId};
use rustc_hash::FxHashMap;
use sheaf_ir::{BlockId, Callee, FuncId, Op};
use sheaf_term::{Pool, Term, cancel};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Cost of a node, with its label, in steps of [`cancel::steps`] besides those on terms.
const STEPS_PER_NODE: u32 = 96;

/// Number of a node. Numbers are not reused.
pub type NodeId = usize;

/// Program point and call stack: the function, the block and the instruction of each call.
pub type Key = Rc<[(FuncId, BlockId, usize)]>;

/// The program point and call stack of a state.
pub fn key(state: &State) -> Key {
    let frames = state.frames.iter();
    frames.map(|it| (it.func, it.block, it.inst)).collect()
}

/// The state where a stretch begins.
pub struct Node {
    /// The node whose stretch leads to it.
    pub parent: Option<NodeId>,
    /// Its program point, if that is a join point.
    pub key: Option<Key>,
    /// The nearest ancestor at the same program point.
    pub previous: Option<NodeId>,
    /// Number of ancestors at the same program point.
    pub round: u32,
    /// For each program point the nearest node there among this node and its ancestors.
    pub latest: imbl::HashMap<Key, NodeId>,
    /// The state.
    pub began: Rc<State>,
    /// How its stretch ended, if it has.
    pub end: Option<End>,
    /// Number of successors that are not finished.
    pub open: usize,
    /// Whether the state may be unreachable, because it has no path condition.
    pub speculative: bool,
    pub label: Option<Rc<Label>>,
    /// Whether the label rests on hypotheses.
    pub is_conditional: bool,
    /// Number of hypotheses about this node that were dropped.
    pub failed: u32,
    /// What its label was last computed from.
    pub argument: Option<Argument>,
    /// Its stretch, once it was retraced.
    stretch: Option<Rc<Traced>>,
    /// Join points passed without a node since the last fork, and the number at which the next node
    /// is made.
    pub alone: (u32, u32),
}

impl Node {
    /// Its stretch, if it was retraced.
    pub fn stretch(&self) -> Option<&Traced> {
        self.stretch.as_deref()
    }
}

/// What a label was computed from.
pub struct Argument {
    /// The labels of the successors.
    pub behind: Vec<Option<Rc<Label>>>,
    /// Other labels that were used.
    pub used: Vec<KnownLabel>,
    /// How conditions were propagated backwards over branches.
    pub strength: Strength,
    /// The label that was computed, if there is one.
    pub label: Option<Rc<Label>>,
}

/// A stretch that was retraced.
pub struct Traced {
    /// The generalized state where it begins.
    pub general: Start,
    /// The retraced stretch.
    pub stretch: Stretch,
    /// Conditions that the original state was asked to imply, with the answers.
    pub implied: RefCell<FxHashMap<Term, bool>>,
}

/// Retraces stretches.
pub struct Retracer<'p> {
    /// Live locals of the program.
    pub live: Live<'p>,
    /// The blocks with several predecessors.
    pub joins: Joins,
    /// Required by the machine. Its coverage is not read.
    pub recorder: Recorder,
}

impl<'p> Retracer<'p> {
    /// For a program, without retraced stretches.
    pub fn new(program: &'p Program) -> Self {
        let module = program.module();
        Retracer {
            live: Live::new(program),
            joins: Joins::new(module),
            recorder: Recorder::new(module),
        }
    }

    fn traced(&mut self, driver: &mut Driver, began: &State, ended: &Ended) -> Option<Traced> {
        let general = generalized(&mut driver.pool, &mut self.live, began)?;
        let (joins, recorder) = (&self.joins, &mut self.recorder);
        let stretch = retrace(driver, joins, recorder, &general, began, ended)?;
        Some(Traced {
            general,
            stretch,
            implied: RefCell::default(),
        })
    }
}

/// Whether a state has just entered a block with several predecessors, or returned from a call.
pub fn is_at_join_point(program: &Program, joins: &Joins, state: &State) -> bool {
    let top = state.top();
    match top.inst {
        0 => joins.of(program.module(), top.func)[top.block.0 as usize],
        inst => {
            let block = &program.module().funcs[top.func].blocks[top.block];
            matches!(&block.insts[inst - 1].op, Op::Call(call)
                if !matches!(call.callee, Callee::Intrinsic(_)))
        }
    }
}

/// How a stretch ended.
pub enum End {
    /// At a join point, where this node begins.
    Joined(NodeId),
    /// At a fork, into these nodes.
    Forked(Vec<NodeId>),
    /// With the path, in this last state.
    Over(Rc<State>),
    /// The state was not executed: it satisfies a proved label.
    Subsumed,
    /// The state is not executed, on the hypothesis that it satisfies the label of this other node.
    /// It waits until that is decided.
    Hypothesis(NodeId, Box<State>),
    /// It is not known how.
    Lost,
}

/// All nodes of the tree.
#[derive(Default)]
pub struct Nodes {
    nodes: FxHashMap<NodeId, Node>,
    next: NodeId,
    /// Reachable states that wait until their hypothesis is decided.
    held: BTreeMap<StateId, NodeId>,
}

impl Nodes {
    /// The node with this number, which must exist.
    pub fn get(&self, id: NodeId) -> &Node {
        &self.nodes[&id]
    }

    /// The node with this number, if it exists.
    pub fn find(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// The node with this number for writing, which must exist.
    pub fn get_mut(&mut self, id: NodeId) -> &mut Node {
        self.nodes.get_mut(&id).expect("the node is there")
    }

    /// Whether a node exists.
    pub fn contains(&self, id: NodeId) -> bool {
        self.nodes.contains_key(&id)
    }

    /// Makes the state of a node wait for the label of another node.
    pub fn hold(&mut self, id: NodeId, target: NodeId, state: &State) {
        let node = self.get_mut(id);
        node.end = Some(End::Hypothesis(target, Box::new(state.clone())));
        if !node.speculative {
            self.held.insert(state.id, id);
        }
    }

    /// Ends the wait of a node's state. Returns the node that its hypothesis is about, and the
    /// state.
    pub fn take_held(&mut self, id: NodeId) -> Option<(NodeId, State)> {
        let node = self.nodes.get_mut(&id)?;
        let Some(End::Hypothesis(..)) = node.end else {
            return None;
        };
        let Some(End::Hypothesis(target, state)) = node.end.take() else {
            return None;
        };
        self.held.remove(&state.id);
        Some((target, *state))
    }

    /// The number of reachable states that wait.
    pub fn held_count(&self) -> usize {
        self.held.len()
    }

    /// The nodes of the reachable states that wait, each after those below it.
    pub fn holding(&self) -> impl Iterator<Item = NodeId> {
        let nodes: BTreeSet<NodeId> = self.held.values().copied().collect();
        nodes.into_iter().rev()
    }

    /// The reachable states that wait.
    pub fn held(&self) -> impl Iterator<Item = &State> {
        self.held.keys().filter_map(|id| self.held_state(*id))
    }

    /// The reachable waiting state with this number.
    pub fn held_state(&self, id: StateId) -> Option<&State> {
        match &self.get(*self.held.get(&id)?).end {
            Some(End::Hypothesis(_, state)) => Some(state),
            _ => None,
        }
    }

    /// Adds a node below another one.
    pub fn add(&mut self, parent: Option<NodeId>, key: Option<Key>, state: &State) -> NodeId {
        cancel::steps(STEPS_PER_NODE);
        let id = self.next;
        self.next += 1;
        let above = parent.map(|parent| self.get(parent));
        let latest = above.map_or_else(Default::default, |above| above.latest.clone());
        let speculative = above.is_some_and(|above| above.speculative);
        let node = Node {
            parent,
            key: None,
            previous: None,
            round: 0,
            latest,
            began: Rc::new(state.clone()),
            end: None,
            open: 0,
            speculative,
            label: None,
            is_conditional: false,
            failed: 0,
            argument: None,
            stretch: None,
            alone: (0, 0),
        };
        self.nodes.insert(id, node);
        if let Some(key) = key {
            self.stand(id, key);
        }
        id
    }

    /// Records that a node is at a join point.
    pub fn stand(&mut self, id: NodeId, key: Key) {
        let node = self.get_mut(id);
        node.key = Some(key.clone());
        node.previous = node.latest.insert(key, id);
        if let Some(previous) = node.previous {
            let round = self.get(previous).round + 1;
            self.get_mut(id).round = round;
        }
    }

    /// Whether a state still is where the last node of its path at that program point is: the
    /// instruction there was only begun, because something had to be decided first. A label that
    /// rested on the label of such a node would prove itself.
    pub fn has_stayed(&self, from: NodeId, place: &Key, state: &State) -> bool {
        let finished = |state: &State| state.instructions - state.interrupted;
        let last = self.get(from).latest.get(place);
        last.is_some_and(|last| finished(&self.get(*last).began) == finished(state))
    }

    /// The successors of a node.
    pub fn below(&self, id: NodeId) -> Vec<NodeId> {
        match &self.get(id).end {
            Some(End::Joined(child)) => vec![*child],
            Some(End::Forked(children)) => children.clone(),
            _ => self.general(id).into_iter().collect(),
        }
    }

    /// The node without path condition that the hypothesis of a node is about, if there is one.
    pub fn general(&self, id: NodeId) -> Option<NodeId> {
        match &self.get(id).end {
            Some(End::Hypothesis(target, _)) => {
                let is_below = |target: &Node| target.parent == Some(id);
                self.nodes
                    .get(target)
                    .is_some_and(is_below)
                    .then_some(*target)
            }
            _ => None,
        }
    }

    /// Removes the node without path condition that a hypothesis was about, with all nodes below
    /// it.
    pub fn remove_general(&mut self, id: NodeId, target: NodeId) {
        if self.contains(target) && self.get(target).parent == Some(id) {
            self.remove_below(target);
            self.remove(target);
        }
    }

    /// Removes all nodes below a node.
    pub fn remove_below(&mut self, id: NodeId) {
        let mut pending = self.below(id);
        while let Some(id) = pending.pop() {
            if self.contains(id) {
                pending.extend(self.below(id));
                self.remove(id);
            }
        }
    }

    fn remove(&mut self, id: NodeId) {
        self.take_held(id);
        self.nodes.remove(&id);
    }

    /// Whether a node is another one or below it.
    pub fn is_within(&self, mut id: NodeId, above: NodeId) -> bool {
        while id != above {
            match self.nodes.get(&id).and_then(|node| node.parent) {
                Some(parent) => id = parent,
                None => return false,
            }
        }
        true
    }

    /// The retraced stretch of a node; `None` if it cannot be retraced.
    pub fn traced(
        &mut self,
        driver: &mut Driver,
        retracer: &mut Retracer,
        id: NodeId,
    ) -> Option<Rc<Traced>> {
        let node = self.get(id);
        if let Some(stretch) = &node.stretch {
            return Some(stretch.clone());
        }
        let began = node.began.clone();
        let below = self.below(id).into_iter();
        let states: Vec<Rc<State>> = below.map(|child| self.get(child).began.clone()).collect();
        let ended = match &node.end {
            Some(End::Joined(_)) => Ended::Joined(states.first()?),
            Some(End::Forked(_)) => Ended::Forked(states.iter().map(Rc::as_ref).collect()),
            Some(End::Over(last)) => Ended::Over(last),
            _ => return None,
        };
        let traced = Rc::new(retracer.traced(driver, &began, &ended)?);
        self.get_mut(id).stretch = Some(traced.clone());
        Some(traced)
    }
}

/// Whether a state certainly satisfies a label.
pub fn satisfies(driver: &mut Driver, state: &State, label: &Label) -> bool {
    let in_model = |pool: &Pool, condition| state.model.eval_bool(pool, condition);
    let moved = label.moved(state);
    let conditions = moved.and_then(|it| it.conditions_if(&mut driver.pool, state, in_model));
    let Some(conditions) = conditions else {
        return false;
    };
    let all = driver.pool.and_all(conditions);
    driver.is_implied(state, all)
}
