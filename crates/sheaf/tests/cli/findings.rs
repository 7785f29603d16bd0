//! What a user sees of a finding: its inputs as the program declares them, and the files and the
//! line that run it for real.

use crate::common::Folder;
use crate::shared::check_schema;
use serde_json::Value;
use sheaf_testkit::schema;
use std::fs;
use std::process::Command;

/// Each line of the inputs that a check of this program shows.
fn inputs(program: &str, options: &str) -> Vec<String> {
    let place = Folder::with(&[("a.c", program)]);
    let answer = place.sheaf(&format!("check a.c {options}"));
    answer.exits(1);
    let lines = answer.out.lines().skip_while(|line| *line != "  inputs");
    let shown = lines.skip(1).take_while(|line| line.starts_with("    "));
    shown.map(|line| line.trim().to_string()).collect()
}

#[test]
fn inputs_have_the_types_that_the_program_writes() {
    let program = "#include <assert.h>\n#include <klee/klee.h>\n#include <stddef.h>\n#include <stdint.h>\n\
        enum colour { RED, GREEN, BLUE };\ntypedef uint16_t port;\nunsigned char flags[4];\n\
        unsigned __VERIFIER_nondet_uint(void);\n\
        int main(void) {\n  size_t n;\n  enum colour c;\n  port p;\n  signed char s;\n  const volatile unsigned long *heap;\n\
        klee_make_symbolic(&n, sizeof n, \"n\");\n  klee_make_symbolic(&c, sizeof c, \"c\");\n\
        klee_make_symbolic(&p, sizeof p, \"p\");\n  klee_make_symbolic(&s, sizeof s, \"s\");\n\
        klee_make_symbolic(flags, sizeof flags, \"flags\");\n  unsigned u = __VERIFIER_nondet_uint();\n\
        klee_assume(n == (size_t)-1);\n  klee_assume(c == BLUE);\n  klee_assume(p == 65535);\n  klee_assume(s == -3);\n\
        klee_assume(flags[0] == 200);\n  klee_assume(flags[1] == 3);\n  klee_assume(flags[2] == 0);\n  klee_assume(flags[3] == 255);\n\
        assert(u != 4000000000u);\n}\n";
    let expected = [
        "n = 18446744073709551615 (size_t)",
        "c = 2 BLUE (enum colour)",
        "p = 65535 (port)",
        "s = -3 (signed char)",
        "flags = {200, 3, 0, 255} (unsigned char[4])",
        "__VERIFIER_nondet_uint = 4000000000 (unsigned int)",
    ];
    assert_eq!(inputs(program, ""), expected);
    let place = Folder::with(&[("a.c", program)]);
    let report: Value = serde_json::from_str(&place.sheaf("check a.c --json").out).unwrap();
    let first = &report["findings"][0]["inputs"][0];
    assert_eq!(first["type"], "i64");
    assert_eq!(first["value"], "-1");
    assert_eq!(first["declared"], "size_t");
    assert_eq!(first["shown"], "18446744073709551615");
}

#[test]
fn parameters_have_their_types() {
    let program = "#include <assert.h>\ntypedef unsigned int id;\n\
        int f(id x, unsigned short y, unsigned char *s) {\n  assert(!s || x != 4000000000 || y != 65535 || s[0] != 200 || s[1] != 201);\n  return 0;\n}\n";
    let expected = [
        "x = 4000000000 (id)",
        "y = 65535 (unsigned short)",
        "s -> {200, 201} (unsigned char[2])",
    ];
    assert_eq!(inputs(program, "--entry f --pointer-elements =2"), expected);
}

#[test]
fn structures_are_shown_by_their_members() {
    let program = "#include <assert.h>\n#include <klee/klee.h>\n#include <stdlib.h>\n\
        struct point { int x; unsigned char tag; unsigned low : 3; int high : 5; short row[2]; struct { double d; } in; };\n\
        int main(void) {\n  struct point p;\n  struct point *q = malloc(sizeof *q);\n  if (!q) return 0;\n\
        klee_make_symbolic(&p, sizeof p, \"p\");\n  klee_make_symbolic(q, sizeof *q, \"q\");\n\
        klee_assume(p.tag == 200);\n  klee_assume(p.low == 5);\n  klee_assume(p.high == -2);\n\
        klee_assume(p.row[1] == -1);\n  klee_assume(p.in.d == 1.5);\n  assert(p.x != 7 || q->x != 8);\n}\n";
    let shown = inputs(program, "");
    let expected =
        "p = {x: 7, tag: 200, low: 5, high: -2, row: {0, -1}, in: {d: 1.5}} (struct point)";
    assert_eq!(shown[0], expected);
    assert!(shown[1].starts_with("q = {x: 8, tag: 0, "), "{shown:?}");
}

