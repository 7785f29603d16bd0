//! Query count estimation: the number of later solver queries that may depend on a value, as the
//! cost of merging two states that differ in it (Kuznetsov, Kinder, Bucur, Candea, "Efficient State
//! Merging in Symbolic Execution", PLDI 2012, section 3; for microc Rozhoň, "Nested loops and path
//! explosion in symbolic execution", 2024, sections 4.3.1 and 5.4.3.2). A value that is constant in
//! a state causes no queries; two that differ become a choice, and whatever depends on it becomes a
//! query. The estimate is a heuristic: it decides when states merge, never what is found.
//!
//! - **Queries** are the conditions that the engine must decide: [`queries`].
//! - **Dependencies** follow definitions and uses, through block parameters, calls and memory:
//!   [`walk`]. Only data dependencies count, not control dependencies. Memory is a few classes of
//!   objects: [`memory`].
//! - **Along a path, queries are added.** Uses are counted one by one, so a query that depends on a
//!   value twice, by paths that join only in another block, counts twice: the estimate errs towards
//!   not merging. The sides of a branch are joined: [`Estimate`].
//! - **Loops** have an unbounded number of queries, which is limited in two ways: [`Estimate`].
//! - **Calls** add the callee's queries about its parameters and about memory. Of the candidates of
//!   a call through a value, the most expensive one counts, because most of them are candidates by
//!   their number of parameters only.

mod function;
mod memory;
mod queries;
#[cfg(test)]
mod tests;
mod unroll;
mod walk;

use crate::analysis::call_graph::CallGraph;
use crate::behaviour::Behaviours;
use crate::index::Idx;
use crate::module::{Block, BlockId, FuncId, GlobalId, LocId, Local, Module, ProgramPoint};
use function::FuncCosts;
use memory::{Classes, Memory};
use walk::{Cost, Var, Walk};

/// How branches, loops and recursion are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Estimate {
    /// A backward data-flow analysis to a fixpoint, over numbers of at most [`LATTICE_MOST`]. The
    /// sides of a branch are joined by their maximum, the least upper bound: the queries of one
    /// path. So a loop only increases the cost of what it queries itself.
    Lattice,
    /// Each loop runs at most `kappa` times, at least once, and so do recursive functions. An inner
    /// loop runs at most as often as the whole nest makes [`NEST_MOST`] iterations. The sides of a
    /// branch are added, as in the thesis: a merged state continues on both. (Kuznetsov weights
    /// each side by 0.8, against a limit that is itself a share of all queries; for an absolute and
    /// small limit, which the thesis found best, that makes no difference.)
    Recursive {
        /// Iterations of each loop.
        kappa: u32,
    },
}

/// The largest number of the data-flow analysis (thesis, section 5.4.3.2): limits on the cost are
/// small, so larger ones need not be distinguished.
pub const LATTICE_MOST: u32 = 10;
/// The largest number otherwise; more is only "many".
pub const RECURSIVE_MOST: u32 = 1_000_000;
/// The maximum number of iterations of a loop that are counted for one run of the function,
/// including those of the loops around it.
pub const NEST_MOST: u32 = 1_024;

impl Estimate {
    /// Joins the cost of one more successor of a branch.
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
    /// Each global variable is a class of its own.
    Global(GlobalId),
    /// Objects that were allocated at this source location, on the stack or the heap, or by a
    /// library function called there.
    AllocatedAt(LocId),
    /// Any.
    Any,
}

/// The estimates for a module. A function is solved when it is asked about for the first time:
/// libraries are often larger than what runs of them.
pub struct QueryCosts<'m> {
    module: &'m Module,
    calls: CallGraph,
    memory: Memory<'m>,
    estimate: Estimate,
    /// Told how many instructions are looked at. It may unwind.
    work: fn(u32),
    /// Classes that each function, or one that it calls, reads.
    reads: Vec<Classes>,
    funcs: Vec<FuncCosts>,
    /// Whether a component of the call graph is solved, by its index there.
    solved: Vec<bool>,
}

fn at(func: FuncId, block: BlockId, inst: usize) -> ProgramPoint {
    let inst = inst as u32;
    ProgramPoint { func, block, inst }
}

