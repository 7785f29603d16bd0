//! The operators: one table of arity, sort rule, evaluation and SMT-LIB name.
//!
//! Sort checking, constant folding, the evaluator and the printers all read this table, so a new
//! operator is one variant of [`Op`], one row of [`OPERATORS`], and a builder.

pub(crate) mod float;
mod large;
mod small;
mod sorts;

use crate::constant::Constant;
use crate::sort::Sort;
pub(crate) use small::Small;

/// The operator of a term. Further comparisons (`ule`, `ne`, ...) are built from these.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Op {
    /// A truth value.
    BoolConst,
    /// A bit-vector value.
    BitsConst,
    /// An integer value.
    IntConst,
    /// An unknown that models give a value.
    Symbol,
    /// Negation of a truth value.
    Not,
    /// Conjunction of two truth values.
    And,
    /// Disjunction of two truth values.
    Or,
    /// Equality at any sort.
    Eq,
    /// `(condition, then, else)` at any sort.
    Ite,
    /// All bits inverted.
    Complement,
    /// Two's complement.
    Neg,
    /// Sum modulo 2^width.
    Add,
    /// Difference modulo 2^width.
    Sub,
    /// Product modulo 2^width.
    Mul,
    /// Unsigned quotient; all ones for a zero divisor.
    Udiv,
    /// Unsigned remainder; the dividend for a zero divisor.
    Urem,
    /// Signed quotient rounded towards zero; 1 or all ones for a zero divisor.
    Sdiv,
    /// Signed remainder with the dividend's sign; the dividend for a zero divisor.
    Srem,
    /// Left shift; zero from the width on.
    Shl,
    /// Right shift that fills with zeros.
    Lshr,
    /// Right shift that fills with the sign.
    Ashr,
    /// Bitwise and.
    BitAnd,
    /// Bitwise or.
    BitOr,
    /// Bitwise exclusive or.
    BitXor,
    /// Unsigned less than.
    Ult,
    /// Signed less than.
    Slt,
    /// `(high, low)` bits side by side.
    Concat,
    /// Bits `high` down to `low` of the argument; see
    /// [`Pool::extract_bounds`](crate::Pool::extract_bounds).
    Extract,
    /// Extension with zeros to the width of the term.
    Zext,
    /// Extension with the sign to the width of the term.
    Sext,
    /// Sum of integers.
    IntAdd,
    /// Product of integers.
    IntMul,
    /// Quotient of integers rounded towards zero, as in C; 0 for a zero divisor.
    IntDiv,
    /// Remainder of integers with the sign of the dividend, as in C; the dividend for a zero
    /// divisor.
    IntRem,
    /// Less than on integers.
    IntLt,
    /// The unsigned value of a bit-vector as an integer.
    BitsToInt,
    /// An integer modulo 2^width as a bit-vector of the term's width.
    IntToBits,
    /// The array that holds the argument everywhere.
    ConstArray,
    /// `(array, index)`: the element at the index.
    Select,
    /// `(array, index, element)`: the array with one element replaced.
    Store,
    // Floating-point operators take and give bit patterns of a format, and compute what
    // `sheaf_float` computes, the bits of results that are not numbers included. They round to
    // nearest even.
    /// Floating-point sum.
    FAdd,
    /// Floating-point difference.
    FSub,
    /// Floating-point product.
    FMul,
    /// Floating-point quotient.
    FDiv,
    /// C's `fmod`: the rest of a quotient rounded towards zero, exact.
    FRem,
    /// `(a, b, c)`: `a * b + c`, rounded once.
    FFma,
    /// Floating-point square root.
    FSqrt,
    /// The number rounded to an integer; see [`Pool::integral`](crate::Pool::integral).
    FRound,
    /// Both are numbers, and equal.
    FEq,
    /// Both are numbers, and the first is less.
    FLt,
    /// Both are numbers, and the first is not greater.
    FLe,
    /// A number in another format; see [`Pool::float_target`](crate::Pool::float_target).
    FToF,
    /// The number nearest to a signed integer.
    SToF,
    /// The number nearest to an unsigned integer.
    UToF,
    /// The integer part as a signed integer of the term's width; 0 where it does not fit and for
    /// NaN.
    FToS,
    /// The integer part as an unsigned integer of the term's width; 0 where it does not fit and for
    /// NaN.
    FToU,
}

/// One row of the table of operators.
pub struct Operator {
    /// The operator of this row.
    pub op: Op,
    /// The name in SMT-LIB 2.6, without indices. Names that start with `sheaf.` are functions that
    /// the printer defines.
    pub smtlib: &'static str,
    /// The number of arguments.
    pub arity: usize,
    /// The order of the two arguments does not matter.
    pub commutative: bool,
    /// The sort of the result for arguments of these sorts and this payload; none if they do not
    /// fit.
    pub(crate) sort: fn(&[Sort], u64) -> Option<Sort>,
    /// Evaluation when the result and all arguments are truth values or bit-vectors of at most 64
    /// bits.
    pub(crate) small: fn(&Small) -> u64,
    /// The same for rows of arguments of equal length, with widths and payload as given; the rows
    /// of missing arguments are not read.
    pub(crate) columns: fn(&mut [u64], [&[u64]; 3], &Small),
    /// Evaluation at any sort and width; none if the arguments do not fit.
    pub(crate) large: fn(&[Constant], u64) -> Option<Constant>,
}

