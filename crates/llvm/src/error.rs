//! Why a program could not be loaded.

use std::fmt;

/// An error of loading: bad input, with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    /// The file, or another source of the error.
    pub place: String,
    /// The message: one line, possibly followed by the messages of a compiler.
    pub message: String,
    /// Whether the only problem is that time ran out.
    pub late: bool,
}

impl LoadError {
    /// An error at a place.
    pub fn new(place: impl fmt::Display, message: impl Into<String>) -> Self {
        LoadError {
            place: place.to_string(),
            message: message.into(),
            late: false,
        }
    }

    /// Time ran out while loading something.
    pub(crate) fn late(place: impl fmt::Display, message: impl Into<String>) -> Self {
        LoadError {
            late: true,
            ..LoadError::new(place, message)
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for LoadError {}
