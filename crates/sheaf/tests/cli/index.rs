//! `--index` and its output.

use crate::common::Folder;
use crate::shared::check_schema;
use sheaf_testkit::schema;

const ROOT: &str = "#include <assert.h>
#include <math.h>
int main(void) {
  double x = __VERIFIER_nondet_double();
  assert(pow(x, 0.5) != 3);
  return 0;
}
";

#[test]
fn the_index_is_explained() {
    let place = Folder::with(&[("a.c", ROOT)]);
    let plain = place.sheaf("check a.c");
    plain.says("unmodelled-call: pow of a symbolic float");
    let told = place.sheaf("check a.c --index doubles --explain index");
    told.says("assertion: ");
    told.says("a.c:5:3: pow, asked 1 time");
    told.says("doubles: 3 (constant at a.c:5:3)");
    told.says("doubles: 9 (`pow` at a.c:5:3)");
    let json = place.sheaf("check a.c --index doubles --json");
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let index = &json["stats"]["index"];
    assert_eq!((&index["tables"], &index["asked"]), (&1.into(), &1.into()));
    assert_eq!(index["outside"], 1);
}

/// The rows of tables: arguments, where they come from, and results.
#[test]
fn rows_are_exported() {
    let place = Folder::with(&[("a.c", ROOT), ("b.c", OPTIONS)]);
    let told = place.sheaf("check a.c --index doubles --explain index --index-rows rows.csv");
    told.says("a.c:5:3: pow, asked 1 time, ");
    told.says(" different results, left 1 time\n  ");
    told.says("\n  and ");
    let rows = std::fs::read_to_string(place.path("rows.csv")).unwrap();
    let mut lines = rows.lines();
    let names = "place,operator,asked,outside,arguments,origins,result";
    assert_eq!(lines.next(), Some(names));
    // With what it leaves in `errno`, and flags.
    let row = "a.c:5:3,pow,1,1,9; 0.5,`pow` at a.c:5:3; constant at a.c:5:3,\"3, 0, 0\"";
    assert!(lines.any(|it| it == row), "{rows}");
    let json = place.sheaf("check b.c --index strings --explain index --json");
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(schema::violations(&check_schema(), &json), [""; 0]);
    let tables = json["explain"]["index"]["tables"].as_array().unwrap();
    let rows = tables.iter().flat_map(|it| it["rows"].as_array().unwrap());
    let found = |row: &serde_json::Value| {
        row["arguments"][0] == "\"--allq\"" && row["result"] == "argument 1 + 5"
    };
    assert!(rows.clone().any(found), "{tables:?}");
    place
        .sheaf("check a.c --index-rows rows.csv")
        .refused_in_one_line(&["--index"]);
}

#[test]
fn what_is_outside_is_a_reason() {
    let place = Folder::with(&[("a.c", ROOT), ("seeds", "4\n\n5e-1\n")]);
    let drop = "check a.c --index doubles --index-outside drop --index-rounds 0";
    place.sheaf(drop).says("outside-index: pow");
    let given = place.sheaf(&format!("{drop} --index-seed 9"));
    given.says("bug: 1 failure");
    let read = place.sheaf("check a.c --index doubles --index-seeds seeds --explain index");
    read.says("doubles: 4 (--index-seed)");
    let wrong = Folder::with(&[("a.c", ROOT), ("seeds", "4\nfour\n")]);
    let wrong = wrong.sheaf("check a.c --index doubles --index-seeds seeds");
    wrong.refused_in_one_line(&["seeds:2: `four` is not a number"]);
}