impl Op {
    /// The operator's row in the table.
    #[inline]
    pub fn info(self) -> &'static Operator {
        &OPERATORS[self as usize]
    }
}

macro_rules! operators {
    ($($op:ident $smtlib:literal $arity:literal $commutative:literal $sort:ident $small:ident $large:ident;)*) => {
        /// All operators, in the order of [`Op`].
        pub static OPERATORS: &[Operator] = &[$(Operator {
            op: Op::$op,
            smtlib: $smtlib,
            arity: $arity,
            commutative: $commutative,
            sort: sorts::$sort,
            small: small::$small,
            // A function of its own for each operator, so that the loop can be vectorised.
            columns: |results, [a, b, c], shape| {
                for (((result, a), b), c) in results.iter_mut().zip(a).zip(b).zip(c) {
                    *result = small::$small(&Small { args: [*a, *b, *c], ..*shape });
                }
            },
            large: large::$large,
        }),*];
    };
}

operators! {
    // operator  SMT-LIB      arity commutes sort        <=64 bits    any width
    BoolConst   ""             0 false      leaf          none         none;
    BitsConst   ""             0 false      leaf          none         none;
    IntConst    ""             0 false      leaf          none         none;
    Symbol      ""             0 false      leaf          none         none;
    Not         "not"          1 false      bools         not          not;
    And         "and"          2 true       bools         bit_and      and;
    Or          "or"           2 true       bools         bit_or       or;
    Eq          "="            2 true       relation      eq           eq;
    Ite         "ite"          3 false      ite           ite          ite;
    Complement  "bvnot"        1 false      same_bits     complement   complement;
    Neg         "bvneg"        1 false      same_bits     neg          neg;
    Add         "bvadd"        2 true       same_bits     add          add;
    Sub         "bvsub"        2 false      same_bits     sub          sub;
    Mul         "bvmul"        2 true       same_bits     mul          mul;
    Udiv        "bvudiv"       2 false      same_bits     udiv         udiv;
    Urem        "bvurem"       2 false      same_bits     urem         urem;
    Sdiv        "bvsdiv"       2 false      same_bits     sdiv         sdiv;
    Srem        "bvsrem"       2 false      same_bits     srem         srem;
    Shl         "bvshl"        2 false      same_bits     shl          shl;
    Lshr        "bvlshr"       2 false      same_bits     lshr         lshr;
    Ashr        "bvashr"       2 false      same_bits     ashr         ashr;
    BitAnd      "bvand"        2 true       same_bits     bit_and      bit_and;
    BitOr       "bvor"         2 true       same_bits     bit_or       bit_or;
    BitXor      "bvxor"        2 true       same_bits     bit_xor      bit_xor;
    Ult         "bvult"        2 false      compare_bits  ult          ult;
    Slt         "bvslt"        2 false      compare_bits  slt          slt;
    Concat      "concat"       2 false      concat        concat       concat;
    Extract     "extract"      1 false      extract       extract      extract;
    Zext        "zero_extend"  1 false      extend        zext         zext;
    Sext        "sign_extend"  1 false      extend        sext         sext;
    IntAdd      "+"            2 true       integers      none         int_add;
    IntMul      "*"            2 true       integers      none         int_mul;
    IntDiv      "sheaf.div"    2 false      integers      none         int_div;
    IntRem      "sheaf.rem"    2 false      integers      none         int_rem;
    IntLt       "<"            2 false      compare_ints  none         int_lt;
    BitsToInt   "bv2nat"       1 false      bits_to_int   none         bits_to_int;
    IntToBits   "int2bv"       1 false      int_to_bits   none         int_to_bits;
    ConstArray  "const"        1 false      const_array   none         const_array;
    Select      "select"       2 false      select        none         select;
    Store       "store"        3 false      store         none         store;
    FAdd        "fp.add"       2 false      floats        fadd         fadd;
    FSub        "fp.sub"       2 false      floats        fsub         fsub;
    FMul        "fp.mul"       2 false      floats        fmul         fmul;
    FDiv        "fp.div"       2 false      floats        fdiv         fdiv;
    FRem        "sheaf.fmod"   2 false      floats        frem         frem;
    FFma        "fp.fma"       3 false      floats        ffma         ffma;
    FSqrt       "fp.sqrt"      1 false      floats        fsqrt        fsqrt;
    FRound      "fp.roundToIntegral" 1 false floats       fround       fround;
    FEq         "fp.eq"        2 true       compare_floats feq         feq;
    FLt         "fp.lt"        2 false      compare_floats flt         flt;
    FLe         "fp.leq"       2 false      compare_floats fle         fle;
    FToF        "to_fp"        1 false      float_to_float ftof        ftof;
    SToF        "to_fp"        1 false      int_to_float  stof         stof;
    UToF        "to_fp_unsigned" 1 false    int_to_float  utof         utof;
    FToS        "fp.to_sbv"    1 false      float_to_int  ftos         ftos;
    FToU        "fp.to_ubv"    1 false      float_to_int  ftou         ftou;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_operators() {
        for (position, row) in OPERATORS.iter().enumerate() {
            assert_eq!(row.op as usize, position, "{:?}", row.op);
            assert!(!row.commutative || row.arity == 2);
        }
        assert_eq!(OPERATORS.len(), Op::FToU as usize + 1);
    }
}
