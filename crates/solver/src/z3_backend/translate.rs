//! Translates terms to Z3's expressions, each once in the life of a solver.

use std::str::FromStr;

use rustc_hash::FxHashMap;
use sheaf_term::{Op, Sort, Term};
use z3::ast::{Array, BV, Bool, Dynamic, Int};

use super::message::{Detail, Part};

/// The translated terms.
#[derive(Default)]
pub struct Translation {
    expressions: FxHashMap<Term, Dynamic>,
}

/// An expression does not have the sort that its operator requires; impossible for terms of a pool.
const ILL_SORTED: &str = "an expression of an unexpected sort";

fn truth(expression: &Dynamic) -> Result<Bool, String> {
    expression.as_bool().ok_or_else(|| ILL_SORTED.to_string())
}

fn bits(expression: &Dynamic) -> Result<BV, String> {
    expression.as_bv().ok_or_else(|| ILL_SORTED.to_string())
}

fn integer(expression: &Dynamic) -> Result<Int, String> {
    expression.as_int().ok_or_else(|| ILL_SORTED.to_string())
}

fn array(expression: &Dynamic) -> Result<Array, String> {
    expression.as_array().ok_or_else(|| ILL_SORTED.to_string())
}

impl Translation {
    /// The translation of a term that was added.
    pub fn get(&self, term: Term) -> Option<&Dynamic> {
        self.expressions.get(&term)
    }

    /// The translation of a truth value that was added.
    pub fn truth(&self, term: Term) -> Result<Bool, String> {
        truth(self.get(term).ok_or(ILL_SORTED)?)
    }

    /// Translates a term, whose arguments were added.
    pub fn add(&mut self, part: &Part) -> Result<(), String> {
        let expression = self.node(part)?;
        self.expressions.insert(part.term, expression);
        Ok(())
    }

    fn node(&self, part: &Part) -> Result<Dynamic, String> {
        let args: Vec<&Dynamic> = part.args.iter().map(|arg| &self.expressions[arg]).collect();
        match (part.op, &args[..]) {
            (Op::BoolConst, _) => Ok(Bool::from_bool(part.term == Term::TRUE).into()),
            (Op::BitsConst | Op::IntConst | Op::Symbol, _) => leaf(part),
            (Op::Not, [a]) => Ok(truth(a)?.not().into()),
            (Op::And, [a, b]) => Ok(Bool::and(&[truth(a)?, truth(b)?]).into()),
            (Op::Or, [a, b]) => Ok(Bool::or(&[truth(a)?, truth(b)?]).into()),
            (Op::Eq, [a, b]) => a
                .safe_eq((*b).clone())
                .map(Dynamic::from)
                .map_err(|_| ILL_SORTED.to_string()),
            (Op::Ite, [condition, a, b]) => Ok(truth(condition)?.ite(*a, *b)),
            (Op::ConstArray, [element]) => match part.sort {
                Sort::Array { index, .. } => {
                    Ok(Array::const_array(&z3::Sort::bitvector(index), *element).into())
                }
                _ => Err(ILL_SORTED.to_string()),
            },
            (Op::Select, [a, index]) => Ok(array(a)?.select(*index)),
            (Op::Store, [a, index, element]) => Ok(array(a)?.store(*index, *element).into()),
            (_, [a]) => unary(part, a),
            (op, [a, b]) => binary(op, a, b),
            (op, _) => Err(format!("Z3 is not told of the operator {op:?}")),
        }
    }
}

/// Operators of one argument.
fn unary(part: &Part, a: &Dynamic) -> Result<Dynamic, String> {
    let width = || match part.sort {
        Sort::Bits(width) => Ok(width),
        _ => Err(ILL_SORTED.to_string()),
    };
    Ok(match part.op {
        Op::Complement => bits(a)?.bvnot().into(),
        Op::Neg => bits(a)?.bvneg().into(),
        Op::Extract => match part.detail {
            Detail::Bounds(high, low) => bits(a)?.extract(high, low).into(),
            _ => return Err(ILL_SORTED.to_string()),
        },
        Op::Zext => {
            let a = bits(a)?;
            a.zero_ext(width()? - a.get_size()).into()
        }
        Op::Sext => {
            let a = bits(a)?;
            a.sign_ext(width()? - a.get_size()).into()
        }
        Op::BitsToInt => Int::from_bv(&bits(a)?, false).into(),
        Op::IntToBits => BV::from_int(&integer(a)?, width()?).into(),
        op => return Err(format!("Z3 is not told of the operator {op:?}")),
    })
}

