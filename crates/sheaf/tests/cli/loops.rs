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
