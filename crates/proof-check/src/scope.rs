//! What an answer is about: the failures that count, and limits of the machine.

use crate::cut::Loop;
use std::collections::BTreeSet;

/// Failures for which the checker has rules. Others must not count.
const KNOWN: &[&str] = &[
    "assertion",
    "abort",
    "unreachable-call",
    "division-by-zero",
    "division-overflow",
    "signed-overflow",
    "float-conversion",
    "shift",
    "shift-overflow",
    "null-dereference",
    "out-of-bounds",
    "array-bounds",
    "vla-bound",
    "pointer-overflow",
    "invalid-builtin",
    "alignment",
    "unsigned-overflow",
    "implicit-conversion",
    "use-after-free",
    "double-free",
    "invalid-free",
    "uninitialized",
    "stack-overflow",
    "sanitizer",
    "target",
];

/// Failures of constructs for which the checker has no rules: paths end before these could happen.
const UNREACHED: &[&str] = &[
    "type-error",
    "uncaught-exception",
    "undefined-property",
    "nan",
];

/// What an answer is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The kinds of failure that count.
    pub kinds: BTreeSet<String>,
    /// Calls that may be nested.
    pub calls: u64,
    /// Bytes of local objects.
    pub stack_bytes: u64,
    /// Whether allocations on the heap may fail.
    pub allocations_may_fail: bool,
    /// Loops that may be cut.
    pub loops: Vec<Loop>,
}

impl Scope {
    /// Whether a kind of failure counts.
    pub fn counts(&self, kind: &str) -> bool {
        self.kinds.contains(kind)
    }

    /// The kinds that count and have no rules.
    pub fn without_rules(&self) -> impl Iterator<Item = &String> {
        let is_known = |kind: &&String| KNOWN.contains(&kind.as_str());
        let is_unreached = |kind: &&String| UNREACHED.contains(&kind.as_str());
        self.kinds
            .iter()
            .filter(move |kind| !is_known(kind) && !is_unreached(kind))
    }
}
