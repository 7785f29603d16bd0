//! Random expressions. They have no side effects; in closed programs, and unless documented
//! otherwise, they are defined for all values.

use super::program::Generator;
use super::types::{Expr, I32, I64, INTS, Int, U32, U64};
use super::{Mode, scope::Array};
use rand::Rng;

/// Binary operators, and whether their signed results can overflow.
const ARITHMETIC: [(&str, bool); 6] = [
    ("+", true),
    ("-", true),
    ("*", true),
    ("&", false),
    ("|", false),
    ("^", false),
];

const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

impl Generator {
    /// An expression of the given height.
    pub(super) fn expr(&mut self, height: u32) -> Expr {
        if height == 0 || self.one_in(6) {
            return self.leaf();
        }
        if let Some(expr) = self.of_another_type(4) {
            return expr;
        }
        let below = height - 1;
        match self.rng.random_range(0..20) {
            0..=6 => self.arithmetic(below),
            7 | 8 => self.division(below),
            9 | 10 => self.shift(below),
            11 | 12 => self.comparison(below),
            13 => self.logic(below),
            14 => self.unary(below),
            15 | 16 => {
                let ty = self.int_type();
                let operand = self.expr(below);
                cast(ty, &operand)
            }
            17 => {
                let (condition, a, b) = (self.expr(below), self.expr(below), self.expr(below));
                let ty = a.ty.common(b.ty);
                let text = format!("({} ? {} : {})", condition.text, a.text, b.text);
                Expr { text, ty }
            }
            18 => self.call(below),
            _ => self.element(below).unwrap_or_else(|| self.leaf()),
        }
    }

    /// Sometimes, a number that depends on a string or a float, if there is one.
    fn of_another_type(&mut self, one_in: u32) -> Option<Expr> {
        let has_any = !self.scope.texts.is_empty() || !self.scope.floats.is_empty();
        if !has_any || !self.one_in(one_in) {
            return None;
        }
        match self.one_in(2) {
            true => self.measured().or_else(|| self.rounded()),
            false => self.rounded().or_else(|| self.measured()),
        }
    }

    /// A condition; it is rarely constant.
    pub(super) fn condition(&mut self) -> String {
        if let Some(expr) = self.of_another_type(2) {
            return expr.text;
        }
        if let Some(input) = self.pick(|scope| &scope.inputs).filter(|_| self.one_in(2)) {
            let op = COMPARISONS[self.rng.random_range(0..COMPARISONS.len())];
            let number = self.rng.random_range(-1..20);
            return format!("({} {op} {number})", input.text);
        }
        let expr = if self.one_in(4) {
            self.expr(2)
        } else {
            self.comparison(1)
        };
        expr.text
    }

    /// A random type of a variable.
    pub(super) fn int_type(&mut self) -> Int {
        INTS[self.rng.random_range(0..INTS.len())]
    }

    fn leaf(&mut self) -> Expr {
        if let Some(input) = self.pick(|scope| &scope.inputs).filter(|_| self.one_in(5)) {
            let (text, ty) = (input.text, input.ty);
            return Expr { text, ty };
        }
        let places = self.scope.places.len();
        match self.rng.random_range(0..9) {
            0..=4 if places > 0 => {
                let place = &self.scope.places[self.rng.random_range(0..places)];
                Expr {
                    text: place.text.clone(),
                    ty: place.ty,
                }
            }
            5 => self.element(0).unwrap_or_else(|| self.literal()),
            6 => self.through_pointer().unwrap_or_else(|| self.literal()),
            7 => self.held().unwrap_or_else(|| self.literal()),
            _ => self.literal(),
        }
    }

