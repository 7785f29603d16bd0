//! Reasons: the edges of a path without which something might not hold.
//!
//! The path is walked backwards from the decision in question. The decision depends on a set of
//! operands, and on the conditions of the path by which the solver excluded the alternatives. The
//! walk keeps the locals and cells whose values matter, replaces each by its sources at its
//! definition, and collects the edges that selected that definition among others:
//!
//! - the edge that passed the argument of a block parameter;
//! - the edge that left a loop, for a local that is defined in the loop and used after it;
//! - the edge into a join point, for a cell that its predecessors may have written different values
//!   to;
//! - the edge that returned the result of a call.
//!
//! A condition of the path holds after the edge that it was decided for. A value that comes from
//! memory other than cells and known objects, or in an unknown way, depends on the whole path
//! before it. Every path with the collected edges computes the same values from its inputs, so the
//! same decision holds on it. This follows by induction along the walk, because each definition
//! dominates its use in the graph without the edges that are not taken.

use super::abstraction::Variable;
use super::cells::CellId;
use super::facts::{Facts, Source};
use super::graph::{EdgeId, Graph};
use super::path::{Entered, Visit};
use crate::driver::{Note, Origins};
use crate::path::Cause;
use rustc_hash::FxHashSet;
use sheaf_ir::index::Idx;
use sheaf_ir::{Block, Callee, Inst, Local, Op, Operand};
use sheaf_term::cancel;
use std::rc::Rc;

/// Cost of walking through one node of a path, in steps of [`cancel::steps`].
const STEPS_PER_VISIT: u32 = 1;

/// A question about the last node of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Why its terminator takes its target.
    Decision,
    /// Why nothing fails in it, and why the path ends or continues.
    Failures,
}

/// The conditions of the path that are part of a reason.
#[derive(Clone, Default)]
pub struct Conditions {
    /// Positions in the path condition, with the causes of the conditions.
    positions: Vec<(usize, Cause)>,
    /// Whether any condition of the path may be part of the reason.
    all: bool,
}

impl Conditions {
    /// The conditions that exclude the failures of a step; `None` if a failure is not excluded.
    pub fn excluding_failures(notes: &[Note]) -> Option<Self> {
        let mut conditions = Self::default();
        for note in notes {
            match note {
                Note::Excluded(by) => conditions.add(by),
                Note::ExcludedByPath => conditions.add_all(),
                Note::Infeasible { .. } => {}
                Note::Open => return None,
            }
        }
        Some(conditions)
    }

    /// Adds the conditions of a note.
    pub fn add(&mut self, origins: &Origins) {
        match origins {
            Some(positions) => self.positions.extend(positions),
            None => self.all = true,
        }
    }

    /// Adds all conditions of the path.
    pub fn add_all(&mut self) {
        self.all = true;
    }
}

/// A backward walk along a path.
pub struct Slicer<'a, 'p> {
    facts: &'a Facts<'p>,
    graph: &'a Graph,
    locals: FxHashSet<(u32, Local)>,
    cells: FxHashSet<CellId>,
    everything: bool,
    edges: Vec<EdgeId>,
    /// All locals and cells whose values mattered.
    variables: FxHashSet<Variable>,
}

const MAX_EDGES: usize = 256;

/// A question about the last node of a path, with the conditions that it depends on.
pub struct Asked<'a> {
    /// The node.
    pub last: &'a Rc<Visit>,
    pub question: Question,
    /// The conditions of the path that the answer depends on.
    pub conditions: Conditions,
}

/// The edges of the reason, in path order; `None` if there are too many, or if the walk would visit
/// more than `max_steps` nodes.
pub fn reason(facts: &Facts, graph: &Graph, asked: Asked, max_steps: usize) -> Option<Vec<EdgeId>> {
    let mut slicer = Slicer::new(facts, graph);
    if !slicer.walk(asked, max_steps) {
        return None;
    }
    slicer.edges.reverse();
    slicer.edges.dedup();
    Some(slicer.edges)
}

/// The variables of the reason, as far as the walk goes.
pub fn variables(
    facts: &Facts,
    graph: &Graph,
    asked: Asked,
    max_steps: usize,
) -> FxHashSet<Variable> {
    let mut slicer = Slicer::new(facts, graph);
    slicer.walk(asked, max_steps);
    slicer.variables
}

impl<'a, 'p> Slicer<'a, 'p> {
    fn new(facts: &'a Facts<'p>, graph: &'a Graph) -> Self {
        Slicer {
            facts,
            graph,
            locals: FxHashSet::default(),
            cells: FxHashSet::default(),
            everything: false,
            edges: Vec::new(),
            variables: FxHashSet::default(),
        }
    }
}

