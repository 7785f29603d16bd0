//! The theory of floating-point numbers in Bitwuzla.

use bitwuzla_sys as ffi;
use sheaf_float::Integral;
use sheaf_term::theory::{Format, Function, Theory};

use super::instance::{Handle, Instance};

/// Builds Bitwuzla's floating-point terms.
pub struct Floats<'a> {
    pub instance: &'a Instance,
}

/// A function in Bitwuzla's terms.
struct Kind {
    kind: ffi::BitwuzlaKind,
    /// The rounding mode, which precedes the arguments.
    mode: Option<ffi::BitwuzlaRoundingMode>,
    indices: [u64; 2],
    index_count: usize,
}

fn plain(kind: ffi::BitwuzlaKind) -> Kind {
    Kind {
        kind,
        mode: None,
        indices: [0; 2],
        index_count: 0,
    }
}

fn rounding(kind: ffi::BitwuzlaKind, mode: ffi::BitwuzlaRoundingMode) -> Kind {
    Kind {
        mode: Some(mode),
        ..plain(kind)
    }
}

impl Kind {
    fn with_format(self, (exponent, significand): Format) -> Kind {
        Kind {
            indices: [exponent, significand].map(u64::from),
            index_count: 2,
            ..self
        }
    }

    fn with_width(self, width: u32) -> Kind {
        Kind {
            indices: [u64::from(width), 0],
            index_count: 1,
            ..self
        }
    }
}

fn mode(integral: Integral) -> ffi::BitwuzlaRoundingMode {
    match integral {
        Integral::Floor => ffi::BITWUZLA_RM_RTN,
        Integral::Ceil => ffi::BITWUZLA_RM_RTP,
        Integral::Trunc => ffi::BITWUZLA_RM_RTZ,
        Integral::NearestEven => ffi::BITWUZLA_RM_RNE,
        Integral::NearestAway => ffi::BITWUZLA_RM_RNA,
    }
}

fn kind(function: Function) -> Kind {
    let nearest = |kind| rounding(kind, ffi::BITWUZLA_RM_RNE);
    let to_zero = |kind| rounding(kind, ffi::BITWUZLA_RM_RTZ);
    match function {
        Function::Equal => plain(ffi::BITWUZLA_KIND_EQUAL),
        Function::Ite => plain(ffi::BITWUZLA_KIND_ITE),
        Function::And => plain(ffi::BITWUZLA_KIND_AND),
        Function::Not => plain(ffi::BITWUZLA_KIND_NOT),
        Function::BitAnd => plain(ffi::BITWUZLA_KIND_BV_AND),
        Function::BitOr => plain(ffi::BITWUZLA_KIND_BV_OR),
        Function::Concat => plain(ffi::BITWUZLA_KIND_BV_CONCAT),
        Function::Extract(high, low) => {
            plain(ffi::BITWUZLA_KIND_BV_EXTRACT).with_format((high, low))
        }
        Function::FromBits(format) => {
            plain(ffi::BITWUZLA_KIND_FP_TO_FP_FROM_BV).with_format(format)
        }
        Function::Add => nearest(ffi::BITWUZLA_KIND_FP_ADD),
        Function::Sub => nearest(ffi::BITWUZLA_KIND_FP_SUB),
        Function::Mul => nearest(ffi::BITWUZLA_KIND_FP_MUL),
        Function::Div => nearest(ffi::BITWUZLA_KIND_FP_DIV),
        Function::Fma => nearest(ffi::BITWUZLA_KIND_FP_FMA),
        Function::Sqrt => nearest(ffi::BITWUZLA_KIND_FP_SQRT),
        Function::Round(integral) => rounding(ffi::BITWUZLA_KIND_FP_RTI, mode(integral)),
        Function::NumberEqual => plain(ffi::BITWUZLA_KIND_FP_EQUAL),
        Function::Less => plain(ffi::BITWUZLA_KIND_FP_LT),
        Function::LessOrEqual => plain(ffi::BITWUZLA_KIND_FP_LEQ),
        Function::IsNan => plain(ffi::BITWUZLA_KIND_FP_IS_NAN),
        Function::Negate => plain(ffi::BITWUZLA_KIND_FP_NEG),
        Function::Magnitude => plain(ffi::BITWUZLA_KIND_FP_ABS),
        Function::Convert(format) => {
            nearest(ffi::BITWUZLA_KIND_FP_TO_FP_FROM_FP).with_format(format)
        }
        Function::FromSigned(format) => {
            nearest(ffi::BITWUZLA_KIND_FP_TO_FP_FROM_SBV).with_format(format)
        }
        Function::FromUnsigned(format) => {
            nearest(ffi::BITWUZLA_KIND_FP_TO_FP_FROM_UBV).with_format(format)
        }
        Function::ToSigned(width) => to_zero(ffi::BITWUZLA_KIND_FP_TO_SBV).with_width(width),
        Function::ToUnsigned(width) => to_zero(ffi::BITWUZLA_KIND_FP_TO_UBV).with_width(width),
    }
}

impl Floats<'_> {
    /// An integer that is to be converted to a format, one bit wider where SymFPU could not round
    /// it: rounding takes two bits more than the significand has, or none. With one bit more, it
    /// takes bits that are not there, as a vector of 2^32 bits. SymFPU adds a bit to a signed
    /// integer itself.
    fn roundable(&self, format: Format, integer: Handle, signed: bool) -> Result<Handle, String> {
        let (_, significand) = format;
        let (kind, width) = match signed {
            true => (
                ffi::BITWUZLA_KIND_BV_SIGN_EXTEND,
                self.instance.width(integer) + 1,
            ),
            false => (
                ffi::BITWUZLA_KIND_BV_ZERO_EXTEND,
                self.instance.width(integer),
            ),
        };
        match width == u64::from(significand) + 1 {
            true => self.instance.apply(kind, &[integer], &[1]),
            false => Ok(integer),
        }
    }
}

impl Theory for Floats<'_> {
    type Expr = Handle;
    type Error = String;

    fn constant(&mut self, width: u32, value: u128) -> Result<Handle, String> {
        match u64::try_from(value) {
            Ok(value) if width <= 64 => self.instance.small_bits(width, value),
            _ => self.instance.bits(width, &format!("{value:x}")),
        }
    }

    fn apply(&mut self, function: Function, args: &[Handle]) -> Result<Handle, String> {
        let integer = match (function, args) {
            (Function::FromSigned(format), &[integer]) => {
                Some(self.roundable(format, integer, true)?)
            }
            (Function::FromUnsigned(format), &[integer]) => {
                Some(self.roundable(format, integer, false)?)
            }
            _ => None,
        };
        let args = integer.as_ref().map_or(args, std::slice::from_ref);
        let Kind {
            kind,
            mode,
            indices,
            index_count,
        } = kind(function);
        let mode = mode.map(|mode| self.instance.rounding(mode)).transpose()?;
        let args: smallvec::SmallVec<[Handle; 4]> =
            mode.into_iter().chain(args.iter().copied()).collect();
        self.instance.apply(kind, &args, &indices[..index_count])
    }

    fn unknown(&mut self, width: u32) -> Result<Handle, String> {
        self.instance.unknown(self.instance.bits_sort(width))
    }

    fn define(&mut self, truth: Handle) -> Result<(), String> {
        self.instance.assert(truth)
    }
}
