//! Certificates: written by `check --certificate`, checked by `sheaf-check-proof`.

use crate::common::Folder;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A loop that is followed, an access at a symbolic index, a division.
const PROGRAM: &str = "#include <assert.h>
int __VERIFIER_nondet_int(void);
int table[4] = {1, 2, 3, 4};
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 3) return 0;
  int s = 0;
  for (int i = 0; i < x; i++) s += table[i];
  assert(s <= 6);
  return 100 / (table[x] - x);
}
";

/// A loop without a bound.
const ENDLESS: &str = "#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int locked = 0, rounds = 0;
  while (__VERIFIER_nondet_int()) {
    int wants = __VERIFIER_nondet_int();
    if (wants) locked = 1;
    if (wants) { assert(locked); locked = 0; }
    if (rounds < 1000) rounds++;
  }
  assert(!locked && rounds <= 1000);
  return 0;
}
";

/// A state machine: the failure is excluded by what two values are together, and by an input.
const STATES: &str = "#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int again = __VERIFIER_nondet_int(), state = 100, seen = 0;
  while (__VERIFIER_nondet_int()) {
    if (state == 100) { if (seen == 0) seen = 1; state = 200; }
    else if (state == 200) { if (again) seen = 2; state = again ? 300 : 400; }
    else if (state == 300) { assert(again && seen == 2); state = 200; }
    else { assert(!again && seen == 1); state = 100; }
  }
  return 0;
}
";

/// The program that checks certificates, next to `sheaf`.
fn checker() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_sheaf")).with_file_name("sheaf-check-proof")
}

/// The status of the checker with what it prints.
fn verdict(place: &Folder, words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(checker());
    let output = command.args(words).current_dir(place.path(".")).output();
    let output = output.expect("the workspace is built");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

#[test]
fn a_proof_is_checked() {
    let place = Folder::with(&[("a.c", PROGRAM), ("b.c", ENDLESS), ("c.c", STATES)]);
    for file in ["a.c", "b.c", "c.c"] {
        let found = place.sheaf(&format!("check {file} --certificate proof"));
        found.says("  certified (");
        found.exits(0);
        let (status, text) = verdict(&place, &["proof"]);
        assert_eq!(status, Some(0), "{text}");
        assert!(
            text.starts_with("certified: no input makes the program fail ("),
            "{text}"
        );
        assert!(text.contains("\ntrusted: "), "{text}");
        // What it is about is said.
        assert!(text.contains(&format!("\nof {file}\n")), "{text}");
        assert!(text.contains("\nfailures: abort "), "{text}");
    }
}

#[test]
fn what_has_no_rule_is_listed() {
    let text = "float __VERIFIER_nondet_float(void);
int main(void) { float f = __VERIFIER_nondet_float(); return f > 1 ? 1 : 0; }
";
    let place = Folder::with(&[("a.c", text)]);
    let found = place.sheaf("check a.c --certificate proof");
    found.says("certified except for 1 claims");
    found.says("a.c:2:64: a float that depends on inputs");
    let (status, text) = verdict(&place, &["proof"]);
    assert_eq!(status, Some(1));
    assert!(
        text.contains("a.c:2:64: a float that depends on inputs"),
        "{text}"
    );
    let json = place.sheaf("check a.c --certificate proof --json");
    json.says("\"certificate\":{\"complete\":false,");
}

#[test]
fn only_what_is_safe_has_a_certificate() {
    let bug = PROGRAM.replace("s <= 6", "s <= 5");
    let place = Folder::with(&[("a.c", &bug), ("a.js", "console.log(1);"), ("b.c", PROGRAM)]);
    let found = place.sheaf("check a.c --certificate proof");
    found.says("no certificate: the program is not known to be safe");
    found.exits(1);
    // A certificate of an earlier version does not stay.
    place.sheaf("check b.c --certificate proof").exits(0);
    place.sheaf("check a.c --certificate proof").exits(1);
    assert_eq!(verdict(&place, &["proof"]).0, Some(2));
    place.sheaf("check a.js --certificate proof").exits(2);
    let hangs = place.sheaf("check b.c --certificate proof --enable hang");
    hangs.says("no certificate: there are no rules for failures of kind `hang`");
}

#[test]
fn bad_certificates_are_refused() {
    let place = Folder::with(&[("a.c", PROGRAM), ("b.c", ENDLESS)]);
    place.sheaf("check a.c --certificate a").exits(0);
    place.sheaf("check b.c --certificate b").exits(0);
    let original = fs::read(place.path("a/certificate")).unwrap();
    let refuse = |bytes: &[u8], status: i32, message: &str| {
        fs::write(place.path("a/certificate"), bytes).unwrap();
        let (found, text) = verdict(&place, &["a"]);
        assert_eq!(found, Some(status), "{text}");
        assert!(text.contains(message), "{message} in {text}");
    };
    refuse(&original[..original.len() - 20], 1, "ends too early");
    let header = original.windows(2).position(|it| it == b"\n\n").unwrap();
    refuse(&original[..header], 2, "the header does not end");
    refuse(b"", 2, "no certificate of Sheaf");
    refuse(&vec![b'x'; 10_000_000], 2, "no certificate of Sheaf");
    let text = String::from_utf8_lossy(&original[..header + 2]).into_owned();
    let with = |header: String| [header.as_bytes(), &original[text.len()..]].concat();
    let older = with(text.replace("certificate 1", "certificate 0"));
    refuse(&older, 2, "a certificate of version 0");
    refuse(
        &with(text.replace("counts", "count")),
        2,
        "no line `counts`",
    );
    let hangs = with(text.replace("counts ", "counts hang "));
    refuse(&hangs, 2, "no rules for failures of kind `hang`");
    let vague = with(text.replace("must-free false", "must-free no"));
    refuse(&vague, 2, "`must-free` is neither `true` nor `false`");
    let longer = [&original[..], &original[..]].concat();
    refuse(&longer, 0, "certified");
    fs::write(place.path("a/certificate"), &original).unwrap();
    fs::copy(place.path("b/program.ir"), place.path("a/program.ir")).unwrap();
    let (status, text) = verdict(&place, &["a"]);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("about another program"), "{text}");
}

