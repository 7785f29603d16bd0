//! Limits are kept, and what was found is reported, whatever a solver or a single instruction does.

mod common;

use common::{Answer, Folder, patiently, wait_for_work};
use sheaf_testkit::schema;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// First a failure that is easy to find, then a path that needs no solver, and on the third a
/// single query that no solver makes a circuit of in the time of these tests.
const EXPLODES: &str = r#"#include <klee/klee.h>
#include <assert.h>
int main(void) {
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  assert(FAILS);
  if (x > 1000) return 1;
  unsigned value = x;
  for (unsigned i = 0; i < 20000; i++) value = (value * (y + i)) ^ i;
  if (value == 12345) return 2;
  return 3;
}
"#;

fn explodes(fails: &str) -> Folder {
    Folder::with(&[("a.c", &EXPLODES.replace("FAILS", fails))])
}

/// The JSON that a command printed, which must be what the schema says.
fn report(answer: &Answer) -> serde_json::Value {
    let object: serde_json::Value = serde_json::from_str(&answer.out).expect(&answer.err);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let schema = fs::read_to_string(root.join("docs/schema/check.schema.json")).unwrap();
    let schema = serde_json::from_str(&schema).unwrap();
    assert_eq!(schema::violations(&schema, &object), [""; 0]);
    object
}

/// Kinds and details of the reasons.
fn reasons(report: &serde_json::Value) -> Vec<(String, String)> {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_string();
    let reasons = report["reasons"].as_array().unwrap().iter();
    reasons
        .map(|reason| (text(&reason["kind"]), text(&reason["detail"])))
        .collect()
}

fn has(reasons: &[(String, String)], kind: &str, part: &str) -> bool {
    let mut reasons = reasons.iter();
    reasons.any(|(other, detail)| other == kind && detail.contains(part))
}

#[test]
fn the_time_is_kept_in_a_query_without_end() {
    let place = explodes("1");
    let report = patiently(2, |seconds| {
        let answer = place.sheaf(&format!("check --json --time {seconds}s a.c"));
        answer.exits(3);
        let report = report(&answer);
        assert_eq!(report["verdict"], "incomplete");
        let limit = format!("{seconds} s");
        let reasons = reasons(&report);
        assert!(has(&reasons, "time-limit", &limit), "{}", answer.out);
        (report["stats"]["paths"]["completed"] != 0).then_some(report)
    });
    assert_eq!(report["stats"]["paths"]["completed"], 1);
}

#[test]
fn a_query_without_end_is_named_and_the_search_goes_on() {
    let answer =
        explodes("1").sheaf("check --json --strategy plain --time 10m --solver-time 1s a.c");
    let report = report(&answer);
    assert_eq!(report["verdict"], "incomplete");
    let reasons = reasons(&report);
    assert!(
        has(&reasons, "solver-unknown", "Bitwuzla: no answer within 1 s"),
        "{reasons:?}"
    );
    assert!(!has(&reasons, "time-limit", ""), "{reasons:?}");
    // What the query asked about is left out, the rest is not.
    assert_eq!(report["stats"]["paths"]["completed"], 2);
}

/// What such a query has taken is given back, so that it does not end the next one.
#[test]
fn the_search_goes_on_after_several_queries_without_end() {
    let one = "if (value == 12345) return 2;";
    let several = "for (unsigned i = 0; i < 4; i++) if (value == 12345 + i) return 2;";
    let place = Folder::with(&[("a.c", &EXPLODES.replace("FAILS", "1").replace(one, several))]);
    let command = "check --json --strategy plain --time 10m --solver-time 2s --memory 400MiB a.c";
    let report = report(&place.sheaf(command));
    let reasons = reasons(&report);
    assert!(has(&reasons, "solver-unknown", "no answer"), "{reasons:?}");
    assert!(!has(&reasons, "memory-limit", ""), "{reasons:?}");
    assert_eq!(report["stats"]["paths"]["completed"], 2);
    let peak = report["stats"]["peak_memory_bytes"].as_u64().unwrap();
    assert!(peak < 500 << 20, "{peak}");
}

/// Each function may call each, with pointers to what all of them have written. What they may point
/// to was computed for minutes before the first path.
#[test]
fn preparations_for_learning_keep_the_time() {
    let count = 1000;
    let function = |k: u32| {
        format!(
            "static struct node s{k};\nstatic struct node *f{k}(struct node *p, struct node *q) {{\n  \
             s{k}.next = p; q->next = &s{k};\n  if (p->value == {k}) return p->next;\n  \
             return table[p->value % {count}](q->next, p->next->next);\n}}\n"
        )
    };
    let names: Vec<String> = (0..count).map(|k| format!("f{k}")).collect();
    let program = format!(
        "#include <klee/klee.h>\nstruct node {{ struct node *next; int value; }};\n\
         typedef struct node *(*function)(struct node *, struct node *);\n\
         static function table[{count}];\n{}\
         static function table[] = {{{}}};\n\
         int main(void) {{\n  static struct node a, b;\n  \
         klee_make_symbolic(&a.value, sizeof a.value, \"a\");\n  a.next = &b; b.next = &a;\n  \
         for (;;) f0(&a, &b);\n}}\n",
        (0..count).map(function).collect::<String>(),
        names.join(", ")
    );
    let report = unfinished(&program, "check --json --time 1s --explore cdse a.c");
    assert!(has(&reasons(&report), "time-limit", "1 s"), "{report}");
}

