//! Random JavaScript programs that use the whole language, and print what they compute.
//!
//! A program is grown from [`templates`]: texts with holes, which are filled by templates in turn.
//! The generator keeps what a template cannot know: the variables in scope, and whether a statement
//! may break, return, yield or await. Each program ends: loops and calls take from a supply of fuel
//! (`prelude.js`) and throw when it is used up.
//!
//! A hole is `@` and a letter:
//!
//! - an expression of a kind, by the letter of `Kind`;
//! - `@+K` and `@-K`: a new variable or constant of kind `K`. It is in scope from the next body or
//!   `@!` of the template on, and after the template if that declares it (see [`declares`]);
//! - `@0`, `@1` and so on: the names that the template has made so far;
//! - `@=K`: a variable of kind `K` that can be assigned;
//! - `@B`: a block; `@L`: the body of a loop; `@W`: that of a `switch`, without braces;
//! - `@P`, `@G`, `@A`, `@H`: the body of a function, generator, async function, async generator;
//! - `@M`: members of a class; `@D`: those of a derived class;
//! - `@:`: a new label for the loop that follows; `@^`: a label that encloses the
//!   statement, `@~` that of a loop.

use super::leaves::leaves;
use super::templates::{self, Context, Template};
use rand::Rng;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

/// What each program starts with: inputs, output and fuel.
pub const PRELUDE: &str = include_str!("prelude.js");

/// What an expression yields, as far as the generator knows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Text,
    Truth,
    /// An array.
    List,
    /// An object with some of the keys `a`, `b`, `c`.
    Object,
    /// A function of two arguments.
    Function,
    /// Something that `for of` iterates over.
    Iterable,
    /// A promise, or another value that can be awaited.
    Promise,
    Class,
    Map,
    Set,
    Value,
    /// A key of a property.
    Key,
    /// A regular expression.
    Pattern,
}

impl Kind {
    fn of(letter: char) -> Option<Kind> {
        Some(match letter {
            'n' => Kind::Number,
            's' => Kind::Text,
            'b' => Kind::Truth,
            'a' => Kind::List,
            'o' => Kind::Object,
            'f' => Kind::Function,
            'g' => Kind::Iterable,
            'q' => Kind::Promise,
            'c' => Kind::Class,
            'm' => Kind::Map,
            't' => Kind::Set,
            'v' => Kind::Value,
            'k' => Kind::Key,
            'r' => Kind::Pattern,
            _ => return None,
        })
    }
}

/// A variable in scope.
struct Variable {
    name: String,
    kind: Kind,
    is_constant: bool,
}

/// What `break` can leave.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    Loop,
    Switch,
    Block,
}

/// A statement that a `break` may leave, and its label.
struct Breakable {
    label: Option<String>,
    left: Left,
}

/// What the statements of a function may do.
#[derive(Default)]
struct Frame {
    context: Context,
    breakable: Vec<Breakable>,
}

struct Generator {
    rng: SmallRng,
    variables: Vec<Variable>,
    frames: Vec<Frame>,
    /// Names made so far.
    names: u32,
    /// The number of templates that may still be used, which bounds the program.
    budget: u32,
}

/// The random program with a seed.
pub fn program(seed: u64) -> String {
    let mut generator = Generator {
        rng: SmallRng::seed_from_u64(seed),
        variables: Vec::new(),
        frames: vec![Frame::default()],
        names: 0,
        budget: 150,
    };
    for (name, kind) in [("n", Kind::Number), ("b", Kind::Truth), ("s", Kind::Text)] {
        let (name, is_constant) = (name.to_string(), false);
        generator.variables.push(Variable {
            name,
            kind,
            is_constant,
        });
    }
    let strict = ["'use strict';\n", ""][generator.rng.random_range(0..2)];
    let statements = generator.outermost();
    let shown = generator.variables.iter().map(|it| it.name.as_str());
    let shown = shown.collect::<Vec<_>>().join(", ");
    let claim = generator.expression(Kind::Truth, 1);
    format!(
        "{strict}{PRELUDE}{statements}attempt(() => print('end', [{shown}]));\n\
         attempt(() => sheaf.assert({claim}));"
    )
}

