//! The `sheaf` program as users meet it: bad input, exit statuses, output in each form.

mod common;

use common::{Answer, Place};
use sheaf_testkit::{case, directive, parallel, schema};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const SAFE: &str = "int main(void) { return 0; }\n";
const BUG: &str = "#include <klee/klee.h>\n#include <assert.h>\nint main(void) {\n  int x = klee_int(\"x\");\n  assert(x != 7);\n  return 0;\n}\n";
const ENDLESS: &str = "#include <klee/klee.h>\nint main(void) {\n  unsigned n = 0;\n  while (klee_int(\"x\")) n++;\n  return n == 0;\n}\n";

#[test]
fn a_missing_file() {
    let place = Place::with(&[]);
    place
        .sheaf("check a.c")
        .refused_in_one_line(&["a.c", "no such file"]);
    place
        .sheaf("run a.ir")
        .refused_in_one_line(&["a.ir", "no such file"]);
    place
        .sheaf("replay a.ktest")
        .refused_in_one_line(&["a.ktest"]);
    place
        .sheaf("show --ir a.bc")
        .refused_in_one_line(&["a.bc", "no such file"]);
}

#[test]
fn a_directory() {
    let place = Place::with(&[]);
    fs::create_dir(place.path("a.c")).unwrap();
    place
        .sheaf("check a.c")
        .refused_in_one_line(&["a.c", "is a directory"]);
    place
        .sheaf("check .")
        .refused_in_one_line(&["is a directory"]);
}

#[test]
fn an_empty_file() {
    let place = Place::with(&[("a.c", ""), ("a.bc", ""), ("a.ll", "\n"), ("a.ir", " ")]);
    for name in ["a.c", "a.bc", "a.ll", "a.ir"] {
        place
            .sheaf(&format!("check {name}"))
            .refused_in_one_line(&[name, "empty"]);
    }
}

#[test]
fn a_file_of_another_kind() {
    let place = Place::with(&[
        ("a.txt", "text"),
        ("a", "text"),
        ("a.c", SAFE),
        ("a.ir", "module ptr 8"),
    ]);
    place
        .sheaf("check a.txt")
        .refused_in_one_line(&["a.txt", ".ir"]);
    place.sheaf("check a").refused_in_one_line(&["a: ", ".ir"]);
    place.sheaf("check a.c a.ir").refused_in_one_line(&["a.ir"]);
}

#[test]
fn c_that_does_not_compile_shows_the_compilers_message() {
    let place = Place::with(&[("a.c", "int main(void) {\n  return x;\n}\n")]);
    let answer = place.sheaf("check a.c --out out");
    answer.refused(&["a.c"]);
    assert!(
        answer.err.contains("a.c:2:10") && answer.err.contains("undeclared"),
        "{}",
        answer.err
    );
    assert!(
        !place.path("out").exists(),
        "bad input leaves no output folder"
    );
}

#[test]
fn bitcode_that_is_none() {
    let place = Place::with(&[("a.bc", "BC garbage"), ("b.ll", "define nonsense")]);
    place.sheaf("check a.bc").refused_in_one_line(&["a.bc"]);
    place.sheaf("check b.ll").refused(&["b.ll"]);
}

#[test]
fn truncated_bitcode() {
    let place = Place::with(&[("a.c", SAFE)]);
    let clang = Command::new("clang-19")
        .args(["-c", "-emit-llvm", "a.c"])
        .current_dir(place.folder())
        .status();
    assert!(clang.unwrap().success());
    let bitcode = fs::read(place.path("a.bc")).unwrap();
    assert_eq!(place.sheaf("check a.bc").status, Some(0));
    for length in [4, 100, bitcode.len() / 2, bitcode.len() - 4] {
        fs::write(place.path("b.bc"), &bitcode[..length]).unwrap();
        place.sheaf("check b.bc").refused(&["b.bc"]);
    }
}

