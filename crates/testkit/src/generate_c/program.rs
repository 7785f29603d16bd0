//! The parts of a program around its statements: definitions, inputs, the checksum at the end.

use super::Mode;
use super::scope::{Array, Function, Pointer, Scalar, Scope, Structs};
use super::types::{BOOL, I32, INTS, Int, U32};
use rand::Rng;
use rand::rngs::SmallRng;
use std::fmt::Write;

/// Types of bit-fields: those whose values fit an `int` are promoted to it.
const BIT_FIELD_TYPES: [&str; 2] = ["uint32_t", "int32_t"];

/// The kind of function around the current statement, which determines how it can be left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leave {
    /// The entry function, which may have any side effects and may end the program.
    Entry,
    /// A function with a result and without side effects.
    Function,
    /// A function with side effects and without a result.
    Procedure,
}

/// Generates one program.
pub(super) struct Generator {
    pub(super) rng: SmallRng,
    pub(super) mode: Mode,
    /// Whether to generate operations that are undefined on some inputs.
    pub(super) may_fail: bool,
    /// Whether the program has strings.
    has_texts: bool,
    /// Whether the program has floats.
    has_floats: bool,
    /// The prefix of all global names.
    prefix: String,
    text: String,
    names: u32,
    pub(super) scope: Scope,
    /// Loops around the current statement that it may leave.
    pub(super) loops: u32,
    /// Maximum number of statements in a function's body.
    pub(super) statements: u32,
    /// The kind of function around the current statement.
    pub(super) leave: Leave,
}

impl Generator {
    /// A generator of one program.
    pub(super) fn new(prefix: &str, mode: Mode, mut rng: SmallRng) -> Self {
        let may_fail = mode == Mode::Open && rng.random();
        let (has_texts, has_floats) = match rng.random_range(0..8) {
            0 | 1 => (true, false),
            2 => (false, true),
            3 => (true, true),
            _ => (false, false),
        };
        // Functions on strings have many paths.
        let statements = match mode {
            Mode::Closed => rng.random_range(4..14),
            Mode::Open if has_texts => rng.random_range(2..7),
            Mode::Open => rng.random_range(4..13),
        };
        Generator {
            has_texts,
            has_floats,
            rng,
            mode,
            may_fail,
            prefix: prefix.to_string(),
            text: String::new(),
            names: 0,
            scope: Scope::default(),
            loops: 0,
            statements,
            leave: Leave::Entry,
        }
    }

    pub(super) fn one_in(&mut self, count: u32) -> bool {
        self.rng.random_range(0..count) == 0
    }

    /// Appends a line.
    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A fresh name.
    pub(super) fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// One of these names, of which there is at least one.
    pub(super) fn one_of(&mut self, names: &[String]) -> String {
        names[self.rng.random_range(0..names.len())].clone()
    }

    /// A random element of a kind in scope.
    pub(super) fn pick<T: Clone>(&mut self, kind: impl Fn(&Scope) -> &Vec<T>) -> Option<T> {
        let count = kind(&self.scope).len();
        (count > 0).then(|| {
            let position = self.rng.random_range(0..count);
            kind(&self.scope)[position].clone()
        })
    }

    /// A name for a global definition.
    pub(super) fn global_name(&mut self, stem: &str) -> String {
        let name = self.fresh(stem);
        format!("{}_{name}", self.prefix)
    }

    /// The source of the whole program.
    pub(super) fn program(mut self) -> String {
        for _ in 0..self.rng.random_range(1..4) {
            self.scalar("static ", true);
        }
        for _ in 0..self.rng.random_range(0..3) {
            self.array("static ", true);
        }
        if self.one_in(2) {
            self.structs();
        }
        if self.one_in(3) {
            self.union();
        }
        self.functions();
        if self.one_in(5) {
            self.jumper();
        }
        if self.one_in(3) {
            self.procedure();
        }
        let prefix = self.prefix.clone();
        self.line(&format!("int {prefix}(void) {{"));
        self.main();
        self.line("}");
        self.text
    }

    /// Defines an integer variable.
    fn scalar(&mut self, storage: &str, is_global: bool) {
        let ty = self.int_type();
        let name = if is_global {
            self.global_name("g")
        } else {
            self.fresh("v")
        };
        let value = self.value();
        self.line(&format!("{storage}{} {name} = {value};", ty.name));
        self.place(name, ty);
    }

    /// A number for an initializer, which is converted to the type of the variable.
    fn value(&mut self) -> i64 {
        match self.rng.random_range(0..4) {
            0 => self.rng.random(),
            1 => -1,
            _ => self.rng.random_range(0..50),
        }
    }

    pub(super) fn place(&mut self, text: String, ty: Int) {
        self.scope.places.push(Scalar {
            text,
            ty,
            writable: true,
        });
    }

