//! The execution tree, built from the moments of an exploration.
//!
//! A node is a segment of a path between two forks. A decision with one feasible alternative makes
//! no new node, but its infeasible alternatives are leaves, and so are parts of a path that end
//! while the rest continues. A merge is a node with two parents.

use super::{Alternative, Branch, Moment, StateId};
use crate::outcome::{Because, End, Reason};
use crate::path::{Origin, ProgramPoint};
use crate::state::State;
use rustc_hash::FxHashMap;
use sheaf_term::{Pool, Term, display};
use std::fmt::{self, Write};

/// The maximum number of characters of a condition.
const CONDITION: usize = 160;
/// The maximum number of points of a core.
const CORE: usize = 16;

/// A tree, or a graph where paths merged. Parents precede their children, the root is first.
#[derive(Debug)]
pub struct Tree {
    /// In this order; edges refer to positions.
    pub nodes: Vec<Node>,
    /// The number of nodes that were not kept, because there were too many.
    pub left_out: u64,
    /// The maximum number of nodes.
    most: usize,
    /// The node of each running state, if it was kept.
    of: FxHashMap<StateId, usize>,
    /// The state of which a part ended last, and its number of instructions then.
    part: Option<(StateId, u64)>,
}

/// A segment of a path.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The preceding nodes: none at the root, two after a merge. Another exploration from the
    /// start follows the root.
    pub parents: Vec<usize>,
    /// The decision that leads here, if any.
    pub decision: Option<(ProgramPoint, Alternative)>,
    /// The condition that leads here, if any: its term as text, truncated.
    pub condition: Option<String>,
    /// Its end, or its last known position.
    pub point: ProgramPoint,
    /// What became of the segment.
    pub fate: Fate,
}

/// The fate of a segment.
#[derive(Clone, PartialEq, Debug)]
pub enum Fate {
    /// It has not ended.
    Waiting,
    /// It became several.
    Forked,
    /// It ended.
    Ended {
        /// How: with a status, a failure, or a limit.
        end: End,
        /// Whether it counts as a completed path.
        completed: bool,
    },
    /// It is infeasible.
    Infeasible {
        /// The origins of the conditions that exclude it, newest first, truncated.
        core: Vec<ProgramPoint>,
    },
    /// It was merged into this node, if that was kept.
    Merged(Option<usize>),
    /// A technique dropped it, for a reason that may be known.
    Pruned(&'static str, Option<Because>),
    /// It was left out.
    SetAside(Reason),
    /// It was parked, and not resumed so far.
    Parked,
}

impl Tree {
    /// An empty tree with a maximum number of nodes.
    pub fn new(most: usize) -> Tree {
        Tree {
            nodes: Vec::new(),
            left_out: 0,
            most,
            of: FxHashMap::default(),
            part: None,
        }
    }

    /// Records a moment. Moments must be recorded in order.
    pub fn note(&mut self, pool: &Pool, moment: &Moment) {
        match moment {
            Moment::Started(state) => {
                let mut node = Node::at(state.point());
                node.parents.extend((!self.nodes.is_empty()).then_some(0));
                let node = self.add(node);
                self.stand(state.id, node);
            }
            Moment::Forked { from, branch } => self.fork(pool, *from, branch),
            Moment::Decided(branch) => self.decide(pool, branch),
            Moment::Infeasible {
                state,
                alternative,
                condition,
                core,
            } => {
                let core = points(core);
                self.leaf(
                    pool,
                    state,
                    Some(*alternative),
                    *condition,
                    Fate::Infeasible { core },
                );
            }
            Moment::Merged { into, from } => self.merge(into, *from),
            Moment::Covered(_) | Moment::Line(_) => {}
            Moment::Pruned { state, by, because } => {
                self.end(state, Fate::Pruned(by, because.cloned()));
            }
            Moment::Ended {
                state,
                end,
                condition,
                completed,
                ..
            } => {
                let (end, completed) = ((*end).clone(), *completed);
                let fate = Fate::Ended { end, completed };
                match *condition == Term::TRUE {
                    true => self.end_in_parts(state, fate),
                    false => {
                        self.leaf(pool, state, None, *condition, fate);
                        self.part = Some((state.id, state.instructions));
                    }
                }
            }
            Moment::SetAside {
                state,
                part,
                reason,
            } => {
                let fate = Fate::SetAside((*reason).clone());
                match part {
                    Some((alternative, condition)) => {
                        self.leaf(pool, state, Some(*alternative), *condition, fate)
                    }
                    None => self.end(state, fate),
                }
            }
            Moment::Lost { id, reason } => self.lose(*id, reason),
            Moment::Parked(state) => {
                let node = self.of.get(&state.id).copied();
                self.set(node, state.point(), Fate::Parked);
            }
            Moment::Resumed { state, was } => {
                let node = self.of.remove(was);
                self.set(node, state.point(), Fate::Waiting);
                self.stand(state.id, node);
            }
        }
    }

    /// A state has a new child.
    fn fork(&mut self, pool: &Pool, from: StateId, branch: &Branch) {
        let parent = self.of.get(&from).copied();
        let decided = decided_at(branch.state);
        self.set(parent, decided, Fate::Forked);
        let child = Node::by(pool, decided, branch);
        let child = self.grow(parent, child);
        self.stand(branch.state.id, child);
    }