#[test]
fn ir_that_is_malformed_or_invalid() {
    let invalid = "module ptr 8\nentry @main\nfunc @main() -> bits32 {\nblock0:\n  ret\n}\n";
    let place = Place::with(&[("a.ir", "module ptr 8\nfunc @main( {\n"), ("b.ir", invalid)]);
    place.sheaf("check a.ir").refused_in_one_line(&["a.ir:2:"]);
    place
        .sheaf("check b.ir")
        .refused_in_one_line(&["b.ir", "@main"]);
    fs::write(place.path("c.ir"), [0xff, 0xfe, 0]).unwrap();
    place
        .sheaf("check c.ir")
        .refused_in_one_line(&["c.ir", "UTF-8"]);
}

#[test]
fn entries_that_cannot_be_started_at() {
    let place = Place::with(&[
        ("a.c", "int f(int x) { return x; }\n"),
        ("a.ir", "module ptr 8\n"),
    ]);
    place
        .sheaf("check a.c")
        .refused_in_one_line(&["a.c", "main"]);
    place
        .sheaf("check a.c --entry g")
        .refused_in_one_line(&["a.c", "`g`"]);
    place
        .sheaf("check a.ir --entry g")
        .refused_in_one_line(&["a.ir", "`g`"]);
    assert_eq!(place.sheaf("check a.c --entry f").status, Some(0));
}

/// That nothing fails on the one run of a program without inputs says little, and is said to.
#[test]
fn a_program_without_inputs_is_noted() {
    let read =
        "#include <stdio.h>\nint main(void) { int n; return scanf(\"%d\", &n) == 1 && 1 / n; }\n";
    let place = Place::with(&[("a.c", read)]);
    let answer = place.sheaf("check a.c");
    assert_eq!(answer.status, Some(0), "{}", answer.err);
    assert!(answer.err.contains("asked for no inputs"), "{}", answer.err);
    assert_eq!(place.sheaf("check a.c --quiet").err, "");
    let failing = place.sheaf("check a.c --stdin 1");
    assert_eq!((failing.status, failing.err.as_str()), (Some(1), ""));
}

/// A failure in a library function that another one called is about the one that the program called.
#[test]
fn library_functions_are_named_as_the_program_calls_them() {
    let text =
        "#include <string.h>\nint main(void) { char b[2]; strcpy(b, \"abc\"); return b[0]; }\n";
    let place = Place::with(&[("a.c", text)]);
    let answer = place.sheaf("check a.c");
    assert!(answer.out.contains("in `strcpy`"), "{}", answer.out);
}

#[test]
fn unknown_options_and_values() {
    let place = Place::with(&[("a.c", SAFE)]);
    place
        .sheaf("check a.c --fast")
        .refused_in_one_line(&["--fast"]);
    place
        .sheaf("check a.c --serach dfs")
        .refused_in_one_line(&["did you mean `--search`?"]);
    place
        .sheaf("check a.c -DX=1")
        .refused_in_one_line(&["flags for clang", "behind `--`"]);
    let nothing = place.sheaf("");
    assert_eq!(nothing.status, Some(2), "{}", nothing.err);
    assert!(
        nothing.err.contains("Usage: sheaf <COMMAND>"),
        "{}",
        nothing.err
    );
    place
        .sheaf("check a.c --search best")
        .refused_in_one_line(&["best", "dfs"]);
    place
        .sheaf("check a.c --time soon")
        .refused_in_one_line(&["soon", "--time"]);
    place
        .sheaf("check a.c --memory 0")
        .refused_in_one_line(&["--memory"]);
    place
        .sheaf("check a.c --enable bug")
        .refused_in_one_line(&["bug", "assertion"]);
    place.sheaf("check").refused_in_one_line(&["<FILE>"]);
    place.sheaf("explain a.c").refused_in_one_line(&["explain"]);
    place.sheaf("show a.c").refused_in_one_line(&["--ir"]);
}

#[test]
fn an_output_folder_that_cannot_be_written() {
    let place = Place::with(&[("a.c", SAFE), ("file", "")]);
    place
        .sheaf("check a.c --out file")
        .refused_in_one_line(&["file", "cannot be written"]);
    place
        .sheaf("check a.c --out file/below")
        .refused_in_one_line(&["file/below", "cannot be written"]);
    place
        .sheaf("check a.c --out /proc/nowhere")
        .refused_in_one_line(&["/proc/nowhere", "cannot be written"]);
    place
        .sheaf("check a.c --solver-log no/such/folder")
        .refused_in_one_line(&["no/such/folder", "cannot be written"]);
}

