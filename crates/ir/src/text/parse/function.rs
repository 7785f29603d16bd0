//! Parses functions: signatures, blocks and terminators.

use super::constant::starts_constant;
use super::{Parser, Result};
use crate::index::{Idx, IndexVec};
use crate::module::{Block, BlockId, Const, ConstId, Func, Inst, Local, LocalInfo};
use crate::op::{Operand, Switch, Target, Terminator};
use crate::role::Role;
use crate::text::lex::{LocalWord, Token};
use std::collections::HashMap;
use std::hash::Hash;

/// Parses one function. Locals and blocks are used before they are defined, so both are numbered by
/// their first mention, and renumbered by their definitions at the end.
pub(super) struct FuncParser<'p, 'a> {
    pub parser: &'p mut Parser<'a>,
    func: Func,
    consts: HashMap<Const, ConstId>,
    locals: Mentions<LocalWord>,
    labels: Mentions<&'a str>,
}

/// Entities that are mentioned and defined in any order.
struct Mentions<K> {
    numbers: HashMap<K, usize>,
    /// The first mention of each, by number.
    places: Vec<usize>,
    /// The definition of each, by number, in the order of definitions.
    definitions: Vec<Option<usize>>,
    defined: usize,
}

impl<K: Hash + Eq> Mentions<K> {
    fn new() -> Self {
        Mentions {
            numbers: HashMap::new(),
            places: Vec::new(),
            definitions: Vec::new(),
            defined: 0,
        }
    }

    /// The number of a key that is mentioned at an offset.
    fn mention(&mut self, key: K, place: usize) -> usize {
        *self.numbers.entry(key).or_insert_with(|| {
            self.places.push(place);
            self.definitions.push(None);
            self.places.len() - 1
        })
    }

    /// As `mention`, for a definition; returns false if it is defined already.
    fn define(&mut self, key: K, place: usize) -> (usize, bool) {
        let number = self.mention(key, place);
        let fresh = self.definitions[number].is_none();
        if fresh {
            self.definitions[number] = Some(self.defined);
            self.defined += 1;
        }
        (number, fresh)
    }

    /// The first mention of something undefined.
    fn undefined(&self) -> Option<usize> {
        self.definitions
            .iter()
            .position(Option::is_none)
            .map(|number| self.places[number])
    }

    /// The definition's position for each number, once all are defined.
    fn order<I: Idx>(&self) -> IndexVec<I, I> {
        self.definitions
            .iter()
            .map(|definition| I::new(definition.unwrap_or(0)))
            .collect()
    }
}

impl<'p, 'a> FuncParser<'p, 'a> {
    pub fn new(parser: &'p mut Parser<'a>, name: &str, user: bool) -> Self {
        let mut func = crate::build::FuncBuilder::new(name, None).finish();
        func.user = user;
        FuncParser {
            parser,
            func,
            consts: HashMap::new(),
            locals: Mentions::new(),
            labels: Mentions::new(),
        }
    }

    /// Parses the function from its parameters on.
    pub fn parse(mut self) -> Result<Func> {
        self.params()?;
        if self
            .parser
            .advance_if(|token| *token == Token::Arrow)?
            .is_some()
        {
            self.func.result = Some(self.parser.ty(0)?);
        }
        self.func.loc = self.parser.loc()?;
        if self.parser.eat_sign('{')? {
            self.block()?;
            while !self.parser.eat_sign('}')? {
                self.block()?;
            }
        }
        self.finish()
    }

    fn params(&mut self) -> Result<()> {
        self.parser.sign('(')?;
        if self.parser.eat_sign(')')? {
            return Ok(());
        }
        loop {
            if self
                .parser
                .advance_if(|token| *token == Token::Dots)?
                .is_some()
            {
                self.func.variadic = true;
                return self.parser.sign(')');
            }
            let param = self.definition()?;
            self.func.params.push(param);
            if self.parser.eat_sign(')')? {
                return Ok(());
            }
            self.parser.sign(',')?;
        }
    }

