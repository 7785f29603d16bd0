//! Test cases are run again, on the program that they are for or on another one.

use crate::common::Folder;
use crate::shared::{BUG, SAFE};
use std::fs;

#[test]
fn a_test_case_for_another_program() {
    let other = "#include <klee/klee.h>\nint main(void) { char y[3]; klee_make_symbolic(y, 3, \"y\"); return y[0] == 1; }\n";
    let place = Folder::with(&[("a.c", BUG), ("other.c", other), ("none.c", SAFE)]);
    place.sheaf("check a.c --out out").exits(1);
    for case in ["out/latest/finding-1.ktest", "out/latest/finding-1.json"] {
        let replayed = place.sheaf(&format!("replay {case}"));
        replayed.exits(1);
        replayed.says("assertion");
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
    let place = Folder::with(&[("a.c", BUG), ("fixed.c", &fixed)]);
    place.sheaf("check a.c --out out --quiet").exits(1);
    let replayed = place.sheaf("replay out/latest/finding-1.json --program fixed.c");
    replayed.exits(0);
    replayed.says("exit 0 (recorded: assertion at a.c:5:");
}

#[test]
fn a_ktest_has_the_environment_of_its_program() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n  if (argc == 3 && argv[1][0] == 'x' && argv[2][1] == 'b' && getchar() == 'c') abort();\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    place
        .sheaf("check a.c --arg=x --args 1,2 --stdin 2 --out out")
        .exits(1);
    let replayed = place.sheaf("replay out/latest/finding-1.ktest");
    replayed.exits(1);
    replayed.says("abort: the program aborts at a.c:4:");
}

/// A finding beside a branch on uninitialized memory says what was in it.
#[test]
fn a_finding_shows_the_uninitialized_memory_that_it_needs() {
    let text = "#include <stdlib.h>\nint main(void) {\n  int a[4];\n  a[0] = 1;\n  if (a[2] == 77) abort();\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    let answer = place.sheaf("check a.c");
    answer.exits(1);
    answer.says("uninitialized memory, 4 bytes at offset 8 = 77");
}

/// The exit status is that of `main`, not of what the library does with it.
#[test]
fn an_uninitialized_exit_status_is_one_of_main() {
    let text = "int main(void) {\n  int r;\n  return r;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    let answer = place.sheaf("check a.c");
    answer.exits(1);
    answer.says("the exit status depends on uninitialized memory\n  at a.c:1 in main");
}

/// What a program found in memory that it had never written is shown and put there again.
#[test]
fn uninitialized_memory_may_be_an_input() {
    let text = "#include <assert.h>\n#include <stdlib.h>\nint main(void) {\n  int x, *p = malloc(12);\n  assert(x != 5 || p[2] != 7);\n  free(p);\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    place.sheaf("check a.c").says("uninitialized: ");
    let answer = place.sheaf("check a.c --uninitialized-as input --out out");
    answer.exits(1);
    answer.says("x (uninitialized) = 5 (i32)");
    answer.says("(uninitialized) = ");
    answer.says("bug: 1 failure");
    for case in ["json", "ktest"] {
        let replayed = place.sheaf(&format!("replay out/latest/finding-1.{case}"));
        replayed.exits(1);
        replayed.says("assertion");
    }
    let native = place.sheaf("replay --native out/latest/finding-1.json");
    let said = format!("{}{}", native.out, native.err);
    assert!(said.contains("memory that was never written"), "{said}");
}

/// One variable is uninitialized in a check and in the output: each finding replays as itself.
#[test]
fn each_use_of_uninitialized_memory_replays() {
    let text = "#include <stdio.h>\nint main(void) {\n  _Bool a;\n  printf(\"%d\\n\", a);\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    place.sheaf("check a.c --out out").says("bug: 2 failures");
    for case in ["finding-1", "finding-2"] {
        let replayed = place.sheaf(&format!("replay out/latest/{case}.json"));
        replayed.exits(1);
        replayed.says("(as recorded)");
    }
}

