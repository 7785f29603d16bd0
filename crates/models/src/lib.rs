//! Library models: what the programs of each language call and do not define.
//!
//! Models are a crate of their own so that front ends need no engine: lowering only has to know
//! the names that are modelled, which it is given.

pub mod c;
pub mod js;
pub mod microc;
