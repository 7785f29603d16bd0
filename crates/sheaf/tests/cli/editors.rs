//! The problem matcher of docs/how-to/editors.md, applied to real output as VS Code does.

use crate::common::Folder;
use regex_lite::Regex;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A problem, as an editor lists it.
#[derive(PartialEq, Eq, Debug)]
struct Problem {
    code: String,
    message: String,
    file: String,
    line: u32,
    column: Option<u32>,
}

/// The tasks of the page.
fn tasks() -> Vec<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/how-to/editors.md")).unwrap();
    let (_, rest) = page.split_once("```json .vscode/tasks.json\n").unwrap();
    let (text, _) = rest.split_once("```").unwrap();
    let mut json: Value = serde_json::from_str(text).unwrap();
    serde_json::from_value(json["tasks"].take()).unwrap()
}

/// The matcher of Sheaf of a task.
fn matcher(task: &Value) -> &Value {
    match &task["problemMatcher"] {
        Value::Array(all) => all.iter().find(|it| it["owner"] == "sheaf").unwrap(),
        one => one,
    }
}

fn regex(value: &Value) -> Regex {
    Regex::new(value.as_str().unwrap()).unwrap()
}

/// The problems in an output: a matcher with several patterns takes as many lines in a row.
fn problems(matcher: &Value, output: &str) -> Vec<Problem> {
    let patterns = matcher["pattern"].as_array().unwrap();
    let regexes: Vec<Regex> = patterns.iter().map(|it| regex(&it["regexp"])).collect();
    let lines: Vec<&str> = output.lines().collect();
    let rows = lines.windows(patterns.len()).filter_map(|rows| {
        let pairs = rows.iter().zip(&regexes);
        let found: Option<Vec<_>> = pairs.map(|(line, regex)| regex.captures(line)).collect();
        let found = found?;
        let part = |name: &str| {
            let mut pairs = patterns.iter().zip(&found);
            pairs.find_map(|(pattern, found)| {
                let group = usize::try_from(pattern[name].as_u64()?).ok()?;
                found.get(group).map(|it| it.as_str().to_string())
            })
        };
        Some(Problem {
            code: part("code")?,
            message: part("message")?,
            file: part("file")?,
            line: part("line")?.parse().ok()?,
            column: part("column").and_then(|text| text.parse().ok()),
        })
    });
    rows.collect()
}

const TWO: &str = "#include <klee/klee.h>\nint main(void) {\n  int x = klee_int(\"x\");\n  \
    if (x == 7) return 1 / (x - 7);\n  int *p = x == 8 ? 0 : &x;\n  return *p;\n}\n";

#[test]
fn findings_become_problems() {
    let place = Folder::with(&[("two.c", TWO)]);
    let output = place.sheaf("check two.c").out;
    let expected = [
        ("division-by-zero", "division by zero", 4),
        ("null-dereference", "access through a null pointer", 6),
    ];
    for task in &tasks() {
        let mut found = problems(matcher(task), &output);
        found.sort_by_key(|problem| problem.line);
        let shown: Vec<_> = found
            .iter()
            .map(|it| (&*it.code, &*it.message, it.line))
            .collect();
        assert_eq!(shown, expected, "{output}");
        assert!(
            found
                .iter()
                .all(|it| it.file == "two.c" && it.column.is_some()),
            "{found:?}"
        );
    }
}

#[test]
fn each_language_and_message_has_the_form() {
    let js = "const s = sheaf.string('s', 3);\nfunction first(text) { return text[0].length; }\nfirst(s);\n";
    let microc = "main() {\n  var x;\n  x = input;\n  return 1 / x;\n}\n";
    let c = "int main(void) { return 0; }\n";
    let place = Folder::with(&[("a.js", js), ("a.uc", microc), ("a.c", c)]);
    let tasks = tasks();
    let matcher = matcher(&tasks[0]);
    for (file, code, line) in [
        ("a.js", "uncaught-exception", 2),
        ("a.uc", "division-by-zero", 4),
    ] {
        let output = place.sheaf(&format!("check {file}")).out;
        let found = problems(matcher, &output);
        assert_eq!(found.len(), 1, "{output}");
        let problem = &found[0];
        assert_eq!((&*problem.code, problem.line), (code, line), "{output}");
        assert_eq!(problem.file, file);
    }
    let safe = place.sheaf("check a.c").out;
    assert_eq!(problems(matcher, &safe), []);
}

#[test]
fn the_background_task_knows_when_a_run_begins_and_ends() {
    let tasks = tasks();
    let background = &matcher(&tasks[1])["background"];
    let (begins, ends) = (
        regex(&background["beginsPattern"]),
        regex(&background["endsPattern"]),
    );
    assert!(begins.is_match("==== run 2: a.h has changed ===="));
    assert!(ends.is_match("==== waiting for changes of 1 file; Ctrl-C ends ===="));
    assert!(ends.is_match("==== waiting for changes of 12 files; Ctrl-C ends ===="));
}
