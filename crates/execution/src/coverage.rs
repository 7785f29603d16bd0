//! Records which instructions and branch targets were executed.

use crate::outcome::{Coverage, Turn};
use crate::program::Program;
use serde::{Deserialize, Serialize};
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, FuncId, Module};

/// Coverage of one program. A block's instructions are marked when the block is left, so
/// straight-line code costs nothing per instruction.
pub struct Recorder {
    /// For each function and block, the number of executed instructions (including the terminator).
    reached: Vec<Vec<u32>>,
    /// For each function and block, whether each target of its terminator was taken.
    taken: Vec<Vec<Vec<bool>>>,
    /// For each block, in the order of functions, the targets of its terminator that were taken
    /// after all its instructions.
    settled: Vec<u8>,
    /// For each function, the number of blocks of those before it.
    first_blocks: Vec<usize>,
    /// Set when something is marked for the first time; reset by the reader.
    pub news: bool,
    /// Number of marks in the user's functions.
    pub marks: u64,
    /// For each function, whether it is the user's.
    user: Vec<bool>,
    /// The log of executed marks, in order, if requested.
    pub log: Option<Vec<Mark>>,
    /// The decisions, in order, if requested.
    pub trace: Option<Vec<Turn>>,
    /// A hash of all targets taken at branches, in order; equal on equal paths.
    pub path: u64,
    /// What was recorded for the first time since a point to which the recorder may return.
    changes: Option<Vec<Change>>,
}

/// Something that was recorded for the first time.
#[derive(Clone, Copy)]
enum Change {
    /// Instructions of a block; of these, so many were marked before.
    Reached(FuncId, BlockId, u32),
    /// A target of a block's terminator.
    Taken(FuncId, BlockId, usize),
    /// A way through a block, by its number among the blocks of all functions.
    Settled(usize, usize),
}

/// Something that was executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Mark {
    /// The first instructions of a block, by number.
    Reached(FuncId, BlockId, u32),
    /// This target of a block's terminator.
    Taken(FuncId, BlockId, u32),
}

/// The initial value and the factor of [`Recorder::path`]: FNV-1a over whole targets instead of
/// bytes.
const DIGEST: (u64, u64) = (0xcbf2_9ce4_8422_2325, 0x0000_0100_0000_01b3);

/// The number of ways through a block for [`Recorder::is_settled`].
pub const MAX_WAYS: usize = 8;
sheaf_tuning::constants! {
    /// The maximum length of a recorded trace.
    MAX_TRACE: usize = 1 << 16, 1 => 1 << 20, "blocks";
}

impl Recorder {
    /// No marks.
    pub fn new(module: &Module) -> Self {
        let blocks = |func: &sheaf_ir::Func| func.blocks.len();
        let sizes = module.funcs.iter().map(blocks);
        let targets = |func: &sheaf_ir::Func| {
            func.blocks
                .iter()
                .map(|block| vec![false; block.terminator.targets().len()])
                .collect()
        };
        let mut count = 0;
        let first_blocks = sizes.clone().map(|blocks| {
            count += blocks;
            count - blocks
        });
        let first_blocks = first_blocks.collect();
        Recorder {
            first_blocks,
            settled: vec![0; count],
            reached: sizes.map(|blocks| vec![0; blocks]).collect(),
            taken: module.funcs.iter().map(targets).collect(),
            news: false,
            marks: 0,
            log: None,
            user: module.funcs.iter().map(|func| func.user).collect(),
            trace: None,
            path: DIGEST.0,
            changes: None,
        }
    }

    /// Marks the first `count` instructions of a block.
    #[inline(always)]
    pub fn reach(&mut self, func: FuncId, block: BlockId, count: usize) {
        let reached = self.reached[func.index()][block.index()];
        if (reached as usize) < count || self.log.is_some() {
            self.mark_reached(func, block, count);
        }
    }

