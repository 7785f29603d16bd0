//! Verdicts, exit statuses, and what ends a search early.

use crate::common::{Answer, Folder, wait_for_work};
use crate::shared::{BUG, ENDLESS, SAFE, check_schema};
use sheaf_testkit::schema;
use std::process::{Command, Stdio};

#[test]
fn statuses_and_verdicts() {
    let place = Folder::with(&[("safe.c", SAFE), ("bug.c", BUG), ("endless.c", ENDLESS)]);
    let safe = place.sheaf("check safe.c");
    safe.exits(0);
    assert!(safe.out.starts_with("safe: "), "{}", safe.out);
    let bug = place.sheaf("check bug.c");
    bug.exits(1);
    for part in [
        "assertion: ",
        "at bug.c:5:",
        "    5 |   assert(x != 7);",
        "x = 7 (int)",
        "\nbug: 1 failure",
    ] {
        bug.says(part);
    }
    let endless = place.sheaf("check endless.c --max-forks 20 --max-instructions 20000 --time 10m");
    endless.exits(3);
    endless.says("incomplete: ");
    endless.says("fork-limit");
    let quiet = place.sheaf("check bug.c --quiet");
    assert_eq!(
        (quiet.status, quiet.out.lines().count()),
        (Some(1), 1),
        "{}",
        quiet.out
    );
    assert_eq!(quiet.err, "");
    place.sheaf("--version").exits(0);
    place.sheaf("check --help").exits(0);
}

/// That nothing fails on the one run of a program without inputs says little, and is said to.
#[test]
fn a_program_without_inputs_is_noted() {
    let read =
        "#include <stdio.h>\nint main(void) { int n; return scanf(\"%d\", &n) == 1 && 1 / n; }\n";
    let place = Folder::with(&[("a.c", read)]);
    let answer = place.sheaf("check a.c");
    answer.exits(0);
    assert!(answer.err.contains("reads no inputs"), "{}", answer.err);
    assert_eq!(place.sheaf("check a.c --quiet").err, "");
    let failing = place.sheaf("check a.c --stdin 1");
    assert_eq!((failing.status, failing.err.as_str()), (Some(1), ""));
}

/// What is fixed instead of being an input is named where the program asks for it, however it is
/// explored.
#[test]
fn assumptions_on_the_environment_are_named() {
    let text = "#include <assert.h>\n#include <stdlib.h>\n#include <time.h>\nint nondet_int(void);\n\
                int main(void) {\n  if (nondet_int() == 5 && nondet_int() == 6) srand(time(0));\n  \
                assert(rand() % 10 != 4);\n  return getenv(\"A\") ? clock() : 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    let clock = "assumes that it is 2024-02-29 12:00 UTC";
    let variables = "assumes that there are no environment variables but those of --env";
    for options in [
        "",
        "--explore multise",
        "--explore cdse",
        "--merge aggressive",
        "--subsume",
        "-j 2",
        "--seed-input a.c",
    ] {
        let answer = place.sheaf(&format!("check a.c {options}"));
        answer.exits(0);
        answer.says(clock);
        answer.says(variables);
    }
    let json = place.sheaf("check a.c --json").out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(schema::violations(&check_schema(), &json), [""; 0]);
    assert_eq!(json["assumptions"].as_array().map(Vec::len), Some(2));
    let input = place.sheaf("check a.c --clock input --random input");
    input.exits(1);
    assert!(!input.out.contains(clock), "{}", input.out);
    let table = "#include <unistd.h>\nextern char **environ;\n\
                 int main(void) { return environ[0] != 0; }\n";
    let argument = "int main(int n, char **a, char **e) { return e[0] != 0; }\n";
    let group = "#include <unistd.h>\nint main(void) { return setsid() > 0; }\n";
    let mask = "#include <fcntl.h>\nint main(void) { return creat(\"a\", 0666) < 0; }\n";
    let limits = "#include <unistd.h>\nint main(void) { return dup2(0, 5000) > 0; }\n";
    for (text, assumed) in [
        (table, variables),
        (argument, variables),
        (group, "assumes that the process leads a group"),
        (mask, "assumes that new files have the mask 022"),
        (
            limits,
            "assumes that the resources of the process have the usual",
        ),
    ] {
        let answer = Folder::with(&[("a.c", text)]).sheaf("check a.c");
        answer.says(assumed);
    }
    let none =
        "int main(void) { return 0; }\n#include <time.h>\nlong f(void) { return time(0); }\n";
    let place = Folder::with(&[("a.c", none)]);
    let answer = place.sheaf("check a.c");
    assert!(!answer.out.contains("assumes"), "{}", answer.out);
}

