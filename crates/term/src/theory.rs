//! Floating-point operators in SMT-LIB's theory of floating-point numbers.
//!
//! The theory has a sort of numbers with a single NaN, and converts a pattern to a number (`to_fp`)
//! but not back. So a term has two [`View`]s. An operation needs the numbers of its operands, and
//! these are used directly if an operand is the result of another operation. Only if the pattern of
//! a result matters, an unknown pattern is introduced whose number is the result; if that is NaN,
//! the pattern is instead what `sheaf_float` returns: the first operand that is NaN, made quiet, or
//! the default.
//!
//! The 80-bit format becomes the theory's (15, 64) by dropping the integer bit. Patterns whose
//! integer bit contradicts the exponent are interpreted as by the processor: as NaN, except for an
//! exponent of zero, which then counts as one.
//!
//! [`needs`] and [`lower`] describe the translation of one term and view; backends traverse terms
//! and map the theory's functions to their own.

use sheaf_float::{self as float, FloatKind, Integral};

use crate::build::float::Fitting;
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

/// The view of a term that an expression represents.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum View {
    /// The term itself.
    Bits,
    /// The number that the term, a bit pattern, stands for.
    Number,
}

/// A function of the theory, or of truth values and bit-vectors. Those that round take the rounding
/// mode as a first argument in SMT-LIB; it is to nearest even where none is given here.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Function {
    /// Equality at any sort; NaN equals NaN, and zeros of different sign differ.
    Equal,
    /// `(condition, then, else)` at any sort.
    Ite,
    /// Conjunction of two truth values.
    And,
    /// Negation of a truth value.
    Not,
    /// Bitwise and.
    BitAnd,
    /// Bitwise or.
    BitOr,
    /// `(high, low)` bits side by side.
    Concat,
    /// The bits from the first down to the second.
    Extract(u32, u32),
    /// A pattern as a number of a format.
    FromBits(Format),
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// `(a, b, c)`: `a * b + c`.
    Fma,
    /// Square root.
    Sqrt,
    /// Rounding to an integer.
    Round(Integral),
    /// Equality as numbers.
    NumberEqual,
    /// Less than.
    Less,
    /// Less or equal.
    LessOrEqual,
    /// Whether it is NaN.
    IsNan,
    /// The opposite sign.
    Negate,
    /// The sign cleared.
    Magnitude,
    /// A number in another format.
    Convert(Format),
    /// A signed integer as a number.
    FromSigned(Format),
    /// An unsigned integer as a number.
    FromUnsigned(Format),
    /// The integer part as a signed integer of a width; towards zero.
    ToSigned(u32),
    /// The integer part as an unsigned integer of a width; towards zero.
    ToUnsigned(u32),
}

/// A format in the theory: bits of the exponent, and of the significand with the hidden bit.
pub type Format = (u32, u32);

/// Builds expressions of a backend.
pub trait Theory {
    /// An expression of any sort.
    type Expr: Clone;
    /// The error of building one.
    type Error;

    /// A bit-vector constant of at most 128 bits.
    fn constant(&mut self, width: u32, value: u128) -> Result<Self::Expr, Self::Error>;
    /// A function applied to its arguments.
    fn apply(&mut self, function: Function, args: &[Self::Expr])
    -> Result<Self::Expr, Self::Error>;
    /// An unknown bit-vector.
    fn unknown(&mut self, width: u32) -> Result<Self::Expr, Self::Error>;
    /// Asserts a condition on an unknown.
    fn define(&mut self, truth: Self::Expr) -> Result<(), Self::Error>;
}

/// The terms and views that a view of a term depends on; they must be translated first.
pub fn needs(pool: &Pool, term: Term, view: View, mut each: impl FnMut(Term, View)) {
    let args = pool.args(term);
    match (view, pool.op(term)) {
        (View::Bits, Op::FEq | Op::FLt | Op::FLe | Op::FToS | Op::FToU) => {
            args.iter().for_each(|&arg| each(arg, View::Number));
        }
        (View::Bits, op) => {
            if is_operation(pool, term) {
                each(term, View::Number);
            }
            // A result that is NaN takes the pattern of an operand; integers are none.
            if !matches!(op, Op::SToF | Op::UToF) {
                args.iter().for_each(|&arg| each(arg, View::Bits));
            }
        }
        (View::Number, Op::SToF | Op::UToF) => each(args[0], View::Bits),
        (View::Number, op) if is_operation(pool, term) => {
            args.iter().for_each(|&arg| each(arg, View::Number));
            if op == Op::FRem {
                each(args[0], View::Bits);
            }
        }
        (View::Number, Op::Ite) if is_number(pool, term, MOST_NESTING.get()) => {
            each(args[0], View::Bits);
            each(args[1], View::Number);
            each(args[2], View::Number);
        }
        (View::Number, _) => match sign_change(pool, term) {
            Some((_, changed)) if is_number(pool, changed, MOST_NESTING.get()) => {
                each(changed, View::Number)
            }
            _ => each(term, View::Bits),
        },
    }
}

