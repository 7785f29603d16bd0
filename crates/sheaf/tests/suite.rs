//! `sheaf test`: what the suites hold, and what they are good for.

mod common;

use common::{Answer, Folder};
use sheaf_testkit::schema;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Every line and branch can be covered; one path fails in `half`, and one at the end whatever came
/// before.
const PROGRAM: &str = r#"#include <klee/klee.h>
#include <assert.h>
static int half(int x) {
  assert(x != 12);
  return x / 2;
}
int main(void) {
  int x = klee_int("x"), sum = 0;
  klee_assume((x >= 0) & (x < 40));
  if (x > 20)
    sum += 1;
  else
    sum += half(x);
  switch (x) {
  case 3: return 3;
  case 30: return sum;
  }
  if (x == 7)
    sum = 0;
  assert(x != 9 && x != 11);
  return sum > 5;
}
"#;

fn suite_of(place: &Folder, line: &str) -> serde_json::Value {
    let answer = place.sheaf(line);
    let object: serde_json::Value = serde_json::from_str(&answer.out).expect(&answer.err);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let schema = fs::read_to_string(root.join("docs/schema/check.schema.json")).unwrap();
    let violations = schema::violations(&serde_json::from_str(&schema).unwrap(), &object);
    assert_eq!(violations, Vec::<String>::new());
    object["suite"].clone()
}

/// Where states merge, one that ends stands for many paths; the suite covers the same.
#[test]
fn a_suite_covers_all_and_no_test_is_superfluous() {
    for how in [
        "",
        "--merge aggressive",
        "--merge dynamic",
        "--explore multise",
    ] {
        covers_all(&format!("test a.c --json {how}"));
    }
}

fn covers_all(line: &str) {
    let place = Folder::with(&[("a.c", PROGRAM)]);
    let suite = suite_of(&place, line);
    let coverage = &suite["coverage"];
    for what in ["lines", "branches"] {
        assert_eq!(
            coverage[what]["covered"], coverage[what]["total"],
            "{suite}"
        );
    }
    let tests = suite["tests"].as_array().unwrap();
    assert!(tests.len() as u64 <= suite["offered"].as_u64().unwrap());
    for what in ["lines", "branches"] {
        let all = tests
            .iter()
            .flat_map(|test| test["adds"][what].as_array().unwrap());
        let distinct: BTreeSet<String> = all.clone().map(|goal| goal.to_string()).collect();
        assert_eq!(all.count(), distinct.len(), "no goal is added twice");
        assert_eq!(coverage[what]["covered"], distinct.len());
    }
    for test in tests.iter().filter(|test| test["reveals_failure"] == false) {
        let adds = ["lines", "branches"].map(|what| test["adds"][what].as_array().unwrap().len());
        assert_ne!(adds, [0, 0], "{test}");
    }
    let reveals = tests.iter().filter(|test| test["reveals_failure"] == true);
    assert_eq!(reveals.count(), 2);
    let functions = suite["files"][0]["functions"].as_array().unwrap();
    assert_eq!(functions.len(), 2);
}

/// No path is completed, but runs with zeros for further inputs are.
#[test]
fn what_unfinished_paths_execute_is_covered() {
    let text = "#include <klee/klee.h>\nint main(void) {\n  unsigned n = klee_int(\"n\") == 77 ? 3 : 5;\n  if (n == 3)\n    n += 2;\n  \
                for (int i = 0; i < 1000; i++)\n    if (klee_int(\"x\") > 0)\n      n++;\n  return n == 1000;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    for how in ["--search bfs", "--explore multise"] {
        let line = format!("test a.c --json --max-instructions 300 {how}");
        let answer = place.sheaf(&line);
        let object: serde_json::Value = serde_json::from_str(&answer.out).expect(&answer.err);
        assert_eq!(object["stats"]["paths"]["completed"], 0, "{how}: {object}");
        let coverage = &object["suite"]["coverage"];
        for what in ["lines", "branches"] {
            let Some(total) = coverage[what]["total"].as_u64() else {
                panic!("{object}")
            };
            assert_eq!(coverage[what]["covered"], total, "{how}: {object}");
        }
    }
}

