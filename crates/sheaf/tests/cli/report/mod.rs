//! The page of a run, in a real browser: what it shows, steps, filters and folds; that nothing of a
//! program is executed, that it loads nothing, and that bad folders are refused.

mod browser;

use crate::common::Folder;
use crate::shared::{BUG, ENDLESS, check_schema, counting};
use browser::{Step, Visit, visit};
use serde_json::{Value, json};
use sheaf_testkit::schema;
use std::fs;
use std::path::Path;

/// Two failures behind decisions by two inputs.
const TWO: &str = "#include <assert.h>
#include <klee/klee.h>
static int half(int width) {
  if (width > 90) return width / 2;
  return width;
}
int main(void) {
  int width = klee_int(\"width\"), height = klee_int(\"height\");
  klee_assume(width > 0 && width < 100 && height >= 0);
  int shown = half(width);
  if (height == 3) assert(shown != 48);
  return 100 / (height - 7);
}
";

/// The text of elements, one per line.
fn texts(selector: &str) -> Step {
    let text = "[...document.querySelectorAll('SELECTOR')].map((it) => it.innerText).join('\\n')";
    Step::Value(text.replace("SELECTOR", selector))
}

/// Shows a part of the page.
fn at(address: &str) -> Step {
    Step::Value(format!(
        "(location.hash = '{address}', new Promise((done) => setTimeout(() => done(0), 60)))"
    ))
}

/// Chooses which steps a walk has.
fn choose(title: &str) -> Step {
    Step::Value(format!(
        "(() => {{ const box = document.querySelector('#panel-findings .walk select'); box.value = \
         [...box.options].find((it) => it.text.startsWith('{title}')).value; \
         box.dispatchEvent(new Event('change')); }})()"
    ))
}

/// Whether the page is as wide as the window, so that nothing is cut at its side.
const FITS: &str = "document.documentElement.scrollWidth <= innerWidth";

fn value(expression: &str) -> Step {
    Step::Value(expression.to_string())
}

/// Writes the page of a check and returns its path.
fn page(place: &Folder, line: &str) -> std::path::PathBuf {
    let answer = place.sheaf(&format!("check {line} --report page.html"));
    assert!(
        matches!(answer.status, Some(0 | 1 | 3)),
        "{}{}",
        answer.out,
        answer.err
    );
    place.path("page.html")
}

/// Visits pages; nothing may go wrong or be loaded.
fn visited(visits: &[Visit]) -> Vec<Vec<Value>> {
    let check = |result: browser::Result| {
        assert_eq!(result.errors, [""; 0]);
        assert_eq!(result.requests, [""; 0]);
        result.values
    };
    visit(visits).into_iter().map(check).collect()
}

#[track_caller]
fn says(value: &Value, part: &str) {
    let text = value.as_str().unwrap_or_default();
    assert!(text.contains(part), "`{part}` is not in: {value}");
}

#[test]
fn a_finding_is_walked_through_at_each_width() {
    let place = Folder::with(&[("two.c", TWO)]);
    place.sheaf("check two.c --out out").exits(1);
    let answer = place.sheaf("report out");
    answer.exits(0);
    assert_eq!(answer.out, "out/report.html\n");
    let visits = [1280, 480].map(|width| Visit {
        page: place.path("out/report.html"),
        width,
        steps: vec![
            texts("#panel-overview .verdict"),
            value(FITS),
            at("findings/2"),
            texts("#panel-findings .where"),
            texts("#panel-findings .line.at .text"),
            texts("#panel-findings .inputs"),
            Step::Key("Home"),
            texts("#panel-findings .where"),
            choose("Decisions by inputs"),
            Step::Key("ArrowRight"),
            texts("#panel-findings .values"),
            texts("#panel-findings .copyable code"),
            value(FITS),
            value(
                "(() => { const box = document.querySelector('input[type=search]'); box.value = \
                 'division'; box.dispatchEvent(new Event('input')); })()",
            ),
            texts("#panel-findings aside .card"),
            at("code/two.c/11"),
            texts("#panel-code .line-detail"),
            value("document.querySelectorAll('#panel-code .sides i.untaken').length"),
            value(FITS),
        ],
    });
    for values in visited(&visits) {
        says(&values[0], "2 failures");
        says(&values[3], "Step ");
        says(&values[4], "assert(shown != 48)");
        says(&values[5], "width = 48 (int)\nheight = 3 (int)");
        says(&values[6], "Step 1 of ");
        says(&values[8], "width > 0 taken");
        says(&values[9], "sheaf replay out/run-1/finding-2.json");
        says(&values[9], "sheaf replay --native out/run-1/finding-2.json");
        let cards = values[12].as_str().unwrap_or_default();
        assert!(
            cards.contains("division-by-zero") && !cards.contains("assertion"),
            "{cards}"
        );
        says(&values[14], "Executed.");
        says(&values[14], "height == 3 taken executed");
        assert_eq!(
            [&values[1], &values[10], &values[16]],
            [&json!(true); 3],
            "{values:?}"
        );
    }
}

/// A program of each language with a local variable that changes, and a call.
const WALKED: [(&str, &str, &str); 3] = [
    (
        "w.c",
        "#include <klee/klee.h>
static int twice(int part) {
  int sum = part;
  sum += part;
  return sum;
}
int main(void) {
  int x = klee_int(\"x\");
  klee_assume(x > 0 && x < 50);
  int y = twice(x);
  if (y == 14) klee_abort();
  return 0;
}
",
        "w.c",
    ),
    (
        "w.uc",
        "twice(part) {
  var sum;
  sum = part;
  sum = sum + part;
  return sum;
}
main() {
  var x, y;
  x = input;
  if (x > 0) {
    y = twice(x);
    if (y == 14) { y = 1 / 0; }
  }
  return 0;
}
",
        "w.uc",
    ),
    (
        "w.js",
        "/** @param {number} part */
function twice(part) {
  let sum = part;
  sum = sum + part;
  return sum;
}
/** @param {integer} x */
function f(x) {
  if (x > 0) {
    let y = twice(x);
    if (y === 14) throw new Error('fourteen');
  }
}
",
        "w.js --entry f",
    ),
];

#[test]
fn each_line_of_a_failing_run_has_its_variables() {
    let place = Folder::with(&WALKED.map(|(name, text, _)| (name, text)));
    let mut visits = Vec::new();
    for (name, _, line) in WALKED {
        fs::rename(page(&place, line), place.path(&format!("{name}.html"))).unwrap();
        visits.push(Visit {
            page: place.path(&format!("{name}.html")),
            width: 1280,
            steps: vec![
                at("findings/1"),
                texts("#panel-findings .walk select option"),
                texts("#panel-findings .values"),
                value(
                    "(() => { const { walk } = tabs.find((it) => it.id === 'findings').shown; \
                     walk.go(walk.steps.findIndex((it) => it.title === 'return sum;')); })()",
                ),
                texts("#panel-findings .values tr.now"),
                texts("#panel-findings .values tr"),
                Step::Key("ArrowLeft"),
                texts("#panel-findings .values tr"),
                Step::Key("End"),
                texts("#panel-findings .where"),
            ],
        });
    }
    for values in visited(&visits) {
        says(&values[1], "Lines (");
        says(&values[2], "y\t14");
        assert_eq!(values[4], json!("sum\t14\t7"), "{values:?}");
        says(&values[5], "part\t7");
        says(&values[5], "x\t7");
        says(&values[6], "sum\t7");
        let place = values[7].as_str().unwrap_or_default();
        let (step, all) = place
            .trim_start_matches("Step ")
            .split_once(" of ")
            .unwrap();
        assert_eq!(step, all);
    }
}

#[test]
fn folders_have_the_last_lines_of_long_runs() {
    let text = "#include <klee/klee.h>\nint main(void) {\n  int n = klee_int(\"n\"), i = 0;\n  while (i < 1000)\n    i++;\n  return 1 / n;\n}\n";
    let place = Folder::with(&[("l.c", text)]);
    place.sheaf("check l.c --out out").exits(1);
    let run = fs::read_to_string(place.path("out/latest/run.json")).unwrap();
    let run: Value = serde_json::from_str(&run).unwrap();
    assert_eq!(schema::violations(&check_schema(), &run), [""; 0]);
    let walk = &run["findings"][0]["walk"];
    let steps = walk["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 400);
    assert!(
        walk["left_out"].as_u64() > Some(1500),
        "{}",
        walk["left_out"]
    );
    assert_eq!(steps[399]["line"], json!(6));
    let first = steps[0]["changes"].as_array().unwrap();
    let names: Vec<_> = first
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"n") && names.contains(&"i"), "{names:?}");
    let answer = place.sheaf("check l.c --json");
    assert!(!answer.out.contains("\"walk\""), "{}", answer.out);
}

