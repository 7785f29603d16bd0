//! Modules, globals, functions and blocks.

use super::lex::{Placed, Token, tokens};
use crate::program::{
    Block, Constant, Func, Global, Init, Inst, Local, Operand, Place, Program, Target, Terminator,
    Type,
};
use crate::term::MAX_WIDTH;
use std::collections::HashMap;
use std::rc::Rc;

pub(super) type Result<T> = std::result::Result<T, String>;

/// Maximum nesting of sequences.
const MAX_NESTING: u32 = 64;

/// Reads a token of one kind.
macro_rules! expected {
    ($name:ident, $kind:ident, $what:literal) => {
        pub(super) fn $name(&mut self) -> Result<Rc<str>> {
            match self.advance() {
                Token::$kind(text) => Ok(text),
                other => Err(format!("{} is missing before {other:?}", $what)),
            }
        }
    };
}

/// Reads a program.
///
/// # Errors
/// The line and what is wrong there.
pub fn parse(text: &str) -> Result<Program> {
    let mut parser = Parser::new(tokens(text)?);
    let program = parser.module();
    program.map_err(|problem| format!("line {}: {problem}", parser.line()))
}

pub(super) struct Parser {
    tokens: Vec<Placed>,
    at: usize,
    funcs: HashMap<Rc<str>, usize>,
    globals: HashMap<Rc<str>, usize>,
    /// Values of the function that is read.
    locals: HashMap<Rc<str>, Local>,
    /// Their types, as far as they are defined.
    types: Vec<Type>,
    blocks: HashMap<Rc<str>, usize>,
}

impl Parser {
    fn new(tokens: Vec<Placed>) -> Parser {
        let mut parser = Parser {
            tokens,
            at: 0,
            funcs: HashMap::new(),
            globals: HashMap::new(),
            locals: HashMap::new(),
            types: Vec::new(),
            blocks: HashMap::new(),
        };
        parser.find_names();
        parser
    }

