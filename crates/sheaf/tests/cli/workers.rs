//! Several processes that explore one program (`-j`).

use crate::common::{Answer, Folder, patiently, soon};
use crate::shared::counting;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Fails at three places, of which the last is behind many paths.
const FAILING: &str = r#"#include <klee/klee.h>
#include <assert.h>
int main(void) {
  unsigned char b[6];
  int a[4] = {0}, n = 0;
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 6; i++) if (b[i] > 10 * i) n++;
  assert(n != 3 || b[0] != 77);
  if (n == 4) a[n + b[5] % 2] = 1;
  return n == 6 ? 100 / (b[4] - 200) : a[0];
}
"#;

/// Goes on after a call of which nothing is known.
const UNMODELLED: &str = r#"#include <klee/klee.h>
int unknown(int);
int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  if (x > 3 && y < x) return unknown(y);
  return y > 7;
}
"#;

fn json(answer: &Answer) -> Value {
    serde_json::from_str(&answer.out).unwrap_or_else(|_| panic!("{}{}", answer.out, answer.err))
}

fn places(report: &Value) -> BTreeSet<String> {
    let findings = report["findings"].as_array().unwrap();
    let place = |it: &Value| format!("{} {} {}", it["kind"], it["line"], it["column"]);
    findings.iter().map(place).collect()
}

fn kinds(report: &Value) -> BTreeSet<String> {
    let reasons = report["reasons"].as_array().unwrap();
    reasons.iter().map(|it| it["kind"].to_string()).collect()
}

#[test]
fn verdicts_and_failing_places_are_those_of_one_process() {
    let counting = counting(9);
    let programs = [
        ("safe.c", counting.as_str()),
        ("bug.c", FAILING),
        ("incomplete.c", UNMODELLED),
    ];
    let place = Folder::with(&programs);
    for (name, _) in programs {
        for options in [
            "--strategy plain",
            "--search dfs",
            "--summarize-loops",
            "--subsume",
            "--explore cdse",
            "--plain-alone 0",
        ] {
            let alone = json(&place.sheaf(&format!("check --json {name} -j 1 {options}")));
            assert_eq!(alone["stats"]["workers"], serde_json::json!([]));
            for workers in [2, 3] {
                let options = format!("{options} -j {workers} --workers-after 0");
                let together = json(&place.sheaf(&format!("check --json {name} {options}")));
                let context = format!("{name} {options}: {together}");
                assert_eq!(alone["verdict"], together["verdict"], "{context}");
                assert_eq!(places(&alone), places(&together), "{context}");
                assert_eq!(kinds(&alone), kinds(&together), "{context}");
                let count = together["stats"]["workers"].as_array().unwrap().len();
                assert_eq!(count, workers, "{context}");
                if name == "safe.c" && options.starts_with("--strategy plain") {
                    let paths = |report: &Value| report["stats"]["paths"]["completed"].clone();
                    assert_eq!(paths(&alone), paths(&together), "{context}");
                }
            }
        }
    }
}

/// Some of the programs in `tests/cases`.
fn cases() -> Vec<String> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let mut all = Vec::new();
    for (language, ending) in [("c", "c"), ("microc", "uc")] {
        let files = fs::read_dir(cases.join(language)).unwrap();
        let files = files.map(|file| file.unwrap().path());
        let is_program = |path: &PathBuf| path.extension().is_some_and(|it| it == ending);
        all.extend(files.filter(is_program).map(|it| it.display().to_string()));
    }
    all.sort();
    all.into_iter().step_by(11).collect()
}

#[test]
fn programs_of_all_kinds_have_the_verdict_of_one_process() {
    let place = Folder::with(&[]);
    let mut compared = 0;
    let ways = ["--strategy plain", "--explore cdse --validate"];
    for (program, way) in cases().into_iter().zip(ways.into_iter().cycle()) {
        let line = format!("check --json {program} {way}");
        let alone = place.sheaf(&format!("{line} --max-instructions 1000000 --time 10s"));
        if alone.status == Some(2) {
            // It needs options.
            continue;
        }
        let alone = json(&alone);
        if ["\"instruction-limit\"", "\"time-limit\""]
            .iter()
            .any(|limit| kinds(&alone).contains(*limit))
        {
            continue;
        }
        let together = json(&place.sheaf(&format!("{line} -j 2 --workers-after 0 --time 10m")));
        assert_eq!(alone["verdict"], together["verdict"], "{program}");
        assert_eq!(places(&alone), places(&together), "{program}");
        assert_eq!(kinds(&alone), kinds(&together), "{program}");
        compared += 1;
    }
    assert!(compared > 30, "{compared}");
}

