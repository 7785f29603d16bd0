//! Decimal and hexadecimal notation as C's `printf` writes it: exact at any precision, rounded to
//! nearest even.

use super::{Class, FloatKind, class, is_negative, layout, scan};
use num_bigint::BigUint;
use num_traits::One;
use std::fmt;

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `%f`: `123.456000`.
    Fixed,
    /// `%e`: `1.234560e+02`.
    Exponent,
    /// `%g`: the shorter of the two, without trailing zeros.
    General,
    /// `%a`: `0x1.edd2f1a9fbe77p+6`.
    Hex,
}

/// A conversion specification of `printf`, without sign and padding flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// By the letter of the conversion.
    pub notation: Notation,
    /// Digits after the point (for `%g`: significant digits); `None` is 6, or for `%a` as many as
    /// the number needs. The length of the result grows with it, so callers bound it.
    pub precision: Option<usize>,
    /// The flag `#`: always writes a point, and for `%g` trailing zeros too.
    pub alternate: bool,
    /// The letters of `%F %E %G %A`.
    pub uppercase: bool,
}

/// A formatted number in parts, so that the caller can insert signs and padding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FloatText {
    /// Whether a minus sign comes first, also for zero or NaN.
    pub negative: bool,
    /// `0x` for hexadecimal notation.
    pub prefix: &'static str,
    /// The rest; `inf` or `nan` for numbers that are not finite.
    pub digits: String,
    /// Whether it is a finite number, which may be padded with zeros.
    pub finite: bool,
}

impl fmt::Display for FloatText {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        write!(out, "{sign}{}{}", self.prefix, self.digits)
    }
}

/// Writes a number.
pub fn to_text(kind: FloatKind, bits: u128, format: &Format) -> FloatText {
    let negative = is_negative(kind, bits);
    let (significand, exponent) = match class(kind, bits) {
        Class::Finite {
            significand,
            exponent,
        } => (significand, exponent),
        not_finite => {
            let digits = if not_finite == Class::Nan {
                "nan"
            } else {
                "inf"
            };
            return FloatText {
                negative,
                prefix: "",
                digits: cased(digits, format),
                finite: false,
            };
        }
    };
    let digits = match format.notation {
        Notation::Fixed => fixed(
            significand,
            exponent,
            format.precision.unwrap_or(6),
            format.alternate,
        ),
        Notation::Exponent => {
            let rounded = Decimal::new(significand, exponent, format.precision.unwrap_or(6));
            rounded.with_exponent(format.alternate)
        }
        Notation::General => general(significand, exponent, format),
        Notation::Hex => hex(kind, significand, exponent, format),
    };
    let prefix = match (format.notation, format.uppercase) {
        (Notation::Hex, false) => "0x",
        (Notation::Hex, true) => "0X",
        _ => "",
    };
    FloatText {
        negative,
        prefix,
        digits: cased(&digits, format),
        finite: true,
    }
}

/// A number for people: as few significant digits as read back to it, at least six.
pub fn shortest(kind: FloatKind, bits: u128) -> String {
    let digits = match kind {
        FloatKind::F16 | FloatKind::F32 => 9,
        FloatKind::F64 => 17,
        FloatKind::F80 => 21,
        FloatKind::F128 => 36,
    };
    let text = |precision| {
        let format = Format {
            notation: Notation::General,
            precision: Some(precision),
            alternate: false,
            uppercase: false,
        };
        to_text(kind, bits, &format).to_string()
    };
    let exact = |text: &String| scan(kind, text.as_bytes()).bits == bits;
    let found = (6..digits).map(text).find(exact);
    found.unwrap_or_else(|| text(digits))
}

fn cased(text: &str, format: &Format) -> String {
    if format.uppercase {
        text.to_ascii_uppercase()
    } else {
        text.to_string()
    }
}

/// `numerator / denominator`, rounded to nearest even.
fn divide(numerator: BigUint, denominator: &BigUint) -> BigUint {
    let quotient = &numerator / denominator;
    let twice = (numerator - &quotient * denominator) << 1u32;
    let up = twice > *denominator || (twice == *denominator && quotient.bit(0));
    if up { quotient + 1u32 } else { quotient }
}

fn power_of_ten(exponent: usize) -> BigUint {
    // Exponents are bounded by the formats' ranges and by MAX_DIGITS.
    BigUint::from(10u32).pow(u32::try_from(exponent).unwrap_or(u32::MAX))
}

/// A fraction for `significand * 2^exponent`.
fn fraction(significand: u128, exponent: i32) -> (BigUint, BigUint) {
    let one = BigUint::one();
    match exponent {
        0.. => (BigUint::from(significand) << exponent, one),
        _ => (BigUint::from(significand), one << exponent.unsigned_abs()),
    }
}

/// No number of any format has more decimal digits; further digits are zeros.
const MAX_DIGITS: usize = 17_000;

