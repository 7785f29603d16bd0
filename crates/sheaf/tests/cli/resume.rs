//! `sheaf resume`.

use crate::common::{Answer, Folder, soon};
use crate::shared::{BUG, check_schema, counting};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde_json::Value;
use sheaf_testkit::schema;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Fails at four places, on few of many paths.
const FAILING: &str = r#"#include <klee/klee.h>
#include <assert.h>
int main(void) {
  unsigned char b[13];
  int a[12] = {0}, n = 0;
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 13; i++) if (b[i] > 10 * i) n++;
  assert(n != 3 || b[0] != 77);
  if (n == 12) a[n - b[5] % 2] = 1;
  if (n == 7) assert(b[0] + b[1] != 300);
  return n == 13 ? 100 / (b[4] - 200) : a[0];
}
"#;

fn json(answer: &Answer) -> Value {
    serde_json::from_str(&answer.out).unwrap_or_else(|_| panic!("{}{}", answer.out, answer.err))
}

/// Verdict, failing places and kinds of reasons.
fn result(report: &Value) -> (String, Vec<String>, BTreeSet<String>) {
    let all = |name: &str| report[name].as_array().unwrap().iter();
    let place = |it: &Value| format!("{} {} {}", it["kind"], it["line"], it["column"]);
    let mut places: Vec<String> = all("findings").map(place).collect();
    places.sort();
    let kinds = all("reasons").map(|it| it["kind"].to_string());
    (report["verdict"].to_string(), places, kinds.collect())
}

fn paths(report: &Value) -> &Value {
    &report["stats"]["paths"]["completed"]
}

/// The files of a run whose names begin like this.
fn files(place: &Folder, run: &str, prefix: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(place.path(run)).unwrap();
    let entries = entries.map(|entry| entry.unwrap().path());
    let begins = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with(prefix)
    };
    entries.filter(begins).collect()
}

/// Runs `sheaf`, and kills it this long after it has a journal, unless it ends before: then with
/// its answer.
fn killed(place: &Folder, line: &str, after: Duration) -> Option<Answer> {
    let mut process = Command::new(env!("CARGO_BIN_EXE_sheaf"))
        .args(line.split_whitespace())
        .current_dir(place.folder())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    soon(|| place.path("out/latest/journal").exists());
    sleep(after);
    if process.try_wait().unwrap().is_none() {
        process.kill().unwrap();
        process.wait().unwrap();
        return None;
    }
    Some(Answer::of(process.wait_with_output().unwrap()))
}

/// Explores, is killed at a random moment of so many milliseconds, twice more when it is resumed,
/// and then goes on until it ends.
fn in_parts(place: &Folder, line: &str, random: &mut SmallRng, moments: u64) -> Answer {
    let _ = fs::remove_dir_all(place.path("out"));
    for line in [line, "resume out --json", "resume out --json"] {
        let after = Duration::from_millis(random.random_range(0..moments));
        if let Some(answer) = killed(place, line, after) {
            return answer;
        }
    }
    place.sheaf("resume out --json")
}

#[test]
fn what_was_killed_goes_on_to_the_same_result() {
    let counting = counting(15);
    let programs = [("safe.c", counting.as_str()), ("bug.c", FAILING)];
    let place = Folder::with(&programs);
    // Clauses exclude none of its paths, and each path teaches many.
    fs::write(place.path("small.c"), self::counting(10)).unwrap();
    let mut random = SmallRng::seed_from_u64(1);
    for (name, _) in programs {
        for options in [
            "--strategy plain",
            "--search bfs",
            "--search dfs -j 2 --workers-after 0",
            "--plain-alone 0",
            "-j 2 --workers-after 0",
            "--merge dynamic",
            "--explore cdse",
        ] {
            let name = match options {
                "--explore cdse" if name == "safe.c" => "small.c",
                _ => name,
            };
            let line = format!("check {name} --json --time 10m {options}");
            let whole = json(&place.sheaf(&line));
            let answer = in_parts(&place, &format!("{line} --out out"), &mut random, 700);
            let parts = json(&answer);
            let context = format!("{line}: {parts}");
            assert_eq!(schema::violations(&check_schema(), &parts), [""; 0]);
            assert_eq!(result(&whole), result(&parts), "{context}");
            if options.starts_with("--s") && whole["verdict"] == "safe" {
                assert_eq!(paths(&whole), paths(&parts), "{context}");
            }
            let cases = files(&place, "out/latest", "finding-").len();
            assert_eq!(cases, 2 * result(&whole).1.len(), "{context}");
            // A worker that is killed while it writes may leave a file until the next resume.
            let is_alone = !options.contains("-j 2");
            let left = files(&place, "out/latest", "journal-");
            assert!(!is_alone || left.is_empty(), "{context}: {left:?}");
            let again = place.sheaf("resume out --json");
            assert_eq!(again.status, answer.status);
            assert_eq!(json(&again), parts);
            let left = files(&place, "out/latest", "journal-");
            assert!(left.is_empty(), "{context}: {left:?}");
        }
    }
}