/// Flags of so many inputs, each of which is looked at once more after all are set.
fn flags(count: usize) -> String {
    let each = |text: &str| -> String {
        let numbers = (0..count).map(|number| text.replace('#', &number.to_string()));
        numbers.collect()
    };
    let set =
        each("  int x# = klee_range(0, 99, \"x\"), s#;\n  if (x# > 10) s# = 1; else s# = 2;\n");
    let look = each("  if (x# > 20) assert(s# == 1);\n");
    format!(
        "#include <assert.h>\n#include <klee/klee.h>\n\
         int main(void) {{\n{set}{look}  return 0;\n}}\n"
    )
}

/// Which process learns what first differs from run to run.
#[test]
fn clauses_of_one_process_serve_the_others() {
    let place = Folder::with(&[("a.c", &flags(12))]);
    let line = "check a.c --json --explore cdse -j 2 --workers-after 0 --validate";
    let mut adopted = (0..10).map(|_| {
        let report = json(&place.sheaf(line));
        assert_eq!(report["verdict"], "safe", "{report}");
        report["stats"]["learning"]["adopted"].as_u64()
    });
    assert!(adopted.any(|it| it > Some(0)));
}

#[test]
fn what_cannot_be_divided_is_explored_by_one_process() {
    let program = counting(4);
    let place = Folder::with(&[("a.c", &program)]);
    for options in [
        "--explore multise",
        "--explore deepening",
        "--tree tree.json",
        "--max-forks 1000",
    ] {
        let line = format!("check --json a.c --workers-after 0 {options}");
        let refused = place.sheaf(&format!("{line} -j 2"));
        assert_eq!(refused.status, Some(2), "{options}: {}", refused.out);
        let report = json(&place.sheaf(&line));
        assert_eq!(report["verdict"], "safe", "{options}");
        assert_eq!(report["stats"]["workers"], serde_json::json!([]));
    }
}

#[test]
fn short_explorations_have_no_workers() {
    let place = Folder::with(&[("a.c", UNMODELLED)]);
    let report = json(&place.sheaf("check --json a.c -j 2 --workers-after 60000"));
    assert_eq!(report["stats"]["workers"], serde_json::json!([]));
}

#[test]
fn the_search_ends_at_the_wanted_number_of_failures() {
    let place = Folder::with(&[("a.c", FAILING)]);
    let line = "check --json a.c --strategy plain -j 2 --workers-after 0 --stop-after 1";
    let report = json(&place.sheaf(line));
    assert_eq!(report["verdict"], "bug");
    assert_eq!(report["findings"].as_array().unwrap().len(), 1);
    assert!(kinds(&report).contains("\"failure-limit\""), "{report}");
}

#[test]
fn each_path_has_one_test_case() {
    let program = counting(6);
    let place = Folder::with(&[("a.c", &program)]);
    let line = "check a.c --json --strategy plain -j 2 --workers-after 0 --out out --keep-paths";
    let report = json(&place.sheaf(line));
    assert_eq!(report["verdict"], "safe");
    assert_eq!(report["stats"]["workers"].as_array().unwrap().len(), 2);
    let mut cases = Vec::new();
    for entry in fs::read_dir(place.path("out/latest")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.starts_with("path-") && name.ends_with(".json") {
            let case: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            cases.push(case["inputs"].to_string());
        }
    }
    let different: BTreeSet<&String> = cases.iter().collect();
    assert_eq!((cases.len(), different.len()), (64, 64));
}

#[test]
fn a_number_of_workers_is_positive() {
    let place = Folder::with(&[("a.c", UNMODELLED)]);
    for number in ["0", "-1", "two", "100000"] {
        place
            .sheaf(&format!("check a.c -j {number}"))
            .refused_in_one_line(&["'--workers <N>'"]);
    }
}

/// A run of `sheaf` with two workers that have just started.
struct Running {
    parent: Child,
    workers: Vec<u32>,
}

