//! Functions of the C library that compilers evaluate or replace, even without optimisation.
//!
//! If a program defines one of them (a C library under test), its calls are calls of this
//! definition: its sources are compiled with `-fno-builtin-NAME`. Which functions a program defines
//! is known once its files are linked, so such a program is compiled twice.

use crate::ll::{Module, Value};

/// Those that clang 19 handles at `-O0`, as far as Sheaf's library has them.
const REPLACED: &[&str] = &[
    "abs",
    "bcmp",
    "bcopy",
    "bzero",
    "ceil",
    "ceilf",
    "ceill",
    "copysign",
    "copysignf",
    "copysignl",
    "fabs",
    "fabsf",
    "fabsl",
    "finite",
    "finitef",
    "finitel",
    "floor",
    "floorf",
    "floorl",
    "fma",
    "fmaf",
    "fmal",
    "fmax",
    "fmaxf",
    "fmaxl",
    "fmin",
    "fminf",
    "fminl",
    "labs",
    "llabs",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "mempcpy",
    "memset",
    "nearbyint",
    "nearbyintf",
    "nearbyintl",
    "rint",
    "rintf",
    "rintl",
    "round",
    "roundeven",
    "roundevenf",
    "roundevenl",
    "roundf",
    "roundl",
    "strchr",
    "strcmp",
    "strlen",
    "strncmp",
    "trunc",
    "truncf",
    "truncl",
    "wcschr",
    "wcscmp",
    "wcslen",
    "wcsncmp",
    "wmemchr",
    "wmemcmp",
];

/// Flags of clang and gcc after which calls of functions that a program defines are not replaced;
/// empty if it defines none that would be.
pub fn flags(defines: impl Fn(&str) -> bool) -> Vec<String> {
    let own = REPLACED.iter().filter(|name| defines(name));
    own.map(|name| format!("-fno-builtin-{name}")).collect()
}

/// Those of [`flags`] that the compiled sources lack.
pub(crate) fn missing(sources: &[Module], defines: impl Fn(&str) -> bool) -> Vec<String> {
    let functions: Vec<Value> = sources
        .iter()
        .flat_map(|module| module.functions())
        .filter(|function| !function.is_declaration())
        .collect();
    let mut flags = flags(defines);
    // clang records each of these flags, or all of them, as an attribute of all functions.
    flags.retain(|flag| {
        let recorded = flag.trim_start_matches("-f");
        let calls = |function: &Value| {
            function.has_text_attribute(recorded) || function.has_text_attribute("no-builtins")
        };
        !functions.iter().all(calls)
    });
    flags
}

/// The functions that LLVM's code generator calls for intrinsics on memory.
const MEMORY: [&str; 3] = ["memcpy", "memmove", "memset"];

/// Whether a function is called without a call in the source.
pub(crate) fn is_called_for_intrinsics(name: &str) -> bool {
    MEMORY.contains(&name)
}

/// The function that LLVM's code generator calls for an intrinsic on memory, by its full name.
pub(crate) fn called_for(intrinsic: &str) -> Option<&'static str> {
    MEMORY.into_iter().find(|name| {
        let rest = intrinsic
            .strip_prefix("llvm.")
            .and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with(".p"))
    })
}
