//! `--seed-input`, and the files that fuzzers start from.

use crate::common::Folder;
use crate::shared::{BUG, SAFE, check_schema};
use sheaf_testkit::schema;
use std::fs;

/// Fails behind a prefix and fourteen marks; the search for it alone takes long.
const DEEP: &str = "#include <assert.h>\n#include <klee/klee.h>\nint main(void) {\n  unsigned char b[24];\n  \
    klee_make_symbolic(b, sizeof b, \"b\");\n  unsigned state = 0, seen = 0;\n  for (int i = 0; i < 24; i++) {\n    \
    switch (state) {\n    case 0: state = b[i] == 'M'; break;\n    case 1: state = b[i] == 'A' ? 2 : 0; break;\n    \
    case 2: state = b[i] == 'G' ? 3 : 0; break;\n    default:\n      if (b[i] == ';') seen++;\n      \
    else if (b[i] == '!') assert(seen != 14);\n    }\n  }\n  return 0;\n}\n";

/// Its prefix and its marks, without the failure.
const NEAR: &str = "MAG;;;;;;;;;;;;;;.";

const FUZZED: &str = "#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n\
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {\n  \
    if (size == 3 && data[0] == 'a' && data[1] == 'b' && data[2] == 'c') abort();\n  return 0;\n}\n";

#[test]
fn neighbors_of_a_seed_come_first() {
    let place = Folder::with(&[("a.c", DEEP), ("near", NEAR)]);
    let few = "--max-instructions 20000 --stop-after 1";
    place.sheaf(&format!("check a.c {few}")).exits(3);
    let answer = place.sheaf(&format!("check a.c {few} --seed-input near"));
    answer.exits(1);
    answer.says("`seen != 14` fails");
    answer.says("seeds: 1 input, each with a path of its own, 0 failed, 1 covered something first, 1 followed to the end");
}

#[test]
fn long_seeds_are_followed() {
    let source = "#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n\
        int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {\n  int depth = 0;\n  \
        for (size_t i = 0; i < size; i++) {\n    if (data[i] == '(') depth++;\n    \
        else if (data[i] == ')') depth--;\n    else if (data[i] == '!' && depth == 300) abort();\n    \
        if (depth < 0) return 0;\n  }\n  return 0;\n}\n";
    let seed = format!("{}x{}", "(".repeat(300), ")".repeat(300));
    let place = Folder::with(&[("a.c", source), ("seed", &seed)]);
    let answer = place.sheaf("check a.c --seed-input seed --stop-after 1 --time 10m -j 1");
    answer.exits(1);
    answer.says("abort");
    answer.says("1 followed to the end");
    // The size of the seed is that of the data; a larger one is not of the program.
    let answer = place.sheaf("check a.c --size 9 --seed-input seed --max-instructions 1000");
    assert!(
        answer.err.contains("1 of 1 seeds are longer"),
        "{}",
        answer.err
    );
}

/// Reads text behind a check that fails for one product of two numbers.
fn with_check(product: u64) -> String {
    format!(
        "#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n\
        int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {{\n  \
        uint64_t x = 0, y = 0;\n  if (size != 40 || data[0] != 'M') return 0;\n  \
        for (int i = 1; i < 5; i++) {{\n    x = x << 8 | data[i];\n    y = y << 8 | data[i + 4];\n  }}\n  \
        uint64_t rest = 100 / (x * y - {product}u);\n  int depth = 0;\n  \
        for (size_t i = 9; i < size; i++) {{\n    if (data[i] == '(') depth++;\n    \
        else if (data[i] == '!' && depth == 30) abort();\n    else return 0;\n  }}\n  return (int)rest;\n}}\n"
    )
}

/// A seed whose path leads to the end.
fn seed_of_check() -> String {
    format!("M________{}", "(".repeat(31))
}

