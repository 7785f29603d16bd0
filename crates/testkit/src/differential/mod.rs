//! The differential harness: random programs on which independent computations of the same result
//! are compared.
//!
//! - [`paths`]: each completed path against a concrete run of its inputs; random inputs against the
//!   completed paths.
//! - [`configurations`]: every configuration against plain exploration.
//! - [`microc`]: both on random microc programs, and concrete runs against an interpreter of syntax
//!   trees.
//! - [`c`]: both on random C programs, and concrete runs against the same programs compiled for the
//!   host.
//! - [`javascript`]: both on random JavaScript programs, and concrete runs against [`node`].
//! - [`segments`]: segments of programs executed symbolically against concrete runs of the same
//!   segments.
//! - [`certificates`]: what is certified against failing runs, and the checker's machine against the
//!   host.
//!
//! A program with a disagreement is shrunk ([`shrink`], [`shrink_lines`]) and saved ([`save`]) with
//! everything needed to reproduce it.

pub mod c;
pub mod campaign;
pub mod certificates;
pub mod configurations;
pub mod exploration;
pub mod javascript;
pub mod joins;
pub mod microc;
pub mod native;
pub mod node;
pub mod paths;
pub mod save;
pub mod segments;
pub mod shrink;
pub mod shrink_lines;
pub mod supply;

#[path = "../../../microc/tests/support/oracle.rs"]
pub mod oracle;
#[path = "../../../microc/tests/support/trees.rs"]
pub mod trees;

/// A disagreement: two different answers to one question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// A short name of the question; it stays the same while a program is shrunk.
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

/// The effort spent on one program.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Limit of forks per exploration.
    pub forks: u64,
    /// Limit of decisions per path.
    pub depth: u64,
    /// Limit of instructions per exploration.
    pub instructions: u64,
    /// Limit of milliseconds per exploration.
    pub milliseconds: u64,
    /// Number of runs on random inputs.
    pub runs: u32,
}

impl Effort {
    /// Enough to complete most of the programs that terminate.
    pub const SMALL: Effort = Effort {
        forks: 40,
        depth: 14,
        instructions: 40_000,
        milliseconds: 1000,
        runs: 8,
    };
}
