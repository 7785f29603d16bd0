//! `sheaf task` and `sheaf conclude`: an exploration in parts.

use crate::common::{Answer, Folder};
use crate::shared::{BUG, check_schema, counting};
use serde_json::{Value, json};
use sheaf_testkit::schema;
use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Fails at three places, of which the last is behind many paths.
const FAILING: &str = r#"#include <klee/klee.h>
#include <assert.h>
int main(void) {
  unsigned char b[4];
  int a[3] = {0}, n = 0;
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 4; i++) if (b[i] > 10 * i) n++;
  assert(n != 2 || b[0] != 77);
  if (n == 3) a[n - b[2] % 2] = 1;
  return n == 4 ? 100 / (b[3] - 200) : a[0];
}
"#;

/// One turn of one state.
const LEAST: &str = "0.001ms";

/// Programs that need no options.
const CASES: [&str; 11] = [
    "c/array_bounds.c",
    "c/assume_contradiction.c",
    "c/calloc_realloc.c",
    "c/division.c",
    "c/double_free.c",
    "c/float_symbolic.c",
    "c/function_table.c",
    "microc/checked-divisor.uc",
    "microc/four-errors.uc",
    "microc/large-numbers.uc",
    "microc/symbolic-index.uc",
];

fn parsed(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn report(answer: &Answer) -> Value {
    serde_json::from_str(&answer.out).unwrap_or_else(|_| panic!("{}{}", answer.out, answer.err))
}

/// Verdict, failing places and kinds of reasons.
fn result(report: &Value) -> (String, BTreeSet<String>, BTreeSet<String>) {
    let all = |name: &str| report[name].as_array().unwrap().iter();
    let place = |it: &Value| format!("{} {} {}", it["kind"], it["line"], it["column"]);
    let kinds = all("reasons").map(|it| it["kind"].to_string());
    let verdict = report["verdict"].to_string();
    (
        verdict,
        all("findings").map(place).collect(),
        kinds.collect(),
    )
}

/// Every third of some paths, from this one on.
fn third(paths: &Value, first: usize) -> Option<Value> {
    let every_third = |name: &str| {
        let items = paths[name].as_array().unwrap().iter();
        Value::from_iter(items.skip(first).step_by(3).cloned())
    };
    let (waits, ids) = (every_third("waits"), every_third("ids"));
    let is_empty = waits.as_array().unwrap().is_empty();
    (!is_empty).then(|| json!({"nodes": paths["nodes"], "waits": waits, "ids": ids}))
}

/// Explores a program in tasks of this budget, whose answers are numbered, in the folder `answers`.
/// What is left of each is three further tasks. Returns the number of answers.
fn explore(place: &Folder, program: &str, budget: &str) -> usize {
    let _ = fs::remove_dir_all(place.path("answers"));
    fs::create_dir(place.path("answers")).unwrap();
    let mut queue = VecDeque::from([None]);
    let mut news = Vec::new();
    let mut count = 0;
    while let Some(task) = queue.pop_front() {
        let mut line = format!("task {program} --budget {budget} --answer answers/{count:04}.json");
        if let Some(task) = task {
            let task: Value = task;
            fs::write(place.path("task.json"), task.to_string()).unwrap();
            line.push_str(" --paths task.json");
        }
        let answer = place.sheaf(&line);
        answer.exits(0);
        assert_eq!(answer.out, "");
        let file = parsed(&place.path(&format!("answers/{count:04}.json")));
        count += 1;
        news.push(file["answer"]["news"].clone());
        let parts = (0..3).filter_map(|it| third(&file["answer"]["left"], it));
        let task = |paths| json!({"about": file["about"], "task": {"paths": paths, "news": news}});
        queue.extend(parts.map(task).map(Some));
        assert!(count < 1000, "{program} has no end");
    }
    count
}

fn conclude(place: &Folder, program: &str) -> Answer {
    place.sheaf(&format!("conclude --json {program} --answers answers"))
}

#[test]
fn the_result_is_that_of_plain_exploration() {
    let counting = counting(5);
    let place = Folder::with(&[("safe.c", &counting), ("bug.c", FAILING)]);
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let cases = CASES.map(|name| cases.join(name).display().to_string());
    let own = ["safe.c", "bug.c"].map(str::to_string);
    let mut several = 0;
    for program in own.iter().chain(&cases) {
        let whole = place.sheaf(&format!("check --json --strategy plain {program}"));
        several += usize::from(explore(&place, program, LEAST) > 1);
        let parts = conclude(&place, program);
        assert_eq!(whole.status, parts.status, "{program}");
        let (whole, parts) = (report(&whole), report(&parts));
        assert_eq!(schema::violations(&check_schema(), &parts), [""; 0]);
        assert_eq!(result(&whole), result(&parts), "{program}: {parts}");
        assert_eq!(whole["coverage"], parts["coverage"], "{program}");
        if whole["verdict"] == "safe" {
            let paths = |report: &Value| report["stats"]["paths"]["completed"].clone();
            assert_eq!(paths(&whole), paths(&parts), "{program}");
        }
    }
    assert!(several > 8, "{several}");
}

#[test]
fn a_missing_answer_makes_no_program_safe() {
    let program = counting(3);
    let place = Folder::with(&[("a.c", &program)]);
    let count = explore(&place, "a.c", LEAST);
    assert!(count > 3, "{count}");
    assert_eq!(report(&conclude(&place, "a.c"))["verdict"], "safe");
    for number in 0..count {
        let path = place.path(&format!("answers/{number:04}.json"));
        let answer = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let concluded = conclude(&place, "a.c");
        concluded.exits(3);
        let (verdict, _, kinds) = result(&report(&concluded));
        assert_eq!(verdict, "\"incomplete\"");
        assert_eq!(kinds, BTreeSet::from(["\"interrupted\"".to_string()]));
        fs::write(&path, answer).unwrap();
    }
    let line = "conclude --json a.c --answers answers --because time-limit,worker-died";
    let complete = report(&place.sheaf(line));
    assert_eq!(result(&complete).2, BTreeSet::new());
    fs::remove_file(place.path("answers/0001.json")).unwrap();
    let reasons = result(&report(&place.sheaf(line))).2;
    let expected = ["\"time-limit\"", "\"worker-died\""].map(str::to_string);
    assert_eq!(reasons, BTreeSet::from(expected));
}

#[test]
fn what_is_answered_twice_counts_once() {
    let program = counting(3);
    let place = Folder::with(&[("a.c", &program)]);
    let count = explore(&place, "a.c", LEAST);
    for number in 0..count {
        let path = |prefix: &str| place.path(&format!("answers/{prefix}{number:04}.json"));
        fs::copy(path(""), path("again-")).unwrap();
    }
    let concluded = report(&conclude(&place, "a.c"));
    assert_eq!(concluded["verdict"], "safe");
    assert_eq!(concluded["stats"]["paths"]["completed"], 8);
}

#[test]
fn damaged_answers_are_refused() {
    let place = Folder::with(&[("a.c", BUG)]);
    assert_eq!(explore(&place, "a.c", "10s"), 1);
    let path = place.path("answers/0000.json");
    let text = fs::read_to_string(&path).unwrap();
    for length in [0, 1, text.len() / 2, text.len() - 1] {
        fs::write(&path, &text[..length]).unwrap();
        conclude(&place, "a.c").refused_in_one_line(&["answers/0000.json: "]);
    }
    let changed = text.replace("\\\"completed\\\":", "\\\"completed\\\":1");
    assert_ne!(text, changed);
    fs::write(&path, &changed).unwrap();
    conclude(&place, "a.c").refused_in_one_line(&["answers/0000.json: its result is damaged"]);
    fs::write(&path, &text).unwrap();
    conclude(&place, "a.c").exits(1);
    place
        .sheaf("conclude a.c --answers nowhere")
        .refused_in_one_line(&["nowhere: no such file"]);
}

#[test]
fn what_belongs_to_another_exploration_is_refused() {
    let program = counting(6);
    let place = Folder::with(&[("a.c", &program), ("b.c", BUG)]);
    fs::create_dir(place.path("answers")).unwrap();
    place
        .sheaf("task a.c --budget 0.001ms --answer answers/1.json")
        .exits(0);
    let answer = parsed(&place.path("answers/1.json"));
    let task = |about: &Value| json!({"about": about, "task": {"paths": answer["answer"]["left"]}});
    let mut other = answer["about"].clone();
    other["version"] = "0.0.0".into();
    let refuses = |line: &str, why: &str| {
        place.sheaf(line).refused_in_one_line(&["task.json: ", why]);
    };
    fs::write(place.path("task.json"), task(&answer["about"]).to_string()).unwrap();
    let to = "--answer 2.json --paths task.json";
    refuses(&format!("task b.c {to}"), "it is of another program: ");
    let options = format!("task a.c {to} --disable assertion");
    refuses(&options, "it is of other options");
    for line in [
        "conclude b.c --answers answers",
        "conclude a.c --answers answers --malloc-may-fail",
    ] {
        let refused = place.sheaf(line);
        refused.refused_in_one_line(&["answers/1.json: it is of "]);
    }
    fs::write(place.path("task.json"), task(&other).to_string()).unwrap();
    refuses(&format!("task a.c {to}"), "it is of version 0.0.0 of Sheaf");
    // Another digest, a decision that is missing, a path that is none of them.
    let paths = &answer["answer"]["left"];
    let mut cases = vec![paths.clone(); 4];
    let digest = cases[0]["nodes"][0][1]["digest"].as_u64().unwrap();
    cases[0]["nodes"][0][1]["digest"] = (digest ^ 1).into();
    cases[1]["nodes"].as_array_mut().unwrap().pop();
    cases[2]["waits"][0] = 99.into();
    cases[3]["ids"][0] = 1.into();
    for case in cases {
        let task = json!({"about": answer["about"], "task": {"paths": case}});
        fs::write(place.path("task.json"), task.to_string()).unwrap();
        refuses(&format!("task a.c {to}"), "its paths are damaged");
    }
    for text in ["", "{", "[]", "{\"about\": 1}"] {
        fs::write(place.path("task.json"), text).unwrap();
        refuses(&format!("task a.c {to}"), "");
    }
    let marks = json!({"failures": [], "executed": [{"Reached": [0, 999, 1]}]});
    let task = json!({"paths": paths, "news": [marks]});
    let task = json!({"about": answer["about"], "task": task});
    fs::write(place.path("task.json"), task.to_string()).unwrap();
    refuses(
        &format!("task a.c {to}"),
        "places that the program does not have",
    );
    assert!(!place.path("2.json").exists());
}

#[test]
fn what_cannot_be_divided_is_refused() {
    let place = Folder::with(&[("a.c", BUG)]);
    for option in [
        "--explore multise",
        "--explore cdse",
        "--merge dynamic",
        "--subsume",
        "--summarize-loops",
        "--index doubles",
        "--max-forks 9",
        "-j 2",
        "--seed-input a.c",
    ] {
        place
            .sheaf(&format!("task a.c --answer 1.json {option}"))
            .refused(&[""]);
    }
    place
        .sheaf("task a.c --answer nowhere/1.json")
        .refused_in_one_line(&["nowhere/1.json: cannot be written"]);
    assert!(!place.path("1.json").exists());
}

#[test]
fn the_search_ends_at_the_wanted_number_of_failures() {
    let place = Folder::with(&[("a.c", FAILING)]);
    fs::create_dir(place.path("answers")).unwrap();
    place
        .sheaf("task a.c --stop-after 1 --answer answers/1.json")
        .exits(0);
    let line = "conclude --json a.c --stop-after 1 --answers answers --out out";
    let concluded = report(&place.sheaf(line));
    assert_eq!(concluded["verdict"], "bug");
    assert_eq!(concluded["findings"].as_array().unwrap().len(), 1);
    let (_, _, kinds) = result(&concluded);
    assert_eq!(kinds, BTreeSet::from(["\"failure-limit\"".to_string()]));
    let replayed = place.sheaf("replay out/latest/finding-1.json");
    replayed.exits(1);
    replayed.says("(as recorded)");
}

#[test]
fn a_task_that_is_killed_leaves_no_answer() {
    let program = counting(40);
    let place = Folder::with(&[("a.c", &program)]);
    let mut task = Command::new(env!("CARGO_BIN_EXE_sheaf"))
        .args(["task", "a.c", "--budget", "10m", "--time", "10m"])
        .args(["--answer", "1.json"])
        .current_dir(place.folder())
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    sleep(Duration::from_millis(500));
    task.kill().unwrap();
    task.wait().unwrap();
    assert!(!place.path("1.json").exists());
}

/// What clang makes of a program is kept for further tasks, and is not taken for that of another.
#[test]
fn a_program_is_compiled_once() {
    let place = Folder::with(&[("a.c", FAILING), ("b.c", &counting(5))]);
    fs::create_dir(place.path("answers")).unwrap();
    let task = |program: &str, compiled: &str, number: u32| {
        place.sheaf(&format!(
            "task {program} --compiled {compiled} --budget 1m --answer answers/{number}.json"
        ))
    };
    task("a.c", "a.kept", 1).exits(0);
    let kept = fs::read(place.path("a.kept")).unwrap();
    task("a.c", "a.kept", 2).exits(0);
    assert_eq!(fs::read(place.path("a.kept")).unwrap(), kept);
    let parts = report(&conclude(&place, "a.c"));
    let whole = place.sheaf("check --json --strategy plain a.c");
    assert_eq!(result(&report(&whole)), result(&parts));
    // Another program under the same name.
    fs::remove_dir_all(place.path("answers")).unwrap();
    fs::create_dir(place.path("answers")).unwrap();
    task("b.c", "a.kept", 1).exits(0);
    let refused = conclude(&place, "b.c");
    refused.exits(2);
    assert!(refused.err.contains("another program"), "{}", refused.err);
    // One that is damaged is compiled anew.
    fs::write(place.path("a.kept"), &kept[..kept.len() - 1]).unwrap();
    task("b.c", "a.kept", 1).exits(0);
    conclude(&place, "b.c").exits(0);
}
