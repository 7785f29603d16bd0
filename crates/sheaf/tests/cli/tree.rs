//! Trees of executions: written by `sheaf check --tree`, drawn by `sheaf show`.

use crate::common::Folder;
use crate::shared::{BUG, ENDLESS, tree_schema};
use sheaf_testkit::schema;
use std::fs;

/// A loop, a way that no input takes, a failure, and a dropped path.
const MIXED: &str = "#include <klee/klee.h>
#include <assert.h>
int main(void) {
  unsigned x = klee_int(\"x\"), n = 0;
  if (x < 10) {
    while (n < x) n++;
    if (n > 20) return 1;
    assert(x != 7);
  } else if (x > 1000) {
    klee_assume(x < 500);
  }
  return 0;
}
";

/// Reads a tree, which must be as the schema says.
fn tree(place: &Folder, name: &str) -> serde_json::Value {
    let text = fs::read_to_string(place.path(name)).unwrap();
    let tree = serde_json::from_str(&text).unwrap();
    assert_eq!(schema::violations(&tree_schema(), &tree), [""; 0]);
    tree
}

/// The nodes of a fate.
fn of<'t>(tree: &'t serde_json::Value, fate: &str) -> Vec<&'t serde_json::Value> {
    let nodes = tree["nodes"].as_array().unwrap();
    nodes.iter().filter(|node| node["fate"] == fate).collect()
}

#[test]
fn trees_tell_what_became_of_each_path() {
    let place = Folder::with(&[("a.c", MIXED)]);
    let answer = place.sheaf("check a.c --json --tree t.json --sarif s.sarif --out out");
    answer.exits(1);
    let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let tree = tree(&place, "t.json");
    assert_eq!(
        (&tree["verdict"], &tree["left_out"]),
        (&"bug".into(), &0.into())
    );
    let all = tree["nodes"].as_array().unwrap();
    let completed = all.iter().filter(|node| node["completed"] == true).count();
    assert_eq!(json["stats"]["paths"]["completed"], completed);
    let failed = of(&tree, "failed");
    assert_eq!(failed.len(), 1);
    assert_eq!(
        (&failed[0]["kind"], &failed[0]["line"]),
        (&"assertion".into(), &8.into())
    );
    assert_eq!(of(&tree, "dropped").len(), 1);
    let conditions: Vec<_> = all.iter().map(|node| &node["condition"]).collect();
    assert!(
        conditions.contains(&&"x < 10 taken".into()),
        "{conditions:?}"
    );
    let excluded = of(&tree, "infeasible");
    let at_loop = excluded
        .iter()
        .find(|node| node["condition"] == "n < x taken");
    let core = at_loop.expect("nine rounds at most")["core"]
        .as_array()
        .unwrap();
    assert!(core.iter().any(|place| place["line"] == 5), "{core:?}");
    assert!(fs::metadata(place.path("s.sarif")).unwrap().len() > 0);
}

#[test]
fn merged_paths_and_limits_have_trees() {
    let place = Folder::with(&[("a.c", MIXED), ("e.c", ENDLESS)]);
    place
        .sheaf("check a.c --merge aggressive --tree t.json")
        .exits(1);
    let merged = tree(&place, "t.json");
    let nodes = merged["nodes"].as_array().unwrap();
    let two = |node: &&serde_json::Value| node["parents"].as_array().unwrap().len() == 2;
    let joined: Vec<_> = nodes.iter().filter(two).map(|node| &node["id"]).collect();
    assert!(!joined.is_empty());
    let into: Vec<_> = of(&merged, "merged")
        .iter()
        .map(|node| &node["into"])
        .collect();
    assert!(into.iter().all(|id| joined.contains(id)));
    place
        .sheaf("check e.c --max-instructions 2000 --tree t.json")
        .exits(3);
    let limited = tree(&place, "t.json");
    assert!(!of(&limited, "waiting").is_empty());
    place
        .sheaf("check e.c --max-depth 5 --tree t.json")
        .exits(3);
    let deep = tree(&place, "t.json");
    assert_eq!(of(&deep, "set-aside")[0]["kind"], "depth-limit");
    place.sheaf("test a.c --tree t.json").exits(1);
    tree(&place, "t.json");
}

