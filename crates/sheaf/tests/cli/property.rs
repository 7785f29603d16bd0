//! Properties of SV-COMP and Test-Comp, and labels that must not be reached.

use crate::common::Folder;

const OWN: &str = "#include <assert.h>\n\
    extern int __VERIFIER_nondet_int(void);\n\
    void reach_error(void) { assert(0); }\n\
    int main(void) {\n\
      if (__VERIFIER_nondet_int() == 7) reach_error();\n\
      return 0;\n\
    }\n";

const LABEL: &str = "extern int __VERIFIER_nondet_int(void);\n\
    int main(void) {\n\
      if (__VERIFIER_nondet_int() != 7) return 0;\n\
    ERROR: goto ERROR;\n\
    }\n";

#[test]
fn a_property_is_named_or_read_from_a_file() {
    let prp = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n";
    let place = Folder::with(&[("a.c", OWN), ("unreach-call.prp", prp)]);
    for property in [
        "unreach-call",
        "unreach-call.prp",
        "unreach-call,no-overflow",
    ] {
        let answer = place.sheaf(&format!("check a.c --property {property}"));
        answer.exits(1);
        answer.says("unreachable-call: a call that must not be reached\n  at a.c:5:");
    }
    place.sheaf("check a.c --property valid-memsafety").exits(0);
    let more = place.sheaf("check a.c --property valid-memsafety --enable assertion");
    more.exits(1);
    more.says("assertion: ");
}

#[test]
fn a_program_without_the_function_has_the_label() {
    let neither = "int main(void) { return 0; }\n";
    let both = LABEL.replace("!= 7) return 0", "== 3) __VERIFIER_error()");
    let both = format!("extern void __VERIFIER_error(void);\n{both}");
    let place = Folder::with(&[
        ("label.c", LABEL),
        ("neither.c", neither),
        ("both.c", &both),
    ]);
    let label = place.sheaf("check label.c --property unreach-call");
    label.exits(1);
    label.says("the label `ERROR` is reached");
    let neither = place.sheaf("check neither.c --property unreach-call");
    neither.exits(0);
    let warning = "warning: nothing calls `reach_error` or `__VERIFIER_error`";
    assert!(neither.err.contains(warning), "{}", neither.err);
    let both = place.sheaf("check both.c --property unreach-call");
    both.exits(1);
    assert!(!both.out.contains("label"), "{}", both.out);
}

#[test]
fn a_case_remembers_its_property() {
    let place = Folder::with(&[("a.c", OWN), ("label.c", LABEL)]);
    place
        .sheaf("check a.c --property unreach-call --out out")
        .exits(1);
    let replayed = place.sheaf("replay out/latest/finding-1.json");
    replayed.exits(1);
    replayed.says("at a.c:5:35 in main (as recorded)");
    place
        .sheaf("check label.c --target-label ERROR --out label")
        .exits(1);
    let replayed = place.sheaf("replay label/latest/finding-1.json");
    replayed.exits(1);
    replayed.says(
        "unreachable-call: the label `ERROR` is reached at label.c:4:1 in main (as recorded)",
    );
    let native = place.sheaf("replay --native label/latest/finding-1.json");
    native.says("not run natively: natively nothing fails at the label `ERROR`");
    // Other failures of the program do happen natively.
    let text = "int nondet_int(void);\nint main(void) {\n  int x = nondet_int();\n  \
                if (x == 5) __builtin_abort();\n  if (x == 7) {\n    ERROR: x = 1;\n  }\n  \
                return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    let options = "--target-label ERROR --disable unreachable-call --out out";
    place.sheaf(&format!("check a.c {options}")).exits(1);
    let native = place.sheaf("replay --native out/latest/finding-1.json");
    native.says("natively abort (as recorded)");
}

#[test]
fn a_property_that_is_not_supported_is_refused_by_name() {
    let place = Folder::with(&[
        ("a.c", OWN),
        ("a.uc", "main() { return 0; }\n"),
        ("termination.prp", "CHECK( init(main()), LTL(F end) )\n"),
    ]);
    for (line, part) in [
        (
            "check a.c --property termination",
            "the property `termination` is not supported",
        ),
        (
            "check a.c --property no-data-race",
            "the property `no-data-race` is not supported",
        ),
        (
            "check a.c --property termination.prp",
            "the property `termination` is not supported",
        ),
        ("check a.c --property missing.prp", "no such file"),
        ("check a.c --property safe", "unknown property"),
        (
            "check a.c --target-label ERROR",
            "there is no label `ERROR`",
        ),
        (
            "check a.uc --target-label ERROR",
            "only C programs have labels",
        ),
    ] {
        let answer = place.sheaf(line);
        answer.exits(2);
        assert!(answer.err.contains(part), "{line}: {}", answer.err);
    }
}

#[test]
fn memory_that_was_never_written_is_an_input_of_a_property() {
    let source = "extern void reach_error(void);\n\
        int main(void) {\n\
          unsigned x;\n\
          switch (x) { case 4000000000u: reach_error(); }\n\
          return 0;\n\
        }\n";
    let place = Folder::with(&[("a.c", source)]);
    let answer = place.sheaf("check a.c --property unreach-call --out out");
    answer.exits(1);
    answer.says("x (uninitialized) = -294967296 (i32)\n");
    answer.says("a.c:4: x is 4000000000\n");
    let replayed = place.sheaf("replay out/latest/finding-1.json");
    replayed.says("(as recorded)");
    let failure = "check a.c --property unreach-call --uninitialized-as failure";
    let answer = place.sheaf(&format!("{failure} --enable uninitialized"));
    answer.exits(1);
    answer.says("uninitialized: ");
}

#[test]
fn a_suite_for_error_calls_ends_with_the_first() {
    let source = "extern int __VERIFIER_nondet_int(void);\n\
        extern void reach_error(void);\n\
        int main(void) {\n\
          int x = __VERIFIER_nondet_int();\n\
          if (x == 1) reach_error();\n\
          if (x == 2) reach_error();\n\
          return 0;\n\
        }\n";
    let place = Folder::with(&[("a.c", source)]);
    for (property, failures) in [
        ("coverage-error-call", "bug: 1 failure "),
        ("unreach-call", "bug: 2 failures "),
    ] {
        let answer = place.sheaf(&format!("test a.c --property {property} --out {property}"));
        answer.exits(1);
        answer.says(failures);
    }
}

#[test]
fn a_suite_says_what_it_is_to_achieve() {
    let place = Folder::with(&[("a.c", OWN)]);
    for (property, goal, status) in [
        ("coverage-error-call", "@CALL(reach_error)", 1),
        ("coverage-branches", "@DECISIONEDGE", 0),
    ] {
        let answer = place.sheaf(&format!("test a.c --property {property} --out {property}"));
        answer.exits(status);
        let file = format!("{property}/latest/test-comp/metadata.xml");
        let metadata = std::fs::read_to_string(place.path(&file)).unwrap();
        assert!(metadata.contains(goal), "{metadata}");
    }
}
