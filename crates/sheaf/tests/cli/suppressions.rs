//! Findings that comments and rules suppress.

use crate::common::Folder;
use crate::shared::check_schema;
use serde_json::Value;
use sheaf_testkit::schema;
use std::fs;

/// Two failures: an overflow in one function, an assertion in another.
const TWO: &str = "#include <assert.h>\nint nondet_int(void);\nstatic int twice(int x) {\n  return x + x;\n}\nint main(void) {\n  int x = nondet_int();\n  assert(x != 3);\n  return twice(x) > 0;\n}\n";

#[test]
fn comments_suppress_their_line_or_the_next() {
    let above = TWO.replace(
        "  return x + x",
        "  // sheaf-ignore(signed-overflow): hashes wrap\n  return x + x",
    );
    let both = above.replace("x != 3);", "x != 3); // sheaf-ignore");
    let other = TWO.replace("x + x;", "x + x; // sheaf-ignore(leak)");
    let place = Folder::with(&[("a.c", &above), ("b.c", &both), ("c.c", &other)]);
    let one = place.sheaf("check a.c");
    one.exits(1);
    one.says("  suppressed: a.c:4: hashes wrap\n");
    one.says("bug: 2 failures, 1 suppressed (");
    let all = place.sheaf("check b.c --sarif out.sarif");
    all.exits(0);
    all.says("bug: 2 failures, all suppressed (");
    let sarif: Value =
        serde_json::from_str(&fs::read_to_string(place.path("out.sarif")).unwrap()).unwrap();
    for result in sarif["runs"][0]["results"].as_array().unwrap() {
        assert_eq!(result["suppressions"][0]["kind"], "inSource");
    }
    // Nothing is proved where something was left out.
    place.sheaf("check b.c --stop-after 1").exits(3);
    place.sheaf("test b.c").exits(0);
    let none = place.sheaf("check c.c");
    none.exits(1);
    none.says("bug: 2 failures (");
    let json = place.sheaf("check a.c --json");
    json.exits(1);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(schema::violations(&check_schema(), &json), [""; 0]);
    assert_eq!(json["verdict"], "bug");
    let findings = json["findings"].as_array().unwrap();
    let suppressed = findings
        .iter()
        .filter(|it| it["suppressed"] == "a.c:4: hashes wrap");
    assert_eq!(suppressed.count(), 1);
}

#[test]
fn rules_suppress_by_kind_file_and_function() {
    let rules = "# known\nsigned-overflow *.c twice\n\nleak\nassertion a.c ma*  # why\n";
    let place = Folder::with(&[("a.c", TWO), ("rules", rules), ("wrong", "leak\nbugs *\n")]);
    let answer = place.sheaf("check a.c --suppressions rules");
    answer.exits(0);
    answer.says("bug: 2 failures, all suppressed (");
    answer.says("  suppressed: rules:2: signed-overflow *.c twice\n");
    answer.says("  suppresses nothing: rules:4: leak\n");
    let json: Value =
        serde_json::from_str(&place.sheaf("check a.c --suppressions rules --json").out).unwrap();
    assert_eq!(schema::violations(&check_schema(), &json), [""; 0]);
    assert_eq!(json["unused_suppressions"][0], "rules:4: leak");
    // Together with a baseline.
    place.sheaf("check a.c --out out").exits(1);
    fs::write(place.path("one"), "assertion\n").unwrap();
    let both = place.sheaf("check a.c --suppressions one --baseline out/latest/run.json");
    both.exits(0);
    both.says("bug: 2 failures, 1 suppressed, 1 in the baseline (");
    for (line, parts) in [
        (
            "check a.c --suppressions wrong",
            ["wrong:2", "unknown kind `bugs`"],
        ),
        ("check a.c --suppressions none", ["none", "no such file"]),
        (
            "reach a.c --target main --suppressions rules",
            ["--suppressions", "target"],
        ),
    ] {
        place.sheaf(line).refused(&parts);
    }
}
