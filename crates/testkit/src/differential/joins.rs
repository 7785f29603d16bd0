//! Random microc programs whose paths diverge and merge again with different values: numbers,
//! pointers, records, arrays, lists and functions as values, all changed under conditions on
//! inputs, which are read on some paths only.
//!
//! Every variable is initialized and keeps its type, and most accesses are guarded, so that most
//! programs fail on few paths or none.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_microc::ast::Program;
use sheaf_microc::{Error, parser};

const NUMBERS: [&str; 3] = ["a", "b", "c"];
const POINTERS: [&str; 2] = ["p", "q"];
const RECORDS: [&str; 2] = ["r", "s"];
const LISTS: [&str; 2] = ["l", "m"];
const CALLEES: [&str; 3] = ["f", "g", "h"];
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// The variables of every function with their initial values; `a` and `l` are the parameters of
/// functions other than `main`.
const FIRST: &str = "b = 0; c = 7; p = &b; q = alloc 2; r = {x: 1, y: 2}; s = {x: 3, y: 4}; t = [1, 2, 3]; m = null; i = 0; n = 0; \
                     k = null; o = q; ";

struct Joins {
    rng: SmallRng,
    text: String,
    /// Whether there are functions to call.
    may_call: bool,
    /// Whether accesses may be unguarded.
    may_fail: bool,
    /// Number of loops around the current statement.
    loops: u32,
}

/// The random program with a seed.
///
/// # Errors
/// If the program is invalid, which would be a bug of this generator.
pub fn program(seed: u64) -> Result<Program, Error> {
    parser::parse(&text(seed))
}

fn text(seed: u64) -> String {
    let mut rng = SmallRng::seed_from_u64(seed);
    let may_fail = rng.random();
    let mut joins = Joins {
        rng,
        text: String::new(),
        may_call: false,
        may_fail,
        loops: 0,
    };
    for name in ["f", "g"] {
        joins.add(&format!(
            "{name}(a, l) {{ var b, c, p, q, r, s, t, m, i, n, k, o; {FIRST}"
        ));
        joins.body(1, 3);
        joins.add("return a + b; }\n");
    }
    joins.may_call = true;
    joins.add(&format!(
        "main() {{ var a, b, c, p, q, r, s, t, l, m, i, n, k, o, h; a = input; {FIRST}l = null; h = f; "
    ));
    joins.body(0, 9);
    joins.add("output a; output b; output c; output *p; output *q; output r.x + s.y; output t[0] + t[2]; output l == m; ");
    joins.add("while (l != null) { output (*l).v; l = (*l).n; } return 0; }\n");
    joins.text
}