    /// Defines an array, and perhaps a pointer into it.
    pub(super) fn array(&mut self, storage: &str, is_global: bool) {
        let ty = self.int_type();
        let length = self.rng.random_range(1..7);
        let name = if is_global {
            self.global_name("a")
        } else {
            self.fresh("a")
        };
        if self.one_in(4) {
            self.rows(storage, &name, ty, length.min(4));
            return;
        }
        let values: Vec<String> = (0..length).map(|_| self.value().to_string()).collect();
        self.line(&format!(
            "{storage}{} {name}[{length}] = {{{}}};",
            ty.name,
            values.join(", ")
        ));
        let array = Array {
            text: name,
            ty,
            length,
            writable: true,
            is_checked: true,
        };
        self.scope.arrays.push(array);
    }

    /// Defines an array of two arrays.
    fn rows(&mut self, storage: &str, name: &str, ty: Int, length: u32) {
        let mut rows: Vec<String> = Vec::new();
        for _ in 0..2 {
            let values: Vec<String> = (0..length).map(|_| self.value().to_string()).collect();
            rows.push(format!("{{{}}}", values.join(", ")));
        }
        let (rows, ty_name) = (rows.join(", "), ty.name);
        self.line(&format!(
            "{storage}{ty_name} {name}[2][{length}] = {{{rows}}};"
        ));
        for row in 0..2 {
            self.scope.arrays.push(Array {
                text: format!("{name}[{row}]"),
                ty,
                length,
                writable: true,
                is_checked: true,
            });
        }
    }

    /// Defines a struct type with two variables and an array of them.
    fn structs(&mut self) {
        let ty = self.global_name("S");
        let mut fields: Vec<(String, Int)> = Vec::new();
        let mut arrays: Vec<(String, Int, u32)> = Vec::new();
        self.line(&format!("struct {ty} {{"));
        for position in 0..self.rng.random_range(2..6) {
            let name = format!("f{position}");
            match self.rng.random_range(0..5) {
                0 | 1 => {
                    let (base, width) = (
                        BIT_FIELD_TYPES[self.rng.random_range(0..2)],
                        self.rng.random_range(1..31),
                    );
                    self.line(&format!("{base} {name} : {width};"));
                    fields.push((name, I32));
                }
                2 => {
                    let (ty, length) = (self.int_type(), self.rng.random_range(1..5));
                    self.line(&format!("{} {name}[{length}];", ty.name));
                    arrays.push((name, ty, length));
                }
                3 if self.one_in(2) => {
                    self.line(&format!("_Bool {name} : 1;"));
                    fields.push((name, BOOL));
                }
                _ => {
                    let ty = self.int_type();
                    self.line(&format!("{} {name};", ty.name));
                    fields.push((name, ty));
                }
            }
        }
        self.line("};");
        let (one, two, row, pointer) = (
            self.global_name("s"),
            self.global_name("s"),
            self.global_name("s"),
            self.global_name("sp"),
        );
        self.line(&format!("static struct {ty} {one}, {two}, {row}[3];"));
        self.line(&format!("static struct {ty} *{pointer} = &{row}[1];"));
        let last = format!("f{}", fields.len() + arrays.len() - 1);
        let variables = [one, two, format!("{row}[2]")].map(|name| (name, "."));
        let all = variables.iter().cloned().chain([(pointer.clone(), "->")]);
        for (variable, dot) in all {
            for (field, ty) in &fields {
                self.place(format!("{variable}{dot}{field}"), *ty);
            }
            for (field, ty, length) in &arrays {
                self.scope.arrays.push(Array {
                    text: format!("{variable}{dot}{field}"),
                    ty: *ty,
                    length: *length,
                    writable: true,
                    // The last member may be a flexible array, whose bounds compilers do not check.
                    is_checked: *field != last,
                });
            }
        }
        let variables = variables.into_iter().map(|(name, _)| name).collect();
        self.scope.structs.push(Structs { variables, pointer });
    }

    fn union(&mut self) {
        let name = self.global_name("u");
        self.line(&format!(
            "static union {{ uint32_t word; uint16_t half[2]; int8_t byte[4]; }} {name};"
        ));
        self.place(format!("{name}.word"), U32);
        for (field, ty, length) in [("half", INTS[3], 2), ("byte", INTS[0], 4)] {
            self.scope.arrays.push(Array {
                text: format!("{name}.{field}"),
                ty,
                length,
                writable: true,
                is_checked: false,
            });
        }
    }

