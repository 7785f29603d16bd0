//! Native runs of JavaScript programs: `sheaf replay --native` and the suites of `sheaf test`.
//! Without node, a test prints a note and passes.

use crate::common::{Answer, Folder};
use std::fs;
use std::process::{Command, Stdio};

fn has_node() -> bool {
    let found = Command::new("node").arg("--version").output().is_ok();
    if !found {
        eprintln!("node is not installed: not tested");
    }
    found
}

/// A failure of each kind; an input decides which.
const KINDS: &str = "\
var n = sheaf.integer('n', 0, 9), s = sheaf.string('s', 4), v = sheaf.value('v');
function deep(k) { return deep(k + 1) + 1; }
class Own extends Error {}
if (n === 1) {
  const error = new RangeError('bad ' + s.length);
  throw error;
}
if (n === 2) try { sheaf.assert(s !== 'a\\ud800'); } catch (e) { n = 0; } finally { n = 0; }
if (n === 3) null.member;
if (n === 4)
  'x'
    .repeat(-1);
if (n === 5) throw 'text';
if (n === 6) deep(0);
if (n === 7 && v === true) unknown();
if (n === 8) throw new Own('own');
";

/// The lines on which they happen.
const LINES: [&str; 8] = [
    "RangeError: bad 0 at a.js:6 (as recorded)",
    "assertion at a.js:8 (as recorded)",
    "TypeError: Cannot read properties of null (reading 'member') at a.js:9 (as recorded)",
    "RangeError: Invalid count value: -1 at a.js:12 (as recorded)",
    "uncaught-exception: text at a.js:13 (as recorded)",
    "stack-overflow (as recorded)",
    "ReferenceError: unknown is not defined at a.js:15 (as recorded)",
    "Error: own at a.js:16 (as recorded)",
];

#[test]
fn findings_happen_natively_at_the_same_line() {
    if !has_node() {
        return;
    }
    let place = Folder::with(&[("a.js", KINDS)]);
    place.sheaf("check a.js --out out").exits(1);
    let cases: Vec<String> = (1..=LINES.len())
        .map(|number| format!("out/latest/finding-{number}.json"))
        .collect();
    let native = place.sheaf(&format!("replay --native {}", cases.join(" ")));
    native.exits(1);
    for line in LINES {
        native.says(line);
    }
    assert_eq!(native.out.matches("(as recorded)").count(), LINES.len());
}

/// What happens on another program is told apart: its place, its message, its kind, its inputs.
#[test]
fn a_difference_is_said() {
    if !has_node() {
        return;
    }
    let program = |last: &str| format!("var n = sheaf.integer('n', 3, 5);\n{last}\n");
    let failing = program("if (n === 4) throw new RangeError('four');");
    let others = [
        ("n = 0;", "NOT as recorded: exit 0, not"),
        ("\nthrow new RangeError('four');", "but the place is not"),
        ("throw new RangeError('five');", "but the message is not"),
        ("throw new TypeError('four');", "NOT as recorded"),
        ("sheaf.assert(n !== 4);", "NOT as recorded: assertion"),
        ("for (;;) n++;", "NOT as recorded: no end in time"),
        (
            "n = sheaf.integer('m');",
            "NOT as recorded: it reads more inputs than recorded",
        ),
        ("sheaf.assume(n === 3);", "an assumption does not hold"),
        (
            "var = 1;",
            "NOT as recorded: uncaught-exception: SyntaxError",
        ),
        ("process.exit(1);", "NOT as recorded: exit 1"),
        // What the program prints is not what node says.
        (
            "console.error('/a.js:2\\nRangeError: four\\n'); process.exit(1);",
            "NOT as recorded: exit 1",
        ),
        (
            "Error.prepareStackTrace = () => { throw 1; }; JSON.stringify = null; sheaf.assert(0);",
            "NOT as recorded: assertion at a.js:2",
        ),
    ];
    let place = Folder::with(&[("a.js", &failing)]);
    place.sheaf("check a.js --out out").exits(1);
    let replay = "replay --native --time 10m out/latest/finding-1.json";
    place
        .sheaf(replay)
        .says("natively uncaught-exception: RangeError: four at a.js:2 (as recorded)");
    for (last, said) in others {
        fs::write(place.path("a.js"), program(last)).unwrap();
        let is_endless = said.contains("no end in time");
        let replay = match is_endless {
            true => replay.replace("10m", "1s"),
            false => replay.to_string(),
        };
        place.sheaf(&replay).says(said);
    }
    let reads_another = "var m = sheaf.boolean('n');\nthrow new RangeError('four');\n";
    fs::write(place.path("a.js"), reads_another).unwrap();
    place
        .sheaf(replay)
        .says("for another program: it reads input `n` of type `bool`, the case continues with");
    let reads_none = "\nthrow new RangeError('four');\n";
    fs::write(place.path("a.js"), reads_none).unwrap();
    place.sheaf(replay).says("after reading 0 of 1 inputs");
}

/// Harnesses of other tools, and modules of packages.
#[test]
fn harnesses_and_modules_run_natively() {
    if !has_node() {
        return;
    }
    let main = "var S$ = require('S$'), limit = require('./part').limit;\n\
                var a = S$.symbol('a', 1), b = J$.readInput('text'), c = J$.readInput();\n\
                S$.assume(a > 3);\n\
                if (c === 1.5) S$.assert(a !== 7 || b !== 'k');\n\
                limit(a);\n";
    let part = "exports.limit = function (a) {\n  if (a === 9) throw new Error('nine');\n};\n";
    let place = Folder::with(&[("a.js", main), ("part.js", part)]);
    place.sheaf("check a.js --out out").exits(1);
    let cases = "out/latest/finding-1.json out/latest/finding-2.json";
    let native = place.sheaf(&format!("replay --native {cases}"));
    native.says("uncaught-exception: Error: nine at part.js:2 (as recorded)");
    assert_eq!(
        native.out.matches("(as recorded)").count(),
        2,
        "{}",
        native.out
    );
}

