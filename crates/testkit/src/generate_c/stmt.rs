//! Random statements, one per line.

use super::Mode;
use super::program::Generator;
use super::scope::Scalar;
use rand::Rng;

/// Operators of compound assignments, and whether their signed results can overflow.
const COMPOUND: [(&str, bool); 6] = [
    ("+", true),
    ("-", true),
    ("*", true),
    ("&", false),
    ("|", false),
    ("^", false),
];

impl Generator {
    /// The statements of a block at a nesting depth; 0 is the body of a function.
    pub(super) fn body(&mut self, depth: u32) {
        let most = if depth == 0 { self.statements } else { 3 };
        for _ in 0..self.rng.random_range(1..=most) {
            self.stmt(depth);
        }
    }

    fn stmt(&mut self, depth: u32) {
        let has_own = !self.scope.texts.is_empty() || !self.scope.floats.is_empty();
        if has_own && self.one_in(2) && (self.text_stmt() || self.float_stmt()) {
            return;
        }
        if self.one_in(3) && self.object_stmt() {
            return;
        }
        let forms = if depth >= 2 { 14 } else { 24 };
        match self.rng.random_range(0..forms) {
            0..=3 => self.assign(),
            4..=6 => self.compound(),
            7 => self.step(),
            8 if self.one_in(2) => self.uninitialized(),
            8 => self.move_pointer(),
            9 => self.store_through_pointer(),
            10 => self.copy_struct(),
            11 => self.leave_loop(),
            12 | 13 if self.mode == Mode::Open && self.may_fail => self.check(),
            12 | 13 => self.assign(),
            14..=16 => self.conditional(depth),
            17 => self.switch(depth),
            18 => self.forward_jump(depth),
            19 if self.one_in(2) => self.jungle(depth),
            19 => self.unrolled(depth),
            _ => self.repetition(depth),
        }
    }

    /// An assignable expression, with a random index for an element.
    pub(super) fn target(&mut self) -> Option<Scalar> {
        let places: Vec<&Scalar> = self
            .scope
            .places
            .iter()
            .filter(|place| place.writable)
            .collect();
        let arrays = self.scope.arrays.iter().filter(|array| array.writable);
        let arrays: Vec<_> = arrays.cloned().collect();
        if !arrays.is_empty() && (places.is_empty() || self.rng.random_range(0..3) == 0) {
            let array = arrays[self.rng.random_range(0..arrays.len())].clone();
            let index = self.index(&array, 1);
            return Some(Scalar {
                text: format!("{}[{index}]", array.text),
                ty: array.ty,
                writable: true,
            });
        }
        if places.is_empty() {
            return None;
        }
        let position = self.rng.random_range(0..places.len());
        Some(places[position].clone())
    }

    fn assign(&mut self) {
        let height = self.rng.random_range(1..4);
        let value = self.expr(height);
        if let Some(target) = self.target() {
            self.line(&format!("{} = {};", target.text, value.text));
        }
    }

    /// An uninitialized local that is read only where it was written, or copied to a variable that
    /// is overwritten.
    fn uninitialized(&mut self) {
        let Some(target) = self.target() else { return };
        let (ty, local, value) = (self.int_type(), self.fresh("u"), self.expr(1).text);
        self.line(&format!("{} {local};", ty.name));
        if self.one_in(2) {
            // Copying a bit-field copies the rest of its word, and evaluating an index may read the
            // element.
            let is_variable = !target.text.contains(['.', '>', '[']);
            if is_variable {
                self.line(&format!("{} = {local};", target.text));
            }
            let value = self.literal().text;
            self.line(&format!("{} = {value};", target.text));
            return;
        }
        let (written, condition) = (self.fresh("c"), self.condition());
        self.line(&format!("int {written} = {condition};"));
        self.line(&format!("if ({written}) {local} = {value};"));
        self.line(&format!("if ({written}) {} = {local};", target.text));
    }

    fn compound(&mut self) {
        let value = self.expr(2);
        let Some(target) = self.target() else { return };
        if self.one_in(4) {
            let (op, width) = (
                ["<<", ">>"][self.rng.random_range(0..2)],
                target.ty.promoted().width,
            );
            if op == ">>" || !target.ty.promoted().signed {
                self.line(&format!(
                    "{} {op}= {} & {};",
                    target.text,
                    value.text,
                    width - 1
                ));
            }
            return;
        }
        let (op, grows) = COMPOUND[self.rng.random_range(0..COMPOUND.len())];
        // An unsigned operand that is at least as wide makes the operation unsigned.
        let wraps = grows && self.can_overflow(op, target.ty, value.ty);
        let value = if wraps && !self.is_open(3) {
            let unsigned = target.ty.common(value.ty).unsigned();
            format!("({}){}", unsigned.name, value.text)
        } else {
            value.text
        };
        self.line(&format!("{} {op}= {value};", target.text));
    }

    /// An increment or a decrement, which is defined for narrow and for unsigned types.
    fn step(&mut self) {
        let Some(target) = self.target() else { return };
        let defined = target.ty.width < 32 || !target.ty.signed;
        if defined || self.is_open(2) {
            let op = ["++", "--"][self.rng.random_range(0..2)];
            self.line(&format!("{}{op};", target.text));
        }
    }