impl Running {
    /// `None` if it ends before it has workers.
    fn start(place: &Folder, options: &str) -> Option<Running> {
        let line = format!("check --json a.c --strategy plain -j 2 --workers-after 0 {options}");
        let parent = Command::new(env!("CARGO_BIN_EXE_sheaf"))
            .args(line.split_whitespace())
            .current_dir(place.folder())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let id = parent.id();
        let has_ended = || {
            let stat = fs::read_to_string(format!("/proc/{id}/stat"));
            stat.is_ok_and(|stat| stat.contains(") Z "))
        };
        assert!(soon(|| workers(id).len() == 2 || has_ended()));
        let workers = workers(id);
        (workers.len() == 2).then_some(Running { parent, workers })
    }

    fn signal(process: u32, signal: &str) {
        let status = Command::new("kill")
            .args([signal, &process.to_string()])
            .status();
        assert!(status.unwrap().success());
    }

    fn end(self) -> (Answer, Vec<u32>) {
        let answer = Answer::of(self.parent.wait_with_output().unwrap());
        (answer, self.workers)
    }
}

/// The child processes of one that are copies of it: clang is not.
fn workers(parent: u32) -> Vec<u32> {
    let name = |process: &str| fs::read_to_string(format!("/proc/{process}/comm")).ok();
    let own = name(&parent.to_string());
    let threads = fs::read_dir(format!("/proc/{parent}/task"))
        .into_iter()
        .flatten();
    let children = threads
        .flatten()
        .map(|thread| thread.path().join("children"));
    let children: Vec<String> = children
        .filter_map(|it| fs::read_to_string(it).ok())
        .collect();
    let children = children.iter().flat_map(|it| it.split_whitespace());
    let is_copy = |child: &&str| {
        let command = |process: &str| fs::read(format!("/proc/{process}/cmdline")).ok();
        name(child).is_some() && own.is_some() && command(child) == command(&parent.to_string())
    };
    children
        .filter(is_copy)
        .filter_map(|it| it.parse().ok())
        .collect()
}

#[track_caller]
fn have_ended(workers: &[u32]) {
    let exists = |it: &u32| {
        let state = fs::read_to_string(format!("/proc/{it}/stat"));
        state.is_ok_and(|state| !state.contains(") Z "))
    };
    let have_ended = soon(|| !workers.iter().any(exists));
    assert!(have_ended, "a worker outlives its parent");
}

#[test]
fn what_a_killed_worker_had_is_explored_by_another() {
    let program = counting(13);
    let place = Folder::with(&[("a.c", &program)]);
    let running = Running::start(&place, "--time 10m").unwrap();
    Running::signal(running.workers[0], "-KILL");
    let (answer, _) = running.end();
    let report = json(&answer);
    assert_eq!(report["verdict"], "safe", "{report}");
    assert_eq!(report["stats"]["paths"]["completed"], 1 << 13, "{report}");
    let workers = report["stats"]["workers"].as_array().unwrap();
    assert!(workers.iter().any(|it| it["died"] == true), "{report}");
}

#[test]
fn an_interrupt_ends_all_processes() {
    let program = counting(40);
    let place = Folder::with(&[("a.c", &program)]);
    let running = Running::start(&place, "--time 10m").unwrap();
    Running::signal(running.parent.id(), "-INT");
    let (answer, workers) = running.end();
    answer.exits(3);
    let report = json(&answer);
    assert!(kinds(&report).contains("\"interrupted\""), "{report}");
    have_ended(&workers);
}

#[test]
fn the_time_limit_ends_all_processes() {
    let program = counting(40);
    let place = Folder::with(&[("a.c", &program)]);
    let workers = patiently(2, |seconds| {
        let running = Running::start(&place, &format!("--time {seconds}s"))?;
        let (answer, workers) = running.end();
        answer.exits(3);
        assert!(
            kinds(&json(&answer)).contains("\"time-limit\""),
            "{}",
            answer.out
        );
        Some(workers)
    });
    have_ended(&workers);
}

#[test]
fn no_worker_outlives_a_killed_parent() {
    let program = counting(40);
    let place = Folder::with(&[("a.c", &program)]);
    let running = Running::start(&place, "--time 10m").unwrap();
    Running::signal(running.parent.id(), "-KILL");
    let (_, workers) = running.end();
    have_ended(&workers);
}
