//! Path subsumption as users see it.

use crate::common::Folder;
use crate::shared::check_schema;
use sheaf_testkit::schema;

/// Twenty-four branches that do not matter for what is asserted.
fn irrelevant_branches() -> String {
    let branches: String = (0..24)
        .map(|n| format!("  if (__VERIFIER_nondet_int() > {n}) s ^= {n};\n"))
        .collect();
    format!(
        "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {{\n  int x = 5, s = 0;\n\
         {branches}  assert(x == 5);\n  return s;\n}}\n"
    )
}

#[test]
fn branches_that_do_not_matter_cost_a_path_each_at_most() {
    let text = irrelevant_branches();
    let place = Folder::with(&[("a.c", &text)]);
    let answer = place.sheaf("check a.c --subsume --search dfs --json");
    let object: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(schema::violations(&check_schema(), &object), [""; 0]);
    assert_eq!(object["verdict"], "safe");
    let paths = &object["stats"]["paths"];
    let completed = paths["completed"].as_u64().unwrap();
    assert!(completed <= 48, "{paths}");
    assert!(paths["subsumed"].as_u64().unwrap() >= 24, "{paths}");
    assert!(object["stats"]["subsumption"]["made"].as_u64().unwrap() >= 24);
}

#[test]
fn labels_are_told_by_line() {
    let text = "main() {
  var x, n;
  x = input;
  n = 0;
  while (x > n) {
    x = x - 1;
  }
  if (n < 0) { n = 1 / 0; }
  return n;
}
";
    let place = Folder::with(&[("a.uc", text)]);
    let answer = place.sheaf("check a.uc --subsume --explain subsume");
    assert_eq!(answer.status, Some(0), "{}{}", answer.out, answer.err);
    assert!(answer.out.starts_with("safe: "), "{}", answer.out);
    let line = "1 of them at loop heads";
    assert!(answer.out.contains(line), "{}", answer.out);
    assert!(answer.out.contains("a.uc:5:"), "{}", answer.out);
    let answer = place.sheaf("check a.uc --explain subsume --max-depth 4");
    assert!(answer.out.ends_with("\nno labels\n"), "{}", answer.out);
    let answer = place.sheaf("check a.uc --subsume --explore multise");
    assert_eq!(answer.status, Some(2));
    assert!(answer.err.contains("--subsume: "), "{}", answer.err);
}

/// Labels tell values of one variable apart, and dropped states are checked again.
#[test]
fn labels_name_lines_and_are_validated() {
    let text = "int nondet_int(void);
int main(void) {
  int lock = 0, old, new = nondet_int();
  do {
    if (lock)
      return *(volatile int *)0;
    lock = 1;
    old = new;
    if (nondet_int()) {
      lock = 0;
      new = (int)(new + 1u);
    }
  } while (new != old);
  return 0;
}
";
    let place = Folder::with(&[("lock.c", text)]);
    let answer = place.sheaf("check lock.c --subsume --validate --explain subsume");
    assert_eq!(answer.status, Some(0), "{}{}", answer.out, answer.err);
    assert!(answer.out.contains("checked again"), "{}", answer.out);
    assert!(answer.out.contains("new@5 == new@13"), "{}", answer.out);
    let answer = place.sheaf("check lock.c --subsume --validate --json");
    assert!(!answer.out.contains("\"validated\":0"), "{}", answer.out);
    assert!(answer.out.contains("\"validated\":"), "{}", answer.out);
}
