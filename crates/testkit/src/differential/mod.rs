//! The differential harness: random programs on which everything that can be computed in two ways
//! must come out the same.
//!
//! - [`paths`]: each completed path against a concrete run of its inputs; random inputs against the
//!   completed paths.
//! - [`configurations`]: every way to explore against plain exploration.
//! - [`microc`]: both on random microc programs, and concrete runs against an interpreter of syntax
//!   trees.
//! - [`c`]: both on random C programs, and concrete runs against the same programs compiled for the
//!   host.
//! - [`segments`]: pieces of programs executed on symbols against runs of the same pieces.
//!
//! A program that is disagreed about is shrunk ([`shrink`], [`shrink_c`]) and saved ([`save`])
//! together with what is needed to see it again.

pub mod c;
pub mod campaign;
pub mod configurations;
pub mod exploration;
pub mod joins;
pub mod microc;
pub mod native;
pub mod paths;
pub mod save;
pub mod segments;
pub mod shrink;
pub mod shrink_c;
pub mod supply;

#[path = "../../../microc/tests/support/oracle.rs"]
pub mod oracle;
#[path = "../../../microc/tests/support/trees.rs"]
pub mod trees;

/// Two answers to one question that are not the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// Which question, in few words; while a program is shrunk, it stays the same.
    pub question: String,
    /// Both answers.
    pub detail: String,
}

impl Disagreement {
    /// A disagreement.
    pub fn new(question: impl Into<String>, detail: impl Into<String>) -> Self {
        Disagreement {
            question: question.into(),
            detail: detail.into(),
        }
    }
}

/// How much is done for one program.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Forks of one exploration.
    pub forks: u64,
    /// Decisions on one path.
    pub depth: u64,
    /// Instructions of one exploration.
    pub instructions: u64,
    /// Milliseconds of one exploration.
    pub milliseconds: u64,
    /// Runs on random inputs.
    pub runs: u32,
}

impl Effort {
    /// Enough to complete most of the programs that end at all.
    pub const SMALL: Effort = Effort {
        forks: 40,
        depth: 14,
        instructions: 40_000,
        milliseconds: 1000,
        runs: 8,
    };
}