impl<'p> Slicer<'_, 'p> {
    fn block(&self, visit: &Visit) -> &'p Block {
        let node = self.graph.node(visit.node);
        &self.facts.func(node.func).blocks[node.key.block]
    }

    /// Walks backwards. Returns whether the walk was completed.
    fn walk(&mut self, asked: Asked, max_steps: usize) -> bool {
        let Asked { last, question, .. } = asked;
        self.everything = asked.conditions.all;
        let mut conditions = asked.conditions.positions;
        // In ascending order, so that the newest is at the end.
        conditions.sort_unstable_by_key(|(position, _)| *position);
        let mut at = Some(last);
        let mut left_by: Option<EdgeId> = None;
        let mut steps = 0;
        while let Some(visit) = at {
            steps += 1;
            if steps > max_steps || self.edges.len() > MAX_EDGES {
                return false;
            }
            if Rc::ptr_eq(visit, last) {
                match question {
                    Question::Decision => self.need_subject(visit),
                    Question::Failures => self.need_failures(visit),
                }
            }
            while let Some((_, cause)) = conditions.pop_if(|it| it.0 >= visit.conditions) {
                self.edges.extend(left_by);
                match cause {
                    Cause::Edge => self.need_subject(visit),
                    Cause::Obligation | Cause::Assumption => self.need_failures(visit),
                    Cause::Value | Cause::Merge => self.everything = true,
                }
            }
            cancel::steps(STEPS_PER_VISIT);
            if !self.everything {
                self.walk_section(visit);
            }
            self.walk_entry(visit);
            if !self.everything
                && self.locals.is_empty()
                && self.cells.is_empty()
                && conditions.is_empty()
            {
                return true;
            }
            left_by = visit.entered.edge();
            at = visit.before.as_ref();
        }
        true
    }

    fn need(&mut self, visit: &Visit, operand: Operand) {
        if let Operand::Local(local) = operand {
            self.locals.insert((visit.activation, local));
            let func = self.graph.node(visit.node).func;
            self.variables.insert(Variable::Register(func, local));
        }
    }

    fn need_cell(&mut self, cell: CellId) {
        self.cells.insert(cell);
        let part = self.facts.cells.part_of_memory(cell);
        self.variables.extend(part.map(Variable::Memory));
    }

    fn need_operands(&mut self, visit: &Visit, inst: &Inst) {
        inst.op.operands(|operand| self.need(visit, operand));
    }

    /// Adds the operand of the terminator to what matters.
    fn need_subject(&mut self, visit: &Visit) {
        if let Some(subject) = self.block(visit).terminator.subject() {
            self.need(visit, subject);
        }
    }

    /// Adds what decides about failures and assumptions in a node to what matters.
    fn need_failures(&mut self, visit: &Visit) {
        let facts = self.facts;
        let node = self.graph.node(visit.node);
        let section = self.graph.section(facts, visit.node);
        let block = &facts.func(node.func).blocks[node.key.block];
        for at in section.start..=section.end {
            let source = facts.failure_of(node.func, node.key.block, at);
            let inst = block.insts.get(at as usize);
            let is_assumption = inst.is_some_and(|inst| matches!(inst.op, Op::Assume(_)));
            match (source, inst) {
                (Source::Nothing, _) if !is_assumption => {}
                (Source::Everything | Source::Cell(_), _) => self.everything = true,
                (Source::Memory, Some(inst)) => self.need_memory(visit, inst),
                (_, Some(inst)) => self.need_operands(visit, inst),
                (_, None) => self.need_subject(visit),
            }
        }
    }

    /// Adds the operands of a memory access and the objects that they point to to what matters. An
    /// access under bounds depends on the whole path.
    fn need_memory(&mut self, visit: &Visit, inst: &Inst) {
        let func = self.graph.node(visit.node).func;
        let module = self.facts.program.module();
        match self.facts.cells.accessed(module, func, inst) {
            Some(objects) if !visit.is_bounded.get() => {
                objects
                    .into_iter()
                    .for_each(|object| self.need_cell(object));
                self.need_operands(visit, inst);
            }
            _ => self.everything = true,
        }
    }

    /// Replaces values that a node defines by their sources.
    fn walk_section(&mut self, visit: &Visit) {
        let facts = self.facts;
        let node = self.graph.node(visit.node);
        let section = self.graph.section(facts, visit.node);
        let block = &facts.func(node.func).blocks[node.key.block];
        let range = section.start as usize..block.insts.len().min(section.end as usize + 1);
        for inst in block.insts[range].iter().rev() {
            if let Op::Store { value, .. } = &inst.op
                && let Some(cell) = facts.cells.of(node.func, inst)
                && self.cells.remove(&cell)
            {
                self.need(visit, *value);
            }
            self.walk_write(visit, inst);
            // The result of a call is defined by the return.
            let calls = matches!(&inst.op, Op::Call(call)
                if !matches!(call.callee, Callee::Intrinsic(_)));
            if !calls
                && let Some(result) = inst.result
                && self.locals.remove(&(visit.activation, result))
            {
                match facts.result_of(node.func, inst) {
                    Source::Nothing => {}
                    Source::Operands => self.need_operands(visit, inst),
                    Source::Cell(cell) => self.need_cell(cell),
                    Source::Memory => self.need_memory(visit, inst),
                    Source::Everything => self.everything = true,
                }
            }
        }
    }

    /// Handles a write to an object that matters, or its initialization. What it held before still
    /// matters.
    fn walk_write(&mut self, visit: &Visit, inst: &Inst) {
        if self.cells.is_empty() {
            return;
        }
        let (facts, func) = (self.facts, self.graph.node(visit.node).func);
        let module = facts.program.module();
        let written = |object: &CellId| facts.cells.may_write(module, func, inst, *object);
        if !self.cells.iter().any(written) {
            return;
        }
        match &inst.op {
            Op::Call(_) => self.everything = true,
            Op::NewCells(_) | Op::NewRecord(_) => self.need_operands(visit, inst),
            _ => self.need_memory(visit, inst),
        }
    }

    /// Replaces values that the edge into a node defines, and collects the edge if it matters.
    fn walk_entry(&mut self, visit: &Visit) {
        let (Some(edge), Some(before)) = (visit.entered.edge(), &visit.before) else {
            return;
        };
        let is_choice = self.graph.edge(edge).is_one_of_several;
        if self.everything {
            if is_choice {
                self.edges.push(edge);
            }
            return;
        }
        let matters = match visit.entered {
            Entered::Start | Entered::Pass(_) => false,
            Entered::Target(_, target) => self.enter_block(visit, before, target),
            Entered::Call(_) => self.enter_call(visit, before),
            Entered::Return(_) => self.return_from(visit, before),
        };
        if is_choice && (matters || self.everything) {
            self.edges.push(edge);
        }
    }

    /// Whether it matters by which edge the path entered a block.
    fn enter_block(&mut self, visit: &Visit, before: &Visit, target: u32) -> bool {
        let facts = self.facts;
        let (from, to) = (self.graph.node(before.node), self.graph.node(visit.node));
        let func = facts.func(to.func);
        let known = &facts.funcs[to.func.index()];
        let (from, to, func_id) = (from.key.block, to.key.block, to.func);
        let activation = visit.activation;
        let mut matters = false;
        for natural in known.left_loops(from, to) {
            let body = &known.loops.loops()[natural];
            matters |= self.locals.iter().any(|(owner, local)| {
                *owner == activation && body.contains(known.defined_in(*local))
            });
            matters |= self
                .cells
                .iter()
                .any(|cell| facts.loop_writes(func_id, natural, *cell));
        }
        matters |= self
            .cells
            .iter()
            .any(|cell| facts.differs_at(func_id, to, *cell));
        let args = &func.blocks[from].terminator.targets()[target as usize].args;
        let params = func.blocks[to].params.iter().zip(args);
        let needed: Vec<Operand> = params
            .filter(|(param, _)| self.locals.remove(&(activation, **param)))
            .map(|(_, arg)| *arg)
            .collect();
        matters |= !needed.is_empty();
        needed.into_iter().for_each(|arg| self.need(visit, arg));
        matters
    }

    /// Whether it matters by which call the path entered a function.
    fn enter_call(&mut self, visit: &Visit, before: &Visit) -> bool {
        let facts = self.facts;
        let callee = self.graph.node(visit.node).func;
        let end = self.graph.section(facts, before.node).end as usize;
        let caller = self.block(before);
        let Some(Op::Call(call)) = caller.insts.get(end).map(|inst| &inst.op) else {
            self.everything = true;
            return true;
        };
        let params = &facts.func(callee).params;
        let needed: Vec<usize> = (0..params.len())
            .filter(|position| self.locals.remove(&(visit.activation, params[*position])))
            .collect();
        if needed.is_empty() {
            return false;
        }
        if matches!(call.callee, Callee::Intrinsic(_)) {
            self.everything = true;
            return true;
        }
        let args: Vec<Operand> = needed
            .iter()
            .filter_map(|at| call.args.get(*at).copied())
            .collect();
        for arg in args {
            self.need(before, arg);
        }
        true
    }

    /// Whether it matters by which edge the path returned to a caller.
    fn return_from(&mut self, visit: &Visit, before: &Visit) -> bool {
        let facts = self.facts;
        let start = self.graph.section(facts, visit.node).start as usize;
        let call = &self.block(visit).insts[start - 1];
        // Another function that the call may enter can write what this one does not.
        let mut matters = self
            .cells
            .iter()
            .any(|cell| facts.cells.written_by(call, *cell));
        if let Some(result) = call.result
            && self.locals.remove(&(visit.activation, result))
        {
            matters = true;
            if matches!(&call.op, Op::Call(call) if matches!(call.callee, Callee::Intrinsic(_))) {
                self.everything = true;
            }
            if let Some(value) = self.block(before).terminator.subject() {
                self.need(before, value);
            }
        }
        matters
    }
}
