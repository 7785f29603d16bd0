//! Merge points, and value summaries that are given up.

use crate::common::Folder;
use crate::shared::{SAFE, check_schema};
use sheaf_testkit::{case, schema};

#[test]
fn merging_is_explained() {
    let place = Folder::with(&[("a.c", SAFE)]);
    let answer = place.sheaf("check a.c --merge aggressive --explain merge");
    assert!(
        answer
            .out
            .ends_with("\n\nno two states reached the same merge point\n"),
        "{}{}",
        answer.out,
        answer.err
    );
    let answer = place.sheaf("check a.c --explore multise --explain merge --json");
    let object: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(object["explain"]["merge"], serde_json::json!([]));
    assert_eq!(schema::violations(&check_schema(), &object), [""; 0]);
}

/// The values of variables with their conditions, in each language. Inputs with one name have
/// numbers.
#[test]
fn value_summaries_are_told() {
    let c = "#include <klee/klee.h>\n\
        int main(void) {\n\
          int x, z, s = 0;\n\
          klee_make_symbolic(&x, sizeof x, \"x\");\n\
          if (x > 10) z = 1; else z = -2;\n\
          for (int i = 0; i < 2; i++) {\n\
            int b;\n\
            klee_make_symbolic(&b, sizeof b, \"b\");\n\
            if (b > 3) s += 5;\n\
          }\n\
          return z + s;\n\
        }\n";
    let microc = "main() {\n\
        var x, z;\n\
        x = input;\n\
        z = 1;\n\
        if (x < 11) { z = 0 - 2; }\n\
        return z;\n\
        }\n";
    let js = "const x = sheaf.integer('x');\n\
        let z = 'more';\n\
        if (x < 11) z = -2;\n\
        console.log(z);\n";
    let place = Folder::with(&[("a.c", c), ("a.uc", microc), ("a.js", js)]);
    for (file, rows) in [
        (
            "a.c",
            "\n  z at a.c:6 in main\n    -2  if x < 11\n    1   if x >= 11\n",
        ),
        (
            "a.uc",
            "\n  z at a.uc:6 in main\n    -2  if x < 11\n    1   if x >= 11\n",
        ),
        (
            "a.js",
            "\n  z at a.js:4 in script\n    -2      if x < 11\n    \"more\"  if x >= 11\n",
        ),
    ] {
        for way in ["--explore multise", "--merge aggressive"] {
            let answer = place.sheaf(&format!("check {file} {way} --explain summaries"));
            answer.exits(0);
            answer.says("\nvalue summaries\n");
            answer.says(rows);
        }
    }
    let answer = place.sheaf("check a.c --explore multise --explain summaries");
    answer.says("\n    10  if ");
    answer.says("b#2");
    let answer = place.sheaf("check a.uc --explore multise --explain summaries --json");
    let object: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let summary = &object["explain"]["merge"][0]["summaries"][0];
    assert_eq!(summary["variable"], "z");
    assert_eq!(summary["values"][0]["condition"], "x < 11");
    assert_eq!(schema::violations(&check_schema(), &object), [""; 0]);
}

/// What a function returns costs what its callers ask; what a caller had where the result will be
/// does not differ.
#[test]
fn a_merge_is_weighed_on_the_whole_stack() {
    let text = "extern char __VERIFIER_nondet_char(void);
static int step(const char *text, int at) {
  int width = 1;
  if (text[at] == 'a') width = 2;
  return width;
}
int main(void) {
  char text[8];
  for (int i = 0; i < 8; i++) text[i] = __VERIFIER_nondet_char();
  int at = 0;
  while (at < 6) {
    int taken = step(text, at);
    at += taken;
  }
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let line = "check a.c --merge recursive --limit-cost 1 --explain merge";
    let answer = place.sheaf(line);
    let row = answer
        .out
        .lines()
        .find(|row| row.contains("a.c:5 "))
        .unwrap_or_default();
    assert!(row.ends_with("at, width"), "{}", answer.out);
}

/// A parser tells its paths apart; the decision is the same in each run.
#[test]
fn summaries_that_cost_more_than_paths_are_given_up() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/multise/uc");
    let text = std::fs::read_to_string(format!("{folder}/calculator.uc")).unwrap();
    let text = text.replace("size() { return 4; }", "size() { return 5; }");
    let place = Folder::with(&[("a.uc", &text)]);
    let stats = |options: &str| {
        let answer = place.sheaf(&format!("check a.uc --json {options}"));
        let object: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!(object["verdict"], "safe", "{}", answer.out);
        object["stats"].clone()
    };
    let given_up = |stats: &serde_json::Value| stats["merging"]["summaries"]["given_up"] == true;
    let plain = stats("");
    let first = stats("--explore multise");
    let second = stats("--explore multise");
    assert!(given_up(&first));
    for count in ["paths", "instructions", "forks", "queries", "merging"] {
        assert_eq!(first[count], second[count], "{count}");
    }
    let kept = stats("--explore multise --keep-summaries");
    assert!(!given_up(&kept) && !given_up(&plain));
    let told = place.sheaf("check a.uc --explore multise --explain summaries=value,merge");
    told.says("\nvalue summaries of value, until they were given up for single paths\n  value at ");
    told.says("\nmerge points\n");
}

/// The local objects of a call that two paths made with different numbers take room once.
#[test]
fn local_objects_of_merged_paths_take_room_once() {
    let text = "#include <klee/klee.h>
#include <stdlib.h>
int g(void) { char room[3000000]; room[0] = 1; return 0; }
#define L(i) for (int i = 0; i < x; i++)
int f(int k, int x) {
  char room[3000000];
  int y;
  room[0] = 1;
  { int n = 3000000; char inner[n]; inner[0] = 1; }
  if (x > 2000) L(a) L(b) L(c) L(d) L(e) L(f) L(g) L(h) if (x + h == k) y++;
  if (x + 1 == k) y = 1; else y = 2;
  k = 0, x = 0, y = 0;
  return g();
}
int main(void) {
  int k, x;
  klee_make_symbolic(&k, sizeof k, \"k\");
  klee_make_symbolic(&x, sizeof x, \"x\");
  klee_assume(x < 1000);
  if (k) { malloc(10); k = 3; } else k = 5;
  f(k, x);
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let answer = place.sheaf("check a.c --merge dynamic --limit-cost 500000 -j 1");
    answer.exits(0);
    answer.says("merged: ");
}

/// The life of a local that starts again on some merged paths has ended on the others.
#[test]
fn lives_that_start_again_on_some_paths_have_ended_on_others() {
    let program = case::folder().join("c/merge_revived.c");
    let place = Folder::with(&[]);
    let check = format!(
        "check {} --merge recursive --limit-cost 8500000 -j 1",
        program.display()
    );
    place.sheaf(&check).exits(3);
}
