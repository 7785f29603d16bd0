//! Entries that take pointers: what is shown of their inputs, and what test cases keep.

mod common;

use common::Folder;
use std::fs;

const LIST: &str = "#include <assert.h>\n#include <stddef.h>\nstruct node {\n  int value;\n  struct node *next;\n};\n\
                    int f(struct node *list, const char *name) {\n  if (list == NULL || name == NULL) return 0;\n  \
                    assert(list->next == NULL || list->next->value != 7 || name[2] != 'z');\n  return 1;\n}\n";

#[test]
fn inputs_show_the_shape_of_objects() {
    let place = Folder::with(&[("a.c", LIST)]);
    let answer = place.sheaf(
        "check a.c --entry f --pointer-depth 2 --pointer-elements =4 --out out --keep-paths",
    );
    answer.exits(1);
    let line = |start: &str| {
        let found = answer
            .out
            .lines()
            .find_map(|line| line.trim().strip_prefix(start));
        found
            .unwrap_or_else(|| panic!("`{start}` is not in:\n{}", answer.out))
            .to_string()
    };
    // What lies beyond the depth is null without being an input.
    let list = line("list -> {value: ");
    assert!(list.contains("next -> {value: 7}"), "{list}");
    let name = line("name -> ");
    assert!(name.contains('z') && name.ends_with("(char[4])"), "{name}");
    let again = place.sheaf("replay out/latest/finding-1.json out/latest/path-1.json");
    assert_eq!(
        again.out.matches("(as recorded)").count(),
        2,
        "{}{}",
        again.out,
        again.err
    );
}

#[test]
fn shapes_are_bounded_as_asked() {
    let place = Folder::with(&[("a.c", LIST)]);
    let exactly = place.sheaf("check a.c --entry f --pointer-depth 1 --pointer-elements =4");
    exactly.exits(3);
    exactly.says("shape-limit: `*list->next`, beyond --pointer-depth 1");
    for elements in ["2", "=2", "4"] {
        let short = place.sheaf(&format!(
            "check a.c --entry f --pointer-depth 2 --pointer-elements {elements}"
        ));
        short.says("out-of-bounds: ");
    }
    for elements in ["0", "=0", "=", "1..4", "65537"] {
        place
            .sheaf(&format!(
                "check a.c --entry f --pointer-elements {elements}"
            ))
            .refused_in_one_line(&["--pointer-elements"]);
    }
}

/// What fails for one size of an object only, by kind of object; the second, of a structure with
/// its pointers.
const SUM: &str = "int sum(const int *p, int n) {\n  int sum = 0;\n  if (!p) return 0;\n  for (int i = 0; i < n; i++) sum ^= p[i];\n  return sum;\n}\n";
const BUFFER: &str = "#include <stddef.h>\nstruct buffer { size_t length; short *data; struct { long kind; } part; int tail[]; };\n\
                      int first(struct buffer *b) {\n  if (!b || !b->data) return 0;\n  if (b->length == 3) return b->data[1];\n  return b->tail[2];\n}\n";

#[test]
fn the_number_of_elements_is_an_input() {
    let place = Folder::with(&[("sum.c", SUM), ("buffer.c", BUFFER)]);
    let sum = place.sheaf("check sum.c --entry sum --out sum");
    for shown in [
        "a heap object of 4 bytes",
        "p -> {0} (int[1])",
        "n = 2 (int)",
    ] {
        assert!(sum.out.contains(shown), "{shown}: {}{}", sum.out, sum.err);
    }
    let case = fs::read_to_string(place.path("sum/latest/finding-1.json")).unwrap();
    assert!(case.contains("\"elements of *p\""), "{case}");
    let buffer = place.sheaf("check buffer.c --entry first --out buffer --search bfs");
    for shown in ["data -> {0} (short[1])", "tail: {}"] {
        assert!(
            buffer.out.contains(shown),
            "{shown}: {}{}",
            buffer.out,
            buffer.err
        );
    }
    for case in [
        "sum/latest/finding-1",
        "buffer/latest/finding-1",
        "buffer/latest/finding-2",
    ] {
        let again = place.sheaf(&format!("replay {case}.json"));
        again.says("(as recorded)");
        let native = place.sheaf(&format!("replay --native {case}.json"));
        native.says("(as recorded)");
        let entry = &case[..case.find('/').unwrap()].replace("buffer", "first");
        let bytes = place.sheaf(&format!("replay --entry {entry} {case}.ktest"));
        bytes.says("out-of-bounds: ");
    }
}

