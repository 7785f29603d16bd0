//! What a search leaves: text, JSON and output folders.

use crate::common::{Answer, Folder};
use crate::shared::{BUG, check_schema};
use sheaf_testkit::{case, directive, parallel, schema};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn the_readme_shows_real_output() {
    assert!(shows_real_output("README.md") >= 3);
}

#[test]
fn the_page_on_reports_shows_real_output() {
    assert_eq!(shows_real_output("docs/report.md"), 2);
}

/// Runs the commands that a document shows one after the other, and returns their number. Their
/// output must be as shown.
fn shows_real_output(document: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let place = Folder::with(&[]);
    fs::create_dir(place.path("examples")).unwrap();
    for name in ["config.c", "config_fixed.c", "words.c"] {
        fs::copy(
            root.join("examples").join(name),
            place.path("examples").join(name),
        )
        .unwrap();
    }
    let text = fs::read_to_string(root.join(document)).unwrap();
    let blocks: Vec<&str> = text
        .split("```console\n$ sheaf ")
        .skip(1)
        .filter_map(|rest| rest.split("\n```").next())
        .flat_map(|block| block.split("\n\n$ sheaf "))
        .collect();
    for block in &blocks {
        let (command, expected) = block.split_once('\n').unwrap();
        let answer = place.sheaf(command);
        assert_eq!(
            without_numbers(answer.out.trim_end()),
            without_numbers(expected),
            "{command}\n{}",
            answer.err
        );
    }
    blocks.len()
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
            without_numbers(answer.out.trim_end()),
            without_numbers(expected),
            "{command}\n{}",
            answer.err
        );
        shown += 1;
    }
    assert!(shown >= 10, "{shown} programs");
}

/// The pages that walk through the papers. A program is written to the file that the next command
/// names; later commands find it there. `...` in an output stands for any lines.
#[test]
fn the_pages_on_the_papers_show_real_output() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/papers");
    let mut pages = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let page = fs::read_to_string(&path).unwrap();
        let shown = shows_real_parts(&page);
        assert!(shown >= 4, "{}: {shown} commands", path.display());
        pages += 1;
    }
    assert_eq!(pages, 5);
}

/// Runs the commands of a page, and returns their number.
fn shows_real_parts(page: &str) -> usize {
    let place = Folder::with(&[]);
    let (mut program, mut shown) = (None, 0);
    for block in page.split("\n```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').unwrap();
        if language != "console" {
            program = Some(format!("{text}\n"));
            continue;
        }
        let (command, expected) = text.split_once('\n').unwrap();
        let command = command.strip_prefix("$ sheaf ").unwrap();
        if let Some(program) = program.take() {
            let is_program = |word: &&str| [".c", ".uc", ".js"].iter().any(|it| word.ends_with(it));
            let file = command.split(' ').find(is_program).unwrap();
            fs::write(place.path(file), program).unwrap();
        }
        // How much several processes do twice is the machine's.
        let is_alone = command.starts_with("show ");
        let answer = place.sheaf(&format!("{command}{}", if is_alone { "" } else { " -j 1" }));
        assert!(
            has_parts(
                &without_numbers(answer.out.trim_end()),
                &without_numbers(expected)
            ),
            "{command}\n{}{}",
            answer.out,
            answer.err
        );
        shown += 1;
    }
    shown
}

/// Whether a text is as expected, where lines `...` stand for any others.
fn has_parts(text: &str, expected: &str) -> bool {
    let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
    let (mut rest, expected) = (&lines(text)[..], lines(expected));
    let mut is_free = false;
    for part in expected.split_inclusive(|line| line == "...") {
        let wanted = part.strip_suffix(&["...".to_string()]).unwrap_or(part);
        let mut places = 0..=rest.len().saturating_sub(wanted.len());
        let at = places.find(|at| (is_free || *at == 0) && rest[*at..].starts_with(wanted));
        let Some(at) = at else { return false };
        rest = &rest[at + wanted.len()..];
        is_free = part.len() > wanted.len();
    }
    is_free || rest.is_empty()
}

