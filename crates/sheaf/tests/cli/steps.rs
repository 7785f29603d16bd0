//! The steps of runs and of explorations.

use crate::common::Folder;
use crate::shared::check_schema;
use sheaf_testkit::schema;

const C: &str = "#include <klee/klee.h>
#include <stdlib.h>
int calls = 0;
int twice(int a) {
  calls++;
  return a * 2;
}
int main(void) {
  int x, y = 1;
  klee_make_symbolic(&x, sizeof x, \"x\");
  if (x > 10) y = x;
  int *p = malloc(2 * sizeof *p);
  p[0] = 7;
  y = twice(3);
  free(p);
  return y;
}
";

const MICROC: &str = "main() {
  var x, y;
  x = input;
  y = 1;
  if (x > 10) { y = 2; }
  x = 5;
  return x + y;
}
";

const JS: &str = "function add(a, b) {
  return a + b;
}
const x = sheaf.integer('x');
let y = 1;
if (x > 10) y = 'more';
const point = { x: 3, list: [1, y] };
console.log(add(point.x, 2));
";

fn programs() -> Folder {
    Folder::with(&[("a.c", C), ("a.uc", MICROC), ("a.js", JS)])
}

#[test]
fn runs_are_shown_line_by_line() {
    let place = programs();
    let run = place.sheaf("run a.c --input 12 --steps");
    run.exits(6);
    run.says("a.c:11:7 in main\n   11 |   if (x > 10) y = x;\n  main: x = 12, y = 1, p = ?\n");
    run.says("  main: x = 12, y = 12, p = ?\n  globals: calls = 0\na.c:13:");
    run.says("  object ");
    run.says(" of 8 bytes, allocated at a.c:12:12: {7, ?}\n");
    run.says("    5 |   calls++;\n  main: x = 12, y = 12, p = object ");
    run.says("\n  twice: a = 3\n  globals: calls = 0\n");
    run.says("\n  twice: a = 3\n  globals: calls = 1\n");
    let last = "   16 |   return y;\n  main: x = 12, y = 6, p = object ";
    assert!(
        run.out
            .split(last)
            .nth(1)
            .is_some_and(|rest| !rest.contains(" of 8 bytes"))
    );
    let run = place.sheaf("run a.uc --input 12 --steps");
    run.says("a.uc:5:7 in main\n    5 |   if (x > 10) { y = 2; }\n  main: x = 12, y = 1\n");
    run.says("  main: x = 5, y = 2\n");
    let run = place.sheaf("run a.js --input 12 --steps");
    run.says("x = 12, y = \"more\", point = object ");
    run.says(": {x: 3, list: object ");
    run.says(": {0: 1, 1: \"more\"}\n");
    run.says("add = add, x = 12");
    assert!(run.out.ends_with("\n5\n"), "{}", run.out);
}

#[test]
fn a_run_is_one_json_object() {
    let place = programs();
    let run = place.sheaf("run a.js --input 3 --steps=2 --json");
    let object: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(object["steps"].as_array().unwrap().len(), 2);
    assert_eq!(object["steps"][0]["event"], "line");
    assert!(object["left_out"].as_u64().unwrap() > 3);
    assert_eq!(object["output"][0]["text"], "5\n");
    assert_eq!(
        (&object["status"], &object["end"]),
        (&0.into(), &serde_json::Value::Null)
    );
    place
        .sheaf("run a.js --json")
        .refused_in_one_line(&["--steps"]);
}

#[test]
fn explorations_are_shown_with_their_states() {
    let place = programs();
    let answer = place.sheaf("check a.c --steps");
    answer.exits(0);
    answer.says(
        "state 0 at a.c:11:7 in main\n   11 |   if (x > 10) y = x;\n  main: x = x, y = 1, p = ?\n",
    );
    answer.says("state 0 forks at a.c:11:7 in main\n  state 0 where x >= 11 (x > 10 taken)\n  state 1 where x < 11 (x > 10 not taken)\nstate 1 goes on\n");
    answer.says("  main: x = x, y = x, p = ?\n  globals: calls = 0\n  where x >= 11\n");
    answer.says("state 1: ends with status 6\nstate 0 goes on\n");
    answer.says("\nstate 0: ends with status 6\n\nsafe: ");
    let answer = place.sheaf("check a.uc --steps");
    answer.says("  main: x = 5, y = 1\n  where x < 11\n");
    answer.says("  main: x = 5, y = 2\n  where x >= 11\n");
    let answer = place.sheaf("check a.js --steps");
    answer.says("x = x, y = \"more\", point = object ");
    answer.says("\n  where x >= 11\n");
}

#[test]
fn steps_are_part_of_json() {
    let place = programs();
    let answer = place.sheaf("check a.c --steps --json");
    let object: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(schema::violations(&check_schema(), &object), [""; 0]);
    let steps = object["explain"]["steps"]["steps"].as_array().unwrap();
    let fork = steps.iter().find(|step| step["event"] == "forks").unwrap();
    let sides = serde_json::json!([
        { "state": 0, "decision": "x > 10 taken", "condition": "x >= 11" },
        { "state": 1, "decision": "x > 10 not taken", "condition": "x < 11" },
    ]);
    assert_eq!((&fork["into"], &fork["line"]), (&sides, &11.into()));
    let at_return = steps.iter().rfind(|step| step["line"] == 16).unwrap();
    let variables = at_return["calls"][0]["variables"].as_array().unwrap();
    assert_eq!(
        variables[1],
        serde_json::json!({ "name": "y", "value": "6" })
    );
    assert_eq!(at_return["condition"], serde_json::json!(["x >= 11"]));
}

/// An iteration within a line is a step; a loop has no other one before its first iteration, unless
/// something has happened there.
#[test]
fn iterations_within_a_line_are_steps() {
    let text = "int main(void) {\n  int n = 0;\n  for (int i = 0; i < 2; i++) n += i;\n  while (n < 3)\n    n++;\n  return n;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    let run = place.sheaf("run a.c --steps");
    let at = |line: &str| run.out.matches(&format!("    {line} |")).count();
    assert_eq!((at("3"), at("4"), at("5")), (4, 3, 2), "{}", run.out);
}

/// The exploration goes on without telling.
#[test]
fn steps_are_limited() {
    let place = programs();
    let answer = place.sheaf("check a.c --steps=3");
    answer.exits(0);
    assert_eq!(
        answer.out.matches("state 0 at ").count(),
        3,
        "{}",
        answer.out
    );
    answer.says("\n3 steps shown, ");
    answer.says(" more left out; `--steps=N` shows N\n\nsafe: ");
}

#[test]
fn techniques_are_shown_at_work() {
    let place = programs();
    let answer = place.sheaf("check a.c --merge aggressive --steps");
    answer.says(": merges into state ");
    answer.says("y = ite(");
    let answer = place.sheaf("check a.uc --explore multise --steps");
    answer.says("y = 2 if x >= 11, 1 if x < 11\n");
}

#[test]
fn what_does_not_go_together_is_refused() {
    let place = programs();
    for (line, parts) in [
        (
            "check a.c --steps --strategy auto",
            ["--steps", "one exploration"],
        ),
        ("check a.c --steps -j 2", ["--steps", "`-j`"]),
        ("check a.c --steps --quiet", ["--steps", "--quiet"]),
        ("check a.c --steps=x", ["--steps", "'x'"]),
    ] {
        place.sheaf(line).refused_in_one_line(&parts);
    }
}
