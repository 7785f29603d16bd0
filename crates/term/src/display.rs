//! Terms as readable text, for debugging and messages.

use std::fmt::{self, Write};

use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

/// Maximum number of subterms that are printed.
const MOST_PARTS: usize = 400;
/// Maximum nesting that is printed.
const MOST_NESTING: usize = 40;

/// A term as text, such as `(x + 1) <u y`. Very large terms have `...` in place of inner subterms.
pub fn display(pool: &Pool, term: Term) -> impl fmt::Display + '_ {
    Shown { pool, term }
}

struct Shown<'a> {
    pool: &'a Pool,
    term: Term,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = 0;
        write_term(self.pool, self.term, f, &mut parts, 0)
    }
}

/// Writes one term. The nesting is bounded, and with it the recursion.
fn write_term(
    pool: &Pool,
    term: Term,
    f: &mut dyn Write,
    parts: &mut usize,
    nesting: usize,
) -> fmt::Result {
    *parts += 1;
    if let Some(symbol) = pool.as_symbol(term) {
        return f.write_str(&pool.symbol_info(symbol).name);
    }
    if let Some(value) = pool.as_constant(term) {
        return write!(f, "{value}");
    }
    if *parts > MOST_PARTS || nesting > MOST_NESTING {
        return f.write_str("...");
    }
    let args = pool.args(term);
    if let (Some(sign), [a, b]) = (infix(pool.op(term)), args) {
        write_operand(pool, *a, f, parts, nesting)?;
        write!(f, " {sign} ")?;
        return write_operand(pool, *b, f, parts, nesting);
    }
    match (pool.op(term), args) {
        (Op::Not, [a]) => {
            f.write_str("!")?;
            return write_operand(pool, *a, f, parts, nesting);
        }
        (Op::Extract, [a]) => {
            let (high, low) = pool.extract_bounds(term);
            write_operand(pool, *a, f, parts, nesting)?;
            return write!(f, "[{high}:{low}]");
        }
        (Op::Select, [a, i]) => {
            write_operand(pool, *a, f, parts, nesting)?;
            f.write_str("[")?;
            write_term(pool, *i, f, parts, nesting + 1)?;
            return f.write_str("]");
        }
        (op @ (Op::Zext | Op::Sext | Op::IntToBits), _) => {
            write!(f, "{}{}", prefix(op), pool.width(term))?
        }
        (op, _) => f.write_str(prefix(op))?,
    }
    f.write_str("(")?;
    for (position, arg) in args.iter().enumerate() {
        if position > 0 {
            f.write_str(", ")?;
        }
        write_term(pool, *arg, f, parts, nesting + 1)?;
    }
    f.write_str(")")
}

/// Writes an operand, in parentheses if it is an infix expression.
fn write_operand(
    pool: &Pool,
    term: Term,
    f: &mut dyn Write,
    parts: &mut usize,
    nesting: usize,
) -> fmt::Result {
    if infix(pool.op(term)).is_none() {
        return write_term(pool, term, f, parts, nesting + 1);
    }
    f.write_str("(")?;
    write_term(pool, term, f, parts, nesting + 1)?;
    f.write_str(")")
}

/// The name of an operator that is written like a function.
fn prefix(op: Op) -> &'static str {
    match op {
        Op::Complement => "~",
        Op::Neg => "-",
        Op::Zext => "zext",
        Op::Sext => "sext",
        Op::IntToBits => "bits",
        Op::BitsToInt => "int",
        _ => op.info().smtlib,
    }
}

/// The symbol of an infix operator; `u` and `s` mean unsigned and signed.
fn infix(op: Op) -> Option<&'static str> {
    let sign = match op {
        Op::And => "&&",
        Op::Or => "||",
        Op::Eq => "==",
        Op::Add | Op::IntAdd => "+",
        Op::Sub => "-",
        Op::Mul | Op::IntMul => "*",
        Op::Udiv => "/u",
        Op::Urem => "%u",
        Op::Sdiv => "/s",
        Op::Srem => "%s",
        Op::IntDiv => "/",
        Op::IntRem => "%",
        Op::Shl => "<<",
        Op::Lshr => ">>u",
        Op::Ashr => ">>s",
        Op::BitAnd => "&",
        Op::BitOr => "|",
        Op::BitXor => "^",
        Op::Ult => "<u",
        Op::Slt => "<s",
        Op::IntLt => "<",
        Op::Concat => "++",
        _ => return None,
    };
    Some(sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sort, SymbolKind};

    #[test]
    fn reads_like_an_expression() {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(8), SymbolKind::Input));
        let product = pool.mul(x, y);
        let sum = pool.add(product, x);
        let less = pool.ule(sum, y);
        assert_eq!(display(&pool, less).to_string(), "!(y <u (x + (x * y)))");
        let low = pool.extract(product, 3, 0);
        let wide = pool.sext(low, 16);
        assert_eq!(display(&pool, wide).to_string(), "sext16((x * y)[3:0])");
    }

    #[test]
    fn large_terms_are_cut() {
        let mut pool = Pool::new();
        let x = pool.symbol("x", Sort::Bits(8), SymbolKind::Input);
        let mut term = x;
        for _ in 0..100 {
            term = pool.mul(term, term);
        }
        let text = display(&pool, term).to_string();
        assert!(
            text.contains("...") && text.len() < 10_000,
            "{}",
            text.len()
        );
    }
}