#[test]
fn checks_on_the_path_of_a_seed_wait() {
    // 3,267,000,013 times 2,860,486,313: primes that no solver finds in this time.
    let source = with_check(9_345_208_821_757_322_069);
    let place = Folder::with(&[("a.c", &source), ("seed", &seed_of_check())]);
    let line = "check a.c --seed-input seed --strategy plain -j 1 --json";
    let report = |more: &str| -> serde_json::Value {
        serde_json::from_str(&place.sheaf(&format!("{line} {more}")).out).unwrap()
    };
    // The path goes on behind the check.
    let begun = report("--max-instructions 300");
    assert_eq!(begun["stats"]["queries"]["sent"], 0);
    assert_eq!(begun["verdict"], "incomplete");
    let whole = report("--solver-time 100ms");
    assert_eq!(whole["stats"]["seeds"]["followed"], 1);
    assert_eq!(whole["findings"][0]["kind"], "abort");
    let kinds: Vec<&str> = whole["reasons"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["solver-unknown"]);
    let safe = source.replace("abort()", "return 1");
    fs::write(place.path("a.c"), safe).unwrap();
    for more in ["-j 1", "-j 2 --workers-after 0", "--whole-states 0"] {
        let answer = place.sheaf(&format!(
            "check a.c --seed-input seed --strategy plain --solver-time 100ms {more}"
        ));
        answer.exits(3);
        answer.says("solver-unknown");
    }
}

#[test]
fn checks_that_wait_are_made_by_others() {
    // 4091 times 4093.
    let source = with_check(16_744_463).replace("abort()", "return 1");
    let place = Folder::with(&[("a.c", &source), ("seed", &seed_of_check())]);
    let line = "check a.c --seed-input seed --strategy plain";
    let workers = place.sheaf(&format!("{line} -j 2 --workers-after 0"));
    workers.exits(1);
    workers.says("division-by-zero");
    // The first session ends on the path of the seed, behind the check.
    let first = place.sheaf(&format!(
        "{line} --size 40 -j 1 --max-instructions 300 --out out"
    ));
    first.exits(3);
    first.says("0 sent to a solver");
    let second = place.sheaf("resume out --max-instructions 1000000");
    second.exits(1);
    second.says("division-by-zero");
}

#[test]
fn what_seeds_cover_is_covered() {
    let place = Folder::with(&[("a.c", DEEP), ("near", NEAR)]);
    let covered = |more: &str| {
        let answer = place.sheaf(&format!("check a.c --json --max-instructions 1 {more}"));
        let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        json["coverage"]["lines"]["covered"].as_u64().unwrap()
    };
    assert!(covered("--seed-input near") > covered(""));
}

#[test]
fn a_seed_that_fails_is_found_whatever_the_technique() {
    let fails = "MAG;;;;;;;;;;;;;;.!";
    let place = Folder::with(&[("a.c", DEEP), ("fails", fails)]);
    for technique in [
        "",
        "--strategy plain",
        "--explore multise",
        "--explore cdse",
        "--merge dynamic",
        "--subsume",
        "--summarize-loops",
    ] {
        let line = format!("check a.c --seed-input fails --time 10m --stop-after 1 {technique}");
        let answer = place.sheaf(&line);
        answer.exits(1);
        answer.says("b = \"MAG;;;;;;;;;;;;;;");
    }
    let answer = place.sheaf("check a.c --seed-input fails --stop-after 1 --json");
    let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(schema::violations(&check_schema(), &json), [""; 0]);
    assert_eq!(json["stats"]["seeds"]["failed"], 1);
}

#[test]
fn seeds_do_not_change_what_is_explored() {
    let safe = "#include <klee/klee.h>\nint main(void) {\n  int x = klee_int(\"x\"), n = 0;\n  for (int i = 0; i < 8; i++) if (x >> i & 1) n++;\n  return n > 8;\n}\n";
    let place = Folder::with(&[("a.c", safe)]);
    fs::create_dir(place.path("s")).unwrap();
    for (name, bytes) in [("a", "abcd"), ("b", ""), ("c", "b")] {
        fs::write(place.path("s").join(name), bytes).unwrap();
    }
    for strategy in ["plain", "auto"] {
        let paths = |more: &str| {
            let line = format!("check a.c --json --strategy {strategy} {more}");
            let answer = place.sheaf(&line);
            answer.exits(0);
            let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
            json["stats"]["paths"]["completed"].as_u64().unwrap()
        };
        assert_eq!(paths(""), paths("--seed-input s"));
    }
}

