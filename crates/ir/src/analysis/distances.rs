//! Distances, in instructions, to code that is not covered yet.
//!
//! Blocks are split after every call that may enter a function with a body, into segments. The
//! edges lead from a segment to the next one through the shortest path of a callee that returns, to
//! a callee's first block, or to the first segment of a successor block. Paths match calls and
//! returns: distances within a function do not leave it, and [`Distances::from_stack`] adds the
//! contribution of callers.
//!
//! Edges that only constants rule out are left out ([`Feasible`]).
//!
//! The distances to the return of a function do not depend on coverage and are computed once;
//! [`Distances::update`] is one shortest-path search backwards from the uncovered blocks.

use crate::analysis::call_graph::CallGraph;
use crate::analysis::feasible::Feasible;
use crate::index::Idx;
use crate::module::{BlockId, FuncId, Module};
use crate::op::{Op, Terminator};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Unreachable.
const FAR: u32 = u32::MAX;

/// Distances from the points of a program to its uncovered blocks.
#[derive(Clone, Debug)]
pub struct Distances {
    /// The first segment of each block of each function, followed for each function by the end of
    /// its last segment.
    first: Vec<Vec<u32>>,
    segments: Vec<Segment>,
    /// For each segment, its predecessors.
    sources: Vec<Vec<Source>>,
    /// For each segment, the minimum length of the call at its end until it returns.
    through: Vec<u32>,
    /// Minimum length from the start of a segment to the return of its function.
    to_return: Vec<u32>,
    /// Whether a segment starts an uncovered block.
    goal: Vec<bool>,
    /// Minimum length from the start of a segment, through its end, to an uncovered block, without
    /// returning from its function.
    to_goal: Vec<u32>,
}

/// The length of a path and the segment where it starts; the heap yields the shortest first.
type Frontier = BinaryHeap<Reverse<(u32, u32)>>;

/// A sequence of instructions up to a call or to the end of the block.
#[derive(Clone, Copy, Debug)]
struct Segment {
    /// Position of its first instruction in the block.
    start: u32,
    /// Its number of instructions, including the terminator.
    length: u32,
}

/// An edge between segments.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// From the end of a block.
    Step(u32),
    /// The call at the end of the segment enters here.
    Enter(u32),
    /// The call at the end of the segment returns here.
    Return(u32),
}

/// A call at the end of a segment.
struct CallSite {
    segment: u32,
    callees: Vec<FuncId>,
}

impl Distances {
    /// Prepares a module; before [`Distances::update`], nothing is uncovered and no distance is
    /// known.
    pub fn new(module: &Module, calls: &CallGraph) -> Self {
        let mut distances = Distances {
            first: Vec::with_capacity(module.funcs.len()),
            segments: Vec::new(),
            sources: Vec::new(),
            through: Vec::new(),
            to_return: Vec::new(),
            goal: Vec::new(),
            to_goal: Vec::new(),
        };
        let sites = distances.cut(module, calls);
        let count = distances.segments.len();
        distances.sources = vec![Vec::new(); count];
        distances.through = vec![FAR; count];
        distances.to_return = vec![FAR; count];
        distances.goal = vec![false; count];
        distances.to_goal = vec![FAR; count];
        distances.connect(module, &sites);
        distances.find_returns(module);
        distances
    }

    /// The number of segments, to which the cost of [`Distances::update`] is proportional.
    pub fn len(&self) -> usize {
        self.segments.len()
    }

    /// Whether there are no segments.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Computes the distances to the uncovered blocks.
    pub fn update(&mut self, uncovered: impl Fn(FuncId, BlockId) -> bool) {
        self.goal.fill(false);
        self.to_goal.fill(FAR);
        let mut frontier = Frontier::new();
        for (func, blocks) in self.first.iter().enumerate() {
            for (block, segment) in blocks.iter().take(blocks.len() - 1).enumerate() {
                if uncovered(FuncId::new(func), BlockId::new(block)) {
                    self.goal[*segment as usize] = true;
                    frontier.push(Reverse((0, *segment)));
                }
            }
        }
        let mut settled = vec![false; self.segments.len()];
        while let Some(Reverse((length, segment))) = frontier.pop() {
            if std::mem::replace(&mut settled[segment as usize], true) {
                continue;
            }
            for source in &self.sources[segment as usize] {
                let (from, between) = match *source {
                    Source::Step(from) | Source::Enter(from) => (from, 0),
                    Source::Return(from) => (from, self.through[from as usize]),
                };
                let own = self.segments[from as usize].length;
                let total = length.saturating_add(between).saturating_add(own);
                if total < self.to_goal[from as usize] {
                    self.to_goal[from as usize] = total;
                    frontier.push(Reverse((total, from)));
                }
            }
        }
    }