#[test]
fn trees_are_drawn() {
    let place = Folder::with(&[("a.c", MIXED), ("e.c", ENDLESS)]);
    place.sheaf("check a.c --tree t.json").exits(1);
    let drawn = place.sheaf("show t.json");
    drawn.exits(0);
    for part in [
        "digraph tree {",
        "x < 10 taken",
        "assertion\\na.c:8",
        "octagon",
        "dropped",
    ] {
        drawn.says(part);
    }
    assert_eq!(place.sheaf("show t.json --format dot").out, drawn.out);
    let count = |text: &str| {
        text.lines()
            .filter(|line| line.contains("tooltip=") && !line.contains(" -> "))
            .count()
    };
    let shallow = place.sheaf("show t.json --depth 1").out;
    assert!(count(&shallow) < count(&drawn.out), "{shallow}");
    assert!(
        shallow.contains("octagon") && shallow.contains("shape=note"),
        "{shallow}"
    );
    // A chain of many forks is one sheet.
    place
        .sheaf("check e.c --max-instructions 20000 --tree t.json")
        .exits(3);
    let chain = place.sheaf("show t.json").out;
    assert!(
        count(&chain) < 20 && chain.contains("more inner nodes"),
        "{chain}"
    );
}

#[test]
fn what_is_no_tree_is_refused() {
    let place = Folder::with(&[
        ("a.c", BUG),
        ("text.json", "no JSON"),
        ("other.json", "{\"schema\": 1}"),
        (
            "new.json",
            "{\"schema\": 9, \"format\": \"execution-tree\"}",
        ),
        (
            "short.json",
            "{\"schema\": 1, \"format\": \"execution-tree\"}",
        ),
    ]);
    let refused = |line: &str, parts: &[&str]| place.sheaf(line).refused_in_one_line(parts);
    refused("show text.json", &["text.json", "not an execution tree"]);
    refused("show other.json", &["other.json", "--tree"]);
    refused("show new.json", &["new.json", "version 9"]);
    refused("show short.json", &["short.json", "file"]);
    refused("show none.json", &["none.json", "no such file"]);
    refused("show a.c", &["a.c", "--cfg"]);
    refused("show a.c text.json", &["--cfg"]);
    refused("show text.json --format json", &["--format"]);
    refused("show a.c --ir --depth 2", &["--depth"]);
    refused(
        "check a.c --tree no/t.json",
        &["no/t.json", "cannot be written"],
    );
    place.sheaf("check a.c --tree t.json").exits(1);
    let text = fs::read_to_string(place.path("t.json")).unwrap();
    fs::write(
        place.path("loop.json"),
        text.replace("\"parents\":[0]", "\"parents\":[9]"),
    )
    .unwrap();
    refused("show loop.json", &["loop.json", "parents"]);
}

/// A dropped state has the conditions of the label that holds, or the branches of clauses.
#[test]
fn dropped_states_say_why() {
    let text = "#include <klee/klee.h>
#include <assert.h>
int main(void) {
  int x = klee_int(\"x\"), y = klee_int(\"y\"), state = 0;
  if (x > 10) state = 1;
  if (y > 2) y = 3; else y = 4;
  if (y > 3) y = 5;
  if (x > 20) assert(state == 1);
  return y;
}
";
    let place = Folder::with(&[("a.c", text)]);
    for (technique, why) in [
        ("--subsume", "state"),
        ("--explore cdse", "after y > 3 taken at line 7"),
    ] {
        place
            .sheaf(&format!("check a.c {technique} --tree t.json"))
            .exits(0);
        let tree = tree(&place, "t.json");
        let because = of(&tree, "pruned").into_iter();
        let because = because.flat_map(|node| node["because"].as_array().cloned());
        let because: Vec<String> = because.flatten().map(|it| it.to_string()).collect();
        assert!(because.iter().any(|it| it.contains(why)), "{because:?}");
        let drawn = place.sheaf("show t.json");
        drawn.says("\"pruned: ");
    }
}