/// Digits with a point before the last `precision`.
fn fixed(significand: u128, exponent: i32, precision: usize, alternate: bool) -> String {
    let computed = precision.min(MAX_DIGITS);
    let (numerator, denominator) = fraction(significand, exponent);
    let scaled = divide(numerator * power_of_ten(computed), &denominator);
    let mut digits = format!("{:0>width$}", scaled.to_string(), width = computed + 1);
    digits.extend(std::iter::repeat_n('0', precision - computed));
    if precision > 0 || alternate {
        digits.insert(digits.len() - precision, '.');
    }
    digits
}

/// A number rounded to a number of significant digits: `d.ddd * 10^exponent`.
struct Decimal {
    digits: String,
    exponent: i32,
    /// Rounding up reached the next power of ten.
    carried: bool,
}

impl Decimal {
    /// Rounds to `precision` digits after the first.
    fn new(significand: u128, exponent: i32, precision: usize) -> Decimal {
        let computed = precision.min(MAX_DIGITS);
        let zeros = |count| std::iter::repeat_n('0', count);
        if significand == 0 {
            return Decimal {
                digits: zeros(precision + 1).collect(),
                exponent: 0,
                carried: false,
            };
        }
        let (numerator, denominator) = fraction(significand, exponent);
        let mut power = decimal_exponent(
            &numerator,
            &denominator,
            exponent + 127 - significand.leading_zeros() as i32,
        );
        let shift = computed as i64 - i64::from(power);
        let scale = power_of_ten(shift.unsigned_abs() as usize);
        let rounded = match shift {
            0.. => divide(numerator * scale, &denominator),
            _ => divide(numerator, &(denominator * scale)),
        };
        let mut digits = rounded.to_string();
        let carried = digits.len() > computed + 1;
        if carried {
            digits.pop();
            power += 1;
        }
        digits.extend(zeros(precision - computed));
        Decimal {
            digits,
            exponent: power,
            carried,
        }
    }

    fn with_exponent(mut self, alternate: bool) -> String {
        if self.digits.len() > 1 || alternate {
            self.digits.insert(1, '.');
        }
        let sign = if self.exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", self.digits, self.exponent.unsigned_abs())
    }
}

/// The integer `k` with `10^k <= numerator / denominator < 10^(k + 1)`, for a number whose binary
/// logarithm, rounded down, is `log2`.
fn decimal_exponent(numerator: &BigUint, denominator: &BigUint, log2: i32) -> i32 {
    // log10(2) rounded down; the estimate is exact or one too small.
    let estimate = (i64::from(log2) * 30_102_999).div_euclid(100_000_000) as i32;
    let next = power_of_ten((estimate + 1).unsigned_abs() as usize);
    let reached = match estimate + 1 {
        0.. => *numerator >= denominator * next,
        _ => numerator * next >= *denominator,
    };
    estimate + i32::from(reached)
}

fn general(significand: u128, exponent: i32, format: &Format) -> String {
    let precision = format.precision.unwrap_or(6).max(1);
    let rounded = Decimal::new(significand, exponent, precision - 1);
    let point = i64::from(rounded.exponent);
    if point < -4 || point >= precision as i64 {
        let mut rounded = rounded;
        // glibc loses the zeros of `#` where rounding up makes the exponent necessary.
        if !format.alternate || (rounded.carried && point == precision as i64) {
            rounded
                .digits
                .truncate(rounded.digits.trim_end_matches('0').len().max(1));
        }
        return rounded.with_exponent(format.alternate);
    }
    let behind = (precision as i64 - 1 - point) as usize;
    let text = fixed(significand, exponent, behind, format.alternate);
    match format.alternate || behind == 0 {
        true => text,
        false => text.trim_end_matches('0').trim_end_matches('.').to_string(),
    }
}

/// Hexadecimal digits as glibc writes them: one digit before the point, which is the integer bit,
/// or for the 80-bit format the first four bits of the significand.
fn hex(kind: FloatKind, significand: u128, exponent: i32, format: &Format) -> String {
    let layout = layout(kind);
    let lead = if layout.integer_bit() != 0 { 4 } else { 1 };
    // The bits after the first digit, padded to whole digits.
    let behind = layout.precision - lead;
    let count = behind.div_ceil(4) as usize;
    let mut aligned = significand << (count as u32 * 4 - behind);
    let mut point = if significand == 0 {
        0
    } else {
        exponent + behind as i32
    };
    let precision = format.precision.unwrap_or(count);
    if precision < count {
        let unit = 1u128 << (4 * (count - precision));
        let rest = aligned & (unit - 1);
        let up = rest > unit / 2 || (rest == unit / 2 && aligned & unit != 0);
        aligned = aligned - rest + if up { unit } else { 0 };
        if lead == 4 && aligned >> (4 * count) > 15 {
            aligned >>= 4;
            point += 4;
        }
    }
    let digits = format!("{aligned:0>width$x}", width = count + 1);
    let (first, rest) = digits.split_at(1);
    let mut rest = match format.precision {
        None => rest.trim_end_matches('0').to_string(),
        Some(precision) => rest[..precision.min(count)].to_string(),
    };
    rest.extend(std::iter::repeat_n(
        '0',
        format.precision.unwrap_or(0).saturating_sub(count),
    ));
    let dot = if rest.is_empty() && !format.alternate {
        ""
    } else {
        "."
    };
    format!("{first}{dot}{rest}p{point:+}")
}
