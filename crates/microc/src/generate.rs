//! Random programs (thesis, section 6.1): one function, well-typed, every variable assigned before
//! it is read.
//!
//! What the thesis leaves open, this generator decides as follows. Half of the new variables are
//! numbers, the others arrays, pointers to numbers and records; a number variable in sight is used
//! twice as probably as each other kind of number; three of four conditions are comparisons. What
//! can fail is rare, so that programs do not fail at once: arrays are indexed by literals within
//! the size they first had, and seldom replaced by shorter ones; pointers are seldom null; three of
//! four divisors are literals. Three of four products have a literal factor, because solvers give
//! up on most other products.

mod expr;
mod sets;
mod stmt;
#[cfg(test)]
mod tests;

pub use sets::{PROGRAMS_PER_SET, Set, set_program, sets, write_sets};

use crate::ast::{Expr, ExprKind, Function, Ident, Program, Return, Stmt, StmtKind};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde::Serialize;

/// What random programs look like; the parameters of section 5.1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Parameters {
    /// How probably a statement that may be a block is a loop that counts one variable up to
    /// another.
    pub for_loop_probability: f64,
    /// How probably it is a loop with a random condition.
    pub while_loop_probability: f64,
    /// How deep blocks nest: 0 for none at all.
    pub max_depth: u32,
    /// The body has 1 to so many statements.
    pub max_top_statements: u32,
    /// A nested block has 1 to so many statements.
    pub max_block_statements: u32,
    /// Whether one statement that fails whenever it is reached is put in at a random place.
    pub error_guaranteed: bool,
    /// Whether there are divisions.
    pub divisions: bool,
}

impl Default for Parameters {
    /// The smaller programs of section 6.3.2.
    fn default() -> Self {
        Parameters {
            for_loop_probability: 0.15,
            while_loop_probability: 0.1,
            max_depth: 3,
            max_top_statements: 10,
            max_block_statements: 5,
            error_guaranteed: false,
            divisions: true,
        }
    }
}

/// Greatest depth of blocks that [`Parameters::check`] accepts; the parser accepts what is
/// generated.
const MAX_DEPTH: u32 = 100;

/// Greatest number of statements in one block that [`Parameters::check`] accepts.
const MAX_STATEMENTS: u32 = 10_000;

impl Parameters {
    /// Whether the parameters make sense.
    ///
    /// # Errors
    /// With the name of the parameter that does not, and its bounds.
    pub fn check(&self) -> Result<(), String> {
        let probabilities = [
            ("for-loop-probability", self.for_loop_probability),
            ("while-loop-probability", self.while_loop_probability),
            (
                "sum of the probabilities",
                self.for_loop_probability + self.while_loop_probability,
            ),
        ];
        for (name, value) in probabilities {
            if !(0.0..=1.0).contains(&value) {
                return Err(format!("the {name} must be from 0 to 1, but is {value}"));
            }
        }
        let counts = [
            ("max-top-statements", self.max_top_statements),
            ("max-block-statements", self.max_block_statements),
        ];
        for (name, value) in counts {
            if !(1..=MAX_STATEMENTS).contains(&value) {
                return Err(format!(
                    "{name} must be from 1 to {MAX_STATEMENTS}, but is {value}"
                ));
            }
        }
        if self.max_depth > MAX_DEPTH {
            let depth = self.max_depth;
            return Err(format!(
                "max-depth must be at most {MAX_DEPTH}, but is {depth}"
            ));
        }
        Ok(())
    }
}

/// A random program; the same for the same parameters and seed.
pub fn program(parameters: &Parameters, seed: u64) -> Program {
    let mut generator = Generator {
        parameters: *parameters,
        rng: SmallRng::seed_from_u64(seed),
        scope: Vec::new(),
        declared: 0,
    };
    let mut body = generator.body(0);
    if parameters.error_guaranteed {
        generator.plug_error(&mut body);
    }
    let value = generator.number_leaf();
    let vars = (1..=generator.declared).map(|number| Ident::synthetic(&variable_name(number)));
    let main = Function {
        name: Ident::synthetic("main"),
        params: Vec::new(),
        vars: vars.collect(),
        body,
        result: Return {
            value,
            place: Default::default(),
        },
    };
    Program {
        functions: vec![main],
    }
}

