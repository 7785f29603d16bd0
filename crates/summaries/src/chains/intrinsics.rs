//! The behaviour of intrinsics, by name. An unlisted intrinsic may write to any memory.

use sheaf_ir::FailureKind;

/// The behaviour of an intrinsic, besides its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Behaviour {
    /// Whether it returns.
    pub returns: bool,
    /// The failure that it may report, besides those of its memory accesses.
    pub fails_with: Option<FailureKind>,
    /// Whether it may write to memory.
    pub writes: bool,
    /// Whether its first argument is not zero when it returns.
    pub requires: bool,
}

/// The behaviour of the intrinsic with this name, if it is known.
pub fn behaviour(name: &str) -> Option<Behaviour> {
    let plain = Behaviour {
        returns: true,
        fails_with: None,
        writes: false,
        requires: false,
    };
    let ends = Behaviour {
        returns: false,
        ..plain
    };
    let requires = Behaviour {
        requires: true,
        ..plain
    };
    let asserts = Behaviour {
        fails_with: Some(FailureKind::Assertion),
        ..requires
    };
    Some(match name {
        "klee_make_symbolic"
        | "__sheaf_make_input"
        | "__sheaf_make_row"
        | "__sheaf_unexplored"
        | "__VERIFIER_nondet_memory"
        | "__sheaf_write"
        | "__sheaf_write_held"
        | "free"
        | "__sheaf_malloc"
        | "__sheaf_calloc" => Behaviour {
            writes: true,
            ..plain
        },
        "klee_int"
        | "klee_range"
        | "klee_is_symbolic"
        | "klee_warning"
        | "klee_warning_once"
        | "klee_is_replay"
        | "klee_prefer_cex"
        | "klee_print_expr"
        | "klee_stack_trace"
        | "klee_open_merge"
        | "klee_close_merge"
        | "output"
        | "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end"
        | "__sheaf_string_length"
        | "__sheaf_counts"
        | "__sheaf_deliver"
        | "__sheaf_assumes" => plain,
        "klee_assume" | "__VERIFIER_assume" | "__ESBMC_assume" | "__CPROVER_assume" => requires,
        "assert" | "__VERIFIER_assert" | "__ESBMC_assert" | "__CPROVER_assert" => asserts,
        "__assert_fail" | "__assert" | "__sheaf_assert_fail" => Behaviour {
            fails_with: Some(FailureKind::Assertion),
            ..ends
        },
        "abort" | "klee_abort" => Behaviour {
            fails_with: Some(FailureKind::Abort),
            ..ends
        },
        "__sheaf_raise" | "__sheaf_default_action" => Behaviour {
            fails_with: Some(FailureKind::Abort),
            ..plain
        },
        "__VERIFIER_error" | "reach_error" => Behaviour {
            fails_with: Some(FailureKind::UnreachableCall),
            ..ends
        },
        "klee_silent_exit" | "__sheaf_exit" => ends,
        _ => return None,
    })
}

/// Whether an unlisted intrinsic does not fail in this way, and does not transfer control except
/// back to its caller.
pub fn is_ordinary(name: &str, goal: FailureKind) -> bool {
    let jumps = name.contains("jmp");
    let is_unknown = matches!(name, "__sheaf_unmodelled" | "__sheaf_incomplete");
    goal == FailureKind::Target && !jumps && !is_unknown
}

/// Whether failures of this kind happen only at checks and in intrinsics with this behaviour.
pub fn is_explicit(kind: FailureKind) -> bool {
    matches!(kind, FailureKind::Target | FailureKind::Assertion)
}
