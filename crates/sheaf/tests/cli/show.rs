//! `sheaf show` and `sheaf generate`.

use crate::common::Folder;
use crate::shared::SAFE;
use std::fs;
use std::process::{Command, Stdio};

#[test]
fn programs_are_shown() {
    let text = "int main(void) {\n  unsigned sum = 0;\n  for (int i = 0; i < 3; i++)\n    sum += 2;\n  return sum;\n}\n";
    let place = Folder::with(&[("a.c", text)]);
    let ir = place.sheaf("show --ir a.c");
    ir.says("@main");
    let cfg = place.sheaf("show --cfg a.c --format json");
    let cfg: serde_json::Value = serde_json::from_str(&cfg.out).unwrap();
    assert_eq!(cfg["functions"][0]["function"], "main");
    let head = &cfg["functions"][0]["blocks"][1];
    assert_eq!(head["condition"], "i < 3");
    assert_eq!(head["outcomes"], serde_json::json!(["taken", "not taken"]));
    let cfg = place.sheaf("show --cfg a.c");
    cfg.says("  block1    line 3         -> block2 taken, block4 not taken: i < 3\n");
    let loops = place.sheaf("show --loops a.c");
    loops.says("func main\n  loop at block");
    loops.says("type 1, sequential");
    let loops = place.sheaf("show --loops a.c --format json");
    let loops: serde_json::Value = serde_json::from_str(&loops.out).unwrap();
    let known = &loops["functions"][0]["loops"][0]["known"];
    assert_eq!(known["paths"][0]["followed_by"], serde_json::json!(["p1"]));
    assert_eq!(known["accelerations"][0]["stops"][0]["count"], "3 - i");
    let dot = place.sheaf("show --cfg a.c --format dot");
    assert!(
        dot.out.starts_with("digraph program {") && dot.out.trim_end().ends_with('}'),
        "{}",
        dot.out
    );
    dot.says("\"main.block1\" -> \"main.block2\" [label=\"taken\"];");
    dot.says("3 for (int i = 0; i < 3; i++)\\ni < 3?");
    place
        .sheaf("show --ir a.c --format dot")
        .refused_in_one_line(&["--format"]);
}

#[test]
fn the_decisions_of_clauses_are_marked() {
    let text = "main() {\n  var x, y;\n  x = input;\n  if (x > 5) { y = 1; } else { y = 2; }\n  if (y == 3) { y = 1 / 0; }\n  if (x > 7) { if (y == 2) { y = 1 / 0; } }\n  return y;\n}\n";
    let place = Folder::with(&[("a.uc", text), ("b.json", "{\"explain\": {}}")]);
    place.sheaf("check a.uc --explore cdse --out out").exits(0);
    let json = place.sheaf("show --cfg a.uc --clauses out/latest/run.json --format json");
    let shown: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let blocks = shown["functions"][0]["blocks"].as_array().unwrap();
    let sides = |condition: &str| {
        let block = blocks.iter().find(|it| it["condition"] == condition);
        block.unwrap()["clauses"].clone()
    };
    // What is excluded, and its reasons, have the number of one clause.
    let number = sides("y == 2")[0]["excluding"][0].as_u64().unwrap();
    let reasons = sides("x > 5")[0]["reason"].as_array().unwrap().clone();
    assert!(reasons.contains(&number.into()), "{}", json.out);
    assert_eq!(sides("y == 2")[1]["excluding"], serde_json::json!([]));
    let one = format!("show --cfg a.uc --clauses out/latest/run.json --clause {number}");
    let text = place.sheaf(&one);
    text.says(&format!("taken (never: {number})"));
    text.says(&format!("\n{number}: never y == 2 taken at line 6, after "));
    let dot = place.sheaf(&format!("{one} --format dot"));
    dot.says(&format!(
        "[label=\"taken\\nnever: {number}\", color=\"#d55e00\""
    ));
    dot.says(&format!(
        "label=\"{number}: never y == 2 taken at line 6, after "
    ));
    for (clauses, wrong) in [
        ("out/latest/run.json --clause 99", "no clause 99"),
        ("b.json", "no clauses"),
        ("a.uc", "not the JSON"),
        ("none.json", "none.json"),
    ] {
        let command = format!("show --cfg a.uc --clauses {clauses}");
        place.sheaf(&command).refused_in_one_line(&[wrong]);
    }
}