/// A string that is compared with options; a failure on one of them, and one on another string.
const OPTIONS: &str = "#include <assert.h>
#include <string.h>
extern void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  char s[9];
  klee_make_symbolic(s, sizeof s, \"s\");
  s[8] = 0;
#ifdef INSIDE
  assert(strcmp(s, \"--all\") != 0);
#else
  if (strcmp(s, \"--all\") == 0) return 0;
  assert(strncmp(s, \"--al\", 4) != 0 || s[4] != 'q' || strrchr(s, 'q') != s + 6);
#endif
  return 0;
}
";

#[test]
fn strings_are_indexed() {
    let place = Folder::with(&[("a.c", OPTIONS)]);
    let inside = place.sheaf("check a.c --index strings --index-outside drop -- -DINSIDE");
    inside.says("bug: 1 failure");
    inside.says("outside-index: strcmp");
    let general = place.sheaf("check a.c --index strings");
    general.says("bug: 1 failure");
    for explore in ["worklist", "multise"] {
        let drop = "check a.c --index strings --index-outside drop --explore";
        let drop = place.sheaf(&format!("{drop} {explore}"));
        drop.says("incomplete: ");
        drop.says("outside-index: strcmp");
    }
    let given = "check a.c --index strings --index-outside drop --index-seed";
    place
        .sheaf(&format!("{given} --alq0q"))
        .says("bug: 1 failure");
}

#[test]
fn strings_are_explained() {
    let place = Folder::with(&[("a.c", OPTIONS), ("seeds", "one\n\n two\n")]);
    let told = "check a.c --index strings --index-seeds seeds --explain index";
    let told = place.sheaf(told);
    told.says("strings: \"one\" (--index-seed)");
    told.says("strings: \" two\" (--index-seed)");
    told.says("strings: \"--all\" (constant at a.c:11:7)");
    told.says("strings: \"--allq\" (`strrchr` of \"--all\" at a.c:12:3)");
    told.says("a.c:11:7: strcmp, asked ");
    told.says("merged into one value");
    told.says("different results");
    let none = place.sheaf("check a.c --explore cdse --index strings");
    none.refused_in_one_line(&["--index strings: "]);
}

/// The digits of a number have no formula: without the index, what is printed is a reason.
#[test]
fn printed_numbers() {
    let text = "#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[32];
  sprintf(text, \"%g\", __VERIFIER_nondet_double());
  assert(strcmp(text, \"0.625\") != 0);
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let plain = place.sheaf("check a.c --time 5s");
    plain.says("incomplete: ");
    plain.says("concretization: ");
    let found = place.sheaf("check a.c --index doubles");
    found.says("bug: 1 failure");
}

/// By default, the index has turns once a call is left out.
#[test]
fn calls_that_are_left_out_are_indexed() {
    let text = "#include <assert.h>
#include <math.h>
int main(void) {
  double x = __VERIFIER_nondet_double();
  float y = __VERIFIER_nondet_float();
  assert(pow(x, 0.5) != 3);
  assert(expf(y) != 1);
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let found = place.sheaf("check a.c --explain strategy");
    found.says("`pow(x, 0.5) != 3` fails");
    found.says("`expf(y) != 1` fails");
    found.says("--index floats,doubles,long-doubles");
    place
        .sheaf("check a.c --strategy plain")
        .says("incomplete: ");
}

/// What tables do not have is left out, whatever else is found.
#[test]
fn what_no_table_has_is_left_out() {
    let text = "#include <assert.h>
#include <math.h>
int main(void) {
  double y = exp(__VERIFIER_nondet_double());
  assert(!(y > 3.1415 && y < 3.1416));
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let found = place.sheaf("check a.c --explain strategy -j 1");
    found.says("`!(y > 3.1415 && y < 3.1416)` fails");
    found.says("unmodelled-call: exp of a symbolic float");
    // Processes that begin after the end of plain exploration find the same.
    let together = place.sheaf("check a.c -j 2 --workers-after 0 --time 10m");
    together.says("`!(y > 3.1415 && y < 3.1416)` fails");
    together.says("unmodelled-call: exp of a symbolic float");
}

/// A function that has no formula is computed on the members.
#[test]
fn numbers_in_strings() {
    let text = "#include <assert.h>
#include <stdlib.h>
extern void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  char s[6];
  klee_make_symbolic(s, sizeof s, \"s\");
  s[5] = 0;
  assert(atof(s) != 0.25);
  return 0;
}
";
    let place = Folder::with(&[("a.c", text)]);
    let found = place.sheaf("check a.c --index strings --index-seed 0.25");
    found.says("bug: 1 failure");
}

/// Functions of a program, each with an assertion about its calls, and whether that holds.
const OWN: [(&str, &str, bool); 11] = [
    // No solver inverts it.
    (
        "unsigned f(unsigned x) { for (int i = 0; i < 20; i++) { x ^= x << 13; x ^= x >> 17; \
         x *= 2654435761u; } return x; }",
        "f(number) != f(4711) || number != 4711",
        false,
    ),
    (
        "int g; int f(int x) { return x / 2 + g; }",
        "(g = 5, f(number)) == number / 2 + 5",
        true,
    ),
    (
        "int g; int f(int x) { g++; return x; }",
        "(f(number), f(number), g) == 2",
        true,
    ),
    (
        "int f(int x) { return 100 / (x - 7); }",
        "f(number) < 200",
        false,
    ),
    (
        "int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }",
        "number > 20000 || f(number) >= 0",
        false,
    ),
    (
        "int f(signed char c) { return c < 0 ? 200 + c : c; }",
        "f((signed char)number) != 144",
        false,
    ),
    (
        "_Bool f(int x) { return x == 3 || x > 1000; }",
        "f(number) == (number == 3 || number > 1000)",
        true,
    ),
    (
        "long f(int a, int b) { return 3L * a + b; }",
        "f(number, 2 * number) == 5L * number",
        true,
    ),
    (
        "unsigned f(const char *s) { unsigned h = 5381; while (*s) h = h * 33 + *s++; return h; }",
        "f(text) != f(\"open\")",
        false,
    ),
    (
        "char *f(char *s) { return *s ? s + 1 : s; }",
        "*text == 0 || f(text) == text + 1",
        true,
    ),
    (
        "char *f(char *s) { s[0] = 'x'; return s; }",
        "(f(text), text[0]) == 'x'",
        true,
    ),
];

#[test]
fn own_functions_have_tables() {
    for (function, holds, is_safe) in OWN {
        let program = format!(
            "#include <assert.h>
int nondet_int(void);
extern void klee_make_symbolic(void *, unsigned long, const char *);
{function}
int main(void) {{
  int number = nondet_int();
  if (number < -30000 || number > 30000) return 0;
  char text[6];
  klee_make_symbolic(text, sizeof text, \"text\");
  text[5] = 0;
  assert({holds});
  return 0;
}}
"
        );
        let place = Folder::with(&[("a.c", &program)]);
        let told = place.sheaf("check a.c --index integers,strings --index-functions f");
        told.says(if is_safe { "safe: " } else { "bug: 1 failure" });
    }
}

/// Functions whose result may depend on where objects lie: a run of its own has other objects.
const LOOKING: [(&str, &str); 8] = [
    (
        "static const char *const t[2] = {\"x\", \"y\"}; int f(int x) { return (int)(*(const \
         unsigned long *)t % 3) + x - x; }",
        "uses the pointers in `t`",
    ),
    (
        "int f(const char *a, const char *end) { int n = 0; while (a < end) n++, a++; return n; }",
        "`f` compares pointers",
    ),
    (
        "char none[] = \"none\"; int f(const char *s) { return s == none; }",
        "`f` compares pointers",
    ),
    (
        "int f(const char *s) { return (unsigned long)s % 16 == 1; }",
        "converts between pointers",
    ),
    (
        "int f(int x) { volatile int y = x; return (int)(unsigned long)&y; }",
        "converts between pointers",
    ),
    (
        "int g(const char *s, const char *t) { return s == t; } int f(char *s) { return g(s, s); }",
        "`g` compares pointers",
    ),
    (
        "unsigned long klee_get_obj_size(void *); int f(char *s) { return klee_get_obj_size(s); }",
        "passes a pointer to",
    ),
    (
        "int f(char *s) { char *volatile p = s; return *(int *)&p; }",
        "stores a pointer",
    ),
];

#[test]
fn functions_without_tables_are_refused() {
    let effect = "void f(int x) {} int main(void) { f(1); }";
    let place = Folder::with(&[("a.c", ROOT), ("b.c", effect)]);
    let refused = |line: &str, why: &str| place.sheaf(line).refused_in_one_line(&[why]);
    let option = "--index doubles --index-functions";
    let undefined = "`pow`: the program does not define it, or does not use it";
    refused(&format!("check a.c {option} pow"), undefined);
    refused(
        &format!("check a.c {option} main"),
        "`main`: it has no parameter",
    );
    refused(&format!("check b.c {option} f"), "`f`: it has no result");
    let integers = "`integers` are for the functions of `--index-functions`";
    refused("check a.c --index integers", integers);
    let alone = "--index-functions: it has an effect with `--index` only";
    refused("check a.c --index-functions f", alone);
    let seeds = "--index-only-seeds: there are no seeds";
    refused("check a.c --index doubles --index-only-seeds", seeds);
    for (function, why) in LOOKING {
        let program = format!(
            "int nondet_int(void);\n{function}\nint main(void) {{ char s[4] = \"abc\"; (void)s; \
             return f({}); }}\n",
            match function {
                it if it.contains("end)") => "s, s + 2",
                it if it.contains("f(int x)") => "nondet_int()",
                _ => "s",
            }
        );
        let place = Folder::with(&[("a.c", &program)]);
        let told = place.sheaf("check a.c --index integers,strings --index-functions f");
        told.refused_in_one_line(&[
            "--index-functions: `f`: its result may depend on addresses",
            why,
        ]);
    }
    let place = Folder::with(&[(
        "a.c",
        "int nondet_int(void); int f(const char *s) { return *(const short *)s; }
int g(int x) { return x * x; }
int main(void) { char s[4] = \"abc\"; return f(s + 1) + g(nondet_int()); }
",
    )]);
    let aligned = "check a.c --enable alignment --index strings --index-functions f";
    place
        .sheaf(aligned)
        .refused_in_one_line(&["`f`: its alignment failures depend on addresses"]);
    let other = "check a.c --index strings --index-functions g";
    place
        .sheaf(other)
        .refused_in_one_line(&["`g`: `--index` has no kind of its parameters"]);
    let fraction = "check a.c --index integers --index-functions g --index-seed 0.5";
    place
        .sheaf(fraction)
        .refused_in_one_line(&["`0.5` is not an integer"]);
    let large = "check a.c --index integers --index-functions g --index-seed 9007199254740993 \
                 --explain index";
    place
        .sheaf(large)
        .says("integers: 9007199254740993 (--index-seed)");
}

#[test]
fn given_members_may_be_all() {
    let place = Folder::with(&[("a.c", ROOT)]);
    let only = "check a.c --index doubles --index-only-seeds --index-seed 9 --explain index";
    let told = place.sheaf(only);
    told.says("bug: 1 failure");
    assert_eq!(told.out.matches("doubles: ").count(), 1);
}
