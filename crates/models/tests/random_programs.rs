//! Random C programs on two bytes of input: the lines that fail in the engine must be those that
//! fail when the same program, compiled for the host, tries all 65536 inputs. `random_programs.h`
//! explains how that finds failures without undefined behaviour.

use sheaf_engine::{Options, Program, ReasonKind, check};
use sheaf_llvm::{LoadOptions, load};
use sheaf_models::c as models;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const PROGRAMS: u64 = 40;

/// Generates the text of a program from a seed.
struct Generator {
    state: u64,
    text: String,
}

impl Generator {
    fn below(&mut self, limit: usize) -> usize {
        self.state = self
            .state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.state >> 33) % limit as u64) as usize
    }

    /// One of the words of a text.
    fn pick(&mut self, words: &str) -> String {
        let words: Vec<&str> = words.split_whitespace().collect();
        words[self.below(words.len())].to_string()
    }

    /// A template with its capital letters replaced: V a variable, K a number, E an expression, C a
    /// condition, I an index, P a pointer, S a string, L a small length, B a base.
    fn fill(&mut self, template: &str, depth: usize) -> String {
        let mut filled = String::new();
        let mut word = String::new();
        for c in template.chars().chain([' ']) {
            if c.is_alphanumeric() || c == '_' {
                word.push(c);
                continue;
            }
            let part = self.hole(&word, depth);
            filled.push_str(&part);
            filled.push(c);
            word.clear();
        }
        filled
    }

    fn hole(&mut self, word: &str, depth: usize) -> String {
        match word {
            "V" => self.pick("x y v[0] v[1] v[2] v[3] s.a s.b s.f1 s.f2 s.row[2] u.w u.b[1] u.h[1] (u32)s.c (u32)s.f3"),
            "K" => self.pick("0u 1u 2u 3u 7u 16u 100u 127u 200u 255u 256u 1000u 65535u 0x80000000u 0xffffffffu"),
            "E" if depth > 2 => self.hole("V", depth),
            "E" => {
                let choice = self.below(EXPRESSIONS.len());
                self.fill(EXPRESSIONS[choice], depth + 1)
            }
            "C" => {
                let choice = self.below(CONDITIONS.len());
                self.fill(CONDITIONS[choice], depth + 1)
            }
            "I" => self.pick("0 3 5 7 (x&7) (y%11) (v[0]&7) (v[1]%9u) (x>>5)"),
            "P" => self.pick("t[0] t[1] t[2] t[3] t[x&3] t[(y>>2)&3] q"),
            "S" => self.pick("text text+1 word \"1a\" \"ab\""),
            "L" => self.pick("1 2 3 (x&3) 4"),
            "B" => self.pick("0 10 16 36"),
            other => other.to_string(),
        }
    }

    fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            let kinds = if depth < 2 {
                STATEMENTS.len()
            } else {
                STATEMENTS.len() - NESTED
            };
            let template = STATEMENTS[self.below(kinds)];
            let filled = self.fill(template, 0);
            self.text.push_str(&filled);
            self.text.push('\n');
            if filled.trim_end().ends_with('{') {
                let inner = 1 + self.below(3);
                self.statements(inner, depth + 1);
                self.text.push_str("}\n");
            }
        }
    }

    fn program(seed: u64) -> String {
        let mut generator = Generator {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15),
            text: String::new(),
        };
        generator.text.push_str(START);
        let count = 5 + generator.below(8);
        generator.statements(count, 0);
        generator.text.push_str("(void)q; (void)end;\n}\n");
        generator.text
    }
}

