//! Random JavaScript programs over symbolic strings and integers.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// The random program with a seed.
pub fn program(seed: u64) -> String {
    let mut generator = Generator {
        rng: SmallRng::seed_from_u64(seed),
        lines: vec![PRELUDE.to_string()],
    };
    let count = generator.rng.random_range(3..7);
    generator.statements(count, 1);
    generator.lines.push("print(x + '|' + k);".to_string());
    let claim = generator.truth(2);
    generator.lines.push(format!("sheaf.assert({claim});"));
    generator.lines.join("\n")
}

/// What each program starts with. Units are printed as numbers, so that none is lost.
const PRELUDE: &str = "var s = sheaf.string('s', 3), t = sheaf.string('t', 1);
var n = sheaf.integer('n', -1, 4), o = {a: 1, 7: 2, ab: 3};
var x = '', k = 0;
function print(text) {
  var line = text.length + ':';
  for (var i = 0; i < text.length; i++) line += ' ' + text.charCodeAt(i);
  console.log(line);
}";

struct Generator {
    rng: SmallRng,
    lines: Vec<String>,
}

impl Generator {
    fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.rng.random_range(0..words.len())]
    }

    fn statements(&mut self, count: usize, depth: u32) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        let line = match self.rng.random_range(0..8) {
            0..=2 => format!("x = {};", self.text(2)),
            3 | 4 => format!("k = {};", self.number(2)),
            5 => format!("o[{}] = {};", self.text(1), self.number(1)),
            6 if depth > 0 => {
                let condition = self.truth(2);
                self.lines.push(format!("if ({condition}) {{"));
                self.statements(2, depth - 1);
                self.lines.push("} else {".to_string());
                self.statements(1, depth - 1);
                "}".to_string()
            }
            _ => {
                let step = self.one_of(&[
                    "k = k * 2 + x.charCodeAt(i) % 5",
                    "k += x[i] === t ? 1 : 2",
                    "if (x[i] < 'a') break; else k++",
                ]);
                format!("for (var i = 0; i < x.length && i < 3; i++) {{ {step}; }}")
            }
        };
        self.lines.push(line);
    }

    fn literal(&mut self) -> &'static str {
        self.one_of(&[
            "''",
            "'a'",
            "'7'",
            "'ab'",
            "' '",
            "','",
            "'\\u00e9'",
            "'\\ud800'",
        ])
    }

    fn pattern(&mut self) -> &'static str {
        self.one_of(&[
            "/a/g",
            "/^(a*)(b)?$/",
            "/[^a-z]+/",
            "/(?:(7)|(a))+?/",
            "/\\b\\w/i",
            "/(.)\\1|^$/s",
            "/(?<!a)b|(?=,)/",
            "/[\\s,]/y",
            "/^.$/u",
        ])
    }

    fn text(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.rng.random_range(0..4) {
                0 => self.literal().to_string(),
                _ => self.one_of(&["s", "t", "x"]).to_string(),
            };
        }
        let a = self.text(depth - 1);
        match self.rng.random_range(0..16) {
            0 => format!("{a}.slice({})", self.number(0)),
            1 => format!("{a}.substring({}, {})", self.number(0), self.number(0)),
            2 => format!("{a}.charAt({})", self.number(depth - 1)),
            3 | 4 => format!("({a} + {})", self.text(depth - 1)),
            5 => format!("{a}.trim()"),
            6 => format!("{a}.replace({}, {})", self.literal(), self.literal()),
            7 => format!("({a}.split({})[{}] || '')", self.literal(), self.number(0)),
            8 => format!("{a}.padStart(2, {})", self.literal()),
            9 => format!("`${{{}}}`", self.number(depth - 1)),
            10 => format!(
                "({} ? {a} : {})",
                self.truth(depth - 1),
                self.text(depth - 1)
            ),
            11 => format!("{a}.repeat(2)"),
            12 => format!("{a}.replace({}, '[$1$&]')", self.pattern()),
            13 => format!("{a}.split({}).join('|')", self.pattern()),
            14 => format!("String({a}.match({}))", self.pattern()),
            _ => a,
        }
    }

    fn number(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.one_of(&["n", "k", "0", "1", "2", "-1"]).to_string();
        }
        let a = self.text(depth - 1);
        match self.rng.random_range(0..11) {
            0 => format!("{a}.length"),
            1 => format!("{a}.indexOf({})", self.text(depth - 1)),
            2 => format!("{a}.lastIndexOf({})", self.literal()),
            3 => format!("({a}.charCodeAt({}) | 0)", self.number(0)),
            4 => format!("(parseInt({a}) | 0)"),
            5 => format!("({} + {})", self.number(depth - 1), self.number(depth - 1)),
            6 => format!("(o[{a}] | 0)"),
            7 => format!(
                "({} ? 3 : {})",
                self.truth(depth - 1),
                self.number(depth - 1)
            ),
            8 => format!("{a}.search({})", self.pattern()),
            _ => self.number(depth - 1),
        }
    }

    fn truth(&mut self, depth: u32) -> String {
        let depth = depth.saturating_sub(1);
        let (a, b) = (self.text(depth), self.text(depth));
        match self.rng.random_range(0..10) {
            0 => format!("{a} < {b}"),
            1 => format!("{a} === {b}"),
            2 => format!("{a}.includes({})", self.literal()),
            3 => format!("{a}.startsWith({b})"),
            4 => format!("{a} in o"),
            5 => format!("{} <= {}", self.number(depth), self.number(depth)),
            6 => format!("!({a}.endsWith({}))", self.literal()),
            7 | 8 => format!("{}.test({a})", self.pattern()),
            _ => format!("({a} !== {b} && {} !== 1)", self.number(depth)),
        }
    }
}
