//! Clauses in a form that other processes understand: nodes are named by their calls, rounds and
//! blocks instead of the numbers of one graph.

use super::facts::Facts;
use super::graph::{Context, ContextId, EdgeId, Graph, Key, NodeId};
use super::learn::{Clause, Head};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sheaf_ir::analysis::LoopId;
use sheaf_ir::{BlockId, FuncId};

/// Clauses with names. What comes later refers to what comes earlier by its position.
#[derive(Serialize, Deserialize, Default)]
pub struct Named {
    contexts: Vec<NamedContext>,
    nodes: Vec<NamedNode>,
    clauses: Vec<(NamedHead, Vec<NamedEdge>)>,
}

/// How control entered the code of nodes.
#[derive(Serialize, Deserialize)]
enum NamedContext {
    Start,
    Call(usize, BlockId, u32, FuncId),
    Round(usize, LoopId, u32),
}

/// A context, a block and a section.
type NamedNode = (usize, BlockId, u32);

/// An edge from a node.
#[derive(Serialize, Deserialize)]
enum NamedEdge {
    /// The one with this number.
    Numbered(usize, usize),
    /// Into a function that is not called by name.
    Into(usize, FuncId),
}

#[derive(Serialize, Deserialize)]
enum NamedHead {
    Target(usize),
    Edge(NamedEdge),
}

/// Names what clauses mention, once each.
struct Namer<'g> {
    graph: &'g Graph,
    contexts: FxHashMap<ContextId, usize>,
    nodes: FxHashMap<NodeId, usize>,
    named: Named,
}

impl Namer<'_> {
    fn context(&mut self, id: ContextId) -> usize {
        if let Some(position) = self.contexts.get(&id) {
            return *position;
        }
        let named = match self.graph.context_of(id) {
            Context::Start => NamedContext::Start,
            Context::Call {
                outer,
                block,
                inst,
                func,
            } => NamedContext::Call(self.context(outer), block, inst, func),
            Context::Round {
                outer,
                natural,
                round,
            } => NamedContext::Round(self.context(outer), natural, round),
        };
        let position = self.named.contexts.len();
        self.named.contexts.push(named);
        self.contexts.insert(id, position);
        position
    }

    fn node(&mut self, id: NodeId) -> usize {
        if let Some(position) = self.nodes.get(&id) {
            return *position;
        }
        let key = self.graph.node(id).key;
        let context = self.context(key.context);
        let position = self.named.nodes.len();
        self.named.nodes.push((context, key.block, key.section));
        self.nodes.insert(id, position);
        position
    }

    fn edge(&mut self, id: EdgeId) -> NamedEdge {
        let edge = self.graph.edge(id);
        let from = self.node(edge.from);
        let mut edges = self.graph.node(edge.from).edges.iter().flatten();
        match edges.position(|it| *it == id) {
            Some(number) => NamedEdge::Numbered(from, number),
            None => NamedEdge::Into(from, self.graph.node(edge.to).func),
        }
    }

    fn clause(&mut self, clause: &Clause) {
        let head = match clause.head {
            Head::Target(node) => NamedHead::Target(self.node(node)),
            Head::Edge(edge) => NamedHead::Edge(self.edge(edge)),
        };
        let edges = clause.edges.iter().map(|edge| self.edge(*edge)).collect();
        self.named.clauses.push((head, edges));
    }
}

impl Graph {
    /// Names clauses of this graph.
    pub fn tell(&self, clauses: &[Clause]) -> Named {
        let mut namer = Namer {
            graph: self,
            contexts: FxHashMap::default(),
            nodes: FxHashMap::default(),
            named: Named::default(),
        };
        clauses.iter().for_each(|clause| namer.clause(clause));
        namer.named
    }

    /// The clauses that another process of the same program has named. Nodes that they mention are
    /// made; those for which there is no room, and names that are no nodes, are left out.
    pub fn understand(&mut self, facts: &Facts, named: &Named) -> Vec<Clause> {
        let mut contexts: Vec<ContextId> = Vec::new();
        for context in &named.contexts {
            let Some(id) = self.context_named(facts, context, &contexts) else {
                return Vec::new();
            };
            contexts.push(id);
        }
        let node = |graph: &mut Graph, (context, block, section): &NamedNode| {
            let key = Key {
                context: *contexts.get(*context)?,
                block: *block,
                section: *section,
            };
            graph.make(facts, key)
        };
        let nodes: Vec<Option<NodeId>> = named.nodes.iter().map(|it| node(self, it)).collect();
        let clauses = named.clauses.iter();
        clauses
            .filter_map(|(head, edges)| {
                let head = match head {
                    NamedHead::Target(node) => Head::Target((*nodes.get(*node)?)?),
                    NamedHead::Edge(edge) => Head::Edge(self.edge_named(facts, edge, &nodes)?),
                };
                let edges = edges.iter();
                let edges = edges.map(|edge| self.edge_named(facts, edge, &nodes));
                let edges = edges.collect::<Option<_>>()?;
                Some(Clause { head, edges })
            })
            .collect()
    }

    fn context_named(
        &mut self,
        facts: &Facts,
        named: &NamedContext,
        before: &[ContextId],
    ) -> Option<ContextId> {
        Some(match *named {
            NamedContext::Start => self.context(Context::Start, facts.program.entry()),
            NamedContext::Call(outer, block, inst, func) => {
                let outer = *before.get(outer)?;
                let call = Context::Call {
                    outer,
                    block,
                    inst,
                    func,
                };
                self.context(call, func)
            }
            NamedContext::Round(outer, natural, round) => {
                let outer = *before.get(outer)?;
                let func = self.func_of(outer);
                let round = Context::Round {
                    outer,
                    natural,
                    round,
                };
                self.context(round, func)
            }
        })
    }

    fn edge_named(
        &mut self,
        facts: &Facts,
        named: &NamedEdge,
        nodes: &[Option<NodeId>],
    ) -> Option<EdgeId> {
        match *named {
            NamedEdge::Numbered(from, number) => {
                let from = (*nodes.get(from)?)?;
                self.expand(facts, from);
                self.node(from).edges.as_ref()?.get(number).copied()
            }
            NamedEdge::Into(from, func) => {
                let from = (*nodes.get(from)?)?;
                self.expand(facts, from);
                Some(self.dynamic_call(facts, from, func))
            }
        }
    }
}