/// A failure in a library function that another one called is about the one that the program
/// called.
#[test]
fn library_functions_are_named_as_the_program_calls_them() {
    let text =
        "#include <string.h>\nint main(void) { char b[2]; strcpy(b, \"abc\"); return b[0]; }\n";
    let place = Folder::with(&[("a.c", text)]);
    place.sheaf("check a.c").says("in `strcpy`");
}

#[test]
fn limits_end_programs_without_end() {
    let allocates = "#include <stdlib.h>\nint main(void) { for (;;) { char *p = malloc(1 << 20); p[0] = 1; } }\n";
    let recurses = "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }\n";
    let loops = "int main(void) { for (volatile int i = 0;; i = 0) {} }\n";
    let place = Folder::with(&[
        ("allocates.c", allocates),
        ("recurses.c", recurses),
        ("loops.c", loops),
        ("endless.c", ENDLESS),
    ]);
    let allocates = place.sheaf("check allocates.c --memory 300MiB --time 3s");
    allocates.exits(3);
    let recurses = place.sheaf("check recurses.c --disable signed-overflow");
    recurses.exits(1);
    recurses.says("stack-overflow");
    let loops = place.sheaf("check loops.c --time 10m --strategy plain");
    loops.exits(3);
    loops.says("hang: ");
    place
        .sheaf("check endless.c --strategy plain --time 500ms")
        .exits(3);
    place
        .sheaf("check loops.c --max-instructions 1000")
        .exits(3);
    place.sheaf("check endless.c --max-depth 5").exits(3);
}

#[test]
fn an_interrupt_ends_the_search_with_a_report() {
    let place = Folder::with(&[("endless.c", ENDLESS)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command
        .args(["check", "endless.c", "--strategy", "plain"])
        .current_dir(place.folder())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    wait_for_work(&child, 1.0);
    // SAFETY: the child has not been waited for, so its number is its own.
    let sent = unsafe { libc::kill(child.id().cast_signed(), libc::SIGINT) };
    assert_eq!(sent, 0);
    let answer = Answer::of(child.wait_with_output().unwrap());
    answer.exits(3);
    answer.says("interrupted");
}

/// If assumptions exclude all paths, nothing was checked, which is not a proof.
#[test]
fn a_program_without_a_path_to_an_end_is_not_safe() {
    let excluded = "#include <klee/klee.h>\nint main(void) {\n  int x = klee_int(\"x\");\n  klee_assume(x > 1);\n  klee_assume(x < 1);\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", excluded), ("safe.c", SAFE)]);
    let answer = place.sheaf("check a.c");
    answer.exits(3);
    answer.says("incomplete: nothing was checked");
    answer.says("vacuous: no path reaches an end: assumptions exclude all, paths end at a.c:5:3");
    let allowed = place.sheaf("check a.c --allow-vacuous");
    allowed.exits(0);
    allowed.says("warning: no path reaches an end");
    for (line, vacuous) in [
        ("check a.c --json", true),
        ("check a.c --json --allow-vacuous", true),
        ("check safe.c --json", false),
    ] {
        let json: serde_json::Value = serde_json::from_str(&place.sheaf(line).out).unwrap();
        assert_eq!(schema::violations(&check_schema(), &json), [""; 0]);
        assert_eq!(json["vacuous"], vacuous, "{line}");
    }
}

/// What a failure that does not count leaves undefined is not proved; the reason names it.
#[test]
fn a_failure_that_does_not_count_is_a_reason() {
    let outside = "int main(void) {\n  int a[2] = {0};\n  volatile int i = 2;\n  a[i] = 1;\n  return 1 / a[0];\n}\n";
    let place = Folder::with(&[("a.c", outside)]);
    let answer = place.sheaf("check a.c --disable out-of-bounds");
    answer.exits(3);
    answer.says(
        "uncounted-failure: out-of-bounds: access outside of a local object of 8 bytes at a.c:4:",
    );
    let run = place.sheaf("run a.c --disable out-of-bounds");
    run.exits(3);
    assert!(run.err.contains("uncounted-failure"), "{}", run.err);
}