#[test]
fn rows_of_rows_have_all_their_numbers() {
    let program = "#include <assert.h>\nint f(int m[3][3]) {\n  if (!m) return 0;\n  assert(m[2][2] != 7 || m[0][1] != 3);\n  return 0;\n}\n";
    let expected = ["m -> {{0, 3, 0}, {0, 0, 0}, {0, 0, 7}} (int[3][3])"];
    assert_eq!(inputs(program, "--entry f --pointer-elements =3"), expected);
    let place = Folder::with(&[("a.c", program)]);
    let answer = place.sheaf("check a.c --entry f --out out");
    answer.says("out-of-bounds");
    place
        .sheaf("replay --native out/latest/finding-1.json")
        .says("(as recorded)");
}

#[test]
fn long_inputs_show_what_decides() {
    let program = "#include <assert.h>\n#include <klee/klee.h>\nchar text[4096];\nint main(void) {\n\
        klee_make_symbolic(text, sizeof text, \"text\");\n  assert(text[0] != '<' || text[4000] != 'x' || text[4001] != '>');\n}\n";
    let expected = r#"text = "<", 3999 zeros, "x>" at 4000, 94 zeros (char[4096])"#;
    assert_eq!(inputs(program, ""), [expected]);
}

const READER: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
    int main(int argc, char **argv) {\n  if (argc != 2 || strcmp(argv[1], \"-x\")) return 0;\n\
    FILE *file = fopen(\"x.txt\", \"r\");\n  if (!file) return 0;\n  int c = getc(file);\n\
    int d = getchar();\n  if (c == 'a' && d == 'b') abort();\n  return 0;\n}\n";

#[test]
fn files_are_shown_as_files_and_written_as_they_are() {
    let place = Folder::with(&[("a.c", READER)]);
    let answer =
        place.sheaf("check a.c --args 1,2 --stdin 1 --file x.txt,3 --out out --disable leak");
    answer.exits(1);
    assert!(!answer.out.contains("x = {"), "{}", answer.out);
    answer.says("x.txt = ");
    let folder = place.path("out/latest/finding-1");
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("args"), b"-x\0");
    assert_eq!(read("stdin"), b"b");
    assert!(read("x.txt").starts_with(b"a"));
    let line = String::from_utf8(read("run.sh")).unwrap();
    answer.says(&format!("natively: {line}"));
    let shell = Command::new("bash").args(["-c", line.trim()]).output();
    let status = shell.unwrap().status;
    assert_eq!(status.code(), Some(134), "{line}");
}

/// The command finds the headers that Sheaf has.
#[test]
fn the_command_of_a_finding_compiles_harnesses() {
    let program = "#include <klee/klee.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n  if (argc == 2 && argv[1][0] == 'a') abort();\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", program)]);
    place.sheaf("check a.c --args 1,1 --out out").exits(1);
    let line = fs::read_to_string(place.path("out/latest/finding-1/run.sh")).unwrap();
    let shell = Command::new("bash").args(["-c", line.trim()]).output();
    assert_eq!(shell.unwrap().status.code(), Some(134), "{line}");
}

#[test]
fn a_search_stops_after_enough_failures() {
    let program = "int f(int *p, int x, int *q) {\n  return *p + 7 / x + q[9];\n}\n";
    let place = Folder::with(&[("a.c", program)]);
    let answer = place.sheaf("check a.c --entry f --stop-after 1 --json");
    answer.exits(1);
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1);
    let total = report["stats"]["seconds"]["total"].as_f64().unwrap();
    assert!(findings[0]["seconds"].as_f64().unwrap() <= total);
    assert_eq!(report["reasons"][0]["kind"], "failure-limit");
    let two = place.sheaf("check a.c --entry f --stop-after 2 --quiet");
    two.says("bug: 2 failures");
    place
        .sheaf("check a.c --stop-after 0")
        .refused(&["--stop-after"]);
}