/// KLEE's format does not say how large objects may be; and what is longer than that is not an
/// input of the program.
#[test]
fn sizes_of_cases_are_bounded_as_asked() {
    let place = Folder::with(&[("sum.c", SUM)]);
    let text = "check sum.c --entry sum --pointer-elements =6 --out out";
    place.sheaf(text).exits(1);
    let replay = "replay --entry sum out/latest/finding-1.ktest";
    let again = place.sheaf(&format!("{replay} --pointer-elements =6"));
    again.says("object of 24 bytes");
    place.sheaf(replay).refused_in_one_line(&["elements of *p"]);
}

/// Sizes by themselves are no paths: a copy of any length between objects of any size is one.
#[test]
fn sizes_are_not_tried_one_by_one() {
    let text = "#include <string.h>\n#include <klee/klee.h>\nint f(char *to, const char *from, size_t n) {\n  \
                if (!to || !from) return 0;\n  klee_assume(n <= klee_get_obj_size(to));\n  \
                klee_assume(n <= klee_get_obj_size((void *)from));\n  memcpy(to, from, n);\n  memset(to, 0, n);\n  return 1;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    for elements in ["=8", "8", "3000"] {
        let answer = place.sheaf(&format!(
            "check a.c --entry f --pointer-elements {elements}"
        ));
        assert!(
            answer.out.starts_with("safe") && answer.out.contains("(3 paths"),
            "{elements}: {}{}",
            answer.out,
            answer.err
        );
    }
}

#[test]
fn pointers_of_no_known_type_are_refused() {
    let place = Folder::with(&[("a.c", LIST)]);
    let clang = std::process::Command::new("clang-19")
        .args(["-c", "-emit-llvm", "-g0", "a.c"])
        .current_dir(place.folder())
        .status();
    assert!(clang.unwrap().success());
    place
        .sheaf("check a.bc --entry f")
        .refused_in_one_line(&["a.bc", "neither a number nor a pointer to a known type"]);
}

/// An entry that other files do not see, called natively all the same.
#[test]
fn static_entries_run_natively() {
    let text = "#include <assert.h>\nstatic int f(int *p, unsigned n) {\n  if (p && n < 4) assert(p[n] != 77);\n  return 0;\n}\n\
                int g(void) { return f(0, 1); }\n";
    let place = Folder::with(&[("a.c", text)]);
    place
        .sheaf("check a.c --entry f --out out --quiet")
        .exits(1);
    let native = place.sheaf("replay --native out/latest/finding-1.json");
    native.says("a.c:3 (as recorded)");
}

/// A truth value is called as in the source, although it is passed as one bit.
#[test]
fn truth_values_keep_their_names() {
    let text = "#include <assert.h>\n#include <stdbool.h>\nint f(int n, bool loud, _Bool *p) {\n  bool *q = &loud;\n  assert(!*q || n != 3);\n  return p != 0;\n}\n\
                int g(bool quiet) {\n  assert(quiet);\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    for (entry, shown) in [("f", "loud = true (_Bool)"), ("g", "quiet = false (_Bool)")] {
        let answer = place.sheaf(&format!("check a.c --entry {entry}"));
        answer.says(shown);
    }
}

/// Members of all kinds, and pointers to pointers; the second assertion fails for one shape of them
/// only, and what lies beyond is accessed out of bounds.
const SHAPES: &str = "#include <assert.h>\n#include <stdbool.h>\n#include <stddef.h>\n\
    struct part { short s; bool ok; unsigned a : 3, b : 7; char name[3]; };\n\
    struct node {\n  double d;\n  struct part parts[2];\n  union { int i; float f; } u;\n  struct node *next;\n  int **pp;\n  void (*call)(void);\n};\n\
    int f(const struct node *list, char **words, long n, bool b, float x) {\n  if (list == NULL || words == NULL || *words == NULL) return 1;\n  \
    assert(list->call == NULL);\n  if (!b && x != 0.5f) return 2;\n  \
    assert(list->d != 2.5 || list->parts[1].b != 5 || !list->parts[1].ok || !list->next || list->next->u.i != 9);\n  \
    if (list->pp && *list->pp) return (*list->pp)[n & 7];\n  return (*words)[1] == 'w' ? 3 : 4;\n}\n";