    /// A state continues with an alternative.
    fn decide(&mut self, pool: &Pool, branch: &Branch) {
        let Some(parent) = self.of.get(&branch.state.id).copied() else {
            return;
        };
        if self.nodes[parent].fate == Fate::Forked {
            let child = Node::by(pool, decided_at(branch.state), branch);
            let child = self.grow(Some(parent), child);
            self.stand(branch.state.id, child);
        } else {
            self.nodes[parent].point = branch.state.point();
        }
    }

    /// A state is lost. If it has forked, it was about to continue as one more child of its node.
    fn lose(&mut self, id: StateId, reason: &Reason) {
        let Some(node) = self.of.remove(&id) else {
            return;
        };
        let fate = Fate::SetAside(reason.clone());
        if self.nodes[node].fate == Fate::Forked {
            let point = self.nodes[node].point;
            let child = Node {
                fate,
                ..Node::at(point)
            };
            self.grow(Some(node), child);
        } else {
            self.nodes[node].fate = fate;
        }
    }

    /// Adds a node, unless there are too many.
    fn add(&mut self, node: Node) -> Option<usize> {
        if self.nodes.len() >= self.most {
            self.left_out += 1;
            return None;
        }
        self.nodes.push(node);
        Some(self.nodes.len() - 1)
    }

    /// Adds a node below another one, if that was kept.
    fn grow(&mut self, parent: Option<usize>, mut node: Node) -> Option<usize> {
        node.parents.extend(parent);
        match parent {
            Some(_) => self.add(node),
            None => {
                self.left_out += 1;
                None
            }
        }
    }

    /// Sets the node of a running state.
    fn stand(&mut self, state: StateId, node: Option<usize>) {
        match node {
            Some(node) => self.of.insert(state, node),
            None => self.of.remove(&state),
        };
    }

    fn set(&mut self, node: Option<usize>, point: ProgramPoint, fate: Fate) {
        if let Some(node) = node {
            self.nodes[node].point = point;
            self.nodes[node].fate = fate;
        }
    }

    /// Adds a leaf for an alternative or a part of a state.
    fn leaf(
        &mut self,
        pool: &Pool,
        state: &State,
        alternative: Option<Alternative>,
        condition: Term,
        fate: Fate,
    ) {
        let point = state.point();
        let node = Node {
            decision: alternative.map(|alternative| (point, alternative)),
            condition: Some(shortened(pool, condition)),
            fate,
            ..Node::at(point)
        };
        self.grow(self.of.get(&state.id).copied(), node);
    }

    /// A state has ended.
    fn end(&mut self, state: &State, fate: Fate) {
        let node = self.of.remove(&state.id);
        self.set(node, state.point(), fate);
    }

    /// A path has ended. If the part that was reported just before was all of it, the end is not
    /// another leaf.
    fn end_in_parts(&mut self, state: &State, fate: Fate) {
        let same_part = self.part == Some((state.id, state.instructions));
        let node = self.of.get(&state.id);
        let part = self.nodes.last().filter(|last| {
            same_part && last.parents.first() == node && is_same_end(&last.fate, &fate)
        });
        match part.is_some().then(|| self.nodes.pop()).flatten() {
            Some(part) => self.end(state, part.fate),
            None => self.end(state, fate),
        }
    }

    /// Two states were merged.
    fn merge(&mut self, into: &State, from: StateId) {
        let parents = [self.of.get(&into.id).copied(), self.of.remove(&from)];
        let parents: Vec<usize> = parents.into_iter().flatten().collect();
        let point = into.point();
        let merged = match parents.is_empty() {
            true => {
                self.left_out += 1;
                None
            }
            false => self.add(Node {
                parents: parents.clone(),
                ..Node::at(point)
            }),
        };
        for parent in parents {
            self.set(Some(parent), point, Fate::Merged(merged));
        }
        self.stand(into.id, merged);
    }
}

impl Node {
    /// A node without a parent.
    fn at(point: ProgramPoint) -> Node {
        Node {
            parents: Vec::new(),
            decision: None,
            condition: None,
            point,
            fate: Fate::Waiting,
        }
    }

    /// The node of a decision at a point.
    fn by(pool: &Pool, point: ProgramPoint, branch: &Branch) -> Node {
        Node {
            decision: Some((point, branch.alternative)),
            condition: Some(shortened(pool, branch.condition)),
            ..Node::at(branch.state.point())
        }
    }
}

/// The program point of a state's last decision.
fn decided_at(state: &State) -> ProgramPoint {
    let mut decisions = state.decisions.newest_first();
    let last = decisions.next();
    last.map_or(state.point(), |decision| decision.point)
}

/// The origins of conditions, without duplicates.
fn points(core: &[Origin]) -> Vec<ProgramPoint> {
    let mut points: Vec<ProgramPoint> = Vec::new();
    for origin in core {
        if points.len() < CORE && !points.contains(&origin.point) {
            points.push(origin.point);
        }
    }
    points
}

/// Whether both ended in the same way.
fn is_same_end(a: &Fate, b: &Fate) -> bool {
    match (a, b) {
        (Fate::Ended { end: a, .. }, Fate::Ended { end: b, .. }) => a == b,
        _ => false,
    }
}

/// A condition as text of at most this many characters.
fn shortened(pool: &Pool, condition: Term) -> String {
    let mut text = Shortened {
        text: String::new(),
        left: CONDITION,
    };
    // An error says that the limit was reached.
    if write!(text, "{}", display(pool, condition)).is_err() {
        text.text.push_str("...");
    }
    text.text
}

/// Accepts a limited number of characters.
struct Shortened {
    text: String,
    left: usize,
}

impl Write for Shortened {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            self.text.push(character);
        }
        Ok(())
    }
}
