//! What a program finds when it starts: its arguments, its environment, its standard input and its
//! files.

use std::path::PathBuf;

/// What a program finds.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct World {
    /// The name that the program is called by.
    pub name: Vec<u8>,
    /// The arguments behind it.
    pub arguments: Vec<Vec<u8>>,
    /// Environment variables as `NAME=VALUE`.
    pub variables: Vec<String>,
    /// Standard input.
    pub stdin: Vec<u8>,
    /// Files of its working directory, by name.
    pub files: Vec<(PathBuf, Vec<u8>)>,
}
