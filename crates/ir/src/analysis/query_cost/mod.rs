//! How many later solver queries a value may be part of: what it costs to merge two states that
//! differ in it.
//!
//! Query count estimation (Kuznetsov, Kinder, Bucur, Candea, "Efficient State Merging in Symbolic
//! Execution", PLDI 2012, section 3; for microc Rozhoň, "Nested loops and path explosion in
//! symbolic execution", 2024, sections 4.3.1 and 5.4.3.2). A value that is the same constant in a
//! state asks nothing; two that differ become a choice, and whatever depends on it becomes a query.
//!
//! - **What counts** is each condition that the engine must decide: [`queries`].
//! - **What depends on a value** follows definitions and uses, through block parameters, calls and
//!   memory: [`walk`]. Only data flows: what is assigned under a condition does not depend on it
//!   here. Memory is a few classes of objects: [`memory`].
//! - **Along a way queries add up.** Uses are counted one by one, so a query that a value enters
//!   twice, by ways that meet only in another block, counts twice: an estimate errs towards not
//!   merging. What the sides of a branch ask is joined: [`Estimate`].
//! - **Loops** ask without bound, and there are two ways around that: [`Estimate`].
//! - **Calls** add what the callee asks about its parameters and about memory. Of the functions
//!   that a call through a value may enter, the most expensive counts, because most of them are
//!   candidates by their number of parameters only.

mod function;
mod memory;
mod queries;
#[cfg(test)]
mod tests;
mod unroll;
mod walk;

use crate::analysis::call_graph::CallGraph;
use crate::index::Idx;
use crate::module::{Block, BlockId, FuncId, GlobalId, LocId, Local, Module, ProgramPoint};
use function::FuncCosts;
use memory::{Classes, Memory};
use walk::{Cost, Var, Walk};

/// How branches, loops and recursion are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Estimate {
    /// As a backwards data-flow analysis to a fixpoint, over numbers of at most [`LATTICE_MOST`].
    /// The sides of a branch are joined by the larger number, the least upper bound: it is what one
    /// path may ask. So a loop raises only what it asks about itself.
    Lattice,
    /// Each loop runs at most `kappa` times, at least once, and so do functions that call
    /// themselves. A loop in loops runs at most as often as the whole nest makes [`NEST_MOST`]
    /// rounds. The sides of a branch are added up, as in the thesis: a merged state goes on in
    /// both. (Kuznetsov weighs each side by 0.8, against a limit that is itself a share of all
    /// queries; for an absolute and small limit, which the thesis found best, that makes no
    /// difference.)
    Recursive {
        /// Iterations of each loop.
        kappa: u32,
    },
}

/// The largest number of the data-flow analysis (thesis, section 5.4.3.2): limits on the cost are
/// small, so larger ones need not be told apart.
pub const LATTICE_MOST: u32 = 10;
/// The largest number otherwise; more is only "many".
pub const RECURSIVE_MOST: u32 = 1_000_000;
/// The most iterations of a loop that are counted for one run of the function, those of the loops
/// around it included.
pub const NEST_MOST: u32 = 1_024;

impl Estimate {
    /// Adds what one more way from a branch costs to what others do.
    fn join(self, cost: &mut Cost, other: Cost, most: u32) {
        let largest = cost.queries.max(other.queries);
        cost.add(other, most);
        if self == Estimate::Lattice {
            cost.queries = largest;
        }
    }
}

/// Objects whose contents differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemoryClass {
    /// A global.
    Global(GlobalId),
    /// What was allocated at this place in the source, on the stack or the heap, or by a library
    /// function called there.
    AllocatedAt(LocId),
    /// Any.
    Any,
}

/// The estimates for a module.
#[derive(Clone, Debug)]
pub struct QueryCosts<'m> {
    module: &'m Module,
    calls: CallGraph,
    memory: Memory,
    estimate: Estimate,
    /// Classes that each function reads, or one that it calls.
    reads: Vec<Classes>,
    funcs: Vec<FuncCosts>,
}

fn at(func: FuncId, block: BlockId, inst: usize) -> ProgramPoint {
    let inst = inst as u32;
    ProgramPoint { func, block, inst }
}

impl<'m> QueryCosts<'m> {
    /// Computes them, for each function after those that it calls.
    pub fn new(module: &'m Module, estimate: Estimate) -> Self {
        let calls = CallGraph::new(module);
        let memory = Memory::new(module, &calls);
        let mut costs = QueryCosts {
            module,
            memory,
            estimate,
            reads: vec![0; module.funcs.len()],
            funcs: vec![FuncCosts::default(); module.funcs.len()],
            calls,
        };
        for group in costs.calls.components().to_vec() {
            costs.solve_group(&group);
        }
        costs
    }

    /// Later queries that may contain the value of a local, seen from just before the instruction
    /// at position `inst` of a block (its terminator has the position after the last), until the
    /// function returns. What callers do with what it returns is not in it.
    pub fn local(&self, func: FuncId, block: BlockId, inst: usize, local: Local) -> f64 {
        self.local_on_stack([at(func, block, inst)], local)
    }