#[test]
fn uninitialized_variables_are_named() {
    let program = "#include <stdlib.h>\nstruct s { int a, b; };\n\
        int number(int c) {\n  int x, y = 1;\n  if (c) x = 3;\n  if (x > 3) return y;\n  return 0;\n}\n\
        int row(int c) {\n  int a[4];\n  a[1] = 2;\n  if (a[c & 3] == 2) return 1;\n  return 0;\n}\n\
        int member(void) {\n  struct s s;\n  s.a = 1;\n  if (s.b) return 2;\n  return 3;\n}\n\
        int main(int argc, char **argv) {\n  int n = number(argc > 1) + member();\n  if (row(argc)) exit(1);\n  return n;\n}\n";
    let place = Folder::with(&[("a.c", program)]);
    let answer = place.sheaf("check a.c --args 1,1");
    for name in ["`x`", "`a`", "`s`"] {
        answer.says(&format!("depends on uninitialized memory: {name}\n"));
    }
}

/// Overflows for a list of a hundred elements in at most 110 characters.
const LIST: &str = r#"#include <string.h>
static char *list[100];
int main(int argc, char **argv) {
  if (argc < 2) return 1;
  int length = 0;
  char *end;
  for (char *at = argv[1];; at = end + 1) {
    if ((end = strchr(at, ':'))) *end = 0;
    list[length++] = at;
    if (!end) break;
  }
  list[length] = 0;
  int known = 0;
  for (int i = 0; i < length; i++) known += !strcmp(list[i], "1") + 2 * !strcmp(list[i], "n");
  return known;
}
"#;

#[test]
fn a_loop_is_gone_through_in_the_same_way_many_times() {
    let folder = Folder::with(&[("a.c", LIST)]);
    let options = "--args 1,110 --strategy plain --stop-after 1 --max-forks 50000";
    for seed in 1..4 {
        let answer = folder.sheaf(&format!("check a.c {options} --seed {seed}"));
        answer.exits(1);
        assert!(answer.out.contains("out-of-bounds"), "{}", answer.out);
    }
}

/// The failing path with an uninitialized `_Bool` does not fail again in concrete execution, where
/// fewer bytes of `a` are read. The one where it is set does, whichever comes first.
#[test]
fn a_failure_that_is_not_replayed_is_found_on_another_path() {
    let program = "#include <assert.h>\n#include <klee/klee.h>\n#include <stdbool.h>\n\
        struct pair { char first; bool set; };\n\
        int main(void) {\n  int x = klee_int(\"x\"), y = klee_int(\"y\");\n\
        struct pair pair;\n  int a[4];\n  if (x & 1) a[x & 3] = 1;\n  if (y == 5) pair.set = true;\n\
        assert(!pair.set || x != 7);\n}\n";
    let place = Folder::with(&[("a.c", program)]);
    for seed in 0..8 {
        let answer = place.sheaf(&format!("check a.c --strategy plain -j 1 --seed {seed}"));
        answer.exits(1);
        assert!(
            answer
                .out
                .contains("assertion: `!pair.set || x != 7` fails")
        );
        assert!(!answer.out.contains("not-replayed"), "{}", answer.out);
    }
}

/// Fails in several ways, by its first argument.
const HEAP: &str = r#"#include <stdlib.h>
#include <string.h>
static char *make(int n) { return malloc(n); }
static void fill(char *d, const char *s, int n) { memcpy(d, s, n); }
struct row { int a[4]; };
int main(int argc, char **argv) {
  if (argc < 2) return 0;
  char *p = make(8);
  if (!p) return 0;
  if (argv[1][0] == 'x') fill(p, "0123456789ab", 12);
  if (argv[1][0] == 'f') { free(p); return p[1]; }
  if (argv[1][0] == 'r') { struct row r = *(struct row *)p; return r.a[3]; }
  if (argv[1][0] == 'l') { if (strlen(argv[1]) > 3) return p[-1]; }
  free(p);
  return 0;
}
"#;