#[test]
fn a_missing_compiler_is_named() {
    let place = Place::with(&[("a.c", SAFE)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command
        .args(["check", "a.c"])
        .current_dir(place.folder())
        .env("PATH", "/nowhere");
    Answer::of(command.output().unwrap()).refused_in_one_line(&["clang-19", "install"]);
}

#[test]
fn test_cases_that_are_none() {
    let place = Place::with(&[
        ("a.ktest", "KTEST"),
        ("b.ktest", ""),
        ("c.json", "{}"),
        ("d.json", ""),
    ]);
    for name in ["a.ktest", "b.ktest", "c.json", "d.json"] {
        place
            .sheaf(&format!("replay {name}"))
            .refused_in_one_line(&[name]);
    }
}

#[test]
fn a_test_case_for_another_program() {
    let other = "#include <klee/klee.h>\nint main(void) { char y[3]; klee_make_symbolic(y, 3, \"y\"); return y[0] == 1; }\n";
    let place = Place::with(&[("a.c", BUG), ("other.c", other), ("none.c", SAFE)]);
    assert_eq!(place.sheaf("check a.c --out out").status, Some(1));
    for case in ["out/latest/finding-1.ktest", "out/latest/finding-1.json"] {
        let replayed = place.sheaf(&format!("replay {case}"));
        assert_eq!(replayed.status, Some(1), "{}", replayed.err);
        assert!(replayed.out.contains("assertion"), "{}", replayed.out);
        let parts = ["finding-1", "for another program", "`y` of 3 bytes", "`x`"];
        place
            .sheaf(&format!("replay {case} --program other.c"))
            .refused_in_one_line(&parts);
        place
            .sheaf(&format!("replay {case} --program none.c"))
            .refused_in_one_line(&["for another program"]);
    }
    fs::remove_file(place.path("a.c")).unwrap();
    place
        .sheaf("replay out/latest/finding-1.json")
        .refused_in_one_line(&["finding-1.json", "a.c", "--program"]);
}

#[test]
fn a_case_shows_that_a_fix_works() {
    let fixed = BUG.replace("x != 7", "x != 7 || 1");
    let place = Place::with(&[("a.c", BUG), ("fixed.c", &fixed)]);
    assert_eq!(place.sheaf("check a.c --out out --quiet").status, Some(1));
    let replayed = place.sheaf("replay out/latest/finding-1.json --program fixed.c");
    assert_eq!(replayed.status, Some(0), "{}{}", replayed.out, replayed.err);
    assert!(
        replayed
            .out
            .contains("exit 0 (recorded: assertion at a.c:5:"),
        "{}",
        replayed.out
    );
}

#[test]
fn statuses_and_verdicts() {
    let place = Place::with(&[("safe.c", SAFE), ("bug.c", BUG), ("endless.c", ENDLESS)]);
    let safe = place.sheaf("check safe.c");
    assert_eq!(safe.status, Some(0), "{}", safe.err);
    assert!(safe.out.starts_with("safe: "), "{}", safe.out);
    let bug = place.sheaf("check bug.c");
    assert_eq!(bug.status, Some(1), "{}", bug.err);
    for part in [
        "assertion: ",
        "at bug.c:5:",
        "    5 |   assert(x != 7);",
        "x = 7 (i32)",
        "\nbug: 1 failure",
    ] {
        assert!(bug.out.contains(part), "`{part}` is not in:\n{}", bug.out);
    }
    let endless = place.sheaf("check endless.c --max-forks 20 --time 2s");
    assert_eq!(endless.status, Some(3), "{}", endless.err);
    assert!(
        endless.out.contains("incomplete: ") && endless.out.contains("fork-limit"),
        "{}",
        endless.out
    );
    let quiet = place.sheaf("check bug.c --quiet");
    assert_eq!(
        (quiet.status, quiet.out.lines().count()),
        (Some(1), 1),
        "{}",
        quiet.out
    );
    assert_eq!(quiet.err, "");
    assert_eq!(place.sheaf("--version").status, Some(0));
    assert_eq!(place.sheaf("check --help").status, Some(0));
}

#[test]
fn limits_end_programs_without_end() {
    let allocates = "#include <stdlib.h>\nint main(void) { for (;;) { char *p = malloc(1 << 20); p[0] = 1; } }\n";
    let recurses = "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }\n";
    let loops = "int main(void) { for (volatile int i = 0;; i = 0) {} }\n";
    let place = Place::with(&[
        ("allocates.c", allocates),
        ("recurses.c", recurses),
        ("loops.c", loops),
        ("endless.c", ENDLESS),
    ]);
    let allocates = place.sheaf("check allocates.c --memory 300MiB --time 3s");
    assert_eq!(
        allocates.status,
        Some(3),
        "{}{}",
        allocates.out,
        allocates.err
    );
    let recurses = place.sheaf("check recurses.c --disable signed-overflow");
    assert_eq!(recurses.status, Some(1), "{}{}", recurses.out, recurses.err);
    assert!(recurses.out.contains("stack-overflow"), "{}", recurses.out);
    let loops = place.sheaf("check loops.c --time 500ms");
    assert_eq!(loops.status, Some(3), "{}{}", loops.out, loops.err);
    assert!(loops.out.contains("time-limit"), "{}", loops.out);
    let endless = place.sheaf("check endless.c --time 500ms");
    assert_eq!(endless.status, Some(3), "{}{}", endless.out, endless.err);
    assert_eq!(
        place.sheaf("check loops.c --max-instructions 1000").status,
        Some(3)
    );
    assert_eq!(place.sheaf("check endless.c --max-depth 5").status, Some(3));
}

#[test]
fn output_folders_hold_all_of_a_run() {
    let place = Place::with(&[("a.c", BUG)]);
    assert_eq!(place.sheaf("check a.c --out out").status, Some(1));
    assert_eq!(place.sheaf("check a.c --out out --json").status, Some(1));
    let latest = place.path("out/latest");
    assert_eq!(fs::read_link(&latest).unwrap(), Path::new("run-2"));
    let run: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(latest.join("run.json")).unwrap()).unwrap();
    assert_eq!(run["verdict"], "bug");
    let coverage = fs::read_to_string(latest.join("coverage.info")).unwrap();
    assert!(
        coverage.contains("SF:a.c\nFN:3,main\n") && coverage.contains("DA:5,1\n"),
        "{coverage}"
    );
    let path = place.sheaf("replay out/latest/path-1.json");
    assert_eq!(path.status, Some(0), "{}{}", path.out, path.err);
    assert!(path.out.contains("exit 0 (as recorded)"), "{}", path.out);
    let names = fs::read_dir(latest)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().all(|name| !name.ends_with(".partial")));
}

