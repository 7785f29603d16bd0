//! The lexer of textual IR.

use std::fmt;

/// A parse error with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The error message.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

impl ParseError {
    /// An error at a byte offset of a text.
    pub(super) fn at(text: &str, offset: usize, message: String) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let bounded = |count| u32::try_from(count).unwrap_or(u32::MAX);
        ParseError {
            line: bounded(line),
            column: bounded(column),
            message,
        }
    }
}

/// The spelling of a local: a name, a number, or a name with a disambiguating number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct LocalWord {
    pub name: Option<String>,
    pub number: Option<u64>,
}

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token<'a> {
    /// A keyword, a mnemonic, a type or a label.
    Word(&'a str),
    /// Decimal digits.
    Decimal(&'a str),
    /// Hexadecimal digits, without the `0x`.
    Hex(&'a str),
    /// A quoted string, decoded.
    Text(String),
    /// `x"0102"`, decoded.
    Bytes(Vec<u8>),
    /// `%...`
    Local(LocalWord),
    /// `@...`
    Global(String),
    /// `->`
    Arrow,
    /// `...`
    Dots,
    /// Any other single character with a meaning.
    Sign(char),
    /// The end of the text.
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Token::Word(word) => write!(out, "`{word}`"),
            Token::Decimal(digits) => write!(out, "`{}`", shortened(digits)),
            Token::Hex(digits) => write!(out, "`0x{}`", shortened(digits)),
            Token::Text(_) => write!(out, "a string"),
            Token::Bytes(_) => write!(out, "bytes"),
            Token::Local(LocalWord {
                name: Some(name), ..
            }) => write!(out, "`%{}`", shortened(name)),
            Token::Local(LocalWord { number, .. }) => write!(out, "`%{}`", number.unwrap_or(0)),
            Token::Global(name) => write!(out, "`@{}`", shortened(name)),
            Token::Arrow => write!(out, "`->`"),
            Token::Dots => write!(out, "`...`"),
            Token::Sign(sign) => write!(out, "`{sign}`"),
            Token::End => write!(out, "the end of the text"),
        }
    }
}

/// A word short enough for a message.
fn shortened(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_string(),
    }
}

/// Whether a name needs no quotes after `%` or `@`.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(is_name_byte)
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

/// Splits `name.7` into the name and the disambiguating number.
pub(super) fn split_number(word: &str) -> (&str, Option<&str>) {
    match word.rsplit_once('.') {
        Some((name, digits)) if !name.is_empty() && is_digits(digits) => (name, Some(digits)),
        _ => (word, None),
    }
}

/// Whether a word is a nonempty sequence of decimal digits.
pub(super) fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads tokens one by one.
#[derive(Clone)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    offset: usize,
}