/// Operators of two bit-vectors or integers.
fn binary(op: Op, a: &Dynamic, b: &Dynamic) -> Result<Dynamic, String> {
    if matches!(
        op,
        Op::IntAdd | Op::IntMul | Op::IntDiv | Op::IntRem | Op::IntLt
    ) {
        let (a, b) = (integer(a)?, integer(b)?);
        return Ok(match op {
            Op::IntAdd => Int::add(&[a, b]).into(),
            Op::IntMul => Int::mul(&[a, b]).into(),
            Op::IntDiv => truncated_quotient(&a, &b).into(),
            Op::IntRem => Int::sub(&[
                a.clone(),
                Int::mul(&[b.clone(), truncated_quotient(&a, &b)]),
            ])
            .into(),
            _ => a.lt(&b).into(),
        });
    }
    let (a, b) = (bits(a)?, bits(b)?);
    Ok(match op {
        Op::Add => a.bvadd(&b).into(),
        Op::Sub => a.bvsub(&b).into(),
        Op::Mul => a.bvmul(&b).into(),
        Op::Udiv => a.bvudiv(&b).into(),
        Op::Urem => a.bvurem(&b).into(),
        Op::Sdiv => a.bvsdiv(&b).into(),
        Op::Srem => a.bvsrem(&b).into(),
        Op::Shl => a.bvshl(&b).into(),
        Op::Lshr => a.bvlshr(&b).into(),
        Op::Ashr => a.bvashr(&b).into(),
        Op::BitAnd => a.bvand(&b).into(),
        Op::BitOr => a.bvor(&b).into(),
        Op::BitXor => a.bvxor(&b).into(),
        Op::Ult => a.bvult(&b).into(),
        Op::Slt => a.bvslt(&b).into(),
        Op::Concat => a.concat(&b).into(),
        _ => return Err(format!("Z3 is not told of the operator {op:?}")),
    })
}

/// The quotient rounded towards zero, 0 for a zero divisor. Z3's `div` rounds so that the remainder
/// is not negative: the two agree for a non-negative dividend.
fn truncated_quotient(a: &Int, b: &Int) -> Int {
    let zero = Int::from_i64(0);
    let negated = a.unary_minus().div(b).unary_minus();
    let quotient = a.ge(&zero).ite(&a.div(b), &negated);
    b.eq(&zero).ite(&zero, &quotient)
}

/// A constant or a symbol.
fn leaf(part: &Part) -> Result<Dynamic, String> {
    match &part.detail {
        Detail::Bits(value) => BV::from_str(value.width(), &value.to_big().to_string())
            .map(Dynamic::from)
            .ok_or_else(|| "an unreadable bit-vector".to_string()),
        Detail::Int(value) => Int::from_str(&value.to_string())
            .map(Dynamic::from)
            .map_err(|()| "an unreadable integer".to_string()),
        Detail::Symbol(symbol) => unknown(symbol.index() as u32, part.sort),
        Detail::None | Detail::Bounds(..) => Err(ILL_SORTED.to_string()),
    }
}

/// A symbol, named by its id: symbols with equal names stay distinct.
fn unknown(name: u32, sort: Sort) -> Result<Dynamic, String> {
    Ok(match sort {
        Sort::Bool => Bool::new_const(name).into(),
        Sort::Bits(width) => BV::new_const(name, width).into(),
        Sort::Int => Int::new_const(name).into(),
        Sort::Array { index, element } => {
            let (index, element) = (z3::Sort::bitvector(index), z3::Sort::bitvector(element));
            Array::new_const(name, &index, &element).into()
        }
        sort @ (Sort::Float { .. } | Sort::Str) => {
            return Err(format!("Z3 is not asked about the sort {sort}"));
        }
    })
}
