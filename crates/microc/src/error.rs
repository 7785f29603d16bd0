//! Errors of the front end: what is wrong with a source text, and where.

use serde::Serialize;
use std::fmt;

/// A place in a source text; line and column count characters from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct SourceLocation {
    /// The line; 0 if the whole file is meant.
    pub line: u32,
    /// The column; 0 if the whole file is meant.
    pub column: u32,
}

/// Why a source text is not a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The file as the user named it; empty until [`Error::in_file`] sets it.
    pub file: String,
    /// Where in the file.
    pub place: SourceLocation,
    /// What is wrong and what was expected.
    pub message: String,
}

impl Error {
    /// An error at a place of a file that is not known yet.
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