    /// Minimum number of instructions from a position in a block (the terminator follows the last
    /// instruction) to an uncovered block, without returning from the function; 0 at the start of
    /// an uncovered block, `None` if unreachable.
    pub fn within(&self, func: FuncId, block: BlockId, position: usize) -> Option<u32> {
        let (segment, done) = self.locate(func, block, position)?;
        if position == 0 && self.goal[segment] {
            return Some(0);
        }
        known(self.to_goal[segment]).map(|length| length.saturating_sub(done))
    }

    /// Minimum number of instructions from a point, as in [`Distances::within`], to the return of
    /// its function; `None` if it never returns.
    pub fn to_return(&self, func: FuncId, block: BlockId, position: usize) -> Option<u32> {
        let (segment, done) = self.locate(func, block, position)?;
        known(self.to_return[segment]).map(|length| length.saturating_sub(done))
    }

    /// Minimum number of instructions to an uncovered block for a stack of points, innermost first;
    /// those of callers are the points after their calls.
    pub fn from_stack(
        &self,
        points: impl IntoIterator<Item = (FuncId, BlockId, usize)>,
    ) -> Option<u32> {
        let mut returned = 0u32;
        let mut best = FAR;
        for (func, block, position) in points {
            if let Some(length) = self.within(func, block, position) {
                best = best.min(returned.saturating_add(length));
            }
            match self.to_return(func, block, position) {
                Some(length) => returned = returned.saturating_add(length),
                None => break,
            }
            if returned >= best {
                break;
            }
        }
        known(best)
    }

    /// The segment that holds a point, and how many of its instructions come before it.
    fn locate(&self, func: FuncId, block: BlockId, position: usize) -> Option<(usize, u32)> {
        let blocks = self.first.get(func.index())?;
        let (first, end) = (*blocks.get(block.index())?, *blocks.get(block.index() + 1)?);
        let position = u32::try_from(position).unwrap_or(u32::MAX);
        let starts = &self.segments[first as usize..end as usize];
        let found = starts
            .partition_point(|segment| segment.start <= position)
            .saturating_sub(1);
        let done = position.saturating_sub(starts[found].start);
        Some((first as usize + found, done.min(starts[found].length)))
    }

    /// Computes `to_return` and `through`: Dijkstra's algorithm generalised to sums of two paths,
    /// the callee's and the caller's after it (Knuth, "A Generalization of Dijkstra's Algorithm",
    /// 1977).
    fn find_returns(&mut self, module: &Module) {
        let mut frontier = Frontier::new();
        for (id, func) in module.funcs.enumerate() {
            for (block, code) in func.blocks.enumerate() {
                if matches!(code.terminator, Terminator::Return(_)) {
                    let last = self.last(id, block);
                    frontier.push(Reverse((self.segments[last as usize].length, last)));
                }
            }
        }
        while let Some(Reverse((length, segment))) = frontier.pop() {
            if self.to_return[segment as usize] != FAR {
                continue;
            }
            self.to_return[segment as usize] = length;
            for source in &self.sources[segment as usize] {
                let (from, after) = match *source {
                    Source::Step(from) => (from, length),
                    Source::Return(from) => {
                        (from, length.saturating_add(self.through[from as usize]))
                    }
                    Source::Enter(from) => {
                        // The first callee to be finished is the shortest.
                        let through = &mut self.through[from as usize];
                        *through = (*through).min(length);
                        (
                            from,
                            through.saturating_add(self.to_return[from as usize + 1]),
                        )
                    }
                };
                let total = after.saturating_add(self.segments[from as usize].length);
                if total != FAR {
                    frontier.push(Reverse((total, from)));
                }
            }
        }
    }

    /// Splits all blocks into segments.
    fn cut(&mut self, module: &Module, calls: &CallGraph) -> Vec<CallSite> {
        let mut sites = Vec::new();
        for func in module.funcs.iter() {
            let mut first = Vec::with_capacity(func.blocks.len());
            for code in func.blocks.iter() {
                first.push(self.segments.len() as u32);
                let mut start = 0;
                for (position, inst) in code.insts.iter().enumerate() {
                    let Op::Call(call) = &inst.op else { continue };
                    let callees: Vec<FuncId> = calls
                        .targets(call)
                        .filter(|id| !module.funcs[*id].is_declaration())
                        .collect();
                    if !callees.is_empty() {
                        sites.push(CallSite {
                            segment: self.segments.len() as u32,
                            callees,
                        });
                        self.segments.push(Segment {
                            start,
                            length: position as u32 + 1 - start,
                        });
                        start = position as u32 + 1;
                    }
                }
                let length = code.insts.len() as u32 + 1 - start;
                self.segments.push(Segment { start, length });
            }
            first.push(self.segments.len() as u32);
            self.first.push(first);
        }
        sites
    }

