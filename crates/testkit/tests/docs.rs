//! The documentation names only existing paths and covers every crate, option and function of the C
//! library; every source file starts with a description.

use sheaf_engine::TECHNIQUES;
use sheaf_models::c as models;
use std::collections::BTreeSet;
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

/// The documents, by their paths in the repository.
fn documents() -> Vec<PathBuf> {
    let mut found = vec![PathBuf::from("README.md"), PathBuf::from("CHANGELOG.md")];
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            match path.extension() {
                None => folders.push(path),
                Some(extension) if extension == "md" => found.push(path),
                Some(_) => {}
            }
        }
    }
    found
}

/// A document without its blocks of code.
fn prose(text: &str) -> String {
    let mut in_code = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The names by which links lead to the headings of a document.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter_map(|line| {
        let (marks, heading) = line.split_once(' ')?;
        (!marks.is_empty() && marks.chars().all(|c| c == '#')).then_some(heading)
    });
    let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
    headings
        .map(|it| it.to_lowercase().chars().filter(kept).collect::<String>())
        .map(|it| it.replace(' ', "-"))
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    for document in documents() {
        let text = prose(&read(document.to_str().unwrap()));
        let links = text
            .split("](")
            .skip(1)
            .filter_map(|it| it.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => document.clone(),
                _ => document.parent().unwrap().join(file),
            };
            let path = root().join(&target);
            let leads = match anchor {
                "" => path.exists(),
                _ => std::fs::read_to_string(path)
                    .is_ok_and(|text| anchors(&prose(&text)).contains(anchor)),
            };
            if !leads {
                broken.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_document_is_in_the_index() {
    let index = read("docs/README.md");
    let missing: Vec<PathBuf> = documents()
        .into_iter()
        .filter_map(|path| Some(path.strip_prefix("docs").ok()?.to_path_buf()))
        .filter(|path| path != Path::new("README.md"))
        .filter(|path| !index.contains(&format!("({}", path.display())))
        .collect();
    assert!(missing.is_empty(), "docs/README.md lacks {missing:?}");
}

#[test]
fn every_reason_has_a_row() {
    let page = read("docs/how-to/incomplete.md");
    let schema: serde_json::Value =
        serde_json::from_str(&read("docs/schema/check.schema.json")).expect("it is JSON");
    let kinds = schema["$defs"]["reason"]["properties"]["kind"]["enum"].as_array();
    for kind in kinds.expect("the schema lists them") {
        let name = format!("`{}`", kind.as_str().unwrap());
        let mut rows = page.lines().filter(|line| line.starts_with("| `"));
        assert!(rows.any(|row| row.contains(&name)), "no row has {name}");
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
fn the_statistics_of_each_technique_are_in_the_schema() {
    let schema: serde_json::Value =
        serde_json::from_str(&read("docs/schema/check.schema.json")).expect("it is JSON");
    for row in &TECHNIQUES {
        let part = &schema["$defs"]["stats"]["properties"][row.statistics];
        assert!(part.is_object(), "the schema lacks {}", row.statistics);
    }
}

#[test]
fn the_table_of_constants_is_that_of_the_crates() {
    let text = read("docs/tuning.md");
    let constants = sheaf_tuning::all();
    assert!(constants.len() > 250, "{}", constants.len());
    for row in &constants {
        let sheaf_tuning::Row {
            default,
            least,
            greatest,
            unit,
            why,
            ..
        } = row;
        let name = row.path();
        let row = format!("| `{name}` | {default} | {least} to {greatest} {unit} |{why} |");
        assert!(text.contains(&row), "docs/tuning.md lacks {row}");
    }
    let rows = text.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, constants.len(), "rows of docs/tuning.md");
}

#[test]
fn the_reference_is_that_of_the_program() {
    let (page, program) = (read("docs/options.md"), sheaf::reference::markdown());
    let differs = page.lines().zip(program.lines()).find(|(a, b)| a != b);
    assert_eq!(
        differs, None,
        "`sheaf man --markdown` prints docs/options.md"
    );
    assert_eq!(page.len(), program.len(), "docs/options.md lacks its end");
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

/// The public names of the C library's models.
fn library() -> BTreeSet<&'static str> {
    let parts = models::RUNTIME.iter().flat_map(|part| part.symbols);
    let all = parts.copied().chain(models::names());
    all.filter(|name| !name.trim_start_matches('_').starts_with("sheaf_"))
        .collect()
}

/// The names in the first column of the tables of docs/library.md.
fn rows(text: &str) -> Vec<&str> {
    let cells = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let first = cells.filter_map(|line| line.split(" | ").next());
    first
        .flat_map(|cell| cell.trim_end_matches('`').split("`, `"))
        .collect()
}

/// The functions of which docs/library.md says that a name is a variant.
fn plain_names(name: &str) -> Vec<String> {
    let prefixes = ["__isoc99_", "__isoc23_", "_IO_", "__", "_", "v"];
    let suffixes = ["_chk", "_unlocked", "_l", "f", "l"];
    let without_prefix = prefixes.iter().filter_map(|it| name.strip_prefix(it));
    let without_suffix = suffixes.iter().filter_map(|it| name.strip_suffix(it));
    let mut plain: Vec<String> = without_prefix
        .chain(without_suffix)
        .map(str::to_string)
        .collect();
    plain.extend(name.contains("64").then(|| name.replace("64", "")));
    plain
}

/// Whether a name, or the function of which it is a variant, has a row.
fn has_row(name: &str, rows: &BTreeSet<&str>) -> bool {
    rows.contains(name) || plain_names(name).iter().any(|name| has_row(name, rows))
}

#[test]
fn every_function_of_the_library_has_one_row() {
    let (text, library) = (read("docs/library.md"), library());
    let all = rows(&text);
    let distinct: BTreeSet<&str> = all.iter().copied().collect();
    let missing: Vec<_> = library
        .iter()
        .filter(|it| !has_row(it, &distinct))
        .collect();
    assert!(missing.is_empty(), "docs/library.md lacks {missing:?}");
    let unknown: Vec<_> = distinct.difference(&library).collect();
    assert!(unknown.is_empty(), "no model defines {unknown:?}");
    let twice: Vec<_> = distinct
        .iter()
        .filter(|name| all.iter().filter(|it| it == name).count() > 1)
        .collect();
    assert!(
        twice.is_empty(),
        "docs/library.md has two rows of {twice:?}"
    );
}
