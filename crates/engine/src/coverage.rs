//! Records which instructions and branch targets were executed.

use crate::outcome::{Coverage, Turn};
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, FuncId, Module};

/// Execution marks of one program. Straight-line code is marked when it is left, so a mark costs
/// nothing for each instruction.
pub struct Recorder {
    /// For each function and block, how many of its instructions (the terminator included) were
    /// executed.
    reached: Vec<Vec<u32>>,
    /// For each function and block, whether each target of its terminator was taken.
    taken: Vec<Vec<Vec<bool>>>,
    /// Set when something is marked for the first time; cleared by the reader.
    pub news: bool,
    /// How much of the user's functions is marked; grows with whatever is marked for the first
    /// time.
    pub marks: u64,
    /// For each function, whether it is the user's.
    user: Vec<bool>,
    /// What is executed, in order, if that is asked for.
    pub log: Option<Vec<Mark>>,
    /// The decisions in order, if they are asked for.
    pub trace: Option<Vec<Turn>>,
    /// A digest of all targets taken where there were several, in order; equal on equal paths.
    pub path: u64,
}

/// Something that was executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// So many instructions of a block.
    Reached(FuncId, BlockId, u32),
    /// This target of a block's terminator.
    Taken(FuncId, BlockId, u32),
}

/// The start of [`Recorder::path`] and what it is multiplied with: FNV-1a with a whole target for a
/// byte.
const DIGEST: (u64, u64) = (0xcbf2_9ce4_8422_2325, 0x0000_0100_0000_01b3);

/// A trace longer than this goes on without being recorded.
const MAX_TRACE: usize = 1 << 16;

impl Recorder {
    /// No marks.
    pub fn new(module: &Module) -> Self {
        let reached = module
            .funcs
            .iter()
            .map(|func| vec![0; func.blocks.len()])
            .collect();
        let targets = |func: &sheaf_ir::Func| {
            func.blocks
                .iter()
                .map(|block| vec![false; block.terminator.targets().len()])
                .collect()
        };
        Recorder {
            reached,
            taken: module.funcs.iter().map(targets).collect(),
            news: false,
            marks: 0,
            log: None,
            user: module.funcs.iter().map(|func| func.user).collect(),
            trace: None,
            path: DIGEST.0,
        }
    }

    /// Marks the first `count` instructions of a block.
    #[inline]
    pub fn reach(&mut self, func: FuncId, block: BlockId, count: usize) {
        if let Some(log) = &mut self.log {
            log.push(Mark::Reached(func, block, count as u32));
        }
        let reached = &mut self.reached[func.index()][block.index()];
        if (*reached as usize) < count {
            self.news |= *reached == 0;
            self.marks += u64::from(self.user[func.index()]);
            *reached = count as u32;
        }
    }

    /// Marks a target of a block's terminator.
    #[inline]
    pub fn take(&mut self, func: FuncId, block: BlockId, target: usize) {
        if let Some(log) = &mut self.log {
            log.push(Mark::Taken(func, block, target as u32));
        }
        let targets = &mut self.taken[func.index()][block.index()];
        if !targets[target] {
            targets[target] = true;
            self.news = true;
            self.marks += u64::from(self.user[func.index()]);
        }
        if let Some(trace) = &mut self.trace
            && targets.len() > 1
        {
            self.path = (self.path ^ target as u64).wrapping_mul(DIGEST.1);
            if trace.len() < MAX_TRACE {
                trace.push(Turn {
                    func,
                    block,
                    target: target as u32,
                });
            }
        }
    }

    /// Marks what was executed elsewhere.
    pub fn mark(&mut self, mark: Mark) {
        match mark {
            Mark::Reached(func, block, count) => self.reach(func, block, count as usize),
            Mark::Taken(func, block, target) => self.take(func, block, target as usize),
        }
    }

    /// Whether any of a block was executed.
    pub fn is_reached(&self, func: FuncId, block: BlockId) -> bool {
        self.reached[func.index()][block.index()] > 0
    }

    /// The marks, instruction by instruction.
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
