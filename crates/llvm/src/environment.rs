//! What a program finds when it starts: arguments, environment variables, files, failing calls, and
//! what it was not linked with.

/// What a program finds when it starts. The default: no arguments, an empty environment, empty
/// standard input, no files, and no system call fails or does less than it is asked for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Environment {
    /// The last part of the program's name, as `argv[0]` has it; empty for `program`.
    pub program: String,
    /// The first arguments.
    pub arguments: Vec<Vec<u8>>,
    /// How many arguments may follow, and of how many bytes at most each; then how many further
    /// ones of another length.
    pub symbolic_arguments: Vec<(u32, u32)>,
    /// Environment variables as `NAME=VALUE`.
    pub variables: Vec<Vec<u8>>,
    /// Standard input.
    pub stdin: Content,
    /// Files that are there, by name.
    pub files: Vec<(String, Content)>,
    /// How many system calls may fail.
    pub failing_calls: u32,
    /// How many calls of `read` and `write` may transfer less than they are asked for.
    pub short_calls: u32,
    /// What functions and objects without a definition give.
    pub undefined: Undefined,
}

/// What functions and objects without a definition give.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Undefined {
    /// Nothing: a path that comes to one ends there, and the verdict says so.
    #[default]
    Reason,
    /// An input.
    Input,
}

/// The content of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// These bytes.
    Given(Vec<u8>),
    /// An input of at most this many bytes.
    Symbolic(u32),
}

impl Default for Content {
    fn default() -> Self {
        Content::Given(Vec::new())
    }
}
