//! The environment in which a program starts: its arguments, its environment variables, its
//! standard input and its files.

use std::path::PathBuf;

/// The environment of a program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct World {
    /// The value of `argv[0]`.
    pub name: Vec<u8>,
    /// The further arguments.
    pub arguments: Vec<Vec<u8>>,
    /// Environment variables as `NAME=VALUE`.
    pub variables: Vec<String>,
    /// Standard input.
    pub stdin: Vec<u8>,
    /// Files in its working directory, by name.
    pub files: Vec<(PathBuf, Vec<u8>)>,
}
