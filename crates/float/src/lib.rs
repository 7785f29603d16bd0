//! Arithmetic on floating-point bit patterns: concrete, deterministic, and with the results of
//! x86-64.
//!
//! A number is the bit pattern of a [`FloatKind`] in the low bits of a `u128`; the bits above the
//! width are zero. Every result is rounded to nearest even, except in [`rounded`]. An operation
//! with NaN operands returns the first of them, made quiet; an invalid operation (`0/0`) returns
//! the quiet NaN with the sign set, as SSE does.
//!
//! - [`kind`]: the formats;
//! - here: classification, signs, and the only function that rounds;
//! - [`arithmetic`]: sums to square roots, comparisons;
//! - [`convert`]: between formats and to and from integers;
//! - [`rounded`]: the four basic operations under other rounding modes;
//! - [`print`]: C's `%f %e %g %a`;
//! - [`scan`]: C's `strtod`.

mod arithmetic;
mod convert;
mod kind;
mod print;
mod rounded;
mod scan;
#[cfg(test)]
mod tests;

pub use arithmetic::{
    Integral, add, div, eq, fma, fmod, le, lt, max, min, mul, remainder, sqrt, sub, to_integral,
    unordered,
};
pub use convert::{from_int, scale, to_float, to_int};
pub use kind::FloatKind;
pub use print::{FloatText, Format, Notation, shortest, to_text};
pub use rounded::{Arithmetic, Rounding, narrowed, rounded};
pub use scan::{Scanned, scan};

/// The layout of a format: from the top a sign bit, the exponent, and the significand.
#[derive(Clone, Copy)]
struct Layout {
    exponent_bits: u32,
    /// Bits of the significand, the integer bit included.
    precision: u32,
    /// Stored bits below the exponent; one more than implied by `precision` where the integer bit
    /// is stored.
    stored: u32,
}

fn layout(kind: FloatKind) -> Layout {
    let (exponent_bits, precision) = (kind.exponent_bits(), kind.precision());
    Layout {
        exponent_bits,
        precision,
        stored: kind.width() - 1 - exponent_bits,
    }
}

impl Layout {
    /// The exponent of the smallest normal number; the bias is one minus it.
    fn min_exponent(self) -> i32 {
        2 - (1 << (self.exponent_bits - 1))
    }

    /// The exponent field of infinities and NaNs.
    fn max_field(self) -> u128 {
        (1 << self.exponent_bits) - 1
    }

    fn sign_bit(self) -> u128 {
        1 << (self.exponent_bits + self.stored)
    }

    /// The bits of the significand below the integer bit.
    fn fraction_mask(self) -> u128 {
        (1 << (self.precision - 1)) - 1
    }

    /// The integer bit, where it is stored.
    fn integer_bit(self) -> u128 {
        if self.stored == self.precision {
            1 << (self.precision - 1)
        } else {
            0
        }
    }

    /// The highest bit of the fraction, which makes a NaN quiet.
    fn quiet_bit(self) -> u128 {
        1 << (self.precision - 2)
    }

    fn infinity(self) -> u128 {
        self.max_field() << self.stored | self.integer_bit()
    }
}

/// The value that a bit pattern represents.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Class {
    /// Also the patterns of the 80-bit format that are invalid operands on the processor.
    Nan,
    Infinite,
    /// `significand * 2^exponent`; the exponent of zero is meaningless.
    Finite {
        significand: u128,
        exponent: i32,
    },
}

fn class(kind: FloatKind, bits: u128) -> Class {
    let layout = layout(kind);
    let field = bits >> layout.stored & layout.max_field();
    let fraction = bits & layout.fraction_mask();
    let integer = match layout.integer_bit() {
        0 => field != 0,
        bit => bits & bit != 0,
    };
    if field != 0 && !integer {
        return Class::Nan;
    }
    if field == layout.max_field() {
        return if fraction == 0 {
            Class::Infinite
        } else {
            Class::Nan
        };
    }
    let significand = fraction | u128::from(integer) << (layout.precision - 1);
    let exponent = layout.min_exponent() + field.max(1) as i32 - layout.precision as i32;
    Class::Finite {
        significand,
        exponent,
    }
}

/// A rounded number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rounded {
    bits: u128,
    inexact: bool,
    /// Whether the result is tiny in the sense of IEEE 754, detected after rounding: rounded with
    /// an unbounded exponent range, it lies strictly between zero and the smallest normal number.
    tiny: bool,
}

/// Whether `significand * 2^(top - bits)`, whose highest bit has the weight 2^`top`, is tiny: below
/// the smallest normal number after rounding to the precision of the format with an unbounded
/// exponent range.
fn is_tiny(kind: FloatKind, significand: u128, top: i32) -> bool {
    let layout = layout(kind);
    let kept = layout.precision + 1;
    let cut = (128 - significand.leading_zeros()).checked_sub(kept);
    let reaches_normal = cut.is_some_and(|cut| significand >> cut == (1 << kept) - 1);
    top < layout.min_exponent() && !(top == layout.min_exponent() - 1 && reaches_normal)
}

