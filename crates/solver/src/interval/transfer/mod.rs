//! Forward transfer: the range of an operation's result from the ranges of its operands.
//!
//! Every function is sound: whatever values the operands take within their ranges, the result of
//! the SMT-LIB operation lies in the returned range. Where nothing useful is known the full range
//! is returned.

mod arithmetic;
mod bits;
mod float;
#[cfg(test)]
mod tests;

pub use arithmetic::{add, complement, mul, neg, sdiv, srem, sub, udiv, urem};
pub use bits::{ashr, bit_and, bit_or, bit_xor, concat, extract, lshr, sext, shl, zext};
pub use float::{Magnitudes, compared, float_comparison, float_operation, sign_flipped};

use super::range::{Range, ones};

/// The wrapped result of `lo..=hi`, where the mathematical interval may leave the width on either
/// side; `size` is `hi - lo`, or `None` if it does not fit in 128 bits.
fn wrapped(width: u32, lo: u128, hi: u128, size: Option<u128>) -> Range {
    match size {
        Some(size) if size < ones(width) => {
            Range::circular(width, lo & ones(width), hi & ones(width))
        }
        _ => Range::full(width),
    }
}

/// Both results hold the value, so their meet does too; an empty meet cannot happen for non-empty
/// operands.
fn both(width: u32, a: Range, b: Range) -> Range {
    a.meet(width, &b).unwrap_or(a)
}

fn signed_size(range: &Range) -> u128 {
    range.shi.wrapping_sub(range.slo) as u128
}

/// Whether two values are equal, where the ranges decide it
pub fn equal(width: u32, a: &Range, b: &Range) -> Option<bool> {
    if a.disjoint(width, b) {
        return Some(false);
    }
    (a.as_constant()? == b.as_constant()?).then_some(true)
}

/// Whether `a < b` unsigned, where the ranges decide it
pub fn ult(a: &Range, b: &Range) -> Option<bool> {
    if a.uhi < b.ulo {
        Some(true)
    } else if a.ulo >= b.uhi {
        Some(false)
    } else {
        None
    }
}

/// Whether `a < b` signed, where the ranges decide it
pub fn slt(a: &Range, b: &Range) -> Option<bool> {
    if a.shi < b.slo {
        Some(true)
    } else if a.slo >= b.shi {
        Some(false)
    } else {
        None
    }
}