#[test]
fn wrong_usage_is_told() {
    let place = Folder::with(&[("a.c", PROGRAM)]);
    for words in [
        &[][..],
        &["nowhere"],
        &["--what"],
        &["a", "--steps", "x"],
        &["a.c"],
    ] {
        let (status, text) = verdict(&place, words);
        assert_eq!(status, Some(2), "{words:?}: {text}");
        assert!(!text.is_empty());
    }
    place.sheaf("check a.c --certificate proof").exits(0);
    let (status, text) = verdict(&place, &["proof", "--steps", "10"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("goes on after 10 instructions"), "{text}");
    let taken = place.sheaf("check a.c --certificate a.c/proof");
    taken.exits(2);
}

#[test]
fn certificates_are_shown_as_text() {
    let place = Folder::with(&[("a.c", PROGRAM), ("c.c", STATES)]);
    place.sheaf("check c.c --certificate proof").exits(0);
    let found = place.sheaf("show proof");
    found.says("certified: no input makes the program fail (");
    found.says("loop at c.c:5:10 in main, changes seen, state");
    found.says("  each visit has state in {100, 200, 300, 400}");
    // A row of the relation, and a claim with the number of its proofs.
    found.says("  one of: state == 100 & seen == 0 & again != 0");
    found.says("no broken invariant at c.c:5:3: ");
    found.says("of c.c");
    found.exits(0);
    let json = place.sheaf("show proof --format json");
    json.says("\"function\": \"main\"");
    json.says("\"complete\": true");
    let drawn = place.sheaf("show proof --format dot");
    drawn.refused_in_one_line(&["a certificate is shown as text and as JSON only"]);
    let deep = place.sheaf("show proof --depth 2");
    deep.refused_in_one_line(&["only trees have a depth"]);
    // A certificate of another program, and a folder without one.
    let other = place.sheaf("check a.c --certificate other");
    other.exits(0);
    fs::copy(
        place.path("other/program.ir"),
        place.path("proof/program.ir"),
    )
    .unwrap();
    let wrong = place.sheaf("show proof");
    wrong.refused_in_one_line(&["it is about another program than program.ir"]);
    fs::create_dir(place.path("empty")).unwrap();
    place
        .sheaf("show empty")
        .refused_in_one_line(&["empty/program.ir"]);
}
