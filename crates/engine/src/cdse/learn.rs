//! Clauses: which edges and targets exclude each other.
//!
//! Clauses are learned when a path leaves a node: from targets of a branch that the solver found
//! infeasible, from targets that concrete values exclude (without a query), and from the absence of
//! new failures. The reason of the latter is everything that decides whether something fails in the
//! node. If the path ends there, the same reason excludes the outgoing edges.

use super::facts::Facts;
use super::formula::Lit;
use super::graph::{EdgeId, Graph, NodeId};
use super::path::{Entered, Left, Visit};
use super::slice::{Asked, Conditions, Question, reason};
use crate::driver::Note;
use rustc_hash::FxHashSet;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Maximum number of nodes that a walk for a reason goes back.
    pub MAX_STEPS: usize = 4096, 1 => 1 << 16, "nodes";
    /// Nodes of walks without result after which walks are halved in length, again and again until
    /// there are none. Without this limit, walks on paths that depend on everything before them
    /// take too long.
    WASTED_STEPS: usize = 1 << 16, 1 => 1 << 20, "nodes";
    /// New clauses after which other processes are told.
    TOLD_AT_ONCE: usize = 16, 1 => 1024, "clauses";
    /// Maximum number of edges of a clause that other processes are told. Longer ones exclude
    /// little.
    LONGEST_TOLD: usize = 8, 1 => 256, "edges";
}

/// What a clause excludes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Head {
    /// Something in this node fails.
    Target(NodeId),
    /// This edge is taken.
    Edge(EdgeId),
}

/// On a path with all of these edges, the head does not happen.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clause {
    /// The event that does not happen.
    pub head: Head,
    /// The edges, in the order of the path that taught it.
    pub edges: Vec<EdgeId>,
}

/// The learned clauses.
#[derive(Default)]
pub struct Learner {
    clauses: FxHashSet<Clause>,
    mentioned: FxHashSet<EdgeId>,
    wasted_steps: usize,
    /// The size of the last reason, and the last node of its path.
    last: Option<(usize, Rc<Visit>)>,
    /// Heads that never happen.
    closed: FxHashSet<Head>,
    /// Clauses that other processes have not been told, if there are some.
    untold: Option<Vec<Clause>>,
    /// The number of clauses that other processes have told and this one did not have.
    adopted: u64,
}