    /// The edges, by target.
    fn connect(&mut self, module: &Module, sites: &[CallSite]) {
        for site in sites {
            self.sources[site.segment as usize + 1].push(Source::Return(site.segment));
            for callee in &site.callees {
                let entry = self.first[callee.index()][0];
                self.sources[entry as usize].push(Source::Enter(site.segment));
            }
        }
        for (id, func) in module.funcs.enumerate() {
            let first = &self.first[id.index()];
            let feasible = Feasible::new(func);
            for (block, code) in func.blocks.enumerate() {
                let last = self.last(id, block);
                for (number, target) in code.terminator.targets().iter().enumerate() {
                    if feasible.excludes(block, number) {
                        continue;
                    }
                    self.sources[first[target.block.index()] as usize].push(Source::Step(last));
                }
            }
        }
    }

    /// The last segment of a block.
    fn last(&self, func: FuncId, block: BlockId) -> u32 {
        self.first[func.index()][block.index() + 1] - 1
    }
}

fn known(length: u32) -> Option<u32> {
    Some(length).filter(|length| *length != FAR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;
    use proptest::prelude::*;
    use std::fmt::Write;

    fn module(text: &str) -> Module {
        let module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        crate::verify::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}"));
        module
    }

    #[test]
    fn calls_and_returns() {
        let module = module(
            "module ptr 8
            func @main(%c: bool) {
            b0: assume %c
                call @f(%c)
                assume %c
                br %c, b1, b2
            b1: call @stop() jump b3
            b2: ret
            b3: ret }
            func @f(%c: bool) {
            b0: br %c, b1, b2
            b1: assume %c jump b2
            b2: ret }
            func @stop() {
            b0: unreachable }",
        );
        let [main, f, stop] = [0, 1, 2].map(FuncId);
        let [b0, b1, b2, b3] = [0, 1, 2, 3].map(BlockId);
        let mut distances = Distances::new(&module, &CallGraph::new(&module));
        assert_eq!(distances.to_return(f, b0, 0), Some(2));
        assert_eq!(distances.to_return(f, b1, 1), Some(2));
        assert_eq!(distances.to_return(main, b0, 0), Some(2 + 2 + 2 + 1));
        assert_eq!(distances.to_return(main, b1, 0), None);
        assert_eq!(distances.within(main, b0, 0), None);

        distances.update(|func, block| (func, block) == (main, b2));
        assert_eq!(distances.within(main, b0, 0), Some(6));
        assert_eq!(distances.within(main, b0, 2), Some(2));
        assert_eq!(distances.within(main, b2, 0), Some(0));
        assert_eq!(distances.within(main, b2, 1), None);
        assert_eq!(distances.within(f, b0, 0), None);
        assert_eq!(
            distances.from_stack([(f, b1, 0), (main, b0, 2)]),
            Some(3 + 2)
        );
        assert_eq!(distances.from_stack([(stop, b0, 0), (main, b1, 1)]), None);

        distances.update(|func, block| (func, block) == (f, b1) || (func, block) == (main, b3));
        assert_eq!(distances.within(main, b0, 0), Some(3));
        assert_eq!(distances.within(main, b0, 2), None);
        assert_eq!(
            distances.from_stack([(f, b2, 0), (main, b1, 1)]),
            Some(1 + 1)
        );
    }

    #[test]
    fn a_function_that_only_calls_itself_never_returns() {
        let module = module("module ptr 8 func @f() { a: call @f() ret } func @g()");
        let mut distances = Distances::new(&module, &CallGraph::new(&module));
        distances.update(|_, _| false);
        assert_eq!(distances.to_return(FuncId(0), BlockId(0), 0), None);
        assert_eq!(distances.to_return(FuncId(0), BlockId(0), 1), Some(1));
        assert_eq!(distances.within(FuncId(1), BlockId(0), 0), None);
    }

    /// Three functions of up to four blocks, each with a few calls and a terminator, from numbers.
    fn program() -> impl Strategy<Value = Module> {
        let block = (
            prop::collection::vec(0usize..5, 0..4),
            0usize..4,
            0usize..8,
            0usize..8,
        );
        let func = prop::collection::vec(block, 1..5);
        prop::collection::vec(func, 3).prop_map(|funcs| {
            let mut text = "module ptr 8\n".to_string();
            for (id, blocks) in funcs.iter().enumerate() {
                // A separate entry, because block 0 is never a target.
                let _ = writeln!(text, "func @f{id}(%c: bool) {{ entry: jump b0");
                for (number, (insts, kind, a, b)) in blocks.iter().enumerate() {
                    let _ = write!(text, "b{number}: ");
                    for inst in insts {
                        let _ = match inst {
                            0..3 => write!(text, "call @f{inst}(%c) "),
                            3 => write!(text, "call_value null(%c) "),
                            _ => write!(text, "assume %c "),
                        };
                    }
                    let (a, b) = (a % blocks.len(), b % blocks.len());
                    let _ = match kind {
                        0 => writeln!(text, "ret"),
                        1 => writeln!(text, "unreachable"),
                        2 => writeln!(text, "jump b{a}"),
                        _ => writeln!(text, "br %c, b{a}, b{b}"),
                    };
                }
                text.push_str("}\n");
            }
            text.push_str(
                "global @t: bytes 8 align 8 element 8 = data x\"0000000000000000\" { 0: @f1 }",
            );
            module(&text)
        })
    }

    /// Distances from every point by iterating their equations until nothing changes.
    fn by_iteration(
        module: &Module,
        calls: &CallGraph,
        uncovered: &dyn Fn(FuncId, BlockId) -> bool,
    ) -> [Vec<u32>; 2] {
        let points: Vec<(FuncId, BlockId, usize)> = points(module);
        let at = |point| {
            points
                .iter()
                .position(|other| *other == point)
                .unwrap_or(usize::MAX)
        };
        let (mut returns, mut goals) = (vec![FAR; points.len()], vec![FAR; points.len()]);
        loop {
            let old = (returns.clone(), goals.clone());
            for (number, &(func, block, position)) in points.iter().enumerate() {
                let code = &module.funcs[func].blocks[block];
                let mut ways = Vec::new();
                let mut inner = FAR;
                match code.insts.get(position).map(|inst| &inst.op) {
                    Some(Op::Call(call)) => {
                        let entries: Vec<usize> = calls
                            .targets(call)
                            .map(|id| at((id, BlockId(0), 0)))
                            .collect();
                        let next = at((func, block, position + 1));
                        let through = entries
                            .iter()
                            .map(|entry| returns[*entry])
                            .min()
                            .unwrap_or(0);
                        inner = entries
                            .iter()
                            .map(|entry| goals[*entry])
                            .min()
                            .unwrap_or(FAR);
                        ways.push((
                            returns[next].saturating_add(through),
                            goals[next].saturating_add(through),
                        ));
                    }
                    Some(_) => {
                        let next = at((func, block, position + 1));
                        ways.push((returns[next], goals[next]));
                    }
                    None if matches!(code.terminator, Terminator::Return(_)) => ways.push((0, FAR)),
                    None => ways.extend(code.terminator.targets().iter().map(|target| {
                        let next = at((func, target.block, 0));
                        (returns[next], goals[next])
                    })),
                }
                let shortest = |lengths: &mut dyn Iterator<Item = u32>| {
                    lengths.min().unwrap_or(FAR).saturating_add(1)
                };
                returns[number] = shortest(&mut ways.iter().map(|way| way.0));
                goals[number] = match position == 0 && uncovered(func, block) {
                    true => 0,
                    false => shortest(&mut ways.iter().map(|way| way.1).chain([inner])),
                };
            }
            if old == (returns.clone(), goals.clone()) {
                return [returns, goals];
            }
        }
    }

    fn points(module: &Module) -> Vec<(FuncId, BlockId, usize)> {
        let of_func = |(id, func): (FuncId, &crate::Func)| {
            let lengths = func
                .blocks
                .iter()
                .map(|block| block.insts.len())
                .enumerate()
                .collect::<Vec<_>>();
            lengths.into_iter().flat_map(move |(block, length)| {
                (0..=length).map(move |at| (id, BlockId::new(block), at))
            })
        };
        module.funcs.enumerate().flat_map(of_func).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn distances_solve_their_equations(module in program(), goals in any::<u16>()) {
            let calls = CallGraph::new(&module);
            let uncovered = move |func: FuncId, block: BlockId| goals >> ((func.0 * 5 + block.0) % 16) & 1 == 1 && goals % 3 > 0;
            let mut distances = Distances::new(&module, &calls);
            distances.update(|_, _| true);
            distances.update(uncovered);
            let [returns, goals] = by_iteration(&module, &calls, &uncovered);
            for (number, (func, block, position)) in points(&module).into_iter().enumerate() {
                prop_assert_eq!(distances.to_return(func, block, position), known(returns[number]));
                prop_assert_eq!(distances.within(func, block, position), known(goals[number]));
            }
        }
    }
}
