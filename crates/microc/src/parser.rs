//! Recursive-descent parser: functions and statements; [`expr`] parses expressions.
//!
//! Nesting is limited ([`MAX_NESTING`], [`MAX_HEIGHT`]), so that neither the parser nor any
//! recursion over the tree can overflow the stack.

mod expr;
#[cfg(test)]
mod tests;

use crate::ast::{Function, Ident, Program, Return, Stmt, StmtKind};
use crate::error::{Error, SourceLocation};
use crate::lexer::{Lexer, Token};

/// How many brackets, prefix operators and statements may be open at one point.
pub const MAX_NESTING: u32 = 250;

/// The greatest height of an expression tree. A chain such as `a + b + c` has a height of its
/// number of operators.
pub const MAX_HEIGHT: u32 = 1000;

/// Parses a program; names are not resolved (see [`crate::check`]).
pub fn parse(text: &str) -> Result<Program, Error> {
    let mut parser = Parser::new(text)?;
    let mut functions = Vec::new();
    while parser.token != Token::End {
        functions.push(parser.function()?);
    }
    Ok(Program { functions })
}

/// The parser's state: one token of lookahead.
struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token<'a>,
    place: SourceLocation,
    nesting: u32,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self, Error> {
        let mut lexer = Lexer::new(text);
        let (token, place) = lexer.next_token()?;
        Ok(Parser {
            lexer,
            token,
            place,
            nesting: 0,
        })
    }

    /// Advances to the next token and returns the location of the one consumed.
    fn advance(&mut self) -> Result<SourceLocation, Error> {
        let passed = self.place;
        (self.token, self.place) = self.lexer.next_token()?;
        Ok(passed)
    }

    fn error<T>(&self, expected: &str) -> Result<T, Error> {
        Err(Error::new(
            self.place,
            format!("expected {expected}, found {}", self.token),
        ))
    }

    fn is_sign(&self, sign: &'static str) -> bool {
        self.token == Token::Sign(sign)
    }

    fn is_keyword(&self, keyword: &'static str) -> bool {
        self.token == Token::Keyword(keyword)
    }

    /// Consumes a sign if it comes next.
    fn take_sign(&mut self, sign: &'static str) -> Result<bool, Error> {
        let found = self.is_sign(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Consumes a sign that must come next; `context` says where, as in "after the condition".
    fn expect_sign(&mut self, sign: &'static str, context: &str) -> Result<SourceLocation, Error> {
        if !self.is_sign(sign) {
            return self.error(&format!("'{sign}' {context}"));
        }
        self.advance()
    }

    /// Consumes a name that must come next; `what` describes it.
    fn expect_ident(&mut self, what: &str) -> Result<Ident, Error> {
        match self.token {
            Token::Ident(name) => Ok(Ident {
                name: name.to_string(),
                place: self.advance()?,
            }),
            Token::Keyword(word) => Err(Error::new(
                self.place,
                format!("expected {what}, but '{word}' is a reserved word"),
            )),
            _ => self.error(what),
        }
    }

    /// Runs a parser one nesting level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        if self.nesting >= MAX_NESTING {
            let message = format!("nested more than {MAX_NESTING} levels deep");
            return Err(Error::new(self.place, message));
        }
        self.nesting += 1;
        let parsed = parse(self);
        self.nesting -= 1;
        parsed
    }

    fn function(&mut self) -> Result<Function, Error> {
        let name = self.expect_ident("the name of a function")?;
        self.expect_sign("(", "after the name of the function")?;
        let mut params = Vec::new();
        if !self.is_sign(")") {
            params = self.idents("the name of a parameter")?;
        }
        self.expect_sign(")", "or ',' after the parameters")?;
        self.expect_sign("{", "at the start of the function's body")?;
        let mut vars = Vec::new();
        while self.is_keyword("var") {
            self.advance()?;
            vars.extend(self.idents("the name of a variable")?);
            self.expect_sign(";", "or ',' after the name of the variable")?;
        }
        let mut body = Vec::new();
        while !self.is_keyword("return") {
            if self.is_sign("}") || self.token == Token::End {
                return self.error("a statement or the 'return' that ends every function");
            }
            body.push(self.statement()?);
        }
        let place = self.advance()?;
        let value = self.expr()?;
        self.expect_sign(";", "after the result")?;
        self.expect_sign("}", "after 'return', the last statement of a function")?;
        Ok(Function {
            name,
            params,
            vars,
            body,
            result: Return { value, place },
        })
    }

    /// One or more names separated by commas.
    fn idents(&mut self, what: &str) -> Result<Vec<Ident>, Error> {
        let mut idents = vec![self.expect_ident(what)?];
        while self.take_sign(",")? {
            idents.push(self.expect_ident(what)?);
        }
        Ok(idents)
    }

    fn statement(&mut self) -> Result<Stmt, Error> {
        self.nested(|parser| {
            let place = parser.place;
            let kind = match parser.token {
                Token::Keyword("output") => parser.output()?,
                Token::Keyword("while") => parser.while_loop()?,
                Token::Keyword("if") => parser.conditional()?,
                Token::Sign("{") => StmtKind::Block {
                    body: parser.block()?,
                },
                Token::Keyword("var") => {
                    let message = "'var' comes before the first statement of a function";
                    return Err(Error::new(place, message));
                }
                Token::Keyword("return") => {
                    let message = "'return' is the last statement of a function only";
                    return Err(Error::new(place, message));
                }
                _ => parser.assignment()?,
            };
            Ok(Stmt { kind, place })
        })
    }

    fn output(&mut self) -> Result<StmtKind, Error> {
        self.advance()?;
        let value = self.expr()?;
        self.expect_sign(";", "after the expression")?;
        Ok(StmtKind::Output { value })
    }

    fn assignment(&mut self) -> Result<StmtKind, Error> {
        if !self.starts_expr() {
            return self.error("a statement");
        }
        let target = self.expr()?;
        if !self.is_sign("=") {
            return self.error(
                "'=' after the expression (a statement is an assignment, 'if', 'while', 'output' \
                 or a block)",
            );
        }
        if !target.is_target() {
            let message = "cannot assign to this: expected a variable, an element, a field or \
                           what a pointer points to";
            return Err(Error::new(target.place, message));
        }
        self.advance()?;
        let value = self.expr()?;
        self.expect_sign(";", "after the assigned value")?;
        Ok(StmtKind::Assign { target, value })
    }

    fn while_loop(&mut self) -> Result<StmtKind, Error> {
        self.advance()?;
        self.expect_sign("(", "after 'while'")?;
        let condition = self.expr()?;
        self.expect_sign(")", "after the condition")?;
        Ok(StmtKind::While {
            condition,
            body: self.body()?,
        })
    }

    fn conditional(&mut self) -> Result<StmtKind, Error> {
        self.advance()?;
        self.expect_sign("(", "after 'if'")?;
        let condition = self.expr()?;
        self.expect_sign(")", "after the condition")?;
        let then = self.body()?;
        let mut otherwise = Vec::new();
        if self.is_keyword("else") {
            self.advance()?;
            otherwise = self.body()?;
        }
        Ok(StmtKind::If {
            condition,
            then,
            otherwise,
        })
    }

    /// The body of an `if` or a `while`: a block, or one statement.
    fn body(&mut self) -> Result<Vec<Stmt>, Error> {
        if self.is_sign("{") {
            self.block()
        } else {
            Ok(vec![self.statement()?])
        }
    }

    fn block(&mut self) -> Result<Vec<Stmt>, Error> {
        self.advance()?;
        let mut body = Vec::new();
        while !self.is_sign("}") {
            if self.token == Token::End {
                return self.error("a statement or '}'");
            }
            body.push(self.statement()?);
        }
        self.advance()?;
        Ok(body)
    }
}
