//! What happens to a module between reading and lowering: locals become values, and their first content stays visible.
//!
//! LLVM's `mem2reg` takes the content of a variable that was never written for whatever suits it: where one branch sets a variable to
//! 1 and the other does not, it is 1. That would hide reads of uninitialised variables. So each variable gets a first store of an
//! opaque value, the result of a function `sheaf.undefined.N`, which the lowering turns into an undefined value.

use crate::ll::{Module, Ty, Value, ValueKind};
use llvm_sys::LLVMOpcode;
use rustc_hash::FxHashMap;

/// Start of the names of functions whose result is the content of an uninitialised variable.
pub(crate) const UNDEFINED: &str = "sheaf.undefined.";

/// Prepares a module for lowering; the error is LLVM's, in one line.
pub(crate) fn prepare(module: Module) -> Result<(), String> {
    module.verify()?;
    module.use_debug_calls();
    let mut markers = FxHashMap::default();
    for function in module.functions() {
        // Optimisation that is switched off by the source would leave locals in memory.
        function.remove_attribute("optnone");
        mark_undefined(module, function, &mut markers);
    }
    module.run_passes("function(mem2reg)")
}

/// Stores an undefined value into each variable of a function that may become a value.
fn mark_undefined(module: Module, function: Value, markers: &mut FxHashMap<Ty, Value>) {
    let Some(entry) = function.blocks().first().copied() else {
        return;
    };
    let variables: Vec<Value> = entry
        .instructions()
        .filter(|inst| inst.opcode() == LLVMOpcode::LLVMAlloca && may_be_promoted(*inst))
        .collect();
    for variable in variables {
        let ty = variable.allocated_type();
        let count = markers.len();
        let marker = *markers
            .entry(ty)
            .or_insert_with(|| module.declare(&format!("{UNDEFINED}{count}"), ty));
        variable.initialize_by_call(marker);
    }
}

/// Whether `mem2reg` may turn a variable into a value; true for some that it will not.
fn may_be_promoted(variable: Value) -> bool {
    // Where it is never read, what it holds first does not matter.
    let is_read = |user: Value| {
        user.kind() == ValueKind::LLVMInstructionValueKind && user.opcode() == LLVMOpcode::LLVMLoad
    };
    variable.operand(0).kind() == ValueKind::LLVMConstantIntValueKind
        && variable.users().any(is_read)
        && variable.users().all(|user| {
            if user.kind() != ValueKind::LLVMInstructionValueKind {
                return false;
            }
            match user.opcode() {
                LLVMOpcode::LLVMLoad => user.ty() == variable.allocated_type(),
                LLVMOpcode::LLVMStore => {
                    user.operand(0) != variable && user.operand(0).ty() == variable.allocated_type()
                }
                LLVMOpcode::LLVMCall => user.callee().name().starts_with("llvm."),
                LLVMOpcode::LLVMGetElementPtr
                | LLVMOpcode::LLVMBitCast
                | LLVMOpcode::LLVMAddrSpaceCast => true,
                _ => false,
            }
        })
}
