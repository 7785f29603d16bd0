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
