//! The tree of stretches that labels are computed on.
//!
//! A node is a state where a stretch of a path begins: behind a fork, and where paths can meet
//! again. It is finished when all that it leads to is; then its label follows from theirs.

use super::general::{General, Live};
use super::label::Label;
use super::retrace::retrace;
use super::stretch::{Ended, Stretch};
use super::weakest::{KnownLabel, Strength};
use crate::coverage::Recorder;
use crate::explore::{Driver, StateId};
use crate::merge::Joins;
use crate::program::Program;
use crate::state::State;
use rustc_hash::FxHashMap;
use sheaf_ir::{BlockId, Callee, FuncId, Op};
use sheaf_term::{Pool, Term};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Number of a node; none is used twice.
pub type NodeId = usize;

/// Where a state stands: the function, the block and the instruction of each call.
pub type Key = Rc<[(FuncId, BlockId, usize)]>;

/// Where a state stands.
pub fn key(state: &State) -> Key {
    let frames = state.frames.iter();
    frames.map(|it| (it.func, it.block, it.inst)).collect()
}

/// A state where a stretch begins.
pub struct Node {
    /// The node whose stretch leads to it.
    pub parent: Option<NodeId>,
    /// Where it stands, if paths can meet there.
    pub key: Option<Key>,
    /// The nearest node above it that stands at the same place.
    pub previous: Option<NodeId>,
    /// How many stand at the same place above it.
    pub round: u32,
    /// For each place the last node there on the way here, this one included.
    pub latest: imbl::HashMap<Key, NodeId>,
    /// The state.
    pub began: Rc<State>,
    /// How its stretch ended, if it did.
    pub end: Option<End>,
    /// How many of the nodes that it leads to are not finished.
    pub open: usize,
    /// Whether no input may lead to it.
    pub speculative: bool,
    /// Its label.
    pub label: Option<Rc<Label>>,
    /// Whether that rests on suppositions.
    pub supposes: bool,
    /// How many suppositions about it were dropped.
    pub failed: u32,
    /// What its label was computed from the last time.
    pub argument: Option<Argument>,
    /// Its stretch, in general.
    stretch: Option<Rc<Traced>>,
    /// Places where paths can meet that were passed since the last fork without a node, and how
    /// many are passed before the next node.
    pub alone: (u32, u32),
}

impl Node {
    /// Its stretch in general, if it was retraced.
    pub fn stretch(&self) -> Option<&Traced> {
        self.stretch.as_deref()
    }
}

/// What a label was computed from.
pub struct Argument {
    /// The labels of the nodes that the node leads to.
    pub behind: Vec<Option<Rc<Label>>>,
    /// Other labels.
    pub used: Vec<KnownLabel>,
    /// How.
    pub strength: Strength,
    /// What came out.
    pub label: Option<Rc<Label>>,
}

/// A stretch, in general.
pub struct Traced {
    /// The state where it begins, in general.
    pub general: General,
    /// The stretch.
    pub stretch: Stretch,
    /// Whether that state implies a condition, as far as that was asked.
    pub implied: RefCell<FxHashMap<Term, bool>>,
}

/// Retraces stretches.
pub struct Retracer<'p> {
    /// The locals that are live.
    pub live: Live<'p>,
    /// The blocks that several others lead to.
    pub joins: Joins,
    /// Is told what is executed; nobody asks it.
    pub recorder: Recorder,
}

impl<'p> Retracer<'p> {
    /// For a program.
    pub fn new(program: &'p Program) -> Self {
        let module = program.module();
        Retracer {
            live: Live::new(program),
            joins: Joins::new(module),
            recorder: Recorder::new(module),
        }
    }

    fn traced(&mut self, driver: &mut Driver, began: &State, ended: &Ended) -> Option<Traced> {
        let general = General::new(&mut driver.pool, &mut self.live, began)?;
        let (joins, recorder) = (&self.joins, &mut self.recorder);
        let stretch = retrace(driver, joins, recorder, &general, began, ended)?;
        Some(Traced {
            general,
            stretch,
            implied: RefCell::default(),
        })
    }
}

/// Whether a state has just entered a block that several others lead to, or come back from a call.
pub fn is_at_join_point(program: &Program, joins: &Joins, state: &State) -> bool {
    let top = state.top();
    match top.inst {
        0 => joins.of(top.func)[top.block.0 as usize],
        inst => {
            let block = &program.module().funcs[top.func].blocks[top.block];
            matches!(&block.insts[inst - 1].op, Op::Call(call)
                if !matches!(call.callee, Callee::Intrinsic(_)))
        }
    }
}

/// How a stretch ended.
pub enum End {
    /// At a place where paths can meet.
    Joined(NodeId),
    /// At a fork, into these.
    Forked(Vec<NodeId>),
    /// With the path; its last state.
    Over(Rc<State>),
    /// It was not executed: a label of its place holds.
    Subsumed,
    /// It is not executed, on the supposition that the label of another node holds. The state waits
    /// for what becomes of that.
    Supposed(NodeId, Box<State>),
    /// Unknown.
    Lost,
}

