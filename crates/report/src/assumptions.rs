//! The assumptions on its environment that an exploration made: where the models say so, and it
//! executed that.

use sheaf_engine::outcome::Outcome;
use sheaf_engine::program::ASSUMES;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Callee, Const, Func, FuncId, Init, Inst, Module, Op, Operand};
use std::collections::BTreeSet;

/// The assumptions, in alphabetical order. If nothing was executed, the answer is about the program
/// as a whole.
pub fn assumptions(module: &Module, outcome: &Outcome) -> Vec<String> {
    let executed = &outcome.coverage.executed;
    let is_executed = |func: FuncId, block: BlockId, inst: usize| {
        let blocks = executed.get(func.index());
        let insts = blocks.and_then(|it| it.get(block.index()));
        insts.and_then(|it| it.get(inst)).is_some_and(|it| *it)
    };
    let all = outcome.stats.instructions == 0;
    let mut found = BTreeSet::new();
    for (id, func) in module.funcs.enumerate() {
        for (block, body) in func.blocks.enumerate() {
            for (at, inst) in body.insts.iter().enumerate() {
                if let Some(text) = assumed(module, func, inst)
                    && (all || is_executed(id, block, at))
                {
                    found.insert(text);
                }
            }
        }
    }
    found.into_iter().collect()
}

/// What an instruction says to be assumed: a literal that completes "assumes that".
fn assumed(module: &Module, func: &Func, inst: &Inst) -> Option<String> {
    let Op::Call(call) = &inst.op else {
        return None;
    };
    let Callee::Intrinsic(name) = call.callee else {
        return None;
    };
    let (true, [Operand::Const(literal)]) = (&*module.names[name] == ASSUMES, &*call.args) else {
        return None;
    };
    let Const::Global(global, 0) = func.consts[*literal] else {
        return None;
    };
    let Init::Data { bytes, .. } = &module.globals[global].init else {
        return None;
    };
    let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    Some(String::from_utf8_lossy(text).into_owned())
}