/// Whether a limit ended an exploration, so that another one may end elsewhere.
fn is_cut(report: &Value) -> bool {
    result(report).2.contains("\"instruction-limit\"")
}

/// Random programs give the same result with one process, with two, and killed three times.
#[test]
fn random_programs_have_the_same_result_in_any_parts() {
    let place = Folder::with(&[]);
    let mut random = SmallRng::seed_from_u64(3);
    let mut compared = 0;
    for seed in 1..=24 {
        let made = place.sheaf(&format!(
            "generate --seed {seed} --while-loop-probability 0 --for-loop-probability 0.05 \
             --max-top-statements 25 --max-depth 4"
        ));
        fs::write(place.path("random.uc"), &made.out).unwrap();
        let program = &made.out;
        let line = "check random.uc --json --time 10m --strategy plain";
        let alone = json(&place.sheaf(&format!("{line} --max-instructions 100000")));
        if is_cut(&alone) {
            continue;
        }
        let together = json(&place.sheaf(&format!("{line} -j 2 --workers-after 0")));
        assert_eq!(result(&alone), result(&together), "{program}");
        let out = format!("{line} -j 2 --workers-after 0 --out out");
        let parts = json(&in_parts(&place, &out, &mut random, 30));
        assert_eq!(result(&alone), result(&parts), "{program}: {parts}");
        compared += 1;
    }
    assert!(compared > 15, "{compared}");
}

#[test]
fn limits_are_about_what_is_new() {
    let program = counting(8);
    let place = Folder::with(&[("a.c", &program)]);
    let line = "check a.c --json --strategy plain --max-instructions 2000 --out out";
    let mut report = json(&place.sheaf(line));
    let mut runs = 0;
    while report["verdict"] == "incomplete" {
        assert!(result(&report).2.contains("\"instruction-limit\""));
        runs += 1;
        assert!(runs < 50, "{report}");
        report = json(&place.sheaf("resume out --json"));
        assert_eq!(report["stats"]["resumed"], runs);
    }
    assert!(runs > 3, "{report}");
    assert_eq!(report["verdict"], "safe", "{report}");
    assert_eq!(paths(&report), 256);
    fs::remove_dir_all(place.path("out")).unwrap();
    place.sheaf(&line.replace("--json", "")).exits(3);
    let answer = place.sheaf("resume out --max-instructions 1000000");
    answer.exits(0);
    answer.says("resumed once; the numbers are those of both runs");
    let answer = place.sheaf("resume out --max-instructions 1000000");
    answer.exits(0);
    answer.says("safe: ");
    assert!(answer.err.contains("has ended"), "{}", answer.err);
}

#[test]
fn what_a_limit_has_left_out_goes_on() {
    let program = counting(8);
    let place = Folder::with(&[("a.c", &program)]);
    for (limit, few, reason) in [
        ("--max-depth", 4, "\"depth-limit\""),
        ("--max-forks", 20, "\"fork-limit\""),
    ] {
        let line = format!("check a.c --json --strategy plain {limit} {few} --out out");
        let mut report = json(&place.sheaf(&line));
        for _ in 0..2 {
            assert_eq!(report["verdict"], "incomplete", "{limit}");
            assert_eq!(result(&report).2, BTreeSet::from([reason.to_string()]));
            report = json(&place.sheaf("resume out --json"));
        }
        report = json(&place.sheaf(&format!("resume out --json {limit} 1000")));
        assert_eq!(report["verdict"], "safe", "{limit}: {report}");
        assert_eq!(paths(&report), 256, "{limit}");
        fs::remove_dir_all(place.path("out")).unwrap();
    }
}

#[test]
fn the_size_of_the_seeds_remains_when_they_are_gone() {
    let target = "#include <stddef.h>\n#include <stdlib.h>\n\
        int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {\n\
          int high = 0;\n\
          for (size_t i = 0; i < size; i++) if (data[i] > 100) high++;\n\
          if (high == 30) abort();\n\
          return 0;\n\
        }\n";
    let place = Folder::with(&[("a.c", target), ("seed", &"a".repeat(40))]);
    let line = "check a.c --seed-input seed --strategy plain --max-instructions 2000 --out out";
    assert_eq!(place.sheaf(line).status, Some(3));
    fs::remove_file(place.path("seed")).unwrap();
    let again = place.sheaf("resume out --json --max-instructions 2000");
    let bounds = &json(&again)["bounds"];
    assert_eq!(bounds[0], "arrays of up to 40 elements", "{}", again.out);
}