    fn move_pointer(&mut self) {
        let count = self.scope.pointers.len();
        if count == 0 {
            return;
        }
        let pointer = self.scope.pointers[self.rng.random_range(0..count)].clone();
        let (name, array) = (&pointer.text, &pointer.array);
        let last = array.length - 1;
        match self.rng.random_range(0..4) {
            0 => self.line(&format!("if ({name} < {} + {last}) {name}++;", array.text)),
            1 => self.line(&format!("if ({name} > {}) {name}--;", array.text)),
            2 => {
                let index = self.expr(1).text;
                self.line(&format!(
                    "{name} = {} + (uint32_t){index} % {};",
                    array.text, array.length
                ));
            }
            _ => {
                let index = self.rng.random_range(0..array.length);
                self.line(&format!("{name} = &{}[{index}];", array.text));
            }
        }
    }

    fn store_through_pointer(&mut self) {
        let pointers = self.scope.pointers.iter();
        let writable: Vec<_> = pointers.filter(|it| it.array.writable).cloned().collect();
        if writable.is_empty() {
            return;
        }
        let pointer = writable[self.rng.random_range(0..writable.len())].clone();
        let value = self.expr(2);
        self.line(&format!("*{} = {};", pointer.text, value.text));
    }

    fn copy_struct(&mut self) {
        let count = self.scope.structs.len();
        if count == 0 {
            return;
        }
        let variables = self.scope.structs[self.rng.random_range(0..count)]
            .variables
            .clone();
        let pick = |generator: &mut Self| {
            variables[generator.rng.random_range(0..variables.len())].clone()
        };
        let (a, b) = (pick(self), pick(self));
        if a == b {
            self.line(&format!("memset(&{a}, 0, sizeof {a});"));
        } else if self.one_in(3) {
            let (condition, c) = (self.condition(), pick(self));
            self.line(&format!("{a} = {condition} ? {b} : {c};"));
        } else if self.one_in(2) {
            self.line(&format!("{a} = {b};"));
        } else {
            self.line(&format!("memcpy(&{a}, &{b}, sizeof {a});"));
        }
    }

    fn leave_loop(&mut self) {
        if self.loops > 0 {
            let word = ["break", "continue"][self.rng.random_range(0..2)];
            let condition = self.condition();
            self.line(&format!("if ({condition}) {word};"));
        }
    }

    /// A check that fails on some inputs.
    fn check(&mut self) {
        let condition = self.condition();
        if self.one_in(2) {
            self.line(&format!("assert({condition});"));
        } else {
            self.line(&format!("if ({condition}) abort();"));
        }
    }

    fn conditional(&mut self, depth: u32) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.body(depth + 1);
        if self.one_in(2) {
            self.line("} else {");
            self.body(depth + 1);
        }
        self.line("}");
    }

    /// Some cases fall through. Statements inside leave no loop, because `break` would leave the
    /// switch.
    fn switch(&mut self, depth: u32) {
        let value = self.expr(2);
        let loops = std::mem::take(&mut self.loops);
        self.line(&format!("switch ({} & 7) {{", value.text));
        let first = self.rng.random_range(0..4);
        for case in first..first + self.rng.random_range(1..5) {
            self.line(&format!("case {case}:;"));
            self.body(depth + 1);
            if !self.one_in(3) {
                self.line("break;");
            }
        }
        if self.one_in(2) {
            self.line("default:;");
            self.body(depth + 1);
        }
        self.line("}");
        self.loops = loops;
    }

    fn forward_jump(&mut self, depth: u32) {
        let label = self.fresh("label");
        let condition = self.condition();
        self.line(&format!("if ({condition}) goto {label};"));
        self.body(depth + 1);
        self.line(&format!("{label}:;"));
    }

    /// A loop with a bounded number of iterations, whatever its condition.
    fn repetition(&mut self, depth: u32) {
        let counter = self.fresh("i");
        let times = if self.one_in(3) {
            let (bound, value) = (self.fresh("n"), self.expr(1).text);
            self.line(&format!("uint32_t {bound} = (uint32_t){value} % 5;"));
            bound
        } else {
            self.rng.random_range(1..6).to_string()
        };
        let extra = if self.one_in(3) {
            format!(" && {}", self.condition())
        } else {
            String::new()
        };
        let known = self.scope.clone();
        self.loops += 1;
        let form = self.rng.random_range(0..3);
        match form {
            0 => self.line(&format!(
                "for (int {counter} = 0; {counter} < {times}{extra}; {counter}++) {{"
            )),
            1 => self.line(&format!(
                "uint8_t {counter} = 0; while ({counter}++ < {times}{extra}) {{"
            )),
            _ => self.line(&format!("int16_t {counter} = {times}; do {{")),
        }
        let ty = match form {
            0 => super::types::I32,
            1 => super::types::INTS[1],
            _ => super::types::INTS[2],
        };
        self.scope.places.push(Scalar {
            text: counter.clone(),
            ty,
            writable: false,
        });
        if self.one_in(3) {
            // Each iteration has its own object.
            self.array("", false);
            self.pointers();
        }
        self.body(depth + 1);
        self.scope = known;
        self.loops -= 1;
        match form {
            2 => self.line(&format!("}} while (--{counter} > 0{extra});")),
            _ => self.line("}"),
        }
    }
}
