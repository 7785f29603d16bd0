//! What an answer is about: the failures that count, and limits of the machine.

use crate::cut::Loop;
use std::collections::BTreeSet;

/// What is to be shown where a kind of failure does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncounted {
    /// Nothing: the program ends by itself.
    Ends,
    /// Nothing: the program goes on as if it had not failed.
    GoesOn,
    /// That it does not happen: what follows has no meaning.
    Shown,
}

/// The kinds of failure for which there are rules, and those of constructs that have none: paths end
/// before these could happen.
const KINDS: &[(&str, Uncounted)] = &[
    ("abort", Uncounted::Ends),
    ("alignment", Uncounted::GoesOn),
    ("array-bounds", Uncounted::GoesOn),
    ("assertion", Uncounted::Ends),
    ("division-by-zero", Uncounted::Shown),
    ("division-overflow", Uncounted::Shown),
    ("double-free", Uncounted::Shown),
    ("float-conversion", Uncounted::GoesOn),
    ("implicit-conversion", Uncounted::GoesOn),
    ("invalid-builtin", Uncounted::GoesOn),
    ("invalid-free", Uncounted::Shown),
    ("leak", Uncounted::GoesOn),
    ("nan", Uncounted::Shown),
    ("null-dereference", Uncounted::Shown),
    ("out-of-bounds", Uncounted::Shown),
    ("pointer-overflow", Uncounted::GoesOn),
    ("sanitizer", Uncounted::GoesOn),
    ("shift", Uncounted::GoesOn),
    ("shift-overflow", Uncounted::GoesOn),
    ("signed-overflow", Uncounted::GoesOn),
    ("stack-overflow", Uncounted::Shown),
    ("target", Uncounted::Shown),
    ("type-error", Uncounted::Shown),
    ("uncaught-exception", Uncounted::Shown),
    ("undefined-property", Uncounted::Shown),
    ("uninitialized", Uncounted::GoesOn),
    ("unreachable-call", Uncounted::Shown),
    ("unsigned-overflow", Uncounted::GoesOn),
    ("use-after-free", Uncounted::Shown),
    ("vla-bound", Uncounted::GoesOn),
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
    /// Whether memory that globals lead to at the end is a leak, too.
    pub must_free: bool,
    /// Loops that may be cut.
    pub loops: Vec<Loop>,
}

impl Scope {
    /// Whether a kind of failure counts.
    pub fn counts(&self, kind: &str) -> bool {
        self.kinds.contains(kind)
    }

    /// What is to be shown of a kind that does not count; everything of an unknown one.
    pub fn uncounted(kind: &str) -> Uncounted {
        let row = KINDS.iter().find(|(name, _)| *name == kind);
        row.map_or(Uncounted::Shown, |(_, uncounted)| *uncounted)
    }

    /// The kinds that count and have no rules.
    pub fn without_rules(&self) -> impl Iterator<Item = &String> {
        let has_rules = |kind: &&String| KINDS.iter().any(|(name, _)| name == kind);
        self.kinds.iter().filter(move |kind| !has_rules(kind))
    }
}
