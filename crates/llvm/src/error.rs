//! Why a program could not be loaded.

use std::fmt;

/// An error of loading: bad input, with the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    /// The file, or what else is at fault.
    pub place: String,
    /// What is wrong; one line, but for a compiler's messages, which follow the first line as they
    /// are.
    pub message: String,
    /// Whether nothing is wrong but that there was no more time.
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

    /// There was no more time to load what is at a place.
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