const START: &str = r#"#include "random_programs.h"
static void test(u8 x, u8 y) {
u32 v[4] = {x, y, 7}; u32 row[8] = {1, 2, 3}; struct s s = {0}, other = {1}; union u u = {x * 257u}; int n = 0; char c = 0;
char text[3] = {(char)x, (char)y, 0}, word[4] = "-1a", buffer[40] = "", *end = text;
LOCAL(a, 8); LOCAL(b, 4); pointer q = a, t[4] = {a, MALLOC(6), MALLOC(5), b};
"#;

const EXPRESSIONS: &[&str] = &[
    "V",
    "V",
    "K",
    "(E + E)",
    "(E - E)",
    "(E * K)",
    "(E & E)",
    "(E ^ E)",
    "(E | K)",
    "(E >> (V & 31))",
    "(C ? E : E)",
    "DIV(E, (V & 7))",
    "MOD(E, (u32)y)",
    "SHL(E, (V & 31))",
    "SHL(E, (x % 40))",
    "(u32)ADD((int)V, (int)E)",
    "(u32)MULTIPLY((int)V, 1000000)",
    "(u32)(signed char)E",
    "(u32)(short)E",
    "(u32)((unsigned __int128)E * E >> 20)",
    "AT(row, 8, I)",
    "BYTE(P, I)",
    "(u32)strlen(S)",
    "(u32)sign(strcmp(S, S))",
    "(u32)sign(strncmp(S, S, L))",
    "(u32)distance(strchr(text, V), text)",
    "(u32)distance(strstr(word, S), word)",
    "(u32)strspn(S, S)",
    "(u32)!isalpha(x)",
    "(u32)!ispunct(y)",
    "(u32)toupper(x)",
    "(u32)strtol(S, &end, B)",
    "(u32)atoi(S)",
    "(u32)snprintf(buffer, L, \"%d|%s\", (int)x - 100, S)",
    "(u32)printf(\"%s%d%-4o\", S, (int)x - 7, y)",
    "(u32)sscanf(S, \"%d%c\", &n, &c)",
    "(u32)median(x, y, (u8)V)",
    "(u32)sign(memcmp(word, \"-1b\", L))",
    "functions[V & 1](V, (u8)E)",
    "(u32)n",
];

const CONDITIONS: &[&str] = &[
    "V < K",
    "E == K",
    "V != K",
    "(int)E < (int)V",
    "(x & 1)",
    "(y & 2)",
    "(C && C)",
    "(C || C)",
    "v[0] <= x",
    "E > K",
];

/// The last [`NESTED`] open a block.
const STATEMENTS: &[&str] = &[
    "v[0] = E;",
    "v[1] = E;",
    "v[2] = E;",
    "v[x & 3] = E;",
    "AT(row, 8, I) = E;",
    "s.b = (unsigned short)E;",
    "s.c = (int)E;",
    "s.f1 = E;",
    "s.f3 = (int)E;",
    "u.w = E;",
    "u.b[V & 3] = (u8)E;",
    "other = s;",
    "memcpy(&s, &other, sizeof s);",
    "memcpy(&u, &row[x & 7], 4);",
    "v[3] = ((u8 *)row)[V % 32u];",
    "memmove(row + 1, row, 4 * L);",
    "CHECK(E != K);",
    "CHECK(E % 251u != K);",
    "CHECK(C || V > 3u);",
    "BYTE(P, I) = (u8)E;",
    "q = MOVE(P, I);",
    "q = C ? P : P;",
    "t[x & 3] = MALLOC(7);",
    "t[1] = NONE;",
    "FREE(P);",
    "COPY(P, P, L);",
    "FILL(P, x, L);",
    "word[1] = (char)E;",
    "strncpy(buffer, S, L);",
    "if (C) return;",
    "if (C) {",
    "if (C) {",
    "for (u32 i = 0; i < (V & 3); i++) {",
    "switch (V % 3u) case 0: case 2: {",
];
const NESTED: usize = 4;

fn run(command: &mut Command) -> String {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{command:?}:\n{text}");
    text
}

/// The lines that fail natively on some input.
fn native(folder: &Path, source: &Path, tests: &Path) -> BTreeSet<u32> {
    let program = folder.join("program");
    let mut clang = Command::new("clang-19");
    clang
        .args(["-w", "-O1", "-fwrapv", "-fno-builtin", "-DNATIVE", "-I"])
        .arg(tests);
    run(clang.arg(source).arg("-o").arg(&program));
    run(&mut Command::new(&program))
        .lines()
        .map(|line| line.parse().expect("a line number"))
        .collect()
}

#[test]
fn the_same_lines_fail_as_natively() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let names = models::names();
    let mut options = Options::default();
    options.budget.time = Duration::from_secs(2);
    let (mut complete, mut failing) = (0, 0);
    for seed in 0..PROGRAMS {
        let text = Generator::program(seed);
        let source = folder.path().join("program.c");
        std::fs::write(&source, &text).expect("the program is written");
        let expected = native(folder.path(), &source, &tests);
        let flags = vec!["-w".to_string(), format!("-I{}", tests.display())];
        let load_options = LoadOptions {
            flags,
            intrinsics: &names,
            runtime: models::RUNTIME,
            ..LoadOptions::default()
        };
        let module = load(std::slice::from_ref(&source), &load_options).expect("the program loads");
        let program = Program::new(module, models::INTRINSICS).expect("the program can start");
        let outcome = check(&program, &options, &mut ()).expect("the exploration starts");
        let reasons = outcome.reasons.iter().chain(&outcome.retried);
        let again: Vec<_> = reasons
            .filter(|reason| reason.kind == ReasonKind::NotReplayed)
            .collect();
        assert!(again.is_empty(), "seed {seed}: {again:?}\n{text}");
        let locs = &program.module().locs;
        let lines = outcome
            .findings
            .iter()
            .filter_map(|finding| finding.failure.loc)
            .map(|loc| locs[loc].line);
        let found: BTreeSet<u32> = lines.collect();
        assert!(
            found.is_subset(&expected),
            "seed {seed}: {found:?}, natively {expected:?}\n{text}"
        );
        if outcome.reasons.is_empty() {
            assert_eq!(found, expected, "seed {seed}\n{text}");
            complete += 1;
        }
        failing += usize::from(!expected.is_empty());
    }
    assert!(
        complete * 2 > PROGRAMS,
        "only {complete} programs were explored in full"
    );
    assert!(failing > 5, "only {failing} programs fail");
}
