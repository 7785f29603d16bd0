//! Shared by tests: random trees, and an interpreter to compare with.

pub mod oracle;
pub mod trees;
