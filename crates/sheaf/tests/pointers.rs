//! Entries that take pointers: what is shown of their inputs, and what test cases keep.

mod common;

use common::Place;
use std::fs;

const LIST: &str = "#include <assert.h>\n#include <stddef.h>\nstruct node {\n  int value;\n  struct node *next;\n};\n\
                    int f(struct node *list, const char *name) {\n  if (list == NULL || name == NULL) return 0;\n  \
                    assert(list->next == NULL || list->next->value != 7 || name[2] != 'z');\n  return 1;\n}\n";

#[test]
fn inputs_show_the_shape_of_objects() {
    let place = Place::with(&[("a.c", LIST)]);
    let answer = place.sheaf("check a.c --entry f --pointer-depth 2 --out out");
    assert_eq!(answer.status, Some(1), "{}{}", answer.out, answer.err);
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
    assert!(name.contains('z') && name.ends_with("(i8[4])"), "{name}");
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
    let place = Place::with(&[("a.c", LIST)]);
    assert_eq!(
        place.sheaf("check a.c --entry f --pointer-depth 1").status,
        Some(0)
    );
    let short = place.sheaf("check a.c --entry f --pointer-elements 2");
    assert!(
        short.out.contains("out-of-bounds: "),
        "{}{}",
        short.out,
        short.err
    );
    place
        .sheaf("check a.c --entry f --pointer-elements 0")
        .refused_in_one_line(&["--pointer-elements"]);
}

#[test]
fn pointers_of_no_known_type_are_refused() {
    let place = Place::with(&[("a.c", LIST)]);
    let clang = std::process::Command::new("clang-19")
        .args(["-c", "-emit-llvm", "-g0", "a.c"])
        .current_dir(place.folder())
        .status();
    assert!(clang.unwrap().success());
    place
        .sheaf("check a.bc --entry f")
        .refused_in_one_line(&["a.bc", "no pointer of a known type"]);
}

/// A suite of such an entry has no C file, because nothing there makes the objects.
#[test]
fn suites_of_pointers_are_for_sheaf_only() {
    let place = Place::with(&[("a.c", LIST)]);
    assert_eq!(place.sheaf("test a.c --entry f --quiet").status, Some(1));
    let latest = place.path("sheaf-out/latest");
    assert!(latest.join("test-1.json").exists() && !latest.join("tests.c").exists());
    let case = fs::read_to_string(latest.join("test-1.json")).unwrap();
    assert!(case.contains("\"pointers\""), "{case}");
    place
        .sheaf("replay --native sheaf-out/latest/test-1.json")
        .refused_in_one_line(&["test-1.json", "cannot be passed from C"]);
}