impl Learner {
    /// Whether some clause mentions an edge.
    pub fn is_mentioned(&self, edge: EdgeId) -> bool {
        self.mentioned.contains(&edge)
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Whether an edge is never taken.
    pub fn is_closed(&self, edge: EdgeId) -> bool {
        self.closed.contains(&Head::Edge(edge))
    }

    /// Adds the clause that an edge is not taken on paths with these edges.
    pub fn add(&mut self, graph: &mut Graph, edge: EdgeId, edges: Vec<EdgeId>) {
        self.exclude(graph, Head::Edge(edge), edges);
    }

    /// From now on, other processes are told of new clauses.
    pub fn begin_sharing(&mut self) {
        self.untold = Some(Vec::new());
    }

    /// Clauses that other processes should be told of now, for example because the exploration is
    /// over.
    pub fn lessons(&mut self, is_over: bool) -> Option<Vec<Clause>> {
        let untold = self.untold.as_mut()?;
        let is_due = untold.len() >= TOLD_AT_ONCE.get() || is_over && !untold.is_empty();
        is_due.then(|| std::mem::take(untold))
    }

    /// Adds a clause that another process has learned.
    pub fn adopt(&mut self, graph: &mut Graph, clause: Clause) {
        let (untold, known) = (self.untold.take(), self.clauses.len());
        self.exclude(graph, clause.head, clause.edges);
        self.untold = untold;
        self.adopted += (self.clauses.len() - known) as u64;
    }

    /// The number of clauses that other processes have told and this one did not have.
    pub fn adopted(&self) -> u64 {
        self.adopted
    }

    /// The number of edges in all clauses.
    pub fn edges(&self) -> u64 {
        self.clauses.iter().map(|it| it.edges.len() as u64).sum()
    }

    /// The number of edges in the largest clause.
    pub fn largest(&self) -> u64 {
        let sizes = self.clauses.iter().map(|it| it.edges.len() as u64);
        sizes.max().unwrap_or(0)
    }

    /// The size of the last clause in percent of the branches on its path; 100 without a clause.
    pub fn last_percent(&self) -> u32 {
        let Some((edges, visit)) = &self.last else {
            return 100;
        };
        let visits = std::iter::successors(Some(visit), |visit| visit.before.as_ref());
        let is_branch = |visit: &&Rc<Visit>| matches!(visit.entered, Entered::Target(..));
        let branches = visits.filter(is_branch).count();
        (edges * 100 / branches.max(1)).min(100) as u32
    }

    /// All clauses.
    pub fn clauses(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter()
    }

    /// Learns from a node that a path has left.
    pub fn learn(&mut self, facts: &Facts, graph: &mut Graph, left: &Left) {
        if let Some(taken) = left.decided {
            self.learn_decision(facts, graph, left, taken);
        }
        for note in &left.notes {
            if let Note::Infeasible { target, by } = note {
                let head = edges(graph, left.visit.node)[*target];
                let mut conditions = Conditions::default();
                conditions.add(by);
                let reason = self.why(
                    facts,
                    graph,
                    &left.visit,
                    Question::Decision,
                    conditions,
                    &[Head::Edge(head)],
                );
                self.exclude_all(graph, &left.visit, &[Head::Edge(head)], reason);
            }
        }
        self.learn_failures(facts, graph, &left.visit, &left.notes, false);
    }

    /// Learns from the node in which a path ended.
    pub fn learn_end(
        &mut self,
        facts: &Facts,
        graph: &mut Graph,
        visit: &Rc<Visit>,
        notes: &[Note],
    ) {
        self.learn_failures(facts, graph, visit, notes, true);
    }

    fn learn_decision(&mut self, facts: &Facts, graph: &mut Graph, left: &Left, taken: u32) {
        let others: Vec<Head> = edges(graph, left.visit.node)
            .iter()
            .enumerate()
            .filter(|(number, _)| *number as u32 != taken)
            .map(|(_, edge)| Head::Edge(*edge))
            .collect();
        let none = Conditions::default();
        let reason = self.why(facts, graph, &left.visit, Question::Decision, none, &others);
        self.exclude_all(graph, &left.visit, &others, reason);
    }

    /// Learns that nothing new fails in a node on paths with the same reason. If the path ended
    /// there, such paths end, too.
    fn learn_failures(
        &mut self,
        facts: &Facts,
        graph: &mut Graph,
        visit: &Rc<Visit>,
        notes: &[Note],
        ended: bool,
    ) {
        let Some(conditions) = Conditions::excluding_failures(notes) else {
            return;
        };
        let node = graph.node(visit.node);
        let mut heads = Vec::new();
        if node.target.is_some() {
            heads.push(Head::Target(visit.node));
        }
        if ended {
            heads.extend(
                edges(graph, visit.node)
                    .iter()
                    .map(|edge| Head::Edge(*edge)),
            );
        }
        let reason = self.why(facts, graph, visit, Question::Failures, conditions, &heads);
        self.exclude_all(graph, visit, &heads, reason);
    }

    /// Computes the reason, unless all its heads are excluded already.
    fn why(
        &mut self,
        facts: &Facts,
        graph: &Graph,
        visit: &Rc<Visit>,
        question: Question,
        conditions: Conditions,
        heads: &[Head],
    ) -> Option<Vec<EdgeId>> {
        if heads.iter().all(|head| self.closed.contains(head)) {
            return None;
        }
        let halvings = (self.wasted_steps / WASTED_STEPS.get()).min(usize::BITS as usize - 1);
        let max_steps = MAX_STEPS.get() >> halvings;
        if max_steps == 0 {
            return None;
        }
        let asked = Asked {
            last: visit,
            question,
            conditions,
        };
        let reason = reason(facts, graph, asked, max_steps);
        if reason.is_none() {
            self.wasted_steps += max_steps;
        }
        reason
    }

    /// Adds clauses for one reason, if there is one.
    fn exclude_all(
        &mut self,
        graph: &mut Graph,
        visit: &Rc<Visit>,
        heads: &[Head],
        reason: Option<Vec<EdgeId>>,
    ) {
        if let Some(reason) = reason {
            self.last = Some((reason.len(), visit.clone()));
            for head in heads {
                self.exclude(graph, *head, reason.clone());
            }
        }
    }

    fn exclude(&mut self, graph: &mut Graph, head: Head, edges: Vec<EdgeId>) {
        if self.closed.contains(&head) {
            return;
        }
        debug_assert!(
            !edges.iter().any(|edge| head == Head::Edge(*edge)),
            "a clause excludes what it requires"
        );
        if edges.is_empty() {
            self.closed.insert(head);
        }
        let clause = Clause { head, edges };
        if self.clauses.contains(&clause) {
            return;
        }
        let lit = |edge: &EdgeId| !graph.edge(*edge).lit;
        let mut lits: Vec<Lit> = clause.edges.iter().map(lit).collect();
        match head {
            Head::Target(node) => lits.extend(graph.node(node).target.map(|lit| !lit)),
            Head::Edge(edge) => {
                lits.push(lit(&edge));
                self.mentioned.insert(edge);
            }
        }
        self.mentioned.extend(&clause.edges);
        graph.formula.add(lits);
        if let Some(untold) = &mut self.untold
            && clause.edges.len() <= LONGEST_TOLD.get()
        {
            untold.push(clause.clone());
        }
        self.clauses.insert(clause);
    }
}

fn edges(graph: &Graph, node: NodeId) -> &[EdgeId] {
    graph.node(node).edges.as_deref().unwrap_or_default()
}