/// The findings of the program above, by line.
fn heap_findings(options: &str) -> (Folder, Value) {
    let place = Folder::with(&[("a.c", HEAP)]);
    let line = format!("check a.c --args 1,6 --json --strategy plain {options}");
    let report: Value = serde_json::from_str(&place.sheaf(&line).out).unwrap();
    let findings = report["findings"].as_array().unwrap().iter();
    let by_line = findings.map(|it| (it["line"].to_string(), it.clone()));
    (place, Value::Object(by_line.collect()))
}

#[test]
fn findings_have_calls_access_and_the_history_of_the_object() {
    let (_, findings) = heap_findings("");
    let called = |calls: &Value| -> Vec<String> {
        let calls = calls.as_array().unwrap().iter();
        let call = |it: &Value| format!("{} {} {}", it["function"], it["line"], it["library"]);
        calls.map(call).map(|it| it.replace('"', "")).collect()
    };
    let copy = &findings["4"];
    assert_eq!(called(&copy["stack"]), ["fill 4 memcpy", "main 10 null"]);
    let access = &copy["access"];
    let text = "WRITE of 12 bytes at offset 0 of a heap object of 8 bytes, argument 1 of memcpy";
    assert_eq!(access["shown"], text);
    assert_eq!(access["argument"], 1);
    let made = ["make 3 malloc", "main 8 null"];
    assert_eq!(called(&access["object"]["allocated"]), made);
    let freed = &findings["11"]["access"];
    assert_eq!(freed["act"], "read");
    assert_eq!(freed["object"]["offset"], 1);
    assert_eq!(called(&freed["object"]["allocated"]), made);
    assert_eq!(called(&freed["object"]["freed"]), ["main 11 free"]);
    // A structure is not copied by a call of the program.
    let row = &findings["12"];
    assert_eq!(called(&row["stack"]), ["main 12 null"]);
    let text = "READ of 16 bytes at offset 0 of a heap object of 8 bytes";
    assert_eq!(row["access"]["shown"], text);
}

#[test]
fn decisions_by_inputs_are_told_from_others() {
    let (_, findings) = heap_findings("");
    let conditions = |of: &Value| -> Vec<String> {
        let steps = of.as_array().unwrap().iter();
        let step = |it: &Value| format!("{} {}", it["condition"], it["decision"]);
        steps.map(step).map(|it| it.replace('"', "")).collect()
    };
    let found = &findings["13"];
    assert!(conditions(&found["trace"]).contains(&"argc < 2 not taken".to_string()));
    assert!(conditions(&found["trace"]).contains(&"!p not taken".to_string()));
    let decisive = conditions(&found["decisive"]);
    assert!(
        !decisive.contains(&"!p not taken".to_string()),
        "{decisive:?}"
    );
    // What a function of the library returns depends on the inputs, too.
    assert_eq!(decisive.last().unwrap(), "strlen(argv[1]) > 3 taken");
    let place = Folder::with(&[("a.c", HEAP)]);
    let line = "check a.c --args 1,6 --strategy plain";
    let answer = place.sheaf(line);
    answer.says("  decided at, the last first\n    a.c:13: strlen(argv[1]) > 3 taken (strlen() = ");
    answer.says("\n  1. ");
    assert!(!answer.out.contains("  path\n"), "{}", answer.out);
    let all = place.sheaf(&format!("{line} --explain path"));
    all.says("  path\n    a.c:7: argc < 2 not taken\n");
}