    #[cold]
    fn mark_reached(&mut self, func: FuncId, block: BlockId, count: usize) {
        if let Some(log) = &mut self.log {
            log.push(Mark::Reached(func, block, count as u32));
        }
        let reached = &mut self.reached[func.index()][block.index()];
        if (*reached as usize) < count {
            if let Some(changes) = &mut self.changes {
                changes.push(Change::Reached(func, block, *reached));
            }
            self.news |= *reached == 0;
            self.marks += u64::from(self.user[func.index()]);
            *reached = count as u32;
        }
    }

    /// Marks the calls that say what is assumed, as far as another recorder has them: of states that
    /// are on no path, but show that nothing fails on some.
    pub fn learn_assumptions(&mut self, other: &Recorder, program: &Program) {
        for &(func, block, count) in program.assuming() {
            if other.reached[func.index()][block.index()] as usize >= count {
                self.reach(func, block, count);
            }
        }
    }

    /// Marks a target of a block's terminator.
    #[inline(always)]
    pub fn take(&mut self, func: FuncId, block: BlockId, target: usize) {
        let targets = &self.taken[func.index()][block.index()][..];
        let is_branch = targets.len() > 1;
        if !targets[target] || self.log.is_some() {
            self.mark_taken(func, block, target);
        }
        if let Some(trace) = &mut self.trace
            && is_branch
        {
            self.path = (self.path ^ target as u64).wrapping_mul(DIGEST.1);
            if trace.len() < MAX_TRACE.get() {
                trace.push(Turn {
                    func,
                    block,
                    target: target as u32,
                });
            }
        }
    }

    #[cold]
    fn mark_taken(&mut self, func: FuncId, block: BlockId, target: usize) {
        if let Some(log) = &mut self.log {
            log.push(Mark::Taken(func, block, target as u32));
        }
        let taken = &mut self.taken[func.index()][block.index()][target];
        if !*taken {
            if let Some(changes) = &mut self.changes {
                changes.push(Change::Taken(func, block, target));
            }
            *taken = true;
            self.news = true;
            self.marks += u64::from(self.user[func.index()]);
        }
    }

    /// The number of the first block of a function among the blocks of all functions.
    #[inline(always)]
    pub fn first_block(&self, func: FuncId) -> usize {
        self.first_blocks[func.index()]
    }

    /// Whether all marks of a way through a block, by its number among the blocks of all functions,
    /// were made, so that none has to be made again.
    #[inline(always)]
    pub fn is_settled(&self, block: usize, way: usize) -> bool {
        self.settled[block] >> way & 1 != 0 && self.log.is_none() && self.trace.is_none()
    }

    /// Says that all marks of a way through a block were made. There are [`MAX_WAYS`].
    pub fn settle(&mut self, block: usize, way: usize) {
        if let Some(changes) = &mut self.changes
            && self.settled[block] >> way & 1 == 0
        {
            changes.push(Change::Settled(block, way));
        }
        self.settled[block] |= 1 << way;
    }

    /// Records an execution, and forgets it unless it is to be kept.
    pub fn tentatively<T>(&mut self, execute: impl FnOnce(&mut Self) -> (T, bool)) -> T {
        self.changes = Some(Vec::new());
        let (result, keeps) = execute(self);
        let changes = self.changes.take().unwrap_or_default();
        if !keeps {
            changes.into_iter().rev().for_each(|it| self.undo(it));
        }
        result
    }

    fn undo(&mut self, change: Change) {
        let func = match change {
            Change::Reached(func, block, before) => {
                self.reached[func.index()][block.index()] = before;
                func
            }
            Change::Taken(func, block, target) => {
                self.taken[func.index()][block.index()][target] = false;
                func
            }
            Change::Settled(block, way) => {
                self.settled[block] &= !(1 << way);
                return;
            }
        };
        self.marks -= u64::from(self.user[func.index()]);
    }

    /// Records a mark that was made elsewhere.
    pub fn mark(&mut self, mark: Mark) {
        match mark {
            Mark::Reached(func, block, count) => self.reach(func, block, count as usize),
            Mark::Taken(func, block, target) => self.take(func, block, target as usize),
        }
    }

