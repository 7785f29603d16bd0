//! Parses modules: everything outside of functions, names, and locations.

mod constant;
mod function;
mod instruction;
mod tokens;

use super::lex::{Lexer, ParseError, Token};
use crate::module::{FileId, FuncId, Global, GlobalId, Init, Loc, LocId, Module, NameId, Reloc};
use function::FuncParser;
use std::collections::HashMap;

type Result<T> = std::result::Result<T, ParseError>;

/// The module that a text describes, in normal form. It need not satisfy the verifier.
pub fn parse(text: &str) -> Result<Module> {
    let symbols = find_symbols(text)?;
    let mut parser = Parser::new(text, symbols)?;
    parser.module()?;
    Ok(parser.module)
}

/// The meaning of a name after `@`.
#[derive(Clone, Copy)]
enum Symbol {
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

/// A parser of modules.
struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The next token and its offset.
    token: Token<'a>,
    start: usize,
    module: Module,
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
                Token::Word("bound") => {
                    let bound = self.text("a bound of the inputs")?;
                    self.module.bounds.push(bound.into());
                }
                Token::Word("global") => self.global()?,
                Token::Word("func") => self.func()?,
                Token::End => return Ok(()),
                found => {
                    let message = format!(
                        "expected `file`, `entry`, `bound`, `global` or `func`, found {found}"
                    );
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
        let unnamed_addr = self.eat_word("unnamed_addr")?;
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
            unnamed_addr,
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

    fn symbol_name(&mut self) -> Result<String> {
        match self.advance_if(|token| matches!(token, Token::Global(_)))? {
            Some(Token::Global(name)) => Ok(name),
            _ => self.expected("a name like `@main`"),
        }
    }

    fn symbol(&mut self) -> Result<Symbol> {
        let start = self.start;
        let name = self.symbol_name()?;
        match self.symbols.get(&name) {
            Some(symbol) => Ok(*symbol),
            None => self.error_at(start, format!("no function or global is named `@{name}`")),
        }
    }

    fn func_name(&mut self) -> Result<FuncId> {
        let start = self.start;
        match self.symbol()? {
            Symbol::Func(id) => Ok(id),
            Symbol::Global(_) => self.error_at(start, "expected a function, found a global"),
        }
    }

    /// A string that is interned in the module.
    fn name(&mut self, what: &str) -> Result<NameId> {
        let name = self.text(what)?;
        let names = &mut self.module.names;
        Ok(*self
            .names
            .entry(name)
            .or_insert_with_key(|name| names.push(name.as_str().into())))
    }

    /// `!file:line:column`, if it comes next.
    fn loc(&mut self) -> Result<Option<LocId>> {
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
}
