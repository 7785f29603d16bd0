//! Parses types and constants. `depth` is the nesting of tuples around them.

use super::{Parser, Result, Symbol};
use crate::dynamic::Unit;
use crate::module::Const;
use crate::text::lex::{Token, is_digits};
use crate::types::{FloatKind, MAX_NESTING, Type};
use num_bigint::BigInt;

impl Parser<'_> {
    pub fn ty(&mut self, depth: u32) -> Result<Type> {
        let start = self.start;
        match self.advance()? {
            Token::Word("bool") => Ok(Type::Bool),
            Token::Word("int") => Ok(Type::Int),
            Token::Word("ptr") => Ok(Type::Ptr),
            Token::Word("str") => Ok(Type::Str),
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
            Token::Word("uninitialized") => Ok(Const::Uninitialized(self.ty(depth)?)),
            Token::Word("int") => self.int(),
            Token::Word("unit") => self.unit(),
            Token::Word("str") => self.str(),
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

    fn unit(&mut self) -> Result<Const> {
        let start = self.start;
        let word = self.any_word("`empty`, `undefined` or `null`")?;
        match Unit::from_word(word) {
            Some(unit) => Ok(Const::Unit(unit)),
            None => self.error_at(start, format!("there is no unit `{word}`")),
        }
    }

    /// Quoted text, or bytes: the units of a string that is not valid text, each with its high byte
    /// first.
    fn str(&mut self) -> Result<Const> {
        let start = self.start;
        match self.advance()? {
            Token::Text(text) => Ok(Const::Str(text.encode_utf16().collect())),
            Token::Bytes(bytes) if bytes.len() % 2 == 0 => {
                let units = bytes.chunks_exact(2);
                let units = units.map(|unit| u16::from_be_bytes([unit[0], unit[1]]));
                Ok(Const::Str(units.collect()))
            }
            Token::Bytes(_) => self.error_at(start, "a string has two bytes for each unit"),
            _ => self.error_at(start, "expected a string"),
        }
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
    word.strip_prefix("bits").filter(|digits| is_digits(digits))
}

/// Whether a constant can start with this word, which thus cannot be a label.
pub fn starts_constant(word: &str) -> bool {
    matches!(
        word,
        "true" | "false" | "null" | "uninitialized" | "int" | "unit" | "str"
    ) || bits_width(word).is_some()
        || FloatKind::from_word(word).is_some()
}