#[test]
fn further_failures_are_added_to_those_that_were_found() {
    let place = Folder::with(&[("a.c", FAILING)]);
    for options in [
        "--strategy plain",
        "-j 2 --workers-after 0",
        "--explore multise",
    ] {
        let whole = json(&place.sheaf(&format!("check a.c --json {options}")));
        let line = format!("check a.c --json --stop-after 1 --out out {options}");
        let mut report = json(&place.sheaf(&line));
        for found in 1..4 {
            assert_eq!(result(&report).1.len(), found, "{options}: {report}");
            report = json(&place.sheaf("resume out --json"));
        }
        if result(&report).2.contains("\"failure-limit\"") {
            report = json(&place.sheaf("resume out --json"));
        }
        assert_eq!(result(&report), result(&whole), "{options}");
        assert_eq!(files(&place, "out/latest", "finding-").len(), 8);
        fs::remove_dir_all(place.path("out")).unwrap();
    }
}

#[test]
fn what_cannot_be_recorded_begins_anew() {
    let place = Folder::with(&[("a.c", FAILING)]);
    place
        .sheaf("check a.c --explore multise --stop-after 1 --out out")
        .exits(1);
    let answer = place.sheaf("resume out --stop-after 9");
    answer.exits(1);
    assert!(
        answer
            .err
            .contains("begins anew; the failure that was found is kept"),
        "{}",
        answer.err
    );
    answer.says("bug: 4 failures");
}

#[test]
fn the_folder_of_a_run_can_be_resumed_from_anywhere() {
    let program = counting(8);
    let place = Folder::with(&[("a.c", &program)]);
    fs::create_dir(place.path("elsewhere")).unwrap();
    let line = "check a.c --strategy plain --max-instructions 2000 --out out";
    place.sheaf(line).exits(3);
    place.sheaf(line).exits(3);
    let more = "--max-instructions 1000000 --json --sarif log.sarif";
    let answer = place.sheaf_in("elsewhere", &format!("resume ../out/run-1 {more}"));
    assert_eq!(paths(&json(&answer)), 256);
    assert!(place.path("elsewhere/log.sarif").exists());
    let answer = place.sheaf_in("elsewhere", &format!("resume ../out {more}"));
    assert_eq!(paths(&json(&answer)), 256);
    assert!(place.path("out/run-2/run.json").exists());
    assert!(!place.path("out/run-3").exists());
}

#[test]
fn a_changed_program_is_refused() {
    let program = counting(8);
    let place = Folder::with(&[("a.c", &program)]);
    place
        .sheaf("check a.c --strategy plain --max-instructions 2000 --out out")
        .exits(3);
    let resume = "resume out --max-instructions 1000000";
    let changed = program.replace("n * 3", "n * 5");
    for (text, change) in [
        (changed.as_str(), "function `main` differs"),
        // The failure of an assertion names its line.
        (&format!("\n{program}"), "`main` differs"),
    ] {
        fs::write(place.path("a.c"), text).unwrap();
        place
            .sheaf(resume)
            .refused_in_one_line(&["out: the program has changed since then", change]);
    }
    fs::remove_file(place.path("a.c")).unwrap();
    place
        .sheaf(resume)
        .refused_in_one_line(&["a.c", "no such file"]);
    fs::write(place.path("a.c"), program).unwrap();
    place.sheaf(resume).exits(0);
}

/// Paths that have ended were not examined for another property.
#[test]
fn another_property_in_the_same_file_is_refused() {
    let program = "extern int __VERIFIER_nondet_int(void);
        extern void reach_error(void);
        int main(void) {
          int n = 0;
          for (int i = 0; i < 12; i++) if (__VERIFIER_nondet_int() > i) n += 2;
          if (n == 5) reach_error();
          int last = __VERIFIER_nondet_int();
          if (n == 0) last++;
          return 0;
        }";
    let property = |text: &str| format!("CHECK( init(main()), LTL(G ! {text}) )\n");
    let reach = property("call(reach_error())");
    let place = Folder::with(&[("a.c", program), ("p.prp", &reach)]);
    let check = "check a.c --property p.prp --strategy plain --out out --max-instructions 60000";
    place.sheaf(check).exits(3);
    let resume = "resume out --max-instructions 10000000";
    fs::write(place.path("p.prp"), property("overflow")).unwrap();
    place
        .sheaf(resume)
        .refused_in_one_line(&["out: what counts as a failure has changed"]);
    place.sheaf(&check.replace("60000", "10000000")).exits(1);
    fs::write(place.path("p.prp"), reach).unwrap();
    place
        .sheaf("resume out/run-1 --max-instructions 10000000")
        .exits(0);
}

