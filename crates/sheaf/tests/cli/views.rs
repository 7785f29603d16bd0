//! What techniques have found out, beside the source, and filtered.

use crate::common::Folder;
use crate::shared::check_schema;
use sheaf_testkit::schema;

const C: &str = "#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x, state = 0;
  klee_make_symbolic(&x, sizeof x, \"x\");
  if (x > 10)
    state = 1;
  for (int i = 0; i < 2; i++)
    x ^= 1;
  if (x > 20)
    assert(state == 1);
  return state;
}
";

const MICROC: &str = "main() {
  var x, n, z;
  x = input;
  n = 0;
  z = 1;
  if (x < 11) { z = 2; }
  while (x > n) {
    x = x - 1;
  }
  if (n < 0) { n = 1 / 0; }
  return z;
}
";

const JS: &str = "const x = sheaf.integer('x');
let z = 'more';
if (x < 11) z = -2;
if (x === 5) throw new Error('five');
console.log(z);
";

fn programs() -> Folder {
    Folder::with(&[("a.c", C), ("a.uc", MICROC), ("a.js", JS)])
}

#[test]
fn notes_stand_below_their_lines() {
    let place = programs();
    for (command, parts) in [
        (
            "a.c --explore multise",
            &[
                "  values   what a variable was where states merged, and when\n",
                "\na.c\n    1 | #include <assert.h>\n",
                "    8 |   for (int i = 0; i < 2; i++)\n      = merge: merged 1 time; differing: state\n      = values: state\n      =   0  if x < 11\n      =   1  if x >= 11\n    9 |",
                "   13 | }\n",
            ][..],
        ),
        (
            "a.c --explore cdse",
            &["   10 |   if (x > 20)\n      = clause: "],
        ),
        (
            "a.uc --subsume",
            &[
                "  label    nothing can fail from here",
                "    7 |   while (x > n) {\n      = label: ",
            ],
        ),
        (
            "a.uc --summarize-loops",
            &["    7 |   while (x > n) {\n      = loop: type 1, skipped "],
        ),
        (
            "a.js --merge aggressive",
            &[
                "    4 | if (x === 5) throw new Error('five');\n      = fails: uncaught-exception: ",
                "      = values: z\n      =   -2      if x < 11\n      =   \"more\"  if x >= 11\n",
            ],
        ),
    ] {
        let answer = place.sheaf(&format!("check {command} --explain source"));
        parts.iter().for_each(|part| answer.says(part));
    }
    let none = place.sheaf("check a.c --strategy plain --explain source");
    none.says("\n\nno notes: ");
}

#[test]
fn notes_are_part_of_json() {
    let place = programs();
    let answer = place.sheaf("check a.js --explore multise --explain source --json");
    let object: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(schema::violations(&check_schema(), &object), [""; 0]);
    let notes = object["explain"]["notes"].as_array().unwrap();
    let of = |about: &str| notes.iter().find(|note| note["about"] == about).unwrap();
    assert_eq!(of("fails")["line"], 4);
    let rows = ["z", "-2      if x < 11", "\"more\"  if x >= 11"];
    assert_eq!(of("values")["text"], serde_json::json!(rows));
    assert!(object["explain"]["merge"].is_null());
}

#[test]
fn loops_and_costs_stand_below_their_lines() {
    let place = programs();
    let listing = place.sheaf("show --annotate a.uc");
    listing.says("    7 |   while (x > n) {\n      = loop: type 1, sequential\n");
    listing.says("      =   p1 if x >= 1\n");
    listing.says("      = queries: ");
    let json = place.sheaf("show --annotate a.uc --format json");
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let notes = json["notes"].as_array().unwrap();
    let is_loop = |note: &&serde_json::Value| note["about"] == "loop" && note["line"] == 7;
    assert_eq!(notes.iter().filter(is_loop).count(), 1);
    place
        .sheaf("show --annotate a.c --format dot")
        .refused_in_one_line(&["--format"]);
}

#[test]
fn value_summaries_are_filtered() {
    let place = programs();
    let explained =
        |what: &str| place.sheaf(&format!("check a.c --explore multise --explain {what}"));
    let all = explained("summaries");
    all.says("\n  state at a.c:8 in main\n");
    all.says("\n  state at a.c:12 in main\n");
    let one = explained("summaries=state@8");
    one.says("\nvalue summaries of state at line 8\n  state at a.c:8 in main\n    0  if x < 11\n");
    assert!(!one.out.contains("a.c:12"), "{}", one.out);
    explained("summaries@12").says("\nvalue summaries at line 12\n  state at a.c:12 in main\n");
    explained("summaries=state@3")
        .says("\nno value summaries of state at line 3; there are some at lines 8, 12");
    explained("summaries=x").says("\nno value summaries of x; there are some of state\n");
    explained("summaries=y").refused_in_one_line(&["--explain summaries", "`y`"]);
    explained("summaries=").refused_in_one_line(&["'summaries='", "no variable"]);
    explained("summaries@z").refused_in_one_line(&["'summaries@z'", "no line"]);
    explained("merge=x").refused_in_one_line(&["only `summaries`"]);
    let answer = place.sheaf("check a.c --explore multise --explain summaries@8 --json");
    let object: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(schema::violations(&check_schema(), &object), [""; 0]);
    let points = object["explain"]["merge"].as_array().unwrap();
    let with = points.iter().filter(|it| it["summaries"].is_array());
    let lines: Vec<_> = with.map(|it| it["line"].clone()).collect();
    assert_eq!(lines, [8]);
}
