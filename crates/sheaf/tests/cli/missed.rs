//! What an exploration missed, and loops without end.

use crate::common::{Folder, patiently};
use crate::shared::{ENDLESS, check_schema};
use sheaf_testkit::schema;

/// With 3 it never ends, in a state that repeats itself; the counter of the program's own
/// goes through all values in a helper.
const SPINS: &str = "#include <klee/klee.h>\nstatic int step(int x) { return x; }\nint main(void) {\n  int x = klee_int(\"x\");\n  while (x == 3) x = step(x);\n  return x;\n}\n";

/// It counts, so that no state repeats itself.
const COUNTS: &str = "#include <klee/klee.h>\nint main(void) {\n  int x = klee_int(\"x\");\n  if (x != 3) return 0;\n  unsigned long n = 0;\n  for (;;) n++;\n}\n";

/// With a zero, one number stays as it is; all other runs come to an end.
const SUBTRACTS: &str = "#include <klee/klee.h>\nint main(void) {\n  unsigned a = klee_int(\"a\"), b = klee_int(\"b\");\n  while (a != b)\n    if (a > b) a -= b;\n    else b -= a;\n  return a == 3;\n}\n";

#[test]
fn zeros_that_a_loop_repeats_itself_with_are_found_wherever_the_search_ends() {
    let place = Folder::with(&[("gcd.c", SUBTRACTS)]);
    for search in ["dfs", "bfs", "random", "coverage"] {
        for limit in [60, 150, 300] {
            let line = format!("check gcd.c --search {search} --max-instructions {limit}");
            // Zeros are tried for a short time, which may not be enough on a loaded machine.
            let is_found = (0..20).any(|_| {
                let answer = place.sheaf(&line);
                answer.exits(3);
                let endless = "endless: the loop at gcd.c:4 in main repeats itself, with a = ";
                answer.out.contains(endless)
            });
            assert!(is_found, "{line}");
        }
    }
}

#[test]
fn an_endless_loop_is_named_with_its_input() {
    let place = Folder::with(&[("spins.c", SPINS)]);
    for technique in [
        " --strategy plain",
        " --merge dynamic",
        " --explore multise",
    ] {
        let line = format!("check spins.c --time 10m{technique}");
        let answer = place.sheaf(&line);
        answer.exits(3);
        answer.says("hang: a loop never ends at spins.c:5:");
        answer.says("endless: the loop at spins.c:5 in main repeats itself, with x = 3 (");
        let failing = place.sheaf(&format!("{line} --enable hang --out out"));
        failing.exits(1);
        failing.says("hang: a loop never ends");
        failing.says("x = 3 (");
        for native in ["", " --native --time 1s"] {
            let replayed = place.sheaf(&format!("replay out/latest/finding-1.json{native}"));
            replayed.says("(as recorded)");
        }
    }
}

/// Plain exploration ends with a reason; labels then prove that nothing fails in the loop.
#[test]
fn an_endless_loop_is_named_below_a_proof() {
    let place = Folder::with(&[("spins.c", SPINS)]);
    let answer = place.sheaf("check spins.c -j 1 --plain-alone 1000000000");
    answer.exits(0);
    answer.says("explored completely by: --subsume");
    answer.says("endless: the loop at spins.c:5 in main repeats itself, with x = 3 (int); nothing");
}

#[test]
fn runs_of_an_endless_loop_end() {
    let place = Folder::with(&[("spins.c", SPINS)]);
    let run = place.sheaf("run spins.c --input 3");
    run.exits(3);
    assert!(
        run.err.contains("hang: a loop never ends at spins.c:5:"),
        "{}",
        run.err
    );
    place.sheaf("run spins.c --input 4").exits(4);
    let failing = place.sheaf("run spins.c --input 3 --enable hang");
    failing.exits(1);
}

/// A loop that asks for an input in each round ends as soon as the right one comes.
#[test]
fn a_loop_that_asks_is_not_endless() {
    let text = "#include <klee/klee.h>\nint main(void) {\n  while (klee_int(\"x\") != 7) {}\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    let values = "1\n".repeat(200_000) + "7\n";
    std::fs::write(place.path("values"), values).unwrap();
    place.sheaf("run a.c --input-file values").exits(0);
}

#[test]
fn a_loop_that_counts_is_suspected() {
    let place = Folder::with(&[("counts.c", COUNTS)]);
    let answer = patiently(2, |seconds| {
        let answer = place.sheaf(&format!(
            "check counts.c --strategy plain --time {seconds}s"
        ));
        answer.exits(3);
        answer.says("time-limit");
        answer.out.contains("endless").then_some(answer)
    });
    answer.says("maybe endless: one path spent most of the time in the loop at counts.c:6 in main");
    answer.says("with x = 3 (");
}

#[test]
fn what_was_missed_is_told() {
    let place = Folder::with(&[("endless.c", ENDLESS)]);
    let check = "check endless.c --max-forks 20 --max-instructions 20000 --time 10m";
    let answer = place.sheaf(check);
    answer.exits(3);
    answer.says("of the forks happened in the loop at endless.c:4 in main");
    let lines = answer.out.lines().count();
    assert!(lines <= 8, "{}", answer.out);
    assert_eq!(
        place
            .sheaf(&format!("{check} --quiet"))
            .out
            .matches("forks happened")
            .count(),
        0
    );
    let explained = place.sheaf(&format!("{check} --explain missed"));
    explained.says("\nwhat was missed\n");
    explained.says("  forks, by loop\n");
    let both = place.sheaf(&format!("{check} --merge dynamic --explain merge,missed"));
    both.says("what was missed");
    place
        .sheaf("check endless.c --explain missed --quiet")
        .refused_in_one_line(&["--explain", "--quiet"]);
}

#[test]
fn nothing_is_missed_by_a_proof() {
    let text = "int main(void) { return 0; }\n";
    let place = Folder::with(&[("safe.c", text)]);
    let plain = place.sheaf("check safe.c");
    assert!(!plain.out.contains("never reached"), "{}", plain.out);
    place
        .sheaf("check safe.c --explain missed")
        .says("nothing was missed");
}

#[test]
fn json_has_what_was_missed() {
    let unreached = "#include <klee/klee.h>\nint main(void) {\n  int x = klee_int(\"x\");\n  while (x == 3) {}\n  for (;;) {\n    if (x == 3)\n      return 1;\n  }\n}\n";
    let place = Folder::with(&[("a.c", unreached), ("endless.c", ENDLESS)]);
    for line in [
        "check a.c --strategy plain --time 10m --json",
        "check endless.c --max-forks 20 --max-instructions 20000 --time 10m --json --explain missed",
    ] {
        let answer = place.sheaf(line);
        answer.exits(3);
        let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!(
            schema::violations(&check_schema(), &json),
            Vec::<String>::new()
        );
    }
    let json: serde_json::Value = serde_json::from_str(
        &place
            .sheaf("check a.c --strategy plain --time 10m --json")
            .out,
    )
    .unwrap();
    let missed = &json["missed"];
    assert_eq!(missed["endless"][0]["certain"], true, "{missed}");
    assert_eq!(
        missed["unreached"][0]["lines"],
        serde_json::json!([7]),
        "{missed}"
    );
}