/// The nodes.
#[derive(Default)]
pub struct Nodes {
    nodes: FxHashMap<NodeId, Node>,
    next: NodeId,
    /// Those that wait for what becomes of a supposition about a state that an input leads to.
    held: BTreeMap<StateId, NodeId>,
}

impl Nodes {
    /// A node that is there.
    pub fn get(&self, id: NodeId) -> &Node {
        &self.nodes[&id]
    }

    /// A node, if it is there.
    pub fn find(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// The same, for writing.
    pub fn get_mut(&mut self, id: NodeId) -> &mut Node {
        self.nodes.get_mut(&id).expect("the node is there")
    }

    /// Whether a node is there.
    pub fn contains(&self, id: NodeId) -> bool {
        self.nodes.contains_key(&id)
    }

    /// Lets a state wait for what becomes of the label of another node.
    pub fn hold(&mut self, id: NodeId, target: NodeId, state: &State) {
        let node = self.get_mut(id);
        node.end = Some(End::Supposed(target, Box::new(state.clone())));
        if !node.speculative {
            self.held.insert(state.id, id);
        }
    }

    /// Ends the waiting of a node's state: what was supposed of which node, and the state.
    pub fn take_held(&mut self, id: NodeId) -> Option<(NodeId, State)> {
        let node = self.nodes.get_mut(&id)?;
        let Some(End::Supposed(..)) = node.end else {
            return None;
        };
        let Some(End::Supposed(target, state)) = node.end.take() else {
            return None;
        };
        self.held.remove(&state.id);
        Some((target, *state))
    }

    /// How many states wait so, of those that inputs lead to.
    pub fn held_count(&self) -> usize {
        self.held.len()
    }

    /// These states.
    pub fn held(&self) -> impl Iterator<Item = &State> {
        self.held.keys().filter_map(|id| self.held_state(*id))
    }

    /// One of these states.
    pub fn held_state(&self, id: StateId) -> Option<&State> {
        match &self.get(*self.held.get(&id)?).end {
            Some(End::Supposed(_, state)) => Some(state),
            _ => None,
        }
    }

    /// Adds a node below another one.
    pub fn add(&mut self, parent: Option<NodeId>, key: Option<Key>, state: &State) -> NodeId {
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
            supposes: false,
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

    /// Notes that a node stands at a place where paths can meet.
    pub fn stand(&mut self, id: NodeId, key: Key) {
        let node = self.get_mut(id);
        node.key = Some(key.clone());
        node.previous = node.latest.insert(key, id);
        if let Some(previous) = node.previous {
            let round = self.get(previous).round + 1;
            self.get_mut(id).round = round;
        }
    }

    /// Whether a state still stands where the last node at that place on its path did: the
    /// instruction there was begun only, because something had to be decided first. If a label of
    /// such a state rested on that of the node, it would rest on nothing.
    pub fn has_stayed(&self, from: NodeId, place: &Key, state: &State) -> bool {
        let finished = |state: &State| state.instructions - state.interrupted;
        let last = self.get(from).latest.get(place);
        last.is_some_and(|last| finished(&self.get(*last).began) == finished(state))
    }

    /// The nodes that a node leads to.
    pub fn below(&self, id: NodeId) -> Vec<NodeId> {
        match &self.get(id).end {
            Some(End::Joined(child)) => vec![*child],
            Some(End::Forked(children)) => children.clone(),
            _ => self.general(id).into_iter().collect(),
        }
    }

    /// The node below a node that is supposed of it: that of a state which knows less.
    pub fn general(&self, id: NodeId) -> Option<NodeId> {
        match &self.get(id).end {
            Some(End::Supposed(target, _)) => {
                let is_below = |target: &Node| target.parent == Some(id);
                self.nodes
                    .get(target)
                    .is_some_and(is_below)
                    .then_some(*target)
            }
            _ => None,
        }
    }

    /// Removes what was supposed of a node, if that is below it, with all below that.
    pub fn remove_general(&mut self, id: NodeId, target: NodeId) {
        if self.contains(target) && self.get(target).parent == Some(id) {
            self.remove_below(target);
            self.remove(target);
        }
    }

    /// Removes a node with all below it. A node that is removed leads nowhere.
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

    /// Whether a node is below another one, or the same.
    pub fn is_within(&self, mut id: NodeId, above: NodeId) -> bool {
        while id != above {
            match self.nodes.get(&id).and_then(|node| node.parent) {
                Some(parent) => id = parent,
                None => return false,
            }
        }
        true
    }

    /// The stretch of a node in general; `None` if it cannot be retraced.
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

/// Whether a state is certain to satisfy a label.
pub fn satisfies(driver: &mut Driver, state: &State, label: &Label) -> bool {
    let pool: &mut Pool = &mut driver.pool;
    let Some(conditions) = label.conditions_in(pool, state) else {
        return false;
    };
    let holds = |condition: &sheaf_term::Term| state.model.eval_bool(pool, *condition);
    if !conditions.iter().all(holds) {
        return false;
    }
    let all = driver.pool.and_all(conditions);
    driver.is_implied(state, all)
}
