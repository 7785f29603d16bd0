//! Bounds the iterations of loops, as bounded model checkers do.
//!
//! Each loop of the program's own functions gets a counter of the jumps back to its header: a block
//! in front of the header takes it as a parameter, and assumes that it does not exceed the bound.
//! So the bound is a part of the program, and each technique explores the bounded program as any
//! other; and it is one of the module's bounds, which verdicts name.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::analysis::loops::LoopForest;
use crate::index::Idx;
use crate::module::{Block, BlockId, Const, ConstId, Func, Inst, LocId, Local, LocalInfo, Module};
use crate::op::{BinaryOp, CompareOp, Flags, Op, Operand, Target, Terminator};
use crate::types::Type;

/// The width of counters.
const WIDTH: u32 = 32;

/// Bounds all loops of the program's own functions: runs that go back to the header of a loop more
/// than `most` times in a row are left out.
///
/// # Errors
/// The place of a cycle with several entries, if there is one: it has no header.
pub fn bound_loops(module: &mut Module, most: u32) -> Result<(), Option<LocId>> {
    for func in module.funcs.iter_mut() {
        if func.user && !func.blocks.is_empty() {
            bound_function(func, most)?;
        }
    }
    let iterations = if most == 1 { "iteration" } else { "iterations" };
    let bound = format!("loops of at most {most} {iterations}");
    module.bounds.push(bound.into());
    Ok(())
}

fn bound_function(func: &mut Func, most: u32) -> Result<(), Option<LocId>> {
    free_entry(func);
    let cfg = Cfg::new(func);
    let forest = LoopForest::new(&cfg, &Dominators::new(&cfg));
    if let Some(block) = forest.irreducible().first().and_then(|part| part.first()) {
        return Err(start_of(&func.blocks[*block]));
    }
    for it in forest.loops().iter() {
        Bounded {
            func,
            header: it.header,
            latches: &it.latches,
        }
        .bound(most);
    }
    Ok(())
}

/// Makes block 0 no target of a jump: a block in front of a header has parameters, which it must not
/// have.
fn free_entry(func: &mut Func) {
    let entry = BlockId(0);
    let jumps = |block: &Block| {
        block
            .terminator
            .targets()
            .iter()
            .any(|it| it.block == entry)
    };
    if !func.blocks.iter().any(jumps) {
        return;
    }
    let content = func.blocks[entry].clone();
    let moved = func.blocks.push(content);
    for block in func.blocks.iter_mut() {
        for target in block.terminator.targets_mut() {
            if target.block == entry {
                target.block = moved;
            }
        }
    }
    let first = &mut func.blocks[entry];
    first.insts.clear();
    first.terminator = Terminator::Jump(Target {
        block: moved,
        args: Box::default(),
    });
}

/// The location where a block starts.
fn start_of(block: &Block) -> Option<LocId> {
    block.insts.first().map_or(block.loc, |inst| inst.loc)
}

struct Bounded<'a> {
    func: &'a mut Func,
    header: BlockId,
    latches: &'a [BlockId],
}

impl Bounded<'_> {
    fn bound(&mut self, most: u32) {
        let loc = start_of(&self.func.blocks[self.header]);
        let role = self.func.blocks[self.header].role.take();
        let params: Vec<Local> = self.func.blocks[self.header].params.clone();
        let mut copies: Vec<Local> = params.iter().map(|it| self.copy(*it)).collect();
        let [count, next, holds] =
            [Type::Bits(WIDTH), Type::Bits(WIDTH), Type::Bool].map(|ty| self.local(ty));
        let [zero, one, most] = [0, 1, most].map(|value| self.constant(value));
        let args = copies.iter().map(|it| Operand::Local(*it)).collect();
        copies.push(count);
        let count = Operand::Local(count);
        let test = Op::Compare(CompareOp::Ule, count, Operand::Const(most));
        let step = Op::Binary(BinaryOp::Add, Flags::default(), count, Operand::Const(one));
        let assumption = Op::Assume(Operand::Local(holds));
        let insts = [(Some(holds), test), (None, assumption), (Some(next), step)];
        let header = Target {
            block: self.header,
            args,
        };
        let front = self.func.blocks.push(Block {
            params: copies,
            insts: insts.map(|(result, op)| Inst { result, op, loc }).into(),
            terminator: Terminator::Jump(header),
            loc,
            role,
        });
        self.redirect(front, Operand::Const(zero), Operand::Local(next));
    }

    /// Lets all jumps to the header lead to the block in front of it, with the count.
    fn redirect(&mut self, front: BlockId, first: Operand, next: Operand) {
        for at in 0..self.func.blocks.len() {
            let from = BlockId::new(at);
            if from == front {
                continue;
            }
            let count = match self.latches.contains(&from) {
                true => next,
                false => first,
            };
            for target in self.func.blocks[from].terminator.targets_mut() {
                if target.block == self.header {
                    target.block = front;
                    target.args = target.args.iter().copied().chain([count]).collect();
                }
            }
        }
    }

    fn copy(&mut self, local: Local) -> Local {
        let info = self.func.locals[local].clone();
        self.func.locals.push(info)
    }

    fn local(&mut self, ty: Type) -> Local {
        self.func.locals.push(LocalInfo { ty, name: None })
    }

    fn constant(&mut self, value: u32) -> ConstId {
        self.func.consts.push(Const::Bits {
            width: WIDTH,
            value: value.into(),
        })
    }
}
