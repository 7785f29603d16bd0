//! Whole projects: `sheaf cc` in the place of a compiler, compilation databases, and what test
//! cases remember of the environment.

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

/// Only the compiler knows which shifts are signed: where it put no checks in, none are found, and
/// none are missed.
#[test]
fn shifts_that_nobody_checks_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let source = "int main(int argc, char **argv) { return argv[1] && argv[1][0] << 25 == 0; }\n";
    fs::write(folder.path().join("a.c"), source).unwrap();
    for (flags, status, part) in [
        (
            "",
            2,
            "a: compiled without the checks that `shift-overflow` needs",
        ),
        ("-fsanitize=shift-exponent", 2, "a: compiled without"),
        ("-fsanitize=shift-base", 1, "shift-overflow: "),
    ] {
        let build = format!("cc {flags} a.c -o a");
        expect(folder.path(), &build, 0, "");
        let line = "check a --enable shift-overflow --args 1,1";
        expect(folder.path(), line, status, part);
        expect(folder.path(), "check a --args 1,1", 0, "safe");
    }
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

/// Runs another program in a folder; it must succeed.
fn run(folder: &Path, program: &str, line: &str) {
    let mut command = Command::new(program);
    command.args(line.split_whitespace()).current_dir(folder);
    let status = command.status();
    assert!(status.unwrap().success(), "{program} {line}");
}

/// Of an archive, a linker takes the members that are needed: one that is not may define the same
/// names, or fail when the program starts.
#[test]
fn archives_give_the_members_that_are_needed() {
    let folder = project();
    let here = folder.path();
    let other = "void abort(void);\n__attribute__((constructor)) static void start(void) { abort(); }\nint main(void) { return 9; }\n";
    fs::write(here.join("other.c"), other).unwrap();
    // It calls the member that stands before it.
    let thrice = "int twice(int);\nint thrice(int n) { return twice(n) + n; }\n";
    fs::write(here.join("thrice.c"), thrice).unwrap();
    expect(
        here,
        "cc -O2 -flto -DLIMIT=3 -c main.c twice.c other.c thrice.c",
        0,
        "",
    );
    for (options, archive) in [("rcs", "whole.a"), ("rcsT", "thin.a")] {
        run(
            here,
            "ar",
            &format!("{options} {archive} twice.o other.o thrice.o"),
        );
        expect(here, &format!("cc -flto main.o {archive} -o linked"), 0, "");
        for program in ["linked", &format!("main.o {archive}")] {
            expect(here, &format!("check {program} --args 1,1"), 0, "safe");
            expect(
                here,
                &format!("check {program} --args 2,1"),
                1,
                "twice.c:3:3",
            );
        }
        let thrice = format!("check {archive} --entry thrice --disable signed-overflow --out out");
        expect(here, &thrice, 1, "twice.c:3:3");
        let native = "replay --native out/latest/finding-1.json";
        expect(here, native, 1, "twice.c:3 (as recorded)");
        expect(
            here,
            &format!("check {archive} --entry thirce"),
            2,
            "did you mean `thrice`",
        );
    }
    fs::remove_file(here.join("twice.o")).unwrap();
    expect(
        here,
        "check main.o thin.a",
        2,
        "thin.a: its member `twice.o`",
    );
    fs::write(here.join("broken.a"), "!<arch>\nbroken").unwrap();
    expect(here, "check broken.a", 2, "not an archive of objects");
    run(here, "clang-19", "-c other.c -o plain.o");
    run(here, "ar", "rcs plain.a plain.o");
    expect(here, "check plain.a", 2, "has no bitcode in it");
}

/// A program finds the shared libraries that it was linked with. A name that a library keeps to
/// itself is not the program's of that name; for one that it exports, the first definition stands.
#[test]
fn shared_libraries_mean_their_own_names() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let inner = "int hidden(void) { return 1; }\n__attribute__((visibility(\"default\"))) int shared(void) { return 10; }\n";
    let outer = "int hidden(void);\nint shared(void);\n__attribute__((visibility(\"default\"))) int sum(void) { return hidden() + shared(); }\n";
    let main = "int sum(void);\nint hidden(void) { return 2; }\nint shared(void) { return 20; }\nint main(void) { return 100 * hidden() + sum(); }\n";
    for (name, text) in [("inner.c", inner), ("outer.c", outer), ("main.c", main)] {
        fs::write(here.join(name), text).unwrap();
    }
    for line in [
        "cc -fPIC -fvisibility=hidden -shared inner.c outer.c -o libown.so",
        "cc main.c -L. -lown -Wl,-rpath,$ORIGIN -o program",
    ] {
        expect(here, line, 0, "");
    }
    let native = Command::new(here.join("program")).status().unwrap();
    assert_eq!(native.code(), Some(221));
    expect(here, "run program", 221, "");
    expect(here, "run program libown.so", 221, "");
    // The library alone, with its own definitions.
    expect(here, "check libown.so --entry sum", 0, "safe");
}