#[test]
fn memory_is_kept_in_a_query_without_end() {
    let line = "check --json --strategy plain --time 10m --solver-time 10m --memory 250MiB a.c";
    let answer = explodes("1").sheaf(line);
    let report = report(&answer);
    assert_eq!(report["verdict"], "incomplete");
    let reasons = reasons(&report);
    assert!(
        has(&reasons, "solver-unknown", "memory limit"),
        "{reasons:?}"
    );
    let peak = report["stats"]["peak_memory_bytes"].as_u64().unwrap();
    assert!(peak < 500 << 20, "{peak}");
}

#[test]
fn what_was_found_before_a_query_without_end_is_reported_and_written() {
    let place = explodes("x != 7");
    let answer = patiently(2, |seconds| {
        let answer = place.sheaf(&format!("test --json --time {seconds}s --out out a.c"));
        // A suite does not wait for one query.
        let has_time = has(&reasons(&report(&answer)), "solver-unknown", "");
        has_time.then_some(answer)
    });
    answer.exits(1);
    assert_eq!(report(&answer)["verdict"], "bug");
    let folder = place.path("out/latest");
    for name in ["finding-1.json", "run.json", "coverage.info", "tests.c"] {
        assert!(folder.join(name).exists(), "{name}");
    }
    let written = fs::read_to_string(folder.join("run.json")).unwrap();
    let written: serde_json::Value = serde_json::from_str(&written).unwrap();
    assert_eq!(written["verdict"], "bug");
    let replayed = place.sheaf("replay out/latest/finding-1.json");
    replayed.says("as recorded");
}

/// Sends Ctrl-C to a check, again once it said that it stops if `twice`, and gives its status and
/// what it printed.
fn interrupted(place: &Folder, twice: bool) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command
        .args(["check", "--time", "10m", "--solver-time", "10m", "a.c"])
        .current_dir(place.folder())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let id = child.id().cast_signed();
    // SAFETY: the child has not been waited for, so its number is its own.
    let interrupt = || assert_eq!(unsafe { libc::kill(id, libc::SIGINT) }, 0);
    wait_for_work(&child, 1.0);
    interrupt();
    if twice {
        let errors = BufReader::new(child.stderr.take().unwrap());
        let mut lines = errors.lines().map_while(Result::ok);
        assert!(lines.any(|line| line.contains("stopping")));
        interrupt();
    }
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), text)
}

#[test]
fn an_interrupt_ends_a_query_without_end_with_a_report() {
    let (status, out) = interrupted(&explodes("1"), false);
    assert_eq!(status, Some(3), "{out}");
    assert!(out.contains("incomplete"), "{out}");
    assert!(out.contains("interrupted"), "{out}");
}

/// The query has a second to stop, so that the second interrupt finds it at work.
#[test]
fn a_second_interrupt_ends_the_process_at_once() {
    let (status, out) = interrupted(&explodes("1"), true);
    assert_eq!(status, Some(130), "{out}");
    assert_eq!(out, "");
}

#[test]
fn the_smallest_limits_end_in_a_report() {
    for (limit, kind) in [
        ("--time 1ms", "time-limit"),
        ("--memory 1MiB", "memory-limit"),
    ] {
        let answer = explodes("1").sheaf(&format!("check --json {limit} a.c"));
        let report = report(&answer);
        assert_eq!(report["verdict"], "incomplete");
        assert!(has(&reasons(&report), kind, ""), "{}", answer.out);
    }
}

/// Each instruction of this takes long by itself: decisions over tables, and ranges of symbolic
/// length.
#[test]
fn long_instructions_keep_the_time() {
    let tables = r#"#include <klee/klee.h>
static unsigned short table[1 << 16];
int main(void) {
  unsigned short i;
  klee_make_symbolic(&i, sizeof i, "i");
  for (unsigned k = 0; k < 1 << 16; k++) table[k] = k * 40503u >> 7;
  for (;;) i = table[i] ^ table[(unsigned short)(i + 1)];
}
"#;
    let ranges = r#"#include <klee/klee.h>
#include <string.h>
static char a[8192], b[8192];
int main(void) {
  unsigned n, m;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&m, sizeof m, "m");
  klee_assume(n < 4000);
  klee_assume(m < 4000);
  for (unsigned round = 0; ; round++) {
    memcpy(b + m, a + (n ^ round) % 4000, n);
    memset(a + m, round, n);
  }
}
"#;
    for program in [tables, ranges] {
        let place = Folder::with(&[("a.c", program)]);
        // Each took half a minute or more before. General states prove the second one.
        let command = "check --json --time 1s --strategy plain a.c";
        let report = report(&place.sheaf_within(20, command));
        assert_eq!(report["verdict"], "incomplete");
        assert!(has(&reasons(&report), "time-limit", ""));
    }
}