#[test]
fn deep_recursion_has_decisions_only() {
    let text = "#include <klee/klee.h>\nstatic int f(int n) {\n  if (n < 0) return 0;\n  return f(n + 1) + 1;\n}\nint main(void) {\n  return klee_int(\"n\") == 5 ? f(5) : 0;\n}\n";
    let place = Folder::with(&[("d.c", text)]);
    let page = page(&place, "d.c");
    assert!(fs::metadata(&page).unwrap().len() < 2_000_000);
    let visits = [Visit {
        page,
        width: 1280,
        steps: vec![
            at("findings/1"),
            texts("#panel-findings h2"),
            texts("#panel-findings .walk select option"),
        ],
    }];
    let [values] = &visited(&visits)[..] else {
        panic!("one visit");
    };
    says(&values[1], "stack-overflow");
    says(&values[2], "All decisions");
    let modes = values[2].as_str().unwrap_or_default();
    assert!(!modes.contains("Lines"), "{modes}");
}

/// Text of a program that would be a script, an element or another order of letters.
const HOSTILE: &[u8] = b"#include <klee/klee.h>
/* </script><script>window.hacked = 1</script> */
// to the left: \xe2\x80\xae evil, bell \x07, no text \xff\xfe
int main(void) {
  const char *s = \"</script><img src=x onerror='window.hacked = 2'>\";
  if (klee_int(\"<b>\xe2\x80\xae&amp;\") == 7) klee_abort();
  return s[0];
}
";

#[test]
fn text_of_a_program_is_text() {
    let place = Folder::with(&[]);
    fs::write(place.path("h.c"), HOSTILE).unwrap();
    let page = page(&place, "h.c");
    let visits = [Visit {
        page,
        width: 1280,
        steps: vec![
            at("findings/1"),
            texts("#panel-findings .inputs"),
            at("code/h.c/3"),
            texts("#panel-code .line .text"),
            value("document.querySelectorAll('img, b b, .text script').length"),
            value("String(window.hacked)"),
        ],
    }];
    let [values] = &visited(&visits)[..] else {
        panic!("one visit");
    };
    says(&values[1], "<b>U+202E&amp; = 7 (int)");
    says(&values[3], "</script><script>window.hacked = 1</script>");
    says(&values[3], "U+202E evil, bell U+0007, no text \u{fffd}");
    assert_eq!((&values[4], &values[5]), (&json!(0), &json!("undefined")));
}

#[test]
fn values_and_names_of_a_run_are_text() {
    let text = "/** @param {integer} x */
function f(x) {
  let \u{fb03}cient = '</script><img src=x onerror=\"window.hacked = 3\">';
  const o = { '\u{202e}\\u0007<b>': x };
  if (x === 7) throw new Error('</script><script>window.hacked = 4</script>\u{202e}');
  return [\u{fb03}cient, o];
}
";
    let place = Folder::with(&[("h.js", text)]);
    let page = page(&place, "h.js --entry f");
    let visits = [Visit {
        page,
        width: 1280,
        steps: vec![
            at("findings/1"),
            texts("#panel-findings .values tr"),
            texts("#panel-findings h2"),
            value("document.querySelectorAll('main img, b b, main script').length"),
            value("String(window.hacked)"),
            value("document.querySelector('#panel-findings').innerText.includes('\\u202e')"),
        ],
    }];
    let [values] = &visited(&visits)[..] else {
        panic!("one visit");
    };
    says(&values[1], "\u{fb03}cient\t\"</script><img src=x");
    says(&values[1], "U+202E");
    says(&values[2], "window.hacked = 4</script>U+202E");
    assert_eq!((&values[3], &values[4]), (&json!(0), &json!("undefined")));
    assert_eq!(values[5], json!(false));
}

#[test]
fn what_was_not_explored_says_why_and_paper_has_all() {
    let text = "int io_read(int);\nint f(int x) {\n  if (x > 3) x = io_read(x);\n  else return 7;\n  if (x > 2) return 5;\n  return 6;\n}\n";
    let place = Folder::with(&[("d.c", text)]);
    let page = page(&place, "d.c --entry f");
    let visits = [Visit {
        page,
        width: 900,
        steps: vec![
            texts("#panel-overview"),
            at("code/d.c/5"),
            texts("#panel-code .line-detail"),
            Step::Print,
            at("effort"),
            texts("#panel-effort"),
        ],
    }];
    let [values] = &visited(&visits)[..] else {
        panic!("one visit");
    };
    says(&values[0], "unmodelled-call");
    says(&values[0], "--undefined input");
    says(
        &values[2],
        "Not executed: no path passed d.c:3 in f, after the call of io_read",
    );
    assert!(values[3].as_u64() > Some(10_000), "{}", values[3]);
    says(&values[5], "Solver chain");
}

#[test]
fn each_technique_has_its_tab() {
    let place = Folder::with(&[
        (
            "m.c",
            "#include <klee/klee.h>\nint main(void) {\n  int x = klee_int(\"x\");\n  int z = 5;\n  if (x > 3) z = 7;\n  klee_assume(z != 4);\n  if (z == 6) klee_abort();\n  return z;\n}\n",
        ),
        (
            "l.c",
            "#include <klee/klee.h>\nint main(void) {\n  int locked = 0;\n  while (klee_int(\"more\")) {\n    if (locked) klee_abort();\n    locked = 1;\n    if (klee_int(\"early\")) locked = 0; else locked = 0;\n  }\n  return 0;\n}\n",
        ),
        (
            "p.c",
            "#include <math.h>\n#include <klee/klee.h>\nint main(void) {\n  double x;\n  klee_make_symbolic(&x, sizeof x, \"x\");\n  if (pow(x, 0.5) == 3) klee_abort();\n  return 0;\n}\n",
        ),
        (
            "n.c",
            "#include <klee/klee.h>\nint main(void) {\n  unsigned n = klee_int(\"n\"), i = 0;\n  while (i < n) i++;\n  if (i != n) klee_abort();\n  return 0;\n}\n",
        ),
    ]);
    let mut visits = Vec::new();
    for (line, tab) in [
        ("m.c --explore multise", "merging"),
        ("l.c --subsume", "labels"),
        ("n.c --summarize-loops", "loops"),
        ("m.c --explore cdse", "clauses"),
        ("p.c --index doubles", "index"),
    ] {
        fs::rename(page(&place, line), place.path(&format!("{tab}.html"))).unwrap();
        visits.push(Visit {
            page: place.path(&format!("{tab}.html")),
            width: 1280,
            steps: vec![at(tab), texts(&format!("#panel-{tab}"))],
        });
    }
    let values = visited(&visits);
    says(&values[0][1], "Value summaries");
    says(&values[0][1], "x >= 4");
    says(&values[1][1], "Nothing can fail where");
    says(&values[1][1], "l.c:");
    says(&values[2][1], "n.c:4");
    says(&values[3][1], "does not happen");
    says(&values[4][1], "pow");
}

#[test]
fn trees_fold_and_lead_to_what_they_show() {
    let place = Folder::with(&[("c.c", &counting(8))]);
    let line = "check c.c --strategy plain --tree t.json --out out";
    place.sheaf(line).exits(0);
    place.sheaf("report out --output tree.html").exits(0);
    let visits = [Visit {
        page: place.path("tree.html"),
        width: 1280,
        steps: vec![
            at("tree"),
            texts("#panel-tree .node"),
            value(
                "[...document.querySelectorAll('.legend-button')].find((it) => it.innerText.includes('ended')).click()",
            ),
            texts("#panel-tree .node"),
            value("tabs.find((it) => it.id === 'tree').shown.model.visible"),
            value(
                "[...document.querySelectorAll('button')].find((it) => it.innerText === 'Unfold all').click()",
            ),
            value("tabs.find((it) => it.id === 'tree').shown.model.visible"),
            value(
                "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(tabs.find((it) => it.id === 'tree').shown.drawn))))",
            ),
        ],
    }];
    let [values] = &visited(&visits)[..] else {
        panic!("one visit");
    };
    says(&values[1], "nodes below");
    says(&values[3], "ended");
    says(&values[3], "b[i] > 100 + i");
    assert!(values[4].as_u64() < values[6].as_u64(), "{values:?}");
    assert!(values[7].as_u64() > Some(100), "{values:?}");
}

#[test]
fn folders_have_what_pages_need() {
    let place = Folder::with(&[("a.c", BUG), ("e.c", ENDLESS)]);
    place.sheaf("check a.c --out out --tree t.json").exits(1);
    let read = |name: &str| -> Value {
        serde_json::from_str(&fs::read_to_string(place.path(name)).unwrap()).unwrap()
    };
    assert_eq!(
        schema::violations(&check_schema(), &read("out/latest/run.json")),
        [""; 0]
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("docs/schema/sources.schema.json")).unwrap();
    let of_sources = serde_json::from_str(&text).unwrap();
    let sources = read("out/latest/sources.json");
    assert_eq!(schema::violations(&of_sources, &sources), [""; 0]);
    assert_eq!(sources["files"][0]["text"].as_str(), Some(BUG.trim_end()));
    // What was checked stays, whatever becomes of the file.
    fs::write(place.path("a.c"), "int main(void) { return 0; }\n").unwrap();
    place.sheaf("report out/run-1").exits(0);
    let page = fs::read_to_string(place.path("out/run-1/report.html")).unwrap();
    assert!(page.contains("assert(x != 7)"));
    place
        .sheaf("test e.c --max-instructions 2000 --report t.html")
        .exits(0);
    place.sheaf("report sheaf-out").exits(0);
    assert!(place.path("sheaf-out/report.html").is_file());
}

#[test]
fn bad_folders_are_refused() {
    let place = Folder::with(&[("a.c", BUG)]);
    place.sheaf("check a.c --out out").exits(1);
    let refused = |line: &str, parts: &[&str]| place.sheaf(line).refused_in_one_line(parts);
    refused("report none", &["none", "sheaf check --out"]);
    refused("report .", &["run.json", "no such file"]);
    refused(
        "report out --output no/page.html",
        &["no/page.html", "cannot be written"],
    );
    refused(
        "check a.c --report no/page.html",
        &["no/page.html", "cannot be written"],
    );
    let run = place.path("out/run-1/run.json");
    let text = fs::read_to_string(&run).unwrap();
    fs::write(&run, text.replacen("\"schema\": 1", "\"schema\": 9", 1)).unwrap();
    refused("report out", &["run.json", "version 9"]);
    fs::write(&run, "{").unwrap();
    refused("report out", &["run.json", "EOF"]);
    fs::write(&run, text).unwrap();
    fs::write(place.path("out/run-1/tree.json"), "[]").unwrap();
    refused("report out", &["tree.json", "not an execution tree"]);
}
