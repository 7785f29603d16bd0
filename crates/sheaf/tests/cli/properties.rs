//! What was checked: below the verdict, and by `--explain properties`.

use crate::common::Folder;
use crate::shared::check_schema;
use sheaf_testkit::schema;

/// One assertion fails, one holds, one is behind the failure, and one is never reached.
const FOUR: &str = "#include <assert.h>\nint nondet_int(void);\nint main(void) {\n  int x = nondet_int();\n  if (x < 1 || x > 9) return 0;\n  assert(x > 0);\n  assert(x != 7);\n  assert(100 / (x - 7) != 0);\n  if (x == 20) assert(x);\n  return 0;\n}\n";

/// The status of each check, with its kind and line.
fn properties(place: &Folder, line: &str) -> Vec<(String, String, u64)> {
    let answer = place.sheaf(&format!("{line} --json --explain properties"));
    let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(schema::violations(&check_schema(), &json), [""; 0]);
    let text = |it: &serde_json::Value| it.as_str().unwrap_or_default().to_string();
    let all = json["properties"].as_array().unwrap().iter();
    let all = all.map(|it| {
        let line = it["line"].as_u64().unwrap_or(0);
        (text(&it["status"]), text(&it["kind"]), line)
    });
    all.collect()
}

#[test]
fn failures_and_what_holds_beside_them() {
    let place = Folder::with(&[("a.c", FOUR)]);
    let status = |line: &str, kind: &str, at: u64| {
        let all = properties(&place, line);
        let found = all.iter().find(|it| (&*it.1, it.2) == (kind, at));
        found.unwrap_or_else(|| panic!("{all:?}")).0.clone()
    };
    for options in [
        "",
        " --merge aggressive",
        " --explore multise",
        " -j 2 --workers-after 0",
    ] {
        let line = format!("check a.c{options}");
        for (kind, at, expected) in [
            ("assertion", 6, "proved"),
            ("assertion", 7, "failed"),
            ("division-by-zero", 8, "proved"),
            ("assertion", 9, "unreachable"),
        ] {
            assert_eq!(status(&line, kind, at), expected, "{line}, {kind}, {at}");
        }
    }
    // These may drop states behind which nothing fails, so that what was not executed may still be
    // reachable.
    for options in [" --subsume", " --explore cdse"] {
        let line = format!("check a.c{options}");
        assert_eq!(status(&line, "assertion", 7), "failed", "{line}");
        let last = status(&line, "assertion", 9);
        assert!(
            ["unreachable", "proved-unreached"].contains(&&*last),
            "{line}: {last}"
        );
    }
    let limited = "check a.c --strategy plain --max-forks 1";
    assert_eq!(status(limited, "assertion", 6), "unknown");
    let answer = place.sheaf("check a.c --explain properties");
    answer.says("checks hold on all paths that do not fail (`--explain properties`)");
    answer.says("failed (1)");
    answer.says("stack-overflow");
}

#[test]
fn safe_says_what_was_checked() {
    let text = "#include <string.h>\nint main(int argc, char **argv) {\n  char copy[8];\n  if (argc < 2) return 1;\n  strcpy(copy, argv[1]);\n  return copy[0] == 'a';\n}\n";
    let place = Folder::with(&[("a.c", text), ("b.js", "sheaf.integer('n');\n")]);
    let answer = place.sheaf("check a.c --args 1,7");
    answer.exits(0);
    answer.says("\n  checked: ");
    answer.says(" out-of-bounds, ");
    answer.says("; 5 of 5 lines executed\n  for all inputs of --args=1,7\n");
    assert!(
        !place
            .sheaf("check a.c --args 1,7 --quiet")
            .out
            .contains("checked")
    );
    let all = properties(&place, "check a.c --args 1,7");
    let copies = all.iter().filter(|it| it.2 == 5 && it.0 == "proved");
    assert!(copies.count() >= 3, "{all:?}");
    let refused = place.sheaf("check b.js --explain properties");
    refused.refused(&["--explain properties", "JavaScript"]);
    let refused = place.sheaf("reach a.c --target a.c:6 --explain properties");
    refused.refused(&["--explain properties", "sheaf check"]);
}

#[test]
fn microc_has_checks() {
    let text = "main() {\n  var x, y;\n  x = input;\n  y = alloc 1;\n  if (x == 3) { y = null; }\n  output *y;\n  return 0;\n}\n";
    let place = Folder::with(&[("a.uc", text)]);
    let all = properties(&place, "check a.uc");
    assert!(
        all.iter()
            .any(|it| (&*it.0, &*it.1, it.2) == ("failed", "null-dereference", 6)),
        "{all:?}"
    );
    assert!(
        all.iter().any(|it| it.0 == "proved" && it.2 == 6),
        "{all:?}"
    );
}