    /// Numbers functions and globals, which are used before they are defined.
    fn find_names(&mut self) {
        let mut depth = 0u32;
        for at in 0..self.tokens.len() {
            let is = |offset: usize, word: &str| {
                let token = self.tokens.get(at + offset).map(|(token, _)| token);
                matches!(token, Some(Token::Word(it)) if &**it == word)
            };
            match &self.tokens[at].0 {
                Token::Sign('{') => depth += 1,
                Token::Sign('}') => depth = depth.saturating_sub(1),
                Token::Word(_) if depth == 0 && (is(0, "func") || is(0, "global")) => {
                    let offset = if is(1, "library") { 2 } else { 1 };
                    if let Some((Token::Global(name), _)) = self.tokens.get(at + offset) {
                        let names = match is(0, "func") {
                            true => &mut self.funcs,
                            false => &mut self.globals,
                        };
                        let number = names.len();
                        names.entry(name.clone()).or_insert(number);
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn line(&self) -> u32 {
        self.tokens[self.at].1
    }

    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    pub(super) fn advance(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn eat_sign(&mut self, sign: char) -> bool {
        let found = *self.peek() == Token::Sign(sign);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn sign(&mut self, sign: char) -> Result<()> {
        match self.eat_sign(sign) {
            true => Ok(()),
            false => Err(format!("`{sign}` is missing")),
        }
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(it) if &**it == word);
        if found {
            self.advance();
        }
        found
    }

    expected!(word, Word, "a word");
    expected!(text, Text, "a string");
    expected!(global, Global, "a name");

    pub(super) fn number(&mut self) -> Result<u64> {
        match self.advance() {
            Token::Number(digits) => digits.parse().map_err(|_| "a number too large".to_string()),
            other => Err(format!("a number is missing before {other:?}")),
        }
    }

    pub(super) fn signed(&mut self) -> Result<i64> {
        let negative = self.eat_sign('-');
        let value = i128::from(self.number()?);
        let value = if negative { -value } else { value };
        i64::try_from(value).map_err(|_| "a number too large".to_string())
    }

    /// Skips the rest of a line.
    pub(super) fn skip_line(&mut self, line: u32) {
        while self.line() == line && *self.peek() != Token::End {
            self.advance();
        }
    }

    /// Items between brackets, the first of which is read already.
    pub(super) fn list<T>(
        &mut self,
        close: char,
        mut item: impl FnMut(&mut Parser) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut all = Vec::new();
        if self.eat_sign(close) {
            return Ok(all);
        }
        loop {
            all.push(item(self)?);
            if self.eat_sign(close) {
                return Ok(all);
            }
            self.sign(',')?;
        }
    }

    fn module(&mut self) -> Result<Program> {
        let mut program = Program::default();
        let mut entry = None;
        while *self.peek() != Token::End {
            match &*self.word()? {
                "module" => {
                    self.word()?;
                    program.pointer_bytes = self.number()?;
                }
                "file" => {
                    self.number()?;
                    program.files.push(self.text()?);
                }
                "entry" => entry = Some(self.global()?),
                "bound" => program.bounds.push(self.text()?),
                "global" => program.globals.push(self.object()?),
                "func" => program.funcs.push(self.func()?),
                other => return Err(format!("`{other}` starts no part of a program")),
            }
        }
        if self.funcs.len() != program.funcs.len() || self.globals.len() != program.globals.len() {
            return Err("a function or an object is defined twice".to_string());
        }
        program.entry = match entry {
            Some(name) => Some(*self.funcs.get(&name).ok_or("the entry is not defined")?),
            None => None,
        };
        Ok(program)
    }

    fn object(&mut self) -> Result<Global> {
        let name = self.global()?;
        self.sign(':')?;
        self.word()?;
        let bytes = self.number()?;
        self.word()?;
        let align = self.number()?;
        self.word()?;
        self.advance();
        let constant = self.eat_word("const");
        let unnamed = self.eat_word("unnamed_addr");
        self.sign('=')?;
        let init = match &*self.word()? {
            "zero" => Init::Zero,
            "external" => Init::External,
            "data" => self.data()?,
            other => return Err(format!("`{other}` is no content of an object")),
        };
        Ok(Global {
            name,
            bytes,
            align,
            constant,
            unnamed,
            init,
        })
    }

    fn data(&mut self) -> Result<Init> {
        let mut bytes = Vec::new();
        while let Token::Bytes(line) = self.peek() {
            bytes.extend_from_slice(line);
            self.advance();
        }
        let mut pointers = Vec::new();
        if self.eat_sign('{') {
            pointers = self.list('}', |parser| {
                let offset = parser.number()?;
                parser.sign(':')?;
                Ok((offset, parser.constant(0)?))
            })?;
        }
        Ok(Init::Data(bytes, pointers))
    }

    pub(super) fn ty(&mut self, depth: u32) -> Result<Type> {
        if self.eat_sign('(') {
            if depth == MAX_NESTING {
                return Err("sequences are nested too deeply".to_string());
            }
            let members = self.list(')', |parser| parser.ty(depth + 1))?;
            return Ok(Type::Tuple(members.into()));
        }
        let word = self.word()?;
        let width = |prefix| {
            word.strip_prefix(prefix)
                .and_then(|it: &str| it.parse().ok())
        };
        if let Some(width) = width("bits") {
            return match width {
                1..=MAX_WIDTH => Ok(Type::Bits(width)),
                _ => Err(format!("`{word}` has no such width")),
            };
        }
        Ok(match (&*word, width("f")) {
            ("bool", _) => Type::Bits(1),
            ("ptr", _) => Type::Ptr,
            (_, Some(width @ (16 | 32 | 64 | 80 | 128))) => Type::Float(width),
            _ => Type::Other(word),
        })
    }

    pub(super) fn constant(&mut self, depth: u32) -> Result<Constant> {
        if depth == MAX_NESTING {
            return Err("sequences are nested too deeply".to_string());
        }
        if self.eat_sign('(') {
            let members = self.list(')', |parser| parser.constant(depth + 1))?;
            return Ok(Constant::Tuple(members.into()));
        }
        if let Token::Global(_) = self.peek() {
            return self.address();
        }
        match &**self.word_ahead()? {
            "true" => self.literal(1, 1),
            "false" => self.literal(1, 0),
            "null" => {
                self.advance();
                Ok(Constant::Null)
            }
            "uninitialized" => {
                self.advance();
                Ok(Constant::Uninitialized(self.ty(0)?))
            }
            "int" | "str" | "unit" => self.other(),
            _ => match self.ty(0)? {
                Type::Bits(width) => Ok(Constant::Bits(width, self.pattern(width)?)),
                Type::Float(width) => Ok(Constant::Float(width, self.pattern(width)?)),
                _ => Err("a constant has no such type".to_string()),
            },
        }
    }

    fn word_ahead(&self) -> Result<&Rc<str>> {
        match self.peek() {
            Token::Word(word) => Ok(word),
            other => Err(format!("a word is missing before {other:?}")),
        }
    }

    fn literal(&mut self, width: u32, value: u128) -> Result<Constant> {
        self.advance();
        Ok(Constant::Bits(width, value))
    }

    /// A constant without rules: its kind and one token.
    fn other(&mut self) -> Result<Constant> {
        let word = self.word()?;
        self.eat_sign('-');
        self.advance();
        Ok(Constant::Other(word))
    }

    fn pattern(&mut self, width: u32) -> Result<u128> {
        let negative = self.eat_sign('-');
        let Token::Number(digits) = self.advance() else {
            return Err("a number is missing".to_string());
        };
        let value = match digits.strip_prefix("0x") {
            Some(digits) => u128::from_str_radix(digits, 16),
            None => digits.parse(),
        };
        let value = value.map_err(|_| format!("`{digits}` is no number"))?;
        let value = if negative {
            value.wrapping_neg()
        } else {
            value
        };
        Ok(value & crate::term::mask(width))
    }

    fn address(&mut self) -> Result<Constant> {
        let name = self.global()?;
        if let Some(func) = self.funcs.get(&name) {
            return Ok(Constant::Func(*func));
        }
        let global = *self
            .globals
            .get(&name)
            .ok_or(format!("`@{name}` is not defined"))?;
        let offset = match self.peek() {
            Token::Sign('+') => {
                self.advance();
                self.signed()?
            }
            Token::Sign('-') => self.signed()?,
            _ => 0,
        };
        Ok(Constant::Global(global, offset))
    }

    pub(super) fn func_name(&mut self) -> Result<usize> {
        let name = self.global()?;
        let func = self.funcs.get(&name).copied();
        func.ok_or_else(|| format!("the function `@{name}` is not defined"))
    }

    fn local_number(&mut self, spelling: Rc<str>) -> Local {
        let next = self.locals.len() as Local;
        let types = &mut self.types;
        *self.locals.entry(spelling).or_insert_with(|| {
            types.push(Type::Bits(1));
            next
        })
    }

    /// `%x: type`
    pub(super) fn definition(&mut self) -> Result<(Local, Type)> {
        let Token::Local(spelling) = self.advance() else {
            return Err("a value like `%x` is missing".to_string());
        };
        self.sign(':')?;
        let ty = self.ty(0)?;
        let local = self.local_number(spelling);
        self.types[local as usize] = ty.clone();
        Ok((local, ty))
    }

    pub(super) fn operand(&mut self) -> Result<Operand> {
        if let Token::Local(spelling) = self.peek() {
            let spelling = spelling.clone();
            self.advance();
            return Ok(Operand::Local(self.local_number(spelling)));
        }
        Ok(Operand::Constant(self.constant(0)?))
    }

    /// `!file:line:column`, if it is there.
    pub(super) fn place(&mut self) -> Result<Option<Place>> {
        if !self.eat_sign('!') {
            return Ok(None);
        }
        let file = self.number()? as usize;
        self.sign(':')?;
        let line = self.number()? as u32;
        self.sign(':')?;
        Ok(Some((file, line, self.number()? as u32)))
    }

    fn func(&mut self) -> Result<Func> {
        self.locals.clear();
        self.blocks.clear();
        self.eat_word("library");
        let name = self.global()?;
        self.sign('(')?;
        let mut variadic = false;
        let params = self.list(')', |parser| {
            if *parser.peek() == Token::Dots {
                parser.advance();
                variadic = true;
                return Ok(None);
            }
            parser.definition().map(Some)
        })?;
        let mut result = None;
        if *self.peek() == Token::Arrow {
            self.advance();
            result = Some(self.ty(0)?);
        }
        self.place()?;
        let mut blocks = Vec::new();
        if self.eat_sign('{') {
            self.find_blocks();
            while !self.eat_sign('}') {
                if self.blocks.get(self.word_ahead()?) != Some(&blocks.len()) {
                    return Err("the blocks are not in order".to_string());
                }
                blocks.push(self.block()?);
            }
            if blocks.len() != self.blocks.len() {
                return Err("a block is missing".to_string());
            }
        }
        Ok(Func {
            name,
            params: params.into_iter().flatten().collect(),
            variadic,
            result,
            types: std::mem::take(&mut self.types),
            blocks,
        })
    }

    /// Numbers the blocks of a body: the normal form calls them `block0`, `block1`, ... in order.
    fn find_blocks(&mut self) {
        let mut at = self.at;
        let mut line = 0;
        while self.tokens[at].0 != Token::Sign('}') || self.tokens[at].1 == line {
            if let (Token::Word(word), here) = &self.tokens[at]
                && *here != line
                && word.starts_with("block")
            {
                let number = self.blocks.len();
                self.blocks.entry(word.clone()).or_insert(number);
            }
            line = self.tokens[at].1;
            at += 1;
            if at == self.tokens.len() {
                return;
            }
        }
    }

    fn label(&mut self) -> Result<usize> {
        let word = self.word()?;
        let block = self.blocks.get(&word).copied();
        block.ok_or_else(|| format!("there is no block `{word}`"))
    }

    fn block(&mut self) -> Result<Block> {
        self.label()?;
        let mut params = Vec::new();
        if self.eat_sign('(') {
            params = self.list(')', Parser::definition)?;
        }
        if let Token::Word(_) = self.peek() {
            self.advance();
        }
        self.sign(':')?;
        let mut insts = Vec::new();
        let terminator = loop {
            let line = self.line();
            let mut result = None;
            if let Token::Local(_) = self.peek() {
                result = Some(self.definition()?);
                self.sign('=')?;
            }
            let word = self.word()?;
            if let Some(terminator) = self.terminator(&word, line)? {
                break terminator;
            }
            let op = self.op(word, line)?;
            let place = self.place()?;
            insts.push(Inst { result, op, place });
        };
        let place = self.place()?;
        Ok(Block {
            params,
            insts,
            terminator,
            place,
        })
    }

    fn terminator(&mut self, word: &Rc<str>, line: u32) -> Result<Option<Terminator>> {
        Ok(Some(match &**word {
            "jump" => Terminator::Jump(self.target()?),
            "br" => {
                let condition = self.operand()?;
                self.sign(',')?;
                let then = self.target()?;
                self.sign(',')?;
                Terminator::Branch(condition, [then, self.target()?])
            }
            "switch" => self.switch()?,
            "ret" if self.line() == line && *self.peek() != Token::Sign('!') => {
                Terminator::Return(Some(self.operand()?))
            }
            "ret" => Terminator::Return(None),
            "unreachable" => Terminator::Unreachable,
            "throw" => {
                self.operand()?;
                Terminator::Other(word.clone())
            }
            _ => return Ok(None),
        }))
    }

    fn target(&mut self) -> Result<Target> {
        let block = self.label()?;
        let mut args = Vec::new();
        if self.eat_sign('(') {
            args = self.list(')', Parser::operand)?;
        }
        Ok(Target { block, args })
    }

    fn switch(&mut self) -> Result<Terminator> {
        self.eat_word("unsigned");
        let value = self.operand()?;
        self.sign('[')?;
        let cases = self.list(']', |parser| {
            let case = parser.constant(0)?;
            parser.sign(':')?;
            Ok((case, parser.target()?))
        })?;
        if !self.eat_word("else") {
            return Err("`else` is missing".to_string());
        }
        let mut grouped: Vec<(Vec<Constant>, Target)> = Vec::new();
        for (case, target) in cases {
            match grouped.iter_mut().find(|(_, it)| *it == target) {
                Some((constants, _)) => constants.push(case),
                None => grouped.push((vec![case], target)),
            }
        }
        Ok(Terminator::Switch(value, grouped, self.target()?))
    }
}