#[test]
fn query_costs_are_shown_beside_the_source() {
    let text = "main() {\n  var n, i;\n  n = input;\n  i = 0;\n  while (i < n) {\n    i = i + 1;\n  }\n  return 1 / n;\n}\n";
    let place = Folder::with(&[("a.uc", text)]);
    let listing = place.sheaf("show --query-costs a.uc");
    let rows: Vec<Vec<&str>> = listing
        .out
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows[0], ["func", "main"]);
    assert!(
        rows.contains(&vec!["6", "i", "=", "i", "+", "1;", "i", "10,", "n", "20"]),
        "{}",
        listing.out
    );
    let answer =
        |line: &str| -> serde_json::Value { serde_json::from_str(&place.sheaf(line).out).unwrap() };
    let costs = |json: &serde_json::Value, line: u64| {
        let lines = json["functions"][0]["lines"].as_array().unwrap().clone();
        let found = lines.into_iter().find(|entry| entry["line"] == line);
        found.unwrap()["variables"].clone()
    };
    let json = answer("show --query-costs --format json --kappa 2 a.uc");
    assert_eq!(costs(&json, 6), serde_json::json!({ "i": 2, "n": 4 }));
    let json = answer("show --query-costs --format json --estimate lattice a.uc");
    assert_eq!(costs(&json, 6), serde_json::json!({ "i": 10, "n": 10 }));
    assert_eq!(costs(&json, 8), serde_json::json!({ "n": 1 }));
    place
        .sheaf("show --query-costs a.uc --format dot")
        .refused_in_one_line(&["--format"]);
}

#[test]
fn random_microc_programs_run_and_show_their_tree() {
    let place = Folder::with(&[]);
    let written = place.sheaf("generate --seed 3 --max-depth 2");
    written.exits(0);
    assert_eq!(
        written.out,
        place.sheaf("generate --seed 3 --max-depth 2").out
    );
    fs::write(place.path("a.uc"), &written.out).unwrap();
    let tree: serde_json::Value =
        serde_json::from_str(&place.sheaf("show --ast a.uc").out).unwrap();
    assert_eq!(tree["functions"][0]["name"]["name"], "main");
    place
        .sheaf("generate --max-depth 1000")
        .refused(&["max-depth"]);
    place
        .sheaf("generate --sets a.uc")
        .refused(&["a.uc", "directory"]);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let place = Folder::with(&[("a.c", SAFE)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
    command
        .args(["show", "--ir", "--library", "a.c"])
        .current_dir(place.folder())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

/// Programs, and whether their output is only printed.
const OUTPUT: &[(&str, bool)] = &[
    (
        r#"printf("%d %lu %5.2f %s %c%%\n", 1, 2ul, 3.0, "text", 'c');"#,
        true,
    ),
    (
        r#"fprintf(stderr, "text"); fputs("text", stdout); putc('c', stderr); fflush(stdout);"#,
        true,
    ),
    (
        r#"puts("text"); char *end; return (int)strtol("1", &end, 10);"#,
        true,
    ),
    (r#"puts("text"); exit(1);"#, true),
    (r#"int n; *(char *)&n = 'a'; putchar(n);"#, true),
    (r#"printf("%hd %hhd %lf %p", 1, 2, 0.5, "");"#, true),
    (r#"puts(""); printf("%s", "");"#, true),
    (r#"puts("text"); free(malloc(getuid()));"#, true),
    // The result is used, or more than constants and numbers is printed.
    (r#"return printf("text");"#, false),
    (r#"char text[] = "text"; printf("%s", text);"#, false),
    (r#"char format[] = "text"; printf(format);"#, false),
    (r#"printf("%d", 1L);"#, false),
    (r#"printf("%d %d", 1);"#, false),
    (r#"printf("%d", 1, 2);"#, false),
    (r#"printf("%*d", 1, 2);"#, false),
    (r#"printf("%5-d", 1);"#, false),
    (r#"printf("%.5.3d", 1);"#, false),
    (r#"printf("%hs", "");"#, false),
    (r#"int n; printf("%n", &n);"#, false),
    (r#"errno = 1; printf("%m");"#, false),
    (r#"printf("%p", stdout);"#, false),
    // Something else accesses what is accessed to print.
    (r#"puts("text"); fclose(stdout);"#, false),
    (r#"puts("text"); return (int)ftell(stdout);"#, false),
    (r#"puts("text"); return ferror(stdout);"#, false),
    (
        r#"FILE *stream = stdout; fputs("text", stream); return stream != stderr;"#,
        false,
    ),
    (r#"stdout = stderr; puts("text");"#, false),
    (r#"setvbuf(stdout, NULL, _IONBF, 0); puts("text");"#, false),
    (r#"puts("text"); write(1, "text", 4);"#, false),
    (r#"puts("text"); close(1);"#, false),
    (
        r#"puts("text"); FILE *f = fopen("a", "w"); if (f) fclose(f);"#,
        false,
    ),
    (r#"puts("text"); return errno;"#, false),
    (r#"puts("text"); perror("text");"#, false),
    (
        r#"int (*volatile print)(const char *) = puts; puts("text"); print("text");"#,
        false,
    ),
    (r#"puts("text"); int f[2]; return pipe(f);"#, false),
    (r#"puts("text"); return getchar();"#, false),
    (r#"puts("text"); *(int *)stdout = 0;"#, false),
];

#[test]
fn output_that_is_not_observed_is_only_printed() {
    let includes =
        "#include <errno.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n";
    for (body, is_printed) in OUTPUT {
        let source = format!("{includes}int main(void) {{ {body} return 0; }}\n");
        let place = Folder::with(&[("a.c", &source)]);
        let shown = place.sheaf("show --ir a.c").out;
        assert_eq!(
            shown.contains("__sheaf_print"),
            *is_printed,
            "{body}\n{shown}"
        );
    }
}
