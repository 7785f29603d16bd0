//! What ends the program early: something the user can mend.

use std::fmt;

/// Exit statuses, as `--help` lists them.
pub mod status {
    /// The program is safe, or what was asked for is done.
    pub const DONE: u8 = 0;
    /// A failure was found.
    pub const BUG: u8 = 1;
    /// Wrong usage or bad input.
    pub const BAD_INPUT: u8 = 2;
    /// Neither safe nor a failure found.
    pub const INCOMPLETE: u8 = 3;
    /// An error of Sheaf's own.
    pub const INTERNAL: u8 = 4;
}

/// Bad input: one line with the place in front, and where a compiler complained, its messages
/// below.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserError {
    text: String,
    /// Whether nothing is wrong but that there was no more time.
    pub late: bool,
}

impl UserError {
    /// An error at a place, such as a file or an option.
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

impl UserError {
    /// An error in a JavaScript file.
    pub fn in_script(file: impl fmt::Display, error: &sheaf_js::Error) -> Self {
        UserError {
            text: format!("{file}:{error}"),
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

/// An input or output error in plain words.
pub fn describe_io(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "no such file".to_string(),
        ErrorKind::PermissionDenied => "permission denied".to_string(),
        ErrorKind::IsADirectory => "is a directory".to_string(),
        ErrorKind::AlreadyExists => "a file of this name is in the way".to_string(),
        ErrorKind::InvalidData => "not text: this is no UTF-8".to_string(),
        ErrorKind::NotADirectory => "a part of the path is not a directory".to_string(),
        _ => error.to_string(),
    }
}
