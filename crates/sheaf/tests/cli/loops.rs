//! `--summarize-loops` and its output.

use crate::common::Folder;

const COUNT: &str = "int nondet_int(void);
int main(void) {
  int n = nondet_int();
  unsigned a = 0, b = 0;
  for (int i = 0; i < n; i++)
    a += 2;
  for (int i = 0; i < n; i++)
    b += nondet_int();
  return a == 15 ? 1 / (a - 15) : 0;
}
";

#[test]
fn loops_are_told_with_their_types() {
    let place = Folder::with(&[("a.c", COUNT)]);
    let told = place.sheaf("check a.c --summarize-loops --explain loops --max-depth 6");
    told.says("summaries: iterations of 1 loop skipped");
    told.says("a.c:5:21: type 1, skipped");
    told.says(
        "a.c:7:21: type 3, executed without a summary: the input `nondet_int` in each iteration",
    );
    let json = place.sheaf("check a.c --summarize-loops --json --max-depth 6");
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let summaries = &json["stats"]["summaries"];
    assert_eq!(summaries["loops"], 1);
    assert_eq!(summaries["irregular"], 1);
    assert!(json["stats"]["paths"]["summarized"].as_u64().unwrap() > 0);
}

#[test]
fn loops_without_end_are_named() {
    let text = "int nondet_int(void);
int main(void) {
  unsigned n = nondet_int(), d = nondet_int(), a = 0;
  if (d > 1)
    return 0;
  for (unsigned i = 0; i < 5; i += d)
    a++;
  return a / 9;
}
";
    let place = Folder::with(&[("a.c", text)]);
    // The summary shows that nothing fails in it.
    let told = place.sheaf("check a.c --summarize-loops");
    told.says("safe: no input makes the program fail");
    told.says("endless: the loop at a.c:6 in main repeats itself");
}

/// The answer of a quantifier depends on the conditions of the path, so that a state at a loop head
/// does not stand for another one with the same variables.
#[test]
fn quantifiers_are_not_asked_once_for_several_paths() {
    let text = "#include <assert.h>
#include <klee/klee.h>
static int holds(int x, int way) {
  int k = 0;
  if (x <= 1024) return way != 3;
  if (way == 0) { above: while (k < 3) k++; return x >= 2000; }
  if (way == 2) { below: while (k < 3) k++; return x < 2000; }
  if (x < 2000) goto below;
  goto above;
}
int main(void) {
  int x = 0, way;
  klee_make_symbolic(&way, sizeof way, \"way\");
  klee_assume(way >= 0 && way <= 3);
  assert(!__ESBMC_forall(&x, holds(x, way)));
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let answer = place.sheaf("check a.c --strategy plain --summarize-loops -j 1");
    answer.exits(3);
    answer.says("a quantifier whose condition holds for some of the values");
}

/// A failure behind skipped iterations is shown with few of them, so that it can be executed.
#[test]
fn failures_behind_loops_replay_with_small_inputs() {
    let text = "#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned n, sum = 0;
  klee_make_symbolic(&n, sizeof n, \"n\");
  for (unsigned i = 0; i < n; i++) sum += 3;
  if (n < 40 || n % 8 != 5) return 0;
  assert(sum < 100);
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let answer = place.sheaf("check a.c --strategy plain --summarize-loops -j 1");
    answer.exits(1);
    answer.says("assertion: `sum < 100` fails");
}

/// Each technique explores the bounded program, in which five rounds are needed for the failure.
#[test]
fn loops_can_be_bounded() {
    let c = "#include <assert.h>
int nondet_int(void);
int main(void) {
  int i = 0, n = 0;
again:
  for (int k = 0; k < 2; k++) n++;
  i++;
  if (nondet_int()) goto again;
  assert(n != 12 || i != 6);
}
";
    let js = "let n = 0; while (sheaf.boolean('more')) n++; sheaf.assert(n !== 5);\n";
    let uc = "main() { var i, n; i = 0; n = input; while (i < n) { i = i + 1; } n = 1 / (i - 5); \
              return n; }\n";
    let place = Folder::with(&[("a.c", c), ("a.js", js), ("a.uc", uc)]);
    let all = [
        "",
        "--merge dynamic",
        "--explore multise",
        "--summarize-loops",
        "-j 2",
    ];
    let typed = ["--explore cdse", "--subsume"];
    for (file, options) in [("a.c", &typed[..]), ("a.js", &[]), ("a.uc", &typed)] {
        for option in all.iter().chain(options) {
            let run = |most: u32| place.sheaf(&format!("check {file} --unroll {most} {option}"));
            let bound = "safe: no input makes the program fail, for loops of at most 4 iterations";
            run(4).says(bound);
            run(5).says("bug: 1 failure");
        }
    }
    place
        .sheaf("check a.js --unroll 1")
        .says("for loops of at most 1 iteration (");
    place.sheaf("check a.c --unroll x").refused(&["--unroll"]);
}

/// A cycle with two entries has no header that counts its iterations.
#[test]
fn loops_with_several_entries_are_not_bounded() {
    let text = "int nondet_int(void);
int main(void) {
  int n = 0;
  if (nondet_int()) goto inside;
  while (nondet_int()) {
    n += 2;
inside:
    n++;
  }
  return 1 / (n - 1000);
}
";
    let place = Folder::with(&[("a.c", text)]);
    let told = place.sheaf("check a.c --unroll 3");
    told.refused(&[
        "--unroll: the loop at a.c:",
        "has several entries and cannot be bounded",
    ]);
    let generator = "function* g(n) { for (let i = 0; i < n; i++) yield i; }
let s = 0;
for (const i of g(sheaf.integer('n', 0, 5))) s += i;
";
    let module =
        "let n = 0;\nwhile (sheaf.boolean('more')) n++;\nsheaf.assert(n < 2);\nexport default n;\n";
    let place = Folder::with(&[("g.js", generator), ("m.mjs", module)]);
    let told = place.sheaf("check g.js --unroll 3");
    told.refused(&["--unroll: the generator or async function at g.js:1:"]);
    place.sheaf("check m.mjs --unroll 1").says("safe: ");
    place.sheaf("check m.mjs --unroll 2").says("bug: 1 failure");
}
