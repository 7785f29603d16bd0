//! Where states stand, and which of two points comes first.
//!
//! States merge when they stand at the same point: the same calls, each at the same position. They
//! meet if those that are behind go first: deeper calls before shallower ones, and within a
//! function in an order in which a block comes after all that lead to it and the blocks of a loop
//! stay together. How often each loop was entered counts too, so that a state waits behind a loop
//! until those in it have left.

use crate::program::Program;
use crate::state::{Frame, State};
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::graph::Digraph;
use sheaf_ir::analysis::{Cfg, Dominators, Liveness, LoopForest, LoopId, PostDominators};
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Func, FuncId, Local};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Points that a state is known to get to, at most.
    MAX_AHEAD: usize = 8, 1 => 128, "points";
}

/// The position of one call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Position {
    func: FuncId,
    /// The loops around it, outermost first: the rank of the header, and how often it was entered.
    loops: SmallVec<[(u32, u32); 2]>,
    /// Rank of the block.
    rank: u32,
    inst: u32,
}

impl Position {
    /// Numbers that order positions of one function.
    fn numbers(&self) -> impl Iterator<Item = u32> {
        let loops = self
            .loops
            .iter()
            .flat_map(|(rank, entered)| [*rank, *entered]);
        loops.chain([self.rank, self.inst])
    }
}

/// Where a state stands. Smaller points are left first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ExecutionPoint(Rc<[Position]>);

/// An execution point without the rounds of its loops: the function, the rank of the block and the
/// instruction of each call.
pub type ControlPoint = Rc<[(FuncId, u32, u32)]>;

impl ExecutionPoint {
    /// The point without the rounds of its loops.
    pub fn control_point(&self) -> ControlPoint {
        let positions = self.0.iter();
        positions.map(|at| (at.func, at.rank, at.inst)).collect()
    }

    /// The number of outermost calls that two points have in common.
    pub fn shared_calls(&self, other: &ExecutionPoint) -> usize {
        let pairs = self.0.iter().zip(other.0.iter());
        pairs.take_while(|(a, b)| a == b).count()
    }
}

#[cfg(test)]
impl ExecutionPoint {
    /// A point in the only call, for tests that need no program.
    pub fn at_block(rank: u32) -> ExecutionPoint {
        let loops = SmallVec::new();
        let func = FuncId(0);
        ExecutionPoint(Rc::new([Position {
            func,
            loops,
            rank,
            inst: 0,
        }]))
    }
}

impl Ord for ExecutionPoint {
    fn cmp(&self, other: &Self) -> Ordering {
        for (a, b) in self.0.iter().zip(other.0.iter()) {
            let order = a
                .func
                .cmp(&b.func)
                .then_with(|| a.numbers().cmp(b.numbers()));
            if order != Ordering::Equal {
                return order;
            }
        }
        other.0.len().cmp(&self.0.len())
    }
}