/// A program that never ends has tests that end with their inputs, natively too.
#[test]
fn endless_programs_are_tested_until_inputs_run_out() {
    let text = "#include <klee/klee.h>\nint main(void) {\n  int n = 0;\n  for (;;) {\n    int c = klee_range(0, 3, \"c\");\n    \
                if (c == 0)\n      n++;\n    else if (c == 1 && n == 2)\n      n = 0;\n  }\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    for how in ["", "--explore multise"] {
        let suite = suite_of(&place, &format!("test a.c --json --max-depth 8 {how}"));
        let coverage = &suite["coverage"];
        for what in ["lines", "branches"] {
            assert_eq!(
                coverage[what]["covered"], coverage[what]["total"],
                "{how}: {suite}"
            );
        }
        for native in ["", "--native"] {
            let answer = place.sheaf(&format!("replay {native} sheaf-out/latest/test-1.json"));
            answer.exits(0);
            answer.says("(as recorded)");
        }
    }
}

/// A test for each path that a merged state stands for, up to a number.
#[test]
fn merged_states_give_tests_of_several_paths() {
    // Two paths to one failure would be two tests without merging, and one finding with it.
    let place = Folder::with(&[("a.c", &PROGRAM.replace(" && x != 11", ""))]);
    let paths = |options: &str| {
        let answer = place.sheaf(&format!(
            "check a.c --quiet --out out --keep-paths {options}"
        ));
        answer.exits(1);
        let files = fs::read_dir(place.path("out/latest")).unwrap();
        let names = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names
            .filter(|name| name.starts_with("path-") && name.ends_with(".json"))
            .count()
    };
    let all = paths("");
    assert_eq!(
        paths("--explore multise"),
        paths("--explore multise --tests-per-state 1")
    );
    assert_eq!(paths("--explore multise --tests-per-state 1000"), all);
    assert_eq!(paths("--merge aggressive --tests-per-state 1000"), all);
    assert_eq!(
        paths("--merge aggressive --tests-per-state 2"),
        paths("--merge aggressive") + 1
    );
    let refused = place.sheaf("check a.c --tests-per-state 2");
    assert_eq!(refused.status, Some(2));
    assert!(refused.err.contains("without merging"), "{}", refused.err);
}

#[test]
fn each_test_runs_again_as_recorded() {
    let place = Folder::with(&[("a.c", PROGRAM)]);
    place.sheaf("test a.c --quiet").exits(1);
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(place.path("sheaf-out/latest")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if common::is_case(&name) {
            let answer = place.sheaf(&format!("replay sheaf-out/latest/{name}"));
            answer.says("(as recorded)");
            names.insert(name);
        }
    }
    assert!(
        names.contains("finding-1.json") && names.contains("test-1.json"),
        "{names:?}"
    );
}

/// Paths that end in a failure that is known already are not findings, but they are tests.
#[test]
fn what_lies_before_a_known_failure_is_covered() {
    let text = "#include <klee/klee.h>\n#include <stdlib.h>\nint main(void) {\n  if (klee_int(\"x\") > 5)\n    klee_warning(\"a\");\n  \
                else\n    klee_warning(\"b\");\n  abort();\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    let suite = suite_of(&place, "test a.c --json");
    assert_eq!(suite["tests"].as_array().unwrap().len(), 2, "{suite}");
    assert_eq!(suite["files"][0]["uncovered_lines"], serde_json::json!([]));
}

#[test]
fn suites_are_summarised() {
    let place = Folder::with(&[
        ("a.c", PROGRAM),
        ("safe.c", "int main(void) { return 0; }\n"),
        (
            "dead.c",
            "int main(int argc, char **argv) {\n  if (argc > 5)\n    return 1;\n  return 0;\n}\n",
        ),
    ]);
    let Answer { status, out, err } = place.sheaf("test a.c");
    assert_eq!(status, Some(1), "{err}");
    for part in [
        "assertion: `x != 12` fails",
        " chosen from ",
        ", 2 reveal failures",
        "  finding-1 ",
        "    half ",
        "(100%)",
        "written to sheaf-out/run-1",
        "\nbug: 2 failures",
    ] {
        assert!(out.contains(part), "`{part}` is not in:\n{out}");
    }
    let safe = place.sheaf("test safe.c");
    safe.exits(0);
    safe.says("no inputs");
    let dead = place.sheaf("test dead.c");
    dead.says("not covered: dead.c: 3");
}

/// A suite is what a search of limited time is for: that the search was cut short is said, and no
/// error.
#[test]
fn a_suite_of_an_unfinished_search_is_done() {
    let endless = "#include <klee/klee.h>\nint main(void) {\n  unsigned n = 0;\n  while (klee_int(\"x\")) n++;\n  return n == 0;\n}\n";
    let place = Folder::with(&[("a.c", endless)]);
    let answer = place.sheaf("test a.c --max-depth 5");
    answer.exits(0);
    answer.says("depth-limit");
    let suite = suite_of(&place, "test a.c --max-depth 5 --json");
    assert_eq!(suite["tests"].as_array().unwrap().len(), 1, "{suite}");
}
