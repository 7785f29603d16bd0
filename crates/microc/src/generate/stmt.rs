//! Random statements.

use super::{Generator, Shape, Variable, name, number};
use crate::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind};
use rand::Rng;

/// The kinds of statements, equally probable when no loop is chosen.
#[derive(Clone, Copy)]
enum Simple {
    Output,
    New,
    Existing,
    If,
}

impl Generator {
    /// The statements of a block at a depth; 0 is the body of the function. Variables that first
    /// get a value in a block have none after it.
    pub(super) fn body(&mut self, depth: u32) -> Vec<Stmt> {
        let most = match depth {
            0 => self.parameters.max_top_statements,
            _ => self.parameters.max_block_statements,
        };
        let known = self.scope.len();
        let count = self.rng.random_range(1..=most);
        let body = (0..count).map(|_| self.stmt(depth)).collect();
        if depth > 0 {
            self.scope.truncate(known);
        }
        body
    }

    fn stmt(&mut self, depth: u32) -> Stmt {
        let mut kinds = vec![Simple::Output, Simple::New, Simple::Existing];
        if depth < self.parameters.max_depth {
            let draw: f64 = self.rng.random();
            let for_loop = self.parameters.for_loop_probability;
            if draw < for_loop
                && let Some(stmt) = self.for_loop(depth)
            {
                return stmt;
            }
            if draw >= for_loop && draw < for_loop + self.parameters.while_loop_probability {
                let condition = self.condition();
                let body = self.body(depth + 1);
                return Stmt::synthetic(StmtKind::While { condition, body });
            }
            kinds.push(Simple::If);
        }
        match self.choose(&kinds) {
            Some(Simple::Output) => {
                let value = self.number_expr();
                Stmt::synthetic(StmtKind::Output { value })
            }
            Some(Simple::If) => self.conditional(depth),
            Some(Simple::Existing) => self.assign_existing().unwrap_or_else(|| self.assign_new()),
            Some(Simple::New) | None => self.assign_new(),
        }
    }

    fn conditional(&mut self, depth: u32) -> Stmt {
        let condition = self.condition();
        let then = self.body(depth + 1);
        let otherwise = if self.one_in(2) {
            self.body(depth + 1)
        } else {
            Vec::new()
        };
        Stmt::synthetic(StmtKind::If {
            condition,
            then,
            otherwise,
        })
    }

    /// A loop that ends with an increment of the variable that its condition compares; `None` if
    /// there are fewer than two numbers.
    fn for_loop(&mut self, depth: u32) -> Option<Stmt> {
        let (counter, _) = self.variable(|shape| shape == Shape::Number)?;
        let numbers = self.scope.iter().filter(|it| it.shape == Shape::Number);
        let others: Vec<&str> = numbers
            .map(|it| it.name.as_str())
            .filter(|it| *it != counter)
            .collect();
        if others.is_empty() {
            return None;
        }
        let bound = name(others[self.rng.random_range(0..others.len())]);
        let condition = binary(BinaryOp::Lt, name(&counter), bound);
        let mut body = self.body(depth + 1);
        let value = binary(BinaryOp::Add, name(&counter), number(1));
        body.push(assign(name(&counter), value));
        Some(Stmt::synthetic(StmtKind::While { condition, body }))
    }

    fn assign_new(&mut self) -> Stmt {
        let length = self.rng.random_range(1..=6);
        let shapes = [
            Shape::Number,
            Shape::Number,
            Shape::Number,
            Shape::Array(length),
            Shape::Pointer,
            Shape::Record,
        ];
        let shape = self.choose(&shapes).unwrap_or(Shape::Number);
        let value = self.expr_of(shape);
        let variable = self.declare();
        let stmt = assign(name(&variable), value);
        self.scope.push(Variable {
            name: variable,
            shape,
        });
        stmt
    }

    /// An assignment to a variable that has a value, or to an element, a field or a pointer's
    /// target.
    fn assign_existing(&mut self) -> Option<Stmt> {
        let (variable, shape) = self.variable(|_| true)?;
        let target = name(&variable);
        if self.one_in(2) || shape == Shape::Number {
            let value = self.expr_of(shape);
            return Some(assign(target, value));
        }
        let target = self.part(target, shape);
        let value = self.number_expr();
        Some(assign(target, value))
    }
}

pub(super) fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::synthetic(ExprKind::Binary {
        op,
        left: Box::new(left),
        right: Box::new(right),
    })
}

fn assign(target: Expr, value: Expr) -> Stmt {
    Stmt::synthetic(StmtKind::Assign { target, value })
}