/// Whether the names of a statement stay in scope after it.
fn declares(template: &str) -> bool {
    let words = [
        "let ",
        "const ",
        "var ",
        "function",
        "async function",
        "class ",
    ];
    words.iter().any(|word| template.starts_with(word))
}

impl Generator {
    fn one_of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.rng.random_range(0..from.len())]
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a frame")
    }

    /// The statements of the program. An exception ends only one of them.
    fn outermost(&mut self) -> String {
        let mut result = String::new();
        for _ in 0..self.rng.random_range(3..9) {
            let statement = self.statement(3);
            result += &match declares(&statement) {
                true => format!("{statement}\n"),
                false => format!("attempt(() => {{\n{statement}\n}});\n"),
            };
        }
        result
    }

    fn statements(&mut self, count: u32, depth: u32) -> String {
        let mut result = String::new();
        for _ in 0..count {
            if self.budget == 0 {
                break;
            }
            result += &self.statement(depth);
            result.push('\n');
        }
        result
    }

    fn statement(&mut self, depth: u32) -> String {
        let frame = self.frame();
        let mut context = frame.context;
        let any = |it: &dyn Fn(&Breakable) -> bool| frame.breakable.iter().any(it);
        context.in_loop = any(&|it| it.left == Left::Loop);
        context.in_switch = any(&|it| it.left == Left::Switch);
        context.in_label = any(&|it| it.label.is_some());
        context.in_labelled_loop = any(&|it| it.label.is_some() && it.left == Left::Loop);
        context.is_nested = depth > 0;
        let choices: Vec<&Template> = templates::STATEMENTS
            .iter()
            .filter(|it| (it.allowed)(&context))
            .collect();
        let template = self.one_of(&choices).text;
        self.expand(template, depth)
    }

    fn expression(&mut self, kind: Kind, depth: u32) -> String {
        let known: Vec<&Variable> = self.variables.iter().filter(|it| it.kind == kind).collect();
        if !known.is_empty() && self.rng.random_range(0..3) == 0 {
            let at = self.rng.random_range(0..known.len());
            return known[at].name.clone();
        }
        if depth == 0 || self.budget == 0 {
            let leaf = self.one_of(leaves(kind));
            return self.expand(leaf, 0);
        }
        let context = self.frame().context;
        let choices: Vec<&Template> = templates::expressions(kind)
            .iter()
            .filter(|it| (it.allowed)(&context))
            .collect();
        let template = self.one_of(&choices).text;
        // A function in an expression is no method.
        let is_member = std::mem::take(&mut self.frame().context.is_member);
        let text = self.expand(template, depth - 1);
        self.frame().context.is_member = is_member;
        text
    }

    /// Fills the holes of a template. `depth` is that of what fills them.
    fn expand(&mut self, template: &str, depth: u32) -> String {
        self.budget = self.budget.saturating_sub(1);
        let before = self.variables.len();
        let mut hole = Holes::default();
        let mut result = String::new();
        let mut letters = template.chars();
        while let Some(letter) = letters.next() {
            if letter != '@' {
                result.push(letter);
                continue;
            }
            let letter = letters.next().expect("a letter after `@`");
            result += &match letter {
                '+' | '-' | '=' => {
                    let kind = letters.next().and_then(Kind::of).expect("a kind");
                    match letter {
                        '=' => self.assignable(kind),
                        sign => self.new_name(kind, sign == '-', &mut hole),
                    }
                }
                '!' => {
                    self.variables.append(&mut hole.waiting);
                    String::new()
                }
                '0'..='9' => hole.made[letter as usize - '0' as usize].clone(),
                ':' => self.new_label(&mut hole),
                '^' => self.enclosing_label(false),
                '~' => self.enclosing_label(true),
                'B' | 'L' | 'W' | 'P' | 'G' | 'A' | 'H' | 'M' | 'D' => {
                    self.variables.append(&mut hole.waiting);
                    self.body(letter, depth, hole.label.take())
                }
                letter => {
                    let kind = Kind::of(letter).expect("a kind of expressions");
                    self.expression(kind, depth)
                }
            };
        }
        match declares(template) {
            true => self.variables.append(&mut hole.waiting),
            false => self.variables.truncate(before),
        }
        result
    }

    fn new_name(&mut self, kind: Kind, is_constant: bool, hole: &mut Holes) -> String {
        self.names += 1;
        // No name of a module of node, which are variables where its runner is evaluated.
        let name = format!("v_{}", self.names);
        hole.made.push(name.clone());
        hole.waiting.push(Variable {
            name: name.clone(),
            kind,
            is_constant,
        });
        name
    }

    fn assignable(&mut self, kind: Kind) -> String {
        let mut names = self.variables.iter().filter(|it| it.kind == kind);
        let known: Vec<&Variable> = names.by_ref().filter(|it| !it.is_constant).collect();
        match known.len() {
            // A variable of the prelude.
            0 => "other".to_string(),
            count => known[self.rng.random_range(0..count)].name.clone(),
        }
    }

    fn new_label(&mut self, hole: &mut Holes) -> String {
        self.names += 1;
        let label = format!("l{}", self.names);
        hole.label = Some(label.clone());
        format!("{label}:")
    }

    fn enclosing_label(&mut self, of_loop: bool) -> String {
        let around = self.frame().breakable.iter();
        let around = around.filter(|it| it.left == Left::Loop || !of_loop);
        let labels: Vec<String> = around.filter_map(|it| it.label.clone()).collect();
        labels[self.rng.random_range(0..labels.len())].clone()
    }

    /// A body, with a scope of its own.
    fn body(&mut self, letter: char, depth: u32, label: Option<String>) -> String {
        let (before, inner) = (self.variables.len(), depth.saturating_sub(1));
        let count = self.rng.random_range(1..4);
        let text = match letter {
            'B' | 'L' | 'W' => {
                let left = match letter {
                    'B' => Left::Block,
                    'L' => Left::Loop,
                    _ => Left::Switch,
                };
                self.frame().breakable.push(Breakable { label, left });
                let statements = self.statements(count, inner);
                self.frame().breakable.pop();
                match letter {
                    'W' => statements,
                    'L' => format!("{{\ntick();\n{statements}}}"),
                    _ => format!("{{\n{statements}}}"),
                }
            }
            'M' | 'D' => self.members(letter == 'D', inner),
            letter => {
                self.enter(|outer| outer.of_function(letter));
                let statements = self.statements(count, inner);
                let result = self.expression(Kind::Value, inner);
                self.frames.pop();
                format!("{{\ntick();\n{statements}return {result};\n}}")
            }
        };
        self.variables.truncate(before);
        text
    }

    fn enter(&mut self, context: impl Fn(Context) -> Context) {
        let (context, breakable) = (context(self.frame().context), Vec::new());
        self.frames.push(Frame { context, breakable });
    }

    /// The members of a class.
    fn members(&mut self, is_derived: bool, depth: u32) -> String {
        self.enter(|_| Context {
            has_this: true,
            is_derived,
            is_member: true,
            ..Context::default()
        });
        // Each at most once, because private names must be distinct.
        let count = self.rng.random_range(1..5);
        let chosen = templates::MEMBERS.choose_multiple(&mut self.rng, count);
        let chosen: Vec<&str> = chosen.copied().collect();
        let mut result = String::new();
        for member in chosen {
            result += &self.expand(member, depth);
            result.push('\n');
        }
        self.frames.pop();
        result
    }
}

/// The names that a template has made.
#[derive(Default)]
struct Holes {
    made: Vec<String>,
    /// Those that are not in scope yet.
    waiting: Vec<Variable>,
    label: Option<String>,
}
