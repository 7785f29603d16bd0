//! `sheaf reach`: the three answers, targets of all kinds, and invalid targets.

use crate::common::Folder;
use crate::shared::check_schema;
use serde_json::Value;
use sheaf_testkit::schema;

const PROGRAM: &str = "\
int __VERIFIER_nondet_int(void);
void goal(void) {}
static int half(int x) { return x / 2; }
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0 || n > 40) return 0;
  while (i < n) i += 4;
  if (i == 16) goal();
  if (i == 15) return half(i);
  __builtin_assume(n != 50);
  if (i == 20) __builtin_trap();
  return 0;
}
";

#[test]
fn an_input_leads_to_a_function_or_a_line() {
    let folder = Folder::with(&[("a.c", PROGRAM)]);
    let function = folder.sheaf("reach a.c --target goal --out out");
    function.exits(0);
    function.says("target: goal is reached\n  at a.c:2 in goal");
    function.says("a.c:7: i < n taken, 4 times");
    function.says("\nreached: an input leads to goal (");
    let replayed = folder.sheaf("replay out/latest/finding-1.json");
    replayed.exits(1);
    replayed.says("(as recorded)");
    let native = folder.sheaf("replay --native out/latest/finding-1.json");
    native.says("not run natively: natively nothing fails at `goal`");
    let line = folder.sheaf("reach a.c --target a.c:8 --search dfs");
    line.exits(0);
    line.says("target: a.c:8 is reached");
}

#[test]
fn what_no_input_leads_to_is_unreachable() {
    let folder = Folder::with(&[("a.c", PROGRAM)]);
    for target in ["half", "a.c:3", "any-assertion"] {
        let answer = folder.sheaf(&format!("reach a.c --target {target}"));
        answer.exits(1);
        answer.says(&format!("unreachable: no input leads to {target}"));
    }
}

#[test]
fn a_failure_of_another_kind_is_none_and_ends_its_path() {
    let program = "int __VERIFIER_nondet_int(void);\n\
        int main(void) {\n\
          int x = __VERIFIER_nondet_int();\n\
          int y = 8 / x;\n\
          if (x == 0) return 1;\n\
          return y;\n\
        }\n";
    let folder = Folder::with(&[("a.c", program)]);
    let behind = folder.sheaf("reach a.c --target a.c:5");
    behind.exits(0);
    assert!(!behind.out.contains("division"), "{}", behind.out);
    let never = folder.sheaf("reach a.c --target any-null-dereference");
    never.exits(1);
    let kind = folder.sheaf("reach a.c --target any-division-by-zero");
    kind.exits(0);
    kind.says("reached: an input leads to any-division-by-zero (");
}

#[test]
fn a_label_is_a_target() {
    let program = "int __VERIFIER_nondet_int(void);\n\
        int main(void) {\n\
          int x = __VERIFIER_nondet_int();\n\
          if (x == 3) goto OUT;\n\
          if (x != x) goto NEVER;\n\
          return 0;\n\
          OUT: return 1;\n\
          NEVER: return 2;\n\
        }\n";
    let folder = Folder::with(&[("a.c", program)]);
    let out = folder.sheaf("reach a.c --target label:OUT --out out");
    out.exits(0);
    out.says("target: the label `OUT` is reached\n  at a.c:7:");
    let replayed = folder.sheaf("replay out/latest/finding-1.json");
    replayed.says("(as recorded)");
    folder.sheaf("reach a.c --target label:NEVER").exits(1);
    folder.sheaf("reach a.c --target label:OTHER").exits(2);
}

#[test]
fn a_path_must_have_reached_the_place_before() {
    let program = "int __VERIFIER_nondet_int(void);\n\
        void goal(void) {}\n\
        int main(void) {\n\
          int x = __VERIFIER_nondet_int(), y = 0;\n\
          if (x > 3)\n\
            y = 7 / x;\n\
          if (x < 8)\n\
            goal();\n\
          return y;\n\
        }\n";
    let folder = Folder::with(&[("a.c", program)]);
    let answer = folder.sheaf("reach a.c --target goal --from a.c:6 --out out --search dfs");
    answer.exits(0);
    answer.says("reached: an input leads to goal from a.c:6 (");
    let replayed = folder.sheaf("replay out/latest/finding-1.json");
    replayed.says("(as recorded)");
    let never = folder.sheaf("reach a.c --target a.c:6 --from goal");
    never.exits(1);
    never.says("unreachable: no input leads to a.c:6 from goal");
    folder
        .sheaf("reach a.c --target a.c:5 --from a.c:6")
        .exits(1);
    for wrong in [
        "any-assertion --from a.c:6",
        "goal --from a.c:77",
        "goal --from label:goal",
    ] {
        folder
            .sheaf(&format!("reach a.c --target {wrong}"))
            .exits(2);
    }
}

#[test]
fn a_line_goes_on_after_the_place_before_it() {
    let program = "int __VERIFIER_nondet_int(void);\n\
        static int n;\n\
        int get(void) { n++; return n; }\n\
        int add(int a, int b) { return a ^ b; }\n\
        int main(void) {\n\
          int r = add(get(), __VERIFIER_nondet_int());\n\
          return r;\n\
        }\n";
    let folder = Folder::with(&[("a.c", program)]);
    let answer = folder.sheaf("reach a.c --target a.c:6 --from get");
    answer.exits(0);
}

