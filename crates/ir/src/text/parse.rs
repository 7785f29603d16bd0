//! Reads modules: the parts outside functions, types and constants.

use super::function::FuncParser;
use super::lex::{Lexer, ParseError, Token};
use crate::element::Element;
use crate::module::{
    Const, FileId, FuncId, Global, GlobalId, Init, Loc, LocId, Module, NameId, Reloc,
};
use crate::types::{FloatKind, MAX_NESTING, Type};
use num_bigint::BigInt;
use std::collections::HashMap;

pub(super) type Result<T> = std::result::Result<T, ParseError>;

/// The module that a text describes, in normal form. It need not satisfy the verifier.
pub fn parse(text: &str) -> Result<Module> {
    let symbols = find_symbols(text)?;
    let mut parser = Parser::new(text, symbols)?;
    parser.module()?;
    Ok(parser.module)
}

/// What a name behind `@` stands for.
#[derive(Clone, Copy)]
pub(super) enum Symbol {
    Func(FuncId),
    Global(GlobalId),
}

/// Finds the functions and globals first, because they are used before they are defined.
fn find_symbols(text: &str) -> Result<HashMap<String, Symbol>> {
    let mut symbols = HashMap::new();
    let (mut funcs, mut globals, mut depth) = (0, 0, 0usize);
    let mut lexer = Lexer::new(text);
    let mut keyword = "";
    loop {
        let (start, token) = lexer.next()?;
        match token {
            Token::End => return Ok(symbols),
            Token::Sign('{') => depth += 1,
            Token::Sign('}') => depth = depth.saturating_sub(1),
            Token::Word("library") if keyword == "func" => continue,
            Token::Word(word) if depth == 0 => {
                keyword = word;
                continue;
            }
            Token::Global(name) if depth == 0 && matches!(keyword, "func" | "global") => {
                let (symbol, count) = match keyword {
                    "func" => (Symbol::Func(FuncId(funcs)), &mut funcs),
                    _ => (Symbol::Global(GlobalId(globals)), &mut globals),
                };
                *count += 1;
                if symbols.contains_key(&name) {
                    return Err(ParseError::at(
                        text,
                        start,
                        format!("`@{name}` is defined twice"),
                    ));
                }
                symbols.insert(name, symbol);
            }
            _ => {}
        }
        keyword = "";
    }
}

