//! Hash-consed terms over booleans, bit-vectors, integers, arrays and patterns of floating-point
//! numbers: building, rewriting, evaluation, printing.
//!
//! A [`Term`] is a copyable handle into a [`Pool`]. Equal handles are equal terms, and a builder
//! such as [`Pool::add`] folds constants and rewrites locally before it makes a node. The operators
//! stand in one table ([`op`]), which sort checking, evaluation and printing all read. Nothing here
//! knows of programs or solvers.
//!
//! Sorts are the caller's promise: a builder panics if its arguments do not fit the operator,
//! because only a bug in the calling crate can do that.

mod build;
pub mod cancel;
mod chosen;
mod combinations;
mod comparison;
mod constant;
mod diagram;
mod display;
mod eval;
mod facts;
mod interval;
mod model;
mod node;
pub mod op;
mod pool;
mod rewrite;
mod rows;
pub mod smtlib;
mod sort;
mod substitute;
mod summaries;
mod symbols;
pub mod theory;
mod uninitialized;
mod unknown;
mod vector;
mod words;

pub use combinations::{Combinations, Range};
pub use comparison::{Comparison, Reading, Relation, in_readings};
pub use constant::{ArrayValue, Constant};
pub use diagram::{Choice, Choices, SuspendedDiagrams};
pub use display::{display, display_numbered};
pub use eval::{CachedModel, Evaluator, eval, eval_bool};
pub use model::{Model, ModelChanges};
pub use node::{MemoryPlace, Symbol, SymbolInfo, SymbolKind, Term};
pub use op::Op;
pub use pool::Pool;
pub use rows::Rows;
pub use sort::Sort;
pub use substitute::TermMap;
pub use summaries::Summaries;
pub use uninitialized::OuterInstruction;
pub use unknown::{Unknown, Unknowns};
pub use vector::BitVector;

pub use num_bigint::{BigInt, BigUint};
