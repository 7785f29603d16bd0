//! Reasons of an incomplete verdict: grouped, ranked by cost, with what helps.

use crate::common::Folder;
use crate::shared::check_schema;
use sheaf_testkit::schema;

/// Calls two functions that nothing defines: one on ten paths, the other on two.
const UNDEFINED: &str = "int nondet_int(void);\nint foo(int);\nint bar(int);\nint main(void) {\n  int x = nondet_int();\n  if (x == 1) return bar(1);\n  if (x == 2) return bar(2);\n  for (int i = 0; i < 10; i++)\n    if (x == 100 + i) foo(i);\n  return 0;\n}\n";

/// The ways out.
const STUBS: &str = "int foo(int x) { return x; }\nint bar(int x) { return x; }\n";

#[test]
fn unknown_functions_are_listed_by_frequency_with_ways_out() {
    let place = Folder::with(&[("a.c", UNDEFINED), ("stubs.c", STUBS)]);
    for options in ["", "-j 2 --workers-after 0", "--merge dynamic"] {
        let answer = place.sheaf(&format!("check a.c {options}"));
        answer.exits(3);
        answer.says("\n  unmodelled-call: foo at a.c:9:23 (10 paths)\n  unmodelled-call: bar at a.c:6:22, a.c:7:22 (2 paths)\n");
        answer.says("\n  12 states left unexplored\n");
        answer.says("  help for unmodelled-call: define it in a C file given beside");
        assert_eq!(answer.out.matches("help for").count(), 1, "{}", answer.out);
    }
    let quiet = place.sheaf("check a.c --quiet");
    assert!(!quiet.out.contains("help for"), "{}", quiet.out);
    place.sheaf("check a.c stubs.c").exits(0);
    place.sheaf("check a.c --undefined input").exits(0);
}

#[test]
fn all_reasons_have_their_costs() {
    let place = Folder::with(&[("a.c", UNDEFINED)]);
    let answer = place.sheaf("check a.c --explain reasons");
    answer.says("          10  unmodelled-call: foo at a.c:9:23\n           1  unmodelled-call: bar at a.c:6:22\n           1  unmodelled-call: bar at a.c:7:22\n");
    let json: serde_json::Value =
        serde_json::from_str(&place.sheaf("check a.c --json").out).unwrap();
    assert_eq!(schema::violations(&check_schema(), &json), [""; 0]);
    let reasons = json["reasons"].as_array().unwrap();
    let paths: u64 = reasons.iter().filter_map(|it| it["paths"].as_u64()).sum();
    assert_eq!((reasons.len(), paths), (3, 12));
    assert_eq!(json["stats"]["paths"]["set_aside"], 12);
    let limited = place.sheaf("check a.c --max-forks 3 --strategy plain");
    limited.says("help for fork-limit: `--max-forks`");
    let safe = place.sheaf("check a.c --undefined input --explain reasons");
    safe.says("there are no reasons against the verdict");
}
