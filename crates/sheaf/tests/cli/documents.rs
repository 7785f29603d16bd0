//! What documents show is real: their programs are written to files, their commands run in order,
//! and the output must be as shown.
//!
//! A block of code whose first line has the name of a file after the language (```` ```c a.c ````)
//! is that file from there on. In a block ```` ```console ````, lines that start with `$ ` are
//! commands for a shell, each followed by what it prints; a line `...` stands for any lines.

use crate::common::Folder;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A test that a document shows real output, and has at least some number of commands.
macro_rules! documents {
    ($($name:ident: $document:literal, $least:literal;)*) => {
        $(#[test] fn $name() { shows_real_output($document, $least); })*
    };
}

documents! {
    the_readme: "README.md", 8;
    the_page_of_a_run: "docs/report.md", 2;
    reaching_a_place: "docs/reach.md", 1;
    lesson_1: "docs/tutorial/1-first-bug.md", 5;
    lesson_2: "docs/tutorial/2-functions.md", 5;
    lesson_3: "docs/tutorial/3-incomplete.md", 5;
    lesson_4: "docs/tutorial/4-javascript.md", 6;
    lesson_5: "docs/tutorial/5-invariants.md", 4;
    how_to_check_a_parser: "docs/how-to/check-a-parser.md", 5;
    how_to_find_why_it_is_incomplete: "docs/how-to/incomplete.md", 2;
    how_to_prove_a_loop: "docs/how-to/prove-a-loop.md", 3;
    how_to_check_what_libfuzzer_found: "docs/how-to/fuzzing.md", 7;
    how_to_use_other_harnesses: "docs/how-to/other-harnesses.md", 6;
    how_to_use_ci: "docs/how-to/ci.md", 2;
    coming_from_klee: "docs/coming-from/klee.md", 2;
    coming_from_cbmc: "docs/coming-from/cbmc.md", 1;
    coming_from_libfuzzer: "docs/coming-from/libfuzzer.md", 1;
    coming_from_kani: "docs/coming-from/kani.md", 1;
    microc: "docs/microc.md", 2;
    harness: "docs/harness.md", 2;
    certificates: "docs/certificate.md", 4;
    paper_on_chains: "docs/papers/cba.md", 4;
    paper_on_microc: "docs/papers/thesis.md", 4;
    paper_on_learning: "docs/papers/kite.md", 4;
    paper_on_value_summaries: "docs/papers/multise.md", 4;
    paper_on_indexing: "docs/papers/indexify.md", 4;
}

/// A fenced block of a document.
struct Block<'a> {
    language: &'a str,
    /// The name of the file that it is, empty if it is none.
    file: &'a str,
    text: String,
}

fn blocks(document: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in document.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let (language, file) = info.split_once(' ').unwrap_or((info, ""));
                open = Some(Block {
                    language,
                    file,
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    blocks
}

/// The commands of a block, each with what it prints.
fn commands(text: &str) -> Vec<(&str, String)> {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, String::new())),
            (None, Some((_, output))) => output.extend([line, "\n"]),
            (None, None) => panic!("a block begins with output: {line}"),
        }
    }
    commands
}

/// A folder with the programs that documents share.
fn place() -> Folder {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let place = Folder::with(&[]);
    fs::create_dir(place.path("examples")).unwrap();
    for entry in fs::read_dir(root.join("examples")).unwrap() {
        let entry = entry.unwrap();
        let to = place.path("examples").join(entry.file_name());
        fs::copy(entry.path(), to).unwrap();
    }
    place
}

/// What a command prints in a folder, to either stream.
fn run(place: &Folder, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_sheaf"));
    let before = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{before}", program.parent().unwrap().display());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(place.folder())
        .env("PATH", path)
        .stdin(Stdio::null())
        .output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

/// Follows a document, which has at least this number of commands.
#[track_caller]
fn shows_real_output(document: &str, least: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join(document)).unwrap();
    let place = place();
    let mut count = 0;
    for block in blocks(&text) {
        if !block.file.is_empty() {
            let path = place.path(block.file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, &block.text).unwrap();
        }
        if block.language != "console" {
            continue;
        }
        for (command, expected) in commands(&block.text) {
            let shown = run(&place, command);
            let (shown, expected) = (without_numbers(&shown), without_numbers(&expected));
            assert!(
                is_as_shown(&shown, &expected),
                "{document}: {command}\n---- shown\n{expected}\n---- printed\n{shown}"
            );
            count += 1;
        }
    }
    assert!(count >= least, "{document} has {count} commands");
}

/// Whether an output is as shown, where a line `...` stands for any lines.
fn is_as_shown(output: &str, shown: &str) -> bool {
    let parts: Vec<Vec<&str>> = shown
        .lines()
        .collect::<Vec<_>>()
        .split(|line| *line == "...")
        .map(<[&str]>::to_vec)
        .collect();
    let lines: Vec<&str> = output.lines().collect();
    let (first, rest) = parts.split_first().unwrap();
    let Some((last, middle)) = rest.split_last() else {
        return lines == *first;
    };
    let Some(mut left) = lines.strip_prefix(&first[..]) else {
        return false;
    };
    for part in middle {
        let mut starts = 0..=left.len().saturating_sub(part.len());
        match starts.find(|start| left[*start..].starts_with(part)) {
            Some(start) => left = &left[start + part.len()..],
            None => return false,
        }
    }
    left.ends_with(last)
}

#[test]
fn dots_stand_for_any_lines() {
    let output = "a\nb\nc\nd";
    for (shown, expected) in [
        ("a\nb\nc\nd", true),
        ("a\nb\nc", false),
        ("a\n...\nd", true),
        ("...\nb\n...\nd", true),
        ("...\nc\n...\nb\n...", false),
        ("a\n...", true),
        ("b\n...", false),
        ("...\na", false),
    ] {
        assert_eq!(is_as_shown(output, shown), expected, "{shown}");
    }
}

/// Each program of the page stands before the command that checks it.
#[test]
fn the_page_on_findings_shows_real_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/findings.md")).unwrap();
    let place = Folder::with(&[]);
    let mut shown = 0;
    for part in page.split("```c\n").skip(1) {
        let (program, rest) = part.split_once("```\n").unwrap();
        let (_, rest) = rest.split_once("```console\n$ sheaf ").unwrap();
        let (command, rest) = rest.split_once('\n').unwrap();
        let (expected, _) = rest.split_once("\n```").unwrap();
        let file = command.split(' ').nth(1).unwrap();
        fs::write(place.path(file), program).unwrap();
        let answer = place.sheaf(command);
        assert_eq!(
            without_numbers(&answer.out),
            without_numbers(expected),
            "{command}\n{}",
            answer.err
        );
        shown += 1;
    }
    assert!(shown >= 10, "{shown} programs");
}

/// A verdict's numbers are not worth comparing: they change with every improvement of the engine.
fn without_numbers(text: &str) -> String {
    // Where states wait, and what they have not reached, is the machine's, too.
    let is_kept = |line: &&str| !line.contains(" % of the ") && !line.contains("  never reached: ");
    let kept = text.trim().lines().filter(is_kept);
    let lines = kept.map(|line| match line.split_once(" (") {
        Some((verdict, numbers)) if numbers.ends_with(" s)") => verdict.to_string(),
        Some((reason, paths)) if paths.ends_with(" paths)") => reason.to_string(),
        // How far a search comes in its time is the machine's.
        _ if line.ends_with("states left unexplored") => "states left unexplored".to_string(),
        _ => line.to_string(),
    });
    lines.collect::<Vec<_>>().join("\n")
}
