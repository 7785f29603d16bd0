//! `sheaf run`: output, exit status, and values for inputs.

use crate::common::{Answer, Folder};
use crate::shared::SAFE;
use std::fs;
use std::process::Command;

#[test]
fn programs_run_with_their_own_output_and_status() {
    let text = "#include <stdio.h>\n#include <klee/klee.h>\nint main(void) { int a = klee_int(\"a\"), b = klee_int(\"b\"); printf(\"%d\\n\", a + b); return a; }\n";
    let place = Folder::with(&[("a.c", text), ("values", "3\n-1\n")]);
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

/// Values too many: a mistake on the command line, worth a note in a file; a run that was stopped
/// might have asked for them.
#[test]
fn values_that_are_not_asked_for_are_named() {
    let text = "#include <stdlib.h>\n#include <klee/klee.h>\nint main(void) { int a = klee_int(\"a\"); if (a < 0) abort(); return a; }\n";
    let place = Folder::with(&[("a.c", text), ("values", "3\n-1\n\n"), ("value", "3\n\n")]);
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
        "sheaf: values: the program did not read the last value\n"
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
fn microc_outputs_numbers_or_characters() {
    let place = Folder::with(&[("a.uc", "main() { output 79; output input; return 3; }\n")]);
    let numbers = place.sheaf("run --input 75 a.uc");
    assert_eq!(
        (numbers.status, numbers.out.as_str()),
        (Some(3), "79\n75\n")
    );
    assert_eq!(place.sheaf("run --ascii --input 75 a.uc").out, "OK");
    let ended = place.sheaf("run a.uc");
    assert_eq!((ended.status, ended.out.as_str()), (Some(2), "79\n"));
    assert!(ended.err.contains("no value for input"), "{}", ended.err);
    let place = Folder::with(&[("a.c", SAFE)]);
    place.sheaf("run --ascii a.c").refused(&["--ascii"]);
    place
        .sheaf("show --ast a.c")
        .refused(&["a.c", "syntax tree"]);
}
