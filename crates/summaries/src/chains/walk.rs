//! Chains: the graph unfolded into acyclic paths, with a loop node where a path enters a loop.
//!
//! Paths that reach one section with the same values, under the same conditions or under a
//! condition and its negation, are merged into one chain, because they have the same effect.

use super::graph::{EdgeKind, SectionId};
use super::loop_node::LoopNode;
use super::memory::Memory;
use super::{Analysis, Obstacle};
use crate::loops::arithmetic::normal_condition;
use crate::state::State;
use sheaf_ir::analysis::LoopId;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Op};
use sheaf_term::Term;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

sheaf_tuning::constants! {
    /// The maximum number of sections that all chains together go through.
    MAX_STEPS: usize = 20_000, 1 => 320_000, "sections";
}

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
    /// The calls, with the values of locals, and memory.
    pub state: State,
    /// What is known of memory besides.
    pub memory: Memory,
    /// Its steps so far.
    pub steps: Vec<Step>,
    /// The branches that it may have taken: section and target.
    pub edges: BTreeSet<(SectionId, u32)>,
}

/// Walks that have not ended, by the position of their next section in the order of the graph.
#[derive(Default)]
struct Open(BTreeMap<u32, Vec<Walk>>);

impl Open {
    /// The walks at a position.
    fn at(&mut self, order: u32) -> &mut Vec<Walk> {
        self.0.entry(order).or_default()
    }

    /// Removes a walk at the first position, and the others there if one is enough.
    fn next(&mut self, one_is_enough: bool) -> Option<Walk> {
        let mut first = self.0.first_entry()?;
        let walk = first.get_mut().pop();
        if one_is_enough || first.get().is_empty() {
            first.remove();
        }
        walk
    }
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

    /// Whether another walk is at the same place with the same values.
    fn is_same(&self, other: &Walk) -> bool {
        let mut frames = self.state.frames.iter().zip(&other.state.frames);
        self.section == other.section
            && self.memory == other.memory
            && frames.all(|(a, b)| Rc::ptr_eq(a, b) || a.regs == b.regs)
            && self.state.heap.is_same(&other.state.heap)
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
        let mut open = Open::default();
        open.at(self.order(&start)).push(start);
        let mut ended = Vec::new();
        while let Some(mut walk) = open.next(self.leaves_out.is_some()) {
            self.limit()?;
            let keeps_dead = matches!(region, Region::Root) && walk.has_loops();
            if !self.run(&mut walk, depth) {
                if keeps_dead && walk.is_dead() {
                    self.add(&mut ended, walk);
                }
                continue;
            }
            if self.graph.sections[walk.section].is_target {
                if matches!(region, Region::Root) {
                    ended.push(walk.clone());
                }
                if !self.passes_target(&mut walk, depth) {
                    continue;
                }
            }
            for (to, next) in self.leave(walk, depth)? {
                if next.is_dead() {
                    if keeps_dead {
                        self.add(&mut ended, next);
                    }
                    continue;
                }
                match self.arrive(next, to, region, depth, outer)? {
                    Some(Arrived::Ends(walk)) => self.add(&mut ended, walk),
                    Some(Arrived::Goes(walk)) => self.add(open.at(self.order(&walk)), walk),
                    None => {}
                }
            }
        }
        Ok(ended)
    }

    /// Counts a step. From half of a limit on, all chains but one to each section are left out: that
    /// proves nothing, but some chain reaches the target, and guides the search.
    ///
    /// # Errors
    /// At the limit.
    fn limit(&mut self) -> Result<(), Obstacle> {
        self.steps += 1;
        let left = self.end.saturating_duration_since(Instant::now());
        let limits = [
            (
                self.steps >= MAX_STEPS.get() / 2,
                self.steps > MAX_STEPS.get(),
                "too many chains",
            ),
            (left < self.time / 2, left.is_zero(), "too little time"),
        ];
        for (is_near, is_reached, what) in limits {
            if is_reached {
                return Err(what.to_string());
            }
            if is_near {
                self.leaves_out.get_or_insert_with(|| what.to_string());
            }
        }
        Ok(())
    }

    /// The position of the next section of a walk in the order of the graph.
    fn order(&self, walk: &Walk) -> u32 {
        self.graph.order[walk.section.index()]
    }

    /// Adds a walk, unless one with the same effect exists.
    fn add(&mut self, walks: &mut Vec<Walk>, walk: Walk) {
        for other in walks.iter_mut() {
            if other.is_same(&walk) && self.join_steps(&mut other.steps, &walk.steps) {
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

    /// Executes the instructions of a section. Returns whether the walk gets to its end.
    fn run(&mut self, walk: &mut Walk, depth: usize) -> bool {
        let section = &self.graph.sections[walk.section];
        let block = &self.graph.func(walk.section).blocks[section.block];
        let mut insts = block.insts[section.start..section.end].iter();
        insts.all(|inst| self.execute(walk, inst, depth))
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
        let section = &self.graph.sections[walk.section];
        let block = &self.graph.func(walk.section).blocks[section.block];
        let inst = block.insts.get(section.end);
        let Some(inst) = inst.filter(|_| !section.edges.is_empty() && !self.graph.is_block) else {
            return false;
        };
        let holds = self.holds_at_target(walk);
        let line = self.graph.line(walk.section);
        holds.is_none_or(|holds| self.assume(walk, holds, line, false))
            && self.skip(walk, inst, depth)
    }

    /// The condition under which the target at the end of a section is not reached.
    pub fn holds_at_target(&mut self, walk: &Walk) -> Option<Term> {
        let section = &self.graph.sections[walk.section];
        let inst = self.graph.func(walk.section).blocks[section.block]
            .insts
            .get(section.end)
            .filter(|_| !self.graph.is_block)?;
        let condition = match &inst.op {
            Op::Check { condition, .. } => *condition,
            Op::Call(call) => *call.args.first()?,
            _ => return None,
        };
        self.truth(walk, condition)
    }

    /// The continuations of a walk, with their next sections.
    fn leave(&mut self, walk: Walk, depth: usize) -> Result<Vec<(SectionId, Walk)>, Obstacle> {
        let section = &self.graph.sections[walk.section];
        let block = &self.graph.func(walk.section).blocks[section.block];
        let line = self.graph.line(walk.section);
        let guards = match section.end == block.insts.len() {
            true => self.guards(&walk, &block.terminator),
            false => Vec::new(),
        };
        let mut next = Vec::new();
        for edge in &section.edges {
            if !self.graph.leads[edge.to.index()] {
                continue;
            }
            let mut walk = walk.clone();
            match edge.kind {
                EdgeKind::Next => {}
                EdgeKind::Branch(number) => {
                    if let Some(term) = guards[number as usize]
                        && !self.assume(&mut walk, term, line, true)
                    {
                        if walk.is_dead() {
                            next.push((edge.to, walk));
                        }
                        continue;
                    }
                    self.take(&mut walk, number, depth);
                    walk.edges.insert((walk.section, number));
                }
                kind => self.cross(&mut walk, kind, edge.to, depth)?,
            }
            next.push((edge.to, walk));
        }
        Ok(next)
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
