//! Suites and findings on the real machine: what Sheaf says happens there too.

mod common;

use common::Folder;
use sheaf_testkit::{parallel, schema};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const BUG: &str = "#include <klee/klee.h>\n#include <assert.h>\nint main(void) {\n  int x = klee_int(\"x\");\n  assert(x != 7);\n  return x == 3;\n}\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// Runs a program in a folder; its output and whether it succeeded.
fn run(folder: &Path, program: &str, words: &[&str]) -> (bool, String) {
    let mut command = Command::new(program);
    command.args(words).current_dir(folder).stdin(Stdio::null());
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

/// Programs that fail, one for each kind that a native run can show at its line.
#[test]
fn failures_happen_natively_at_the_same_line() {
    let programs = [
        "c/access_before_object.c",
        "c/assert_reachable.c",
        "c/bool_invalid.c",
        "c/abort_call.c",
        "c/division.c",
        "c/double_free.c",
        "c/float_long_double.c",
        "c/float_not_associative.c",
        "c/float_precision_loss.c",
        "c/float_square.c",
        "c/float_to_int.c",
        "c/harness_klee_report_error.c",
        "c/harness_svcomp.c",
        "c/invalid_free.c",
        "c/leak_enabled.c",
        "c/malloc_zero.c",
        "c/memcpy_too_long.c",
        "c/null_dereference.c",
        "c/overflow_add.c",
        "c/raise_abnormal.c",
        "c/sanitizer_checks.c",
        "c/shift_distance.c",
        "c/shift_overflow.c",
        "c/size_zero.c",
        "c/scope_left.c",
        "c/stack_use_after_return.c",
        "c/string_copy_overflow.c",
        "c/trap_freed_alias.c",
        "c/uninitialized_branch.c",
    ];
    let wrong = parallel::collect(&programs, |name| {
        let path = root().join("tests/cases").join(name);
        let text = fs::read_to_string(&path).unwrap();
        let options = text
            .lines()
            .find_map(|line| line.strip_prefix("// options: "));
        let place = Folder::with(&[]);
        let check = format!(
            "check {} --out out --quiet {}",
            path.display(),
            options.unwrap_or("")
        );
        assert_eq!(place.sheaf(&check).status, Some(1), "{name}");
        let mut findings = String::new();
        for number in 1..=text.matches("// expect: bug ").count() {
            findings.push_str(&format!(" out/latest/finding-{number}.json"));
        }
        let answer = place.sheaf(&format!("replay --native{findings}"));
        let agrees = |line: &str| line.ends_with("(as recorded)");
        match answer.status == Some(1) && answer.out.lines().all(agrees) {
            true => Vec::new(),
            false => vec![format!("{name}: {}{}", answer.out, answer.err)],
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_does_not_happen_natively_is_said() {
    let fixed = BUG.replace("x != 7", "x != 8");
    let endless = BUG.replace("assert(x != 7);", "while (x == 7) {}");
    let place = Folder::with(&[
        ("a.c", BUG),
        ("fixed.c", &fixed),
        ("endless.c", &endless),
        ("a.ir", "module ptr 8\n"),
    ]);
    place.sheaf("check a.c --out out --quiet").exits(1);
    let case = "out/latest/finding-1.json";
    let same = place.sheaf(&format!("replay --native {case}"));
    same.exits(1);
    assert!(
        same.out
            .contains("natively assertion at a.c:5 (as recorded)"),
        "{}",
        same.out
    );
    let fixed = place.sheaf(&format!("replay --native {case} --program fixed.c"));
    fixed.exits(0);
    assert!(
        fixed
            .out
            .contains("NOT as recorded: exit 0, not assertion at a.c:5:"),
        "{}",
        fixed.out
    );
    let endless = place.sheaf(&format!(
        "replay --native --time 1s {case} --program endless.c"
    ));
    endless.exits(3);
    endless.says("NOT as recorded: no end in time");
    place
        .sheaf(&format!("replay --native {case} --program a.ir"))
        .refused(&["finding-1.json", "only C"]);
}

/// A program that needs arguments, input, a file and a variable to fail, from its source, a
/// compilation database, and as a native program.
#[test]
fn whole_programs_find_natively_what_the_case_says() {
    let main = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include \"part.h\"\nint main(int argc, char **argv) {\n  \
                char name[WIDTH];\n  FILE *f = fopen(\"in\", \"r\");\n  if (argc < 3 || strcmp(argv[1], \"-x\") || !getenv(\"A\")) return 1;\n  \
                if (!f || fgetc(f) != 'f' || getchar() != 'i' || getchar() != EOF) return 2;\n  strcpy(name, argv[2]);\n  return part(name);\n}\n";
    let part =
        "#include \"part.h\"\nint part(const char *name) { return name[0] == 'n' ? 3 : 4; }\n";
    let place = Folder::with(&[("main.c", main), ("part.c", part)]);
    fs::create_dir(place.path("inc")).unwrap();
    fs::write(place.path("inc/part.h"), "int part(const char *name);\n").unwrap();
    let entry = |file: &str| {
        let folder = place.folder().display();
        format!(
            "{{\"directory\": \"{folder}\", \"file\": \"{file}\", \"command\": \"cc -Iinc -DWIDTH=3 -c {file}\"}}"
        )
    };
    let database = format!("[{}, {}]", entry("main.c"), entry("part.c"));
    fs::write(place.path("compile_commands.json"), database).unwrap();
    assert_eq!(
        place
            .sheaf("cc -O2 -Iinc -DWIDTH=3 main.c part.c -o program")
            .status,
        Some(0)
    );
    let world = "--arg=-x --args 1,3 --args 1,1 --stdin 2 --file in,1 --env A=1";
    for (program, flags) in [
        ("main.c part.c", "-- -Iinc -DWIDTH=3"),
        ("--build compile_commands.json", ""),
        ("program", ""),
    ] {
        let checked = place.sheaf(&format!(
            "check {program} {world} --out out --keep-paths {flags}"
        ));
        assert_eq!(
            checked.status,
            Some(1),
            "{program}: {}{}",
            checked.out,
            checked.err
        );
        let latest = fs::read_dir(place.path("out/latest")).unwrap();
        let names = latest.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let cases: Vec<String> = names
            .filter(|name| common::is_case(name))
            .map(|name| format!("out/latest/{name}"))
            .collect();
        assert!(cases.len() > 4, "{cases:?}");
        let replayed = place.sheaf(&format!("replay --native {}", cases.join(" ")));
        assert_eq!(replayed.status, Some(1), "{program}: {}", replayed.err);
        let agree = replayed
            .out
            .lines()
            .all(|line| line.ends_with("(as recorded)"));
        assert!(agree, "{program}: {}", replayed.out);
        replayed.says("main.c:10 (as recorded)");
    }
    fs::remove_file(place.path("part.c")).unwrap();
    place
        .sheaf("replay --native out/latest/finding-1.json")
        .refused(&["part.c", "does not exist"]);
}

/// Memory that is not freed at the end is not a failure unless leaks are enabled.
#[test]
fn a_leak_that_nobody_asked_for_is_no_failure() {
    let source = "#include <stdlib.h>\nint main(int argc, char **argv) {\n  char **kept = malloc(64);\n  kept = argc > 1 ? 0 : malloc(8);\n  return kept != 0;\n}\n";
    let place = Folder::with(&[("a.c", source)]);
    place
        .sheaf("check a.c --args 1,1 --out out --keep-paths")
        .exits(0);
    let replayed = place.sheaf("replay --native out/latest/path-1.json out/latest/path-2.json");
    replayed.exits(0);
}

#[test]
fn a_failing_call_is_no_native_run() {
    let source = "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n  assert(puts(\"x\") >= 0 && !fflush(stdout));\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", source)]);
    place.sheaf("check a.c --fail-calls 1 --out out").exits(1);
    let replayed = place.sheaf("replay --native out/latest/finding-1.json");
    assert_eq!(replayed.status, Some(0));
    assert!(
        replayed
            .out
            .contains("not run natively: a system call fails in it"),
        "{}",
        replayed.out
    );
}

/// The example of `docs/output.md`.
#[test]
fn a_c_file_of_tests_runs_with_the_program() {
    let place = Folder::with(&[("a.c", BUG)]);
    place.sheaf("test a.c --quiet").exits(1);
    let docs = fs::read_to_string(root().join("docs/output.md")).unwrap();
    let line = docs
        .lines()
        .find(|line| line.contains("-o tests"))
        .expect("the example");
    for compiler in ["clang-19", "gcc"] {
        let line = line
            .trim_start_matches("$ ")
            .replace("cc ", &format!("{compiler} -w "));
        let (built, messages) = run(place.folder(), "sh", &["-c", &line]);
        assert!(built, "{messages}");
        let (fine, out) = run(place.folder(), "./tests", &[]);
        assert!(!fine, "{out}");
        for part in [
            "finding-1: Aborted, NOT FINE (recorded: assertion at a.c:5:",
            "test-1: exit ",
            " tests are fine\n",
        ] {
            assert!(out.contains(part), "`{part}` is not in:\n{out}");
        }
        let (_, one) = run(
            place.folder(),
            "sh",
            &["-c", "SHEAF_TEST=test-1 ./tests; echo status $?"],
        );
        assert!(one.starts_with("status "), "{one}");
    }
    // Once the failure is fixed, all is fine.
    fs::write(place.path("a.c"), BUG.replace("assert(x != 7);", "")).unwrap();
    let (built, messages) = run(place.folder(), "sh", &["-c", line.trim_start_matches("$ ")]);
    assert!(built, "{messages}");
    let (fine, out) = run(place.folder(), "./tests", &[]);
    assert!(fine, "{out}");
}

/// A report of a sanitizer is a failed test, whether its runtime is linked statically (clang) or is
/// a library (gcc), and though the program handles the signal. Leaks are none.
#[test]
fn reports_of_sanitizers_fail_tests() {
    let text = "#include <signal.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n\
                static void on_abort(int number) {\n  _Exit(0 * number);\n}\nint main(void) {\n  \
                signal(SIGABRT, on_abort);\n  int i = __VERIFIER_nondet_int();\n  char *p = malloc(4);\n  \
                if (i >= 0 && i < 6) p[i] = 1;\n  p = NULL;\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    place.sheaf("test a.c --quiet");
    for compiler in ["clang-19", "gcc"] {
        let words = "-w -fsanitize=address,undefined -fno-sanitize-recover=all \
                     a.c sheaf-out/latest/tests.c -o tests";
        let words: Vec<&str> = words.split_whitespace().collect();
        let (built, messages) = run(place.folder(), compiler, &words);
        assert!(built, "{messages}");
        let (fine, out) = run(place.folder(), "./tests", &[]);
        assert!(!fine, "{compiler}: {out}");
        assert!(out.contains("finding-1: Aborted, NOT FINE"), "{out}");
        assert_eq!(out.matches("exit 0 (recorded: exit 0)").count(), 2, "{out}");
    }
}

#[test]
fn tests_run_with_32_bits() {
    let text = "int __VERIFIER_nondet_int(void);\nint main(void) {\n  \
                if (__VERIFIER_nondet_int() == 3) return sizeof(long);\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    place.sheaf("test a.c --quiet -- -m32").exits(0);
    for compiler in ["clang-19", "gcc"] {
        let words = [
            "-m32",
            "-w",
            "a.c",
            "sheaf-out/latest/tests.c",
            "-o",
            "tests",
        ];
        let (built, messages) = run(place.folder(), compiler, &words);
        assert!(built, "{messages}");
        let (fine, out) = run(place.folder(), "./tests", &[]);
        assert!(fine && out.contains("exit 4 (recorded: exit 4)"), "{out}");
    }
}

/// No path ends, so there is nothing that could be wrong.
#[test]
fn a_suite_without_tests_is_fine() {
    let text = "void __VERIFIER_assume(int);\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  \
                int x = __VERIFIER_nondet_int();\n  __VERIFIER_assume(x > 3 && x < 2);\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    place.sheaf("test a.c --quiet");
    let words = ["-w", "a.c", "sheaf-out/latest/tests.c", "-o", "tests"];
    let (built, messages) = run(place.folder(), "clang-19", &words);
    assert!(built, "{messages}");
    let (fine, out) = run(place.folder(), "./tests", &[]);
    assert!(fine, "{out}");
    assert_eq!(out, "0 of 0 tests are fine\n");
}

#[test]
fn tests_call_another_entry_than_main() {
    let text = "#include <math.h>\nint f(signed char c, double d, long n) {\n  if (c < 0) return 1;\n  if (n == 5) return 2;\n  return d == 0 ? 3 : 4;\n}\n\
                int main(void) { return 77; }\n";
    let place = Folder::with(&[("a.c", text)]);
    let answer = place.sheaf("test a.c --entry f");
    assert!(
        place.path("sheaf-out/latest/tests.c").exists(),
        "{}{}",
        answer.out,
        answer.err
    );
    let words = ["-w", "a.c", "sheaf-out/latest/tests.c", "-o", "tests"];
    let (built, messages) = run(place.folder(), "clang-19", &words);
    assert!(built, "{messages}");
    let (fine, out) = run(place.folder(), "./tests", &[]);
    assert!(fine, "{out}");
    assert!(
        out.contains("test-1: exit 0") && !out.contains("77"),
        "{out}"
    );
    let replayed = place.sheaf("replay --native sheaf-out/latest/test-1.json");
    replayed.says("natively exit 0 (as recorded)");
}

/// Callers extend small arguments as their types say, which optimised functions rely on.
#[test]
fn tests_pass_small_signed_numbers() {
    let text = "#include <stdlib.h>\nint f(short s, signed char c) {\n  if (s + c == -1005) exit(1);\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    place.sheaf("test a.c --entry f --quiet").exits(0);
    let tests = "sheaf-out/latest/tests.c";
    let words = ["-w", "-O2", "a.c", tests, "-o", "tests"];
    let (built, messages) = run(place.folder(), "clang-19", &words);
    assert!(built, "{messages}");
    let (fine, out) = run(place.folder(), "./tests", &[]);
    assert!(fine && out.contains("exit 1 (recorded: exit 1)"), "{out}");
}

/// What is undefined and an input has a definition in the C file.
#[test]
fn tests_define_what_is_undefined() {
    let text = "struct big { int a[10]; };\nvoid note(const char *);\nint number(void);\nchar *pointer(void);\nstruct big big(void);\n\
                extern int level;\nint unused(void);\nint main(int argc, char **argv) {\n  note(\"x\");\n  if (level == 11) return 1;\n  \
                if (number() == 7) return 2;\n  if (!pointer()) return 3;\n  if (argc > 5) return unused();\n  \
                return number() == 8 ? big().a[3] == 9 : 4;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    place.sheaf("test a.c --undefined input --quiet").exits(0);
    let tests = "sheaf-out/latest/tests.c";
    let words = ["-w", "a.c", tests, "-o", "tests"];
    for compiler in ["clang-19", "gcc"] {
        let (built, messages) = run(place.folder(), compiler, &words);
        assert!(built, "{messages}");
        let (fine, out) = run(place.folder(), "./tests", &[]);
        assert!(fine, "{out}");
        for status in 1..5 {
            let expected = format!("exit {status} (recorded: exit {status})");
            assert!(out.contains(&expected), "{expected}: {out}");
        }
    }
    let left_out = fs::read_to_string(place.path(tests)).unwrap();
    assert!(left_out.contains("`big`, which is undefined, returns a structure in it"));
}

/// Counts lines of its input and `x` in its files.
const WHOLE: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int c, count = 0;
  const char *level = getenv("LEVEL");
  if (!level || strcmp(level, "?\\") != 0 || getenv("SHEAF_TEST") || strcmp(argv[0], "whole") != 0) return 77;
  for (int i = 1; i < argc; i++) {
    FILE *file = strcmp(argv[i], "-") == 0 ? stdin : fopen(argv[i], "r");
    if (!file) return 70;
    while ((c = getc(file)) != EOF)
      if (c == (file == stdin ? '\n' : 'x')) count += file == stdin ? 1 : 10;
    if (file != stdin) fclose(file);
  }
  if (count == 21) abort();
  return count;
}
"#;

/// The C file makes arguments, environment, standard input and files before the program starts.
#[test]
fn tests_of_whole_programs_find_their_world() {
    let place = Folder::with(&[("whole.c", WHOLE)]);
    let options = "--args 2,3 --stdin 1 --file d/f,2 --env LEVEL=?\\";
    place.sheaf(&format!("test whole.c {options} --quiet"));
    let text = fs::read_to_string(place.path("sheaf-out/latest/tests.c")).unwrap();
    assert!(!text.contains("is not here"));
    let words = ["-w", "whole.c", "sheaf-out/latest/tests.c", "-o", "tests"];
    let (built, messages) = run(place.folder(), "clang-19", &words);
    assert!(built, "{messages}");
    let (fine, out) = run(place.folder(), "./tests", &[]);
    // The failure that was found is there, and nothing else is wrong.
    assert!(!fine && out.matches("NOT FINE").count() == 1, "{out}");
    assert!(out.contains("Aborted, NOT FINE (recorded: abort"), "{out}");
    assert!(out.contains("exit 70 (recorded: exit 70)"), "{out}");
    assert!(!out.contains("77"), "{out}");
    let line = "SHEAF_TEST=finding-1 ./tests; echo status $?";
    let (_, one) = run(place.folder(), "sh", &["-c", line]);
    let world = one
        .lines()
        .find_map(|line| line.strip_prefix("sheaf: runs in "));
    fs::remove_dir_all(world.unwrap()).unwrap();
    assert!(one.contains("status 134"), "{one}");
    let native = place.sheaf("replay --native sheaf-out/latest/finding-1.json");
    native.says("natively abort (as recorded)");
}

/// Every function by which a harness talks to Sheaf is there natively.
#[test]
fn the_c_file_defines_all_calls_of_harnesses() {
    let place = Folder::with(&[("a.c", BUG)]);
    place.sheaf("test a.c --quiet");
    let (built, messages) = run(
        place.folder(),
        "clang-19",
        &["-w", "-c", "sheaf-out/latest/tests.c"],
    );
    assert!(built, "{messages}");
    let (_, symbols) = run(place.folder(), "nm", &["tests.o"]);
    let defined: Vec<&str> = symbols
        .lines()
        .filter_map(|line| line.split(" W ").nth(1))
        .collect();
    let missing: Vec<String> = sheaf_llvm::harness_functions()
        .filter(|name| !defined.contains(&name.as_str()) && name != "__assert_fail")
        .collect();
    assert_eq!(missing, Vec::<String>::new());
}

/// Lines by number, and whether they were executed.
type Lines = BTreeMap<u32, bool>;

/// What `llvm-cov gcov` prints of a source: the count or a mark, the line's number, its text.
fn gcov_lines(text: &str, source: &str) -> Lines {
    let mut lines = Lines::new();
    let mut inside = false;
    for line in text.lines() {
        let parts: Vec<&str> = line.splitn(3, ':').map(str::trim).collect();
        let [mark, number, content] = parts[..] else {
            continue;
        };
        let Ok(number) = number.parse() else { continue };
        if let (0, Some(name)) = (number, content.strip_prefix("Source:")) {
            inside = name == source;
        } else if inside && number > 0 && mark != "-" {
            lines.insert(number, mark.starts_with(|c: char| c.is_ascii_digit()));
        }
    }
    lines
}

fn lcov_lines(text: &str) -> Lines {
    let rows = text
        .lines()
        .filter_map(|line| line.strip_prefix("DA:")?.split_once(','));
    rows.map(|(line, count)| (line.parse().unwrap(), count != "0"))
        .collect()
}

/// Where both have a line, they agree on it. Each has lines that the other has not, see
/// `docs/output.md`.
#[test]
fn coverage_agrees_with_gcov() {
    let programs = [
        "examples/config.c",
        "examples/list_fixed.c",
        "tests/cases/c/search.c",
        "tests/cases/c/state_machine.c",
        "tests/cases/c/string_tokens.c",
        "tests/cases/c/switch_dense.c",
    ];
    let wrong = parallel::collect(&programs, |name| {
        let place = Folder::with(&[]);
        fs::copy(root().join(name), place.path("a.c")).unwrap();
        place.sheaf("test a.c --quiet --disable signed-overflow");
        let words = [
            "-w",
            "-O0",
            "--coverage",
            "-I",
            "sheaf-out/latest",
            "a.c",
            "sheaf-out/latest/tests.c",
            "-o",
            "tests",
        ];
        let (built, messages) = run(place.folder(), "clang-19", &words);
        assert!(built, "{messages}");
        run(place.folder(), "./tests", &[]);
        let (_, text) = run(
            place.folder(),
            "llvm-cov-19",
            &["gcov", "-t", "tests-a.gcda"],
        );
        let theirs = gcov_lines(&text, "a.c");
        let ours =
            lcov_lines(&fs::read_to_string(place.path("sheaf-out/latest/coverage.info")).unwrap());
        let shared: Vec<u32> = ours
            .keys()
            .filter(|line| theirs.contains_key(line))
            .copied()
            .collect();
        let differs = shared.iter().any(|line| ours[line] != theirs[line]);
        match differs || 10 * shared.len() < 8 * ours.len() {
            true => vec![format!("{name}: {ours:?}, gcov: {theirs:?}\n{text}")],
            false => Vec::new(),
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What SARIF 2.1.0 requires, and all that we write.
const SARIF: &str = r##"{
  "type": "object", "required": ["version", "runs"], "additionalProperties": false,
  "properties": {
    "$schema": {"type": "string"},
    "version": {"const": "2.1.0"},
    "runs": {"type": "array", "items": {
      "type": "object", "required": ["tool", "results"], "additionalProperties": false,
      "properties": {
        "originalUriBaseIds": {"type": "object"},
        "tool": {"type": "object", "required": ["driver"], "additionalProperties": false, "properties": {"driver": {
          "type": "object", "required": ["name"], "additionalProperties": false, "properties": {
            "name": {"type": "string"}, "semanticVersion": {"type": "string"},
            "rules": {"type": "array", "items": {"type": "object", "required": ["id"], "additionalProperties": false, "properties": {
              "id": {"type": "string"}, "shortDescription": {"$ref": "#/$defs/message"}}}}}}}},
        "results": {"type": "array", "items": {
          "type": "object", "required": ["message", "ruleId", "locations"], "additionalProperties": false,
          "properties": {
            "ruleId": {"type": "string"}, "ruleIndex": {"type": "integer", "minimum": 0}, "level": {"enum": ["none", "note", "warning", "error"]},
            "message": {"$ref": "#/$defs/message"},
            "locations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
            "relatedLocations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
            "partialFingerprints": {"type": "object"},
            "stacks": {"type": "array", "items": {"type": "object", "required": ["frames"], "additionalProperties": false, "properties": {
              "message": {"$ref": "#/$defs/message"},
              "frames": {"type": "array", "items": {"type": "object", "additionalProperties": false, "properties": {
                "location": {"$ref": "#/$defs/location"}}}}}}},
            "codeFlows": {"type": "array", "items": {"type": "object", "required": ["threadFlows"], "additionalProperties": false, "properties": {
              "threadFlows": {"type": "array", "items": {"type": "object", "required": ["locations"], "additionalProperties": false, "properties": {
                "locations": {"type": "array", "items": {"type": "object", "additionalProperties": false, "properties": {
                  "location": {"$ref": "#/$defs/location"}, "state": {"type": "object"}}}}}}}}}}}}}}}}},
  "$defs": {
    "message": {"type": "object", "required": ["text"], "additionalProperties": false, "properties": {"text": {"type": "string"}}},
    "location": {"type": "object", "additionalProperties": false, "properties": {
      "message": {"$ref": "#/$defs/message"},
      "logicalLocations": {"type": "array", "items": {"type": "object", "additionalProperties": false, "properties": {
        "name": {"type": "string"}, "kind": {"type": "string"}}}},
      "physicalLocation": {"type": "object", "required": ["artifactLocation"], "additionalProperties": false, "properties": {
        "artifactLocation": {"type": "object", "required": ["uri"], "additionalProperties": false, "properties": {
          "uri": {"type": "string"}, "uriBaseId": {"type": "string"}}},
        "region": {"type": "object", "required": ["startLine"], "additionalProperties": false, "properties": {
          "startLine": {"type": "integer", "minimum": 1}, "startColumn": {"type": "integer", "minimum": 1}}}}}}}}
}"##;

#[test]
fn findings_are_sarif() {
    let place = Folder::with(&[("a.c", BUG), ("safe.c", "int main(void) { return 0; }\n")]);
    let schema = serde_json::from_str(SARIF).unwrap();
    for (line, results) in [
        ("check a.c --sarif log", 1),
        ("check safe.c --sarif log", 0),
        ("test a.c --sarif log", 1),
    ] {
        place.sheaf(line);
        let text = fs::read_to_string(place.path("log")).unwrap();
        let log: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(schema::violations(&schema, &log), Vec::<String>::new());
        assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), results);
    }
    let log = fs::read_to_string(place.path("sheaf-out/latest/findings.sarif")).unwrap();
    assert!(log.contains("assert(x != 7) not taken"), "{log}");
    place
        .sheaf("check a.c --sarif no/such/log")
        .refused(&["no/such/log", "cannot be written"]);
}

/// What nothing defines is referred to, but not called; of two assertions of a line, the recorded
/// one fails; memory that was never allocated is freed.
#[test]
fn references_assertions_of_a_line_and_wild_frees() {
    let refers = "#include <assert.h>\nint nondet_int(void);\nint missing(int);\nstatic int (*volatile f)(int) = missing;\nint main(void) {\n  int x = nondet_int();\n  if (x > 9) return f(x);\n  assert(x != 5); assert(x != 6);\n  return 0;\n}\n";
    let frees = "#include <stdint.h>\n#include <stdlib.h>\nint nondet_int(void);\nint main(void) {\n  int x = nondet_int();\n  if (x == 3) free((void *)(uintptr_t)8);\n  if (x == 4) return realloc((void *)(uintptr_t)0x123456, 5) != 0;\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", refers), ("b.c", frees)]);
    place.sheaf("check a.c --out out").exits(1);
    let answer = place.sheaf("replay --native out/latest/finding-1.json out/latest/finding-2.json");
    assert_eq!(
        answer
            .out
            .matches("assertion at a.c:8 (as recorded)")
            .count(),
        2,
        "{}",
        answer.out
    );
    // The other assertion of the line.
    let case = place.path("out/latest/finding-1.json");
    let text = std::fs::read_to_string(&case).unwrap();
    let (one, other) = match text.contains("x != 5") {
        true => ("x != 5", "x != 6"),
        false => ("x != 6", "x != 5"),
    };
    std::fs::write(&case, text.replace(one, other)).unwrap();
    let answer = place.sheaf("replay --native out/latest/finding-1.json");
    answer.says("natively NOT as recorded: ");
    place.sheaf("check b.c --out out").exits(1);
    for number in [1, 2] {
        let answer = place.sheaf(&format!("replay --native out/latest/finding-{number}.json"));
        answer.says("natively invalid-free at ");
        answer.says("(as recorded)");
    }
}