    /// Defines functions of one type, and perhaps a table of two of them.
    fn functions(&mut self) {
        let params: Vec<Int> = (0..self.rng.random_range(1..4))
            .map(|_| self.int_type())
            .collect();
        let result = self.int_type();
        let mut names = Vec::new();
        for _ in 0..self.rng.random_range(0..3) {
            let name = self.global_name("f");
            self.function(&name, &params, result);
            self.scope.functions.push(Function {
                text: name.clone(),
                params: params.clone(),
                result,
            });
            names.push(name);
        }
        if let [first, second] = &names[..] {
            let types: Vec<&str> = params.iter().map(|ty| ty.name).collect();
            let table = format!("{}_table", self.prefix);
            self.line(&format!(
                "static {} (*const {table}[2])({}) = {{{first}, {second}}};",
                result.name,
                types.join(", ")
            ));
            self.scope.functions.push(Function {
                text: format!("{table}["),
                params,
                result,
            });
        }
    }

    fn function(&mut self, name: &str, params: &[Int], result: Int) {
        let outer = self.scope.clone();
        self.scope = outer.read_only();
        let mut list = String::new();
        for ty in params {
            let param = self.fresh("x");
            let separator = if list.is_empty() { "" } else { ", " };
            // Writing to a string does not fail.
            let _ = write!(list, "{separator}{} {param}", ty.name);
            self.place(param, *ty);
        }
        self.line(&format!("static {} {name}({list}) {{", result.name));
        self.scalar("", false);
        self.nested_body(Leave::Function);
        let value = self.expr(2);
        self.line(&format!("return {};", value.text));
        self.line("}");
        self.scope = outer;
    }

    /// The statements of a function that other functions call.
    pub(super) fn nested_body(&mut self, leave: Leave) {
        let statements = std::mem::replace(&mut self.statements, 3);
        let outer = std::mem::replace(&mut self.leave, leave);
        // Starting at depth 1 limits the nesting of loops in functions that are called in loops.
        self.body(1);
        (self.statements, self.leave) = (statements, outer);
    }

    fn main(&mut self) {
        for _ in 0..self.rng.random_range(1..4) {
            self.scalar("", false);
        }
        if self.one_in(2) {
            self.array("", false);
        }
        if self.mode == Mode::Open {
            self.inputs();
        }
        if self.has_texts {
            self.texts();
        }
        if self.has_floats {
            self.floats();
        }
        self.pointers();
        self.objects();
        self.body(0);
        self.checksum();
    }

    /// Makes some variables symbolic.
    fn inputs(&mut self) {
        for number in 0..self.rng.random_range(1..4) {
            let (name, ty) = (self.fresh("in"), self.int_type());
            if self.one_in(3) {
                let length = self.rng.random_range(2..5);
                self.line(&format!("{} {name}[{length}];", ty.name));
                self.line(&format!(
                    "klee_make_symbolic({name}, sizeof {name}, \"{name}\");"
                ));
                self.scope.inputs.push(Scalar {
                    text: format!("{name}[{}]", length - 1),
                    ty,
                    writable: true,
                });
                self.scope.arrays.push(Array {
                    text: name,
                    ty,
                    length,
                    writable: true,
                    is_checked: true,
                });
                continue;
            }
            self.line(&format!("{} {name};", ty.name));
            self.line(&format!(
                "klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");"
            ));
            if number == 0 && self.one_in(3) {
                let bound = self.rng.random_range(1..100);
                self.line(&format!("klee_assume({name} < {bound});"));
            }
            self.place(name, ty);
            self.scope.inputs.extend(self.scope.places.last().cloned());
        }
    }

    pub(super) fn pointers(&mut self) {
        for _ in 0..self.rng.random_range(0..3) {
            let count = self.scope.arrays.len();
            if count == 0 {
                return;
            }
            let array = self.scope.arrays[self.rng.random_range(0..count)].clone();
            let name = self.fresh("p");
            let index = self.rng.random_range(0..array.length);
            self.line(&format!(
                "{} *{name} = &{}[{index}];",
                array.ty.name, array.text
            ));
            let text = name;
            self.scope.pointers.push(Pointer { text, array });
        }
    }

    /// Prints a digest of all variables and exits with a part of it.
    fn checksum(&mut self) {
        self.line("uint32_t sum = 1;");
        for place in self.scope.places.clone() {
            self.line(&format!("sum = mix(sum, (uint64_t){});", place.text));
        }
        for array in self.scope.arrays.clone() {
            let length = array.length;
            self.line(&format!(
                "for (int i = 0; i < {length}; i++) sum = mix(sum, (uint64_t){}[i]);",
                array.text
            ));
        }
        self.digest_objects();
        for float in self.scope.floats.clone() {
            self.line(&format!("sum = mix(sum, (uint64_t)whole({float}));"));
        }
        match self.mode {
            Mode::Closed => self.line("printf(\"%08x\\n\", sum);"),
            // The path through this does not depend on the number.
            Mode::Open => self.line(
                "for (int i = 28; i >= 0; i -= 4) putchar(\"0123456789abcdef\"[sum >> i & 15]);",
            ),
        }
        self.line("if (sum & 1) exit(3);");
        self.line("exit(4);");
    }
}
