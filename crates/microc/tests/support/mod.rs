//! What tests need: random trees.

pub mod trees;