impl PartialOrd for ExecutionPoint {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What execution points need to know of a function.
struct Flow {
    postdominators: PostDominators,
    liveness: Liveness,
    /// For each block its rank: a block comes after those that lead to it, and the blocks of a loop
    /// follow each other.
    rank: Vec<u32>,
    /// For each block the ranks of the headers of the loops around it, outermost first.
    loops: Vec<SmallVec<[u32; 2]>>,
}

impl Flow {
    fn new(func: &Func) -> Flow {
        let cfg = Cfg::new(func);
        let forest = LoopForest::new(&cfg, &Dominators::new(&cfg));
        let mut order = Vec::with_capacity(cfg.len());
        ordered(&cfg, &forest, None, BlockId(0), &mut order);
        let mut rank = vec![u32::MAX; cfg.len()];
        for (position, block) in order.iter().enumerate() {
            rank[block.index()] = position as u32;
        }
        let loops = func.blocks.ids().map(|block| {
            let around =
                std::iter::successors(forest.innermost(block), |id| forest.loops()[*id].parent);
            let mut ranks: SmallVec<[u32; 2]> = around
                .map(|id| rank[forest.loops()[id].header.index()])
                .collect();
            ranks.reverse();
            ranks
        });
        let loops = loops.collect();
        Flow {
            postdominators: PostDominators::new(&cfg, cfg.returns()),
            liveness: Liveness::new(func, &cfg),
            rank,
            loops,
        }
    }
}

impl Flow {
    /// The position at the start of a block that is reached from another position without entering
    /// any loop again, unless the block is the header of a loop that is around both: that one is
    /// then entered once more.
    fn later(&self, from: &Position, block: BlockId) -> Position {
        let rank = self.rank[block.index()];
        let loops = self.loops[block.index()].iter().map(|header| {
            let known = from.loops.iter().find(|(rank, _)| rank == header);
            let entered = known.map_or(0, |(_, entered)| *entered);
            (*header, entered + u32::from(*header == rank))
        });
        Position {
            func: from.func,
            loops: loops.collect(),
            rank,
            inst: 0,
        }
    }
}

/// Appends the blocks of a loop (or of a function) in reverse postorder, each inner loop in one
/// piece.
fn ordered(
    cfg: &Cfg,
    forest: &LoopForest,
    region: Option<LoopId>,
    entry: BlockId,
    order: &mut Vec<BlockId>,
) {
    // The part of the region that a block belongs to: itself, or the largest loop within the region
    // around it.
    let part = |block: BlockId| -> Option<(BlockId, Option<LoopId>)> {
        let mut inner = None;
        let mut around = forest.innermost(block);
        while around != region {
            inner = around;
            around = forest.loops()[around?].parent;
        }
        let head = inner.map_or(block, |id| forest.loops()[id].header);
        Some((head, inner))
    };
    let body: Vec<BlockId> = match region {
        Some(id) => forest.loops()[id].body.clone(),
        None => cfg.reverse_postorder().to_vec(),
    };
    let mut edges = Vec::new();
    for from in body {
        for to in cfg.successors(from) {
            if let (Some((a, _)), Some((b, _))) = (part(from), part(*to))
                && a != b
                && b != entry
            {
                edges.push((a.0, b.0));
            }
        }
    }
    for head in Digraph::new(cfg.len(), &edges).reverse_postorder(entry.0) {
        match part(BlockId(head)) {
            Some((header, Some(inner))) => ordered(cfg, forest, Some(inner), header, order),
            _ => order.push(BlockId(head)),
        }
    }
}

/// Computes execution points.
#[derive(Default)]
pub struct ExecutionPoints {
    flows: FxHashMap<FuncId, Flow>,
    live: FxHashMap<(FuncId, BlockId, usize), Rc<[Local]>>,
}

impl ExecutionPoints {
    /// The point of a state that stood at `before` when it was last asked for.
    pub fn of(
        &mut self,
        program: &Program,
        state: &State,
        before: Option<&ExecutionPoint>,
    ) -> ExecutionPoint {
        let positions = state.frames.iter().enumerate().map(|(depth, frame)| {
            let old = before
                .and_then(|before| before.0.get(depth))
                .filter(|old| old.func == frame.func);
            let top = depth + 1 == state.frames.len();
            self.position(program, frame, old, top)
        });
        ExecutionPoint(positions.collect())
    }

    /// Points that all ways of a state lead to, if it gets that far: the next few blocks that it
    /// cannot avoid in its innermost call, and the position that this call returns to.
    pub fn ahead(
        &mut self,
        program: &Program,
        state: &State,
        point: &ExecutionPoint,
    ) -> Vec<ExecutionPoint> {
        let (Some(frame), Some((here, callers))) = (state.frames.last(), point.0.split_last())
        else {
            return Vec::new();
        };
        let flow = self.flow(program, frame.func);
        let unavoidable =
            std::iter::successors(flow.postdominators.immediate(frame.block), |block| {
                flow.postdominators.immediate(*block)
            });
        let mut ahead = Vec::new();
        for block in unavoidable.take(MAX_AHEAD.get()) {
            let position = flow.later(here, block);
            let points = callers.iter().cloned().chain([position]);
            ahead.push(ExecutionPoint(points.collect()));
        }
        if ahead.len() < MAX_AHEAD.get() && !callers.is_empty() {
            ahead.push(ExecutionPoint(callers.into()));
        }
        ahead
    }

    fn position(
        &mut self,
        program: &Program,
        frame: &Frame,
        old: Option<&Position>,
        top: bool,
    ) -> Position {
        let flow = self.flow(program, frame.func);
        let rank = flow.rank[frame.block.index()];
        let loops = flow.loops[frame.block.index()].iter().map(|header| {
            let known = old.and_then(|old| old.loops.iter().find(|(rank, _)| rank == header));
            let entered = known.map_or(0, |(_, entered)| *entered);
            // Standing at the start of a header is entering the loop, for the first time or again.
            let enters = top && *header == rank && frame.inst == 0;
            (*header, entered + u32::from(enters))
        });
        let loops = loops.collect();
        Position {
            func: frame.func,
            loops,
            rank,
            inst: frame.inst as u32,
        }
    }

    fn flow(&mut self, program: &Program, func: FuncId) -> &Flow {
        let new = || Flow::new(&program.module().funcs[func]);
        self.flows.entry(func).or_insert_with(new)
    }

    /// The locals of a frame that may still be read.
    pub fn live(&mut self, program: &Program, frame: &Frame) -> Rc<[Local]> {
        if frame.resumable {
            let locals = program.module().funcs[frame.func].locals.len();
            return (0..locals).map(Local::new).collect();
        }
        let key = (frame.func, frame.block, frame.inst);
        if !self.live.contains_key(&key) {
            let func = &program.module().funcs[frame.func];
            let flow = self.flow(program, frame.func);
            let live = flow.liveness.live_before(func, frame.block, frame.inst);
            self.live.insert(key, live.into());
        }
        self.live[&key].clone()
    }
}