#[test]
fn inputs_are_made_smaller() {
    let program = "#include <klee/klee.h>\n#include <stdlib.h>\nunsigned char d[24];\nint main(void) {\n  \
        int n = klee_int(\"n\");\n  klee_make_symbolic(d, sizeof d, \"d\");\n  \
        klee_assume(d[20] > 1);\n  unsigned sum = 0;\n  for (int i = 0; i < 24; i++) sum += d[i];\n  \
        if (n > 4 && sum > 900) abort();\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", program)]);
    let report = |options: &str| -> Value {
        let line = format!("check a.c --json --enable abort --strategy plain {options}");
        let report: Value = serde_json::from_str(&place.sheaf(&line).out).unwrap();
        report["findings"][0].clone()
    };
    let zeros = |finding: &Value, inputs: &str| {
        let value = finding[inputs][1]["value"].as_str().unwrap();
        value.as_bytes().chunks(2).filter(|it| *it == b"00").count()
    };
    let (small, found) = (report(""), report("--no-minimize"));
    assert!(found["original_inputs"].is_null());
    if !small["original_inputs"].is_null() {
        assert_eq!(small["original_inputs"], found["inputs"]);
        assert!(zeros(&small, "inputs") >= zeros(&found, "inputs"));
    }
    assert_eq!(small["stack"], found["stack"]);
    // The same in each run, but for the time.
    let mut again = report("");
    again["seconds"] = small["seconds"].clone();
    assert_eq!(again, small);
}

/// A length field leads far behind its object: natively, no red zone would be there.
#[test]
fn accesses_are_moved_close_to_their_objects() {
    let program = "#include <klee/klee.h>\nint main(void) {\n  unsigned char message[20];\n  \
        unsigned short skip = 4 * klee_range(0, 999, \"skip\");\n  \
        klee_make_symbolic(message, sizeof message, \"message\");\n  klee_assume(message[1] == 9);\n  \
        if (skip > 3 && message[3] != 7) return message[skip];\n  \
        return message[1 + message[0]];\n}\n";
    let place = Folder::with(&[("a.c", program)]);
    let answer = place.sheaf("check a.c --strategy plain --json --seed 3");
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 2, "{}", answer.out);
    for finding in findings {
        let offset = finding["access"]["object"]["offset"].as_i64().unwrap();
        assert!((20..=36).contains(&offset), "{finding}");
    }
}

/// The access cannot be moved close, so numbers that have no part in it stay as small as they are.
#[test]
fn an_access_that_stays_far_leaves_other_inputs_small() {
    let program = "int table[4];\nint f(int kind, int other, long size) {\n  \
        (void)other, (void)size;\n  return kind == 9 ? table[kind] : 0;\n}\n";
    let place = Folder::with(&[("a.c", program)]);
    let answer = place.sheaf("check a.c --entry f --strategy plain");
    answer.says("at offset 36 of global `table`");
    answer.says("kind = 9 (int)\n    other = 0 (int)\n    size = 0 (long)\n");
}

#[test]
fn known_findings_do_not_count() {
    let (place, findings) = heap_findings("--out out");
    let count = findings.as_object().unwrap().len();
    assert_eq!(count, 4);
    for file in ["run.json", "findings.sarif"] {
        let line = format!("check a.c --args 1,6 --strategy plain --baseline out/latest/{file}");
        let answer = place.sheaf(&line);
        answer.exits(0);
        answer.says("  known: in the baseline\n");
        answer.says("bug: 4 failures");
    }
    // Lines that move are recognized; new failures count.
    let moved = HEAP.replace("struct row", "/* moved */\nstruct row");
    fs::write(place.path("a.c"), &moved).unwrap();
    let line = "check a.c --args 1,6 --strategy plain --baseline out/latest/run.json";
    let answer = place.sheaf(line);
    answer.says("  known: in the baseline\n");
    fs::write(place.path("a.c"), HEAP.replace("p[-1]", "p[9]")).unwrap();
    let answer = place.sheaf(line);
    answer.exits(1);
    answer.says(", new\n");
    fs::write(place.path("no.json"), "{}").unwrap();
    place
        .sheaf("check a.c --baseline no.json")
        .refused(&["no.json", "neither"]);
}

#[test]
fn a_finding_of_a_folder_is_explained() {
    let (place, _) = heap_findings("--out out");
    let answer = place.sheaf("replay --explain out/latest/finding-1.json");
    answer.exits(1);
    answer.says("(as recorded)");
    answer.says("  allocated by\n    #0 make a.c:3:35, in malloc\n    #1 main a.c:8:13\n");
    answer.says("  path\n    a.c:7: argc < 2 not taken\n");
}