    /// As [`QueryCosts::local`], for what the objects of a class hold.
    pub fn memory(&self, func: FuncId, block: BlockId, inst: usize, class: MemoryClass) -> f64 {
        self.memory_on_stack([at(func, block, inst)], class)
    }

    /// As [`QueryCosts::local`], with what callers do with what it returns and writes. The local's
    /// frame comes first, then those that wait for it, each at the position after its call.
    pub fn local_on_stack(
        &self,
        frames: impl IntoIterator<Item = ProgramPoint>,
        local: Local,
    ) -> f64 {
        self.through(frames, Some(local), 0, 0)
    }

    /// As [`QueryCosts::memory`], with what callers ask: all frames of a state, the innermost
    /// first.
    pub fn memory_on_stack(
        &self,
        frames: impl IntoIterator<Item = ProgramPoint>,
        class: MemoryClass,
    ) -> f64 {
        let classes = self.memory.class(class);
        self.through(frames, None, classes, classes)
    }

    /// Queries of some frames about what a local of the first, and objects of some classes, hold.
    /// In every further frame it is what the call gives, the same objects of `lasting` classes, and
    /// what was written.
    fn through(
        &self,
        frames: impl IntoIterator<Item = ProgramPoint>,
        local: Option<Local>,
        classes: Classes,
        lasting: Classes,
    ) -> f64 {
        let (mut local, mut classes) = (local, classes);
        let mut total = Cost::default();
        for (depth, point) in frames.into_iter().enumerate() {
            let Some(code) = self.module.funcs[point.func].blocks.get(point.block) else {
                break;
            };
            if depth > 0 {
                let call = point
                    .inst
                    .checked_sub(1)
                    .and_then(|call| code.insts.get(call as usize));
                local = call.and_then(|call| call.result).filter(|_| total.returned);
                classes = lasting | total.written;
                total.returned = false;
            }
            if local.is_none() && classes == 0 {
                break;
            }
            total.add(self.in_frame(point, code, local, classes), self.most());
        }
        f64::from(total.queries)
    }

    /// What becomes of a local and of the content of some classes, from a point until its function
    /// returns.
    fn in_frame(
        &self,
        point: ProgramPoint,
        code: &'m Block,
        local: Option<Local>,
        classes: Classes,
    ) -> Cost {
        let mut walk = Walk::new(self, point.func, 1);
        walk.begin_memory(classes, 0);
        if let Some(local) = local {
            walk.begin(Var::Local(local), 0);
        }
        walk.finish(code, point.inst as usize);
        let mut behind = Cost::default();
        for (to, entry) in self.funcs[point.func.index()].behind(point.block, &code.terminator) {
            let mut way = Cost::default();
            for (var, cost) in entry {
                if walk.at_start_of(&code.terminator, to, *var) != walk::NONE {
                    way.add(*cost, self.most());
                }
            }
            self.estimate.join(&mut behind, way, self.most());
        }
        let mut cost = walk.found[0];
        cost.add(behind, self.most());
        cost
    }

    /// Solves functions that call each other, or one that does not call itself; all others that
    /// they call are solved.
    fn solve_group(&mut self, group: &[FuncId]) {
        self.note_reads(group);
        if !self.calls.is_recursive(group[0]) {
            return self.round(group, self.most(), NEST_MOST, &mut false);
        }
        // First what depends on what, which does not shrink; it decides what is asked.
        self.until_stable(group, 0, NEST_MOST, u32::MAX);
        let (rounds, nest) = match self.estimate {
            Estimate::Lattice => (u32::MAX, NEST_MOST),
            Estimate::Recursive { kappa } => {
                let rounds = kappa.clamp(1, NEST_MOST);
                (rounds, NEST_MOST / rounds)
            }
        };
        self.until_stable(group, self.most(), nest, rounds);
    }

    fn until_stable(&mut self, group: &[FuncId], most: u32, nest: u32, rounds: u32) {
        for _ in 0..rounds {
            let mut changed = false;
            self.round(group, most, nest, &mut changed);
            if !changed {
                break;
            }
        }
    }

    /// Solves each function once with what is known of those that it calls.
    fn round(&mut self, group: &[FuncId], most: u32, nest: u32, changed: &mut bool) {
        for func in group {
            let costs = FuncCosts::new(self, *func, most, nest);
            *changed |= costs.entry() != self.funcs[func.index()].entry();
            self.funcs[func.index()] = costs;
        }
    }

    /// Notes which classes of memory the functions and those that they call read.
    fn note_reads(&mut self, group: &[FuncId]) {
        let mut reads = 0;
        for func in group {
            reads |= self.memory.reads(self.module, *func);
            for callee in self.calls.callees(*func) {
                reads |= self.reads[callee.index()];
            }
        }
        group
            .iter()
            .for_each(|func| self.reads[func.index()] = reads);
    }

    /// The largest number that is counted.
    fn most(&self) -> u32 {
        match self.estimate {
            Estimate::Lattice => LATTICE_MOST,
            Estimate::Recursive { .. } => RECURSIVE_MOST,
        }
    }
}