#[test]
fn bad_seeds_are_named() {
    let place = Folder::with(&[
        ("a.c", BUG),
        ("bad.ktest", "KTEST"),
        ("bad.json", "{\"schema\": 1, \"program\": 2, \"inputs\": 3}"),
    ]);
    place
        .sheaf("check a.c --seed-input none")
        .refused_in_one_line(&["none", "no such file"]);
    place
        .sheaf("check a.c --seed-input bad.ktest")
        .refused_in_one_line(&["bad.ktest", "ends within"]);
    place
        .sheaf("check a.c --seed-input bad.json")
        .refused_in_one_line(&["bad.json", "not a test case"]);
    place
        .sheaf("check a.c --seed-input /dev/null")
        .refused_in_one_line(&["/dev/null", "not a regular file"]);
    fs::create_dir(place.path("folder")).unwrap();
    let answer = place.sheaf("check a.c --seed-input folder");
    answer.exits(1);
    assert!(
        answer.err.contains("the folder has no seeds"),
        "{}",
        answer.err
    );
    fs::copy(place.path("bad.ktest"), place.path("folder/bad.ktest")).unwrap();
    let answer = place.sheaf("check a.c --seed-input folder");
    answer.exits(1);
    assert!(answer.err.contains("folder/bad.ktest"), "{}", answer.err);
    assert!(answer.err.contains("left out"), "{}", answer.err);
}

#[test]
fn empty_and_huge_seeds_are_used_as_far_as_they_go() {
    let place = Folder::with(&[("a.c", BUG), ("safe.c", SAFE), ("empty", "")]);
    fs::write(place.path("huge"), vec![7; 1 << 20]).unwrap();
    let answer = place.sheaf("check a.c --seed-input empty --seed-input huge");
    answer.exits(1);
    assert!(
        answer.err.contains("1 of 2 seeds are longer"),
        "{}",
        answer.err
    );
    place.sheaf("check safe.c --seed-input huge").exits(0);
}

#[test]
fn test_cases_are_seeds() {
    let place = Folder::with(&[("a.c", BUG), ("other.c", DEEP)]);
    place.sheaf("check a.c --out out").exits(1);
    for seed in [
        "out",
        "out/latest/finding-1.ktest",
        "out/latest/finding-1.json",
        "out/latest/crashes",
    ] {
        let answer = place.sheaf(&format!("check a.c --seed-input {seed}"));
        answer.exits(1);
        answer.says("seeds: 1 input, each with a path of its own, 1 failed");
    }
    place
        .sheaf("check other.c --seed-input out/latest/finding-1.ktest")
        .refused_in_one_line(&["finding-1.ktest", "another program", "`b` of 24 bytes"]);
}

#[test]
fn a_suite_is_a_corpus() {
    let place = Folder::with(&[("a.c", DEEP)]);
    place.sheaf("test a.c --max-instructions 60000 --out out");
    let covered = |file: &str| {
        let text = fs::read_to_string(place.path(file)).unwrap();
        let run: serde_json::Value = serde_json::from_str(&text).unwrap();
        run["suite"]["coverage"]["lines"].clone()
    };
    let first = covered("out/latest/run.json");
    assert!(first["covered"].as_u64() > Some(0), "{first}");
    let corpus = fs::read_dir(place.path("out/latest/corpus")).unwrap();
    assert!(corpus.count() > 0);
    place.sheaf("test a.c --max-instructions 20000 --seed-input out/run-1/corpus --out out");
    assert_eq!(covered("out/latest/run.json"), first);
}

#[test]
fn a_corpus_is_laid_over_the_arguments_of_a_harness() {
    let place = Folder::with(&[("a.c", FUZZED)]);
    let options = "--entry LLVMFuzzerTestOneInput --length data=size --pointer-elements 8";
    place
        .sheaf(&format!("check a.c {options} --out out"))
        .exits(1);
    let found = fs::read(place.path("out/latest/crashes/finding-1")).unwrap();
    assert_eq!(found, b"abc");
    let line = format!("check a.c {options} --explore multise --seed-input out/latest/crashes");
    let answer = place.sheaf(&line);
    answer.exits(1);
    answer.says("seeds: 1 input, each with a path of its own, 1 failed");
}
