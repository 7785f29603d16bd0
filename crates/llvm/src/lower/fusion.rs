//! How exactly compilers compute floats: products and sums with one rounding, where the target has
//! an instruction for that, and flags such as `-ffast-math`.

use super::function::FunctionLowering;
use crate::ll::{Module, Value};
use llvm_sys::LLVMOpcode;

/// Features of targets that have such instructions.
const FUSING: &[&str] = &["+fma", "+fma4", "+avx512f"];

/// Attributes of functions in which small floats are zero.
const DENORMAL: [&str; 2] = ["denormal-fp-math", "denormal-fp-math-f32"];

/// The intrinsic for a product and a sum in one expression.
const MULTIPLY_ADD: &str = "llvm.fmuladd.";

/// The end of its name for a `long double`.
const EXTENDED: &str = ".f80";

/// What the verdict assumes.
const FUSED: &str = "a product and a sum are rounded once where clang does so (-mfma)";
const EXACT: &str =
    "floats are computed as IEEE 754 says, although flags allow others (-ffast-math)";

/// Whether a function may use instructions that compute a product and a sum with one rounding.
pub(super) fn may_fuse(function: Value) -> bool {
    let features = function.text_attribute("target-features");
    let features = features.unwrap_or_default();
    features.split(',').any(|it| FUSING.contains(&it))
}

impl FunctionLowering<'_, '_> {
    /// Says what is assumed of the program's floats.
    pub(super) fn assume_floats(&mut self) {
        let (mut fused, mut exact) = (false, false);
        for function in self.cx.modules.iter().copied().flat_map(Module::functions) {
            if function.is_declaration() || fused && exact {
                continue;
            }
            let fuses = may_fuse(function);
            let flushes = DENORMAL
                .iter()
                .any(|name| function.has_text_attribute(name));
            let blocks = function.blocks().into_iter();
            for inst in blocks.flat_map(|block| block.instructions()) {
                fused |= fuses && (is_multiply_add(inst) || inst.may_contract());
                exact |= inst.is_inexact() || flushes && is_arithmetic(inst);
            }
        }
        for (is_assumed, text) in [(fused, FUSED), (exact, EXACT)] {
            if is_assumed {
                self.assume(text);
            }
        }
    }
}

fn is_multiply_add(inst: Value) -> bool {
    let name = || inst.callee().name();
    let fuses = |name: String| name.starts_with(MULTIPLY_ADD) && !name.ends_with(EXTENDED);
    inst.opcode() == LLVMOpcode::LLVMCall && fuses(name())
}

fn is_arithmetic(inst: Value) -> bool {
    use LLVMOpcode::*;
    matches!(inst.opcode(), LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv)
}
