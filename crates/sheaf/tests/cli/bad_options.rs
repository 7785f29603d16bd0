//! Options that are none, or cannot be followed, are refused in one line.

use crate::common::Folder;
use crate::shared::SAFE;

#[test]
fn unknown_options_and_values() {
    let place = Folder::with(&[("a.c", SAFE)]);
    place
        .sheaf("check a.c --fast")
        .refused_in_one_line(&["--fast"]);
    place
        .sheaf("check a.c --serach dfs")
        .refused_in_one_line(&["did you mean `--search`?"]);
    place
        .sheaf("check a.c -O2")
        .refused_in_one_line(&["flags for clang", "after `--`"]);
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
    let place = Folder::with(&[("a.c", SAFE)]);
    for (options, part) in [
        ("--explore multise --merge dynamic", "--merge: "),
        ("--explore multise -j 2", "-j: not with `--explore multise`"),
        (
            "--explore deepening -j 2",
            "-j: not with `--explore deepening`",
        ),
        ("--param none=1", "--param: there is no constant `none`"),
        (
            "--param max-labels=0",
            "--param: `max-labels` is a number from 1 to 512",
        ),
        ("--param max-labels", "--param: expected NAME=VALUE"),
        ("--explore multise --search bfs", "--search: "),
        ("--keep-summaries", "--keep-summaries: "),
        ("--merge dynamic --kappa 0", "--kappa"),
        ("--merge aggressive --kappa 2", "--kappa: "),
        (
            "--merge none --explain merge",
            "--explain merge: there is nothing to explain without `--explore multise` or `--merge`",
        ),
        ("--explain merge", "--explain merge: "),
        (
            "--explore cdse --explain subsume",
            "--explain subsume: there is nothing to explain without `--subsume`",
        ),
        ("--subsume --explain loops", "--explain loops: "),
        ("--strategy plain --explain cdse", "--explain cdse: "),
        (
            "--subsume --explain strategy",
            "--explain strategy: techniques take no turns",
        ),
    ] {
        place
            .sheaf(&format!("check a.c {options}"))
            .refused_in_one_line(&[part]);
    }
}

#[test]
fn an_output_folder_that_cannot_be_written() {
    let place = Folder::with(&[("a.c", SAFE), ("file", "")]);
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

#[test]
fn bad_values_are_named_with_their_option() {
    let place = Folder::with(&[("a.c", SAFE), ("text", "x")]);
    for (options, parts) in [
        ("--seed -1", ["--seed", "not a non-negative integer"]),
        (
            "--max-forks x",
            ["--max-forks", "not a non-negative integer"],
        ),
        (
            "--max-depth 99999999999999999999",
            ["--max-depth", "number too large"],
        ),
        ("--time 0", ["--time", "longer than zero"]),
        ("--memory 5cm", ["--memory", "MiB"]),
        (
            "--pointer-elements -1",
            ["--pointer-elements", "1 to 65536"],
        ),
        ("--entry=", ["--entry", "value is required"]),
        (
            "--enable assertoin",
            ["assertoin", "did you mean `assertion`?"],
        ),
        ("--search rnadom", ["rnadom", "did you mean `random`?"]),
        ("--out a.c", ["a.c", "a file of this name exists already"]),
        ("--file f,1 --file f,2", ["--file", "`f` is given twice"]),
        ("--file f,@none", ["none", "no such file"]),
        ("--stdin @.", [".", "is a directory"]),
        ("--build text", ["text", "not a compilation database"]),
    ] {
        place
            .sheaf(&format!("check a.c {options}"))
            .refused_in_one_line(&parts);
    }
    place
        .sheaf("generate --for-loop-probability -1")
        .refused_in_one_line(&["for-loop-probability", "from 0 to 1"]);
    place
        .sheaf("generate --for-loop-probability x")
        .refused_in_one_line(&["--for-loop-probability", "not a number"]);
}
