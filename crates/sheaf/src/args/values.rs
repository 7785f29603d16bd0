//! What the values of options mean that have a table of names elsewhere.

use clap::builder::{PossibleValue, PossibleValuesParser};

/// Names with their meanings.
pub type Meanings = &'static [(&'static str, &'static str)];

/// Values of `--search`: which state is executed next.
pub const SEARCHERS: Meanings = &[
    ("dfs", "the newest state"),
    ("bfs", "the oldest state"),
    ("random", "a random state"),
    (
        "tree",
        "by a random walk from the root of the execution tree",
    ),
    ("coverage", "by the distance to uncovered code"),
    ("klee", "`tree` and `coverage` in turns"),
    (
        "hits",
        "`klee`, and paths that take branches more often than others",
    ),
    (
        "chains",
        "a state that takes loops as often as an unreached place needs",
    ),
];

/// Values of `--merge`.
pub const POLICIES: Meanings = &[
    ("none", "never"),
    ("aggressive", "always"),
    (
        "lattice",
        "where few later queries depend on what differs, by a data-flow analysis",
    ),
    ("recursive", "likewise, by an analysis that unrolls loops"),
    (
        "dynamic",
        "as `recursive`, but the searcher chooses the next state",
    ),
];

/// Values of `--index`.
pub const INDEXED: Meanings = &[
    ("floats", "functions on `float`, such as `powf`"),
    ("doubles", "functions on `double`, such as `pow`"),
    ("long-doubles", "functions on `long double`, such as `powl`"),
    ("integers", "the functions of `--index-functions`"),
    ("strings", "functions of `string.h`"),
];

/// Values of `--index-outside`.
pub const OUTSIDE: Meanings = &[
    ("general", "the function is called as without an index"),
    ("drop", "the path ends, for the reason `outside-index`"),
];

/// Values of `--undefined`.
pub const UNDEFINED: Meanings = &[
    (
        "reason",
        "a path that reaches one ends there, and the verdict says so",
    ),
    ("input", "any value, without side effects"),
];

/// A parser of these names, whose help has their meanings.
pub fn values(
    names: impl Iterator<Item = &'static str>,
    meanings: Meanings,
) -> PossibleValuesParser {
    PossibleValuesParser::new(names.map(|name| {
        let mut rows = meanings.iter();
        let row = rows.find(|(other, _)| *other == name);
        PossibleValue::new(name).help(row.map_or("", |(_, meaning)| meaning))
    }))
}

#[cfg(test)]
mod tests {
    use crate::args::command;

    #[test]
    fn each_value_has_a_meaning() {
        let program = command();
        let check = program.find_subcommand("check").unwrap();
        for id in [
            "explore",
            "search",
            "merge",
            "index",
            "index_outside",
            "undefined",
        ] {
            let mut args = check.get_arguments();
            let values = args
                .find(|arg| arg.get_id() == id)
                .unwrap()
                .get_possible_values();
            assert!(values.len() > 1, "{id}");
            for value in values {
                let help = value.get_help().map(ToString::to_string);
                assert!(
                    help.is_some_and(|it| !it.is_empty()),
                    "{id} {}",
                    value.get_name()
                );
            }
        }
    }
}
