//! Arithmetic under rounding modes other than to nearest.

use super::{FloatKind, default_nan, first_nan, is_nan, to_float};
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, StatusAnd};

/// The rounding of results that the format cannot represent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// To nearest, ties to even.
    Nearest,
    /// To negative infinity.
    Down,
    /// To positive infinity.
    Up,
    /// To zero.
    Zero,
}

impl Rounding {
    fn round(self) -> Round {
        match self {
            Rounding::Nearest => Round::NearestTiesToEven,
            Rounding::Down => Round::TowardNegative,
            Rounding::Up => Round::TowardPositive,
            Rounding::Zero => Round::TowardZero,
        }
    }
}

/// Operations with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
}

/// The result of an operation, rounded in the given mode.
pub fn rounded(rounding: Rounding, op: Arithmetic, kind: FloatKind, a: u128, b: u128) -> u128 {
    if let Some(nan) = first_nan(kind, &[a, b]) {
        return nan;
    }
    let bits = match kind {
        FloatKind::F16 => compute::<Half>(rounding, op, a, b),
        FloatKind::F32 => compute::<Single>(rounding, op, a, b),
        FloatKind::F64 => compute::<Double>(rounding, op, a, b),
        FloatKind::F80 => compute::<X87DoubleExtended>(rounding, op, a, b),
        FloatKind::F128 => compute::<Quad>(rounding, op, a, b),
    };
    match is_nan(kind, bits) {
        true => default_nan(kind),
        false => bits,
    }
}

fn compute<F: Float>(rounding: Rounding, op: Arithmetic, a: u128, b: u128) -> u128 {
    let (a, b, round) = (F::from_bits(a), F::from_bits(b), rounding.round());
    let StatusAnd { value, .. } = match op {
        Arithmetic::Add => a.add_r(b, round),
        Arithmetic::Sub => a.sub_r(b, round),
        Arithmetic::Mul => a.mul_r(b, round),
        Arithmetic::Div => a.div_r(b, round),
    };
    value.to_bits()
}

/// An 80-bit number as a `float` or `double`, rounded in the given mode; other formats are rounded
/// to nearest.
pub fn narrowed(rounding: Rounding, to: FloatKind, bits: u128) -> u128 {
    if is_nan(FloatKind::F80, bits) {
        return to_float(FloatKind::F80, to, bits);
    }
    let (number, round) = (X87DoubleExtended::from_bits(bits), rounding.round());
    let mut loses = false;
    match to {
        FloatKind::F32 => {
            let single: Single = number.convert_r(round, &mut loses).value;
            single.to_bits()
        }
        FloatKind::F64 => {
            let double: Double = number.convert_r(round, &mut loses).value;
            double.to_bits()
        }
        _ => to_float(FloatKind::F80, to, bits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{add, div, mul, neg, sub};
    use FloatKind::{F32, F64, F80};

    const ALL: [Rounding; 4] = [
        Rounding::Nearest,
        Rounding::Down,
        Rounding::Up,
        Rounding::Zero,
    ];

    fn f64_bits(value: f64) -> u128 {
        value.to_bits().into()
    }

    #[test]
    fn nearest_is_what_all_else_is_computed_by() {
        let numbers = [
            0.0,
            -0.0,
            1.0,
            0.1,
            -3.5,
            1e308,
            5e-324,
            f64::INFINITY,
            f64::NAN,
        ];
        for a in numbers.map(f64_bits) {
            for b in numbers.map(f64_bits) {
                for (op, nearest) in [
                    (Arithmetic::Add, add(F64, a, b)),
                    (Arithmetic::Sub, sub(F64, a, b)),
                    (Arithmetic::Mul, mul(F64, a, b)),
                    (Arithmetic::Div, div(F64, a, b)),
                ] {
                    assert_eq!(rounded(Rounding::Nearest, op, F64, a, b), nearest);
                }
            }
        }
    }

    #[test]
    fn directed_results_enclose_the_exact_one() {
        let [one, ten] = [1.0, 10.0].map(f64_bits);
        let tenth =
            ALL.map(|it| f64::from_bits(rounded(it, Arithmetic::Div, F64, one, ten) as u64));
        let [nearest, down, up, zero] = tenth;
        assert!(down < up && down == zero && up == down.next_up() && nearest == 0.1);
        let negative = rounded(Rounding::Zero, Arithmetic::Div, F64, neg(F64, one), ten);
        assert_eq!(f64::from_bits(negative as u64), -down);
    }

    #[test]
    fn zeros_that_cancel_are_negative_only_when_rounded_down() {
        let one = f64_bits(1.0);
        for rounding in ALL {
            let zero = rounded(rounding, Arithmetic::Sub, F64, one, one);
            let expected = if rounding == Rounding::Down {
                -0.0
            } else {
                0.0
            };
            assert_eq!(zero, f64_bits(expected));
        }
    }

    #[test]
    fn narrowing_overflows_where_it_is_rounded_away() {
        let huge = to_float(F64, F80, f64_bits(2f64.powi(128)));
        let results = ALL.map(|it| f32::from_bits(narrowed(it, F32, huge) as u32));
        assert_eq!(results, [f32::INFINITY, f32::MAX, f32::INFINITY, f32::MAX]);
    }
}