#[test]
fn findings_of_es_modules_happen_natively_at_the_same_line() {
    if !has_node() {
        return;
    }
    let main = "import { half } from './part.mjs';\nconst n = sheaf.integer('n');\n\
                sheaf.assert(n !== 7);\nif (n === 8) half(null);\nif (n === 9) half(n);";
    let part = "export function half(n) {\n  sheaf.assert(n !== 9);\n  return n.x;\n}";
    let place = Folder::with(&[("a.mjs", main), ("part.mjs", part)]);
    place.sheaf("check a.mjs --out out").exits(1);
    let cases = ["1", "2", "3"].map(|number| format!("out/latest/finding-{number}.json"));
    let native = place.sheaf(&format!("replay --native {}", cases.join(" ")));
    for line in ["a.mjs:3", "part.mjs:2", "part.mjs:3"] {
        native.says(&format!("{line} (as recorded)"));
    }
}

/// The suite passes under node, also after the project was moved, and fails on a changed program.
#[test]
fn a_suite_runs_under_node() {
    if !has_node() {
        return;
    }
    let place = Folder::with(&[("a.js", KINDS)]);
    let test = place.sheaf("test a.js");
    test.exits(1);
    test.says("8 reveal failures");
    let node = |folder: &str| {
        let mut command = Command::new("node");
        command
            .args(["--test", "sheaf-out/latest/tests.cjs"])
            .current_dir(place.path(folder))
            .stdin(Stdio::null());
        Answer::of(command.output().unwrap())
    };
    node(".").exits(0);
    fs::create_dir(place.path("moved")).unwrap();
    for name in ["a.js", "sheaf-out"] {
        fs::rename(place.path(name), place.path(&format!("moved/{name}"))).unwrap();
    }
    node("moved").exits(0);
    let write = |text: &str| fs::write(place.path("moved/a.js"), text).unwrap();
    write(&KINDS.replace("bad ", "worse "));
    let said = node("moved");
    said.exits(0);
    said.says("but the message is not: uncaught-exception: RangeError: bad 0 at a.js:6:3");
    write(&KINDS.replace("RangeError('bad ", "TypeError('bad "));
    let said = node("moved");
    said.exits(1);
    assert!(!said.out.contains("# fail 0"), "{}", said.out);
    said.says("NOT as recorded: uncaught-exception: TypeError: bad 0 at a.js:6, not");
}

/// A function of a module, called with inputs, under Sheaf and under node.
#[test]
fn entries_run_natively() {
    let text = "/**\n * @param {string} text\n * @param {integer} [limit]\n */\n\
                exports.cut = function (text, limit) {\n\
                if (limit === 3 && text === 'ab') throw new RangeError('cut');\n};\n\
                const half = (n) => { require('assert')(n !== 8); }";
    let place = Folder::with(&[("a.js", text)]);
    let entries = [
        (
            "cut",
            "uncaught-exception: RangeError: cut at a.js:6 (as recorded)",
        ),
        (
            "cut --types string:2,integer",
            "RangeError: cut at a.js:6 (as recorded)",
        ),
        ("half --types integer|null", "at a.js:8 (as recorded)"),
    ];
    for (entry, said) in entries {
        let command = format!("test a.js --entry {entry}");
        place.sheaf(&command).exits(1);
        let case = "sheaf-out/latest/finding-1.json";
        place.sheaf(&format!("replay {case}")).says("(as recorded)");
        if has_node() {
            place.sheaf(&format!("replay --native {case}")).says(said);
        }
    }
    for (options, part) in [
        (
            "--entry half",
            "the type of the parameter `n` of `half` is not known",
        ),
        (
            "--entry missing",
            "the parameters of `missing` are not known",
        ),
        (
            "--entry half --types long",
            "`long` is no type of a parameter",
        ),
        ("--types integer", "--entry"),
    ] {
        place
            .sheaf(&format!("check a.js {options}"))
            .refused_in_one_line(&[part]);
    }
    let c = Folder::with(&[("a.c", "int f(int x) { return x; }")]);
    c.sheaf("check a.c --entry f --types integer")
        .refused_in_one_line(&["a.c", "--types"]);
}

/// A package in `node_modules` of the current directory.
#[test]
fn packages_are_found_from_the_current_directory() {
    let place = Folder::with(&[("a.js", "require('p')(sheaf.boolean('b'));\n")]);
    fs::create_dir_all(place.path("node_modules/p")).unwrap();
    let package = "module.exports = (b) => { if (b) throw new Error('p'); };\n";
    fs::write(place.path("node_modules/p/index.js"), package).unwrap();
    let check = place.sheaf("check a.js --out out");
    check.exits(1);
    check.says("at node_modules/p/index.js:1:34");
    if has_node() {
        place
            .sheaf("replay --native out/latest/finding-1.json")
            .says("Error: p at node_modules/p/index.js:1 (as recorded)");
    }
}

#[test]
fn a_machine_without_node_is_named() {
    let place = Folder::with(&[("a.js", "sheaf.assert(sheaf.boolean('b'));\n")]);
    place.sheaf("check a.js --out out").exits(1);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command
        .args(["replay", "--native", "out/latest/finding-1.json"])
        .current_dir(place.folder())
        .env("PATH", "");
    Answer::of(command.output().unwrap())
        .refused_in_one_line(&["finding-1.json", "running JavaScript natively needs node"]);
}
