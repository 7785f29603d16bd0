//! The configurations that every test program is checked under. A technique joins by a line here, and must then agree with
//! all others wherever they finish.

/// A way to explore, as options of the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// A name for messages.
    pub name: &'static str,
    /// The options.
    pub options: &'static [&'static str],
}

const fn configuration(name: &'static str, options: &'static [&'static str]) -> Configuration {
    Configuration { name, options }
}

/// All of them; the first is the default.
pub const ALL: &[Configuration] = &[
    configuration("default", &[]),
    configuration("dfs", &["--search", "dfs"]),
    configuration("bfs", &["--search", "bfs"]),
    configuration("random", &["--search", "random", "--seed", "1"]),
    configuration("tree", &["--search", "tree", "--seed", "2"]),
    configuration("coverage", &["--search", "coverage", "--seed", "3"]),
    configuration("klee", &["--search", "klee", "--seed", "4"]),
    configuration("validated", &["--search", "dfs", "--validate-solver"]),
];
