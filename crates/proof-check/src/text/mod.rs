//! Reads the textual representation of programs. It covers what certificates contain: the normal
//! form, with one instruction on a line. An instruction or a constant without rules here is kept by
//! its first word, so that only paths that reach it lack a proof.

mod function;
mod instruction;
mod lex;

pub use function::parse;
