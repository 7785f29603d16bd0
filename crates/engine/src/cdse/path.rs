//! The path of a state through the graph.

use super::facts::Facts;
use super::graph::{Context, EdgeId, Graph, NodeId};
use super::plan::{Move, Plan, Stray};
use crate::driver::Note;
use crate::machine::TraceStep;
use crate::segment;
use sheaf_ir::index::Idx;
use sheaf_ir::{FuncId, Op, Terminator};
use std::cell::Cell;
use std::rc::Rc;

/// A node on a path, linked to the nodes before it.
pub struct Visit {
    pub node: NodeId,
    /// How control entered the node.
    pub entered: Entered,
    /// Number of the activation of the function, unique among all paths.
    pub activation: u32,
    /// Length of the path condition on entry.
    pub conditions: usize,
    /// Whether an instruction in the node was executed under bounds that belong to this path.
    pub is_bounded: Cell<bool>,
    /// The previous node.
    pub before: Option<Rc<Visit>>,
}

/// How control enters a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entered {
    /// At the start of the program.
    Start,
    /// From the previous block, by this target of its terminator.
    Target(EdgeId, u32),
    /// From the previous section of the block.
    Pass(EdgeId),
    /// By a call.
    Call(EdgeId),
    /// By a return.
    Return(EdgeId),
}

impl Entered {
    /// The edge taken, unless it is the start.
    pub fn edge(self) -> Option<EdgeId> {
        match self {
            Entered::Start => None,
            Entered::Target(edge, _)
            | Entered::Pass(edge)
            | Entered::Call(edge)
            | Entered::Return(edge) => Some(edge),
        }
    }
}

impl Drop for Visit {
    /// Frees a long path without recursion.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(visit) = next {
            next = Rc::into_inner(visit).and_then(|mut visit| visit.before.take());
        }
    }
}

/// The path of a state up to its current node.
#[derive(Clone)]
pub struct Path {
    /// The last node.
    pub last: Rc<Visit>,
    /// The activations on the call stack, outermost first.
    activations: Vec<u32>,
    /// Notes about the last node.
    pub notes: Vec<Note>,
    /// The planned path to a target.
    pub plan: Option<Plan>,
    /// Why the path could not follow its last plan.
    pub strayed: Option<Stray>,
}

impl Path {
    /// Follows the plan. Returns it where it ends, or where the path deviates from it.
    fn follow_plan(&mut self, facts: &Facts, graph: &Graph, entered: Entered) -> Option<Plan> {
        let plan = self.plan.as_mut()?;
        let node = graph.node(self.last.node);
        let callee = |edge: EdgeId| graph.node(graph.edge(edge).to).func;
        // Plans do not describe the library.
        let is_library = |func: FuncId| func != facts.program.entry() && !facts.func(func).user;
        match entered {
            _ if is_library(node.func) => return None,
            Entered::Call(edge) if is_library(callee(edge)) => return None,
            _ => {}
        }
        let made = match entered {
            Entered::Start => return None,
            // The failure of the target may be in the next section.
            Entered::Pass(_) if plan.is_done() => return Some(plan.clone()),
            Entered::Pass(_) => return None,
            Entered::Target(_, target) => Move::Edge(segment::Edge {
                block: node.key.block,
                target,
            }),
            Entered::Call(edge) => Move::Call(callee(edge)),
            Entered::Return(_) => Move::Return,
        };
        if plan.next() == Some(made) {
            plan.done += 1;
            return None;
        }
        self.plan.take()
    }

    /// The number of calls on the stack.
    pub fn depth(&self) -> usize {
        self.activations.len()
    }
}

/// A node that a path has left.
pub struct Left {
    /// The node.
    pub visit: Rc<Visit>,
    /// The target that concrete values selected among several.
    pub decided: Option<u32>,
    /// Notes about the node.
    pub notes: Vec<Note>,
    /// The plan that the path stops following here.
    pub strayed: Option<Plan>,
}

/// The path left the graph.
#[derive(Debug)]
pub struct Astray;

/// Creates paths, with numbers for activations.
#[derive(Default)]
pub struct Walker {
    activations: u32,
}

impl Walker {
    fn activation(&mut self) -> u32 {
        self.activations += 1;
        self.activations
    }

    /// The path at the start of the program.
    pub fn start(&mut self, facts: &Facts, graph: &mut Graph, entry: NodeId) -> Path {
        graph.expand(facts, entry);
        let activation = self.activation();
        Path {
            last: Rc::new(Visit {
                node: entry,
                entered: Entered::Start,
                activation,
                conditions: 0,
                is_bounded: Cell::new(false),
                before: None,
            }),
            activations: vec![activation],
            notes: Vec::new(),
            plan: None,
            strayed: None,
        }
    }

