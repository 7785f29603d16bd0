//! Rewrite rules of the builders, as tables of small named functions, one table for each operator.
//!
//! A rule takes an operator and its arguments and returns a simpler term of equal value, or
//! nothing. Rules are tried in the order of the table until one applies. They build their results
//! with the builders, which simplify again. No rule enlarges the term graph by more than a few
//! nodes, and a rule that descends does so into one argument only; operators on choices between
//! constants ([`leaves`]) are bounded by the number of constants.
//!
//! Before rules are tried, constants have been folded, and commutative operators have their
//! constant argument last.

mod arith;
mod array;
mod bitwise;
mod boolean;
mod choice;
mod compare;
mod concat;
mod divide;
mod equality;
mod extract;
mod float;
mod int;
mod leaves;
mod parts;
mod pattern;
mod shift;
#[cfg(test)]
mod tests;

use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;
pub(crate) use leaves::Leaves;

/// Rules may build terms, whose rules build terms; beyond this nesting terms are not simplified.
const MOST_NESTING: u32 = 40;

/// An operator's arguments and payload.
#[derive(Copy, Clone)]
pub(crate) struct Call {
    pub(crate) a: Term,
    pub(crate) b: Term,
    pub(crate) c: Term,
    pub(crate) payload: u64,
}

impl Call {
    /// The two arguments in both orders.
    fn orders(self) -> [(Term, Term); 2] {
        [(self.a, self.b), (self.b, self.a)]
    }
}

/// One rewrite rule.
pub(crate) struct Rule {
    /// The name of the function, for counting its uses in tests.
    #[cfg_attr(not(test), allow(dead_code))]
    pub(crate) name: &'static str,
    /// An equal term, if the rule matches.
    pub(crate) apply: fn(&mut Pool, Call) -> Option<Term>,
}

/// Builds a table of rules from the names of their functions.
macro_rules! rules {
    ($($rule:ident),* $(,)?) => {
        &[$($crate::rewrite::Rule { name: concat!(module_path!(), "::", stringify!($rule)), apply: $rule }),*]
    };
}
use rules;

/// The rules of an operator.
pub(crate) fn rules_of(op: Op) -> &'static [Rule] {
    match op {
        Op::BoolConst | Op::BitsConst | Op::IntConst | Op::Symbol => &[],
        Op::Not => boolean::NOT,
        Op::And => boolean::AND,
        Op::Or => boolean::OR,
        Op::Eq => equality::EQ,
        Op::Ite => choice::ITE,
        Op::Complement => bitwise::COMPLEMENT,
        Op::Neg => arith::NEG,
        Op::Add => arith::ADD,
        Op::Sub => arith::SUB,
        Op::Mul => arith::MUL,
        Op::Udiv => divide::UDIV,
        Op::Urem => divide::UREM,
        Op::Sdiv => divide::SDIV,
        Op::Srem => divide::SREM,
        Op::Shl => shift::SHL,
        Op::Lshr => shift::LSHR,
        Op::Ashr => shift::ASHR,
        Op::BitAnd => bitwise::AND,
        Op::BitOr => bitwise::OR,
        Op::BitXor => bitwise::XOR,
        Op::Ult => compare::ULT,
        Op::Slt => compare::SLT,
        Op::Concat => concat::CONCAT,
        Op::Extract => extract::EXTRACT,
        Op::Zext => concat::ZEXT,
        Op::Sext => concat::SEXT,
        Op::IntAdd => int::ADD,
        Op::IntMul => int::MUL,
        Op::IntDiv => int::DIV,
        Op::IntRem => int::REM,
        Op::IntLt => int::LT,
        Op::BitsToInt => int::FROM_BITS,
        Op::IntToBits => int::TO_BITS,
        Op::ConstArray => &[],
        Op::Select => array::SELECT,
        Op::Store => array::STORE,
        Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem | Op::FFma | Op::FSqrt => &[],
        Op::FRound => float::ROUND,
        Op::FEq => float::EQ,
        Op::FLt => float::LT,
        Op::FLe => float::LE,
        Op::FToF => float::TO_FLOAT,
        Op::SToF | Op::UToF => &[],
        Op::FToS => float::TO_SIGNED,
        Op::FToU => float::TO_UNSIGNED,
    }
}

/// Applies the first rule of the operator that matches.
pub(crate) fn apply(pool: &mut Pool, op: Op, args: [Term; 3], payload: u64) -> Option<Term> {
    if pool.rewrite_depth >= MOST_NESTING {
        return None;
    }
    let [a, b, c] = args;
    let call = Call { a, b, c, payload };
    pool.rewrite_depth += 1;
    let result = rules_of(op).iter().find_map(|rule| {
        let result = (rule.apply)(pool, call)?;
        #[cfg(test)]
        {
            *pool.rule_hits.entry(rule.name).or_default() += 1;
        }
        Some(result)
    });
    pool.rewrite_depth -= 1;
    result
}
