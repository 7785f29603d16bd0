//! Random programs (thesis, section 6.1): one function, well-typed, every variable assigned before
//! it is read.
//!
//! Choices that the thesis leaves open: Half of the new variables are numbers, the others arrays,
//! pointers to numbers and records; a number variable in scope is used twice as probably as each
//! other kind of number; three of four conditions are comparisons. Operations that can fail are
//! rare, so that programs do not fail at once: arrays are indexed by literals within their initial
//! length, and seldom replaced by shorter ones; pointers are seldom null; three of four divisors
//! are literals. Three of four products have a literal factor, because solvers give up on most
//! other products.

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

/// The shape of random programs; the parameters of section 5.1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Parameters {
    /// The probability that a statement that may be a block is a loop that counts one variable up
    /// to another.
    pub for_loop_probability: f64,
    /// The probability that it is a loop with a random condition.
    pub while_loop_probability: f64,
    /// Nesting depth of blocks: 0 for no blocks at all.
    pub max_depth: u32,
    /// The body has 1 to this many statements.
    pub max_top_statements: u32,
    /// A nested block has 1 to this many statements.
    pub max_block_statements: u32,
    /// Whether one statement that always fails is inserted at a random position.
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

/// The greatest depth of blocks that [`Parameters::check`] accepts; the parser accepts every
/// program within it.
const MAX_DEPTH: u32 = 100;

/// The greatest number of statements in one block that [`Parameters::check`] accepts.
const MAX_STATEMENTS: u32 = 10_000;

impl Parameters {
    /// Checks that the parameters are within their bounds.
    ///
    /// # Errors
    /// Names the parameter that is not, and its bounds.
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
    /// Numbers; the initial length.
    Array(usize),
    /// A pointer to a number.
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
    /// Variables that have a value at this point.
    scope: Vec<Variable>,
    /// The number of variables in total.
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

    /// Inserts a statement that always fails at a random position of a random block.
    fn plug_error(&mut self, body: &mut Vec<Stmt>) {
        let failing = self.failing_expr();
        let stmt = Stmt::synthetic(StmtKind::Output { value: failing });
        let places = count_places(body);
        let place = self.rng.random_range(0..places);
        insert_at(body, place, stmt);
    }
}

/// The number of positions where a statement can be inserted.
fn count_places(body: &[Stmt]) -> usize {
    body.iter()
        .map(|stmt| nested(stmt).map(|body| count_places(body)).sum::<usize>())
        .sum::<usize>()
        + body.len()
        + 1
}

/// The blocks nested in a statement.
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

/// Inserts a statement at the position with this index: first those of the list itself, then those
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
