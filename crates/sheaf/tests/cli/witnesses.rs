//! Witnesses of SV-COMP: `check --witness`, and `replay` of a witness.

use crate::common::Folder;

/// Inputs of several types, on lines with other text, and a loop that reads one several times.
const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) { int x = __VERIFIER_nondet_int(); sum = sum * 2 + (x == i); }
  unsigned char c = 1 + __VERIFIER_nondet_uchar(
  );
  float f = __VERIFIER_nondet_float();
  if (sum == 7 && c == 201 && f == 0.1f)
    if (c) reach_error();
  return 0;
}
";

#[test]
fn a_violation_witness_is_followed() {
    let place = Folder::with(&[("a.c", PROGRAM)]);
    let found = place.sheaf("check a.c --property unreach-call --witness w.yml");
    found.exits(1);
    let text = std::fs::read_to_string(place.path("w.yml")).unwrap();
    for part in [
        "- entry_type: violation_sequence",
        "    format_version: \"2.0\"",
        "      - \"a.c\"",
        "      specification: \"CHECK( init(main()), LTL(G ! call(reach_error())) )\"",
        "      data_model: LP64",
        "          value: \"\\\\result == 2\"",
        "          value: \"\\\\result == 200\"",
        "          value: \"\\\\result == 0.1f\"",
        // The closing parenthesis of the call on two lines, and the statement that fails.
        "          line: 9\n          column: 3\n",
        "        type: target\n        action: follow\n        location:\n          \
         file_name: \"a.c\"\n          line: 12\n          column: 12\n",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert_eq!(text.matches("type: function_return").count(), 5, "{text}");
    let replay = "replay w.yml --program a.c --property unreach-call";
    let followed = place.sheaf(replay);
    followed.says("w.yml: unreachable-call: a call that must not be reached at a.c:12");
    followed.exits(1);
    let native = place.sheaf(&format!("{replay} --native"));
    native.exits(1);
    // With other values, nothing fails.
    let other = text.replace("== 200", "== 100");
    std::fs::write(place.path("other.yaml"), other).unwrap();
    let other = place.sheaf("replay other.yaml --program a.c --property unreach-call");
    other.exits(0);
}

#[test]
fn values_have_the_type_that_the_call_returns() {
    let text = "extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  long l = __VERIFIER_nondet_long();
  int max = 2147483647;
  if (__VERIFIER_nondet_bool() && u == 4294967295 && l == -9223372036854775807 - 1)
    return max + (u > 5);
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let found = place.sheaf("check a.c --property no-overflow --witness w.yml");
    found.exits(1);
    let text = std::fs::read_to_string(place.path("w.yml")).unwrap();
    assert!(
        text.contains("\\\\result == (-9223372036854775807 - 1)"),
        "{text}"
    );
    assert!(text.contains("\\\\result == 4294967295"), "{text}");
    assert!(text.contains("LTL(G ! overflow)"), "{text}");
    let followed = place.sheaf("replay w.yml --program a.c --property no-overflow");
    followed.exits(1);
}

#[test]
fn a_program_that_is_safe_has_a_correctness_witness() {
    let safe = PROGRAM.replace("sum == 7", "sum == 8");
    let place = Folder::with(&[("a.c", &safe), ("b.uc", "main() { return 0; }")]);
    let answer = place.sheaf("check a.c --property unreach-call --witness w.yml -- -m32");
    answer.exits(0);
    let text = std::fs::read_to_string(place.path("w.yml")).unwrap();
    assert!(text.contains("- entry_type: invariant_set"), "{text}");
    assert!(text.contains("data_model: ILP32"), "{text}");
    let refused = |line: &str, why: &str| place.sheaf(line).refused(&[why]);
    refused(
        "replay w.yml --program a.c",
        "it is no witness of a violation",
    );
    refused("check a.c --witness w.yml", "--property");
    refused(
        "check b.uc --property unreach-call --witness w.yml",
        "the format is for programs in C",
    );
}

/// The format is for values that calls return.
#[test]
fn inputs_without_a_form_are_told() {
    let text = "extern void klee_make_symbolic(void *, unsigned long, const char *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[2];
  klee_make_symbolic(a, sizeof a, \"a\");
  return a[1] == 5 ? a[1] + __VERIFIER_nondet_int() : 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let found = place.sheaf("check a.c --property no-overflow --witness w.yml");
    found.exits(1);
    let warning = "w.yml: warning: 1 of the inputs have no form in a witness";
    assert!(found.err.contains(warning), "{}", found.err);
}

#[test]
fn what_is_no_witness_is_refused() {
    let range = "- entry_type: violation_sequence\n  metadata:\n    format_version: \"2.0\"\n  \
                 content:\n  - segment:\n    - waypoint:\n        type: function_return\n        \
                 action: follow\n        constraint:\n          value: \"\\\\result > 2\"\n";
    let place = Folder::with(&[
        ("a.c", PROGRAM),
        ("range.yml", range),
        ("new.yml", &range.replace("2.0", "3.0")),
        ("text.yml", "no: [witness\n"),
        ("empty.yml", ""),
        ("wide.yml", &range.replace("> 2", "== x")),
    ]);
    let refused = |file: &str, why: &str| {
        place
            .sheaf(&format!("replay {file} --program a.c"))
            .refused(&[file, why]);
    };
    refused(
        "range.yml",
        "the constraint `\\result > 2` of a call is not `\\result == CONSTANT`",
    );
    refused("new.yml", "version 3.0 of the format is not supported");
    refused("text.yml", "no witness: ");
    refused("empty.yml", "no witness");
    refused(
        "wide.yml",
        "`x` is no value that `__VERIFIER_nondet_int` returns",
    );
    place
        .sheaf("replay range.yml")
        .refused(&["names no program; give one with --program"]);
}
