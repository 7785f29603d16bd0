//! Parses instructions.

use super::Result;
use super::function::FuncParser;
use crate::dynamic::DynamicOp;
use crate::failure::FailureKind;
use crate::op::{
    Alloc, BinaryOp, Call, Callee, CastOp, CompareOp, Flags, Op, Operand, Region, UnaryOp,
};
use crate::text::lex::Token;

impl FuncParser<'_, '_> {
    /// The instruction with this mnemonic, which has been read; `None` if there is none.
    pub(super) fn op(&mut self, word: &str) -> Result<Option<Op>> {
        if let Some(op) = UnaryOp::from_word(word) {
            return Ok(Some(Op::Unary(op, self.operand()?)));
        }
        if let Some(op) = CastOp::from_word(word) {
            return Ok(Some(Op::Cast(op, self.operand()?)));
        }
        if let Some(op) = CompareOp::from_word(word) {
            let [a, b] = self.several()?;
            return Ok(Some(Op::Compare(op, a, b)));
        }
        if let Some(op) = DynamicOp::from_word(word) {
            return self.dynamic(op).map(Some);
        }
        let (plain, no_signed_wrap) = match word.strip_suffix(".nsw") {
            Some(plain) => (plain, true),
            None => (word, false),
        };
        if let Some(op) = BinaryOp::from_word(plain) {
            let [a, b] = self.several()?;
            return Ok(Some(Op::Binary(op, Flags { no_signed_wrap }, a, b)));
        }
        match self.memory(word)? {
            Some(op) => Ok(Some(op)),
            None => self.other(word),
        }
    }

    fn dynamic(&mut self, op: DynamicOp) -> Result<Op> {
        let mut operands = Vec::new();
        for position in 0..op.operands().len() {
            if position > 0 {
                self.parser.sign(',')?;
            }
            operands.push(self.operand()?);
        }
        Ok(Op::Dynamic(op, operands.into()))
    }

    /// Operations on byte memory.
    fn memory(&mut self, word: &str) -> Result<Option<Op>> {
        let op = match word {
            "alloc" => self.alloc()?,
            "free" => Op::Free(self.operand()?),
            "ptr_add" => self.ptr_add()?,
            "load" => Op::Load(self.operand()?),
            "store" => {
                let [ptr, value] = self.several()?;
                Op::Store { ptr, value }
            }
            "copy" | "move" => {
                let [to, from, bytes] = self.several()?;
                Op::Copy {
                    to,
                    from,
                    bytes,
                    may_overlap: word == "move",
                }
            }
            "set" => {
                let [to, byte, bytes] = self.several()?;
                Op::Set { to, byte, bytes }
            }
            _ => return Ok(None),
        };
        Ok(Some(op))
    }

    /// Aggregates, cells, records, calls, inputs and checks.
    fn other(&mut self, word: &str) -> Result<Option<Op>> {
        let op = match word {
            "select" => {
                let [condition, then, other] = self.several()?;
                Op::Select(condition, then, other)
            }
            "tuple" => Op::Tuple(self.operands('[', ']')?),
            "extract" => {
                let tuple = self.operand()?;
                Op::Extract(tuple, self.member()?)
            }
            "insert" => {
                let tuple = self.operand()?;
                let index = self.member()?;
                self.parser.sign(',')?;
                Op::Insert(tuple, index, self.operand()?)
            }
            "cells" => Op::NewCells(self.operands('[', ']')?),
            "load_cell" => {
                let [row, index] = self.several()?;
                Op::LoadCell(row, index)
            }
            "store_cell" => {
                let [row, index, value] = self.several()?;
                Op::StoreCell { row, index, value }
            }
            "record" => self.record()?,
            "load_field" => {
                let record = self.operand()?;
                self.parser.sign(',')?;
                Op::LoadField(record, self.parser.name("a field")?)
            }
            "store_field" => {
                let record = self.operand()?;
                self.parser.sign(',')?;
                let field = self.parser.name("a field")?;
                self.parser.sign(',')?;
                Op::StoreField {
                    record,
                    field,
                    value: self.operand()?,
                }
            }
            "call" | "call_value" | "intrinsic" => self.call(word, false)?,
            "catch" => {
                let word = self.parser.any_word("a call")?;
                self.call(word, true)?
            }
            "input" => Op::Input(self.parser.name("the name of an input")?),
            "assume" => Op::Assume(self.operand()?),
            "check" => self.check()?,
            _ => return Ok(None),
        };
        Ok(Some(op))
    }

