//! Chains: the graph unfolded into acyclic paths, with a loop node where a path enters a loop.
//!
//! Paths that reach one section with the same values, under the same conditions or under a
//! condition and its negation, are merged into one chain, because they have the same effect.

use super::graph::{EdgeKind, SectionId};
use super::loop_node::LoopNode;
use super::memory::Memory;
use super::values::{Evaluator, Registers, Value};
use super::{Analysis, Obstacle};
use crate::loops::arithmetic::normal_condition;
use sheaf_ir::analysis::LoopId;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Local, Op, Operand, Terminator};
use sheaf_term::Term;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

/// The maximum number of chains of a loop, and of root chains.
const MAX_CHAINS: usize = 128;

/// The maximum number of sections that all chains together go through.
const MAX_STEPS: usize = 20_000;

/// A step of a chain.
#[derive(Clone)]
pub enum Step {
    /// A condition.
    Assume {
        /// The condition, over the values at the start of the chain and counters.
        term: Term,
        /// Its source line.
        line: Option<u32>,
        /// Whether it is a branch of the program, rather than a check or an assumption.
        is_branch: bool,
        /// Whether it is outside of all loops.
        is_outside: bool,
    },
    /// A loop.
    Loop(Rc<LoopNode>),
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Step::Assume { term: a, .. }, Step::Assume { term: b, .. }) => a == b,
            (Step::Loop(a), Step::Loop(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// A path from the start of a region.
#[derive(Clone)]
pub struct Walk {
    /// The next section.
    pub section: SectionId,
    /// The values of locals, by call.
    pub registers: BTreeMap<u32, Registers>,
    /// The contents of memory.
    pub memory: Memory,
    /// Its steps so far.
    pub steps: Vec<Step>,
    /// The branches that it may have taken: section and target.
    pub edges: BTreeSet<(SectionId, u32)>,
}

/// A part of the graph that is unfolded into acyclic paths.
#[derive(Clone, Copy, Debug)]
pub enum Region {
    /// From the start to the target.
    Root,
    /// From the header of a loop back to it.
    Body(LoopId),
}

impl Walk {
    /// Whether its last condition is false.
    fn is_dead(&self) -> bool {
        matches!(self.steps.last(), Some(Step::Assume { term, .. }) if *term == Term::FALSE)
    }

    /// Whether it enters a loop.
    pub fn has_loops(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Loop(_)))
    }

    /// The conditions of all steps.
    pub fn conditions(&self) -> Vec<Term> {
        conditions(&self.steps)
    }
}

/// The conditions of steps.
pub fn conditions(steps: &[Step]) -> Vec<Term> {
    let mut all = Vec::new();
    for step in steps {
        match step {
            Step::Assume { term, .. } => all.push(*term),
            Step::Loop(node) => all.extend(node.facts.iter().map(|fact| fact.term)),
        }
    }
    all
}

impl Analysis<'_, '_> {
    /// Follows all paths of a region from its start. Returns those that reach its end.
    pub fn explore(
        &mut self,
        start: Walk,
        region: Region,
        depth: usize,
        outer: &[Term],
    ) -> Result<Vec<Walk>, Obstacle> {
        let mut open = vec![start];
        let mut ended = Vec::new();
        while let Some(at) = self.first(&open) {
            self.steps += 1;
            if self.steps > MAX_STEPS || open.len() + ended.len() > MAX_CHAINS {
                return Err("too many chains".to_string());
            }
            if Instant::now() > self.end {
                return Err("too little time".to_string());
            }
            let mut walk = open.swap_remove(at);
            if self.run(&mut walk, depth) {
                if matches!(region, Region::Root) {
                    ended.push(walk.clone());
                }
                if !self.passes_target(&mut walk, depth) {
                    continue;
                }
            }
            let keeps_dead = matches!(region, Region::Root) && walk.has_loops();
            for (to, next) in self.leave(walk, depth) {
                if next.is_dead() {
                    if keeps_dead {
                        self.add(&mut ended, next);
                    }
                    continue;
                }
                match self.arrive(next, to, region, depth, outer)? {
                    Some(Arrived::Ends(walk)) => self.add(&mut ended, walk),
                    Some(Arrived::Goes(walk)) => self.add(&mut open, walk),
                    None => {}
                }
            }
        }
        Ok(ended)
    }

