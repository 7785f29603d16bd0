//! Expressions, by precedence climbing.

use super::{MAX_HEIGHT, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, Field};
use crate::error::{Error, SourceLocation};
use crate::lexer::Token;
use num_bigint::BigInt;

/// An expression and the height of its tree.
struct Tall {
    expr: Expr,
    height: u32,
}

impl Parser<'_> {
    /// A whole expression.
    pub(super) fn expr(&mut self) -> Result<Expr, Error> {
        Ok(self.tall_expr()?.expr)
    }

    /// Whether the next token can start an expression.
    pub(super) fn starts_expr(&self) -> bool {
        match self.token {
            Token::Ident(_) | Token::Number(_) => true,
            Token::Keyword(word) => matches!(word, "input" | "alloc" | "null"),
            Token::Sign(sign) => matches!(sign, "*" | "&" | "!" | "-" | "(" | "[" | "{"),
            Token::End => false,
        }
    }

    fn tall_expr(&mut self) -> Result<Tall, Error> {
        self.nested(|parser| parser.binary(1))
    }

    /// Operations whose precedence is at least `lowest`.
    fn binary(&mut self, lowest: u8) -> Result<Tall, Error> {
        let mut left = self.unary()?;
        while let Some(op) = self.binary_op().filter(|op| op.precedence() >= lowest) {
            let place = self.advance()?;
            let right = self.binary(op.precedence() + 1)?;
            let height = left.height.max(right.height);
            let (left_expr, right) = (Box::new(left.expr), Box::new(right.expr));
            left = build(
                ExprKind::Binary {
                    op,
                    left: left_expr,
                    right,
                },
                place,
                [height].into_iter(),
            )?;
        }
        Ok(left)
    }

    fn binary_op(&self) -> Option<BinaryOp> {
        let Token::Sign(sign) = self.token else {
            return None;
        };
        BinaryOp::ALL.into_iter().find(|op| op.symbol() == sign)
    }

    /// A prefix operation. The operands of `!` and `alloc` extend as far as possible, as in the
    /// grammar of the thesis.
    fn unary(&mut self) -> Result<Tall, Error> {
        let place = self.place;
        match self.token {
            Token::Sign("*") => {
                self.advance()?;
                let operand = self.nested(Self::unary)?;
                prefix(operand, place, |operand| ExprKind::Deref { operand })
            }
            Token::Sign("!") => {
                self.advance()?;
                let operand = self.tall_expr()?;
                prefix(operand, place, |operand| ExprKind::Not { operand })
            }
            Token::Keyword("alloc") => {
                self.advance()?;
                let operand = self.tall_expr()?;
                prefix(operand, place, |operand| ExprKind::Alloc { operand })
            }
            Token::Sign("&") => {
                self.advance()?;
                let name = self.expect_ident("the name of a variable after '&'")?.name;
                leaf(ExprKind::Ref { name }, place)
            }
            _ => self.postfix(),
        }
    }

    /// A primary expression followed by indices, fields and calls.
    fn postfix(&mut self) -> Result<Tall, Error> {
        let place = self.place;
        let mut base = self.primary()?;
        loop {
            if self.take_sign("[")? {
                let index = self.tall_expr()?;
                self.expect_sign("]", "after the index")?;
                let heights = [base.height, index.height];
                let (array, index) = (Box::new(base.expr), Box::new(index.expr));
                base = build(ExprKind::Index { array, index }, place, heights.into_iter())?;
            } else if self.take_sign(".")? {
                let field = self.expect_ident("the name of a field after '.'")?.name;
                let record = Box::new(base.expr);
                let heights = [base.height].into_iter();
                base = build(ExprKind::Field { record, field }, place, heights)?;
            } else if self.take_sign("(")? {
                let args = self.list(")", "or ',' after the argument")?;
                let height = base.height.max(tallest(&args));
                let args = args.into_iter().map(|arg| arg.expr).collect();
                let callee = Box::new(base.expr);
                base = build(ExprKind::Call { callee, args }, place, [height].into_iter())?;
            } else {
                return Ok(base);
            }
        }
    }

    fn primary(&mut self) -> Result<Tall, Error> {
        let place = self.place;
        match self.token {
            Token::Number(digits) => {
                self.advance()?;
                number(digits, false, place)
            }
            Token::Sign("-") => {
                self.advance()?;
                let Token::Number(digits) = self.token else {
                    return self.error("a number after '-' (write 0 - x for the negation of x)");
                };
                self.advance()?;
                number(digits, true, place)
            }
            Token::Ident(name) => {
                self.advance()?;
                leaf(
                    ExprKind::Name {
                        name: name.to_string(),
                    },
                    place,
                )
            }
            Token::Keyword("input") => {
                self.advance()?;
                leaf(ExprKind::Input, place)
            }
            Token::Keyword("null") => {
                self.advance()?;
                leaf(ExprKind::Null, place)
            }
            Token::Sign("(") => {
                self.advance()?;
                let inner = self.tall_expr()?;
                self.expect_sign(")", "or an operator after the expression")?;
                Ok(inner)
            }
            Token::Sign("[") => {
                self.advance()?;
                let elements = self.list("]", "or ',' after the element")?;
                let height = tallest(&elements);
                let elements = elements.into_iter().map(|element| element.expr).collect();
                build(ExprKind::Array { elements }, place, [height].into_iter())
            }
            Token::Sign("{") => self.record(),
            _ => self.error("an expression"),
        }
    }

    fn record(&mut self) -> Result<Tall, Error> {
        let place = self.advance()?;
        let mut fields = Vec::new();
        let mut height = 0;
        if !self.is_sign("}") {
            loop {
                let name = self.expect_ident("the name of a field")?;
                self.expect_sign(":", "after the name of the field")?;
                let value = self.tall_expr()?;
                height = height.max(value.height);
                fields.push(Field {
                    name,
                    value: value.expr,
                });
                if !self.take_sign(",")? {
                    break;
                }
            }
        }
        self.expect_sign("}", "or ',' after the field")?;
        build(ExprKind::Record { fields }, place, [height].into_iter())
    }

    /// Expressions separated by commas, and the closing bracket.
    fn list(&mut self, end: &'static str, context: &str) -> Result<Vec<Tall>, Error> {
        let mut items = Vec::new();
        if !self.is_sign(end) {
            items.push(self.tall_expr()?);
            while self.take_sign(",")? {
                items.push(self.tall_expr()?);
            }
        }
        self.expect_sign(end, context)?;
        Ok(items)
    }
}

