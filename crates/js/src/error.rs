//! Errors of the front end: a message and its source location.

use std::fmt;

/// A source location; line and column count characters from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLocation {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Why a script cannot be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The path of the file.
    pub file: String,
    /// The location in the file.
    pub place: SourceLocation,
    /// The message.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SourceLocation { line, column } = self.place;
        write!(out, "{}:{line}:{column}: {}", self.file, self.message)
    }
}

impl std::error::Error for Error {}
