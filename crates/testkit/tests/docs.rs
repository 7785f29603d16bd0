//! The documentation names only existing paths and covers every crate and option; every source file
//! starts with a description.

use clap::CommandFactory;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Pieces of code in single backquotes that look like paths of the repository.
fn paths(text: &str) -> Vec<&str> {
    let roots = [
        "crates/",
        "docs/",
        "examples/",
        "tests/",
        "scripts/",
        "runtime",
        "benches",
        "fuzz/",
        "python/",
        ".ci/",
    ];
    let quoted = text.split('`').skip(1).step_by(2);
    quoted
        .filter(|it| {
            roots.iter().any(|root| it.starts_with(root)) && !it.contains(char::is_whitespace)
        })
        .collect()
}

#[test]
fn every_path_in_the_documentation_exists() {
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = read(document).replace("```", "");
        let missing: Vec<&str> = paths(&text)
            .into_iter()
            .filter(|path| !root().join(path).exists())
            .collect();
        assert!(missing.is_empty(), "{document} names {missing:?}");
    }
}

#[test]
fn every_crate_has_its_section() {
    let map = read("ARCHITECTURE.md");
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            map.contains(&format!("### crates/{name}\n")),
            "ARCHITECTURE.md has no section on crates/{name}"
        );
    }
}

#[test]
fn every_option_is_documented() {
    let text = read("docs/options.md");
    for command in sheaf::args::Cli::command().get_subcommands() {
        assert!(
            text.contains(&format!("sheaf {}", command.get_name())),
            "docs/options.md lacks {}",
            command.get_name()
        );
        for argument in command
            .get_arguments()
            .filter(|argument| !argument.is_hide_set())
        {
            let Some(long) = argument.get_long().filter(|long| *long != "help") else {
                continue;
            };
            assert!(
                text.contains(&format!("`--{long}")),
                "docs/options.md lacks --{long} of {}",
                command.get_name()
            );
        }
    }
}

#[test]
fn every_source_file_says_what_it_holds() {
    let mut folders = vec![root().join("crates"), root().join("fuzz/fuzz_targets")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(
                    text.starts_with("//! "),
                    "{} does not open with a //! line",
                    path.display()
                );
            }
        }
    }
}
