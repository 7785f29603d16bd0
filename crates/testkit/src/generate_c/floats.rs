//! Random expressions and statements on floats. Results that a library may round differently are
//! only compared with numbers that they are not near.

use super::Mode;
use super::program::Generator;
use super::types::{Expr, I32};
use rand::Rng;

/// Constants, many of which are results of functions on others.
const NUMBERS: [&str; 10] = [
    "0.0", "-0.0", "1.0", "0.5", "2.0", "3.0", "9.0", "-1.0", "0.1", "1e9",
];

/// Functions that IEEE 754 defines exactly.
const EXACT: [&str; 6] = ["fabs", "floor", "ceil", "trunc", "sqrt", "rint"];

/// Functions without a formula.
const ROUNDED: [&str; 7] = ["sin", "cos", "exp", "log", "cbrt", "atan", "log2"];

impl Generator {
    /// Declares variables, some of which depend on inputs in open programs.
    pub(super) fn floats(&mut self) {
        for _ in 0..self.rng.random_range(1..4) {
            let name = self.fresh("d");
            let ty = ["double", "double", "float"][self.rng.random_range(0..3)];
            let (a, b) = (self.number(), self.number());
            let input = self.pick(|scope| &scope.inputs).map(|input| input.text);
            match (self.rng.random_range(0..4), input) {
                (0, Some(_)) if self.mode == Mode::Open => {
                    self.line(&format!("{ty} {name};"));
                    self.line(&format!(
                        "klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");"
                    ));
                    self.line(&format!("if (!({name} == {b})) {name} = {a};"));
                }
                (1, Some(input)) => self.line(&format!("{ty} {name} = ({input} & 7) * {a};")),
                (2, Some(input)) => self.line(&format!("{ty} {name} = numbers[{input} & 3];")),
                _ => self.line(&format!("{ty} {name} = {a};")),
            }
            self.scope.floats.push(name);
        }
    }

    fn number(&mut self) -> &'static str {
        NUMBERS[self.rng.random_range(0..NUMBERS.len())]
    }

    /// A float or a double.
    fn real(&mut self, height: u32) -> String {
        if height == 0 || self.one_in(4) {
            let variable = self.pick(|scope| &scope.floats);
            return match variable.filter(|_| !self.one_in(4)) {
                Some(name) => name,
                None => self.number().to_string(),
            };
        }
        let a = self.real(height - 1);
        match self.rng.random_range(0..10) {
            0..=3 => {
                let op = ["+", "-", "*", "/"][self.rng.random_range(0..4)];
                format!("({a} {op} {})", self.real(height - 1))
            }
            4 => format!("(- {a})"),
            5 => format!("((float){a})"),
            6 => format!("fmod({a}, {})", self.number()),
            7 => {
                let condition = self.condition();
                format!("({condition} ? {a} : {})", self.number())
            }
            _ => format!("{}({a})", EXACT[self.rng.random_range(0..EXACT.len())]),
        }
    }

    /// A number that depends on a float; `None` if there is none.
    pub(super) fn rounded(&mut self) -> Option<Expr> {
        if self.scope.floats.is_empty() {
            return None;
        }
        let (a, b) = (self.real(2), self.real(1));
        let text = match self.rng.random_range(0..12) {
            0 | 1 => format!("{a} == {b}"),
            2 => format!("{a} < {b}"),
            3 => format!("{a} != {a}"),
            4 if self.is_open(2) => format!("(int32_t){a}"),
            4 | 5 => format!("whole({a})"),
            6 | 7 => format!("pow({b}, {}) > {}", self.number(), self.apart()),
            8 => format!("powf({b}, {}) < {}", self.number(), self.apart()),
            _ => {
                let function = ROUNDED[self.rng.random_range(0..ROUNDED.len())];
                let suffix = if self.one_in(4) { "f" } else { "" };
                format!("{function}{suffix}({b}) < {}", self.apart())
            }
        };
        let text = format!("({text})");
        Some(Expr { text, ty: I32 })
    }

    /// A number that is near no result of a function on the constants.
    fn apart(&mut self) -> String {
        format!("{}.28517", self.rng.random_range(0..9))
    }

    /// An assignment of or from a float; false if there is none.
    pub(super) fn float_stmt(&mut self) -> bool {
        let Some(name) = self.pick(|scope| &scope.floats) else {
            return false;
        };
        if self.one_in(2) {
            let value = self.real(2);
            self.line(&format!("{name} = {value};"));
            return true;
        }
        let Some((target, value)) = self.target().zip(self.rounded()) else {
            return false;
        };
        self.line(&format!("{} = {};", target.text, value.text));
        true
    }
}
