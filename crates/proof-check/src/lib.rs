//! Checks proofs that programs are safe.
pub mod blast;
pub mod certificate;
pub mod claims;
pub mod cnf;
pub mod cut;
pub mod guide;
mod join;
pub mod lrat;
pub mod machine;
pub mod memory;
pub mod program;
mod rewrite;
pub mod scope;
pub mod state;
pub mod term;
pub mod text;
pub mod value;
pub mod walk;

/// Stack of the thread that checks.
pub const STACK_BYTES: usize = 1 << 30;

/// What an answer trusts.
pub const TRUSTED: &str = "trusted: the compiler, its translation to program.ir, this checker";
