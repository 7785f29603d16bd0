//! Exploration that learns.

use crate::common::Folder;
use crate::shared::check_schema;
use sheaf_testkit::schema;

/// Twenty-four branches between a fact and its use.
const FAR_APART: &str = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int state;
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned n = 0;
  if (x > 10) state = 1; else state = 2;
#define B if (__VERIFIER_nondet_int()) n++; else n += 2;
#define B8 B B B B B B B B
  B8 B8 B8
  if (x > 20) assert(state == 1);
  if (x < 5) assert(state == 2);
  return 0;
}
";

/// The paths that a program takes under `--explore cdse`, which proves it safe; and how many states
/// were dropped.
fn paths(place: &Folder, line: &str) -> (u64, u64) {
    let answer = place.sheaf(&format!("{line} --explore cdse --json"));
    let object: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(object["verdict"], "safe", "{}", answer.out);
    assert_eq!(schema::violations(&check_schema(), &object), [""; 0]);
    assert!(object["stats"]["learned_clauses"].as_u64().unwrap() > 0);
    let paths = &object["stats"]["paths"];
    let count = |kind: &str| paths[kind].as_u64().unwrap();
    (count("completed"), count("subsumed"))
}

#[test]
fn irrelevant_branches_are_taken_once() {
    let place = Folder::with(&[("a.c", FAR_APART)]);
    let (completed, dropped) = paths(&place, "check a.c");
    assert!(completed <= 4 && dropped <= 60, "{completed}, {dropped}");
    let answer = place.sheaf("check a.c --explore cdse");
    assert!(answer.out.contains("\n  learned: "), "{}", answer.out);
}

/// Only the last of three conditions decides: two paths of eight.
#[test]
fn values_that_do_not_matter_are_not_learned() {
    let text = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0) x = (int)(0u - x);
  if (y < 0) y = (int)(0u - y);
  long result = (long)x - y;
  if (x < y) result = (long)y - x;
  assert(result >= 0);
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let (completed, _) = paths(&place, "check a.c --disable signed-overflow");
    assert_eq!(completed, 2);
}

/// A lock that is taken and released in a loop without a bound.
#[test]
fn a_loop_without_a_bound_is_proved() {
    let text = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int lock = 0;
  unsigned old, new = __VERIFIER_nondet_int();
  do {
    assert(!lock);
    lock = 1;
    old = new;
    if (__VERIFIER_nondet_int()) {
      assert(lock);
      lock = 0;
      new++;
    }
  } while (new != old);
  assert(lock);
  return 0;
}
";
    let place = Folder::with(&[
        ("a.c", text),
        (
            "b.c",
            &text.replace("new++", "new += 2; if (new == 9) lock = 1"),
        ),
    ]);
    paths(&place, "check a.c");
    let answer = place.sheaf("check b.c --explore cdse --time 10m --stop-after 1");
    assert_eq!(answer.status, Some(1), "{}", answer.out);
}

#[test]
fn clauses_are_told_by_line() {
    let place = Folder::with(&[("a.c", FAR_APART)]);
    let answer = place.sheaf("check a.c --explore cdse --explain cdse");
    assert_eq!(answer.status, Some(0), "{}{}", answer.out, answer.err);
    let clause = "  a.c:11:7 in main\n    x > 20 taken, after x > 10 not taken at line 7\n";
    assert!(answer.out.contains(clause), "{}", answer.out);
    assert!(answer.out.contains("\nexecuted: "), "{}", answer.out);
    let answer = place.sheaf("check a.c --explain cdse --max-forks 2");
    assert!(answer.out.contains("\nno clauses\n"), "{}", answer.out);
}

/// The clauses of a loop name iterations, and the search names what it tracks, and where.
#[test]
fn what_searches_track_is_told() {
    let text = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int state = 1, locked = 0;
  while (1) {
    if (__VERIFIER_nondet_int() && state == 1) {
      assert(!locked);
      locked = 1;
      state = 2;
    }
    if (__VERIFIER_nondet_int() && state == 2) {
      locked = 0;
      state = 1;
    }
  }
}
";
    let place = Folder::with(&[("a.c", text)]);
    let answer = place.sheaf("check a.c --explore cdse --explain cdse");
    assert_eq!(answer.status, Some(0), "{}{}", answer.out, answer.err);
    let told = "  a failure at a.c:7:7 in main\n    tracks locked, needed at a.c:7:7\n";
    assert!(answer.out.contains(told), "{}", answer.out);
    let answer = place.sheaf("check a.c --explore cdse --json");
    let object: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(schema::violations(&check_schema(), &object), [""; 0]);
    let learning = &object["stats"]["learning"];
    let count = |what: &str| learning[what].as_u64().unwrap();
    assert!(
        count("refinements") > 0 && count("abstract_states") > 0,
        "{learning}"
    );
    assert!(count("largest") <= count("edges"), "{learning}");
    assert!(count("branches_again") <= count("branches"), "{learning}");
}

#[test]
fn the_guide_says_which_path_is_next() {
    let place = Folder::with(&[("a.c", FAR_APART)]);
    let run = |line: &str| -> serde_json::Value {
        let answer = place.sheaf(&format!("check {line} --explore cdse --json"));
        let object: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!(object["verdict"], "safe", "{}", answer.out);
        object["stats"].clone()
    };
    for guide in ["never", "always", "quality:10"] {
        let stats = run(&format!("a.c --guide {guide}"));
        let paths = stats["paths"]["completed"].as_u64().unwrap();
        assert!(paths <= 48, "{guide}: {stats}");
    }
}

/// Clauses and dropped states are checked again.
#[test]
fn clauses_are_validated() {
    let place = Folder::with(&[("a.c", FAR_APART)]);
    let line = "check a.c --explore cdse --json";
    let validated = |line: &str| {
        let answer = place.sheaf(line);
        let object: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!(object["verdict"], "safe", "{}", answer.out);
        let stats = &object["stats"];
        let checked = stats["subsumption"]["validated"].as_u64().unwrap();
        (checked, stats["paths"]["subsumed"].as_u64().unwrap())
    };
    assert_eq!(validated(line).0, 0);
    let (checked, dropped) = validated(&format!("{line} --validate"));
    assert!(checked >= dropped && dropped > 0, "{checked}, {dropped}");
}

/// A path that a limit ends says nothing about others that come the same way.
#[test]
fn limits_teach_nothing() {
    let text = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0, last = 0;
  if (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      n = 1;
    if (__VERIFIER_nondet_int())
      n |= 2;
    if (__VERIFIER_nondet_int())
      n |= 4;
  }
  if (__VERIFIER_nondet_int())
    last = 1;
  if (last)
    return 1 / (n == 0 ? 0 : 1);
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let answer = place.sheaf("check a.c --explore cdse --max-depth 4 --validate");
    assert_eq!(answer.status, Some(1), "{}", answer.out);
    assert!(answer.out.contains("division-by-zero"), "{}", answer.out);
}