sheaf_tuning::constants! {
    /// Maximum depth of choices and sign changes that are searched for an operation.
    MOST_NESTING: u32 = 6, 1 => 96, "levels";
}

/// Whether [`lower`] builds this view of the term; otherwise it is an operator of another theory.
pub fn is_ours(pool: &Pool, term: Term, view: View) -> bool {
    view == View::Number || pool.op(term) >= Op::FAdd
}

fn is_operation(pool: &Pool, term: Term) -> bool {
    pool.float_target(term).is_some()
}

/// Whether the number is cheaper than the number of the pattern.
fn is_number(pool: &Pool, term: Term, nesting: u32) -> bool {
    let Some(nesting) = nesting.checked_sub(1) else {
        return false;
    };
    let args = pool.args(term);
    match pool.op(term) {
        Op::Ite => is_number(pool, args[1], nesting) || is_number(pool, args[2], nesting),
        _ if is_operation(pool, term) => true,
        _ => sign_change(pool, term).is_some_and(|(_, changed)| is_number(pool, changed, nesting)),
    }
}

/// The sign change that a term represents, and its operand.
fn sign_change(pool: &Pool, term: Term) -> Option<(Function, Term)> {
    let sign = 1u128 << (pool.width(term).clamp(1, 128) - 1);
    match (pool.op(term), pool.args(term)) {
        (Op::BitXor, &[a, mask]) if pool.as_bits(mask) == Some(sign) => Some((Function::Negate, a)),
        (Op::BitAnd, &[a, mask]) if pool.as_bits(mask) == Some(sign - 1) => {
            Some((Function::Magnitude, a))
        }
        _ => None,
    }
}

/// The format of patterns of a width.
fn kind_of(width: u32) -> Option<FloatKind> {
    FloatKind::ALL
        .into_iter()
        .find(|kind| kind.width() == width)
}

/// The theory's format of the numbers that patterns of a width stand for.
pub fn format_of(width: u32) -> Format {
    format(kind_of(width).unwrap_or(FloatKind::F64))
}

fn format(kind: FloatKind) -> Format {
    (kind.exponent_bits(), kind.precision())
}

/// Builds a view of a term from the expressions that it depends on, which `get` returns. `None` if
/// the operator belongs to another theory.
///
/// # Errors
/// Those of the theory's functions.
pub fn lower<T: Theory>(
    theory: &mut T,
    pool: &Pool,
    term: Term,
    view: View,
    get: impl Fn(Term, View) -> T::Expr,
) -> Option<Result<T::Expr, T::Error>> {
    if !is_ours(pool, term, view) {
        return None;
    }
    let mut lowering = Lowering { theory, pool, get };
    Some(match (view, pool.float_target(term)) {
        (View::Number, Some(target)) => lowering.operation(term, target),
        (View::Number, None) => lowering.number(term),
        (View::Bits, Some(target)) => lowering.pattern(term, target),
        (View::Bits, None) => lowering.test(term),
    })
}

struct Lowering<'a, T: Theory, G> {
    theory: &'a mut T,
    pool: &'a Pool,
    get: G,
}