    /// The position of the walk whose section comes first in the order of the graph.
    fn first(&self, open: &[Walk]) -> Option<usize> {
        let order = |walk: &Walk| self.graph.order[walk.section.index()];
        (0..open.len()).min_by_key(|at| order(&open[*at]))
    }

    /// Adds a walk, unless one with the same effect exists.
    fn add(&mut self, walks: &mut Vec<Walk>, walk: Walk) {
        for other in walks.iter_mut() {
            if other.section == walk.section
                && other.registers == walk.registers
                && other.memory == walk.memory
                && self.join_steps(&mut other.steps, &walk.steps)
            {
                other.edges.extend(walk.edges);
                return;
            }
        }
        walks.push(walk);
    }

    /// Replaces steps by the disjunction of both, if they differ in at most one condition and its
    /// negation.
    fn join_steps(&mut self, steps: &mut Vec<Step>, others: &[Step]) -> bool {
        if *steps == others {
            return true;
        }
        if steps.len() != others.len() {
            return false;
        }
        let mut pairs = steps.iter().zip(others).enumerate();
        let Some((at, (Step::Assume { term: a, .. }, Step::Assume { term: b, .. }))) =
            pairs.find(|(_, (a, b))| a != b)
        else {
            return false;
        };
        let is_complement = self.pool.not(*a) == *b;
        if !is_complement || pairs.any(|(_, (a, b))| a != b) {
            return false;
        }
        steps.remove(at);
        true
    }

    /// Executes the instructions of a section. Returns whether it ends with the target.
    fn run(&mut self, walk: &mut Walk, depth: usize) -> bool {
        let section = self.graph.sections[walk.section].clone();
        let insts = {
            let block = &self.graph.func(walk.section).blocks[section.block];
            &block.insts[section.start..section.end.min(block.insts.len())]
        };
        for inst in insts {
            let module = self.graph.program.module();
            let mut evaluator = self.evaluator(walk, depth);
            evaluator.execute(inst);
            let conditions = std::mem::take(&mut evaluator.conditions);
            let line = inst.loc.map(|loc| module.locs[loc].line);
            for term in conditions {
                self.assume(walk, term, line, false);
            }
        }
        section.is_target
    }

    /// An evaluator at the section of a walk.
    pub fn evaluator<'e>(&'e mut self, walk: &'e mut Walk, depth: usize) -> Evaluator<'e> {
        let func = self.graph.func(walk.section);
        let call = self.graph.sections[walk.section].call;
        Evaluator {
            module: self.graph.program.module(),
            behaviours: self.graph.program.behaviours(),
            settings: self.settings,
            pool: self.pool,
            symbols: &mut self.symbols,
            func,
            depth,
            registers: walk.registers.entry(call.0).or_default(),
            memory: &mut walk.memory,
            conditions: Vec::new(),
        }
    }

    /// Adds a condition. Returns whether it may hold.
    pub fn assume(
        &mut self,
        walk: &mut Walk,
        term: Term,
        line: Option<u32>,
        is_branch: bool,
    ) -> bool {
        let term = normal_condition(self.pool, term);
        if term == Term::TRUE {
            return true;
        }
        let negated = self.pool.not(term);
        let mut is_known = false;
        for step in &walk.steps {
            if let Step::Assume { term: known, .. } = step {
                if *known == negated {
                    return false;
                }
                is_known |= *known == term;
            }
        }
        if !is_known {
            let innermost = self.graph.loops.innermost(BlockId(walk.section.0));
            walk.steps.push(Step::Assume {
                term,
                line,
                is_branch,
                is_outside: innermost.is_none(),
            });
        }
        term != Term::FALSE
    }