    pub(super) fn literal(&mut self) -> Expr {
        let small = self.rng.random_range(-9..100);
        match self.rng.random_range(0..8) {
            0 => Expr {
                text: format!("{}u", self.rng.random::<u32>()),
                ty: U32,
            },
            1 => Expr {
                text: format!("{:#x}ul", self.rng.random::<u64>()),
                ty: U64,
            },
            2 => Expr {
                text: format!("({}l)", self.rng.random::<i32>() as i64 * 5),
                ty: I64,
            },
            3 => Expr {
                text: "INT32_MAX".to_string(),
                ty: I32,
            },
            4 => Expr {
                text: "INT64_MIN".to_string(),
                ty: I64,
            },
            _ => Expr {
                text: format!("({small})"),
                ty: I32,
            },
        }
    }

    fn arithmetic(&mut self, height: u32) -> Expr {
        let (a, b) = (self.expr(height), self.expr(height));
        let (op, grows) = ARITHMETIC[self.rng.random_range(0..ARITHMETIC.len())];
        let ty = a.ty.common(b.ty);
        let raw = !grows || !self.can_overflow(op, a.ty, b.ty) || self.is_open(6);
        let text = if raw {
            format!("({} {op} {})", a.text, b.text)
        } else {
            let unsigned = ty.unsigned().name;
            format!(
                "({})(({unsigned}){} {op} ({unsigned}){})",
                ty.name, a.text, b.text
            )
        };
        let text = if raw { text } else { format!("({text})") };
        Expr { text, ty }
    }

    /// Whether a sum, difference or product of values of two types may overflow their common type.
    pub(super) fn can_overflow(&self, op: &str, a: Int, b: Int) -> bool {
        let ty = a.common(b);
        let needed = match op {
            "*" => a.bits() + b.bits(),
            _ => a.bits().max(b.bits()) + 1,
        };
        ty.signed && needed > ty.width
    }

    fn division(&mut self, height: u32) -> Expr {
        let (a, b) = (self.expr(height), self.expr(height));
        let op = if self.one_in(2) { "/" } else { "%" };
        match self.rng.random_range(0..5) {
            _ if self.is_open(4) => {
                let ty = a.ty.common(b.ty);
                let text = format!("({} {op} {})", a.text, b.text);
                Expr { text, ty }
            }
            0 => Expr {
                text: format!("divide({}, {})", a.text, b.text),
                ty: I32,
            },
            1 => Expr {
                text: format!("remainder_of({}, {})", a.text, b.text),
                ty: I64,
            },
            2 => {
                let ty = a.ty.common(I32);
                let text = format!("({} {op} (int32_t)(({} & 7) + 1))", a.text, b.text);
                Expr { text, ty }
            }
            _ => {
                let ty = a.ty.common(b.ty).unsigned();
                let name = ty.name;
                let text = format!("(({name}){} {op} (({name}){} | 1))", a.text, b.text);
                Expr { text, ty }
            }
        }
    }

    fn shift(&mut self, height: u32) -> Expr {
        let (a, b) = (self.expr(height), self.expr(height));
        let ty = a.ty.promoted();
        let count = match self.pick(|scope| &scope.places) {
            Some(place) if self.is_open(4) => place.text,
            _ => format!("({} & {})", b.text, ty.width - 1),
        };
        if self.one_in(2) {
            let text = format!("({} >> {count})", a.text);
            return Expr { text, ty };
        }
        let unsigned = ty.unsigned();
        let text = format!("(({}){} << {count})", unsigned.name, a.text);
        Expr { text, ty: unsigned }
    }

    pub(super) fn comparison(&mut self, height: u32) -> Expr {
        let (a, b) = (self.expr(height), self.expr(height));
        let op = COMPARISONS[self.rng.random_range(0..COMPARISONS.len())];
        let text = format!("({} {op} {})", a.text, b.text);
        Expr { text, ty: I32 }
    }

    fn logic(&mut self, height: u32) -> Expr {
        let (a, b) = (self.expr(height), self.expr(height));
        let op = if self.one_in(2) { "&&" } else { "||" };
        let text = format!("({} {op} {})", a.text, b.text);
        Expr { text, ty: I32 }
    }

