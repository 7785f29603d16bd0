//! JavaScript programs: what they print, compared with node, and what is refused.

use crate::common::Folder;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The programs in `tests/javascript`. What node 20 prints stands beside each.
fn programs() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/javascript");
    let files = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|it| it.extension().is_some_and(|it| it == "js"))
        .collect();
    files.sort();
    files
}

#[test]
fn programs_print_what_node_prints() {
    let has_node = Command::new("node").arg("--version").output().is_ok();
    if !has_node {
        eprintln!("node is not installed: compared with what it printed before");
    }
    let programs = programs();
    assert!(!programs.is_empty());
    for program in programs {
        let expected = fs::read_to_string(program.with_extension("out")).unwrap();
        if has_node {
            let node = Command::new("node").arg(&program).output().unwrap();
            assert_eq!(
                String::from_utf8_lossy(&node.stdout),
                expected,
                "node changed"
            );
        }
        let place = Folder::with(&[("a.js", &fs::read_to_string(&program).unwrap())]);
        let run = place.sheaf("run a.js");
        assert_eq!(run.out, expected, "{}: {}", program.display(), run.err);
        assert_eq!(run.status, Some(0));
    }
}

#[test]
fn what_is_no_program_has_a_place() {
    let refused = [
        ("var a = ;", "a.js:1:9: "),
        ("'use strict';\nwith (a) {}", "a.js:2:1: "),
        (
            "let a = 1;\nlet a = 2;",
            "a.js:2:5: Identifier `a` has already been declared",
        ),
        (
            "{ function f() {}\n  async function f() {} }",
            "a.js:2:18: ",
        ),
        ("{ let a;\n  { var a; } }", "a.js:2:9: "),
        ("try {} catch ([a]) {\n  var a; }", "a.js:2:7: "),
        ("try {} catch (a) {\n  let a; }", "a.js:2:7: "),
        (
            "'use strict'; { function f() {}\nfunction f() {} }",
            "a.js:2:10: ",
        ),
        ("(a,\na) => 1", "a.js:2:1: "),
        ("({ __proto__: 1,\n__proto__: 2 })", "a.js:1:4: "),
        (
            "import { a } from './a.js';",
            "a.js:1:10: the requested module './a.js' does not provide an export named 'a'",
        ),
        (
            "import './b.mjs';\nexport * as b from './c.mjs';",
            "a.js:1:1: Cannot find module './b.mjs'",
        ),
        ("var s = /(x/;", "a.js:1:10: "),
        (
            "sheaf.unknown();",
            "a.js:1:1: `sheaf.unknown` is not supported",
        ),
    ];
    for (text, message) in refused {
        let place = Folder::with(&[("a.js", text)]);
        for command in ["check a.js", "run a.js"] {
            place.sheaf(command).refused_in_one_line(&[message]);
        }
    }
}

/// What is not supported ends the path that reaches it.
#[test]
fn unsupported_constructs_are_named() {
    let text = "var n = sheaf.boolean('n');\nfunction f(s) { return eval(s); }\n\
                if (n) f(sheaf.string('s', 3));\n";
    let check = Folder::with(&[("a.js", text)]).sheaf("check a.js");
    assert_eq!(check.status, Some(3));
    assert!(check.out.contains("eval at a.js:2:24"), "{}", check.out);
}

/// Native code is never read as JavaScript.
#[test]
fn native_modules_are_named() {
    let place = Folder::with(&[("a.js", "require('./n');\n"), ("n.node", "throw 1;\n")]);
    let check = place.sheaf("check a.js");
    assert_eq!(check.status, Some(3));
    let reason = "unmodelled-call: the module ./n at a.js:1:1";
    assert!(check.out.contains(reason), "{}", check.out);
}

/// Columns are those of characters, also in a line with wide ones.
#[test]
fn columns_count_characters() {
    for (text, place) in [
        ("'é'; sheaf.assert(false);", "a.js:1:6"),
        ("'e'; sheaf.assert(false);", "a.js:1:6"),
    ] {
        let check = Folder::with(&[("a.js", text)]).sheaf("check a.js");
        assert!(check.out.contains(place), "{}", check.out);
    }
}

/// A built-in that is not modelled is never taken for a property that does not exist.
#[test]
fn built_ins_that_are_not_modelled_are_named() {
    let place = Folder::with(&[("a.js", "var a = [1];\nvar b = structuredClone(a);\n")]);
    let check = place.sheaf("check a.js");
    assert_eq!(check.status, Some(3));
    assert!(
        check.out.contains("structuredClone at a.js:2:9"),
        "{}",
        check.out
    );
}

#[test]
fn errors_in_required_files_name_them() {
    let files = [
        ("a.js", "require('./b');\nrequire('./c.json');\n"),
        ("b.js", "var x = ;\n"),
        ("c.json", "{\n\"a\": }"),
    ];
    let place = Folder::with(&files);
    place
        .sheaf("check a.js")
        .refused_in_one_line(&["b.js:1:9: "]);
    let place = Folder::with(&[files[0], ("b.js", "exports.x = 1;"), files[2]]);
    place
        .sheaf("check a.js")
        .refused_in_one_line(&["c.json:2:6: "]);
}

/// Modules of node itself end the path that requires them.
#[test]
fn modules_of_node_are_not_modelled() {
    let place = Folder::with(&[(
        "a.js",
        "var n = sheaf.boolean('n');\nif (n) require('fs');\n",
    )]);
    let check = place.sheaf("check a.js");
    assert_eq!(check.status, Some(3));
    assert!(
        check.out.contains("the module fs at a.js:2:8"),
        "{}",
        check.out
    );
}

/// A string is shown and stored as a literal, and can be given as one or as it is.
#[test]
fn strings_are_inputs_of_findings_and_runs() {
    let text = "var s = sheaf.string('s', 3);\nsheaf.assert(s !== '\\u00fc\\ud800');\n";
    let place = Folder::with(&[("a.js", text)]);
    let check = place.sheaf("check a.js --out out");
    assert_eq!(check.status, Some(1));
    let shown = r#"s = "\u00fc\ud800" (string)"#;
    assert!(check.out.contains(shown), "{}", check.out);
    let replay = place.sheaf("replay out/latest/finding-1.json");
    assert!(replay.out.contains("as recorded"), "{}", replay.out);
    for (input, status) in [("abc", 0), (r#""\u00fc\ud800""#, 1), ("abcd", 2)] {
        let run = place.sheaf(&format!("run a.js --input {input}"));
        assert_eq!(run.status, Some(status), "{input}: {}", run.err);
    }
}