    /// Adds that the check of the target holds. Returns whether the walk continues after it.
    fn passes_target(&mut self, walk: &mut Walk, depth: usize) -> bool {
        let section = self.graph.sections[walk.section].clone();
        if section.edges.is_empty() {
            return false;
        }
        let holds = self.holds_at_target(walk, depth);
        let line = self.graph.line(walk.section);
        holds.is_none_or(|holds| self.assume(walk, holds, line, false))
    }

    /// The condition under which the target at the end of a section is not reached.
    pub fn holds_at_target(&mut self, walk: &mut Walk, depth: usize) -> Option<Term> {
        let section = self.graph.sections[walk.section].clone();
        let inst = &self.graph.func(walk.section).blocks[section.block].insts[section.end];
        let condition = match &inst.op {
            Op::Check { condition, .. } => *condition,
            Op::Call(call) => *call.args.first()?,
            _ => return None,
        };
        self.evaluator(walk, depth).truth(condition)
    }

    /// The continuations of a walk, with their next sections.
    fn leave(&mut self, walk: Walk, depth: usize) -> Vec<(SectionId, Walk)> {
        let section = self.graph.sections[walk.section].clone();
        let func = self.graph.func(walk.section);
        let block = &func.blocks[section.block];
        let line = self.graph.line(walk.section);
        let mut next = Vec::new();
        for edge in &section.edges {
            if !self.graph.leads[edge.to.index()] {
                continue;
            }
            let mut walk = walk.clone();
            match edge.kind {
                EdgeKind::Next => {}
                EdgeKind::Branch(number) => {
                    if let Some(term) = self.branch(&mut walk, depth, &block.terminator, number)
                        && !self.assume(&mut walk, term, line, true)
                    {
                        if walk.is_dead() {
                            next.push((edge.to, walk));
                        }
                        continue;
                    }
                    let target = &block.terminator.targets()[number as usize];
                    let params = &func.blocks[target.block].params;
                    let mut evaluator = self.evaluator(&mut walk, depth);
                    let values = evaluator.bind(params, &target.args);
                    let live = self.live(walk.section, target.block);
                    if let Some(registers) = walk.registers.get_mut(&section.call.0) {
                        registers.retain(|local, _| live.contains(local));
                        registers.extend(values);
                    }
                    walk.edges.insert((walk.section, number));
                }
                EdgeKind::Enter(call) => {
                    let callee = &self.graph.program.module().funcs[self.graph.calls[call].func];
                    let args: Box<[Operand]> = match &block.insts[section.end].op {
                        Op::Call(call) => call.args.clone(),
                        _ => Box::default(),
                    };
                    let values = self.evaluator(&mut walk, depth).bind(&callee.params, &args);
                    walk.registers.insert(call.0, values.into_iter().collect());
                }
                EdgeKind::Return => {
                    let value = match &block.terminator {
                        Terminator::Return(Some(value)) => {
                            self.evaluator(&mut walk, depth).value(*value)
                        }
                        _ => Value::Unknown,
                    };
                    walk.registers.remove(&section.call.0);
                    let from = self.graph.calls[section.call].from;
                    if let Some(caller) = from {
                        let (call, result) = self.result_of(caller);
                        if let Some(result) = result {
                            walk.registers
                                .entry(call)
                                .or_default()
                                .insert(result, value);
                        }
                    }
                }
            }
            next.push((edge.to, walk));
        }
        next
    }

    /// The call of a calling section, and the local for the result.
    fn result_of(&self, caller: SectionId) -> (u32, Option<Local>) {
        let section = &self.graph.sections[caller];
        let inst = &self.graph.func(caller).blocks[section.block].insts[section.end];
        (section.call.0, inst.result)
    }

    /// The locals that are live on entry to a block of a section's function.
    fn live(&mut self, section: SectionId, block: BlockId) -> BTreeSet<Local> {
        let call = &self.graph.calls[self.graph.sections[section].call];
        let liveness = self.liveness_of(call.func);
        liveness.live_in(block).iter().copied().collect()
    }

