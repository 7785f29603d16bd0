//! The control-flow graph of the program with inlined calls and unrolled loops, as far as paths
//! have come, and as a formula.
//!
//! A node is a section of a block in a context: the calls on the stack, and the rounds of the loops
//! around it. Paths that join share a node, and no path comes to a node twice. So the graph has no
//! cycles, and its size is that of the program times the rounds, not the number of paths.
//!
//! The formula has a variable for each node, for each edge, and for the *target* of each node in
//! which something may fail. A node implies one of its edges or its target; an edge implies the
//! node that it leads to. A node that no path has come to implies nothing: it may lead anywhere. So
//! in a model, each true node has a path to a target or to an unexecuted node. If there is no
//! model, paths to that node need no exploration. Learned clauses, which exclude combinations of
//! edges and targets, are added. An edge need not imply its source: a model may contain more edges
//! than its path takes, which satisfies fewer clauses.

use super::facts::Facts;
use super::formula::{Formula, Lit};
use crate::path::ProgramPoint;
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::LoopId;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Callee, FuncId, Op, Terminator, define_index};

define_index!(/// The calls and rounds that lead to a node.
    ContextId);
define_index!(/// A section in a context.
    NodeId);
define_index!(/// An edge from one node to another.
    EdgeId);

/// How control entered the code of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Context {
    /// The start of the program.
    Start,
    Call {
        /// The context of the call.
        outer: ContextId,
        /// The block of the call.
        block: BlockId,
        /// The calling instruction.
        inst: u32,
        /// The callee.
        func: FuncId,
    },
    /// A round of a loop.
    Round {
        /// The context of the loop.
        outer: ContextId,
        /// The loop.
        natural: LoopId,
        /// The number of the round, from 0.
        round: u32,
    },
}

/// A section in a context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    pub context: ContextId,
    pub block: BlockId,
    /// The number of the section in the block.
    pub section: u32,
}

/// A node of the graph.
pub struct Node {
    /// The section and context.
    pub key: Key,
    /// The function.
    pub func: FuncId,
    /// True if the node is on the path.
    pub lit: Lit,
    /// True if something in the node fails, or makes the verdict other than safe. `None` if nothing
    /// can.
    pub target: Option<Lit>,
    /// Edges to its successors, once a path has come to it.
    pub edges: Option<Vec<EdgeId>>,
}

/// An edge from one node to another.
pub struct Edge {
    /// The source.
    pub from: NodeId,
    /// The target.
    pub to: NodeId,
    /// True if the edge is on the path.
    pub lit: Lit,
    /// Whether other edges lead to the same node.
    pub is_one_of_several: bool,
    /// Whether a path has taken it.
    is_executed: bool,
}

pub struct Graph {
    contexts: Vec<Context>,
    context_ids: FxHashMap<Context, ContextId>,
    funcs: Vec<FuncId>,
    nodes: Vec<Node>,
    node_ids: FxHashMap<Key, NodeId>,
    edges: Vec<Edge>,
    dynamic: FxHashMap<(NodeId, FuncId), EdgeId>,
    /// The first node of each round of a loop.
    heads: FxHashMap<ContextId, NodeId>,
    pub formula: Formula,
    /// Number of branches that paths have executed, and how many of them took an edge again.
    pub branches: (u64, u64),
}

sheaf_tuning::constants! {
    /// Maximum number of nodes. Beyond it, paths are explored without learning.
    MAX_NODES: usize = 100_000, 1 => 400_000, "nodes";
}

impl Graph {
    /// A graph with only the entry node.
    pub fn new(facts: &Facts) -> (Graph, NodeId) {
        let mut graph = Graph {
            contexts: Vec::new(),
            context_ids: FxHashMap::default(),
            funcs: Vec::new(),
            nodes: Vec::new(),
            node_ids: FxHashMap::default(),
            edges: Vec::new(),
            dynamic: FxHashMap::default(),
            heads: FxHashMap::default(),
            formula: Formula::default(),
            branches: (0, 0),
        };
        let context = graph.context(Context::Start, facts.program.entry());
        let entry = graph.enter(facts, context, BlockId::new(0), 0);
        (graph, entry)
    }

