//! The keywords of the textual form for operators.

use crate::op::{BinaryOp, CastOp, CompareOp, UnaryOp};

macro_rules! words {
    ($ty:ident { $($variant:ident = $word:literal,)* }) => {
        impl $ty {
            /// All of them.
            pub const ALL: &'static [$ty] = &[$($ty::$variant,)*];

            /// The keyword of the textual form.
            pub fn word(self) -> &'static str {
                match self { $($ty::$variant => $word,)* }
            }

            /// The operator of a keyword of the textual form.
            pub fn from_word(word: &str) -> Option<$ty> {
                match word { $($word => Some($ty::$variant),)* _ => None }
            }
        }
    };
}

words!(UnaryOp {
    Not = "not",
    Neg = "neg",
    FNeg = "fneg",
    FAbs = "fabs",
    FSqrt = "fsqrt",
    Freeze = "freeze",
    CountLeadingZeros = "clz",
    CountTrailingZeros = "ctz",
    PopCount = "popcount",
    ByteSwap = "bswap",
    BitReverse = "bitreverse",
});

words!(BinaryOp {
    Add = "add",
    Sub = "sub",
    Mul = "mul",
    UDiv = "udiv",
    SDiv = "sdiv",
    URem = "urem",
    SRem = "srem",
    Shl = "shl",
    LShr = "lshr",
    AShr = "ashr",
    And = "and",
    Or = "or",
    Xor = "xor",
    SMin = "smin",
    SMax = "smax",
    UMin = "umin",
    UMax = "umax",
    SAddSat = "sadd_sat",
    UAddSat = "uadd_sat",
    SSubSat = "ssub_sat",
    USubSat = "usub_sat",
    FAdd = "fadd",
    FSub = "fsub",
    FMul = "fmul",
    FDiv = "fdiv",
    FRem = "frem",
    FCopySign = "fcopysign",
    FMin = "fmin",
    FMax = "fmax",
});

words!(CompareOp {
    Eq = "eq",
    Ne = "ne",
    Ult = "ult",
    Ule = "ule",
    Slt = "slt",
    Sle = "sle",
    FEq = "feq",
    FLt = "flt",
    FLe = "fle",
    FUnordered = "funordered",
    SAddOverflows = "sadd_overflows",
    UAddOverflows = "uadd_overflows",
    SSubOverflows = "ssub_overflows",
    USubOverflows = "usub_overflows",
    SMulOverflows = "smul_overflows",
    UMulOverflows = "umul_overflows",
});

words!(CastOp {
    ZExt = "zext",
    SExt = "sext",
    Trunc = "trunc",
    Bitcast = "bitcast",
    PtrToBits = "ptr_to_bits",
    BitsToPtr = "bits_to_ptr",
    FToS = "f_to_s",
    FToU = "f_to_u",
    SToF = "s_to_f",
    UToF = "u_to_f",
    FToF = "f_to_f",
    FromAny = "from_any",
    ToAny = "to_any",
});
