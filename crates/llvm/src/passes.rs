//! Preparation of a module before lowering: promotes locals to values, while keeping uninitialized
//! content and lifetimes of local objects visible.
//!
//! LLVM's `mem2reg` assumes an arbitrary convenient content for an uninitialized variable: if one
//! branch sets a variable to 1 and the other does not, it is 1. That would hide reads of
//! uninitialized variables. So each variable gets a first store of an opaque value, the result of a
//! function `sheaf.undefined.N`, which the lowering replaces by an undefined value; and if it is
//! declared in a loop, another one in each iteration.
//!
//! A variable whose address is stored stays in memory. `mem2reg` would promote it once the pointer
//! to it is promoted, and also hide that the pointer outlives the variable.

use crate::ll::{Module, Ty, Value, ValueKind};
use crate::scopes::{self, Variable};
use llvm_sys::LLVMOpcode;
use rustc_hash::FxHashMap;

/// Prefix of the names of functions that return the content of an uninitialized variable.
pub(crate) const UNDEFINED: &str = "sheaf.undefined.";
/// The function that keeps a variable in memory; its calls have no effect.
pub(crate) const PINNED: &str = "sheaf.pinned";

/// Prepares a module for lowering; the error is LLVM's, as one line.
/// If `keeps_variables`, no local is promoted: each is in memory as long as it lives.
pub(crate) fn prepare(module: Module, keeps_variables: bool) -> Result<(), String> {
    module.verify()?;
    module.use_debug_calls();
    let mut marks = Marks::new(module, keeps_variables);
    for function in module.functions() {
        let variables = scopes::variables(function);
        marks.put(function, &variables);
        // Locals of functions that disable optimisation would stay in memory.
        function.remove_attribute("optnone");
    }
    module.run_passes("function(mem2reg)")
}

/// The functions whose calls mark variables.
struct Marks {
    module: Module,
    undefined: FxHashMap<Ty, Value>,
    pinned: Value,
    keeps_variables: bool,
    lives: scopes::Marks,
}

impl Marks {
    fn new(module: Module, keeps_variables: bool) -> Self {
        let pinned = module.declare_on_address(PINNED);
        let [begin, end, resume, declared, shared] =
            scopes::SCOPE_MARKS.map(|name| module.declare_on_address(name));
        Marks {
            module,
            undefined: FxHashMap::default(),
            pinned,
            keeps_variables,
            lives: scopes::Marks {
                begin,
                end,
                resume,
                declared,
                shared,
            },
        }
    }

    /// Marks the variables of a function; these are declared in blocks.
    fn put(&mut self, function: Value, in_blocks: &[Variable]) {
        let Some(entry) = function.blocks().first().copied() else {
            return;
        };
        let (promoted, kept): (Vec<Value>, Vec<Value>) = entry
            .instructions()
            .filter(|inst| inst.opcode() == LLVMOpcode::LLVMAlloca)
            .partition(|inst| !self.keeps_variables && may_be_promoted(*inst));
        let kept_in_blocks = in_blocks.iter().filter(|it| !promoted.contains(&it.object));
        scopes::mark(function, kept_in_blocks, &self.lives);
        scopes::mark_others(function, &kept, in_blocks, &self.lives);
        for variable in in_blocks {
            if promoted.contains(&variable.object) && scopes::is_reached_again(variable) {
                self.undefine(variable.object, variable.declaration);
            }
        }
        for variable in promoted {
            self.undefine(variable, variable.next());
        }
        for variable in kept {
            variable.next().call_before(self.pinned, variable);
        }
    }

    /// Stores an undefined value into a variable before an instruction, unless it is never read.
    fn undefine(&mut self, variable: Value, before: Value) {
        let is_read = |user: Value| user.is_instruction_of(LLVMOpcode::LLVMLoad);
        if !variable.users().any(is_read) {
            return;
        }
        let ty = variable.allocated_type();
        let count = self.undefined.len();
        let module = self.module;
        let undefined = *self
            .undefined
            .entry(ty)
            .or_insert_with(|| module.declare(&format!("{UNDEFINED}{count}"), ty));
        before.store_call_before(undefined, variable);
    }
}

/// Whether `mem2reg` may promote a variable, as an over-approximation.
fn may_be_promoted(variable: Value) -> bool {
    variable.operand(0).kind() == ValueKind::LLVMConstantIntValueKind
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
                _ => false,
            }
        })
}