fn tallest(items: &[Tall]) -> u32 {
    items.iter().map(|item| item.height).max().unwrap_or(0)
}

fn leaf(kind: ExprKind, place: SourceLocation) -> Result<Tall, Error> {
    build(kind, place, std::iter::empty())
}

fn prefix(
    operand: Tall,
    place: SourceLocation,
    make: impl FnOnce(Box<Expr>) -> ExprKind,
) -> Result<Tall, Error> {
    build(
        make(Box::new(operand.expr)),
        place,
        [operand.height].into_iter(),
    )
}

fn number(digits: &str, negative: bool, place: SourceLocation) -> Result<Tall, Error> {
    let value = digits
        .parse::<BigInt>()
        .map_err(|error| Error::new(place, format!("not a number: {error}")))?;
    leaf(
        ExprKind::Number {
            value: if negative { -value } else { value },
        },
        place,
    )
}

/// A node over operands with these heights.
fn build(
    kind: ExprKind,
    place: SourceLocation,
    operands: impl Iterator<Item = u32>,
) -> Result<Tall, Error> {
    let height = operands.max().unwrap_or(0) + 1;
    if height > MAX_HEIGHT {
        let message = format!(
            "this expression is nested more than {MAX_HEIGHT} operations deep; split it \
             into several assignments"
        );
        return Err(Error::new(place, message));
    }
    Ok(Tall {
        expr: Expr { kind, place },
        height,
    })
}
