//! Sums, products, quotients, remainders, roots and comparisons.

use super::{
    Class, FloatKind, abs, class, copysign, default_nan, first_nan, is_nan, is_negative, is_zero,
    round,
};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rustc_apfloat::ieee::{Half, Quad, X87DoubleExtended};
use rustc_apfloat::{Float, StatusAnd};
use std::cmp::Ordering;

/// Evaluates an expression over operands of the format, either with Rust's `f32` and `f64`, whose
/// arithmetic conforms to IEEE 754, or in software. The caller handles NaN operands; a NaN result
/// becomes the default NaN.
macro_rules! evaluate {
    ($kind:expr, [$($x:ident),*], native: $native:expr, software: $software:expr) => {{
        let kind = $kind;
        if let Some(nan) = first_nan(kind, &[$($x),*]) {
            return nan;
        }
        let bits = match kind {
            FloatKind::F32 => {
                $(let $x = f32::from_bits($x as u32);)*
                u128::from(f32::to_bits($native))
            }
            FloatKind::F64 => {
                $(let $x = f64::from_bits($x as u64);)*
                u128::from(f64::to_bits($native))
            }
            FloatKind::F16 => {
                $(let $x = Half::from_bits($x);)*
                value($software).to_bits()
            }
            FloatKind::F80 => {
                $(let $x = X87DoubleExtended::from_bits($x);)*
                value($software).to_bits()
            }
            FloatKind::F128 => {
                $(let $x = Quad::from_bits($x);)*
                value($software).to_bits()
            }
        };
        if is_nan(kind, bits) { default_nan(kind) } else { bits }
    }};
}

/// The value of a software operation; exception flags are dropped.
fn value<T>(outcome: StatusAnd<T>) -> T {
    outcome.value
}

/// Sum.
pub fn add(kind: FloatKind, a: u128, b: u128) -> u128 {
    evaluate!(kind, [a, b], native: a + b, software: a + b)
}

/// Difference.
pub fn sub(kind: FloatKind, a: u128, b: u128) -> u128 {
    evaluate!(kind, [a, b], native: a - b, software: a - b)
}

/// Product.
pub fn mul(kind: FloatKind, a: u128, b: u128) -> u128 {
    evaluate!(kind, [a, b], native: a * b, software: a * b)
}

/// Quotient.
pub fn div(kind: FloatKind, a: u128, b: u128) -> u128 {
    evaluate!(kind, [a, b], native: a / b, software: a / b)
}

/// `a * b + c`, rounded once.
pub fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    evaluate!(kind, [a, b, c], native: a.mul_add(b, c), software: a.mul_add(b, c))
}

/// How [`to_integral`] rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Integral {
    /// Down (C's `floor`).
    Floor,
    /// Up (`ceil`).
    Ceil,
    /// Towards zero (`trunc`).
    Trunc,
    /// To nearest, ties to even (`rint`, `nearbyint`, `roundeven`).
    NearestEven,
    /// To nearest, ties away from zero (`round`).
    NearestAway,
}

/// Rounds a number to an integral value; the sign of zero is kept.
pub fn to_integral(kind: FloatKind, a: u128, how: Integral) -> u128 {
    if let Some(nan) = first_nan(kind, &[a]) {
        return nan;
    }
    let Class::Finite {
        significand,
        exponent,
    } = class(kind, a)
    else {
        return a;
    };
    if exponent >= 0 || significand == 0 {
        return a;
    }
    let (whole, rest) = match exponent {
        -127..0 => (significand >> -exponent, significand << (128 + exponent)),
        // So small that only its sign matters, and whether it is zero.
        _ => (0, 1),
    };
    let half = 1u128 << 127;
    let up = match how {
        Integral::Floor => is_negative(kind, a) && rest != 0,
        Integral::Ceil => !is_negative(kind, a) && rest != 0,
        Integral::Trunc => false,
        Integral::NearestEven => rest > half || (rest == half && whole & 1 == 1),
        Integral::NearestAway => rest >= half,
    };
    round(kind, is_negative(kind, a), whole + u128::from(up), 0, false).bits
}

/// C's `fmod`: `a - n * b` for the integer `n` nearest to the quotient towards zero, exact, with
/// the sign of `a`.
pub fn fmod(kind: FloatKind, a: u128, b: u128) -> u128 {
    if let Some(nan) = first_nan(kind, &[a, b]) {
        return nan;
    }
    let (
        Class::Finite {
            significand: x,
            exponent: ex,
        },
        false,
    ) = (class(kind, a), is_zero(kind, b))
    else {
        return default_nan(kind);
    };
    let Class::Finite {
        significand: y,
        exponent: ey,
    } = class(kind, b)
    else {
        return a;
    };
    if x == 0 {
        return a;
    }
    let negative = is_negative(kind, a);
    if ex >= ey {
        // x * 2^(ex - ey) mod y, in units of 2^ey.
        let power = BigUint::from(2u32).modpow(&BigUint::from((ex - ey) as u32), &BigUint::from(y));
        let rest = BigUint::from(x) * power % BigUint::from(y);
        return round(kind, negative, rest.to_u128().unwrap_or(0), ey, false).bits;
    }
    let distance = (ey - ex) as u32;
    if distance > y.leading_zeros() {
        return a;
    }
    round(kind, negative, x % (y << distance), ex, false).bits
}

