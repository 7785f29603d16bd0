//! Instructions.

use super::function::{Parser, Result};
use crate::program::{Callee, Op, Operand};
use std::rc::Rc;

/// Operators on scalars with one operand.
const UNARY: &[&str] = &[
    "not",
    "neg",
    "fneg",
    "fabs",
    "fsqrt",
    "freeze",
    "clz",
    "ctz",
    "popcount",
    "bswap",
    "bitreverse",
    "zext",
    "sext",
    "trunc",
    "bitcast",
    "ptr_to_bits",
    "bits_to_ptr",
    "f_to_s",
    "f_to_u",
    "s_to_f",
    "u_to_f",
    "f_to_f",
];

/// Operators on scalars with two operands.
const BINARY: &[&str] = &[
    "add",
    "sub",
    "mul",
    "udiv",
    "sdiv",
    "urem",
    "srem",
    "shl",
    "lshr",
    "ashr",
    "and",
    "or",
    "xor",
    "smin",
    "smax",
    "umin",
    "umax",
    "sadd_sat",
    "uadd_sat",
    "ssub_sat",
    "usub_sat",
    "fadd",
    "fsub",
    "fmul",
    "fdiv",
    "frem",
    "fcopysign",
    "fmin",
    "fmax",
    "eq",
    "ne",
    "ult",
    "ule",
    "slt",
    "sle",
    "feq",
    "flt",
    "fle",
    "funordered",
    "sadd_overflows",
    "uadd_overflows",
    "ssub_overflows",
    "usub_overflows",
    "smul_overflows",
    "umul_overflows",
];

impl Parser {
    fn comma_operand(&mut self) -> Result<Operand> {
        self.sign(',')?;
        self.operand()
    }

    fn two(&mut self) -> Result<[Operand; 2]> {
        Ok([self.operand()?, self.comma_operand()?])
    }

    fn three(&mut self) -> Result<[Operand; 3]> {
        Ok([
            self.operand()?,
            self.comma_operand()?,
            self.comma_operand()?,
        ])
    }

    fn member(&mut self) -> Result<usize> {
        self.sign(',')?;
        Ok(self.number()? as usize)
    }

    /// An operation behind its word, which is on this line.
    pub(super) fn op(&mut self, word: Rc<str>, line: u32) -> Result<Op> {
        if UNARY.contains(&&*word) {
            return Ok(Op::Scalar(word, vec![self.operand()?]));
        }
        if BINARY.contains(&&*word) {
            return Ok(Op::Scalar(word, self.two()?.into()));
        }
        Ok(match &*word {
            "add.nsw" | "sub.nsw" | "mul.nsw" => Op::Checked(word[..3].into(), self.two()?),
            "select" => Op::Select(self.three()?),
            "tuple" => {
                self.sign('[')?;
                Op::Tuple(self.list(']', Parser::operand)?)
            }
            "extract" => Op::Extract(self.operand()?, self.member()?),
            "insert" => Op::Insert(self.operand()?, self.member()?, self.comma_operand()?),
            "alloc" => self.alloc()?,
            "free" => Op::Free(self.operand()?),
            "ptr_add" => self.ptr_add()?,
            "load" => Op::Load(self.operand()?),
            "store" => {
                let [pointer, value] = self.two()?;
                Op::Store(pointer, value)
            }
            "copy" | "move" => Op::Copy {
                operands: self.three()?,
                may_overlap: &*word == "move",
            },
            "set" => Op::Set(self.three()?),
            "call" | "call_value" | "intrinsic" => self.call(&word)?,
            "input" => {
                self.text()?;
                Op::Input
            }
            "assume" => Op::Assume(self.operand()?),
            "check" => self.check()?,
            _ => {
                self.skip_line(line);
                Op::Other(word)
            }
        })
    }

    fn alloc(&mut self) -> Result<Op> {
        let on_stack = &*self.word()? == "stack";
        let bytes = self.operand()?;
        self.word()?;
        let align = self.number()?;
        self.word()?;
        self.advance();
        let zeroed = self.eat_word("zeroed");
        Ok(Op::Alloc {
            on_stack,
            bytes,
            align,
            zeroed,
        })
    }

    fn ptr_add(&mut self) -> Result<Op> {
        let [base, index] = self.two()?;
        self.sign('*')?;
        let scale = self.signed()?;
        let displacement = match (self.eat_sign('+'), self.eat_sign('-')) {
            (true, _) => self.number()? as i64,
            (_, true) => (self.number()? as i64).wrapping_neg(),
            _ => 0,
        };
        Ok(Op::PtrAdd {
            base,
            index,
            scale,
            displacement,
        })
    }

    fn call(&mut self, word: &str) -> Result<Op> {
        let callee = match word {
            "call" => Callee::Func(self.func_name()?),
            "call_value" => Callee::Value(self.operand()?),
            _ => Callee::Intrinsic(self.text()?),
        };
        self.sign('(')?;
        Ok(Op::Call(callee, self.list(')', Parser::operand)?))
    }

    fn check(&mut self) -> Result<Op> {
        let condition = self.operand()?;
        self.sign(',')?;
        let kind = self.word()?;
        self.sign(',')?;
        self.text()?;
        Ok(Op::Check(condition, kind))
    }
}
