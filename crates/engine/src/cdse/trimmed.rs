//! A program without dead code: functions that are never called, and code after a check that
//! certainly fails, such as the report of an error. Writes in that code need not be considered.
//! After a failure that is ignored, paths go on.

use rustc_hash::FxHashSet;
use sheaf_ir::analysis::CallGraph;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Const, FailureKind, Func, FuncId, Module, Op, Operand, Terminator};

/// A copy of the module in which blocks that are never executed are empty, if these kinds of failure
/// are ignored.
pub fn trimmed(module: &Module, ignored: &[FailureKind]) -> Module {
    let mut trimmed = module.clone();
    for func in trimmed.funcs.iter_mut() {
        trim_blocks(func, ignored);
    }
    let calls = CallGraph::new(&trimmed);
    let mut reached: FxHashSet<FuncId> = FxHashSet::default();
    let mut pending: Vec<FuncId> = trimmed.entry.into_iter().collect();
    // Intrinsics may call these.
    pending.extend(calls.address_taken());
    while let Some(func) = pending.pop() {
        if reached.insert(func) {
            pending.extend(calls.callees(func));
        }
    }
    for (id, func) in trimmed.funcs.iter_mut().enumerate() {
        if !reached.contains(&FuncId::new(id)) {
            func.blocks.iter_mut().for_each(clear);
        }
    }
    trimmed
}

/// Removes code after checks that certainly fail, and clears blocks that are then unreachable.
fn trim_blocks(func: &mut Func, ignored: &[FailureKind]) {
    let consts = &func.consts;
    let is_false = |operand: &Operand| matches!(operand, Operand::Const(id) if consts[*id] == Const::Bool(false));
    for block in func.blocks.iter_mut() {
        let ends = block.insts.iter().position(|inst| match &inst.op {
            Op::Check {
                condition, kind, ..
            } => is_false(condition) && !ignored.contains(kind),
            Op::Assume(condition) => is_false(condition),
            _ => false,
        });
        if let Some(last) = ends {
            block.insts.truncate(last + 1);
            block.terminator = Terminator::Unreachable;
        }
    }
    let mut reached = vec![false; func.blocks.len()];
    let mut pending = vec![BlockId::new(0)];
    while let Some(block) = pending.pop() {
        let is_new = reached.get(block.index()) == Some(&false);
        if is_new {
            reached[block.index()] = true;
            let targets = func.blocks[block].terminator.targets();
            pending.extend(targets.iter().map(|target| target.block));
        }
    }
    for (block, is_reached) in func.blocks.iter_mut().zip(reached) {
        if !is_reached {
            clear(block);
        }
    }
}

fn clear(block: &mut sheaf_ir::Block) {
    block.insts.clear();
    block.terminator = Terminator::Unreachable;
}
