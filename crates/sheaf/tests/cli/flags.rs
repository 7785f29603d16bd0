//! Flags for clang, with and without `--`.

use crate::common::Folder;

const PROGRAM: &str = "#include \"limit.h\"\n#include <klee/klee.h>\n#include <assert.h>\nint main(void) {\n  int x = klee_int(\"x\");\n  assert(x != LIMIT + MORE);\n  return 0;\n}\n";

#[test]
fn common_flags_need_no_separator() {
    let place = Folder::with(&[("a.c", PROGRAM), ("more.h", "#define MORE 1\n")]);
    std::fs::create_dir(place.path("inc")).unwrap();
    std::fs::write(place.path("inc/limit.h"), "#define LIMIT 7\n").unwrap();
    for flags in [
        "-Iinc -DMORE=1",
        "-I inc -D MORE=1 -std=c99",
        "-DMORE=9 -UMORE -include more.h -Iinc",
        "--include more.h --std c11 -- -Iinc",
        "-Iinc -DMORE=1 -Wall -Wextra -w -g -fno-common -lm",
    ] {
        let answer = place.sheaf(&format!("check a.c {flags}"));
        answer.exits(1);
        answer.says("x = 8 (int)");
    }
    place
        .sheaf("check a.c -Iinc")
        .refused(&["a.c", "clang could not compile it"]);
    let repeated = place.sheaf("check a.c -Iinc -DMORE=1 --time 1ms --time 50s");
    repeated.exits(1);
    place.sheaf("run a.c -Iinc -DMORE=1 --input 7").exits(0);
    place.sheaf("show a.c --ir -Iinc -DMORE=1").exits(0);
}

#[test]
fn other_flags_stand_behind_the_separator() {
    let place = Folder::with(&[("a.c", PROGRAM)]);
    place
        .sheaf("check a.c -O2")
        .refused_in_one_line(&["-O", "after `--`"]);
    place
        .sheaf("check a.c -std=")
        .refused_in_one_line(&["--std <STANDARD>"]);
    place
        .sheaf("check a.c -DLIMIT=1 -DMORE=1 -- -Iinc --version")
        .refused_in_one_line(&["a.c", "no bitcode"]);
}

#[test]
fn only_programs_in_c_have_flags() {
    let place = Folder::with(&[
        ("a.js", "sheaf.assert(1);"),
        ("a.uc", "main() { return 0; }"),
    ]);
    for line in ["check a.js -Wall", "check a.uc -DX=1", "run a.js -- -O1"] {
        place
            .sheaf(line)
            .refused_in_one_line(&["flags of the compiler are for C programs only"]);
    }
}

#[test]
fn options_that_do_nothing_in_a_language_are_refused() {
    let place = Folder::with(&[
        ("a.js", "sheaf.assert(1);"),
        ("a.uc", "main() { return 0; }"),
    ]);
    for (line, option) in [
        ("check a.js --explore cdse", "--explore cdse: "),
        ("check a.js --index doubles", "--index: "),
        ("check a.uc --index floats", "--index: "),
        ("check a.uc --malloc-may-fail", "--malloc-may-fail: "),
        (
            "check a.js --uninitialized-as input",
            "--uninitialized-as: ",
        ),
        ("check a.js --explain properties", "--explain properties: "),
    ] {
        place.sheaf(line).refused_in_one_line(&[option]);
    }
}

#[test]
fn a_replay_has_the_flags_of_its_case() {
    let place = Folder::with(&[("a.c", PROGRAM), ("limit.h", "#define LIMIT 7\n")]);
    place
        .sheaf("check a.c -I. -DMORE=1 --out out --quiet")
        .exits(1);
    let case = "out/latest/finding-1.json";
    place.sheaf(&format!("replay {case}")).exits(1);
    place.sheaf(&format!("replay {case} -I. -DMORE=2")).exits(0);
}