#[test]
fn sarif_has_stacks_and_related_locations() {
    let (place, _) = heap_findings("--out out");
    let text = fs::read_to_string(place.path("out/latest/findings.sarif")).unwrap();
    let log: Value = serde_json::from_str(&text).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let used = |it: &&Value| it["ruleId"] == "use-after-free";
    let used = results.iter().find(used).unwrap();
    let words = |of: &Value| -> Vec<String> {
        let all = of.as_array().unwrap().iter();
        all.map(|it| it["message"]["text"].as_str().unwrap().to_string())
            .collect()
    };
    assert_eq!(
        words(&used["stacks"]),
        ["failed", "allocated by", "freed by"]
    );
    let related = ["allocated by make", "freed by main"];
    assert_eq!(words(&used["relatedLocations"]), related);
    let frame = &used["stacks"][1]["frames"][0]["location"];
    assert_eq!(frame["message"]["text"], "in malloc");
    assert_eq!(frame["physicalLocation"]["region"]["startLine"], 3);
}

/// Decisions are told in the program's words, in each language, with the values that they tested.
#[test]
fn decisions_tell_what_they_tested() {
    let c = "#include <assert.h>\n\
        #include <string.h>\n\
        #include <klee/klee.h>\n\
        static unsigned limit = 3000000000u;\n\
        int main(void) {\n\
          int n; unsigned m; double d; char text[4];\n\
          klee_make_symbolic(&n, sizeof n, \"n\");\n\
          klee_make_symbolic(&m, sizeof m, \"m\");\n\
          klee_make_symbolic(&d, sizeof d, \"d\");\n\
          klee_make_symbolic(text, sizeof text, \"text\");\n\
          text[3] = 0;\n\
          if (n != -7) return 0;\n\
          if (m <= limit || m > 3000000001u) return 0;\n\
          if (d != 1.5) return 0;\n\
          if (strlen(text) != 2) return 0;\n\
          assert(0);\n\
        }\n";
    let microc = "main() {\n\
        var n, i;\n\
        n = input;\n\
        i = 0;\n\
        while (i < n) { i = i + 1; if (i > 3) { n = 0; } }\n\
        if (n == 0 && i == 4) { i = 1 / n; }\n\
        return 0;\n\
        }\n";
    let js = "const n = sheaf.integer('n'), k = sheaf.string('k', 4);\n\
        const kind = n === 7 ? 'seven' : 'other';\n\
        const both = !(kind === 'seven' && n === 7);\n\
        switch (k) {\n\
        case 'a': sheaf.assert(both, 'both'); break;\n\
        default: { let i = 0; do i++; while (i < n && i < 2); }\n\
        }\n";
    let place = Folder::with(&[("a.c", c), ("a.uc", microc), ("a.js", js)]);
    for (file, lines) in [
        (
            "a.c",
            &[
                "a.c:15: strlen(text) != 2 not taken (strlen() = 2)\n",
                "a.c:14: d != 1.5 not taken (d = 1.5)\n",
                "a.c:13: m <= limit not taken (m = 3000000001, limit = 3000000000)\n",
                "a.c:12: n != -7 not taken (n = -7)\n",
            ][..],
        ),
        ("a.uc", &["a.uc:5: i < n taken"]),
        (
            "a.js",
            &[
                "a.js:5: case 'a' taken (k = \"a\")\n",
                "a.js:2: n === 7 taken (n = 7)\n",
            ],
        ),
    ] {
        let answer = place.sheaf(&format!("check {file} --max-depth 40"));
        answer.exits(1);
        for line in lines {
            answer.says(line);
        }
        assert!(!answer.out.contains("one side"), "{}", answer.out);
        assert!(!answer.out.contains("other side"), "{}", answer.out);
    }
    let answer = place.sheaf("check a.js --json --sarif log");
    let found: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(schema::violations(&check_schema(), &found), [""; 0]);
    let decisive = found["findings"][0]["decisive"].as_array().unwrap();
    let is_about_n = |it: &&Value| it["condition"] == "n === 7";
    let values = &decisive.iter().find(is_about_n).unwrap()["values"];
    assert_eq!(values[0]["name"], "n");
    assert_eq!(values[0]["value"], "7");
    let sarif = fs::read_to_string(place.path("log")).unwrap();
    assert!(sarif.contains("\"state\""), "{sarif}");
}
