//! Random expressions.

use super::stmt::binary;
use super::{Generator, Shape, name, number};
use crate::ast::{BinaryOp, Expr, ExprKind, Field, Ident};
use rand::Rng;

/// Number literals are from minus this to this.
const LARGEST: i64 = 10;

/// The maximum nesting depth of operations in an expression.
const HEIGHT: u32 = 3;

/// Names of the fields of records.
const FIELDS: [&str; 2] = ["a", "b"];

/// Operators of conditions.
const COMPARISONS: [BinaryOp; 6] = [
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
];

/// The kinds of expression that yield a number.
#[derive(Clone, Copy)]
enum Source {
    Literal,
    Input,
    Variable,
    /// An element, a field, or the target of a pointer.
    Part,
    Not,
    Binary,
}

impl Generator {
    /// An expression for a new value of a variable of this shape.
    pub(super) fn expr_of(&mut self, shape: Shape) -> Expr {
        match shape {
            Shape::Number => self.number_expr(),
            Shape::Array(length) => self.array_expr(length),
            Shape::Pointer => self.pointer_expr(),
            Shape::Record => {
                let fields = FIELDS.iter().map(|field| {
                    let value = self.number_leaf();
                    Field {
                        name: Ident::synthetic(field),
                        value,
                    }
                });
                Expr::synthetic(ExprKind::Record {
                    fields: fields.collect(),
                })
            }
        }
    }

    pub(super) fn number_expr(&mut self) -> Expr {
        self.number_of_height(HEIGHT)
    }

    /// The condition of an `if` or a loop: mostly a comparison with an operand that is not a
    /// literal.
    pub(super) fn condition(&mut self) -> Expr {
        if self.one_in(4) {
            return self.number_of_height(HEIGHT - 1);
        }
        let op = self.choose(&COMPARISONS).unwrap_or(BinaryOp::Eq);
        let left = match self.choose(&self.sources(&[])) {
            Some(source) => self.number_from(source, 1),
            None => Expr::synthetic(ExprKind::Input),
        };
        binary(op, left, self.number_leaf())
    }

    /// A number without operations.
    pub(super) fn number_leaf(&mut self) -> Expr {
        self.number_of_height(1)
    }

    fn number_of_height(&mut self, height: u32) -> Expr {
        let mut sources = self.sources(&[Source::Literal, Source::Input]);
        if height > 1 {
            sources.extend([Source::Not, Source::Binary, Source::Binary]);
        }
        match self.choose(&sources) {
            Some(source) => self.number_from(source, height),
            None => self.literal(),
        }
    }

    /// These sources, and those that the variables with a value provide.
    fn sources(&self, others: &[Source]) -> Vec<Source> {
        let mut sources = others.to_vec();
        if self
            .scope
            .iter()
            .any(|variable| variable.shape == Shape::Number)
        {
            sources.extend([Source::Variable, Source::Variable]);
        }
        if self
            .scope
            .iter()
            .any(|variable| variable.shape != Shape::Number)
        {
            sources.push(Source::Part);
        }
        sources
    }

    fn number_from(&mut self, source: Source, height: u32) -> Expr {
        let drawn = match source {
            Source::Input => Some(Expr::synthetic(ExprKind::Input)),
            Source::Variable => self
                .variable(|shape| shape == Shape::Number)
                .map(|(variable, _)| name(&variable)),
            Source::Part => self
                .variable(|shape| shape != Shape::Number)
                .map(|(variable, shape)| self.part(name(&variable), shape)),
            Source::Not => {
                let operand = Box::new(self.number_of_height(height.saturating_sub(1)));
                Some(Expr::synthetic(ExprKind::Not { operand }))
            }
            Source::Binary => Some(self.operation(height.saturating_sub(1))),
            Source::Literal => None,
        };
        drawn.unwrap_or_else(|| self.literal())
    }

    fn literal(&mut self) -> Expr {
        number(self.rng.random_range(-LARGEST..=LARGEST))
    }

    fn operation(&mut self, height: u32) -> Expr {
        let divisions = self.parameters.divisions;
        let ops = BinaryOp::ALL
            .iter()
            .copied()
            .filter(|op| divisions || *op != BinaryOp::Div);
        let ops: Vec<BinaryOp> = ops.collect();
        let op = self.choose(&ops).unwrap_or(BinaryOp::Add);
        let left = self.number_of_height(height);
        let literal = matches!(op, BinaryOp::Mul | BinaryOp::Div) && !self.one_in(4);
        let right = if literal {
            number(self.rng.random_range(1..=LARGEST))
        } else {
            self.number_of_height(height)
        };
        binary(op, left, right)
    }

    /// A number inside the value of a variable that is not a number itself.
    pub(super) fn part(&mut self, variable: Expr, shape: Shape) -> Expr {
        let variable = Box::new(variable);
        Expr::synthetic(match shape {
            Shape::Array(length) => {
                let index = self.rng.random_range(0..length.max(1));
                let index = Expr::synthetic(ExprKind::Number {
                    value: index.into(),
                });
                ExprKind::Index {
                    array: variable,
                    index: Box::new(index),
                }
            }
            Shape::Pointer | Shape::Number => ExprKind::Deref { operand: variable },
            Shape::Record => {
                let field = FIELDS[self.rng.random_range(0..FIELDS.len())];
                ExprKind::Field {
                    record: variable,
                    field: field.to_string(),
                }
            }
        })
    }

    /// An array that is seldom shorter than `length`.
    fn array_expr(&mut self, length: usize) -> Expr {
        if self.one_in(4)
            && let Some((variable, _)) =
                self.variable(|shape| matches!(shape, Shape::Array(other) if other >= length))
        {
            return name(&variable);
        }
        let length = if self.one_in(20) {
            self.rng.random_range(1..=length)
        } else {
            length
        };
        let elements = (0..length).map(|_| self.number_leaf()).collect();
        Expr::synthetic(ExprKind::Array { elements })
    }

    /// A pointer to a number that is seldom null.
    fn pointer_expr(&mut self) -> Expr {
        if self.one_in(50) {
            return Expr::synthetic(ExprKind::Null);
        }
        if self.one_in(3)
            && let Some((variable, _)) = self.variable(|shape| shape == Shape::Pointer)
        {
            return name(&variable);
        }
        if self.one_in(2)
            && let Some((name, _)) = self.variable(|shape| shape == Shape::Number)
        {
            return Expr::synthetic(ExprKind::Ref { name });
        }
        let operand = Box::new(self.number_leaf());
        Expr::synthetic(ExprKind::Alloc { operand })
    }

    /// An expression that fails when it is evaluated.
    pub(super) fn failing_expr(&mut self) -> Expr {
        let first = if self.parameters.divisions { 0 } else { 1 };
        match self.rng.random_range(first..4) {
            0 => {
                let left = self.literal();
                binary(BinaryOp::Div, left, number(0))
            }
            1 => {
                let operand = Box::new(Expr::synthetic(ExprKind::Null));
                Expr::synthetic(ExprKind::Deref { operand })
            }
            2 => {
                let elements = vec![self.literal(), self.literal()];
                let index = self.rng.random_range(2..=LARGEST);
                let array = Box::new(Expr::synthetic(ExprKind::Array { elements }));
                Expr::synthetic(ExprKind::Index {
                    array,
                    index: Box::new(number(index)),
                })
            }
            _ => {
                let unset = self.declare();
                name(&unset)
            }
        }
    }
}
