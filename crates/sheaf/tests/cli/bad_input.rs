//! What cannot be read or started is refused in one line.

use crate::common::{Answer, Folder};
use crate::shared::SAFE;
use std::fs;
use std::process::Command;

#[test]
fn a_missing_file() {
    let place = Folder::with(&[]);
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
    let place = Folder::with(&[]);
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
    let place = Folder::with(&[("a.c", ""), ("a.bc", ""), ("a.ll", "\n"), ("a.ir", " ")]);
    for name in ["a.c", "a.bc", "a.ll", "a.ir"] {
        place
            .sheaf(&format!("check {name}"))
            .refused_in_one_line(&[name, "empty"]);
    }
}

#[test]
fn a_file_of_another_kind() {
    let place = Folder::with(&[
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
    let place = Folder::with(&[("a.c", "int main(void) {\n  return x;\n}\n")]);
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
    let place = Folder::with(&[("a.bc", "BC garbage"), ("b.ll", "define nonsense")]);
    place.sheaf("check a.bc").refused_in_one_line(&["a.bc"]);
    place.sheaf("check b.ll").refused(&["b.ll"]);
}

#[test]
fn truncated_bitcode() {
    let place = Folder::with(&[("a.c", SAFE)]);
    let clang = Command::new("clang-19")
        .args(["-c", "-emit-llvm", "a.c"])
        .current_dir(place.folder())
        .status();
    assert!(clang.unwrap().success());
    let bitcode = fs::read(place.path("a.bc")).unwrap();
    place.sheaf("check a.bc").exits(0);
    for length in [4, 100, bitcode.len() / 2, bitcode.len() - 4] {
        fs::write(place.path("b.bc"), &bitcode[..length]).unwrap();
        place.sheaf("check b.bc").refused(&["b.bc"]);
    }
}

#[test]
fn ir_that_is_malformed_or_invalid() {
    let invalid = "module ptr 8\nentry @main\nfunc @main() -> bits32 {\nblock0:\n  ret\n}\n";
    let place = Folder::with(&[("a.ir", "module ptr 8\nfunc @main( {\n"), ("b.ir", invalid)]);
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
    let place = Folder::with(&[
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
    place.sheaf("check a.c --entry f").exits(0);
}

#[test]
fn test_cases_that_are_none() {
    let place = Folder::with(&[
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
fn a_missing_compiler_is_named() {
    let place = Folder::with(&[("a.c", SAFE)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command
        .args(["check", "a.c"])
        .current_dir(place.folder())
        .env("PATH", "/nowhere");
    Answer::of(command.output().unwrap()).refused_in_one_line(&["clang-19", "install"]);
}

#[test]
fn binary_garbage() {
    let bytes: Vec<u8> = (0u32..5000)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let place = Folder::with(&[("a.c", SAFE)]);
    for name in ["g.bc", "g.ll", "g.ir", "g.uc", "g.o", "g", "g.c"] {
        fs::write(place.path(name), &bytes).unwrap();
        place.sheaf(&format!("check {name}")).refused(&[name]);
    }
    for name in ["g.json", "g.ktest"] {
        fs::write(place.path(name), &bytes).unwrap();
        place
            .sheaf(&format!("replay {name}"))
            .refused_in_one_line(&[name]);
    }
    place
        .sheaf("run a.c --input-file g")
        .refused_in_one_line(&["g", "UTF-8"]);
}

/// Nothing would ever write to a pipe that a test left there.
#[test]
fn a_file_that_is_no_file() {
    let place = Folder::with(&[]);
    let made = Command::new("mkfifo").arg(place.path("a.c")).status();
    assert!(made.unwrap().success());
    place
        .sheaf("check a.c")
        .refused_in_one_line(&["a.c", "not a regular file"]);
    place
        .sheaf("check /dev/zero")
        .refused_in_one_line(&["/dev/zero", "not a regular file"]);
}

/// A hole of a tebibyte, which no memory holds.
#[test]
fn a_huge_file() {
    let place = Folder::with(&[]);
    for name in ["a.c", "a.ir", "a.json"] {
        let file = fs::File::create(place.path(name)).unwrap();
        file.set_len(1 << 40).unwrap();
        let command = if name.ends_with("json") {
            "replay"
        } else {
            "check"
        };
        place
            .sheaf(&format!("{command} {name}"))
            .refused_in_one_line(&[name]);
    }
}

#[test]
fn folders_and_empty_files_are_no_test_cases() {
    let place = Folder::with(&[("empty.json", " \n")]);
    fs::create_dir(place.path("run-1")).unwrap();
    place
        .sheaf("replay run-1")
        .refused_in_one_line(&["run-1", "is a directory"]);
    place
        .sheaf("replay empty.json")
        .refused_in_one_line(&["empty.json", "the file is empty"]);
}
