//! Operations on concrete machine words of up to 64 bits.

use crate::float;
use crate::value::{mask, sign_extend};
use sheaf_ir::{BinaryOp, CompareOp, FloatKind};

/// The result of a binary operation on two words of a width; `None` if it is undefined (division by
/// zero, a shift distance of the width or more, a signed overflow with `nsw`) or not a word
/// operation (floats).
#[inline(always)]
pub fn binary(op: BinaryOp, no_signed_wrap: bool, width: u32, a: u64, b: u64) -> Option<u64> {
    let signed = |value| sign_extend(width, value);
    let result = match op {
        BinaryOp::Add => {
            if no_signed_wrap && compare(CompareOp::SAddOverflows, width, a, b)? {
                return None;
            }
            a.wrapping_add(b)
        }
        BinaryOp::Sub => {
            if no_signed_wrap && compare(CompareOp::SSubOverflows, width, a, b)? {
                return None;
            }
            a.wrapping_sub(b)
        }
        BinaryOp::Mul => {
            if no_signed_wrap && compare(CompareOp::SMulOverflows, width, a, b)? {
                return None;
            }
            a.wrapping_mul(b)
        }
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::SDiv | BinaryOp::SRem => {
            let (a, b) = (signed(a), signed(b));
            if b == -1 && i128::from(a) == signed_min(width) {
                return None;
            }
            (if op == BinaryOp::SDiv {
                a.checked_div(b)?
            } else {
                a.checked_rem(b)?
            }) as u64
        }
        BinaryOp::Shl if b < u64::from(width) => a << b,
        BinaryOp::LShr if b < u64::from(width) => a >> b,
        BinaryOp::AShr if b < u64::from(width) => (signed(a) >> b) as u64,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::SMin => signed(a).min(signed(b)) as u64,
        BinaryOp::SMax => signed(a).max(signed(b)) as u64,
        BinaryOp::UMin => a.min(b),
        BinaryOp::UMax => a.max(b),
        BinaryOp::SAddSat => signed_saturated(width, signed(a), signed(b).into()),
        BinaryOp::SSubSat => signed_saturated(width, signed(a), -i128::from(signed(b))),
        BinaryOp::UAddSat => a.saturating_add(b).min(mask(width)),
        BinaryOp::USubSat => a.saturating_sub(b),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => return None,
        BinaryOp::FAdd
        | BinaryOp::FSub
        | BinaryOp::FMul
        | BinaryOp::FDiv
        | BinaryOp::FRem
        | BinaryOp::FCopySign
        | BinaryOp::FMin
        | BinaryOp::FMax => return None,
    };
    Some(result & mask(width))
}

/// The sum that stops at the bounds of signed numbers of this width.
fn signed_saturated(width: u32, a: i64, b: i128) -> u64 {
    let least = signed_min(width);
    (i128::from(a) + b).clamp(least, -(least + 1)) as u64
}

/// The result of an arithmetic operation on two doubles; `None` for other operations.
#[inline(always)]
pub fn double(op: BinaryOp, a: u64, b: u64) -> Option<u64> {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    let (result, function): (f64, fn(FloatKind, u128, u128) -> u128) = match op {
        BinaryOp::FAdd => (x + y, float::add),
        BinaryOp::FSub => (x - y, float::sub),
        BinaryOp::FMul => (x * y, float::mul),
        BinaryOp::FDiv => (x / y, float::div),
        _ => return None,
    };
    // Which NaN it is depends on the operands.
    if !result.is_nan() {
        return Some(result.to_bits());
    }
    Some(function(FloatKind::F64, a.into(), b.into()) as u64)
}