type Result<T> = std::result::Result<T, ParseError>;

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, offset: 0 }
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn error<T>(&self, offset: usize, message: impl Into<String>) -> Result<T> {
        Err(ParseError::at(self.text, offset, message.into()))
    }

    /// Takes the longest run of bytes, all ASCII, that satisfy `accept`.
    fn take(&mut self, accept: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest
            .bytes()
            .position(|byte| !accept(byte))
            .unwrap_or(rest.len());
        self.offset += end;
        &rest[..end]
    }

    /// Skips white space and comments, which run from `//` to the end of the line.
    fn skip_blank(&mut self) {
        loop {
            self.take(|byte| byte.is_ascii_whitespace());
            if !self.rest().starts_with("//") {
                return;
            }
            self.take(|byte| byte != b'\n');
        }
    }

    /// The next token and the byte offset where it starts.
    pub fn next(&mut self) -> Result<(usize, Token<'a>)> {
        self.skip_blank();
        let start = self.offset;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Ok((start, Token::End));
        };
        let token = match first {
            '%' => self.local()?,
            '@' => self.global()?,
            '"' => Token::Text(self.quoted()?),
            'x' if rest.starts_with("x\"") => self.bytes()?,
            '0'..='9' => self.number()?,
            '-' if rest.starts_with("->") => self.skip(2, Token::Arrow),
            '.' if rest.starts_with("...") => self.skip(3, Token::Dots),
            ':' | ',' | '(' | ')' | '{' | '}' | '[' | ']' | '=' | '+' | '-' | '*' | '!' => {
                self.skip(1, Token::Sign(first))
            }
            _ if first.is_ascii_alphabetic() || first == '_' => self.word(),
            _ => return self.error(start, format!("unexpected character {first:?}")),
        };
        Ok((start, token))
    }

    fn skip(&mut self, bytes: usize, token: Token<'a>) -> Token<'a> {
        self.offset += bytes;
        token
    }

    /// A word; a hyphen belongs to it only before a letter, as in `division-by-zero`.
    fn word(&mut self) -> Token<'a> {
        let rest = self.rest().as_bytes();
        let inside = |at: usize| match rest.get(at) {
            Some(b'-') => rest.get(at + 1).is_some_and(u8::is_ascii_alphabetic),
            Some(byte) => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'),
            None => false,
        };
        let end = (0..).find(|at| !inside(*at)).unwrap_or(0);
        let word = &self.rest()[..end];
        self.offset += end;
        Token::Word(word)
    }

    fn number(&mut self) -> Result<Token<'a>> {
        if !self.rest().starts_with("0x") {
            return Ok(Token::Decimal(self.take(|byte| byte.is_ascii_digit())));
        }
        self.offset += 2;
        let digits = self.take(|byte| byte.is_ascii_hexdigit());
        if digits.is_empty() {
            return self.error(self.offset, "expected hexadecimal digits after `0x`");
        }
        Ok(Token::Hex(digits))
    }

    fn local(&mut self) -> Result<Token<'a>> {
        let start = self.offset;
        self.offset += 1;
        let (name, digits) = if self.rest().starts_with('"') {
            let name = self.quoted()?;
            let suffix = self
                .rest()
                .strip_prefix('.')
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            self.offset += usize::from(suffix);
            (
                Some(name),
                suffix.then(|| self.take(|byte| byte.is_ascii_digit())),
            )
        } else {
            let word = self.take(is_name_byte);
            match split_number(word) {
                _ if word.is_empty() => {
                    return self.error(start, "expected a name or a number after `%`");
                }
                _ if is_digits(word) => (None, Some(word)),
                (name, digits) => (Some(name.to_string()), digits),
            }
        };
        let number = match digits.map(str::parse) {
            Some(Err(_)) => return self.error(start, "the number of this local is too large"),
            Some(Ok(number)) => Some(number),
            None => None,
        };
        Ok(Token::Local(LocalWord { name, number }))
    }

    fn global(&mut self) -> Result<Token<'a>> {
        let start = self.offset;
        self.offset += 1;
        if self.rest().starts_with('"') {
            return Ok(Token::Global(self.quoted()?));
        }
        match self.take(is_name_byte) {
            "" => self.error(start, "expected a name after `@`"),
            name => Ok(Token::Global(name.to_string())),
        }
    }

    /// A string in quotes with the escapes `\"`, `\\`, `\n`, `\t` and `\u{...}`.
    fn quoted(&mut self) -> Result<String> {
        let start = self.offset;
        let mut decoded = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((at, next)) = chars.next() {
            match next {
                '"' => {
                    self.offset = start + at + 1;
                    return Ok(decoded);
                }
                '\\' => {
                    let escaped = match chars.next().map(|(_, escape)| escape) {
                        Some('n') => Some('\n'),
                        Some('t') => Some('\t'),
                        Some(plain @ ('"' | '\\')) => Some(plain),
                        Some('u') => code_point(chars.by_ref().map(|(_, digit)| digit)),
                        _ => None,
                    };
                    match escaped {
                        Some(character) => decoded.push(character),
                        None => {
                            return self
                                .error(start + at, "expected \\\", \\\\, \\n, \\t or \\u{...}");
                        }
                    }
                }
                _ => decoded.push(next),
            }
        }
        self.error(start, "this string does not end")
    }

    /// Pairs of hexadecimal digits in quotes after an `x`.
    fn bytes(&mut self) -> Result<Token<'a>> {
        let start = self.offset;
        self.offset += 2;
        let digits = self.take(|byte| byte.is_ascii_hexdigit());
        if !self.rest().starts_with('"') || digits.len() % 2 == 1 {
            return self.error(
                start,
                "expected pairs of hexadecimal digits and a closing quote",
            );
        }
        self.offset += 1;
        let value = |digit: u8| (digit as char).to_digit(16).unwrap_or(0) as u8;
        Ok(Token::Bytes(
            digits
                .as_bytes()
                .chunks_exact(2)
                .map(|pair| value(pair[0]) << 4 | value(pair[1]))
                .collect(),
        ))
    }
}

/// The character of `{41}`, read digit by digit.
fn code_point(mut chars: impl Iterator<Item = char>) -> Option<char> {
    if chars.next() != Some('{') {
        return None;
    }
    let mut value = 0u32;
    for count in 0..7 {
        match chars.next()? {
            '}' if count > 0 => return char::from_u32(value),
            digit => value = value << 4 | digit.to_digit(16)?,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Result<Vec<Token<'_>>> {
        let mut lexer = Lexer::new(text);
        let mut all = Vec::new();
        loop {
            match lexer.next()?.1 {
                Token::End => return Ok(all),
                token => all.push(token),
            }
        }
    }

    fn local(name: Option<&str>, number: Option<u64>) -> Token<'static> {
        Token::Local(LocalWord {
            name: name.map(str::to_string),
            number,
        })
    }

    #[test]
    fn locals_have_names_and_numbers() {
        let all = tokens("%7 %x %x.7 %x.addr %\"7\" %\"a.7\".3 %.5").expect("lexes");
        let expected = [
            local(None, Some(7)),
            local(Some("x"), None),
            local(Some("x"), Some(7)),
            local(Some("x.addr"), None),
            local(Some("7"), None),
            local(Some("a.7"), Some(3)),
            local(Some(".5"), None),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn words_and_signs() {
        let all = tokens("add.nsw division-by-zero @g-8 // rest\nx\"00ff\" \"a\\u{1F600}\\n\"")
            .expect("lexes");
        let expected = [
            Token::Word("add.nsw"),
            Token::Word("division-by-zero"),
            Token::Global("g".to_string()),
            Token::Sign('-'),
            Token::Decimal("8"),
            Token::Bytes(vec![0, 255]),
            Token::Text("a\u{1F600}\n".to_string()),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn errors_say_where() {
        let place = |text| {
            tokens(text)
                .map_err(|error| (error.line, error.column))
                .unwrap_err()
        };
        assert_eq!(place("a\n  \u{e4}"), (2, 3));
        assert_eq!(place("\"\u{e4}\u{e4}\\q\""), (1, 4));
        assert_eq!(place("  x\"0\""), (1, 3));
        assert_eq!(place("% 1"), (1, 1));
        assert_eq!(place("%99999999999999999999999"), (1, 1));
        assert_eq!(place("\"\\u{}\""), (1, 2));
        assert_eq!(place("0xg"), (1, 3));
    }
}