    /// Operands separated by commas.
    fn several<const N: usize>(&mut self) -> Result<[Operand; N]> {
        let mut all = [Operand::Local(crate::Local(0)); N];
        for (position, operand) in all.iter_mut().enumerate() {
            if position > 0 {
                self.parser.sign(',')?;
            }
            *operand = self.operand()?;
        }
        Ok(all)
    }

    /// A comma and the position of a member.
    fn member(&mut self) -> Result<u32> {
        self.parser.sign(',')?;
        self.parser.unsigned("the position of a member")
    }

    fn alloc(&mut self) -> Result<Op> {
        let start = self.parser.start;
        let region = match self.parser.any_word("`stack` or `heap`")? {
            "stack" => Region::Stack,
            "heap" => Region::Heap,
            found => {
                return self.parser.error_at(
                    start,
                    format!("expected `stack` or `heap`, found `{found}`"),
                );
            }
        };
        let bytes = self.operand()?;
        self.parser.word("align")?;
        let align = self.parser.unsigned("an alignment")?;
        let element = self.parser.element()?;
        let zeroed = self.parser.eat_word("zeroed")?;
        Ok(Op::Alloc(Box::new(Alloc {
            region,
            bytes,
            align,
            zeroed,
            element,
        })))
    }

    /// `%p, %i * 4 + 8`
    fn ptr_add(&mut self) -> Result<Op> {
        let [base, index] = self.several()?;
        self.parser.sign('*')?;
        let negative = self.parser.eat_sign('-')?;
        let scale = self.parser.signed("the scale", negative)?;
        let mut displacement = 0;
        if let Some(sign) = self
            .parser
            .advance_if(|token| matches!(token, Token::Sign('+' | '-')))?
        {
            displacement = self
                .parser
                .signed("the displacement", sign == Token::Sign('-'))?;
        }
        Ok(Op::PtrAdd {
            base,
            index,
            scale,
            displacement,
        })
    }

    fn record(&mut self) -> Result<Op> {
        self.parser.sign('{')?;
        let mut fields = Vec::new();
        if self.parser.eat_sign('}')? {
            return Ok(Op::NewRecord(fields.into()));
        }
        loop {
            let field = self.parser.name("a field")?;
            self.parser.sign(':')?;
            fields.push((field, self.operand()?));
            if self.parser.eat_sign('}')? {
                return Ok(Op::NewRecord(fields.into()));
            }
            self.parser.sign(',')?;
        }
    }

    fn call(&mut self, word: &str, catches: bool) -> Result<Op> {
        let callee = match word {
            "call" => Callee::Func(self.parser.func_name()?),
            "intrinsic" => Callee::Intrinsic(self.parser.name("the name of an intrinsic")?),
            _ => Callee::Value(self.operand()?),
        };
        let args = self.operands('(', ')')?;
        Ok(Op::Call(Box::new(Call {
            callee,
            args,
            catches,
        })))
    }

    fn check(&mut self) -> Result<Op> {
        let condition = self.operand()?;
        self.parser.sign(',')?;
        let start = self.parser.start;
        let word = self.parser.any_word("a kind of failure")?;
        let Some(kind) = FailureKind::from_name(word) else {
            return self
                .parser
                .error_at(start, format!("`{word}` is not a kind of failure"));
        };
        self.parser.sign(',')?;
        Ok(Op::Check {
            condition,
            kind,
            message: self.parser.name("a message")?,
        })
    }
}