#[test]
fn json_matches_the_schema_on_all_test_programs() {
    let schema = check_schema();
    let programs = case::programs(&case::folder());
    let wrong = parallel::collect(&programs, |path| json_violations(&schema, path));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check_schema() -> serde_json::Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let schema = fs::read_to_string(root.join("docs/schema/check.schema.json")).unwrap();
    serde_json::from_str(&schema).unwrap()
}

#[test]
fn options_that_mean_nothing_together() {
    let place = Place::with(&[("a.c", SAFE)]);
    for (options, part) in [
        ("--explore multise --merge dynamic", "--merge: "),
        ("--explore multise --search bfs", "--search: "),
        ("--merge dynamic --kappa 0", "--kappa"),
        ("--merge aggressive --kappa 2", "--kappa: "),
        (
            "--merge none --explain merge",
            "--explain merge: nothing merges",
        ),
    ] {
        place
            .sheaf(&format!("check a.c {options}"))
            .refused_in_one_line(&[part]);
    }
}

#[test]
fn merging_is_explained() {
    let place = Place::with(&[("a.c", SAFE)]);
    let answer = place.sheaf("check a.c --merge aggressive --explain merge");
    assert!(
        answer.out.ends_with("\n\nno two states met\n"),
        "{}{}",
        answer.out,
        answer.err
    );
    let answer = place.sheaf("check a.c --explore multise --explain merge --json");
    let object: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(object["explain"]["merge"], serde_json::json!([]));
    assert_eq!(schema::violations(&check_schema(), &object), [""; 0]);
}