/// Reads a module token by token.
pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The token to be read next and where it starts.
    token: Token<'a>,
    pub start: usize,
    pub module: Module,
    symbols: HashMap<String, Symbol>,
    names: HashMap<String, NameId>,
    locs: HashMap<Loc, LocId>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, symbols: HashMap<String, Symbol>) -> Result<Self> {
        let mut lexer = Lexer::new(text);
        let (start, token) = lexer.next()?;
        let (names, locs) = (HashMap::new(), HashMap::new());
        Ok(Parser {
            lexer,
            token,
            start,
            module: Module::new(8),
            symbols,
            names,
            locs,
        })
    }

    fn module(&mut self) -> Result<()> {
        self.word("module")?;
        self.word("ptr")?;
        self.module.pointer_bytes = self.unsigned("the size of a pointer")?;
        loop {
            let start = self.start;
            match self.advance()? {
                Token::Word("file") => self.file()?,
                Token::Word("entry") => self.entry(start)?,
                Token::Word("global") => self.global()?,
                Token::Word("func") => self.func()?,
                Token::End => return Ok(()),
                found => {
                    let message =
                        format!("expected `file`, `entry`, `global` or `func`, found {found}");
                    return self.error_at(start, message);
                }
            }
        }
    }

    fn file(&mut self) -> Result<()> {
        let start = self.start;
        let number: u64 = self.unsigned("a file number")?;
        if number != self.module.files.len() as u64 {
            return self.error_at(
                start,
                format!("expected file number {}", self.module.files.len()),
            );
        }
        let name = self.text("the name of a file")?;
        self.module.files.push(name.into());
        Ok(())
    }

    fn entry(&mut self, start: usize) -> Result<()> {
        if self.module.entry.is_some() {
            return self.error_at(start, "`entry` is given twice");
        }
        self.module.entry = Some(self.func_name()?);
        Ok(())
    }

    fn global(&mut self) -> Result<()> {
        let name = self.symbol_name()?.into();
        self.sign(':')?;
        self.word("bytes")?;
        let bytes = self.unsigned("a size")?;
        self.word("align")?;
        let align = self.unsigned("an alignment")?;
        let element = self.element()?;
        let constant = self.eat_word("const")?;
        self.sign('=')?;
        let start = self.start;
        let init = match self.advance()? {
            Token::Word("zero") => Init::Zero,
            Token::Word("external") => Init::External,
            Token::Word("data") => self.data()?,
            found => {
                return self.error_at(
                    start,
                    format!("expected `zero`, `data` or `external`, found {found}"),
                );
            }
        };
        self.module.globals.push(Global {
            name,
            bytes,
            align,
            constant,
            element,
            init,
        });
        Ok(())
    }

    fn data(&mut self) -> Result<Init> {
        let mut bytes = match self.advance_if(|token| matches!(token, Token::Bytes(_)))? {
            Some(Token::Bytes(bytes)) => bytes,
            _ => return self.expected("bytes like x\"00ff\""),
        };
        while let Some(Token::Bytes(more)) =
            self.advance_if(|token| matches!(token, Token::Bytes(_)))?
        {
            bytes.extend(more);
        }
        let mut relocs = Vec::new();
        if self.eat_sign('{')? {
            relocs = self.list_to('}', |parser| {
                let offset = parser.unsigned("an offset")?;
                parser.sign(':')?;
                Ok(Reloc {
                    offset,
                    value: parser.constant(0)?,
                })
            })?;
        }
        Ok(Init::Data {
            bytes: bytes.into(),
            relocs: relocs.into(),
        })
    }

    fn func(&mut self) -> Result<()> {
        let user = !self.eat_word("library")?;
        let name = self.symbol_name()?;
        let func = FuncParser::new(self, &name, user).parse()?;
        self.module.funcs.push(func);
        Ok(())
    }

    // Tokens.

    pub fn error_at<T>(&self, start: usize, message: impl Into<String>) -> Result<T> {
        Err(ParseError::at(self.lexer.text(), start, message.into()))
    }

    /// An error at the next token: something else was expected.
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

    // Names and places.

    pub fn symbol_name(&mut self) -> Result<String> {
        match self.advance_if(|token| matches!(token, Token::Global(_)))? {
            Some(Token::Global(name)) => Ok(name),
            _ => self.expected("a name like `@main`"),
        }
    }

    pub fn symbol(&mut self) -> Result<Symbol> {
        let start = self.start;
        let name = self.symbol_name()?;
        match self.symbols.get(&name) {
            Some(symbol) => Ok(*symbol),
            None => self.error_at(start, format!("no function or global is named `@{name}`")),
        }
    }

    pub fn func_name(&mut self) -> Result<FuncId> {
        let start = self.start;
        match self.symbol()? {
            Symbol::Func(id) => Ok(id),
            Symbol::Global(_) => self.error_at(start, "expected a function, found a global"),
        }
    }

    /// A string that is kept once for the module.
    pub fn name(&mut self, what: &str) -> Result<NameId> {
        let name = self.text(what)?;
        let names = &mut self.module.names;
        Ok(*self
            .names
            .entry(name)
            .or_insert_with_key(|name| names.push(name.as_str().into())))
    }

    /// `!file:line:column`, if it comes next.
    pub fn loc(&mut self) -> Result<Option<LocId>> {
        if !self.eat_sign('!')? {
            return Ok(None);
        }
        let start = self.start;
        let file = FileId(self.unsigned("a file number")?);
        if self.module.files.get(file).is_none() {
            return self.error_at(start, "no file has this number");
        }
        self.sign(':')?;
        let line = self.unsigned("a line")?;
        self.sign(':')?;
        let column = self.unsigned("a column")?;
        let locs = &mut self.module.locs;
        let loc = Loc { file, line, column };
        Ok(Some(
            *self.locs.entry(loc).or_insert_with(|| locs.push(loc)),
        ))
    }

    // Types and constants. `depth` counts the tuples around them.

    pub fn ty(&mut self, depth: u32) -> Result<Type> {
        let start = self.start;
        match self.advance()? {
            Token::Word("bool") => Ok(Type::Bool),
            Token::Word("int") => Ok(Type::Int),
            Token::Word("ptr") => Ok(Type::Ptr),
            Token::Word("any") => Ok(Type::Any),
            Token::Word(word) if FloatKind::from_word(word).is_some() => {
                Ok(FloatKind::from_word(word).map_or(Type::Any, Type::Float))
            }
            Token::Word(word) if bits_width(word).is_some() => {
                self.width(word, start).map(Type::Bits)
            }
            Token::Sign('(') if depth < MAX_NESTING => {
                let members = self.list_to(')', |parser| parser.ty(depth + 1))?;
                Ok(Type::Tuple(members.into()))
            }
            Token::Sign('(') => self.error_at(start, "tuples are nested too deep"),
            found => self.error_at(start, format!("expected a type, found {found}")),
        }
    }

    fn width(&self, word: &str, start: usize) -> Result<u32> {
        match bits_width(word).map(str::parse) {
            Some(Ok(width @ 1..=128)) => Ok(width),
            _ => self.error_at(start, "machine integers have 1 to 128 bits"),
        }
    }

    /// Whether the next token starts a constant.
    pub fn at_constant(&self) -> bool {
        match &self.token {
            Token::Global(_) | Token::Sign('(') => true,
            Token::Word(word) => starts_constant(word),
            _ => false,
        }
    }

    pub fn constant(&mut self, depth: u32) -> Result<Const> {
        let start = self.start;
        if let Token::Global(_) = self.token {
            return self.symbol_constant();
        }
        if !self.at_constant() {
            return self.expected("a constant");
        }
        match self.advance()? {
            Token::Word("true") => Ok(Const::Bool(true)),
            Token::Word("false") => Ok(Const::Bool(false)),
            Token::Word("null") => Ok(Const::Null),
            Token::Word("undef") => Ok(Const::Undef(self.ty(depth)?)),
            Token::Word("int") => self.int(),
            Token::Word(word) => match FloatKind::from_word(word) {
                Some(kind) => self.float(kind),
                None => self.width(word, start).and_then(|width| self.bits(width)),
            },
            _ if depth < MAX_NESTING => {
                let members = self.list_to(')', |parser| parser.constant(depth + 1))?;
                Ok(Const::Tuple(members.into()))
            }
            _ => self.error_at(start, "tuples are nested too deep"),
        }
    }

    fn symbol_constant(&mut self) -> Result<Const> {
        let id = match self.symbol()? {
            Symbol::Func(id) => return Ok(Const::Func(id)),
            Symbol::Global(id) => id,
        };
        if self.eat_sign('+')? {
            return Ok(Const::Global(id, self.signed("an offset", false)?));
        }
        if self.eat_sign('-')? {
            return Ok(Const::Global(id, self.signed("an offset", true)?));
        }
        Ok(Const::Global(id, 0))
    }

    fn int(&mut self) -> Result<Const> {
        let negative = self.eat_sign('-')?;
        let Token::Decimal(digits) = self.token else {
            return self.expected("a number");
        };
        match digits.parse::<BigInt>() {
            Ok(value) => self
                .advance()
                .map(|_| Const::Int(if negative { -value } else { value })),
            Err(_) => self.expected("a number"),
        }
    }

    /// The value of a machine integer: from the smallest signed to the largest unsigned one.
    fn bits(&mut self, width: u32) -> Result<Const> {
        let start = self.start;
        let negative = self.eat_sign('-')?;
        let magnitude: u128 = self.unsigned("the value")?;
        let mask = u128::MAX >> (128 - width);
        let largest = if negative { 1u128 << (width - 1) } else { mask };
        if magnitude > largest {
            return self.error_at(start, format!("the value does not fit {width} bits"));
        }
        let value = if negative {
            magnitude.wrapping_neg() & mask
        } else {
            magnitude
        };
        Ok(Const::Bits { width, value })
    }

    fn float(&mut self, kind: FloatKind) -> Result<Const> {
        let Token::Hex(digits) = self.token else {
            return self.expected("a bit pattern like `0x3c00`");
        };
        match u128::from_str_radix(digits, 16) {
            Ok(pattern) if pattern <= u128::MAX >> (128 - kind.width()) => {
                self.advance().map(|_| Const::Float(kind, pattern))
            }
            _ => self.error_at(
                self.start,
                format!("the bit pattern does not fit {} bits", kind.width()),
            ),
        }
    }
}

/// The digits of `bits32`.
fn bits_width(word: &str) -> Option<&str> {
    word.strip_prefix("bits")
        .filter(|digits| super::lex::is_digits(digits))
}

/// Whether a constant can start with this word, so that no label may be called so.
pub(super) fn starts_constant(word: &str) -> bool {
    matches!(word, "true" | "false" | "null" | "undef" | "int")
        || bits_width(word).is_some()
        || FloatKind::from_word(word).is_some()
}
