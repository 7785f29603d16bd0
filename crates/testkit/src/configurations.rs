//! The configurations that every test program is checked under. A new technique is added here as a
//! line, and must then agree with all others wherever they finish.

use sheaf_engine::{TECHNIQUES, Technique};
use std::path::Path;

/// A named set of command-line options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// The name in messages.
    pub name: &'static str,
    /// Options of `sheaf check` that select it.
    pub options: &'static [&'static str],
    /// What explores, and in how many sessions.
    pub explorer: Explorer,
}

/// The explorer: the one selected by the options, or one of the tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Explorer {
    /// The one that the options select.
    Options,
    /// All techniques in turns, whatever the observer wants.
    Auto,
    /// The one that the options select, in several sessions.
    Resumed,
    /// All techniques in turns, in several sessions.
    ResumedAuto,
    /// Breadth first, with states that are parked at random.
    Forgetful,
    /// The worklist of the options, with waiting states that are parked at random.
    Parking,
}

const fn configuration(name: &'static str, options: &'static [&'static str]) -> Configuration {
    by(Explorer::Options, name, options)
}

const fn by(
    explorer: Explorer,
    name: &'static str,
    options: &'static [&'static str],
) -> Configuration {
    Configuration {
        name,
        options,
        explorer,
    }
}

impl Configuration {
    /// The techniques that its options select.
    pub fn techniques(&self) -> impl Iterator<Item = &'static Technique> {
        let line = self.options.join(" ");
        TECHNIQUES.iter().filter(move |it| line.contains(it.option))
    }

    /// Whether it ends paths on which a value is outside of the index.
    pub fn drops_outside(&self) -> bool {
        self.options.contains(&"drop")
    }
}

impl Explorer {
    /// Whether it explores in several sessions. These cannot observe states or suites.
    pub fn is_resumed(self) -> bool {
        matches!(self, Explorer::Resumed | Explorer::ResumedAuto)
    }
}