/// What a function returns costs what its callers ask; what a caller had where the result will be does not differ.
#[test]
fn a_merge_is_weighed_on_the_whole_stack() {
    let text = "extern char __VERIFIER_nondet_char(void);
static int step(const char *text, int at) {
  int width = 1;
  if (text[at] == 'a') width = 2;
  return width;
}
int main(void) {
  char text[8];
  for (int i = 0; i < 8; i++) text[i] = __VERIFIER_nondet_char();
  int at = 0;
  while (at < 6) {
    int taken = step(text, at);
    at += taken;
  }
  return 0;
}
";
    let place = Place::with(&[("a.c", text)]);
    let line = "check a.c --merge recursive --limit-cost 1 --explain merge";
    let answer = place.sheaf(line);
    let row = answer
        .out
        .lines()
        .find(|row| row.contains("a.c:5 "))
        .unwrap_or_default();
    assert!(row.ends_with("at, width"), "{}", answer.out);
}

/// What is wrong with the JSON, the verdict and the exit status for a test program.
fn json_violations(schema: &serde_json::Value, path: &Path) -> Vec<String> {
    let directives = directive::parse(&fs::read_to_string(path).unwrap()).unwrap();
    let Some(verdict) = directives.verdict else {
        return Vec::new();
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command
        .args(["check", "--json"])
        .arg(path)
        .args(&directives.options)
        .stdin(Stdio::null());
    let answer = Answer::of(command.output().unwrap());
    let object: serde_json::Value = match serde_json::from_str(&answer.out) {
        Ok(object) => object,
        Err(error) => {
            return vec![format!(
                "{}: {error}: {}{}",
                path.display(),
                answer.out,
                answer.err
            )];
        }
    };
    let mut wrong = schema::violations(schema, &object);
    let status = match verdict.name() {
        "safe" => 0,
        "bug" => 1,
        _ => 3,
    };
    if object["verdict"] != verdict.name() || answer.status != Some(status) {
        wrong.push(format!(
            "verdict {}, status {:?}",
            object["verdict"], answer.status
        ));
    }
    wrong
        .into_iter()
        .map(|message| format!("{}: {message}", path.display()))
        .collect()
}

#[test]
fn programs_run_with_their_own_output_and_status() {
    let text = "#include <stdio.h>\n#include <klee/klee.h>\nint main(void) { int a = klee_int(\"a\"), b = klee_int(\"b\"); printf(\"%d\\n\", a + b); return a; }\n";
    let place = Place::with(&[("a.c", text), ("values", "3\n-1\n")]);
    let run = place.sheaf("run a.c --input 40,2");
    assert_eq!(
        (run.status, run.out.as_str()),
        (Some(40), "42\n"),
        "{}",
        run.err
    );
    let run = place.sheaf("run a.c --input-file values");
    assert_eq!(
        (run.status, run.out.as_str()),
        (Some(3), "2\n"),
        "{}",
        run.err
    );
    let run = place.sheaf("run a.c --input 1");
    assert_eq!(run.status, Some(2));
    assert!(run.err.contains("`b`"), "{}", run.err);
    place
        .sheaf("run a.c --input 1,x")
        .refused_in_one_line(&["`b`", "`x`"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command
        .args(["run", "a.c"])
        .current_dir(place.folder())
        .stdin(fs::File::open(place.path("values")).unwrap());
    assert_eq!(Answer::of(command.output().unwrap()).out, "2\n");
}

/// Floats that become inputs through their address are shown as such, in the object and in rows.
#[test]
fn floats_are_shown_as_numbers() {
    let text = "#include <assert.h>\n#include <klee/klee.h>\nstatic double row[3];\nint main(void) {\n  float f;\n  long double l;\n  \
                klee_make_symbolic(&f, sizeof f, \"f\");\n  klee_make_symbolic(row, sizeof row, \"row\");\n  klee_make_symbolic(&l, sizeof l, \"l\");\n  \
                assert(f != 1.5f || row[1] != -0.25 || row[0] != row[2] || row[0] != 7 || l != 0.1L);\n  return 0;\n}\n";
    let place = Place::with(&[("a.c", text)]);
    let answer = place.sheaf("check a.c --out out");
    for shown in [
        "f = 1.5 (f32)",
        "row = {7.0, -0.25, 7.0} (f64[3])",
        "l = 0.1 (f80)",
    ] {
        assert!(
            answer.out.contains(shown),
            "{shown}: {}{}",
            answer.out,
            answer.err
        );
    }
    let json = place.sheaf("check a.c --json").out;
    let input = r#"{"name":"f","type":"f32","value":"1.5"}"#;
    assert!(json.contains(input), "{json}");
    let case = fs::read_to_string(place.path("out/latest/finding-1.json")).unwrap();
    assert!(case.contains(r#""type": "f64[3]""#), "{case}");
    for case in [
        "finding-1.json",
        "finding-1.ktest",
        "--native out/latest/finding-1.json",
    ] {
        let again = place
            .sheaf(&format!("replay out/latest/{case}").replace("out/latest/--native", "--native"));
        assert!(
            again.out.contains("assertion"),
            "{case}: {}{}",
            again.out,
            again.err
        );
    }
    let rows = "#include <assert.h>\nint f(const float *p, long double *l) {\n  if (p && l) assert(p[0] != 2.5f || *l != -3);\n  return 0;\n}\n";
    let place = Place::with(&[("a.c", rows)]);
    let answer = place.sheaf("check a.c --entry f --out out --pointer-elements 2");
    assert!(
        answer.out.contains("p -> {2.5} (f32[1])"),
        "{}{}",
        answer.out,
        answer.err
    );
    assert!(
        answer.out.contains("l -> {-3.0} (f80[1])"),
        "{}{}",
        answer.out,
        answer.err
    );
    let native = place.sheaf("replay --native out/latest/finding-1.json");
    assert!(
        native.out.contains("(as recorded)"),
        "{}{}",
        native.out,
        native.err
    );
}

/// Values too many: a mistake on the command line, worth a note in a file; a run that was stopped might have asked for them.
#[test]
fn values_that_are_not_asked_for_are_named() {
    let text = "#include <stdlib.h>\n#include <klee/klee.h>\nint main(void) { int a = klee_int(\"a\"); if (a < 0) abort(); return a; }\n";
    let place = Place::with(&[("a.c", text), ("values", "3\n-1\n\n"), ("value", "3\n\n")]);
    place
        .sheaf("run a.c --input 40,2,1")
        .refused_in_one_line(&["--input", "last 2 values"]);
    place
        .sheaf("run a.c --input 40,2")
        .refused_in_one_line(&["--input", "last value"]);
    let run = place.sheaf("run a.c --input-file values");
    assert_eq!(run.status, Some(3));
    assert_eq!(
        run.err,
        "sheaf: values: the program did not ask for the last value\n"
    );
    for (inputs, status) in [
        ("--input-file value", 3),
        ("--input 40", 40),
        ("--input -1,2", 1),
    ] {
        let run = place.sheaf(&format!("run a.c {inputs}"));
        assert_eq!(run.status, Some(status), "{inputs}");
        assert!(!run.err.contains("did not ask"), "{}", run.err);
    }
}

#[test]
fn programs_are_shown() {
    let text = "int main(void) {\n  int sum = 0;\n  for (int i = 0; i < 3; i++)\n    sum += i;\n  return sum;\n}\n";
    let place = Place::with(&[("a.c", text)]);
    let ir = place.sheaf("show --ir a.c");
    assert!(ir.out.contains("@main"), "{}{}", ir.out, ir.err);
    let cfg = place.sheaf("show --cfg a.c --format json");
    let cfg: serde_json::Value = serde_json::from_str(&cfg.out).unwrap();
    assert_eq!(cfg["functions"][0]["function"], "main");
    let loops = place.sheaf("show --loops a.c");
    assert!(
        loops.out.contains("func main\n  loop at block"),
        "{}",
        loops.out
    );
    let dot = place.sheaf("show --cfg a.c --format dot");
    assert!(
        dot.out.starts_with("digraph program {") && dot.out.trim_end().ends_with('}'),
        "{}",
        dot.out
    );
    place
        .sheaf("show --ir a.c --format dot")
        .refused_in_one_line(&["--format"]);
}

#[test]
fn query_costs_are_shown_beside_the_source() {
    let text = "main() {\n  var n, i;\n  n = input;\n  i = 0;\n  while (i < n) {\n    i = i + 1;\n  }\n  return 1 / n;\n}\n";
    let place = Place::with(&[("a.uc", text)]);
    let listing = place.sheaf("show --query-costs a.uc");
    let rows: Vec<Vec<&str>> = listing
        .out
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows[0], ["func", "main"]);
    assert!(
        rows.contains(&vec!["6", "i", "=", "i", "+", "1;", "i", "10,", "n", "20"]),
        "{}",
        listing.out
    );
    let answer =
        |line: &str| -> serde_json::Value { serde_json::from_str(&place.sheaf(line).out).unwrap() };
    let costs = |json: &serde_json::Value, line: u64| {
        let lines = json["functions"][0]["lines"].as_array().unwrap().clone();
        let found = lines.into_iter().find(|entry| entry["line"] == line);
        found.unwrap()["variables"].clone()
    };
    let json = answer("show --query-costs --format json --kappa 2 a.uc");
    assert_eq!(costs(&json, 6), serde_json::json!({ "i": 2, "n": 4 }));
    let json = answer("show --query-costs --format json --estimate lattice a.uc");
    assert_eq!(costs(&json, 6), serde_json::json!({ "i": 10, "n": 10 }));
    assert_eq!(costs(&json, 8), serde_json::json!({ "n": 1 }));
    place
        .sheaf("show --query-costs a.uc --format dot")
        .refused_in_one_line(&["--format"]);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let place = Place::with(&[("a.c", SAFE)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command
        .args(["show", "--ir", "--library", "a.c"])
        .current_dir(place.folder())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn an_interrupt_ends_the_search_with_a_report() {
    let place = Place::with(&[("endless.c", ENDLESS)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command
        .args(["check", "endless.c"])
        .current_dir(place.folder())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    // SAFETY: the child has not been waited for, so its number is its own.
    let sent = unsafe { libc::kill(child.id().cast_signed(), libc::SIGINT) };
    assert_eq!(sent, 0);
    let answer = Answer::of(child.wait_with_output().unwrap());
    assert_eq!(answer.status, Some(3), "{}{}", answer.out, answer.err);
    assert!(answer.out.contains("interrupted"), "{}", answer.out);
}

/// A verdict's numbers are not worth comparing: they change with every improvement of the engine.
fn without_numbers(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once(" (") {
        Some((verdict, numbers)) if numbers.ends_with(" s)") => verdict.to_string(),
        // How far a search comes in its time is the machine's.
        _ if line.ends_with("states left unexplored") => "states left unexplored".to_string(),
        _ => line.to_string(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_readme_shows_real_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let place = Place::with(&[]);
    fs::create_dir(place.path("examples")).unwrap();
    for name in ["config.c", "config_fixed.c", "words.c"] {
        fs::copy(
            root.join("examples").join(name),
            place.path("examples").join(name),
        )
        .unwrap();
    }
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let blocks: Vec<&str> = readme
        .split("```console\n$ sheaf ")
        .skip(1)
        .filter_map(|rest| rest.split("\n```").next())
        .flat_map(|block| block.split("\n\n$ sheaf "))
        .collect();
    assert!(
        blocks.len() >= 3,
        "the README has {} examples",
        blocks.len()
    );
    for block in blocks {
        let (command, expected) = block.split_once('\n').unwrap();
        let answer = place.sheaf(command);
        assert_eq!(
            without_numbers(answer.out.trim_end()),
            without_numbers(expected),
            "{command}\n{}",
            answer.err
        );
    }
}

#[test]
fn random_microc_programs_run_and_show_their_tree() {
    let place = Place::with(&[]);
    let written = place.sheaf("generate --seed 3 --max-depth 2");
    assert_eq!(written.status, Some(0), "{}", written.err);
    assert_eq!(
        written.out,
        place.sheaf("generate --seed 3 --max-depth 2").out
    );
    fs::write(place.path("a.uc"), &written.out).unwrap();
    let tree: serde_json::Value =
        serde_json::from_str(&place.sheaf("show --ast a.uc").out).unwrap();
    assert_eq!(tree["functions"][0]["name"]["name"], "main");
    place
        .sheaf("generate --max-depth 1000")
        .refused(&["max-depth"]);
    place
        .sheaf("generate --sets a.uc")
        .refused(&["a.uc", "directory"]);
}

#[test]
fn microc_outputs_numbers_or_characters() {
    let place = Place::with(&[("a.uc", "main() { output 79; output input; return 3; }\n")]);
    let numbers = place.sheaf("run --input 75 a.uc");
    assert_eq!(
        (numbers.status, numbers.out.as_str()),
        (Some(3), "79\n75\n")
    );
    assert_eq!(place.sheaf("run --ascii --input 75 a.uc").out, "OK");
    let ended = place.sheaf("run a.uc");
    assert_eq!((ended.status, ended.out.as_str()), (Some(2), "79\n"));
    assert!(ended.err.contains("no value for input"), "{}", ended.err);
    let place = Place::with(&[("a.c", SAFE)]);
    place.sheaf("run --ascii a.c").refused(&["--ascii"]);
    place
        .sheaf("show --ast a.c")
        .refused(&["a.c", "syntax tree"]);
}

/// Breadth first, all states of this program together take several times the memory that they may.
#[test]
fn paths_parked_for_want_of_memory_are_explored_later() {
    let program = r#"#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char b[10];
  unsigned n = 0;
  klee_make_symbolic(b, sizeof b, "b");
  char *big = malloc(1000000);
  memset(big, 0, 1000000);
  for (int i = 0; i < 10; i++) {
    if (b[i] > 100 + i) { n += i; big[999999 - n] = 1; } else { n ^= 1u; big[999999 - n] = 2; }
  }
  return 0;
}
"#;
    let place = Place::with(&[("a.c", program)]);
    let answer = place.sheaf("check --json --search bfs --memory 250MiB --time 10m a.c");
    let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(json["verdict"], "safe", "{}", answer.out);
    assert_eq!(json["stats"]["paths"]["completed"], 1024);
    let peak = json["stats"]["peak_memory_bytes"].as_u64().unwrap();
    assert!(peak < 500 << 20, "{peak}");
    // Following a parked path executes its beginning again.
    assert!(json["stats"]["instructions"].as_u64().unwrap() > 40_000);
}

/// States that stand for many paths are parked as their path conditions.
#[test]
fn merged_states_parked_for_want_of_memory_are_explored_later() {
    let program = r#"#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char b[9];
  unsigned n = 0, seen = 0;
  klee_make_symbolic(b, sizeof b, "b");
  char *big = malloc(1000000);
  memset(big, 0, 1000000);
  for (int i = 0; i < 9; i++) {
    if (b[i] > 100) { n += 1u << i; memset(big, i, 300000); big[n] = 1; } else if (b[i] > 50) { seen = 1; } else { seen = 2; }
  }
  free(big);
  return seen > 2;
}
"#;
    let place = Place::with(&[("a.c", program)]);
    let instructions = |memory: &str| {
        let options = "check --json --merge lattice --search bfs --time 10m a.c --memory";
        let answer = place.sheaf(&format!("{options} {memory}"));
        let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!(json["verdict"], "safe", "{}", answer.out);
        assert!(json["stats"]["merging"]["represented"].as_f64() >= Some(19_683.0));
        json["stats"]["instructions"].as_u64().unwrap()
    };
    assert!(instructions("150MiB") > instructions("4GiB"));
}