/// The number nearest to `significand * 2^exponent`, to even if two are; infinite if it is too
/// large. `sticky` says that the exact value is a little greater, by less than one unit of the
/// significand, which must then have at least two bits more than the format.
fn round(
    kind: FloatKind,
    negative: bool,
    significand: u128,
    exponent: i32,
    sticky: bool,
) -> Rounded {
    let layout = layout(kind);
    let sign = if negative { layout.sign_bit() } else { 0 };
    if significand == 0 {
        return Rounded {
            bits: sign,
            inexact: sticky,
            tiny: true,
        };
    }
    let top = exponent.saturating_add(127 - significand.leading_zeros() as i32);
    if top > -layout.min_exponent() + 1 {
        return Rounded {
            bits: sign | layout.infinity(),
            inexact: true,
            tiny: false,
        };
    }
    // The exponent of the result's last bit, and the number of bits to discard.
    let unit = top.max(layout.min_exponent()) - (layout.precision as i32 - 1);
    let cut = unit.saturating_sub(exponent);
    let (mut quotient, half, rest) = match cut {
        ..=0 => (significand << -cut, false, sticky),
        1..=128 => {
            let below = significand & !(u128::MAX << (cut - 1));
            let half = significand >> (cut - 1) & 1 == 1;
            (
                significand.checked_shr(cut as u32).unwrap_or(0),
                half,
                sticky || below != 0,
            )
        }
        _ => (0, false, true),
    };
    if half && (rest || quotient & 1 == 1) {
        quotient += 1;
    }
    // The field counts from 0 for numbers without the integer bit; a carry out of the significand
    // raises it.
    let base = (unit - (layout.min_exponent() - (layout.precision as i32 - 1))) as u128;
    let carried = quotient >> layout.precision != 0;
    let normal = quotient >> (layout.precision - 1) != 0;
    let field = base + u128::from(normal) + u128::from(carried);
    let inexact = half || rest;
    if field >= layout.max_field() {
        return Rounded {
            bits: sign | layout.infinity(),
            inexact: true,
            tiny: false,
        };
    }
    let stored = match normal {
        true => quotient & layout.fraction_mask() | layout.integer_bit(),
        false => quotient,
    };
    let stored = if carried {
        layout.integer_bit()
    } else {
        stored
    };
    Rounded {
        bits: sign | field << layout.stored | stored,
        inexact,
        tiny: is_tiny(kind, significand, top),
    }
}

/// The bit that makes a NaN quiet.
pub fn quiet_bit(kind: FloatKind) -> u128 {
    layout(kind).quiet_bit()
}

/// The quiet NaN that an invalid operation returns.
pub fn default_nan(kind: FloatKind) -> u128 {
    let layout = layout(kind);
    layout.sign_bit() | layout.infinity() | layout.quiet_bit()
}

/// The first operand that is NaN, made quiet.
fn first_nan(kind: FloatKind, operands: &[u128]) -> Option<u128> {
    let nan = operands.iter().find(|bits| is_nan(kind, **bits))?;
    let layout = layout(kind);
    // An invalid 80-bit pattern, which is not even a NaN, has no payload to keep.
    match *nan & layout.infinity() == layout.infinity() {
        true => Some(*nan | layout.quiet_bit()),
        false => Some(default_nan(kind)),
    }
}

/// Infinity.
pub fn infinity(kind: FloatKind, negative: bool) -> u128 {
    let layout = layout(kind);
    if negative {
        layout.sign_bit() | layout.infinity()
    } else {
        layout.infinity()
    }
}

/// Whether it is a NaN.
pub fn is_nan(kind: FloatKind, bits: u128) -> bool {
    class(kind, bits) == Class::Nan
}

/// Whether it is positive or negative infinity.
pub fn is_infinite(kind: FloatKind, bits: u128) -> bool {
    class(kind, bits) == Class::Infinite
}

/// Whether it is neither infinite nor NaN.
pub fn is_finite(kind: FloatKind, bits: u128) -> bool {
    matches!(class(kind, bits), Class::Finite { .. })
}

/// Whether it is positive or negative zero.
pub fn is_zero(kind: FloatKind, bits: u128) -> bool {
    matches!(class(kind, bits), Class::Finite { significand: 0, .. })
}

/// Whether it is finite, not zero and not subnormal.
pub fn is_normal(kind: FloatKind, bits: u128) -> bool {
    let full = |significand: u128| significand >> (layout(kind).precision - 1) != 0;
    matches!(class(kind, bits), Class::Finite { significand, .. } if full(significand))
}

/// Whether the sign bit is set, also on zero and NaN.
pub fn is_negative(kind: FloatKind, bits: u128) -> bool {
    bits & layout(kind).sign_bit() != 0
}

/// Flips the sign, also of a NaN.
pub fn neg(kind: FloatKind, bits: u128) -> u128 {
    bits ^ layout(kind).sign_bit()
}

/// Clears the sign, also of a NaN.
pub fn abs(kind: FloatKind, bits: u128) -> u128 {
    bits & !layout(kind).sign_bit()
}

/// The first operand with the sign of the second; both may be NaN.
pub fn copysign(kind: FloatKind, magnitude: u128, sign: u128) -> u128 {
    abs(kind, magnitude) | sign & layout(kind).sign_bit()
}
