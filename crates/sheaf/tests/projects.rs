//! Whole projects: `sheaf cc` in the place of a compiler, compilation databases, and what test cases remember of the environment.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const MAIN: &str = "int twice(int);\nint main(int argc, char **argv) { return twice(argc); }\n";
const TWICE: &str =
    "#include <assert.h>\nint twice(int n) {\n  assert(n < LIMIT);\n  return 2 * n;\n}\n";

/// A folder with a program of two files, which fails when it is called with two arguments.
fn project() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("main.c"), MAIN).unwrap();
    fs::write(folder.path().join("twice.c"), TWICE).unwrap();
    folder
}

fn sheaf(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command.args(line.split_whitespace()).current_dir(folder);
    command.output().unwrap()
}

fn expect(folder: &Path, line: &str, status: i32, part: &str) {
    let output = sheaf(folder, line);
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    assert_eq!(output.status.code(), Some(status), "{line}: {text}");
    assert!(text.contains(part), "{line}: `{part}` is not in: {text}");
}

#[test]
fn a_build_with_sheaf_as_its_compiler() {
    let folder = project();
    let here = folder.path();
    for line in [
        "cc -O2 -DLIMIT=3 -MD -MF twice.d -c twice.c -o twice.o",
        "cc -O2 -c main.c",
        "cc main.o twice.o -o linked",
        "cc -O2 -DLIMIT=3 -x c main.c twice.c -o direct",
    ] {
        expect(here, line, 0, "");
    }
    assert!(
        fs::read_to_string(here.join("twice.d"))
            .unwrap()
            .contains("twice.c")
    );
    for program in ["linked", "direct"] {
        let native = Command::new(here.join(program))
            .arg("one")
            .status()
            .unwrap();
        assert_eq!(native.code(), Some(4), "{program} runs natively");
        expect(here, &format!("check {program} --args 1,1"), 0, "safe");
        expect(
            here,
            &format!("check {program} --args 2,1"),
            1,
            "twice.c:3:3",
        );
    }
    expect(
        here,
        "check main.o twice.o --args 2,1",
        1,
        "assertion: `n < LIMIT` fails",
    );
    expect(here, "cc -DLIMIT=3 -c missing.c", 1, "missing.c");
    expect(here, "cc --version", 0, "clang");
}

#[test]
fn native_files_without_bitcode_are_refused() {
    let folder = project();
    let here = folder.path();
    let clang = Command::new("clang-19")
        .args(["-c", "main.c"])
        .current_dir(here)
        .status();
    assert!(clang.unwrap().success());
    expect(
        here,
        "check main.o",
        2,
        "has no bitcode in it; build it with `sheaf cc`",
    );
    fs::write(here.join("broken"), b"\x7fELF and nothing else").unwrap();
    expect(
        here,
        "check broken",
        2,
        "sheaf: error: broken: not a native program",
    );
    fs::write(here.join("text"), "text").unwrap();
    expect(here, "check text", 2, "not a program");
}

#[test]
fn a_compilation_database_says_how_files_are_compiled() {
    let folder = project();
    let here = folder.path();
    let entry = |file: &str, flags: &str| serde_json::json!({"directory": here, "file": file, "command": format!("gcc {flags} -o x.o -c {file}")});
    let list = serde_json::json!([entry("main.c", ""), entry("twice.c", "-DLIMIT='3'")]);
    fs::write(here.join("compile_commands.json"), list.to_string()).unwrap();
    let line = "check --build compile_commands.json --args 2,1 --out out";
    expect(here, line, 1, "twice.c:3:3");
    expect(here, "replay out/latest/finding-1.json", 1, "(as recorded)");
    expect(
        here,
        "check --build compile_commands.json main.c twice.c --args 1,1",
        0,
        "safe",
    );
    expect(
        here,
        "check --build compile_commands.json other.c",
        2,
        "has no entry for `other.c`",
    );
    fs::remove_file(here.join("twice.c")).unwrap();
    expect(
        here,
        "check --build compile_commands.json",
        2,
        "entry 2: the source",
    );
    fs::write(here.join("compile_commands.json"), "[1").unwrap();
    expect(
        here,
        "check --build compile_commands.json",
        2,
        "no compilation database",
    );
}

#[test]
fn test_cases_remember_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let source = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n  FILE *f = fopen(\"in\", \"r\");\n  \
                  if (argc == 3 && getenv(\"A\") && f && fgetc(f) == 'x' && getchar() == 'y') abort();\n  return 0;\n}\n";
    fs::write(here.join("a.c"), source).unwrap();
    fs::write(here.join("content"), "xy").unwrap();
    let line = "check a.c --arg=one --args 1,1 --env A=1 --file in,@content --stdin 1 --out out";
    expect(here, line, 1, "abort");
    expect(here, "replay out/latest/finding-1.json", 1, "(as recorded)");
    expect(
        here,
        "run a.c --arg 1 --arg 2 --env A= --file in,@content --stdin @missing",
        2,
        "missing: no such file",
    );
    fs::write(here.join("given"), "y").unwrap();
    expect(
        here,
        "run a.c --arg 1 --arg 2 --env A= --file in,@content --stdin @given",
        1,
        "abort",
    );
}
