//! Options that are none, or cannot be followed, are refused in one line.

use crate::common::Place;
use crate::shared::SAFE;

#[test]
fn unknown_options_and_values() {
    let place = Place::with(&[("a.c", SAFE)]);
    place
        .sheaf("check a.c --fast")
        .refused_in_one_line(&["--fast"]);
    place
        .sheaf("check a.c --serach dfs")
        .refused_in_one_line(&["did you mean `--search`?"]);
    place
        .sheaf("check a.c -DX=1")
        .refused_in_one_line(&["flags for clang", "behind `--`"]);
    let nothing = place.sheaf("");
    nothing.exits(2);
    assert!(
        nothing.err.contains("Usage: sheaf <COMMAND>"),
        "{}",
        nothing.err
    );
    place
        .sheaf("check a.c --search best")
        .refused_in_one_line(&["best", "dfs"]);
    place
        .sheaf("check a.c --time soon")
        .refused_in_one_line(&["soon", "--time"]);
    place
        .sheaf("check a.c --memory 0")
        .refused_in_one_line(&["--memory"]);
    place
        .sheaf("check a.c --enable bug")
        .refused_in_one_line(&["bug", "assertion"]);
    place.sheaf("check").refused_in_one_line(&["<FILE>"]);
    place.sheaf("explain a.c").refused_in_one_line(&["explain"]);
    place.sheaf("show a.c").refused_in_one_line(&["--ir"]);
}

#[test]
fn options_that_mean_nothing_together() {
    let place = Place::with(&[("a.c", SAFE)]);
    for (options, part) in [
        ("--explore multise --merge dynamic", "--merge: "),
        ("--explore multise --search bfs", "--search: "),
        ("--merge dynamic --kappa 0", "--kappa"),
        ("--merge aggressive --kappa 2", "--kappa: "),
        (
            "--merge none --explain merge",
            "--explain merge: nothing merges",
        ),
    ] {
        place
            .sheaf(&format!("check a.c {options}"))
            .refused_in_one_line(&[part]);
    }
}

#[test]
fn an_output_folder_that_cannot_be_written() {
    let place = Place::with(&[("a.c", SAFE), ("file", "")]);
    place
        .sheaf("check a.c --out file")
        .refused_in_one_line(&["file", "cannot be written"]);
    place
        .sheaf("check a.c --out file/below")
        .refused_in_one_line(&["file/below", "cannot be written"]);
    place
        .sheaf("check a.c --out /proc/nowhere")
        .refused_in_one_line(&["/proc/nowhere", "cannot be written"]);
    place
        .sheaf("check a.c --solver-log no/such/folder")
        .refused_in_one_line(&["no/such/folder", "cannot be written"]);
}