    /// Follows steps of the stepper. Returns the nodes that the path has left, and the position
    /// among them of the node with events; the number of these nodes stands for the current one.
    /// The pair holds the length of the path condition before and after these events.
    ///
    /// # Errors
    /// If the steps do not fit the graph, or the graph is full.
    pub fn follow(
        &mut self,
        facts: &Facts,
        graph: &mut Graph,
        path: &mut Path,
        steps: &[TraceStep],
        (before, after): (usize, usize),
    ) -> Result<(Vec<Left>, Option<usize>), Astray> {
        let mut left = Vec::new();
        let mut met = None;
        let mut conditions = before;
        for step in steps {
            match *step {
                TraceStep::Edge { block, target } => {
                    if graph.node(path.last.node).key.block != block {
                        return Err(Astray);
                    }
                    self.take(facts, graph, path, target, conditions, &mut left)?;
                }
                TraceStep::Call { func, inst } => {
                    self.pass_to(facts, graph, path, inst, conditions, &mut left)?;
                    let node = path.last.node;
                    graph.expand(facts, node);
                    let known = graph.node(node).edges.iter().flatten().copied();
                    let is_callee = |edge: &EdgeId| {
                        let to = graph.node(graph.edge(*edge).to).key;
                        let context = graph.context_of(to.context);
                        matches!(callee_context(graph, context), Some(it) if it == func)
                            && to.block.index() == 0
                            && to.section == 0
                    };
                    let section = graph.section(facts, node);
                    if section.end != inst {
                        return Err(Astray);
                    }
                    let found = known.into_iter().find(is_callee);
                    let edge = found.unwrap_or_else(|| graph.dynamic_call(facts, node, func));
                    if facts.funcs[func.index()].is_irreducible() || graph.is_full() {
                        return Err(Astray);
                    }
                    let activation = self.activation();
                    path.activations.push(activation);
                    let entered = Entered::Call(edge);
                    advance(facts, graph, path, entered, conditions, None, &mut left);
                }
                TraceStep::Return => {
                    self.pass_to(facts, graph, path, u32::MAX, conditions, &mut left)?;
                    let Some(edge) = only_edge(facts, graph, path.last.node) else {
                        // The program ends.
                        continue;
                    };
                    if path.activations.len() < 2 {
                        return Err(Astray);
                    }
                    path.activations.pop();
                    let entered = Entered::Return(edge);
                    advance(facts, graph, path, entered, conditions, None, &mut left);
                }
                TraceStep::Met { inst } => {
                    self.pass_to(facts, graph, path, inst, conditions, &mut left)?;
                    met = Some(left.len());
                    conditions = after;
                }
                TraceStep::Elsewhere => return Err(Astray),
            }
        }
        Ok((left, met))
    }

    /// Takes a target of the terminator of the current block.
    pub fn take(
        &mut self,
        facts: &Facts,
        graph: &mut Graph,
        path: &mut Path,
        target: u32,
        conditions: usize,
        left: &mut Vec<Left>,
    ) -> Result<(), Astray> {
        self.pass_to(facts, graph, path, u32::MAX, conditions, left)?;
        let node = path.last.node;
        graph.expand(facts, node);
        let edges = graph.node(node).edges.as_deref().unwrap_or_default();
        let Some(edge) = edges.get(target as usize).copied() else {
            return Err(Astray);
        };
        let decided = (edges.len() > 1).then_some(target);
        if graph.is_full() {
            return Err(Astray);
        }
        let entered = Entered::Target(edge, target);
        advance(facts, graph, path, entered, conditions, decided, left);
        Ok(())
    }

    /// Moves the path within its block to the section of this instruction.
    pub fn pass_to(
        &mut self,
        facts: &Facts,
        graph: &mut Graph,
        path: &mut Path,
        inst: u32,
        conditions: usize,
        left: &mut Vec<Left>,
    ) -> Result<(), Astray> {
        loop {
            let section = graph.section(facts, path.last.node);
            let node = graph.node(path.last.node);
            let insts = &facts.func(node.func).blocks[node.key.block].insts;
            let Some(end) = insts.get(section.end as usize) else {
                return Ok(());
            };
            if section.end >= inst {
                return Ok(());
            }
            let calls_function = matches!(&end.op, Op::Call(call)
                if !matches!(call.callee, sheaf_ir::Callee::Intrinsic(_)));
            let Some(edge) = only_edge(facts, graph, path.last.node) else {
                return Err(Astray);
            };
            if calls_function {
                return Err(Astray);
            }
            advance(
                facts,
                graph,
                path,
                Entered::Pass(edge),
                conditions,
                None,
                left,
            );
        }
    }
}

/// The function whose call a context is the start of.
fn callee_context(graph: &Graph, context: Context) -> Option<FuncId> {
    match context {
        Context::Call { func, .. } => Some(func),
        Context::Round {
            outer, round: 0, ..
        } => callee_context(graph, graph.context_of(outer)),
        _ => None,
    }
}

/// The edge of a node that has only one, if that is no target of a terminator.
fn only_edge(facts: &Facts, graph: &mut Graph, node: NodeId) -> Option<EdgeId> {
    graph.expand(facts, node);
    let key = graph.node(node).key;
    let end = graph.section(facts, node).end as usize;
    let block = &facts.func(graph.node(node).func).blocks[key.block];
    let returns = matches!(block.terminator, Terminator::Return(_));
    if block.insts.get(end).is_none() && !returns {
        return None;
    }
    graph.node(node).edges.as_deref()?.first().copied()
}

/// Moves the path along an edge.
fn advance(
    facts: &Facts,
    graph: &mut Graph,
    path: &mut Path,
    entered: Entered,
    conditions: usize,
    decided: Option<u32>,
    left: &mut Vec<Left>,
) {
    let Some(edge) = entered.edge() else {
        return;
    };
    let node = graph.edge(edge).to;
    graph.expand(facts, node);
    let visit = Rc::new(Visit {
        node,
        entered,
        activation: path.activations.last().copied().unwrap_or(0),
        conditions,
        is_bounded: Cell::new(false),
        before: Some(path.last.clone()),
    });
    let strayed = path.follow_plan(facts, graph, entered);
    let visit = std::mem::replace(&mut path.last, visit);
    left.push(Left {
        strayed,
        visit,
        decided,
        notes: std::mem::take(&mut path.notes),
    });
}