/// All configurations.
pub const ALL: &[Configuration] = &[
    configuration("plain", &["--strategy", "plain"]),
    configuration("default", &[]),
    configuration("slow", &["--strategy", "plain", "--slow"]),
    by(Explorer::Auto, "auto", &["--plain-alone", "0"]),
    configuration("dfs", &["--search", "dfs"]),
    configuration("bfs", &["--search", "bfs"]),
    configuration("random", &["--search", "random", "--seed", "1"]),
    configuration("tree", &["--search", "tree", "--seed", "2"]),
    configuration("coverage", &["--search", "coverage", "--seed", "3"]),
    configuration(
        "klee",
        &[
            "--search",
            "klee",
            "--seed",
            "4",
            "--completions-after",
            "0",
        ],
    ),
    configuration("hits", &["--search", "hits", "--seed", "12"]),
    configuration(
        "packed",
        &["--strategy", "plain", "--whole-states", "0", "--seed", "9"],
    ),
    configuration("validated", &["--search", "dfs", "--validate-solver"]),
    configuration("aggressive", &["--merge", "aggressive"]),
    configuration(
        "aggressive-bfs",
        &["--merge", "aggressive", "--search", "bfs"],
    ),
    configuration("lattice", &["--merge", "lattice"]),
    configuration("recursive", &["--merge", "recursive", "--limit-cost", "0"]),
    configuration("dynamic-dfs", &["--merge", "dynamic", "--search", "dfs"]),
    configuration("dynamic-bfs", &["--merge", "dynamic", "--search", "bfs"]),
    configuration(
        "dynamic-random",
        &["--merge", "dynamic", "--search", "random", "--seed", "5"],
    ),
    configuration(
        "dynamic-tree",
        &["--merge", "dynamic", "--search", "tree", "--seed", "6"],
    ),
    configuration(
        "dynamic-coverage",
        &["--merge", "dynamic", "--search", "coverage", "--seed", "7"],
    ),
    configuration(
        "dynamic-klee",
        &["--merge", "dynamic", "--search", "klee", "--seed", "8"],
    ),
    configuration("multise", &["--explore", "multise"]),
    configuration(
        "multise-small",
        &[
            "--explore",
            "multise",
            "--keep-summaries",
            "--summary-size",
            "8",
            "--tests-per-state",
            "1000",
        ],
    ),
    configuration(
        "multise-trial",
        &["--explore", "multise", "--summary-trial", "0"],
    ),
    configuration("cdse", &["--explore", "cdse"]),
    configuration("cdse-free", &["--explore", "cdse", "--guide", "never"]),
    configuration("subsume-dfs", &["--subsume", "--search", "dfs"]),
    configuration(
        "subsume-klee",
        &["--subsume", "--search", "klee", "--seed", "10"],
    ),
    configuration("subsume-dynamic", &["--subsume", "--merge", "dynamic"]),
    configuration("summaries-dfs", &["--summarize-loops", "--search", "dfs"]),
    configuration(
        "summaries-klee",
        &["--summarize-loops", "--search", "klee", "--seed", "11"],
    ),
    configuration(
        "summaries-dynamic",
        &["--summarize-loops", "--merge", "dynamic"],
    ),
    configuration(
        "summaries-multise",
        &["--summarize-loops", "--explore", "multise"],
    ),
    configuration("summaries-subsume", &["--summarize-loops", "--subsume"]),
    configuration(
        "summaries-cdse",
        &["--summarize-loops", "--explore", "cdse"],
    ),
    configuration(
        "summaries-packed",
        &[
            "--summarize-loops",
            "--search",
            "bfs",
            "--whole-states",
            "0",
        ],
    ),
    configuration("index", &["--index", "floats,doubles,strings"]),
    configuration(
        "index-multise",
        &["--index", "floats,doubles,strings", "--explore", "multise"],
    ),
    configuration(
        "index-merge",
        &["--index", "floats,doubles,strings", "--merge", "aggressive"],
    ),
    configuration(
        "index-drop-multise",
        &[
            "--index",
            "floats,doubles,strings",
            "--index-outside",
            "drop",
            "--explore",
            "multise",
        ],
    ),
    configuration(
        "index-drop",
        &[
            "--index",
            "floats,doubles,strings",
            "--index-outside",
            "drop",
            "--search",
            "dfs",
        ],
    ),
    by(Explorer::Resumed, "resumed", &["--strategy", "plain"]),
    by(
        Explorer::ResumedAuto,
        "resumed-auto",
        &["--plain-alone", "0"],
    ),
    by(Explorer::Parking, "parking", &["--strategy", "plain"]),
    configuration("chains", &["--search", "chains"]),
    configuration("deepening", &["--explore", "deepening"]),
    by(Explorer::Forgetful, "forgetful", &["--strategy", "plain"]),
    by(
        Explorer::Parking,
        "parking-dynamic",
        &["--merge", "dynamic"],
    ),
    by(
        Explorer::Parking,
        "parking-aggressive",
        &["--merge", "aggressive", "--search", "bfs"],
    ),
];

/// Configurations that differ from others only in the order of states. In JavaScript, where each
/// exploration prepares a library that is larger than the program, they are left out.
const ORDERS: &[&str] = &[
    "bfs",
    "random",
    "tree",
    "coverage",
    "hits",
    "aggressive-bfs",
    "dynamic-bfs",
    "dynamic-random",
    "dynamic-tree",
    "dynamic-coverage",
    "cdse-free",
];

/// The configurations for a program, by its language.
pub fn for_program(path: &Path) -> Vec<Configuration> {
    let is_javascript = path.extension().is_some_and(|extension| extension == "js");
    let is_for_it = |it: &Configuration| {
        !is_javascript
            || !ORDERS.contains(&it.name) && it.techniques().all(|it| it.not_dynamic.is_none())
    };
    ALL.iter().copied().filter(is_for_it).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_is_tested_in_every_language_that_it_knows() {
        for technique in &TECHNIQUES {
            for (file, is_known) in [("a.c", true), ("a.js", technique.not_dynamic.is_none())] {
                let all = for_program(Path::new(file));
                let is_tested = all
                    .iter()
                    .any(|it| it.techniques().any(|it| it.name == technique.name));
                assert_eq!(is_tested, is_known, "{} {file}", technique.name);
            }
        }
    }
}
