//! Sanitizer checks that clang inserts, for kinds of failure that only it can detect.
//!
//! Signed overflow, division, shifts and conversions of floats are visible in bitcode, and the
//! engine checks them itself. But clang folds operations on constants: `INT_MAX + 1` becomes a
//! number, and `7 / 0` is poison. With a check in front of the operation, the failure remains
//! visible. Array members, array lengths, builtin functions and boolean values leave no other trace
//! in bitcode.

use crate::ll::{BasicBlock, Module, Value};
use crate::lower::checked_kinds;
use llvm_sys::LLVMOpcode;
use sheaf_ir::FailureKind;

/// Checks that every C source is compiled with.
const ALWAYS: &[&str] = &[
    "signed-integer-overflow",
    "integer-divide-by-zero",
    "shift-exponent",
    "float-cast-overflow",
    "array-bounds",
    "vla-bound",
    "builtin",
    "bool",
    "pointer-overflow",
];

/// The ones of these that `-fwrapv` defines.
const WRAPPING: &[&str] = &["signed-integer-overflow", "pointer-overflow"];

/// Checks that call the runtime where the others trap. They are combined with another check, and
/// this way each of the two has its own branch, even if the operands are constants and the
/// condition does not distinguish them.
const CALLING: &[&str] = &["integer-divide-by-zero", "shift-base"];

/// Kinds of failure that need a check only if they count: the check, and operations that the check
/// applies to.
const OPTIONAL: &[(FailureKind, &str, &[LLVMOpcode])] = &[
    (
        FailureKind::ShiftOverflow,
        "shift-base",
        &[LLVMOpcode::LLVMShl],
    ),
    (
        FailureKind::Alignment,
        "alignment",
        &[LLVMOpcode::LLVMGetElementPtr],
    ),
    (
        FailureKind::UnsignedOverflow,
        "unsigned-integer-overflow",
        &[
            LLVMOpcode::LLVMAdd,
            LLVMOpcode::LLVMSub,
            LLVMOpcode::LLVMMul,
        ],
    ),
    (
        FailureKind::ImplicitConversion,
        "implicit-conversion",
        &[LLVMOpcode::LLVMTrunc],
    ),
];

/// Flags of clang for the checks of a source, if these kinds count. `user` has the other flags:
/// overflow is not checked if they define it (`-fwrapv`).
pub(crate) fn flags<'a>(
    kinds: &[FailureKind],
    user: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = String> {
    let wraps = wraps(user);
    let always = ALWAYS
        .iter()
        .filter(move |check| !(wraps && WRAPPING.contains(check)));
    let optional = OPTIONAL.iter().filter(|(kind, ..)| kinds.contains(kind));
    let checks: Vec<&str> = always
        .chain(optional.map(|(_, check, _)| check))
        .copied()
        .collect();
    let checks = checks.join(",");
    [
        format!("-fsanitize={checks}"),
        format!("-fsanitize-trap={checks}"),
        format!("-fno-sanitize-trap={}", CALLING.join(",")),
    ]
    .into_iter()
}

/// Flags of clang after which a source does not find these checks by `__has_feature`, which would
/// change its meaning, unless it is compiled with such checks natively, too.
pub(crate) fn hidden<'a>(
    mut user: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = &'static str> {
    let asked = user.any(|flag| {
        let list = flag.strip_prefix("-fsanitize=").unwrap_or_default();
        let mut checks = list.split(',').filter(|check| !check.is_empty());
        checks.any(|check| !OF_OTHERS.iter().any(|other| check.starts_with(other)))
    });
    HIDDEN.iter().copied().filter(move |_| !asked)
}

/// Starts of the names of sanitizers that are none of undefined behaviour.
const OF_OTHERS: &[&str] = &[
    "address",
    "cfi",
    "dataflow",
    "fuzzer",
    "hwaddress",
    "kcfi",
    "kernel-",
    "leak",
    "mem",
    "numerical",
    "realtime",
    "safe-stack",
    "scudo",
    "shadow-call-stack",
    "thread",
    "type",
];

/// See [`hidden`]. The builtin macro does not expand its argument, but one that calls it does.
const HIDDEN: &[&str] = &[
    "-Wno-builtin-macro-redefined",
    "-D__has_feature(x)=__has_extension(x)",
    "-Dundefined_behavior_sanitizer=__sheaf_none",
    "-D__undefined_behavior_sanitizer__=__sheaf_none",
];

/// Whether signed arithmetic wraps with these flags of clang; the last relevant one decides.
fn wraps<'a>(flags: impl Iterator<Item = &'a str>) -> bool {
    let said = |flag| match flag {
        "-fwrapv" | "-fno-strict-overflow" => Some(true),
        "-fno-wrapv" | "-fstrict-overflow" => Some(false),
        _ => None,
    };
    flags.filter_map(said).last().unwrap_or(false)
}

/// Whether a module has optimised functions with operations that may fail: optimisers execute them
/// where their results need not be used. Functions that are not optimised are not inlined either,
/// unless the source says so.
pub(crate) fn is_optimised(module: Module) -> bool {
    let is_kept = |function: &Value| {
        function.has_attribute("noinline") || function.has_attribute("alwaysinline")
    };
    let functions = module.functions().into_iter();
    let optimised = functions.filter(|function| !is_kept(function));
    let mut blocks = optimised.flat_map(|function| function.blocks());
    blocks.any(|block| block.instructions().any(may_fail_unused))
}

/// Whether an instruction without an effect may fail.
fn may_fail_unused(inst: Value) -> bool {
    use LLVMOpcode::*;
    match inst.opcode() {
        LLVMAdd | LLVMSub | LLVMMul => inst.no_signed_wrap(),
        LLVMShl | LLVMLShr | LLVMAShr => !inst.operand(1).is_constant(),
        LLVMFPToSI | LLVMFPToUI => true,
        _ => false,
    }
}

/// The missing flag of a module for one of these kinds, if it has operations that the check applies
/// to and no such check. The module does not show which of the operations should have one.
pub(crate) fn missing(module: Module, kinds: &[FailureKind]) -> Option<(FailureKind, String)> {
    let functions = module.functions();
    let blocks: Vec<BasicBlock> = functions.iter().flat_map(|it| it.blocks()).collect();
    let lacks = |kind: FailureKind, opcodes: &[LLVMOpcode]| {
        let mut operations = blocks.iter().flat_map(|block| block.instructions());
        operations.any(|inst| opcodes.contains(&inst.opcode()))
            && !blocks
                .iter()
                .any(|block| checked_kinds(*block).contains(&kind))
    };
    OPTIONAL
        .iter()
        .filter(|(kind, ..)| kinds.contains(kind))
        .find(|(kind, _, opcodes)| lacks(*kind, opcodes))
        .map(|(kind, check, _)| (*kind, format!("-fsanitize={check}")))
}
