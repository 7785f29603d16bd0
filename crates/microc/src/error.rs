//! Errors of the front end: a message and its source location.

use serde::Serialize;
use std::fmt;

/// A source location; line and column count characters from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct SourceLocation {
    /// The line; 0 refers to the whole file.
    pub line: u32,
    /// The column; 0 refers to the whole file.
    pub column: u32,
}

/// Why a source text is not a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The file name as given by the user; empty until [`Error::in_file`] sets it.
    pub file: String,
    /// The location in the file.
    pub place: SourceLocation,
    /// The message, with what was expected.
    pub message: String,
}

impl Error {
    /// An error in a file whose name is set later.
    pub fn new(place: SourceLocation, message: impl Into<String>) -> Self {
        Error {
            file: String::new(),
            place,
            message: message.into(),
        }
    }

    /// The same error in a file of this name.
    pub fn in_file(mut self, file: &str) -> Self {
        self.file = file.to_string();
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(out, "{}:", self.file)?;
        }
        if self.place.line > 0 {
            write!(out, "{}:{}:", self.place.line, self.place.column)?;
        }
        if !self.file.is_empty() || self.place.line > 0 {
            out.write_str(" ")?;
        }
        out.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
