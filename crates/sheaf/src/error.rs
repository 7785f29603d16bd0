//! Errors that the user can fix, which end the program early.

use std::fmt;

/// Exit statuses, as `--help` lists them.
pub mod status {
    /// The program is safe, or what was asked for is done.
    pub const DONE: u8 = 0;
    /// A failure was found.
    pub const BUG: u8 = 1;
    /// Wrong usage or bad input.
    pub const BAD_INPUT: u8 = 2;
    /// Neither proved safe nor found to fail.
    pub const INCOMPLETE: u8 = 3;
    /// An internal error of Sheaf.
    pub const INTERNAL: u8 = 4;
    /// `sheaf doctor`: what `sheaf check` of C needs is missing.
    pub const MISSING: u8 = 1;
}

/// Bad input: one line that starts with the location, followed by the messages of a compiler if
/// there are any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserError {
    text: String,
    /// Whether the only problem is that time ran out.
    pub late: bool,
}

impl UserError {
    /// An error at a location, such as a file or an option.
    pub fn new(place: impl fmt::Display, message: impl fmt::Display) -> Self {
        UserError {
            text: format!("{place}: {message}"),
            late: false,
        }
    }
}

impl From<sheaf_microc::Error> for UserError {
    fn from(error: sheaf_microc::Error) -> Self {
        UserError {
            text: error.to_string(),
            late: false,
        }
    }
}

impl From<sheaf_js::Error> for UserError {
    fn from(error: sheaf_js::Error) -> Self {
        UserError {
            text: error.to_string(),
            late: false,
        }
    }
}

impl From<sheaf_llvm::LoadError> for UserError {
    fn from(error: sheaf_llvm::LoadError) -> Self {
        UserError {
            late: error.late,
            ..UserError::new(error.place, error.message)
        }
    }
}

impl fmt::Display for UserError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl std::error::Error for UserError {}

/// A description of an I/O error.
pub fn describe_io(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "no such file".to_string(),
        ErrorKind::PermissionDenied => "permission denied".to_string(),
        ErrorKind::IsADirectory => "is a directory".to_string(),
        ErrorKind::AlreadyExists => "a file of this name exists already".to_string(),
        ErrorKind::InvalidData => "not UTF-8 text".to_string(),
        ErrorKind::NotADirectory => "a part of the path is not a directory".to_string(),
        _ => error.to_string(),
    }
}
