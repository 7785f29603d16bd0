//! Crates depend on those above them in ARCHITECTURE.md; no folders of a crate depend on each other
//! in a circle, and in crates that have come apart no modules do.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The crates without circles. Those that are missing have some: do not add one where none is.
const APART: [&str; 6] = [
    "float",
    "summaries",
    "exploration",
    "engine",
    "microc",
    "js",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// The crates in the order of ARCHITECTURE.md.
fn order() -> Vec<String> {
    let map = read(&root().join("ARCHITECTURE.md"));
    let names = map.lines().filter_map(|it| it.strip_prefix("### crates/"));
    names.map(str::to_string).collect()
}

#[test]
fn crates_depend_on_those_above_them() {
    let order = order();
    assert!(order.len() > 10, "{order:?}");
    for (position, name) in order.iter().enumerate() {
        let manifest = read(&root().join("crates").join(name).join("Cargo.toml"));
        let used = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let used = used.split("\n[").next().unwrap_or_default();
        for line in used.lines() {
            let Some(used) = line.strip_prefix("sheaf-") else {
                continue;
            };
            let used = used.split([' ', '.']).next().unwrap_or_default();
            let above = order[..position].iter().any(|it| it == used);
            assert!(
                above,
                "crates/{name} depends on crates/{used}, which is not above it"
            );
        }
    }
}

#[test]
fn no_modules_depend_on_each_other_in_a_circle() {
    for name in APART {
        let source = root().join("crates").join(name).join("src");
        assert_no_circle(name, modules(&source));
    }
}

#[test]
fn no_folders_of_a_crate_depend_on_each_other_in_a_circle() {
    for name in order() {
        let source = root().join("crates").join(&name).join("src");
        if !source.is_dir() {
            continue;
        }
        let mut uses = modules(&source);
        uses.retain(|module, _| source.join(module).is_dir());
        assert_no_circle(&name, uses);
    }
}

fn assert_no_circle(name: &str, mut uses: BTreeMap<String, BTreeSet<String>>) {
    // Modules that use none of the others can be taken away, as long as there are some.
    while !uses.is_empty() {
        let left: BTreeSet<String> = uses.keys().cloned().collect();
        uses.retain(|_, used| used.iter().any(|it| left.contains(it)));
        let circle: Vec<_> = uses.iter().collect();
        assert!(
            uses.len() < left.len(),
            "crates/{name}: a circle in {circle:?}"
        );
    }
}

/// For each module of a crate, a file or a folder, the others that it names in code that is no test.
fn modules(source: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files(source) {
        let inner = file.strip_prefix(source).unwrap_or(&file);
        let top = inner.iter().next().unwrap_or_default().to_string_lossy();
        let top = top.trim_end_matches(".rs").to_string();
        let is_test = inner
            .iter()
            .any(|it| it.to_string_lossy().starts_with("tests"));
        if is_test || top == "lib" || top == "main" {
            continue;
        }
        let text = read(&file);
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = text.lines().filter(|it| !it.trim_start().starts_with("//"));
        let named = code.flat_map(|it| it.split("crate::").skip(1).map(leading_word));
        let used = uses.entry(top.clone()).or_default();
        used.extend(named.filter(|it| *it != top).map(str::to_string));
    }
    uses
}

fn leading_word(text: &str) -> &str {
    let end = text.find(|it: char| !it.is_alphanumeric() && it != '_');
    &text[..end.unwrap_or(text.len())]
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false if path.extension().is_some_and(|it| it == "rs") => found.push(path),
            false => {}
        }
    }
    found
}
