//! Splits source code into tokens.

use crate::error::{Error, SourceLocation};
use std::fmt;

/// A word, a number or a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// A name.
    Ident(&'a str),
    /// Decimal digits.
    Number(&'a str),
    /// A reserved word.
    Keyword(&'static str),
    /// An operator or a bracket.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// Words that cannot be names.
pub const KEYWORDS: [&str; 9] = [
    "var", "return", "if", "else", "while", "output", "input", "alloc", "null",
];

/// Signs; one that is a prefix of another comes after it.
const SIGNS: [&str; 25] = [
    "&&", "||", "==", "!=", "<=", ">=", "&", "<", ">", "=", "!", "+", "-", "*", "/", "(", ")", "[",
    "]", "{", "}", ",", ";", ":", ".",
];

/// Maximum length of a piece of source in an error message, in characters.
const SHOWN: usize = 24;

impl fmt::Display for Token<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Ident(text) | Token::Number(text) if text.chars().count() > SHOWN => {
                write!(out, "'{}...'", text.chars().take(SHOWN).collect::<String>())
            }
            Token::Ident(text) | Token::Number(text) => write!(out, "'{text}'"),
            Token::Keyword(text) | Token::Sign(text) => write!(out, "'{text}'"),
            Token::End => out.write_str("the end of the file"),
        }
    }
}

/// Reads tokens from a text.
pub struct Lexer<'a> {
    rest: &'a str,
    place: SourceLocation,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of a text.
    pub fn new(text: &'a str) -> Self {
        Lexer {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            place: SourceLocation { line: 1, column: 1 },
        }
    }

    /// The next token and its location; [`Token::End`] repeatedly at the end.
    pub fn next_token(&mut self) -> Result<(Token<'a>, SourceLocation), Error> {
        self.skip_blanks()?;
        let place = self.place;
        let Some(first) = self.rest.chars().next() else {
            return Ok((Token::End, place));
        };
        if first.is_ascii_alphabetic() || first == '_' {
            let word = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
            let keyword = KEYWORDS.into_iter().find(|keyword| *keyword == word);
            return Ok((keyword.map_or(Token::Ident(word), Token::Keyword), place));
        }
        if first.is_ascii_digit() {
            let digits = self.take_while(|c| c.is_ascii_digit());
            if self
                .rest
                .starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            {
                return Err(Error::new(
                    place,
                    "a number is directly followed by a letter",
                ));
            }
            return Ok((Token::Number(digits), place));
        }
        match SIGNS.into_iter().find(|sign| self.rest.starts_with(sign)) {
            Some(sign) => {
                self.advance(sign.len());
                Ok((Token::Sign(sign), place))
            }
            None => Err(Error::new(place, unexpected(first))),
        }
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) -> Result<(), Error> {
        loop {
            let place = self.place;
            if self.rest.starts_with(|c: char| c.is_ascii_whitespace()) {
                self.take_while(|c| c.is_ascii_whitespace());
            } else if self.rest.starts_with("//") {
                self.take_while(|c| c != '\n');
            } else if self.rest.starts_with("/*") {
                match self.rest[2..].find("*/") {
                    Some(end) => self.advance(end + 4),
                    None => {
                        return Err(Error::new(place, "this comment has no end: '*/' expected"));
                    }
                }
            } else {
                return Ok(());
            }
        }
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let taken = &self.rest[..end];
        self.advance(end);
        taken
    }

    /// Advances by a number of bytes that ends at a character boundary.
    fn advance(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        for c in passed.chars() {
            if c == '\n' {
                self.place.line = self.place.line.saturating_add(1);
                self.place.column = 1;
            } else {
                self.place.column = self.place.column.saturating_add(1);
            }
        }
        self.rest = rest;
    }
}

fn unexpected(c: char) -> String {
    match c {
        '"' | '\'' => format!("unexpected character {c}: microc has no strings or characters"),
        '%' => "unexpected character %: microc has no remainder; write a - a / b * b".to_string(),
        '|' => "unexpected character |: did you mean '||'?".to_string(),
        c if c.is_control() => format!("unexpected character with code {}", u32::from(c)),
        c => format!("unexpected character {c}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Result<Vec<Token<'_>>, Error> {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        loop {
            match lexer.next_token()?.0 {
                Token::End => return Ok(tokens),
                token => tokens.push(token),
            }
        }
    }

    #[test]
    fn longest_sign_wins() {
        let tokens = all("a<=b&&&c // end\n/* x\n */!=!").unwrap();
        let text: Vec<String> = tokens.iter().map(Token::to_string).collect();
        assert_eq!(
            text,
            ["'a'", "'<='", "'b'", "'&&'", "'&'", "'c'", "'!='", "'!'"]
        );
    }

    #[test]
    fn places_count_characters() {
        let mut lexer = Lexer::new("\u{feff}var\n  /* \u{e9} */ x");
        assert_eq!(
            lexer.next_token().unwrap().1,
            SourceLocation { line: 1, column: 1 }
        );
        assert_eq!(
            lexer.next_token().unwrap(),
            (
                Token::Ident("x"),
                SourceLocation {
                    line: 2,
                    column: 11
                }
            )
        );
    }

    #[test]
    fn errors_say_what_and_where() {
        assert_eq!(
            all("a\n #").unwrap_err().to_string(),
            "2:2: unexpected character #"
        );
        assert_eq!(
            all("\0").unwrap_err().to_string(),
            "1:1: unexpected character with code 0"
        );
        assert!(all("/* never").unwrap_err().message.contains("no end"));
        assert!(
            all("12ab")
                .unwrap_err()
                .message
                .contains("followed by a letter")
        );
    }
}
