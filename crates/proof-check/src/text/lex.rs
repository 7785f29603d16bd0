//! Tokens of the textual representation.

use std::rc::Rc;

/// The smallest parts of the text that mean something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A keyword, a type, a label, an operation.
    Word(Rc<str>),
    /// An unsigned number.
    Number(Rc<str>),
    /// A string, decoded.
    Text(Rc<str>),
    /// Bytes, `x"0102"`.
    Bytes(Vec<u8>),
    /// A value of a function, as it is spelled behind the `%`.
    Local(Rc<str>),
    /// A function or an object, by name.
    Global(Rc<str>),
    /// `->`
    Arrow,
    /// `...`
    Dots,
    /// Another character with a meaning.
    Sign(char),
    /// The end of the text.
    End,
}

/// A token and its line, from 1.
pub type Placed = (Token, u32);

/// The tokens of a text, with [`Token::End`] at the end.
///
/// # Errors
/// The line and what is wrong there.
pub fn tokens(text: &str) -> Result<Vec<Placed>, String> {
    let mut lexer = Lexer {
        rest: text,
        line: 1,
    };
    let mut all = Vec::new();
    loop {
        lexer.skip_blank();
        let line = lexer.line;
        let token = lexer
            .next()
            .map_err(|problem| format!("line {line}: {problem}"))?;
        all.push((token.clone(), line));
        if token == Token::End {
            return Ok(all);
        }
    }
}

struct Lexer<'a> {
    rest: &'a str,
    line: u32,
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

impl<'a> Lexer<'a> {
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, accept: impl Fn(u8) -> bool) -> &'a str {
        let end = self.rest.bytes().position(|byte| !accept(byte));
        self.take(end.unwrap_or(self.rest.len()))
    }

    fn skip_blank(&mut self) {
        loop {
            self.take_while(|byte| byte.is_ascii_whitespace());
            if !self.rest.starts_with("//") {
                return;
            }
            self.take_while(|byte| byte != b'\n');
        }
    }

    fn next(&mut self) -> Result<Token, String> {
        let Some(first) = self.rest.bytes().next() else {
            return Ok(Token::End);
        };
        Ok(match first {
            b'%' => Token::Local(self.name()?.into()),
            b'@' => Token::Global(self.name()?.into()),
            b'"' => Token::Text(self.quoted()?.into()),
            b'x' if self.rest.starts_with("x\"") => Token::Bytes(self.bytes()?),
            b'0'..=b'9' => Token::Number(self.take_while(|it| it.is_ascii_alphanumeric()).into()),
            b'-' if self.rest.starts_with("->") => {
                self.take(2);
                Token::Arrow
            }
            b'.' if self.rest.starts_with("...") => {
                self.take(3);
                Token::Dots
            }
            _ if first.is_ascii_alphabetic() || first == b'_' => Token::Word(self.word().into()),
            _ if first.is_ascii() => Token::Sign(char::from(self.take(1).as_bytes()[0])),
            _ => return Err("a character that has no meaning".to_string()),
        })
    }

    /// A word; a hyphen belongs to it if a letter follows.
    fn word(&mut self) -> &'a str {
        let bytes = self.rest.as_bytes();
        let is_inside = |at: usize| match bytes[at] {
            b'-' => bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic),
            byte => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'),
        };
        let end = (0..bytes.len()).find(|at| !is_inside(*at));
        self.take(end.unwrap_or(bytes.len()))
    }

    /// What follows `%` or `@`: a name, or a quoted one. A number behind quotes stays apart from the
    /// name.
    fn name(&mut self) -> Result<String, String> {
        self.take(1);
        let mut name = String::new();
        if self.rest.starts_with('"') {
            name.push('"');
            name.push_str(&self.quoted()?);
            name.push('"');
            let number = self.rest.strip_prefix('.');
            if number.is_none_or(|it| !it.starts_with(|c: char| c.is_ascii_digit())) {
                return Ok(name);
            }
        }
        name.push_str(self.take_while(is_name));
        match name.is_empty() {
            true => Err("a name is missing".to_string()),
            false => Ok(name),
        }
    }

    fn quoted(&mut self) -> Result<String, String> {
        let unfinished = || "a string does not end".to_string();
        self.take(1);
        let mut decoded = String::new();
        loop {
            let next = self.rest.chars().next().ok_or_else(unfinished)?;
            self.take(next.len_utf8());
            match next {
                '"' => return Ok(decoded),
                '\\' => decoded.push(self.escaped().ok_or("an escape that has no meaning")?),
                _ => decoded.push(next),
            }
        }
    }

    fn escaped(&mut self) -> Option<char> {
        let escape = self.rest.chars().next().filter(char::is_ascii)?;
        self.take(1);
        match escape {
            'n' => Some('\n'),
            't' => Some('\t'),
            '"' | '\\' => Some(escape),
            'u' => {
                let rest = self.rest.strip_prefix('{')?;
                let end = rest.find('}')?;
                let code = u32::from_str_radix(&rest[..end], 16).ok()?;
                self.take(end + 2);
                char::from_u32(code)
            }
            _ => None,
        }
    }

    fn bytes(&mut self) -> Result<Vec<u8>, String> {
        self.take(2);
        let digits = self.take_while(|byte| byte.is_ascii_hexdigit());
        if !self.rest.starts_with('"') || digits.len() % 2 == 1 {
            return Err("pairs of hexadecimal digits are missing".to_string());
        }
        self.take(1);
        let pair = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap_or(0);
        Ok((0..digits.len()).step_by(2).map(pair).collect())
    }
}
