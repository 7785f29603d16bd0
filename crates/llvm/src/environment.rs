//! The environment in which a program starts: arguments, environment variables, files, failing
//! calls, and undefined symbols.

/// The environment of a program. The default: no arguments, no variables, empty standard input, no
/// files, and all system calls succeed completely.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Environment {
    /// The last part of the program's name, as `argv[0]` has it; empty for `program`.
    pub program: String,
    /// The first arguments.
    pub arguments: Vec<Vec<u8>>,
    /// Groups of symbolic arguments: their maximum number and their maximum length in bytes.
    pub symbolic_arguments: Vec<(u32, u32)>,
    /// Environment variables as `NAME=VALUE`.
    pub variables: Vec<Vec<u8>>,
    /// Standard input.
    pub stdin: Content,
    /// Existing files, by name.
    pub files: Vec<(String, Content)>,
    /// Maximum number of system calls that fail.
    pub failing_calls: u32,
    /// Maximum number of calls of `read` and `write` that transfer less than requested.
    pub short_calls: u32,
    /// Whether what clocks show is an input.
    pub clock_is_input: bool,
    /// Whether random numbers are inputs.
    pub random_is_input: bool,
    /// Treatment of undefined functions and objects.
    pub undefined: Undefined,
}

/// Treatment of undefined functions and objects.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Undefined {
    /// A path that reaches one ends there, and the verdict says so.
    #[default]
    Reason,
    /// Any value of its type, anew at each call.
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