/// The remainder of IEEE 754: `a - n * b` for the integer `n` nearest to the quotient, the even one
/// of two, exact. By the rest of the division by twice the divisor, as in glibc.
pub fn remainder(kind: FloatKind, a: u128, b: u128) -> u128 {
    let modulo = fmod(kind, a, b);
    if unordered(kind, modulo, modulo) {
        return modulo;
    }
    let (divisor, double) = (abs(kind, b), |number| add(kind, number, number));
    let mut rest = abs(kind, fmod(kind, a, double(divisor)));
    if lt(kind, divisor, double(rest)) {
        rest = sub(kind, rest, divisor);
        if le(kind, divisor, double(rest)) {
            rest = sub(kind, rest, divisor);
        }
    }
    rest ^ copysign(kind, 0, a)
}

/// Square root, correctly rounded; of a negative number, the default NaN.
pub fn sqrt(kind: FloatKind, a: u128) -> u128 {
    if let Some(nan) = first_nan(kind, &[a]) {
        return nan;
    }
    if is_zero(kind, a) {
        return a;
    }
    if is_negative(kind, a) {
        return default_nan(kind);
    }
    let Class::Finite {
        significand,
        exponent,
    } = class(kind, a)
    else {
        return a;
    };
    match kind {
        FloatKind::F32 => u128::from(f32::from_bits(a as u32).sqrt().to_bits()),
        FloatKind::F64 => u128::from(f64::from_bits(a as u64).sqrt().to_bits()),
        FloatKind::F16 | FloatKind::F80 | FloatKind::F128 => {
            // An even exponent, and enough bits for a root of about 120 bits: every format needs at
            // least two fewer.
            let odd = (exponent & 1) as u32;
            let shift = 240 + (significand.leading_zeros() & !1) - 128;
            let square = (BigUint::from(significand) << odd) << shift;
            let root = square.sqrt();
            let sticky = !(square - &root * &root).is_zero();
            let half = (exponent - odd as i32 - shift as i32) / 2;
            round(kind, false, root.to_u128().unwrap_or(0), half, sticky).bits
        }
    }
}

/// C's `fmin`: the smaller number; if one operand is NaN, the other. Negative zero is smaller than
/// positive zero.
pub fn min(kind: FloatKind, a: u128, b: u128) -> u128 {
    select(kind, a, b, Ordering::Less)
}

/// C's `fmax`: the larger number; if one operand is NaN, the other. Negative zero is smaller than
/// positive zero.
pub fn max(kind: FloatKind, a: u128, b: u128) -> u128 {
    select(kind, a, b, Ordering::Greater)
}

fn select(kind: FloatKind, a: u128, b: u128, wanted: Ordering) -> u128 {
    let sign_order = || is_negative(kind, b).cmp(&is_negative(kind, a));
    match compare(kind, a, b) {
        None if is_nan(kind, b) => first_nan(kind, &[a]).unwrap_or(a),
        None => b,
        Some(order) if order.then_with(sign_order) == wanted => a,
        Some(_) => b,
    }
}

/// The order of two numbers; `None` if either is NaN. Zeros are equal.
fn compare(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    match kind {
        FloatKind::F32 => return f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        FloatKind::F64 => return f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64)),
        FloatKind::F16 | FloatKind::F80 | FloatKind::F128 => {}
    }
    if is_nan(kind, a) || is_nan(kind, b) {
        return None;
    }
    let (x, y) = (magnitude(kind, a), magnitude(kind, b));
    let signs = |bits: u128, size: &(i32, u128)| is_negative(kind, bits) && size.1 != 0;
    Some(match (signs(a, &x), signs(b, &y)) {
        (false, false) => x.cmp(&y),
        (true, true) => y.cmp(&x),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    })
}

/// A key that orders numbers by absolute value; the second component is zero for zero only.
fn magnitude(kind: FloatKind, bits: u128) -> (i32, u128) {
    match class(kind, bits) {
        Class::Finite { significand: 0, .. } => (i32::MIN, 0),
        Class::Finite {
            significand,
            exponent,
        } => {
            let shift = significand.leading_zeros();
            (exponent - shift as i32, significand << shift)
        }
        Class::Infinite | Class::Nan => (i32::MAX, u128::MAX),
    }
}

/// Whether both are numbers and equal.
pub fn eq(kind: FloatKind, a: u128, b: u128) -> bool {
    compare(kind, a, b) == Some(Ordering::Equal)
}

/// Whether both are numbers and the first is less.
pub fn lt(kind: FloatKind, a: u128, b: u128) -> bool {
    compare(kind, a, b) == Some(Ordering::Less)
}

/// Whether both are numbers and the first is not greater.
pub fn le(kind: FloatKind, a: u128, b: u128) -> bool {
    matches!(compare(kind, a, b), Some(Ordering::Less | Ordering::Equal))
}

/// Whether either is NaN.
pub fn unordered(kind: FloatKind, a: u128, b: u128) -> bool {
    is_nan(kind, a) || is_nan(kind, b)
}