    /// The node with this number.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The edge with this number.
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.index()]
    }

    /// Records that a path has taken an edge.
    pub fn note_executed(&mut self, id: EdgeId) {
        let edge = &mut self.edges[id.index()];
        let from = &self.nodes[edge.from.index()];
        if from.edges.as_ref().is_some_and(|edges| edges.len() > 1) {
            self.branches.0 += 1;
            self.branches.1 += u64::from(edge.is_executed);
        }
        edge.is_executed = true;
    }

    /// The context with this number.
    pub fn context_of(&self, id: ContextId) -> Context {
        self.contexts[id.index()]
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no more nodes are made.
    pub fn is_full(&self) -> bool {
        self.nodes.len() >= MAX_NODES.get()
    }

    /// The function that a context is in.
    pub fn func_of(&self, id: ContextId) -> FuncId {
        self.funcs[id.index()]
    }

    /// The head of a loop in a round, if it has a node.
    pub fn head(&self, outer: ContextId, natural: LoopId, round: u32) -> Option<NodeId> {
        let context = Context::Round {
            outer,
            natural,
            round,
        };
        let context = *self.context_ids.get(&context)?;
        self.heads.get(&context).copied()
    }

    /// Excludes this round of a loop and all later ones.
    pub fn close(&mut self, outer: ContextId, natural: LoopId, round: u32) {
        if let Some(head) = self.head(outer, natural, round) {
            let lit = self.node(head).lit;
            self.formula.add(vec![!lit]);
        }
    }

    /// Whether nothing new is reachable from a call stack, outermost call first, if none of the
    /// calls is in a loop.
    pub fn is_over_at(&mut self, facts: &Facts, stack: &[ProgramPoint]) -> bool {
        let Some((last, callers)) = stack.split_last() else {
            return false;
        };
        let id = |context: Context, graph: &Graph| graph.context_ids.get(&context).copied();
        let Some(mut context) = id(Context::Start, self) else {
            return false;
        };
        for (number, point) in callers.iter().enumerate() {
            let call = Context::Call {
                outer: context,
                block: point.block,
                inst: point.inst,
                func: stack[number + 1].func,
            };
            match id(call, self) {
                Some(inner) => context = inner,
                None => return false,
            }
        }
        let section = facts.funcs[last.func.index()].section_of(last.block, last.inst) as u32;
        let key = Key {
            context,
            block: last.block,
            section,
        };
        let Some(node) = self.node_ids.get(&key).copied() else {
            return false;
        };
        let lit = self.node(node).lit;
        !self.formula.has_model_with(&[lit])
    }

    /// Whether nothing new is reachable once the function of a context returns.
    pub fn is_over_behind(&mut self, facts: &Facts, context: ContextId) -> bool {
        let mut context = context;
        while let Context::Round { outer, .. } = self.context_of(context) {
            context = outer;
        }
        let Context::Call {
            outer, block, inst, ..
        } = self.context_of(context)
        else {
            return true;
        };
        let caller = self.funcs[outer.index()];
        let section = facts.funcs[caller.index()].section_of(block, inst + 1) as u32;
        let key = Key {
            context: outer,
            block,
            section,
        };
        let Some(id) = self.node_ids.get(&key) else {
            return false;
        };
        let lit = self.node(*id).lit;
        !self.formula.has_model_with(&[lit])
    }

    /// The section of a node.
    pub fn section(&self, facts: &Facts, id: NodeId) -> super::facts::Section {
        let node = self.node(id);
        let sections = &facts.funcs[node.func.index()].sections[node.key.block.index()];
        sections[node.key.section as usize]
    }

    /// A context in this function.
    pub fn context(&mut self, context: Context, func: FuncId) -> ContextId {
        let next = ContextId::new(self.contexts.len());
        let id = *self.context_ids.entry(context).or_insert(next);
        if id == next {
            self.contexts.push(context);
            self.funcs.push(func);
        }
        id
    }

    /// The node of a section that control enters from outside the loop that its block may head.
    fn enter(&mut self, facts: &Facts, context: ContextId, block: BlockId, section: u32) -> NodeId {
        let func = self.funcs[context.index()];
        let mut context = context;
        if section == 0
            && let Some(natural) = facts.funcs[func.index()].loops.with_header(block)
        {
            let round = Context::Round {
                outer: context,
                natural,
                round: 0,
            };
            context = self.context(round, func);
        }
        self.intern(facts, context, block, section)
    }

    /// The node with this key, which is made unless there are too many.
    pub fn make(&mut self, facts: &Facts, key: Key) -> Option<NodeId> {
        let is_known = self.node_ids.contains_key(&key);
        let has_room = is_known || !self.is_full();
        has_room.then(|| self.intern(facts, key.context, key.block, key.section))
    }

    fn intern(
        &mut self,
        facts: &Facts,
        context: ContextId,
        block: BlockId,
        section: u32,
    ) -> NodeId {
        let key = Key {
            context,
            block,
            section,
        };
        if let Some(id) = self.node_ids.get(&key) {
            return *id;
        }
        let id = NodeId::new(self.nodes.len());
        let func = self.funcs[context.index()];
        let may_fail = facts.funcs[func.index()].sections[block.index()][section as usize].may_fail;
        let lit = self.formula.fresh();
        let target = may_fail.then(|| self.formula.fresh());
        self.nodes.push(Node {
            key,
            func,
            lit,
            target,
            edges: None,
        });
        self.node_ids.insert(key, id);
        if let Context::Round { natural, .. } = self.context_of(context)
            && facts.funcs[func.index()].loops.loops()[natural].header == block
            && section == 0
        {
            self.heads.insert(context, id);
        }
        id
    }

    fn link(&mut self, from: NodeId, to: NodeId, is_one_of_several: bool) -> EdgeId {
        let lit = self.formula.fresh();
        let id = EdgeId::new(self.edges.len());
        self.formula.add(vec![!lit, self.node(to).lit]);
        self.edges.push(Edge {
            from,
            to,
            lit,
            is_one_of_several,
            is_executed: false,
        });
        id
    }

    /// Adds the edges of a node that a path has come to.
    pub fn expand(&mut self, facts: &Facts, id: NodeId) {
        if self.node(id).edges.is_some() {
            return;
        }
        let (key, func) = (self.node(id).key, self.node(id).func);
        let section = self.section(facts, id);
        let block = &facts.func(func).blocks[key.block];
        let mut edges = Vec::new();
        // A call through a pointer may lead anywhere.
        let mut is_open = false;
        match block.insts.get(section.end as usize) {
            Some(inst) => match &inst.op {
                Op::Call(call) => match call.callee {
                    Callee::Func(callee) => {
                        let is_known = !facts.func(callee).is_declaration();
                        if is_known {
                            let to = self.callee(facts, key, section.end, callee);
                            edges.push(self.link(id, to, false));
                        }
                    }
                    Callee::Value(_) => is_open = true,
                    Callee::Intrinsic(_) => edges.push(self.pass(facts, id)),
                },
                _ => edges.push(self.pass(facts, id)),
            },
            None => match &block.terminator {
                Terminator::Return(_) => edges.extend(self.return_edge(facts, id)),
                terminator => {
                    for target in terminator.targets() {
                        edges.push(self.target_edge(facts, id, target.block));
                    }
                }
            },
        }
        let node = self.node(id);
        if !is_open {
            let mut clause = vec![!node.lit];
            clause.extend(node.target);
            clause.extend(edges.iter().map(|edge| self.edge(*edge).lit));
            self.formula.add(clause);
        }
        self.nodes[id.index()].edges = Some(edges);
    }

    /// The edge to the next section of the block.
    fn pass(&mut self, facts: &Facts, id: NodeId) -> EdgeId {
        let key = self.node(id).key;
        let to = self.intern(facts, key.context, key.block, key.section + 1);
        self.link(id, to, false)
    }

    fn callee(&mut self, facts: &Facts, key: Key, inst: u32, func: FuncId) -> NodeId {
        let call = Context::Call {
            outer: key.context,
            block: key.block,
            inst,
            func,
        };
        let context = self.context(call, func);
        self.enter(facts, context, BlockId::new(0), 0)
    }

    fn target_edge(&mut self, facts: &Facts, id: NodeId, to: BlockId) -> EdgeId {
        let (key, func) = (self.node(id).key, self.node(id).func);
        let known = &facts.funcs[func.index()];
        let mut context = key.context;
        for _ in known.left_loops(key.block, to) {
            if let Context::Round { outer, .. } = self.context_of(context) {
                context = outer;
            }
        }
        let target = match self.context_of(context) {
            Context::Round {
                outer,
                natural,
                round,
            } if known.is_back_edge(key.block, to) => {
                let next = Context::Round {
                    outer,
                    natural,
                    round: round + 1,
                };
                let context = self.context(next, func);
                self.intern(facts, context, to, 0)
            }
            _ => self.enter(facts, context, to, 0),
        };
        let several = known.is_one_of_several(key.block, to);
        self.link(id, target, several)
    }

    /// The edge back to the caller.
    fn return_edge(&mut self, facts: &Facts, id: NodeId) -> Option<EdgeId> {
        let (key, func) = (self.node(id).key, self.node(id).func);
        let mut context = key.context;
        let mut in_loop = false;
        while let Context::Round { outer, .. } = self.context_of(context) {
            context = outer;
            in_loop = true;
        }
        let Context::Call {
            outer, block, inst, ..
        } = self.context_of(context)
        else {
            return None;
        };
        let caller = self.funcs[outer.index()];
        let section = facts.funcs[caller.index()].section_of(block, inst + 1);
        let to = self.intern(facts, outer, block, section as u32);
        let call = &facts.func(caller).blocks[block].insts[inst as usize].op;
        let is_direct = matches!(call, Op::Call(call) if matches!(call.callee, Callee::Func(_)));
        let several = in_loop || !is_direct || facts.funcs[func.index()].returns > 1;
        Some(self.link(id, to, several))
    }

    /// The edge into a function that is not called by name.
    pub fn dynamic_call(&mut self, facts: &Facts, id: NodeId, func: FuncId) -> EdgeId {
        if let Some(edge) = self.dynamic.get(&(id, func)) {
            return *edge;
        }
        let key = self.node(id).key;
        let inst = self.section(facts, id).end;
        let to = self.callee(facts, key, inst, func);
        let edge = self.link(id, to, true);
        self.dynamic.insert((id, func), edge);
        edge
    }
}
