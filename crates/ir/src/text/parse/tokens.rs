//! Parses signs, words, numbers and lists.

use super::{Parser, Result};
use crate::element::Element;
use crate::text::lex::{ParseError, Token};
use crate::types::FloatKind;

impl<'a> Parser<'a> {
    pub fn error_at<T>(&self, start: usize, message: impl Into<String>) -> Result<T> {
        Err(ParseError::at(self.lexer.text(), start, message.into()))
    }

    /// An error at the next token for something that was expected.
    pub fn expected<T>(&self, what: &str) -> Result<T> {
        self.error_at(self.start, format!("expected {what}, found {}", self.token))
    }

    pub fn peek(&self) -> &Token<'a> {
        &self.token
    }

    pub fn advance(&mut self) -> Result<Token<'a>> {
        let (start, token) = self.lexer.next()?;
        self.start = start;
        Ok(std::mem::replace(&mut self.token, token))
    }

    pub fn advance_if(&mut self, accept: impl Fn(&Token) -> bool) -> Result<Option<Token<'a>>> {
        match accept(&self.token) {
            true => self.advance().map(Some),
            false => Ok(None),
        }
    }

    pub fn eat_sign(&mut self, sign: char) -> Result<bool> {
        Ok(self
            .advance_if(|token| *token == Token::Sign(sign))?
            .is_some())
    }

    pub fn sign(&mut self, sign: char) -> Result<()> {
        match self.eat_sign(sign)? {
            true => Ok(()),
            false => self.expected(&format!("`{sign}`")),
        }
    }

    pub fn eat_word(&mut self, word: &str) -> Result<bool> {
        Ok(self
            .advance_if(|token| *token == Token::Word(word))?
            .is_some())
    }

    pub fn word(&mut self, word: &str) -> Result<()> {
        match self.eat_word(word)? {
            true => Ok(()),
            false => self.expected(&format!("`{word}`")),
        }
    }

    pub fn any_word(&mut self, what: &str) -> Result<&'a str> {
        match self.token {
            Token::Word(word) => self.advance().map(|_| word),
            _ => self.expected(what),
        }
    }

    pub fn text(&mut self, what: &str) -> Result<String> {
        match self.advance_if(|token| matches!(token, Token::Text(_)))? {
            Some(Token::Text(text)) => Ok(text),
            _ => self.expected(&format!("{what} in quotes")),
        }
    }

    /// An unsigned decimal number that fits the type asked for.
    pub fn unsigned<T: std::str::FromStr>(&mut self, what: &str) -> Result<T> {
        let Token::Decimal(digits) = self.token else {
            return self.expected(&format!("{what} (a number)"));
        };
        match digits.parse() {
            Ok(value) => self.advance().map(|_| value),
            Err(_) => self.error_at(self.start, format!("{what} is too large")),
        }
    }

    /// `element 4`, `element f32`
    pub fn element(&mut self) -> Result<Element> {
        self.word("element")?;
        let Token::Word(word) = self.token else {
            return self.unsigned("a size").map(Element::Integer);
        };
        match FloatKind::from_word(word) {
            Some(kind) => self.advance().map(|_| Element::Float(kind)),
            None => self.expected("a size or the name of a float type"),
        }
    }

    /// A number with a sign that fits 64 bits.
    pub fn signed(&mut self, what: &str, negative: bool) -> Result<i64> {
        let start = self.start;
        let magnitude: u64 = self.unsigned(what)?;
        let value = i128::from(magnitude) * if negative { -1 } else { 1 };
        i64::try_from(value).or_else(|_| self.error_at(start, format!("{what} is too large")))
    }

    /// Items separated by commas up to a closing sign; the opening one has been read.
    pub fn list_to<T>(
        &mut self,
        close: char,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = Vec::new();
        if self.eat_sign(close)? {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat_sign(close)? {
                return Ok(items);
            }
            if !self.eat_sign(',')? {
                return self.expected(&format!("`,` or `{close}`"));
            }
        }
    }
}