/// The type of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Number,
    /// Numbers; how many there were at first.
    Array(usize),
    /// To a number.
    Pointer,
    /// Fields `a` and `b`, both numbers.
    Record,
}

struct Variable {
    name: String,
    shape: Shape,
}

struct Generator {
    parameters: Parameters,
    rng: SmallRng,
    /// Variables that have a value here.
    scope: Vec<Variable>,
    /// How many variables there are in all.
    declared: usize,
}

fn variable_name(number: usize) -> String {
    format!("var{number}")
}

fn name(name: &str) -> Expr {
    Expr::synthetic(ExprKind::Name {
        name: name.to_string(),
    })
}

fn number(value: i64) -> Expr {
    Expr::synthetic(ExprKind::Number {
        value: value.into(),
    })
}

impl Generator {
    /// One of several choices, all equally probable.
    fn choose<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        (!choices.is_empty()).then(|| choices[self.rng.random_range(0..choices.len())])
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.rng.random_range(0..count) == 0
    }

    /// A variable of a shape, if there is one with a value.
    fn variable(&mut self, wanted: impl Fn(Shape) -> bool) -> Option<(String, Shape)> {
        let fitting = self
            .scope
            .iter()
            .enumerate()
            .filter(|(_, variable)| wanted(variable.shape));
        let fitting: Vec<usize> = fitting.map(|(position, _)| position).collect();
        let position = self.choose(&fitting)?;
        let variable = &self.scope[position];
        Some((variable.name.clone(), variable.shape))
    }

    /// A new variable without a value.
    fn declare(&mut self) -> String {
        self.declared += 1;
        variable_name(self.declared)
    }

    /// Puts a statement that fails at a random place of a random block.
    fn plug_error(&mut self, body: &mut Vec<Stmt>) {
        let failing = self.failing_expr();
        let stmt = Stmt::synthetic(StmtKind::Output { value: failing });
        let places = count_places(body);
        let place = self.rng.random_range(0..places);
        insert_at(body, place, stmt);
    }
}

/// How many places there are where a statement can be put in.
fn count_places(body: &[Stmt]) -> usize {
    body.iter()
        .map(|stmt| nested(stmt).map(|body| count_places(body)).sum::<usize>())
        .sum::<usize>()
        + body.len()
        + 1
}

/// The blocks of a statement.
fn nested(stmt: &Stmt) -> impl Iterator<Item = &Vec<Stmt>> {
    let (first, second) = match &stmt.kind {
        StmtKind::If {
            then, otherwise, ..
        } => (Some(then), Some(otherwise)),
        StmtKind::While { body, .. } | StmtKind::Block { body } => (Some(body), None),
        StmtKind::Output { .. } | StmtKind::Assign { .. } => (None, None),
    };
    first.into_iter().chain(second)
}

/// Puts a statement in at the place with this number: first those of the list itself, then those
/// within its statements.
fn insert_at(body: &mut Vec<Stmt>, mut place: usize, stmt: Stmt) {
    if place <= body.len() {
        body.insert(place, stmt);
        return;
    }
    place -= body.len() + 1;
    for outer in body {
        let blocks = match &mut outer.kind {
            StmtKind::If {
                then, otherwise, ..
            } => vec![then, otherwise],
            StmtKind::While { body, .. } | StmtKind::Block { body } => vec![body],
            StmtKind::Output { .. } | StmtKind::Assign { .. } => Vec::new(),
        };
        for block in blocks {
            let places = count_places(block);
            if place < places {
                return insert_at(block, place, stmt);
            }
            place -= places;
        }
    }
}