/// The C file makes the objects as Sheaf does.
#[test]
fn suites_of_pointers_run_natively() {
    for (name, text) in [("list.c", LIST), ("shapes.c", SHAPES)] {
        let place = Folder::with(&[(name, text)]);
        let answer = place.sheaf(&format!("test {name} --entry f --pointer-depth 2"));
        assert_eq!(
            answer.status,
            Some(1),
            "{name}: {}{}",
            answer.out,
            answer.err
        );
        let latest = fs::read_dir(place.path("sheaf-out/latest")).unwrap();
        let names = latest.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut cases: Vec<String> = names
            .filter(|name| common::is_case(name))
            .map(|name| format!("sheaf-out/latest/{name}"))
            .collect();
        cases.sort();
        assert!(cases.len() > 3, "{cases:?}");
        let case = fs::read_to_string(place.path(&cases[0])).unwrap();
        assert!(case.contains("\"pointers\""), "{case}");
        let native = place.sheaf(&format!("replay --native {}", cases.join(" ")));
        let agrees = |line: &str| line.ends_with("(as recorded)");
        assert_eq!(native.out.lines().count(), cases.len());
        assert!(
            native.out.lines().all(agrees),
            "{name}: {}{}",
            native.out,
            native.err
        );
    }
}

/// Structures by value: in registers, in memory, one in memory because no registers are left, and a
/// large result.
const VALUES: &str = "#include <assert.h>\nstruct point { int x, y; };\nstruct pair { float a, b; };\nstruct row { double w[3]; short t[2]; struct point *p; };\n\
                      struct row f(struct point q, struct pair r, struct row s) {\n  \
                      if (q.x == 3 && q.y == 4 && r.a == 0.5f && r.b == 2.5f && s.w[1] == 1.5 && s.p) assert(s.t[1] != 7);\n  return s;\n}\n\
                      int late(int a, int b, int c, int d, int e, struct { long x, y; } z) {\n  assert(e != 1 || z.y != 2);\n  return 0;\n}\n";

#[test]
fn structures_by_value_are_shown_by_their_members() {
    let place = Folder::with(&[("a.c", VALUES)]);
    let answer = place.sheaf("check a.c --entry f --out out");
    assert_eq!(answer.status, Some(1), "{}{}", answer.out, answer.err);
    for shown in [
        "    q = {x: 3, y: 4}\n",
        "    r = {a: 0.5, b: 2.5}\n",
        "    s = {w: {0.0, 1.5, 0.0}, t: {0, 7}, p -> {x: 0, y: 0}}\n",
    ] {
        assert!(answer.out.contains(shown), "{shown}: {}", answer.out);
    }
    let case = fs::read_to_string(place.path("out/latest/finding-1.json")).unwrap();
    assert!(case.contains("\"s.w\""), "{case}");
    for replay in ["", "--native "] {
        let again = place.sheaf(&format!("replay {replay}out/latest/finding-1.json"));
        assert!(
            again.out.contains("(as recorded)"),
            "{}{}",
            again.out,
            again.err
        );
    }
}

/// A small structure comes in memory when the registers are used up: Sheaf passes it, the C file
/// does not know how.
#[test]
fn structures_that_c_cannot_pass_are_refused_by_name() {
    let place = Folder::with(&[("a.c", VALUES)]);
    let answer = place.sheaf("check a.c --entry late --out out");
    assert!(answer.out.contains("z = {x: 0, y: 2}"), "{}", answer.out);
    place
        .sheaf("replay --native out/latest/finding-1.json")
        .refused_in_one_line(&["the arguments of `late` cannot be made in C"]);
}

/// In optimised code, only the lifetimes of LLVM tell that two objects may have one address.
#[test]
fn addresses_are_shared_in_optimised_code() {
    let text = "#include <assert.h>\n#include <stdint.h>\n__attribute__((noinline)) int \
                is_at(volatile int *p, uintptr_t address) {\n  *p = 1;\n  return (uintptr_t)p == address;\n}\n\
                int main(void) {\n  uintptr_t first;\n  {\n    int x[4];\n    is_at(x, 0);\n    \
                first = (uintptr_t)x;\n  }\n  {\n    int y[4];\n    assert(!is_at(y, first));\n  }\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    let clang = std::process::Command::new("clang-19")
        .args(["-c", "-emit-llvm", "-g", "-O2", "a.c"])
        .current_dir(place.folder())
        .status();
    assert!(clang.unwrap().success());
    for program in ["a.c", "a.bc"] {
        let answer = place.sheaf(&format!("check {program}"));
        answer.exits(3);
        answer.says("address-dependent: the address of a local object");
    }
}