#[test]
fn a_function_of_javascript_is_a_target() {
    let program = "const n = sheaf.integer('n', 0, 50);\n\
        let a = 0;\n\
        function goal() {}\n\
        class Two { never() {} }\n\
        new Two();\n\
        function map() {}\n\
        [n].map(it => it);\n\
        if (n > 50) map();\n\
        for (let i = 0; i < n; i++) a += 2;\n\
        if (a === 30) goal();\n";
    let folder = Folder::with(&[("a.js", program)]);
    let answer = folder.sheaf("reach a.js --target goal");
    answer.exits(0);
    answer.says("    n = 15 (i32)");
    folder.sheaf("reach a.js --target never").exits(1);
    folder.sheaf("reach a.js --target map").exits(1);
    folder.sheaf("reach a.js --target other").exits(2);
    folder
        .sheaf("reach a.js --target goal --search chains")
        .exits(0);
    folder
        .sheaf("reach a.js --target goal --from a.js:2")
        .exits(2);
}

#[test]
fn chains_alone_guide_to_a_target() {
    let program = "int __VERIFIER_nondet_int(void);\n\
        void goal(void) {}\n\
        int main(void) {\n\
          int a = 0, b = 0;\n\
          for (int i = 0; i < 60; i++) {\n\
            if (__VERIFIER_nondet_int()) a++; else b++;\n\
          }\n\
          if (a == 43) goal();\n\
          return b;\n\
        }\n";
    let folder = Folder::with(&[("a.c", program)]);
    let answer = folder.sheaf("reach a.c --target goal --search chains --max-forks 200");
    answer.exits(0);
    folder
        .sheaf("reach a.c --target goal --search chains --no-chains")
        .exits(2);
    let suite = folder.sheaf("test a.c --search chains --time 5s");
    suite.says("    main  6 of 6 (100%)");
}

#[test]
fn a_limit_makes_it_unknown() {
    let folder = Folder::with(&[("a.c", PROGRAM)]);
    let answer = folder.sheaf("reach a.c --target half --no-chains --max-forks 3");
    answer.exits(3);
    answer.says("unknown: half was not reached, and not everything was explored (");
}

fn json(folder: &Folder, line: &str) -> Value {
    let answer = folder.sheaf(line);
    let object = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(schema::violations(&check_schema(), &object), [""; 0]);
    object
}

#[test]
fn json_has_the_target() {
    let folder = Folder::with(&[("a.c", PROGRAM)]);
    let reached = json(&folder, "reach a.c --target goal --json");
    assert_eq!(reached["target"]["reached"], true);
    assert_eq!(reached["target"]["inputs"][0]["value"], "13");
    assert!(
        reached["target"]["path"]
            .as_array()
            .is_some_and(|path| path.len() > 4)
    );
    let unreachable = json(&folder, "reach a.c --target half --json");
    assert_eq!(unreachable["target"]["reached"], false);
    let unknown = json(
        &folder,
        "reach a.c --target half --no-chains --max-forks 3 --json",
    );
    assert!(unknown["target"]["reached"].is_null());
}

#[test]
fn what_is_no_target_is_refused_with_what_could_be_meant() {
    let folder = Folder::with(&[("a.c", PROGRAM)]);
    for (target, message) in [
        (
            "a.c:100",
            "line 100 of `a.c` has no code of its own that the entry may call (what only sets a local \
             may have none); the nearest lines",
        ),
        (
            "b.c:1",
            "nothing that the entry may call is in a file `b.c`",
        ),
        ("nothing", "the entry calls no function `nothing`"),
        ("any-thing", "`thing` is not a kind of failure"),
        ("a.c:x", "`x` is not the number of a line"),
    ] {
        let answer = folder.sheaf(&format!("reach a.c --target {target}"));
        answer.exits(2);
        assert!(answer.err.contains(message), "{target}: {}", answer.err);
    }
    folder.sheaf("reach a.c").exits(2);
}

#[test]
fn labels_in_a_row_do_not_reach_what_precedes_them() {
    let program = r#"#include <klee/klee.h>
int main(void) {
  switch (klee_range(0, 9, "x")) {
  case 0:
    return 1;
    break;
  case 3 ... 5:
  case 7:
    return 2;
  }
  return 0;
}
"#;
    let folder = Folder::with(&[("a.c", program)]);
    let answer = folder.sheaf("reach a.c --target a.c:6");
    answer.exits(2);
    assert!(answer.err.contains("3, 5, 9, 11"), "{}", answer.err);
    assert_eq!(
        json(&folder, "reach a.c --target a.c:9 --json")["target"]["reached"],
        true
    );
}

#[test]
fn labels_that_only_jump_to_each_other_are_read() {
    let module = "define i32 @main(i32 %x) {
  switch i32 %x, label %end [ i32 1, label %a
    i32 2, label %b
    i32 3, label %c ]
a:
  br label %b
b:
  br label %c
c:
  br label %b
end:
  ret i32 0
}
";
    let folder = Folder::with(&[("a.ll", module)]);
    let answer = folder.sheaf("show --ir a.ll");
    answer.exits(0);
    assert!(answer.out.contains("jump block3"), "{}", answer.out);
}
