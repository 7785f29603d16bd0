//! Terms as readable text, for debugging and messages.

use crate::constant::Constant;
use crate::node::{Symbol, SymbolInfo, Term};
use crate::op::Op;
use crate::pool::Pool;
use num_bigint::BigInt;
use sheaf_float::{FloatKind, Integral, shortest};
use std::fmt;

/// Maximum number of subterms that are printed.
const MOST_PARTS: usize = 400;
/// Maximum nesting that is printed.
const MOST_NESTING: usize = 40;

/// A term as text, such as `(x + 1) <u y`. Very large terms have `...` in place of inner subterms.
pub fn display(pool: &Pool, term: Term) -> impl fmt::Display + '_ {
    Shown {
        pool,
        term,
        is_numbered: false,
    }
}

/// The same; of several symbols with one name, the second one is `x#2`.
pub fn display_numbered(pool: &Pool, term: Term) -> impl fmt::Display + '_ {
    Shown {
        pool,
        term,
        is_numbered: true,
    }
}

struct Shown<'a> {
    pool: &'a Pool,
    term: Term,
    is_numbered: bool,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer {
            pool: self.pool,
            is_numbered: self.is_numbered,
            to: f,
            parts: 0,
        };
        writer.term(self.term, 0)
    }
}

/// Writes terms. The nesting is bounded, and with it the recursion.
struct Writer<'a, 'f, 'w> {
    pool: &'a Pool,
    is_numbered: bool,
    to: &'f mut fmt::Formatter<'w>,
    parts: usize,
}

impl Writer<'_, '_, '_> {
    fn term(&mut self, term: Term, nesting: usize) -> fmt::Result {
        self.parts += 1;
        let pool = self.pool;
        if let Some(symbol) = pool.as_symbol(term) {
            return self.symbol(symbol);
        }
        if let Some(value) = pool.as_constant(term) {
            return write!(self.to, "{value}");
        }
        if self.parts > MOST_PARTS || nesting > MOST_NESTING {
            return self.to.write_str("...");
        }
        if let Some((op, sign, [a, b])) = as_infix(pool, term) {
            let numbers = [a, b].map(|it| match pool.float_kind(term) {
                Some(kind) => float(pool, kind, it),
                None if is_about_unsigned(op) => None,
                None => Some(signed_number(pool, it)?.to_string()),
            });
            return self.infix([a, b], numbers, sign, nesting);
        }
        let args = pool.args(term);
        match (pool.op(term), args) {
            (Op::Not, [a]) => {
                self.to.write_str("!")?;
                return self.operand(*a, nesting);
            }
            (Op::Extract, [a]) => {
                let (high, low) = pool.extract_bounds(term);
                self.operand(*a, nesting)?;
                return write!(self.to, "[{high}:{low}]");
            }
            (Op::Select, [a, i]) => {
                self.operand(*a, nesting)?;
                self.to.write_str("[")?;
                self.term(*i, nesting + 1)?;
                return self.to.write_str("]");
            }
            (op @ (Op::Zext | Op::Sext | Op::IntToBits), _) => {
                write!(self.to, "{}{}", prefix(op), pool.width(term))?
            }
            (op, _) if op >= Op::FAdd => self.to.write_str(&float_prefix(pool, term))?,
            (op, _) => self.to.write_str(prefix(op))?,
        }
        self.to.write_str("(")?;
        for (position, arg) in args.iter().enumerate() {
            if position > 0 {
                self.to.write_str(", ")?;
            }
            let number = match pool.op(term) {
                // What a choice yields is a number, as the operands of a sum are.
                Op::Ite => signed_number(pool, *arg).map(|it| it.to_string()),
                Op::SToF | Op::UToF => None,
                _ => pool.float_kind(term).and_then(|it| float(pool, it, *arg)),
            };
            match number {
                Some(number) => self.to.write_str(&number)?,
                None => self.term(*arg, nesting + 1)?,
            }
        }
        self.to.write_str(")")
    }

    fn symbol(&mut self, symbol: Symbol) -> fmt::Result {
        let info = self.pool.symbol_info(symbol);
        self.to.write_str(&info.name)?;
        let earlier = (0..symbol.index()).filter(|_| self.is_numbered);
        let earlier = earlier.map(|it| self.pool.symbol_info(Symbol::from_index(it)));
        let is_same = |it: &&SymbolInfo| it.kind == info.kind && it.name == info.name;
        match earlier.filter(is_same).count() {
            0 => Ok(()),
            earlier => write!(self.to, "#{}", earlier + 1),
        }
    }

    /// Writes two operands and the sign between them, where constants that are taken as signed
    /// numbers or as floats are written as `numbers`. A negative one is subtracted instead of
    /// added.
    fn infix(
        &mut self,
        [a, b]: [Term; 2],
        numbers: [Option<String>; 2],
        sign: &str,
        nesting: usize,
    ) -> fmt::Result {
        match &numbers[0] {
            Some(number) => self.to.write_str(number)?,
            None => self.operand(a, nesting)?,
        }
        match &numbers[1] {
            Some(number) => match number.strip_prefix('-') {
                Some(magnitude) if sign == "+" => write!(self.to, " - {magnitude}"),
                _ => write!(self.to, " {sign} {number}"),
            },
            None => {
                write!(self.to, " {sign} ")?;
                self.operand(b, nesting)
            }
        }
    }

    /// Writes an operand, in parentheses if it is an infix expression.
    fn operand(&mut self, term: Term, nesting: usize) -> fmt::Result {
        if as_infix(self.pool, term).is_none() {
            return self.term(term, nesting + 1);
        }
        self.to.write_str("(")?;
        self.term(term, nesting + 1)?;
        self.to.write_str(")")
    }
}