impl<T: Theory, G: Fn(Term, View) -> T::Expr> Lowering<'_, T, G> {
    fn number_of(&self, term: Term) -> T::Expr {
        (self.get)(term, View::Number)
    }

    fn bits_of(&self, term: Term) -> T::Expr {
        (self.get)(term, View::Bits)
    }

    fn apply<const N: usize>(
        &mut self,
        function: Function,
        args: [&T::Expr; N],
    ) -> Result<T::Expr, T::Error> {
        self.theory.apply(function, &args.map(T::Expr::clone))
    }

    /// The number that an operation computes.
    fn operation(&mut self, term: Term, target: FloatKind) -> Result<T::Expr, T::Error> {
        let pool = self.pool;
        let args = pool.args(term);
        let function = match pool.op(term) {
            Op::FAdd => Function::Add,
            Op::FSub => Function::Sub,
            Op::FMul => Function::Mul,
            Op::FDiv => Function::Div,
            Op::FRem => return self.rest(term, target),
            Op::FFma => Function::Fma,
            Op::FSqrt => Function::Sqrt,
            Op::SToF => {
                return self.apply(
                    Function::FromSigned(format(target)),
                    [&self.bits_of(args[0])],
                );
            }
            Op::UToF => {
                return self.apply(
                    Function::FromUnsigned(format(target)),
                    [&self.bits_of(args[0])],
                );
            }
            Op::FToF if pool.float_kind(term) == Some(target) => return Ok(self.number_of(args[0])),
            Op::FToF => Function::Convert(format(target)),
            _ => Function::Round(pool.integral(term).unwrap_or(Integral::NearestEven)),
        };
        let numbers: smallvec::SmallVec<[T::Expr; 3]> =
            args.iter().map(|&arg| self.number_of(arg)).collect();
        self.theory.apply(function, &numbers)
    }

    /// C's `fmod`. The theory's remainder rounds the quotient to nearest, and backends take too long
    /// for it.
    ///
    /// As long as the integer part of the quotient is exact, `fma` computes the rest from it, and
    /// where the quotient was rounded up to an integer, the rest is too small by the divisor.
    /// Of greater quotients, the rest is any number below the divisor: what holds of it holds of
    /// `fmod`, but not each model is one ([`Op::FRem`] is evaluated to tell).
    fn rest(&mut self, term: Term, kind: FloatKind) -> Result<T::Expr, T::Error> {
        let args = self.pool.args(term);
        let [a, b] = [args[0], args[1]].map(|arg| self.number_of(arg));
        let (dividend, divisor) = (
            self.apply(Function::Magnitude, [&a])?,
            self.apply(Function::Magnitude, [&b])?,
        );
        let zero = self.known(kind, 0)?;
        let quotient = self.apply(Function::Div, [&dividend, &divisor])?;
        let whole = self.apply(Function::Round(Integral::Trunc), [&quotient])?;
        let negated = self.apply(Function::Negate, [&whole])?;
        let rest = self.apply(Function::Fma, [&negated, &divisor, &dividend])?;
        let above = self.apply(Function::Add, [&rest, &divisor])?;
        let is_below = self.apply(Function::Less, [&rest, &zero])?;
        let exact = self.apply(Function::Ite, [&is_below, &above, &rest])?;

        let infinity = self.known(kind, float::infinity(kind, false))?;
        let some = self.below(kind, &divisor)?;
        let most = float::from_int(kind, 1 << (kind.precision() - 1), 128, false);
        let most = self.known(kind, most)?;
        let is_great = self.apply(Function::Less, [&most, &quotient])?;
        let is_nonzero = self.apply(Function::Less, [&zero, &divisor])?;
        let is_finite = self.apply(Function::Less, [&dividend, &infinity])?;
        let is_rest = self.apply(Function::And, [&is_nonzero, &is_finite])?;
        let is_great = self.apply(Function::And, [&is_great, &is_rest])?;
        let rest = self.apply(Function::Ite, [&is_great, &some, &exact])?;

        // `fma` multiplies 0 by an infinite divisor.
        let is_infinite = self.apply(Function::NumberEqual, [&divisor, &infinity])?;
        let is_whole = self.apply(Function::And, [&is_infinite, &is_finite])?;
        let rest = self.apply(Function::Ite, [&is_whole, &dividend, &rest])?;
        let sign = kind.width() - 1;
        let sign = self.apply(Function::Extract(sign, sign), [&self.bits_of(args[0])])?;
        let set = self.theory.constant(1, 1)?;
        let is_negative = self.apply(Function::Equal, [&sign, &set])?;
        let negated = self.apply(Function::Negate, [&rest])?;
        self.apply(Function::Ite, [&is_negative, &negated, &rest])
    }

    /// Any number from 0 on that is below a divisor, if the divisor is above 0.
    fn below(&mut self, kind: FloatKind, divisor: &T::Expr) -> Result<T::Expr, T::Error> {
        let (exponent, precision) = format(kind);
        let unknown = self.theory.unknown(exponent + precision)?;
        let number = self.apply(Function::FromBits((exponent, precision)), [&unknown])?;
        let number = self.apply(Function::Magnitude, [&number])?;
        let is_below = self.apply(Function::Less, [&number, divisor])?;
        let zero = self.known(kind, 0)?;
        self.apply(Function::Ite, [&is_below, &number, &zero])
    }

    /// The number of a pattern that is not the result of an operation.
    fn number(&mut self, term: Term) -> Result<T::Expr, T::Error> {
        let args = self.pool.args(term);
        if self.pool.op(term) == Op::Ite && is_number(self.pool, term, MOST_NESTING.get()) {
            let (condition, a, b) = (
                self.bits_of(args[0]),
                self.number_of(args[1]),
                self.number_of(args[2]),
            );
            return self.apply(Function::Ite, [&condition, &a, &b]);
        }
        if let Some((function, changed)) = sign_change(self.pool, term)
            && is_number(self.pool, changed, MOST_NESTING.get())
        {
            return self.apply(function, [&self.number_of(changed)]);
        }
        let bits = self.bits_of(term);
        match kind_of(self.pool.width(term)) {
            Some(FloatKind::F80) => self.extended(&bits),
            kind => self.apply(
                Function::FromBits(format(kind.unwrap_or(FloatKind::F64))),
                [&bits],
            ),
        }
    }

    /// The number that a pattern of the 80-bit format stands for.
    fn extended(&mut self, bits: &T::Expr) -> Result<T::Expr, T::Error> {
        let sign = self.apply(Function::Extract(79, 79), [bits])?;
        let exponent = self.apply(Function::Extract(78, 64), [bits])?;
        let integer = self.apply(Function::Extract(63, 63), [bits])?;
        let fraction = self.apply(Function::Extract(62, 0), [bits])?;
        let (zero, one) = (self.theory.constant(15, 0)?, self.theory.constant(15, 1)?);
        let least = self.apply(Function::Equal, [&exponent, &zero])?;
        let set = self.theory.constant(1, 1)?;
        let set = self.apply(Function::Equal, [&integer, &set])?;
        let (not_least, not_set) = (
            self.apply(Function::Not, [&least])?,
            self.apply(Function::Not, [&set])?,
        );
        let pseudo_denormal = self.apply(Function::And, [&least, &set])?;
        let exponent = self.apply(Function::Ite, [&pseudo_denormal, &one, &exponent])?;
        let pattern = self.apply(Function::Concat, [&sign, &exponent])?;
        let pattern = self.apply(Function::Concat, [&pattern, &fraction])?;
        let refused = self.apply(Function::And, [&not_least, &not_set])?;
        let nan = self.theory.constant(79, u128::MAX >> 49)?;
        let pattern = self.apply(Function::Ite, [&refused, &nan, &pattern])?;
        self.apply(Function::FromBits(format(FloatKind::F80)), [&pattern])
    }

    /// The pattern that an operation returns.
    fn pattern(&mut self, term: Term, target: FloatKind) -> Result<T::Expr, T::Error> {
        let number = self.number_of(term);
        let (exponent, precision) = format(target);
        let unknown = self.theory.unknown(exponent + precision)?;
        let read = self.apply(Function::FromBits((exponent, precision)), [&unknown])?;
        let same = self.apply(Function::Equal, [&read, &number])?;
        self.theory.define(same)?;
        let pattern = match target {
            FloatKind::F80 => self.with_integer_bit(&unknown)?,
            _ => unknown,
        };
        if matches!(self.pool.op(term), Op::SToF | Op::UToF) {
            return Ok(pattern);
        }
        let nan = self.nan_pattern(term, target)?;
        let is_nan = self.apply(Function::IsNan, [&number])?;
        self.apply(Function::Ite, [&is_nan, &nan, &pattern])
    }

    /// The 80-bit pattern for one without the integer bit, which is set except for the least
    /// exponent.
    fn with_integer_bit(&mut self, pattern: &T::Expr) -> Result<T::Expr, T::Error> {
        let upper = self.apply(Function::Extract(78, 63), [pattern])?;
        let exponent = self.apply(Function::Extract(77, 63), [pattern])?;
        let fraction = self.apply(Function::Extract(62, 0), [pattern])?;
        let zero = self.theory.constant(15, 0)?;
        let least = self.apply(Function::Equal, [&exponent, &zero])?;
        let (clear, set) = (self.theory.constant(1, 0)?, self.theory.constant(1, 1)?);
        let integer = self.apply(Function::Ite, [&least, &clear, &set])?;
        let upper = self.apply(Function::Concat, [&upper, &integer])?;
        self.apply(Function::Concat, [&upper, &fraction])
    }

    /// The pattern that an operation returns where its result is not a number.
    fn nan_pattern(&mut self, term: Term, target: FloatKind) -> Result<T::Expr, T::Error> {
        let mut result = self
            .theory
            .constant(target.width(), float::default_nan(target))?;
        for &arg in self.pool.args(term).iter().rev() {
            let (number, bits) = (self.number_of(arg), self.bits_of(arg));
            let kind = kind_of(self.pool.width(arg)).unwrap_or(target);
            let quiet = self.quiet(kind, target, &bits)?;
            let is_nan = self.apply(Function::IsNan, [&number])?;
            result = self.apply(Function::Ite, [&is_nan, &quiet, &result])?;
        }
        Ok(result)
    }

    /// A pattern that is not a number, made quiet, in another format.
    fn quiet(
        &mut self,
        kind: FloatKind,
        target: FloatKind,
        bits: &T::Expr,
    ) -> Result<T::Expr, T::Error> {
        // The significand of a NaN keeps its upper bits.
        let (old, new) = (kind.precision() - 1, target.precision() - 1);
        let mut content =
            self.apply(Function::Extract(old - 1, old.saturating_sub(new)), [bits])?;
        if new > old {
            let zeros = self.theory.constant(new - old, 0)?;
            content = self.apply(Function::Concat, [&content, &zeros])?;
        }
        let sign = self.apply(
            Function::Extract(kind.width() - 1, kind.width() - 1),
            [bits],
        )?;
        let infinity = float::infinity(target, false);
        let upper = self
            .theory
            .constant(target.width() - 1 - new, infinity >> new)?;
        let pattern = self.apply(Function::Concat, [&sign, &upper])?;
        let pattern = self.apply(Function::Concat, [&pattern, &content])?;
        let quiet_bit = self
            .theory
            .constant(target.width(), float::quiet_bit(target))?;
        let pattern = self.apply(Function::BitOr, [&pattern, &quiet_bit])?;
        if kind != FloatKind::F80 {
            return Ok(pattern);
        }
        // An invalid pattern that is not a NaN has no payload to keep.
        let infinity = self.theory.constant(80, float::infinity(kind, false))?;
        let masked = self.apply(Function::BitAnd, [bits, &infinity])?;
        let proper = self.apply(Function::Equal, [&masked, &infinity])?;
        let default = self
            .theory
            .constant(target.width(), float::default_nan(target))?;
        self.apply(Function::Ite, [&proper, &pattern, &default])
    }

    /// A comparison, or a conversion to an integer.
    fn test(&mut self, term: Term) -> Result<T::Expr, T::Error> {
        let pool = self.pool;
        let args = pool.args(term);
        let a = self.number_of(args[0]);
        let function = match pool.op(term) {
            Op::FEq if args[0] == args[1] => {
                let is_nan = self.apply(Function::IsNan, [&a])?;
                return self.apply(Function::Not, [&is_nan]);
            }
            Op::FEq => Function::NumberEqual,
            Op::FLt => Function::Less,
            Op::FLe => Function::LessOrEqual,
            _ => return self.integer(term, &a),
        };
        self.apply(function, [&a, &self.number_of(args[1])])
    }

    /// The integer part of a number, 0 where it does not fit.
    fn integer(&mut self, term: Term, a: &T::Expr) -> Result<T::Expr, T::Error> {
        let (width, signed) = (self.pool.width(term), self.pool.op(term) == Op::FToS);
        let kind = self.pool.float_kind(term).unwrap_or(FloatKind::F64);
        let fitting = Fitting::of(kind, width, signed);
        let (low, high) = (
            self.known(kind, fitting.low)?,
            self.known(kind, fitting.high)?,
        );
        let from = match fitting.with_low {
            true => Function::LessOrEqual,
            false => Function::Less,
        };
        let (above, below) = (
            self.apply(from, [&low, a])?,
            self.apply(Function::Less, [a, &high])?,
        );
        let fits = self.apply(Function::And, [&above, &below])?;
        let convert = match signed {
            true => Function::ToSigned(width),
            false => Function::ToUnsigned(width),
        };
        let (value, zero) = (self.apply(convert, [a])?, self.theory.constant(width, 0)?);
        self.apply(Function::Ite, [&fits, &value, &zero])
    }

    /// A constant number.
    fn known(&mut self, kind: FloatKind, bits: u128) -> Result<T::Expr, T::Error> {
        let pattern = self.theory.constant(kind.width(), bits)?;
        match kind {
            FloatKind::F80 => self.extended(&pattern),
            _ => self.apply(Function::FromBits(format(kind)), [&pattern]),
        }
    }
}
