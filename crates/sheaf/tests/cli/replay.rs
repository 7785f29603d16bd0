//! Test cases are run again, on the program that they are for or on another one.

use crate::common::Place;
use crate::shared::{BUG, SAFE};
use std::fs;

#[test]
fn a_test_case_for_another_program() {
    let other = "#include <klee/klee.h>\nint main(void) { char y[3]; klee_make_symbolic(y, 3, \"y\"); return y[0] == 1; }\n";
    let place = Place::with(&[("a.c", BUG), ("other.c", other), ("none.c", SAFE)]);
    place.sheaf("check a.c --out out").exits(1);
    for case in ["out/latest/finding-1.ktest", "out/latest/finding-1.json"] {
        let replayed = place.sheaf(&format!("replay {case}"));
        replayed.exits(1);
        replayed.says("assertion");
        let parts = ["finding-1", "for another program", "`y` of 3 bytes", "`x`"];
        place
            .sheaf(&format!("replay {case} --program other.c"))
            .refused_in_one_line(&parts);
        place
            .sheaf(&format!("replay {case} --program none.c"))
            .refused_in_one_line(&["for another program"]);
    }
    fs::remove_file(place.path("a.c")).unwrap();
    place
        .sheaf("replay out/latest/finding-1.json")
        .refused_in_one_line(&["finding-1.json", "a.c", "--program"]);
}

#[test]
fn a_case_shows_that_a_fix_works() {
    let fixed = BUG.replace("x != 7", "x != 7 || 1");
    let place = Place::with(&[("a.c", BUG), ("fixed.c", &fixed)]);
    place.sheaf("check a.c --out out --quiet").exits(1);
    let replayed = place.sheaf("replay out/latest/finding-1.json --program fixed.c");
    replayed.exits(0);
    replayed.says("exit 0 (recorded: assertion at a.c:5:");
}