/// The operator, the sign and the operands of an infix expression. The negation of a comparison is
/// one, too.
fn as_infix(pool: &Pool, term: Term) -> Option<(Op, &'static str, [Term; 2])> {
    let (op, args) = (pool.op(term), pool.args(term));
    match (op, args) {
        (Op::Not, [inner]) => {
            let [a, b] = *pool.args(*inner) else {
                return None;
            };
            let op = pool.op(*inner);
            Some((op, negated(op)?, [a, b]))
        }
        (op, [a, b]) => Some((op, infix(op)?, [*a, *b])),
        _ => None,
    }
}

/// A constant as a number. Those of fewer bits than 8 are flags and parts of numbers, and have no
/// sign.
fn signed_number(pool: &Pool, term: Term) -> Option<BigInt> {
    match pool.as_constant(term)? {
        Constant::Int(value) => Some(value),
        Constant::Bits(bits) if bits.width() >= 8 => {
            let value = BigInt::from(bits.to_big());
            let is_negative = value.bit(u64::from(bits.width()) - 1);
            let wrap = BigInt::from(u8::from(is_negative)) << bits.width();
            Some(value - wrap)
        }
        _ => None,
    }
}

/// A constant as a float.
fn float(pool: &Pool, kind: FloatKind, term: Term) -> Option<String> {
    let bits = pool.as_constant(term)?.as_bits()?;
    Some(shortest(kind, bits))
}

/// The name of an operator on floats that is written like a function: that of C, or the type of its
/// result.
fn float_prefix(pool: &Pool, term: Term) -> String {
    let name = match pool.op(term) {
        Op::FToS => return format!("i{}", pool.width(term)),
        Op::FToU => return format!("u{}", pool.width(term)),
        Op::UToF => return format!("{}u", pool.float_kind(term).map_or("", FloatKind::word)),
        Op::FToF | Op::SToF => pool.float_target(term).map_or("", FloatKind::word),
        Op::FSqrt => "sqrt",
        Op::FFma => "fma",
        Op::FRem => "fmod",
        Op::FRound => match pool.integral(term) {
            Some(Integral::Floor) => "floor",
            Some(Integral::Ceil) => "ceil",
            Some(Integral::Trunc) => "trunc",
            Some(Integral::NearestAway) => "round",
            Some(Integral::NearestEven) | None => "rint",
        },
        op => op.info().smtlib,
    };
    name.to_string()
}

/// Whether an operator takes its operands as unsigned numbers, or as bits.
fn is_about_unsigned(op: Op) -> bool {
    matches!(
        op,
        Op::Ult
            | Op::Udiv
            | Op::Urem
            | Op::Shl
            | Op::Lshr
            | Op::BitAnd
            | Op::BitOr
            | Op::BitXor
            | Op::Concat
    )
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

/// The symbol of the negation of a comparison.
fn negated(op: Op) -> Option<&'static str> {
    match op {
        Op::Eq => Some("!="),
        Op::Ult => Some(">=u"),
        Op::Slt | Op::IntLt => Some(">="),
        _ => None,
    }
}

/// The symbol of an infix operator; `u` and `s` mean unsigned and signed. Comparisons are signed
/// unless they say `u`.
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
        Op::Slt | Op::IntLt => "<",
        Op::Concat => "++",
        Op::FAdd => "+",
        Op::FSub => "-",
        Op::FMul => "*",
        Op::FDiv => "/",
        Op::FEq => "==",
        Op::FLt => "<",
        Op::FLe => "<=",
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
        assert_eq!(display(&pool, less).to_string(), "y >=u (x + (x * y))");
        let low = pool.extract(product, 3, 0);
        let wide = pool.sext(low, 16);
        assert_eq!(display(&pool, wide).to_string(), "sext16((x * y)[3:0])");
        let [one, less_one] = [1, 255].map(|value| pool.bits(8, value));
        let before = pool.add(x, less_one);
        let above = pool.sle(one, before);
        assert_eq!(display(&pool, above).to_string(), "(x - 1) >= 1");
        let same = pool.eq(y, less_one);
        let other = pool.not(same);
        assert_eq!(display(&pool, other).to_string(), "y != -1");
        let again = pool.symbol("x", Sort::Bits(8), SymbolKind::Input);
        assert_eq!(display(&pool, again).to_string(), "x");
        assert_eq!(display_numbered(&pool, again).to_string(), "x#2");
    }

    #[test]
    fn floats_are_numbers() {
        let mut pool = Pool::new();
        let kind = FloatKind::F64;
        let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(64), SymbolKind::Input));
        let n = pool.symbol("n", Sort::Bits(32), SymbolKind::Input);
        let constant = |pool: &mut Pool, value: f64| pool.bits(64, value.to_bits().into());
        let [less, half] = [-2.5, 0.5].map(|value| constant(&mut pool, value));
        let sum = pool.fadd(kind, x, less);
        let product = pool.fmul(kind, sum, y);
        let below = pool.flt(kind, half, product);
        assert_eq!(display(&pool, below).to_string(), "0.5 < ((x - 2.5) * y)");
        let not = pool.not(below);
        assert_eq!(display(&pool, not).to_string(), "!(0.5 < ((x - 2.5) * y))");
        let down = pool.fround(kind, product, Integral::Floor);
        let root = pool.fsqrt(kind, down);
        assert_eq!(
            display(&pool, root).to_string(),
            "sqrt(floor((x - 2.5) * y))"
        );
        let wide = pool.int_to_float(kind, n, true);
        assert_eq!(display(&pool, wide).to_string(), "f64(n)");
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