    /// `%x: type`
    fn definition(&mut self) -> Result<Local> {
        let start = self.parser.start;
        let Some(Token::Local(word)) = self
            .parser
            .advance_if(|token| matches!(token, Token::Local(_)))?
        else {
            return self.parser.expected("a local like `%x`");
        };
        let name = word.name.as_deref().map(Into::into);
        let (number, fresh) = self.locals.define(word, start);
        if !fresh {
            return self.parser.error_at(start, "this local is defined twice");
        }
        self.parser.sign(':')?;
        let ty = self.parser.ty(0)?;
        self.func.locals.push(LocalInfo { ty, name });
        Ok(Local::new(number))
    }

    pub fn operand(&mut self) -> Result<Operand> {
        let start = self.parser.start;
        if let Some(Token::Local(word)) = self
            .parser
            .advance_if(|token| matches!(token, Token::Local(_)))?
        {
            return Ok(Operand::Local(Local::new(self.locals.mention(word, start))));
        }
        if !self.parser.at_constant() {
            return self.parser.expected("a local or a constant");
        }
        let value = self.parser.constant(0)?;
        Ok(Operand::Const(self.intern(value)))
    }

    fn intern(&mut self, value: Const) -> ConstId {
        let consts = &mut self.func.consts;
        *self
            .consts
            .entry(value)
            .or_insert_with_key(|value| consts.push(value.clone()))
    }

    fn at_operand(&self) -> bool {
        matches!(self.parser.peek(), Token::Local(_)) || self.parser.at_constant()
    }

    /// Operands in any brackets, including the opening one.
    pub fn operands(&mut self, open: char, close: char) -> Result<Box<[Operand]>> {
        self.parser.sign(open)?;
        let mut all = Vec::new();
        if self.parser.eat_sign(close)? {
            return Ok(all.into());
        }
        loop {
            all.push(self.operand()?);
            if self.parser.eat_sign(close)? {
                return Ok(all.into());
            }
            self.parser.sign(',')?;
        }
    }

    fn label(&mut self) -> Result<(&'a str, usize)> {
        let start = self.parser.start;
        let word = self.parser.any_word("the label of a block")?;
        if starts_constant(word) {
            return self.parser.error_at(
                start,
                format!("`{word}` starts a constant and cannot be a label"),
            );
        }
        Ok((word, start))
    }

    fn block(&mut self) -> Result<()> {
        let (word, start) = self.label()?;
        if !self.labels.define(word, start).1 {
            return self
                .parser
                .error_at(start, format!("block `{word}` is defined twice"));
        }
        let mut params = Vec::new();
        if self.parser.eat_sign('(')? && !self.parser.eat_sign(')')? {
            loop {
                params.push(self.definition()?);
                if self.parser.eat_sign(')')? {
                    break;
                }
                self.parser.sign(',')?;
            }
        }
        let role = self.role()?;
        self.parser.sign(':')?;
        let mut insts = Vec::new();
        let terminator = loop {
            match self.inst_or_terminator()? {
                Ok(inst) => insts.push(inst),
                Err(terminator) => break terminator,
            }
        };
        let loc = self.parser.loc()?;
        self.func.blocks.push(Block {
            params,
            insts,
            terminator,
            loc,
            role,
        });
        Ok(())
    }

    /// The role of a block, if stated.
    fn role(&mut self) -> Result<Option<Role>> {
        let word = match self.parser.peek() {
            Token::Word(word) => *word,
            _ => return Ok(None),
        };
        match word.parse() {
            Ok(role) => {
                self.parser.word(word)?;
                Ok(Some(role))
            }
            Err(()) => self
                .parser
                .expected("the role of the block, such as `then`"),
        }
    }

