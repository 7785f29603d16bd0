//! Errors of the front end: a message and its source location.

use std::fmt;

/// A source location; line and column count characters from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLocation {
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in characters.
    pub column: u32,
}

/// Why a script cannot be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The path of the file.
    pub file: String,
    /// The location in the file.
    pub place: SourceLocation,
    /// For people.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SourceLocation { line, column } = self.place;
        write!(out, "{}:{line}:{column}: {}", self.file, self.message)
    }
}

impl std::error::Error for Error {}