    /// The condition of a branch, if it is known.
    fn branch(
        &mut self,
        walk: &mut Walk,
        depth: usize,
        terminator: &Terminator,
        number: u32,
    ) -> Option<Term> {
        match terminator {
            Terminator::Branch(condition, _) => {
                let holds = self.evaluator(walk, depth).truth(*condition)?;
                Some(match number {
                    0 => holds,
                    _ => self.pool.not(holds),
                })
            }
            Terminator::Switch(switch) => {
                let mut evaluator = self.evaluator(walk, depth);
                let Value::Number(value) = evaluator.value(switch.value) else {
                    return None;
                };
                let is_default = number as usize == switch.default();
                let mut same = Vec::new();
                for case in &switch.cases {
                    if !is_default && case.target != number {
                        continue;
                    }
                    let Value::Number(case) = evaluator.value(Operand::Const(case.value)) else {
                        return None;
                    };
                    same.push(value.compare(evaluator.pool, sheaf_ir::CompareOp::Eq, case)?);
                }
                let any = self.pool.or_all(same);
                Some(match is_default {
                    true => self.pool.not(any),
                    false => any,
                })
            }
            _ => None,
        }
    }

    /// Moves a walk to its next section: it ends there, enters a loop, or continues.
    fn arrive(
        &mut self,
        mut walk: Walk,
        to: SectionId,
        region: Region,
        depth: usize,
        outer: &[Term],
    ) -> Result<Option<Arrived>, Obstacle> {
        let from = std::mem::replace(&mut walk.section, to);
        let (from_block, to_block) = (BlockId(from.0), BlockId(to.0));
        if let Region::Body(id) = region {
            let natural = &self.graph.loops.loops()[id];
            if to_block == natural.header {
                return Ok(Some(Arrived::Ends(walk)));
            }
            if !natural.contains(to_block) {
                return Ok(None);
            }
        }
        let header = self.graph.loops.with_header(to_block);
        if let Some(id) = header {
            // Acyclic paths do not come back to the header.
            if self.graph.loops.loops()[id].contains(from_block) {
                return Ok(None);
            }
            let outer: Vec<Term> = outer.iter().copied().chain(walk.conditions()).collect();
            self.enter_loop(&mut walk, id, depth, &outer)?;
        }
        // After a loop node, only paths that leave the loop continue.
        let mut around = self.graph.loops.innermost(to_block);
        while let Some(id) = around {
            if matches!(region, Region::Body(body) if body == id) {
                break;
            }
            if !self.leaves(id, to) {
                return Ok(None);
            }
            around = self.graph.loops.loops()[id].parent;
        }
        Ok(Some(Arrived::Goes(walk)))
    }

    /// Whether a path from a section in a loop leaves the loop towards the target, or reaches the
    /// target, without passing the header.
    fn leaves(&mut self, id: LoopId, section: SectionId) -> bool {
        if let Some(known) = self.leaving.get(&id) {
            return known.contains(&section);
        }
        let natural = &self.graph.loops.loops()[id];
        let mut found = BTreeSet::new();
        let is_inside = |section: SectionId| natural.contains(BlockId(section.0));
        let mut into: BTreeMap<SectionId, Vec<SectionId>> = BTreeMap::new();
        let mut pending = Vec::new();
        for block in &natural.body {
            let from = SectionId(block.0);
            let section = &self.graph.sections[from];
            if section.is_target {
                pending.push(from);
            }
            for edge in &section.edges {
                if !is_inside(edge.to) {
                    if self.graph.leads[edge.to.index()] {
                        pending.push(from);
                    }
                } else if BlockId(edge.to.0) != natural.header {
                    into.entry(edge.to).or_default().push(from);
                }
            }
        }
        while let Some(section) = pending.pop() {
            if found.insert(section) {
                pending.extend(into.get(&section).into_iter().flatten());
            }
        }
        let leaves = found.contains(&section);
        self.leaving.insert(id, found);
        leaves
    }
}

/// A walk after it reached a section.
enum Arrived {
    /// The walk ended at the end of the region.
    Ends(Walk),
    /// The walk continues.
    Goes(Walk),
}
