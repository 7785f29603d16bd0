//! What a search leaves: text, JSON and output folders.

use crate::common::{Answer, Folder};
use crate::shared::{BUG, check_schema};
use sheaf_testkit::choice::Choice;
use sheaf_testkit::{case, directive, parallel, schema};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

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

/// One in so many programs is taken in a turn.
const PART: u64 = 4;

#[test]
fn json_matches_the_schema_on_all_test_programs() {
    let schema = check_schema();
    let (choice, folder) = (Choice::of_environment().unwrap(), case::folder());
    let mut programs = case::programs(&folder);
    programs.retain(|path| {
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        choice.takes_one_in(PART, &name)
    });
    assert!(programs.len() > 100, "{programs:?}");
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
