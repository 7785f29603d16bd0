//! Blocks at which states can meet: those that several others lead to, or heads of loops.

use sheaf_ir::analysis::{Cfg, Dominators, LoopForest};
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Func, FuncId, Module};
use std::cell::OnceCell;

/// Blocks that several others lead to, by function: where states of one function can meet. Most
/// functions of a large program are never entered: each is analysed when it is first asked for.
pub struct Joins {
    find: fn(&Func) -> Box<[bool]>,
    found: Vec<OnceCell<Box<[bool]>>>,
}

impl Joins {
    /// Those of all functions.
    pub fn new(module: &Module) -> Joins {
        Joins::found_by(module, joins)
    }

    /// The heads of all loops instead.
    pub fn loop_heads(module: &Module) -> Joins {
        Joins::found_by(module, loop_heads)
    }

    fn found_by(module: &Module, find: fn(&Func) -> Box<[bool]>) -> Joins {
        Joins {
            find,
            found: vec![OnceCell::new(); module.funcs.len()],
        }
    }

    /// Takes a block in or leaves it out.
    pub fn set(&mut self, module: &Module, (func, block): (FuncId, BlockId), is_in: bool) {
        self.of(module, func);
        if let Some(found) = self.found[func.index()].get_mut() {
            found[block.index()] = is_in;
        }
    }

    /// Those of a function, by block.
    #[inline]
    pub fn of(&self, module: &Module, func: FuncId) -> &[bool] {
        self.found[func.index()].get_or_init(|| (self.find)(&module.funcs[func]))
    }
}

/// The blocks of a function that several others lead to.
fn joins(func: &Func) -> Box<[bool]> {
    let mut entries = vec![0u32; func.blocks.len()];
    for block in func.blocks.iter() {
        for target in block.terminator.targets() {
            entries[target.block.index()] += 1;
        }
    }
    entries.iter().map(|entries| *entries > 1).collect()
}

/// The heads of the loops of a function.
fn loop_heads(func: &Func) -> Box<[bool]> {
    let mut heads: Box<[bool]> = vec![false; func.blocks.len()].into();
    // Most functions have no loop, and this is seen in a fraction of the time.
    if !has_cycle(func) {
        return heads;
    }
    let cfg = Cfg::new(func);
    let forest = LoopForest::new(&cfg, &Dominators::new(&cfg));
    let natural = forest.loops().iter().map(|natural| natural.header);
    for head in natural.chain(forest.irreducible().iter().flatten().copied()) {
        heads[head.index()] = true;
    }
    heads
}

/// Whether a block of a function leads to itself: whether a search in depth meets a block that it
/// has entered and not left.
fn has_cycle(func: &Func) -> bool {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Entered,
        Left,
    }
    let mut marks = vec![Mark::New; func.blocks.len()];
    for root in func.blocks.ids() {
        let mut stack = Vec::new();
        if marks[root.index()] == Mark::New {
            marks[root.index()] = Mark::Entered;
            stack.push((root, 0));
        }
        while let Some((block, next)) = stack.last_mut() {
            let targets = func.blocks[*block].terminator.targets();
            let Some(target) = targets.get(*next) else {
                marks[block.index()] = Mark::Left;
                stack.pop();
                continue;
            };
            *next += 1;
            let target = target.block;
            match marks[target.index()] {
                Mark::Entered => return true,
                Mark::Left => {}
                Mark::New => {
                    marks[target.index()] = Mark::Entered;
                    stack.push((target, 0));
                }
            }
        }
    }
    false
}
