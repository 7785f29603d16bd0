//! `--index` and its output.

use crate::common::Folder;

const ROOT: &str = "#include <assert.h>
#include <math.h>
int main(void) {
  double x = __VERIFIER_nondet_double();
  assert(pow(x, 0.5) != 3);
  return 0;
}
";

#[test]
fn the_index_is_explained() {
    let place = Folder::with(&[("a.c", ROOT)]);
    let plain = place.sheaf("check a.c");
    plain.says("unmodelled-call: pow of a symbolic float");
    let told = place.sheaf("check a.c --index doubles --explain index");
    told.says("assertion: ");
    told.says("a.c:5:3: pow, asked 1 time");
    told.says("doubles: 3 (constant at a.c:5:3)");
    told.says("doubles: 9 (`pow` at a.c:5:3)");
    let json = place.sheaf("check a.c --index doubles --json");
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let index = &json["stats"]["index"];
    assert_eq!((&index["tables"], &index["asked"]), (&1.into(), &1.into()));
    assert_eq!(index["outside"], 1);
}

#[test]
fn what_is_outside_is_a_reason() {
    let place = Folder::with(&[("a.c", ROOT), ("seeds", "4\n\n5e-1\n")]);
    let drop = "check a.c --index doubles --index-outside drop --index-rounds 0";
    place.sheaf(drop).says("outside-index: pow");
    let given = place.sheaf(&format!("{drop} --index-seed 9"));
    given.says("bug: 1 failure");
    let read = place.sheaf("check a.c --index doubles --index-seeds seeds --explain index");
    read.says("doubles: 4 (--index-seed)");
    let wrong = Folder::with(&[("a.c", ROOT), ("seeds", "4\nfour\n")]);
    let wrong = wrong.sheaf("check a.c --index doubles --index-seeds seeds");
    wrong.refused_in_one_line(&["seeds:2: `four` is not a number"]);
}

/// A string that is compared with options; a failure on one of them, and one on another string.
const OPTIONS: &str = "#include <assert.h>
#include <string.h>
extern void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  char s[9];
  klee_make_symbolic(s, sizeof s, \"s\");
  s[8] = 0;
#ifdef INSIDE
  assert(strcmp(s, \"--all\") != 0);
#else
  if (strcmp(s, \"--all\") == 0) return 0;
  assert(strncmp(s, \"--al\", 4) != 0 || s[4] != 'q' || strrchr(s, 'q') != s + 6);
#endif
  return 0;
}
";

#[test]
fn strings_are_indexed() {
    let place = Folder::with(&[("a.c", OPTIONS)]);
    let inside = place.sheaf("check a.c --index strings --index-outside drop -- -DINSIDE");
    inside.says("bug: 1 failure");
    inside.says("outside-index: strcmp");
    let general = place.sheaf("check a.c --index strings");
    general.says("bug: 1 failure");
    for explore in ["worklist", "multise"] {
        let drop = "check a.c --index strings --index-outside drop --explore";
        let drop = place.sheaf(&format!("{drop} {explore}"));
        drop.says("incomplete: ");
        drop.says("outside-index: strcmp");
    }
    let given = "check a.c --index strings --index-outside drop --index-seed";
    place
        .sheaf(&format!("{given} --alq0q"))
        .says("bug: 1 failure");
}

#[test]
fn strings_are_explained() {
    let place = Folder::with(&[("a.c", OPTIONS), ("seeds", "one\n\n two\n")]);
    let told = "check a.c --index strings --index-seeds seeds --explain index";
    let told = place.sheaf(told);
    told.says("strings: \"one\" (--index-seed)");
    told.says("strings: \" two\" (--index-seed)");
    told.says("strings: \"--all\" (constant at a.c:11:7)");
    told.says("strings: \"--allq\" (`strrchr` of \"--all\" at a.c:12:3)");
    told.says("a.c:11:7: strcmp, asked ");
    told.says("merged into one value");
    told.says("different results");
    let none = place.sheaf("check a.c --explore cdse --index strings");
    none.refused_in_one_line(&["--index strings: "]);
}

/// The digits of a number have no formula: without the index, what is printed is a reason.
#[test]
fn printed_numbers() {
    let text = "#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[32];
  sprintf(text, \"%g\", __VERIFIER_nondet_double());
  assert(strcmp(text, \"0.625\") != 0);
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let plain = place.sheaf("check a.c --time 5s");
    plain.says("incomplete: ");
    plain.says("concretization: ");
    let found = place.sheaf("check a.c --index doubles");
    found.says("bug: 1 failure");
}

/// By default, the index has turns once a call is left out.
#[test]
fn calls_that_are_left_out_are_indexed() {
    let text = "#include <assert.h>
#include <math.h>
int main(void) {
  double x = __VERIFIER_nondet_double();
  float y = __VERIFIER_nondet_float();
  assert(pow(x, 0.5) != 3);
  assert(expf(y) != 1);
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let found = place.sheaf("check a.c --explain strategy");
    found.says("`pow(x, 0.5) != 3` fails");
    found.says("`expf(y) != 1` fails");
    found.says("--index floats,doubles,long-doubles");
    place
        .sheaf("check a.c --strategy plain")
        .says("incomplete: ");
}

/// What tables do not have is left out, whatever else is found.
#[test]
fn what_no_table_has_is_left_out() {
    let text = "#include <assert.h>
#include <math.h>
int main(void) {
  double y = exp(__VERIFIER_nondet_double());
  assert(!(y > 3.1415 && y < 3.1416));
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let found = place.sheaf("check a.c --explain strategy -j 1");
    found.says("`!(y > 3.1415 && y < 3.1416)` fails");
    found.says("unmodelled-call: exp of a symbolic float");
    // Processes that begin after the end of plain exploration find the same.
    let together = place.sheaf("check a.c -j 2 --workers-after 0 --time 10m");
    together.says("`!(y > 3.1415 && y < 3.1416)` fails");
    together.says("unmodelled-call: exp of a symbolic float");
}

/// A function that has no formula is computed on the members.
#[test]
fn numbers_in_strings() {
    let text = "#include <assert.h>
#include <stdlib.h>
extern void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  char s[6];
  klee_make_symbolic(s, sizeof s, \"s\");
  s[5] = 0;
  assert(atof(s) != 0.25);
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let found = place.sheaf("check a.c --index strings --index-seed 0.25");
    found.says("bug: 1 failure");
}
