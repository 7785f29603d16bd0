//! Overflow conditions of machine arithmetic as terms, and saturating arithmetic.
//!
//! Sums and products are computed at a width that represents them exactly and compared with the
//! bounds. Interval reasoning can then decide the condition without bit-blasting.

use crate::machine::Machine;
use sheaf_ir::{BinaryOp, CompareOp};
use sheaf_term::{Pool, Term};

impl Machine<'_> {
    /// The condition that an operation on two terms of a width overflows.
    pub(super) fn overflows(&mut self, op: CompareOp, x: Term, y: Term, width: u32) -> Term {
        let pool = &mut *self.pool;
        match op {
            CompareOp::USubOverflows => pool.ult(x, y),
            CompareOp::UAddOverflows | CompareOp::UMulOverflows => {
                let wide = if op == CompareOp::UAddOverflows {
                    width + 1
                } else {
                    2 * width
                };
                let (x, y) = (pool.zext(x, wide), pool.zext(y, wide));
                let exact = if op == CompareOp::UAddOverflows {
                    pool.add(x, y)
                } else {
                    pool.mul(x, y)
                };
                let max = constant(pool, wide, width, false, true);
                pool.ult(max, exact)
            }
            _ => {
                let wide = if op == CompareOp::SMulOverflows {
                    2 * width
                } else {
                    width + 1
                };
                let (x, y) = (pool.sext(x, wide), pool.sext(y, wide));
                let exact = match op {
                    CompareOp::SAddOverflows => pool.add(x, y),
                    CompareOp::SSubOverflows => pool.sub(x, y),
                    _ => pool.mul(x, y),
                };
                outside(pool, exact, wide, width)
            }
        }
    }
}

/// A sum or difference that saturates at the bounds of its type.
pub(super) fn saturating(pool: &mut Pool, op: BinaryOp, x: Term, y: Term, width: u32) -> Term {
    let signed = matches!(op, BinaryOp::SAddSat | BinaryOp::SSubSat);
    let adds = matches!(op, BinaryOp::SAddSat | BinaryOp::UAddSat);
    let wide = width + 2;
    let extend = |pool: &mut Pool, term| {
        if signed {
            pool.sext(term, wide)
        } else {
            pool.zext(term, wide)
        }
    };
    let (x, y) = (extend(pool, x), extend(pool, y));
    let exact = if adds { pool.add(x, y) } else { pool.sub(x, y) };
    let (min, max) = (
        constant(pool, wide, width, signed, false),
        constant(pool, wide, width, signed, true),
    );
    let (low, high) = (pool.slt(exact, min), pool.slt(max, exact));
    let capped = pool.ite(high, max, exact);
    let capped = pool.ite(low, min, capped);
    pool.extract(capped, width - 1, 0)
}

/// Whether a signed term is outside of the signed range of a narrower width.
fn outside(pool: &mut Pool, exact: Term, wide: u32, width: u32) -> Term {
    let (min, max) = (
        constant(pool, wide, width, true, false),
        constant(pool, wide, width, true, true),
    );
    let (low, high) = (pool.slt(exact, min), pool.slt(max, exact));
    pool.or(low, high)
}

/// The smallest or largest number of a type of `width` bits, extended to `wide` bits.
fn constant(pool: &mut Pool, wide: u32, width: u32, signed: bool, largest: bool) -> Term {
    let ones = if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    };
    let value = match (signed, largest) {
        (true, true) => ones >> 1,
        (true, false) => ones ^ (ones >> 1),
        (false, true) => ones,
        (false, false) => 0,
    };
    let term = pool.bits(width, value);
    if signed {
        pool.sext(term, wide)
    } else {
        pool.zext(term, wide)
    }
}