    fn unary(&mut self, height: u32) -> Expr {
        let a = self.expr(height);
        let ty = a.ty.promoted();
        match self.rng.random_range(0..3) {
            0 => Expr {
                text: format!("(!{})", a.text),
                ty: I32,
            },
            1 => Expr {
                text: format!("(~{})", a.text),
                ty,
            },
            _ if !ty.signed || a.ty.width < 32 || self.is_open(4) => Expr {
                text: format!("(-{})", a.text),
                ty,
            },
            _ => {
                let unsigned = ty.unsigned();
                let text = format!("(-({}){})", unsigned.name, a.text);
                Expr { text, ty: unsigned }
            }
        }
    }

    pub(super) fn call(&mut self, height: u32) -> Expr {
        if self.scope.functions.is_empty() || self.one_in(4) {
            let (times, value) = (self.expr(height), self.expr(height));
            let text = format!("repeat((uint32_t){} % 5, {})", times.text, value.text);
            return Expr { text, ty: U32 };
        }
        let position = self.rng.random_range(0..self.scope.functions.len());
        let function = self.scope.functions[position].clone();
        let mut callee = function.text.clone();
        if callee.ends_with('[') {
            let index = self.expr(0);
            callee = format!("{callee}(uint32_t){} % 2]", index.text);
        }
        let args: Vec<String> = function
            .params
            .iter()
            .map(|_| self.expr(height).text)
            .collect();
        let text = format!("{callee}({})", args.join(", "));
        Expr {
            text,
            ty: function.result,
        }
    }

    /// An element of an array, or a byte of one.
    fn element(&mut self, height: u32) -> Option<Expr> {
        let count = self.scope.arrays.len();
        if count == 0 {
            return None;
        }
        let array = self.scope.arrays[self.rng.random_range(0..count)].clone();
        if self.one_in(8) {
            let index = self.expr(height);
            let name = &array.text;
            let text = format!(
                "((uint8_t *){name})[(uint32_t){} % sizeof {name}]",
                index.text
            );
            return Some(Expr {
                text: format!("({text})"),
                ty: INTS[1],
            });
        }
        let index = self.index(&array, height);
        Some(Expr {
            text: format!("{}[{index}]", array.text),
            ty: array.ty,
        })
    }

    /// An index of an array; within its bounds, except in open programs.
    pub(super) fn index(&mut self, array: &Array, height: u32) -> String {
        if self.one_in(2) {
            return self.rng.random_range(0..array.length).to_string();
        }
        let index = self.expr(height).text;
        if array.is_checked && self.is_open(4) {
            return format!("(uint32_t){index} % {}", array.length + 1);
        }
        format!("(uint32_t){index} % {}", array.length)
    }

    /// The target of a pointer, its index in the array, or a comparison of its position.
    fn through_pointer(&mut self) -> Option<Expr> {
        let count = self.scope.pointers.len();
        if count == 0 {
            return None;
        }
        let pointer = self.scope.pointers[self.rng.random_range(0..count)].clone();
        let (name, array) = (&pointer.text, &pointer.array);
        Some(match self.rng.random_range(0..4) {
            0 => Expr {
                text: format!("({name} - {})", array.text),
                ty: I64,
            },
            1 => {
                let other = self.rng.random_range(0..array.length);
                Expr {
                    text: format!("({name} < &{}[{other}])", array.text),
                    ty: I32,
                }
            }
            _ => Expr {
                text: format!("(*{name})"),
                ty: array.ty,
            },
        })
    }

    /// Whether to generate an operation that is undefined on some inputs: sometimes in open
    /// programs.
    pub(super) fn is_open(&mut self, one_in: u32) -> bool {
        self.mode == Mode::Open && self.may_fail && self.one_in(one_in)
    }
}

/// An operand as a value of another type.
pub(super) fn cast(ty: Int, operand: &Expr) -> Expr {
    Expr {
        text: format!("(({}){})", ty.name, operand.text),
        ty,
    }
}