/// A verdict's numbers are not worth comparing: they change with every improvement of the engine.
fn without_numbers(text: &str) -> String {
    // Where states wait, and what they have not reached, is the machine's, too.
    let is_kept = |line: &&str| !line.contains(" % of the ") && !line.contains("  never reached: ");
    let kept = text.lines().filter(is_kept);
    let lines = kept.map(|line| match line.split_once(" (") {
        Some((verdict, numbers)) if numbers.ends_with(" s)") => verdict.to_string(),
        Some((reason, paths)) if paths.ends_with(" paths)") => reason.to_string(),
        // How far a search comes in its time is the machine's.
        _ if line.ends_with("states left unexplored") => "states left unexplored".to_string(),
        _ => line.to_string(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Floats that become inputs through their address are shown as such, in the object and in its
/// rows.
#[test]
fn floats_are_shown_as_numbers() {
    let text = "#include <assert.h>\n#include <klee/klee.h>\nstatic double row[3];\nint main(void) {\n  float f;\n  long double l;\n  \
                klee_make_symbolic(&f, sizeof f, \"f\");\n  klee_make_symbolic(row, sizeof row, \"row\");\n  klee_make_symbolic(&l, sizeof l, \"l\");\n  \
                assert(f != 1.5f || row[1] != -0.25 || row[0] != row[2] || row[0] != 7 || l != 0.1L);\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    let answer = place.sheaf("check a.c --out out");
    for shown in [
        "f = 1.5 (float)",
        "row = {7.0, -0.25, 7.0} (double[3])",
        "l = 0.1 (long double)",
    ] {
        answer.says(shown);
    }
    let json = place.sheaf("check a.c --json").out;
    let input = r#"{"name":"f","type":"f32","declared":"float","value":"1.5","shown":"1.5"}"#;
    assert!(json.contains(input), "{json}");
    let case = fs::read_to_string(place.path("out/latest/finding-1.json")).unwrap();
    assert!(case.contains(r#""type": "f64[3]""#), "{case}");
    for case in [
        "out/latest/finding-1.json",
        "out/latest/finding-1.ktest",
        "--native out/latest/finding-1.json",
    ] {
        place.sheaf(&format!("replay {case}")).says("assertion");
    }
}

/// The same for objects that parameters of the entry point to.
#[test]
fn floats_behind_pointers_are_shown_as_numbers() {
    let rows = "#include <assert.h>\nint f(const float *p, long double *l) {\n  if (p && l) assert(p[0] != 2.5f || *l != -3);\n  return 0;\n}\n";
    let place = Folder::with(&[("a.c", rows)]);
    let answer = place.sheaf("check a.c --entry f --out out --pointer-elements 1");
    answer.says("p -> 2.5 (float)");
    answer.says("l -> -3.0 (long double)");
    place
        .sheaf("replay --native out/latest/finding-1.json")
        .says("(as recorded)");
}

#[test]
fn output_folders_hold_all_of_a_run() {
    let place = Folder::with(&[("a.c", BUG)]);
    place.sheaf("check a.c --out out").exits(1);
    assert!(!place.path("out/latest/path-1.json").exists());
    place
        .sheaf("check a.c --out out --keep-paths --json")
        .exits(1);
    let latest = place.path("out/latest");
    assert_eq!(fs::read_link(&latest).unwrap(), Path::new("run-2"));
    let run: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(latest.join("run.json")).unwrap()).unwrap();
    assert_eq!(run["verdict"], "bug");
    let coverage = fs::read_to_string(latest.join("coverage.info")).unwrap();
    assert!(
        coverage.contains("SF:a.c\nFN:3,main\n") && coverage.contains("DA:5,1\n"),
        "{coverage}"
    );
    let path = place.sheaf("replay out/latest/path-1.json");
    path.exits(0);
    path.says("exit 0 (as recorded)");
    let names = fs::read_dir(latest)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().all(|name| !name.ends_with(".partial")));
}

#[test]
fn json_matches_the_schema_on_all_test_programs() {
    let schema = check_schema();
    let programs = case::programs(&case::folder());
    let wrong = parallel::collect(&programs, |path| json_violations(&schema, path));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the JSON, the verdict and the exit status for a test program.
fn json_violations(schema: &serde_json::Value, path: &Path) -> Vec<String> {
    let directives = directive::parse(&fs::read_to_string(path).unwrap()).unwrap();
    let Some(verdict) = directives.verdict else {
        return Vec::new();
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command
        .args(["check", "--json"])
        .arg(path)
        .args(&directives.options)
        .current_dir(path.parent().unwrap())
        .stdin(Stdio::null());
    let answer = Answer::of(command.output().unwrap());
    let object: serde_json::Value = match serde_json::from_str(&answer.out) {
        Ok(object) => object,
        Err(error) => {
            return vec![format!(
                "{}: {error}: {}{}",
                path.display(),
                answer.out,
                answer.err
            )];
        }
    };
    let mut wrong = schema::violations(schema, &object);
    let status = match verdict.name() {
        "safe" => 0,
        "bug" => 1,
        _ => 3,
    };
    if object["verdict"] != verdict.name() || answer.status != Some(status) {
        wrong.push(format!(
            "verdict {}, status {:?}",
            object["verdict"], answer.status
        ));
    }
    wrong
        .into_iter()
        .map(|message| format!("{}: {message}", path.display()))
        .collect()
}