    /// An instruction with its location, or a terminator.
    fn inst_or_terminator(&mut self) -> Result<std::result::Result<Inst, Terminator>> {
        let mut result = None;
        if matches!(self.parser.peek(), Token::Local(_)) {
            result = Some(self.definition()?);
            self.parser.sign('=')?;
        }
        let start = self.parser.start;
        let word = self.parser.any_word("an instruction or a terminator")?;
        if let Some(op) = self.op(word)? {
            let loc = self.parser.loc()?;
            return Ok(Ok(Inst { result, op, loc }));
        }
        match self.terminator(word)? {
            Some(_) if result.is_some() => {
                self.parser.error_at(start, "a terminator defines no local")
            }
            Some(terminator) => Ok(Err(terminator)),
            None => self.parser.error_at(
                start,
                format!("expected an instruction or a terminator, found `{word}`"),
            ),
        }
    }

    fn terminator(&mut self, word: &str) -> Result<Option<Terminator>> {
        let terminator = match word {
            "jump" => Terminator::Jump(self.target()?),
            "br" => {
                let condition = self.operand()?;
                self.parser.sign(',')?;
                let then = self.target()?;
                self.parser.sign(',')?;
                Terminator::Branch(condition, Box::new([then, self.target()?]))
            }
            "switch" => self.switch()?,
            "ret" if self.at_operand() => Terminator::Return(Some(self.operand()?)),
            "ret" => Terminator::Return(None),
            "throw" => Terminator::Throw(self.operand()?),
            "unreachable" => Terminator::Unreachable,
            _ => return Ok(None),
        };
        Ok(Some(terminator))
    }

    fn target(&mut self) -> Result<Target> {
        let (word, start) = self.label()?;
        let block = BlockId::new(self.labels.mention(word, start));
        let args = match self.parser.peek() {
            Token::Sign('(') => self.operands('(', ')')?,
            _ => Box::default(),
        };
        Ok(Target { block, args })
    }

    fn switch(&mut self) -> Result<Terminator> {
        let unsigned = self.parser.eat_word("unsigned")?;
        let value = self.operand()?;
        let mut cases = Vec::new();
        self.parser.sign('[')?;
        if !self.parser.eat_sign(']')? {
            loop {
                let case = self.parser.constant(0)?;
                let case = self.intern(case);
                self.parser.sign(':')?;
                cases.push((case, self.target()?));
                if self.parser.eat_sign(']')? {
                    break;
                }
                self.parser.sign(',')?;
            }
        }
        self.parser.word("else")?;
        let switch = Switch::new(value, cases, self.target()?, unsigned);
        Ok(Terminator::Switch(Box::new(switch)))
    }

    /// Renumbers locals and blocks by their definitions.
    fn finish(self) -> Result<Func> {
        if let Some(place) = self.locals.undefined() {
            return self
                .parser
                .error_at(place, "this local is not defined in the function");
        }
        if let Some(place) = self.labels.undefined() {
            return self
                .parser
                .error_at(place, "no block of the function has this label");
        }
        let mut func = self.func;
        let locals: IndexVec<Local, Local> = self.locals.order();
        let blocks: IndexVec<BlockId, BlockId> = self.labels.order();
        let rename = |operand: &mut Operand| {
            if let Operand::Local(local) = operand {
                *local = locals[*local];
            }
        };
        func.params
            .iter_mut()
            .for_each(|local| *local = locals[*local]);
        for block in func.blocks.iter_mut() {
            block
                .params
                .iter_mut()
                .for_each(|local| *local = locals[*local]);
            for inst in &mut block.insts {
                inst.result
                    .iter_mut()
                    .for_each(|local| *local = locals[*local]);
                inst.op.operands_mut(rename);
            }
            block.terminator.subject_mut().into_iter().for_each(rename);
            for target in block.terminator.targets_mut() {
                target.block = blocks[target.block];
                target.args.iter_mut().for_each(rename);
            }
        }
        Ok(func)
    }
}