/// The result of a comparison of two words of a width; `None` if it is not a word comparison
/// (floats).
#[inline(always)]
pub fn compare(op: CompareOp, width: u32, a: u64, b: u64) -> Option<bool> {
    let (sa, sb) = (sign_extend(width, a), sign_extend(width, b));
    let outside = |wide: i128| wide < signed_min(width) || wide > -signed_min(width) - 1;
    Some(match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Slt => sa < sb,
        CompareOp::Sle => sa <= sb,
        CompareOp::SAddOverflows => outside(i128::from(sa) + i128::from(sb)),
        CompareOp::SSubOverflows => outside(i128::from(sa) - i128::from(sb)),
        CompareOp::SMulOverflows => outside(i128::from(sa) * i128::from(sb)),
        CompareOp::UAddOverflows => u128::from(a) + u128::from(b) > u128::from(mask(width)),
        CompareOp::USubOverflows => a < b,
        CompareOp::UMulOverflows => u128::from(a) * u128::from(b) > u128::from(mask(width)),
        CompareOp::FEq | CompareOp::FLt | CompareOp::FLe | CompareOp::FUnordered => return None,
    })
}

/// The result of a comparison of two doubles; `None` if it is none.
#[inline(always)]
pub fn compare_doubles(op: CompareOp, width: u32, a: u64, b: u64) -> Option<bool> {
    let (a, b) = (f64::from_bits(a), f64::from_bits(b));
    match op {
        _ if width != 64 => None,
        CompareOp::FEq => Some(a == b),
        CompareOp::FLt => Some(a < b),
        CompareOp::FLe => Some(a <= b),
        _ => None,
    }
}

/// The smallest signed number of a width of at most 64 bits.
#[inline(always)]
fn signed_min(width: u32) -> i128 {
    -(1i128 << (width - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::arith::on_words;
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};
    use sheaf_term::Pool;

    /// A random word, with extreme values more often than by chance.
    fn word(rng: &mut SmallRng, width: u32) -> u64 {
        let value = match rng.random_range(0..4) {
            0 => rng.random_range(0..4),
            1 => mask(width) - rng.random_range(0..2),
            2 => 1 << (width - 1),
            _ => rng.random(),
        };
        value & mask(width)
    }

    #[test]
    fn words_and_terms_agree() {
        use BinaryOp::*;
        let mut rng = SmallRng::seed_from_u64(7);
        let mut pool = Pool::new();
        let mut defined = 0;
        for _ in 0..20_000 {
            let width = rng.random_range(1..=64);
            let (a, b) = (word(&mut rng, width), word(&mut rng, width));
            for op in [
                Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor, SMin, SMax,
                UMin, UMax, SAddSat, UAddSat, SSubSat, USubSat,
            ] {
                let Some(result) = binary(op, false, width, a, b) else {
                    continue;
                };
                let (x, y) = (
                    pool.bits(width, u128::from(a)),
                    pool.bits(width, u128::from(b)),
                );
                let folded = on_words(&mut pool, op, x, y).expect("an operation on words");
                assert_eq!(
                    pool.as_bits(folded),
                    Some(u128::from(result)),
                    "{op:?} {width} {a} {b}"
                );
                defined += 1;
            }
        }
        assert!(defined > 200_000);
    }

    #[test]
    fn overflow_is_what_does_not_fit() {
        for (a, b) in (0..=255u64).flat_map(|a| (0..=255u64).map(move |b| (a, b))) {
            let (sa, sb) = (a as i8, b as i8);
            let unsigned = [
                (a as u8).checked_add(b as u8),
                (a as u8).checked_sub(b as u8),
                (a as u8).checked_mul(b as u8),
            ];
            let signed = [sa.checked_add(sb), sa.checked_sub(sb), sa.checked_mul(sb)];
            use CompareOp::*;
            for (op, result) in [UAddOverflows, USubOverflows, UMulOverflows]
                .into_iter()
                .zip(unsigned)
            {
                assert_eq!(compare(op, 8, a, b), Some(result.is_none()));
            }
            for (op, result) in [SAddOverflows, SSubOverflows, SMulOverflows]
                .into_iter()
                .zip(signed)
            {
                assert_eq!(compare(op, 8, a, b), Some(result.is_none()));
            }
            assert_eq!(
                binary(BinaryOp::SDiv, false, 8, a, b),
                sa.checked_div(sb).map(|it| u64::from(it as u8))
            );
            assert_eq!(
                binary(BinaryOp::SRem, false, 8, a, b),
                sa.checked_rem(sb).map(|it| u64::from(it as u8))
            );
        }
    }
}