    /// Whether there is what a mark of another process names.
    pub fn has_room(&self, mark: Mark) -> bool {
        match mark {
            Mark::Reached(func, block, _) => {
                let blocks = self.reached.get(func.index());
                blocks.is_some_and(|it| block.index() < it.len())
            }
            Mark::Taken(func, block, target) => {
                let blocks = self.taken.get(func.index());
                let targets = blocks.and_then(|it| it.get(block.index()));
                targets.is_some_and(|it| (target as usize) < it.len())
            }
        }
    }

    /// Adds marks; returns those that are new.
    pub fn add_all(&mut self, marks: Vec<Mark>) -> Vec<Mark> {
        marks.into_iter().filter(|it| self.add(*it)).collect()
    }

    /// Adds a mark; returns whether it is new.
    fn add(&mut self, mark: Mark) -> bool {
        let is_known = match mark {
            Mark::Reached(func, block, count) => self.reached[func.index()][block.index()] >= count,
            Mark::Taken(func, block, target) => {
                self.taken[func.index()][block.index()][target as usize]
            }
        };
        self.mark(mark);
        !is_known
    }

    /// Adds the marks of another recorder of the same program; returns those that are new.
    pub fn learn(&mut self, other: &Recorder) -> Vec<Mark> {
        let mut news = Vec::new();
        for func in (0..other.reached.len()).map(FuncId::new) {
            for block in (0..other.reached[func.index()].len()).map(BlockId::new) {
                let reached = other.reached[func.index()][block.index()];
                if reached > self.reached[func.index()][block.index()] {
                    news.push(Mark::Reached(func, block, reached));
                }
                let taken = &other.taken[func.index()][block.index()];
                let known = &self.taken[func.index()][block.index()];
                let targets = taken.iter().zip(known).enumerate();
                let new = targets.filter(|(_, (taken, known))| **taken && !**known);
                news.extend(new.map(|(target, _)| Mark::Taken(func, block, target as u32)));
            }
        }
        news.iter().for_each(|mark| self.mark(*mark));
        news
    }

    /// Whether any instruction of a block was executed.
    pub fn is_reached(&self, func: FuncId, block: BlockId) -> bool {
        self.reached[func.index()][block.index()] > 0
    }

    /// Whether a target of a block's terminator was taken.
    pub fn is_taken(&self, func: FuncId, block: BlockId, target: usize) -> bool {
        self.taken[func.index()][block.index()][target]
    }

    /// Coverage by instruction.
    pub fn coverage(&self, module: &Module) -> Coverage {
        let executed = module.funcs.enumerate().map(|(id, func)| {
            let blocks = func.blocks.enumerate().map(|(block, body)| {
                let reached = self.reached[id.index()][block.index()] as usize;
                (0..=body.insts.len()).map(|inst| inst < reached).collect()
            });
            blocks.collect()
        });
        Coverage {
            executed: executed.collect(),
            taken: self.taken.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_kept_is_forgotten_and_nothing_else() {
        let text = "module ptr 8 func @main() { a: jump b b: ret }";
        let mut recorder = Recorder::new(&sheaf_ir::text::parse(text).unwrap());
        let (func, [a, b]) = (FuncId::new(0), [0, 1].map(BlockId::new));
        recorder.reach(func, a, 1);
        let marks = recorder.marks;
        let mut record = |keeps| {
            recorder.tentatively(|it| {
                it.reach(func, a, 2);
                it.reach(func, b, 1);
                it.take(func, a, 0);
                it.settle(0, 3);
                ((), keeps)
            });
            let settled = recorder.is_settled(0, 3);
            (recorder.is_reached(func, b), recorder.marks, settled)
        };
        assert_eq!(record(false), (false, marks, false));
        let (is_reached, kept, is_settled) = record(true);
        assert!(is_reached && kept > marks && is_settled);
        assert_eq!(record(false), (true, kept, true));
        assert!(recorder.is_reached(func, a));
    }
}
