//! Errors of the front end: what is wrong with a source text, and where.

use std::fmt;

/// A place in a source text; line and column count characters from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLocation {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Why a source text is no program that can be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Where in the file.
    pub place: SourceLocation,
    /// What is wrong, or not supported.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SourceLocation { line, column } = self.place;
        write!(out, "{line}:{column}: {}", self.message)
    }
}

impl std::error::Error for Error {}