impl Joins {
    fn add(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.rng.random_range(0..count) == 0
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.rng.random_range(0..from.len())]
    }

    fn body(&mut self, depth: u32, most: u32) {
        for _ in 0..self.rng.random_range(1..=most) {
            self.stmt(depth);
        }
    }

    fn stmt(&mut self, depth: u32) {
        let forms = if depth >= 3 { 12 } else { 18 };
        match self.rng.random_range(0..forms) {
            0..=2 => self.assign_number(),
            3 | 4 => self.pointer(),
            5 | 6 => self.record(),
            7 | 8 => self.list(),
            9 => self.array(),
            10 if self.may_call => {
                let callee = self.pick(&CALLEES[..2]);
                self.add(&format!("h = {callee}; "));
            }
            10 | 11 => self.divide(),
            12 if self.loops == 0 => self.repeat(depth),
            _ => self.conditional(depth),
        }
    }

    fn number(&mut self, height: u32) -> String {
        let forms = if height == 0 { 5 } else { 9 };
        match self.rng.random_range(0..forms) {
            0 => self.rng.random_range(-5..12).to_string(),
            1 | 2 => self.pick(&NUMBERS).to_string(),
            3 => format!("*{}", self.pick(&POINTERS)),
            4 => format!("{}.{}", self.pick(&RECORDS), self.pick(&["x", "y"])),
            5 | 6 => {
                let op = self.pick(&["+", "-", "+", "-", "==", "<"]);
                format!(
                    "({} {op} {})",
                    self.number(height - 1),
                    self.number(height - 1)
                )
            }
            7 if self.may_call => {
                let (callee, list) = (self.pick(&CALLEES), self.pick(&LISTS));
                format!("{callee}({}, {list})", self.number(0))
            }
            7 => format!(
                "({} * {})",
                self.number(height - 1),
                self.rng.random_range(2..5)
            ),
            _ => "input".to_string(),
        }
    }

    fn condition(&mut self) -> String {
        match self.rng.random_range(0..6) {
            0 => format!(
                "{} == {}",
                self.pick(&POINTERS),
                self.pick(&["p", "q", "&b", "&c"])
            ),
            1 => format!(
                "{} == {}",
                self.pick(&LISTS),
                self.pick(&["l", "m", "null"])
            ),
            2 | 3 => {
                let op = self.pick(&COMPARISONS);
                format!("input {op} {}", self.rng.random_range(-3..8))
            }
            _ => {
                let op = self.pick(&COMPARISONS);
                format!("{} {op} {}", self.number(1), self.number(0))
            }
        }
    }

    fn assign_number(&mut self) {
        let (target, value) = (self.pick(&NUMBERS), self.number(2));
        self.add(&format!("{target} = {value}; "));
    }

    fn pointer(&mut self) {
        let (p, value) = (self.pick(&POINTERS), self.number(1));
        match self.rng.random_range(0..6) {
            0 => self.add(&format!("{p} = alloc {value}; ")),
            1 => {
                let target = self.pick(&NUMBERS);
                self.add(&format!("{p} = &{target}; "));
            }
            2 => self.add("o = p; p = q; q = o; "),
            3 => self.add("q = p; "),
            4 if self.may_fail && self.one_in(2) => self.add(&format!("{p} = null; ")),
            _ => self.add(&format!("*{p} = {value}; ")),
        }
    }

    fn record(&mut self) {
        let (r, value) = (self.pick(&RECORDS), self.number(1));
        match self.rng.random_range(0..4) {
            0 => self.add("s = r; "),
            1 => self.add(&format!("{r} = {{x: {value}, y: 2}}; ")),
            _ => {
                let field = self.pick(&["x", "y"]);
                self.add(&format!("{r}.{field} = {value}; "));
            }
        }
    }

    fn list(&mut self) {
        let (l, value) = (self.pick(&LISTS), self.number(1));
        let guard = if self.may_fail && self.one_in(4) {
            "1".to_string()
        } else {
            format!("{l} != null")
        };
        match self.rng.random_range(0..6) {
            0..=2 => self.add(&format!("{l} = alloc {{v: {value}, n: {l}}}; ")),
            3 => self.add(&format!(
                "if ({guard}) {{ c = (*{l}).v; {l} = (*{l}).n; }} "
            )),
            4 => self.add(&format!("if ({guard}) {{ (*{l}).v = {value}; }} ")),
            _ => self.add("k = l; l = m; m = k; "),
        }
    }

    fn array(&mut self) {
        let (index, value) = (self.pick(&NUMBERS), self.number(1));
        let end = if self.may_fail && self.one_in(3) {
            4
        } else {
            3
        };
        match self.rng.random_range(0..3) {
            0 => {
                let index = self.rng.random_range(0..3);
                self.add(&format!("t[{index}] = {value}; "));
            }
            1 => self.add(&format!(
                "if ({index} >= 0) {{ if ({index} < {end}) {{ t[{index}] = {value}; }} }} "
            )),
            _ => self.add(&format!(
                "if ({index} >= 0) {{ if ({index} < {end}) {{ b = t[{index}]; }} }} "
            )),
        }
    }

    /// A division whose divisor is set on two paths.
    fn divide(&mut self) {
        let (condition, value) = (self.condition(), self.number(1));
        let second = if self.may_fail && self.one_in(2) {
            0
        } else {
            3
        };
        self.add(&format!(
            "n = 2; if ({condition}) {{ n = {second}; }} a = {value} / n; "
        ));
    }

    fn conditional(&mut self, depth: u32) {
        let condition = self.condition();
        self.add(&format!("if ({condition}) {{ "));
        self.body(depth + 1, 3);
        if self.one_in(2) {
            self.add("} else { ");
            self.body(depth + 1, 3);
        }
        self.add("} ");
    }

    /// A loop of at most four iterations. It does not nest, because it has one counter.
    fn repeat(&mut self, depth: u32) {
        self.loops += 1;
        let bound = if self.one_in(2) {
            "input".to_string()
        } else {
            self.number(1)
        };
        self.add(&format!(
            "i = {bound}; if (i > 4) {{ i = 4; }} while (i > 0) {{ "
        ));
        self.body(depth + 1, 2);
        self.add("i = i - 1; } ");
        self.loops -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_loads() {
        for seed in 0..500 {
            let program = program(seed).unwrap_or_else(|error| panic!("{error}\n{}", text(seed)));
            let module = sheaf_microc::load_program("random.uc", &program);
            assert!(module.is_ok(), "{module:?}\n{}", text(seed));
        }
    }

    #[test]
    fn programs_use_what_is_joined() {
        let all: String = (0..100).map(text).collect();
        for word in [
            "h(", "alloc {", "&c", "*p", "input", "(*l).v", "t[a]", "/ n", "p = q", "s = r",
            "while (i",
        ] {
            assert!(all.contains(word), "{word}");
        }
    }
}