/// Which definitions a library leaves to the search of the loader depends on how it was built, and
/// its constructors run before those of the program.
#[test]
fn shared_libraries_bind_and_start_as_they_were_built() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let library = "OWN int helper(void) { return 1; }\nOWN int state = 10;\nint order;\nint api(void) { return helper() + state; }\n\
                   __attribute__((constructor)) static void start(void) { order = 3; }\n";
    let main = "int api(void);\nextern int order;\nint helper(void) { return 2; }\nint state = 20;\n\
                __attribute__((constructor)) static void start(void) { order *= 20; }\n\
                int main(void) { return order + api() + helper(); }\n";
    fs::write(here.join("own.c"), library).unwrap();
    fs::write(here.join("main.c"), main).unwrap();
    for (flags, status) in [
        ("-DOWN=", 84),
        ("-DOWN=__attribute__((visibility(\"protected\")))", 73),
        ("-DOWN= -Wl,-Bsymbolic", 73),
        ("-DOWN= -Wl,-Bsymbolic-functions", 83),
    ] {
        let line = format!("cc -fPIC -shared {flags} own.c -o libown.so");
        expect(here, &line, 0, "");
        let line = "cc main.c -L. -lown -Wl,-rpath,$ORIGIN -o program";
        expect(here, line, 0, "");
        let native = Command::new(here.join("program")).status().unwrap();
        assert_eq!(native.code(), Some(status), "{flags}");
        expect(here, "run program", status, "");
    }
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
        "not a compilation database",
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

/// A program with a static and a shared library, a check that runs a program, and a precompiled
/// header. It divides by zero when it is called with a word that begins with an x.
const DIVIDES: [(&str, &str); 6] = [
    ("half.h", "#include \"config.h\"\nint half(int x);\n"),
    (
        "half.c",
        "#include \"half.h\"\nint half(int x) { return x / (x - WIDTH); }\n",
    ),
    (
        "main.c",
        "#include \"half.h\"\nint main(int argc, char **argv) { return argc > 1 && argv[1][0] == 'x' ? half(argc + 6) : 0; }\n",
    ),
    ("config.h.in", "#define WIDTH @WIDTH@\n"),
    (
        "CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.16)\nproject(p C)\ninclude(CheckTypeSize)\ncheck_type_size(long WIDTH)\n\
      configure_file(config.h.in config.h)\ninclude_directories(${CMAKE_BINARY_DIR})\nadd_library(half STATIC half.c)\nadd_library(shared SHARED half.c)\n\
      add_executable(prog main.c)\ntarget_link_libraries(prog half)\ntarget_precompile_headers(prog PRIVATE half.h)\n\
      add_executable(other main.c)\ntarget_link_libraries(other shared m)\n",
    ),
    (
        "meson.build",
        "project('p', 'c')\ncc = meson.get_compiler('c')\nif cc.run('int main(void) { return 3; }').returncode() != 3\n  error('runs')\nendif\n\
      conf = configuration_data()\nconf.set('WIDTH', cc.sizeof('long'))\nconfigure_file(input: 'config.h.in', output: 'config.h', configuration: conf)\n\
      half = static_library('half', 'half.c')\nshared = shared_library('shared', 'half.c')\n\
      executable('prog', 'main.c', link_with: half, c_pch: 'pch/pch.h')\nexecutable('other', 'main.c', link_with: shared, dependencies: cc.find_library('m'))\n",
    ),
];

#[test]
fn cmake_and_meson_build_with_sheaf_as_their_compiler() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for (name, text) in DIVIDES {
        fs::write(here.join(name), text).unwrap();
    }
    fs::create_dir(here.join("pch")).unwrap();
    fs::write(here.join("pch/pch.h"), "#include \"half.h\"\n").unwrap();
    let compiler = format!("{} cc", env!("CARGO_BIN_EXE_sheaf"));
    for (build, steps) in [
        (
            "of-cmake",
            [
                "cmake -G Ninja -DCMAKE_BUILD_TYPE=Release -B of-cmake",
                "cmake --build of-cmake",
            ],
        ),
        (
            "of-meson",
            [
                "meson setup -Dbuildtype=release of-meson",
                "ninja -C of-meson",
            ],
        ),
    ] {
        for line in steps {
            let mut words = line.split(' ');
            let mut command = Command::new(words.next().unwrap());
            command.args(words).current_dir(here).env("CC", &compiler);
            let output = command.output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{line}: {text}");
        }
        for program in ["prog", "other"] {
            let native = Command::new(here.join(build).join(program))
                .status()
                .unwrap();
            assert!(native.success(), "{program} runs natively");
            let line = format!("check {build}/{program} --args 1,1 --out out");
            expect(here, &line, 1, "division-by-zero");
        }
    }
    // The plain files of a finding are for programs of any name.
    fs::copy(here.join("of-cmake/prog"), here.join("prog.out")).unwrap();
    expect(
        here,
        "check prog.out --args 1,1 --out named",
        1,
        "natively: cd ",
    );
    assert!(here.join("named/latest/finding-1/run.sh").exists());
}
