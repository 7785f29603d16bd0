//! Unexplored parts: where states wait, which loops forked most, and endless loops.

use crate::endless::{calls, user_location};
use crate::outcome::{EndlessLoop, Inputs, Missed, MissedPlace};
use crate::program::Program;
use crate::state::State;
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::{Cfg, Dominators, LoopForest};
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, FuncId, LocId, Module};
use std::cell::OnceCell;

/// Collects unexplored parts.
pub struct Collector {
    /// For each function, the head of the innermost loop around each block.
    heads: Vec<OnceCell<Vec<Option<BlockId>>>>,
    /// States created by forks in a loop, by its head.
    forks: FxHashMap<(FuncId, BlockId), u64>,
    waiting: FxHashMap<(FuncId, Option<LocId>), u64>,
    endless: Vec<EndlessLoop>,
    /// What workers report.
    pub of_workers: Missed,
}

impl Collector {
    /// Nothing yet.
    pub fn new(module: &Module) -> Self {
        Collector {
            heads: module.funcs.iter().map(|_| OnceCell::new()).collect(),
            forks: FxHashMap::default(),
            waiting: FxHashMap::default(),
            endless: Vec::new(),
            of_workers: Missed::default(),
        }
    }

    /// Counts new states of a fork for the innermost loop of the user's functions around it,
    /// including calls.
    pub fn note_fork(&mut self, program: &Program, state: &State, children: usize) {
        let module = program.module();
        for frame in state.frames.iter().rev() {
            if !module.funcs[frame.func].user {
                continue;
            }
            let heads = self.heads[frame.func.index()].get_or_init(|| heads(module, frame.func));
            if let Some(head) = heads[frame.block.index()] {
                *self.forks.entry((frame.func, head)).or_default() += children as u64;
                return;
            }
        }
    }

    /// Counts unexplored states at the location of this one.
    pub fn note_waiting(&mut self, program: &Program, state: &State, count: usize) {
        self.note_location(user_location(program, calls(&state.frames)), count);
    }

    /// Counts unexplored states at a location.
    pub fn note_location(&mut self, place: Option<(Option<LocId>, FuncId)>, count: usize) {
        if let Some((loc, func)) = place.filter(|_| count > 0) {
            *self.waiting.entry((func, loc)).or_default() += count as u64;
        }
    }

    /// Records a loop; returns whether it is the first at that location.
    pub fn note_endless(
        &mut self,
        (loc, func): (Option<LocId>, FuncId),
        certain: bool,
        inputs: Inputs,
    ) -> bool {
        let known = self
            .endless
            .iter()
            .any(|known| (known.loc, known.func) == (loc, func));
        if !known {
            self.endless.push(EndlessLoop {
                func,
                loc,
                certain,
                inputs,
            });
        }
        !known
    }

    /// All unexplored parts, most frequent first, without those of workers. None are left.
    pub fn take(&mut self, module: &Module) -> Missed {
        let of_loop = |((func, head), count): ((FuncId, BlockId), u64)| {
            let block = &module.funcs[func].blocks[head];
            let loc = block.insts.iter().find_map(|inst| inst.loc).or(block.loc);
            MissedPlace { func, loc, count }
        };
        let waiting = std::mem::take(&mut self.waiting).into_iter();
        let waiting = waiting.map(|((func, loc), count)| MissedPlace { func, loc, count });
        let forks = std::mem::take(&mut self.forks).into_iter();
        Missed {
            waiting: sorted(waiting.collect()),
            loops: sorted(forks.map(of_loop).collect()),
            endless: std::mem::take(&mut self.endless),
        }
    }
}

fn sorted(mut places: Vec<MissedPlace>) -> Vec<MissedPlace> {
    MissedPlace::sort(&mut places);
    places
}

fn heads(module: &Module, func: FuncId) -> Vec<Option<BlockId>> {
    let func = &module.funcs[func];
    let cfg = Cfg::new(func);
    let forest = LoopForest::new(&cfg, &Dominators::new(&cfg));
    let head = |block| forest.innermost(block).map(|id| forest.loops()[id].header);
    func.blocks
        .enumerate()
        .map(|(block, _)| head(block))
        .collect()
}
