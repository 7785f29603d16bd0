//! What was learned, for users: clauses as branches of the source, and the variables that searches
//! track.

use super::Cdse;
use super::abstraction::Variable;
use super::graph::{Context, ContextId, EdgeId, NodeId};
use super::learn::{Clause, Head};
use crate::outcome::{LearnedClause, PathStep, Refinement, StepKind, Turn};
use crate::path::ProgramPoint;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Func, LocId, Op, Terminator};

impl Cdse<'_> {
    /// The clauses about functions of the user, in program order.
    pub(super) fn explain_clauses(&self) -> Vec<LearnedClause> {
        let module = self.facts.program.module();
        let mut clauses: Vec<&Clause> = self.learner.clauses().collect();
        let source = |clause: &Clause| match clause.head {
            Head::Target(node) => node,
            Head::Edge(edge) => self.graph.edge(edge).from,
        };
        clauses.retain(|clause| module.funcs[self.graph.node(source(clause)).func].user);
        clauses.sort_by_cached_key(|clause| {
            let node = self.graph.node(source(clause));
            let edges: Vec<usize> = clause.edges.iter().map(|edge| edge.index()).collect();
            let order = (node.func, node.key.block, node.key.section);
            (order, edges.len(), edges)
        });
        let explained = |clause: &&Clause| LearnedClause {
            excluded: match clause.head {
                Head::Target(node) => self.explain_step(node, StepKind::Failure),
                Head::Edge(edge) => self.explain_edge(edge),
            },
            after: self.explain_edges(&clause.edges),
        };
        clauses.iter().map(explained).collect()
    }

    /// The branches of edges, without adjacent duplicates.
    pub(super) fn explain_edges(&self, edges: &[EdgeId]) -> Vec<PathStep> {
        let mut steps: Vec<PathStep> = edges.iter().map(|it| self.explain_edge(*it)).collect();
        steps.dedup();
        steps
    }

    fn explain_edge(&self, id: EdgeId) -> PathStep {
        let from = self.graph.edge(id).from;
        let node = self.graph.node(from);
        let func = self.facts.func(node.func);
        let block = &func.blocks[node.key.block];
        let end = self.graph.section(&self.facts, from).end as usize;
        let kind = match (block.insts.get(end), &block.terminator) {
            (Some(inst), _) => match (&inst.op, self.graph.context_of(self.callee_context(id))) {
                (Op::Call(_), Context::Call { func, .. }) => StepKind::Call(func),
                _ => StepKind::Next,
            },
            (None, Terminator::Return(_)) => StepKind::Return,
            (None, _) => {
                let edges = node.edges.iter().flatten();
                let target = edges.take_while(|edge| **edge != id).count() as u32;
                match decision(func, node.key.block, target) {
                    Some((block, target)) => StepKind::Branch(Turn {
                        func: node.func,
                        block,
                        target,
                    }),
                    None => StepKind::Next,
                }
            }
        };
        let mut step = self.explain_step(from, kind);
        if let StepKind::Branch(turn) = kind {
            step.loc = func.blocks[turn.block].loc.or(step.loc);
        }
        step
    }

    /// The context that an edge leads to, without the loop that the function may start with.
    fn callee_context(&self, id: EdgeId) -> ContextId {
        let context = self.graph.node(self.graph.edge(id).to).key.context;
        match self.graph.context_of(context) {
            Context::Round { outer, .. } => outer,
            _ => context,
        }
    }

    fn explain_step(&self, id: NodeId, kind: StepKind) -> PathStep {
        let module = self.facts.program.module();
        let node = self.graph.node(id);
        let point = ProgramPoint {
            func: node.func,
            block: node.key.block,
            inst: self.graph.section(&self.facts, id).end,
        };
        let iteration = match self.graph.context_of(node.key.context) {
            Context::Round { round, .. } => Some(u64::from(round) + 1),
            _ => None,
        };
        PathStep {
            func: node.func,
            loc: point.loc(module),
            kind,
            iteration,
            calls: self.calls_to(node.key.context),
        }
    }

    /// The locations of calls in functions of the user, outermost first.
    fn calls_to(&self, context: ContextId) -> Vec<LocId> {
        let module = self.facts.program.module();
        let (mut calls, mut at) = (Vec::new(), context);
        loop {
            at = match self.graph.context_of(at) {
                Context::Start => break,
                Context::Round { outer, .. } => outer,
                Context::Call {
                    outer, block, inst, ..
                } => {
                    let func = self.graph.func_of(outer);
                    if module.funcs[func].user {
                        calls.extend(ProgramPoint { func, block, inst }.loc(module));
                    }
                    outer
                }
            };
        }
        calls.reverse();
        calls
    }

    /// The variables that searches started to track, in order.
    pub(super) fn explain_refinements(&self) -> Vec<Refinement> {
        let program = self.facts.program;
        let module = program.module();
        let name = |variable: &Variable| match variable {
            Variable::Register(func, local) => {
                let name = &module.funcs[*func].locals[*local].name;
                name.as_ref().map(ToString::to_string)
            }
            Variable::Memory(cell) => {
                let name = program.global_name(cell.object)?;
                Some(match cell.offset {
                    0 => name.to_string(),
                    offset => format!("{name}+{offset}"),
                })
            }
        };
        let explained = self.reach.refinements().iter().map(|it| {
            let mut variables: Vec<String> = it.variables.iter().filter_map(name).collect();
            variables.sort();
            variables.dedup();
            Refinement {
                target: it.target.map(|point| (point.func, point.loc(module))),
                at: (it.at.func, it.at.loc(module)),
                variables,
            }
        });
        explained.collect()
    }
}

/// The branch that an edge depends on: the edge itself, or the last branch before it if there is
/// one path from there; `None` if several paths lead to the edge.
fn decision(func: &Func, block: BlockId, target: u32) -> Option<(BlockId, u32)> {
    let (mut block, mut target) = (block, target);
    while func.blocks[block].terminator.targets().len() < 2 {
        let mut before = Vec::new();
        for (id, other) in func.blocks.enumerate() {
            let targets = other.terminator.targets().iter().enumerate();
            let here = targets.filter(|(_, it)| it.block == block);
            before.extend(here.map(|(number, _)| (id, number as u32)));
        }
        let [only] = before[..] else {
            return None;
        };
        (block, target) = only;
    }
    Some((block, target))
}