/// An access that cannot be afforded ends its path only.
#[test]
fn an_access_that_takes_more_than_is_left_is_named() {
    let program = r#"#include <klee/klee.h>
static int table[1 << 22];
int main(void) {
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  if (i >= 1 << 22) return 1;
  for (int k = 0; k < 1 << 22; k++) table[k] = k;
  return table[i];
}
"#;
    let place = Folder::with(&[("a.c", program)]);
    let report = report(&place.sheaf("check --json --strategy plain --memory 300MiB a.c"));
    assert_eq!(report["verdict"], "incomplete");
    assert!(
        has(&reasons(&report), "memory-limit", "more than is left"),
        "{report}"
    );
    assert_eq!(report["stats"]["paths"]["completed"], 1);
}

/// What a check with limits says of a program that it cannot finish, which must not take it much
/// longer.
fn unfinished(program: &str, command: &str) -> serde_json::Value {
    let place = Folder::with(&[("a.c", program)]);
    let report = report(&place.sheaf_within(25, command));
    assert_eq!(report["verdict"], "incomplete");
    report
}

/// An input of up to four gigabytes took two minutes and eight times the memory.
#[test]
fn an_input_of_any_length_is_not_made_byte_by_byte() {
    let program = r#"#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  char *p = malloc(n);
  if (!p) return 1;
  klee_make_symbolic(p, n, "p");
  return p[n - 1] == 7;
}
"#;
    let report = unfinished(program, "check --json --time 10m --memory 300MiB a.c");
    let reasons = reasons(&report);
    assert!(
        has(&reasons, "memory-limit", "more than is left")
            || has(&reasons, "time-limit", "more than is left"),
        "{reasons:?}"
    );
}

/// A copy of a part of an array term, byte by byte, took a minute and a half and three gigabytes.
#[test]
fn copies_of_array_terms_keep_the_time() {
    let program = r#"#include <klee/klee.h>
#include <string.h>
static unsigned char a[1 << 13], b[1 << 13];
int main(void) {
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  a[i % sizeof a] = 7;
  for (unsigned k = 0;; k++) memcpy(b + k % 64, a + 1, sizeof a - 64 - k % 7);
}
"#;
    let report = unfinished(program, "check --json --time 1s --memory 1GiB a.c");
    assert!(has(&reasons(&report), "time-limit", "1 s"), "{report}");
}

/// Each case of a switch is a state with its own registers.
#[test]
fn a_large_switch_keeps_time_and_memory() {
    let cases = |k: u32| format!("case {}: r += {}; break;\n", k * 7919 % 1_000_003, k % 977);
    let program = format!(
        "#include <klee/klee.h>\nint main(void) {{\n  unsigned x, r = 0;\n  \
         klee_make_symbolic(&x, sizeof x, \"x\");\n  switch (x) {{\n{}}}\n  return r == 17;\n}}\n",
        (0..20_000).map(cases).collect::<String>()
    );
    for config in ["--explore worklist", "--explore multise"] {
        let command = format!("check --json --time 2s --memory 200MiB {config} a.c");
        let report = unfinished(&program, &command);
        let peak = report["stats"]["peak_memory_bytes"].as_u64().unwrap();
        assert!(peak < 400 << 20, "{config}: {peak}");
    }
}

/// Merged values that are divided and multiplied: single operations on their guards took minutes.
#[test]
fn value_summaries_keep_the_time() {
    let program = r#"#include <assert.h>
#include <klee/klee.h>
int main(void) {
  char s[24];
  unsigned v = 0, d = 1;
  klee_make_symbolic(s, sizeof s, "s");
  for (unsigned k = 0; k < sizeof s; k++) {
    if (s[k] >= '0' && s[k] <= '9') { v = v * 10 + (s[k] - '0'); d *= 10; }
    else if (s[k] == '.') d = 1;
    else if (v > d * k) v /= 3;
    else v ^= d;
  }
  assert(v != 12345);
}
"#;
    let report = unfinished(
        program,
        "check --json --time 1s --explore multise --keep-summaries a.c",
    );
    assert!(has(&reasons(&report), "time-limit", "1 s"), "{report}");
}

#[test]
fn the_compiler_has_no_more_time_than_there_is() {
    let place = Folder::with(&[("a.c", "int main(void) { return 0; }\n")]);
    let compiler = place.path("slow-clang");
    fs::write(&compiler, "#!/bin/sh\nexec sleep 1000\n").unwrap();
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command
        .args(["check", "--time", "1s", "a.c"])
        .current_dir(place.folder())
        .env("SHEAF_CLANG", compiler);
    let output = command.output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(errors.contains("a.c: clang ran out of time"), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("time-limit: 1 s"), "{text}");
}
