//! Operators on floating-point bit patterns: their payload, and evaluation by `sheaf_float`.

use crate::constant::Constant;
use sheaf_float::{self as float, FloatKind, Integral};

/// The payload of an operator on floats; unused fields have their first value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Formats {
    /// The format of the arguments; where these are integers, of the result.
    pub(crate) kind: FloatKind,
    /// The format of the result of a conversion between formats.
    pub(crate) target: FloatKind,
    /// The rounding to an integer.
    pub(crate) integral: Integral,
    /// The width of a result that is an integer.
    pub(crate) width: u32,
}

/// The ways to round to an integer, by their number in a payload.
const INTEGRALS: [Integral; 5] = [
    Integral::Floor,
    Integral::Ceil,
    Integral::Trunc,
    Integral::NearestEven,
    Integral::NearestAway,
];

impl Formats {
    /// The format of the arguments alone.
    pub(crate) fn of(kind: FloatKind) -> Formats {
        Formats {
            kind,
            target: FloatKind::F16,
            integral: Integral::Floor,
            width: 0,
        }
    }

    pub(crate) fn pack(self) -> u64 {
        self.kind as u64
            | (self.target as u64) << 8
            | (self.integral as u64) << 16
            | u64::from(self.width) << 32
    }

    fn truth(self, value: u128) -> Constant {
        Constant::Bool(value == 1)
    }

    fn float(self, value: u128) -> Constant {
        Constant::bits(self.kind.width(), value)
    }

    fn target(self, value: u128) -> Constant {
        Constant::bits(self.target.width(), value)
    }

    fn integer(self, value: u128) -> Constant {
        Constant::bits(self.width, value)
    }

    /// The inverse of [`Formats::pack`].
    #[inline]
    pub(crate) fn unpack(payload: u64) -> Formats {
        let byte = |shift: u32| usize::from((payload >> shift) as u8);
        Formats {
            kind: FloatKind::ALL[byte(0)],
            target: FloatKind::ALL[byte(8)],
            integral: INTEGRALS[byte(16)],
            width: (payload >> 32) as u32,
        }
    }
}

/// The operators on arguments in the low bits of a word, with the width of the first; booleans are
/// 0 and 1. Each is expanded to a function for the table's columns of small and of large values.
macro_rules! evaluate {
    ($($name:ident: $result_is:ident = |$f:pat_param, $args:pat_param, $width:pat_param| $result:expr;)*) => {
        pub(in crate::op) mod small {
            use super::*;
            use crate::op::Small;
            $(pub(in crate::op) fn $name(s: &Small) -> u64 {
                let ($f, $args, $width) = (Formats::unpack(s.payload), s.args.map(u128::from), s.width);
                u128::from($result) as u64
            })*
        }

        pub(in crate::op) mod large {
            use super::*;
            $(pub(in crate::op) fn $name(args: &[Constant], payload: u64) -> Option<Constant> {
                let formats = Formats::unpack(payload);
                let mut words = [0; 3];
                for (word, arg) in words.iter_mut().zip(args) {
                    *word = arg.as_bits()?;
                }
                let ($f, $args, $width) = (formats, words, args[0].as_vector()?.width());
                Some(formats.$result_is(u128::from($result)))
            })*
        }
    };
}

evaluate! {
    fadd: float = |f, [a, b, _], _| float::add(f.kind, a, b);
    fsub: float = |f, [a, b, _], _| float::sub(f.kind, a, b);
    fmul: float = |f, [a, b, _], _| float::mul(f.kind, a, b);
    fdiv: float = |f, [a, b, _], _| float::div(f.kind, a, b);
    frem: float = |f, [a, b, _], _| float::fmod(f.kind, a, b);
    ffma: float = |f, [a, b, c], _| float::fma(f.kind, a, b, c);
    fsqrt: float = |f, [a, _, _], _| float::sqrt(f.kind, a);
    fround: float = |f, [a, _, _], _| float::to_integral(f.kind, a, f.integral);
    feq: truth = |f, [a, b, _], _| float::eq(f.kind, a, b);
    flt: truth = |f, [a, b, _], _| float::lt(f.kind, a, b);
    fle: truth = |f, [a, b, _], _| float::le(f.kind, a, b);
    ftof: target = |f, [a, _, _], _| float::to_float(f.kind, f.target, a);
    stof: float = |f, [a, _, _], width| float::from_int(f.kind, a, width, true);
    utof: float = |f, [a, _, _], width| float::from_int(f.kind, a, width, false);
    ftos: integer = |f, [a, _, _], _| float::to_int(f.kind, a, f.width, true).unwrap_or(0);
    ftou: integer = |f, [a, _, _], _| float::to_int(f.kind, a, f.width, false).unwrap_or(0);
}
