//! Which checks of undefined behaviour clang puts into a program, for kinds of failure that only it
//! can see.
//!
//! Signed overflow, division, shifts and conversions of floats are visible in bitcode, and the
//! engine checks them itself. But clang computes operations on constants while it makes the
//! bitcode: `INT_MAX + 1` is then a number, and `7 / 0` is poison. With a check in front of the
//! operation, what was computed is told. Members that are arrays, lengths of arrays, builtin
//! functions and what is read as a truth value leave no trace in bitcode but such checks.

use crate::ll::{BasicBlock, Module};
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

/// Of these, what `-fwrapv` defines.
const WRAPPING: &[&str] = &["signed-integer-overflow", "pointer-overflow"];

/// Checks that call the runtime where the others trap. What they are about is checked together with
/// something else, and so each of the two has a branch of its own, also where the operands are
/// constants and the condition does not tell which it is.
const CALLING: &[&str] = &["integer-divide-by-zero", "shift-base"];

/// Kinds of failure that need a check only if they count: the check, and operations of which a
/// program compiled with it has one.
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

/// Flags of clang for the checks that a source needs, where these kinds count. `user` has the other
/// flags: where they define overflow (`-fwrapv`), it is not checked.
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

/// Whether signed arithmetic wraps around by these flags of clang; the last one that says so
/// decides.
fn wraps<'a>(flags: impl Iterator<Item = &'a str>) -> bool {
    let said = |flag| match flag {
        "-fwrapv" | "-fno-strict-overflow" => Some(true),
        "-fno-wrapv" | "-fstrict-overflow" => Some(false),
        _ => None,
    };
    flags.filter_map(said).last().unwrap_or(false)
}

/// The flag that a module which someone else compiled lacks for one of these kinds, if it has
/// operations that the check is about and no such check. Which of the operations should have one,
/// the module does not tell.
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
