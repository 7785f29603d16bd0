//! `sheaf check --watch`: a run for each change.

use crate::common::{Folder, SOON, soon};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

const PROGRAM: &str = "#include <assert.h>\n#include <klee/klee.h>\n#include \"limit.h\"\n\
    int main(void) {\n  assert(klee_int(\"x\") != LIMIT);\n  return 0;\n}\n";
const BUG: &str = "#define LIMIT 7\n";
const SAFE: &str = "#define LIMIT 7LL << 40\n";

/// A watching process, and the lines that it prints.
struct Watching {
    process: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(place: &Folder, line: &str) -> Watching {
        let mut process = Command::new(env!("CARGO_BIN_EXE_sheaf"))
            .args(line.split(' '))
            .current_dir(place.folder())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || output.lines().try_for_each(|line| send.send(line.unwrap())));
        Watching { process, lines }
    }

    /// The lines up to one that starts like this.
    #[track_caller]
    fn until(&self, start: &str) -> String {
        let mut seen = String::new();
        loop {
            let line = self.lines.recv_timeout(SOON);
            let line = line.unwrap_or_else(|_| panic!("no line starts with `{start}`: {seen}"));
            seen.extend([&line, "\n"]);
            if line.starts_with(start) {
                return seen;
            }
        }
    }

    /// Ends it by Ctrl-C.
    #[track_caller]
    fn interrupt(mut self) {
        // SAFETY: the process has not been waited for.
        unsafe { libc::kill(self.process.id().cast_signed(), libc::SIGINT) };
        assert!(self.process.wait().unwrap().success());
    }
}

#[test]
fn each_change_of_a_file_is_a_run() {
    let place = Folder::with(&[("a.c", PROGRAM), ("limit.h", BUG)]);
    let watching = Watching::start(&place, "check a.c --watch");
    watching.until("==== run 1: the first ====");
    watching.until("assertion: ");
    watching.until("==== waiting for changes of 2 files; Ctrl-C ends ====");
    fs::write(place.path("limit.h"), SAFE).unwrap();
    watching.until("==== run 2: limit.h has changed ====");
    watching.until("safe: ");
    watching.until("==== waiting");
    // Editors replace files.
    fs::write(place.path("new.c"), PROGRAM.replace("!=", "==")).unwrap();
    fs::rename(place.path("new.c"), place.path("a.c")).unwrap();
    watching.until("==== run 3: a.c has changed ====");
    watching.until("bug: ");
    // What does not compile is no end.
    watching.until("==== waiting");
    fs::write(place.path("a.c"), "int main(void) {").unwrap();
    watching.until("==== run 4");
    watching.until("==== waiting");
    fs::write(place.path("a.c"), PROGRAM).unwrap();
    watching.until("safe: ");
    watching.until("==== waiting");
    watching.interrupt();
}

#[test]
fn a_run_that_is_out_of_date_ends() {
    let endless =
        "#include <klee/klee.h>\nint main(void) {\n  while (klee_int(\"x\")) {}\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", endless)]);
    let watching = Watching::start(&place, "check a.c --watch --time 1h --strategy plain");
    watching.until("==== run 1");
    fs::write(place.path("a.c"), "int main(void) { return 0; }\n").unwrap();
    watching.until("==== run 2");
    watching.until("safe: ");
    watching.interrupt();
}

#[test]
fn an_interrupted_run_tells_what_it_has() {
    let endless =
        "#include <klee/klee.h>\nint main(void) {\n  while (klee_int(\"x\")) {}\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", endless)]);
    let line = "check a.c --watch --time 1h --strategy plain --out out";
    let mut watching = Watching::start(&place, line);
    watching.until("==== run 1");
    // The journal is there once the exploration has begun.
    assert!(soon(|| place.path("out/latest/journal").exists()));
    // SAFETY: the process has not been waited for.
    unsafe { libc::kill(watching.process.id().cast_signed(), libc::SIGINT) };
    watching.until("incomplete: ");
    assert!(watching.process.wait().unwrap().success());
}

#[test]
fn files_that_javascript_requires_are_watched() {
    let main =
        "const {limit} = require('./limit.js');\nsheaf.assert(sheaf.integer('n') !== limit);\n";
    let place = Folder::with(&[("a.js", main), ("limit.js", "exports.limit = 7;\n")]);
    let watching = Watching::start(&place, "check a.js --watch");
    watching.until("bug: ");
    watching.until("==== waiting for changes of 2 files");
    fs::write(place.path("limit.js"), "exports.limit = 7.5;\n").unwrap();
    watching.until("==== run 2: limit.js has changed ====");
    watching.until("safe: ");
    watching.interrupt();
}

#[test]
fn what_makes_no_sense_is_refused() {
    let place = Folder::with(&[("a.c", PROGRAM), ("limit.h", BUG)]);
    let json = place.sheaf("check a.c --watch --json");
    json.refused_in_one_line(&["--watch", "--json"]);
    let missing = place.sheaf("check b.c --watch");
    missing.refused_in_one_line(&["b.c", "no such file"]);
    place
        .sheaf("test a.c --watch")
        .refused_in_one_line(&["--watch"]);
}