/// The program, its header and the file that it reads are named relative to the folder that the
/// check ran in.
#[test]
fn cases_are_found_from_any_directory() {
    let text = "#include \"n.h\"\n#include <klee/klee.h>\n#include <assert.h>\n#include <stdio.h>\n\
                int main(void) {\n  assert(klee_int(\"x\") != N || getchar() != 'a');\n  return 0;\n}\n";
    let place = Folder::with(&[("in.txt", "abc")]);
    fs::create_dir_all(place.path("project/src")).unwrap();
    fs::create_dir_all(place.path("project/inc")).unwrap();
    fs::create_dir_all(place.path("elsewhere")).unwrap();
    fs::write(place.path("project/src/p.c"), text).unwrap();
    fs::write(place.path("project/inc/n.h"), "#define N 5\n").unwrap();
    fs::write(place.path("project/in.txt"), "abc").unwrap();
    place
        .sheaf_in(
            "project",
            "check src/p.c -Iinc --stdin @in.txt --out out --quiet",
        )
        .exits(1);
    let case = "out/latest/finding-1.json";
    for (folder, path) in [
        (".", "project/"),
        ("project", ""),
        ("project/out/latest", "../../"),
        ("elsewhere", "../project/"),
    ] {
        for native in ["", " --native"] {
            let replayed = place.sheaf_in(folder, &format!("replay {path}{case}{native}"));
            replayed.exits(1);
            replayed.says("(as recorded)");
        }
    }
    // A case that went elsewhere alone is for the program where that was.
    fs::copy(
        place.path("project/out/latest/finding-1.json"),
        place.path("elsewhere/1.json"),
    )
    .unwrap();
    place.sheaf("replay elsewhere/1.json").says("(as recorded)");
    // The whole project may move.
    fs::rename(place.path("project"), place.path("moved")).unwrap();
    place
        .sheaf(&format!("replay moved/{case}"))
        .says("(as recorded)");
    place
        .sheaf("replay elsewhere/1.json")
        .refused_in_one_line(&["1.json", "src/p.c", "--program"]);
}

const DIVIDES: &str = "#include <klee/klee.h>\nint main(void) { return 1 / klee_int(\"x\"); }\n";

/// Cases of two projects go to their own directories, one after the other.
#[test]
fn cases_of_several_directories() {
    let place = Folder::with(&[]);
    for (folder, program) in [("one", BUG), ("two", DIVIDES)] {
        fs::create_dir(place.path(folder)).unwrap();
        fs::write(place.path(&format!("{folder}/a.c")), program).unwrap();
        place
            .sheaf_in(folder, "check a.c --out out --quiet")
            .exits(1);
    }
    let cases = ["one", "two"].map(|folder| format!("{folder}/out/latest/finding-1.json"));
    let replayed = place.sheaf(&format!("replay {}", cases.join(" ")));
    replayed.exits(1);
    replayed.says("one/out/latest/finding-1.json: assertion");
    replayed.says("two/out/latest/finding-1.json: division-by-zero");
    replayed.says("(as recorded)");
}

#[test]
fn cases_of_klees_posix_model_are_replayed_and_are_seeds() {
    let source = "#include <fcntl.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\
        int main(int argc, char **argv) {\n  char text[4], c;\n  int file = open(\"A\", O_RDONLY);\n  \
        if (argc != 3 || file < 0 || read(file, text, 4) != 4) return 2;\n  \
        if (!strcmp(argv[1], \"-n\") && argv[2][0] == 's' && text[0] == 'q' && read(0, &c, 1) == 1 && \
        c == 'z')\n    abort();\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", source)]);
    let object = |(name, bytes): (&str, &[u8])| sheaf_report::ktest::Object {
        name: name.to_string(),
        bytes: bytes.to_vec(),
    };
    let objects: [(&str, &[u8]); 7] = [
        ("n_args", &[1, 0, 0, 0]),
        ("arg00", b"s\0\0"),
        ("A_data", b"qrst"),
        ("A_data_stat", &[0; 144]),
        ("stdin", b"z"),
        ("stdin_stat", &[0; 144]),
        ("model_version", &[1, 0, 0, 0]),
    ];
    let words = [
        "a.bc",
        "-n",
        "-sym-args",
        "0",
        "1",
        "2",
        "-sym-files",
        "1",
        "4",
        "-sym-stdin",
        "1",
    ];
    let case = sheaf_report::ktest::KTest {
        args: words.map(str::to_string).to_vec(),
        objects: objects.map(object).to_vec(),
        ..Default::default()
    };
    std::fs::write(place.path("case.ktest"), case.write()).unwrap();
    let answer = place.sheaf("replay case.ktest --program a.c");
    answer.exits(1);
    answer.says("abort");
    let world = "--arg=-n --args 1,2 --file A,4 --stdin 1";
    let answer = place.sheaf(&format!(
        "check a.c {world} --seed-input case.ktest --stop-after 1"
    ));
    answer.exits(1);
    answer.says("1 failed");
}
