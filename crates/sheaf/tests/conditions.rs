//! What traces say of conditions, compared with what the conditions are: random statements are
//! executed on fixed inputs, and each condition that the trace shows as text is computed from its
//! text, by a native program.

mod common;

use common::Folder;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::Command;

const VARIABLES: [&str; 5] = ["a", "b", "c", "d", "e"];

const HEAD: &str = "#include <assert.h>\n#include <klee/klee.h>\n#include <stdlib.h>\n\
    #define EITHER(x, y) ((x) || !(y))\n#define NEITHER(x, y) (!((x) || (y)))\n\
    #define CHECK(x) do { if (!(x)) twice(0); } while (0)\n\
    int twice(int x) { return 2 * x; }\n";

/// Pseudo-random numbers (SplitMix64, Steele et al., OOPSLA 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }

    fn variable(&mut self) -> &'static str {
        VARIABLES[self.below(5) as usize]
    }

    fn condition(&mut self, depth: u32) -> String {
        let mut part = |depth: u32| self.condition(depth - 1);
        if depth == 0 {
            return match self.below(5) {
                0 => format!("{} > {}", self.variable(), self.below(3)),
                1 => format!("!{}", self.variable()),
                2 => format!("twice({}) == 2", self.variable()),
                _ => self.variable().to_string(),
            };
        }
        let [x, y, z] = [part(depth), part(depth), part(depth)];
        match self.below(9) {
            0 => format!("!({x})"),
            1 => format!("{x} && {y}"),
            2 => format!("({x} && {y}) || {z}"),
            3 => format!("({x} || {y})\n      && {z}"),
            4 => format!("({x}) || ({y})"),
            5 => format!("(({x}) ? {y} : ({z}))"),
            6 => format!("EITHER({x}, {y}) && {z}"),
            7 => format!("NEITHER({x}, {y})"),
            _ => format!("!({x} || {y}) /* or ! */"),
        }
    }

    fn statement(&mut self) -> String {
        let depth = self.below(3) as u32;
        let x = self.condition(depth);
        match self.below(12) {
            0 => format!("if ({x}) twice(1);"),
            1 => format!("if ({x}) twice(1); else twice(2);"),
            2 => format!("if ({x})\n    ;\n  else twice(2);"),
            3 => format!("while ({x}) {{ twice(1); break; }}"),
            4 => format!("for (int i = 0; {x}; i++) break;"),
            5 => format!("do {{ if (r > 9) break; r = 10; }} while ({x});\n  r = 0;"),
            6 => format!("do if (r++ > 1) break; while ({x});\n  r = 0;"),
            7 => format!("r = {x} ? twice(1) : twice(2);"),
            8 => format!("r = {x};"),
            9 => format!("if (!({x})) {{ goto l@; }}\n  twice(3);\nl@:;"),
            10 => format!("CHECK({x});"),
            _ => format!("if ({x}) assert({x}); else assert(!({x}));"),
        }
    }
}

/// The entries of the trace of the only finding: the text of a condition, whether it holds, and its
/// line; and how many entries there are.
fn told(report: &str) -> (Vec<(String, bool, u64)>, usize) {
    let report: Value = serde_json::from_str(report).unwrap();
    let trace = report["findings"][0]["trace"].as_array().unwrap();
    let mut told = Vec::new();
    for step in trace {
        let holds = match step["decision"].as_str().unwrap() {
            "taken" => true,
            "not taken" => false,
            _ => continue,
        };
        let text = step["condition"].as_str().unwrap_or_default();
        // What changes on the way, or is not shown to its end, cannot be computed again.
        if !text.starts_with("r ") && !text.starts_with("r++") && !text.ends_with("...") {
            told.push((text.to_string(), holds, step["line"].as_u64().unwrap()));
        }
    }
    (told, trace.len())
}

#[test]
fn conditions_are_told_as_the_source_means_them() {
    let mut random = Random(7);
    let (mut all, mut known) = (0, 0);
    for round in 0..6 {
        let values: BTreeMap<_, _> = VARIABLES.map(|name| (name, random.below(3))).into();
        let mut program = format!("{HEAD}int main(void) {{\n  int r = 0;\n");
        for (name, value) in &values {
            let input = format!("klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");");
            writeln!(
                program,
                "  int {name}; {input} klee_assume({name} == {value});"
            )
            .unwrap();
        }
        for number in 0..60 {
            let statement = random.statement().replace('@', &number.to_string());
            writeln!(program, "  {statement}").unwrap();
        }
        program.push_str("  abort();\n}\n");
        let place = Folder::with(&[("a.c", &program)]);
        let flags = ["", "--merge aggressive "][round % 2];
        let answer = place.sheaf(&format!("check {flags}--json a.c"));
        answer.exits(1);
        let (told, steps) = told(&answer.out);
        let wrong = natively(&place, &values, &told);
        assert_eq!(wrong, [] as [String; 0], "{values:?}\n{program}");
        all += steps;
        known += told.len();
    }
    assert!(all > 300 && 2 * known > all, "{known} of {all} are known");
}

/// The conditions that do not come out as told.
fn natively(
    place: &Folder,
    values: &BTreeMap<&str, u64>,
    told: &[(String, bool, u64)],
) -> Vec<String> {
    let mut program = format!("{HEAD}#include <stdio.h>\nint main(void) {{\n");
    for (name, value) in values {
        writeln!(program, "  int {name} = {value};").unwrap();
    }
    for (position, (text, holds, _)) in told.iter().enumerate() {
        // An assertion that is reported to hold does hold, because the program ends otherwise.
        let text = text.replace("assert(", "(");
        let wrong = if *holds { "!" } else { "" };
        writeln!(program, "  if ({wrong}({text})) puts(\"{position}\");").unwrap();
    }
    std::fs::write(place.path("native.c"), program + "}\n").unwrap();
    let mut compile = Command::new("clang-19");
    let includes = concat!(env!("CARGO_MANIFEST_DIR"), "/../../runtime/include");
    compile
        .current_dir(place.folder())
        .args(["-w", "-I", includes, "native.c", "-o", "native"]);
    assert!(compile.status().unwrap().success());
    let output = Command::new(place.path("native")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let wrong = text
        .lines()
        .map(|line| format!("{:?}", told[line.parse::<usize>().unwrap()]));
    wrong.collect()
}
