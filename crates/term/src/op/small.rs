//! Evaluation of operators whose arguments and result fit one machine word.

pub(super) use super::float::small::*;

/// The arguments of an operator: truth values as 0 and 1, bit-vectors of at most 64 bits as
/// unsigned values.
#[derive(Clone, Copy)]
pub(crate) struct Small {
    /// The values; unused places hold 0.
    pub(crate) args: [u64; 3],
    /// Width of the first argument, 0 for a truth value.
    pub(crate) width: u32,
    /// Width of the second argument, 0 for a truth value or none.
    pub(crate) second: u32,
    /// The operator's payload.
    pub(crate) payload: u64,
}

impl Small {
    /// `value` modulo 2^width of the first argument.
    #[inline]
    fn wrap(&self, value: u64) -> u64 {
        value & (u64::MAX >> (64 - self.width))
    }

    /// Argument `position` as two's complement of the first argument's width.
    #[inline]
    fn signed(&self, position: usize) -> i64 {
        let shift = 64 - self.width;
        ((self.args[position] << shift) as i64) >> shift
    }
}

/// Operators that never have small arguments and a small result.
pub(super) fn none(_: &Small) -> u64 {
    0
}

pub(super) fn not(s: &Small) -> u64 {
    s.args[0] ^ 1
}

pub(super) fn eq(s: &Small) -> u64 {
    u64::from(s.args[0] == s.args[1])
}

pub(super) fn ite(s: &Small) -> u64 {
    if s.args[0] == 1 { s.args[1] } else { s.args[2] }
}

pub(super) fn complement(s: &Small) -> u64 {
    s.wrap(!s.args[0])
}

pub(super) fn neg(s: &Small) -> u64 {
    s.wrap(s.args[0].wrapping_neg())
}

pub(super) fn add(s: &Small) -> u64 {
    s.wrap(s.args[0].wrapping_add(s.args[1]))
}

pub(super) fn sub(s: &Small) -> u64 {
    s.wrap(s.args[0].wrapping_sub(s.args[1]))
}

pub(super) fn mul(s: &Small) -> u64 {
    s.wrap(s.args[0].wrapping_mul(s.args[1]))
}

pub(super) fn udiv(s: &Small) -> u64 {
    s.args[0]
        .checked_div(s.args[1])
        .unwrap_or_else(|| s.wrap(u64::MAX))
}

pub(super) fn urem(s: &Small) -> u64 {
    s.args[0].checked_rem(s.args[1]).unwrap_or(s.args[0])
}

pub(super) fn sdiv(s: &Small) -> u64 {
    let (dividend, divisor) = (s.signed(0), s.signed(1));
    let quotient = match divisor {
        0 if dividend < 0 => 1,
        0 => -1,
        _ => dividend.wrapping_div(divisor),
    };
    s.wrap(quotient as u64)
}

pub(super) fn srem(s: &Small) -> u64 {
    let (dividend, divisor) = (s.signed(0), s.signed(1));
    s.wrap(if divisor == 0 {
        dividend
    } else {
        dividend.wrapping_rem(divisor)
    } as u64)
}

pub(super) fn shl(s: &Small) -> u64 {
    if s.args[1] < u64::from(s.width) {
        s.wrap(s.args[0] << s.args[1])
    } else {
        0
    }
}

pub(super) fn lshr(s: &Small) -> u64 {
    if s.args[1] < u64::from(s.width) {
        s.args[0] >> s.args[1]
    } else {
        0
    }
}

pub(super) fn ashr(s: &Small) -> u64 {
    s.wrap((s.signed(0) >> s.args[1].min(63)) as u64)
}

pub(super) fn bit_and(s: &Small) -> u64 {
    s.args[0] & s.args[1]
}

pub(super) fn bit_or(s: &Small) -> u64 {
    s.args[0] | s.args[1]
}

pub(super) fn bit_xor(s: &Small) -> u64 {
    s.args[0] ^ s.args[1]
}

pub(super) fn ult(s: &Small) -> u64 {
    u64::from(s.args[0] < s.args[1])
}

pub(super) fn slt(s: &Small) -> u64 {
    u64::from(s.signed(0) < s.signed(1))
}

pub(super) fn concat(s: &Small) -> u64 {
    // The sum of the widths is at most 64 and both are at least 1, so the shift is below 64.
    s.args[0] << s.second | s.args[1]
}

pub(super) fn extract(s: &Small) -> u64 {
    let (high, low) = ((s.payload >> 32) as u32, s.payload as u32);
    s.args[0] >> low & (u64::MAX >> (63 - (high - low)))
}

pub(super) fn zext(s: &Small) -> u64 {
    s.args[0]
}

pub(super) fn sext(s: &Small) -> u64 {
    s.signed(0) as u64 & (u64::MAX >> (64 - s.payload))
}