impl<'m> QueryCosts<'m> {
    /// Prepares them.
    pub fn new(module: &'m Module, behaviours: &Behaviours, estimate: Estimate) -> Self {
        let calls = CallGraph::new(module);
        let memory = Memory::new(module, behaviours, &calls);
        QueryCosts {
            module,
            memory,
            estimate,
            work: |_| (),
            reads: vec![0; module.funcs.len()],
            funcs: vec![FuncCosts::default(); module.funcs.len()],
            solved: vec![false; calls.components().len()],
            calls,
        }
    }

    /// The same, for a client that limits the work: `work` is told how many instructions are looked
    /// at, and may unwind.
    pub fn counting(self, work: fn(u32)) -> Self {
        QueryCosts { work, ..self }
    }

    /// Solves a function and what it may call, callees before their callers.
    fn solve(&mut self, func: FuncId) {
        if self.solved[self.calls.component(func)] {
            return;
        }
        let reached = self.calls.reachable([func]);
        for number in 0..self.solved.len() {
            let first = self.calls.components()[number][0];
            if reached[first.index()] && !self.solved[number] {
                let group = self.calls.components()[number].clone();
                self.solve_group(&group);
                self.solved[number] = true;
            }
        }
    }

    /// Later queries that may depend on the value of a local, from just before the instruction at
    /// position `inst` of a block (the terminator follows the last instruction) until the function
    /// returns, without the callers' uses of the result.
    pub fn local(&mut self, func: FuncId, block: BlockId, inst: usize, local: Local) -> f64 {
        self.local_on_stack([at(func, block, inst)], local)
    }

    /// As [`QueryCosts::local`], for the content of the objects of a class.
    pub fn memory(&mut self, func: FuncId, block: BlockId, inst: usize, class: MemoryClass) -> f64 {
        self.memory_on_stack([at(func, block, inst)], class)
    }

    /// As [`QueryCosts::local`], including the callers' uses of results and written memory. The
    /// local's frame comes first, then its callers, each at the position after its call.
    pub fn local_on_stack(
        &mut self,
        frames: impl IntoIterator<Item = ProgramPoint>,
        local: Local,
    ) -> f64 {
        self.through(frames, Some(local), 0, 0)
    }

    /// As [`QueryCosts::memory`], including the callers' queries: all frames of a state, the
    /// innermost first.
    pub fn memory_on_stack(
        &mut self,
        frames: impl IntoIterator<Item = ProgramPoint>,
        class: MemoryClass,
    ) -> f64 {
        let classes = self.memory.class(class);
        self.through(frames, None, classes, classes)
    }

    /// Queries of some frames that depend on a local of the first one and on the objects of some
    /// classes. In every further frame they depend on the result of the call, the same objects of
    /// `lasting` classes, and written memory.
    fn through(
        &mut self,
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

    /// The cost of a local and of the content of some classes, from a point until its function
    /// returns.
    fn in_frame(
        &mut self,
        point: ProgramPoint,
        code: &'m Block,
        local: Option<Local>,
        classes: Classes,
    ) -> Cost {
        self.solve(point.func);
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

    /// Solves a group of mutually recursive functions, or a single function; their other callees
    /// are solved already.
    fn solve_group(&mut self, group: &[FuncId]) {
        self.note_reads(group);
        if !self.calls.is_recursive(group[0]) {
            return self.round(group, self.most(), NEST_MOST, &mut false);
        }
        // First the dependencies, which only grow; they determine the queries.
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

    /// Solves each function once with the current results of its callees.
    fn round(&mut self, group: &[FuncId], most: u32, nest: u32, changed: &mut bool) {
        for func in group {
            let costs = FuncCosts::new(self, *func, most, nest);
            *changed |= costs.entry() != self.funcs[func.index()].entry();
            self.funcs[func.index()] = costs;
        }
    }

    /// Records the classes of memory that the functions and their callees read.
    fn note_reads(&mut self, group: &[FuncId]) {
        let mut reads = 0;
        for func in group {
            reads |= self.memory.reads(*func);
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