#[test]
fn two_processes_do_not_explore_together() {
    let program = counting(40);
    let place = Folder::with(&[("a.c", &program)]);
    let mut process = Command::new(env!("CARGO_BIN_EXE_sheaf"))
        .args("check a.c --out out --strategy plain -j 2 --time 10m".split(' '))
        .current_dir(place.folder())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    assert!(soon(|| place.path("out/latest/journal").exists()));
    place
        .sheaf("resume out --time 1s")
        .refused_in_one_line(&["out: another process explores it"]);
    process.kill().unwrap();
    process.wait().unwrap();
    place.sheaf("resume out --time 1s").exits(3);
}

#[test]
fn a_damaged_journal_is_refused() {
    let program = counting(10);
    let place = Folder::with(&[("a.c", &program)]);
    place
        .sheaf("check a.c --strategy plain --max-instructions 9000 --out out")
        .exits(3);
    let journal = place.path("out/run-1/journal");
    let segment = files(&place, "out/run-1", "journal-").remove(0);
    let mut random = SmallRng::seed_from_u64(2);
    for path in [&journal, &segment] {
        let bytes = fs::read(path).unwrap();
        for _ in 0..20 {
            let mut changed = bytes.clone();
            let position = random.random_range(0..bytes.len());
            changed[position] ^= 1 << random.random_range(0..8);
            fs::write(path, &changed).unwrap();
            let answer = place.sheaf("resume out --time 1s");
            answer.refused_in_one_line(&["out: its journal is "]);
        }
        fs::write(path, &bytes).unwrap();
    }
    let bytes = fs::read(&segment).unwrap();
    fs::write(&segment, &bytes[..bytes.len() - 1]).unwrap();
    place
        .sheaf("resume out")
        .refused_in_one_line(&["its end is missing"]);
    fs::remove_file(&segment).unwrap();
    place
        .sheaf("resume out")
        .refused_in_one_line(&["journal-", "no such file"]);
    fs::write(&segment, &bytes).unwrap();
    let text = fs::read(&journal).unwrap();
    let line = text.iter().position(|byte| *byte == b'\n').unwrap();
    fs::write(
        &journal,
        [b"sheaf journal 1, version 0.0.1".as_slice(), &text[line..]].concat(),
    )
    .unwrap();
    place
        .sheaf("resume out")
        .refused_in_one_line(&["version 0.0.1 of Sheaf", "check the program again"]);
    // The last record may be torn, and others may be begun.
    fs::write(&journal, [text.as_slice(), &[1, 2, 3]].concat()).unwrap();
    fs::write(&segment, [bytes.as_slice(), &[1, 2, 3]].concat()).unwrap();
    let report = json(&place.sheaf("resume out --json --max-instructions 10000000"));
    assert_eq!(
        (paths(&report), &report["verdict"]),
        (&Value::from(1024), &Value::from("safe"))
    );
}

#[test]
fn folders_without_a_journal_are_named() {
    let place = Folder::with(&[("a.c", BUG)]);
    place.sheaf("test a.c --out out").exits(1);
    for folder in ["none", "out", "a.c"] {
        place
            .sheaf(&format!("resume {folder}"))
            .refused_in_one_line(&[folder, "there is no journal", "sheaf check --out"]);
    }
}

/// Files can have a few blocks only, as on a full disk.
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let program = counting(16);
    let place = Folder::with(&[("a.c", &program)]);
    let line = "check a.c --strategy plain --search bfs --out out --time 10m";
    let limited = format!("trap '' XFSZ; ulimit -f 40; exec \"$0\" {line}");
    let output = Command::new("sh")
        .args(["-c", &limited, env!("CARGO_BIN_EXE_sheaf")])
        .current_dir(place.folder())
        .stdin(Stdio::null())
        .output();
    let answer = Answer::of(output.unwrap());
    answer.exits(2);
    answer.says("safe: ");
    assert!(
        answer.err.contains("warning: ") && answer.err.contains("error: "),
        "{}",
        answer.err
    );
    let report = json(&place.sheaf("resume out --json --time 10m"));
    assert_eq!(report["verdict"], "safe");
    assert_eq!(paths(&report), 1 << 16, "{report}");
}
